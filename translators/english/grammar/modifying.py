"""What is added to a finished verb phrase or clause: adverbs, a tense, a prepositional argument; and the weather."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from ..vocabulary.classes import DEFAULT_ADVERBS, FREQUENCY_ADVERBS
from ..vocabulary.lists import listed
from .sentence_tree import Clause, Sentences, There, Weather
from .tree import NP, VP, Be, Do, Modal, Name, Not, Pronoun, S, Tense, Usually, Verbs

_OVER = DEFAULT_ADVERBS | FREQUENCY_ADVERBS
"""Adverbs that before a denial are no part of what is denied: *often does not sing*."""


IT: Final = Pronoun("it")
WEATHER_VERBS: Final = listed("WEATHER_VERBS")
WEATHER_WORDS: Final = listed("WEATHER_WORDS")
ONLY_WEATHER: Final = listed("ONLY_WEATHER")
"""What is said of the weather or the hour alone."""


def in_each(body: VP, change: Callable[[Do | Be], VP], *, modal: bool = True) -> VP:
    """Return a verb phrase with something changed in each of its verbs, behind modals if that is said."""
    match body:
        case Do() | Be():
            return change(body)
        case Not(inner):
            return Not(in_each(inner, change, modal=modal))
        case Modal(word, inner) if modal:
            return Modal(word, in_each(inner, change))
        case Verbs(join, parts):
            return Verbs(join, tuple(in_each(p, change, modal=modal) for p in parts))
    return body


def verbs_in(verb: VP) -> Iterator[Do | Be]:
    """Yield the verbs of a verb phrase, behind denials and modals too."""
    match verb:
        case Do() | Be():
            yield verb
        case Not(body) | Modal(_, body) | Usually(body):
            yield from verbs_in(body)
        case Verbs(_, parts):
            for part in parts:
                yield from verbs_in(part)


def _adverbs(adverbs: tuple[str, ...]) -> Callable[[Do | Be], VP]:
    return lambda verb: replace(verb, adverbs=(*adverbs, *verb.adverbs))


def said_how(body: VP, adverbs: tuple[str, ...]) -> VP:
    """Add adverbs to what a verb phrase says; what is usual, and how it is said, reaches over a denial."""
    if not adverbs:
        return body
    if isinstance(body, Verbs):
        return Verbs(body.join, tuple(said_how(p, adverbs) for p in body.parts))
    over = tuple(a for a in adverbs if a in _OVER or a.endswith("ly")) if isinstance(body, Not) else ()
    said = in_each(body, _adverbs(tuple(a for a in adverbs if a not in over)))
    return Usually(said, next((a for a in over if a not in DEFAULT_ADVERBS), "")) if over else said


def in_tense(body: VP, tense: Tense) -> VP:
    """Give a verb phrase the tense of its auxiliary."""
    return in_each(body, lambda verb: verb if verb.tense is tense else replace(verb, tense=tense), modal=False)


def with_role(s: S, role: tuple[str, NP]) -> S:
    """Add a prepositional argument to what a clause says."""
    match s:
        case Clause(subject, verb):
            return Clause(subject, in_each(verb, lambda one: replace(one, roles=(*one.roles, role))))
        case There():
            return replace(s, where=(*s.where, role))
    return s


def with_adverb(s: S, adverb: str) -> S:
    """Add an adverb to what a clause says."""
    match s:
        case Clause(subject, verb):
            return Clause(subject, said_how(verb, (adverb,)))
        case Weather(verb):
            return Weather(in_each(verb, _adverbs((adverb,))))
        case Sentences(join, parts):
            return Sentences(join, tuple(with_adverb(p, adverb) for p in parts))
    return s


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
