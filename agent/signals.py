"""Signs that a program, though it runs, does not say what its text says.

The reader's own warnings are about names; what is found here takes the text into
account, too: each sentence beside its formula, the text beside all formulas, and what
the goal has to do with the premises. None of it is certain; how often each is right
about a wrong answer is measured (``benchmarks.signals``; the figures are in the docs),
and what earned it is in ``EARNED``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from sorites.solvers import Diagnostic, Level, Program, Reading, Statement
from sorites.solvers.logic.syntax import Count, Eq, Formula, Implies, Not, Or, Truth
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.spelling import words
from sorites.translators import Problem
from sorites.translators.coverage import coverage_of

from .asking import EMPTY, NOT_ASKED, OTHER_WORDS, asked_otherwise
from .belonging import ADDED, CONCLUSION, OF_OTHER_TEXT, added_to_text, of_other_text
from .glossary import MANY, Glossary
from .mentions import UNMENTIONED, unmentioned
from .shapes import misshapen
from .wordings import content, plain, same_word

MEASURED: Final = frozenset(
    {"arity-clash", "constant-missing", "goal-unmentioned", "name-both-ways", "name-missing", "negation-added"}
)
"""Codes that mark wrong answers more often than chance, on recorded programs, the reader's among them."""
RARE: Final = frozenset(
    "exists-implies iff-missing near-arity negation-missing no-premises or-missing predicate-as-term some-missing "
    "trivial-premise".split()
)
"""Codes of faults so rare that their share can't be measured; a repair that they cost in vain is as rare."""
DEMANDED: Final = frozenset(
    {"sentence-missing", "premise-invented", "constant-added", NOT_ASKED, OTHER_WORDS, EMPTY, OF_OTHER_TEXT, CONCLUSION}
)
"""Codes of what is asked of a translation whatever it is worth: that it is of the text, the whole and nothing else,
and asks what is asked."""
EARNED: Final = MEASURED | RARE | DEMANDED
"""Codes that are worth a repair."""
_LIGHT: Final = frozenset(
    {"is", "are", "be", "was", "has", "have", "a", "an", "the", "in", "of", "to", "at", "on", "being"}
)
"""Words that two names may differ by and mean the same."""


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
    glossary = Glossary(program)
    rendered = coverage_of(program, problem.context, problem.question)
    strange = list(of_other_text(problem, glossary, rendered))
    found = [*asked_otherwise(problem, reading, glossary), *strange]
    if advise:
        found = [
            *_goal(program),
            *found,
            *(() if strange else added_to_text(problem, reading, glossary, rendered, program.premises)),
            *_names(glossary),
            *_premises(program),
            *misshapen(problem, glossary),
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
    found = [d for d in said if d.code in EARNED or (advise and d.code == ADDED)]
    return replace(reading, diagnostics=(*reading.diagnostics, *found))


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


def _names(glossary: Glossary) -> Iterator[Diagnostic]:
    """Yield names that may mean one thing."""
    program = glossary.program
    used = program.signature
    if len(used.predicates) + len(used.constants) > MANY:
        return
    for first, second in itertools.combinations(used.predicates, 2):
        one, other = first[0], second[0]
        if one == other or not _near(one, other):
            continue
        # Who writes both in one formula tells them apart.
        if not any({first, second} <= glossary.spoken(formula).predicates for formula in program.formulas):
            code = "near-predicates" if first[1] == second[1] else "near-arity"
            hint = f"If one thing is meant, write '{one}' everywhere, with the same arguments."
            yield _warn(code, f"'{one}' and '{other}' are different predicates", None, hint)
    for one, other in itertools.combinations(used.constants, 2):
        near = _near(one, other)
        if near or _part(one, other):
            code = "near-constants" if near else "shortened-constant"
            hint = f"If one thing is meant, write '{one}' everywhere."
            yield _warn(code, f"'{one}' and '{other}' are different constants", None, hint)
    for constant, (predicate, _) in itertools.product(used.constants, used.predicates):
        if _near(constant, predicate):
            hint = "Say it in one way everywhere: by the predicate, or by the name of a thing."
            message = f"'{constant}' is a thing, and '{predicate}' is a predicate"
            yield _warn("name-both-ways", message, None, hint)


@lru_cache(16384)
def _near(one: str, other: str) -> bool:
    """Return whether two names are made of the same words, in other forms, but for light ones."""
    first, second = ([w for w in words(name) if w not in _LIGHT] or words(name) for name in (one, other))
    return len(first) == len(second) and bool(first) and all(itertools.starmap(_same, zip(first, second, strict=True)))


def _same(one: str, other: str) -> bool:
    return one == other or (not one.isdigit() and not other.isdigit() and len(one) > 2 and same_word(one, other))


@lru_cache(16384)
def _part(one: str, other: str) -> bool:
    """Return whether one name is a part of another: ``cocks`` and ``jamesCocks``."""
    first, second = sorted((words(one), words(other)), key=len)
    return 0 < len(first) < len(second) and (second[: len(first)] == first or second[-len(first) :] == first)


def _premises(program: Program) -> Iterator[Diagnostic]:
    """Yield premises that can't be what their sentences say."""
    seen: dict[Formula, Statement] = {}
    for premise in program.premises:
        formula = premise.formula
        if _trivial(formula):
            hint = "Translate what its sentence says."
            yield _warn("trivial-premise", f"{print_formula(formula)} says nothing: it always holds", premise, hint)
        before = seen.setdefault(formula, premise)
        if before is not premise and before.gloss.strip().lower() != premise.gloss.strip().lower():
            hint = "Translate what each of them says."
            yield _warn("same-formula", f"two sentences have the same formula {print_formula(formula)}", premise, hint)
        if formula == program.goal.formula and _other(premise.gloss, program.goal.gloss):
            yield _warn("goal-given", "a premise is the goal itself", premise, "The goal is asked, not given.")


def _other(one: str, other: str) -> bool:
    """Return whether two sentences are not in the same words."""
    first, second = (frozenset(plain(word) for word in content(text)) for text in (one, other))
    return bool(first and second) and first != second


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
