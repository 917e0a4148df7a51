"""A run's records for other tools: frames, CSV and LaTeX."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final, Literal

from sorites.solvers import UserError

from ..scoring.summary import Summary
from .figures import Run

_METRICS: Final = ("executable_rate", "executable_accuracy", "accuracy")
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
}
_SPECIAL: Final = str.maketrans({"_": r"\_", "%": r"\%", "&": r"\&", "#": r"\#"})


def frame_of(run: Run, library: Literal["pandas", "polars"] = "pandas") -> Any:
    """Return a run's records as a frame; see ``Run.frame``."""
    if library not in {"pandas", "polars"}:
        raise UserError(f"there are frames of pandas and polars, not of {library}")
    try:
        made = import_module(library)
    except ImportError as error:
        raise UserError(f"{library} is not installed; install it with: pip install {library}") from error
    return made.DataFrame(list(rows_of(run)))


def rows_of(run: Run) -> Iterator[dict[str, Any]]:
    """Yield records as flat rows."""
    for record in run.records:
        row = record.model_dump(mode="json", exclude=_NESTED)
        row["diagnostics"] = " ".join(d.code for d in record.diagnostics)
        if (usage := record.usage) is not None:
            row |= {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens, "cost": usage.cost}
        yield row | {f"tag_{k}": v for k, v in record.tags.items()}


def as_csv(run: Run) -> str:
    """Return the figures of all cells, and of their parts, as CSV."""
    held = io.StringIO()
    out = csv.writer(held)
    out.writerow(
        ["cell", "tag", "value", "samples", "executable_rate", "executable_accuracy", "accuracy", "low", "high"]
    )
    for name, one in run.cells.items():
        low, high = one.intervals["accuracy"]
        out.writerow([name, "", "", one.samples, *_rounded(one), round(low, 4), round(high, 4)])
        for tag, values in one.groups.items():
            for value, group in values.items():
                sure = [round(x, 4) for x in group.interval]
                shares = [round(x, 4) for x in (group.executable_rate, group.executable_accuracy, group.accuracy)]
                out.writerow([name, tag, value, group.samples, *shares, *sure])
    return held.getvalue()


def _rounded(one: Summary) -> list[float]:
    return [round(x, 4) for x in (one.executable_rate, one.executable_accuracy, one.accuracy)]


def as_latex(run: Run) -> str:
    """Return the table of all cells for a paper; it needs the package booktabs."""
    lines = [r"\begin{tabular}{lrrrrr}", r"\toprule", r"& $n$ & ER & EA & Accuracy & 95\,\% \\", r"\midrule"]
    for name, one in run.cells.items():
        low, high = (100 * x for x in one.intervals["accuracy"])
        shares = " & ".join(f"{100 * x:.1f}" for x in (one.executable_rate, one.executable_accuracy, one.accuracy))
        lines.append(rf"{name.translate(_SPECIAL)} & {one.samples} & {shares} & {low:.1f}--{high:.1f} \\")
    base = next(iter(run.cells.values())).baseline
    lines += [r"\midrule", rf"most frequent label & & & & {100 * base:.1f} & \\", r"\bottomrule", r"\end{tabular}"]
    return "\n".join(lines) + "\n"


def as_markdown(run: Run) -> str:
    """Return the table of all cells in Markdown."""
    lines = [
        "| | samples | executable rate | accuracy of these | accuracy | 95 % |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, one in run.cells.items():
        low, high = one.intervals["accuracy"]
        shares = " | ".join(f"{x:.1%}" for x in (one.executable_rate, one.executable_accuracy, one.accuracy))
        lines.append(f"| {name.replace('|', '&#124;')} | {one.samples} | {shares} | {low:.1%} to {high:.1%} |")
    return "\n".join(lines) + "\n"
