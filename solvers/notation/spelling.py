"""Spellings of one name: what they share, and which names are plurals of which."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import Final

_JOINTS: Final = " _-."
"""What joins the words of a name."""
_WORD: Final = re.compile(r"A+(?!a)|A?a+|0+")
"""A word, by the shape of its characters: capitals, digits, and others."""
_JOINT: Final = re.compile(r"(?<!\d) | (?!\d)")
_ALIKE: Final = str.maketrans(
    # Cyrillic, then Greek capitals and the small omicron.
    "АВЕКМНОРСТУХЅІЈԚԜаеорсухѕіјԛԝһΑΒΕΖΗΙΚΜΝΟΡΤΥΧο",
    "ABEKMHOPCTYXSIJQWaeopcyxsijqwhABEZHIKMNOPTYXo",
)
_SIBILANTS: Final = ("s", "x", "z", "ch", "sh", "o")
_OUTLINE: Final = str.maketrans("v", "f", " _-.eisy'’")


@lru_cache(8192)
def words(name: str) -> tuple[str, ...]:
    """Return the words of a name in small letters: ``BaldEagle`` and ``bald_eagle`` have two."""
    shape = "".join([" " if c in _JOINTS else "0" if c.isdecimal() else "A" if c.isupper() else "a" for c in name])
    return tuple([name[one.start() : one.end()].casefold().replace("’", "'") for one in _WORD.finditer(shape)])


def fold(name: str) -> str:
    """Return what all spellings of a name in other case or joining share; numbers stay apart."""
    return _folded(words(name))


def _folded(parts: Iterable[str]) -> str:
    return _JOINT.sub("", " ".join(parts))


def in_latin(name: str) -> str:
    """Return the name with Latin letters for those of other scripts that look the same."""
    return unicodedata.normalize("NFKC", name).translate(_ALIKE)


def outlines(names: Collection[str]) -> list[str]:
    """Return of each name what it has in common with all its spellings and its plural, and now and then with others."""
    found = "\n".join(names).lower().replace("men", "man").translate(_OUTLINE).split("\n")
    return found if len(found) == len(names) else [outlines([name.replace("\n", " ")])[0] for name in names]


def _singulars(word: str) -> Iterator[str]:
    """Yield the words whose plural, or whose form with he, she or it, a word in small letters may be."""
    if len(word) > 3 and word.endswith("men"):
        yield word[:-2] + "an"
    elif len(word) > 2 and word[-1] == "s" and not word.endswith(("ss", "us", "is")):
        yield word[:-1]
        if word.endswith("ies") and len(word) > 4:
            yield word[:-3] + "y"
        elif word.endswith("ves"):
            yield from (word[:-3] + "f", word[:-3] + "fe")
        elif word.endswith("es") and word[:-2].endswith(_SIBILANTS):
            yield word[:-2]


def surely_plural(word: str, singular: str) -> bool:
    """Return whether a form can only be the noun's plural, never a verb's form: ``Work`` and ``Works`` may be two."""
    return singular.endswith("us") or word.endswith("men")


def singular_in(name: str, other: str) -> tuple[str, str] | None:
    """Return the plural in a name and its singular in another, if the two differ in that alone."""
    parts, key = words(name), fold(other)
    for i, word in enumerate(parts):
        for singular in _singulars(word):
            if _folded([*parts[:i], singular, *parts[i + 1 :]]) == key:
                return word, singular
    return None
