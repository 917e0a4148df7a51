"""Which of two defaults is about fewer things: it goes before the other."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

from sorites.solvers import Default
from sorites.solvers.logic.syntax import And, Atom, Forall, Formula, Implies, Var


def preferences(defaults: Iterable[Default], premises: Iterable[Formula]) -> tuple[tuple[str, str], ...]:
    """Return the pairs of labels whose first default is the more specific one.

    A default is more specific than another if its condition says all that the other one's says, and
    more, with what the rules of the text add (Reiter and Criscuolo, "On interacting defaults", 1981).
    """
    rules = [parts for f in premises if (parts := _rule(f)) is not None]
    found = []
    for one, other in permutations(list(defaults), 2):
        left, right = _rule(one.formula), _rule(other.formula)
        if left is None or right is None:
            continue
        if right[0] <= _closure(left[0], rules) and not left[0] <= _closure(right[0], rules):
            found.append((one.label, other.label))
    return tuple(found)


def _rule(formula: Formula) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return the one-place predicates of a rule about one variable: those of its condition, and what follows."""
    if not isinstance(formula, Forall) or not isinstance(formula.body, Implies):
        return None
    condition = _names(formula.body.left, formula.var)
    return None if condition is None else (condition, _names(formula.body.right, formula.var) or frozenset())


def _names(formula: Formula, variable: str) -> frozenset[str] | None:
    parts = formula.parts if isinstance(formula, And) else (formula,)
    found = [p.name for p in parts if isinstance(p, Atom) and p.args == (Var(variable),)]
    return frozenset(found) if len(found) == len(parts) else None


def _closure(names: frozenset[str], rules: list[tuple[frozenset[str], frozenset[str]]]) -> frozenset[str]:
    while True:
        more = names.union(*(head for condition, head in rules if condition <= names))
        if more == names:
            return names
        names = more
