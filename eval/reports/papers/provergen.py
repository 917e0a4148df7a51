"""Tables of ProverGen (Qi et al. 2025)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ...runs.records import Record
from ...tasks.proverqa import LEVEL
from .layout import PaperTable, Rows, by_column, less, mean, says, within
from .placing import Source

LEVELS: Final = ("easy", "medium", "hard")
_AUTHORS: Final = "proverqa"
_OURS: Final = (_AUTHORS, "provergen")
_SETS: Final = (*LEVELS, "ProntoQA", "ProofWriter", "FOLIO")
_OTHERS: Final = {name.lower(): name for name in _SETS[3:]}
_NO: Final = ("false", "no", "0")
_SHOTS: Final = re.compile(r"-[25]shot\b")


def level_of(record: Record, told: str = "") -> str | None:
    """Return the level of a problem of ProverQA: that of its tags, its file, its id, or the only file of its run."""
    level = record.tags.get("level")
    if level is None:
        for said in (record.tags.get("file", ""), record.id, told if record.dataset == _AUTHORS else ""):
            if len(found := set(LEVEL.findall(said.lower()))) == 1:
                [level] = found
                break
    return level if level in LEVELS else None


def _set_of(record: Record, told: str) -> str | None:
    return _OTHERS.get(record.dataset) or level_of(record, told)


def _paired(rows: Rows, first: str, second: str) -> list[tuple[str, str]]:
    """Return cells of one model whose names differ in these words alone."""
    return [
        (name, name.replace(first, second)) for name in rows if first in name and name.replace(first, second) in rows
    ]


def _with_average(measure: Callable[[Sequence[Source]], Rows]) -> Callable[[Sequence[Source]], Rows]:
    def measured(sources: Sequence[Source]) -> Rows:
        rows = {name: [*row, mean(row)] for name, row in measure(sources).items()}
        pairs = _paired(rows, "direct", "cot") + _paired(rows, "-standard-", "-cot-")
        if pairs:
            gains = [[less(b, a) for a, b in zip(rows[one], rows[other], strict=True)] for one, other in pairs]
            rows["average gain by CoT"] = [mean(column) for column in zip(*gains, strict=True)]
        return rows

    return measured


def _with_change(measure: Callable[[Sequence[Source]], Rows]) -> Callable[[Sequence[Source]], Rows]:
    """Return a layout of cells with five demonstrations, beside the same ones with two."""

    def measured(sources: Sequence[Source]) -> Rows:
        rows, found = measure(sources), Rows()
        for name, row in rows.items():
            before = _SHOTS.sub("-2shot", name)
            found[name] = [*row, None]
            if before != name and before in rows:
                change = [less(a, b) for a, b in zip(row, rows[before], strict=True)]
                found[f"{name}, change from 2-shot"] = [*change, mean(change)]
        return found

    return measured


def _corrupted(_record: Record, told: str) -> str:
    return "corrupted" if says(told, *(f"universal={no}" for no in _NO)) else "original"


def _with_difference(measure: Callable[[Sequence[Source]], Rows]) -> Callable[[Sequence[Source]], Rows]:
    return lambda sources: {name: [*row, less(row[1], row[0])] for name, row in measure(sources).items()}


def _variant(_record: Record, told: str) -> str:
    """Return which ablation a run is of, by the options of its dataset."""
    plain = all(says(told, *(f"{noise}={no}" for no in _NO)) for noise in ("noise1", "noise2"))
    ordered = says(told, *(f"shuffled={no}" for no in _NO))
    return " and ".join((["without distractors"] if plain else []) + (["ordered"] if ordered else []))


def _blank(measure: Callable[[Sequence[Source]], Rows]) -> Callable[[Sequence[Source]], Rows]:
    return lambda sources: {name: [*row, None] for name, row in measure(sources).items()}


_BY_SET: Final = by_column(_set_of, _SETS, told_by=("level",))
_PLACE: Final = within(_set_of, _SETS)
_ALL: Final = (*_OURS, *_OTHERS)
TABLES: Final[Mapping[str, PaperTable]] = {
    "proverqa-table2": PaperTable(
        "ProverGen, table 2: accuracy on ProverQA and on earlier datasets, 2-shot",
        (*_SETS, "Avg"),
        _with_average(_BY_SET),
        place=_PLACE,
        datasets=_ALL,
        note="The average of Llama3.1-70B-Instruct, standard, comes to 65.43 of the printed figures.",
    ),
    "proverqa-table3": PaperTable(
        "ProverGen, table 3: GPT-4o with CoT, without distractors, and with ordered premises",
        LEVELS,
        by_column(level_of, LEVELS, row_of=_variant, told_by=("level", "noise1", "noise2", "shuffled")),
        place=within(level_of, LEVELS),
        datasets=_OURS,
    ),
    "proverqa-table4": PaperTable(
        "ProverGen, table 4: Llama3.1-8B-Instruct, fine-tuned",
        (*_SETS, "OOD Avg Δ"),
        _blank(_BY_SET),
        place=_PLACE,
        datasets=_ALL,
        note="The last column is the mean change on what the training set is not of.",
    ),
    "proverqa-table6": PaperTable(
        "ProverGen, table 6: 60 problems of ProverQA, and without their universal rules",
        ("original", "corrupted", "Δ"),
        _with_difference(by_column(_corrupted, ("original", "corrupted"), told_by=("universal",))),
        datasets=_OURS,
        note="A run counts as corrupted if its dataset has universal=false.",
    ),
    "proverqa-table7": PaperTable(
        "ProverGen, table 7: 5-shot, and the change from 2-shot",
        (*_SETS, "Avg Δ"),
        _with_change(_BY_SET),
        place=_PLACE,
        datasets=_ALL,
        note="A run's change is that of the preset of 5 shots beside that of 2. The paper prints +8.20 for\n"
        "Claude's 93.80 (standard, easy), which is 8.80 more than in table 2, and -5.68 for the 57.86 of\n"
        "Llama3.1-8B-Instruct (CoT, FOLIO), which is 5.71 less.",
    ),
}
