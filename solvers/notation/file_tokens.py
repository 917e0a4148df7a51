"""Tokens of problem files: what TPTP's and LADR's readers share."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..logic.diagnostics import Span


class Unreadable(Exception):
    """Ends the reading of one statement; its diagnostic is already noted."""


class Token(NamedTuple):
    """A word of a file.

    Attributes:
        kind: the name of the group of the language's pattern that it fits, or ``end``.
        text: how it is written.
        start: where it stands.
        fresh: whether it is the first one of its line.
    """

    kind: str
    text: str
    start: int
    fresh: bool

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.text)

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.start + max(1, len(self.text)))


def tokenize(text: str, pattern: re.Pattern[str]) -> list[Token]:
    """Return the tokens of a file; the last one is of the kind ``end``.

    Args:
        text: the file.
        pattern: the language's words, each kind a named group, one of which fits any character but a blank; the
            group called ``comment`` is passed over.
    """
    tokens: list[Token] = []
    fresh = True
    for match in pattern.finditer(text.rstrip()):
        kind = match.lastgroup
        assert kind is not None  # every character but a blank is in a group
        begins = match.start(kind)
        fresh = fresh or "\n" in text[match.start() : begins]
        if kind == "comment":
            fresh = fresh or "\n" in match.group()
            continue
        tokens.append(Token(kind, match.group(kind), begins, fresh))
        fresh = False
    tokens.append(Token("end", "", len(text), True))
    return tokens
