"""What rules a formula states: implications from a conjunction of literals to a literal, without functions.

This is the fragment of forward chaining and of defeasible theories. Negation is a sign: ``¬p`` is derived by a fact or
a rule or not at all, and no rule is used backwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .syntax import And, Atom, Fn, Forall, Formula, Implies, Not, Or, Term, TermRow, Var, literal, opened

SignedName = tuple[str, int, bool]
"""A predicate's name, its arity, and the sign."""
GroundFact = tuple[SignedName, TermRow]


class SignedAtom(NamedTuple):
    """A signed atom of a rule."""

    key: SignedName
    args: TermRow


class ForwardRule(NamedTuple):
    """A rule, or a fact if the body is empty.

    Attributes:
        body: the literals that must be derived.
        head: the literal that is derived then.
        premise: the index of the premise that it comes from.
    """

    body: tuple[SignedAtom, ...]
    head: SignedAtom
    premise: int


def as_rules(formula: Formula, premise: int) -> list[ForwardRule] | None:
    """Return the rules that a formula states, or ``None`` if it is outside the fragment."""
    formula = opened(formula, Forall)[2]
    if isinstance(formula, And):
        return _together(formula.parts, premise)
    if not isinstance(formula, Implies):
        facts = literals_of(formula)
        return None if facts is None else [ForwardRule((), fact, premise) for fact in facts]
    if isinstance(formula.left, Or):  # either side is enough
        return _together([Implies(part, formula.right) for part in formula.left.parts], premise)
    if isinstance(inner := formula.right, Implies):
        formula = Implies(And((formula.left, inner.left)), inner.right)
    body, heads = literals_of(formula.left), literals_of(formula.right)
    return None if body is None or heads is None else [ForwardRule(tuple(body), head, premise) for head in heads]


def _together(formulas: Iterable[Formula], premise: int) -> list[ForwardRule] | None:
    found = [as_rules(formula, premise) for formula in formulas]
    return None if None in found else [rule for rules in found for rule in rules or ()]


def literals_of(formula: Formula) -> list[SignedAtom] | None:
    """Return the literals of a conjunction, or ``None`` if it is outside the fragment."""
    found: list[SignedAtom] = []
    for part in formula.parts if isinstance(formula, And) else (formula,):
        positive = True
        while isinstance(part, Not):
            part, positive = part.body, not positive
        if isinstance(part, Atom) and not any(isinstance(a, Fn) and a.args for a in part.args):
            found.append(SignedAtom((part.name, len(part.args), positive), part.args))
        elif isinstance(part, And) and positive and (inner := literals_of(part)) is not None:
            found += inner
        else:
            return None
    return found


def as_formula(fact: GroundFact) -> Formula:
    """Return a fact as a formula."""
    (name, _, positive), args = fact
    return literal(Atom(name, args), positive)


def opposite(fact: GroundFact) -> GroundFact:
    """Return the fact that says the opposite."""
    (name, arity, positive), args = fact
    return (name, arity, not positive), args


def constants_of(rules: Iterable[ForwardRule], goals: Iterable[SignedAtom]) -> list[Term]:
    """Return the things that rules and goals speak of, over which head variables range that no body binds."""
    parts = [*(part for rule in rules for part in (*rule.body, rule.head)), *goals]
    return list(dict.fromkeys(term for part in parts for term in part.args if not isinstance(term, Var)))
