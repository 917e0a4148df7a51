"""Lines of proofs by Z3, and terms put into formulas: what the second check of certificates needs."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import z3

from sorites.solvers.logic.syntax import (
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
    Truth,
    Var,
    Xor,
)

from .oracle_nodes import NUMBERS

SECONDS = 1


class Unsure(Exception):
    """This can't be found out here."""


def put(formula: Formula, variable: str, term: Term) -> Formula:
    """Return a formula with a term for a variable; none of the term's own variables is bound in it."""

    def inside(t: Term) -> Term:
        if isinstance(t, Var):
            return term if t.name == variable else t
        return Fn(t.name, tuple(map(inside, t.args))) if isinstance(t, Fn) else t

    match formula:
        case Atom(name, args):
            return Atom(name, tuple(map(inside, args)))
        case Eq(left, right):
            return Eq(inside(left), inside(right))
        case Cmp(op, left, right):
            return Cmp(op, inside(left), inside(right))
        case Not(body):
            return Not(put(body, variable, term))
        case And(parts) | Or(parts):
            return type(formula)(tuple(put(part, variable, term) for part in parts))
        case Implies(left_, right_) | Iff(left_, right_) | Xor(left_, right_):
            return type(formula)(put(left_, variable, term), put(right_, variable, term))
        case Forall(name, body, sort) | Exists(name, body, sort):
            return formula if name == variable else type(formula)(name, put(body, variable, term), sort)
    return formula


def bound(node: Any) -> set[str]:
    """Return the variables that are bound in a formula."""
    if isinstance(node, Forall | Exists):
        return {node.var} | bound(node.body)
    return {name for part in parts_of(node) for name in bound(part)}


def functions(node: Any) -> set[str]:
    """Return the names of functions in a formula or term."""
    here = {node.name} if isinstance(node, Fn) else set()
    return here | {name for part in parts_of(node) for name in functions(part)}


def parts_of(node: Any) -> tuple[Any, ...]:
    if isinstance(node, And | Or):
        return node.parts
    if isinstance(node, Atom | Fn):
        return node.args
    names = {Not: ["body"], Forall: ["body"], Exists: ["body"]}.get(type(node), ["left", "right"])
    return tuple(getattr(node, name) for name in names if hasattr(node, name))


def impossible(*formulas: Any) -> bool:
    solver = z3.Solver()
    solver.set("timeout", SECONDS * 1000)
    solver.add(*formulas)
    found = solver.check()
    if found == z3.unknown:
        raise Unsure
    return bool(found == z3.unsat)


class Things:
    """Terms that nothing is known of but that equals may replace equals."""

    def __init__(self) -> None:
        self.sort = z3.DeclareSort("T")

    def term(self, term: Term) -> Any:
        if isinstance(term, Fn) and term.args:
            places = [self.sort] * (len(term.args) + 1)
            return z3.Function(f"f {term.name}", *places)(*map(self.term, term.args))
        return z3.Const(repr(term), self.sort)

    def atom(self, formula: Any) -> Any:
        if isinstance(formula, Eq):
            return self.term(formula.left) == self.term(formula.right)
        terms = formula.args if isinstance(formula, Atom) else (formula.left, formula.right)
        name = f"p {formula.name}" if isinstance(formula, Atom) else f"c {formula.op}"
        if not terms:
            return z3.Bool(name)
        return z3.Function(name, *[self.sort] * len(terms), z3.BoolSort())(*map(self.term, terms))


class Numbers:
    """Terms of numbers; what is not calculated is any number of its sort."""

    def __init__(self, sort: Callable[[Term], str]) -> None:
        self.sort = sort

    def term(self, term: Term) -> Any:
        sort = self.sort(term)
        if sort not in NUMBERS:
            raise Unsure
        match term:
            case Num(value):
                return z3.IntVal(value) if sort == "Int" else z3.RealVal(str(Fraction(value)))
            case Fn("+", (left, right)):
                return self.term(left) + self.term(right)
            case Fn("-", (left, right)):
                return self.term(left) - self.term(right)
            case Fn("*", (left, right)):
                return self.term(left) * self.term(right)
            case Fn("/", (left, Num(value))) if value:
                return z3.ToReal(self.term(left)) / value if sort == "Int" else self.term(left) / z3.RealVal(str(value))
            case Fn("÷", (left, Num(int() as value))) if value:
                return self.term(left) / z3.IntVal(value)
            case Fn("%", (left, Num(int() as value))) if value:
                return self.term(left) % z3.IntVal(value)
        return z3.Const(repr(term), z3.IntSort() if sort == "Int" else z3.RealSort())

    def atom(self, formula: Any) -> Any:
        if isinstance(formula, Atom):
            raise Unsure
        left, right = self.term(formula.left), self.term(formula.right)
        if isinstance(formula, Eq):
            return left == right
        return {"<": left < right, "≤": left <= right, ">": left > right, "≥": left >= right}[formula.op]


def propositional(formula: Formula, atoms: dict[Any, Any], terms: Things | Numbers | None = None) -> Any:
    """Return a formula for Z3; atoms and quantified formulas are looked into only by ``terms``."""

    def inside(part: Formula) -> Any:
        return propositional(part, atoms, terms)

    match formula:
        case Not(body):
            return z3.Not(inside(body))
        case And(parts):
            return z3.And(*map(inside, parts))
        case Or(parts):
            return z3.Or(*map(inside, parts))
        case Implies(left, right):
            return z3.Implies(inside(left), inside(right))
        case Iff(left, right):
            return inside(left) == inside(right)
        case Xor(left, right):
            return z3.Xor(inside(left), inside(right))
        case Truth(value):
            return z3.BoolVal(value)
        case Atom() | Eq() | Cmp() if terms is not None:
            return terms.atom(formula)
        case _:
            if terms is not None:
                raise Unsure
            return atoms.setdefault(formula, z3.Bool(f"a{len(atoms)}"))
