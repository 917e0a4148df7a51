"""Logs of other tools, read as scores by sample: inspect_ai's, and lm-evaluation-harness's (``--log_samples``)."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sorites.solvers import UserError, require

STORY: Final = "story"
"""The field of a sample's metadata that says, in logs of ours, which samples share a text."""
_GRADES: Final = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
"""Correct, incorrect, partly, no answer: inspect_ai's ``value_to_float``."""
_SAMPLES: Final = re.compile(r"samples_(?P<task>.+?)(?:_\d{4}-\d\d-\d\dT[\d.-]+)?\.jsonl")
"""How lm-evaluation-harness names the samples of a task."""
_FIELDS: Final = frozenset(
    "doc_id doc target arguments resps filtered_resps filter metrics doc_hash prompt_hash target_hash".split()
)
"""What stands in a line of it beside the metrics."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a sample of a log says.

    Attributes:
        text: its text, as far as the log holds it.
        targets: what would be right.
        digest: a checksum of it by the tool itself.
    """

    text: str
    targets: tuple[str, ...]
    digest: str = ""


@dataclass(frozen=True, slots=True)
class ScoredLog:
    """A log, as far as it says how well something did.

    Attributes:
        path: the file.
        model: what was evaluated.
        task: on what.
        scorer: which of its scores these are.
        values: the score of each sample that has one, the mean of its epochs.
        asked: what each sample says and should have been answered with.
        stories: the value of the field that samples hang together by, if one was named.
        epochs: the most epochs that a sample has.
        errors: how many samples ended in an error, each epoch counted.
        unscored: how many more have no score.
        whole: whether the evaluation came to its end.
    """

    path: Path
    model: str
    task: str
    scorer: str
    values: Mapping[str, float]
    asked: Mapping[str, Asked]
    stories: Mapping[str, str]
    epochs: int = 1
    errors: int = 0
    unscored: int = 0
    whole: bool = True


def is_log(path: Path) -> bool:
    """Return whether a path is named as logs of other tools are, and not as a run."""
    return not path.is_dir() and (path.suffix in {".eval", ".json"} or bool(_SAMPLES.fullmatch(path.name)))


def load_log(path: Path | str, scorer: str | None = None, cluster: str | None = None) -> ScoredLog:
    """Return a log of inspect_ai or lm-evaluation-harness.

    Args:
        path: the file.
        scorer: which score; ``None`` if there is one only. A score that is a mapping has several, as
            ``SCORER/KEY``; one of lm-evaluation-harness with several filters too, as ``METRIC,FILTER``.
        cluster: the field of samples' metadata, or of lm-evaluation-harness's documents, that says which
            samples hang together; ``story`` of logs of ours, if none is named.

    Returns:
        Its samples' scores, each with its clusters and what it was asked.

    Raises:
        UserError: it can't be read, has no such score or field, or several scores and none was named.
        MissingExtra: inspect_ai is not installed.
    """
    path = Path(path)
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
    ours = any(step.solver.startswith("sorites") for step in header.plan.steps)
    if cluster is None and ours and all(STORY in (s.metadata or {}) for s in scored):
        cluster = STORY
    return ScoredLog(
        path,
        header.eval.model,
        header.eval.task,
        chosen,
        _means(values),
        {str(s.id): Asked(_text(s.input), _targets(s.target)) for s in scored},
        {str(s.id): _story(path, cluster, s.metadata, str(s.id)) for s in scored} if cluster else {},
        max((s.epoch for s in samples), default=1),
        len(samples) - len(scored),
        len(scored) - len(values),
        header.status == "success",
    )


def _means(values: Mapping[tuple[str, int], float]) -> dict[str, float]:
    """Return the mean of each sample's epochs."""
    found: dict[str, list[float]] = {}
    for (name, _), value in values.items():
        found.setdefault(name, []).append(value)
    return {name: math.fsum(several) / len(several) for name, several in found.items()}


def _text(told: Any) -> str:
    """Return the input of a sample of inspect_ai as text."""
    return told if isinstance(told, str) else "\n\n".join(message.text for message in told)


def _targets(told: Any) -> tuple[str, ...]:
    """Return what is right by a log, as texts."""
    return tuple(map(str, told)) if isinstance(told, list) else (str(told),)


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
    values: dict[str, float] = {}
    asked: dict[str, Asked] = {}
    stories: dict[str, str] = {}
    for row in rows:
        name = next((name for name in metrics(row) if named(name, row) == chosen), None)
        if name is None:
            continue
        key = str(row["doc_id"])
        if key in asked:
            raise UserError(f"{path} has the document {key} twice")
        if (number := _number(path, chosen, row[name])) is not None:
            values[key] = number
        held = row.get("doc")
        doc: dict[str, Any] = held if isinstance(held, dict) else {}
        said = "\n\n".join(str(value) for value in doc.values())
        asked[key] = Asked(said, _targets(row.get("target")), str(row.get("doc_hash", "")))
        if cluster:
            stories[key] = _story(path, cluster, doc, key)
    match = _SAMPLES.fullmatch(path.name)
    task = match["task"] if match is not None else path.stem
    model = path.resolve().parent.name
    return ScoredLog(path, model, task, chosen, values, asked, stories, unscored=len(asked) - len(values))


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


def _story(path: Path, field: str, told: Mapping[str, Any], name: str) -> str:
    """Return what a sample hangs together with others by: the value of a field."""
    if field not in told:
        listed = ", ".join(sorted(map(str, told))) or "none"
        raise UserError(f"{path}: sample {name} has no field '{field}' to cluster by; there are {listed}")
    return str(told[field])
