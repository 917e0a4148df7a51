"""Prose as propositions about one case.

Free prose says one thing in many words: ``someone practices daily``, ``they practiced``
and ``Does Lauren practice?`` are about one and the same. Here clauses are propositions
without individuals, and two whose words largely agree are the same one; only where a
text names several people do their names tell propositions apart. The closest reading
counts under which the text settles its question, and every identification is reported.
If there is none, nothing is answered: that a text leaves something open can't be
learned from so coarse a reading.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final

from sorites.solvers import Predicate
from sorites.solvers.language.syntax import Atom, Formula, Implies
from sorites.solvers.language.syntax import Not as NotF

from . import lexicon as lex
from .formulas import camel, join_all
from .morphology import singular, verb
from .tree import (
    About,
    Both,
    Bound,
    Clause,
    Denied,
    Det,
    Exists,
    IsA,
    Join,
    Joined,
    Name,
    Nominal,
    Not,
    Noun,
    Object,
    Part,
    Plain,
    Pronoun,
    Quantified,
    Same,
    Says,
    Several,
    Verbal,
    Whole,
)

AGREEMENTS: Final = (1.0, 0.75, 0.66, 0.5)
"""The shares of the shorter proposition's words that the longer one must have, the strictest first."""
_EMPTY: Final = (
    lex.BE | lex.DO | lex.HAVE | lex.MODALS | lex.ADVERBS | lex.TIMES | lex.PREPOSITIONS | lex.SKIPPED_IN_KEYS
    | lex.FILLERS
    | lex.SUBJECT_PRONOUNS | lex.OBJECT_PRONOUNS | lex.RELATIVE | lex.GENERIC | lex.CONJUNCTIONS | lex.HEDGES
    | frozenset(
        "this that these those there every each all some any no someone self much many lot really quite able likely "
        "will day week night time year morning get become go make do take would feel need want start end keep tend "
        "good better best well new thing way when while so such both other another what how".split()
    )
)  # fmt: skip


_SUFFIXES: Final = tuple("fully iness ness ment ation tion ingly ing edly ily ly ful ive er y e".split())


class Tangled(Exception):
    """A clause that is no proposition about one case."""


@cache
def stem(word: str) -> str:
    """Return a word without the endings that its relatives differ in."""
    base = verb(word) or singular(word)
    for ending in _SUFFIXES:
        if base.endswith(ending) and len(base) - len(ending) >= 3:
            return base[: len(base) - len(ending)]
    return base


@dataclass(slots=True)
class Story:
    """The propositions of a text, by the words in them.

    Attributes:
        agreement: the share of words in which two propositions must agree to be the same.
        names: whether the names of people tell propositions apart.
        said: the words of each proposition, and how it was first put.
        same: identifications that were made, as the two ways of putting it.
    """

    agreement: float
    names: bool
    said: list[tuple[frozenset[str], str]] = field(default_factory=list)
    same: list[tuple[str, str]] = field(default_factory=list)

    def predicates(self) -> tuple[Predicate, ...]:
        """Return the propositions as predicates without arguments."""
        return tuple(Predicate(self.name(i), (), shown) for i, (_, shown) in enumerate(self.said))

    def name(self, number: int) -> str:
        """Return the name of a proposition."""
        return camel(tuple(self.said[number][1].lower().split()[:8]), capital=True)

    def read(self, clause: Clause) -> Formula | None:
        """Return a clause as a formula of propositions, or ``None`` if it is none."""
        try:
            return self.formula(clause)
        except Tangled:
            return None

    def formula(self, clause: Clause) -> Formula:
        """Return a clause as a formula of propositions.

        Raises:
            Tangled: it is none.
        """
        match clause:
            case Plain(subject, verbal):
                return self.verbal(verbal, subject)
            case Exists(Quantified(det, nominal)):
                found = self.proposition([*nominal.words, *_words(nominal.where)], f"there is {nominal.shown}")
                return NotF(found) if det is Det.NO else found
            case Whole(key, shown):
                return self.proposition(list(key), shown)
            case Denied(body):
                return NotF(self.formula(body))
            case Joined(join, parts):
                return _joined(join, [self.formula(p) for p in parts])
            case Bound(_, _, body) | About(_, body):
                return self.formula(body)
        raise Tangled

    def verbal(self, verbal: Verbal, subject: Noun) -> Formula:
        """Return what is said of a subject."""
        if isinstance(subject, Quantified) and subject.nominal.words and subject.det in {Det.SOME, Det.NOT_EVERY}:
            raise Tangled  # what some dogs do says nothing of the case in hand
        negated = isinstance(subject, Quantified) and subject.det in {Det.NO, Det.NOT_EVERY}
        where = subject.nominal.where if isinstance(subject, Quantified) else None
        match verbal:
            case Not(body):
                return NotF(self.verbal(body, subject))
            case Several(join, parts):
                return _joined(join, [self.verbal(p, subject) for p in parts])
            case Says() | IsA() | Same() | Object():
                bare = subject
                if isinstance(subject, Quantified):
                    bare = Quantified(subject.det, Nominal(subject.nominal.words, None, subject.nominal.shown))
                found = self.proposition([*self.subject_words(bare), *_words(verbal)], _put(bare, verbal))
                if where is not None:  # anyone who lifts weights builds muscle
                    return Implies(self.verbal(where, Name("someone")), NotF(found) if negated else found)
                return NotF(found) if negated else found
        raise Tangled

    def subject_words(self, noun: Noun) -> list[str]:
        """Return the words of a subject that tell propositions apart."""
        match noun:
            case Name(words, proper):
                return [] if proper and not self.names else words.lower().split()
            case Pronoun():
                return []
            case Quantified(_, nominal):
                return list(nominal.words)
            case Both(_, parts):
                return [w for p in parts for w in self.subject_words(p)]

    def proposition(self, words: list[str], shown: str) -> Formula:
        """Return the proposition of some words: one that was said already, if they agree."""
        split = [w for word in words for w in word.replace("_", " ").split()]
        bag = frozenset(stem(w) for w in split if w not in _EMPTY and singular(w) not in _EMPTY)
        if not bag:
            raise Tangled
        best, number = 0.0, -1
        for i, (other, _) in enumerate(self.said):
            agreed = len(bag & other)
            share = agreed / min(len(bag), len(other))
            score = share + agreed / len(bag | other)
            if share >= self.agreement and score > best:
                best, number = score, i
        if number < 0:
            self.said.append((bag, shown))
            number = len(self.said) - 1
        elif self.said[number][0] != bag:
            self.same.append((self.said[number][1], shown))
        return Atom(self.name(number), ())


def _words(part: Part | None) -> list[str]:
    """Return the words of a phrase."""
    match part:
        case Says(key, nouns):
            return [*(k for k in key if k is not None), *(w for n in nouns for w in _words(n))]
        case IsA(nominal):
            return [*nominal.words, *_words(nominal.where)]
        case Same(noun):
            return _words(noun)
        case Name(words, _):
            return words.lower().split()
        case Quantified(_, nominal):
            return [*nominal.words, *_words(nominal.where)]
        case Both(_, parts) | Several(_, parts):
            return [w for p in parts for w in _words(p)]
        case Not(body):
            return _words(body)
        case Object(subject, verbal):
            return [*_words(subject), *_words(verbal)]
        case _:
            return []


def _put(subject: Noun, verbal: Verbal) -> str:
    """Return how a proposition was put, in few words."""
    match subject:
        case Name(who, _) | Pronoun(who) | Quantified(_, Nominal(_, _, who)):
            return " ".join([who, *(w for w in _words(verbal) if w != "be")]).strip()
        case _:
            return " ".join(w for w in _words(verbal) if w != "be")


def _joined(join: Join, parts: list[Formula]) -> Formula:
    """Join formulas; in a story ``either … or`` does not exclude both."""
    return join_all(Join.OR if join is Join.XOR else join, parts)


def people(node: object) -> set[str]:
    """Return the proper names in a tree."""
    if isinstance(node, Name):
        return {node.words} if node.proper else set()
    if isinstance(node, tuple | list):
        return {name for part in node for name in people(part)}
    if isinstance(node, Part):
        return {name for slot in node.__slots__ for name in people(getattr(node, slot))}
    return set()
