"""Records as samples of inspect_ai: an epoch for each program or answer of a problem."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal
from uuid import NAMESPACE_URL, uuid5

from inspect_ai.log import EvalError, EvalSample
from inspect_ai.model import ChatCompletionChoice as Choice
from inspect_ai.model import ChatMessageAssistant, ChatMessageUser, ModelOutput, ModelUsage

from ..runs.records import Record, SampleText, UsageRecord
from .reading import STORY
from .scores import RECORD, scores_of

StopReason = Literal["stop", "max_tokens", "content_filter", "tool_calls", "unknown"]
_STOPS: Final[dict[str, StopReason]] = {
    "stop": "stop",
    "length": "max_tokens",
    "content_filter": "content_filter",
    "tool_calls": "tool_calls",
}
"""What an endpoint says of why its model stopped, in inspect_ai's words."""


def samples_of(several: Sequence[Record], text: SampleText | None, decided: str | None, run: str) -> list[EvalSample]:
    """Return the records of a problem as the epochs of a sample.

    Args:
        several: the records of a problem in a cell.
        text: what the problem says; ``None`` if the run did not keep it.
        decided: what the records answer together.
        run: the run's name, from which the samples' names in the world are made.
    """
    asked = f"{text.context}\n\n{text.question}".strip() if text is not None else several[0].id
    return [_epoch(record, asked, decided, f"{run}/{record.cell}/{record.id}/{record.sample}") for record in several]


def _epoch(record: Record, asked: str, decided: str | None, name: str) -> EvalSample:
    cell = record.cell or record.translator
    said = ChatMessageAssistant(content=record.answer or record.program or record.label or "", source="generate")
    usage = usage_of(record.usage)
    stopped = _STOPS.get(record.finish, "unknown") if record.finish else "stop"
    error = EvalError(message=record.fault, traceback=record.trace, traceback_ansi=record.trace)
    return EvalSample(
        id=record.id,
        epoch=record.sample + 1,
        input=asked,
        target=record.gold,
        messages=[ChatMessageUser(content=asked, source="input"), said],
        output=ModelOutput(model=cell, choices=[Choice(message=said, stop_reason=stopped)], usage=usage),
        scores=scores_of(record) or None,
        metadata=_metadata(record, decided),
        store={RECORD: record.model_dump(mode="json")},
        model_usage={cell: usage} if usage is not None else {},
        total_time=record.seconds,
        working_time=record.seconds,
        uuid=uuid5(NAMESPACE_URL, name).hex,
        error=None if record.scored else error,
    )


def _metadata(record: Record, decided: str | None) -> dict[str, Any]:
    """Return a sample's tags, and what may not be mistaken for one of them."""
    found: dict[str, Any] = {**record.tags, STORY: record.story or record.id}
    if record.samples > 1:
        found["decided"] = decided
    return found


def usage_of(usage: UsageRecord | None) -> ModelUsage | None:
    """Return what a model's answers cost, as inspect_ai counts: without what the endpoint had kept of the input."""
    if usage is None:
        return None
    return ModelUsage(
        input_tokens=usage.input_tokens - usage.prompt_cached,
        output_tokens=usage.output_tokens,
        total_tokens=usage.input_tokens + usage.output_tokens,
        input_tokens_cache_read=usage.prompt_cached,
        reasoning_tokens=usage.reasoning_tokens,
        total_cost=usage.cost,
    )
