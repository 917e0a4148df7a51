"""The one place where engines are run: an engine that crashes is a result."""

from __future__ import annotations

import time
from dataclasses import replace

from .errors import UserError
from .language.diagnostics import Diagnostic, Level
from .language.program import Program
from .outcome import Limits, Outcome, Solver, Verdict

ENGINE_FAILED = "engine-failed"
"""The code of the diagnostic that names an engine which could not do its work."""


def attempt(solver: Solver, program: Program, limits: Limits) -> Outcome:
    """Return a solver's outcome; undecided, with a diagnostic, if it raises anything or returns no outcome.

    Raises:
        UserError: the user must act first: the engine is not installed.
    """
    started = time.perf_counter()
    try:
        outcome: object = solver.solve(program, limits)
    except UserError:
        raise
    except Exception as error:
        why = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    else:
        if isinstance(outcome, Outcome):
            if outcome.certificate is None or not outcome.certificate.checked:
                return outcome
            return replace(outcome, certificate=replace(outcome.certificate, checked=False))
        why = f"it returned no outcome but {type(outcome).__name__}"
    hint = "This is a fault of the engine, or a limit that it does not keep; another solver may do."
    fault = Diagnostic(ENGINE_FAILED, Level.ERROR, f"{solver.name} failed: {why}", None, hint)
    return Outcome(Verdict.UNDECIDED, solver.name, time.perf_counter() - started, None, (fault,))
