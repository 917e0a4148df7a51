"""S-expressions: brackets and words, with their places."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ..logic.diagnostics import Span
from ..logic.syntax import MAX_DEPTH
from .problems import refuse

_TOKEN: Final = re.compile(r'\s+|;[^\n]*|(?P<word>\(|\)|\|[^|]*\||"(?:[^"]|"")*"|[^\s()|";]+|.)', re.S)
_SIMPLE: Final = re.compile(r"(?!-?[0-9])[A-Za-z~!@$%^&*_+=<>.?/-][0-9A-Za-z~!@$%^&*_+=<>.?/-]*")
_RESERVED: Final = frozenset("_ ! as let exists forall match par BINARY DECIMAL HEXADECIMAL NUMERAL STRING".split())
"""Words that are no symbols without bars; any other that is simple is the same with and without (2.7, section 3.1)."""
_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class Word:
    """A symbol, a numeral or a text."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Group:
    """What stands in a pair of brackets."""

    items: list[Node]
    span: Span


Node = Group | Word


def text_of(node: Node) -> str:
    """Return a word's text, or that of the only word in a bracket; empty for anything else."""
    if isinstance(node, Word):
        return node.text
    return text_of(node.items[0]) if len(node.items) == 1 and isinstance(node.items[0], Word) else ""


def show(node: Node) -> str:
    """Return an s-expression as a message shows it."""
    text = node.text if isinstance(node, Word) else f"({' '.join(map(show, node.items))})"
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def read_groups(text: str) -> list[Node]:
    """Return the s-expressions of a text.

    Raises:
        Unreadable: a bracket, a text or a quoted symbol is not closed, or something is nested too deeply.
    """
    stack: list[tuple[Span, list[Node]]] = [(Span(0, 0), [])]
    for match in _TOKEN.finditer(text):
        word, span = match["word"], Span(*match.span())
        if word is None:
            continue
        if word == "(":
            if len(stack) > MAX_DEPTH + 1:
                refuse("too-deep", f"the script is nested more than {MAX_DEPTH} levels deep", span, "Split it.")
            stack.append((span, []))
        elif word == ")":
            opening, items = stack.pop()
            if not stack:
                refuse("stray-bracket", "a closing bracket without an opening one", span, "Was one lost before it?")
            stack[-1][1].append(Group(items, Span(opening.start, span.end)))
        elif word in ("|", '"'):
            refuse("unexpected-token", f"an unfinished {word}…{word}", span, f"Close it with {word}.")
        elif word.strip("|") in ("", "%v", "%p", "%f", "%s"):
            refuse("empty-name", "a name without letters", span)
        else:
            plain = word[0] == "|" and _SIMPLE.fullmatch(word[1:-1]) and word[1:-1] not in _RESERVED
            stack[-1][1].append(Word(word[1:-1] if plain else word, span))
    if len(stack) > 1:
        what = f"the script ends inside {len(stack) - 1} bracket{'s' * (len(stack) > 2)}"
        hint = "Was it cut off? What is missing may be more than brackets: write the script to its end."
        refuse("missing-bracket", what, stack[1][0], hint)
    return stack[0][1]
