"""The one place where engines are run: within their limits, and one that crashes is a result."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeVar, cast

from .clock import within
from .errors import Late, TooLarge, UserError
from .language.diagnostics import Diagnostic, Level
from .language.program import Program
from .outcome import Limits, Outcome, Solver, Verdict

ENGINE_FAILED = "engine-failed"
"""The code of the diagnostic that names an engine which could not do its work."""
OUT_OF_TIME: Final = "out-of-time"
"""The code of the diagnostic of a run whose time was up."""
OUT_OF_MEMORY: Final = "out-of-memory"
"""The code of the diagnostic of a run that would have needed more memory."""
TOO_DEEP: Final = "too-deep"
"""The code of the diagnostic of formulas that are nested deeper than Python's stack allows."""

Solve = TypeVar("Solve", bound=Callable[..., Outcome])


def bounded(solve: Solve) -> Solve:
    """Hold an engine's ``solve`` to its limits, whoever calls it: what it hits is the verdict ``undecided``."""

    @functools.wraps(solve)
    def run(self: Solver, program: Program, limits: Limits = Limits()) -> Outcome:
        return _run(self.name, lambda given: solve(self, program, given), limits)

    return cast("Solve", run)


def attempt(solver: Solver, program: Program, limits: Limits) -> Outcome:
    """Return a solver's outcome; undecided, with a diagnostic, if it raises anything or returns no outcome.

    Raises:
        UserError: the user must act first: the engine is not installed.
    """
    outcome = _run(solver.name, lambda given: solver.solve(program, given), limits)
    return outcome if outcome.checked is None else replace(outcome, checked=None)


def limit_hit(name: str, error: BaseException, limits: Limits) -> Diagnostic | None:
    """Return the diagnostic of an exception by which a limit was hit; ``None`` for all others.

    Args:
        name: what was running.
        error: what it raised.
        limits: the limits of the run.
    """
    text = str(error).lower()
    of_z3 = type(error).__name__ == "Z3Exception"  # by its name, so that nothing loads Z3
    if isinstance(error, Late) or (of_z3 and ("cancel" in text or "timeout" in text)):
        message = f"{name} was stopped: the time of {limits.seconds:.3g} s is up"
        return Diagnostic(OUT_OF_TIME, Level.WARNING, message, None, "Allow more time.")
    if isinstance(error, TooLarge | MemoryError) or (of_z3 and "memory" in text):
        message = f"{name} was stopped: what it writes out does not fit into {limits.megabytes} megabytes"
        return Diagnostic(OUT_OF_MEMORY, Level.WARNING, message, None, "Allow more memory.")
    if isinstance(error, RecursionError):
        message = f"{name} was stopped: a formula is nested too deep for Python's stack"
        return Diagnostic(TOO_DEEP, Level.WARNING, message, None, "Split it into several formulas.")
    return None


def _run(name: str, solve: Callable[[Limits], Outcome], limits: Limits) -> Outcome:
    started = time.perf_counter()
    with within(limits.seconds, limits.megabytes) as clock:
        try:
            clock.check()
            outcome: object = solve(Limits(min(limits.seconds, clock.left), limits.megabytes))
        except UserError:
            raise
        except Exception as error:
            diagnostic = limit_hit(name, error, limits) or _fault(
                name, f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            )
        else:
            if isinstance(outcome, Outcome):
                return outcome
            diagnostic = _fault(name, f"it returned no outcome but {type(outcome).__name__}")
    return Outcome(Verdict.UNDECIDED, name, time.perf_counter() - started, None, (diagnostic,))


def _fault(name: str, why: str) -> Diagnostic:
    hint = "This is a fault of the engine, or a limit that it does not keep; another solver may do."
    return Diagnostic(ENGINE_FAILED, Level.ERROR, f"{name} failed: {why}", None, hint)
