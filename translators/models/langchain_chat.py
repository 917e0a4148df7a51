"""Any LangChain chat model, made from its name or in place as the user made it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import add
from typing import Any, Final

from pydantic import BaseModel

from sorites.solvers import UserError, require

from ..masking import held, is_secret
from ..options import ModelOptions
from .chat import Answer
from .dialogue import Asked, Talking
from .endpoint import with_password, without_password
from .faults import EndpointFault, fault_from, reason_of
from .loop import in_thread
from .structure import answer_of, rendered, usage_of

METHODS: Final = {
    "auto": "function_calling",
    "tools": "function_calling",
    "json-schema": "json_schema",
    "json": "json_mode",
}
"""The methods of ``with_structured_output``; the other modes ask in words."""
_INNER: Final = ("bound", "runnable", "default")
"""Where Runnables around a model keep it; ``fallbacks`` are more of them."""


class LangChainChat(Talking):
    """A LangChain chat model.

    What crosses processes is how the model is made; it is made anew there. One that was given in place
    goes along as far as it can be pickled.

    Attributes:
        model: the model, as ``PROVIDER:MODEL``, or a ``BaseChatModel``, also with Runnables around it.
        arguments: what its class is made with, such as ``temperature`` or ``base_url``.
        called: what the user calls it; empty for its name in the registry.
    """

    watched = False

    def __init__(self, model: Any, how: ModelOptions = ModelOptions(), called: str = "") -> None:
        """Make a model; see the attributes.

        Raises:
            MissingExtra: the extra ``langchain`` is not installed.
        """
        require("langchain", "langchain", "json_repair")
        super().__init__(how)
        self.model, self.called, self._how = model, called, how
        self.arguments = _made_with(model, how) if isinstance(model, str) else {}
        self._made: dict[type[BaseModel] | None, Any] = {}

    def __reduce__(self) -> tuple[type[LangChainChat], tuple[Any, ...]]:
        return LangChainChat, (self.model, self._how, self.called)

    def __repr__(self) -> str:
        return f"LangChainChat({self.name!r}, mode={self.mode!r})"  # arguments may hold a key

    @property
    def name(self) -> str:
        """The name in the registry, with the model."""
        if self.called or isinstance(self.model, str):
            return self.called or f"langchain:{self.model}"
        inner = models_in(self.model)[0]
        model = getattr(inner, "model_name", None) or getattr(inner, "model", None) or ""
        return f"langchain:{type(inner).__name__}{f':{model}' if isinstance(model, str) and model else ''}"

    @property
    def told(self) -> Mapping[str, Any]:
        """All that an answer depends on; see ``Talking``."""
        shown = dict(self.arguments)
        for number, part in enumerate(self._parts):
            made = {**vars(part).get("_default_config", {}), **vars(part).get("kwargs", {})}
            shown |= {f"{number}.{k}": v for k, v in {**made, **getattr(part, "_identifying_params", {})}.items()}
        told = {name: repr(value) for name, value in shown.items() if not is_secret(name)}
        return {"model": self.name, "arguments": told, "mode": self.mode, "reasks": self.reasks}

    def asked_for(self, schema: type[BaseModel], mode: str) -> Any:
        """Return the model, asked to fill in a schema; as it is where that is asked for in words.

        Raises:
            UserError: it can't be made.
        """
        words = mode not in METHODS
        kind = None if words else schema
        if kind not in self._made:
            model = self._model()
            if not words:
                from langchain_core.utils.function_calling import convert_to_json_schema

                # As a dictionary, since the answer is judged by us, and once.
                model = _structured(model, convert_to_json_schema(schema), method=METHODS[mode], include_raw=True)
            self._made[kind] = model
        return self._made[kind]

    def _model(self) -> Any:
        if not isinstance(self.model, str):
            return self.model
        try:
            from langchain.chat_models import init_chat_model

            return init_chat_model(self.model, **self.arguments)
        except ImportError as error:
            raise UserError(f"LangChain lacks what '{self.model}' needs: {error}") from error
        except Exception as error:  # whatever a provider's class raises: there is no key, or no such provider
            raise UserError(f"LangChain can't make '{self.model}': {reason_of(str(error), self.secrets)}") from None

    @property
    def _parts(self) -> list[Any]:
        return [] if isinstance(self.model, str) else parts_of(self.model)

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must never be shown."""
        named = (
            self.arguments,
            *map(vars, self._parts),
            {k: v for k, v in os.environ.items() if k.endswith("_API_KEY")},
        )
        return tuple({secret for one in named for secret in held(one)})

    async def send(self, asked: Asked) -> list[Answer]:
        """Send one request; see ``Talking``."""
        words = asked.mode not in METHODS
        sent = {} if words else {"tools": True, "tool_choice": True}
        try:
            model = self.asked_for(asked.schema, asked.mode)
            messages = rendered(asked.messages, asked.schema, asked.mode, asked.form)
            if "stream" in asked.form:  # pieces add up
                found = await in_thread(lambda: reduce(add, model.stream(messages)))
            elif asked.blocks:  # in a thread, so that a model that only blocks lets the loop go on
                found = await in_thread(model.invoke, messages)
            else:
                found = await model.ainvoke(messages)
        except UserError:
            raise
        except Exception as error:
            lacks = isinstance(error, NotImplementedError) and not words
            known = EndpointFault("tools", "its class has no bind_tools") if lacks else error
            raise fault_from(known, sent, self.secrets) from None
        return [_answer(found if words else found["raw"], asked.mode).without(self.secrets)]


def _made_with(model: str, how: ModelOptions) -> dict[str, Any]:
    """Return what a model's class is made with; an address is told to OpenAI's without the password in it."""
    url = how.base_url if model.startswith("openai:") else None  # the others have ways of their own
    given = {
        "temperature": how.temperature,
        "max_tokens": how.max_tokens,
        "timeout": how.model_timeout,
        "base_url": without_password(url) if url else how.base_url,
        "api_key": how.api_key,
        "seed": how.seed,
        "default_headers": with_password(url or "", how.headers) or None,
    }
    return {name: value for name, value in given.items() if value is not None} | dict(how.extra)


def parts_of(model: Any) -> list[Any]:
    """Return a model with all that is in it, where Runnables such as ``bind`` and ``with_fallbacks`` stand around it.

    Args:
        model: a model of LangChain, or a Runnable.
    """
    held = vars(model)
    inner = [*(held[name] for name in _INNER if name in held), *held.get("fallbacks", ())]
    return [model, *(part for one in inner for part in parts_of(one))]


def models_in(model: Any) -> list[Any]:
    """Return the models within Runnables that stand around them, in their order.

    Args:
        model: a model of LangChain, or a Runnable.
    """
    return [part for part in parts_of(model) if not any(name in vars(part) for name in _INNER)]


def _structured(model: Any, schema: dict[str, Any], **how: Any) -> Any:
    """Return a model that is asked for structure, with the Runnables that stand around it.

    What is bound to it is given to the model itself: LangChain's structured output would not hand it on.
    """
    held = vars(model)
    if "bound" in held:
        inner = _structured(held["bound"], schema, **how, **held.get("kwargs", {}))
        return model.model_copy(update={"bound": inner, "kwargs": {}})
    if "fallbacks" in held:
        first, *others = (_structured(one, schema, **how) for one in (held["runnable"], *held["fallbacks"]))
        return model.model_copy(update={"runnable": first, "fallbacks": others})
    return model.with_structured_output(schema, **how)


def _answer(message: Any, mode: str) -> Answer:
    """Return what a message of LangChain's says."""
    calls: Sequence[Any] = getattr(message, "tool_calls", None) or getattr(message, "invalid_tool_calls", None) or ()
    called = {"tool_calls": [{"function": {"arguments": one["args"]}} for one in calls]} if calls else {}
    more = getattr(message, "additional_kwargs", None) or {}
    told = getattr(message, "response_metadata", None) or {}
    finish = str(told.get("finish_reason") or told.get("stop_reason") or "")
    choice = {"message": {**more, **called, "content": message.content}, "finish_reason": finish}
    return answer_of(choice, usage_of(getattr(message, "usage_metadata", None)), mode)
