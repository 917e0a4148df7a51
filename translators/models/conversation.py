"""Conversations with a model, written once for blocking and non-blocking use.

A conversation is a generator: it yields questions that can be asked at the same time,
is sent the replies in their order, and returns what came of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel

from .chat import ChatModel, Message, Reply

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is asked.

    Attributes:
        messages: the conversation so far.
        schema: what to fill in.
        sample: the number of the sample, which tells cached answers apart.
    """

    messages: list[Message]
    schema: type[BaseModel]
    sample: int = 0


Conversation = Generator[list[Question], list[Reply], R]


def hold(chat: ChatModel, conversation: Conversation[R]) -> R:
    """Hold a conversation, one question after the other."""
    try:
        questions = next(conversation)
        while True:
            replies = [chat.fill(q.messages, q.schema, q.sample) for q in questions]
            questions = conversation.send(replies)
    except StopIteration as stop:
        result: R = stop.value
        return result


async def ahold(chat: ChatModel, conversation: Conversation[R]) -> R:
    """Hold a conversation without blocking; questions of one step are asked at once."""
    try:
        questions = next(conversation)
        while True:
            asked = (chat.afill(q.messages, q.schema, q.sample) for q in questions)
            questions = conversation.send(await asyncio.gather(*asked))
    except StopIteration as stop:
        result: R = stop.value
        return result
