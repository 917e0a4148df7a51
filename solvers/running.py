"""The one place where engines are run: within their limits, and one that crashes is a result."""

from __future__ import annotations

import functools
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, TypeVar, cast

from .bridges.smt import forget, limit_of_z3
from .clock import HIT, limit_hit, within
from .errors import UserError
from .logic.diagnostics import Diagnostic, Level
from .logic.program import Program
from .outcome import Limits, Outcome, Solver, Verdict

ENGINE_FAILED = "engine-failed"
"""The code of the diagnostic that names an engine which could not do its work."""

_ROOM: Final = threading.BoundedSemaphore(max(4, os.cpu_count() or 1))
Solve = TypeVar("Solve", bound=Callable[..., Outcome])


@contextmanager
def room() -> Iterator[None]:
    """Wait until no more threads prove than are any quicker; what Z3 keeps for each, 20 megabytes, goes in the end."""
    with _ROOM:
        try:
            yield
        finally:
            forget()


def bounded(solve: Solve) -> Solve:
    """Hold an engine's ``solve`` to its limits, whoever calls it, and give it no abbreviations.

    A limit that it hits is the verdict ``undecided``.
    """

    @functools.wraps(solve)
    def run(self: Solver, program: Program, limits: Limits = Limits()) -> Outcome:
        return _run(self.name, lambda given: solve(self, program.unfolded, given), limits)

    return cast("Solve", run)


def attempt(solver: Solver, program: Program, limits: Limits) -> Outcome:
    """Return a solver's outcome; undecided, with a diagnostic, if it raises anything or returns no outcome.

    Raises:
        UserError: the user must act first: the engine is not installed.
    """
    outcome = _run(solver.name, lambda given: solver.solve(program.unfolded, given), limits)
    return outcome if outcome.checked is None else replace(outcome, checked=None)


def _run(name: str, solve: Callable[[Limits], Outcome], limits: Limits) -> Outcome:
    started = time.perf_counter()
    with within(limits.seconds, limits.megabytes) as clock:
        try:
            clock.check()
            outcome: object = solve(Limits(min(limits.seconds, clock.left), limits.megabytes))
        except UserError:
            raise
        except Exception as error:
            diagnostic = what_ended(name, error)
        else:
            if isinstance(outcome, Outcome):
                return outcome
            diagnostic = fault(name, f"it returned no outcome but {type(outcome).__name__}")
    return Outcome(Verdict.UNDECIDED, name, time.perf_counter() - started, None, (diagnostic,))


def what_ended(name: str, error: Exception) -> Diagnostic:
    """Return what is said of a run that an exception ended: a limit, or a fault.

    Args:
        name: the engine.
        error: the exception.
    """
    hit = error if isinstance(error, HIT) else limit_of_z3(error)
    if hit is not None:
        return limit_hit(name, hit)
    return fault(name, f"{type(error).__name__}: {error}" if str(error) else type(error).__name__)


def fault(name: str, why: str) -> Diagnostic:
    """Return the diagnostic of an engine that could not do its work.

    Args:
        name: the engine.
        why: what happened.
    """
    hint = "This is a fault of the engine, or a limit that it does not keep; another solver may do."
    return Diagnostic(ENGINE_FAILED, Level.ERROR, f"{name} failed: {why}", None, hint)
