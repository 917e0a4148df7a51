"""Forms of words: what a verb or a noun is in its basic form."""

from __future__ import annotations

from functools import cache
from typing import Final

from .lexicon import IRREGULAR_NOUNS, IRREGULAR_VERBS, VERBS

_SIBILANT: Final = ("ss", "sh", "ch", "x", "zz")
_KEEPS_E: Final = frozenset(
    "house cause excuse spouse clause pause nurse horse course purse mouse blouse abuse use muse fuse ruse phase "
    "case base vase disease release exercise noise purchase phrase rose nose dose close choice promise premise "
    "enterprise prize size maze breeze license expense response universe verse corpse curse sense lense".split()
)
_VOWELS: Final = frozenset("aeiou")


@cache
def singular(word: str) -> str:
    """Return a noun in the singular; a word that is no plural stays."""
    if word in IRREGULAR_NOUNS:
        return IRREGULAR_NOUNS[word]
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is", "'s")):
        return word[:-2] if word.endswith("'s") else word
    if word.endswith("ies"):
        return f"{word[:-3]}y" if len(word) > 4 else word[:-1]
    if word.endswith("es"):
        stem = word[:-2]
        if word[:-1] in _KEEPS_E or word[:-1] in VERBS:
            return word[:-1]
        if stem.endswith((*_SIBILANT, "us", "as", "is", "o")):
            return stem
    return word[:-1]


@cache
def verb(word: str) -> str | None:
    """Return the basic form of a verb that is known, or ``None``."""
    if word in IRREGULAR_VERBS:
        return IRREGULAR_VERBS[word]
    return next((base for base in _bases(word) if base in VERBS), None)


@cache
def guessed_verb(word: str) -> str:
    """Return the basic form that a word would have if it were a verb."""
    known = verb(word)
    if known is not None:
        return known
    bases = _bases(word)
    if word.endswith("s") and len(bases) > 1:
        return bases[1]
    return word


def _bases(word: str) -> tuple[str, ...]:
    """Return what a word may come from, the word itself first, then the likeliest."""
    found = [word]
    if word.endswith("ies") and len(word) > 4:
        found.append(f"{word[:-3]}y")
    elif word.endswith("es") and word[:-2].endswith((*_SIBILANT, "o", "z", "s")):
        found += [word[:-2], word[:-1]] if word[:-1] not in VERBS else [word[:-1]]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        found.append(word[:-1])
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if stem == word or not _VOWELS & set(stem):
            continue
        found += [f"{stem}e", stem]
        if len(stem) > 2 and stem[-1] == stem[-2]:
            found.append(stem[:-1])
        if ending == "ed" and stem.endswith("i"):
            found.append(f"{stem[:-1]}y")
        if ending == "ing" and stem.endswith("y"):
            found.append(f"{stem[:-1]}ie")
    return tuple(found)


@cache
def participle(word: str) -> str | None:
    """Return the verb of a past participle (``chosen``, ``liked``), or ``None``."""
    if word.endswith("ed") or word in IRREGULAR_VERBS:
        return verb(word)
    return None


@cache
def progressive(word: str) -> str | None:
    """Return the verb of a form in -ing that is no adjective, or ``None``."""
    return verb(word) if word.endswith("ing") and word not in ADJECTIVES_IN_ING else None


@cache
def third_person(word: str) -> str | None:
    """Return the verb of a form such as ``chases``, or ``None``."""
    if not word.endswith("s"):
        return None
    base = verb(word)
    return base if base != word else None


ADJECTIVES_IN_ING: Final = frozenset(
    "interesting boring charming caring loving exciting amazing annoying confusing demanding disappointing "
    "encouraging entertaining fascinating frightening inspiring outgoing promising relaxing satisfying shocking "
    "surprising terrifying tiring touching understanding unassuming willing challenging engaging striking "
    "outstanding calming soothing daring hardworking easygoing long-lasting".split()
)


def third_form(base: str) -> str:
    """Return a verb as one says it of one person."""
    irregular = {"have": "has", "do": "does", "go": "goes", "be": "is"}
    if base in irregular:
        return irregular[base]
    if base.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{base}es"
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return f"{base[:-1]}ies"
    return f"{base}s"
