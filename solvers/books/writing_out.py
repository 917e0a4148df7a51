"""Formulas written out over the things of a case: each quantifier, and each count, as what it says of all of them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
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
)

MAX_PARTS: Final = 8_000
"""The most parts that a formula may have when it is written out."""
Members = Mapping[str, tuple[str, ...]]
"""The things of each sort."""


def written_out(formula: Formula, members: Members, same: Mapping[Fn, Fn] = {}) -> Formula:
    """Return what a closed formula says of the things there are.

    Args:
        formula: the formula, with the sort of each quantifier.
        members: all things of each sort.
        same: terms that name one of them.

    Raises:
        OutsideFragment: it speaks of all numbers.
        TooLarge: it has too many parts.
    """
    return _Writer(members, same).formula(formula, {})


def instances(formula: Formula) -> Iterator[Formula]:
    """Yield the parts that a formula states."""
    if isinstance(formula, And):
        for part in formula.parts:
            yield from instances(part)
    elif formula != Truth(True):
        yield formula


class _Writer:
    def __init__(self, members: Members, same: Mapping[Fn, Fn]) -> None:
        self.members, self.same, self.parts = members, same, 0
        self.things = {name for ones in members.values() for name in ones}

    def formula(self, formula: Formula, values: Mapping[str, Term]) -> Formula:
        look()
        self.parts += 1
        if self.parts > MAX_PARTS:
            raise TooLarge
        match formula:
            case Forall() | Exists() | Count():
                return self._bound(formula, values)
            case Distinct(terms):
                pairs = itertools.combinations(terms, 2)
                return self.formula(conjunction(tuple([Not(Eq(one, other)) for one, other in pairs])), values)
            case Atom() | Eq() | Cmp():
                found = descend(formula, same_formula, lambda term: self._term(term, values))
                return self._equated(found) if isinstance(found, Eq) else found
            case _:
                return folded(descend(formula, lambda part: self.formula(part, values), same))

    def _bound(self, formula: Binder, values: Mapping[str, Term]) -> Formula:
        if formula.sort not in self.members:
            raise OutsideFragment(f"all of the sort {formula.sort or 'of other things'}")
        said = [self.formula(formula.body, {**values, formula.var: Fn(thing)}) for thing in self.members[formula.sort]]
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
            return self.same.get(term, term)
        return term

    def _equated(self, formula: Eq) -> Formula:
        """Return an equation, or whether it holds if its sides name things: different names are different things."""
        if formula.left == formula.right:
            return Truth(True)
        names = [side.name for side in (formula.left, formula.right) if isinstance(side, Fn) and not side.args]
        return Truth(False) if len(names) == 2 and self.things.issuperset(names) else formula


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
