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

from ..scoring.summary import Group, Summary
from .figures import Run
from .tables import interval, share

if TYPE_CHECKING:
    from .comparison import Comparison
    from .data import LogFigures

_SHARES: Final = ("executable_rate", "executable_accuracy", "coverage", "precision", "accuracy")
_PARTS: Final = ("cell", "tag", "value", "samples", *_SHARES, "low", "high")
_WHOLE: Final = ("problems", "unscored", "majority", "vote", "macro_f1", "cost", "guesses", "guesses_accuracy",
                 "likely", "likely_accuracy", "disputes")  # fmt: skip

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
        sure = map(_rounded, one.intervals.get("accuracy", (None, None)))
        own = [_rounded(one.metrics[m].mean if m in one.metrics else None) for m in measured]
        out.writerow([_literal(name), "", "", one.samples, *_shares(one), *sure, *_whole(run, name, one), *own])
        for tag, values in one.groups.items():
            for value, group in values.items():
                sure = map(_rounded, group.interval)
                out.writerow([*map(_literal, (name, tag, value)), group.samples, *_shares(group), *sure])
    return held.getvalue()


def _literal(text: str) -> str:
    """Return a text as spreadsheets show it, and don't reckon it."""
    return f"'{text}" if text.startswith(_FORMULA) and not _NUMBER.fullmatch(text) else text


def _whole(run: Run, name: str, one: Summary) -> list[Any]:
    """Return the figures that cells have, and their parts have not."""
    votes = [_rounded(one.votes[rule].accuracy if rule in one.votes else None) for rule in ("majority", "vote")]
    cost = one.usage.cost if one.usage is not None and one.usage.cost is not None else ""
    guessed = [one.guesses.samples, _rounded(one.guesses.accuracy)] if one.guesses else ["", ""]
    likely = [one.with_guesses.guessed, _rounded(one.with_guesses.accuracy)] if one.with_guesses else ["", ""]
    told = [len(run.right.get(name, {})), one.unscored, *votes, _rounded(one.macro_f1), cost]
    return [*told, *guessed, *likely, "" if one.checked is None else len(one.disputes)]


def _rounded(value: float | None) -> float | str:
    """Return a figure; of nothing there is none."""
    return "" if value is None else round(value, 4)


def _shares(one: Summary | Group) -> list[float | str]:
    return [_rounded(getattr(one, name)) for name in _SHARES]


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
    heads = " & ".join(["", "$n$", "ER", "EA", "Coverage", "Precision", "Accuracy", r"95\,\%", *more])
    columns = "l" + "r" * (7 + len(more))
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", rf"{heads.lstrip()} \\", r"\midrule"]
    for name, one in run.cells.items():
        sure = "--".join(f"{100 * x:.1f}" for x in one.intervals.get("accuracy", ()))
        shares = " & ".join("--" if x is None else f"{100 * x:.1f}" for x in (getattr(one, s) for s in _SHARES))
        tail = [f"{100 * one.votes[rule].accuracy:.1f}" if rule in one.votes else "" for rule in rules]
        tail.append("--" if one.macro_f1 is None else f"{one.macro_f1:.3f}")
        if paid:
            tail.append(f"{one.usage.cost:.2f}" if one.usage is not None and one.usage.cost is not None else "")
        tail += [f"{one.metrics[m].mean:.4g}" if m in one.metrics else "" for m in measured]
        lines.append(rf"{name.translate(_SPECIAL)} & {one.samples} & {shares} & {sure} & {' & '.join(tail)} \\")
    base = next(iter(run.cells.values())).baseline
    empty, often = " & " * (1 + len(more)), "--" if base is None else f"{100 * base:.1f}"
    lines += [r"\midrule", rf"most frequent label & & & & & & {often}{empty}\\", r"\bottomrule", r"\end{tabular}"]
    return "\n".join(lines) + "\n"


def as_markdown(run: Run | Comparison) -> str:
    """Return the table of all cells in Markdown."""
    measured = list(dict.fromkeys(name for one in run.cells.values() for name in one.metrics))
    unscored = ["not asked"] if any(one.unscored for one in run.cells.values()) else []
    heads = "".join(f" {cell_of(name)} |" for name in [*unscored, *measured])
    lines = [
        f"| | samples | executable rate | accuracy of these | coverage | precision | accuracy | 95 % |{heads}",
        f"|---|{'---:|' * (7 + len(unscored) + len(measured))}",
    ]
    for name, one in run.cells.items():
        own = f" {one.unscored} |" * len(unscored)
        own += "".join(f" {one.metrics[m].mean:.4g} |" if m in one.metrics else " |" for m in measured)
        figures = " | ".join(share(getattr(one, s)) for s in _SHARES)
        sure = interval(one.intervals["accuracy"]) if one.samples else ""
        lines.append(f"| {cell_of(name)} | {one.samples} | {figures} | {sure} |{own}")
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
