"""What records are worth as scores of inspect_ai, and the scorers and metrics that count them there.

A run's log and an ``inspect eval`` with our solver go by these same functions.
"""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Final

from inspect_ai.scorer import (
    CORRECT,
    INCORRECT,
    Metric,
    SampleScore,
    Score,
    Scorer,
    Target,
    metric,
    scorer,
    value_to_float,
)
from inspect_ai.solver import TaskState

from ..runs.records import Record
from .reading import STORY

RECORD: Final = "record"
"""Under which name a sample's store holds its record."""
_FLOAT: Final = value_to_float()


def scores_of(record: Record) -> dict[str, Score]:
    """Return the scores of a record, accuracy first.

    Args:
        record: what became of a sample.

    Returns:
        A score for each scorer; none if the sample could not be asked. Executable accuracy is unscored where no
        program ran, so that it is the mean over those that did.
    """
    if not record.scored:
        return {}
    said, words = record.label or "", "\n".join(record.explanation) or None
    told = {"verdict": record.verdict.value if record.verdict is not None else None, "guess": record.guess}
    codes = sorted({d.code for d in record.diagnostics})
    shown = _score(record.correct and not record.guess, said)
    unread = Score.unscored(reason="invalid_response_format", answer=said, explanation="no program ran to a verdict")
    return {
        "accuracy": Score(value=_worth(record.correct), answer=said, explanation=words, metadata=told),
        "executable_rate": Score(value=_worth(record.executable), answer=said, metadata={"diagnostics": codes}),
        "executable_accuracy": shown if record.executable else unread,
    }


def _score(good: bool, said: str) -> Score:
    return Score(value=_worth(good), answer=said)


def _worth(good: bool) -> str:
    return CORRECT if good else INCORRECT


@metric(scores="unreduced")
def mean() -> Metric:
    """Return the mean over all epochs of all samples that are scored, as our reports count."""

    def counted(scores: list[SampleScore]) -> float:
        values = [_FLOAT(one.score.value) for one in scores]
        return sum(values) / len(values) if values else 0.0

    return counted


@metric(scores="unreduced")
def stderr() -> Metric:
    """Return the standard error of ``mean``, where samples of a story, or epochs of a sample, hang together.

    It is the cluster-robust one, by the field ``story`` of samples' metadata, or where there is none by sample.
    """

    def counted(scores: list[SampleScore]) -> float:
        values = [_FLOAT(one.score.value) for one in scores]
        middle = sum(values) / len(values) if values else 0.0
        clusters: dict[str, float] = defaultdict(float)
        for one, value in zip(scores, values, strict=True):
            clusters[str((one.sample_metadata or {}).get(STORY) or one.sample_id)] += value - middle
        count = len(clusters)
        if count < 2:
            return 0.0
        spread = sum(rest * rest for rest in clusters.values())
        return math.sqrt(count / (count - 1) * spread) / len(values)

    return counted


def _held(state: TaskState) -> Record | None:
    """Return what our solver left in a sample's store."""
    found = state.store.get(RECORD)
    return Record.model_validate(found) if found is not None else None


@scorer(metrics=[mean(), stderr()])
def accuracy() -> Scorer:
    """Score whether the answer is the gold one: ours, or what the last solver wrote, word for word."""

    async def score(state: TaskState, target: Target) -> Score:
        if (record := _held(state)) is not None:
            return scores_of(record)["accuracy"]
        said = state.output.completion.strip()
        return _score(said.rstrip(".").casefold() in {text.casefold() for text in target}, said)

    return score


@scorer(metrics=[mean(), stderr()])
def executable_rate() -> Scorer:
    """Score whether the program was read and ran to a verdict."""

    async def score(state: TaskState, target: Target) -> Score:
        return _of_program(state, "executable_rate")

    return score


@scorer(metrics=[mean(), stderr()])
def executable_accuracy() -> Scorer:
    """Score whether the answer that a program gave is the gold one; unscored where no program ran."""

    async def score(state: TaskState, target: Target) -> Score:
        return _of_program(state, "executable_accuracy")

    return score


def _of_program(state: TaskState, name: str) -> Score:
    record = _held(state)
    if record is None:
        return Score.unscored(reason="scoring_failed", explanation="the solver sorites/sorites made no program")
    return scores_of(record)[name]
