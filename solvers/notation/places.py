"""Where names stand in the formulas of a text. Only what has something to say of a name needs to know."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..logic.diagnostics import Span
from . import scanner, signs

_TRUTH_VALUES = frozenset({"True", "False", "true", "false"})
_NAMES = (signs.NAME, signs.QUOTED)


class Places:
    """The places of all names in some parts of a text, found in one pass when first asked for.

    Args:
        text: the whole text.
        parts: where its formulas stand; ``None`` for one whose place is not known, which makes the
            whole text a part.
        truth_argument: whether a last argument ``True`` or ``False`` is none.
    """

    __slots__ = ("_found", "_parts", "_truth_argument", "text")

    def __init__(self, text: str, parts: Collection[Span | None], truth_argument: bool = False) -> None:
        self.text = text
        self._parts = parts
        self._truth_argument = truth_argument
        self._found: dict[str, list[tuple[int, Span]]] | None = None

    def of(self, name: str, arity: int | None = None) -> tuple[Span, ...]:
        """Return where a name stands, in the order of the text.

        Args:
            name: the name, without quotes.
            arity: with how many arguments; ``None`` for any number. If it stands nowhere with so
                many, as where brackets are missing, all its places are given.
        """
        if self._found is None:
            self._found = {}
            known = dict.fromkeys(part for part in self._parts if part is not None)
            whole = [Span(0, len(self.text))] if None in self._parts else sorted(known, key=lambda part: part.start)
            for part in whole:
                for found, count, span in self._names(part):
                    self._found.setdefault(found, []).append((count, span))
        places = self._found.get(name, [])
        exact = [span for count, span in places if arity is None or count == arity]
        return tuple(exact or [span for _, span in places])

    def _names(self, part: Span) -> Iterator[tuple[str, int, Span]]:
        """Yield each name of a part with the number of its arguments, and names of several words as one too."""
        text = self.text[part.start : part.end]
        tokens, kinds = scanner.tokenize(text, {}, False)
        spans = [Span(span.start + part.start, span.end + part.start) for span in scanner.places(text)]
        counts = _argument_counts(tokens, kinds, self._truth_argument)
        run: list[int] = []
        for at, kind in enumerate([*kinds, ""]):
            if kind in _NAMES:
                run.append(at)
                yield scanner.unquote(tokens[at]), counts.get(at, 0), spans[at]
                continue
            if len(run) > 1:
                words = " ".join(tokens[run[0] : run[-1] + 1])
                yield words, counts.get(run[-1], 0), Span(spans[run[0]].start, spans[run[-1]].end)
            run = []


def _argument_counts(tokens: list[str], kinds: list[str], truth_argument: bool) -> dict[int, int]:
    """Return how many arguments stand in the brackets behind each token that has some."""
    counts: dict[int, int] = {}
    opened: list[tuple[int, int]] = []
    for at, kind in enumerate(kinds):
        if kind == "(":
            opened.append((at, 0))
        elif kind == "," and opened:
            opened[-1] = (opened[-1][0], opened[-1][1] + 1)
        elif kind == ")" and opened:
            start, commas = opened.pop()
            count = commas + 1 if at > start + 1 else 0
            if truth_argument and count and tokens[at - 1] in _TRUTH_VALUES:
                count -= 1
            counts[start - 1] = count
    return counts
