"""The words of a sentence, with their places."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

_WORD: Final = re.compile(
    r"(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|Mt|[A-Z])\.(?=\s)|(?:[A-Za-z]\.){2,}|[$€£]?\d+(?:,\d{3})*(?:\.\d+)?%?(?!-?\w)"
    r"|[^\W_]+(?:[-_.’'/&][^\W_]+)*['’]?|[,;:()\"“”]|[^\s\w]"
)
_SHORT_NOT: Final = re.compile(r"(?i)(ca|wo|sha|[a-z]+)n['’]t$")
_NOT: Final = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}
_SHORT: Final = {"'re": "are", "'ll": "will", "'ve": "have", "'m": "am", "'d": "would"}
_IS: Final = frozenset("he she it that there what who where here everyone somebody nobody everything let".split())


class Word(NamedTuple):
    """A word.

    Attributes:
        text: as it is written.
        low: in small letters, with straight apostrophes.
        start: where it begins in the sentence, in characters.
        end: where it ends.
    """

    text: str
    low: str
    start: int
    end: int

    @property
    def capital(self) -> bool:
        """Whether it begins with a capital letter."""
        return self.text[:1].isupper()


@lru_cache(maxsize=20_000)
def words_of(sentence: str) -> tuple[Word, ...]:
    """Return the words and marks of a sentence.

    Short forms are written out (``isn't`` is two words); the sign of a genitive is a word of its own.
    The mark that ends the sentence is left out.
    """
    found: list[Word] = []
    for match in _WORD.finditer(sentence):
        _add(found, match.group(), *match.span())
    while found and found[-1].text in {".", "!", "?"}:
        found.pop()
    return tuple(found)


def _add(found: list[Word], text: str, start: int, end: int) -> None:
    straight = text.replace("’", "'")
    if "'" not in straight:
        if straight.lower() == "cannot":
            found += [Word("can", "can", start, start + 3), Word("not", "not", start + 3, end)]
        else:
            found.append(Word(text, text.lower(), start, end))
        return
    low = straight.lower()
    if short := _SHORT_NOT.fullmatch(straight):
        stem = _NOT.get(short.group(1).lower(), short.group(1))
        found += [Word(stem, stem.lower(), start, end), Word("not", "not", start, end)]
        return
    stem, _, rest = straight.rpartition("'")
    cut = start + len(stem)
    if low.endswith("'s") and stem.lower() in _IS:
        found += [Word(stem, stem.lower(), start, cut), Word("is", "is", cut, end)]
    elif f"'{rest.lower()}" in _SHORT and stem:
        short_form = _SHORT[f"'{rest.lower()}"]
        found += [Word(stem, stem.lower(), start, cut), Word(short_form, short_form, cut, end)]
    elif (low.endswith("'s") or low.endswith("s'")) and stem:
        found += [Word(stem, stem.lower(), start, cut), Word("'s", "'s", cut, end)]
    else:
        found.append(Word(text, low, start, end))
