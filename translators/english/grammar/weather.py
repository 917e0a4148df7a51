"""The weather and the hour: sentences about nothing."""

from __future__ import annotations

from typing import Final

from ..vocabulary.lists import listed
from .tree import VP, Be, Do, Modal, Name, Not, Pronoun, Quantified, Verbs

IT: Final = Pronoun("it")
WEATHER_VERBS: Final = listed("WEATHER_VERBS")
WEATHER_WORDS: Final = listed("WEATHER_WORDS")
ONLY_WEATHER: Final = listed("ONLY_WEATHER")
"""What is said of the weather or the hour alone."""


def about_nothing(verb: VP) -> bool:
    """Return whether ``it`` stands for nothing before a verb phrase: ``it is raining``."""
    match verb:
        case Do(objects=()):
            return _what_of(verb) in WEATHER_VERBS
        case Be():
            return _what_of(verb) in WEATHER_WORDS
        case Not(body) | Modal(_, body):
            return about_nothing(body)
        case Verbs(_, parts):
            return all(map(about_nothing, parts))
    return False


def only_of_the_weather(verb: VP) -> bool:
    """Return whether a verb phrase about nothing can be about nothing else: ``it is raining``, not ``it is cold``."""
    match verb:
        case Not(body) | Modal(_, body):
            return only_of_the_weather(body)
        case Verbs(_, parts):
            return any(map(only_of_the_weather, parts))
    return _what_of(verb) in ONLY_WEATHER


def _what_of(verb: VP) -> str:
    """Return the word for what a verb phrase says."""
    match verb:
        case Do(lemma=lemma):
            return lemma.split()[0]
        case Be(what=Name(words)):
            return words[-1]
        case Be(what=Quantified(nominal=nominal)):
            return nominal.noun
        case Be(what=what):
            return getattr(what, "lemma", "")
    return ""
