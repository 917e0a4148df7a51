"""Multi-LogiEval's non-monotonic problems: a pattern of defaults with classical rules behind it (section 3.2)."""

from __future__ import annotations

import random

from sorites.solvers import Program, Verdict
from sorites.solvers.engines.defaults import DefaultSolver

from .assumptions import Assumptions, Goal
from .combinations import Place
from .patterns import pattern, refuted, signs, twin
from .problem import Generated, proved
from .specification import Split


def nonmonotonic(rng: random.Random, place: Place, split: Split) -> Generated:
    """Return a problem of a pattern of defaults, told by templates.

    Args:
        rng: the source of choices.
        place: which pattern it is, and which answer is wanted; by table 16, what stands behind MT is asked for and
            does not hold.
        split: whose words it has.
    """
    text = Assumptions.told(rng, split)
    text.denied = signs(rng, place.name) if place.twin else frozenset()
    (goal, said), verdict = _asked(text, place, _positive(place))
    question = _question(text, rng.choice(("Is it true", "Does it follow")), said)
    return _finished(place, text, text.program(goal, question), " ".join(text.order), verdict)


def _positive(place: Place) -> bool:
    return place.positive if place.positive is not None else not place.name.endswith("_MT")


def _asked(text: Assumptions, place: Place, positive: bool) -> tuple[Goal, Verdict]:
    """Write a pattern, and return what is asked, and what is so."""
    goal, said = pattern(text, place.name)
    if positive:
        return (goal, said), Verdict.ENTAILED
    return twin(text, place.name, goal) if place.twin else (refuted(text, place.name, goal), Verdict.REFUTED)


def _question(text: Assumptions, ask: str, said: str) -> str:
    supposed = f"Suppose that {' and '.join(text.supposed)}. " if text.supposed else ""
    return f"{supposed}{ask} that {said}?"


def _finished(place: Place, text: Assumptions, program: Program, context: str, verdict: Verdict) -> Generated:
    """Return a problem that is told, after its label was proved."""
    # Who wants the certificate checked finds the refutations then (``verified``).
    outcome = proved(program, verdict, DefaultSolver(refute=False))
    return Generated(
        context,
        program.goal.gloss,
        program,
        outcome.verdict,
        outcome,
        place.depth,
        (place.name,),
        tuple(text.steps),
        tags={"logic": "nm", "depth": str(place.depth), "rule": place.name},
    )
