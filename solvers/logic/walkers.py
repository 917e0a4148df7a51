"""Walks over formulas: subformulas, variables, depth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import Any, Final

from .syntax import And, Atom, Cmp, Eq, Exists, Fn, Forall, Formula, Iff, Implies, Not, Num, Or, Term, Truth, Var, Xor

Node = Formula | Term


def children(node: Node) -> tuple[Node, ...]:
    """Return the node's direct subformulas and subterms."""
    return _CHILDREN[type(node)](node)


def subformulas(node: Node) -> tuple[Formula, ...]:
    """Return the node's direct subformulas; an atomic formula and a term have none."""
    return _SUBFORMULAS[type(node)](node)


def _none(_: Any) -> tuple[()]:
    return ()


def _body(node: Any) -> tuple[Formula, ...]:
    return (node.body,)


# By the type of a node, since all that reads a program walks through it.
_CONNECTED: Final[Mapping[type, Callable[[Any], tuple[Any, ...]]]] = {
    **dict.fromkeys((Not, Forall, Exists), _body),
    **dict.fromkeys((And, Or), attrgetter("parts")),
    **dict.fromkeys((Xor, Implies, Iff), attrgetter("left", "right")),
    Truth: _none,
}
_SUBFORMULAS: Final[Mapping[type, Callable[[Any], tuple[Any, ...]]]] = {
    **_CONNECTED,
    **dict.fromkeys((Atom, Eq, Cmp, Fn, Num, Var), _none),
}
_CHILDREN: Final[Mapping[type, Callable[[Any], tuple[Any, ...]]]] = {
    **_CONNECTED,
    **dict.fromkeys((Atom, Fn), attrgetter("args")),
    **dict.fromkeys((Eq, Cmp), attrgetter("left", "right")),
    **dict.fromkeys((Num, Var), _none),
}


def walk(node: Node) -> Iterator[Node]:
    """Yield the node and everything below it, in the order of the text."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(children(current)))


def binders(node: Node) -> Iterator[Forall | Exists]:
    """Yield the quantified formulas in a formula, itself included; a term has none."""
    stack = [node]
    while stack:
        current = stack.pop()
        if isinstance(current, Forall | Exists):
            yield current
        stack.extend(subformulas(current))


def atoms(formula: Formula) -> Iterator[Atom]:
    """Yield the formula's atoms, in the order of the text; equations and comparisons are none."""
    stack: list[Node] = [formula]
    while stack:
        current = stack.pop()
        if isinstance(current, Atom):
            yield current
        stack.extend(reversed(subformulas(current)))


def depth(node: Node) -> int:
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

    def visit(node: Node, bound: frozenset[str]) -> None:
        match node:
            case Var(name):
                if name not in bound:
                    found[name] = None
            case Forall(name, body) | Exists(name, body):
                visit(body, bound | {name})
            case _:
                for child in children(node):
                    visit(child, bound)

    visit(formula, frozenset())
    return tuple(found)
