"""A run's records and figures for other tools: frames, CSV and Markdown."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from sorites.solvers import UserError
from sorites.solvers.showing import plain

from ..scoring.summary import Group, Summary
from .figures import Run
from .tables import between, table_of

if TYPE_CHECKING:
    from .comparison import Comparison
    from .data import LogFigures

_SHARES: Final = ("executable_rate", "executable_accuracy", "coverage", "precision", "accuracy")
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "'", "＝", "＋", "－", "＠")
"""What a cell begins with that a spreadsheet takes for a formula, as OWASP lists it, and the sign that prevents it."""
_NUMBER: Final = re.compile(r"[+-]?\d+(\.\d+)?")
"""A number is no formula, whatever its sign."""


def frame_of(run: Run) -> Any:
    """Return a run's records as a frame; see ``Run.frame``."""
    try:
        import pandas
    except ImportError as error:
        raise UserError("pandas is not installed; install it with: pip install pandas") from error
    return pandas.DataFrame(list(rows_of(run)))


def rows_of(run: Run) -> Iterator[dict[str, Any]]:
    """Yield records as flat rows."""
    for record in run.records:
        row = {
            name: value for name, value in record.model_dump(mode="json").items() if not isinstance(value, list | dict)
        }
        row["diagnostics"] = " ".join(d.code for d in record.diagnostics)
        if (usage := record.usage) is not None:
            row |= {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens, "cost": usage.cost}
        row |= {f"metric_{name}": value for name, value in record.metrics.items()}
        yield row | {f"tag_{k}": v for k, v in record.tags.items()}


def as_csv(run: Run) -> str:
    """Return the figures of all cells, and of their parts, as CSV.

    A name that a spreadsheet would take for a formula has a ``'`` before it, which spreadsheets don't show (OWASP, CSV
    injection), and so has one that begins with that sign: without one ``'`` at its beginning each is itself again.
    """
    held = io.StringIO()
    rows = [row for name, one in run.cells.items() for row in _rows(run, name, one)]
    out = csv.DictWriter(held, list(dict.fromkeys(name for row in rows for name in row)))
    out.writeheader()
    out.writerows(rows)
    return held.getvalue()


def _rows(run: Run, cell: str, one: Summary) -> Iterator[dict[str, Any]]:
    """Yield a row of a cell, and one of each of its parts."""
    name = _literal(cell)
    votes = {rule: one.votes[rule].accuracy if rule in one.votes else None for rule in ("majority", "vote")}
    whole: dict[str, Any] = {
        "problems": len(run.right.get(cell, {})), "unscored": one.unscored, **votes, "macro_f1": one.macro_f1,
        "cost": one.usage.cost if one.usage else None, "guesses": one.guesses.samples if one.guesses else None,
        "likely": one.with_guesses.guessed if one.with_guesses else None,
        "disputes": None if one.checked is None else len(one.disputes),
        **{_literal(metric): of.mean for metric, of in one.metrics.items()},
    }  # fmt: skip
    yield _row((name, "", ""), one, one.intervals.get("accuracy", (None, None))) | {
        k: _rounded(v) for k, v in whole.items()
    }
    for tag, values in one.groups.items():
        for value, group in values.items():
            yield _row((name, _literal(tag), _literal(value)), group, group.interval)


def _row(part: tuple[str, str, str], one: Summary | Group, sure: tuple[float | None, float | None]) -> dict[str, Any]:
    shares = {name: getattr(one, name) for name in _SHARES} | dict(zip(("low", "high"), sure, strict=True))
    named = dict(zip(("cell", "tag", "value"), part, strict=True))
    return {**named, "samples": one.samples, **{name: _rounded(value) for name, value in shares.items()}}


def _literal(text: str) -> str:
    """Return a text as spreadsheets show it, and don't reckon it."""
    return f"'{text}" if text.startswith(_FORMULA) and not _NUMBER.fullmatch(text) else text


def _rounded(value: float | None) -> float | str:
    """Return a figure; of nothing there is none."""
    return "" if value is None else round(value, 4)


def as_markdown(run: Run | Comparison) -> str:
    """Return the table of all cells in Markdown."""
    heads, rows, _ = table_of(list(run.cells.values()))
    counts = (str(one.samples) for one in run.cells.values())
    return grid(
        ["", "samples", *heads], [[name, count, *row] for name, count, row in zip(run.cells, counts, rows, strict=True)]
    )


def logs_as_markdown(logs: Mapping[str, LogFigures]) -> str:
    """Return the table of logs of other tools in Markdown."""
    rows = []
    for name, one in logs.items():
        mean = [f"{one.score.mean:.3f}", between(one.score), str(one.score.problems)] if one.score else ["–", "", "0"]
        rows.append([name, one.scorer, *mean, str(one.errors), str(one.unscored)])
    return grid(["", "score", "mean", "95 %", "samples", "errors", "unscored"], rows)


def grid(heads: list[str], rows: list[list[str]]) -> str:
    """Return a table in Markdown."""
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "".join(f"| {' | '.join(map(cell_of, line))} |\n" for line in lines)


def cell_of(text: str) -> str:
    """Return a text as it may stand in a table of Markdown."""
    return " ".join(html.escape(plain(text), quote=False).replace("|", "&#124;").split())
