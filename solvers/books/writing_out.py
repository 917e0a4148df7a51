"""Formulas written out over the things of a case: each quantifier, and each count, as what it says of all of them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from ..clock import look
from ..errors import OutsideFragment, TooLarge
from ..logic.rewriting import descend, same
from ..logic.syntax import (
    And,
    Atom,
    Binder,
    Cmp,
    Count,
    Distinct,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Implies,
    Not,
    Or,
    Term,
    Truth,
    Var,
    conjunction,
    disjunction,
    negation,
    opened,
)

MAX_PARTS: Final = 8_000
"""The most parts that a formula may have when it is written out."""
Members = Mapping[str, tuple[str, ...]]
"""The things of each sort."""


class Writer:
    """What closed formulas say of the things of a case.

    Args:
        members: all things of each sort; of those with a question mark nothing is known, and there may be others.
        same: terms that name one of them.
        closed: lists that hold no other things than those that are known, without their last arguments.
        absent: names of records that are not given, and may be any thing.
        records: for each name of which the values are records their sort.
    """

    def __init__(
        self,
        members: Members,
        same: Mapping[Fn, Fn] = {},
        closed: Collection[Atom] = (),
        absent: Collection[str] = (),
        records: Mapping[str, str] = {},
    ) -> None:
        self.members, self.same, self.closed, self.records = members, same, closed, records
        self.things = {name for ones in members.values() for name in ones}
        self.unsure = {name for name in self.things if _further(name)} | {*absent}
        self.further = {sort for sort, ones in members.items() if not self.unsure.isdisjoint(ones)}
        self.parts, self.loose = 0, False

    def stated(self, formula: Formula) -> Iterator[tuple[Formula, bool]]:
        """Yield what a formula states, each with whether it hangs on what may be of things that are not known.

        Args:
            formula: the formula, with the sort of each quantifier.

        Raises:
            OutsideFragment: it speaks of all numbers.
            TooLarge: it has too many parts.
        """
        names, sorts, body = opened(formula, Forall)
        self.parts = 0
        for things in itertools.product(*(self._things(sort) for sort in sorts)):
            self.loose = not self.unsure.isdisjoint(things)
            found = self._written(body, dict(zip(names, map(Fn, things), strict=True)))
            yield from ((part, self.loose) for part in _conjuncts(found))

    def asked(self, goal: Formula) -> tuple[Formula, bool]:
        """Return what a question says, as ``stated`` does."""
        self.parts, self.loose = 0, False
        return self._written(goal, {}), self.loose

    def _things(self, sort: str) -> tuple[str, ...]:
        if sort not in self.members:
            raise OutsideFragment(f"all of the sort {sort or 'of other things'}")
        return self.members[sort]

    def _written(self, formula: Formula, values: Mapping[str, Term]) -> Formula:
        look()
        self.parts += 1
        if self.parts > MAX_PARTS:
            raise TooLarge
        match formula:
            case Forall() | Exists() | Count():
                return self._bound(formula, values)
            case Distinct(terms):
                pairs = itertools.combinations(terms, 2)
                return self._written(conjunction(tuple([Not(Eq(one, other)) for one, other in pairs])), values)
            case Atom() | Eq() | Cmp():
                found = descend(formula, same_formula, lambda term: self._term(term, values))
                if isinstance(found, Atom):
                    return Truth(False) if self._not_listed(found) else found
                return self._equated(found) if isinstance(found, Eq) else found
            case _:
                return folded(descend(formula, lambda part: self._written(part, values), same))

    def _bound(self, formula: Binder, values: Mapping[str, Term]) -> Formula:
        things, said = self._things(formula.sort), list[Formula]()
        idle = Truth(isinstance(formula, Forall))
        for thing in things:
            one = self._written(formula.body, {**values, formula.var: Fn(thing)})
            self.loose = self.loose or (thing in self.unsure and one != idle)
            said.append(one)
        if not isinstance(formula, Count):
            return folded((And if isinstance(formula, Forall) else Or)(tuple(said)))
        if formula.relation == "≥":
            return self._at_least(said, formula.number)
        more = negation(self._at_least(said, formula.number + 1))
        return more if formula.relation == "≤" else folded(And((self._at_least(said, formula.number), more)))

    def _at_least(self, said: list[Formula], number: int) -> Formula:
        if math.comb(len(said), number) * number > MAX_PARTS:
            raise TooLarge
        chosen = [folded(And(ones)) if ones else Truth(True) for ones in itertools.combinations(said, number)]
        self.parts += len(chosen) * number
        if self.parts > MAX_PARTS:
            raise TooLarge
        return folded(Or(tuple(chosen)))

    def _term(self, term: Term, values: Mapping[str, Term]) -> Term:
        if isinstance(term, Var):
            return values.get(term.name, term)
        if isinstance(term, Fn):
            term = Fn(term.name, tuple([self._term(arg, values) for arg in term.args])) if term.args else term
            term = self.same.get(term, term)
            open_still = term.name not in self.things and self.records.get(term.name) in self.further
            self.loose = self.loose or open_still or term.name in self.unsure
        return term

    def _not_listed(self, atom: Atom) -> bool:
        """Return whether a list does not hold a thing, since it is given and the thing is not known."""
        return any(
            one.name == atom.name and one.args == atom.args[: len(one.args)]
            and any(isinstance(arg, Fn) and _further(arg.name) for arg in atom.args[len(one.args) :])
            for one in self.closed
        )  # fmt: skip

    def _equated(self, formula: Eq) -> Formula:
        """Return an equation, or whether it holds if its sides name things: different names are different things."""
        if formula.left == formula.right:  # where two of which nothing is known are one, others are not
            self.loose = self.loose or (isinstance(formula.left, Fn) and _further(formula.left.name))
            return Truth(True)
        names = [side.name for side in (formula.left, formula.right) if isinstance(side, Fn) and not side.args]
        return Truth(False) if len(names) == 2 and self.things.issuperset(names) else formula


def _further(thing: str) -> bool:
    """Return whether nothing is known of a thing."""
    return "?" in thing


def _conjuncts(formula: Formula) -> Iterator[Formula]:
    """Yield the parts that a formula states."""
    if isinstance(formula, And):
        for part in formula.parts:
            yield from _conjuncts(part)
    elif formula != Truth(True):
        yield formula


def same_formula(formula: Formula) -> Formula:
    """Return the formula."""
    return formula


def folded(formula: Formula) -> Formula:
    """Return a formula without ``⊤`` and ``⊥`` among its direct parts."""
    match formula:
        case And(parts) | Or(parts):
            neutral = type(formula) is And
            kept = tuple([one for one in dict.fromkeys(parts) if one != Truth(neutral)])
            if Truth(not neutral) in kept:
                return Truth(not neutral)
            return conjunction(kept) if neutral else disjunction(kept)
        case Not(Truth(value)):
            return Truth(not value)
        case Implies(Truth(value), right):
            return right if value else Truth(True)
        case Implies(left, Truth(value)):
            return Truth(True) if value else negation(left)
        case _:
            return formula
