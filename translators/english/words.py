"""The words of a sentence, with their places."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_WORD: Final = re.compile(
    r"(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr)\.(?=\s)|[^\W_]+(?:[-'’_./][^\W_]+)*'?|[,;:()\"“”]|[^\s\w]", re.UNICODE
)
_SHORT_NOT: Final = re.compile(r"(?i)(ca|wo|sha|[a-z]+)n['’]t$")
_SHORT: Final = {"'s": "is", "'re": "are", "'ll": "will", "'ve": "have", "'d": "would", "'m": "am"}
_PRONOUNS: Final = frozenset("he she it they we i you who that there what everyone someone anyone nobody".split())
_NOT: Final = {"ca": "can", "wo": "will", "sha": "shall"}


class Word(NamedTuple):
    """A word.

    Attributes:
        text: as it is written.
        low: in small letters.
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


def words_of(sentence: str) -> tuple[Word, ...]:
    """Return the words and marks of a sentence; short forms such as ``isn't`` are written out."""
    if "'" not in sentence and "’" not in sentence and "annot" not in sentence:
        return tuple(Word(t := m.group(), t.lower(), *m.span()) for m in _WORD.finditer(sentence))
    found: list[Word] = []
    for match in _WORD.finditer(sentence):
        text, start, end = match.group(), *match.span()
        if short := _SHORT_NOT.fullmatch(text):
            stem = short.group(1)
            found.append(_word(_NOT.get(stem.lower(), stem), start, end))
            found.append(_word("not", start, end))
            continue
        if text.lower() == "cannot":
            found += [_word("can", start, end), _word("not", start, end)]
            continue
        stem, mark, rest = text.replace("’", "'").rpartition("'")
        if mark and f"'{rest}".lower() in _SHORT and stem.lower() in _PRONOUNS:
            found += [_word(stem, start, end), _word(_SHORT[f"'{rest}".lower()], start, end)]
            continue
        found.append(_word(text, start, end))
    return tuple(found)


def _word(text: str, start: int, end: int) -> Word:
    return Word(text, text.lower().replace("’", "'"), start, end)
