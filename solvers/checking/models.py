"""Truth in a finite model, straight from the definition.

This is what countermodels are checked with. It shares nothing with the engines that
find them.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from ..errors import SoritesError
from ..language.declared import THING
from ..language.signature import Signature
from ..language.sorts import Sorts
from ..language.syntax import (
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
)
from ..outcome import Element, Model

MAX_STEPS: Final = 5_000_000
"""The most subformulas that one check evaluates."""

_RELATIONS: Final[Mapping[Relation, Callable[[Fraction, Fraction], bool]]] = {
    "<": operator.lt,
    "≤": operator.le,
    ">": operator.gt,
    "≥": operator.ge,
}


class NotEvaluable(SoritesError):
    """The model does not say: a name without a table, a number where a thing should be, too many steps."""


def _divided(left: Fraction, right: Fraction) -> Fraction:
    if not right:
        raise NotEvaluable("what division by zero gives is not said")
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
        NotEvaluable: the model does not determine it, or it would take too long.
    """
    return _Evaluator(model, typed).formula(formula, {})


def fits(model: Model, names: Signature, sorts: Sorts) -> bool:
    """Return whether the model gives each function a value of its sort, for all of what it takes.

    Args:
        model: a finite model.
        names: what it should interpret.
        sorts: the sorts of the names; none takes numbers.
    """
    domains = {THING: model.domain, **model.sorts}
    for name, arity in names.functions:
        table = model.functions.get((name, arity), {})
        result = domains.get(sorts.of(("f", name, arity, -1)))
        places = [domains.get(sorts.of(("f", name, arity, i)), ()) for i in range(arity)]
        if any(row not in table for row in itertools.product(*places)):
            return False
        if any((value not in result) if result is not None else isinstance(value, str) for value in table.values()):
            return False
    return True


class _Evaluator:
    def __init__(self, model: Model, typed: bool) -> None:
        self.model = model
        self.typed = typed
        self.steps = 0

    def formula(self, formula: Formula, env: dict[str, Element]) -> bool:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise NotEvaluable("too many steps")
        match formula:
            case Atom(name, args):
                table = self.model.predicates.get((name, len(args)))
                if table is None:
                    raise NotEvaluable(f"no table for {name}/{len(args)}")
                return tuple(self.term(a, env) for a in args) in table
            case Not(body):
                return not self.formula(body, env)
            case And(parts):
                return all(self.formula(p, env) for p in parts)
            case Or(parts):
                return any(self.formula(p, env) for p in parts)
            case Implies(left, right):
                return not self.formula(left, env) or self.formula(right, env)
            case Iff(left, right):
                return self.formula(left, env) == self.formula(right, env)
            case Xor(left, right):
                return self.formula(left, env) != self.formula(right, env)
            case Forall(name, body, sort):
                return all(self.formula(body, {**env, name: thing}) for thing in self.things(sort))
            case Exists(name, body, sort):
                return any(self.formula(body, {**env, name: thing}) for thing in self.things(sort))
            case Eq(left, right):
                return self.term(left, env) == self.term(right, env)
            case Cmp(op, left, right):
                return _RELATIONS[op](self.number(left, env), self.number(right, env))
            case Truth(value):
                return value

    def things(self, sort: str) -> tuple[str, ...]:
        """Return what a quantifier ranges over."""
        found = self.model.sorts.get(sort) if sort else self.model.domain
        if not found:
            raise NotEvaluable(f"the model has no things of the sort {sort or THING}")
        return found

    def term(self, term: Term, env: dict[str, Element]) -> Element:
        match term:
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
                    raise NotEvaluable(f"no value for {name}/{len(args)}")
                return table[row]

    def number(self, term: Term, env: dict[str, Element]) -> Fraction:
        value = self.term(term, env)
        if isinstance(value, str):
            raise NotEvaluable(f"{value} is not a number")
        return Fraction(value)


def _element(value: Fraction) -> Element:
    """Return a number as tables hold it."""
    return value.numerator if value.denominator == 1 else value
