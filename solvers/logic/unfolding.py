"""What counting and telling apart mean, in formulas without ``Count`` and ``Distinct``: the one place that says it."""

from __future__ import annotations

from typing import Final

from .errors import InvalidProgram
from .rewriting import fresh, rewrite, substitute
from .sorts import all_different
from .syntax import (
    MAX_LEVELS,
    Count,
    Distinct,
    Eq,
    Exists,
    Forall,
    Formula,
    Implies,
    Not,
    Or,
    Truth,
    Var,
    conjunction,
)
from .walkers import depth, subformulas, walk

MAX_WRITTEN: Final = 100_000
"""The most parts that the abbreviations of one formula may have when they are written out."""


def unfolded(formula: Formula, *, distinct: bool = True) -> Formula:
    """Return an equivalent formula without abbreviations; the formula itself if it has none.

    Args:
        formula: the formula.
        distinct: whether ``Distinct`` is written out, too.

    Raises:
        InvalidProgram: it is too large, or too deep, when it is written out.
    """
    stack = [formula]
    while stack:
        one = stack.pop()
        if isinstance(one, Count) or (distinct and isinstance(one, Distinct)):
            return rewrite(formula, _Unfolding(distinct=distinct).one)
        stack.extend(subformulas(one))
    return formula


class _Unfolding:
    """Writes out one formula from the leaves upwards, as long as it stays small enough."""

    __slots__ = ("distinct", "written")

    def __init__(self, *, distinct: bool) -> None:
        self.distinct, self.written = distinct, 0

    def one(self, formula: Formula) -> Formula:
        """Return a formula, whose parts are written out already, written out."""
        match formula:
            case Distinct(terms) if self.distinct:
                self._room(sum(1 for term in terms for _ in walk(term)) * len(terms), 0)
                return conjunction(all_different(terms))
            case Count(relation, number, _, body):
                copies = number + (relation != "≥")
                self._room((sum(1 for _ in walk(body)) + 2 * copies) * copies, depth(body) + copies)
                return _counted(formula)
            case _:
                return formula

    def _room(self, parts: int, levels: int) -> None:
        self.written += parts
        hint = "Count fewer things, or name what is counted by a predicate."
        if self.written > MAX_WRITTEN:
            raise InvalidProgram("the formula", f"written out it has more than {MAX_WRITTEN} parts", hint)
        if levels > MAX_LEVELS:
            raise InvalidProgram("the formula", f"written out it is more than {MAX_LEVELS} levels deep", hint)


def _counted(formula: Count) -> Formula:
    """Return what a count says of a body without abbreviations."""
    match formula:
        case Count("≥", number):
            return _things(formula, number)
        case Count("≤", number):
            return Not(_things(formula, number + 1))
        case Count(_, 0):
            return Not(_things(formula, 1))
        case _:
            return _things(formula, formula.number, all_of_them=True)


def _things(formula: Count, number: int, *, all_of_them: bool = False) -> Formula:
    """Return that there are so many different things of which the body holds, and perhaps that it holds of no other.

    The variables are the one that is counted and others like it that are free, so that none is captured.
    """
    if not number:
        return Truth(True)
    names, body, sort = [formula.var], formula.body, formula.sort
    facts = [body]
    for i in range(2, number + 1):
        names.append(fresh(f"{formula.var}_{i}", (body, *map(Var, names))))
        facts.append(substitute(body, {formula.var: Var(names[-1])}))
    facts += all_different(tuple(map(Var, names)))
    if all_of_them:
        other = fresh(f"{formula.var}_other", (body, *map(Var, names)))
        ones = tuple(Eq(Var(other), Var(name)) for name in names)
        held = substitute(body, {formula.var: Var(other)})
        facts.append(Forall(other, Implies(held, Or(ones) if number > 1 else ones[0]), sort))
    found = conjunction(tuple(facts))
    for name in reversed(names):
        found = Exists(name, found, sort)
    return found
