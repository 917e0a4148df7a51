"""Where the sentences of a text begin and end."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_SHORT: Final = frozenset(
    "mr mrs ms dr prof st jr sr vs etc e.g i.e u.s u.k u.n inc ltd co no vol fig approx gen sen rep gov capt".split()
)
"""Words behind which a full stop ends no sentence."""
_END: Final = re.compile(r"[.!?]+[\"'”’)\]]*(?=\s|$)|\n+")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and its place.

    Attributes:
        text: the sentence, with its mark.
        start: where it begins in the text, in characters.
    """

    text: str
    start: int

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.text)


def split(text: str) -> list[Sentence]:
    """Return the sentences of a text, in order.

    A line break ends a sentence if the next line begins like one; a full stop behind a
    title, a single letter or in a number does not.
    """
    found: list[Sentence] = []
    start = 0
    for match in _END.finditer(text):
        if match.group()[0] == "\n" and text[match.end() : match.end() + 1].islower():
            continue
        if match.group() == "." and match.end() < len(text):
            word = re.split(r"[\s(\"“]", text[start : match.start()])[-1]
            if word.lower() in _SHORT or (len(word) == 1 and word.isupper() and word != "I"):
                continue
        _add(found, text, start, match.end())
        start = match.end()
    _add(found, text, start, len(text))
    return found


def _add(found: list[Sentence], text: str, start: int, end: int) -> None:
    body = text[start:end]
    stripped = body.strip()
    if stripped:
        found.append(Sentence(stripped, start + body.index(stripped[0])))
