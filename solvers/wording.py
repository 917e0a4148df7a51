"""Proofs in words: the lines that the kernel replays, as a reader takes them."""

from __future__ import annotations

from .kernel.certificates import (
    Argument,
    Closure,
    Derived,
    Equality,
    Given,
    Instance,
    Line,
    Linear,
    Number,
    Proof,
    Witness,
)
from .logic.syntax import Formula, Implies, Not
from .notation.printer import print_formula, print_term
from .outcome import Step


def proof_steps(proof: Proof | Closure | Argument) -> tuple[Step, ...]:
    """Return a proof, or a derivation by rules, in words.

    An instance of an earlier line is shown as what that line says of the terms.
    """
    if not isinstance(proof, Proof):
        said = ((step, print_formula(step.formula)) for step in proof.steps)
        return tuple(Step(i, text, s.rule, s.parents, s.premise) for i, (s, text) in enumerate(said, 1))
    at: dict[Formula, int] = {}
    origin: dict[int, int] = {}  # the line of which another one is an instance
    instances: dict[Formula, int] = {}
    shown: dict[int, int] = {}  # the numbers by which lines are called
    steps: list[Step] = []
    for number, line in enumerate(proof.lines, 1):
        formula, parents = line.formula, line.reason.parents if isinstance(line.reason, Derived) else ()
        spared = {origin.get(parent) for parent in parents}
        parents = tuple(parent for parent in parents if parent not in spared)
        if (found := _instance(line, at)) is not None:
            formula, origin[number] = found
            parents = (origin[number],)
        at.setdefault(line.formula, number)
        if isinstance(line.reason, Derived) and set(parents) == {instances.get(formula)}:
            shown[number] = shown[parents[0]]  # it says again what an instance was shown as
            continue
        if number in origin:
            instances.setdefault(formula, number)
        shown[number] = len(steps) + 1
        premise = line.reason.index if isinstance(line.reason, Given) and line.reason.source == "premise" else None
        behind = tuple(sorted({shown[parent] for parent in parents}))
        steps.append(Step(shown[number], print_formula(formula), _rule(line), behind, premise))
    return tuple(steps)


def _instance(line: Line, at: dict[Formula, int]) -> tuple[Formula, int] | None:
    """Return what a line says of terms, or of a new name, where what it says that of is a line already."""
    if isinstance(line.reason, Instance | Witness) and isinstance(line.formula, Implies):
        left, right = line.formula.left, line.formula.right
        for said, instance in ((left, right), (_denial(right), _denial(left))):
            if said in at:
                return instance, at[said]
    return None


def _denial(formula: Formula) -> Formula:
    return formula.body if isinstance(formula, Not) else Not(formula)


def _rule(line: Line) -> str:
    match line.reason:
        case Given("premise"):
            return "premise"
        case Given("goal"):
            return "the goal denied"
        case Given():
            return "different names of one kind" if isinstance(line.formula, Not) else "all there is of a sort"
        case Instance(terms):
            return f"with {', '.join(map(print_term, terms))}"
        case Witness(name):
            return f"{name} is such a thing"
        case Equality():
            return "equals replace equals"
        case Linear() | Number():
            return "arithmetic"
        case Derived():
            return "follows"
