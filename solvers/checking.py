"""Outcomes and the kernel: what it says of a certificate, as people are told."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from .kernel.certificates import Proof
from .kernel.kernel import check as kernel_check
from .kernel.refusal import Refused, Unchecked
from .language.diagnostics import Diagnostic, Level
from .language.program import Program
from .outcome import Outcome, Refusal, Verdict

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
    except Unchecked as why:
        note = Diagnostic(UNCHECKED, Level.WARNING, f"the certificate is not checked: {why}")
        return replace(outcome, diagnostics=(*outcome.diagnostics, note))
    except Refused as why:
        message = f"{outcome.engine} says {outcome.verdict}, but its certificate is wrong: {why}"
        hint = "This is a fault of Sorites or of an engine: please report it, with the file that --certificate writes."
        note = Diagnostic(WRONG, Level.ERROR, message, None, hint)
        refusal = Refusal(outcome.verdict, outcome.certificate, why.why, why.line)
        notes = (*outcome.diagnostics, note)
        return Outcome(Verdict.UNDECIDED, outcome.engine, outcome.seconds, None, notes, refused=refusal)
    notes = outcome.diagnostics
    if _consistency_unseen(outcome) and "consistency-open" not in {note.code for note in notes}:
        message = "the proof stands; no model of the premises was found that shows that they are consistent"
        notes += (Diagnostic("consistency-open", Level.WARNING, message),)
    return replace(outcome, checked=checked, diagnostics=notes)


def _consistency_unseen(outcome: Outcome) -> bool:
    """Return whether nothing shows that the premises of a proof do not contradict each other."""
    proof = outcome.certificate
    return isinstance(proof, Proof) and proof.model is None and outcome.verdict is not Verdict.INCONSISTENT
