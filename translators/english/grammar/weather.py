"""The weather and the hour: sentences about nothing."""

from __future__ import annotations

from typing import Final

from ..vocabulary.lists import listed
from .modifying import verbs_in
from .tree import VP, Be, Do, Name, Pronoun

IT: Final = Pronoun("it")
WEATHER_VERBS: Final = listed("WEATHER_VERBS")
WEATHER_WORDS: Final = listed("WEATHER_WORDS")
ONLY_WEATHER: Final = listed("ONLY_WEATHER")
"""What is said of the weather or the hour alone."""


def about_nothing(verb: VP) -> bool:
    """Return whether ``it`` stands for nothing before a verb phrase: ``it is raining``."""
    return all(
        what_of(one) in (WEATHER_WORDS if isinstance(one, Be) else frozenset() if one.objects else WEATHER_VERBS)
        for one in verbs_in(verb)
    )


def only_of_the_weather(verb: VP) -> bool:
    """Return whether a verb phrase about nothing can be about nothing else: ``it is raining``, not ``it is cold``."""
    return any(what_of(one) in ONLY_WEATHER for one in verbs_in(verb))


def what_of(verb: Do | Be) -> str:
    """Return the word for what a verb says."""
    match verb:
        case Do(lemma=lemma):
            return lemma
        case Be(what=Name(words)):
            return " ".join(words)
        case Be(what=what):
            return getattr(what, "lemma", "") or getattr(getattr(what, "nominal", None), "noun", "")
