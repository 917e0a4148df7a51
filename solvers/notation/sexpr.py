"""S-expressions: brackets and words, with their places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.syntax import MAX_DEPTH

_TOKEN: Final = re.compile(r'\s+|;[^\n]*|(?P<word>\(|\)|\|[^|]*\||"(?:[^"]|"")*"|[^\s()|";]+|.)', re.S)
_NUMERAL: Final = re.compile(r"-?[0-9]{1,150}(?:\.[0-9]{1,149})?")

_SIMPLE: Final = re.compile(r"(?!-?[0-9])[A-Za-z~!@$%^&*_+=<>.?/-][0-9A-Za-z~!@$%^&*_+=<>.?/-]*")
_RESERVED: Final = frozenset("_ ! as let exists forall match par BINARY DECIMAL HEXADECIMAL NUMERAL STRING".split())
"""Words that are no symbols without bars; any other that is simple is the same with and without (2.7, section 3.1)."""


@dataclass(frozen=True, slots=True)
class Word:
    """A symbol, a numeral or a text."""

    text: str
    start: int

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.start + len(self.text))

    @property
    def is_number(self) -> bool:
        """Whether it is a numeral or a decimal."""
        return _NUMERAL.fullmatch(self.text) is not None


@dataclass(slots=True)
class Group:
    """What stands in a pair of brackets."""

    start: int
    end: int
    items: list[Node]

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.end)


Node = Group | Word


class ScriptError(Exception):
    """Something in a script that can't be read."""

    def __init__(self, code: str, message: str, node: Node, hint: str = "") -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, Level.ERROR, message, node.span, hint)


def head_of(node: Node | Sequence[Node]) -> str:
    """Return the word that a bracket begins with; empty if it begins with none."""
    items = node if isinstance(node, Sequence) else node.items if isinstance(node, Group) else []
    return items[0].text if items and isinstance(items[0], Word) else ""


def read_groups(text: str) -> list[Node]:
    """Return the s-expressions of a text.

    Raises:
        ScriptError: a bracket, a text or a quoted symbol is not closed, or something is nested too deeply.
    """
    top = Group(0, 0, [])
    stack = [top]
    for match in _TOKEN.finditer(text):
        word, start = match.group("word"), match.start()
        if word is None:
            continue
        if word == "(":
            inner = Group(start, start + 1, [])
            stack[-1].items.append(inner)
            stack.append(inner)
            if len(stack) > MAX_DEPTH + 2:
                raise ScriptError("too-deep", f"the script is nested more than {MAX_DEPTH} levels deep", inner)
        elif word == ")":
            if len(stack) == 1:
                hint = "Take it away, or write the bracket that it closes."
                raise ScriptError("stray-bracket", "a closing bracket without an opening one", Word(word, start), hint)
            stack.pop().end = start + 1
        elif word in ("|", '"'):
            hint = f"Close it with {word}."
            raise ScriptError("unexpected-token", f"an unfinished {word}…{word}", Word(word, start), hint)
        elif word.strip("|") in ("", "%v", "%p", "%f", "%s"):
            raise ScriptError("empty-name", "a name without letters", Word(word, start))
        else:
            plain = word[0] == "|" and _SIMPLE.fullmatch(word[1:-1]) and word[1:-1] not in _RESERVED
            stack[-1].items.append(Word(word[1:-1] if plain else word, start))
    if len(stack) > 1:
        missing = len(stack) - 1
        message = f"the script ends inside {missing} bracket{'s' * (missing > 1)}"
        hint = "Was it cut off? What is missing may be more than brackets: write the script to its end."
        raise ScriptError("missing-bracket", message, Word("(", stack[1].start), hint)
    return top.items
