"""Formulas made from formulas. What changes is written out where it is needed; here is all that stays.

A function that changes some kinds of formulas has a case for each of these, and for
all others one that calls ``descend`` with itself. One that changes a tree from
the leaves upwards is no more than a function for ``rewrite``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..clock import look
from .syntax import (
    And,
    Atom,
    Binder,
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
    Or,
    Term,
    Truth,
    Var,
    Xor,
    unlisted,
)
from .walkers import free_variables, walk


def descend(formula: Formula, change: Callable[[Formula], Formula], term: Callable[[Term], Term]) -> Formula:
    """Return the formula with its direct parts changed.

    Args:
        formula: the formula; it is not changed itself.
        change: what is done with each direct subformula.
        term: what is done with each direct term; ``same`` leaves it.
    """
    look()
    match formula:
        case Atom(name, args):
            return Atom(name, tuple([term(a) for a in args])) if args and term is not same else formula
        case Not(body):
            return Not(change(body))
        case And(parts) | Or(parts):
            return type(formula)(tuple([change(p) for p in parts]))
        case Forall(name, body, sort) | Exists(name, body, sort):
            return type(formula)(name, change(body), sort)
        case Implies(left, right) | Iff(left, right) | Xor(left, right):
            return type(formula)(change(left), change(right))
        case Eq(left, right):
            return Eq(term(left), term(right))
        case Cmp(op, left, right):
            return Cmp(op, term(left), term(right))
        case Count(body=body):
            return rebound(formula, formula.var, change(body), formula.sort)
        case Distinct(terms):
            return Distinct(tuple([term(t) for t in terms]))
        case Truth():
            return formula
        case _:
            unlisted(formula)


def rebound(formula: Binder, variable: str, body: Formula, sort: str) -> Binder:
    """Return a formula of the same kind that binds another variable, of another sort, in another body."""
    if isinstance(formula, Count):
        return Count(formula.relation, formula.number, variable, body, sort)
    return type(formula)(variable, body, sort)


def same(term: Term) -> Term:
    """Return the term."""
    return term


def rewrite(formula: Formula, change: Callable[[Formula], Formula], term: Callable[[Term], Term] = same) -> Formula:
    """Return the formula changed from the leaves upwards.

    Args:
        formula: the formula.
        change: gives what replaces a formula whose parts are changed already.
        term: gives what replaces a term whose arguments are changed already.
    """
    return change(
        descend(formula, lambda f: rewrite(f, change, term), same if term is same else lambda t: rewrite_term(t, term))
    )


def rewrite_term(term: Term, change: Callable[[Term], Term]) -> Term:
    """Return the term changed from the leaves upwards."""
    if isinstance(term, Fn) and term.args:
        return change(Fn(term.name, tuple([rewrite_term(a, change) for a in term.args])))
    return change(term)


def simplified(formula: Formula) -> Formula:
    """Return an equivalent formula in which ``⊤`` and ``⊥`` stand alone, if at all.

    Nothing is said to equal itself, and each quantifier binds something.
    """
    return rewrite(formula, simple)


def simple(formula: Formula) -> Formula:
    """Return a formula, whose parts are simple already, without truth values among them."""
    match formula:
        case Not(Truth(value)):
            return Truth(not value)
        case And(parts) | Or(parts):
            neutral = isinstance(formula, And)
            if Truth(not neutral) in parts:
                return Truth(not neutral)
            left = [p for p in parts if p != Truth(neutral)]
            if len(left) < 2:
                return left[0] if left else Truth(neutral)
            return type(formula)(tuple(left))
        case Implies(Truth(value), right):
            return right if value else Truth(True)
        case Implies(left, Truth(value)):
            return Truth(True) if value else Not(left)
        case Iff(Truth(value), other) | Iff(other, Truth(value)):
            return other if value else simple(Not(other))
        case Xor(Truth(value), other) | Xor(other, Truth(value)):
            return simple(Not(other)) if value else other
        case Eq(left, right) if left == right:
            return Truth(True)
        case Forall(name, body) | Exists(name, body) if name not in free_variables(body):
            return body
        case _:
            return formula


def substitute(formula: Formula, values: Mapping[str, Term]) -> Formula:
    """Return the formula with terms for its free variables.

    A quantifier whose variable a term speaks of gets another variable, so that no
    variable of a term is captured.
    """
    open_ones = [one for one in values.values() if isinstance(one, Var) or (isinstance(one, Fn) and one.args)]
    spoken_of = frozenset(node.name for value in open_ones for node in walk(value) if isinstance(node, Var))
    return _substitute(formula, values, spoken_of)


def _substitute(formula: Formula, values: Mapping[str, Term], spoken_of: frozenset[str]) -> Formula:
    if type(formula) is Atom:
        return Atom(formula.name, tuple([_valued(term, values) for term in formula.args]))
    if isinstance(formula, Binder):
        name, body = formula.var, formula.body
        if name in spoken_of:
            values = {v: values[v] for v in free_variables(body) if v in values and v != name}
            if any(isinstance(n, Var) and n.name == name for value in values.values() for n in walk(value)):
                name = fresh(name, (body, *values.values()))
                values = {**values, formula.var: Var(name)}
                spoken_of |= {name}
        elif name in values:
            values = {v: value for v, value in values.items() if v != name}
        return rebound(formula, name, _substitute(body, values, spoken_of) if values else body, formula.sort)
    return descend(formula, lambda f: _substitute(f, values, spoken_of), lambda t: _valued(t, values))


def renamed(formula: Formula, choose: Callable[[Binder, Mapping[str, Var]], str]) -> Formula:
    """Return the formula with other bound variables.

    Args:
        formula: the formula.
        choose: gives the new variable of a quantifier, from the quantifier and from the new variables of those
            around it. It must not be one that the quantifier would capture.
    """
    return _renamed(formula, choose, {})


def _renamed(
    formula: Formula, choose: Callable[[Binder, Mapping[str, Var]], str], values: Mapping[str, Var]
) -> Formula:
    if isinstance(formula, Binder):
        chosen = choose(formula, values)
        body = _renamed(formula.body, choose, {**values, formula.var: Var(chosen)})
        return rebound(formula, chosen, body, formula.sort)
    return descend(formula, lambda f: _renamed(f, choose, values), lambda t: _valued(t, values))


def _valued(term: Term, values: Mapping[str, Term]) -> Term:
    if isinstance(term, Var):
        return values.get(term.name, term)
    if isinstance(term, Fn) and term.args:
        return Fn(term.name, tuple([_valued(a, values) for a in term.args]))
    return term


def fresh(name: str, nodes: tuple[Formula | Term, ...]) -> str:
    """Return the name, or one like it, that is no variable in any of the formulas and terms."""
    taken = {n.name if isinstance(n, Var) else n.var for f in nodes for n in walk(f) if isinstance(n, _NAMING)}
    found, count = name, 1
    while found in taken:
        count += 1
        found = f"{name}{count}"
    return found


_NAMING = Var | Binder
