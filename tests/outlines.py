"""A program in sections, and what is read of texts."""

from __future__ import annotations

from sorites.solvers import Level, read_program
from sorites.solvers.notation.printer import print_formula

RULE, FACT, ASKED = "∀x (Frog(x) → Green(x))", "Frog(kermit)", "Green(kermit)"
PLAIN = f"Premises:\n{RULE}\n{FACT}\nConclusion:\n{ASKED}\n"


def formulas(text: str, question: str = "") -> list[str]:
    """Return the premises and the goal that a text holds."""
    reading = read_program(text, question=question)
    assert reading.program is not None, reading.diagnostics
    return [print_formula(f) for f in reading.program.formulas]


def errors(text: str) -> list[str]:
    """Return the codes of the errors of a text."""
    return [d.code for d in read_program(text).diagnostics if d.level is Level.ERROR]
