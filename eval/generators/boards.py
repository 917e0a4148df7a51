"""The words of games: animals, what they do to one another, and how rules of each type are put.

Training and tests share none of the animals and acts, and tests have wordings of their own besides (BoardgameQA,
appendix C.3, table 3).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from .data import table
from .words import third

_LISTS: Final = table("games")
ANIMALS: Final[list[str]] = _LISTS["animals"]
ACTS: Final[Mapping[str, list[str]]] = _LISTS["acts"]
"""What an animal does to another one, in the words of board games, each with the other one behind it."""
WORDINGS: Final[Mapping[str, Mapping[int, list[str]]]] = {
    half: {
        int(kind): [*row["shared"], *(row["test"] if half == "test" else ())] for kind, row in _LISTS["frames"].items()
    }
    for half in ("train", "test")
}
"""How rules of each type are put."""
PLAIN: Final = {int(kind): text for kind, text in _LISTS["quoted"].items()}
"""How a proof quotes rules of each type."""


def half(split: str) -> str:
    """Return whose words a split has: validation is drawn from those of training."""
    return "test" if split == "test" else "train"


def animals_of(split: str) -> list[str]:
    """Return the animals of a split."""
    return ANIMALS[half(split) == "test" :: 2]


def concluded(rng: random.Random, split: str, act: str, positive: bool) -> str:
    """Return how a conclusion is put, up to the other animal.

    Args:
        rng: the source of all choices.
        split: whose wordings.
        act: what somebody does, one of ``ACTS``.
        positive: whether it is concluded that they do.
    """
    form: str = rng.choice(_LISTS["concluded"][half(split)]["true" if positive else "false"])
    return form.format(base=act, third=does(act))


def does(act: str) -> str:
    """Return an act as one says it of one animal: ``raids the orchard of``."""
    verb, _, rest = act.partition(" ")
    return f"{third(verb)} {rest}" if rest else third(verb)
