"""What a page's sample browser is given: an index, which is read at once, and parts, read when they are needed."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final, Protocol

from sorites.agent.voting import RULES, Rule
from sorites.solvers import Verdict

from ..runs.records import Record, SampleText
from ..scoring.metrics import ballots, decided, weighing
from ..scoring.summary import Summary

MAX_TEXT: Final = 6_000
"""The most characters of a program or an answer in the page; records have all."""
MAX_LINES: Final = 60
"""The most lines of an explanation."""
MAX_NOTES: Final = 12
"""The most diagnostics of a program."""
PART: Final = 250
"""The samples of a part."""
MANY: Final = 50
"""From how many values on a tag is no tag that one looks at, such as the name of a row."""


def packed(data: Any) -> str:
    """Return data as the page's script unpacks it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode("utf-8", "replace"), 6, mtime=0)).decode()


class Shown(Protocol):
    """What a page shows of a run."""

    @property
    def folder(self) -> Path:
        """Where its prompts are."""

    @property
    def manifest(self) -> Mapping[str, Any]:
        """What was run."""

    @property
    def cells(self) -> dict[str, Summary]:
        """The figures of each cell."""

    @property
    def rule(self) -> Rule:
        """How several samples of a problem decided."""

    @property
    def left(self) -> int:
        """How many problems nobody has taken yet."""

    @property
    def problems(self) -> Iterator[list[Record]]:
        """The records of each problem in each cell."""

    @property
    def texts(self) -> Mapping[str, SampleText]:
        """What the problems say."""


def parts_of(run: Shown) -> tuple[dict[str, Any], Iterator[list[dict[str, Any]]]]:
    """Return the index of a run's samples, and the parts in its order.

    Args:
        run: the run.

    Returns:
        For each sample its name, label, tags and what each cell came to; and, a part after another, all that is
        shown of each.
    """
    cells = {name: number for number, name in enumerate(run.cells)}
    index: dict[str, dict[str, Any]] = {}
    shown: dict[str, dict[int, list[dict[str, Any]]]] = {}
    for several in run.problems:
        first = several[0]
        number = cells[first.cell or first.translator]
        row = index.setdefault(first.id, {"id": first.id, "gold": first.gold, "tags": first.tags, "cells": {}})
        row["cells"][number] = _came_to(several, run)
        shown.setdefault(first.id, {})[number] = [_shown(r) for r in several]
    told = {
        "cells": list(cells),
        "rule": run.rule,
        "samples": list(index.values()),
        "part": PART,
        "tags": _tags(index.values()),
    }

    def parts() -> Iterator[list[dict[str, Any]]]:
        names = iter(shown)
        while part := list(islice(names, PART)):
            yield [_text(run, name) | {"cells": shown[name]} for name in part]

    return told, parts()


def _tags(rows: Any) -> dict[str, list[str]]:
    """Return the values of each tag that has not too many of them."""
    found: dict[str, set[str]] = {}
    for row in rows:
        for tag, value in row["tags"].items():
            found.setdefault(tag, set()).add(value)
    return {tag: sorted(values) for tag, values in found.items() if len(values) <= MANY}


def _text(run: Shown, name: str) -> dict[str, str]:
    text = run.texts.get(name)
    return {"context": text.context, "question": text.question} if text else {}


def _came_to(several: Sequence[Record], run: Shown) -> dict[str, Any]:
    """Return what a cell came to on a problem, as far as it is filtered and sorted by."""
    found: dict[str, Any] = {
        "verdicts": sorted({r.verdict.value if r.verdict else "ambiguous" if r.ambiguous else "none" for r in several}),
        "codes": sorted({d.code for r in several for d in r.diagnostics}),
        "seconds": round(sum(r.seconds for r in several), 4),
    }
    scored = [r for r in several if r.scored]
    if len(scored) < len(several):
        return found | {"state": "unscored"}
    label = decided(several, run.rule)
    found["label"] = label
    found["state"] = "none" if label is None else "ok" if label == several[0].gold else "no"
    if len(several) > 1:
        counts = [r.label for r in several]
        vote = RULES[weighing(several)](ballots(several))
        found["votes"] = {
            "majority": decided(several, "majority"),
            "vote": decided(several, "vote") if weighing(several) == "vote" else None,
            "confidence": round(vote.confidence, 4),
            "counts": sorted(((x or "", counts.count(x)) for x in set(counts)), key=lambda one: -one[1]),
        }
    return found


def _shown(record: Record) -> dict[str, Any]:
    """Return all that the page shows of a record; what there is nothing of is left out."""
    usage = record.usage
    found: dict[str, Any] = {
        "label": record.label,
        "ok": record.correct,
        "verdict": record.verdict.value if record.verdict else "ambiguous" if record.ambiguous else None,
        "certified": _certified(record),
        "guess": record.fallback,
        "fault": record.fault,
        "notes": [[d.level, d.code, d.message, d.hint] for d in record.diagnostics[:MAX_NOTES]],
        "more": max(len(record.diagnostics) - MAX_NOTES, 0),
        "remark": record.remark,
        "answers": [", ".join(names) for names in record.answers],
        "rounds": [[one.verdict or "not read", one.label, one.kept] for one in record.rounds],
        "program": record.program[:MAX_TEXT],
        "read": record.read,
        "why": record.explanation[:MAX_LINES],
        "proof": record.proof,
        "models": [one.model_dump() for one in record.models],
        "answer": record.answer[:MAX_TEXT],
        "reasoning": record.reasoning[:MAX_TEXT],
        "seconds": record.seconds,
        "engine": record.engine,
        "tokens": usage.input_tokens + usage.output_tokens if usage is not None else 0,
        "cost": usage.cost if usage is not None else None,
        "asked": [[one.reason, one.fault] for one in record.requests],
        "prompt": record.prompt,
        "finish": record.finish,
    }
    return {name: value for name, value in found.items() if value or name in {"label", "ok"}}


def _certified(record: Record) -> str:
    """Return in words whether a verdict is certified."""
    if record.guess:
        return f"a guess ({record.fallback})"
    if record.verdict in (None, Verdict.UNDECIDED):
        return ""
    if record.certificate is None:
        return "without a certificate"
    return "certificate checked" if record.checked else "certificate not checked"
