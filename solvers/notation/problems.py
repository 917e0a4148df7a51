"""What problem files of the provers' own languages have in common: premises and goals become a program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from ..logic.diagnostics import Diagnostic, Level, Span, has_errors
from ..logic.errors import InvalidProgram
from ..logic.program import CLASH_HINT, Program, Statement
from ..logic.symbols import NOTHING, Declarations
from ..logic.syntax import And, Truth
from .sortlines import sort_notes

Result = tuple[Program | None, list[Diagnostic], int, int]
"""A program if there is one, diagnostics, how many formulas were read, how many there are."""


class Unreadable(Exception):
    """Ends the reading of a statement.

    Attributes:
        diagnostic: what is wrong.
    """

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def refuse(code: str, message: str, span: Span, hint: str = "", expected: str = "", found: str = "") -> NoReturn:
    """End the reading of a statement by an error."""
    raise Unreadable(Diagnostic(code, Level.ERROR, message, span, hint, expected, found))


def told_of(fault: InvalidProgram, premises: Sequence[Statement], goal: Statement) -> Diagnostic:
    """Return the error of a text whose program can't be one, where it stands."""
    code = "bad-sort" if fault.where == "the sorts" else "invalid-program"
    code = "sort-clash" if fault.hint == CLASH_HINT else code
    named = (one.span for i, one in enumerate(premises, 1) if fault.where == f"premise {i}")
    return Diagnostic(code, Level.ERROR, fault.what, next(named, goal.span), fault.hint)


def assemble(
    premises: list[Statement],
    goals: list[Statement],
    diagnostics: list[Diagnostic],
    total: int,
    end: Span | None = None,
    hint: str = "",
    declared: Declarations = NOTHING,
) -> Result:
    """Return the program of a problem file's formulas.

    Args:
        premises: what is taken to hold.
        goals: what is asked: all of them. Without any, whether the premises contradict each other.
        diagnostics: what was found; what is said here is added.
        total: how many formulas there are.
        end: where a goal would stand.
        hint: how to write one.
        declared: what is declared of sorts.
    """
    if not total and not has_errors(diagnostics):
        diagnostics.append(Diagnostic("no-formulas", Level.ERROR, "the file states nothing", end, hint))
    if has_errors(diagnostics):
        faults = sum(one.level is Level.ERROR for one in diagnostics)
        return None, diagnostics, max(0, total - faults), total
    if not goals:
        message = "no goal is stated: asked is whether the formulas contradict each other"
        diagnostics.append(Diagnostic("no-goal", Level.WARNING, message, end, hint))
        goals = [Statement(Truth(False))]
    if len(goals) > 1:
        message = f"there are {len(goals)} goals: asked is whether all of them follow"
        diagnostics.append(Diagnostic("several-goals", Level.WARNING, message, goals[1].span, "Ask them one by one."))
    goal = goals[0] if len(goals) == 1 else Statement(And(tuple(g.formula for g in goals)), "", goals[0].span)
    try:
        program = Program(tuple(premises), goal, declared=declared)
    except InvalidProgram as fault:
        return None, [*diagnostics, told_of(fault, premises, goal)], total, total
    if declared or program.signature.sorts:
        diagnostics += sort_notes((*premises, goal), program.signature, declared)
    return program, diagnostics, total, total
