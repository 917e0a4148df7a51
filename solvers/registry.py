"""Solvers by name, ours and those that other packages register.

A package registers a solver under the entry point group ``sorites.solvers``: a
callable that takes ``certify`` and returns a :class:`~sorites.solvers.outcome.Solver`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from typing import Final, cast

from .errors import UserError
from .language.program import Program
from .outcome import Solver

_OURS: Final[Mapping[str, tuple[str, str]]] = {
    "z3": ("sorites.solvers.engines.z3", "Z3Solver"),
    "prover9": ("sorites.solvers.engines.prover9", "Prover9Solver"),
    "eprover": ("sorites.solvers.engines.eprover", "EProverSolver"),
    "clingo": ("sorites.solvers.engines.clingo", "ClingoSolver"),
    "portfolio": ("sorites.solvers.engines.portfolio", "Portfolio"),
    "crosscheck": ("sorites.solvers.engines.portfolio", "CrossCheck"),
    "rules": ("sorites.solvers.engines.rules", "RulesSolver"),
    "defeasible": ("sorites.solvers.engines.defeasible", "DefeasibleSolver"),
    "default": ("sorites.solvers.engines.defaults", "DefaultSolver"),
}
GROUP: Final = "sorites.solvers"


def solver_names() -> list[str]:
    """Return the names of all solvers."""
    return [*_OURS, *(e.name for e in entry_points(group=GROUP) if e.name not in _OURS)]


def make_solver(name: str, *, certify: bool = True) -> Solver:
    """Return the solver of a name.

    Args:
        name: one of :func:`solver_names`.
        certify: whether outcomes carry certificates; ``rules`` always gives them.

    Raises:
        UserError: there is no solver of this name.
    """
    if name in _OURS:
        module, attribute = _OURS[name]
        factory = cast("Callable[..., Solver]", getattr(import_module(module), attribute))
        return factory() if name == "rules" else factory(certify=certify)
    for entry in entry_points(group=GROUP, name=name):
        return cast("Solver", entry.load()(certify=certify))
    raise UserError(f"there is no solver '{name}'; there are {', '.join(solver_names())}")


def fitting(program: Program, solver: Solver) -> Solver:
    """Return the solver that a program needs: a classical one can't tell what defaults and defeasible rules mean."""
    if not (program.defaults or program.defeasible) or solver.name not in _OURS:
        return solver
    needed = "default" if program.defaults else "defeasible"
    return solver if solver.name == needed else make_solver(needed, certify=getattr(solver, "certify", True))
