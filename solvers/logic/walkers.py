"""Walks over formulas: subformulas, variables, depth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import Any, Final, get_args

from .syntax import (
    And,
    Atom,
    Binder,
    Cmp,
    Distinct,
    Eq,
    Expression,
    Fn,
    Formula,
    Iff,
    Implies,
    Not,
    Num,
    Or,
    Truth,
    Var,
    Xor,
)


def children(node: Expression) -> tuple[Expression, ...]:
    """Return the node's direct subformulas and subterms."""
    return PARTS[type(node)](node)


def subformulas(node: Expression) -> tuple[Formula, ...]:
    """Return the node's direct subformulas; an atomic formula and a term have none."""
    return _SUBFORMULAS[type(node)](node)


def _none(_: Any) -> tuple[()]:
    return ()


def _body(node: Any) -> tuple[Formula, ...]:
    return (node.body,)


# By the type of a node, since all that reads a program walks through it.
PARTS: Final[Mapping[type, Callable[[Any], tuple[Any, ...]]]] = {
    **dict.fromkeys((Not, *get_args(Binder)), _body),
    **dict.fromkeys((And, Or), attrgetter("parts")),
    **dict.fromkeys((Xor, Implies, Iff, Eq, Cmp), attrgetter("left", "right")),
    **dict.fromkeys((Atom, Fn), attrgetter("args")),
    **dict.fromkeys((Truth, Num, Var), _none),
    Distinct: attrgetter("terms"),
}
"""What stands directly in a node."""
_SUBFORMULAS: Final = {**PARTS, **dict.fromkeys((Atom, Eq, Cmp, Distinct, Fn), _none)}


def walk(node: Expression) -> Iterator[Expression]:
    """Yield the node and everything below it, in the order of the text."""
    return _below(node, PARTS)


def formulas_in(node: Expression) -> Iterator[Formula]:
    """Yield the formula and all formulas below it, in the order of the text."""
    return _below(node, _SUBFORMULAS)


def _below(node: Any, parts: Mapping[type, Callable[[Any], tuple[Any, ...]]]) -> Iterator[Any]:
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(parts[type(current)](current)))


def binders(node: Expression) -> Iterator[Binder]:
    """Yield the formulas in a formula that bind a variable, itself included; a term has none."""
    return (one for one in formulas_in(node) if isinstance(one, Binder))


def atoms(formula: Formula) -> Iterator[Atom]:
    """Yield the formula's atoms, in the order of the text; equations and comparisons are none."""
    return (one for one in formulas_in(formula) if isinstance(one, Atom))


def depth(node: Expression) -> int:
    """Return the number of levels of the tree; safe for a tree of any depth."""
    deepest, stack = 0, [(node, 1)]
    while stack:
        current, level = stack.pop()
        deepest = max(deepest, level)
        stack.extend((child, level + 1) for child in children(current))
    return deepest


def free_variables(formula: Formula) -> tuple[str, ...]:
    """Return the variables that no quantifier binds, in order of first appearance."""
    found: dict[str, None] = {}
    _free(formula, frozenset(), found)
    return tuple(found)


def _free(node: Expression, bound: frozenset[str], found: dict[str, None]) -> None:
    if isinstance(node, Var):
        if node.name not in bound:
            found[node.name] = None
        return
    inner = bound | {node.var} if isinstance(node, Binder) else bound
    for child in children(node):
        _free(child, inner, found)
