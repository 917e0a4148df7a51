"""What can be said of somebody: phrases of the templates, of a model, and labels that stand for either."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from sorites.solvers import Predicate


class Sayable(Protocol):
    """What can be said of somebody."""

    @property
    def kind(self) -> str:
        """What kind of words it is: ``verb`` and ``adjective`` of the templates, ``clause`` of a model."""
        ...

    @property
    def words(self) -> str:
        """The words."""
        ...

    @property
    def name(self) -> str:
        """The name of its predicate."""
        ...

    def of(self, subject: str, positive: bool = True) -> str:
        """Return the clause that says it of a subject, or denies it."""
        ...

    def tail(self, positive: bool = True, *, plural: bool = False) -> str:
        """Return what is said without the subject."""
        ...


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A verb phrase of a model, in the third person: ``studies hard``.

    Attributes:
        words: the phrase.
    """

    words: str
    kind = "clause"

    @property
    def name(self) -> str:
        """The name of its predicate."""
        return named(self.words)

    def of(self, subject: str, positive: bool = True) -> str:
        """Return the clause that says it of a subject, or denies it."""
        return f"{subject} {self.tail(positive)}"

    def tail(self, positive: bool = True, *, plural: bool = False) -> str:
        """Return what is said without the subject."""
        verb, _, rest = self.words.partition(" ")
        if verb in {"is", "can", "will", "was"}:
            verb = "are" if plural and verb == "is" else verb
            return f"{verb}{'' if positive else ' not'} {rest}".strip()
        if positive and not plural:
            return self.words
        return f"{'' if positive else 'do not ' if plural else 'does not '}{_base(verb)} {rest}".strip()


@dataclass(frozen=True, slots=True)
class Property:
    """A label that stands for what can be said: ``property U``.

    Attributes:
        words: the label.
    """

    words: str
    kind = "verb"

    @property
    def name(self) -> str:
        """The name of its predicate."""
        return self.words

    def of(self, subject: str, positive: bool = True) -> str:
        """Return the clause that says it of a subject, or denies it."""
        return f"{subject} {self.tail(positive)}"

    def tail(self, positive: bool = True, *, plural: bool = False) -> str:
        """Return what is said without the subject."""
        have = "have" if plural else "has"
        return f"{have if positive else 'do not have' if plural else 'does not have'} property {self.words}"


def declared(*phrases: Sayable) -> tuple[Predicate, ...]:
    """Return declarations of the predicates of phrases."""
    return tuple(Predicate(p.name, ("x",), p.of("x")) for p in phrases)


def named(words: str) -> str:
    """Return words as the name of a predicate."""
    return "".join(w[:1].upper() + w[1:] for w in re.findall(r"\w+", words))


def _base(verb: str) -> str:
    """Return the base of a verb in the third person."""
    irregular = {"has": "have", "does": "do", "goes": "go"}
    if verb in irregular:
        return irregular[verb]
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    if verb.endswith(("shes", "ches", "sses", "xes", "zes")):
        return verb[:-2]
    return verb.removesuffix("s")
