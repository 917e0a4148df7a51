"""What the grammar makes of sentences and questions: trees over the phrases of ``tree``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .tree import NP, VP, Det, Join, Node, Nominal, S, Tense


@dataclass(slots=True, unsafe_hash=True)
class Clause(S):
    """A subject and what is said of it."""

    subject: NP
    verb: VP


@dataclass(slots=True, unsafe_hash=True)
class There(S):
    """``There is …``: that something exists.

    Attributes:
        what: it.
        negated: ``there is not``.
        tense: of the verb.
        where: ``in Bern``.
    """

    what: NP
    negated: bool = False
    tense: Tense = Tense.PRESENT
    where: tuple[tuple[str, NP], ...] = ()


@dataclass(slots=True, unsafe_hash=True)
class Weather(S):
    """A sentence about nothing: ``it rains``."""

    verb: VP


@dataclass(slots=True, unsafe_hash=True)
class Sentences(S):
    """Sentences that are joined; for IF, the condition comes first.

    Attributes:
        join: how.
        parts: the sentences.
        back: whether the condition stands behind what holds under it.
    """

    join: Join
    parts: tuple[S, ...]
    back: bool = False


@dataclass(slots=True, unsafe_hash=True)
class Denied(S):
    """``It is not the case that …``."""

    body: S


@dataclass(slots=True, unsafe_hash=True)
class Bound(S):
    """``For every x …``, ``there is an x such that …``.

    Attributes:
        det: every, some or no.
        variables: the letters.
        nominal: what they range over; ``None`` for anything.
        body: what is said.
    """

    det: Det
    variables: tuple[str, ...]
    nominal: Nominal | None
    body: S


@dataclass(slots=True, unsafe_hash=True)
class Opaque(S):
    """A statement that is not made: ``It seems that …``, by its own words."""

    words: str


@dataclass(slots=True, unsafe_hash=True)
class Normally(S):
    """What holds unless something speaks against it."""

    body: S


class Ask(StrEnum):
    """What a question wants."""

    WHETHER = "whether"
    NOT = "not"
    """Whether the opposite holds: ``Is it false that …?``"""
    WHICH = "which"


@dataclass(slots=True, unsafe_hash=True)
class Question(Node):
    """A question.

    Attributes:
        ask: what it wants.
        body: the sentence, over a ``Gap`` for WHICH.
        nominal: what is asked for: ``which city``; ``None`` for who and what.
        given: what the question takes to hold.
    """

    ask: Ask
    body: S
    nominal: Nominal | None = None
    given: S | None = None
