"""Where the words of generated problems come from: lists that libraries carry, as far as a problem can use them.

Names, occupations, food and languages are those of `mimesis` (MIT, kept up since 2016, no packages of its own);
whether a word is a noun, and its forms, is what the tables of `lemminflect` say. The others:
`faker` has 700 clean English names and jobs such as "Accountant, chartered", but no food; `wonderwords` lists words of
all kinds without saying what they can be said of; WordNet must be fetched. mimesis draws words by its own random
numbers and imports all its providers, so that its tables are read here, as files of the installed package; that their
place is no promise of the library is met by a bound in `pyproject.toml` and by `require`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from sorites.solvers.errors import require
from sorites.translators.english.semantics.referents import personal
from sorites.translators.english.vocabulary import words as english
from sorites.translators.english.vocabulary.classes import ANIMALS
from sorites.translators.english.vocabulary.closed import AUXILIARIES, CLOSED
from sorites.translators.english.vocabulary.tables import inflections, lemmas
from sorites.translators.english.vocabulary.tables import table as of_lemminflect

from .data import table

STEM: Final = 4
"""As many letters as tell two words apart: *bake* and *baker* are too near each other for one problem."""
_EUROPE: Final = "en de es fr it pt".split()
"""Locales whose lists of names tell whether a name is a woman's or a man's; one that stands in both tells nothing."""
_LISTS: Final = table("words")
_NO_OCCUPATION: Final = frozenset(_LISTS["no occupation"])
"""Occupations that others are kinds of, that mean nearly the same as another one, are no nouns for one person of any
sex, or say too much about somebody."""
_SEX: Final = tuple(_LISTS["of one sex"])
_HEADS: Final = frozenset(_LISTS["heads"])
"""What the last word of an occupation of two words is: bus *driver*."""
_NO_FOOD: Final = frozenset(_LISTS["no food"])
_MASS: Final = frozenset(_LISTS["mass"])
"""What is hardly counted, although the table of inflections has a plural."""
_NO_ANIMAL: Final = frozenset(_LISTS["no animal"])
"""General ones, those of one sex or age (a mare is a horse), and words that mean more than the animal."""


@cache
def _read(locale: str, kind: str) -> Mapping[str, Any]:
    """Return a table of mimesis.

    Raises:
        MissingExtra: it is not installed.
    """
    require("eval", "mimesis")
    spec = find_spec("mimesis")  # finds the package without running it
    assert spec is not None
    assert spec.submodule_search_locations is not None
    place = Path(spec.submodule_search_locations[0], "datasets", locale, f"{kind}.json")
    found: Mapping[str, Any] = json.loads(place.read_text(encoding="utf-8"))
    return found


def names() -> dict[str, str]:
    """Return first names, each with ``she`` or ``he``.

    They are no words of English, and any two of them differ in their first letters, so that no reader
    takes one for another.
    """
    female, male = set[str](), set[str]()
    for locale in _EUROPE:
        listed = _read(locale, "person")["names"]
        female.update(listed["female"])
        male.update(listed["male"])
    known = _read("en", "person")["names"]
    words = {*re.findall("^[^,]+", of_lemminflect("lemma_lu.csv.gz").decode(), re.MULTILINE), *CLOSED, *AUXILIARIES}
    found: dict[str, str] = {}
    for name in sorted({*known["female"], *known["male"]}, key=lambda n: (len(n), n)):
        stem = name[:STEM].lower()
        plain = name.isascii() and name.isalpha() and len(name) > 2 and not {name, name.lower()} & words
        if plain and (name in female) != (name in male) and stem not in found:
            found[stem] = name
    return {name: "she" if name in female else "he" for name in sorted(found.values())}


def towns() -> list[str]:
    """Return towns whose names are no words and nobody's: *Abilene*, *Fresno*."""
    people = _read("en", "person")["names"]
    taken = {*people["female"], *people["male"]}
    listed = {name for name in _read("en", "address")["city"] if name.isascii() and name.isalpha()} - taken
    return sorted(name for name in listed if len(name) > STEM and not lemmas(name.lower()))


def occupations() -> tuple[list[str], list[str]]:
    """Return what people are by occupation: nouns of one word, and of two."""
    single, double = set[str](), set[str]()
    for listed in _read("en", "person")["occupation"]:
        words = listed.lower().split()
        if not all(word.isalpha() and _plain_noun(word) for word in words) or words[-1].endswith(_SEX):
            continue
        if not personal(words[-1]):  # else *he* and *she* would have nobody to refer to
            continue
        if len(words) == 1 and words[0] not in _NO_OCCUPATION:
            single.add(words[0])
        elif len(words) == 2 and words[1] in _HEADS and inflections(words[0], "adj") is None:
            if words[0].endswith("ing"):  # a labelling operator labels operators, for all that one can see
                continue
            double.add(" ".join(words))
    return sorted(single), sorted(double)


def plants() -> list[str]:
    """Return vegetables and fruits, as they are spoken of in general: *carrots*, *celery*."""
    food = _read("en", "food")
    bases = _nouns((*food["vegetables"], *food["fruits"]))
    return sorted(english.noun(base, True) for base in bases if base not in _MASS)


def animals() -> list[str]:
    """Return animals in the plural: those that Sorites English knows."""
    return sorted(english.noun(animal, True) for animal in ANIMALS - _NO_ANIMAL)


def languages() -> list[str]:
    """Return languages."""
    return [name for name in _read("en", "person")["language"] if name.isascii() and name.isalpha()]


def _nouns(listed: Iterable[str]) -> set[str]:
    """Return the nouns of one word among these, in the singular."""
    bases = (next((lemma for part, lemma in lemmas(word.lower()) if part == "noun"), "") for word in listed)
    return {base for base in bases if base.isalpha() and base not in _NO_FOOD}


def _plain_noun(word: str) -> bool:
    return inflections(word, "noun") is not None and english.noun(word, True) != word
