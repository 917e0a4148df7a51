"""The words of TPTP, and a place among its tokens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NoReturn

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.syntax import number_named
from .file_tokens import Token, Unreadable
from .scanner import unquote

WORDS: Final = re.compile(
    r"""\s*(?:(?P<comment>%[^\n]*|/\*.*?(?:\*/|\Z))
    |(?P<quoted>'(?:[^'\\\n]|\\.)*')
    |(?P<object>"(?:[^"\\\n]|\\.)*")
    |(?P<number>[+-]?\d+(?:/\d+|(?:\.\d+)?(?:[eE][+-]?\d+)?)(?!\w))
    |(?P<defined>\$\$?\w+)
    |(?P<word>\w+)
    |(?P<sign><=>|<~>|==>|<->|=>|<=|->|~\||~&|!=|&&|\|\||\S))""",
    re.S | re.X,
)


def quoted_name(text: str) -> str:
    """Return the name that stands in quotes: ``'5'`` is a word and not the number 5, so it keeps its quotes."""
    name = unquote(text)
    return name if number_named(name) is None else text


class TokenParser:
    """A place among the tokens of a file.

    Args:
        text: the file.
        tokens: its tokens.
        i: the place.
        diagnostics: to which faults are added.
        strict: what would be mended is an error.
    """

    def __init__(self, text: str, tokens: Sequence[Token], i: int, diagnostics: list[Diagnostic], strict: bool) -> None:
        self.text = text
        self.tokens = tokens
        self.i = i
        self.diagnostics = diagnostics
        self.strict = strict

    @property
    def token(self) -> Token:
        """The next token."""
        return self.tokens[self.i]

    def fail(self, code: str, message: str, span: Span, hint: str = "", expected: str = "") -> NoReturn:
        """Note an error and end the reading."""
        self.diagnostics.append(Diagnostic(code, Level.ERROR, message, span, hint, expected, self.token.text))
        raise Unreadable

    def mend(self, code: str, message: str, span: Span, hint: str = "") -> None:
        """Note that something was mended, or fail if nothing may be."""
        if self.strict:
            self.fail(code, message, span, hint)
        self.diagnostics.append(Diagnostic(code, Level.MENDED, message, span, hint))

    def unexpected(self, expected: str) -> NoReturn:
        """Fail at the next token."""
        token = self.token
        if token.kind == "end":
            start = self.tokens[max(0, self.i - 1)].start
            message = "the file ends in the middle of a formula: was it cut off?"
            self.fail("cut-off", message, Span(start, token.start), "Give the rest of the file.", expected)
        hint = ""
        if token.text in ("<", ">", "+", "*", "-", "/"):
            hint = "TPTP writes arithmetic with words, in tff: $less(X, Y), $sum(X, 1)."
        elif token.text in ("'", '"'):
            hint = "A quotation is not closed."
        elif token.kind in ("word", "quoted") and "connective" in expected:
            hint = "A connective is missing before this, or a name of several words needs quotes: 'New York'."
        self.fail("unexpected-token", f"expected {expected}, found '{token.text}'", token.span, hint, expected)

    def at(self, *signs: str) -> bool:
        """Return whether the next token is one of these signs."""
        return self.token.kind == "sign" and self.token.text in signs

    def take(self, sign: str, expected: str) -> None:
        """Step over a sign that must stand here."""
        if not self.at(sign):
            self.unexpected(expected)
        self.i += 1
