"""What went wrong at an endpoint, in its own words, and whether trying again may help."""

from __future__ import annotations

import email.utils
import json
import math
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from .chat import Usage

Kind = Literal["passes", "crowded", "key", "model", "quota", "parameter", "no tools", "generation", "request"]
"""A fault that may pass; too many requests; a key that is not accepted; an unknown model or address; no money; a
parameter that the model does not take; no tools at all; a bad answer that the endpoint refused itself; the
request, also one whose text its filter does not let through."""

LONGEST_WAIT: Final = 120.0
"""Seconds: who asks for a longer pause is not waited for."""
_LENGTH: Final = 300
_SHORT: Final = 3
"""Letters: what is as short is a word rather than a secret."""
_TAG: Final = re.compile(r"<(?:script|style)\b.*?</(?:script|style)>|<[^>]*>", re.I | re.S)
_TITLE: Final = re.compile(r"<title[^>]*>(.*?)</title>", re.I | re.S)
_SPAN: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)?")
_UNITS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0, None: 1.0}
_REFUSES: Final = re.compile(
    r"unsupported|not support|n[o']t support|unrecogni[sz]ed|unknown|unexpected|not (?:permitted|allowed|available)"
    r"|invalid|does not take|must be 1\b|only .{0,40}support|deprecated|can(?:no|')t be used|extra inputs"
    r"|requires|disabled",
    re.I,
)
_TOOLS: Final = re.compile(r"\b(?:tools?|tool_choice|functions?|function[ -]calling)\b", re.I)
_RECENT: Final = 1e9
"""Seconds from 1970: what is less is no time of today, but a span."""
_CODES: Final = {"context_length_exceeded", "string_above_max_length", "context_window_exceeded"}


@dataclass(eq=False)
class EndpointFault(Exception):
    """A request that brought no answer.

    Attributes:
        kind: what sort of fault it is.
        reason: the endpoint's own reason, in one line, without secrets.
        status: the status of HTTP; 0 if there was none.
        wait: the seconds that the endpoint asks to wait; ``None`` if it does not say.
        parameter: the parameter that it does not take.
        usage: what it cost all the same.
    """

    kind: Kind
    reason: str
    status: int = 0
    wait: float | None = None
    parameter: str = ""
    usage: Usage = Usage()

    def __str__(self) -> str:
        """Return the reason, with the status."""
        return f"HTTP {self.status}: {self.reason}" if self.status else self.reason


def fault_of(
    status: int, body: Any, headers: Mapping[str, str], sent: Mapping[str, Any], secrets: tuple[str, ...] = ()
) -> EndpointFault:
    """Return what an endpoint's refusal means.

    Args:
        status: the status of HTTP.
        body: its body, as JSON or as text.
        headers: its headers, with small letters.
        sent: the parameters of the request.
        secrets: what must not be shown.
    """
    told = _error(body)
    reason = masked(reason_of(body), secrets) or f"HTTP {status}"
    code = " ".join(str(told.get(k) or "") for k in ("code", "type"))
    said = f"{code} {reason}"
    if status in {401, 407}:
        return EndpointFault("key", reason, status)
    if "insufficient_quota" in code or "billing" in code or status == 402:
        return EndpointFault("quota", reason, status)
    if "content_filter" in code or "content_policy" in code:
        return EndpointFault("request", reason, status)
    if status in {404, 405} and "model" not in said:
        return EndpointFault("model", f"{reason}; is the base URL right?", status)
    if status in {403, 404, 405}:
        return EndpointFault("key" if status == 403 and re.search(r"api.?key", said, re.I) else "model", reason, status)
    if "tool_use_failed" in code or told.get("failed_generation"):
        return EndpointFault("generation", reason, status)
    if not any(c in code for c in _CODES) and status != 429:
        parameter = _parameter(str(told.get("param") or ""), reason, sent)
        no_tools = "tools" in sent and _TOOLS.search(reason) and _REFUSES.search(reason)
        if no_tools and parameter in {"", "tools", "functions"}:
            return EndpointFault("no tools", reason, status)
        if status in {400, 422} and parameter:
            return EndpointFault("parameter", reason, status, parameter=parameter)
    wait = pause(headers)
    if status == 429:
        return EndpointFault("crowded", reason, status, wait)
    if (status in {408, 409} or status >= 500) and headers.get("x-should-retry") != "false":
        return EndpointFault("passes", reason, status, wait)
    return EndpointFault("request", reason, status)


def _error(body: Any) -> Mapping[str, Any]:
    """Return the part of a body that says what is wrong."""
    if isinstance(body, Mapping):
        inner = body.get("error", body)
        return inner if isinstance(inner, Mapping) else {"message": str(inner)}
    return {}


def reason_of(body: Any) -> str:
    """Return what a body of whatever kind says, in one line."""
    if isinstance(body, str):
        if body.lstrip()[:1] in {"{", "["}:
            try:
                return reason_of(json.loads(body))
            except ValueError:
                pass
        if "<" in body:
            title = _TITLE.search(body)
            body = f"an HTML page: {title.group(1) if title else _TAG.sub(' ', body)}"
        return _short(body)
    told = _error(body)
    for key in ("message", "detail", "msg", "error", "title"):
        if told.get(key):
            found = told[key]
            raw = (told.get("metadata") or {}).get("raw") if isinstance(told.get("metadata"), Mapping) else None
            return _short(f"{found}{f' ({raw})' if raw else ''}" if isinstance(found, str) else json.dumps(found))
    return _short(json.dumps(body)) if body else ""


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LENGTH else line[:_LENGTH] + "…"


def holds(error: BaseException, secrets: tuple[str, ...]) -> bool:
    """Return whether an error, or what caused it, says a secret."""
    cause = error.__cause__ or error.__context__
    return any(s in str(error) for s in secrets if len(s) > _SHORT) or (cause is not None and holds(cause, secrets))


def masked(text: str, secrets: tuple[str, ...]) -> str:
    """Return a text without secrets: those that are known, and what looks like a key or a password in an address."""
    for secret in secrets:
        if len(secret) > _SHORT:
            text = text.replace(secret, "***")
    text = re.sub(r"://[^/\s@]+@", "://***@", text)
    return re.sub(r"\b(?:sk|pk|gsk|key|hf|xai)[-_][\w*-]{12,}", "***", text)


def _parameter(named: str, reason: str, sent: Mapping[str, Any]) -> str:
    """Return which parameter that was sent is refused by name, if one is."""
    optional = [name for name in sent if name not in {"model", "messages"}]
    root = re.split(r"[.\[]", named)[0]
    if root in optional:
        return root
    if named and root in {"messages", "model"}:
        return ""
    if not _REFUSES.search(reason):
        return ""
    quoted = re.findall(r"['\"`]([\w.]+)['\"`]", reason)
    for name in optional:
        if any(q.split(".")[-1] == name or q.split(".")[0] == name for q in quoted):
            return name
    return next((name for name in optional if re.search(rf"\b{name}\b", reason) and ("_" in name or len(name) > 4)), "")


def pause(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that an endpoint asks to wait, in whatever form; ``None`` for none, and for nonsense.

    Args:
        headers: of its answer, with small letters.
    """
    found = _number(headers.get("retry-after-ms"), 0.001)
    if found is None:
        found = _number(headers.get("retry-after"))
    if found is None and (said := headers.get("retry-after")):
        found = _until(said)
    if found is None:
        resets = [
            _span(headers.get(f"x-ratelimit-reset-{what}", ""))
            for what in ("requests", "tokens")
            if headers.get(f"x-ratelimit-remaining-{what}", "").strip() in {"0", "0.0"}
        ]
        found = max((r for r in resets if r is not None), default=None)
    if found is None and headers.get("x-ratelimit-remaining", "").strip() == "0":
        found = _epoch(headers.get("x-ratelimit-reset"))
    return found


def _number(text: str | None, unit: float = 1.0) -> float | None:
    try:
        found = float(text or "") * unit
    except ValueError:
        return None
    return found if math.isfinite(found) and found >= 0 else None


def _until(text: str) -> float | None:
    try:
        return max(email.utils.parsedate_to_datetime(text).timestamp() - time.time(), 0.0)
    except (ValueError, TypeError, OverflowError):
        return None


def _epoch(text: str | None) -> float | None:
    """Return the seconds until a time that is counted from 1970, in seconds or in milliseconds."""
    found = _number(text)
    if found is None or found < _RECENT:
        return found
    return max((found / 1000 if found > _RECENT * 1000 else found) - time.time(), 0.0)


def _span(text: str) -> float | None:
    """Return the seconds of ``1s``, ``6m0s`` or ``120ms``."""
    parts = _SPAN.findall(text)
    if not parts or "".join(a + b for a, b in parts) != text.strip():
        return None
    return sum(float(number) * _UNITS[unit or None] for number, unit in parts)
