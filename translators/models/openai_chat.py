"""Chat models behind any endpoint that speaks OpenAI's protocol."""

from __future__ import annotations

import asyncio
import atexit
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from pydantic import BaseModel

from sorites.solvers import UserError, require

from ..masking import held_by
from .chat import Answer, Message, T, Told, Usage
from .dialogue import Asked, Talking
from .endpoint import Endpoint, learned_of, with_password, without_password
from .faults import WHERE, EndpointFault, fault_from, fault_of, pause, reason_of
from .loop import awaiting, blocking, in_thread
from .structure import answer_of, asking, rendered, usage_of
from .throttle import throttle_of

ROOM: Final = 8192
"""Tokens for an answer that was cut off where nobody said how long it may be."""
OPENAI: Final = "https://api.openai.com/v1"


class OpenAIChat(Talking):
    """A chat model of an endpoint.

    What crosses processes is where it is; connections are made anew there.

    Attributes:
        endpoint: where it is.
        client: a client of the user's own, ``openai.OpenAI`` or ``openai.AsyncOpenAI``; ``None`` for ours.
    """

    several = True

    def __init__(self, endpoint: Endpoint, client: Any = None) -> None:
        """Make a model; see the attributes.

        Raises:
            MissingExtra: the extra ``models`` is not installed.
        """
        require("models", "aiohttp", "json_repair")
        if client is not None and not endpoint.how.base_url:
            url = str(getattr(client, "base_url", "")).rstrip("/") or None
            endpoint = replace(endpoint, how=replace(endpoint.how, base_url=url))
        super().__init__(endpoint.how)
        self.endpoint, self.client = endpoint, client
        self._learned, self._secrets = learned_of(endpoint), (*endpoint.secrets, *held_by(client))
        self.throttle = throttle_of((endpoint.url, endpoint.how.api_key))
        self.throttle.per_minute = endpoint.how.rpm or self.throttle.per_minute

    def __reduce__(self) -> tuple[type[OpenAIChat], tuple[Endpoint]]:
        if self.client is not None:
            raise TypeError("a client can't go to another process: name the model, as openai:MODEL")
        return OpenAIChat, (self.endpoint,)

    def __repr__(self) -> str:
        return f"OpenAIChat({self.endpoint!r}, at={self.endpoint.shown!r})"

    @property
    def name(self) -> str:
        """What the user calls it: its name in the registry, with the model."""
        return self.endpoint.name or f"openai:{self.endpoint.model}"

    @property
    def told(self) -> Mapping[str, Any]:
        """All that an answer depends on; see ``Talking``."""
        return self.endpoint.told

    @property
    def place(self) -> tuple[str, str]:
        """What it is called in messages."""
        return self.endpoint.shown, self.endpoint.model

    async def afills(self, messages: list[Message], schema: type[T], samples: Sequence[int]) -> list[Told]:
        """Do as ``fills`` does, without blocking; a client of the user's own belongs to the user's loop."""
        work = super().afills(messages, schema, samples)
        return await (work if self.client is not None else awaiting(work))

    async def send(self, asked: Asked) -> list[Answer]:
        """Send one request; see ``Talking``."""
        at, learned = self.endpoint, self._learned
        given = learned.fitted(self._parameters(asked))
        messages = rendered(asked.messages, asked.schema, asked.mode, asked.form)
        try:
            body, told = await self.post({"model": at.model, "messages": messages, **given}, asked)
            try:
                answers = [one.without(self._secrets) for one in self._answers(body, given, asked.mode)]
            except (AttributeError, TypeError) as error:
                raise EndpointFault(
                    "passes", f"its answer is none of the protocol: {reason_of(body, self._secrets)}"
                ) from error
        except (EndpointFault, UserError):
            raise
        except Exception as error:
            raise fault_from(error, given, self._secrets) from None  # a cause may show a secret in a traceback
        learned.answered = True
        if (seconds := pause(told)) and "retry-after" not in told:
            self.throttle.close(min(seconds, 60.0))
        return answers

    async def post(self, request: dict[str, Any], asked: Asked) -> tuple[Any, Mapping[str, str]]:
        """Return the body of the answer to a request, and its headers, with small letters."""
        return await (_post(self.endpoint, request) if self.client is None else _call(self.client, request))

    def _parameters(self, asked: Asked) -> dict[str, Any]:
        how = self.endpoint.how
        found: dict[str, Any] = dict(asking(asked.schema, asked.mode))
        if "stream" in asked.form:
            found |= {"stream": True, "stream_options": {"include_usage": True}}
        if "bare" in asked.form:
            return found
        given = {"temperature": how.temperature, "max_tokens": how.max_tokens}
        found |= {name: value for name, value in given.items() if value is not None}
        if asked.room > 1:
            found["max_tokens"] = max(how.max_tokens * asked.room if how.max_tokens else ROOM, asked.room * asked.wrote)
        if how.seed is not None:
            found["seed"] = how.seed + asked.sample
        if asked.count > 1:
            found["n"] = asked.count
        return found | dict(how.extra)

    def _answers(self, body: Any, sent: Mapping[str, Any], mode: str) -> list[Answer]:
        if isinstance(body, str):
            what = f"it answers with {reason_of(body, self._secrets)}"
            if self._learned.answered:  # so this is what something on the way says while it is away
                raise EndpointFault("passes", what, 200)
            raise EndpointFault("model", what + WHERE, 200)
        body, found = body[0] if isinstance(body, list) and body else body, []
        error = body.get("error")
        if error and not body.get("choices"):
            raise fault_of(_code(error), body, {}, sent, self._secrets)
        usage = usage_of(body.get("usage"))
        for choice in body.get("choices") or ():
            if failed := choice.get("error"):
                fault = fault_of(_code(failed), {"error": failed}, {}, sent, self._secrets)
                fault.usage = usage
                raise fault
            found.append(answer_of(choice, usage, mode))
            usage = Usage()
        if not found:
            said = reason_of(body, self._secrets)
            raise EndpointFault("passes", f"the answer holds no choices: {said}", usage=usage)
        return found


@cache
def _session(loop: asyncio.AbstractEventLoop) -> Any:
    """Return the pool of connections of a process, by its loop, in which this is called; one for all endpoints."""
    import aiohttp

    pool, jar = aiohttp.TCPConnector(limit=0), aiohttp.DummyCookieJar()
    session = aiohttp.ClientSession(connector=pool, timeout=aiohttp.ClientTimeout(), cookie_jar=jar, trust_env=True)
    atexit.register(lambda: blocking(session.close()))
    return session


async def _post(at: Endpoint, request: dict[str, Any]) -> tuple[Any, Mapping[str, str]]:
    """Send a request to an endpoint.

    Raises:
        UserError: there is no key, or the address is none.
    """
    from yarl import URL

    if at.key is None:
        raise UserError("no key for the model: set OPENAI_API_KEY, or give --base-url for a local endpoint")
    if "?" in at.url:
        raise UserError(f"{at.shown} has a query behind it: give parameters by --set, and a key by OPENAI_API_KEY")
    try:
        url = URL(without_password(at.url).removesuffix("/chat/completions") or OPENAI) / "chat/completions"
        known = url.scheme in {"http", "https"} and bool(url.host)
    except ValueError:
        known = False
    if not known:
        raise UserError(f"{at.shown} is no address of an endpoint: write http://HOST/v1")
    headers = {"Authorization": f"Bearer {at.key}"} | with_password(at.url, at.how.headers)
    async with _session(asyncio.get_running_loop()).post(url, json=request, headers=headers) as response:
        text = await response.text(errors="replace")
        told = {name.lower(): value for name, value in response.headers.items()}
        if response.status >= 400:
            raise fault_of(response.status, text, told, request, at.secrets)
        return _read(text, told.get("content-type", ""), at), told


def _read(text: str, kind: str, at: Endpoint) -> Any:
    """Return the body of an answer, whole where it was streamed; what is no JSON and does not say so is a text."""
    try:
        if "event-stream" in kind or text.startswith("data:"):
            lines = [line[5:].strip() for line in text.split("\n") if line.startswith("data:")]
            found = _whole(json.loads(line) for line in lines if line not in {"", "[DONE]"})
            ended = "[DONE]" in lines or "error" in found or any(c["finish_reason"] for c in found["choices"])
            if not ended:
                raise EndpointFault("passes", "its stream was cut before the end")
            return found
        return json.loads(text.removeprefix("\ufeff"))
    except ValueError:
        if "json" in kind or "event-stream" in kind:
            raise EndpointFault("passes", f"its answer is no JSON: {reason_of(text, at.secrets)}") from None
        return text


async def _call(client: Any, request: dict[str, Any]) -> tuple[Any, Mapping[str, str]]:
    """Send a request by a client of the user's own, with whatever has been put around its call."""
    mine = client.with_options(max_retries=0).chat.completions.create
    awaits = asyncio.iscoroutinefunction(mine) or type(client).__name__.startswith("Async")

    def plain(found: Any) -> Any:
        return found.model_dump(warnings=False) if isinstance(found, BaseModel) else found

    def called() -> Any:
        found = mine(**request)
        return _whole(map(plain, found)) if request.get("stream") and not isinstance(found, BaseModel) else plain(found)

    if not awaits:
        return await in_thread(called), {}
    found = await mine(**request)
    return (_whole([plain(one) async for one in found]) if hasattr(found, "__aiter__") else plain(found)), {}


def _whole(pieces: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the completion that was streamed in pieces."""
    choices: dict[int, dict[str, Any]] = {}
    usage = None
    for piece in pieces:
        if piece.get("error"):
            return dict(piece)
        usage = piece.get("usage") or usage
        for one in piece.get("choices") or ():
            empty: dict[str, Any] = {"message": {"tool_calls": {}}, "finish_reason": None}
            choice = choices.setdefault(one.get("index") or 0, empty)
            message, delta = choice["message"], one.get("delta") or {}
            choice["finish_reason"] = one.get("finish_reason") or choice["finish_reason"]
            for name, said in delta.items():
                if isinstance(said, str):
                    message[name] = message.get(name, "") + said
            for call in delta.get("tool_calls") or ():
                function = message["tool_calls"].setdefault(call.get("index") or 0, {"arguments": ""})
                function["arguments"] += (call.get("function") or {}).get("arguments") or ""
    for choice in choices.values():
        calls = choice["message"]["tool_calls"].values()
        choice["message"]["tool_calls"] = [{"function": function} for function in calls]
    return {"choices": list(choices.values()), "usage": usage}


def _code(error: Any) -> int:
    """Return the status that stands in an error within an answer."""
    code = error.get("code") if isinstance(error, Mapping) else None
    return code if isinstance(code, int) and 400 <= code < 600 else 400
