"""The figures of runs and logs as tables in Markdown."""

from __future__ import annotations

import html
from collections.abc import Mapping

from sorites.solvers.showing import plain

from ..scoring.summary import Summary
from .data import LogFigures
from .tables import OF_LOGS, figures_of_log, table_of


def as_markdown(cells: Mapping[str, Summary]) -> str:
    """Return the table of all cells in Markdown."""
    heads, rows, _ = table_of(list(cells.values()))
    shown = zip(cells.items(), rows, strict=True)
    return grid(["", "samples", *heads], [[name, str(one.samples), *row] for (name, one), row in shown])


def logs_as_markdown(logs: Mapping[str, LogFigures]) -> str:
    """Return the table of logs of other tools in Markdown."""
    return grid(["", "score", *OF_LOGS], [[name, one.scorer, *figures_of_log(one)] for name, one in logs.items()])


def grid(heads: list[str], rows: list[list[str]]) -> str:
    """Return a table in Markdown."""
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "".join(f"| {' | '.join(map(cell_of, line))} |\n" for line in lines)


def cell_of(text: str) -> str:
    """Return a text as it may stand in a table of Markdown."""
    return " ".join(html.escape(plain(text), quote=False).replace("|", "&#124;").split())
