"""Formulas written out over the things of a case: each quantifier, and each count, as what it says of all of them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ..clock import look
from ..errors import OutsideFragment, TooLarge
from ..logic.rewriting import descend, same, simple, substitute
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
    Not,
    Or,
    Term,
    Truth,
    Var,
    conjunction,
    negation,
    opened,
)
from ..notation.printer import print_formula

if TYPE_CHECKING:
    from .facts import BookCase

MAX_PARTS: Final = 8_000
"""The most parts that a formula may have when it is written out."""
Members = Mapping[str, tuple[str, ...]]
"""The things of each sort."""


class Writer:
    """What closed formulas say of the things of a case.

    Args:
        members: all things of each sort; of those with a question mark nothing is known, and there may be others.
        case: the case: which terms name the same, which lists hold nothing else, what is not given.
        records: for each name of which the values are records their sort.
        abstract: whether what may be of further things, or of records that are not given, is an atom of its own, so
            that what follows holds for whichever there are.
    """

    def __init__(self, members: Members, case: BookCase, records: Mapping[str, str], *, abstract: bool = False) -> None:
        self.members, self.same, self.closed, self.records = members, dict(case.same), case.closed, records
        self.abstract, self.absent = abstract, {name for name, _ in case.absent}
        self.things = {name for ones in members.values() for name in ones}
        self.unsure = {name for name in self.things if _further(name)} | self.absent
        self.further = {*case.unknown, *(sort for _, sort in case.absent)}
        self.parts, self.loose, self.opens = 0, False, False

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
                return self._atom(formula, values)
            case _:
                return simple(descend(formula, lambda part: self._written(part, values), same))

    def _atom(self, formula: Atom | Eq | Cmp, values: Mapping[str, Term]) -> Formula:
        self.opens = False
        found = descend(formula, lambda part: part, lambda term: self._term(term, values))
        if isinstance(found, Eq) and found.left == found.right:
            # where two of which nothing is known are one, others are not
            self.loose = self.loose or (isinstance(found.left, Fn) and _further(found.left.name))
            return Truth(True)
        if isinstance(found, Atom) and self._not_listed(found):
            return Truth(False)
        if self.abstract and self.opens:
            return _opaque(found)
        if isinstance(found, Eq):
            sides = [side.name for side in (found.left, found.right) if isinstance(side, Fn) and not side.args]
            known = [name in self.things for name in sides]
            if len(sides) == 2 and any(known) and all(one or _further(n) for one, n in zip(known, sides, strict=True)):
                return Truth(False)  # different names are different things
        return found

    def _bound(self, formula: Binder, values: Mapping[str, Term]) -> Formula:
        said, idle = list[Formula](), Truth(isinstance(formula, Forall))
        open_still = False
        for thing in self._things(formula.sort):
            one = self._written(formula.body, {**values, formula.var: Fn(thing)})
            if thing in self.unsure and one != idle:
                self.loose = open_still = True
                if self.abstract and isinstance(formula, Count):
                    continue  # it may be one that is counted already
            said.append(one)
        if self.abstract and formula.sort in self.further and not open_still:
            other = Fn(f"{formula.sort}?{len(values)}")
            open_still = self._written(formula.body, {**values, formula.var: other}) != idle
        more = self.abstract and open_still
        if not isinstance(formula, Count):
            said += [_opaque(substitute(formula, values))] if more else []
            return simple((And if isinstance(formula, Forall) else Or)(tuple(dict.fromkeys(said))))

        def at_least(number: int) -> Formula:
            asked = replace(formula, relation="≥", number=number)
            others = _opaque(substitute(asked, values)) if more else Truth(False)
            return simple(Or((self._at_least(said, number), others)))

        if formula.relation == "≥":
            return at_least(formula.number)
        most = negation(at_least(formula.number + 1))
        return most if formula.relation == "≤" else simple(And((at_least(formula.number), most)))

    def _at_least(self, said: list[Formula], number: int) -> Formula:
        """Return that so many hold: some in the first half and the rest in the other, which is short and shares."""
        if number <= 1 or number >= len(said):
            self.parts += len(said)
            if self.parts > MAX_PARTS:
                raise TooLarge
            if not 0 < number <= len(said):
                return Truth(number < 1)
            return simple((Or if number == 1 else And)(tuple(said)))
        one, other = said[: len(said) // 2], said[len(said) // 2 :]
        ways = range(max(0, number - len(other)), min(number, len(one)) + 1)
        both = [And((self._at_least(one, n), self._at_least(other, number - n))) for n in ways]
        return simple(Or(tuple(map(simple, both))))

    def _term(self, term: Term, values: Mapping[str, Term]) -> Term:
        if isinstance(term, Var):
            return values.get(term.name, term)
        if isinstance(term, Fn):
            term = Fn(term.name, tuple([self._term(arg, values) for arg in term.args])) if term.args else term
            term = self.same.get(term, term)
            known = term.name in self.things
            open_still = term.name in self.absent if known else self.records.get(term.name) in self.further
            self.opens = self.opens or open_still
            self.loose = self.loose or open_still or term.name in self.unsure
        return term

    def _not_listed(self, atom: Atom) -> bool:
        """Return whether a list does not hold a thing, since it is given and the thing is not known."""
        return any(
            one.name == atom.name and one.args == atom.args[: len(one.args)]
            and any(isinstance(arg, Fn) and _further(arg.name) for arg in atom.args[len(one.args) :])
            for one in self.closed
        )  # fmt: skip


def _further(thing: str) -> bool:
    """Return whether nothing is known of a thing."""
    return "?" in thing


def _opaque(formula: Formula) -> Atom:
    """Return an atom that stands for a formula, whatever it says."""
    return Atom(f"?{print_formula(formula)}")


def _conjuncts(formula: Formula) -> Iterator[Formula]:
    """Yield the parts that a formula states."""
    if isinstance(formula, And):
        for part in formula.parts:
            yield from _conjuncts(part)
    elif formula != Truth(True):
        yield formula
