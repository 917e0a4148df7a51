"""Words that are near: what may say the same and does not do so in logic.

Where nothing follows, and what would have to hold for it is said of nothing, while a word near to it
is, the text most likely says one thing in two ways. Then nobody should be told that it is left open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sorites.solvers.logic.syntax import And, Atom, Exists, Forall, Formula, Iff, Implies, Not, Or, Xor

from ..symbols import Key, constants_of, predicates_of
from ..vocabulary.classes import RELATIONAL
from ..vocabulary.lists import listed
from .postulates import contrary, entails
from .predicates import Vocabulary
from .senses import HAVE, Kind, Sense

_AT_TIMES = listed("REGULAR_ADVERBS")
"""Adverbs of what is so at times."""
_STEM = 5
"""How many letters words have in common that come from one stem."""


def near_words(vocabulary: Vocabulary, premises: Iterable[Formula], goal: Formula) -> tuple[Sense, Sense] | None:
    """Return a sense that is needed for the goal and never said, with a near one that is; ``None`` if there is none."""
    given = list(premises)
    said = {key for f in given for key, positive in _signs(f, True) if positive}
    spoken = sorted(vocabulary.senses.items())
    facts = {
        key
        for f in given
        if not isinstance(f, Forall | Implies | Or | Xor | Iff)
        for key, positive in _signs(f, True)
        if positive
    }
    needed = _needed(given, goal)
    for key in sorted(needed):
        sense = vocabulary.senses.get(key)
        if sense is None or "again" in sense.adverbs:
            continue  # that it is so once more need not be said
        for other_key, other in spoken:
            if other_key == key:
                continue
            if (key not in said and near(sense, other)) or (other_key not in facts and able(sense, other)):
                return sense, other
    return _of_or_had(vocabulary, needed) or _stuff(vocabulary, given, goal, needed)


def _of_or_had(vocabulary: Vocabulary, needed: set[Key]) -> tuple[Sense, Sense] | None:
    """Return that it is asked who has what the text says to be *of* somebody or something."""
    asked = {sense.lemma for key in needed if (sense := vocabulary.senses.get(key)) is not None}
    for sense in vocabulary.senses.values() if "have" in asked else ():
        if sense.kind is Kind.NOUN and sense.roles == ("subject", "of") and sense.lemma in asked - RELATIONAL:
            return HAVE, sense
    return None


def _stuff(vocabulary: Vocabulary, given: list[Formula], goal: Formula, needed: set[Key]) -> tuple[Sense, Sense] | None:
    """Return the noun of a stuff that is asked for, and that the text has for things, or with more words."""
    shown = {name: shown.lower() for name, shown in vocabulary.constants.items() if shown.islower()}
    said = {shown.get(name, "") for f in given for name in constants_of(f)}
    for word in (shown.get(name, "") for name in constants_of(goal)):
        if (
            word
            and word[:4] != "the "
            and any(other != word and other.endswith(f" {word}") and other[:4] != "the " for other in said)
        ):
            return Sense(Kind.NOUN, word), Sense(Kind.NOUN, word)
    stuffs = {shown.lower(): name for name, shown in vocabulary.constants.items()}
    spoken_of = {name for f in (*given, goal) for name in constants_of(f)}
    for key in sorted(needed):
        sense = vocabulary.senses.get(key)
        if sense is not None and sense.kind is Kind.NOUN and stuffs.get(sense.lemma) in spoken_of:
            return sense, sense
    return None


def near(sense: Sense, other: Sense) -> bool:
    """Return whether two senses are near, and neither says plainly more than the other."""
    if entails(sense, other) or entails(other, sense):
        return False
    if sense.modal != other.modal:
        return False
    if sense.lemma == other.lemma and sense.roles == other.roles and {*other.adverbs} < {*sense.adverbs}:
        return not {*sense.adverbs} - {*other.adverbs} <= _AT_TIMES  # who practises need not do so daily
    if sense.lemma == other.lemma or contrary(sense, other):
        return True
    if {sense.kind, other.kind} == {Kind.NOUN, Kind.ADJECTIVE}:
        noun, adjective = (sense, other) if sense.kind is Kind.NOUN else (other, sense)
        if adjective.lemma in noun.lemma.split()[:-1]:
            return True  # a fake ticket, and a ticket that is fake
    if sense.kind is Kind.NOUN and other.kind is Kind.NOUN:
        left, right = sense.lemma.split(), other.lemma.split()
        return left[-1] == right[-1] and (len(left) > 1) == (len(right) > 1)
    one, two = sense.lemma.split()[0], other.lemma.split()[0]
    length = min(len(one), len(two))
    return sense.kind is not other.kind and length >= _STEM and one[: length - 1] == two[: length - 1]


def able(sense: Sense, other: Sense) -> bool:
    """Return whether one says that somebody does what the other says that they can do."""
    return {sense.modal, other.modal} == {"", "can"} and replace(sense, modal="") == replace(other, modal="")


def _needed(premises: list[Formula], goal: Formula) -> set[Key]:
    """Return the predicates that what is asked may hang on."""
    found, todo = set(), predicates_of([goal])
    groups = [predicates_of([f]) for f in premises]
    while todo:
        key = todo.pop()
        found.add(key)
        for group in groups:
            if key in group:
                todo |= group - found
    return found


def _signs(formula: Formula, positive: bool) -> Iterator[tuple[Key, bool]]:
    """Yield each predicate with whether it is said or only asked for."""
    match formula:
        case Atom(name, args):
            yield (name, len(args)), positive
        case Not(body):
            yield from _signs(body, not positive)
        case And(parts) | Or(parts):
            for part in parts:
                yield from _signs(part, positive)
        case Implies(left, right):
            yield from _signs(left, not positive)
            yield from _signs(right, positive)
        case Iff(left, right) | Xor(left, right):
            for part in (left, right):
                yield from _signs(part, True)
                yield from _signs(part, False)
        case Forall(_, body) | Exists(_, body):
            yield from _signs(body, positive)
