"""What a sentence says, before it is put into logic: clauses, noun phrases, verb phrases."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

HOLE: Final = "\ue000"
"""Stands for a noun phrase in the words of a predicate; no text holds it."""


class Join(StrEnum):
    """How parts are joined."""

    AND = "and"
    OR = "or"
    XOR = "either … or"
    IF = "if"
    IFF = "if and only if"


class Det(StrEnum):
    """What a noun phrase says of how many."""

    EVERY = "every"
    ANY = "any"
    """Universal, or existential where it is in a condition or negated."""
    SOME = "some"
    A = "a"
    """Universal as a subject in the present, existential elsewhere."""
    ONE = "exactly one"
    NO = "no"
    NOT_EVERY = "not every"
    ONLY = "only"
    BARE = ""
    """A plural without an article: universal as a subject."""


@dataclass(frozen=True, slots=True)
class Name:
    """An individual: a proper name, ``the cat``, or a variable."""

    words: str
    proper: bool = True


@dataclass(frozen=True, slots=True)
class Pronoun:
    """A word that refers to somebody named before."""

    word: str


@dataclass(frozen=True, slots=True)
class Nominal:
    """A noun with what stands before and behind it.

    Attributes:
        words: adjectives and the noun, in the singular; empty for people and things in general.
        where: what the relative clause says of it.
        shown: the words as they were written.
    """

    words: tuple[str, ...]
    where: Verbal | None = None
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Quantified:
    """A noun phrase such as ``every dog that barks``."""

    det: Det
    nominal: Nominal


@dataclass(frozen=True, slots=True)
class Both:
    """Several noun phrases together: ``Anne and Bob``."""

    join: Join
    parts: tuple[Noun, ...]


Noun: TypeAlias = Name | Pronoun | Quantified | Both


@dataclass(frozen=True, slots=True)
class Says:
    """What is said of the subject: a key of lemmas, with noun phrases in it.

    Attributes:
        key: the words that name the predicate, in their basic forms; ``None`` stands for a noun phrase.
        nouns: the noun phrases, in their order.
        shown: the words as one says them of a singular subject, with ``HOLE`` for each noun phrase.
        past: whether it is said of one occasion, not in general.
    """

    key: tuple[str | None, ...]
    nouns: tuple[Noun, ...] = ()
    shown: str = ""
    past: bool = False


@dataclass(frozen=True, slots=True)
class IsA:
    """Being of a kind: ``is a kind dog``."""

    nominal: Nominal


@dataclass(frozen=True, slots=True)
class Same:
    """Being the same individual."""

    noun: Noun


@dataclass(frozen=True, slots=True)
class Object:
    """A relative clause that lacks its object: ``(a dog) that Anne owns``."""

    subject: Noun
    verbal: Says


@dataclass(frozen=True, slots=True)
class Not:
    """What is not so."""

    body: Verbal


@dataclass(frozen=True, slots=True)
class Several:
    """Verb phrases joined."""

    join: Join
    parts: tuple[Verbal, ...]


Verbal: TypeAlias = Says | IsA | Same | Object | Not | Several


@dataclass(frozen=True, slots=True)
class Plain:
    """Somebody does something."""

    subject: Noun
    verbal: Verbal


@dataclass(frozen=True, slots=True)
class Exists:
    """``There is a dog that barks``."""

    noun: Quantified


@dataclass(frozen=True, slots=True)
class Whole:
    """A statement that is kept whole, since the grammar finds no subject and verb in it.

    Attributes:
        key: its words in their basic forms, those of pronouns as they are.
        shown: the words as they were written.
    """

    key: tuple[str, ...]
    shown: str


@dataclass(frozen=True, slots=True)
class Denied:
    """``It is not the case that …``."""

    body: Clause


@dataclass(frozen=True, slots=True)
class Joined:
    """Clauses joined; of a condition, the first part is the condition."""

    join: Join
    parts: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Bound:
    """``For all x, …`` and ``there is at least one x for which …``."""

    det: Det
    variable: str
    body: Clause


@dataclass(frozen=True, slots=True)
class About:
    """``For Roy, …``: whom the pronouns mean."""

    noun: Noun
    body: Clause


Clause: TypeAlias = Plain | Exists | Whole | Denied | Joined | Bound | About

Part = Noun | Verbal | Clause | Nominal
"""Whatever a tree is made of."""
