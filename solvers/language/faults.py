"""What is said of one formula's text while it is read."""

from __future__ import annotations

import re
from typing import Final, NoReturn

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.syntax import MAX_DEPTH
from .lexer import NAME, NUMBER, QUOTED
from .signs import END

MAX_DIAGNOSTICS: Final = 50
"""The most diagnostics of one formula; who needs more has to write it anew."""


class Fault(Exception):
    """Ends the reading of one formula; its diagnostic is already noted."""


class Unclear(Exception):
    """Ends a quick reading that met anything but plain formulas: the full one must look."""


class Report:
    """The diagnostics of one formula so far.

    Args:
        tokens: the tokens, with an empty one behind the last; whoever changes them changes this list.
        spans: where each of them stands; ``None`` to say nothing, and raise ``Unclear`` instead.
        strict: what would be mended is an error.
        offset: where the formula's text begins in the text that spans refer to.
    """

    __slots__ = ("_offset", "_spans", "_strict", "_tokens", "diagnostics", "failed")

    def __init__(self, tokens: list[str], spans: list[Span] | None, strict: bool, offset: int) -> None:
        self._tokens = tokens
        self._spans = spans
        self._strict = strict
        self._offset = offset
        self.diagnostics: list[Diagnostic] = []
        self.failed = False

    def place(self, at: int, *, whole: bool = True) -> Span:
        """Return where a token stands, in the whole text or in the formula's own."""
        if self._spans is None:
            raise Unclear
        span = self._spans[at]
        if not whole:
            return span
        return Span(span.start + self._offset, span.end + self._offset)

    @property
    def spans(self) -> list[Span]:
        """Where each token stands in the formula's own text; a list that may be changed with the tokens."""
        if self._spans is None:
            raise Unclear
        return self._spans

    def text(self, start: int, end: int) -> str:
        """Return the words from one token to before another."""
        return re.sub(r"(?<=[(\[¬∀∃]) | (?=[)\],(])", "", " ".join(self._tokens[start:end]))

    def note(self, level: Level, code: str, message: str, at: int, hint: str = "", expected: str = "") -> None:
        """Note something about the token at a place; what would be mended is an error if ``strict``."""
        if self._spans is None:
            raise Unclear
        found = self._tokens[at] or "the end of the formula"
        self.add(level, code, message, self._spans[at], hint, expected, found)
        if len(self.diagnostics) == MAX_DIAGNOSTICS:
            self.fail("too-many-faults", f"the formula has more than {MAX_DIAGNOSTICS} faults", at, "Write it anew.")

    def add(  # the parts of a diagnostic
        self, level: Level, code: str, message: str, span: Span, hint: str, expected: str = "", found: str = ""
    ) -> None:
        """Note something about a place in the formula's own text."""
        if level is Level.MENDED and self._strict:
            level = Level.ERROR
        self.failed = self.failed or level is Level.ERROR
        whole = Span(span.start + self._offset, span.end + self._offset)
        self.diagnostics.append(Diagnostic(code, level, message, whole, hint, expected, found))

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
            hint = "Write the formula to its end, or drop the sign that stands last."
            self.fail("unexpected-end", f"the formula ends where {expected} should stand", at, hint, expected)
        hint = ""
        if kind in (NAME, QUOTED, NUMBER, "(", "not", "forall", "exists") and "connective" in expected:
            hint = "A connective such as ∧ or → is missing before this, or a name is written as several words."
        elif kind in (NAME, QUOTED) and expected == "',' or ')'":
            hint = "Join the words of a name, as in henryThoreau, or put it in quotes; part arguments by commas."
        elif kind == ":":
            hint = "A colon may stand before a gloss in words. Give each formula a line of its own."
        elif kind == "?":
            hint = "A formula states; it does not ask."
        elif expected == "a variable":
            hint = "Behind a quantifier stands what it binds, as in ∀x (P(x) → Q(x))."
        elif token[0] in "\"'“‘`":
            hint = "A quotation is not closed."
        hint = hint or f"Write {expected} here, or leave '{token}' out."
        self.fail("unexpected-token", f"expected {expected}, found '{token}'", at, hint, expected)

    def too_deep(self, at: int) -> NoReturn:
        """End the reading of a formula that is nested too deep."""
        message = f"the formula is nested more than {MAX_DEPTH} levels deep"
        self.fail("too-deep", message, at, "Split it, or drop brackets that say nothing.")
