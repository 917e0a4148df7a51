"""Which terms are numbers: sorts inferred from where comparisons and arithmetic stand.

First-order logic as models write it has one sort. Comparisons and arithmetic need
numbers, so positions that are connected with them are numbers, and all others
range over things. A numeral that nothing connects with arithmetic is a constant.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from .signature import Signature
from .syntax import (
    ARITHMETIC,
    And,
    Atom,
    Cmp,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Not,
    Num,
    Or,
    Term,
    Truth,
    Var,
)

Slot = tuple[str | int, ...]
"""A position that has a sort: an argument, a function's value, a bound variable."""


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

    def of(self, slot: Slot) -> Sort:
        """Return the sort of a position."""
        return self.numeric.get(self._root(slot), Sort.THING) if self.numeric else Sort.THING

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
        numbers: list[Slot] = []
        decimals: list[Slot] = []
        for formula in formulas:
            _visit(formula, {}, sorts, numbers, decimals)
        for slot in numbers:
            sorts.numeric[sorts._root(slot)] = Sort.INT
        for slot in decimals:
            if (root := sorts._root(slot)) in sorts.numeric:
                sorts.numeric[root] = Sort.REAL
    return sorts


def _visit(formula: Formula, env: dict[str, Slot], sorts: Sorts, numbers: list[Slot], decimals: list[Slot]) -> None:
    def term(term: Term) -> Slot:
        match term:
            case Var(name):
                return env.get(name, ("v", name))
            case Num(value):
                slot: Slot = ("n", id(term))
                if not isinstance(value, int):
                    decimals.append(slot)
                return slot
            case Fn(name, args) if name in ARITHMETIC and len(args) == 2:
                left, right = map(term_slot, args)
                sorts._join(left, right)
                numbers.append(left)
                return left
            case Fn(name, args):
                for i, arg in enumerate(args):
                    sorts._join(term_slot(arg), ("f", name, len(args), i))
                return ("f", name, len(args), -1)

    term_slot = term
    match formula:
        case Atom(name, args):
            for i, arg in enumerate(args):
                sorts._join(term(arg), ("p", name, len(args), i))
        case Eq(left, right):
            sorts._join(term(left), term(right))
            sorts._join(term(left), ("e", id(formula)))
        case Cmp(_, left, right):
            slot = term(left)
            sorts._join(slot, term(right))
            sorts._join(slot, ("e", id(formula)))
            numbers.append(slot)
        case Forall(name, body) | Exists(name, body):
            _visit(body, {**env, name: ("q", id(formula))}, sorts, numbers, decimals)
        case Not(body):
            _visit(body, env, sorts, numbers, decimals)
        case And(parts) | Or(parts):
            for part in parts:
                _visit(part, env, sorts, numbers, decimals)
        case Truth():
            pass
        case _:
            _visit(formula.left, env, sorts, numbers, decimals)
            _visit(formula.right, env, sorts, numbers, decimals)
