"""Signs that a program, though it runs, does not say what its text says.

The reader's own warnings are about names; what is found here takes the text into
account, too: each sentence beside its formula, the text beside all formulas, and what
the goal has to do with the premises. None of it is certain; how often each is right
about a wrong answer was measured (the figures are in the docs),
and what earned it is in ``EARNED``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from sorites.solvers import Diagnostic, Level, Program, Reading, Statement
from sorites.solvers.logic.syntax import Count, Eq, Formula, Implies, Not, Or, Truth
from sorites.solvers.notation.printer import print_formula
from sorites.translators import Problem
from sorites.translators.coverage import coverage_of

from .asking import EMPTY, NOT_ASKED, asked_otherwise, of_english
from .belonging import ADDED, CONCLUSION, OF_OTHER_TEXT, added_to_text, of_other_text
from .glossary import MANY, glossary_of
from .mentions import UNMENTIONED, unmentioned
from .second_reader import DIFFERENT, read_otherwise
from .shapes import misshapen

MEASURED: Final = frozenset({DIFFERENT}) | frozenset(
    "negation-added negation-missing arity-clash exists-implies iff-missing or-missing".split()
)
"""Codes beside which answers are wrong at least twice as often as without them, on recorded programs."""
DEMANDED: Final = frozenset(
    "sentence-missing premise-invented constant-added name-missing no-premises trivial-premise".split()
) | {NOT_ASKED, EMPTY, OF_OTHER_TEXT, CONCLUSION}
"""Codes of what is asked of a translation whatever it is worth: that it is of the text, the whole and nothing else,
and asks what is asked."""
EARNED: Final = MEASURED | DEMANDED
"""Codes that are worth a repair."""
_SEEN: Final = EARNED | {ADDED, UNMENTIONED}
"""Codes that a reader, or a vote, is told of."""


def signals(
    problem: Problem, reading: Reading, *, covered: bool = False, advise: bool = True
) -> tuple[Diagnostic, ...]:
    """Return the signs that a program does not say what the text says; no prover is asked.

    Nothing is said of a text that was read by a grammar, which has no slips of this kind, nor
    again of what the reader said already.

    Args:
        problem: what was asked; its context may be empty.
        reading: what a model wrote, as it was read.
        covered: whether its diagnostics say already which sentences have no formula.
        advise: say what only advises, too, and not just what an answer may hang on.

    Returns:
        Warnings, each kind of ``code`` in the order of the program.
    """
    program = reading.first
    if program is None or reading.said or len(program.premises) + len(program.rules) > MANY:
        return ()
    known = {d.code for d in reading.diagnostics}
    glossary = glossary_of(program)
    rendered = coverage_of(program, problem.context, problem.question)
    strange = list(of_other_text(problem, glossary, rendered))
    found = [*asked_otherwise(problem, reading, glossary), *strange]
    if advise:
        found = [
            *_goal(program),
            *found,
            *(() if strange else added_to_text(problem, reading, glossary, rendered, program.premises)),
            *_premises(program),
            *misshapen(problem, glossary),
            *(read_otherwise(program) if of_english(problem) else ()),
            *(() if covered or rendered is None else rendered.diagnostics),
        ]
    return tuple(d for d in found if d.code not in known)


def warned(problem: Problem, reading: Reading, *, covered: bool = False, advise: bool = True) -> Reading:
    """Return a reading with the signs that are worth a repair, or to be seen, among its diagnostics.

    Args:
        problem: what was asked.
        reading: what was read.
        covered: whether the translator said already which sentences have no formula.
        advise: as of ``signals``.
    """
    said = signals(problem, reading, covered=covered, advise=advise)
    found = [d for d in said if d.code in (_SEEN if advise else EARNED)]
    return replace(reading, diagnostics=(*reading.diagnostics, *found)) if found else reading


def endangering(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the diagnostics, the reader's and those found here, that are worth a repair."""
    return tuple(d for d in diagnostics if d.code in EARNED)


def _warn(code: str, message: str, statement: Statement | None = None, hint: str = "") -> Diagnostic:
    """Return a warning about a statement of the program, or about the whole."""
    return Diagnostic(code, Level.WARNING, message, statement.span if statement is not None else None, hint)


def _goal(program: Program) -> Iterator[Diagnostic]:
    """Yield what is wrong between the goal and the premises."""
    goal = program.goal
    if not program.premises and not program.rules:
        yield _warn("no-premises", "the program has no premise", goal, "Translate each sentence of the text.")
        return
    if (missing := unmentioned(program)) is not None and missing.code == UNMENTIONED:
        yield missing


def _premises(program: Program) -> Iterator[Diagnostic]:
    """Yield premises that can't be what their sentences say."""
    for premise in program.premises:
        if _trivial(premise.formula):
            message = f"{print_formula(premise.formula)} says nothing: it always holds"
            yield _warn("trivial-premise", message, premise, "Translate what its sentence says.")


def _trivial(formula: Formula) -> bool:
    """Return whether a formula plainly always holds."""
    match formula:
        case Truth(value):
            return value
        case Eq(left, right):
            return left == right
        case Implies(left, right):
            return left == right
        case Or(parts):
            return any(Not(part) in parts for part in parts)
    body = getattr(formula, "body", None)
    return body is not None and not isinstance(formula, Not | Count) and _trivial(body)
