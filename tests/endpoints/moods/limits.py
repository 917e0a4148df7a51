"""Endpoints that want to be asked less often, or not at all any more."""

from __future__ import annotations

import time
from email.utils import formatdate

from ..server import Asked, Behaviour, Raw
from .mood import Mood, error, good, refuse, then

PER_MINUTE = {
    "error": {
        "message": "Rate limit reached for m in organization org-x on requests per min (RPM): Limit 3, Used 3, "
        "Requested 1. Please try again later.",
        "type": "requests",
        "param": None,
        "code": "rate_limit_exceeded",
    }
}
QUOTA = "You exceeded your current quota, please check your plan and billing details."
CREDITS = "Insufficient credits. Add more using https://openrouter.ai/settings/credits"


def limited(**headers: str) -> Behaviour:
    """Say once that it is asked too often, with a hint when to come again."""
    return then(error(429, PER_MINUTE, **headers), good)


def at_a_date(asked: Asked) -> Raw:
    """Say when to come again as a date, which is at most twenty seconds from now."""
    return Raw(PER_MINUTE, 429, {"Retry-After": formatdate(time.time() + 20, usegmt=True)})


def at_an_epoch(asked: Asked) -> Raw:
    """Say when to come again as milliseconds since 1970, as OpenRouter does."""
    return Raw(
        PER_MINUTE, 429, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(int(time.time() * 1e3) + 20_000)}
    )


def _limited(name: str, behave: Behaviour, least: float = 0.0, most: float = 5.0) -> Mood:
    return Mood(name, behave, 2, holds=lambda endpoint: least <= endpoint.gaps[0] <= most)


MOODS = (
    _limited("retry-after-seconds", limited(Retry_After="1"), 1.0),
    _limited("retry-after-fraction", limited(Retry_After="0.4"), 0.4, 3.0),
    _limited("retry-after-zero", limited(Retry_After="0")),
    _limited("retry-after-date", then(at_a_date, good), 10, 20),
    _limited("retry-after-past", limited(Retry_After="Wed, 21 Oct 2015 07:28:00 GMT")),
    _limited("retry-after-soon", limited(Retry_After="soon")),
    _limited("retry-after-negative", limited(Retry_After="-5")),
    _limited("retry-after-nan", limited(Retry_After="nan")),
    _limited("retry-after-infinite", limited(Retry_After="inf")),
    _limited("retry-after-ms", limited(retry_after_ms="700"), 0.7, 4.0),
    _limited("reset-in-words", limited(x_ratelimit_remaining_requests="0", x_ratelimit_reset_requests="900ms",
                                       x_ratelimit_remaining_tokens="9000", x_ratelimit_reset_tokens="6m0s"), 0.9, 4.0),
    _limited("reset-of-tokens", limited(x_ratelimit_remaining_requests="90", x_ratelimit_reset_requests="8m20s",
                                        x_ratelimit_remaining_tokens="0", x_ratelimit_reset_tokens="0.8s"), 0.8, 4.0),
    _limited("reset-at-an-epoch", then(at_an_epoch, good), 10, 20),
    Mood("retry-after-a-day", error(429, PER_MINUTE, Retry_After="86400"), (1, 2), None, 2,
         says=("Rate limit reached",)),
    Mood("no-quota", refuse(QUOTA, None, "insufficient_quota", 429, "insufficient_quota"), 1, None, 2, says=(QUOTA,)),
    Mood("no-credits", error(402, {"error": {"message": CREDITS, "code": 402}}), 1, None, 2, says=(CREDITS,)),
)  # fmt: skip
