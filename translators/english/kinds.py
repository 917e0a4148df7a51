"""What kinds of things a text speaks of, which tells how deep its words must be taken apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from . import lexicon as lex
from .tree import (
    About,
    Both,
    Clause,
    Det,
    Exists,
    IsA,
    Name,
    Nominal,
    Not,
    Noun,
    Part,
    Plain,
    Pronoun,
    Quantified,
    Says,
    Several,
    Verbal,
)


@dataclass(slots=True)
class Kinds:
    """What kinds of things a text speaks of, found before its sentences are put into logic.

    Attributes:
        nouns: nouns that are said of somebody by themselves, or that sentences are about.
        adjectives: words that are said of somebody by themselves.
        subjects: nouns that sentences are about.
        everyone: a noun that stands for everyone: the one kind that sentences are about, only
            with relative clauses (``every scientist who …``), while nobody is said to be one.
    """

    nouns: set[str] = field(default_factory=set)
    adjectives: set[str] = field(default_factory=set)
    subjects: set[str] = field(default_factory=set)
    everyone: str = ""

    @classmethod
    def of(cls, clauses: Iterable[Clause]) -> Kinds:
        """Return the kinds of a text."""
        found = cls()
        referred: set[str] = set()
        plain: set[str] = set()
        named = False
        for clause in clauses:
            subjects, said, adjectives, objects, unrestricted = _kinds(clause)
            referred |= objects
            plain |= unrestricted
            named = named or any(isinstance(p, Plain) and isinstance(p.subject, Name) for p in (clause,))
            found.subjects |= subjects
            found.nouns |= said
            found.adjectives |= adjectives
        kinds = {noun for noun in found.subjects if noun not in lex.GENERIC}
        if len(kinds) == 1 and not kinds & (found.nouns | plain) and named:
            (found.everyone,) = kinds
        found.nouns |= found.subjects | referred
        return found

    def says_nothing(self, noun: str) -> bool:
        """Return whether a noun says nothing of whom it is said."""
        return noun == self.everyone or (noun in lex.GENERIC and noun not in self.adjectives)


@lru_cache(maxsize=20_000)
def _kinds(clause: Clause) -> tuple[frozenset[str], ...]:
    """Return the nouns of a sentence: those it is about, those it says of somebody, the single words of these,
    those of objects to which a pronoun may refer, and those it is about without a relative clause."""
    subjects: set[str] = set()
    said: set[str] = set()
    adjectives: set[str] = set()
    objects: set[str] = set()
    unrestricted: set[str] = set()
    parts = _parts(clause, [])
    referring = any(_refers(p) for p in parts)
    for part in parts:
        match part:
            case Says(_, nouns) if referring and nouns:
                objects.update(
                    n.nominal.words[-1]
                    for n in nouns
                    if isinstance(n, Quantified) and n.det in {Det.A, Det.SOME} and n.nominal.words
                )
            case IsA(Nominal(words)) if words:
                said.add(words[-1])
                if len(words) == 1:
                    adjectives.add(words[0])
            case Plain(noun, _) | Exists(noun) | About(noun, _):
                for one in _quantified(noun):
                    if one.nominal.words:
                        subjects.add(one.nominal.words[-1])
                        if one.nominal.where is None and not isinstance(part, About):
                            unrestricted.add(one.nominal.words[-1])
    return tuple(map(frozenset, (subjects, said, adjectives, objects, unrestricted)))


def _refers(part: Part) -> bool:
    """Return whether a pronoun in a clause means a thing."""
    match part:
        case Plain(Pronoun("it" | "them"), verbal):
            return not about_nothing(verbal)
        case Says(_, nouns):
            return any(isinstance(n, Pronoun) and n.word in {"it", "them"} for n in nouns)
        case _:
            return False


def _quantified(noun: Noun) -> Iterator[Quantified]:
    if isinstance(noun, Quantified):
        yield noun
    elif isinstance(noun, Both):
        for part in noun.parts:
            yield from _quantified(part)


def _parts(node: object, found: list[Part]) -> list[Part]:
    """Return a tree and all that is in it."""
    if isinstance(node, tuple):
        for part in node:
            if not isinstance(part, str):
                _parts(part, found)
    elif isinstance(node, Part):
        found.append(node)
        for name in node.__slots__:
            value = getattr(node, name)
            if value and not isinstance(value, str | bool):
                _parts(value, found)
    return found


def about_nothing(verbal: Verbal) -> bool:
    """Return whether ``it`` may stand for nothing before a verb phrase: ``it is raining``."""
    match verbal:
        case Not(body):
            return about_nothing(body)
        case Several(_, parts):
            return all(map(about_nothing, parts))
        case Says(key, nouns):
            return not nouns and key[0] in lex.WEATHER
        case IsA(nominal):
            return bool(nominal.words) and nominal.words[-1] in lex.WEATHER
        case _:
            return False
