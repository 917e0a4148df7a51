"""A model of inspect_ai as the chat model that translates, so that its logs hold every request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageSystem, ChatMessageUser, Model, ModelOutput

from sorites.translators import ModelOptions
from sorites.translators.models.chat import Answer, Usage
from sorites.translators.models.dialogue import Asked, Talking
from sorites.translators.models.faults import EndpointFault
from sorites.translators.models.structure import rendered

_FINISHES: Final = {"max_tokens": "length", "model_length": "length"}
"""inspect_ai's words for why a model stopped, as endpoints say it."""


class InspectChat(Talking):
    """A model of inspect_ai, whatever its provider, asked for structure in words.

    Attributes:
        model: the model; how it is reached, its retries, its cache and its connections are inspect_ai's.
    """

    watched = False

    def __init__(self, model: Model, reasks: int = 2) -> None:
        """Make a chat model; see the attributes."""
        super().__init__(ModelOptions(mode="markdown", max_reasks=reasks, retries=0))
        self.model, self.timeout = model, None  # without a cache, of which inspect_ai has one of its own

    @property
    def name(self) -> str:
        """The name in records."""
        return f"inspect:{self.model}"

    @property
    def told(self) -> Mapping[str, Any]:
        """Nothing, since nothing is kept; see ``Talking``."""
        return {}

    async def send(self, asked: Asked) -> list[Answer]:
        """Send one request; see ``Talking``."""
        told = rendered(asked.messages, asked.schema, asked.mode, asked.form)
        return [_answer(await self.model.generate([message_of(one) for one in told]))]


def message_of(told: dict[str, Any]) -> ChatMessage:
    """Return a message as inspect_ai has it."""
    text = str(told["content"])
    match told["role"]:
        case "system":
            return ChatMessageSystem(content=text)
        case "assistant":
            return ChatMessageAssistant(content=text)
        case _:
            return ChatMessageUser(content=text)


def _answer(output: ModelOutput) -> Answer:
    told = output.usage
    usage = Usage(requests=1, seconds=output.time or 0.0)
    if told is not None:
        kept = told.input_tokens_cache_read or 0
        read = told.input_tokens + kept + (told.input_tokens_cache_write or 0)
        usage = Usage(read, told.output_tokens, output.time or 0.0, 1, 0, told.reasoning_tokens or 0, kept)
    if output.error and not output.completion:
        raise EndpointFault("request", output.error)
    finish = _FINISHES.get(output.stop_reason, output.stop_reason)
    return Answer(output.completion, usage, finish, mode="markdown")
