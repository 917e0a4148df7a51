"""Classes of words by what follows from them; ``words.txt`` has the words, with what is in each class and after whom.

A word is here in its base form. Where a list is known not to be complete (`FACTIVES`, `ERGATIVES`, …), a word that
is not in it gets the reading that claims less.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .lists import listed, pairs_of, rows_of

SUBSECTIVE: Final = listed("SUBSECTIVE")
PRIVATIVE: Final = listed("PRIVATIVE")
OPAQUE_ADJECTIVES: Final = listed("OPAQUE_ADJECTIVES")
FUSING: Final = SUBSECTIVE | PRIVATIVE | OPAQUE_ADJECTIVES
"""Adjectives that say something only with their noun."""
DIFFERENCE: Final = listed("DIFFERENCE")
FREQUENCY_ADVERBS: Final = listed("FREQUENCY_ADVERBS")
DEFAULT_ADVERBS: Final = listed("DEFAULT_ADVERBS")
NON_VERIDICAL: Final = listed("OPAQUE_ADVERBS") | {"not", "never"} | FREQUENCY_ADVERBS - listed("CONSTANT_ADVERBS")
"""Adverbs with which it does not follow that it is so."""
FACTIVES: Final = listed("FACTIVES")
REPORTS: Final = listed("REPORTS")
ATTITUDES_TO_THINGS: Final = listed("ATTITUDES_TO_THINGS")
STRICTLY_SYMMETRIC: Final = listed("STRICTLY_SYMMETRIC")
SYMMETRIC_ADJECTIVES: Final = pairs_of("SYMMETRIC_ADJECTIVES")
SYMMETRIC_NOUNS: Final = listed("SYMMETRIC_NOUNS")
FUNCTIONAL: Final = listed("FUNCTIONAL")
RELATIONAL: Final = FUNCTIONAL | SYMMETRIC_NOUNS | listed("RELATIONAL")
MALE_NOUNS: Final = listed("MALE_NOUNS")
FEMALE_NOUNS: Final = listed("FEMALE_NOUNS")
PERSON_NOUNS: Final = listed("PERSON_NOUNS") | MALE_NOUNS | FEMALE_NOUNS - {"cow", "hen", "mare", "ewe"}
ANIMALS: Final = listed("ANIMALS")
MATERIALS: Final = listed("MATERIALS")
GROUPS: Final = listed("GROUPS")
ERGATIVES: Final = listed("ERGATIVES")
UNSPECIFIED_OBJECT: Final = listed("UNSPECIFIED_OBJECT")
STUFF_VERBS: Final = listed("STUFF_VERBS")
DITRANSITIVES: Final = listed("DITRANSITIVES")
CONTRARIES: Final = {word: tuple(others.split()) for word, others in rows_of("CONTRARIES")}


class Implication(NamedTuple):
    """What an implicative verb says of its complement: ``+`` that it is so, ``-`` that it is not, ``0`` nothing.

    Attributes:
        affirmed: when the verb is affirmed.
        denied: when it is denied.
        plain: ``=`` if it says nothing else.
    """

    affirmed: str
    denied: str
    plain: str = ""


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
