"""Logs of other tools, read as scores by sample: inspect_ai's, and lm-evaluation-harness's (``--log_samples``)."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sorites.solvers import UserError, require

_GRADES: Final = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
"""Correct, incorrect, partly, no answer: inspect_ai's ``value_to_float``."""
_SAMPLES: Final = re.compile(r"samples_(?P<task>.+?)(?:_\d{4}-\d\d-\d\dT[\d.-]+)?\.jsonl")
"""How lm-evaluation-harness names the samples of a task."""
_FIELDS: Final = frozenset(
    "doc_id doc target arguments resps filtered_resps filter metrics doc_hash prompt_hash target_hash".split()
)
"""What stands in a line of it beside the metrics."""

Key = tuple[str, int]
"""A sample and its epoch."""


@dataclass(frozen=True, slots=True)
class ScoredLog:
    """A log, as far as it says how well something did.

    Attributes:
        path: the file.
        model: what was evaluated.
        task: on what.
        scorer: which of its scores these are.
        values: the score of each sample and epoch that has one.
        targets: what each sample should have been answered with.
        clusters: what samples hang together by; the sample itself where nothing was named.
        errors: how many samples ended in an error.
        unscored: how many more have no score.
        whole: whether the evaluation came to its end.
    """

    path: Path
    model: str
    task: str
    scorer: str
    values: Mapping[Key, float]
    targets: Mapping[Key, str]
    clusters: Mapping[Key, str]
    errors: int = 0
    unscored: int = 0
    whole: bool = True


def are_logs(paths: Sequence[Path], *options: str | None) -> bool:
    """Return whether paths are named as logs of other tools are, and not as runs.

    Args:
        paths: logs or runs.
        options: what was said that is for logs only.

    Raises:
        UserError: there are both, or options for logs go with runs.
    """
    found = [path.suffix in {".eval", ".json"} or bool(_SAMPLES.fullmatch(path.name)) for path in paths]
    if any(found) and not all(found):
        raise UserError("name logs or runs, not both: sorites report RUN --inspect FOLDER makes logs of a run")
    if not any(found) and any(options):
        raise UserError("--scorer and --cluster are for logs of inspect_ai and lm-evaluation-harness")
    return any(found)


def read_log(path: Path, scorer: str | None = None, cluster: str | None = None) -> ScoredLog:
    """Return a log of inspect_ai or lm-evaluation-harness.

    Args:
        path: the file.
        scorer: which score; ``None`` if there is one only. A score that is a mapping has several, as
            ``SCORER/KEY``; one of lm-evaluation-harness with several filters too, as ``METRIC,FILTER``.
        cluster: the field of samples' metadata, or of lm-evaluation-harness's documents, that says which
            samples hang together.

    Raises:
        UserError: it can't be read, has no such score or field, or several scores and none was named.
        MissingExtra: inspect_ai is not installed.
    """
    if not path.is_file():
        raise UserError(f"there is no file {path}")
    return _lm_eval(path, scorer, cluster) if path.suffix == ".jsonl" else _inspect(path, scorer, cluster)


def _inspect(path: Path, scorer: str | None, cluster: str | None) -> ScoredLog:
    require("inspect", "inspect_ai")
    from inspect_ai.log import read_eval_log, read_eval_log_sample_summaries

    try:
        header = read_eval_log(str(path), header_only=True)
        samples = read_eval_log_sample_summaries(str(path))
    except Exception as error:  # whatever a damaged archive, or JSON that is no log, raises
        raise UserError(f"{path} is no log of inspect_ai: {type(error).__name__}: {str(error)[:200]}") from error
    scored = [s for s in samples if s.error is None]
    flat = {(str(s.id), s.epoch): _flat({n: score.value for n, score in (s.scores or {}).items()}) for s in scored}
    chosen = _chosen(path, scorer, {name for found in flat.values() for name in found})
    held = {key: found[chosen] for key, found in flat.items() if chosen in found}
    values = {key: number for key, value in held.items() if (number := _number(path, chosen, value)) is not None}
    return ScoredLog(
        path,
        header.eval.model,
        header.eval.task,
        chosen,
        values,
        {(str(s.id), s.epoch): json.dumps(s.target) for s in scored},
        {(str(s.id), s.epoch): _cluster(path, cluster, s.metadata, str(s.id)) for s in scored},
        len(samples) - len(scored),
        len(scored) - len(values),
        header.status == "success",
    )


def _flat(scores: Mapping[str, Any]) -> dict[str, Any]:
    """Return scores by name, those that are mappings with a name for each key; lists are no score."""
    found: dict[str, Any] = {}
    for name, value in scores.items():
        if isinstance(value, Mapping):
            found |= {f"{name}/{key}": one for key, one in value.items()}
        elif isinstance(value, str | int | float):
            found[name] = value
    return found


def _lm_eval(path: Path, scorer: str | None, cluster: str | None) -> ScoredLog:
    rows = list(_lines(path))
    filters = {str(row.get("filter", "none")) for row in rows}

    def named(metric: str, row: Mapping[str, Any]) -> str:
        return f"{metric},{row.get('filter', 'none')}" if len(filters) > 1 else metric

    def metrics(row: Mapping[str, Any]) -> Iterable[str]:
        told = row.get("metrics") or [name for name in row if name not in _FIELDS]
        return (name for name in told if isinstance(row.get(name), bool | int | float))

    if scorer is not None and len(filters) == 1:
        scorer = scorer.removesuffix(f",{next(iter(filters))}")
    chosen = _chosen(path, scorer, {named(name, row) for row in rows for name in metrics(row)})
    values: dict[Key, float] = {}
    targets, clusters = {}, {}
    for row in rows:
        name = next((name for name in metrics(row) if named(name, row) == chosen), None)
        if name is None:
            continue
        key = (str(row["doc_id"]), 1)
        if key in values:
            raise UserError(f"{path} has the document {key[0]} twice")
        if (number := _number(path, chosen, row[name])) is not None:
            values[key] = number
        targets[key] = f"{row.get('doc_hash', '')} {json.dumps(row.get('target'))}"
        doc = row.get("doc")
        clusters[key] = _cluster(path, cluster, doc if isinstance(doc, dict) else {}, key[0])
    match = _SAMPLES.fullmatch(path.name)
    task = match["task"] if match is not None else path.stem
    model = path.resolve().parent.name
    return ScoredLog(path, model, task, chosen, values, targets, clusters, unscored=len(targets) - len(values))


def _lines(path: Path) -> Iterable[dict[str, Any]]:
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            for number, line in enumerate(file, 1):
                if not line.strip():
                    continue
                row = json.loads(line)
                if not isinstance(row, dict) or "doc_id" not in row:
                    raise UserError(f"{path}, line {number}, is no sample of lm-evaluation-harness: it has no doc_id")
                yield row
    except (OSError, ValueError) as error:
        raise UserError(f"can't read {path}: {error}") from error


def _chosen(path: Path, scorer: str | None, names: set[str]) -> str:
    """Return which score is meant.

    Raises:
        UserError: there is no such score, or there are several.
    """
    listed = ", ".join(sorted(names))
    if not names:
        raise UserError(f"{path} has no scores")
    if scorer is None and len(names) > 1:
        raise UserError(f"{path} has several scores; say which by --scorer: {listed}")
    if scorer is not None and scorer not in names:
        raise UserError(f"{path} has no score '{scorer}'; there are {listed}")
    return scorer if scorer is not None else next(iter(names))


def _number(path: Path, scorer: str, value: Any) -> float | None:
    """Return a score as a number; ``None`` if it says that there is none.

    Raises:
        UserError: it is a word that is no grade.
    """
    if value is None:
        return None
    if isinstance(value, str) and value in _GRADES:
        return _GRADES[value]
    try:
        number = float(value)
    except ValueError as error:
        raise UserError(f"{path}: the score '{scorer}' has the value {value!r}, which is no number or grade") from error
    return None if math.isnan(number) else number


def _cluster(path: Path, field: str | None, told: Mapping[str, Any], name: str) -> str:
    """Return what a sample hangs together by: the value of a field, or the sample itself, whose epochs do."""
    if field is None:
        return name
    if field not in told:
        listed = ", ".join(sorted(map(str, told))) or "none"
        raise UserError(f"{path}: sample {name} has no field '{field}' to cluster by; there are {listed}")
    return str(told[field])


def check_same(logs: Sequence[ScoredLog]) -> None:
    """Refuse logs that are not of the same task and targets.

    Raises:
        UserError: they are not.
    """
    first = logs[0]
    for other in logs[1:]:
        if other.task != first.task:
            raise UserError(f"{first.path} is of the task {first.task}, {other.path} of {other.task}; compare one task")
        if other.scorer != first.scorer:
            raise UserError(f"{first.path} has the score {first.scorer}, {other.path} {other.scorer}")
        shared = first.targets.keys() & other.targets.keys()
        if differ := sorted(key for key in shared if first.targets[key] != other.targets[key]):
            raise UserError(
                f"{first.path} and {other.path} are not of the same samples: {len(differ)} of {len(shared)} have other "
                f"targets, such as {differ[0][0]}"
            )
