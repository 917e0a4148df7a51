"""What is wrong with an attempt, which of two is better, and which of several stands for the answer."""

from __future__ import annotations

from typing import Final

from sorites.solvers import Verdict
from sorites.translators.models.feedback import for_model

from .attempt import Attempt
from .voting import Ballot, Vote, signs_of

DEFINITE: Final = frozenset({Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN})
"""The verdicts that answer a question."""


def feedback(attempt: Attempt) -> str:
    """Return what the translator should know, or nothing if the attempt will do."""
    reading = attempt.translation.reading
    if attempt.outcome is None:
        return for_model(reading.diagnostics, reading.text)
    if attempt.refused is not None:
        return for_model(attempt.notes, reading.text)
    program, verdict = reading.program, attempt.outcome.verdict
    if verdict in DEFINITE or program is None:
        return ""
    lines = [for_model(reading.diagnostics, reading.text)] if reading.diagnostics else []
    if verdict is Verdict.INCONSISTENT:
        lines.append("These premises contradict each other; translate their sentences anew:")
        used = getattr(attempt.outcome.certificate, "premises_used", ())
        lines += [f"- {program.premises[i].gloss}" for i in used]
    else:
        lines.append("No prover could answer this program. Make it simpler.")
    return "\n".join(lines)


def better(new: Attempt, old: Attempt) -> bool:
    """Return whether a repair is an improvement that drops nothing."""
    before, after = old.translation.reading, new.translation.reading
    if after.read < before.read or after.total < before.total:
        return False
    if (
        before.program is not None
        and after.program is not None
        and before.program.goal.gloss != after.program.goal.gloss
    ):
        return False
    return rank(new) >= rank(old)


def ballot_of(attempt: Attempt) -> Ballot:
    """Return what an attempt says in a vote."""
    found = attempt.translation.reading.diagnostics
    return Ballot(attempt.label, attempt.verdict, signs_of((d.code, d.level) for d in found))


def standing(attempt: Attempt, counted: Vote | None) -> tuple[bool, float, int]:
    """Return how well an attempt stands for the answer: it gives the voted label, and weighs much."""
    ballot = ballot_of(attempt)
    winner = counted.shares[0][0] if counted is not None and counted.shares else None
    return winner is not None and ballot.label == winner, ballot.weight, rank(attempt)


def rank(attempt: Attempt) -> int:
    """Return how far the provers came with an attempt: 0 for nowhere, 2 for an answer."""
    if attempt.verdict is None:
        return 0
    return 2 if attempt.verdict in DEFINITE else 1
