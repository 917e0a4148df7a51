"""The closed classes of English: the words that carry grammar. They are few and known, so they are listed."""

from __future__ import annotations

from typing import Final

from .lists import listed, listed_phrases, pairs_of
from .numerals import NUMERALS

MODALS: Final = listed("MODALS")
AUXILIARIES: Final = listed("AUXILIARIES")
CONNECTIVES: Final = listed_phrases("CONNECTIVES")
RELATIVES: Final = listed("RELATIVES")
PARTICLES: Final = listed("PARTICLES")
PREPOSITIONS: Final = listed_phrases("PREPOSITIONS")
POSSESSIVES: Final = pairs_of("POSSESSIVES")
_ALSO_OPEN: Final = listed("ALSO_OPEN")
FUNCTION_WORDS: Final = (
    listed("DETERMINERS").union(
        listed("PRONOUNS"),
        MODALS,
        AUXILIARIES,
        listed("OTHER_FUNCTION_WORDS"),
        {word for word in CONNECTIVES if " " not in word},
        NUMERALS,
    )
    - _ALSO_OPEN
    - PREPOSITIONS
)
"""Words that are never part of a predicate's name. Prepositions are not in it, for they name predicates (*look
after*).
"""
NAMES_TOO: Final = frozenset({"may", "will"})
"""Function words that are names where they have a capital within a sentence."""
CLOSED: Final = (FUNCTION_WORDS | PARTICLES | {word for word in PREPOSITIONS if " " not in word}) - _ALSO_OPEN
"""Words that `forms_of` never reads as a noun, verb, adjective or adverb."""
