"""Finite models: whether they are interpretations, and what is true in them, by the definition of truth.

A quantifier needs more than the definition says: ``∃x A`` looks at the values of ``x`` in the rows of atoms that hold
wherever ``A`` does, ``∀x A`` at those in the rows of atoms that hold wherever ``A`` fails. All others could not matter.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

from ..logic.sorts import Sorts
from ..logic.symbols import NUMBERS, REAL, THING, Signature
from ..logic.syntax import (
    ARITHMETIC,
    MAX_DIGITS,
    RELATIONS,
    And,
    Atom,
    Cmp,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Num,
    Or,
    Term,
    Var,
    Xor,
    numeral,
)
from .certificates import Element, Model
from .forcing import parts_of
from .refusal import Refused, Unchecked
from .tables import ElementRow, TableAtom, Tables, Values


def _divided(left: Fraction, right: Fraction) -> Fraction:
    if not right:
        raise Unchecked("what division by zero gives is not said")
    return left / right


def _quotient(left: Fraction, right: Fraction) -> Fraction:
    """Return Euclid's quotient: what is left over is never negative."""
    found = _divided(left, right)
    return Fraction(math.floor(found) if right > 0 else math.ceil(found))


_ARITHMETIC: Final[Mapping[str, Callable[[Fraction, Fraction], Fraction]]] = {
    **ARITHMETIC,
    "/": _divided,
    "÷": _quotient,
    "%": lambda left, right: left - right * _quotient(left, right),
}


def check_tables(model: Model, names: Signature, sorts: Sorts) -> None:
    """Make sure that a model is an interpretation of these names.

    Args:
        model: a finite model.
        names: what it should interpret.
        sorts: the sorts of the names.

    Raises:
        Refused: a domain is empty, or a table has no value, or one outside, for something.
        Unchecked: a function takes numbers.
    """
    inside: dict[str, frozenset[str]] = {}
    for sort, things in ((THING, model.domain), *model.sorts.items()):
        if sort in inside or sort in NUMBERS or not all(type(thing) is str for thing in things):
            raise Refused("the model says twice what there is, or speaks of a thing without a name")
        inside[sort] = frozenset(things)
        if len(inside[sort]) != len(things):
            raise Refused("the model counts a thing twice")
    spoken_of = {*names.sorts, *([THING] if sorts.plain else map(sorts.of, names.slots()))}
    for sort in sorted(spoken_of - NUMBERS):
        if not inside.get(sort):
            raise Refused(f"the model has no things of the sort {sort}")
    for name, arity in (*names.functions, *((numeral(n.value), 0) for n in names.numerals if sorts.plain)):
        kinds = [*sorts.arguments("f", name, arity), sorts.result(name, arity)]
        if not NUMBERS.isdisjoint(kinds[:-1]):
            raise Unchecked("a function takes numbers")
        table = model.functions.get((name, arity), {})
        if len(table) != math.prod(len(inside[kind]) for kind in kinds[:-1]):
            raise Refused(f"the model has not one value of {name} for each thing")
        if not _fit([(*row, value) for row, value in table.items()], kinds, inside):
            raise Refused(f"in the model {name} leaves its sort")
    for name, arity in names.predicates:
        kinds, rows = sorts.arguments("p", name, arity), model.predicates.get((name, arity))
        if rows is None or not _fit(rows, kinds, inside):
            raise Refused(f"the model does not say of what {name} holds")


def _fit(rows: Collection[ElementRow], sorts: Sequence[str], inside: Mapping[str, frozenset[str]]) -> bool:
    """Return whether all rows hold values of these sorts."""
    return set(map(len, rows)) <= {len(sorts)} and all(
        all(_is_number(value, sort) for value in set(column)) if sort in NUMBERS else inside[sort].issuperset(column)
        for sort, column in zip(sorts, zip(*rows, strict=True), strict=False)  # without rows there are no columns
    )


def _is_number(value: Element, sort: str) -> bool:
    """Return whether a value is a number of a sort."""
    if type(value) is Decimal and value.is_finite() and abs(value.adjusted()) <= MAX_DIGITS:
        value = Fraction(value)
    return type(value) is int or (type(value) is Fraction and (sort == REAL or value.denominator == 1))


class Meaning(Tables):
    """What formulas mean in a model.

    Args:
        model: the model.
        typed: whether all numerals in formulas are numbers; else those that the model names are things.
    """

    def __init__(self, model: Model, *, typed: bool = False) -> None:
        super().__init__(model.predicates)
        self.model, self.typed = model, typed
        self._constants = {name: ones[()] for (name, arity), ones in model.functions.items() if not arity and ones}
        self._domains = {sort: frozenset(ones) for sort, ones in {**model.sorts, "": model.domain}.items()}

    def holds(self, formula: Formula, values: Mapping[str, Element] = {}) -> bool:
        """Return whether a formula is true.

        Quantifiers range over the model's things of their sort, and over numbers where an atom says over which: all
        others could not matter.

        Args:
            formula: the formula.
            values: what its free variables stand for.

        Raises:
            Unchecked: the model does not determine it, or it would take too long.
        """
        if type(formula) is Atom:
            row = [values[arg.name] if type(arg) is Var else self.value(arg, values) for arg in formula.args]
            return tuple(row) in self._table(formula.name, len(row))
        match formula:
            case Exists(_, body) | Forall(_, body):
                kind, new = type(formula), {formula.var: formula.sort}
                while type(body) is kind and body.var not in new:
                    new[body.var] = body.sort
                    body = body.body
                outside = {name: value for name, value in values.items() if name not in new}
                atoms = _guards(body, kind is Exists)
                domains = {name: self._domain(name, sort, atoms) for name, sort in new.items()}
                decisive = kind is Exists
                found = (self.holds(body, more) is decisive for more in self.solutions(atoms, outside, domains))
                return any(found) is decisive
            case Eq(left, right):
                return bool(self.value(left, values) == self.value(right, values))
            case Cmp(op, left, right):
                return RELATIONS[op](_number(self.value(left, values)), _number(self.value(right, values)))
            case Iff(left, right) | Xor(left, right):
                return (self.holds(left, values) is self.holds(right, values)) is (type(formula) is Iff)
        neutral, parts = parts_of(formula)
        return (all if neutral else any)(self.holds(part, values) is sign for part, sign in parts)

    def _domain(self, variable: str, sort: str, atoms: Sequence[TableAtom]) -> frozenset[Element]:
        """Return what a quantifier ranges over; of numbers those that may matter, since an atom has to hold of them."""
        if sort in NUMBERS:
            guard = next(((key, args.index(Var(variable))) for key, args in atoms if Var(variable) in args), None)
            if guard is None:
                raise Unchecked("the program quantifies over all numbers, and a finite model holds only some")
            return frozenset(row[guard[1]] for row in self._table(*guard[0]) if _is_number(row[guard[1]], sort))
        if not self._domains.get(sort):
            raise Unchecked(f"the model has no things of the sort {sort or THING}")
        return self._domains[sort]

    def _table(self, name: str, arity: int) -> frozenset[ElementRow]:
        table = self.model.predicates.get((name, arity))
        if table is None:
            raise Unchecked(f"no table for {name}/{arity}")
        return table

    def known(self, term: Term, values: Values) -> Element | None:
        """Return the value of a term that is no application; ``None`` if that is open."""
        match term:
            case Var(name):
                return values.get(name)
            case Fn(name, args):
                return None if args else self._constants.get(name)
        return self.value(term, values)

    def value(self, term: Term, values: Mapping[str, Element]) -> Element:
        """Return the value of a term."""
        match term:
            case Var(name):
                return values[name]
            case Fn(name, ()) if name in self._constants:
                return self._constants[name]
            case Num(value):
                return value if self.typed else self._constants.get(numeral(value), value)
            case Fn(name, (left, right)) if name in _ARITHMETIC:
                found = _ARITHMETIC[name](_number(self.value(left, values)), _number(self.value(right, values)))
                return found.numerator if found.denominator == 1 else found
            case Fn(name, args):
                try:
                    return self.model.functions[name, len(args)][tuple([self.value(arg, values) for arg in args])]
                except KeyError:
                    raise Unchecked(f"no value for {name}/{len(args)}") from None


def _number(value: Element) -> Fraction:
    if isinstance(value, str):
        raise Unchecked(f"{value} is not a number")
    return Fraction(value)


def _guards(formula: Formula, value: bool) -> list[TableAtom]:
    """Return atoms that are true wherever a formula has a value."""
    if isinstance(formula, Atom):
        return [((formula.name, len(formula.args)), formula.args)] if value else []
    if not isinstance(formula, Not | Implies | And | Or):
        return []
    neutral, parts = parts_of(formula)
    decided = value is neutral or len(parts) == 1
    return [atom for part, sign in parts for atom in _guards(part, sign is value)] if decided else []
