"""What is true in a model, by the definition: assignment by assignment, thing by thing."""

from __future__ import annotations

import operator
from decimal import Decimal
from fractions import Fraction
from math import floor
from typing import Any, Final

from sorites.solvers import Model
from sorites.solvers.logic.syntax import (
    And,
    Atom,
    Cmp,
    Count,
    Distinct,
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
    Truth,
    Var,
    Xor,
    numeral,
)

_OPERATORS: Final[dict[str, Any]] = {
    "=": operator.eq, "<": operator.lt, "≤": operator.le, ">": operator.gt, "≥": operator.ge,
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "%": lambda a, b: a - abs(b) * floor(a / abs(b)),
    "÷": lambda a, b: (a - abs(b) * floor(a / abs(b))) / b,
}  # fmt: skip


def true(formula: Formula, model: Model, typed: bool = False, env: dict[str, Any] | None = None) -> bool:
    """Return whether a formula is true in a model under an assignment.

    Raises:
        LookupError: the model does not say.
        ZeroDivisionError: it is divided by zero.
    """

    env = env or {}

    def now(one: Formula) -> bool:
        return true(one, model, typed, env)

    def values(*terms: Term) -> tuple[Any, ...]:
        return tuple(_value(term, model, typed, env) for term in terms)

    match formula:
        case Atom(name, args):
            return values(*args) in model.predicates[name, len(args)]
        case Eq(left, right):
            return len(set(values(left, right))) == 1
        case Cmp(op, left, right):
            return bool(_OPERATORS[op](*values(left, right)))
        case Truth(said):
            return said
        case Not(body):
            return not now(body)
        case And(parts):
            return all(map(now, parts))
        case Or(parts):
            return any(map(now, parts))
        case Implies(one, other):
            return not now(one) or now(other)
        case Iff(one, other) | Xor(one, other):
            return (now(one) is now(other)) is (type(formula) is Iff)
        case Forall(name, body, sort) | Exists(name, body, sort):
            things = model.sorts[sort] if sort else model.domain
            found = [true(body, model, typed, {**env, name: thing}) for thing in things]
            return all(found) if type(formula) is Forall else any(found)
        case Count(relation, number, name, body):
            found = [true(body, model, typed, {**env, name: thing}) for thing in model.domain]
            return bool(_OPERATORS[relation](sum(found), number))
        case Distinct(terms):
            return len(set(values(*terms))) == len(terms)
    raise AssertionError(formula)


def _value(term: Term, model: Model, typed: bool, env: dict[str, Any]) -> Any:
    """Return the value of a term."""
    match term:
        case Var(name):
            return env[name]
        case Num(number):
            named = None if typed else model.functions.get((numeral(number), 0))
            return Fraction(number) if named is None else named[()]
        case Fn(name, args):
            row = tuple(_value(arg, model, typed, env) for arg in args)
            found = _OPERATORS[name](*row) if name in _OPERATORS else model.functions[name, len(args)][row]
            return Fraction(found) if isinstance(found, Decimal) else found
