"""What is said of one formula's text while it is read."""

from __future__ import annotations

from typing import Final, NoReturn

from . import lexer
from .diagnostics import Diagnostic, Level, Span
from .lexer import NAME, NUMBER, QUOTED
from .signs import END
from .syntax import MAX_DEPTH

MAX_DIAGNOSTICS: Final = 50
"""The most diagnostics of one formula; who needs more has to write it anew."""


class Fault(Exception):
    """Ends the reading of one formula; its diagnostic is already noted."""


class Unclear(Exception):
    """Ends a quick reading that met anything but plain formulas: the full one must look."""


class Report:
    """The diagnostics of one formula so far.

    Args:
        text: the formula's text.
        tokens: its tokens, with an empty one behind the last.
        strict: what would be mended is an error.
        offset: where the text begins in the text that spans refer to.
        quick: say nothing, and raise ``Unclear`` instead.
    """

    __slots__ = ("_offset", "_places", "_strict", "_text", "_tokens", "diagnostics", "failed", "quick")

    def __init__(self, text: str, tokens: list[str], strict: bool, offset: int, quick: bool) -> None:
        self._text = text
        self._tokens = tokens
        self._strict = strict
        self._offset = offset
        self._places: list[Span] | None = None
        self.quick = quick
        self.diagnostics: list[Diagnostic] = []
        self.failed = False

    def note(self, level: Level, code: str, message: str, at: int, hint: str = "", expected: str = "") -> None:
        """Note something about the token at a place; what would be mended is an error if ``strict``."""
        if self.quick:
            raise Unclear
        places, end = self._spans(), len(self._text.rstrip())
        span = places[at] if at < len(places) else Span(end, end + 1)
        if level is Level.MENDED and self._strict:
            level = Level.ERROR
        self.failed = self.failed or level is Level.ERROR
        found = self._tokens[at] or "the end of the formula"
        span = Span(span.start + self._offset, span.end + self._offset)
        self.diagnostics.append(Diagnostic(code, level, message, span, hint, expected, found))
        if len(self.diagnostics) == MAX_DIAGNOSTICS:
            self.fail("too-many-faults", f"the formula has more than {MAX_DIAGNOSTICS} faults", at, "Write it anew.")

    def fail(self, code: str, message: str, at: int, hint: str = "", expected: str = "") -> NoReturn:
        """Note an error and end the reading."""
        self.note(Level.ERROR, code, message, at, hint, expected)
        raise Fault

    def unexpected(self, at: int, kind: str, expected: str) -> NoReturn:
        """End the reading at a token of this kind, which should be something else."""
        token = self._tokens[at]
        if kind == "...":
            self.fail("ellipsis", "part of the formula is left out", at, "Write every part in full.", expected)
        if kind == END:
            self.fail("unexpected-end", f"the formula ends where {expected} should stand", at, "", expected)
        hint = ""
        if kind in (NAME, QUOTED, NUMBER, "(", "not", "forall", "exists") and "connective" in expected:
            hint = "A connective such as ∧ or → is missing before this, or a name is written as several words."
        elif kind in (NAME, QUOTED) and expected == "',' or ')'":
            hint = "Join the words of a name, as in henryThoreau, or put it in quotes; part arguments by commas."
        elif kind == "?":
            hint = "A formula states; it does not ask."
        elif token[0] in "\"'“‘`":
            hint = "A quotation is not closed."
        self.fail("unexpected-token", f"expected {expected}, found '{token}'", at, hint, expected)

    def too_deep(self, at: int) -> NoReturn:
        """End the reading of a formula that is nested too deep."""
        message = f"the formula is nested more than {MAX_DEPTH} levels deep"
        self.fail("too-deep", message, at, "Split it, or drop brackets that say nothing.")

    def cut(self, at: int, length: int) -> None:
        """Part the token at a place behind so many characters, in place of the next one."""
        start = self._spans()[at].start + length
        self._text = f"{self._text[:start]} {self._text[start + 1 :]}"
        self._places = None

    def _spans(self) -> list[Span]:
        if self._places is None:
            self._places = lexer.spans(self._text)
        return self._places
