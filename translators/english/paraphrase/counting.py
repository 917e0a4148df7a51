"""Formulas that count: ``at least 3`` as three things that differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from sorites.solvers.logic.rewriting import rewrite
from sorites.solvers.logic.syntax import And, Eq, Exists, Formula, Not, Var
from sorites.solvers.logic.walkers import free_variables

from .naming import apart

MAX_COUNTED = 12
"""The most things that are looked for one by one."""


@dataclass(frozen=True, slots=True)
class HowMany:
    """How many things there are of which something holds.

    Attributes:
        words: ``at least 3``.
        number: the number.
        var: a variable for one of the things.
        facts: what holds of it.
    """

    words: str
    number: int
    var: str
    facts: tuple[Formula, ...]


def counted(formula: Formula) -> HowMany | None:
    """Return what a formula counts, if it does."""
    match formula:
        case Not(Exists() as body):
            found = _at_least(body)
            return _count("at most", found[0] - 1, *found[1:]) if found else None
        case Exists():
            found = _at_least(formula)
            return _count("at least", *found) if found else None
        case And((first, Not(Exists() as second))):
            least, more = _at_least(first, 1), _at_least(second)
            if least and more and least[0] + 1 == more[0] and _same(least[1:], more[1:]):
                return _count("exactly", *least)
            return None
        case _:
            return None


def _count(words: str, number: int, var: str, facts: tuple[Formula, ...]) -> HowMany:
    return HowMany(f"{words} {'one' if number == 1 else number}", number, var, facts)


def grouped(formula: Formula) -> Formula:
    """Return a formula in which ``at least n`` and ``at most n`` of the same, side by side, stand together."""
    return rewrite(formula, _grouped)


def _grouped(formula: Formula) -> Formula:
    if not isinstance(formula, And) or not any(isinstance(part, Not) for part in formula.parts):
        return formula
    parts = _flat(formula)
    for one, other in permutations(parts, 2):
        if isinstance(other, Not) and isinstance(one, Exists) and counted(pair := And((one, other))) is not None:
            rest = [part for part in parts if part is not one and part is not other]
            return _grouped(And((*rest, pair))) if rest else pair
    return formula


_Found = tuple[int, str, tuple[Formula, ...]]


def _at_least(formula: Formula, fewest: int = 2) -> _Found | None:
    """Return the number of things that differ and of which the same holds."""
    names, body = _prefix(formula)
    if not fewest <= len(names) <= MAX_COUNTED:
        return None
    return _distinct(names, _flat(body))


def _prefix(formula: Formula) -> tuple[list[str], Formula]:
    names = []
    while isinstance(formula, Exists) and not formula.sort:
        names.append(formula.var)
        formula = formula.body
    return names, formula


def _flat(formula: Formula) -> list[Formula]:
    return [one for part in formula.parts for one in _flat(part)] if isinstance(formula, And) else [formula]


def _distinct(names: Sequence[str], parts: Sequence[Formula]) -> _Found | None:
    wanted = {frozenset(pair) for pair in combinations(names, 2)}
    facts: dict[str, list[Formula]] = {name: [] for name in names}
    for part in parts:
        match part:
            case Not(Eq(Var(one), Var(other))) if frozenset((one, other)) in wanted:
                wanted.discard(frozenset((one, other)))
            case _:
                spoken = [name for name in names if name in free_variables(part)]
                if len(spoken) != 1:
                    return None
                facts[spoken[0]].append(part)
    first = names[0]
    if wanted or not all(_same((first, tuple(facts[first])), (name, tuple(facts[name]))) for name in names):
        return None
    return len(names), first, tuple(facts[first])


def _same(one: tuple[str, tuple[Formula, ...]], other: tuple[str, tuple[Formula, ...]]) -> bool:
    """Return whether the same is said of two variables."""
    (x, facts), (y, others) = one, other
    return Counter(apart(fact, {x: "#"}) for fact in facts) == Counter(apart(fact, {y: "#"}) for fact in others)
