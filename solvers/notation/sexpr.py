"""S-expressions: brackets and words, with their places."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ..logic.diagnostics import Span
from ..logic.syntax import MAX_DEPTH
from .problems import refuse

_TOKEN: Final = re.compile(r'(?:\s|;[^\n]*)*+(\(|\)|[^\s()|";]+|\|[^|]*\||"(?:[^"]|"")*"|.|\Z)', re.S)
SIMPLE: Final = re.compile(r"(?!-?[0-9])[A-Za-z0-9~!@$%^&*_+=<>.?/-]+")
"""A symbol that needs no bars."""
_RESERVED: Final = frozenset("_ ! as let exists forall match par BINARY DECIMAL HEXADECIMAL NUMERAL STRING".split())
"""Words that are no symbols without bars; any other that is simple is the same with and without (2.7, section 3.1)."""
_SHOWN: Final = 60


class Word(NamedTuple):
    """A symbol."""

    text: str
    span: Span


class SourceLiteral(NamedTuple):
    """A numeral, a text, a keyword, or what is nothing in SMT-LIB."""

    text: str
    span: Span


class Group(NamedTuple):
    """What stands in a pair of brackets."""

    items: list[Node]
    span: Span


Node = Group | Word | SourceLiteral


def show(node: Node) -> str:
    """Return an s-expression as a message shows it."""
    text = f"({' '.join(map(show, node.items))})" if isinstance(node, Group) else node.text
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def read_groups(text: str) -> list[Node]:
    """Return the s-expressions of a text.

    Raises:
        Unreadable: a bracket, a text or a quoted symbol is not closed, or something is nested too deeply.
    """
    items, stack = list[Node](), list[tuple[Span, list[Node]]]()
    for match in _TOKEN.finditer(text):
        word, span = match[1], Span(*match.span(1))
        if word == "(":
            stack.append((span, items))
            items = []
            if len(stack) > MAX_DEPTH + 1:
                refuse("too-deep", f"the script is nested more than {MAX_DEPTH} levels deep", span, "Split it.")
        elif word == ")":
            if not stack:
                refuse("stray-bracket", "a closing bracket without an opening one", span)
            inner, (begin, items) = items, stack.pop()
            items.append(Group(inner, Span(begin.start, span.end)))
        elif word in ("|", '"'):
            refuse("unexpected-token", f"an unfinished {word}…{word}", span, f"Close it with {word}.")
        elif word:
            symbol = word.strip("|")
            if word[0] != "|" or not SIMPLE.fullmatch(symbol) or symbol in _RESERVED:
                symbol = word  # the same with bars and without, but for these
            items.append(Word(symbol, span) if word[0] == "|" or SIMPLE.fullmatch(word) else SourceLiteral(word, span))
    if stack:
        what = f"the script ends inside {len(stack)} bracket{'s' * (len(stack) > 1)}"
        hint = "Was it cut off? What is missing may be more than brackets: write the script to its end."
        refuse("missing-bracket", what, stack[0][0], hint)
    return items
