"""What the checker says of a certificate, in two words, for tests that forge some."""

from __future__ import annotations

from dataclasses import replace

from sorites.solvers import Certificate, Diagnostic, Level, Outcome, Program, Verdict, read_program
from sorites.solvers.checking import check
from sorites.solvers.logic.syntax import Formula
from sorites.solvers.notation.closing import parse_formula

YES, NO, OPEN, CLASH = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN, Verdict.INCONSISTENT
BEFORE = Diagnostic("said-before", Level.WARNING, "what the engine said")
PASSED = ("", "")


def program(premises: str, goal: str, rest: str = "") -> Program:
    lines = "\n".join(premises.split("; "))
    reading = read_program(f"Premises:\n{lines}\n{rest}Conclusion:\n{goal}\n")
    assert reading.first is not None, reading.diagnostics
    return reading.first


def formula(text: str) -> Formula:
    found, _ = parse_formula(text)
    assert found is not None
    return found


def judged(found: Program, certificate: Certificate, verdict: Verdict) -> tuple[str, str]:
    """Return the code and the message of what the checker says; both empty if the certificate passes."""
    outcome = Outcome(verdict, "somebody", 0.0, certificate, (BEFORE,))
    after = check(found, outcome)
    first, *said = after.diagnostics
    assert first is BEFORE
    assert (after.checked is not None) is (not said)
    if not said:
        assert replace(after, checked=None) == outcome, "nothing else changes"
        return PASSED
    [fault] = said
    if fault.code == "certificate-unchecked":
        assert fault.level is Level.WARNING
        assert replace(after, diagnostics=(BEFORE,)) == outcome, "nothing else changes"
        return "unchecked", fault.message.removeprefix("the certificate is not checked: ")
    assert (fault.code, fault.level) == ("certificate-wrong", Level.ERROR)
    assert (after.verdict, after.certificate) == (Verdict.UNDECIDED, None), "a wrong certificate is no answer"
    return "wrong", fault.message.removeprefix(f"somebody says {verdict}, but its certificate is wrong: ")


def wrong(message: str) -> tuple[str, str]:
    return "wrong", message
