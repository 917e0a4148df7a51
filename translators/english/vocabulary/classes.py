"""Classes of words by what follows from them; ``words.txt`` has the words, with what is in each class and after whom.

A word is here in its base form. Where a list is known not to be complete (`FACTIVES`, `ERGATIVES`, …), a word that
is not in it gets the reading that claims less.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .lists import pairs_of, rows_of, words_of

SUBSECTIVE: Final = words_of("SUBSECTIVE")
PRIVATIVE: Final = words_of("PRIVATIVE")
OPAQUE_ADJECTIVES: Final = words_of("OPAQUE_ADJECTIVES")
FUSING: Final = SUBSECTIVE | PRIVATIVE | OPAQUE_ADJECTIVES
"""Adjectives that say something only with their noun."""
STAGE: Final = words_of("STAGE")
DIFFERENCE: Final = words_of("DIFFERENCE")
FREQUENCY_ADVERBS: Final = words_of("FREQUENCY_ADVERBS")
DEFAULT_ADVERBS: Final = words_of("DEFAULT_ADVERBS")
NON_VERIDICAL: Final = words_of("OPAQUE_ADVERBS") | {"not", "never"} | FREQUENCY_ADVERBS - words_of("REGULAR_ADVERBS")
"""Adverbs with which it does not follow that it is so."""
FACTIVES: Final = words_of("FACTIVES")
REPORTS: Final = words_of("REPORTS")
ATTITUDES_TO_THINGS: Final = words_of("ATTITUDES_TO_THINGS")
STRICTLY_SYMMETRIC: Final = words_of("STRICTLY_SYMMETRIC")
SYMMETRIC_ADJECTIVES: Final = pairs_of("SYMMETRIC_ADJECTIVES")
SYMMETRIC_NOUNS: Final = words_of("SYMMETRIC_NOUNS")
FUNCTIONAL: Final = words_of("FUNCTIONAL")
RELATIONAL: Final = FUNCTIONAL | SYMMETRIC_NOUNS | words_of("RELATIONAL")
MALE_NOUNS: Final = words_of("MALE_NOUNS")
FEMALE_NOUNS: Final = words_of("FEMALE_NOUNS")
PERSON_NOUNS: Final = words_of("PERSON_NOUNS") | MALE_NOUNS | FEMALE_NOUNS - {"cow", "hen", "mare", "ewe"}
ANIMALS: Final = words_of("ANIMALS")
MATERIALS: Final = words_of("MATERIALS")
GROUPS: Final = words_of("GROUPS")
ERGATIVES: Final = words_of("ERGATIVES")
UNSPECIFIED_OBJECT: Final = words_of("UNSPECIFIED_OBJECT")
STUFF_VERBS: Final = words_of("STUFF_VERBS")
DITRANSITIVES: Final = words_of("DITRANSITIVES")
WEATHER_VERBS: Final = words_of("WEATHER_VERBS")
CONTRARIES: Final = {word: tuple(others.split()) for word, others in rows_of("CONTRARIES")}


class Implication(NamedTuple):
    """What an implicative verb says of its complement: ``+`` that it is so, ``-`` that it is not, ``0`` nothing.

    Attributes:
        affirmed: when the verb is affirmed.
        denied: when it is denied.
    """

    affirmed: str
    denied: str


IMPLICATIVES: Final = {
    phrase: Implication(*signs.split()) for signs, phrases in rows_of("IMPLICATIVES") for phrase in phrases.split(", ")
}


class Scale(NamedTuple):
    """Where a gradable adjective lies.

    Attributes:
        dimension: what is measured.
        high: whether more of it is meant: tall, not short.
        measured: the dimensions of `measures.UNITS` that measure it.
        opposite: the adjective of the other end.
    """

    dimension: str
    high: bool
    measured: tuple[str, ...] = ()
    opposite: str = ""


def _scales(name: str) -> dict[str, Scale]:
    scales: dict[str, Scale] = {}
    for dimension, measured, *both in rows_of(name):
        units = tuple(unit for unit in measured.split(", ") if unit)
        highs, lows = (words.split() for words in both)
        for word in highs:
            scales.setdefault(word, Scale(dimension, True, units, lows[0] if lows else ""))
        for word in lows:
            scales.setdefault(word, Scale(dimension, False, units, highs[0]))
    return scales


DIMENSIONS: Final = _scales("DIMENSIONS")
OTHER_SCALES: Final = _scales("OTHER_SCALES")
