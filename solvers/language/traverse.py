"""Walks over formulas: subformulas, variables, depth."""

from __future__ import annotations

from collections.abc import Iterator

from .syntax import (
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

Node = Formula | Term


def children(node: Node) -> tuple[Node, ...]:
    """Return the node's direct subformulas and subterms."""
    match node:
        case Atom(_, args) | Fn(_, args):
            return args
        case Eq(left, right) | Cmp(_, left, right):
            return (left, right)
        case Num() | Var():
            return ()
        case _:
            return subformulas(node)


def subformulas(formula: Formula) -> tuple[Formula, ...]:
    """Return the formula's direct subformulas; an atomic one has none."""
    match formula:
        case Atom() | Eq() | Cmp() | Truth():
            return ()
        case Not(body) | Forall(_, body) | Exists(_, body):
            return (body,)
        case And(parts) | Or(parts):
            return parts
        case Xor(left, right) | Implies(left, right) | Iff(left, right):
            return (left, right)


def walk(node: Node) -> Iterator[Node]:
    """Yield the node and everything below it, in the order of the text."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(children(current)))


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
