"""A model that finds words for generated problems, and how it is asked until they pass a check."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from pydantic import BaseModel, ValidationError

from sorites.translators.models.chat import ChatModel, Message

from .problem import Disagreement
from .words import mentions

T = TypeVar("T", bound=BaseModel)
TRIES: Final = 3
"""How often a model is asked for words that pass the checks."""


@dataclass(frozen=True, slots=True)
class Wording:
    """Asks a model for words.

    Attributes:
        chat: the model.
    """

    chat: ChatModel


def filled(chat: ChatModel, messages: list[Message], schema: type[T], sample: int, fault_of: Callable[[T], str]) -> T:
    """Return what a model fills in and what passes a check; it is told what is wrong, ``TRIES`` times at most.

    Args:
        chat: the model.
        messages: what it is asked.
        schema: what it fills in.
        sample: tells requests with the same messages apart in the cache.
        fault_of: returns what is wrong with an answer; nothing if it can be used.

    Raises:
        Disagreement: none of the answers could be used.
    """
    fault = ""
    for attempt in range(TRIES):
        reply = chat.fill(messages, schema, sample * TRIES + attempt)
        try:
            found = schema.model_validate_json(reply.raw)
        except ValidationError as error:
            fault = str(error)
        else:
            fault = fault_of(found)
            if not fault:
                return found
        if reply.raw:
            messages = [*messages, Message("assistant", reply.raw), Message("user", f"That can't be used: {fault}")]
    raise Disagreement(f"the model's words can't be used: {fault}")


def speaks_of(text: str, phrase: str) -> bool:
    """Return whether a sentence has a content word of a phrase, in any form of it."""
    words = [w for w in re.findall(r"[a-z]+", phrase.lower()) if w not in {"is", "a", "an", "the", "has", "does"}]
    return any(mentions(text, word) for word in words or [phrase.lower()])
