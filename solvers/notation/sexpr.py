"""S-expressions: brackets and words, with their places."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ..logic.diagnostics import Span
from ..logic.syntax import MAX_DEPTH
from .problems import refuse

_TOKEN: Final = re.compile(r'(?:\s|;[^\n]*)*+(\(|\)|[^\s()|";]+|\|[^|]*\||"(?:[^"]|"")*"|.|\Z)', re.S)
_SIMPLE: Final = re.compile(r"(?!-?[0-9])[A-Za-z~!@$%^&*_+=<>.?/-][0-9A-Za-z~!@$%^&*_+=<>.?/-]*")
_RESERVED: Final = frozenset("_ ! as let exists forall match par BINARY DECIMAL HEXADECIMAL NUMERAL STRING".split())
"""Words that are no symbols without bars; any other that is simple is the same with and without (2.7, section 3.1)."""
_SHOWN: Final = 60


class Word(NamedTuple):
    """A symbol, a numeral or a text."""

    text: str
    start: int
    end: int

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.end)


class Group(NamedTuple):
    """What stands in a pair of brackets."""

    items: list[Node]
    start: int
    end: int

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.end)


Node = Group | Word


def show(node: Node) -> str:
    """Return an s-expression as a message shows it."""
    text = node.text if isinstance(node, Word) else f"({' '.join(map(show, node.items))})"
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def read_groups(text: str) -> list[Node]:
    """Return the s-expressions of a text.

    Raises:
        Unreadable: a bracket, a text or a quoted symbol is not closed, or something is nested too deeply.
    """
    items, stack = list[Node](), list[tuple[int, list[Node]]]()
    for match in _TOKEN.finditer(text):
        word, (start, end) = match[1], match.span(1)
        if word == "(":
            stack.append((start, items))
            items = []
            if len(stack) > MAX_DEPTH + 1:
                what = f"the script is nested more than {MAX_DEPTH} levels deep"
                refuse("too-deep", what, Span(start, end), "Split it.")
        elif word == ")":
            if not stack:
                what = "a closing bracket without an opening one"
                refuse("stray-bracket", what, Span(start, end), "Was one lost before it?")
            inner, (start, items) = items, stack.pop()
            items.append(Group(inner, start, end))
        elif word in ("|", '"'):
            refuse("unexpected-token", f"an unfinished {word}…{word}", Span(start, end), f"Close it with {word}.")
        elif word:
            if word[0] in "|%" and word.strip("|") in ("", "%v", "%p", "%f", "%s"):
                refuse("empty-name", "a name without letters", Span(start, end))
            plain = word[0] == "|" and _SIMPLE.fullmatch(word[1:-1]) and word[1:-1] not in _RESERVED
            items.append(Word(word[1:-1] if plain else word, start, end))
    if stack:
        what = f"the script ends inside {len(stack)} bracket{'s' * (len(stack) > 1)}"
        hint = "Was it cut off? What is missing may be more than brackets: write the script to its end."
        refuse("missing-bracket", what, Span(stack[0][0], stack[0][0] + 1), hint)
    return items
