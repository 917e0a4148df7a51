"""Where names stand in the formulas of a text. Only what has something to say of a name needs to know."""

from __future__ import annotations

from collections.abc import Iterator

from ..logic.diagnostics import Span
from ..logic.program import Default, Program, Statement

_QUOTES = {'"': '"', "'": "'", "`": "`", "“": "”", "‘": "’"}


class Places:
    """The places of names in the formulas of a program, looked for when asked.

    Args:
        text: the whole text; all of it, where the place of a formula is not known.
        program: the program.
    """

    __slots__ = ("_program", "_spans", "text")

    def __init__(self, text: str, program: Program) -> None:
        self.text = text
        self._program = program
        self._spans: list[Span] | None = None

    def of(self, name: str) -> tuple[Span, ...]:
        """Return where a name, given without quotes, stands with its quotes, in the order of the text."""
        if not name or name not in self.text:
            return ()
        if self._spans is None:
            parts = [one.span for one in stated(self._program)]
            known = dict.fromkeys([part for part in parts if part is not None])
            whole = len(known) < len(parts) and None in parts
            self._spans = [Span(0, len(self.text))] if whole else sorted(known, key=lambda part: part.start)
        return tuple([span for part in self._spans for span in self._in(name, part)])

    def quoted(self, name: str) -> bool:
        """Return whether a name stands in quotes somewhere, by which its writer says that it is one."""
        return any(self.text[span.start] in _QUOTES for span in self.of(name))

    def _in(self, name: str, part: Span) -> Iterator[Span]:
        text, end = self.text, part.start
        while (start := text.find(name, end, part.end)) >= 0:
            end = start + len(name)
            before, behind = text[max(start - 1, 0) : start], text[end : end + 1]
            if behind and _QUOTES.get(before) == behind:
                yield Span(start - 1, end + 1)
            elif not (before.isalnum() or behind.isalnum() or before in ("_", "$") or behind in ("_", "'", "’")):
                yield Span(start, end)


def stated(program: Program) -> tuple[Statement | Default, ...]:
    """Return all that a program states or asks."""
    return (*program.premises, *program.rules, *program.exceptions, program.goal)
