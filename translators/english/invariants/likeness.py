"""Whether two formulas are one, but for what English does not show.

That is: the names of bound variables, the order and nesting of ∧ and ∨, the order of quantifiers of one
kind in a row, the sides of =, ↔ and ⊕, and whether an ∃ stands within or before the ∧ or the condition that it is in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sorites.solvers.logic.rewriting import rewrite
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
    Or,
    Term,
    Var,
    Xor,
)

from ..paraphrase.naming import apart

Names = dict[str, str]


def normal(formula: Formula) -> Formula:
    """Return the formula with a variable for each quantifier, flat chains, and each ∃ as far out as it may be."""
    return rewrite(apart(formula), _outwards)


def _outwards(formula: Formula) -> Formula:
    match formula:
        case Or(parts):
            return Or(tuple(one for part in parts for one in (part.parts if isinstance(part, Or) else (part,))))
        case And(parts):
            facts: list[Formula] = []
            found: list[Exists] = []
            for part in parts:
                while isinstance(part, Exists):
                    found.append(part)
                    part = part.body
                facts += part.parts if isinstance(part, And) else [part]
            body: Formula = And(tuple(facts))
            for one in reversed(found):
                body = Exists(one.var, body, one.sort)
            return body
        case Implies(Exists(var, body, sort), right):
            return Forall(var, _outwards(Implies(body, right)), sort)
        case _:
            return formula


def alike(one: Formula, other: Formula) -> bool:
    """Return whether two formulas are one, but for what English does not show."""
    return next(_formulas(normal(one), normal(other), {}), None) is not None


def _formulas(one: Formula, other: Formula, names: Names) -> Iterator[Names]:
    """Yield the ways in which the variables of the first can be those of the second."""
    if type(one) is not type(other):
        return
    match one, other:
        case Atom(f, args), Atom(g, others):
            if f == g:
                yield from _terms(args, others, names)
        case (Eq(), Eq()):
            yield from _terms((one.left, one.right), (other.left, other.right), names)
            yield from _terms((one.left, one.right), (other.right, other.left), names)
        case (Cmp(), Cmp()):
            if one.op == other.op:
                yield from _terms((one.left, one.right), (other.left, other.right), names)
        case Not(body), Not(under):
            yield from _formulas(body, under, names)
        case (And(parts), And(others)) | (Or(parts), Or(others)):
            if len(parts) == len(others):
                yield from _bags(parts, others, names)
        case (Iff(a, b), Iff(c, d)) | (Xor(a, b), Xor(c, d)):
            yield from _bags((a, b), (c, d), names)
        case Implies(), Implies():
            for found in _formulas(one.left, other.left, names):
                yield from _formulas(one.right, other.right, found)
        case (Forall() as first, Forall() as second) | (Exists() as first, Exists() as second):
            (xs, body), (ys, under) = _block(first), _block(second)
            if len(xs) == len(ys):
                for found in _formulas(body, under, names):
                    if {found.get(x, "") for x in xs} <= {*ys, ""}:
                        yield found
        case _:
            if one == other:
                yield names


def _block(formula: Forall | Exists) -> tuple[list[str], Formula]:
    kind, found = type(formula), []
    body: Formula = formula
    while isinstance(body, kind):
        found.append(body.var)
        body = body.body
    return found, body


def _bags(parts: Sequence[Formula], others: Sequence[Formula], names: Names) -> Iterator[Names]:
    if not parts:
        yield names
        return
    for i, other in enumerate(others):
        for found in _formulas(parts[0], other, names):
            yield from _bags(parts[1:], [*others[:i], *others[i + 1 :]], found)


def _terms(args: Sequence[Term], others: Sequence[Term], names: Names) -> Iterator[Names]:
    if len(args) != len(others):
        return
    for arg, other in zip(args, others, strict=True):
        match arg, other:
            case Var(x), Var(y):
                if names.get(x, y) != y or (x not in names and y in names.values()):
                    return
                names = {**names, x: y}
            case Fn(f, inner), Fn(g, under):
                if f != g:
                    return
                found = next(_terms(inner, under, names), None)
                if found is None:
                    return
                names = found
            case _:
                if arg != other:
                    return
    yield names
