"""The rules of English spelling for words that no table has, and the article before a word."""

from __future__ import annotations

import re

from .lists import listed

VOWELS = "aeiou"

PREFIXES = tuple(sorted(listed("PREFIXES"), key=lambda one: (-len(one), one)))
"""Prefixes that keep the category of the word after them, longest first."""

_SIBILANT = re.compile(r"(?:s|x|z|ch|sh)$")
_DOUBLES = re.compile(r"^[^aeiou]*(?:qu)?[aeiou][bdgklmnprtvz]$")


def plural(singular: str) -> str:
    """The regular plural: `wumpus` → `wumpuses`, `gorpy` → `gorpies`."""
    return _add_s(singular)


def verb(base: str, form: str) -> str:
    """The regular form `s`, `past`, `participle` or `ing` of a verb: `blog` → `blogged`."""
    if form == "s":
        return _add_s(base)
    if form == "ing":
        if base.endswith("ie"):
            return base[:-2] + "ying"
        return _stem(base, "i") + "ing"
    if base.endswith("y") and base[-2:-1] not in VOWELS:
        return base[:-1] + "ied"
    return _stem(base, "e") + "ed"


def _add_s(word: str) -> str:
    if word.endswith("y") and len(word) > 1 and word[-2] not in VOWELS:
        return word[:-1] + "ies"
    return word + ("es" if _SIBILANT.search(word) else "s")


def _stem(base: str, before: str) -> str:
    if base.endswith("e") and (before == "e" or not base.endswith(("ee", "oe", "ye"))):
        return base[:-1]
    return base + base[-1] if _DOUBLES.match(base) else base


def without_prefix(word: str) -> str:
    """What is left of a word without a prefix that keeps its category; empty if nothing of three letters is left."""
    for prefix in PREFIXES:
        rest = word.removeprefix(prefix)
        if rest != word:
            rest = rest.removeprefix("-")
            if len(rest) >= 3:
                return rest
    return ""


_SILENT_H = re.compile(r"(?:hour|honest|honou?r|heir)")
_SOUNDS_YOU = re.compile(
    r"(?:e[uw]|one(?:\b|-|self)|once\b|uni(?![nm]|d)|unim[eo]|u[bcfhjkqrst][aeiou]|uga|uk[ru]|ut[io]|usu|u-|ubiq|url\b)"
)
_LETTERS = re.compile(r"^(?:[A-Z]\.?){1,3}(?:s|['’]s)?$|^[B-DF-HJ-NP-TV-XZ]+s?$|^[A-Z](?=[-\d])")


def article(words: str) -> str:
    """The indefinite article before words, by the sound they begin with.

    Args:
        words: what follows the article: words, figures (`8`, `11,000`) or an abbreviation (`MRI`, `U.S.`).

    Returns:
        `a` or `an`.
    """
    text = words.strip().lstrip("\"'“‘($£€")
    first = text.split(" ", 1)[0] if text else ""
    figures = re.match(r"\d[\d,]*", first)
    if figures:
        digits = figures.group().replace(",", "")
        return "an" if digits[0] == "8" or (digits[:2] in ("11", "18") and len(digits) % 3 == 2) else "a"
    if _LETTERS.match(first) and first != "I":
        return "an" if first[0] in "AEFHILMNORSX" else "a"
    small = first.lower()
    if _SILENT_H.match(small):
        return "an"
    if _SOUNDS_YOU.match(small):
        return "a"
    return "an" if small[:1] and small[0] in "aeiouáàâäéèêëíìîïóòôöúùûüæœ" else "a"
