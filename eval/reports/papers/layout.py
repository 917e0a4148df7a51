"""How runs are put into a table or figure of a paper, which ``papers.json`` lays out and prints."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from ...runs.records import Record
from ...scoring.statistics import clustered
from .placing import Column, Source, placed

Counted = Literal["accuracy", "executable_rate", "executable_accuracy"]
CHANCE: Final = "random baseline of these samples"
"""The row of it, which is computed from what is laid out; the paper's own is of its 1,552 samples."""


class Figure(NamedTuple):
    """A figure of a run, with its interval of 95 % where it has one."""

    value: float
    low: float | None = None
    high: float | None = None


Rows = dict[str, list[Figure | None]]
"""Figures by row, one for each column; ``None`` where there is none."""
Measure = Callable[[Sequence[Source], Sequence[str]], Rows]


@dataclass(frozen=True, slots=True)
class Layout:
    """How runs are put into a table: with a row for each cell and figure, and records in their columns.

    Attributes:
        column: in which column a record counts; what has a place in none is named.
        figures: which figures are rows of their own.
        told_by: options of generators that columns and rows tell, so that they may differ in a row.
        row: what tells the rows of a cell apart, if anything does.
        then: what is made of the rows.
        measure: makes the rows in another way.
        examples: names an example for rows of a run, if the table shows some.
    """

    column: Column
    figures: tuple[Counted, ...] = ("accuracy",)
    told_by: tuple[str, ...] = ()
    row: Callable[[Record, str], str] = lambda _record, _told: ""
    then: Callable[[Rows, Sequence[Source], Sequence[str]], Rows] = lambda rows, _sources, _columns: rows
    measure: Measure | None = None
    examples: Callable[[Sequence[Source]], Mapping[str, str]] = lambda _: {}

    def rows(self, sources: Sequence[Source], columns: Sequence[str]) -> Rows:
        """Return the rows of runs."""
        if self.measure is not None:
            return self.measure(sources, columns)
        found: dict[str, dict[str, list[Record]]] = {}
        for cell, record, column, source in placed(sources, self.column, columns, self.told_by):
            row = self.row(record, source.told)
            found.setdefault(f"{cell}, {row}" if row else cell, {}).setdefault(column, []).append(record)
        rows = {
            f"{cell}, {figure.replace('_', ' ')}" if len(self.figures) > 1 else cell: [
                _counted(of.get(column, ()), figure) for column in columns
            ]
            for cell, of in found.items()
            for figure in self.figures
        }
        return self.then(rows, sources, columns)


def _counted(records: Iterable[Record], figure: Counted) -> Figure | None:
    kept = [one for one in records if figure != "executable_accuracy" or one.executable]
    if figure == "executable_rate":
        return percent((one.story or one.id, one.executable) for one in kept)
    # a guess where a program ran without a label is none of its answers
    right = (one.correct and not (figure == "executable_accuracy" and one.fallback) for one in kept)
    return percent((one.story or one.id, yes) for one, yes in zip(kept, right, strict=True))


def percent(right: Iterable[tuple[str, bool]]) -> Figure | None:
    """Return a share in percent with Wilson's interval, samples of one story being worth less than as many others.

    Args:
        right: for each sample its story, and whether it counts.
    """
    good, total = Counter[str](), Counter[str]()
    for story, yes in right:
        total[story] += 1
        good[story] += yes
    if not total:
        return None
    low, high = clustered([good[story] for story in total], list(total.values()))
    return Figure(100 * good.total() / total.total(), 100 * low, 100 * high)


def random_baseline(answers: Iterable[str]) -> float:
    """Return Multi-LogiEval's random baseline, the sum of the squares of the labels' shares (section 4.2)."""
    counts = Counter(answers)
    return sum((n / counts.total()) ** 2 for n in counts.values())


def chance(sources: Sequence[Source], columns: Sequence[str], column_of: Column) -> Rows:
    """Return the row of the random baseline of what is laid out."""
    gold: dict[str, dict[str, str]] = {}
    for source in sources:
        for record in source.records():
            if (column := column_of(record, source.told)) is not None:
                gold.setdefault(column, {})[record.id] = record.gold
    found = [100 * random_baseline(gold[one].values()) if one in gold else None for one in columns]
    return {CHANCE: [None if one is None else Figure(one) for one in found]}


def named(rows: Mapping[str, object], name: str, source: Source) -> str:
    """Return a name for a row: with its file behind it where a row is called so already."""
    return f"{name} ({source.name})" if name in rows else name


def tagged(*tags: str, before: str = "") -> Column:
    """Return what finds the column of a record by its tags, such as ``pl 2``."""

    def column(record: Record, _told: str) -> str | None:
        values = [record.tags.get(tag) for tag in tags]
        return before + " ".join(map(str, values)) if all(values) else None

    return column


def mean(figures: Sequence[Figure | None]) -> Figure | None:
    """Return the mean of figures that are all there."""
    there = [one.value for one in figures if one is not None]
    return Figure(sum(there) / len(there)) if there and len(there) == len(figures) else None


def less(one: Figure | None, other: Figure | None) -> Figure | None:
    """Return the difference of two figures; ``None`` if one is missing."""
    return None if one is None or other is None else Figure(one.value - other.value)


def says(told: str, *options: str) -> bool:
    """Return whether the name of a generated dataset has one of these options, or a file is called so.

    Args:
        told: what a run says of its dataset.
        options: texts such as ``shuffled=false`` or ``HighConflict``.
    """
    return any(re.search(rf"(?<![\w.]){re.escape(one)}(?![\w.])", told) for one in options)
