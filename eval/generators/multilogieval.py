"""Multi-LogiEval's problems (Patel et al. 2024): chains of inference rules, and patterns of defaults.

Which rules are combined, and how many problems there are of each, is in ``combinations`` and ``rounds``; classical
chains are told in ``classical``, relations (table 14) in ``relations``, the patterns of Lifschitz (1989) with classical
rules behind them (tables 15 to 19) in ``patterns``.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field
from pydantic.dataclasses import dataclass

from sorites.solvers import UserError
from sorites.translators import YES_NO, LabelScheme

from .classical import classical
from .combinations import Place
from .nonmonotonic import nonmonotonic
from .problem import Disagreement, Generated
from .relations import relational
from .rounds import Logic, round_of
from .specification import Count, Parted, Specification

_DRAWS: Final = 50
_THERE: Final = "; nm has depths 1 to 5, relations depth 1"


@dataclass(frozen=True, slots=True)
class MultiLogiEval(Specification):
    """Generates problems in the numbers of the paper: 1,552 are one round of it.

    Attributes:
        logics: of ``pl``, ``fol``, ``nm`` and ``relations``, those that are taken.
        depths: the depths that are taken; the non-monotonic patterns end at 5, relations have depth 1.
        combinations: ``paper`` for the 27 of tables 8 to 11, ``all`` for all that chain.
        answers: ``paper`` for those of the paper's tables, ``both`` for yes and no in turn: what does not follow has
            the question of what does, and a link broken (of defaults: its context).

    Raises:
        UserError: a logic that is named has no problem at any of the depths, or a depth none of any of the logics.
    """

    logics: Annotated[tuple[Logic, ...], Parted, Field(min_length=1)] = ("pl", "fol", "nm")
    depths: Annotated[tuple[Count, ...], Parted, Field(min_length=1)] = (1, 2, 3, 4, 5)
    combinations: Literal["paper", "all"] = "paper"
    answers: Literal["paper", "both"] = "paper"

    name: ClassVar = "multi-logieval"
    scheme: ClassVar[LabelScheme] = YES_NO

    def __post_init__(self) -> None:
        listed = ",".join(map(str, self.depths))
        for logic in self.logics if self.logics != ("pl", "fol", "nm") else ():
            if not round_of((logic,), self.depths, "paper"):
                raise UserError(f"multi-logieval has no problem of logics={logic} at depths={listed}{_THERE}")
        for depth in self.depths if self.depths != (1, 2, 3, 4, 5) else ():
            if not round_of(self.logics, (depth,), "paper"):
                told = ",".join(self.logics)
                raise UserError(f"multi-logieval has no problem of logics={told} at depths={depth}{_THERE}")

    def idle(self) -> Mapping[str, str]:
        """Return ``combinations`` where no logic has any."""
        return {"combinations": "" if {"pl", "fol"} & {*self.logics} else f"logics={','.join(self.logics)}"}

    @property
    def cycle(self) -> int:
        """After how many problems the shares of the answers have come out: a round, or the two about a context."""
        return 2 if self.answers == "both" else len(round_of(self.logics, self.depths, self.answers))

    def context(self, number: int) -> int:
        """Return the first turn that has the same context, or question, as one."""
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
                return nonmonotonic(rng, place, self.split)
            case "relations":
                return relational(rng, place, self.split)
            case _:
                return classical(rng, place, self.combinations, self.split)
