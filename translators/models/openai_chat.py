"""Chat models behind any endpoint that speaks OpenAI's protocol."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from sorites.solvers import UserError, require

from .cache import ReplyCache, key_of
from .chat import Heard, Message, Reply, T, Usage, watching
from .dialogue import Asked, Dialogue
from .endpoint import Endpoint, Learned, Mode, learned_of, with_password, without_password
from .faults import EndpointFault, fault_of, holds, masked, pause, reason_of
from .loop import awaiting, blocking, in_thread, loop
from .structure import Answer, asking, rendered
from .thoughts import in_blocks, without_thoughts
from .throttle import Throttle, throttle_of

ROOM: Final = 8192
"""Tokens for an answer that was cut off where nobody said how long it may be."""
_headers: Final[ContextVar[dict[str, str] | None]] = ContextVar("headers", default=None)


class OpenAIChat:
    """A chat model of an endpoint.

    What crosses processes is where it is; connections are made anew there.

    Attributes:
        endpoint: where it is.
        cache: where answers are kept; ``None`` for nowhere.
        client: a client of the user's own, ``openai.OpenAI`` or ``openai.AsyncOpenAI``; ``None`` for ours.
    """

    def __init__(self, endpoint: Endpoint, cache: ReplyCache | None = None, client: Any = None) -> None:
        """Make a model; see the attributes.

        Raises:
            MissingExtra: the extra ``models`` is not installed.
        """
        require("models", "openai", "instructor", "tenacity")
        if client is not None and not endpoint.base_url:
            endpoint = replace(endpoint, base_url=str(getattr(client, "base_url", "")).rstrip("/") or None)
        self.endpoint, self.cache, self.client = endpoint, cache, client

    def __reduce__(self) -> tuple[type[OpenAIChat], tuple[Endpoint, ReplyCache | None], float]:
        if self.client is not None:
            raise TypeError("a client can't go to another process: name the model, as openai:MODEL")
        return OpenAIChat, (self.endpoint, self.cache), self.throttle.per_minute

    def __setstate__(self, per_minute: float) -> None:
        if per_minute:
            self.throttle.per_minute = per_minute

    def __repr__(self) -> str:
        return f"OpenAIChat({self.endpoint!r}, {self.cache!r}, at={self.endpoint.shown!r})"

    @property
    def name(self) -> str:
        """What the user calls it: its name in the registry, with the model."""
        return self.endpoint.name or f"openai:{self.endpoint.model}"

    @property
    def model(self) -> str:
        """The model's name at the endpoint."""
        return self.endpoint.model

    @property
    def throttle(self) -> Throttle:
        """The clock of its endpoint."""
        return throttle_of((self.endpoint.url, self.endpoint.api_key))

    def fill(self, messages: list[Message], schema: type[T], sample: int = 0) -> Reply:
        """Return the model's answer; see ``ChatModel``."""
        return self.fills(messages, schema, (sample,))[0]

    async def afill(self, messages: list[Message], schema: type[T], sample: int = 0) -> Reply:
        """Do as ``fill`` does, without blocking."""
        return (await self.afills(messages, schema, (sample,)))[0]

    def fills(self, messages: list[Message], schema: type[T], samples: Sequence[int]) -> list[Reply]:
        """Return several answers to one question, which are asked for at once; see ``SamplingChat``."""
        return blocking(self._dialogue().fill(messages, schema, samples))

    async def afills(self, messages: list[Message], schema: type[T], samples: Sequence[int]) -> list[Reply]:
        """Do as ``fills`` does, without blocking."""
        work = self._dialogue().fill(messages, schema, samples)
        # A client of the user's own belongs to the user's loop.
        return await (work if self.client is not None else awaiting(work))

    def _dialogue(self) -> Dialogue:
        at = self.endpoint
        create = self._create()
        sender = _Sender(at, learned_of(at), create, self.throttle)
        seconds = None if self.client is None else at.timeout
        return Dialogue(
            sender, self.throttle, at.reasks, at.retries, self.cache, self._key, at.shown, at.model, seconds
        )

    def _key(self, messages: list[Message], schema: type[BaseModel], sample: int) -> str:
        at = self.endpoint
        told = [{"role": m.role, "content": m.content, **({"shows": True} if m.shows else {})} for m in messages]
        return key_of(
            url=at.url, model=at.model, messages=told, schema=schema.model_json_schema(), mode=at.mode,
            temperature=at.temperature, max_tokens=at.max_tokens, seed=at.seed, extra=dict(at.extra), sample=sample,
            reasks=at.reasks,
        )  # fmt: skip

    def _create(self) -> Callable[..., Any]:
        if self.client is None:
            return _quick(client_of(self.endpoint))
        mine = self.client.with_options(max_retries=0).chat.completions.create
        if asyncio.iscoroutinefunction(mine) or type(self.client).__name__.startswith("Async"):
            return mine  # type: ignore[no-any-return]

        async def create(**request: Any) -> Any:
            return await in_thread(mine, **request)

        return create


_clients: Final[dict[tuple[object, ...], Any]] = {}
_lock: Final = threading.Lock()


def client_of(endpoint: Endpoint) -> Any:
    """Return the client of an endpoint, one for all models that are asked there, in the loop of this process.

    Raises:
        UserError: there is no key.
    """
    at = endpoint
    if at.key is None:
        raise UserError("no key for the model: set OPENAI_API_KEY, or give --base-url for a local endpoint")
    if "?" in at.url:
        raise UserError(f"{at.shown} has a query behind it: give parameters by --set, and a key by OPENAI_API_KEY")
    if at.url and not at.url.startswith(("http://", "https://")):
        raise UserError(f"{at.shown} is no address of an endpoint: write http://HOST/v1")
    name = (loop(), at.url, at.key, at.timeout, tuple(sorted(at.headers.items())))
    with _lock:
        if name not in _clients:
            import openai

            try:
                _clients[name] = openai.AsyncOpenAI(
                    api_key=at.key,
                    base_url=without_password(at.url) or None,
                    timeout=at.timeout,
                    max_retries=0,
                    default_headers=with_password(at.url, at.headers) or None,
                    http_client=openai.DefaultAsyncHttpxClient(event_hooks={"response": [_keep_headers]}),
                )
            except Exception as error:  # whatever the client makes of an address
                reason = masked(f"{type(error).__name__}: {error}", at.secrets)
                raise UserError(f"{at.shown} is no address of an endpoint: {reason}") from None
        return _clients[name]


def _quick(client: Any) -> Callable[..., Any]:
    """Return how a client is asked for a completion.

    The typed call walks the whole request and tries each message as every kind of message, which takes longer than
    all else that is done to it. Ours are plain JSON as they are, so they are posted; unless somebody has put
    something around the call to see it, as tools for tracing do.
    """
    import openai

    create = client.chat.completions.create
    code = getattr(getattr(create, "__func__", None), "__code__", None)
    if code is None or not code.co_filename.startswith(str(Path(openai.__file__).parent)):
        return create  # type: ignore[no-any-return]
    from openai.types.chat import ChatCompletion

    async def post(extra_body: dict[str, Any] | None = None, **request: Any) -> Any:
        return await client.post("/chat/completions", body={**request, **(extra_body or {})}, cast_to=ChatCompletion)

    return post


async def _keep_headers(response: Any) -> None:
    kept = _headers.get()
    if kept is not None:
        kept.update(response.headers)


class _Sender:
    """Sends requests by a client of OpenAI's."""

    def __init__(self, endpoint: Endpoint, learned: Learned, create: Callable[..., Any], throttle: Throttle) -> None:
        self.endpoint, self.learned, self.create, self.throttle = endpoint, learned, create, throttle

    @property
    def mode(self) -> Mode:
        """How structure is asked for now."""
        if self.endpoint.mode != "auto":
            return self.endpoint.mode
        return "markdown" if self.learned.without_tools else "tools"

    def adapt(self, fault: EndpointFault) -> bool:
        """Return whether the request will be another one now."""
        if fault.kind == "no tools" and self.endpoint.mode == "auto":
            return self.learned.refuse_tools(self.endpoint, fault.reason)
        if fault.kind != "parameter":
            return False
        if fault.parameter in {"tools", "response_format", "messages"}:
            return self.endpoint.mode == "auto" and self.learned.refuse_tools(self.endpoint, fault.reason)
        return self.learned.refuse(fault.parameter, self.endpoint, fault.reason)

    async def send(self, asked: Asked) -> list[Answer]:
        """Return the answers to a request; see ``Sender``."""
        at, mode = self.endpoint, self.mode
        request = self.learned.fitted(self._parameters(asked, mode))
        messages = rendered(asked.messages, asked.schema, mode)
        watcher = watching.get()
        heard = watcher.begin(at.model, asked.messages) if watcher is not None else None
        kept: dict[str, str] = {}
        token = _headers.set(kept)
        try:
            extra = {name: value for name, value in at.extra.items() if name not in self.learned.left_out}
            completion = await self.create(
                model=at.model, messages=messages, **request, **({"extra_body": extra} if extra else {})
            )
            answers = [one.without(at.secrets) for one in self._answers(completion, {**request, **extra}, mode)]
            self.learned.answered = True
        except Exception as error:
            fault = self._fault(error, {**request, **at.extra})
            if heard is not None:
                heard(fault)
            # The cause is kept, unless it would show a secret in a traceback.
            raise fault from (None if holds(error, at.secrets) else error)
        finally:
            _headers.reset(token)
        if (seconds := pause(kept)) and "retry-after" not in kept:
            self.throttle.close(min(seconds, 60.0))
        if heard is not None:
            heard(Heard(answers[0].text if answers else "", answers[0].usage if answers else Usage()))
        return answers

    def _parameters(self, asked: Asked, mode: Mode) -> dict[str, Any]:
        at = self.endpoint
        found: dict[str, Any] = dict(asking(asked.schema, mode))
        given = {"temperature": at.temperature, "max_tokens": at.max_tokens}
        found |= {name: value for name, value in given.items() if value is not None}
        if asked.room > 1:
            found["max_tokens"] = max(at.max_tokens * asked.room if at.max_tokens else ROOM, asked.room * asked.wrote)
        if at.seed is not None:
            found["seed"] = at.seed + asked.sample
        if asked.count > 1:
            found["n"] = asked.count
        return found

    def _answers(self, completion: Any, sent: dict[str, Any], mode: Mode) -> list[Answer]:
        if isinstance(completion, str):
            what = f"it answers with {reason_of(completion)}"
            if self.learned.is_none():
                raise EndpointFault("model", f"{what}; is the base URL right?", 200)
            raise EndpointFault("passes", what, 200)
        error = getattr(completion, "error", None)
        if error and not getattr(completion, "choices", None):
            raise fault_of(_code(error), {"error": error}, {}, sent, self.endpoint.secrets)
        usage = _usage(getattr(completion, "usage", None))
        found = []
        for choice in getattr(completion, "choices", None) or ():
            if failed := getattr(choice, "error", None):
                fault = fault_of(_code(failed), {"error": failed}, {}, sent, self.endpoint.secrets)
                fault.usage = usage
                raise fault
            found.append(_answer(choice, usage, mode))
            usage = Usage()
        if not found:
            raise EndpointFault("passes", "the answer holds no choices", usage=usage)
        return found

    def _fault(self, error: Exception, sent: dict[str, Any]) -> EndpointFault:
        import openai

        if isinstance(error, EndpointFault):
            return error
        secrets = self.endpoint.secrets
        if isinstance(error, openai.APIStatusError):
            headers = {k.lower(): v for k, v in error.response.headers.items()}
            body = error.body if error.body is not None else error.response.text
            return fault_of(error.status_code, body, headers, sent, secrets)
        if isinstance(error, openai.APITimeoutError):
            return EndpointFault("passes", f"no answer within {self.endpoint.timeout:g} seconds")
        if isinstance(error, openai.APIConnectionError):
            cause = error.__cause__ or error
            why = masked(f"{type(cause).__name__}: {cause}".rstrip(": "), secrets)
            return EndpointFault("passes", f"it can't be reached, or cut the connection ({why}): is it running?")
        why = masked(f"{type(error).__name__}: {' '.join(str(error).split())[:200]}", secrets)
        if isinstance(error, json.JSONDecodeError):
            return EndpointFault("passes", f"its answer is no JSON: {masked(reason_of(error.doc[:200]), secrets)}")
        if isinstance(error, ValueError | openai.APIResponseValidationError):
            return EndpointFault("passes", f"its answer is none of the protocol: {why}")
        return EndpointFault("request", why)


def _code(error: Any) -> int:
    """Return the status that stands in an error within an answer."""
    code = error.get("code") if isinstance(error, dict) else None
    return code if isinstance(code, int) and 400 <= code < 600 else 400


def _answer(choice: Any, usage: Usage, mode: Mode) -> Answer:
    message = choice.message
    calls = message.tool_calls if message is not None else None
    content, beside = in_blocks((message.content if message is not None else "") or "")
    text, thoughts = without_thoughts(content)
    shown = [beside, *(getattr(message, name, None) for name in ("reasoning_content", "reasoning"))]
    thoughts = "\n".join(filter(None, (*(s for s in shown if isinstance(s, str)), thoughts)))
    function = getattr(calls[0], "function", None) if calls else None
    if function is not None:
        given = function.arguments or ""  # some servers give the object, not the text of it
        text = without_thoughts(given if isinstance(given, str) else json.dumps(given, ensure_ascii=False))[0] or text
    refusal = getattr(message, "refusal", None) or ""
    return Answer(text, usage, choice.finish_reason or "", thoughts, refusal, mode)


def _usage(told: Any) -> Usage:
    """Return the tokens that an endpoint says, which may say nothing."""

    def number(of: Any, name: str) -> int:
        try:
            return max(int(float(getattr(of, name, None) or 0)), 0)
        except (ValueError, TypeError, OverflowError):
            return 0

    if told is None:
        return Usage()
    return Usage(
        number(told, "prompt_tokens"),
        number(told, "completion_tokens"),
        reasoning_tokens=number(getattr(told, "completion_tokens_details", None), "reasoning_tokens"),
        prompt_cached=number(getattr(told, "prompt_tokens_details", None), "cached_tokens"),
    )
