"""What to write instead of a sentence that can't be read: by its words that have no form, nearest to the fault."""

from __future__ import annotations

import re
from typing import Final

from .vocabulary.lists import shapes_of

_ASKED: Final = re.compile(r"(?i)^\W*(?:why|when|where|how|whose)\b")
_PIECE: Final = re.compile(r"[^,;.!?]+")


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
