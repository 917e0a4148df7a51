"""Runs scored anew: with other labels, metrics of a user's own, another rule for several samples. Nobody is asked."""

from __future__ import annotations

import json
import shutil
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sorites.agent.voting import Rule
from sorites.solvers import UserError, Verdict
from sorites.translators import LabelScheme

from .reports.figures import Run, load_run
from .runs.files import replaced
from .runs.manifest import MANIFEST, SETTINGS, read_manifest
from .runs.reading import RECORDS, SAMPLES, problems_of
from .runs.records import Record
from .scoring.measuring import Function, measured, metrics_of


def rescore(
    run: Run | Path | str,
    *,
    metrics: Sequence[Function | str] = (),
    labels: LabelScheme | None = None,
    rule: Rule | None = None,
    out: Path | str | None = None,
) -> Run:
    """Score the records of a run anew.

    Args:
        run: a run or its folder, which stays as it is.
        metrics: metrics of your own: functions of the records of a problem, or names, as ``FILE.py:NAME``. They take
            the place of those that the records have.
        labels: other labels. What a prover found is named by them; other labels, those of the dataset among them, are
            taken for what they mean in the run.
        rule: how several samples of a problem decide on its answer where cells are compared; the run's
            own rule if none is named.
        out: the folder for the records; a temporary one, which goes with the run, if none is named.

    Returns:
        The run with its new figures.

    Raises:
        UserError: there are no records, a label may mean two of the new ones, a metric fails, or ``out`` holds a run.
    """
    folder = run.folder if isinstance(run, Run) else Path(run)
    known, measures = read_manifest(folder), metrics_of(metrics)
    before: Mapping[str, str] = known.get(SETTINGS, {}).get("labels") or known.get("labels", {})
    lines: list[str] = []
    for several in problems_of(folder):
        records = [_relabelled(record, before, labels) if labels is not None else record for record in several]
        plain = [record.model_copy(update={"metrics": {}}) if measures else record for record in records]
        lines += [record.model_dump_json() + "\n" for record in measured(plain, measures)]
    if not lines:
        raise UserError(f"{folder} holds no records")
    place = Path(out) if out is not None else Path(tempfile.mkdtemp(prefix="sorites-rescored-"))
    if (place / RECORDS).exists():
        raise UserError(f"{place} holds records; name another folder")
    manifest = _manifest(known, folder, [one.name for one in measures], labels)
    try:
        place.mkdir(parents=True, exist_ok=True)
        if folder.is_dir() and (folder / SAMPLES).exists():
            shutil.copyfile(folder / SAMPLES, place / SAMPLES)
        replaced(place / MANIFEST, json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")
        replaced(place / RECORDS, "".join(lines))
    except OSError as error:
        raise UserError(f"can't write into {place}: {error.strerror or error}") from error
    found = load_run(place, rule)
    if out is None:
        weakref.finalize(found, shutil.rmtree, place, ignore_errors=True)
    return found


def _manifest(
    known: Mapping[str, Any], folder: Path, metrics: Sequence[str], labels: LabelScheme | None
) -> dict[str, Any]:
    """Return what the new run is: what the old one is, and what was scored anew."""
    said: dict[str, Any] = {"run": folder.name, "metrics": list(metrics)}
    found = dict(known)
    if labels is not None:
        named = {verdict.value: label for verdict, label in labels.labels.items()}
        said["labels"] = named
        found[SETTINGS] = {**known.get(SETTINGS, {}), "labels": named}
    return {**found, "rescored": [*known.get("rescored", []), said]}


def _relabelled(record: Record, before: Mapping[str, str], labels: LabelScheme) -> Record:
    """Return a record with other labels."""
    proved = record.verdict is not None and not record.guess and record.label == before.get(record.verdict.value)
    label: str | None
    if proved and record.verdict is not None:
        label = labels.label(record.verdict)
    else:
        label = None if record.label is None else _renamed(record.label, before, labels, record.id)
    gold = _renamed(record.gold, before, labels, record.id)
    changed: dict[str, Any] = {"label": label, "gold": gold, "correct": record.scored and label == gold}
    return record.model_copy(update=changed)


def _renamed(label: str, before: Mapping[str, str], labels: LabelScheme, where: str) -> str:
    """Return what a label is called by another scheme.

    Raises:
        UserError: it may be called in two ways, or is none of the run's.
    """
    means = [Verdict(verdict) for verdict, known in before.items() if known == label]
    found = {labels.labels[verdict] for verdict in means}
    if len(found) == 1:
        return found.pop()
    if not found:
        raise UserError(f"'{where}' has the label {label!r}, which is none of the run's: {', '.join(before.values())}")
    both = " or ".join(sorted(found))
    raise UserError(f"{label!r} of '{where}' may mean {both}: it does not say which")
