"""Finite models: searched over growing domains, with quantifiers written out.

The certificates for ``unknown`` come from here whatever engine said it, and where
an engine gives up a finite model still settles a question. The first domain tried
is the program's own constants, each its own thing, since that is the easiest for a
reader; then domains of 1, 2, … things, whose names may coincide.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from ..errors import TooLarge
from ..language.diagnostics import Diagnostic, Level
from ..language.ground import GroundWriter, Symbols
from ..language.program import Program
from ..language.signature import Signature, signature
from ..language.sorts import Sort, Sorts, distinct_numerals, infer
from ..language.syntax import Formula, Not, numeral
from ..outcome import Answer, Countermodels, Limits, Model, Outcome, Verdict, consistency_open, decide
from .smt import extract, load

if TYPE_CHECKING:
    import z3

MAX_NAMED: Final = 8
"""The most constants that get a thing of their own."""
MAX_DOMAIN: Final = 8
"""The largest domain without names that is tried."""


def settle(program: Program, goal: Answer, negation: Answer, engine: str, limits: Limits, started: float) -> Outcome:
    """Return the outcome of an engine that proved neither side, with models for both if they are found.

    Args:
        program: the program.
        goal: the engine's answer for the goal.
        negation: its answer for the goal's negation.
        engine: the engine's name.
        limits: the limits of the whole run.
        started: when the run began, by ``time.perf_counter``.
    """
    premises = tuple(p.formula for p in program.premises)
    deadline = started + limits.seconds

    def search(formula: Formula) -> Model | None:
        return find_model((*premises, formula), deadline - time.perf_counter(), limits.megabytes)

    holds = fails = None
    if negation is not Answer.PROVED and (holds := search(Not(program.negated_goal))):
        negation = Answer.OPEN
    if goal is not Answer.PROVED and negation is not Answer.UNSETTLED:
        fails = search(Not(program.goal.formula))
        goal = Answer.OPEN if fails else goal
    verdict = decide(goal, negation)
    certificate = None
    diagnostics = consistency_open(goal, negation)
    if holds and fails:
        certificate = Countermodels(holds, fails)
    elif verdict is Verdict.UNKNOWN:
        message = "the engine's answer stands, but no countermodel small enough to show was found"
        diagnostics += (Diagnostic("no-countermodel", Level.WARNING, message),)
    return Outcome(verdict, engine, time.perf_counter() - started, certificate, diagnostics)


def find_model(formulas: Iterable[Formula], seconds: float, megabytes: int = 2048) -> Model | None:
    """Return a finite model of closed formulas, or ``None`` if none was found.

    Args:
        formulas: what must hold in the model.
        seconds: the time limit of the whole search.
        megabytes: the memory limit.
    """
    formulas = tuple(formulas)
    names = signature(formulas)
    formulas += distinct_numerals(names)
    sorts = infer(formulas, names)
    deadline = time.perf_counter() + seconds
    named = tuple(_constants(names, sorts))
    tries = [(len(named), named)] if 0 < len(named) <= MAX_NAMED else []
    for size, labels in [*tries, *((n, ()) for n in range(1, MAX_DOMAIN + 1))]:
        left = deadline - time.perf_counter()
        if left <= 0:
            return None
        try:
            model = _search(formulas, sorts, size, labels, left, megabytes)
        except TooLarge:
            return None
        if model is not None:
            return model
    return None


def _constants(names: Signature, sorts: Sorts) -> list[str]:
    """Return the constants that stand for things."""
    constants = [name for name in names.constants if sorts.of(("f", name, 0, -1)) is Sort.THING]
    return constants if names.arithmetic else [*constants, *(numeral(n.value) for n in names.numerals)]


def satisfiable_over(formulas: Iterable[Formula], things: tuple[str, ...], limits: Limits) -> bool | None:
    """Return whether closed formulas have a model over exactly these things, which are constants of their own.

    Returns:
        ``None`` if that could not be found out within the limits.
    """
    formulas = tuple(formulas)
    try:
        _, solver = _problem(formulas, infer(formulas, signature(formulas)), len(things), things, limits)
    except TooLarge:
        return None
    return {"sat": True, "unsat": False}.get(str(solver.check()))


def _search(
    formulas: tuple[Formula, ...],
    sorts: Sorts,
    size: int,
    labels: tuple[str, ...],
    seconds: float,
    megabytes: int,
) -> Model | None:
    import z3

    symbols, solver = _problem(formulas, sorts, size, labels, Limits(seconds, megabytes))
    if solver.check() != z3.sat:
        return None
    return extract(solver.model(), symbols, sorts, [f"e{i}" for i in range(size)])


def _problem(
    formulas: tuple[Formula, ...], sorts: Sorts, size: int, labels: tuple[str, ...], limits: Limits
) -> tuple[Symbols, z3.Solver]:
    """Return formulas over a domain, in which the labels name things of their own, as a problem for Z3."""
    symbols = Symbols()
    things = [f"e{i}" for i in range(size)]
    writer = GroundWriter(sorts, symbols, things)
    written = [writer.formula(f) for f in formulas]
    known = symbols.names
    constants = [(known["f", n, 0], thing) for n, thing in zip(labels, things, strict=False) if ("f", n, 0) in known]
    script = [
        f"(declare-datatypes ((U 0)) (({' '.join(f'({thing})' for thing in things)})))",
        *writer.declarations,
        *[f"(assert {f})" for f in written],
        *[f"(assert (= {symbol} {thing}))" for symbol, thing in constants],
    ]
    return symbols, load("\n".join(script), limits.seconds, limits.megabytes, ground=True)
