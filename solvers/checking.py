"""Outcomes and the kernel: what it says of a certificate, as people are told."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final

from .clock import HIT
from .kernel.answers import Questions, answers_of
from .kernel.certificates import Certificate, Finding, Findings
from .kernel.kernel import check as kernel_check
from .kernel.refusal import Refused, Unchecked
from .logic.diagnostics import Diagnostic, Level
from .logic.program import Program
from .notation.printer import print_formula
from .outcome import Consistency, Outcome, Refusal, Verdict, consistency

UNCHECKED: Final = "certificate-unchecked"
"""The code of the diagnostic that says why a certificate could not be checked."""
WRONG: Final = "certificate-wrong"
"""The code of the diagnostic of a certificate that the kernel refused."""


def check(program: Program, outcome: Outcome) -> Outcome:
    """Return the outcome with what the kernel says of its certificate.

    Args:
        program: the program that was solved.
        outcome: an engine's outcome for it.

    Returns:
        The outcome, checked; or with a warning that says why its certificate can't be checked;
        or ``undecided``, with an error, if the kernel refuses the certificate.
    """
    if outcome.certificate is None:
        return outcome
    try:
        checked = kernel_check(program, outcome.verdict, outcome.certificate)
    except (Unchecked, Refused) as why:
        if isinstance(outcome.certificate, Findings):
            with suppress(*HIT):  # where the time is up, none is looked at by itself either
                return _one_by_one(program, outcome, outcome.certificate, why)
        return _not_checked(outcome, outcome.certificate, why)
    notes = outcome.diagnostics
    open_still = consistency(outcome.verdict, outcome.certificate) is Consistency.OPEN
    if open_still and "consistency-open" not in {note.code for note in notes}:
        message = "the proof stands; no model of the premises was found that shows that they are consistent"
        notes += (Diagnostic("consistency-open", Level.WARNING, message),)
    return replace(outcome, checked=checked, diagnostics=notes)


def _not_checked(outcome: Outcome, certificate: Certificate, why: Refused | Unchecked) -> Outcome:
    """Return an outcome whose certificate the kernel did not accept."""
    if isinstance(why, Unchecked):
        note = Diagnostic(UNCHECKED, Level.WARNING, f"the certificate is not checked: {why}")
        return replace(outcome, diagnostics=(*outcome.diagnostics, note))
    message = f"{outcome.engine} says {outcome.verdict}, but its certificate is wrong: {why}"
    hint = "This is a fault of Sorites or of an engine: please report it, with the file that --certificate writes."
    note = Diagnostic(WRONG, Level.ERROR, message, None, hint)
    refusal = Refusal(outcome.verdict, certificate, why.why, why.line)
    notes = (*outcome.diagnostics, note)
    return Outcome(Verdict.UNDECIDED, outcome.engine, outcome.seconds, None, notes, refused=refusal)


def _one_by_one(program: Program, outcome: Outcome, findings: Findings, why: Refused | Unchecked) -> Outcome:
    """Return an outcome without what was found out wrongly, which an error names.

    What can't be checked stays, and a warning names it; then nothing of the outcome is called checked.
    """
    kept, wrong, notes = list[Finding](), list[Finding](), list[Diagnostic]()
    program = program.unfolded
    questions = Questions(program)
    for one in findings.ones:
        asked = questions.of(one)
        closed = Outcome(one.verdict, outcome.engine, outcome.seconds, one.certificate)
        found = check(program.asking(asked), closed)
        (kept if found.refused is None else wrong).append(one)
        said = [note for note in found.diagnostics if note.code in (UNCHECKED, WRONG)]
        if one.certificate is None:
            said = [Diagnostic(UNCHECKED, Level.WARNING, "there is only the engine's word for it")]
        notes += [replace(note, message=f"{print_formula(asked)}: {note.message}") for note in said]
    answers, rest = answers_of(program, kept), Findings(tuple(kept))
    notes = [*outcome.diagnostics, *notes]
    refused = None
    if answers.verdict is Verdict.UNDECIDED and wrong:
        refused = Refusal(outcome.verdict, Findings(tuple(wrong)), "what was found out is wrong")
    decided = rest if answers.verdict is not Verdict.UNDECIDED else None
    left = Outcome(
        answers.verdict, outcome.engine, outcome.seconds, decided, tuple(notes), refused=refused, answers=answers
    )
    if any(note.code == UNCHECKED for note in notes):
        return left
    return check(program, left) if wrong else _not_checked(left, findings, why)
