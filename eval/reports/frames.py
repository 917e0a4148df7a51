"""A run's records for other tools: frames, CSV, LaTeX, and inspect_ai's logs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal

from sorites.solvers import UserError

from ..runs.store import read_records, read_samples
from ..scoring.metrics import Summary
from .figures import Run, problems_of, vote_is_right

_FIGURES: Final = ("samples", "executable_rate", "executable_accuracy", "accuracy", "macro_f1", "baseline")
_NESTED: Final = {"tags", "usage", "rounds", "diagnostics", "proof_f1", "explanation"}
_SPECIAL: Final = str.maketrans({"_": r"\_", "%": r"\%", "&": r"\&", "#": r"\#"})


def load_run(folder: str | Path, library: Literal["pandas", "polars"] = "pandas") -> Any:
    """Return a run's records as a frame, a row each, tags as columns of their own.

    Args:
        folder: the run's folder.
        library: whose frame; it must be installed.

    Raises:
        UserError: there are no records, or the library is not installed.
    """
    rows = list(rows_of(Path(folder)))
    try:
        if library == "polars":
            import polars

            return polars.DataFrame(rows)
        import pandas

        return pandas.DataFrame(rows)
    except ImportError as error:
        raise UserError(f"{library} is not installed; install it with: pip install {library}") from error


def rows_of(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield records as flat rows."""
    for record in read_records(folder):
        row = record.model_dump(
            mode="json", exclude={"tags", "usage", "rounds", "diagnostics", "proof_f1", "explanation"}
        )
        row["diagnostics"] = " ".join(d.code for d in record.diagnostics)
        usage = record.usage
        row |= (
            {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens, "cost": usage.cost}
            if usage
            else {}
        )
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


def as_inspect(run: Run, cell: str) -> str:
    """Return a cell as a log of inspect_ai, version 2, which its viewer opens.

    Raises:
        UserError: the run has no such cell.
    """
    if cell not in run.cells:
        raise UserError(f"there is no cell '{cell}'; there are {', '.join(run.cells)}")
    one, texts = run.cells[cell], read_samples(run.folder)
    started = run.manifest.get("started", "1970-01-01T00:00:00Z").replace("Z", "+00:00")
    samples = []
    for several in problems_of(run.folder):
        first = several[0]
        if (first.cell or first.translator) != cell:
            continue
        text = texts.get(first.id)
        asked = f"{text.context}\n\n{text.question}" if text else first.id
        said = first.answer or first.program or first.fault
        right = vote_is_right(several)
        samples.append(
            {
                "id": first.id,
                "epoch": 1,
                "input": asked,
                "target": first.gold,
                "messages": [{"role": "user", "content": asked}, {"role": "assistant", "content": said}],
                "output": {
                    "model": cell,
                    "choices": [{"message": {"role": "assistant", "content": said}, "stop_reason": "stop"}],
                },
                "scores": {
                    "answer": {
                        "value": "C" if right else "I",
                        "answer": first.label or "",
                        "explanation": "\n".join(first.explanation),
                    }
                },
                "metadata": {**first.tags, "verdict": first.verdict or "", "executable": first.executable},
            }
        )
    log = {
        "version": 2,
        "status": "success",
        "eval": {
            "created": started,
            "task": run.dataset,
            "task_id": run.dataset,
            "run_id": run.folder.name,
            "dataset": {"name": run.dataset, "samples": len(samples)},
            "model": cell,
            "config": {},
        },
        "plan": {"name": "plan", "steps": [], "config": {}},
        "results": {
            "total_samples": len(samples),
            "completed_samples": len(samples),
            "scores": [
                {
                    "name": "answer",
                    "scorer": "answer",
                    "params": {},
                    "metrics": {k: {"name": k, "value": getattr(one, k), "params": {}} for k in _FIGURES[1:4]},
                }
            ],
        },
        "stats": {"started_at": started, "completed_at": started, "model_usage": {}},
        "samples": samples,
    }
    return json.dumps(log, ensure_ascii=False, indent=1)
