"""Formulas from their parts, and names from words."""

from __future__ import annotations

import re
from functools import lru_cache, reduce

from sorites.solvers.language.rewrite import nothing_else
from sorites.solvers.language.syntax import And, Exists, Forall, Formula, Iff, Implies, Or, Truth, Xor

from .tree import Join


@lru_cache(maxsize=20_000)
def camel(words: tuple[str, ...], *, capital: bool) -> str:
    """Return words as one name."""
    pieces = [p for word in words for p in re.split(r"[^\w]+|_(?!\d)", word.removesuffix("'s"))]
    name = "".join(p[:1].upper() + p[1:] for p in pieces if p) or "Thing"
    if name[0].isdigit():
        name = f"N{name}"
    if capital:
        return name
    name = name[0].lower() + name[1:]
    return name if len(name.rstrip("0123456789_")) > 1 else f"named{name.upper()}"


def forall(variables: list[str], body: Formula) -> Formula:
    """Bind variables universally."""
    for variable in reversed(variables):
        body = Forall(variable, body)
    return body


def exactly_one(variable: str, other: str, body: Formula) -> Formula:
    """Return that exactly one thing is as the body says of the variable."""
    return Exists(variable, both(body, nothing_else(variable, body, other)))


def both(left: Formula, right: Formula) -> Formula:
    """Join two formulas by and; what is always true is left out."""
    if left == Truth(True):
        return right
    if right == Truth(True):
        return left
    parts = (
        *(left.parts if isinstance(left, And) else (left,)),
        *(right.parts if isinstance(right, And) else (right,)),
    )
    return And(parts)


def all_of(parts: list[Formula]) -> Formula:
    """Join formulas by and."""
    return reduce(both, parts, Truth(True))  # type: ignore[arg-type]


def join_all(join: Join, parts: list[Formula]) -> Formula:
    """Join formulas as their clauses are joined."""
    match join:
        case Join.AND:
            return reduce(both, parts)
        case Join.OR:
            return Or(tuple(x for p in parts for x in (p.parts if isinstance(p, Or) else (p,))))
        case Join.XOR if len(parts) == 2 and not isinstance(parts[1], Or):
            return Xor(parts[0], parts[1])
        case Join.XOR:  # of three or more, "either … or" says that there is one at least
            return join_all(Join.OR, parts)
        case Join.IFF:
            return Iff(parts[0], parts[1])
        case Join.IF:
            return Implies(parts[0], parts[1])
