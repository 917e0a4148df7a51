"""A run's records for other tools: frames, CSV and LaTeX."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal

from sorites.solvers import UserError
from sorites.solvers.showing import plain

from ..scoring.summary import Summary
from .figures import Run

if TYPE_CHECKING:
    from .comparison import Comparison
    from .data import LogFigures

_PARTS: Final = ("cell", "tag", "value", "samples", "executable_rate", "executable_accuracy", "accuracy", "low", "high")
_WHOLE: Final = ("problems", "unscored", "majority", "vote", "macro_f1", "cost")

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "'", "＝", "＋", "－", "＠")
"""What a cell begins with that a spreadsheet takes for a formula, as OWASP lists it, and the sign that prevents it."""
_NUMBER: Final = re.compile(r"[+-]?\d+(\.\d+)?")
"""A number is no formula, whatever its sign."""
_NESTED: Final = {
    "tags",
    "usage",
    "requests",
    "rounds",
    "diagnostics",
    "proof_f1",
    "explanation",
    "read",
    "proof",
    "models",
    "metrics",
}
_SPECIAL: Final = str.maketrans(
    {sign: f"\\{sign}" for sign in "_%&#${}"}
    | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
)


def frame_of(run: Run, library: Literal["pandas", "polars"] = "pandas") -> Any:
    """Return a run's records as a frame; see ``Run.frame``."""
    if library not in {"pandas", "polars"}:
        raise UserError(f"there are frames of pandas and polars, not of {library}")
    try:
        made = import_module(library)
    except ImportError as error:
        raise UserError(f"{library} is not installed; install it with: pip install {library}") from error
    rows = list(rows_of(run))
    # The first rows need not tell what a column holds: a label may be missing in hundreds of them.
    return made.DataFrame(rows) if library == "pandas" else made.DataFrame(rows, infer_schema_length=None)


def rows_of(run: Run) -> Iterator[dict[str, Any]]:
    """Yield records as flat rows."""
    for record in run.records:
        row = record.model_dump(mode="json", exclude=_NESTED)
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
    out = csv.writer(held)
    measured = list(dict.fromkeys(name for one in run.cells.values() for name in one.metrics))
    out.writerow([*_PARTS, *_WHOLE, *map(_literal, measured)])
    for name, one in run.cells.items():
        low, high = one.intervals["accuracy"]
        own = [round(one.metrics[m].mean, 4) if m in one.metrics else "" for m in measured]
        out.writerow(
            [
                _literal(name),
                "",
                "",
                one.samples,
                *_rounded(one),
                round(low, 4),
                round(high, 4),
                *_whole(run, name, one),
                *own,
            ]
        )
        for tag, values in one.groups.items():
            for value, group in values.items():
                sure = [round(x, 4) for x in group.interval]
                shares = [round(x, 4) for x in (group.executable_rate, group.executable_accuracy, group.accuracy)]
                out.writerow([*map(_literal, (name, tag, value)), group.samples, *shares, *sure])
    return held.getvalue()


def _literal(text: str) -> str:
    """Return a text as spreadsheets show it, and don't reckon it."""
    return f"'{text}" if text.startswith(_FORMULA) and not _NUMBER.fullmatch(text) else text


def _whole(run: Run, name: str, one: Summary) -> list[Any]:
    """Return the figures that cells have, and their parts have not."""
    votes = [round(one.votes[rule].accuracy, 4) if rule in one.votes else "" for rule in ("majority", "vote")]
    cost = one.usage.cost if one.usage is not None and one.usage.cost is not None else ""
    return [len(run.right.get(name, {})), one.unscored, *votes, round(one.macro_f1, 4), cost]


def _rounded(one: Summary) -> list[float]:
    return [round(x, 4) for x in (one.executable_rate, one.executable_accuracy, one.accuracy)]


def as_latex(run: Run) -> str:
    """Return the table of all cells for a paper; it needs the package booktabs."""
    cells = run.cells.values()
    rules = [rule for rule in ("majority", "vote") if any(rule in one.votes for one in cells)]
    measured = dict.fromkeys(name for one in cells for name in one.metrics)
    paid = any(one.usage is not None and one.usage.cost is not None for one in cells)
    more = [
        *(rule.capitalize() for rule in rules),
        "Macro F1",
        *(["Cost"] if paid else []),
        *(m.translate(_SPECIAL) for m in measured),
    ]
    heads = " & ".join(["", "$n$", "ER", "EA", "Accuracy", r"95\,\%", *more])
    columns = "l" + "r" * (5 + len(more))
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", rf"{heads.lstrip()} \\", r"\midrule"]
    for name, one in run.cells.items():
        low, high = (100 * x for x in one.intervals["accuracy"])
        shares = " & ".join(f"{100 * x:.1f}" for x in (one.executable_rate, one.executable_accuracy, one.accuracy))
        tail = [f"{100 * one.votes[rule].accuracy:.1f}" if rule in one.votes else "" for rule in rules]
        tail.append(f"{one.macro_f1:.3f}")
        if paid:
            tail.append(f"{one.usage.cost:.2f}" if one.usage is not None and one.usage.cost is not None else "")
        tail += [f"{one.metrics[m].mean:.4g}" if m in one.metrics else "" for m in measured]
        lines.append(
            rf"{name.translate(_SPECIAL)} & {one.samples} & {shares} & {low:.1f}--{high:.1f} & {' & '.join(tail)} \\"
        )
    base = next(iter(run.cells.values())).baseline
    empty = " & " * (1 + len(more))
    lines += [r"\midrule", rf"most frequent label & & & & {100 * base:.1f}{empty}\\", r"\bottomrule", r"\end{tabular}"]
    return "\n".join(lines) + "\n"


def as_markdown(run: Run | Comparison) -> str:
    """Return the table of all cells in Markdown."""
    measured = list(dict.fromkeys(name for one in run.cells.values() for name in one.metrics))
    unscored = ["not asked"] if any(one.unscored for one in run.cells.values()) else []
    heads = "".join(f" {cell_of(name)} |" for name in [*unscored, *measured])
    lines = [
        f"| | samples | executable rate | accuracy of these | accuracy | 95 % |{heads}",
        f"|---|---:|---:|---:|---:|---:|{'---:|' * (len(unscored) + len(measured))}",
    ]
    for name, one in run.cells.items():
        own = f" {one.unscored} |" * len(unscored)
        own += "".join(f" {one.metrics[m].mean:.4g} |" if m in one.metrics else " |" for m in measured)
        low, high = one.intervals["accuracy"]
        of_these = f"{one.executable_accuracy:.1%}" if one.executable_rate else "–"
        shares = f"{one.executable_rate:.1%} | {of_these} | {one.accuracy:.1%}"
        figures = f"{shares} | {low:.1%} to {high:.1%}" if one.samples else "– | – | – |"
        lines.append(f"| {cell_of(name)} | {one.samples} | {figures} |{own}")
    return "\n".join(lines) + "\n"


def logs_as_markdown(logs: Mapping[str, LogFigures]) -> str:
    """Return the table of logs of other tools in Markdown."""
    lines = ["| | score | mean | 95 % | samples | errors | unscored |", "|---|---|---:|---:|---:|---:|---:|"]
    for name, one in logs.items():
        low, high = one.score.interval if one.score else (0.0, 1.0)
        mean = f"{one.score.mean:.3f} | {low:.4g} to {high:.4g} | {one.score.problems}" if one.score else "– | | 0"
        lines.append(f"| {cell_of(name)} | {cell_of(one.scorer)} | {mean} | {one.errors} | {one.unscored} |")
    return "\n".join(lines) + "\n"


def cell_of(text: str) -> str:
    """Return a text as it may stand in a table of Markdown."""
    return " ".join(html.escape(plain(text), quote=False).replace("|", "&#124;").split())
