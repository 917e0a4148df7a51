"""The certificates in JSON: what a file of each kind holds, and how it becomes a certificate again."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ..kernel.certificates import Asks, Verdict
from .trees import MAX_DIGITS, Place, Strict

Ratio = Annotated[str, Field(pattern=r"^-?[0-9]+(/[0-9]*[1-9][0-9]*)?$", max_length=MAX_DIGITS)]
Amount = Annotated[str, Field(pattern=r"^-?[0-9]+(/[0-9]*[1-9][0-9]*|\.[0-9]+)?$", max_length=MAX_DIGITS)]


class GivenOut(Strict):
    """The line is a premise, the goal denied, or an axiom of numerals and sorts; ``index`` counts from 0."""

    by: Literal["premise", "goal", "axiom"]
    index: int = 0


class InstanceOut(Strict):
    """The line says of these terms what holds of everything."""

    by: Literal["instance"] = "instance"
    terms: list[Place]


class WitnessOut(Strict):
    """The line names something that there is."""

    by: Literal["witness"] = "witness"
    name: str


class LawOut(Strict):
    """The line is a law of equality, or of numbers."""

    by: Literal["equality", "number"]


class LinearOut(Strict):
    """The denial of the line, each of its parts times its coefficient, adds up to ``0 < 0``."""

    by: Literal["linear"] = "linear"
    coefficients: list[Ratio]
    pairs: list[list[int]] = Field(default_factory=list)


class DerivedOut(Strict):
    """The line follows from earlier ones, which count from 1."""

    by: Literal["derived"] = "derived"
    parents: list[int]


ReasonOut = Annotated[GivenOut | InstanceOut | WitnessOut | LawOut | LinearOut | DerivedOut, Field(discriminator="by")]


class LineOut(Strict):
    """A line of a proof: the place of its formula, the formula for people, which nothing reads, and its reason."""

    formula: Place
    text: str = ""
    reason: ReasonOut


class StepOut(Strict):
    """A line as an engine words it."""

    number: int
    text: str
    rule: str
    parents: list[int]
    premise: int | None = None


class AmountOut(Strict):
    """A number in a model."""

    number: Amount


ThingOut = str | AmountOut


class PredicateOut(Strict):
    """Of what a predicate holds in a model."""

    name: str
    arity: int
    rows: list[list[ThingOut]]


class FunctionOut(Strict):
    """The values of a function in a model: the last entry of each row."""

    name: str
    arity: int
    rows: list[list[ThingOut]]


class ModelOut(Strict):
    """A finite model."""

    domain: list[str]
    predicates: list[PredicateOut]
    functions: list[FunctionOut]
    sorts: dict[str, list[str]]


class ProofOut(Strict):
    """That something follows from the premises."""

    kind: Literal["proof"] = "proof"
    proves: Literal["goal", "negation", "contradiction"]
    premises_used: list[int]
    engine: str
    lines: list[LineOut]
    sketch: list[StepOut]
    model: ModelOut | None = None


class CountermodelsOut(Strict):
    """A model in which the goal holds, and one in which it fails."""

    kind: Literal["countermodels"] = "countermodels"
    goal_holds: ModelOut
    goal_fails: ModelOut


class FiringOut(Strict):
    """A step by a rule: the place of the literal that it derives, which the text shows to people, and why."""

    formula: Place
    text: str = ""
    rule: str
    parents: list[int]
    premise: int


class ClosureOut(Strict):
    """All that forward chaining derives, by the places of the literals."""

    kind: Literal["closure"] = "closure"
    literals: list[Place]
    premises_used: list[int]
    steps: list[FiringOut]


class ConflictOut(Strict):
    """Why a rule stands, or does not, against one for the opposite of the literal in a place."""

    literal: Place
    rule: str
    against: str
    why: str


class ComparisonOut(Strict):
    """Whether the condition of a rule in a place follows from premises about numbers, and why."""

    formula: Place
    verdict: Literal[Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN]
    certificate: ProofOut | CountermodelsOut | None = Field(discriminator="kind")


class ArgumentOut(Strict):
    """What a defeasible theory proves, with the argument for the answer."""

    kind: Literal["argument"] = "argument"
    literals: list[Place]
    premises_used: list[int]
    steps: list[FiringOut]
    conflicts: list[ConflictOut]
    team: bool = False
    propagate: bool = False
    comparisons: list[ComparisonOut] = Field(default_factory=list)


class AppliedDefaultOut(Strict):
    """A default, and the things that it is applied to or fails of."""

    default: str
    things: list[str]


class PreferredModelOut(Strict):
    """A preferred model, what is abnormal in it, and whether the goal holds there."""

    model: ModelOut
    abnormal: list[AppliedDefaultOut]
    goal: bool


class PreferredModelsOut(Strict):
    """What holds where as little as possible is abnormal."""

    kind: Literal["preferred models"] = "preferred models"
    models: list[PreferredModelOut]
    applied: list[AppliedDefaultOut]
    premises_used: list[int]
    refutations: list[list[LineOut]]
    lemmas: list[ComparisonOut] = Field(default_factory=list)


ClosedShape = Annotated[
    ProofOut | CountermodelsOut | ClosureOut | ArgumentOut | PreferredModelsOut, Field(discriminator="kind")
]


class FindingOut(Strict):
    """A closed question on the way to the answers of a goal that asks for values, and its answer.

    ``asks`` says which one: whether there is an answer, whether a row of constants is one, whether there are none but
    these rows, whether two rows name the same things, or several different ones, and, of rules, whether a thing is one
    of which the program says nothing. ``rows`` are the places of the constants, ``certificate`` is an index into the
    certificates beside the findings, from 0.
    """

    asks: Asks
    rows: list[list[Place]]
    verdict: Literal[Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN, Verdict.INCONSISTENT]
    certificate: Place | None = None


class FindingsOut(Strict):
    """What was found out about a goal that asks for values, with the certificates of that."""

    kind: Literal["findings"] = "findings"
    ones: list[FindingOut]
    certificates: list[ClosedShape]


CertificateShape = Annotated[
    ProofOut | CountermodelsOut | ClosureOut | ArgumentOut | PreferredModelsOut | FindingsOut,
    Field(discriminator="kind"),
]
