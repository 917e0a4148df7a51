"""A program in sections, what is read of texts, and tests that are tables."""

from __future__ import annotations

import re

import pytest

from sorites.solvers import Diagnostic, Level, Program, UnreadableProgram, prove, read_program
from sorites.solvers.logic.syntax import Formula
from sorites.solvers.notation.closing import parse_formula
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.signs import UNICODE, Dialect

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


def read(text: str, dialect: Dialect = UNICODE) -> Formula:
    """Return the formula that a text is."""
    formula, told = parse_formula(text, dialect)
    assert formula is not None, told
    return formula


def program(text: str) -> Program:
    """Return the program that a text is."""
    reading = read_program(text)
    assert reading.program is not None, reading.diagnostics
    return reading.program


def fault(text: str) -> Diagnostic:
    """Return the one error of a text."""
    reading = read_program(text)
    assert reading.first is None
    [found] = [d for d in reading.diagnostics if d.level is Level.ERROR]
    return found


def place(text: str, found: Diagnostic) -> str:
    """Return what a finding is about."""
    return text[found.span.start : found.span.end] if found.span else ""


def table(text: str) -> pytest.MarkDecorator:
    """Return the mark that has a test run on each row of a table, whose first line names the columns.

    Two spaces end a cell, several rows may share a line, ``⏎`` is the end of a line within a cell,
    ``""`` is an empty one, and what begins with ``# `` is a remark.
    """
    head, *lines = text.strip().split("\n")
    names = re.split("  +", head)
    cells = [
        "" if cell == '""' else cell.replace("⏎", "\n")
        for line in lines
        if not line.startswith("# ")
        for cell in re.split("  +", line.strip())
    ]
    assert len(cells) % len(names) == 0, f"{head}: {len(cells)} cells"
    if len(names) == 1:
        return pytest.mark.parametrize(names[0], cells)
    return pytest.mark.parametrize(names, [cells[i : i + len(names)] for i in range(0, len(cells), len(names))])
