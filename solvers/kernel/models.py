"""Finite models: whether they are interpretations, and what is true in them, straight from the definitions."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Final

from ..clock import look
from ..logic.sorts import Sorts
from ..logic.symbols import NUMBERS, REAL, THING, Signature
from ..logic.syntax import (
    MAX_DIGITS,
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
    Relation,
    Term,
    Truth,
    Var,
    Xor,
    numeral,
    unfold_first,
)
from .certificates import Element, Model
from .refusal import Refused, Unchecked
from .tables import Tables

MANY_THINGS: Final = 20
"""The things from which on quantifiers are read by joins over tables."""
_RELATIONS: Final[Mapping[Relation, Callable[[Fraction, Fraction], bool]]] = {
    "<": operator.lt,
    "≤": operator.le,
    ">": operator.gt,
    "≥": operator.ge,
}


def _divided(left: Fraction, right: Fraction) -> Fraction:
    if not right:
        raise Unchecked("what division by zero gives is not said")
    return left / right


def _quotient(left: Fraction, right: Fraction) -> Fraction:
    """Return Euclid's quotient: what is left over is never negative."""
    _divided(left, right)
    return Fraction(math.floor(left / right) if right > 0 else math.ceil(left / right))


_ARITHMETIC: Final[Mapping[str, Callable[[Fraction, Fraction], Fraction]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divided,
    "÷": _quotient,
    "%": lambda left, right: left - right * _quotient(left, right),
}


def holds(formula: Formula, model: Model, *, typed: bool = False) -> bool:
    """Return whether a closed formula is true in the model.

    Quantifiers range over the model's things of their sort, so a formula that quantifies over
    numbers can't be evaluated.

    Args:
        formula: the formula.
        model: the model.
        typed: whether all numerals in the formula are numbers; else those that the model names are things.

    Raises:
        Unchecked: the model does not determine it, or it would take too long.
    """
    return Meaning(model, typed=typed).holds(formula)


def _domains(model: Model) -> dict[str, frozenset[str]]:
    """Return the things of each sort."""
    if not {THING, *NUMBERS}.isdisjoint(model.sorts):
        raise Refused("the model says twice what there is")
    inside = {sort: frozenset(things) for sort, things in ((THING, model.domain), *model.sorts.items())}
    if not all(type(thing) is str for things in inside.values() for thing in things):
        raise Refused("a thing of the model has no name")
    if sum(map(len, inside.values())) != len(model.domain) + sum(map(len, model.sorts.values())):
        raise Refused("the model counts a thing twice")
    return inside


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
    inside = _domains(model)
    for sort in (*names.sorts, *map(sorts.of, names.slots()), *([THING] if sorts.plain else [])):
        if sort not in NUMBERS and not inside.get(sort):
            raise Refused(f"the model has no things of the sort {sort}")
    functions = [*names.functions, *([(numeral(n.value), 0) for n in names.numerals] if sorts.plain else [])]
    for name, arity in functions:
        table = model.functions.get((name, arity), {})
        if sorts.plain and not arity and len(table) == 1 and table.get(()) in inside[THING]:
            continue
        if any(sorts.of(("f", name, arity, i)) in NUMBERS for i in range(arity)):
            raise Unchecked("a function takes numbers")
        places = [inside[sorts.of(("f", name, arity, i))] for i in range(arity)]
        if len(table) != math.prod(map(len, places)) or any(len(row) != arity for row in table):
            raise Refused(f"the model has not one value of {name} for each thing")
        result = sorts.of(("f", name, arity, -1))
        for row, value in table.items():
            if not all(thing in place for thing, place in zip(row, places, strict=True)) or not _is(
                value, result, inside
            ):
                raise Refused(f"in the model {name} leaves its sort")
    for name, arity in names.predicates:
        if (name, arity) not in model.predicates:
            raise Refused(f"the model does not say of what {name} holds")
        kinds = [sorts.of(("p", name, arity, i)) for i in range(arity)]
        rows = model.predicates[name, arity]
        there = set(map(len, rows)) <= {arity}
        for i, sort in enumerate(kinds if there else ()):
            values = {row[i] for row in rows}
            there = there and (all(_is(v, sort, inside) for v in values) if sort in NUMBERS else values <= inside[sort])
        if not there:
            raise Refused(f"in the model {name} holds of what is not there")


def _is(value: Element, sort: str, inside: Mapping[str, frozenset[str]]) -> bool:
    """Return whether a value is of a sort."""
    if sort not in NUMBERS:
        return type(value) is str and value in inside[sort]
    if type(value) is Decimal and value.is_finite() and abs(value.adjusted()) <= MAX_DIGITS:
        value = Fraction(value)
    return type(value) is int or (type(value) is Fraction and (sort == REAL or value.denominator == 1))


class Meaning:
    """What formulas mean in a model.

    Args:
        model: the model.
        typed: whether all numerals in formulas are numbers; else those that the model names are things.
    """

    def __init__(self, model: Model, *, typed: bool = False) -> None:
        self.model = model
        self.typed = typed
        self._large = len(model.domain) + sum(map(len, model.sorts.values())) > MANY_THINGS
        self._named = {name: table.get(()) for (name, arity), table in model.functions.items() if not arity}
        self.tables = Tables(self._table, self.things, self.formula, self.term)

    def holds(self, formula: Formula) -> bool:
        """Return whether a closed formula is true.

        Raises:
            Unchecked: the model does not determine it, or it would take too long.
        """
        if type(formula) is Atom:
            named = self._named.get
            row = [(type(a) is Fn and not a.args and named(a.name)) or self.term(a, {}) for a in formula.args]
            return tuple(row) in self._table(formula.name, len(row))
        if self._large:
            return bool(self.tables.true(formula, (), {()}))
        return self.formula(formula, {})

    def _table(self, name: str, arity: int) -> frozenset[tuple[Element, ...]]:
        table = self.model.predicates.get((name, arity))
        if table is None:
            raise Unchecked(f"no table for {name}/{arity}")
        return table

    def formula(self, formula: Formula, env: dict[str, Element]) -> bool:
        """Return whether a formula is true under an assignment."""
        match formula:
            case Atom(name, args):
                return tuple([self.term(a, env) for a in args]) in self._table(name, len(args))
            case Not(body):
                return not self.formula(body, env)
            case And(parts) | Or(parts):
                settling = type(formula) is Or
                for part in parts:
                    if self.formula(part, env) is settling:
                        return settling
                return not settling
            case Implies(left, right):
                return not self.formula(left, env) or self.formula(right, env)
            case Iff(left, right):
                return self.formula(left, env) == self.formula(right, env)
            case Xor(left, right):
                return self.formula(left, env) != self.formula(right, env)
            case Forall(name, body, sort) | Exists(name, body, sort):
                decisive = type(formula) is Exists
                for thing in self.things(sort):
                    look()
                    if self.formula(body, {**env, name: thing}) is decisive:
                        return decisive
                return not decisive
            case Eq(left, right):
                return self.term(left, env) == self.term(right, env)
            case Cmp(op, left, right):
                return _RELATIONS[op](self.number(left, env), self.number(right, env))
            case Truth(value):
                return value
            case _:
                unfold_first(formula)

    def things(self, sort: str) -> tuple[str, ...]:
        """Return what a quantifier ranges over."""
        found = self.model.sorts.get(sort) if sort else self.model.domain
        if not found:
            raise Unchecked(f"the model has no things of the sort {sort or THING}")
        return found

    def term(self, term: Term, env: dict[str, Element]) -> Element:
        """Return the value of a term under an assignment."""
        match term:
            case Fn(name, ()):
                value = self._named.get(name)
                if value is None:
                    raise Unchecked(f"no value for {name}/0")
                return value
            case Var(name):
                return env[name]
            case Num(value):
                table = None if self.typed else self.model.functions.get((numeral(value), 0))
                return table[()] if table is not None else value
            case Fn(name, (left, right)) if name in _ARITHMETIC:
                return _element(_ARITHMETIC[name](self.number(left, env), self.number(right, env)))
            case Fn(name, args):
                table = self.model.functions.get((name, len(args)))
                row = tuple(self.term(a, env) for a in args)
                if table is None or row not in table:
                    raise Unchecked(f"no value for {name}/{len(args)}")
                return table[row]

    def number(self, term: Term, env: dict[str, Element]) -> Fraction:
        """Return the value of a term that is a number."""
        value = self.term(term, env)
        if isinstance(value, str):
            raise Unchecked(f"{value} is not a number")
        return Fraction(value)


def _element(value: Fraction) -> Element:
    """Return a number as tables hold it."""
    return value.numerator if value.denominator == 1 else value
