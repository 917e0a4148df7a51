"""What is wrong with a program's text: where, what was expected, how to mend it.

A diagnostic is a value. The same one is shown to a person and handed to the
model that repairs the program.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

MAX_LINES: Final = 8
"""The most lines that a diagnostic lists."""


class Level(StrEnum):
    """How much a diagnostic matters."""

    ERROR = "error"
    """The program cannot be run."""
    WARNING = "warning"
    """The program runs, but may not mean what its author wanted."""
    MENDED = "mended"
    """The text was faulty in a way that leaves one reading, which was taken."""


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of characters of the text: ``text[start:end]``."""

    start: int
    end: int

    def moved(self, by: int) -> Span:
        """Return the range that stands elsewhere.

        Args:
            by: how many characters later.

        Returns:
            The other range.
        """
        return Span(self.start + by, self.end + by)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault of a text.

    Attributes:
        code: a stable name of the kind of fault, such as ``unexpected-token``.
        level: see ``Level``.
        message: one sentence: what is wrong.
        span: where, in the text that was read; ``None`` if it is about the whole.
        hint: how to mend it; may be empty.
        expected: what would have been right here; may be empty.
        found: what stands here; may be empty.
        also: where else the same fault stands, in the order of the text.
    """

    code: str
    level: Level
    message: str
    span: Span | None = None
    hint: str = ""
    expected: str = ""
    found: str = ""
    also: tuple[Span, ...] = ()

    def moved(self, by: int) -> Diagnostic:
        """Return it with places that stand elsewhere.

        Args:
            by: how many characters later.

        Returns:
            The moved one; itself if it has no place.
        """
        if self.span is None or not by:
            return self
        return replace(self, span=self.span.moved(by), also=tuple(span.moved(by) for span in self.also))

    def show(self, text: str, name: str = "") -> str:
        """Return the diagnostic for a reader, with its line and a caret below.

        Args:
            text: the text that was read.
            name: the file's name, put before line and column.

        Returns:
            Lines of text: the message with its place, the line at fault, the caret, the hint.
        """
        lines = [f"{self.level}[{self.code}]: {self.message}"]
        if self.span is not None:
            line, column = line_and_column(text, self.span.start)
            source = text.split("\n")[line - 1].rstrip("\r")
            left = max(0, column - 60)  # a long line is cut around the fault, or the caret would be lost
            shown = source[left : left + 110].replace("\t", " ")
            blank = column - 1 - left
            width = max(1, min(self.span.end - self.span.start, len(shown) - blank))
            place = f"{name}:{line}" if name else f"line {line}"
            lines += [f"  {place}, column {column}", f"  | {shown}", f"  | {' ' * blank}{'^' * width}"]
        if self.also:
            more = dict.fromkeys(line for line, _ in lines_and_columns(text, [span.start for span in self.also]))
            listed = ", ".join(map(str, [*more][:MAX_LINES])) + (", …" if len(more) > MAX_LINES else "")
            places, s = f"place{'s' * (len(self.also) > 1)}", "s" * (len(more) > 1)
            lines.append(f"  and {len(self.also)} more {places} (line{s} {listed})")
        return "\n".join([*lines, f"  hint: {self.hint}"] if self.hint else lines)


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Return the line and column, both from 1, of a character's offset in the text."""
    [place] = lines_and_columns(text, [offset])
    return place


def lines_and_columns(text: str, offsets: Iterable[int]) -> list[tuple[int, int]]:
    """Return the lines and columns of characters, in one pass if their offsets are in the order of the text."""
    found = []
    line, begins, at = 1, 0, 0
    for offset in offsets:
        if offset < at:
            line, begins, at = 1, 0, 0
        if skipped := text.count("\n", at, offset):
            line, begins = line + skipped, text.rindex("\n", at, offset) + 1
        at = offset
        found.append((line, at - begins + 1))
    return found


def gathered(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return diagnostics with each fault told once, with all its places, where it was first told."""
    found: dict[tuple[str, ...], list[Diagnostic]] = {}
    for d in diagnostics:
        found.setdefault((d.code, d.level, d.message, d.hint, d.expected, d.found), []).append(d)
    return tuple([same[0] if len(same) == 1 else _joined(same) for same in found.values()])


def _joined(same: list[Diagnostic]) -> Diagnostic:
    spans = {span for d in same for span in (d.span, *d.also) if span is not None}
    places = sorted(spans, key=lambda span: (span.start, span.end))
    return replace(same[0], span=next(iter(places), None), also=tuple(places[1:]))


def has_errors(diagnostics: tuple[Diagnostic, ...] | list[Diagnostic]) -> bool:
    """Return whether any of the diagnostics keeps the program from running."""
    return bool(diagnostics) and any(d.level is Level.ERROR for d in diagnostics)
