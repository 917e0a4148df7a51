"""Unifiers and matches of terms and literals.

A unifier may hold terms with variables that it has values for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ..logic.syntax import Atom, Eq, Fn, Formula, Not, Term, Var
from ..logic.walkers import walk

Bindings = Mapping[str, Term]


def unified(one: Sequence[Term], other: Sequence[Term], known: Bindings | None = None) -> dict[str, Term] | None:
    """Return values of variables, with those that are known, that make terms equal in pairs; ``None`` if none do."""
    values = dict(known or {})
    if len(one) != len(other):
        return None
    pending = list(zip(one, other, strict=True))
    while pending:
        left, right = pending.pop()
        left, right = _known(left, values), _known(right, values)
        if left == right:
            continue
        if isinstance(right, Var) and not isinstance(left, Var):
            left, right = right, left
        if isinstance(left, Var):
            if _occurs(left.name, right, values):
                return None
            values[left.name] = right
        elif isinstance(left, Fn) and isinstance(right, Fn) and left.name == right.name:
            if len(left.args) != len(right.args):
                return None
            pending += zip(left.args, right.args, strict=True)
        else:
            return None
    return values


def matched(pattern: Term, term: Term, values: Bindings) -> Bindings | None:
    """Return the values with more of them, such that a pattern is a term; ``None`` if there are none."""
    if isinstance(pattern, Var):
        known = values.get(pattern.name)
        if known is None:
            return {**values, pattern.name: term}
        return values if known == term else None
    if isinstance(pattern, Fn) and isinstance(term, Fn):
        if pattern.name != term.name or len(pattern.args) != len(term.args):
            return None
        for one, other in zip(pattern.args, term.args, strict=True):
            found = matched(one, other, values)
            if found is None:
                return None
            values = found
        return values
    return values if pattern == term else None


def resolved(term: Term, values: Bindings) -> Term:
    """Return a term with the values of its variables, and of the variables in those."""
    if isinstance(term, Var):
        return resolved(values[term.name], values) if term.name in values else term
    if isinstance(term, Fn) and term.args:
        return Fn(term.name, tuple([resolved(arg, values) for arg in term.args]))
    return term


def at(literal: Formula, values: Bindings) -> Formula:
    """Return a literal with the values of its variables."""
    return mapped(literal, lambda term: resolved(term, values))


def mapped(literal: Formula, term: Callable[[Term], Term]) -> Formula:
    """Return a literal with other arguments."""
    match literal:
        case Not(body):
            return Not(mapped(body, term))
        case Atom(name, args):
            return Atom(name, tuple(map(term, args)))
        case Eq(left, right):
            return Eq(term(left), term(right))
        case _:
            raise ValueError(literal)


def without(literals: Sequence[Formula], place: int) -> tuple[Formula, ...]:
    """Return literals without one of them."""
    return (*literals[:place], *literals[place + 1 :])


def pairs(one: Formula, other: Formula) -> Iterator[tuple[tuple[Term, ...], tuple[Term, ...]]]:
    """Yield the arguments of two literals that may be made one."""
    if isinstance(one, Not) and isinstance(other, Not):
        yield from pairs(one.body, other.body)
    if isinstance(one, Atom) and isinstance(other, Atom) and one.name == other.name:
        yield one.args, other.args
    if isinstance(one, Eq) and isinstance(other, Eq):
        yield (one.left, one.right), (other.left, other.right)
        yield (one.left, one.right), (other.right, other.left)


def variables(term: Term) -> set[str]:
    """Return the variables in a term."""
    return {node.name for node in walk(term) if isinstance(node, Var)}


def _known(term: Term, values: Bindings) -> Term:
    while isinstance(term, Var) and term.name in values:
        term = values[term.name]
    return term


def _occurs(name: str, term: Term, values: Bindings) -> bool:
    pending = [term]
    while pending:
        term = _known(pending.pop(), values)
        if isinstance(term, Var):
            if term.name == name:
                return True
        elif isinstance(term, Fn):
            pending += term.args
    return False
