"""Formulas as trees of literals: connectives over numbered atoms and quantified formulas, negation pushed to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..logic.syntax import And, Atom, Cmp, Eq, Exists, Forall, Formula, Iff, Implies, Not, Or, Truth, Xor, unfold_first

AND: Final = 0
OR: Final = 1
IFF: Final = 2
Shape = int | tuple[int, tuple["Shape", ...]]
"""A literal ``2 · leaf``, one more if it is denied; or a connective with its parts."""
TRUE: Final[Shape] = (AND, ())
FALSE: Final[Shape] = (OR, ())


class Leaves:
    """The atoms and quantified formulas of a proof, numbered.

    Attributes:
        formulas: the formula of each number.
    """

    def __init__(self) -> None:
        self.formulas: list[Formula] = []
        self._numbers: dict[Formula, int] = {}

    def literal(self, formula: Formula) -> int:
        """Return the literal of an atom or a quantified formula."""
        number = self._numbers.get(formula)
        if number is None:
            number = self._numbers[formula] = len(self.formulas)
            self.formulas.append(formula)
        return 2 * number

    def shape(self, formula: Formula, positive: bool = True) -> Shape:
        """Return the tree of a formula, or of its negation."""
        kind = type(formula)
        match formula:
            case Not(body):
                return self.shape(body, not positive)
            case And(parts) | Or(parts):
                return joined((kind is And) is positive, [self.shape(part, positive) for part in parts])
            case Implies(left, right):
                return joined(not positive, [self.shape(left, not positive), self.shape(right, positive)])
            case Iff(left, right) | Xor(left, right):
                return IFF, (self.shape(left), self.shape(right, (kind is Iff) is positive))
            case Truth(value):
                return TRUE if value is positive else FALSE
            case Atom() | Eq() | Cmp() | Forall() | Exists():
                return self.literal(formula) + (not positive)
            case _:
                unfold_first(formula)

    def formula(self, literal: int) -> Formula:
        """Return what a literal says."""
        found = self.formulas[literal >> 1]
        return Not(found) if literal & 1 else found


def joined(conjunction: bool, parts: list[Shape]) -> Shape:
    """Return a conjunction or disjunction, without another one of its kind in it."""
    kind = AND if conjunction else OR
    flat: list[Shape] = []
    for part in parts:
        if isinstance(part, tuple) and part[0] == kind:
            flat += part[1]
        else:
            flat.append(part)
    return flat[0] if len(flat) == 1 else (kind, tuple(flat))


def opposite(shape: Shape) -> Shape:
    """Return the tree of the negation."""
    if isinstance(shape, int):
        return shape ^ 1
    kind, parts = shape
    if kind == IFF:
        return IFF, (parts[0], opposite(parts[1]))
    return 1 - kind, tuple(map(opposite, parts))


def literals(shape: Shape) -> Iterator[int]:
    """Yield all literals of a tree."""
    if isinstance(shape, int):
        yield shape
    else:
        for part in shape[1]:
            yield from literals(part)


def clause(ones: Sequence[int]) -> Shape:
    """Return the tree of a disjunction of literals."""
    return (OR, tuple(ones)) if len(ones) != 1 else ones[0]
