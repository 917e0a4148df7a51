"""Conversations with a model, written once for blocking and non-blocking use.

A conversation is a generator: it yields questions that can be asked at the same time,
is sent the replies in their order, and returns what came of it. What a model does not
answer is raised within it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from pydantic import BaseModel

from .chat import ChatModel, Message, Reply, SamplingChat

R = TypeVar("R")
_AT_ONCE: Final = 32
"""The most requests at the same time for one problem."""


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
_Replies = list[Reply] | Exception


def hold(chat: ChatModel, conversation: Conversation[R]) -> R:
    """Hold a conversation; questions of one step are asked at once."""
    return _one(hold_all(chat, [conversation]))


async def ahold(chat: ChatModel, conversation: Conversation[R]) -> R:
    """Do as ``hold`` does, without blocking."""
    return _one(await ahold_all(chat, [conversation]))


def hold_all(chat: ChatModel, conversations: Sequence[Conversation[R]]) -> list[R | Exception]:
    """Hold several conversations side by side, step by step; those that ask the same are asked with one request.

    Args:
        chat: the model.
        conversations: the conversations.

    Returns:
        What came of each, or the error that ended it, in their order.
    """
    sides = _Sides(conversations)
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        while groups := sides.groups():
            if len(groups) == 1:
                sides.hear(groups, [_caught(lambda: _ask(chat, groups[0]))])
                continue
            calls = [pool.submit(copy_context().run, _ask, chat, group) for group in groups]
            sides.hear(groups, [_caught(call.result) for call in calls])
    return sides.ended


async def ahold_all(chat: ChatModel, conversations: Sequence[Conversation[R]]) -> list[R | Exception]:
    """Do as ``hold_all`` does, without blocking."""
    sides = _Sides(conversations)
    while groups := sides.groups():
        found = await asyncio.gather(*(_acaught(_aask(chat, group)) for group in groups))
        sides.hear(groups, found)
    return sides.ended


def _one(ended: list[R | Exception]) -> R:
    [found] = ended
    if isinstance(found, Exception):
        raise found
    return found


def _ask(chat: ChatModel, questions: list[Question]) -> list[Reply]:
    first, samples = questions[0], [q.sample for q in questions]
    if len(questions) > 1 and isinstance(chat, SamplingChat):
        return chat.fills(first.messages, first.schema, samples)
    return [chat.fill(first.messages, first.schema, sample) for sample in samples]


async def _aask(chat: ChatModel, questions: list[Question]) -> list[Reply]:
    first, samples = questions[0], [q.sample for q in questions]
    if len(questions) > 1 and isinstance(chat, SamplingChat):
        return await chat.afills(first.messages, first.schema, samples)
    return list(await asyncio.gather(*(chat.afill(first.messages, first.schema, s) for s in samples)))


def _caught(call: Callable[[], list[Reply]]) -> _Replies:
    try:
        return call()
    except Exception as error:
        return error


async def _acaught(call: Awaitable[list[Reply]]) -> _Replies:
    try:
        return await call
    except Exception as error:
        return error


class _Sides:
    """Conversations, each at its step."""

    def __init__(self, conversations: Sequence[Conversation[Any]]) -> None:
        self.conversations = list(conversations)
        self.open: dict[int, list[Question]] = {}
        self.ended: list[Any] = [None] * len(self.conversations)
        for i, conversation in enumerate(self.conversations):
            self._step(i, lambda c=conversation: next(c))  # type: ignore[misc]
        self._places: list[list[tuple[int, int]]] = []

    def groups(self) -> list[list[Question]]:
        """Return the questions of all conversations; those that differ in the sample only stand together."""
        groups: list[list[Question]] = []
        self._places = []
        for i, questions in self.open.items():
            for j, question in enumerate(questions):
                for group, places in zip(groups, self._places, strict=True):
                    same = group[0].schema is question.schema and group[0].messages == question.messages
                    if same and all(q.sample != question.sample for q in group):
                        group.append(question)
                        places.append((i, j))
                        break
                else:
                    groups.append([question])
                    self._places.append([(i, j)])
        return groups

    def hear(self, groups: list[list[Question]], found: Sequence[_Replies]) -> None:
        """Go on with what was answered; what was not is raised where it was asked."""
        replies: dict[int, dict[int, Reply]] = {i: {} for i in self.open}
        failed: dict[int, Exception] = {}
        for group, places, answers in zip(groups, self._places, found, strict=True):
            for k, (i, j) in enumerate(places[: len(group)]):
                if isinstance(answers, Exception):
                    failed[i] = answers
                else:
                    replies[i][j] = answers[k]
        for i in list(self.open):
            conversation = self.conversations[i]
            if i in failed:
                self._step(i, lambda c=conversation, e=failed[i]: c.throw(e))  # type: ignore[misc]
            else:
                heard = [reply for _, reply in sorted(replies[i].items())]
                self._step(i, lambda c=conversation, h=heard: c.send(h))  # type: ignore[misc]

    def _step(self, i: int, go: Callable[[], list[Question]]) -> None:
        self.open.pop(i, None)
        try:
            self.open[i] = go()
        except StopIteration as stop:
            self.ended[i] = stop.value
        except Exception as error:
            self.ended[i] = error
