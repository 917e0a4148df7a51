"""What may be joined to more than one thing, and is refused: the words alone do not say to which.

The shapes of such sentences are rows of ``shapes.txt``: *and*, a possessive or a negation may be of one thing or of
several there.
"""

from __future__ import annotations

import re
from typing import Final

from ..semantics.referents import Unresolved
from ..vocabulary.lists import SHAPES, shapes_of

_SEVERAL: Final = re.compile(SHAPES["SEVERAL"])
_THEY: Final = re.compile(r"\b(?:they|them|their|theirs)\b", re.I)


def plural(before: str, sentence: str) -> str:
    """Return why a sentence with *they* is refused behind one that counts things: they may be these, or their owner."""
    they = _THEY.search(sentence)
    several = _SEVERAL.search(before) if they is not None else None
    if they is None or several is None:
        return ""
    return f"'{they[0]}' may be '{several[0]}' or somebody else; write the noun or the name instead"


def attach(sentence: str, *, ruled: bool) -> None:
    """Make sure that nothing of a sentence may be joined to more than one thing.

    Args:
        sentence: the sentence.
        ruled: whether its text is one of rules, which deny of all alike.

    Raises:
        Unresolved: it may.
    """
    for shape, why in (*shapes_of("REFUSED"), *(() if ruled else shapes_of("IN_A_FEW_SENTENCES"))):
        if (found := shape.search(sentence)) is not None:
            raise Unresolved(f"'{found[0].strip()}' {why}")
