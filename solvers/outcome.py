"""What every engine takes and gives: limits, answers, verdicts, certificates."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal, Protocol

from .capabilities import Capabilities
from .errors import UserError
from .kernel.answers import Answers, Found
from .kernel.certificates import (
    Argument,
    Certificate,
    Closure,
    Conflict,
    Countermodels,
    Element,
    Finding,
    Findings,
    Firing,
    Model,
    PreferredModel,
    PreferredModels,
    Proof,
    Verdict,
)
from .kernel.kernel import Checked
from .logic.diagnostics import Diagnostic, Level
from .logic.program import Program
from .logic.syntax import Eq, Formula, Not

__all__ = [
    "Answer",
    "Answers",
    "Argument",
    "Certificate",
    "Closure",
    "Conflict",
    "Countermodels",
    "Element",
    "Finding",
    "Findings",
    "Firing",
    "Found",
    "Limits",
    "Model",
    "Outcome",
    "PreferredModel",
    "PreferredModels",
    "Proof",
    "Refusal",
    "Solver",
    "Step",
    "Verdict",
    "consistency_open",
    "decide",
    "derived_verdict",
    "proves",
]


@dataclass(frozen=True, slots=True)
class Step:
    """A line of a proof in words, for those who read.

    Attributes:
        number: its number, from 1, without gaps.
        text: the formula or clause, in the program's own names.
        rule: how it was obtained.
        parents: the numbers of the steps that it was obtained from.
        premise: the index of the premise that it states, from 0; ``None`` otherwise.
    """

    number: int
    text: str
    rule: str
    parents: tuple[int, ...] = ()
    premise: int | None = None


MAX_SECONDS: Final = 1_000_000
"""The most time that a program may be given: twelve days."""
MAX_MEGABYTES: Final = 2**24
"""The most memory that a program may be given: as much as the largest machines have."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one program may cost.

    Attributes:
        seconds: wall time for the whole program, both questions together.
        megabytes: memory of each prover, and how much that of this process may grow.

    Raises:
        UserError: they are no amounts.
    """

    seconds: float = 10.0
    megabytes: int = 2048

    def __post_init__(self) -> None:
        if not self.seconds <= MAX_SECONDS:  # nor is what is no number
            raise UserError(f"a limit of {self.seconds} seconds is none: give {MAX_SECONDS:,} at most")
        if not 0 < self.megabytes <= MAX_MEGABYTES:
            raise UserError(f"a limit of {self.megabytes} megabytes is none: give 1 to {MAX_MEGABYTES:,}")


class Answer(StrEnum):
    """What an engine found out about one question: do the premises entail a formula?"""

    PROVED = "proved"
    OPEN = "open"
    """They do not: there is a countermodel, or the search was exhausted."""
    UNSETTLED = "unsettled"
    """A limit was hit, or the engine gave up."""


def decide(goal: Answer, negation: Answer) -> Verdict:
    """Return the verdict from the two questions: the goal, and its negation.

    A proof of one side whose other side is unsettled stands: entailment was shown,
    and only whether the premises are consistent was not. The engines say so in a
    diagnostic, and only when the whole of their time was used.
    """
    match goal, negation:
        case Answer.PROVED, Answer.PROVED:
            return Verdict.INCONSISTENT
        case Answer.PROVED, _:
            return Verdict.ENTAILED
        case _, Answer.PROVED:
            return Verdict.REFUTED
        case Answer.OPEN, Answer.OPEN:
            return Verdict.UNKNOWN
        case _:
            return Verdict.UNDECIDED


Proved = Literal["goal", "negation", "contradiction"]
"""What a proof proves: the goal, its negation, or a contradiction among the premises."""


def proves(verdict: Verdict) -> Proved:
    """Return what the proof behind a verdict proves."""
    if verdict is Verdict.ENTAILED:
        return "goal"
    return "negation" if verdict is Verdict.REFUTED else "contradiction"


CONSISTENCY_OPEN: Final = "consistency-open"
"""The code of the warning that a proof stands, but that it is not known whether the premises are consistent."""


def consistency_open(goal: Answer, negation: Answer) -> tuple[Diagnostic, ...]:
    """Return a warning if one side was proved and the other one is unsettled."""
    if {goal, negation} != {Answer.PROVED, Answer.UNSETTLED}:
        return ()
    message = "the proof stands, but within the limits no model of the premises showed that they are consistent"
    return (Diagnostic(CONSISTENCY_OPEN, Level.WARNING, message, None, "Allow more time."),)


def derived_verdict(proved: bool, opposed: bool) -> Verdict:
    """Return the verdict where a goal, or its opposite, is derived or not."""
    if proved:
        return Verdict.INCONSISTENT if opposed else Verdict.ENTAILED
    return Verdict.REFUTED if opposed else Verdict.UNKNOWN


@dataclass(frozen=True, slots=True)
class Refusal:
    """What the kernel did not accept, for a report.

    Attributes:
        verdict: what the engine said.
        certificate: why, as it said.
        why: what is wrong with that.
        line: the first line of the proof that does not stand; 0 where that is none of them.
    """

    verdict: Verdict
    certificate: Certificate
    why: str
    line: int = 0


class Consistency(StrEnum):
    """Whether premises contradict each other; from those that do, everything would follow."""

    SHOWN = "shown"
    """They have a model, or what they derive was derived without a contradiction."""
    OPEN = "open"
    """The proof stands, and nothing says that the opposite can't be proved as well."""
    REFUTED = "refuted"
    """They do contradict each other."""


def consistency(verdict: Verdict, certificate: Certificate | None) -> Consistency:
    """Return what a certificate that was checked shows about the consistency of the premises."""
    if verdict is Verdict.INCONSISTENT:
        return Consistency.REFUTED
    match certificate:
        case Findings(ones):
            shown = any(consistency(one.verdict, one.certificate) is Consistency.SHOWN for one in ones)
        case Proof(model=model):
            shown = model is not None
        case Closure(literals) | Argument(literals) if _contradict(literals):
            return Consistency.REFUTED
        case Argument(comparisons=ones) if ones:
            shown = any(consistency(one.verdict, one.certificate) is Consistency.SHOWN for one in ones)
        case _:
            shown = certificate is not None
    return Consistency.SHOWN if shown else Consistency.OPEN


def _contradict(literals: frozenset[Formula]) -> bool:
    """Return whether one of the literals is another one's opposite, or a function has two values."""
    valued = [one.left for one in literals if isinstance(one, Eq)]
    return len(set(valued)) < len(valued) or any(isinstance(one, Not) and one.body in literals for one in literals)


@dataclass(frozen=True, slots=True)
class Outcome:
    """An engine's answer to a program.

    Attributes:
        verdict: see ``Verdict``.
        engine: the engine that gave it.
        seconds: wall time.
        certificate: why; ``None`` if undecided, or if the engine was told to give none.
        diagnostics: what the user should know about this run.
        checked: what the kernel says of the certificate; ``None`` if it did not accept it, or was not asked.
        refused: the certificate that the kernel refused, where the verdict is ``undecided`` for that.
        answers: who or what it is, where the goal asks for that (``?x …``); ``None`` of other goals.

    Raises:
        ValueError: what was checked is another verdict, or another certificate.
    """

    verdict: Verdict
    engine: str
    seconds: float
    certificate: Certificate | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    checked: Checked | None = None
    refused: Refusal | None = None
    answers: Answers | None = None

    def __post_init__(self) -> None:
        if self.checked is not None and (
            type(self.checked) is not Checked
            or self.checked.verdict is not self.verdict
            or self.checked.certificate is not self.certificate
        ):
            raise ValueError("what was checked is another outcome")

    @property
    def consistency(self) -> Consistency | None:
        """Whether the premises are shown to be consistent; ``None`` where nothing was decided."""
        if self.verdict is Verdict.UNDECIDED:
            return None
        return consistency(self.verdict, self.certificate) if self.checked is not None else Consistency.OPEN

    def _repr_html_(self) -> str:
        from .showing import outcome_html

        return outcome_html(self)

    def _repr_markdown_(self) -> str:
        from .showing import outcome_markdown

        return outcome_markdown(self)


class Solver(Protocol):
    """An engine: it answers programs, and raises only for faults of the installation."""

    @property
    def name(self) -> str:
        """The name in the registry."""
        ...

    @property
    def capabilities(self) -> Capabilities:
        """What it can do."""
        ...

    def solve(self, program: Program, limits: Limits = ...) -> Outcome:
        """Return what the premises say about the goal, within the limits.

        Args:
            program: the premises and the goal.
            limits: the seconds and megabytes that it may take.

        Returns:
            The verdict and its certificate, if it has one; ``undecided``, with a diagnostic, where a
            limit is hit or the program has what the engine does not know.

        Raises:
            MissingEngine: it is not installed, or broken.
        """
        ...
