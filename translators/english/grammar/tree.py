"""What the grammar makes of phrases; those of whole sentences are in ``sentence_tree``.

Trees are values that nothing changes, and not frozen since these take five times as long to make. They do not say whom
a pronoun means or how far a quantifier reaches: interpretation does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from operator import attrgetter
from typing import Any


class Det(StrEnum):
    """How a noun phrase picks what it speaks of."""

    EVERY = "every"
    A = "a"
    SOME = "some"
    NO = "no"
    ANY = "any"
    THE = "the"
    BARE = "bare"
    """A plural without a determiner."""
    AT_LEAST = "at least"
    AT_MOST = "at most"
    EXACTLY = "exactly"
    CARDINAL = "cardinal"
    """A plain number: ``three cars``."""


class Join(StrEnum):
    """How parts are joined."""

    AND = "and"
    OR = "or"
    EITHER = "either"
    """``either … or`` with nothing said of both."""
    XOR = "xor"
    """``… or …, but not both``."""
    NOR = "nor"
    IF = "if"
    """The first part is the condition."""
    IFF = "iff"
    BUT_NOT = "but not"


class Tense(StrEnum):
    """When a verb says that something is so."""

    PRESENT = "present"
    PAST = "past"
    """The simple past and the perfect."""
    FUTURE = "future"
    BASE = "base"
    """Not finite: behind a modal, in an infinitive."""


class Node:
    """Anything in a tree."""

    __slots__ = ()


@cache
def _getter(kind: type[Node]) -> Callable[[Node], object]:
    names = [name for one in kind.__mro__ for name in getattr(one, "__slots__", ())]
    return attrgetter(*names) if names else lambda _: ()


def parts_of(node: Node) -> tuple[object, ...]:
    """Return what a node has: nodes, tuples of them, words and the like."""
    kind: Any = type(node)
    found = _getter(kind)(node)
    return found if isinstance(found, tuple) else (found,)


def nodes(tree: Node) -> Iterator[Node]:
    """Yield a tree and everything below it, from left to right."""
    stack: list[object] = [tree]
    while stack:
        one = stack.pop()
        if isinstance(one, tuple):
            stack.extend(reversed(one))
        elif isinstance(one, Node):
            yield one
            stack.extend(reversed(parts_of(one)))


def words_in(tree: object) -> Iterator[str]:
    """Yield the words that a tree is made of."""
    match tree:
        case str():
            yield from tree.lower().split()
        case tuple():
            for part in tree:
                yield from words_in(part)
        case Node():
            for part in parts_of(tree):
                yield from words_in(part)


class NP(Node):
    """A noun phrase."""

    __slots__ = ()


class VP(Node):
    """A verb phrase: what is said of a subject."""

    __slots__ = ()


class S(Node):
    """A sentence."""

    __slots__ = ()


@dataclass(slots=True, unsafe_hash=True)
class Name(NP):
    """A name, or a bare singular noun, which names a stuff or a kind: ``Tom``, ``gold``, ``room 4``.

    Attributes:
        words: its words in small letters.
        shown: as it was written.
        noun: what it says of its bearer besides: ``room`` of ``room 4``; empty for none.
        group: whether it is a plural, such as ``the Smiths``.
    """

    words: tuple[str, ...]
    shown: str
    noun: str = ""
    group: bool = False


@dataclass(slots=True, unsafe_hash=True)
class Pronoun(NP):
    """A pronoun that stands for somebody or something: ``he``, ``it``, ``themselves``.

    Attributes:
        word: it.
        owner: whether it says whose something is: ``her car``.
    """

    word: str
    owner: bool = False


@dataclass(slots=True, unsafe_hash=True)
class Variable(NP):
    """A letter that a sentence has bound: ``for every x``."""

    name: str


@dataclass(slots=True, unsafe_hash=True)
class Number(NP):
    """A number with its unit, such as ``30 days`` or ``$40``.

    Attributes:
        value: the number as it is written in decimals.
        unit: the unit in the singular; ``percent`` and ``times`` stand for no measure; empty for none.
        bound: what it says of the number: ``≥``, ``≤``, ``>``, ``<``, ``=``; empty for the number alone.
        stuff: what there is so much of: ``5 years of experience``.
    """

    value: str
    unit: str = ""
    bound: str = ""
    stuff: str = ""


@dataclass(slots=True, unsafe_hash=True)
class Point(NP):
    """A point in time: ``2019``, ``3 May 2020``, ``5 pm``.

    Attributes:
        scale: what it is counted on: years, days, hours.
        words: it, written in one way.
    """

    scale: str
    words: str


@dataclass(slots=True, unsafe_hash=True)
class Adjective(Node):
    """An adjective with what stands by it.

    Attributes:
        lemma: its positive form; of a participle, its verb.
        participle: "" or "object" (``stolen goods``) or "subject" (``barking dogs``).
        adverbs: ``very``, ``often``.
        degree: "" or "more", "less", "as".
        than: with what it is compared.
        amount: by how much (``2 years older``), or how much it is (``30 years old``).
        roles: its complements: (preposition, noun phrase).
        complement: an opaque ``to …`` or ``that …``.
        alternatives: those of ``red or black``, which it stands for then.
    """

    lemma: str
    participle: str = ""
    adverbs: tuple[str, ...] = ()
    degree: str = ""
    than: NP | None = None
    amount: Number | None = None
    roles: tuple[tuple[str, NP], ...] = ()
    complement: str = ""
    alternatives: tuple[Adjective, ...] = ()


@dataclass(slots=True, unsafe_hash=True)
class Nominal(Node):
    """A noun with what restricts it.

    Attributes:
        noun: its lemma, compounds with spaces (``key card``); empty for ``one``, ``those``.
        adjectives: those before it.
        plural: whether it is a plural.
        roles: complements and attributes behind it: (preposition, noun phrase).
        where: relative clauses: sentences over ``Gap``.
    """

    noun: str
    adjectives: tuple[Adjective, ...] = ()
    plural: bool = False
    roles: tuple[tuple[str, NP], ...] = ()
    where: tuple[S, ...] = ()


@dataclass(slots=True, unsafe_hash=True)
class Quantified(NP):
    """A determiner and a nominal.

    Attributes:
        det: the determiner.
        nominal: what it ranges over.
        number: of ``at least 3``; 1 otherwise.
        excepting: who is left out: ``everyone except Ann``.
        besides: whether it is left open what is so of them: ``everyone other than Ann``.
    """

    det: Det
    nominal: Nominal
    number: int = 1
    excepting: NP | None = None
    besides: bool = False


@dataclass(slots=True, unsafe_hash=True)
class Possessed(NP):
    """What somebody has: ``Ann's car``, ``his mother``; one thing if the nominal is a singular."""

    owner: NP
    nominal: Nominal


@dataclass(slots=True, unsafe_hash=True)
class Of(NP):
    """A part of a group: ``one of Karin's dogs``, ``each of them``."""

    det: Det
    group: NP
    number: int = 1


@dataclass(slots=True, unsafe_hash=True)
class Only(NP):
    """``only Ann``."""

    body: NP


@dataclass(slots=True, unsafe_hash=True)
class Joined(NP):
    """Noun phrases that are joined."""

    join: Join
    parts: tuple[NP, ...]


@dataclass(slots=True, unsafe_hash=True)
class Gap(NP):
    """What a relative clause or a question leaves open."""


@dataclass(slots=True, unsafe_hash=True)
class Do(VP):
    """A verb with its arguments.

    Attributes:
        lemma: the verb, with its particle: ``look after``.
        tense: of the form it has.
        passive: whether the subject is what it is done to.
        objects: the noun phrases behind it, the recipient before the thing given.
        roles: its prepositional arguments.
        adverbs: in small letters; phrases too: ``every day``.
        progressive: ``is singing``.
        complement: an opaque clause, infinitive or gerund, in its own words.
        said: the clause of the complement where there is one, for verbs whose object is a fact.
    """

    lemma: str
    tense: Tense = Tense.PRESENT
    passive: bool = False
    objects: tuple[NP, ...] = ()
    roles: tuple[tuple[str, NP], ...] = ()
    adverbs: tuple[str, ...] = ()
    progressive: bool = False
    complement: str = ""
    said: S | None = None


@dataclass(slots=True, unsafe_hash=True)
class Be(VP):
    """A copula with what it says.

    Attributes:
        what: an adjective, a noun phrase, a preposition with its noun phrase, or a number.
        tense: of the copula.
        adverbs: ``always``, ``today``.
        roles: adjuncts: ``is open on Mondays``.
    """

    what: Adjective | NP | tuple[str, NP]
    tense: Tense = Tense.PRESENT
    adverbs: tuple[str, ...] = ()
    roles: tuple[tuple[str, NP], ...] = ()


@dataclass(slots=True, unsafe_hash=True)
class Not(VP):
    """A verb phrase denied."""

    body: VP


@dataclass(slots=True, unsafe_hash=True)
class Modal(VP):
    """A verb phrase behind a modal: can, may, must, should, could, might, would, need."""

    modal: str
    body: VP


@dataclass(slots=True, unsafe_hash=True)
class Usually(VP):
    """``usually does not …``: what is usual reaches over the denial, and so does another adverb, which is refused."""

    body: VP
    adverb: str = ""


@dataclass(slots=True, unsafe_hash=True)
class Verbs(VP):
    """Verb phrases that are joined, with one subject."""

    join: Join
    parts: tuple[VP, ...]


def number_of(np: NP) -> str:
    """Return whether the verb of a subject is in the singular or plural; nothing if either may be."""
    match np:
        case Name(group=group):
            return "plural" if group else "singular"
        case Pronoun(word):
            return "singular" if word in {"he", "she", "it"} else "plural"
        case Quantified(nominal=nominal) | Possessed(nominal=nominal):
            return "plural" if nominal.plural else "singular"
        case Joined(Join.AND, parts):
            each = all(
                isinstance(p, Quantified) and p.det in {Det.EVERY, Det.NO} and not p.nominal.plural for p in parts
            )
            return "" if each else "plural"
        case Joined(Join.BUT_NOT, parts):
            return number_of(parts[0])
        case Joined(_, parts):
            return number_of(parts[-1])
        case Only(body):
            return number_of(body)
        case Of(det, _, number):
            return "plural" if number > 1 and det is not Det.NO else ""
        case Variable() | Gap():
            return "singular"
    return ""
