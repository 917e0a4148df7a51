"""Finite models: whether they are interpretations, and what is true in them, by the definition of truth.

What a formula is true of is found for many assignments at once, by joins over the tables: ``Meaning.true`` follows the
definition clause by clause for a whole relation, of whose rows each gives values to some variables. Only a quantifier
needs more than the definition says: ``∃x A`` looks at the values of ``x`` in the rows of atoms that hold wherever ``A``
does, ``∀x A`` at those in the rows of atoms that hold wherever ``A`` fails. All others could not matter.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
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
from .tables import Columns, ElementRow, TableAtom, Tables

_FEW: Final = 16
"""The rows that are tried, each; of more those that tables name."""


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

    def holds(self, formula: Formula) -> bool:
        """Return whether a closed formula is true.

        Quantifiers range over the model's things of their sort, and over numbers where an atom says over which: all
        others could not matter.

        Raises:
            Unchecked: the model does not determine it, or it would take too long.
        """
        if type(formula) is Atom:  # a fact, of which there may be many
            row = tuple([self.values(arg, (), ((),))[0] for arg in formula.args])
            return row in self._table(formula.name, len(row))
        return bool(self.true(formula, (), {()}))

    def true(self, formula: Formula, columns: Columns, rows: set[ElementRow]) -> set[ElementRow]:
        """Return those of some rows of which a formula is true."""
        match formula:
            case Atom(name, args):
                table = self._table(name, len(args))
                if len(args) == len(columns) and [arg.name for arg in args if type(arg) is Var] == [*columns]:
                    return rows & table
                keys = self.keys(args, columns, rows)
                return {row for row, key in zip(rows, keys, strict=True) if key in table}
            case Exists() | Forall():
                return self._quantified(formula, columns, rows)
            case Eq(left, right):
                keys = self.keys((left, right), columns, rows)
                return {row for row, (one, other) in zip(rows, keys, strict=True) if one == other}
            case Cmp(op, left, right):
                test, keys = RELATIONS[op], self.keys((left, right), columns, rows)
                return {row for row, pair in zip(rows, keys, strict=True) if test(*map(_number, pair))}
            case Iff(left, right) | Xor(left, right):
                differ = self.true(left, columns, rows) ^ self.true(right, columns, rows)
                return differ if type(formula) is Xor else rows - differ
        neutral, parts = parts_of(formula)
        left_over = rows  # of which no part decides
        for part, sign in parts:
            true = self.true(part, columns, left_over)
            left_over = true if sign is neutral else left_over - true
        return left_over if neutral else rows - left_over

    def _quantified(self, formula: Exists | Forall, columns: Columns, rows: set[ElementRow]) -> set[ElementRow]:
        """Return the rows of which a quantified formula is true: those with an extension, or without one that fails."""
        kind, body, new = type(formula), formula.body, {formula.var: formula.sort}
        while type(body) is kind and body.var not in new:
            new[body.var] = body.sort
            body = body.body
        columns = tuple(["" if name in new else name for name in columns])  # what is hidden inside
        atoms = _guards(body, kind is Exists)
        domains = {name: self._domain(name, sort, atoms) for name, sort in new.items()}
        parts: Iterable[tuple[Columns, Collection[ElementRow]]]
        if not all(self._table(*key) for key, _ in atoms):
            parts = ()
        elif len(rows) * math.prod(map(len, domains.values())) <= _FEW:
            parts = [((*columns, *new), {row + more for row in rows for more in itertools.product(*domains.values())})]
        else:
            parts = self.extended(columns, list(rows), domains, atoms)
        left = rows  # of which no extension decides
        for names, part in parts:
            extended = set(part)
            true = self.true(body, names, extended)
            left = left - {row[: len(columns)] for row in (true if kind is Exists else extended - true)}
            if not left:
                break
        return rows - left if kind is Exists else left

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

    def values(self, term: Term, columns: Columns, rows: Collection[ElementRow]) -> Sequence[Element]:
        """Return the value of a term in each of some rows."""
        match term:
            case Fn(name, ()) if name in self._constants:
                return [self._constants[name]] * len(rows)
            case Num(value):
                return [value if self.typed else self._constants.get(numeral(value), value)] * len(rows)
            case Fn(name, (_, _) as args) if name in _ARITHMETIC:
                found = [_ARITHMETIC[name](*map(_number, pair)) for pair in self.keys(args, columns, rows)]
                return [one.numerator if one.denominator == 1 else one for one in found]
            case Fn(name, args):
                table = self.model.functions.get((name, len(args)), {})
                try:
                    return [table[key] for key in self.keys(args, columns, rows)]
                except KeyError:
                    raise Unchecked(f"no value for {name}/{len(args)}") from None
        return super().values(term, columns, rows)


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
