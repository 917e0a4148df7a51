"""Common words that the tables leave out: those younger than the lexicon, and some that it lost on its way.

Found by looking up the 30,000 most frequent words of English, a thousand names of everyday things, and the parts of
speech in which WordNet's tagged texts have them. Proper names, slang and what `guessing` reads rightly by its parts
(*gluten-free*) are left out. All inflect by the rules, but for `_ODD`.
"""

from __future__ import annotations

from functools import cache

from sorites.translators.english.vocabulary import regular
from sorites.translators.english.vocabulary.lists import listed

_ODD = {
    ("ox", "noun"): ("oxen",),
    ("wingman", "noun"): ("wingmen",),
    ("congressman", "noun"): ("congressmen",),
    ("congresswoman", "noun"): ("congresswomen",),
    ("businessperson", "noun"): ("businesspeople",),
}
"""Irregular plurals."""

_MASS = listed("MASS")
"""Nouns without a plural."""


@cache
def columns(lemma: str, part: str) -> tuple[tuple[str, ...], ...] | None:
    """The forms of a supplementary lemma, as `tables.inflections` has them, or None if it is none."""
    if lemma not in _lemmas()[part]:
        return None
    if part == "noun":
        return (_ODD.get((lemma, part), (lemma if lemma in _MASS else regular.plural(lemma),)),)
    if part == "verb":
        return tuple((regular.verb(lemma, form),) for form in ("past", "past", "ing", "s"))
    return ((), ())


@cache
def _lemmas() -> dict[str, frozenset[str]]:
    more = {part: listed(f"MORE {part}") for part in ("noun", "verb", "adj", "adv")}
    return more | {"noun": more["noun"] | {lemma for lemma, _ in _ODD}}


@cache
def _forms() -> dict[str, tuple[tuple[str, str], ...]]:
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for part, words in _lemmas().items():
        for lemma in sorted(words):
            for form in {lemma, *(form for column in columns(lemma, part) or () for form in column)}:
                found[form] = (*found.get(form, ()), (part, lemma))
    return found


def lemmas(word: str) -> tuple[tuple[str, str], ...]:
    """The supplementary lemmas of which a word is a form: pairs of part of speech and lemma."""
    return _forms().get(word, ())
