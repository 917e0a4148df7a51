"""A question to a model, asked for one answer or for several samples, blocking or not."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Final

from pydantic import BaseModel

from .chat import ChatModel, Message, SamplingChat, Told, told_of

_AT_ONCE: Final = 32
"""The most requests at the same time for one problem."""


def ask(chat: ChatModel, messages: list[Message], schema: type[BaseModel], samples: int = 1) -> list[Told]:
    """Return what becomes of each sample of a question; all are asked for at once.

    Args:
        chat: the model.
        messages: the question.
        schema: what to fill in.
        samples: how many answers.

    Raises:
        UserError: the endpoint refuses, for a reason that only the user can mend.
        ModelUnavailable: it gave none of the answers, however often it was asked.
        RequestRefused: it takes none of the requests.
    """
    if samples > 1 and isinstance(chat, SamplingChat):
        return chat.fills(messages, schema, range(samples))
    if samples == 1:
        return [chat.fill(messages, schema, 0)]
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        calls = [pool.submit(copy_context().run, chat.fill, messages, schema, number) for number in range(samples)]
    return told_of([call.exception() or call.result() for call in calls])


async def aask(chat: ChatModel, messages: list[Message], schema: type[BaseModel], samples: int = 1) -> list[Told]:
    """Do as ``ask`` does, without blocking."""
    if samples > 1 and isinstance(chat, SamplingChat):
        return await chat.afills(messages, schema, range(samples))
    calls = (chat.afill(messages, schema, number) for number in range(samples))
    return told_of(await asyncio.gather(*calls, return_exceptions=True))
