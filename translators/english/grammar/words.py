"""Words that the rules look at by themselves."""

from __future__ import annotations

import re
from typing import Final

from ..vocabulary.classes import ANIMALS, PERSON_NOUNS
from ..vocabulary.lists import listed, pairs_of
from ..vocabulary.numerals import CARDINALS

VARIABLE: Final = re.compile(r"[uvwxyz](?:_?\d+)?")
"""Letters that a sentence may bind."""
LETTER_FOR_ANYTHING: Final = re.compile(r"[XYZ]\d*")
"""Letters that stand for anything in a rule: ``If X is brave, X is rich``."""
BE: Final = {
    "is": ("singular", "present"), "are": ("plural", "present"), "am": ("", "present"), "was": ("singular", "past"),
    "were": ("", "past"),
}  # fmt: skip
"""``were`` goes with a singular, too, in conditions: ``if Sarah were rich``."""
DO: Final = {"does": ("singular", "present"), "do": ("plural", "present"), "did": ("", "past")}
HAVE: Final = {"has": ("singular", "present"), "have": ("plural", "present"), "had": ("", "past")}
MODALS: Final = {
    "can": "can", "could": "could", "may": "may", "might": "might", "must": "must", "should": "should",
    "would": "would", "shall": "must", "will": "will", "ought": "should",
}  # fmt: skip
COMPLEMENTS: Final = listed("COMPLEMENTS")
"""Words that begin no name, unless the text shows that they are one."""
TO_TWELVE: Final = {word: n for word, n in CARDINALS.items() if 0 < n <= 12 and word != "dozen"}
"""The numbers that are written in words as a rule."""
EMPTY: Final = frozenset(
    {"person", "people", "thing", "somebody", "human", "someone", "individual", "being", "one", ""}
)
"""Nouns that say nothing of whom they are said, unless the text says it of somebody."""
TITLES: Final = listed("TITLES")
COMPOUNDS: Final = frozenset({"high school", "middle school", "real estate", "social media", "public transport"})
"""Adjectives with a noun that say with it one thing of the noun behind them."""
LIVING: Final = ANIMALS | PERSON_NOUNS
"""Nouns beside which an -ing word says what somebody does: ``the boy singing``, ``barking dogs``."""
PLURALS_BEFORE: Final = listed("PLURALS_BEFORE")
"""Plurals that stand before the head of a compound."""
TO_MODAL: Final = pairs_of("TO_MODAL")
"""What stands for a modal with *to* behind it."""
SPOKEN: Final = frozenset({*"also too indeed as well".split(), "as well"})
"""Adverbs that add nothing to what is said."""
