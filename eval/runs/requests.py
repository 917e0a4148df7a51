"""Requests, and what they cost, as records have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sorites.translators.models.chat import Request, Usage, spent
from sorites.translators.models.prices import Price

from .records import RequestRecord, UsageRecord


def sent(requests: Sequence[Request], attempt: int = 0) -> dict[str, Any]:
    """Return the fields of a record that tell of requests that were sent in vain.

    Args:
        requests: what was sent.
        attempt: in which translation of the sample.
    """
    return {"usage": usage_of(spent(requests), None), "requests": [request_of(r, attempt) for r in requests]}


def request_of(request: Request, attempt: int) -> RequestRecord:
    """Return a request as records have it.

    Args:
        request: what was sent.
        attempt: in which translation of the sample.
    """
    usage = request.usage
    return RequestRecord(
        attempt=attempt,
        reason=request.reason,
        mode=request.mode,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        seconds=round(usage.seconds, 6),
        fault=request.fault,
    )


def usage_of(usage: Usage, price: Price | None) -> UsageRecord | None:
    """Return what answers cost, or ``None`` if no model was asked.

    Args:
        usage: what was used.
        price: what tokens cost, if that is known.
    """
    if not usage.requests and not usage.replayed:
        return None
    counts = {name: getattr(usage, name) for name in UsageRecord.model_fields if name != "cost"}
    return UsageRecord(**counts, cost=price.of(usage) if price is not None else None)
