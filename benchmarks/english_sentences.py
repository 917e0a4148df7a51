"""Plain sentences with their questions: each says what it says, in either voice, and nothing about others.

A sentence is a subject with a predicate; its question puts the auxiliary first, as everybody does. *S. S?* must be
true, *It is not the case that S?* false, and what is asked about somebody else must stay open.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.english import Item


@dataclass(frozen=True, slots=True)
class Subject:
    """A noun phrase.

    Attributes:
        text: its words.
        plural: whether its verb is plural.
        everyone: whether it speaks of everybody, so that what it says holds of others.
        asked: whether it can stand behind the auxiliary of a question.
    """

    text: str
    plural: bool = False
    everyone: bool = False
    asked: bool = True


@dataclass(frozen=True, slots=True)
class Predicate:
    """A verb phrase.

    Attributes:
        singular: with the finite verb, as in *sings*.
        plural: the same for a plural subject.
        auxiliary: what its question begins with, and for a plural subject.
        rest: what is left of it behind the subject of a question.
        about: what it speaks of; two of another kind say nothing of each other.
    """

    singular: str
    plural: str
    auxiliary: tuple[str, str]
    rest: str
    about: str


_SUBJECTS, _PREDICATES = (
    [line.split("\t") for line in part.splitlines()[1:]]
    for part in Path(__file__).with_suffix(".tsv").read_text("utf-8").split("# ")[1:]
)
SUBJECTS: Final = tuple(
    Subject(text, "plural" in told, "everyone" in told, "unasked" not in told) for text, *told in _SUBJECTS
)
PREDICATES: Final = tuple(Predicate(one, many, (is_, are), *rest) for one, many, is_, are, *rest in _PREDICATES)
STRANGERS: Final = (Subject("Zdenka"), Subject("the tall brewer"), Subject("Zdenka's aunt"), Subject("every brewer"))
"""Of whom no sentence speaks that does not speak of everybody."""


def statement(subject: Subject, predicate: Predicate) -> str:
    """Return the clause, without a capital and a full stop."""
    return f"{subject.text} {predicate.plural if subject.plural else predicate.singular}"


def question(subject: Subject, predicate: Predicate) -> str:
    """Return the question."""
    return capital(f"{predicate.auxiliary[subject.plural]} {subject.text} {predicate.rest}?")


def capital(text: str) -> str:
    """Return a sentence with a capital."""
    return text[0].upper() + text[1:]


def _pairs() -> Iterator[tuple[Subject, Predicate]]:
    for subject, predicate in itertools.product(SUBJECTS, PREDICATES):
        if not (subject.everyone and " than " in predicate.rest):  # nobody is taller than himself
            yield subject, predicate


def _items(kind: str, gold: str, *pairs: tuple[str, str]) -> Iterator[Item]:
    for context, asked in pairs:
        yield Item(f"{kind}: {context} {asked}", context, asked, frozenset(gold.split("|")), kind)


def restatements(every: int = 1, first: int = 0) -> Iterator[Item]:
    """Yield sentences and what asks for just that.

    Args:
        every: take one pair of subject and predicate of so many.
        first: which.

    Yields:
        Problems whose answers are known: the question itself, by inversion, in a frame, and turned.
    """
    for subject, predicate in itertools.islice(_pairs(), first, None, every):
        said = statement(subject, predicate)
        context = capital(said) + "."
        denied = f"It is not the case that {said}."
        if subject.asked:
            yield from _items("inverted", "True", (context, question(subject, predicate)))
            yield from _items("denied", "False", (denied, question(subject, predicate)))
        yield from _items("framed", "True", (context, f"Is it true that {said}?"))
        yield from _items("stated", "True", (context, context))
        yield from _items(
            "turned", "False", (context, f"Is it false that {said}?"), (context, f"It is not the case that {said}.")
        )


PLAIN: Final = (*(s for s in SUBJECTS[:20] if s.asked), Subject("bakers", plural=True))
"""Of whom a denial says the opposite: names, and what is no quantity."""


def denials(every: int = 1, first: int = 0) -> Iterator[Item]:
    """Yield plain denials, and the question whether what they deny is so.

    Args:
        every: take one pair of subject and predicate of so many.
        first: which.

    Yields:
        Problems whose answer is no; one that asks for the denial itself, for which it is yes.
    """
    for subject, predicate in itertools.islice(itertools.product(PLAIN, PREDICATES), first, None, every):
        denied = f"{subject.text} {predicate.auxiliary[subject.plural]} not {predicate.rest}"
        context = f"{capital(denied)}."
        yield from _items("denied plainly", "False", (context, question(subject, predicate)))
        yield from _items("denied plainly", "True", (context, f"Is it true that {denied}?"))


def strangers(every: int = 1, first: int = 0) -> Iterator[Item]:
    """Yield sentences and what asks for something that they say nothing about: who is asked of, or what.

    Args:
        every: take one pair of subject and predicate of so many.
        first: which.

    Yields:
        Problems whose answer is unknown.
    """
    pairs = itertools.islice(_pairs(), first, None, every)
    for number, (subject, predicate) in enumerate(pairs):
        context = capital(statement(subject, predicate)) + "."
        if not subject.everyone:
            stranger = STRANGERS[number % len(STRANGERS)]
            yield from _items("of another", "Unknown", (context, question(stranger, predicate)))
        other = PREDICATES[(number * 7 + 3) % len(PREDICATES)]
        compared = subject.everyone and " than " in other.rest
        if other.about != predicate.about and subject.asked and not compared:
            yield from _items("another thing", "Unknown", (context, question(subject, other)))


# -- voices --------------------------------------------------------------------------

AGENTS: Final = ("Lotte", "the baker", "Mr. Adler", "Lotte's cousin", "the baker in the red house", "Lotte and Nils")
OBJECTS: Final = ("Kasper", "the miller", "the old clock", "Nils's van", "the keys of the hall", "every letter")
VERBS: Final = (
    ("see", "saw", "seen"),
    ("repair", "repaired", "repaired"),
    ("photograph", "photographed", "photographed"),
    ("steal", "stole", "stolen"),
    ("find", "found", "found"),
)
PLURAL_OBJECTS: Final = frozenset({"the keys of the hall"})
GIFTS: Final = (("give", "gave", "given"), ("show", "showed", "shown"), ("sell", "sold", "sold"))


def voices() -> Iterator[Item]:
    """Yield what is said in one voice and asked in the other, with and without who did it, and the wrong way round."""
    for number, (agent, thing) in enumerate(itertools.product(AGENTS, OBJECTS)):
        base, past, participle = VERBS[number % len(VERBS)]
        was = "were" if thing in PLURAL_OBJECTS else "was"
        active, asked = capital(f"{agent} {past} {thing}."), f"Did {agent} {base} {thing}?"
        passive = capital(f"{thing} {was} {participle} by {agent}.")
        passive_asked = capital(f"{was} {thing} {participle} by {agent}?")
        bare = capital(f"{was} {thing} {participle}?")
        yield from _items("voice", "True", (active, passive_asked), (passive, asked), (passive, passive_asked))
        yield from _items("who is left out", "True", (active, bare), (passive, bare))
        unsaid = capital(f"{thing} {was} {participle}.")
        yield from _items("who is unsaid", "Unknown", (unsaid, asked), (unsaid, passive_asked))
        if not thing.startswith("every"):
            wrong = f"Did {thing} {base} {agent}?"
            yield from _items("the wrong way round", "Unknown", (active, wrong), (passive, wrong))
            denied = capital(f"{agent} did not {base} {thing}.")
            yield from _items("voice, denied", "False", (denied, passive_asked))
    for (base, past, participle), agent in itertools.product(GIFTS, AGENTS[:4]):
        one, other = f"{past} Kasper the map", f"{past} the map to Kasper"
        datives = (f"{base} Kasper the map?", f"{base} the map to Kasper?")
        yield from _items(
            "dative",
            "True",
            *((capital(f"{agent} {said}."), f"Did {agent} {a}") for said in (one, other) for a in datives),
            (capital(f"{agent} {one}."), f"Was Kasper {participle} the map by {agent}?"),
            (capital(f"{agent} {one}."), f"Was the map {participle} to Kasper by {agent}?"),
        )
