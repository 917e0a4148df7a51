"""What went wrong at an endpoint, in its own words, and whether trying again may help.

What the words mean is one table, ``ROWS``; what another form of the request may help is in ``endpoint.py``.
"""

from __future__ import annotations

import email.utils
import json
import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from ..masking import masked
from .chat import Usage

Kind = Literal[
    "passes",
    "crowded",
    "key",
    "model",
    "quota",
    "parameter",
    "tools",
    "system",
    "stream",
    "form",
    "unknown",
    "generation",
    "request",
]
"""A fault that may pass; too many requests; a key that is not accepted; an unknown model or address; no money; a
parameter that the model does not take; no tools; no messages of the system; answers in a stream only; a form of the
messages that it can't have; a refusal that no row knows; a bad answer that the endpoint refused itself; the request,
also one whose text its filter does not let through."""

LONGEST_WAIT: Final = 120.0
"""Seconds: who asks for a longer pause is not waited for."""
_LENGTH: Final = 300
_TAG: Final = re.compile(r"<(?:script|style)\b.*?</(?:script|style)>|<[^>]*>", re.I | re.S)
_TITLE: Final = re.compile(r"<title[^>]*>(.*?)</title>", re.I | re.S)
_SPAN: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)?")
_DELAY: Final = re.compile(r'"retryDelay": "(\d+(?:\.\d+)?)s"')
_UNITS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0, None: 1.0}
_PASSING: Final = (
    "Connect", "Payload", "Timeout", "RateLimit", "Overloaded", "Unavailable", "InternalServer", "JSONDecode",
)  # fmt: skip
"""What stands in the names of errors of clients that carry no status, and of their kinds, and may pass."""
_REFUSES: Final = re.compile(
    r"unsupported|not support|n[o']t support|unrecogni[sz]ed|unknown|unexpected|not (?:permitted|allowed|available)"
    r"|invalid|does not take|must be 1\b|only .{0,40}support|deprecated|can(?:no|')t be used|extra inputs"
    r"|requires|disabled|may (?:not be|only)|no endpoints found|too (?:large|high|big)|at most|exceed"
    r"|less than or equal|maximum",
    re.I,
)
_TOOLS: Final = re.compile(r"\b(?:tools?|tool_choice|functions?|function[ -]calling)\b", re.I)
ROWS: Final[tuple[tuple[Kind, str], ...]] = (
    ("key", r"^40[17]|^403.*api.?key"
            r"|^4.*(?:api.?key.{0,20}(?:not valid|invalid|expired)|(?:invalid|incorrect).{0,10}api.?key)"),
    ("quota", r"^402|insufficient_quota|billing_\w+|insufficient (?:credit|balance)|credit balance is too low"),
    ("request", r"^4.*(?:content_filter|content_policy|data_inspection|context_(?:length|window)_exceeded"
                r"|string_above_max_length|maximum context length|context (?:size|window)|prompt is too long)"),
    ("crowded", r"^429"),
    ("stream", r"^4.*(?:\bstream\w*\b.{0,20}(?:only|mode|required|true|parameter)|(?:only|must).{0,30}\bstream"
               r"|non.?stream|stream ?= ?.?false|非流式)"),
    ("system", r"^4.*(?:(?:system|developer).{0,3} ?(?:role|prompts?|messages?|instructions?).{0,30}(?:not|n't|un)"
               r"|messages\[0\]\.role|does not support .?system|unsupported role:? .?system)"),
    ("form", r"jinja|chat.?template|roles? .{0,20}must alternate|(?:unexpected|after|last) role|tool.?call.?id"
             r"|thought.?signature|reasoning_content|thinking.? block|grammar|only .{0,40}roles? (?:is|are) supported"),
    ("tools", ""),
    ("parameter", r"^4(?:00|04|22)"),
    ("model", r"^40[345]|^4.*(?:not a valid model|model_not_(?:found|supported)|(?:unknown|invalid|no such) model"
              r"|\bmodel\b.{0,80}(?:does not exist|not found|not exist|no longer|decommissioned))"),
    ("passes", r"^(?:40[89]|498|5)"),
    ("unknown", r"^4(?:00|22)"),
    ("request", ""),
)  # fmt: skip
"""What a refusal means by its status and words, the first that fits; that tools or a parameter are refused is known by
what was sent, too."""
_RECENT: Final = 1e9
"""Seconds from 1970: what is less is no time of today, but a span."""
ROOM: Final = ("max_tokens", "max_completion_tokens")
"""What the room for an answer is called."""
WHERE: Final = "; is the base URL right? most end with /v1"
"""What helps where there seems to be no endpoint."""
FORM: Final = frozenset({"model", "messages", "tools", "tool_choice", "response_format", "stream", "stream_options"})
"""Parameters of which the form of a request is made; the others are somebody's wish."""


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
        wrote: what the model wrote, where the endpoint refused that.
        most: the greatest value that it takes instead, where it says that.
        form: the form of the request, as ``endpoint.py`` names what it is made of.
    """

    kind: Kind
    reason: str
    status: int = 0
    wait: float | None = None
    parameter: str = ""
    usage: Usage = Usage()
    wrote: str = ""
    most: int = 0
    form: frozenset[str] = frozenset()

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
    reason = reason_of(body, secrets) or f"HTTP {status}"
    said = " ".join((str(status), *(str(told.get(k) or "") for k in ("code", "type", "param")), reason))
    wait = pause(headers)
    if wait is None and (retry := _DELAY.search(body if isinstance(body, str) else json.dumps(body))):
        wait = float(retry[1])
    if "tool_use_failed" in said or told.get("failed_generation"):
        return EndpointFault("generation", reason, status, wrote=str(told.get("failed_generation") or ""))
    kind, parameter = _kind(said, reason, str(told.get("param") or ""), sent)
    if kind == "unknown" and FORM.issuperset(sent):
        kind = "form"
    if kind == "request" and "context" in said and (room := [name for name in ROOM if name in sent]):
        return EndpointFault("parameter", reason, status, parameter=room[0])  # there may be some beside the prompt
    if kind == "model" and status in {404, 405} and "model" not in said:
        reason += WHERE
    if kind == "passes" and headers.get("x-should-retry") == "false":
        kind = "request"
    value = sent.get(parameter)
    said_most = (int(n) for n in re.findall(r"\d+", reason) if isinstance(value, int) and int(n) < value)
    return EndpointFault(kind, reason, status, wait, parameter, most=max(said_most, default=0))


def _kind(said: str, reason: str, named: str, sent: Mapping[str, Any]) -> tuple[Kind, str]:
    """Return what a refusal means, and the parameter that it names."""
    parameter = _parameter(named, reason, sent)
    tools = "tools" in sent and parameter in {"", "tools", "functions"} and _TOOLS.search(reason)
    known = {"tools": tools and _REFUSES.search(reason), "parameter": parameter}
    kind = next(kind for kind, words in ROWS if known.get(kind, True) and re.search(words, said, re.I | re.S))
    return kind, parameter if kind == "parameter" else ""


def fault_from(error: BaseException, sent: Mapping[str, Any], secrets: tuple[str, ...] = ()) -> EndpointFault:
    """Return what an error of a client means, whosever client it is.

    Args:
        error: the error.
        sent: the parameters of the request.
        secrets: what must not be shown.
    """
    if isinstance(error, EndpointFault):
        return error
    response = getattr(error, "response", None)
    names = ("status_code", "status", "code", "http_status")
    found = (getattr(holder, name, None) for holder in (error, response) for name in names)
    status = next((s for s in found if isinstance(s, int) and 400 <= s < 600), None)
    if status is not None:
        headers = {str(k).lower(): str(v) for k, v in dict(getattr(response, "headers", None) or {}).items()}
        body = getattr(error, "body", None) or getattr(response, "text", None) or str(error)
        return fault_of(status, body, headers, sent, secrets)
    said = error if str(error) or error.__cause__ is None else error.__cause__
    kinds = " ".join(kind.__name__ for kind in type(error).__mro__)
    why = _short(f"{type(said).__name__}: {said}".rstrip(": "), secrets)
    if "Connect" in kinds and "Timeout" not in kinds:
        why = f"it can't be reached, or cut the connection ({why}): is it running?"
    return EndpointFault("passes" if any(word in kinds for word in _PASSING) else "request", why)


def _error(body: Any) -> Mapping[str, Any]:
    """Return the part of a body that says what is wrong; some are lists, and some JSON within a text."""
    if isinstance(body, list) and body:
        return _error(body[0])
    if isinstance(body, Mapping):
        inner = body.get("error") or body.get("errors") or body
        return _error(inner) if isinstance(inner, list) else inner if isinstance(inner, Mapping) else {"message": inner}
    if isinstance(body, str) and body.lstrip()[:1] in {"{", "["}:
        try:
            return _error(json.loads(body))
        except ValueError:
            pass
    return {}


def reason_of(body: Any, secrets: tuple[str, ...] = ()) -> str:
    """Return what a body of whatever kind says, in one line.

    Args:
        body: the body.
        secrets: what must not be shown.
    """
    told = _error(body)
    if isinstance(body, str) and not told:
        if "<" in body:
            title = _TITLE.search(body)
            body = f"an HTML page: {title.group(1) if title else _TAG.sub(' ', body)}"
        return _short(body, secrets)
    for key in ("message", "detail", "msg", "error", "title"):
        if told.get(key):
            found = told[key]
            if isinstance(found, str) and found.lstrip().startswith(("{", "[")) and _error(found):
                return reason_of(found, secrets)  # an error within an error, as gateways hand it on
            more = told.get("metadata")
            raw = more.get("raw") if isinstance(more, Mapping) else None
            said = f"{found}{f' ({raw})' if raw else ''}" if isinstance(found, str) else json.dumps(found)
            return _short(said, secrets)
    return _short(json.dumps(body), secrets) if body else ""


def _short(text: str, secrets: tuple[str, ...]) -> str:
    line = masked(" ".join(text.split()), secrets, short=True)
    return line if len(line) <= _LENGTH else line[:_LENGTH] + "…"


def _parameter(named: str, reason: str, sent: Iterable[str]) -> str:
    """Return which parameter that was sent is refused by name, if one is."""
    sent = [name for name in sent if name not in {"model", "messages"}]
    root = re.split(r"[.\[]", named)[0]
    if root in sent:
        return root
    if root in {"messages", "model"} or not _REFUSES.search(reason):
        return ""
    quoted = {part for q in re.findall(r"['\"`]([\w.]+)['\"`]", reason) for part in (q.split(".")[0], q.split(".")[-1])}
    words = {word for word in re.findall(r"\w+", reason) if "_" in word or len(word) > 4}
    return next((name for name in sent if name in quoted), "") or next((name for name in sent if name in words), "")


def pause(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that an endpoint asks to wait, in whatever form; ``None`` for none, and for nonsense.

    Args:
        headers: of its answer, with small letters.
    """
    left = {of: headers.get(f"x-ratelimit-remaining{of}", "").strip() for of in ("-requests", "-tokens", "")}
    resets = (headers.get(f"x-ratelimit-reset{of}", "") for of, some in left.items() if some in {"0", "0.0"})
    told = (f"{headers.get('retry-after-ms', '')}ms", headers.get("retry-after", ""), *resets)
    return next((seconds for seconds in map(_seconds, told) if seconds is not None), None)


def _seconds(text: str) -> float | None:
    """Return the seconds of ``1``, ``6m0s`` or ``120ms``, or those until a date or a time that is counted from 1970."""
    parts = _SPAN.findall(text)
    if parts and "".join(map("".join, parts)) == text.strip():
        found = sum(float(number) * _UNITS[unit or None] for number, unit in parts)
        return found if found < _RECENT else max(found / (1000 if found > _RECENT * 1000 else 1) - time.time(), 0.0)
    try:
        return max(email.utils.parsedate_to_datetime(text).timestamp() - time.time(), 0.0)
    except (ValueError, TypeError, OverflowError):
        return None
