"""Which terms are numbers: sorts inferred from where comparisons and arithmetic stand.

First-order logic as models write it has one sort. Comparisons and arithmetic need
numbers, so positions that are connected with them are numbers, and all others
range over things. A numeral that nothing connects with arithmetic is a constant.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from .signature import Signature
from .syntax import ARITHMETIC, Atom, Cmp, Eq, Exists, Fn, Forall, Formula, Not, Num, Term, Var
from .traverse import subformulas

Slot = tuple[str | int, ...]
"""A position that has a sort: an argument, a function's value, a place in a formula."""


class Sort(StrEnum):
    """The sorts, named as in SMT-LIB; ``THING`` is the uninterpreted one."""

    THING = "U"
    INT = "Int"
    REAL = "Real"


@dataclass(slots=True)
class Sorts:
    """The sorts of a set of formulas, by position. Without arithmetic all are things."""

    numeric: dict[Slot, Sort] = field(default_factory=dict)
    _parent: dict[Slot, Slot] = field(default_factory=dict)
    _within: dict[Formula, list[Slot]] = field(default_factory=dict)
    _bound: list[Slot] = field(default_factory=list)

    @property
    def quantifies_numbers(self) -> bool:
        """Whether a quantifier ranges over numbers."""
        return any(self.of(slot) is not Sort.THING for slot in self._bound)

    def of(self, slot: Slot) -> Sort:
        """Return the sort of a position."""
        return self.numeric.get(self._root(slot), Sort.THING) if self.numeric else Sort.THING

    def within(self, formula: Formula) -> Iterator[Sort]:
        """Return the sorts that one of the formulas has inside, in the order of its text.

        These are the sorts of its quantifiers' variables and of what its equations and
        comparisons compare. They belong to places in the formula and not to nodes, as one
        node may stand at several places; equal formulas have equal ones.
        """
        return map(self.of, self._within[formula]) if self.numeric else itertools.repeat(Sort.THING)

    def _root(self, slot: Slot) -> Slot:
        parent = self._parent
        while (above := parent.get(slot, slot)) != slot:
            parent[slot] = parent.get(above, above)
            slot = above
        return slot

    def _join(self, a: Slot, b: Slot) -> None:
        a, b = self._root(a), self._root(b)
        if a != b:
            self._parent[a] = b


def distinct_numerals(names: Signature) -> tuple[Formula, ...]:
    """Return that different numerals are different things, where that can matter.

    Numerals that stand for numbers differ anyway; those that are mere constants do
    so only if this is said, and only equality can tell.
    """
    if not names.equality or len(names.numerals) < 2:
        return ()
    numerals = list(names.numerals)
    return tuple(Not(Eq(a, b)) for i, a in enumerate(numerals) for b in numerals[i + 1 :])


def infer(formulas: Iterable[Formula], names: Signature) -> Sorts:
    """Return the sorts of closed formulas that share their names.

    Args:
        formulas: the formulas.
        names: their signature.
    """
    sorts = Sorts()
    if names.arithmetic:
        inference = _Inference(sorts)
        for formula in formulas:
            inference.within = sorts._within[formula] = []
            inference.formula(formula, {})
        for slot in inference.numbers:
            sorts.numeric[sorts._root(slot)] = Sort.INT
        for slot in inference.decimals:
            if (root := sorts._root(slot)) in sorts.numeric:
                sorts.numeric[root] = Sort.REAL
    return sorts


class _Inference:
    """Joins the positions that must have one sort, formula by formula."""

    def __init__(self, sorts: Sorts) -> None:
        self.sorts = sorts
        self.numbers: list[Slot] = []
        self.decimals: list[Slot] = []
        self.within: list[Slot] = []
        self.places = itertools.count()

    def place(self) -> Slot:
        slot: Slot = ("place", next(self.places))
        self.within.append(slot)
        return slot

    def formula(self, formula: Formula, env: dict[str, Slot]) -> None:
        join = self.sorts._join
        match formula:
            case Atom(name, args):
                for i, arg in enumerate(args):
                    join(self.term(arg, env), ("p", name, len(args), i))
            case Eq(left, right) | Cmp(_, left, right):
                slot = self.place()
                join(self.term(left, env), slot)
                join(self.term(right, env), slot)
                if isinstance(formula, Cmp):
                    self.numbers.append(slot)
            case Forall(name, body) | Exists(name, body):
                slot = self.place()
                self.sorts._bound.append(slot)
                self.formula(body, {**env, name: slot})
            case _:
                for part in subformulas(formula):
                    self.formula(part, env)

    def term(self, term: Term, env: dict[str, Slot]) -> Slot:
        match term:
            case Var(name):
                return env.get(name, ("v", name))
            case Num(value):
                slot: Slot = ("number", next(self.places))
                if not isinstance(value, int):
                    self.decimals.append(slot)
                return slot
            case Fn(name, (left, right)) if name in ARITHMETIC:
                slot = self.term(left, env)
                self.sorts._join(slot, self.term(right, env))
                self.numbers.append(slot)
                return slot
            case Fn(name, args):
                for i, arg in enumerate(args):
                    self.sorts._join(self.term(arg, env), ("f", name, len(args), i))
                return ("f", name, len(args), -1)
