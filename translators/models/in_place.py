"""Models that the user has made: LangChain's, clients of ``openai`` and of ``instructor``, or a ``ChatModel``."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any, Final

from pydantic import BaseModel

from sorites.solvers import UserError

from ..options import ModelOptions
from .chat import ChatModel
from .dialogue import Asked
from .endpoint import Endpoint, Learned
from .endpoints import refuse_odd
from .loop import in_thread
from .openai_chat import OpenAIChat
from .throttle import Throttle


def chat_of(model: Any, options: ModelOptions = ModelOptions(), name: str = "") -> ChatModel:
    """Return a chat model for whatever the user has made.

    Args:
        model: a ``BaseChatModel`` of LangChain, a client of ``openai`` or of ``instructor``, or a ``ChatModel``.
        options: how it is asked; what its own client decides, such as the address, is not taken from here.
        name: the model's name, which a client of ``openai`` does not know.

    Raises:
        UserError: it is none of these, or its name is missing.
    """
    refuse_odd(options)
    if _is(model, "langchain_core.runnables.base", "Runnable") and _is_chat(model):
        from .langchain_chat import LangChainChat

        return LangChainChat(model, options, name)
    if _is(model, "instructor", "Instructor") or _is(model, "instructor", "AsyncInstructor"):
        return InstructorChat(model, name or str((getattr(model, "kwargs", None) or {}).get("model", "")), options)
    if _is(model, "openai", "OpenAI") or _is(model, "openai", "AsyncOpenAI"):
        if not name:
            raise UserError("a client of openai does not say which model is meant: give model_name='…' too")
        return OpenAIChat(Endpoint(name, options), model)
    if isinstance(getattr(model, "name", None), str) and callable(getattr(model, "afill", None)):
        return model  # type: ignore[no-any-return]
    raise UserError(
        f"a {type(model).__name__} is no model: give a BaseChatModel of LangChain (without with_structured_output "
        "around it), a client of openai or instructor, or a name such as 'openai:gpt-5.2'"
    )


def _is(model: Any, module: str, name: str) -> bool:
    """Return whether a model is an instance of a class, without importing what nobody has imported."""
    kind = getattr(sys.modules.get(module), name, None)
    return kind is not None and isinstance(model, kind)


def _is_chat(model: Any) -> bool:
    """Return whether a Runnable of LangChain's is a chat model, also one with others such as ``bind`` around it."""
    from .langchain_chat import models_in

    made = "_ConfigurableModel"  # init_chat_model(configurable_fields=…)
    return all(
        _is(one, "langchain_core.language_models.chat_models", "BaseChatModel") or type(one).__name__ == made
        for one in models_in(model)
    )


_ours: Final[ContextVar[bool]] = ContextVar("ours", default=False)
"""Whether what instructor logs here is of a request of ours, whose faults are told by us, without secrets."""


def _of_others(_: logging.LogRecord) -> bool:
    return not _ours.get()


class InstructorChat(OpenAIChat):
    """A client of ``instructor``, of whatever provider, as it is: with its mode and its hooks."""

    several = False

    def __init__(self, client: Any, model: str, options: ModelOptions) -> None:
        """Make a model.

        Args:
            client: the client.
            model: the model's name; empty if the client knows it.
            options: how it is asked.
        """
        super().__init__(Endpoint(model, options, f"instructor:{model or type(client).__name__}"), client)
        self.mode, self.throttle, self._learned = "instructor", Throttle(), Learned()

    @property
    def place(self) -> tuple[str, str]:
        """What it is called in messages."""
        return self.name, self.endpoint.model

    async def post(self, request: dict[str, Any], asked: Asked) -> tuple[Any, Mapping[str, str]]:
        """Return the answer as OpenAI's protocol has it; see ``OpenAIChat``."""
        from instructor.core.exceptions import InstructorRetryException

        create, filled = self.client.create_with_completion, None
        given = {name: value for name, value in request.items() if value != "" and not name.startswith("stream")}
        given |= {"response_model": asked.schema, "max_retries": 0}
        logging.getLogger("instructor.v2.retry").addFilter(_of_others)
        _ours.set(True)
        try:
            filled, completion = await (
                create(**given) if asyncio.iscoroutinefunction(create) else in_thread(create, **given)
            )
        except Exception as error:
            completion = error.last_completion if isinstance(error, InstructorRetryException) else None
            if completion is None:
                raise (error.__cause__ or error) from None
        body = completion.model_dump(warnings=False) if isinstance(completion, BaseModel) else {}
        if filled is not None:
            body["choices"] = [{"message": {"content": filled.model_dump_json()}}]
        return {"choices": [{}], **body}, {}
