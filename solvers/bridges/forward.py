"""Derivations from what rules derive: the first instance that gives each literal, and the steps that lead to some."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from ..kernel.certificates import Firing
from ..kernel.chaining import GroundInstance, derived
from ..logic.diagnostics import Diagnostic, Level
from ..logic.rules import ForwardRule, GroundFact, as_formula, opposite
from ..logic.syntax import Term
from ..notation.printer import print_formula
from ..outcome import Verdict, derived_verdict

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


def derived_of(facts: Sequence[GroundFact], known: Collection[GroundFact]) -> tuple[Verdict, list[GroundFact]]:
    """Return what it says of literals that are asked together that these are derived, and those that show it.

    All have to be derived for them to hold; one whose opposite is derived is enough for them to fail.
    """
    proved = all(fact in known for fact in facts)
    opposed = [opposite(fact) for fact in facts if opposite(fact) in known]
    roots = [*(facts if proved else []), *(opposed if proved else opposed[:1])]
    return derived_verdict(proved, bool(opposed)), roots


def clashes(derived: Collection[GroundFact]) -> tuple[Diagnostic, ...]:
    """Return a warning if both a fact and its opposite are derived."""
    clash = next((fact for fact in derived if fact[0][2] and opposite(fact) in derived), None)
    if clash is None:
        return ()
    message = f"both {print_formula(as_formula(clash))} and its opposite are derived"
    return (Diagnostic("clash", Level.WARNING, message, None, "One of the facts or rules is wrong."),)
