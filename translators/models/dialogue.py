"""A question to a model until its answer fits: the one loop of retries and re-asks, for every client."""

from __future__ import annotations

import asyncio
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, cast

from pydantic import BaseModel

from sorites.solvers import UserError

from ..options import ModelOptions
from .cache import cache_at, key_of
from .chat import (
    OF_ONE,
    REFUSES,
    Answer,
    ChatModel,
    EndpointRefuses,
    Message,
    ModelUnavailable,
    Reason,
    Reply,
    Request,
    RequestRefused,
    T,
    Told,
    Usage,
    watching,
)
from .endpoint import Learned
from .faults import LONGEST_WAIT, EndpointFault
from .loop import blocking
from .structure import CUT_OFF, judged
from .throttle import Throttle

CROWDED_SECONDS: Final = 1.0
"""The first pause after too many requests, if the endpoint names none; each one is up to twice as long."""
PASSING_SECONDS: Final = 0.25
"""The first pause after another fault that may pass."""
MOST_SECONDS: Final = 60.0
NOTHING: Final = "(nothing)"
"""What stands in a conversation for an empty answer."""
_REFUSED: Final = ("content_filter", "refusal")


@dataclass(frozen=True, slots=True)
class Asked:
    """What is sent.

    Attributes:
        messages: the conversation so far.
        schema: what to fill in.
        sample: the number of the sample.
        count: how many answers are wanted of one request.
        room: by what the bound on the answer's tokens is multiplied; 1 but for one that was cut off.
        wrote: the tokens of the answer that was cut off.
        form: what the request is made of, beside what is learned; see ``Learned``.
        mode: how structure is asked for.
        blocks: whether somebody waits, so that a client that blocks may be used.
    """

    messages: list[Message]
    schema: type[BaseModel]
    sample: int = 0
    count: int = 1
    room: int = 1
    wrote: int = 0
    form: frozenset[str] = frozenset()
    mode: str = "tools"
    blocks: bool = False


class Talking(ABC):
    """What all our clients are: chat models that are asked until the answer fits, for one sample or several at once.

    A client says how one request is sent, what its answers depend on, and what it is called.

    Attributes:
        mode: how structure should be asked for.
        reasks: how often a faulty answer is asked again.
        retries: how often a fault of transport that may pass is tried again, beside what the client does itself.
        timeout: the seconds that one answer may take; ``None`` for as long as it takes.
        cache: where valid answers are kept; ``None`` for nowhere.
        throttle: the endpoint's clock.
        several: whether one request may bring several answers.
        watched: whether requests are told to who watches them; models of LangChain tell of themselves.
    """

    several: ClassVar[bool] = False
    watched: ClassVar[bool] = True

    def __init__(self, how: ModelOptions) -> None:
        """Make a client that asks as the options say."""
        self.mode: str = how.mode
        self.reasks, self.retries = how.max_reasks, how.retries
        self.timeout: float | None = how.model_timeout
        self.cache, self.throttle, self._learned = cache_at(how.cache), Throttle(), Learned()

    @property
    @abstractmethod
    def name(self) -> str:
        """What the user calls it, in records too."""

    @property
    @abstractmethod
    def told(self) -> Mapping[str, Any]:
        """All that an answer depends on beside the conversation, and no secret."""

    @property
    def place(self) -> tuple[str, str]:
        """The endpoint and the model, as they are called in messages."""
        return self.name, self.name

    @abstractmethod
    async def send(self, asked: Asked) -> list[Answer]:
        """Send one request; return as many answers as are wanted, or fewer.

        Raises:
            EndpointFault: something goes wrong.
        """

    def fill(self, messages: list[Message], schema: type[T], sample: int = 0) -> Reply:
        """Return the model's answer; see ``ChatModel``."""
        return cast("Reply", self.fills(messages, schema, (sample,))[0])

    async def afill(self, messages: list[Message], schema: type[T], sample: int = 0) -> Reply:
        """Do as ``fill`` does, without blocking."""
        return cast("Reply", (await self.afills(messages, schema, (sample,)))[0])

    def fills(self, messages: list[Message], schema: type[T], samples: Sequence[int]) -> list[Told]:
        """Return several answers to one question, which are asked for at once, so that it may be read once.

        Args:
            messages: the conversation.
            schema: what to fill in.
            samples: their numbers.

        Raises:
            UserError: the endpoint refuses, for a reason that only the user can mend.
            ModelUnavailable: it gave none of the answers, however often it was asked.
        """
        return blocking(self._fills(Asked(messages, schema, blocks=True), samples))

    async def afills(self, messages: list[Message], schema: type[T], samples: Sequence[int]) -> list[Told]:
        """Do as ``fills`` does, without blocking."""
        return await self._fills(Asked(messages, schema), samples)

    async def _fills(self, asked: Asked, samples: Sequence[int]) -> list[Told]:
        """Return a reply for each sample, those that are kept from the cache and the others at once."""
        kept = {s: self.cache.get(self._key(asked, s)) if self.cache is not None else None for s in samples}
        open_ = [sample for sample, reply in kept.items() if reply is None]
        firsts: dict[int, _Turn] = {sample: _Turn() for sample in open_}
        if len(open_) > 1 and self.several:
            turn = _Turn()
            answers = await self._sent(replace(asked, sample=open_[0], count=len(open_)), "ask", turn)
            for sample, answer in zip(open_, answers, strict=False):
                firsts[sample] = _Turn(turn.requests, answer)
                turn = _Turn()  # what is paid once is counted once
        talks = (self._talk(replace(asked, sample=sample), firsts[sample]) for sample in open_)
        ended = dict(zip(open_, await asyncio.gather(*talks, return_exceptions=True), strict=True))
        return _told([kept[sample] or ended[sample] for sample in samples])

    def _key(self, asked: Asked, sample: int) -> str:
        told = [(one.role, one.content, one.shows) for one in asked.messages]
        return key_of(how=dict(self.told), messages=told, schema=asked.schema.model_json_schema(), sample=sample)

    async def _talk(self, asked: Asked, turn: _Turn) -> Reply:
        """Ask until the answer fits, the patience ends, or nothing more will come of it."""
        reason: Reason = "ask"
        first, left, reply = asked, self.reasks, None
        while True:
            try:
                answer = turn.answer or (await self._sent(asked, reason, turn))[0]
            except RequestRefused:
                if reply is None:
                    raise
                return replace(reply, requests=tuple(turn.requests))  # it is refused again; what came is paid for
            turn.answer = None
            raw, fault = judged(answer, asked.schema)
            refusal = answer.refusal or (
                answer.text or f"({answer.finish})" if answer.finish.startswith(_REFUSED) else ""
            )
            cut = answer.finish == CUT_OFF
            if fault and refusal:
                fault = f"the model refused: {refusal}"
            elif fault and cut:
                roomy = ", with more room too: raise max_tokens by --set" if asked.room > 1 else ""
                fault = f"the answer was cut off{roomy}"
            turn.blame(fault)
            told = refusal if fault else ""
            reply = Reply(raw, not fault, tuple(turn.requests), answer.finish, answer.thoughts, told)
            if not fault and self.cache is not None:
                self.cache.put(self._key(first, first.sample), reply)
            said = raw or NOTHING
            if fault and cut and not refusal and asked.room == 1:
                asked, reason = replace(asked, room=2, wrote=answer.usage.output_tokens), "longer"
                continue
            same = any(m.content == said for m in asked.messages if m.role == "assistant")
            if not fault or refusal or cut or same or left <= 0:
                return reply
            left, reason = left - 1, "reask"
            more = [Message("assistant", said, shows=raw.startswith("{"))]
            more.append(Message("user", f"That does not fit. Fill in the schema again.\n{fault}"))
            deaf = self.mode == "auto" and answer.mode == "tools" and not answer.called
            form = asked.form | {"words"} if deaf else asked.form  # it does not call, so tools are no help
            asked = replace(asked, messages=[*asked.messages, *more], form=form)

    async def _sent(self, asked: Asked, reason: Reason, turn: _Turn) -> list[Answer]:
        """Return the answers to a request, however often it takes to send it, and in whatever form."""
        attempt, first = 1, None  # what was refused before the plainest form was tried
        while True:
            try:
                return await self._once(asked, reason, turn)
            except EndpointFault as fault:
                passes = fault.kind in {"passes", "crowded"}
                if fault.kind == "generation":
                    return [Answer(fault.wrote, Usage())]
                if passes and attempt <= self.retries and (fault.wait or 0) <= LONGEST_WAIT:
                    await asyncio.sleep(self._pause(fault, attempt))
                    attempt, reason = attempt + 1, "retry"
                # Some servers crash at a form that they do not know.
                elif self._learned.adapt(
                    replace(fault, kind="form") if fault.status == 500 and not self._learned.answered else fault,
                    self.place[1], self.mode,
                ):  # fmt: skip
                    attempt, reason = attempt if passes else 1, "adapt"
                    first = first or (fault if fault.kind in {"form", "unknown", "passes"} else None)
                else:
                    if first is not None and (not passes or first.kind == "passes"):
                        self._learned.take_back(first)
                    self._raise(fault if first is None or passes else first, turn)

    async def _once(self, asked: Asked, reason: Reason, turn: _Turn) -> list[Answer]:
        await self.throttle.turn()
        started, form = time.perf_counter(), self._learned.form | asked.form
        mode = self.mode if self.mode != "auto" else "markdown" if "words" in form else "tools"
        watcher = watching.get() if self.watched else None
        heard = watcher.begin(self.place[1] or self.place[0], asked.messages) if watcher is not None else None
        try:
            answers = await self._within(replace(asked, form=form, mode=mode))
        except (EndpointFault, UserError) as fault:
            if heard is not None:
                heard(fault)
            if isinstance(fault, UserError):
                raise
            fault.form = form
            if fault.kind == "tools" and not fault.status:
                raise  # nothing was sent
            spent = replace(fault.usage, requests=1, seconds=time.perf_counter() - started)
            transport = fault.kind != "generation"
            turn.requests.append(Request(reason, spent, fault=str(fault), transport=transport))
            raise
        seconds = time.perf_counter() - started
        tokens = answers[0].usage
        if heard is not None:
            heard(answers[0])
        turn.requests.append(Request(reason, replace(tokens, requests=1, seconds=seconds), answers[0].mode))
        return answers

    async def _within(self, asked: Asked) -> list[Answer]:
        try:
            async with asyncio.timeout(self.timeout) as bound:
                return await self.send(asked)
        except TimeoutError:
            if not bound.expired():
                raise
            raise EndpointFault("passes", f"no answer within {self.timeout:g} seconds") from None

    def _pause(self, fault: EndpointFault, attempt: int) -> float:
        """Let nobody ask the endpoint for as long as it says, or for an exponential with jitter."""
        first = CROWDED_SECONDS if fault.kind == "crowded" else PASSING_SECONDS
        longest = min(first * 2.0 ** (attempt - 1), MOST_SECONDS)
        seconds = fault.wait if fault.wait is not None else random.uniform(longest / 2, longest)  # noqa: S311
        if fault.kind == "crowded":
            self.throttle.close(seconds)
        return seconds

    def _raise(self, fault: EndpointFault, turn: _Turn) -> None:
        (where, model), requests = self.place, tuple(turn.requests)
        status = f" (HTTP {fault.status})" if fault.status else ""
        times = f" after {len(requests)} requests" if len(requests) > 1 else ""
        if (fault.wait or 0) > LONGEST_WAIT:
            times = f", and asks to wait for {fault.wait:.0f} s"
        knows = f"knows no model '{model}'" if fault.status == 404 else f"gives no answers of '{model}'"
        ends = {"key": "does not accept the key", "quota": "asks for money", "model": knows}
        mend = {"key": " (OPENAI_API_KEY, or key_env by --set, gives the key of this endpoint)"}.get(fault.kind, "")
        passing = dict.fromkeys(("passes", "crowded"), f"did not answer{times}")
        said = f"{where} {(ends | passing).get(fault.kind, REFUSES)}{status}: {fault.reason}{mend}"
        if fault.kind in passing:
            raise ModelUnavailable(said, requests, fault.status) from fault
        if fault.kind in ends:
            raise EndpointRefuses(said, requests) from fault
        raise RequestRefused(said, requests, fault.status) from fault


@dataclass(slots=True)
class _Turn:
    """What has been sent so far, and an answer that is there already."""

    requests: list[Request] = field(default_factory=list)
    answer: Answer | None = None

    def blame(self, fault: str) -> None:
        """Say what is wrong with the last answer."""
        if fault and self.requests:
            last = self.requests[-1]
            self.requests[-1] = replace(last, fault=last.fault or fault)
        elif fault:  # the answer came with another sample's, which counts the request
            self.requests.append(Request("ask", Usage(), fault=fault))


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
    if isinstance(chat, Talking):
        return chat.fills(messages, schema, range(samples))
    return [chat.fill(messages, schema)] if samples == 1 else blocking(aask(chat, messages, schema, samples))


async def aask(chat: ChatModel, messages: list[Message], schema: type[BaseModel], samples: int = 1) -> list[Told]:
    """Do as ``ask`` does, without blocking."""
    if isinstance(chat, Talking):
        return await chat.afills(messages, schema, range(samples))
    calls = (chat.afill(messages, schema, number) for number in range(samples))
    return _told(await asyncio.gather(*calls, return_exceptions=True))


def _told(found: Sequence[Reply | BaseException]) -> list[Told]:
    """Return samples with what failed one of them alone; anything else is raised, and so is what failed all."""
    failures = [one for one in found if isinstance(one, BaseException)]
    told = [one for one in found if isinstance(one, (Reply, *OF_ONE))]
    if failures and (len(failures) == len(found) or len(told) < len(found)):
        raise next((one for one in failures if not isinstance(one, OF_ONE)), failures[0])
    return told
