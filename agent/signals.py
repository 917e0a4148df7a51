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

from sorites.solvers import Default, Diagnostic, Level, Program, Reading, Statement
from sorites.solvers.logic.syntax import Exists, Implies, Not
from sorites.solvers.notation.printer import print_formula
from sorites.translators import Problem
from sorites.translators.coverage import INVENTED, MISSING, coverage_of

from .agreement import Account
from .asking import EMPTY, NOT_ASKED, asked_otherwise, of_english
from .belonging import CONCLUSION, OF_OTHER_TEXT, UNMENTIONED, conclusions, of_other_text, unmentioned
from .glossary import MANY, Glossary, glossary_of
from .second_reader import DIFFERENT, read_otherwise
from .wordings import biconditional, denies, may_deny

MEASURED: Final = frozenset({DIFFERENT, "negation-added", "negation-missing", "arity-clash", "exists-implies"})
"""Codes beside which answers are wrong at least twice as often as without them, on recorded programs."""
DEMANDED: Final = frozenset({MISSING, INVENTED, "no-premises", NOT_ASKED, EMPTY, OF_OTHER_TEXT, CONCLUSION})
"""Codes of what is asked of a translation whatever it is worth: that it is of the text, the whole and nothing else,
and asks what is asked."""
EARNED: Final = MEASURED | DEMANDED
"""Codes that are worth a repair."""


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
            *(() if strange else conclusions(problem, reading)),
            *_shapes(glossary),
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
    found = [d for d in said if d.code in EARNED or d.code == UNMENTIONED]
    return replace(reading, diagnostics=(*reading.diagnostics, *found)) if found else reading


def endangering(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the diagnostics, the reader's and those found here, that are worth a repair."""
    return tuple(d for d in diagnostics if d.code in EARNED)


def _goal(program: Program) -> Iterator[Diagnostic]:
    """Yield what is wrong between the goal and the premises."""
    if not program.premises and not program.rules:
        message, hint = "the program has no premise", "Translate each sentence of the text."
        yield Diagnostic("no-premises", Level.WARNING, message, program.goal.span, hint)
    elif (missing := unmentioned(program)) is not None:
        yield missing


def _shapes(glossary: Glossary) -> Iterator[Diagnostic]:
    """Yield what a premise denies and its sentence does not, or the reverse, and what all too easily holds."""
    stated: tuple[Statement | Default, ...] = (*glossary.program.premises, *glossary.program.rules)
    for one in stated:
        said = Account.of(glossary, one.formula, one.gloss)
        easy = any(isinstance(node, Exists) and isinstance(node.body, Implies) for node in said.names.written)
        denied, unsaid = Not in said.names.kinds, not (may_deny(one.gloss) or biconditional(one.gloss))
        for code, holds, message, hint in (
            ("exists-implies", easy, "{} holds as soon as there is anything that is not so",
             "'All A are B' is ∀x (A(x) → B(x)), 'some A are B' is ∃x (A(x) ∧ B(x))."),
            ("negation-missing", denies(one.gloss) and not said.denying,
             "the sentence denies something, and {} does not", "Write ¬ for what it denies."),
            ("negation-added", bool(one.gloss) and denied and unsaid,
             "{} denies something, and its sentence does not", "Deny what the sentence denies."),
        ):  # fmt: skip
            if holds:
                yield Diagnostic(code, Level.WARNING, message.format(print_formula(one.formula)), one.span, hint)
