"""Answers in the words of the SZS ontology, which the provers of the TPTP world share."""

from __future__ import annotations

from typing import Final

from .logic.syntax import Truth
from .notation.printer import print_term
from .notation.readings import Reading
from .notation.signs import TPTP
from .notation.tptp import states_conjecture
from .outcome import Limits, Outcome, Verdict

_INPUT: Final = frozenset({"not-included", "unsupported", "unknown-role", "unknown-list", "two-goals", "no-goal"})
"""Errors about what a text asks for; all others are about how it is written."""
_LATE: Final = 0.9
"""The share of its time after which an undecided run ended for lack of it."""


def szs_status(reading: Reading, outcome: Outcome | None, limits: Limits = Limits()) -> str:
    """Return the status of a problem.

    Args:
        reading: what was read.
        outcome: what was found; ``None`` if the problem could not be read.
        limits: what it was allowed to cost.

    Returns:
        ``Theorem``, ``CounterSatisfiable`` or ``ContradictoryAxioms`` of a conjecture,
        ``Unsatisfiable`` or ``Satisfiable`` of formulas without one, ``Timeout`` or
        ``GaveUp`` where nothing was found, ``InputError`` or ``SyntaxError`` of a text that was refused.
    """
    if reading.stopped:
        return "Timeout"
    if outcome is None or reading.first is None:
        errors = {d.code for d in reading.diagnostics if d.level == "error"}
        return "InputError" if errors <= _INPUT else "SyntaxError"
    text = reading.text
    clauses = "negated_conjecture" in text and not states_conjecture(text)
    asked = not clauses and reading.first.goal.formula != Truth(False)
    open_ = any(d.code == "consistency-open" for d in outcome.diagnostics)
    match outcome.verdict:
        case Verdict.INCONSISTENT:
            return "ContradictoryAxioms" if asked else "Unsatisfiable"
        case Verdict.ENTAILED:
            return "Theorem" if asked else "Unsatisfiable"
        case Verdict.REFUTED if open_:
            return "CounterTheorem" if asked else "GaveUp"
        case Verdict.REFUTED | Verdict.UNKNOWN:
            return "CounterSatisfiable" if asked else "Satisfiable"
        case Verdict.UNDECIDED:
            return "Timeout" if outcome.seconds >= _LATE * limits.seconds else "GaveUp"


def szs_answers(outcome: Outcome) -> str:
    """Return the answers to a question as TPTP's provers write them; empty where there are none.

    Args:
        outcome: what was found.

    Returns:
        ``Tuple [[tom],[tim]]``; with ``|_`` behind the last one where there may be others.
    """
    if outcome.answers is None or not outcome.answers.found:
        return ""
    rows = (",".join(print_term(term, TPTP) for term in one.row) for one in outcome.answers.found)
    return f"Tuple [{','.join(f'[{row}]' for row in rows)}{'' if outcome.answers.complete else '|_'}]"
