"""Runs scored anew: with metrics of a user's own, another rule for several samples. Nobody is asked."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sorites.agent.voting import Rule
from sorites.solvers import UserError

from .reports.figures import Run, load_run
from .runs.manifest import read_manifest
from .runs.reading import RECORDS, problems_of, read_samples
from .runs.store import write_run
from .scoring.measuring import Function, measured, metrics_of


def rescore(
    run: Run | Path | str,
    *,
    metrics: Sequence[Function | str] = (),
    rule: Rule | None = None,
    out: Path | str | None = None,
) -> Run:
    """Score the records of a run anew.

    Args:
        run: a run or its folder, which stays as it is.
        metrics: metrics of your own: functions of the records of a problem, or names, as ``FILE.py:NAME``. They take
            the place of those that the records have.
        rule: how several samples of a problem decide on its answer where cells are compared; the run's
            own rule if none is named.
        out: the folder for the records; a temporary one, which goes with the run, if none is named.

    Returns:
        The run with its new figures.

    Raises:
        UserError: there are no records, a metric fails, or ``out`` holds a run.
    """
    folder = run.folder if isinstance(run, Run) else Path(run)
    known, measures = read_manifest(folder), metrics_of(metrics)
    place = Path(out) if out is not None else Path(tempfile.mkdtemp(prefix="sorites-rescored-"))
    if (place / RECORDS).exists():
        raise UserError(f"{place} holds records; name another folder")
    anew = {"run": folder.name, "metrics": [one.name for one in measures]}
    manifest = {**known, "rescored": [*known.get("rescored", []), anew]}
    plain: dict[str, Any] = {"metrics": {}} if measures else {}
    problems = (measured([one.model_copy(update=plain) for one in of], measures) for of in problems_of(folder))
    write_run(place, problems, read_samples(folder).values(), manifest)
    found = load_run(place, rule)
    if out is None:
        weakref.finalize(found, shutil.rmtree, place, ignore_errors=True)
    return found
