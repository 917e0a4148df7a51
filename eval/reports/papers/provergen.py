"""Tables of ProverGen (Qi et al. 2025)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from ...runs.records import Record
from ...tasks.proverqa import LEVEL
from .layout import Layout, Rows, less, mean, says
from .placing import Source

LEVELS: Final = ("easy", "medium", "hard")
_OTHERS: Final = {name.lower(): name for name in ("ProntoQA", "ProofWriter", "FOLIO")}
_SHOTS: Final = re.compile(r"-[25]shot\b")


def level_of(record: Record, told: str = "") -> str | None:
    """Return the level of a problem of ProverQA: that of its tags, its file, its id, or the only file of its run."""
    if (level := record.tags.get("level")) is not None:
        return level if level in LEVELS else None
    for said in (record.tags.get("file", ""), record.id, told if record.dataset == "proverqa" else ""):
        if len(found := set(LEVEL.findall(said.lower()))) == 1:
            return str(found.pop())
    return None


def _set_of(record: Record, told: str) -> str | None:
    return _OTHERS.get(record.dataset) or level_of(record, told)


def _averaged(rows: Rows, _sources: Sequence[Source], _columns: Sequence[str]) -> Rows:
    """Fill in averages, and the gain of cells of one model whose names differ in how it is asked alone."""
    rows = {name: [*row[:-1], mean(row[:-1])] for name, row in rows.items()}
    gains = [
        [less(b, a) for a, b in zip(rows[name], rows[other], strict=True)]
        for first, second in (("direct", "cot"), ("-standard-", "-cot-"))
        for name in rows
        if first in name and (other := name.replace(first, second)) in rows
    ]
    return rows | ({"average gain by CoT": [mean(column) for column in zip(*gains, strict=True)]} if gains else {})


def _changed(rows: Rows, _sources: Sequence[Source], _columns: Sequence[str]) -> Rows:
    """Put the change behind cells with five demonstrations, beside the same ones with two."""
    found: Rows = {}
    for name, row in rows.items():
        before = _SHOTS.sub("-2shot", name)
        found[name] = row
        if before != name and before in rows:
            change = [less(a, b) for a, b in zip(row[:-1], rows[before][:-1], strict=True)]
            found[f"{name}, change from 2-shot"] = [*change, mean(change)]
    return found


def _without(told: str, option: str) -> bool:
    return says(told, *(f"{option}={no}" for no in ("false", "no", "0")))


def _corrupted(_record: Record, told: str) -> str:
    return "corrupted" if _without(told, "universal") else "original"


def _variant(_record: Record, told: str) -> str:
    """Return which ablation a run is of, by the options of its dataset."""
    plain, ordered = _without(told, "noise1") and _without(told, "noise2"), _without(told, "shuffled")
    return " and ".join(["without distractors"] * plain + ["ordered"] * ordered)


LAYOUTS: Final[Mapping[str, Layout]] = {
    "proverqa-table2": Layout(_set_of, told_by=("level",), then=_averaged),
    "proverqa-table3": Layout(level_of, told_by=("level", "noise1", "noise2", "shuffled"), row=_variant),
    "proverqa-table4": Layout(_set_of, told_by=("level",)),
    "proverqa-table6": Layout(
        _corrupted,
        told_by=("universal",),
        then=lambda rows, *_: {name: [*row[:2], less(row[1], row[0])] for name, row in rows.items()},
    ),
    "proverqa-table7": Layout(_set_of, told_by=("level",), then=_changed),
}
