"""Where the sentences of a text begin and end."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

_SHORT: Final = frozenset(
    "mr mrs ms dr prof st jr sr vs etc e.g i.e u.s u.k u.n inc ltd co no vol fig approx gen sen rep gov capt".split()
)
"""Words behind which a full stop ends no sentence."""
_BEFORE_NAMES: Final = frozenset("by of from meet meets met is was".split())
"""Words in small letters behind which a single letter may be an initial."""
_BETWEEN: Final = re.compile(r"[\s(\"“]+")
"""What stands between words."""
_LONGEST: Final = 8
"""More characters than a word of these has."""
_END: Final = re.compile(r"[.!?]+[\"'”’)\]]*(?=\s|$)|\n+")


class Sentence(NamedTuple):
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


@lru_cache(256)
def split(text: str) -> tuple[Sentence, ...]:
    """Return the sentences of a text, in order.

    A line break ends a sentence if the next line begins like one; a full stop behind a
    title or an initial or in a number does not.
    """
    found: list[Sentence] = []
    start = 0
    for match in _END.finditer(text):
        if match.group()[0] == "\n" and text[match.end() : match.end() + 1].islower():
            continue
        if match.group() == "." and match.end() < len(text):
            last = _BETWEEN.split(text[max(start, match.start() - _LONGEST) : match.start()])[-1]
            if last.lower() in _SHORT or _is_initial(last, text, start, match.start()):
                continue
        _add(found, text, start, match.end())
        start = match.end()
    _add(found, text, start, len(text))
    return tuple(found)


def _is_initial(letter: str, text: str, start: int, end: int) -> bool:
    """Return whether the last word of a part is a name's letter, and not what a sentence ends in: ``vitamin C``."""
    if len(letter) != 1 or not letter.isupper() or letter == "I":
        return False
    [before, _] = _BETWEEN.split(f" {text[start:end]}")[-2:]
    if letter >= "U" or (letter != "A" and re.search(rf"\b{letter}\b(?!\.)", text)):
        return False  # a letter that stands for something, as in 'C is slow'
    return not before[:1].islower() or before in _BEFORE_NAMES


def _add(found: list[Sentence], text: str, start: int, end: int) -> None:
    body = text[start:end]
    stripped = body.strip()
    if stripped:
        found.append(Sentence(stripped, start + body.index(stripped[0])))
