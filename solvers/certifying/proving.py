"""Proofs for verdicts that an engine has found: from the premises that it used, in lines for the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..clock import within
from ..errors import Late, TooLarge
from ..kernel.certificates import Given, Line, Model, Proof, Step, Verdict
from ..language.normality import settled_program
from ..language.program import Program
from ..language.syntax import Formula, Not
from ..outcome import proves
from .herbrand import refutation

MAX_SECONDS: Final = 5.0
"""The most seconds that the lines of one proof may take."""


def proof(
    program: Program,
    verdict: Verdict,
    used: Sequence[int],
    engine: str,
    *,
    model: Model | None = None,
    sketch: tuple[Step, ...] = (),
) -> Proof:
    """Return the proof of a verdict, with its lines if they are found in time.

    Args:
        program: the program.
        verdict: ``entailed``, ``refuted`` or ``inconsistent``.
        used: indices of the premises that are enough for it.
        engine: the engine that found it.
        model: a model of the premises.
        sketch: the engine's own words.
    """
    lines = _lines(program, verdict, used)
    if lines:
        used = sorted(
            {one.reason.index for one in lines if isinstance(one.reason, Given) and one.reason.source == "premise"}
        )
    return Proof(proves(verdict), tuple(used), engine, lines, sketch, model)


def _lines(program: Program, verdict: Verdict, used: Sequence[int]) -> tuple[Line, ...]:
    ready = settled_program(program)
    *premises, goal, negated = ready.formulas
    given: list[tuple[Given, Formula]] = [(Given("premise", i), premises[i]) for i in used]
    given += [(Given("axiom", i), axiom) for i, axiom in enumerate(ready.axioms)]
    if verdict is not Verdict.INCONSISTENT:
        given.append((Given("goal"), Not(goal if verdict is Verdict.ENTAILED else negated)))
    try:
        with within(MAX_SECONDS):
            return refutation(ready, given) or ()
    except (Late, TooLarge):
        return ()
