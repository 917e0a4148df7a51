"""Where names stand in the formulas of a text. Only what has something to say of a name needs to know."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..logic.diagnostics import Span
from .signs import TRUTHS

_QUOTES = {'"': '"', "'": "'", "`": "`", "“": "”", "‘": "’"}


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
        self._parts = parts
        self._truth_argument = truth_argument

    def of(self, name: str, arity: int | None = None) -> tuple[Span, ...]:
        """Return where a name stands, with its quotes, in the order of the text.

        Args:
            name: the name, without quotes.
            arity: with how many arguments; ``None`` for any number. If it stands nowhere with so
                many, as where brackets are missing, all its places are given.
        """
        if not name or name not in self.text:
            return ()
        known = {part.start: part for part in self._parts if part is not None}
        parts = [Span(0, len(self.text))] if None in self._parts else [known[start] for start in sorted(known)]
        found = [(span, self._arguments(span.end, part.end)) for part in parts for span in self._in(name, part)]
        exact = [span for span, count in found if arity is None or count == arity]
        return tuple(exact or [span for span, _ in found])

    def quoted(self, name: str) -> bool:
        """Return whether a name stands in quotes somewhere, by which its writer says that it is one."""
        return any(self.text[span.start] in _QUOTES for span in self.of(name, 0))

    def _in(self, name: str, part: Span) -> Iterator[Span]:
        text, end = self.text, part.start
        while (start := text.find(name, end, part.end)) >= 0:
            end = start + len(name)
            before, behind = text[max(start - 1, 0) : start], text[end : end + 1]
            if behind and _QUOTES.get(before) == behind:
                yield Span(start - 1, end + 1)
            elif not (before.isalnum() or behind.isalnum() or before in ("_", "$") or behind in ("_", "'", "’")):
                yield Span(start, end)

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
