"""The language of programs and the engines that answer them.

Examples:
    >>> from sorites.solvers import prove
    >>> outcome = prove('''
    ... Premises:
    ... ∀x (Kind(x) → Nice(x)) ::: Kind people are nice.
    ... Kind(anne) ::: Anne is kind.
    ... Conclusion:
    ... Nice(anne) ::: Anne is nice.
    ... ''')
    >>> outcome.verdict
    <Verdict.ENTAILED: 'entailed'>
    >>> outcome.certificate.premises_used
    (0, 1)
"""

if __name__ != "sorites.solvers":
    raise ImportError("this folder is the package sorites.solvers; import it by that name")

from typing import TYPE_CHECKING

from .._lazy import lazily
from .capabilities import Capabilities, Cost, Feature, Kind, needs
from .errors import MissingEngine, MissingExtra, SoritesError, UnreadableProgram, UserError, require
from .knowledge.choosing import Choice, choose
from .knowledge.proving import prove
from .logic.diagnostics import Diagnostic, Level, Span
from .logic.errors import InvalidProgram, Unprintable
from .logic.program import Default, Program, Semantics, Statement
from .logic.question import Question
from .logic.symbols import Constant, Predicate
from .notation.readings import AmbiguousProgram, Other, Reading, Said
from .outcome import (
    Answers,
    Argument,
    Certificate,
    Closure,
    Conflict,
    Countermodels,
    Finding,
    Findings,
    Firing,
    Found,
    Limits,
    Model,
    Outcome,
    PreferredModel,
    PreferredModels,
    Proof,
    Solver,
    Step,
    Verdict,
)
from .registry import fitting, make_solver, solver_names

if TYPE_CHECKING:
    from .knowledge.base import KnowledgeBase
    from .notation.programs import read_program
    from .notation.writer import program_text, write_program
else:  # what reads and writes texts loads for who has one
    __getattr__, _ = lazily(
        __name__,
        {
            ".knowledge.base": ("KnowledgeBase",),
            ".notation.programs": ("read_program",),
            ".notation.writer": ("program_text", "write_program"),
        },
    )

__all__ = [
    "AmbiguousProgram",
    "Answers",
    "Argument",
    "Capabilities",
    "Certificate",
    "Choice",
    "Closure",
    "Conflict",
    "Constant",
    "Cost",
    "Countermodels",
    "Default",
    "Diagnostic",
    "Feature",
    "Finding",
    "Findings",
    "Firing",
    "Found",
    "InvalidProgram",
    "Kind",
    "KnowledgeBase",
    "Level",
    "Limits",
    "MissingEngine",
    "MissingExtra",
    "Model",
    "Other",
    "Outcome",
    "Predicate",
    "PreferredModel",
    "PreferredModels",
    "Program",
    "Proof",
    "Question",
    "Reading",
    "Said",
    "Semantics",
    "Solver",
    "SoritesError",
    "Span",
    "Statement",
    "Step",
    "Unprintable",
    "UnreadableProgram",
    "UserError",
    "Verdict",
    "choose",
    "fitting",
    "make_solver",
    "needs",
    "program_text",
    "prove",
    "read_program",
    "require",
    "solver_names",
    "write_program",
]
