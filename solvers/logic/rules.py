"""What rules a formula states: implications from a conjunction of literals to a literal, without functions.

This is the fragment of forward chaining and of defeasible theories. Negation is a sign: ``¬p`` is derived by a fact or
a rule or not at all, and no rule is used backwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .syntax import And, Atom, Cmp, Eq, Fn, Forall, Formula, Implies, Not, Or, Term, TermRow, Var, literal, opened

SignedName = tuple[str, int, bool]
"""A predicate's name, its arity, and the sign; of ``f(x) = v`` the function's name, and one less than 0 - its arity."""
GroundFact = tuple[SignedName, TermRow]
Parts = list[tuple[Atom | Eq | Cmp, bool]]
"""Atoms and comparisons that are joined by ∧, each with its sign."""


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
        tests: what must be so of the values of its variables, beside.
    """

    body: tuple[SignedAtom, ...]
    head: SignedAtom
    premise: int
    tests: tuple[Formula, ...] = ()


def as_rules(formula: Formula, premise: int) -> list[ForwardRule] | None:
    """Return the rules that a formula states, or ``None`` if it is outside the fragment."""
    found: list[ForwardRule] = []
    stated = implications(formula)
    if stated is None:
        return None
    for body, heads in stated:
        left, right = _plain(body), _plain(heads)
        if left is None or right is None:
            return None
        found += [ForwardRule(tuple(left), head, premise) for head in right]
    return found


def implications(formula: Formula) -> list[tuple[Parts, Parts]] | None:
    """Return from which conditions together which conclusions follow by a formula; ``None`` if it is no such rule."""
    formula = opened(formula, Forall)[2]
    if isinstance(formula, And):
        return _together(formula.parts)
    if not isinstance(formula, Implies):
        facts = conjuncts(formula)
        return None if facts is None else [([], facts)]
    if isinstance(formula.left, Or):  # either side is enough
        return _together([Implies(part, formula.right) for part in formula.left.parts])
    if isinstance(inner := formula.right, Implies):
        formula = Implies(And((formula.left, inner.left)), inner.right)
    body, heads = conjuncts(formula.left), conjuncts(formula.right)
    return None if body is None or heads is None else [(body, heads)]


def _together(formulas: Iterable[Formula]) -> list[tuple[Parts, Parts]] | None:
    found = [implications(formula) for formula in formulas]
    return None if None in found else [one for ones in found for one in ones or ()]


def conjuncts(formula: Formula) -> Parts | None:
    """Return the atoms and comparisons of a conjunction, each with its sign; ``None`` if it has other parts."""
    found: Parts = []
    for part in formula.parts if isinstance(formula, And) else (formula,):
        positive = True
        while isinstance(part, Not):
            part, positive = part.body, not positive
        if isinstance(part, Atom | Eq | Cmp):
            found.append((part, positive))
        elif isinstance(part, And) and positive and (inner := conjuncts(part)) is not None:
            found += inner
        else:
            return None
    return found


def literals_of(formula: Formula) -> list[SignedAtom] | None:
    """Return the literals of a conjunction, or ``None`` if it is outside the fragment."""
    parts = conjuncts(formula)
    return None if parts is None else _plain(parts)


def _plain(parts: Parts) -> list[SignedAtom] | None:
    """Return atoms without functions as literals, or ``None`` if others are among them."""
    found: list[SignedAtom] = []
    for atom, positive in parts:
        if not isinstance(atom, Atom) or any(isinstance(a, Fn) and a.args for a in atom.args):
            return None
        found.append(SignedAtom((atom.name, len(atom.args), positive), atom.args))
    return found


def as_formula(fact: GroundFact) -> Formula:
    """Return a fact as a formula."""
    (name, arity, positive), args = fact
    return literal(Atom(name, args) if arity >= 0 else Eq(Fn(name, args[:-1]), args[-1]), positive)


def as_fact(formula: Formula) -> GroundFact | None:
    """Return the fact that a formula is, as ``as_formula`` writes it; ``None`` if it is none."""
    atom = formula.body if isinstance(formula, Not) else formula
    match atom:
        case Atom(name, args):
            return (name, len(args), atom is formula), args
        case Eq(Fn(name, args), value):
            return (name, -1 - len(args), atom is formula), (*args, value)
    return None


def opposite(fact: GroundFact) -> GroundFact:
    """Return the fact that says the opposite."""
    (name, arity, positive), args = fact
    return (name, arity, not positive), args


def constants_of(rules: Iterable[ForwardRule], goals: Iterable[SignedAtom]) -> list[Term]:
    """Return the things that rules and goals speak of, over which head variables range that no body binds."""
    parts = [*(part for rule in rules for part in (*rule.body, rule.head)), *goals]
    return list(dict.fromkeys(term for part in parts for term in part.args if not isinstance(term, Var)))
