"""A table of a paper on a terminal, in parts that fit its width."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Final

from ..tables import literal
from . import PaperFigures

if TYPE_CHECKING:
    from rich.console import Console

_GAP: Final = 3
"""What rich puts around a column, with its line."""
_LABEL: Final = 30
"""The most that the names of rows take."""


def show(console: Console, figures: PaperFigures) -> None:
    """Print a table of a paper and, beside it, runs.

    It is printed in several parts where it is too wide.

    Args:
        console: where to.
        figures: the table.
    """
    rows = {**figures.printed, **{_own(who, figures): row for who, row in figures.measured.items()}}
    cells = {who: [_written(one, figures) for one in row] for who, row in figures.printed.items()}
    for who, row in figures.measured.items():
        spans = figures.intervals.get(who) or [None] * len(row)
        cells[_own(who, figures)] = [
            _written(one, figures) + ("" if span is None else f" ({_short(span[0])}-{_short(span[1])})")
            for one, span in zip(row, spans, strict=True)
        ]
    own = {_own(who, figures) for who in figures.measured}
    console.print(literal(f"{figures.title}, in {figures.unit}", "bold"))
    if rows:
        in_parts(console, figures.columns, cells, own)
    for text in filter(None, (figures.note, "" if rows else "The paper prints no figure of it.")):
        console.print(literal(fill(text, min(console.width, 100))))
    for text in figures.remarks:
        console.print(literal(fill(text, min(console.width, 100), subsequent_indent="  "), "yellow"))
    for who, text in figures.examples.items():
        console.print(literal(fill(f"{who}: {text}", min(console.width, 100), subsequent_indent="  ")))


def _own(who: str, figures: PaperFigures) -> str:
    """Return what a row of a run is called, which the paper may have, too."""
    return f"{who} (here)" if who in figures.printed else who


def _written(figure: float | None, figures: PaperFigures) -> str:
    if figure is None:
        return ""
    return f"{figure:.0f}" if figures.unit in {"samples", "problems"} else f"{figure:.2f}"


def _short(figure: float) -> str:
    return f"{figure:.0f}"


def _parts(columns: Sequence[str], rows: dict[str, list[str]], width: int) -> list[list[int]]:
    """Return the columns that stand beside each other."""
    label = min(_LABEL, max(map(len, rows)))
    found: list[list[int]] = []
    used = width
    for i, column in enumerate(columns):
        wide = _GAP + max(len(column), *(len(row[i]) for row in rows.values()))
        if used + wide > width:
            found.append([])
            used = label + _GAP
        found[-1].append(i)
        used += wide
    return found


def in_parts(
    console: Console, columns: Sequence[str], rows: dict[str, list[str]], own: Collection[str] = frozenset()
) -> None:
    """Print a table, in several parts if it is too wide.

    Args:
        console: where to.
        columns: the names of its columns.
        rows: its rows by their names.
        own: the rows that stand out: beside them others are dimmed.
    """
    from rich import box
    from rich.table import Table

    for part in _parts(columns, rows, console.width):
        shown = Table(box=box.SIMPLE, show_edge=False)
        shown.add_column("", max_width=_LABEL, overflow="fold")
        for i in part:
            shown.add_column(literal(columns[i]), justify="right")
        for who, row in rows.items():
            if any(row[i] for i in part):
                shown.add_row(literal(who), *(row[i] for i in part), style="dim" if own and who not in own else "")
        console.print(shown)
