"""Whom pronouns may mean, and where indefinites go."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from sorites.solvers.language.syntax import Term

_PERSONS: Final = frozenset("he she him her himself herself who we i you me us".split())
SPEAKERS: Final = {"i": "I", "me": "I", "we": "we", "us": "we", "you": "you"}
"""Pronouns that mean the same throughout a text."""


class Unresolved(Exception):
    """A pronoun that refers to nobody, or a phrase that logic has no form for."""


@dataclass(slots=True)
class Scope:
    """Whom pronouns may mean, and where indefinites go.

    Attributes:
        named: individuals and variables that were named, with what they are: name, thing,
            someone, something, or somebody of a kind.
        opened: variables that a condition opens; ``None`` outside of conditions.
        negated: whether ``any`` means ``some`` here.
    """

    named: list[tuple[str, Term]] = field(default_factory=list)
    opened: list[str] | None = None
    negated: bool = False


def referents(word: str, scope: Scope) -> list[Term]:
    """Return whom a pronoun may mean, the likeliest first.

    Whoever is left open comes before those with names: ``it`` after ``something``, or
    the last thing of a kind; ``they`` after ``someone``, or the first of a kind.
    """
    named = scope.named
    if word in {"it", "itself", "this", "that"}:
        order = [("something", 1), ("somebody", -1), ("thing", -1), ("thing before", 1)]
    elif word in SPEAKERS:
        return []
    elif word in _PERSONS:
        order = [
            ("someone", 1),
            ("somebody", 1),
            ("name", 1),
            ("before", 1),
            ("something", 1),
            ("thing", -1),
            ("thing before", 1),
        ]
    else:
        order = [
            ("someone", 1),
            ("something", 1),
            ("somebody", 1),
            ("name", 1),
            ("thing", 1),
            ("before", 1),
            ("thing before", 1),
        ]
    return [t for kind, step in order for k, t in named[::step] if k == kind]
