"""Any LangChain chat model, made from its name or in place as the user made it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic import BaseModel

from sorites.solvers import UserError, require

from .cache import ReplyCache, key_of
from .chat import Message, Reply, T, Usage, may_pass
from .dialogue import Asked, Dialogue
from .endpoint import RETRIES, Endpoint, Learned, secrets_in
from .faults import EndpointFault, fault_of, holds, masked
from .loop import blocking, in_thread
from .structure import Answer, rendered
from .thoughts import in_blocks, without_thoughts
from .throttle import Throttle

METHODS: Final = {
    "auto": "function_calling",
    "tools": "function_calling",
    "json-schema": "json_schema",
    "json": "json_mode",
}
"""The methods of ``with_structured_output``; the other modes ask in words."""
_PASSING: Final = ("Connection", "Timeout", "RateLimit", "Overloaded", "Unavailable", "InternalServer")
"""What stands in the names of errors of providers that carry no status, and may pass."""


class LangChainChat:
    """A LangChain chat model.

    What crosses processes is how the model is made; it is made anew there. One that was given in place
    goes along as far as it can be pickled.

    Attributes:
        model: the model, as ``PROVIDER:MODEL``, or a ``BaseChatModel``.
        arguments: what its class is made with, such as ``temperature`` or ``base_url``.
        mode: how structure is asked for.
        reasks: how often a faulty answer is asked again, with what is wrong.
        retries: how often a fault that may pass is tried again, beside what the model does itself.
        cache: where answers are kept; ``None`` for nowhere.
        called: what the user calls it; empty for its name in the registry.
        timeout: the seconds that one answer may take; ``None`` for as long as it takes.
    """

    def __init__(
        self,
        model: Any,
        arguments: Mapping[str, Any] | None = None,
        mode: str = "auto",
        reasks: int = 2,
        cache: ReplyCache | None = None,
        retries: int = RETRIES,
        called: str = "",
        timeout: float | None = None,
    ) -> None:
        """Make a model; see the attributes.

        Raises:
            MissingExtra: the extra ``langchain`` is not installed.
        """
        require("langchain", "langchain", "tenacity")
        self.model, self.arguments, self.mode = model, dict(arguments or {}), mode
        self.reasks, self.retries, self.cache, self.called = reasks, retries, cache, called
        self.timeout = timeout
        self.throttle = Throttle()
        self._learned = Learned()
        self._made: dict[type[BaseModel] | None, Any] = {}

    def __reduce__(self) -> tuple[type[LangChainChat], tuple[Any, ...]]:
        return LangChainChat, (
            self.model, self.arguments, self.mode, self.reasks, self.cache, self.retries, self.called,
            self.timeout,
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"LangChainChat({self.name!r}, mode={self.mode!r})"  # arguments may hold a key

    @property
    def name(self) -> str:
        """The name in the registry, with the model."""
        if self.called or isinstance(self.model, str):
            return self.called or f"langchain:{self.model}"
        model = getattr(self.model, "model_name", None) or getattr(self.model, "model", None) or ""
        return f"langchain:{type(self.model).__name__}{f':{model}' if isinstance(model, str) and model else ''}"

    def fill(self, messages: list[Message], schema: type[T], sample: int = 0) -> Reply:
        """Return the model's answer; see ``ChatModel``."""
        return blocking(self._dialogue(blocks=True).fill(messages, schema, (sample,)))[0]

    async def afill(self, messages: list[Message], schema: type[T], sample: int = 0) -> Reply:
        """Do as ``fill`` does, without blocking."""
        return (await self._dialogue(blocks=False).fill(messages, schema, (sample,)))[0]

    def _dialogue(self, *, blocks: bool) -> Dialogue:
        sender = _Sender(self, blocks)
        name = self.name
        return Dialogue(
            sender, self.throttle, self.reasks, self.retries, self.cache, self._key, name, name, self.timeout
        )

    def _key(self, messages: list[Message], schema: type[BaseModel], sample: int) -> str:
        shown = {k: repr(v) for k, v in self.arguments.items() if "key" not in k and "secret" not in k}
        if not isinstance(self.model, str):
            shown |= {k: repr(v) for k, v in getattr(self.model, "_identifying_params", {}).items() if "key" not in k}
        told = [(m.role, m.content, m.shows) for m in messages]
        return key_of(
            model=self.name, arguments=shown, mode=self.mode, messages=told, sample=sample,
            schema=schema.model_json_schema(), reasks=self.reasks,
        )  # fmt: skip

    def asked_in_words(self) -> bool:
        """Return whether structure is asked for in words, for want of tools or since it is wanted so."""
        return self.mode not in METHODS or (self.mode == "auto" and self._learned.without_tools)

    def structured(self, schema: type[BaseModel]) -> Any:
        """Return the model, asked to fill in a schema.

        Raises:
            UserError: it can't be made.
        """
        words = self.asked_in_words()
        kind = None if words else schema
        if kind not in self._made:
            model = self._model()
            if words:
                self._made[kind] = model
            else:
                from langchain_core.utils.function_calling import convert_to_json_schema

                # As a dictionary, since the answer is judged by us, and once.
                plain = convert_to_json_schema(schema)
                method = METHODS[self.mode]
                self._made[kind] = model.with_structured_output(plain, method=method, include_raw=True)
        return self._made[kind]

    def learn(self, fault: EndpointFault) -> bool:
        """Take note that the model knows no tools; return whether that is new and helps."""
        if fault.kind != "no tools" or self.mode != "auto":
            return False
        return self._learned.refuse_tools(Endpoint(self.name), fault.reason)

    def _model(self) -> Any:
        if not isinstance(self.model, str):
            return self.model
        try:
            from langchain.chat_models import init_chat_model

            return init_chat_model(self.model, **self.arguments)
        except ImportError as error:
            raise UserError(f"LangChain lacks what '{self.model}' needs: {error}") from error
        except Exception as error:  # whatever a provider's class raises: there is no key, or no such provider
            reason = masked(str(error), self.secrets)
            raise UserError(f"LangChain can't make '{self.model}': {reason}") from None

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must never be shown."""
        held = dict(self.arguments) if isinstance(self.model, str) else vars(self.model)
        found = [v for k, v in os.environ.items() if k.endswith("_API_KEY")]
        for name, value in held.items():
            if re.search("key|token|secret|password", name):
                found.append(value.get_secret_value() if hasattr(value, "get_secret_value") else value)
            elif "headers" in name and isinstance(value, Mapping):
                found += [word for said in value.values() for word in str(said).split()]
            elif isinstance(value, str):
                found += secrets_in(value)
        return tuple({v for v in found if isinstance(v, str) and len(v) > 7})


class _Sender:
    """Sends requests by a LangChain model."""

    def __init__(self, chat: LangChainChat, blocks: bool) -> None:
        self.chat, self.blocks = chat, blocks

    def adapt(self, fault: EndpointFault) -> bool:
        """Return whether the request will be another one now."""
        return self.chat.learn(fault)

    async def send(self, asked: Asked) -> list[Answer]:
        """Return the answer to a request; see ``Sender``."""
        words = self.chat.asked_in_words()
        mode = "markdown" if words else ("tools" if self.chat.mode == "auto" else self.chat.mode)
        try:
            model = self.chat.structured(asked.schema)
            messages = rendered(asked.messages, asked.schema, mode)  # type: ignore[arg-type]
            if self.blocks:  # in a thread, so that a model that only blocks lets the loop go on
                found = await in_thread(model.invoke, messages)
            else:
                found = await model.ainvoke(messages)
        except UserError:
            raise
        except Exception as error:
            raise self._fault(error, words) from (None if holds(error, self.chat.secrets) else error)
        return [_answer(found if words else found["raw"], mode).without(self.chat.secrets)]

    def _fault(self, error: Exception, words: bool) -> EndpointFault:
        if isinstance(error, EndpointFault):
            return error
        secrets = self.chat.secrets
        if isinstance(error, NotImplementedError) and not words:
            return EndpointFault("no tools", "its class has no bind_tools")
        status = _status(error)
        said = error if str(error) or error.__cause__ is None else error.__cause__
        why = masked(f"{type(said).__name__}: {' '.join(str(said).split())[:300]}", secrets)
        if status is not None:
            headers = getattr(getattr(error, "response", None), "headers", None) or {}
            small = {str(k).lower(): str(v) for k, v in dict(headers).items()}
            body = getattr(error, "body", None) or str(error)
            sent = {} if words else {"tools": True}
            return fault_of(status, body, small, sent, secrets)
        passes = isinstance(error, TimeoutError | ConnectionError) or any(p in type(error).__name__ for p in _PASSING)
        return EndpointFault("passes" if passes else "request", why)


def _status(error: Exception) -> int | None:
    """Return the status of HTTP that an error of a provider's client carries, under the names that they use."""
    for holder in (error, getattr(error, "response", None)):
        for name in ("status_code", "status", "code", "http_status"):
            found = getattr(holder, name, None)
            if isinstance(found, int) and (may_pass(found) or 400 <= found < 600):
                return found
    return None


def _answer(message: Any, mode: str) -> Answer:
    """Return what a message of LangChain's says."""
    calls: Sequence[Any] = getattr(message, "tool_calls", None) or getattr(message, "invalid_tool_calls", None) or ()
    content = message.content
    said, shown = in_blocks(content)
    text, thoughts = without_thoughts(said)
    if calls:
        arguments = calls[0]["args"]
        text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    more = getattr(message, "additional_kwargs", None) or {}
    told = getattr(message, "response_metadata", None) or {}
    thoughts = "\n".join(filter(None, (str(more.get("reasoning_content") or ""), shown, thoughts)))
    finish = str(told.get("finish_reason") or told.get("stop_reason") or "")
    finish = {"max_tokens": "length", "MAX_TOKENS": "length"}.get(finish, finish)
    return Answer(text, _usage(message), finish, thoughts, str(more.get("refusal") or ""), mode)


def _usage(message: Any) -> Usage:
    told = getattr(message, "usage_metadata", None) or {}
    read, wrote = told.get("input_token_details") or {}, told.get("output_token_details") or {}
    return Usage(
        told.get("input_tokens", 0),
        told.get("output_tokens", 0),
        reasoning_tokens=wrote.get("reasoning") or 0,
        prompt_cached=read.get("cache_read") or 0,
    )
