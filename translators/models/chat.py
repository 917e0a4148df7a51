"""The small seam behind which chat models live: messages in, a filled schema out."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeVar

from sorites.solvers import SoritesError, UserError

from ..masking import without

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pydantic import BaseModel

T = TypeVar("T", bound="BaseModel")


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a conversation.

    Attributes:
        role: who says it.
        content: what is said.
        shows: whether it is an answer of the assistant's that fills in the schema that is asked for, as
            JSON: of a demonstration, or an earlier answer. Where structure is asked for by tools, it is
            shown as a call of the tool with a result, since text would teach the model to answer in text.
    """

    role: Literal["system", "user", "assistant"]
    content: str
    shows: bool = False


@dataclass(frozen=True, slots=True)
class Usage:
    """What answers cost.

    Attributes:
        input_tokens: tokens that were read.
        output_tokens: tokens that were written, thoughts among them.
        seconds: wall time until the answers were there.
        requests: how many requests were sent, those among them that failed.
        replayed: how many answers came from the cache of replies, and so cost nothing.
        reasoning_tokens: those of the output that the model thought with.
        prompt_cached: those of the input that the endpoint had kept, which most sell cheaper.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    requests: int = 0
    replayed: int = 0
    reasoning_tokens: int = 0
    prompt_cached: int = 0

    @property
    def cached(self) -> bool:
        """Whether all answers came from the cache of replies."""
        return bool(self.replayed) and not self.requests

    def __add__(self, other: Usage) -> Usage:
        """Return the cost of both."""
        return Usage(*(getattr(self, name) + getattr(other, name) for name in Usage.__slots__))


Reason = Literal["ask", "retry", "adapt", "longer", "reask", "cache"]
"""Why a request was sent: it is the first; the last one failed in transport; it was refused for a parameter that is
left out now; the answer was cut off and has more room; the answer did not fit; none was sent, as an answer was kept."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request to a model, and what came of it.

    Attributes:
        reason: why it was sent.
        usage: what it cost.
        mode: how structure was asked for.
        fault: what was wrong with the answer, or why there was none; empty if it was accepted.
        transport: whether the fault is one of transport, not of the answer.
    """

    reason: Reason
    usage: Usage
    mode: str = ""
    fault: str = ""
    transport: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered.

    Attributes:
        raw: the JSON that it wrote, valid or not; empty if it wrote none.
        valid: whether the schema, with its validators, accepts it.
        requests: every request that it took, in order.
        finish: why the model stopped.
        thoughts: what it thought before it answered, where it shows that; never a part of a program.
        refusal: what it said if it refused to answer; else empty.
    """

    raw: str
    valid: bool
    requests: tuple[Request, ...] = ()
    finish: str = ""
    thoughts: str = ""
    refusal: str = ""

    @property
    def usage(self) -> Usage:
        """What all its requests cost."""
        return spent(self.requests)

    @property
    def faults(self) -> tuple[str, ...]:
        """What was wrong with each answer that had to be asked again, and with the last one if it is not valid."""
        return faults_of(self.requests)


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer, as any client gives it.

    Attributes:
        text: the JSON of the tool's call, or what it wrote; without thoughts.
        usage: what it cost.
        finish: why the model stopped.
        thoughts: what it thought before, where it shows that.
        refusal: what it said if it refused.
        mode: how structure was asked for.
        called: whether it is a call of a tool.
    """

    text: str
    usage: Usage
    finish: str = ""
    thoughts: str = ""
    refusal: str = ""
    mode: str = ""
    called: bool = False

    def without(self, secrets: tuple[str, ...]) -> Answer:
        """Return the answer without secrets, which a model may repeat; what is short may be a word that it means.

        Half a pair of surrogates, which no request can carry when the answer is quoted in it, becomes a question mark.
        """

        def clean(text: str) -> str:
            return without(text.encode("utf-8", "replace").decode("utf-8"), secrets)

        return replace(self, text=clean(self.text), thoughts=clean(self.thoughts), refusal=clean(self.refusal))


def spent(requests: Iterable[Request]) -> Usage:
    """Return what requests cost together."""
    return reduce(Usage.__add__, (request.usage for request in requests), Usage())


def faults_of(requests: Iterable[Request]) -> tuple[str, ...]:
    """Return what was wrong with answers, in order; what failed in transport is not among it."""
    return tuple(request.fault for request in requests if request.fault and not request.transport)


class ChatModel(Protocol):
    """A model that fills in a schema; it asks again, with what is wrong, a few times."""

    @property
    def name(self) -> str:
        """The name in the registry, with the model."""
        ...

    def fill(self, messages: list[Message], schema: type[T], sample: int = 0) -> Reply:
        """Return the model's answer.

        Args:
            messages: the conversation.
            schema: what to fill in.
            sample: the number of the sample, which tells cached answers apart.

        Raises:
            UserError: the endpoint refuses, for a reason that only the user can mend.
            ModelUnavailable: it did not answer, however often it was asked.
        """
        ...

    async def afill(self, messages: list[Message], schema: type[T], sample: int = 0) -> Reply:
        """Do as ``fill`` does, without blocking."""
        ...


class Watcher(Protocol):
    """Sees every request to a model whose own client reports to nobody else, as tracing does."""

    def begin(self, model: str, messages: Sequence[Message]) -> Callable[[Answer | Exception], None]:
        """See a request that is about to be sent.

        Args:
            model: the model's name at its endpoint.
            messages: the whole conversation.

        Returns:
            What is called once, with what came of it.
        """
        ...


watching: Final[ContextVar[Watcher | None]] = ContextVar("watching", default=None)
"""Who watches the requests that are sent from here, in this context."""


class InVain(SoritesError):
    """Requests that brought no answer.

    Args:
        message: what happened.

    Attributes:
        requests: what was sent in vain, which may have cost something.
        status: the last status of HTTP; 0 if there was none.
    """

    def __init__(self, message: str, requests: tuple[Request, ...] = (), status: int = 0) -> None:
        """Say what happened; see the attributes."""
        super().__init__(message)
        self.requests, self.status = requests, status

    def __reduce__(self) -> tuple[type[InVain], tuple[str, tuple[Request, ...], int]]:
        return type(self), (str(self), self.requests, self.status)


class ModelUnavailable(InVain):
    """The model did not answer within the retries: a fault that may pass."""


class RequestRefused(InVain, UserError):
    """The endpoint refuses this request, and may take others: it is too long, or its text is not wanted."""


class EndpointRefuses(InVain, UserError):
    """The endpoint takes no request at all: the key, the model or the address is wrong, or nothing is paid for."""


REFUSES: Final = "refuses the request"
"""What the error says of an endpoint that refuses one request."""
OF_ONE: Final = (ModelUnavailable, RequestRefused)
"""What may fail one sample, and not the others."""
Told = Reply | ModelUnavailable | RequestRefused
"""What becomes of a sample: an answer, or why the endpoint gave none though it gave others."""
