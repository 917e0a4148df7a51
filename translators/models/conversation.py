"""A question to a model, asked for one answer or for several samples, blocking or not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Final

from pydantic import BaseModel

from .chat import OF_ONE, ChatModel, Message, ModelUnavailable, Reply, RequestRefused, SamplingChat

_AT_ONCE: Final = 32
"""The most requests at the same time for one problem."""
Told = Reply | ModelUnavailable | RequestRefused
"""What becomes of a sample: an answer, or why the endpoint gave none though it gave others."""


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
    numbers = range(samples)
    if samples > 1 and isinstance(chat, SamplingChat):
        return list(chat.fills(messages, schema, numbers))
    if samples == 1:
        return _told([_caught(lambda: chat.fill(messages, schema, 0))])
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        calls = [pool.submit(copy_context().run, chat.fill, messages, schema, number) for number in numbers]
        return _told([_caught(call.result) for call in calls])


async def aask(chat: ChatModel, messages: list[Message], schema: type[BaseModel], samples: int = 1) -> list[Told]:
    """Do as ``ask`` does, without blocking."""
    if samples > 1 and isinstance(chat, SamplingChat):
        return list(await chat.afills(messages, schema, range(samples)))
    calls = (chat.afill(messages, schema, number) for number in range(samples))
    return _told(await asyncio.gather(*calls, return_exceptions=True))


def _caught(call: Callable[[], Reply]) -> Reply | Exception:
    try:
        return call()
    except StopIteration as error:  # which would end whoever iterates over us
        return RuntimeError(f"the model raised StopIteration, as if it had no more answers: {error!r}")
    except Exception as error:
        return error


def _told(found: Sequence[Reply | BaseException]) -> list[Told]:
    """Return samples with what failed one of them alone; anything else is raised, and so is what failed all."""
    failures = [one for one in found if isinstance(one, BaseException)]
    told = [one for one in found if isinstance(one, (Reply, *OF_ONE))]
    if failures and (len(failures) == len(found) or len(told) < len(found)):
        raise next((one for one in failures if not isinstance(one, OF_ONE)), failures[0])
    return told
