"""The closed classes of English: the words that carry grammar. They are few and known, so they are listed."""

from __future__ import annotations

from typing import Final

from .lists import pairs_of, phrases_of, words_of
from .numerals import NUMERALS

MODALS: Final = words_of("MODALS")
AUXILIARIES: Final = words_of("AUXILIARIES")
CONNECTIVES: Final = phrases_of("CONNECTIVES")
RELATIVES: Final = words_of("RELATIVES")
PARTICLES: Final = words_of("PARTICLES")
PREPOSITIONS: Final = phrases_of("PREPOSITIONS")
POSSESSIVES: Final = pairs_of("POSSESSIVES")
_ALSO_OPEN: Final = words_of("ALSO_OPEN")
FUNCTION_WORDS: Final = (
    words_of("DETERMINERS").union(
        words_of("PRONOUNS"),
        MODALS,
        AUXILIARIES,
        words_of("OTHER_FUNCTION_WORDS"),
        {word for word in CONNECTIVES if " " not in word},
        NUMERALS,
    )
    - _ALSO_OPEN
    - PREPOSITIONS
)
"""Words that are never part of a predicate's name. Prepositions are not in it, for they name predicates (*look
after*).
"""
CLOSED: Final = (FUNCTION_WORDS | PARTICLES | {word for word in PREPOSITIONS if " " not in word}) - _ALSO_OPEN
"""Words that `forms_of` never reads as a noun, verb, adjective or adverb."""
