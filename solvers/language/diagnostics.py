"""What is wrong with a program's text: where, what was expected, how to mend it.

A diagnostic is a value. The same one is shown to a person and handed to the
model that repairs the program.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
    """

    code: str
    level: Level
    message: str
    span: Span | None = None
    hint: str = ""
    expected: str = ""
    found: str = ""

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
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Return the line and column, both from 1, of a character's offset in the text."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def has_errors(diagnostics: tuple[Diagnostic, ...] | list[Diagnostic]) -> bool:
    """Return whether any of the diagnostics keeps the program from running."""
    return any(d.level is Level.ERROR for d in diagnostics)
