"""Which of two defaults is about fewer things: it goes before the other."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

from sorites.solvers import Default
from sorites.solvers.logic.syntax import And, Forall, Formula, Implies, Term, Var
from sorites.solvers.logic.walkers import walk

from .known import substitute

_Rule = tuple[frozenset[Formula], frozenset[Formula]]


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


def _rule(formula: Formula) -> _Rule | None:
    """Return the conditions of a rule, and what follows, with its variables in the order in which they come up."""
    body = formula
    while isinstance(body, Forall):
        body = body.body
    if body is formula or not isinstance(body, Implies):
        return None
    names = dict.fromkeys(node.name for node in walk(body.left) if isinstance(node, Var))
    terms: dict[str, Term] = {name: Var(f"x{k}") for k, name in enumerate(names)}
    return _parts(substitute(body.left, terms)), _parts(substitute(body.right, terms))


def _parts(formula: Formula) -> frozenset[Formula]:
    return frozenset(formula.parts if isinstance(formula, And) else (formula,))


def _closure(names: frozenset[Formula], rules: list[_Rule]) -> frozenset[Formula]:
    while True:
        more = names.union(*(head for condition, head in rules if condition <= names))
        if more == names:
            return names
        names = more
