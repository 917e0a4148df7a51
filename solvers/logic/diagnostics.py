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
            source = text[text.rfind("\n", 0, self.span.start) + 1 :].split("\n", 1)[0].rstrip("\r")
            # A long line is cut around the fault, or the caret would be lost.
            left = max(0, column - 60)
            shown = source[left : left + 110].replace("\t", " ")
            width = max(1, min(self.span.end - self.span.start, len(shown) - (column - 1 - left)))
            place = f"{name or 'line'}{':' if name else ' '}{line}, column {column}"
            lines += [f"  {place}", f"  | {shown}", f"  | {' ' * (column - 1 - left)}{'^' * width}"]
        if self.also:
            lines.append(f"  {self._more(text)}")
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)

    def _more(self, text: str) -> str:
        """Return how many more places there are, and in which lines; empty if there are none."""
        if not self.also:
            return ""
        lines = dict.fromkeys(line for line, _ in lines_and_columns(text, [span.start for span in self.also]))
        listed = ", ".join(map(str, [*lines][:MAX_LINES])) + (", …" if len(lines) > MAX_LINES else "")
        count = f"{len(self.also)} more place{'s' if len(self.also) > 1 else ''}"
        return f"and {count} (line{'s' if len(lines) > 1 else ''} {listed})"


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
    return replace(same[0], span=places[0] if places else None, also=tuple(places[1:]))


def has_errors(diagnostics: tuple[Diagnostic, ...] | list[Diagnostic]) -> bool:
    """Return whether any of the diagnostics keeps the program from running."""
    return any(d.level is Level.ERROR for d in diagnostics)
