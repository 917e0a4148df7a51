"""What every engine takes and gives: limits, answers, verdicts, certificates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Literal, Protocol

from .capabilities import Capabilities
from .language.diagnostics import Diagnostic, Level
from .language.program import Program, Statement
from .language.syntax import Formula, Truth


@dataclass(frozen=True, slots=True)
class Limits:
    """What one program may cost.

    Attributes:
        seconds: wall time for the whole program, both questions together.
        megabytes: memory of each prover.
    """

    seconds: float = 10.0
    megabytes: int = 2048


class Verdict(StrEnum):
    """What the premises say about the goal."""

    ENTAILED = "entailed"
    REFUTED = "refuted"
    UNKNOWN = "unknown"
    """Both the goal and its negation are possible."""
    INCONSISTENT = "inconsistent"
    """The premises contradict each other, so that everything would follow."""
    UNDECIDED = "undecided"
    """A limit was hit before an answer."""


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
    diagnostic.
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


def proves(verdict: Verdict) -> Literal["goal", "negation", "contradiction"]:
    """Return what the proof behind a verdict proves."""
    if verdict is Verdict.ENTAILED:
        return "goal"
    return "negation" if verdict is Verdict.REFUTED else "contradiction"


def consistency_open(goal: Answer, negation: Answer) -> tuple[Diagnostic, ...]:
    """Return a warning if one side was proved and the other one is unsettled."""
    if {goal, negation} != {Answer.PROVED, Answer.UNSETTLED}:
        return ()
    message = "the proof stands, but within the limits no model of the premises showed that they are consistent"
    return (Diagnostic("consistency-open", Level.WARNING, message, None, "Allow more time."),)


@dataclass(frozen=True, slots=True)
class Step:
    """A line of a proof.

    Attributes:
        number: its number, from 1, without gaps.
        text: the formula or clause, in the program's own names.
        rule: how it was obtained, in the engine's words.
        parents: the numbers of the steps that it was obtained from.
        premise: the index of the premise that it states, from 0; ``None`` otherwise.
    """

    number: int
    text: str
    rule: str
    parents: tuple[int, ...] = ()
    premise: int | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """That something follows from the premises.

    Attributes:
        proves: the goal, its negation, or a contradiction among the premises.
        premises_used: indices of the premises that the proof needs, from 0.
        steps: the lines of the proof, if the engine gives them.
        engine: the engine that found it.
        checked: whether another engine proved it again from these premises alone.
    """

    proves: Literal["goal", "negation", "contradiction"]
    premises_used: tuple[int, ...]
    engine: str
    steps: tuple[Step, ...] = ()
    checked: bool = False


Element = str | int | Decimal | Fraction
"""A thing of a model's domain, or a number."""


@dataclass(frozen=True, slots=True)
class Model:
    """A finite interpretation of a program's names.

    Attributes:
        domain: the things there are, but those of declared sorts.
        predicates: for each name and arity, the tuples of which it holds.
        functions: for each name and arity, the value for each tuple of arguments.
        sorts: the things of each declared sort.
    """

    domain: tuple[str, ...]
    predicates: Mapping[tuple[str, int], frozenset[tuple[Element, ...]]]
    functions: Mapping[tuple[str, int], Mapping[tuple[Element, ...], Element]]
    sorts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __hash__(self) -> int:
        tables = frozenset((key, frozenset(table.items())) for key, table in self.functions.items())
        return hash((self.domain, frozenset(self.predicates.items()), tables, frozenset(self.sorts.items())))


@dataclass(frozen=True, slots=True)
class Countermodels:
    """That neither the goal nor its negation follows.

    Attributes:
        goal_holds: a model of the premises in which the goal is true.
        goal_fails: one in which it is false.
        checked: whether all formulas were evaluated in both.
    """

    goal_holds: Model
    goal_fails: Model
    checked: bool = False


@dataclass(frozen=True, slots=True)
class Closure:
    """All that forward chaining derives, with the derivation of the answer if there is one.

    Attributes:
        literals: what was derived, facts included.
        steps: the derivation of the goal, its negation, or of a clash; empty for ``unknown``.
        premises_used: indices of the premises in the derivation, from 0.
        checked: whether the derivation was replayed, and the closure found to be closed.
    """

    literals: frozenset[Formula]
    premises_used: tuple[int, ...] = ()
    steps: tuple[Step, ...] = ()
    checked: bool = False


def derived_verdict(proved: bool, opposed: bool) -> Verdict:
    """Return the verdict where a goal, or its opposite, is derived or not."""
    if proved:
        return Verdict.INCONSISTENT if opposed else Verdict.ENTAILED
    return Verdict.REFUTED if opposed else Verdict.UNKNOWN


@dataclass(frozen=True, slots=True)
class Conflict:
    """Why a rule stands, or does not, against one for the opposite.

    Attributes:
        literal: what the rule concludes.
        rule: the label of the rule; empty for a strict one.
        against: the label of the rule for the opposite.
        why: ``preferred`` (the rule is), ``not proved`` (the other's body is not),
            ``beaten`` (the other is preferred) or ``undecided`` (neither is).
    """

    literal: str
    rule: str
    against: str
    why: str


@dataclass(frozen=True, slots=True)
class Argument:
    """What a defeasible theory proves, with the argument for the answer.

    Attributes:
        literals: what is proved, facts included.
        premises_used: indices of the strict premises in the argument, from 0.
        steps: the argument, each step by a fact, a strict rule or a labelled default.
        conflicts: for each default in it, why no rule for the opposite defeats it; for an
            open question, the conflicts that keep it open.
        team: whether rules of one side shared in beating attackers.
        propagate: whether support was enough for an attack.
        checked: whether a second implementation came to the same.
    """

    literals: frozenset[Formula]
    premises_used: tuple[int, ...] = ()
    steps: tuple[Step, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    team: bool = False
    propagate: bool = False
    checked: bool = False


@dataclass(frozen=True, slots=True)
class PreferredModel:
    """A model of the premises than which none has fewer abnormalities that matter.

    Attributes:
        model: the model.
        abnormal: the label of each default that fails in it, with the things of which it does.
        goal: whether the goal holds in it.
    """

    model: Model
    abnormal: tuple[tuple[str, tuple[str, ...]], ...]
    goal: bool


@dataclass(frozen=True, slots=True)
class PreferredModels:
    """What holds where as little as possible is abnormal.

    Attributes:
        models: for ``unknown`` one in which the goal holds and one in which it fails;
            otherwise one for each set of abnormalities, such that every model that would
            give another answer is worse than one of them.
        applied: the defaults that the answer needs, with the things that they are applied
            to: normal in all these models. Empty where the answer goes by cases.
        premises_used: indices of the premises that it needs, from 0; empty in that case.
        checked: whether another engine found no better model, and none with another answer.
    """

    models: tuple[PreferredModel, ...]
    applied: tuple[tuple[str, tuple[str, ...]], ...] = ()
    premises_used: tuple[int, ...] = ()
    checked: bool = False


Certificate = Proof | Countermodels | Closure | Argument | PreferredModels


@dataclass(frozen=True, slots=True)
class Outcome:
    """An engine's answer to a program.

    Attributes:
        verdict: see ``Verdict``.
        engine: the engine that gave it.
        seconds: wall time.
        certificate: why; ``None`` if undecided, or if the engine was told to give none.
        diagnostics: what the user should know about this run.
    """

    verdict: Verdict
    engine: str
    seconds: float
    certificate: Certificate | None = None
    diagnostics: tuple[Diagnostic, ...] = ()

    def _repr_html_(self) -> str:
        from .showing import outcome_html

        return outcome_html(self)

    def _repr_markdown_(self) -> str:
        from .showing import outcome_markdown

        return outcome_markdown(self)


def used_part(program: Program, proof: Proof) -> Program:
    """Return the program whose goal a proof shows, with the premises that it uses and no others."""
    goal: Formula = Truth(False)
    if proof.proves != "contradiction":
        goal = program.goal.formula if proof.proves == "goal" else program.negated_goal
    used = tuple(program.premises[i] for i in proof.premises_used)
    return Program(used, Statement(goal), declared=program.declared)


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
