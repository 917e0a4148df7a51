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
_ASKED: Final = re.compile(r"(?i)^\W*(?:why|when|where|how|whose)\b")
_PIECE: Final = re.compile(r"[^,;.!?]+")


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


def nearest(sentence: str, at: int) -> str:
    """Return what may be written instead of a sentence that can't be read.

    Args:
        sentence: the sentence.
        at: where reading it stopped, in characters.

    Returns:
        A hint about the words with no form there that stand nearest; else about what stands from there on.
    """
    if (asked := _ASKED.match(sentence)) is not None and sentence.rstrip().endswith("?"):
        return f"'{asked[0].strip()}' has no form: ask whether something holds, or who, what or which."
    found = [
        (abs(m.start() - at), m[0], hint)
        for pattern, hint in shapes_of("INSTEAD", alone=True)
        for m in pattern.finditer(sentence)
    ]
    if found:
        _, words, hint = min(found)
        return f"'{words}' has no form here: {hint}. docs/english.md lists what is read."
    piece = _PIECE.search(sentence, at) or _PIECE.search(sentence)
    words = piece[0].strip() if piece is not None else sentence
    return f"'{words}' fits no sentence that is read: say it in a sentence of its own, or leave it out with --partial."
