"""The small seam behind which chat models live: messages in, a filled schema out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from sorites.solvers import SoritesError

if TYPE_CHECKING:
    from pydantic import BaseModel

T = TypeVar("T", bound="BaseModel")


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Usage:
    """What answers cost.

    Attributes:
        input_tokens: tokens that were read.
        output_tokens: tokens that were written.
        seconds: wall time until the answer was there.
        requests: how many answers it took.
        cached: whether it came from the cache and cost nothing.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    requests: int = 0
    cached: bool = False

    def __add__(self, other: Usage) -> Usage:
        """Return the cost of both."""
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.seconds + other.seconds,
            self.requests + other.requests,
            self.cached and other.cached,
        )


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered.

    Attributes:
        raw: the JSON that it wrote, valid or not; empty if it wrote none.
        valid: whether the schema, with its validators, accepts it.
        usage: what it cost.
        finish: why the model stopped.
        faults: what was wrong with each answer that had to be asked again.
    """

    raw: str
    valid: bool
    usage: Usage
    finish: str = ""
    faults: tuple[str, ...] = ()


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


class ModelUnavailable(SoritesError):
    """The model did not answer within the retries: a fault that may pass."""


def may_pass(status: int) -> bool:
    """Return whether an answer of HTTP is a fault that may pass: too many requests, or the server's own."""
    return status in {408, 409, 429} or status >= 500
