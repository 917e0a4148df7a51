"""One line of a run: what happened to one sample. Versioned, so that old runs stay readable."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict, computed_field

from sorites.solvers import Verdict


class Result(StrEnum):
    """What a record's answer is worth."""

    SCORED = "scored"
    """There is a verdict, right or wrong."""
    FAILED = "failed"
    """There is no verdict: the program could not be read, or no engine decided it."""
    UNSCORED = "unscored"
    """It could not be asked, or something of ours broke: no rate counts it, and a run that goes on asks it again."""


class Written(BaseModel):
    """What stands in a line, which nobody changes."""

    model_config = ConfigDict(frozen=True)


class DiagnosticRecord(Written):
    """A diagnostic of a program, with its places as characters from and to; ``also`` are all but the first."""

    code: str
    level: str
    message: str
    start: int | None = None
    end: int | None = None
    hint: str = ""
    also: tuple[tuple[int, int], ...] = ()


class Round(Written):
    """What a repair, or the first translation, came to."""

    verdict: Verdict | None
    label: str | None
    kept: bool


class UsageRecord(Written):
    """What a model's answers cost; ``cost`` is in the currency of the price table."""

    input_tokens: int = 0
    output_tokens: int = 0
    requests: int = 0
    cached: bool = False
    cost: float | None = None
    reasoning_tokens: int = 0
    prompt_cached: int = 0
    replayed: int = 0

    def plus(self, other: UsageRecord) -> UsageRecord:
        """Return what both cost together; of what has no price the cost is not known."""
        costs = [one.cost for one in (self, other) if one.cost is not None]
        ours, theirs = (one.model_dump(exclude={"cached", "cost"}) for one in (self, other))
        summed = {name: count + theirs[name] for name, count in ours.items()}
        return UsageRecord(**summed, cached=self.cached and other.cached, cost=sum(costs) if costs else None)


class RequestRecord(Written):
    """A request to a model: in which attempt, why and how it was sent, what it cost, and what was wrong with it."""

    attempt: int
    reason: str
    mode: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    fault: str = ""


class ProofF1(Written):
    """How a proof compares with the dataset's (BoardgameQA, section 5.2).

    Attributes:
        rules: the F1 score of the rules that derive something.
        conflicts: that of the conflicts that are settled; ``None`` where the dataset's proof settles none.
        unread: the share of proofs that name rules and could not be read; they count in none of the scores.
    """

    rules: float
    conflicts: float | None
    unread: float = 0.0


class ModelRecord(Written):
    """A case that a countermodel or a preferred model describes.

    Attributes:
        holds: whether the goal holds in it.
        things: what there is.
        predicates: the name of each, its arity, and the rows of which it holds.
        values: what names and functions stand for, where that is not what they are called.
        abnormal: the defaults that fail in it, with what they fail of.
    """

    holds: bool
    things: list[str]
    predicates: list[tuple[str, int, list[tuple[str, ...]]]]
    values: list[tuple[str, str]] = []
    abnormal: list[str] = []


class Record(Written):
    """What a run did with one translation of one sample.

    Attributes:
        version: of these fields.
        cell: whose record it is.
        id: the problem's.
        sample: the number of the translation, from 0.
        samples: how many records there are of the problem in its cell.
        dataset: its name.
        translator: its name, with its model.
        engine: who proved.
        semantics: what it meant that the goal follows.
        gold: the label of the dataset.
        label: the label that was found; ``None`` for verdicts that the dataset's labels do not cover.
        correct: whether it is the gold one.
        result: what the answer is worth.
        executable: the program was read and ran to a verdict.
        verdict: the engine's; ``None`` if there was no program, or its readings differ.
        ambiguous: the text has readings that are not answered alike, so it is not answered.
        answers: the names of who or what it is, where the problem asks for that.
        complete: whether it is proved that these are all; ``None`` of other problems.
        remark: what is to be said beside the answer, or instead of it.
        seconds: how long translating and proving took.
        certificate: its kind.
        checked: whether the certificate was found right; ``None`` if nobody looked.
        diagnostics: what was said of the program.
        program: its text, if programs are kept.
        read: if they are kept, for each sentence its role, what was written, and what it was read as,
            nothing where that says the same.
        prompt: versions and hashes of all that the model was told.
        finish: why the model stopped.
        usage: what the model's answers cost; ``None`` without a model.
        requests: every request to it, those that failed and those that were answered from the cache, too.
        rounds: the first translation and every repair of it.
        tags: what figures can be told apart by.
        story: what samples of one text share.
        proof_f1: how the proof of a right answer compares with the dataset's, between 0 and 1.
        explanation: the certificate in words, a line each.
        proof: its steps, each with its formula, that in words (of a premise its sentence; empty where there is only
            the formula), by what it holds, and the steps that it is from, from 1.
        models: the cases that a countermodel, or a preferred model, describes.
        answer: what a baseline wrote.
        reasoning: what led to it, where a file of answers has that apart; the label is from the answer alone.
        fallback: who gave the label where the program gave none.
        likely: where readings are not answered alike, what the likeliest says; a guess.
        guess: whether the label is a guess: a fallback gave it, or the likeliest of several readings.
        fault: what went wrong outside of the program, such as an endpoint, so that the record is unscored.
        metrics: on the first record of a problem, numbers beside right and wrong, such as ``cell accuracy``.
        trace: where in the sources it went wrong, if it is nobody's fault but ours or a plugin's.
    """

    version: Literal[1] = 1
    cell: str = ""
    id: str
    sample: int = 0
    samples: int = 1
    dataset: str
    translator: str
    engine: str
    semantics: str
    gold: str
    label: str | None
    correct: bool
    result: Result
    executable: bool
    verdict: Verdict | None
    ambiguous: bool = False
    answers: list[tuple[str, ...]] = []
    complete: bool | None = None
    remark: str = ""
    seconds: float
    certificate: str | None = None
    checked: bool | None = None
    diagnostics: list[DiagnosticRecord] = []
    program: str = ""
    read: list[tuple[str, str, str]] = []
    prompt: str = ""
    finish: str = ""
    usage: UsageRecord | None = None
    requests: list[RequestRecord] = []
    rounds: list[Round] = []
    tags: dict[str, str] = {}
    story: str = ""
    proof_f1: ProofF1 | None = None
    explanation: list[str] = []
    proof: list[tuple[str, str, str, list[int]]] = []
    models: list[ModelRecord] = []
    answer: str = ""
    reasoning: str = ""
    fallback: str = ""
    likely: str | None = None
    fault: str = ""
    trace: str = ""
    metrics: dict[str, float] = {}

    @property
    def scored(self) -> bool:
        """Whether rates count it."""
        return self.result is not Result.UNSCORED

    @computed_field  # type: ignore[prop-decorator]  # as pydantic says
    @property
    def guess(self) -> bool:
        """Whether the label is a guess."""
        return bool(self.fallback) or (self.ambiguous and self.label is not None)


class SampleText(Written):
    """What a problem says, once for all cells of a run."""

    id: str
    context: str
    question: str
    gold: str
    tags: dict[str, str] = {}
