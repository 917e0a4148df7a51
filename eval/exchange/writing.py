"""A run as logs of inspect_ai, one for each cell, which its viewer lists."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import NAMESPACE_URL, uuid5

from sorites.solvers import UserError, require

from ..reports.figures import Run
from ..runs.manifest import SETTINGS
from ..runs.records import Record
from ..scoring.metrics import decided

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

SOLVER: Final = "sorites/sorites"
"""How our solver is called in inspect_ai."""
SCORERS: Final = ("accuracy", "executable_rate", "executable_accuracy")
"""Our scorers there (``scores``), in the order in which they are shown."""


def write_logs(run: Run, folder: Path | str, cell: str | None = None) -> list[Path]:
    """Write the cells of a run as logs of inspect_ai, in its format ``.eval``.

    Args:
        run: the run.
        folder: where to; it is made if there is none. A log that was written there before of the same cell of the
            same run is written anew.
        cell: the only one to write; ``None`` for all.

    Returns:
        The files, named as inspect_ai names its own.

    Raises:
        UserError: there is no such cell, or the folder can't be written.
        MissingExtra: inspect_ai is not installed.
    """
    require("inspect", "inspect_ai")
    if cell is not None and cell not in run.cells:
        raise UserError(f"there is no cell '{cell}'; there are {', '.join(run.cells)}")
    place, written = Path(folder), []
    try:
        place.mkdir(parents=True, exist_ok=True)
        from inspect_ai.log import write_eval_log

        for name in [cell] if cell is not None else run.cells:
            log = log_of(run, name)
            path = place / _file_name(log)
            write_eval_log(log, str(path))
            written.append(path)
    except OSError as error:
        raise UserError(f"can't write: {error}") from error
    return written


def log_of(run: Run, cell: str) -> EvalLog:
    """Return a cell as a log of inspect_ai.

    Args:
        run: the run.
        cell: the cell's name.

    Returns:
        The log: each problem a sample, each of its programs or answers an epoch; its metrics are counted over all
        epochs by inspect_ai itself, from the scores, by our metrics.
    """
    from inspect_ai.log import EvalLog, EvalPlan, EvalPlanStep, EvalSpec, EvalStats, recompute_metrics

    from .samples import samples_of, usage_of

    problems = [several for several in run.problems if (several[0].cell or several[0].translator) == cell]
    name = f"{run.manifest.get('started', '')}/{run.folder.name}"
    started, ended = _times(run)
    usage = usage_of(run.cells[cell].usage)
    log = EvalLog(
        status="success",
        eval=EvalSpec.model_validate(_spec(run, cell, name, started, problems)),
        plan=EvalPlan(steps=[EvalPlanStep(solver=SOLVER, params={"translator": cell})]),
        stats=EvalStats(started_at=started, completed_at=ended, model_usage={cell: usage} if usage else {}),
        samples=[
            one
            for several in problems
            for one in samples_of(several, run.texts.get(several[0].id), _decided(several, run), name)
        ],
    )
    recompute_metrics(log)
    return log


def _spec(run: Run, cell: str, name: str, started: str, problems: list[list[Record]]) -> dict[str, Any]:
    """Return what was evaluated and how, as inspect_ai has it."""
    settings, summary = run.manifest.get(SETTINGS, {}), run.cells[cell]
    commit = run.manifest.get("commit", "")
    ids = [several[0].id for several in problems]
    return {
        "created": started,
        "eval_id": _unique(f"{name}/{cell}"),
        "run_id": _unique(name),
        "task_id": _unique(f"{name}/{cell}/task"),
        "task": run.dataset,
        "task_args": {key: settings[key] for key in ("where", "limit", "sample", "seed") if settings.get(key)},
        "solver": SOLVER,
        "solver_args": {"translator": cell, "solver": summary.solver, "semantics": summary.semantics},
        "dataset": {"name": run.dataset, "samples": len(problems), "sample_ids": ids, "shuffled": False},
        "model": cell,
        "config": {"epochs": max(map(len, problems), default=1), "epochs_reducer": ["mean"]},
        "revision": {"type": "git", "origin": "", "commit": commit, "dirty": run.manifest.get("dirty")}
        if commit
        else None,
        "packages": {**_packages(run), "inspect_ai": version("inspect-ai")},
        "scorers": _scorers(),
        "metadata": {
            "rule": run.rule,
            "settings": settings,
            "machine": run.manifest.get("machine", {}),
            "summary": summary.model_dump(mode="json", exclude={"groups"}),
        },
    }


def _scorers() -> list[dict[str, Any]]:
    """Return our scorers with their metrics, as a log defines them."""
    metrics = [{"name": f"sorites/{name}"} for name in ("mean", "stderr")]
    return [{"name": name, "metrics": metrics} for name in SCORERS]


def _packages(run: Run) -> dict[str, str]:
    """Return the versions of what made a run, as far as it says."""
    manifest = run.manifest
    found = manifest.get(SETTINGS, {}).get("versions") or manifest.get("machine", {})  # older runs have them there
    return {"sorites": version("sorites"), **found}


def _decided(several: list[Record], run: Run) -> str | None:
    scored = [record for record in several if record.scored]
    return decided(scored, run.rule) if scored else None


def _times(run: Run) -> tuple[str, str]:
    """Return when a run began, and when it ended as far as it says."""
    started = datetime.fromisoformat(run.manifest.get("started") or "1970-01-01T00:00:00Z").astimezone(UTC)
    ended = started + timedelta(seconds=max((one.seconds or 0.0 for one in run.cells.values()), default=0.0))
    return started.isoformat(timespec="seconds"), ended.isoformat(timespec="seconds")


def _unique(name: str) -> str:
    """Return a name in the world for something of a run, the same each time."""
    return uuid5(NAMESPACE_URL, f"sorites/{name}").hex


def _file_name(log: EvalLog) -> str:
    """Return how inspect_ai names a log: when, what, and a name in the world."""
    task = re.sub(r"[^A-Za-z0-9.]+", "-", log.eval.task).strip("-")
    return f"{log.eval.created.replace(':', '-')}_{task}_{log.eval.task_id}.eval"
