"""What a mood is: how an endpoint behaves, and what Sorites should make of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sorites.testing import program

from ..protocol import Refused
from ..server import KEY, Asked, Behaviour, Endpoint, Raw
from ..speaking import Said

CONTEXT, QUESTION = "Kind people are nice. Anne is kind.", "Is Anne nice?"
KIND = ("Kind people are nice.", "∀x (Kind(x) → Nice(x))")
ANNE = ("Anne is kind.", "Kind(anne)")
GOOD = program(KIND, ANNE, goal=("Anne is nice.", "Nice(anne)"))
FAULTY = program(("Kind people are nice.", "∀x (Kind(x) Nice(x))"), ANNE, goal=("Anne is nice.", "Nice(anne)"))
OPPOSITE = program(KIND, ANNE, goal=("Anne is not nice.", "¬Nice(anne)"))
"""A program whose answer is the opposite: nobody may take it for the model's last word."""


@dataclass(frozen=True, slots=True)
class Mood:
    """How an endpoint behaves, and what should come of it.

    Attributes:
        name: its name, and that of the model.
        behave: what decides on its answers.
        requests: how many it should get: so many, or at least and at most.
        answer: what should be answered; ``None`` for nothing.
        code: how the command should end.
        says: words that should be shown, the endpoint's own as a rule.
        never: words that should not.
        options: options of the command.
        strict: whether it refuses what OpenAI refuses.
        key: the key that it knows; empty if it wants none.
        holds: more that must be so of its requests.
    """

    name: str
    behave: Behaviour
    requests: int | tuple[int, int] = 1
    answer: str | None = "True"
    code: int = 0
    says: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    strict: bool = True
    key: str = KEY
    holds: Callable[[Endpoint], bool] | None = None

    @property
    def at_least(self) -> int:
        """The fewest requests."""
        return self.requests if isinstance(self.requests, int) else self.requests[0]

    @property
    def at_most(self) -> int:
        """The most requests."""
        return self.requests if isinstance(self.requests, int) else self.requests[1]


def good(asked: Asked) -> Said:
    """Say what is right, as it was asked for."""
    return asked.filled(GOOD)


def faulty(asked: Asked) -> Said:
    """Say a program that can't be read."""
    return asked.filled(FAULTY)


def always(answer: Said | Raw) -> Behaviour:
    """Answer the same each time."""
    return lambda asked: answer


def then(*steps: Behaviour) -> Behaviour:
    """Behave one way after the other, the last for ever."""
    return lambda asked: steps[min(asked.number, len(steps) - 1)](asked)


def error(status: int, body: Any = None, **headers: str) -> Behaviour:
    """Answer with an error; names of headers are written with ``_`` for ``-``."""
    said = {"error": {"message": f"The server had an error ({status}).", "type": "server_error"}}
    raw = Raw(said if body is None else body, status, {n.replace("_", "-"): v for n, v in headers.items()})
    return always(raw)


def refuse(
    message: str, param: str | None = None, code: str | None = None, status: int = 400,
    kind: str = "invalid_request_error",
) -> Behaviour:  # fmt: skip
    """Refuse in the shape of OpenAI's errors."""

    def behave(asked: Asked) -> Raw:
        raise Refused(message, param, code, status=status, kind=kind)

    return behave


def without(name: str, no: Behaviour, yes: Behaviour = good) -> Behaviour:
    """Behave the first way if a request has a parameter, else the second."""
    return lambda asked: no(asked) if asked.body.get(name) is not None else yes(asked)


def no_body_has(*names: str) -> Callable[[Endpoint], bool]:
    """Return whether no request has one of the parameters."""
    return lambda endpoint: not any(name in body for body in endpoint.bodies for name in names)
