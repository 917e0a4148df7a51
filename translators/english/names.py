"""Which words of a text are names, though its sentences begin with them."""

from __future__ import annotations

import re
from typing import Final

from .lexicon import (
    ADVERBS,
    BE,
    DETERMINERS,
    DO,
    HAVE,
    IRREGULAR_NOUNS,
    MODALS,
    OPENERS,
    PREPOSITIONS,
    QUANTIFIER_WORDS,
    SUBJECT_PRONOUNS,
    UNSUPPORTED,
)
from .morphology import third_person, verb

_MID_NAME: Final = re.compile(r"(?<![.!?:\"“]\s)(?<!^)\b([A-Z][\w-]*)")
_FIRST: Final = re.compile(r"(?:^|[.!?:\n]\s*)([A-Z][\w-]*)\s+([\w']+)(?=(?:\s+([\w']+))?)")
_LISTED: Final = re.compile(r"(?:^|[.!?:\n]\s*)([A-Z][\w-]*)(?:,|\s+(?:and|or|nor))\s+[A-Z]")
_BEHIND_NAMES: Final = MODALS | frozenset(
    "did had never always either neither didn't can't won't cannot also and".split()
)
_AUXILIARIES: Final = BE | DO | HAVE | MODALS
_IN_S: Final = frozenset(
    "Agnes Alexis Anders Andreas Angus Atlas Boris Carlos Charles Chris Claus Curtis Cyrus Demetrius Denis Dennis "
    "Dolores Doris Elias Frances Francis Gladys Gus Hans Hercules Hermes Hobbes Ignatius Ines Iris James Janis "
    "Jens Jess Jesus Jonas Julius Justus Klaus Lars Lewis Linus Lois Louis Lucas Lucius Luis Lukas Magnus Marcus "
    "Mars Mathias Matthias Miles Moses Myles Nicholas Nicolas Niels Niklas Otis Phineas Phyllis Rhys Ross Rufus "
    "Russ Seamus Silas Socrates Stavros Tess Thaddeus Thales Thomas Titus Tobias Travis Venus Wes Willis "
    "Zacharias Zeus".split()
)
"""Names that look like plurals: ``Boris will be late`` is not about many."""


def names_of(context: str, question: str) -> frozenset[str]:
    """Return the words that are names: capital within a sentence, or first in one before a verb in the singular."""
    found: set[str] = set()
    for text in (context, question):
        found.update(_MID_NAME.findall(text))
        for word, after, next_one in _FIRST.findall(text):
            low = after.lower()
            if next_one.lower() in _AUXILIARIES and low not in _AUXILIARIES and not after[:1].isupper():
                continue  # heavy blocks are …
            third = low in {"is", "was", "has", "does", "isn't", "wasn't", "doesn't"} or third_person(low) is not None
            singular = word in _IN_S or (not word.endswith("s") and word.lower() not in IRREGULAR_NOUNS)
            past = low.endswith("ed") and verb(low) is not None
            if third or (singular and (low in _BEHIND_NAMES or past or after[:1].isupper())):
                found.add(word)
        found.update(w for w in _LISTED.findall(text) if not w.endswith("s") or w in _IN_S)
    closed = {*ADVERBS, *DETERMINERS, *PREPOSITIONS, *QUANTIFIER_WORDS, *SUBJECT_PRONOUNS, *UNSUPPORTED, *OPENERS}
    closed |= set(
        "the this that these those there if when whenever unless either neither both not who what "
        "his her their its my our your people".split()
    )
    return frozenset(w for w in found if w.lower() not in closed)
