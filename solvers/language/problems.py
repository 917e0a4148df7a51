"""Problem files of the provers' own worlds: TPTP, LADR (Prover9) and SMT-LIB."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .diagnostics import Diagnostic, Level, Span, has_errors
from .dialects import TPTP
from .parser import parse_formula
from .program import Program, Statement
from .smtlib_reader import read_script
from .sort_checks import check_sorts
from .syntax import And, Formula, Not, Or, Truth

Result = tuple[Program | None, list[Diagnostic], int, int]
"""A program if there is one, diagnostics, how many formulas were read, how many there are."""

# What is not closed reaches to the end of the text: it is looked at once.
_PIECE: Final = re.compile(
    r"%[^\n]*|/\*.*?(?:\*/|\Z)|'(?:[^'\\]|\\.)*(?:'|\Z)|\"(?:[^\"\\]|\\.)*(?:\"|\Z)|[()\[\].,]", re.S
)
_HEAD: Final = re.compile(r"\s*(fof|cnf|tff)\s*\(\s*('(?:[^'\\]|\\.)*'|\w+)\s*,\s*(\w+)\s*,")
_PREMISE_ROLES: Final = frozenset("axiom hypothesis definition assumption lemma theorem corollary plain".split())
_COMMENT: Final = re.compile(r"%[^\n]*")


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield the statements of a text, each ended by a full stop outside brackets and quotes."""
    depth, start = 0, 0
    for match in _PIECE.finditer(text):
        piece = match.group()
        if piece in "([":
            depth += 1
        elif piece in ")]":
            depth -= 1
        elif piece == "." and depth <= 0 and text[match.end() : match.end() + 1].strip() == "":
            yield start, match.start()
            start, depth = match.end(), 0
    if _COMMENT.sub("", text[start:]).strip():
        yield start, len(text)


def _blank_comments(text: str) -> str:
    """Return the text with comments as blanks, every other character in its place."""
    return _PIECE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()) if m.group()[0] in "%/" else m.group(), text)


def assemble(
    premises: list[Statement],
    goals: list[Statement],
    diagnostics: list[Diagnostic],
    total: int,
    end: Span | None = None,
    hint: str = "",
) -> Result:
    """Return the program of a problem file's formulas.

    Args:
        premises: what is taken to hold.
        goals: what is asked: all of them. Without any, whether the premises contradict each other.
        diagnostics: what was found; what is said here is added.
        total: how many formulas there are.
        end: where a goal would stand.
        hint: how to write one.
    """
    read = len(premises) + len(goals)
    if any(d.level is Level.ERROR for d in diagnostics):
        return None, diagnostics, read, total
    if not goals:
        message = "the problem has no conjecture: asked is whether its formulas contradict each other"
        diagnostics.append(Diagnostic("no-goal", Level.WARNING, message, end, hint))
        goals = [Statement(Truth(False))]
    if len(goals) > 1:
        message = f"there are {len(goals)} goals: asked is whether all of them follow"
        diagnostics.append(Diagnostic("several-goals", Level.WARNING, message, goals[1].span, "Ask them one by one."))
    goal = goals[0] if len(goals) == 1 else Statement(And(tuple(g.formula for g in goals)), "", goals[0].span)
    return Program(tuple(premises), goal), diagnostics, read, total


def read_tptp(text: str, strict: bool = False) -> Result:
    """Read a TPTP problem of ``fof`` and ``cnf`` formulas."""
    source = _blank_comments(text)
    premises: list[Statement] = []
    goals: list[Statement] = []
    negated: list[Formula] = []
    diagnostics: list[Diagnostic] = []
    total = 0
    for start, end in _pieces(source):
        total += 1
        head = _HEAD.match(source, start, end)
        body_end = source.rfind(")", start, end)
        if head is None or body_end < head.end():
            first = start + len(source[start:end]) - len(source[start:end].lstrip())
            diagnostics.append(
                Diagnostic(
                    "unexpected-token",
                    Level.ERROR,
                    "expected a formula such as fof(name, axiom, p => q).",
                    Span(first, min(end, first + 40)),
                    "Include files and other languages of TPTP are not read.",
                )
            )
            continue
        formula, found = parse_formula(source[head.end() : body_end], TPTP, strict=strict, offset=head.end())
        diagnostics += found
        if formula is None:
            continue
        name, role = head.group(2).strip("'"), head.group(3)
        statement = Statement(formula, name, Span(head.end(), body_end))
        if role == "conjecture":
            goals.append(statement)
        elif role == "negated_conjecture":
            negated.append(formula)
        elif role in _PREMISE_ROLES:
            premises.append(statement)
        else:
            diagnostics.append(
                Diagnostic("unknown-role", Level.ERROR, f"the role '{role}' is not known", Span(start, head.end()))
            )
    if negated:
        sides = tuple(f.body if isinstance(f, Not) else Not(f) for f in negated)
        goals.append(Statement(sides[0] if len(sides) == 1 else Or(sides)))
    return assemble(premises, goals, diagnostics, total)


def read_smtlib(text: str, strict: bool = False) -> Result:
    """Read a script; what it asks is found as ``smtlib_reader`` says."""
    script = read_script(text, strict=strict)
    diagnostics, question = script.diagnostics, script.question
    if question is None:
        if not diagnostics:
            message, hint = "the script asserts nothing", "Write (assert …) for each premise, and (assert (not goal))."
            diagnostics.append(Diagnostic("no-formulas", Level.ERROR, message, None, hint))
        return None, diagnostics, script.total - len(diagnostics), script.total
    premises = tuple(Statement(a.formula, a.name, a.span) for a in question.premises)
    if question.goal is not None:
        goal = Statement(question.goal.formula, question.goal.name, question.goal.span)
    else:
        message = "the script has no negated goal: asked is whether its assertions contradict each other"
        hint = "To ask what follows from them, write (assert (not goal)) as the last assertion."
        span = premises[-1].span if premises else question.span
        diagnostics.append(Diagnostic("no-goal", Level.WARNING, message, span, hint))
        goal = Statement(Truth(False), "", span)
    diagnostics += check_sorts((*premises, goal), script.declared)
    if has_errors(diagnostics):
        return None, diagnostics, script.total, script.total
    return Program(premises, goal, declared=script.declared), diagnostics, script.total, script.total
