"""The words of the tables: what a word can be, and what its forms are."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Literal, NamedTuple

from sorites.translators.english.vocabulary import regular
from sorites.translators.english.vocabulary.closed import AUXILIARIES, CLOSED, PREPOSITIONS
from sorites.translators.english.vocabulary.lists import listed, pairs_of
from sorites.translators.english.vocabulary.tables import inflections, lemmas

Category = Literal["noun", "verb", "adjective", "adverb"]

CATEGORIES: dict[str, Category] = {"noun": "noun", "verb": "verb", "adj": "adjective", "adv": "adverb"}
"""The table's names of the parts of speech, with ours."""

VERB_COLUMNS = ("past", "participle", "ing", "s")
DEGREE_COLUMNS = ("comparative", "superlative")

PLURAL_ONLY = listed("PLURAL_ONLY")
"""Nouns that take a plural verb and have no singular: the table does not tell them from mass nouns."""

ZERO_PLURAL = listed("ZERO_PLURAL")
"""Nouns whose plural is as the singular: the table does not tell them from mass nouns, which have none."""

USUAL_PLURALS = {"person": "people", "die": "dice", "staff": "staff", "penny": "pennies", "brother": "brothers"}
_IN_ED = {verb: regular.verb(verb, "past") for verb in "learn burn dream lean leap smell spell spill spoil".split()}
USUAL_PASTS = _IN_ED | pairs_of("USUAL_PASTS")
USUAL_PARTICIPLES = _IN_ED | pairs_of("USUAL_PARTICIPLES")

SHORT = frozenset("ax go id ox pi ad ex".split())
"""The words of one or two letters that are words, not letters, symbols or shortened ones."""

RARE = {part: listed(f"RARE {part}") for part in ("noun", "verb", "adj", "adv")}
"""Readings of the table that are so rare that they only make sentences ambiguous: *a make*, *to cat*, *the long*."""

ALIASES = {"ok": "okay", "OK": "okay", "Ok": "okay"}
"""Words that are read as another one."""

PEOPLES = listed("PEOPLES")
"""Nouns with a capital that are no names: who belongs to a people, a faith or a party, beside those that are
adjectives.
"""

NAMED = listed("NAMED")
"""Capitalised adjectives of the table that are rather names of places, persons or firms."""


class Form(NamedTuple):
    """A reading of a word: the form of a lemma in a category.

    `form` is for nouns `singular` or `plural`; for verbs `base`, `s`, `past`, `participle` or `ing`; for adjectives and
    adverbs `positive`, `comparative` or `superlative`.
    """

    lemma: str
    category: Category
    form: str


@cache
def forms_of(word: str) -> tuple[Form, ...]:
    """All readings that the tables have of a word as it stands.

    Args:
        word: one word; with a capital it is also looked up without (unless it is an abbreviation such as `US`), and
            with
            accents also without (`café`).

    Returns:
        The readings, adjectives first, then adverbs, nouns and verbs; empty for an unknown word, for a name, and for
        a closed-class word (`closed.CLOSED`), even where the tables know a noun or verb that is spelled like it.
    """
    word = ALIASES.get(word, word.replace("’", "'"))
    found = _entries(word)
    small = word.lower()
    if small != word and not (word.isupper() and 1 < len(word) <= 4):
        found += tuple(form for form in _entries(small) if form not in found)
    if not found and not small.isascii():
        bare = "".join(mark for mark in unicodedata.normalize("NFD", small) if not unicodedata.combining(mark))
        found = _entries(bare) if bare != small else ()
    return found


@cache
def _entries(word: str) -> tuple[Form, ...]:
    if not _is_word(word):
        return ()
    found: list[Form] = []
    listed = lemmas(word) if word != "data" else (("noun", "data"),)  # few still say "datum"
    for part, raw in listed:
        if not _kept(raw, part):
            continue
        if part == "noun" and (
            (raw == word and _plural_of_another(word, listed)) or (raw, word) == ("leave", "leaves")
        ):
            continue
        lemma = _spelling(raw, part)
        found += [Form(lemma, CATEGORIES[part], form) for form in _forms(word, raw, part)]
    if word in PLURAL_ONLY:
        found = [form for form in found if form.category != "noun"] if word != "people" else []
        found.append(Form("person" if word == "people" else word, "noun", "plural"))
    return tuple(dict.fromkeys(found))


def _kept(lemma: str, part: str) -> bool:
    if part not in CATEGORIES or lemma in RARE[part] or (lemma == "being" and part != "noun") or not _is_word(lemma):
        return False
    return not lemma[0].isupper() or _common(lemma, part)


def _is_word(word: str) -> bool:
    # "being" is a noun, too; the auxiliaries are the grammar's
    if word == "being":
        return True
    if word.lower() in CLOSED or word.lower() in AUXILIARIES or (len(word) < 3 and word not in SHORT):
        return False
    return any(letter in "aeiouyéæ" for letter in word.lower()) and "." not in word and " " not in word


def _common(lemma: str, part: str) -> bool:
    # of the words with a capital, those of peoples and faiths are kept; the others are names, which no table lists in
    # full
    if lemma in NAMED or not lemma.isalpha() or lemma.isupper():
        return False
    if part == "adj":
        return True
    plurals = (inflections(lemma, part) or ((),))[0]
    counted = lemma + "s" in plurals or lemma.endswith("ese") or lemma == "Swiss"
    return part == "noun" and (lemma in PEOPLES or (counted and inflections(lemma, "adj") is not None))


def _plural_of_another(word: str, listed: tuple[tuple[str, str], ...]) -> bool:
    # "troops" is in the table as a plural of "troop" and as a noun of its own: one reading is enough
    if word in ZERO_PLURAL or word in PLURAL_ONLY or word.endswith("ics"):
        return False
    others = [lemma for part, lemma in listed if part == "noun" and lemma != word]
    return word.endswith("s") and any(word in (inflections(lemma, "noun") or ((),))[0] for lemma in others)


def _spelling(lemma: str, part: str) -> str:
    # "over-shoot" is listed under "overshoot", "distil" under "distill": one lemma for all spellings that the table
    # joins
    for other_part, other in lemmas(lemma):
        if (
            other_part == part
            and not other.isupper()
            and (other == lemma or not _forms(lemma, other, part))
            and inflections(other, part)
        ):
            return other
    return lemma


@cache
def _forms(word: str, lemma: str, part: str) -> tuple[str, ...]:
    columns = inflections(lemma, part)
    if columns is None:
        return ("singular",) if (word, lemma, part) == ("being", "being", "noun") else ()
    if part == "noun":
        return _numbers(word, lemma, columns[0])
    names, base = (VERB_COLUMNS, "base") if part == "verb" else (DEGREE_COLUMNS, "positive")
    found = [base] if word == lemma else []
    return (*found, *(name for name, forms in zip(names, columns, strict=False) if word in forms))


def _numbers(word: str, lemma: str, plurals: tuple[str, ...]) -> tuple[str, ...]:
    if word != lemma:
        return ("plural",) if word in plurals else ()
    if lemma in PLURAL_ONLY:
        return ("plural",)
    return (
        ("singular", "plural")
        if lemma in ZERO_PLURAL or lemma.endswith(("ese", "craft")) or lemma == "data"
        else ("singular",)
    )


@cache
def is_mass(lemma: str) -> bool:
    """Whether a noun can be a mass noun (*water*, *news*, *furniture*), as far as the table knows.

    Args:
        lemma: the noun in the singular.

    Returns:
        True if the table lists the lemma as its own plural or has no plural, and it is not one of `ZERO_PLURAL`.
    """
    columns = inflections(lemma, "noun")
    return columns is not None and lemma not in ZERO_PLURAL | PLURAL_ONLY and (not columns[0] or lemma in columns[0])


@cache
def noun(lemma: str, plural: bool = False) -> str:
    """A noun in the singular or plural.

    Args:
        lemma: the singular; of a compound (`key card`, `mother-in-law`, `cup of tea`) the head is inflected.
        plural: whether the plural is wanted.

    Returns:
        The form that the table lists first, or by the rules of spelling for a noun that it does not have. A noun that
        has no plural (`furniture`) stays as it is.
    """
    if not plural:
        return lemma
    columns = inflections(lemma, "noun")
    if lemma in PLURAL_ONLY or lemma in ZERO_PLURAL:
        return lemma
    if lemma in USUAL_PLURALS:
        return USUAL_PLURALS[lemma]
    if columns is not None:
        return next((form for form in columns[0] if form != lemma), lemma)
    for mark in (" ", "-"):
        parts = lemma.split(mark)
        if len(parts) > 1 and all(parts):
            head = next((place for place, part in enumerate(parts) if place and part in PREPOSITIONS), len(parts)) - 1
            return mark.join([*parts[:head], noun(parts[head], True), *parts[head + 1 :]])
    return regular.plural(lemma)


@cache
def verb(lemma: str, form: str) -> str:
    """A form of a verb.

    Args:
        lemma: the base form; of a verb with particles (`look after`) the first word is inflected.
        form: `base`, `s`, `past`, `participle` or `ing`.

    Returns:
        The form that the table lists first, or by the rules of spelling; for *be* the third person singular.

    Raises:
        KeyError: there is no such form.
    """
    if form == "base":
        return lemma
    if lemma == "be":
        return {"s": "is", "past": "was", "participle": "been", "ing": "being"}[form]
    place = VERB_COLUMNS.index(form) if form in VERB_COLUMNS else -1
    if place < 0:
        raise KeyError(form)
    start, space, rest = lemma.partition(" ")
    usual = {"past": USUAL_PASTS, "participle": USUAL_PARTICIPLES}.get(form, {}).get(start)
    if usual:
        return usual + space + rest
    columns = inflections(start, "verb")
    if columns is not None and columns[place]:
        return columns[place][0] + space + rest
    stem = regular.without_prefix(start)
    if stem and inflections(stem, "verb"):
        return start[: len(start) - len(stem)] + verb(stem, form) + space + rest
    return regular.verb(start, form) + space + rest


@cache
def adjective(lemma: str, form: str) -> str:
    """A form of an adjective or adverb.

    Args:
        lemma: the positive.
        form: `positive`, `comparative` or `superlative`.

    Returns:
        The form of the table, otherwise with *more* or *most* (`more careful`).

    Raises:
        KeyError: there is no such form.
    """
    if form == "positive":
        return lemma
    word = {"comparative": "more", "superlative": "most"}[form]
    for part in ("adj", "adv"):
        columns = inflections(lemma, part)
        if columns is not None and columns[DEGREE_COLUMNS.index(form)]:
            return columns[DEGREE_COLUMNS.index(form)][0]
    return f"{word} {lemma}"
