"""Spellings of one name: what they share, and which names are plurals of which."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final

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
_OUTLINE: Final = str.maketrans("v", "f", " _-.eisy'’")


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


def outlines(names: Collection[str]) -> list[str]:
    """Return of each name what it has in common with all its spellings and its plural, and now and then with others."""
    found = "\n".join(names).lower().replace("men", "man").translate(_OUTLINE).split("\n")
    return found if len(found) == len(names) else [outlines([name.replace("\n", " ")])[0] for name in names]


def singulars(word: str) -> Iterator[str]:
    """Yield the words whose plural, or whose form with he, she or it, a word in small letters may be."""
    if len(word) > 3 and word.endswith("men"):
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
    return singular.endswith("us") or word.endswith("men")


def singular_in(name: str, other: str) -> tuple[str, str] | None:
    """Return the plural in a name and its singular in another, if the two differ in that alone."""
    parts, key = words(name), fold(words(other))
    for i, word in enumerate(parts):
        for singular in singulars(word):
            if fold([*parts[:i], singular, *parts[i + 1 :]]) == key:
                return word, singular
    return None
