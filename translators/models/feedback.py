"""How a diagnostic is worded for a model: the one place where that is decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from sorites.solvers import Diagnostic, Level
from sorites.solvers.logic.diagnostics import Span, gathered, lines_and_columns

MAX_SHOWN: Final = 12
"""The most faults that one reply tells; a model mends a few at a time."""
MAX_LENGTH: Final = 3000
"""The most characters of what one reply tells, but for the line that counts what is left out."""
MAX_PLACES: Final = 3
"""The most lines that are shown of one fault."""
_WIDTH: Final = 160
"""The most characters that are shown of a line, a message or a hint."""
_TOGETHER: Final = 4
"""Faults of one kind that are told before those of other kinds have had their turn."""
_ORDER: Final = {Level.ERROR: 0, Level.MENDED: 1, Level.WARNING: 2}
_CONSEQUENCES: Final = frozenset({"goal-disconnected", "undeclared-predicate", "similar-names", "no-goal"})
"""Faults that often go away when another one is mended."""


def for_model(diagnostics: Sequence[Diagnostic], text: str) -> str:
    """Return what a model should know to mend its program: errors, then mends, then warnings.

    Each fault is told once, with the lines where it stands; causes come before what may
    follow from them, and no kind of fault crowds out the others.

    Args:
        diagnostics: what is wrong with the program.
        text: the program's text, to which their places refer.
    """
    seen: Counter[tuple[Level, str]] = Counter()
    ranked = []
    for at, d in enumerate(gathered(diagnostics)):
        kind = d.level, d.code
        ranked.append((_ORDER[d.level], seen[kind] // _TOGETHER, d.code in _CONSEQUENCES, at, d))
        seen[kind] += 1
    faults = [d for *_, d in sorted(ranked, key=lambda row: row[:4])]
    lines: list[str] = []
    length = 0
    for fault in faults[:MAX_SHOWN]:
        told = _one(fault, text)
        length += len(told) + 1
        if length > MAX_LENGTH and lines:
            break
        lines.append(told)
    if len(lines) < len(faults):
        lines.append(f"… and {len(faults) - len(lines)} more.")
    return "\n".join(lines)


def _one(diagnostic: Diagnostic, text: str) -> str:
    hint = f" {_cut(diagnostic.hint)}" if diagnostic.hint else ""
    where = _places([diagnostic.span, *diagnostic.also], text) if diagnostic.span is not None else ""
    return f"- {diagnostic.level}: {_cut(diagnostic.message)}.{hint}{where}"


def _places(spans: Sequence[Span | None], text: str) -> str:
    """Return the lines of some places, each once and without its gloss, and what of the first one is meant."""
    starts = [span.start for span in spans if span is not None]
    by_line: dict[int, int] = {}
    for start, (line, _) in zip(starts, lines_and_columns(text, starts), strict=True):
        by_line.setdefault(line, start)
    shown = ""
    for line, start in list(by_line.items())[:MAX_PLACES]:
        begins = text.rfind("\n", 0, start) + 1
        ends = text.find("\n", start)
        whole = text[begins : ends if ends >= 0 else len(text)]
        formula = whole.split(":::", maxsplit=1)[0].rstrip()
        left = max(0, start - begins - _WIDTH // 2) if len(formula) > _WIDTH else 0
        shown += f"\n  Line {line}: {formula[left : left + _WIDTH].strip()}"
    first = spans[0]
    part = text[first.start : first.end].strip() if first is not None else ""
    if part and len(part) <= _WIDTH:
        shown += f"\n  At: {part}"
    more = len(by_line) - MAX_PLACES
    return shown + (f"\n  and in {more} more line{'s' if more > 1 else ''}" if more > 0 else "")


def _cut(text: str) -> str:
    return text if len(text) <= 2 * _WIDTH else text[: 2 * _WIDTH] + "…"
