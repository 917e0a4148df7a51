"""What counting and telling apart mean, in formulas without ``Count`` and ``Distinct``: the one place that says it."""

from __future__ import annotations

from typing import Final

from .errors import InvalidProgram
from .rewriting import fresh, rewrite, substitute
from .sorts import all_different
from .syntax import (
    Count,
    Distinct,
    Eq,
    Exists,
    Forall,
    Formula,
    Implies,
    Not,
    Truth,
    Var,
    conjunction,
    disjunction,
)
from .walkers import formulas_in, walk

MAX_WRITTEN: Final = 100_000
"""The most parts that the abbreviations of one formula may have when they are written out."""


def unfolded(formula: Formula, *, distinct: bool = True) -> Formula:
    """Return an equivalent formula without abbreviations; the formula itself if it has none.

    Args:
        formula: the formula.
        distinct: whether ``Distinct`` is written out, too.

    Raises:
        InvalidProgram: it is too large when it is written out.
    """
    kinds = (Count, Distinct) if distinct else Count
    written = 0

    def one(part: Formula) -> Formula:
        nonlocal written
        if not isinstance(part, kinds):
            return part
        copies = len(part.terms) if isinstance(part, Distinct) else part.number + (part.relation != "≥")
        written += sum(1 for _ in walk(part)) * copies + copies**2
        if written > MAX_WRITTEN:
            hint = "Count fewer things, or name what is counted by a predicate."
            raise InvalidProgram("the formula", f"written out it has more than {MAX_WRITTEN} parts", hint)
        return conjunction(all_different(part.terms)) if isinstance(part, Distinct) else _counted(part)

    return rewrite(formula, one) if any(isinstance(part, kinds) for part in formulas_in(formula)) else formula


def _counted(formula: Count) -> Formula:
    """Return what a count says of a body without abbreviations.

    The variables are the one that is counted and others like it that are free, so that none is captured.
    """
    exactly, number, body, sort = formula.relation == "=", formula.number, formula.body, formula.sort
    if formula.relation == "≤" or (exactly and not number):  # so not of one more
        return Not(_counted(Count("≥", number + 1, formula.var, body, sort)))
    if not number:
        return Truth(True)
    names, facts = [formula.var], [body]

    def another(suffix: str) -> tuple[str, Formula]:
        name = fresh(f"{formula.var}_{suffix}", (body, *map(Var, names)))
        return name, substitute(body, {formula.var: Var(name)})

    for i in range(2, number + 1):
        name, fact = another(str(i))
        names.append(name)
        facts.append(fact)
    facts += all_different(tuple(map(Var, names)))
    if exactly:
        name, fact = another("other")
        ones = disjunction(tuple(Eq(Var(name), Var(other)) for other in names))
        facts.append(Forall(name, Implies(fact, ones), sort))
    found = conjunction(tuple(facts))
    for name in reversed(names):
        found = Exists(name, found, sort)
    return found
