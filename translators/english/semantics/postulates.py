"""What holds by the meaning of words: shown as assumptions, and only among predicates that a text has."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from sorites.solvers.logic.syntax import And, Eq, Exists, Forall, Formula, Iff, Implies, Not, Term, Var

from ..vocabulary import opposite, verb
from ..vocabulary.classes import (
    CONTRARIES,
    ERGATIVES,
    FREQUENCY_ADVERBS,
    FUNCTIONAL,
    MATERIALS,
    NON_VERIDICAL,
    OPAQUE_ADJECTIVES,
    PRIVATIVE,
    STRICTLY_SYMMETRIC,
    SYMMETRIC_ADJECTIVES,
    SYMMETRIC_NOUNS,
    UNSPECIFIED_OBJECT,
)
from ..vocabulary.lists import listed
from .predicates import Vocabulary
from .senses import Kind, Sense

_NO_INSTANCE = PRIVATIVE | OPAQUE_ADJECTIVES | MATERIALS | listed("NO_INSTANCE")
_WHERE_OR_WHEN = frozenset({"on", "in", "at", "for", "to", "from", "during"})
_EXCLUDING = listed("EXCLUDING")
_FREQUENCY = FREQUENCY_ADVERBS | {"hardly"}
_BESIDE = frozenset({"next to", "beside", "opposite", "alongside"})
_OPAQUE_PREPOSITIONS = frozenset({"without", "instead of", "except", "but", "unlike"})


def postulates(vocabulary: Vocabulary, used: set[tuple[str, int]], *, at_once: bool) -> Iterator[tuple[Formula, str]]:
    """Yield what holds between the predicates that are used, each with its reason.

    Args:
        vocabulary: the senses of the predicates.
        used: those that are used.
        at_once: whether the text speaks of one time, at which nothing is both open and closed.
    """
    senses = [(s, key) for key, s in vocabulary.senses.items() if key in used]
    for (more, _), (less, _) in itertools.permutations(senses, 2):
        if more.kind is less.kind and entails(more, less):
            yield implication(vocabulary, more, less), "what is said with more is said with less"
    for (one, _), (other, _) in itertools.combinations(senses, 2) if at_once else ():
        if contrary(one, other, surely=True):
            yield _excluding(vocabulary, one, other), f"what is {_state(one)} is not {_state(other)}"
    by_sense = {s for s, _ in senses}
    for sense, _ in senses:
        yield from _opposites(vocabulary, sense, by_sense)
        if sense.kind is Kind.NOUN and sense.roles == ("subject", "of"):
            x, y, z = Var("x"), Var("y"), Var("z")
            head = sense.lemma.split()[-1]
            if head in FUNCTIONAL:
                pair = And((vocabulary.atom(sense, (x, y)), vocabulary.atom(sense, (z, y))))
                yield _forall("xyz", Implies(pair, Eq(x, z))), f"everybody has one {sense.lemma} at most"
            if head in SYMMETRIC_NOUNS:
                yield (
                    _forall("xy", Implies(vocabulary.atom(sense, (x, y)), vocabulary.atom(sense, (y, x)))),
                    "it goes both ways",
                )
        active = replace(sense, roles=("subject", *sense.roles))
        if _is_done(sense) and active in by_sense:
            done = Exists("y", vocabulary.atom(active, (Var("y"), Var("x"))))
            yield _forall("x", Implies(vocabulary.atom(sense, (Var("x"),)), done)), "what is done is done by something"
        allowed = replace(sense, modal="may")
        if sense.modal == "must" and allowed in by_sense:
            yield implication(vocabulary, sense, allowed), "what must be may be"
        if _both_ways(sense):
            x, y = Var("x"), Var("y")
            yield (
                _forall("xy", Implies(vocabulary.atom(sense, (x, y)), vocabulary.atom(sense, (y, x)))),
                "it goes both ways",
            )


def _both_ways(sense: Sense) -> bool:
    """Return whether a verb says the same of its roles the other way round: marries, is married to."""
    if sense.kind is Kind.PREPOSITION:
        return sense.lemma in _BESIDE and sense.roles == ("subject", sense.lemma)
    if sense.kind is not Kind.VERB or sense.complement or sense.modal:
        return False
    if sense.roles == ("subject", "object"):
        return sense.lemma in STRICTLY_SYMMETRIC
    return len(sense.roles) == 2 and sense.roles == (
        "object",
        SYMMETRIC_ADJECTIVES.get(verb(sense.lemma, "participle")),
    )


def entails(more: Sense, less: Sense) -> bool:
    """Return whether a sense says all that another one does, and more."""
    if not less.roles and more.kind is Kind.ADJECTIVE:
        return False  # if the soup is cold, the weather need not be
    if more == less or more.modal != less.modal or more.complement != less.complement:
        return False
    if more.kind is Kind.NOUN and more.lemma != less.lemma:
        return more.roles == less.roles and more.adverbs == less.adverbs and compound(more.lemma, less.lemma)
    if more.lemma != less.lemma:
        return False
    dropped = {*more.roles} - {*less.roles}
    if {*less.roles} - {*more.roles} or {*less.adverbs} - {*more.adverbs}:
        return False
    if ({*more.adverbs} - {*less.adverbs}) & NON_VERIDICAL or dropped & _OPAQUE_PREPOSITIONS:
        return False
    if more.kind is Kind.VERB and "object" in dropped and "subject" not in dropped:
        return more.lemma in UNSPECIFIED_OBJECT and more.lemma not in ERGATIVES
    if dropped and (more.kind is Kind.ADJECTIVE or {*less.adverbs} & _FREQUENCY):
        return False  # tall for a child, short of money, always sings in church
    if more.roles[:1] == ("object",) and dropped & _WHERE_OR_WHEN:
        return False  # closed on Mondays
    return more.kind is not Kind.PREPOSITION or len(less.roles) > 1


def contrary(sense: Sense, other: Sense, *, surely: bool = False) -> bool:
    """Return whether what is so in one way is taken not to be so in the other: *open* and *closed*, *unlocked*."""
    one, two = _state(sense), _state(other)
    if sense.roles[1:] != other.roles[1:] or (surely and {one, two}.isdisjoint(_EXCLUDING)):
        return False
    return bool(one and two) and (two in CONTRARIES.get(one, ()) or one in CONTRARIES.get(two, ()) or _undone(one, two))


def _undone(one: str, two: str) -> bool:
    return one == f"un{two}" or two == f"un{one}"


def _state(sense: Sense) -> str:
    """Return the word for how something is, as an adjective or as the participle of what was done to it."""
    if sense.kind is Kind.ADJECTIVE:
        return sense.lemma
    return verb(sense.lemma, "participle") if sense.kind is Kind.VERB and sense.roles[:1] == ("object",) else ""


@lru_cache(maxsize=20_000)
def compound(whole: str, head: str) -> bool:
    """Return whether a compound is a case of its head: a key card is a card, a toy dog is no dog."""
    if not whole.endswith(f" {head}"):
        return False
    before = whole[: -len(head)].split()
    return not {*before} & _NO_INSTANCE and not any(
        w.startswith(("would-", "so-", "ex-", "self-", "quasi-")) for w in before
    )


def implication(vocabulary: Vocabulary, more: Sense, less: Sense) -> Formula:
    """Return that one sense implies another with fewer roles."""
    terms: dict[str, Term] = {r: Var(v) for r, v in zip(more.roles, "xyzuvw", strict=False)}
    left = vocabulary.atom(more, tuple(terms[r] for r in more.roles))
    right = vocabulary.atom(less, tuple(terms[r] for r in less.roles))
    return _forall("xyzuvw"[: len(more.roles)], Implies(left, right))


def _opposites(vocabulary: Vocabulary, sense: Sense, there: set[Sense]) -> Iterator[tuple[Formula, str]]:
    """Yield that what is invalid is not valid; non-members are all who are no members."""
    if sense.kind not in {Kind.ADJECTIVE, Kind.NOUN}:
        return
    plain = opposite(sense.lemma)
    if plain is None and sense.lemma.startswith("non-"):
        plain = sense.lemma[4:]
    if plain is None:
        return
    other = replace(sense, lemma=plain)
    if other not in there:
        return
    both = _excluding(vocabulary, sense, other, only=sense.lemma.startswith("non-"))
    yield both, f"'{sense.lemma}' is the opposite of '{plain}'"


def _excluding(vocabulary: Vocabulary, sense: Sense, other: Sense, *, only: bool = False) -> Formula:
    """Return that what one sense is said of, the other one is not; with *only*, and the other way round."""
    letters = "xyzuvw"[: len(sense.roles)]
    terms: tuple[Term, ...] = tuple(map(Var, letters))
    left, right = vocabulary.atom(sense, terms), Not(vocabulary.atom(other, terms))
    return _forall(letters, Iff(left, right) if only else Implies(left, right))


def _is_done(sense: Sense) -> bool:
    """Return whether a sense says what is done to something, by whomever: nothing breaks or closes by itself."""
    return sense.kind is Kind.VERB and sense.roles == ("object",) and sense.lemma not in ERGATIVES


def _forall(letters: str, body: Formula) -> Formula:
    for letter in reversed(letters):
        body = Forall(letter, body)
    return body
