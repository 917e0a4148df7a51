"""Where names stand in the formulas of a text. Only what has something to say of a name needs to know."""

from __future__ import annotations

import re
from typing import Final

from ..logic.diagnostics import Span
from ..logic.program import Default, Program, Statement

_PLACE: Final = r"""\"{0}\"|'{0}'|`{0}`|“{0}”|‘{0}’|(?<![\w$]){0}(?![\w'’])"""


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
            parts = {one.span for one in stated(self._program)}
            known = sorted([part for part in parts if part is not None], key=lambda part: part.start)
            self._spans = [Span(0, len(self.text))] if None in parts else known
        found = re.compile(_PLACE.replace("{0}", re.escape(name))).finditer
        return tuple([Span(*m.span()) for part in self._spans for m in found(self.text, part.start, part.end)])

    def quoted(self, name: str) -> bool:
        """Return whether a name stands in quotes somewhere, by which its writer says that it is one."""
        return any(self.text[span.start] in "\"'`“‘" for span in self.of(name))


def stated(program: Program) -> tuple[Statement | Default, ...]:
    """Return all that a program states or asks."""
    return (*program.premises, *program.rules, *program.exceptions, program.goal)
