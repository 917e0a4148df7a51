"""Where names stand in the formulas of a text. Only what has something to say of a name needs to know."""

from __future__ import annotations

import re
from collections.abc import Collection

from ..logic.diagnostics import Span
from .signs import TRUTHS

_MARKS = "\"'“‘`"


class Places:
    """The places of names in some parts of a text, looked for when asked.

    Args:
        text: the whole text.
        parts: where its formulas stand; ``None`` for one whose place is not known, which makes the
            whole text a part.
        truth_argument: whether a last argument ``True`` or ``False`` is none.
    """

    __slots__ = ("_parts", "_truth_argument", "text")

    def __init__(self, text: str, parts: Collection[Span | None], truth_argument: bool = False) -> None:
        self.text = text
        known = {part.start: part for part in parts if part is not None}
        self._parts = [Span(0, len(text))] if None in parts else [known[start] for start in sorted(known)]
        self._truth_argument = truth_argument

    def of(self, name: str, arity: int | None = None) -> tuple[Span, ...]:
        """Return where a name stands, in the order of the text.

        Args:
            name: the name, without quotes.
            arity: with how many arguments; ``None`` for any number. If it stands nowhere with so
                many, as where brackets are missing, all its places are given.
        """
        if not name or name not in self.text:
            return ()
        pattern = re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w'’])")
        found: list[tuple[Span, int]] = []
        for part in self._parts:
            for match in pattern.finditer(self.text, part.start, part.end):
                start, end = match.span()
                if start and self.text[start - 1] in _MARKS and self.text[end : end + 1] in tuple("\"'”’`"):
                    start, end = start - 1, end + 1
                found.append((Span(start, end), self._arguments(end, part.end)))
        exact = [span for span, count in found if arity is None or count == arity]
        return tuple(exact or [span for span, _ in found])

    def _arguments(self, at: int, end: int) -> int:
        """Return how many arguments stand in the bracket that opens at a place; 0 if none does."""
        if self.text[at : at + 1] not in ("(", "["):
            return 0
        depth, count, begin = 0, 1, at + 1
        for i in range(at, end):
            char = self.text[i]
            depth += (char in "([{") - (char in ")]}")
            if depth == 1 and char == ",":
                count, begin = count + 1, i + 1
            elif depth == 0:
                last = self.text[begin:i].strip()
                return 0 if i == at + 1 else count - (self._truth_argument and last in TRUTHS)
        return count
