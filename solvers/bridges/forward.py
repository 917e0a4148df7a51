"""Derivations from what rules derive: the first instance that gives each literal, and the steps that lead to some."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..kernel.certificates import Firing
from ..kernel.chaining import GroundInstance, derived
from ..logic.rules import ForwardRule, GroundFact, as_formula
from ..logic.syntax import Term

Reasons = Mapping[GroundFact, GroundInstance]
"""Why each literal is derived: by an instance of a rule, whose body is derived without it."""


def reasons(rules: Sequence[ForwardRule], constants: Iterable[Term]) -> Reasons:
    """Return all that rules derive.

    Args:
        rules: the rules; those without a body are facts.
        constants: what head variables range over that no body binds.

    Raises:
        Late: the time is up.
        MemoryError: there is more than may be built.
    """
    found: dict[GroundFact, GroundInstance] = {}
    for one in derived(rules, frozenset(constants)):
        found.setdefault(one[2], one)
    return found


def derivation(
    roots: Sequence[GroundFact], reasons: Reasons, labels: Mapping[int, str] = {}
) -> tuple[tuple[Firing, ...], tuple[int, ...]]:
    """Return the steps that lead to some literals, and the indices of the premises in them.

    Args:
        roots: the literals.
        reasons: why they are derived, and what they are derived from.
        labels: what rules are called that are no premises, by their index.
    """
    number: dict[GroundFact, int] = {}
    steps: list[Firing] = []
    pending = [*reversed(roots)]
    while pending:
        fact = pending[-1]
        index, body, _ = reasons[fact]
        missing = [one for one in body if one not in number]
        pending += reversed(missing)
        if not missing and fact not in number:
            number[fact] = len(number) + 1
            called = labels.get(index, "rule" if body else "fact")
            steps.append(Firing(as_formula(fact), called, tuple([number[one] for one in body]), index))
        if not missing:
            pending.pop()
    return tuple(steps), tuple(sorted({step.premise for step in steps} - labels.keys()))
