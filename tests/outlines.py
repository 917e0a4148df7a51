"""A program in sections, and what is read of texts."""

from __future__ import annotations

from sorites.solvers import Level, UnreadableProgram, prove, read_program
from sorites.solvers.notation.printer import print_formula

RULE, FACT, ASKED = "∀x (Frog(x) → Green(x))", "Frog(kermit)", "Green(kermit)"
PLAIN = f"Premises:\n{RULE}\n{FACT}\nConclusion:\n{ASKED}\n"
READ = [RULE, FACT, ASKED]


def text(premises: str, goal: str = ASKED, head: str = "") -> str:
    """Return the text of a program in sections."""
    return f"{head}Premises:\n{premises}\nConclusion:\n{goal}\n"


def formulas(text: str, question: str = "") -> list[str]:
    """Return the premises and the goal that a text holds."""
    reading = read_program(text, question=question)
    assert reading.first is not None, reading.diagnostics
    return [print_formula(f) for f in reading.first.formulas]


def readings(text: str) -> list[list[str]]:
    """Return the premises and the goal of each reading of a text."""
    reading = read_program(text)
    assert reading.programs, reading.diagnostics
    return [[print_formula(f) for f in program.formulas] for program in reading.programs]


def codes(text: str) -> set[str]:
    """Return the codes of all that is said of a text."""
    return {d.code for d in read_program(text).diagnostics}


def errors(text: str) -> list[str]:
    """Return the codes of the errors of a text."""
    return [d.code for d in read_program(text).diagnostics if d.level is Level.ERROR]


def said(text: str) -> str:
    """Return the verdict of a program's text, or the code of the first error."""
    try:
        return str(prove(text).verdict)
    except UnreadableProgram as why:
        return next(d.code for d in why.diagnostics if d.level is Level.ERROR)
