"""Any LangChain chat model that can fill in a schema."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from pydantic import BaseModel

from sorites.solvers import UserError, require

from .cache import ReplyCache, key_of
from .chat import Message, ModelUnavailable, Reply, Request, T, Usage, may_pass

METHODS: Final = {
    "auto": "function_calling",
    "tools": "function_calling",
    "json-schema": "json_schema",
    "json": "json_mode",
    "markdown": "json_mode",
}


class LangChainChat:
    """A LangChain chat model.

    LangChain reports an answer that does not fit instead of asking again, so the loop
    is ours. What crosses processes is how the model is made; it is made anew there.

    Attributes:
        model: the model, as ``PROVIDER:MODEL``.
        arguments: what its class is made with, such as ``temperature`` or ``base_url``.
        mode: how structure is asked for.
        reasks: how often a faulty answer is asked again, with what is wrong.
        cache: where answers are kept; ``None`` for nowhere.
    """

    def __init__(
        self,
        model: str,
        arguments: Mapping[str, Any] | None = None,
        mode: str = "auto",
        reasks: int = 2,
        cache: ReplyCache | None = None,
    ) -> None:
        """Make a model; see the attributes.

        Raises:
            MissingExtra: the extra ``langchain`` is not installed.
        """
        require("langchain", "langchain")
        self.model, self.arguments, self.mode = model, dict(arguments or {}), mode
        self.reasks, self.cache = reasks, cache
        self._made: dict[type[BaseModel], Any] = {}

    def __reduce__(self) -> tuple[type[LangChainChat], tuple[Any, ...]]:
        return LangChainChat, (self.model, self.arguments, self.mode, self.reasks, self.cache)

    def __repr__(self) -> str:
        return f"LangChainChat({self.model!r}, mode={self.mode!r})"  # arguments may hold a key

    @property
    def name(self) -> str:
        """The name in the registry, with the model."""
        return f"langchain:{self.model}"

    def fill(self, messages: list[Message], schema: type[T], sample: int = 0) -> Reply:
        """Return the model's answer; see ``ChatModel``."""
        talk = _Talk(self, messages, schema, sample)
        while talk.reply is None:
            try:
                talk.hear(self._structured(schema).invoke(talk.messages))
            except Exception as error:
                self._raise(error)
        return talk.reply

    async def afill(self, messages: list[Message], schema: type[T], sample: int = 0) -> Reply:
        """Do as ``fill`` does, without blocking."""
        talk = _Talk(self, messages, schema, sample)
        while talk.reply is None:
            try:
                talk.hear(await self._structured(schema).ainvoke(talk.messages))
            except Exception as error:
                self._raise(error)
        return talk.reply

    def _structured(self, schema: type[BaseModel]) -> Any:
        if schema not in self._made:
            try:
                from langchain.chat_models import init_chat_model

                model = init_chat_model(self.model, **self.arguments)
            except ImportError as error:
                raise UserError(f"LangChain lacks what '{self.model}' needs: {error}") from error
            except Exception as error:  # whatever a provider's class raises: there is no key, or no such provider
                raise UserError(f"LangChain can't make '{self.model}': {error}") from error
            method = METHODS[self.mode]
            self._made[schema] = model.with_structured_output(schema, method=method, include_raw=True)
        return self._made[schema]

    def _raise(self, error: Exception) -> NoReturn:
        if isinstance(error, UserError):
            raise error
        what = f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
        status = _status(error)
        if status is not None and not may_pass(status):
            raise UserError(f"{self.name} refuses the request: {what}") from None
        raise ModelUnavailable(f"{self.name} did not answer: {what}") from None


def _status(error: Exception) -> int | None:
    """Return the status of HTTP that an error of a provider's client carries, under the names that they use."""
    for holder in (error, getattr(error, "response", None)):
        for name in ("status_code", "status", "code"):
            found = getattr(holder, name, None)
            if isinstance(found, int):
                return found
    return None


class _Talk:
    """One question, asked until the answer fits or the patience ends."""

    def __init__(self, chat: LangChainChat, messages: list[Message], schema: type[T], sample: int) -> None:
        self.chat = chat
        self.messages: list[Any] = [(m.role, m.content) for m in messages]
        shown = {k: v for k, v in chat.arguments.items() if "key" not in k}
        self.key = key_of(
            model=chat.name, arguments=shown, mode=chat.mode, messages=self.messages, sample=sample,
            schema=schema.model_json_schema(),
        )  # fmt: skip
        self.started = time.perf_counter()
        self.usage = Usage()
        self.faults: list[str] = []
        self.reply = chat.cache.get(self.key) if chat.cache else None

    def hear(self, answer: dict[str, Any]) -> None:
        """Take an answer, and settle the reply or ask again."""
        from langchain_core.messages import AIMessage, HumanMessage

        message, error = answer["raw"], answer["parsing_error"]
        calls = getattr(message, "tool_calls", None) or getattr(message, "invalid_tool_calls", None)
        arguments = calls[0]["args"] if calls else None
        raw = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
        if arguments is None:
            raw = message.content if isinstance(message.content, str) else json.dumps(message.content)
        tokens = getattr(message, "usage_metadata", None) or {}
        self.usage += Usage(tokens.get("input_tokens", 0), tokens.get("output_tokens", 0), 0.0, 1)
        valid = answer["parsed"] is not None and error is None
        if not valid:
            self.faults.append(" ".join(str(error or "no call of the tool").split())[:2000])
        if valid or len(self.faults) > self.chat.reasks:
            spent = Usage(seconds=time.perf_counter() - self.started)
            finish = str((getattr(message, "response_metadata", None) or {}).get("finish_reason", ""))
            self.reply = Reply(raw, valid, (Request("ask", self.usage + spent, fault="\n".join(self.faults)),), finish)
            if valid and self.chat.cache is not None:
                self.chat.cache.put(self.key, self.reply)
            return
        fault = f"That does not fit. Fill in the schema again.\n{self.faults[-1]}"
        self.messages += [AIMessage(raw or "(nothing)"), HumanMessage(fault)]
