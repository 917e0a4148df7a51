"""What rules a formula states: implications from a conjunction of literals to a literal, without functions.

This is the fragment of forward chaining and of defeasible theories. Negation is a sign: ``¬p`` is derived by a fact or
a rule or not at all, and no rule is used backwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .syntax import And, Atom, Forall, Formula, Implies, Not, Num, Or, Term, Var, literal

Key = tuple[str, int, bool]
"""A predicate's name, its arity, and the sign."""
Row = tuple[Term, ...]
Fact = tuple[Key, Row]


@dataclass(frozen=True, slots=True)
class Literal:
    """A signed atom of a rule."""

    key: Key
    args: Row


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule, or a fact if the body is empty.

    Attributes:
        body: the literals that must be derived.
        head: the literal that is derived then.
        premise: the index of the premise that it comes from.
    """

    body: tuple[Literal, ...]
    head: Literal
    premise: int


def as_rules(formula: Formula, premise: int) -> list[Rule] | None:
    """Return the rules that a formula states, or ``None`` if it is outside the fragment."""
    while isinstance(formula, Forall):
        formula = formula.body
    if isinstance(formula, And):
        parts = [as_rules(part, premise) for part in formula.parts]
        return None if any(p is None for p in parts) else [rule for p in parts if p for rule in p]
    if isinstance(formula, Implies):
        if isinstance(formula.left, Or):  # either side is enough
            parts = [as_rules(Implies(part, formula.right), premise) for part in formula.left.parts]
            return None if any(p is None for p in parts) else [rule for p in parts if p for rule in p]
        body = literals_of(formula.left)
        inner = formula.right
        if isinstance(inner, Implies):
            more = literals_of(inner.left)
            body = None if body is None or more is None else [*body, *more]
            inner = inner.right
        heads = literals_of(inner)
        if body is None or heads is None:
            return None
        return [Rule(tuple(body), head, premise) for head in heads]
    heads = literals_of(formula)
    return None if heads is None else [Rule((), head, premise) for head in heads]


def literals_of(formula: Formula) -> list[Literal] | None:
    """Return the literals of a conjunction, or ``None`` if it is outside the fragment."""
    parts = formula.parts if isinstance(formula, And) else (formula,)
    found: list[Literal] = []
    for part in parts:
        positive = True
        while isinstance(part, Not):
            part, positive = part.body, not positive
        if isinstance(part, And) and positive:
            inner = literals_of(part)
            if inner is None:
                return None
            found += inner
        elif isinstance(part, Atom) and all(isinstance(a, Var | Num) or not a.args for a in part.args):
            found.append(Literal((part.name, len(part.args), positive), part.args))
        else:
            return None
    return found


def as_formula(fact: Fact) -> Formula:
    """Return a fact as a formula."""
    (name, _, positive), args = fact
    return literal(Atom(name, args), positive)


def opposite(fact: Fact) -> Fact:
    """Return the fact that says the opposite."""
    (name, arity, positive), args = fact
    return (name, arity, not positive), args


def constants_of(rules: Iterable[Rule], goals: Iterable[Literal]) -> list[Term]:
    """Return the things that rules and goals speak of, over which head variables range that no body binds."""
    parts = [*(part for rule in rules for part in (*rule.body, rule.head)), *goals]
    return list(dict.fromkeys(term for part in parts for term in part.args if not isinstance(term, Var)))
