"""Senses: what the predicates of Sorites English say."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What sort of word a predicate says."""

    NOUN = "noun"
    """What a thing is: *is a student*, *is a brother of*."""
    ADJECTIVE = "adjective"
    """How a thing is: *is kind*, *is fond of*."""
    VERB = "verb"
    """What happens, and who has which part in it: *sleeps*, *gives to*."""
    PREPOSITION = "preposition"
    """Where or how a thing is: *is in*."""


@dataclass(slots=True, unsafe_hash=True)
class Sense:
    """What a predicate says: a lemma, and the roles of its arguments.

    Two predicates are one exactly if their senses are equal.

    Attributes:
        kind: what sort of word it is.
        lemma: the word without inflection: ``give``, ``key card``, ``in``; a verb with a particle as ``look after``.
        roles: the roles of the arguments, in their order: ``subject``, ``object``, ``recipient``, ``of``,
            and prepositions. A passive without agent has no ``subject``.
        adverbs: the adverbs that are part of what it says, sorted.
        modal: ``can``, ``must``, ``may`` … before the verb; empty where there is none.
        complement: the words of a clause that says what is said or wanted, as ``that Bob left`` or
            ``to sing``; nothing is concluded from within it.
    """

    kind: Kind
    lemma: str
    roles: tuple[str, ...] = ("subject",)
    adverbs: tuple[str, ...] = ()
    modal: str = ""
    complement: str = ""


HAVE = Sense(Kind.VERB, "have", ("subject", "object"))
