"""Chat models behind any endpoint that speaks OpenAI's protocol, through instructor."""

from __future__ import annotations

import asyncio
import email.utils
import logging
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn
from weakref import WeakKeyDictionary

from pydantic import BaseModel

from sorites.solvers import UserError, require

from .cache import ReplyCache, key_of
from .chat import Message, ModelUnavailable, Reply, Request, T, Usage, may_pass

if TYPE_CHECKING:
    from tenacity import RetryCallState

Mode = Literal["auto", "tools", "json-schema", "json", "markdown"]
MODES: Final[dict[str, str]] = {
    "auto": "TOOLS",
    "tools": "TOOLS",
    "json-schema": "JSON_SCHEMA",
    "json": "JSON",
    "markdown": "MD_JSON",
}
MAX_WAIT_SECONDS: Final = 60.0
_TOOLS: Final = re.compile(r"\btool|\bfunction", re.I)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a model is and how it is asked.

    Attributes:
        model: the model's name at the endpoint.
        base_url: the endpoint; ``None`` for ``OPENAI_BASE_URL`` or OpenAI's own.
        api_key: the key; ``None`` for ``OPENAI_API_KEY``. Never shown.
        mode: how structure is asked for; ``auto`` asks by tools, and in markdown once
            the endpoint has said that it knows no tools.
        temperature: of sampling.
        seed: of sampling; ``None`` for none.
        max_tokens: the most tokens of an answer.
        timeout: seconds for one answer.
        reasks: how often a faulty answer is asked again, with what is wrong.
        retries: how often a transport fault that may pass is tried again.
    """

    model: str
    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    mode: Mode = "auto"
    temperature: float = 0.0
    seed: int | None = None
    max_tokens: int = 4096
    timeout: float = 120.0
    reasks: int = 2
    retries: int = 5


class _Blocking:
    """Owns the client that blocks."""


class OpenAIChat:
    """A chat model of an endpoint.

    What crosses processes is where it is; connections are made anew there.

    Attributes:
        endpoint: where it is.
        cache: where answers are kept; ``None`` for nowhere.
    """

    def __init__(self, endpoint: Endpoint, cache: ReplyCache | None = None) -> None:
        """Make a model.

        Args:
            endpoint: where it is.
            cache: where answers are kept; ``None`` for nowhere.

        Raises:
            MissingExtra: the extra ``models`` is not installed.
        """
        require("models", "openai", "instructor", "tenacity")
        self.endpoint, self.cache = endpoint, cache
        self._in_markdown: OpenAIChat | None = None
        self._clients: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()

    def __reduce__(self) -> tuple[type[OpenAIChat], tuple[Endpoint, ReplyCache | None]]:
        return OpenAIChat, (self.endpoint, self.cache)

    def __repr__(self) -> str:
        return f"OpenAIChat({self.endpoint!r}, {self.cache!r})"

    @property
    def name(self) -> str:
        """The name in the registry, with the model."""
        return f"openai:{self.endpoint.model}"

    def fill(self, messages: list[Message], schema: type[T], sample: int = 0) -> Reply:
        """Return the model's answer; see ``ChatModel``."""
        from tenacity import Retrying, stop_after_attempt

        if self._in_markdown is not None:
            return self._in_markdown.fill(messages, schema, sample)
        request, key, known = self._prepare(messages, schema, sample)
        if known is not None:
            return known
        started = time.perf_counter()
        call = self._client(is_async=False).create_with_completion
        attempts = Retrying(
            retry=_may_pass, wait=_wait, stop=stop_after_attempt(self.endpoint.retries + 1), reraise=True
        )
        try:
            with _quiet():
                _, completion = attempts(call, **request)
            reply = _reply(completion, True, (), started)
        except Exception as error:
            if (other := self._without_tools(error)) is not None:
                return other.fill(messages, schema, sample)
            reply = self._failed(error, started)
        return self._keep(key, reply)

    async def afill(self, messages: list[Message], schema: type[T], sample: int = 0) -> Reply:
        """Do as ``fill`` does, without blocking."""
        from tenacity import AsyncRetrying, stop_after_attempt

        if self._in_markdown is not None:
            return await self._in_markdown.afill(messages, schema, sample)
        request, key, known = self._prepare(messages, schema, sample)
        if known is not None:
            return known
        started = time.perf_counter()
        call = self._client(is_async=True).create_with_completion
        attempts = AsyncRetrying(
            retry=_may_pass, wait=_wait, stop=stop_after_attempt(self.endpoint.retries + 1), reraise=True
        )
        try:
            with _quiet():
                answer: tuple[Any, Any] = await attempts(call, **request)
            completion = answer[1]
            reply = _reply(completion, True, (), started)
        except Exception as error:
            if (other := self._without_tools(error)) is not None:
                return await other.afill(messages, schema, sample)
            reply = self._failed(error, started)
        return self._keep(key, reply)

    def _without_tools(self, error: Exception) -> OpenAIChat | None:
        """Return the same model asked in markdown, if it failed because it knows no tools."""
        import openai

        cause = _cause(error)
        refused = isinstance(cause, openai.BadRequestError | openai.UnprocessableEntityError)
        if self.endpoint.mode != "auto" or not refused or not _TOOLS.search(str(cause)):
            return None
        if self._in_markdown is None:
            self._in_markdown = OpenAIChat(replace(self.endpoint, mode="markdown"), self.cache)
        return self._in_markdown

    def _prepare(
        self, messages: list[Message], schema: type[T], sample: int
    ) -> tuple[dict[str, Any], str, Reply | None]:
        at = self.endpoint
        request: dict[str, Any] = {
            "model": at.model,
            "messages": [{"role": m.role, "content": m.content} for m in messages],
            "response_model": _prepared(schema),
            "max_retries": at.reasks,
            "temperature": at.temperature,
            "max_tokens": at.max_tokens,
        }
        if at.seed is not None:
            request["seed"] = at.seed + sample
        key = key_of(
            **{**request, "response_model": schema.model_json_schema()},
            url=at.base_url or os.environ.get("OPENAI_BASE_URL", ""),
            mode=at.mode,
            sample=sample,
        )
        return request, key, self.cache.get(key) if self.cache else None

    def _keep(self, key: str, reply: Reply) -> Reply:
        if self.cache is not None and reply.valid:
            self.cache.put(key, reply)
        return reply

    def _client(self, *, is_async: bool) -> Any:
        # Connections belong to the event loop that opened them.
        owner = asyncio.get_running_loop() if is_async else _Blocking
        if owner not in self._clients:
            import instructor
            import openai
            from instructor import Provider

            at = self.endpoint
            key = at.api_key or os.environ.get("OPENAI_API_KEY") or ("none" if at.base_url else None)
            if key is None:
                raise UserError("no key for the model: set OPENAI_API_KEY, or give --base-url for a local endpoint")
            make = openai.AsyncOpenAI if is_async else openai.OpenAI
            client = make(api_key=key, base_url=at.base_url, timeout=at.timeout, max_retries=0)
            mode = instructor.Mode[MODES[at.mode]]
            wrap = instructor.AsyncInstructor if is_async else instructor.Instructor
            create = _acreate(client) if is_async else _create(client)
            patched = instructor.patch(create=create, mode=mode)
            self._clients[owner] = wrap(client, create=patched, mode=mode, provider=Provider.OPENAI)
        return self._clients[owner]

    def _failed(self, error: Exception, started: float) -> Reply:
        """Return the last faulty answer, or raise what the user should know of a failure without one."""
        from instructor.core.exceptions import IncompleteOutputException, InstructorRetryException

        cause = _cause(error)
        if isinstance(cause, IncompleteOutputException):
            return _reply(cause.last_completion, False, ("the answer was cut off: it reached --max-tokens",), started)
        if isinstance(error, InstructorRetryException) and error.failed_attempts:
            faults = tuple(str(attempt.exception) for attempt in error.failed_attempts)
            if not _is_transport(cause):
                reply = _reply(error.failed_attempts[-1].completion, False, faults, started)
                usage = error.total_usage
                tokens = Usage(
                    getattr(usage, "prompt_tokens", 0) or 0,
                    getattr(usage, "completion_tokens", 0) or 0,
                    reply.usage.seconds,
                    len(faults),
                )
                requests = tuple(
                    Request("reask" if i else "ask", Usage(), fault=fault) for i, fault in enumerate(faults)
                )
                requests = (*requests[:-1], Request(requests[-1].reason, tokens, fault=faults[-1]))
                return Reply(reply.raw, False, requests, reply.finish)
        self._raise(cause)

    def _raise(self, cause: BaseException) -> NoReturn:
        import openai

        where = self.endpoint.base_url or os.environ.get("OPENAI_BASE_URL") or "OpenAI"
        what = self.endpoint.model
        if isinstance(cause, openai.AuthenticationError | openai.PermissionDeniedError):
            raise UserError(
                f"{where} does not accept the key (HTTP {cause.status_code}): check OPENAI_API_KEY"
            ) from None
        if isinstance(cause, openai.NotFoundError):
            raise UserError(f"{where} knows no model '{what}' (HTTP 404)") from None
        if isinstance(cause, openai.APITimeoutError):
            raise ModelUnavailable(f"{where} did not answer within {self.endpoint.timeout:g} seconds") from None
        if isinstance(cause, openai.APIConnectionError):
            raise ModelUnavailable(f"{where} can't be reached, or cut the connection: is it running?") from None
        if isinstance(cause, openai.APIStatusError):
            if _is_transport(cause):
                raise ModelUnavailable(f"{where} answered HTTP {cause.status_code} each time") from None
            raise UserError(f"{where} refuses the request (HTTP {cause.status_code}): {_short(cause)}") from None
        raise ModelUnavailable(f"{what}: {type(cause).__name__}: {_short(cause)}") from None


_asking: ContextVar[bool] = ContextVar("asking", default=False)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what instructor logs of our own requests out of the host's logs.

    It logs each answer that it asks again as an error, which is what our records are for. Its
    requests of others, in this process or this very moment, are logged as ever.
    """
    for name in ("instructor", "instructor.v2.retry"):
        logging.getLogger(name).addFilter(_of_others)  # a filter that is there already is not added again
    token = _asking.set(True)
    try:
        yield
    finally:
        _asking.reset(token)


def _of_others(_: logging.LogRecord) -> bool:
    return not _asking.get()


# The client's typed call walks the whole request, which takes longer than all else that
# is done to it; ours are plain JSON as they are.


def _create(client: Any) -> Callable[..., Any]:
    from openai.types.chat import ChatCompletion

    def create(**request: Any) -> Any:
        return client.post("/chat/completions", body=request, cast_to=ChatCompletion)

    return create


def _acreate(client: Any) -> Callable[..., Any]:
    from openai.types.chat import ChatCompletion

    async def create(**request: Any) -> Any:
        return await client.post("/chat/completions", body=request, cast_to=ChatCompletion)

    return create


@cache
def _prepared(schema: type[BaseModel]) -> Any:
    """Return the schema as instructor wants it, which it would make anew for each request."""
    from instructor import openai_schema

    return openai_schema(schema)


def _short(error: BaseException) -> str:
    return " ".join(str(error).split())[:300]


def _cause(error: BaseException) -> BaseException:
    from instructor.core.exceptions import InstructorRetryException

    while isinstance(error, InstructorRetryException) and error.__cause__ is not None:
        error = error.__cause__
    return error


def _is_transport(error: BaseException) -> bool:
    """Return whether trying again may help: too many requests, server errors, time-outs, lost connections."""
    import openai

    if isinstance(error, openai.APIStatusError):
        return may_pass(error.status_code)
    return isinstance(error, openai.APIConnectionError)


def _may_pass(state: RetryCallState) -> bool:
    error = state.outcome.exception() if state.outcome else None
    return error is not None and _is_transport(_cause(error))


def _wait(state: RetryCallState) -> float:
    """Return the seconds to wait: what the endpoint says, or an exponential with jitter."""
    from tenacity import wait_random_exponential

    error = _cause(state.outcome.exception()) if state.outcome and state.outcome.exception() else None  # type: ignore[arg-type]
    response = getattr(error, "response", None)
    said = response.headers.get("retry-after") if response is not None else None
    if said:
        try:
            return min(float(said), MAX_WAIT_SECONDS)
        except ValueError:
            when = email.utils.parsedate_to_datetime(said)
            return min(max(when.timestamp() - time.time(), 0.0), MAX_WAIT_SECONDS)
    return float(wait_random_exponential(multiplier=0.2, max=MAX_WAIT_SECONDS)(state))


def _reply(completion: Any, valid: bool, faults: tuple[str, ...], started: float) -> Reply:
    choice = completion.choices[0] if getattr(completion, "choices", None) else None
    raw = ""
    if choice is not None:
        calls = choice.message.tool_calls
        raw = calls[0].function.arguments if calls else choice.message.content or ""
    usage = getattr(completion, "usage", None)
    tokens = Usage(
        getattr(usage, "prompt_tokens", 0) or 0,
        getattr(usage, "completion_tokens", 0) or 0,
        time.perf_counter() - started,
        1 + len(faults),
    )
    finish = choice.finish_reason or "" if choice is not None else ""
    return Reply(raw, valid, (Request("ask", tokens, fault="\n".join(faults)),), finish)
