"""Multi-LogiEval's problems (Patel et al. 2024): chains of inference rules, and patterns of defaults.

Which rules are combined, and how many problems there are of each, is in ``combinations`` and ``rounds``; classical
chains are told in ``classical``, relations (table 14) in ``relations``, the patterns of Lifschitz (1989) with classical
rules behind them (tables 15 to 19) in ``patterns``.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from sorites.solvers import UserError
from sorites.translators import YES_NO, LabelScheme

from .classical import classical
from .combinations import COMBINATIONS, Place
from .nonmonotonic import nonmonotonic
from .problem import Disagreement, Generated
from .relations import relational
from .rounds import ANSWERS, LOGICS, round_of

__all__ = ["ANSWERS", "COMBINATIONS", "LOGICS", "MultiLogiEval"]
_DRAWS: Final = 50
_PAPERS_LOGICS: Final = ("pl", "fol", "nm")
_PAPERS_DEPTHS: Final = (1, 2, 3, 4, 5)
_THERE: Final = "; nm has depths 1 to 5, relations depth 1"


@dataclass(frozen=True, slots=True)
class MultiLogiEval:
    """Generates problems in the numbers of the paper: 1,552 are one round of it.

    Attributes:
        logics: of ``pl``, ``fol``, ``nm`` and ``relations``, those that are taken.
        depths: the depths that are taken; the non-monotonic patterns end at 5, relations have depth 1.
        combinations: ``paper`` for the 27 of tables 8 to 11, ``all`` for all that chain.
        answers: ``paper`` for those of the paper's tables, ``both`` for two questions about each context, yes and no.

    Raises:
        UserError: a logic that is named has no problem at any of the depths, or a depth none of any of the logics.
    """

    logics: tuple[str, ...] = _PAPERS_LOGICS
    depths: tuple[int, ...] = _PAPERS_DEPTHS
    combinations: str = "paper"
    answers: str = "paper"

    name = "multi-logieval"
    scheme: LabelScheme = YES_NO

    def __post_init__(self) -> None:
        known = tuple(logic for logic in self.logics if logic in LOGICS)  # what is unknown is said by who reads options
        depths = tuple(depth for depth in self.depths if depth > 0)
        for logic in known if self.logics != _PAPERS_LOGICS else ():
            if depths and not round_of((logic,), depths, "paper"):
                listed = ",".join(map(str, depths))
                raise UserError(f"multi-logieval has no problem of logics={logic} at depths={listed}{_THERE}")
        for depth in depths if self.depths != _PAPERS_DEPTHS else ():
            if known and not round_of(known, (depth,), "paper"):
                raise UserError(f"multi-logieval has no problem of logics={','.join(known)} at depths={depth}{_THERE}")

    @property
    def settings(self) -> str:
        """All options in one line."""
        taken = f"logics={','.join(self.logics)} depths={','.join(map(str, self.depths))}"
        return f"{taken} combinations={self.combinations} answers={self.answers}"

    @property
    def cycle(self) -> int:
        """After how many problems the shares of the answers have come out: a round, or the two about a context."""
        return 2 if self.answers == "both" else len(round_of(self.logics, self.depths, self.answers))

    def context(self, number: int) -> int:
        """Return the first turn that has the same context as one."""
        places = round_of(self.logics, self.depths, self.answers)
        turn, place = divmod(number, len(places))
        return turn * len(places) + places[place].context

    def problem(self, rng: random.Random, number: int) -> Generated:
        """Return a problem: the one of its place in a round."""
        places = round_of(self.logics, self.depths, self.answers)
        place = places[number % len(places)]
        for _ in range(_DRAWS):
            try:
                return self._made(rng, place)
            except Disagreement as error:
                last = error
        raise last

    def _made(self, rng: random.Random, place: Place) -> Generated:
        match place.logic:
            case "nm":
                return nonmonotonic(rng, place)
            case "relations":
                return relational(rng, place)
            case _:
                return classical(rng, place, self.combinations)
