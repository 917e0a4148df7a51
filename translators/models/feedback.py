"""How a diagnostic is worded for a model: the one place where that is decided."""

from __future__ import annotations

from collections.abc import Sequence

from sorites.solvers import Diagnostic, Level

MAX_SHOWN = 12
"""The most diagnostics that one reply carries; a model mends a few at a time."""


def for_model(diagnostics: Sequence[Diagnostic], text: str) -> str:
    """Return what a model should know to mend its program, errors first.

    Args:
        diagnostics: what is wrong with the program.
        text: the program's text, to which their places refer.
    """
    order = {Level.ERROR: 0, Level.WARNING: 1, Level.MENDED: 2}
    worst_first = sorted(diagnostics, key=lambda d: order[d.level])
    lines = [_one(d, text) for d in worst_first[:MAX_SHOWN]]
    more = len(worst_first) - MAX_SHOWN
    if more > 0:
        lines.append(f"… and {more} more.")
    return "\n".join(lines)


def _one(diagnostic: Diagnostic, text: str) -> str:
    where = ""
    if diagnostic.span is not None:
        start = diagnostic.span.start
        line = text[text.rfind("\n", 0, start) + 1 :].split("\n", 1)[0].split(":::", maxsplit=1)[0].strip()
        where = f" In: {line}"
        part = text[start : diagnostic.span.end].strip()
        if part and part != line:
            where += f" At: {part}"
    hint = f" {diagnostic.hint}" if diagnostic.hint else ""
    return f"- {diagnostic.level}: {diagnostic.message}.{where}{hint}"
