"""What problem files of the provers' own languages have in common: premises and goals become a program."""

from __future__ import annotations

from .declared import NOTHING, Declarations
from .diagnostics import Diagnostic, Level, Span, has_errors
from .errors import InvalidProgram
from .program import Program, Statement
from .smtlib_reader import read_script
from .sort_checks import check_sorts
from .syntax import And, Truth

Result = tuple[Program | None, list[Diagnostic], int, int]
"""A program if there is one, diagnostics, how many formulas were read, how many there are."""


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
    read = len(premises) + len(goals)
    if has_errors(diagnostics):
        return None, diagnostics, read, total
    if not goals:
        message = "the problem has no conjecture: asked is whether its formulas contradict each other"
        diagnostics.append(Diagnostic("no-goal", Level.WARNING, message, end, hint))
        goals = [Statement(Truth(False))]
    if len(goals) > 1:
        message = f"there are {len(goals)} goals: asked is whether all of them follow"
        diagnostics.append(Diagnostic("several-goals", Level.WARNING, message, goals[1].span, "Ask them one by one."))
    goal = goals[0] if len(goals) == 1 else Statement(And(tuple(g.formula for g in goals)), "", goals[0].span)
    diagnostics += check_sorts((*premises, goal), declared)
    if has_errors(diagnostics):
        return None, diagnostics, read, total
    return Program(tuple(premises), goal, declared=declared), diagnostics, read, total


def read_smtlib(text: str, strict: bool = False) -> Result:
    """Read a script; what it asks is found as ``smtlib_reader`` says."""
    script = read_script(text, strict=strict)
    diagnostics, question = script.diagnostics, script.question
    if question is None or has_errors(diagnostics):
        if not has_errors(diagnostics):
            message, hint = "the script asserts nothing", "Write (assert …) for each premise, and (assert (not goal))."
            end = len(text.rstrip())
            diagnostics.append(Diagnostic("no-formulas", Level.ERROR, message, Span(end, end + 1), hint))
        faults = sum(d.level is Level.ERROR for d in diagnostics)
        return None, diagnostics, max(script.total - faults, 0), script.total
    premises = tuple(Statement(a.formula, a.name, a.span) for a in question.premises)
    if question.goal is not None:
        goal = Statement(question.goal.formula, question.goal.name, question.goal.span)
    else:
        message = "the script has no negated goal: asked is whether its assertions contradict each other"
        hint = "To ask what follows from them, write (assert (not goal)) as the last assertion."
        span = premises[-1].span if premises else question.span
        diagnostics.append(Diagnostic("no-goal", Level.WARNING, message, span, hint))
        goal = Statement(Truth(False), "", span)
    try:
        program = Program(premises, goal, declared=script.declared)
    except InvalidProgram as fault:
        found = check_sorts((*premises, goal), script.declared)
        diagnostics += found or [Diagnostic("invalid-program", Level.ERROR, fault.what, goal.span, fault.hint)]
        return None, diagnostics, script.total, script.total
    return program, diagnostics, script.total, script.total
