"""Truth in a finite model, straight from the definition.

This is what countermodels are checked with. It shares nothing with the engines that
find them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Final

from ..errors import SoritesError
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

_RELATIONS: Final[Mapping[Relation, Callable[[int, int], bool]]] = {
    "<": operator.lt,
    "≤": operator.le,
    ">": operator.gt,
    "≥": operator.ge,
}
_ARITHMETIC: Final[Mapping[str, Callable[[int, int], int]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}


class NotEvaluable(SoritesError):
    """The model does not say: a name without a table, a number where a thing should be, too many steps."""


def holds(formula: Formula, model: Model) -> bool:
    """Return whether a closed formula is true in the model.

    Quantifiers range over the model's things, so a formula that quantifies over
    numbers can't be evaluated.

    Raises:
        NotEvaluable: the model does not determine it, or it would take too long.
    """
    return _Evaluator(model).formula(formula, {})


class _Evaluator:
    def __init__(self, model: Model) -> None:
        self.model = model
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
            case Forall(name, body):
                return all(self.formula(body, {**env, name: thing}) for thing in self.model.domain)
            case Exists(name, body):
                return any(self.formula(body, {**env, name: thing}) for thing in self.model.domain)
            case Eq(left, right):
                return self.term(left, env) == self.term(right, env)
            case Cmp(op, left, right):
                return _RELATIONS[op](self.number(left, env), self.number(right, env))
            case Truth(value):
                return value

    def term(self, term: Term, env: dict[str, Element]) -> Element:
        match term:
            case Var(name):
                return env[name]
            case Num(value):
                table = self.model.functions.get((numeral(value), 0))
                return table[()] if table is not None else value
            case Fn(name, (left, right)) if name in _ARITHMETIC:
                return _ARITHMETIC[name](self.number(left, env), self.number(right, env))
            case Fn(name, args):
                table = self.model.functions.get((name, len(args)))
                row = tuple(self.term(a, env) for a in args)
                if table is None or row not in table:
                    raise NotEvaluable(f"no value for {name}/{len(args)}")
                return table[row]

    def number(self, term: Term, env: dict[str, Element]) -> int:
        value = self.term(term, env)
        if isinstance(value, str):
            raise NotEvaluable(f"{value} is not a number")
        return value  # type: ignore[return-value]  # decimals calculate as integers do
