"""Spellings of one name: which of them are one name for every sensible reader, and which only might be.

Joining and case come first (``bald_eagle``, ``BaldEagle``, ``the bald eagle``), then singular
and plural (``Wumpuses``, ``Wumpus``), and one-letter slips last, since ``Employer`` and
``Employee`` are a letter apart too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ..clock import look

JOINTS: Final = frozenset(" _-.")
"""What joins the words of a name."""
_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_ALIKE: Final = str.maketrans(
    # Cyrillic, then Greek capitals and the small omicron.
    "АВЕКМНОРСТУХЅІЈԚԜаеорсухѕіјԛԝһΑΒΕΖΗΙΚΜΝΟΡΤΥΧο",
    "ABEKMHOPCTYXSIJQWaeopcyxsijqwhABEZHIKMNOPTYXo",
)
_ALIKE_SIGN: Final = re.compile(f"[{''.join(map(chr, _ALIKE))}]")
_DROPPED: Final = {ord(joint): None for joint in JOINTS}
_SIBILANTS: Final = ("s", "x", "z", "ch", "sh", "o")
_IRREGULAR: Final = {
    "people": "person",
    "children": "child",
    "mice": "mouse",
    "geese": "goose",
    "feet": "foot",
    "teeth": "tooth",
}
PLURAL_ENDINGS: Final = ("s", "n", "e")
"""How plurals end: men, people, cats."""
MAX_NAME: Final = 80
"""Characters of the longest name in which a slip is sought."""
MAX_NEAR: Final = 8
"""The most names with a letter left out in common of which one may be meant."""
MIN_SLIP: Final = 7
"""Letters of the shortest name in which a slip may be mended."""


def words(name: str) -> list[str]:
    """Return the words of a name in small letters: ``BaldEagle`` and ``bald_eagle`` have two."""
    if name.isascii() and name.isalnum():
        return [word.lower() for word in _WORDS.findall(name)]
    found: list[str] = []
    word = ""
    for i, char in enumerate(name):
        if char in JOINTS:
            word = _ended(word, found)
            continue
        if word and _parts(word[-1], char, name[i + 1 : i + 2]):
            word = _ended(word, found)
        word += "'" if char == "’" else char
    _ended(word, found)
    return found


def _ended(word: str, found: list[str]) -> str:
    if word:
        found.append(word.casefold())
    return ""


def _parts(before: str, char: str, after: str) -> bool:
    """Return whether a word ends between two characters of a name."""
    if char.isdecimal() or before.isdecimal():
        return char.isdecimal() != before.isdecimal()
    return char.isupper() and (before.islower() or (before.isupper() and after.islower()))


def fold(parts: Iterable[str]) -> str:
    """Return what all spellings of a name in other case or joining share; numbers stay apart."""
    folded = ""
    for word in parts:
        folded += "_" + word if folded and folded[-1].isdecimal() and word[0].isdecimal() else word
    return folded


def rough(name: str) -> str:
    """Return what spellings of a name in other case or joining share, and now and then some more: it is quick."""
    return name.lower() if name.isalnum() else name.translate(_DROPPED).lower()


def looks_foreign(text: str) -> bool:
    """Return whether a text has a letter of another script that looks like a Latin one."""
    return not text.isascii() and _ALIKE_SIGN.search(text) is not None


def in_latin(name: str) -> str:
    """Return the name with Latin letters for those of other scripts that look the same."""
    return name.translate(_ALIKE)


def without_article(parts: list[str]) -> list[str]:
    """Return the words of a name without an article before them."""
    return parts[1:] if len(parts) > 1 and parts[0] == "the" else parts


def singulars(word: str) -> Iterator[str]:
    """Yield the words whose plural, or whose form with he, she or it, a word in small letters may be."""
    if word in _IRREGULAR:
        yield _IRREGULAR[word]
    elif len(word) > 3 and word.endswith("men"):
        yield word[:-2] + "an"
    elif len(word) < 3 or word[-1] != "s" or word.endswith(("ss", "us", "is")):
        return
    elif word.endswith("ies") and len(word) > 4:
        yield word[:-3] + "y"
        yield word[:-1]
    elif word.endswith("ves"):
        yield from (word[:-3] + "f", word[:-3] + "fe", word[:-1])
    elif word.endswith("es") and word[:-2].endswith(_SIBILANTS):
        yield from (word[:-2], word[:-1])
    else:
        yield word[:-1]


def surely_plural(word: str, singular: str) -> bool:
    """Return whether a form can only be the noun's plural, never a verb's form: ``Work`` and ``Works`` may be two."""
    return singular.endswith("us") or word in _IRREGULAR or word.endswith("men")


def in_singular(parts: list[str]) -> Iterator[str]:
    """Yield the folded spellings of a name with one of its words in the singular."""
    for i, word in enumerate(parts):
        for singular in singulars(word):
            yield fold([*parts[:i], singular, *parts[i + 1 :]])


def one_edit_apart(a: str, b: str) -> bool:
    """Return whether one letter more, less, other or swapped with the next makes ``a`` from ``b``."""
    if a == b or abs(len(a) - len(b)) > 1 or max(len(a), len(b)) < 4:
        return False
    i = _first_difference(a, b)
    if len(a) == len(b):
        swapped = a[i : i + 2] == b[i : i + 2][::-1] and a[i + 2 :] == b[i + 2 :]
        return a[i + 1 :] == b[i + 1 :] or swapped
    return a[i + 1 :] == b[i:] if len(a) > len(b) else a[i:] == b[i + 1 :]


def is_slip(a: str, b: str) -> bool:
    """Return whether names are one letter apart as slips are: not by the first letter, a number or a capital."""
    if not one_edit_apart(a, b):
        return False
    i = _first_difference(a, b)
    longer = a if len(a) > len(b) else b
    changed = a[i] + b[i] if len(a) == len(b) else longer[i]
    return i > 0 and changed.isalpha() and changed.islower()


def is_strong_slip(a: str, b: str) -> bool:
    """Return whether names are one letter apart as two words hardly are.

    Both are long, and a letter within is missing or swapped with the next: letters that
    differ and letters at the end tell words apart (``Employer``, ``Employee``, ``Employe``).
    """
    if min(len(a), len(b)) < MIN_SLIP or not is_slip(a, b):
        return False
    i = _first_difference(a, b)
    return i < min(len(a), len(b)) and (len(a) != len(b) or a[i + 1 :] != b[i + 1 :])


def _first_difference(a: str, b: str) -> int:
    i = -1
    for i, (one, other) in enumerate(zip(a, b, strict=False)):
        if one != other:
            return i
    return i + 1


def shortened(name: str) -> Iterator[str]:
    """Yield the name, and what is left of it without each of its letters; names one edit apart share one of them."""
    yield name
    if len(name) <= MAX_NAME:
        yield from dict.fromkeys(name[:i] + name[i + 1 :] for i in range(len(name)))


class Known:
    """Names that are known, found by their spellings."""

    __slots__ = ("_folded", "_names", "_plain", "_shortened", "_singular")

    def __init__(self, names: Iterable[str]) -> None:
        self._names = dict.fromkeys(names)
        self._folded: dict[str, list[str]] = {}
        self._plain: dict[str, list[str]] = {}
        self._singular: dict[str, list[str]] = {}
        self._shortened: dict[str, list[str]] | None = None
        for name in self._names:
            parts = words(name)
            plain = without_article(parts)
            self._folded.setdefault(fold(parts), []).append(name)
            self._plain.setdefault(fold(plain), []).append(name)
            for singular in dict.fromkeys(in_singular(plain)):
                self._singular.setdefault(singular, []).append(name)

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def same(self, name: str) -> list[str]:
        """Return the known names that this one is a spelling of, by the closest kind of likeness that any has."""
        if sum(char.isalpha() for char in name) < 2:
            return []
        parts = words(name)
        plain = without_article(parts)
        key = fold(plain)
        plural = [other for one in in_singular(plain) for other in self._plain.get(one, ())]
        for found in (
            self._folded.get(fold(parts), ()),
            self._plain.get(key, ()),
            (*plural, *self._singular.get(key, ())),
        ):
            if others := [other for other in dict.fromkeys(found) if other != name]:
                return others
        return []

    def near(self, name: str) -> list[str]:
        """Return the known names that this one may be a slip of, the likelier ones first."""
        if self._shortened is None:
            self._shortened = {}
            for known in self._names:
                look()
                for key in shortened(known):
                    self._shortened.setdefault(key, []).append(known)
        look()
        groups = [self._shortened.get(key, ()) for key in shortened(name)]
        if any(len(group) > MAX_NEAR for group in groups):  # a family of names, such as P101, P102 and so on
            return []
        found = dict.fromkeys(other for group in groups for other in group)
        return sorted((o for o in found if is_slip(name, o)), key=lambda other: not is_strong_slip(name, other))
