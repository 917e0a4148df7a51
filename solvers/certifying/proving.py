"""Proofs for verdicts that an engine has found: from the premises that it used, in lines for the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Final

from ..clock import left, within
from ..errors import Late, TooLarge
from ..kernel.certificates import Given, Line, Model, Proof, Verdict
from ..logic.domains import settled_program
from ..logic.program import Program
from ..logic.sorts import SortedTheory
from ..logic.syntax import Formula, Not
from ..outcome import proves
from .drafts import premises_of
from .herbrand import Refutations, refutation

QUICK_SECONDS: Final = 0.3
"""How long instances are tried before a prover is asked for a derivation."""
SHARED_SECONDS: Final = 1.0
"""How long a refutation is looked for that goes on with what others learned."""
MAX_SECONDS: Final = 5.0
"""The most seconds that the lines of one proof may take, with either of them."""
MODEL_SECONDS: Final = 0.3
"""The most seconds that a model of the premises is looked for where the engine gave none."""

_Way = tuple[Callable[[SortedTheory, Iterable[tuple[Given, Formula]]], tuple[Line, ...] | None], Sequence[int], float]
"""What looks for lines, the premises that it may use, and how long it may take."""


def proof(
    program: Program,
    verdict: Verdict,
    used: Sequence[int],
    engine: str,
    *,
    model: Model | None = None,
    shared: Refutations | None = None,
) -> Proof:
    """Return the proof of a verdict, with its lines if they are found in time.

    Args:
        program: the program.
        verdict: ``entailed``, ``refuted`` or ``inconsistent``.
        used: indices of the premises that are enough for it.
        engine: the engine that found it.
        model: a model of the premises.
        shared: what was found out about the same premises, with other goals.
    """
    lines = _lines(program, verdict, used, shared)
    if lines:
        used = premises_of(lines)
    if model is None and verdict is not Verdict.INCONSISTENT:
        model = _model(program, verdict)
    return Proof(proves(verdict), tuple(used), engine, lines, model)


def _model(program: Program, verdict: Verdict) -> Model | None:
    """Return a finite model of the premises, if one is found soon."""
    from ..bridges.finite import find_model  # only here, since it loads Z3

    shown = program.goal.formula if verdict is Verdict.ENTAILED else program.negated_goal
    formulas = (*(premise.formula for premise in program.premises), shown)
    return find_model(formulas, min(MODEL_SECONDS, left()), declared=program.declared)


def _given(ready: SortedTheory, verdict: Verdict, used: Sequence[int]) -> list[tuple[Given, Formula]]:
    """Return what a proof of a verdict may state, from some of the premises."""
    *premises, goal, negated = ready.formulas
    found = [(Given("premise", i), premises[i]) for i in used]
    found += [(Given("axiom", i), axiom) for i, axiom in enumerate(ready.axioms)]
    if verdict is not Verdict.INCONSISTENT:
        found.append((Given("goal"), Not(goal if verdict is Verdict.ENTAILED else negated)))
    return found


def _lines(program: Program, verdict: Verdict, used: Sequence[int], shared: Refutations | None) -> tuple[Line, ...]:
    ready = settled_program(program)
    from .derivations import derivation  # only here, since few proofs need a prover's help

    ways: list[_Way]
    quick, long = (refutation, used, QUICK_SECONDS), (refutation, used, MAX_SECONDS)
    prover = (derivation, used, MAX_SECONDS)
    # What bounds values spares many cases, whether it is needed or not; and of numbers a prover knows nothing.
    bounded = (refutation, range(len(program.premises)), MAX_SECONDS)
    ways = [quick, bounded, long] if ready.names.arithmetic else [quick, prover, long]
    if ready.enumerations and not ready.names.arithmetic:
        ways = [quick, bounded, prover]
    if shared is not None:
        ways.insert(0, (shared.refutation, range(len(program.premises)), SHARED_SECONDS))
    for way, enough, seconds in ways:
        with suppress(Late, TooLarge), within(seconds):
            if lines := way(ready, _given(ready, verdict, enough)):
                return lines
    return ()
