"""How many problems of each rule and combination Multi-LogiEval has, and in what order they are made (table 5)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Final, Literal

from .combinations import PAPER, QUANTIFIED, Place
from .patterns import DEPTH_1, LEADING, LONG
from .relations import RELATIONS

Logic = Literal["pl", "fol", "nm", "relations"]
"""What a problem is about; relations are no part of table 5."""
_SINGLE: Final = 10
_COMBINED: Final = 15
_NONMONOTONIC: Final = 20
_FEWER: Final = 19
"""Of eight of the twelve combinations of table 16 there is one less, so that there are 232."""


@cache
def round_of(logics: tuple[str, ...], depths: tuple[int, ...], answers: str) -> tuple[Place, ...]:
    """Return the places of a round: with all logics but ``relations`` the 1,552 problems of table 5.

    As in tables 17 to 19, questions of NM at depths 3 to 5 come in pairs, yes and no, about one context. With the
    answers of tables 2, 8 to 11 and 16 this gives 1,126 times yes and 426 times no, as section 3.3 has it.

    Args:
        logics: those that are taken.
        depths: the depths that are taken; those beyond 5 have as many problems as depth 5.
        answers: ``paper``, or ``both`` for yes and no in turn, as they are at depths beyond 5.
    """
    contexts = [
        (logic, depth, name, (True, False) if two else (None,), answers == "both" or depth > max(PAPER))
        for logic in logics
        for depth in depths
        for name, count, paired in _units(logic, depth)
        for two in [answers == "both" or paired or depth > max(PAPER)]
        for _ in range(count // 2 if two else count)
    ]
    rng = random.Random(0)  # noqa: S311  # the order of the round, the same one for everybody
    rng.shuffle(contexts)
    places: list[Place] = []
    for logic, depth, name, questions, twin in contexts:
        start = len(places)
        asked = rng.sample(questions, len(questions))
        places += [Place(logic, depth, name, positive, start, twin) for positive in asked]
    return tuple(places)


def _units(logic: str, depth: int) -> Iterator[tuple[str, int, bool]]:
    """Yield the rules or combinations of a logic at a depth, with how many problems there are, and whether in pairs."""
    match logic:
        case "relations":
            yield from ((name, _SINGLE, False) for name in RELATIONS if depth == 1)
        case "nm" if depth == 1:
            yield from ((name, _NONMONOTONIC, False) for name in DEPTH_1)
        case "nm" if depth == 2:
            for place, name in enumerate(LEADING):
                count = _NONMONOTONIC if place < 2 else _FEWER
                yield from ((f"{name}_{rule}", count, False) for rule in ("MP", "MT"))
        case "nm":
            yield from ((name, _NONMONOTONIC, True) for name in LONG.get(depth, ()))
        case "fol" if depth == 1:
            yield from ((name, _SINGLE, False) for name in (*PAPER[1], *QUANTIFIED) if name != "MI")
        case "pl" if depth == 1:
            yield from ((name, _SINGLE, False) for name in PAPER[1])
        case _:
            yield from ((name, _COMBINED, False) for name in PAPER[min(depth, 5)])
