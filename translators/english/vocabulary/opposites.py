"""Negation by a prefix: *invalid* is not valid, *non-member* no member. Only true negations are given."""

from __future__ import annotations

from functools import cache

from sorites.translators.english.vocabulary.lists import listed
from sorites.translators.english.vocabulary.tables import inflections
from sorites.translators.english.vocabulary.words import Form, forms_of

_NOT_NEGATED = listed("NOT_NEGATED")
"""Words that begin like a negation and say something else: *invaluable* is very valuable, *uneasy* not difficult."""

_NEGATED_BY_DIS = listed("NEGATED_BY_DIS")
"""The words in which *dis-* denies; in others it undoes (*disconnect*), or has no meaning left (*disease*)."""

_NEGATED_BY_LESS = listed("NEGATED_BY_LESS")
"""Adjectives in *-less* that deny the one in *-ful*; *priceless*, *shameless* and *restless* do not."""


@cache
def opposite(word: str) -> str | None:
    """What a word denies by its prefix (or by *-less*).

    Args:
        word: an adjective, an adverb, a noun in *non-*, or one of a few verbs (`disobey`), in its base form.

    Returns:
        The word denied, which whatever is so is not: `invalid` → `valid`, `unhappy` → `happy`, `unpaid` → `paid`.
        None if the word denies nothing, or what it would deny is in no table. That what is not happy is unhappy does
        not follow.
    """
    small = word.lower()
    if small in _NEGATED_BY_LESS:
        return small.removesuffix("less") + "ful"
    if small in _NEGATED_BY_DIS:
        return small.removeprefix("dis")
    if small in _NOT_NEGATED or (small.endswith("ly") and _stem_excluded(small)):
        return None
    for prefix in ("non-", "non", "un-", "un", "in", "im", "il", "ir"):
        rest = small.removeprefix(prefix)
        if rest != small and len(rest) > 2 and _fits(prefix, rest) and _deniable(prefix, small, rest):
            return rest
    return None


def _stem_excluded(adverb: str) -> bool:
    stem = adverb.removesuffix("ly")
    return any(stem + end in _NOT_NEGATED or stem[:-1] + "y" in _NOT_NEGATED for end in ("", "e", "le"))


def _fits(prefix: str, rest: str) -> bool:
    # in- becomes im-, il-, ir- before the sounds that ask for it, and only there
    return {"im": rest[0] in "bmp", "il": rest[0] == "l", "ir": rest[0] == "r"}.get(prefix, True)


def _deniable(prefix: str, word: str, rest: str) -> bool:
    readings = forms_of(rest)
    if prefix.startswith("non"):
        return any(
            form.category in ("noun", "adjective") and form.form in ("singular", "positive") for form in readings
        )
    if any(form.category in ("adjective", "adverb") and form.form == "positive" for form in readings):
        return prefix.startswith("un") or _is_adjective(word)
    # "unpaid": a participle, if the word itself is no noun
    return prefix.startswith("un") and rest.endswith(("ed", "en", "t", "d", "n")) and any(map(_participle, readings))


def _is_adjective(word: str) -> bool:
    return inflections(word, "adj") is not None or inflections(word, "adv") is not None


def _participle(form: Form) -> bool:
    return form.form == "participle"
