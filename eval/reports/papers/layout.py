"""The layout of a table or figure of a paper, and how runs are put into it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from ...runs.records import Record
from ...scoring.statistics import clustered
from .placing import Column, Source, placed

Counted = Literal["accuracy", "executable_rate", "executable_accuracy"]


class Figure(NamedTuple):
    """A figure of a run, with its interval of 95 % where it has one."""

    value: float
    low: float | None = None
    high: float | None = None


Rows = dict[str, list[Figure | None]]
"""Figures by row, one for each column; ``None`` where there is none."""


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table or figure of a paper.

    Attributes:
        title: what it shows, and where it stands.
        columns: its columns.
        measure: puts runs into it.
        unit: what its figures are.
        note: what is to be said of the printed figures, or of a run's beside them.
        examples: names an example for rows of a run, if the table shows some.
        place: in which column a record of a run counts; what it has no place in is named.
        datasets: the benchmarks and generators that it is of; of others no run is laid out.
        weaknesses: whether it shows what ``sorites weaknesses --out FILE`` found.
    """

    title: str
    columns: tuple[str, ...]
    measure: Callable[[Sequence[Source]], Rows]
    unit: str = "%"
    note: str = ""
    examples: Callable[[Sequence[Source]], Mapping[str, str]] = field(default=lambda _: {})
    place: Column = lambda _record, _told: ""
    datasets: tuple[str, ...] = ()
    weaknesses: bool = False

    def has_place(self, record: Record, told: str) -> bool:
        """Return whether a record counts in a column."""
        return self.place(record, told) is not None


def percent(right: Iterable[tuple[str, bool]]) -> Figure | None:
    """Return a share in percent with Wilson's interval, samples of one story being worth less than as many others.

    Args:
        right: for each sample its story, and whether it counts.
    """
    by: dict[str, list[int]] = {}
    for story, yes in right:
        one = by.setdefault(story, [0, 0])
        one[0] += yes
        one[1] += 1
    good, total = [one[0] for one in by.values()], [one[1] for one in by.values()]
    if not sum(total):
        return None
    low, high = clustered(good, total)
    return Figure(100 * sum(good) / sum(total), 100 * low, 100 * high)


def by_column(
    column_of: Column,
    columns: Sequence[str],
    figures: Sequence[Counted] = ("accuracy",),
    row_of: Callable[[Record, str], str] = lambda _record, _told: "",
    told_by: Sequence[str] = (),
) -> Callable[[Sequence[Source]], Rows]:
    """Return what lays runs out with a row for each cell and figure, and records in their columns.

    Args:
        column_of: in which column a record counts; ``None`` for none.
        columns: the columns.
        figures: which figures are rows of their own.
        row_of: what tells the rows of a cell apart, if anything does.
        told_by: options of generators that columns and rows tell, so that they may differ in a row.
    """

    def measure(sources: Sequence[Source]) -> Rows:
        found: dict[str, dict[str, list[Record]]] = {}
        for cell, record, column, source in placed(sources, column_of, columns, told_by):
            row = row_of(record, source.told)
            found.setdefault(f"{cell}, {row}" if row else cell, {}).setdefault(column, []).append(record)
        return {
            f"{cell}, {figure.replace('_', ' ')}" if len(figures) > 1 else cell: [
                _counted(of.get(column, ()), figure) for column in columns
            ]
            for cell, of in found.items()
            for figure in figures
        }

    return measure


def _counted(records: Iterable[Record], figure: Counted) -> Figure | None:
    kept = [one for one in records if figure != "executable_accuracy" or one.executable]
    if figure == "executable_accuracy":  # a guess where a program ran without a label is none of its answers
        return percent((one.story or one.id, one.correct and not one.fallback) for one in kept)
    counts = (one.executable if figure == "executable_rate" else one.correct for one in kept)
    return percent((one.story or one.id, right) for one, right in zip(kept, counts, strict=True))


def random_baseline(answers: Iterable[str]) -> float:
    """Return Multi-LogiEval's random baseline, the sum of the squares of the labels' shares (section 4.2)."""
    counts = Counter(answers)
    total = sum(counts.values())
    return sum((n / total) ** 2 for n in counts.values()) if total else 0.0


def with_chance(measure: Callable[[Sequence[Source]], Rows], column_of: Column, columns: Sequence[str]) -> Callable[
    [Sequence[Source]], Rows
]:  # fmt: skip
    """Return a layout with the random baseline of what is laid out in its last row."""

    def measured(sources: Sequence[Source]) -> Rows:
        found = measure(sources)
        gold: dict[str, dict[str, str]] = {}
        for source in sources:
            for record in source.records():
                column = column_of(record, source.told)
                if column in columns:
                    gold.setdefault(str(column), {})[record.id] = record.gold
        if found:
            found[CHANCE] = [
                Figure(100 * random_baseline(gold[column].values())) if column in gold else None for column in columns
            ]
        return found

    return measured


CHANCE: Final = "random baseline of these samples"
"""The row of it, which is computed from what is laid out; the paper's own is of its 1,552 samples."""


def named(rows: Mapping[str, object], name: str, source: Source) -> str:
    """Return a name for a row: with its file behind it where a row is called so already."""
    return f"{name} ({source.name})" if name in rows else name


def within(column_of: Column, columns: Sequence[str]) -> Column:
    """Return what finds a record's column where it is one of these."""

    def column(record: Record, told: str) -> str | None:
        found = column_of(record, told)
        return found if found in columns else None

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
