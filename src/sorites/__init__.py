"""Answers questions by proof: a model translates, a prover answers, a certificate convinces.

Examples:
    >>> from sorites import prove, solve
    >>> solve("Kind people are nice. Anne is kind.", "Is Anne nice?").answer
    'True'
    >>> prove("Premises:\\nKind(anne)\\nConclusion:\\nKind(anne)").verdict
    <Verdict.ENTAILED: 'entailed'>

Names are loaded when they are first used (PEP 562), so that ``import sorites`` is quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._lazy import lazily

if TYPE_CHECKING:
    from ._version import __version__
    from .agent.answering import aanswer, answer, asolve, solve
    from .agent.book import Book, read
    from .agent.options import Options
    from .agent.solution import Solution
    from .agent.solver_agent import SolverAgent
    from .eval.tasks.sample import Dataset
    from .solvers.errors import MissingEngine, MissingExtra, SoritesError, UnreadableProgram, UserError
    from .solvers.knowledge.proving import prove
    from .solvers.logic.diagnostics import Diagnostic
    from .solvers.logic.program import Program, Semantics
    from .solvers.notation.programs import read_program
    from .solvers.notation.writer import write_program
    from .solvers.outcome import Certificate, Limits, Outcome, Solver, Verdict
    from .translators.models.chat import ModelUnavailable
    from .translators.problem import LabelScheme, Problem
    from .translators.translation import Translation, Translator

_PLACES = {
    "._version": ("__version__",),
    ".agent.answering": ("aanswer", "answer", "asolve", "solve"),
    ".agent.book": ("Book", "read"),
    ".agent.options": ("Options",),
    ".agent.solution": ("Solution",),
    ".agent.solver_agent": ("SolverAgent",),
    ".eval.tasks.sample": ("Dataset",),
    ".solvers.errors": ("MissingEngine", "MissingExtra", "SoritesError", "UnreadableProgram", "UserError"),
    ".solvers.logic.diagnostics": ("Diagnostic",),
    ".solvers.logic.program": ("Program", "Semantics"),
    ".solvers.notation.programs": ("read_program",),
    ".solvers.notation.writer": ("write_program",),
    ".solvers.outcome": ("Certificate", "Limits", "Outcome", "Solver", "Verdict"),
    ".solvers.knowledge.proving": ("prove",),
    ".translators.models.chat": ("ModelUnavailable",),
    ".translators.problem": ("LabelScheme", "Problem"),
    ".translators.translation": ("Translation", "Translator"),
}
__all__ = [
    "Book",
    "Certificate",
    "Dataset",
    "Diagnostic",
    "LabelScheme",
    "Limits",
    "MissingEngine",
    "MissingExtra",
    "ModelUnavailable",
    "Options",
    "Outcome",
    "Problem",
    "Program",
    "Semantics",
    "Solution",
    "Solver",
    "SolverAgent",
    "SoritesError",
    "Translation",
    "Translator",
    "UnreadableProgram",
    "UserError",
    "Verdict",
    "__version__",
    "aanswer",
    "answer",
    "asolve",
    "prove",
    "read",
    "read_program",
    "solve",
    "write_program",
]


__getattr__, __dir__ = lazily(__name__, _PLACES)
