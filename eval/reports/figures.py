"""What a report says of a run, from its records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from sorites.solvers import UserError

from ..runs.records import Record, SampleText
from ..runs.store import SETTINGS, read_manifest, read_records, read_samples
from ..scoring.metrics import Summary, Tally, majority
from ..scoring.statistics import Difference, compare, holm

PAIRS: Final = 28
"""The most pairs of cells that are compared."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cells on the same samples.

    Attributes:
        first: a cell.
        second: another one.
        found: how they compare.
        p: McNemar's p value, corrected for the number of pairs (Holm 1979).
    """

    first: str
    second: str
    found: Difference
    p: float

    def said(self, first: str, second: str) -> str:
        """Return what to think of it, in words.

        Args:
            first: what the first cell is called.
            second: what the second is.
        """
        one = self.found
        if self.p < 0.05:
            better, worse = (second, first) if one.difference > 0 else (first, second)
            return f"{better} is better than {worse}"
        if not one.only_first + one.only_second:
            return "they never differ"
        return f"no difference shown; {one.samples} samples show one of {one.detectable:.1%} or more"


@dataclass(slots=True)
class Run:
    """A run's figures.

    Attributes:
        folder: where it is.
        manifest: what it was.
        cells: the figures of each cell.
        right: for each cell and problem, whether it was answered right; by the vote of several samples.
        pairs: the cells beside each other.
        texts: what the problems say.
        stories: the story of each problem that shares it.
    """

    folder: Path
    manifest: dict[str, Any]
    cells: dict[str, Summary] = field(default_factory=dict)
    right: dict[str, dict[str, bool]] = field(default_factory=dict)
    pairs: list[Pair] = field(default_factory=list)
    texts: dict[str, SampleText] = field(default_factory=dict)
    stories: dict[str, str] = field(default_factory=dict)

    @property
    def dataset(self) -> str:
        """The dataset's name."""
        return next(iter(self.cells.values())).dataset


def problems_of(folder: Path) -> Iterator[list[Record]]:
    """Yield the records of each problem in each cell."""
    several: list[Record] = []
    for record in read_records(folder):
        if several and (several[0].cell, several[0].id) != (record.cell, record.id):
            yield several
            several = []
        several.append(record)
    if several:
        yield several


def vote_is_right(records: Sequence[Record]) -> bool:
    """Return whether a problem is answered right: by its one record, or by the majority of several."""
    if len(records) == 1:
        return records[0].correct
    return majority(r.label for r in records) == records[0].gold


def load(folder: Path) -> Run:
    """Return the figures of a run's folder.

    Raises:
        UserError: it holds no records.
    """
    run = Run(folder, read_manifest(folder))
    tallies: dict[str, Tally] = {}
    firsts: dict[str, Record] = {}
    for several in problems_of(folder):
        cell = several[0].cell or several[0].translator
        firsts.setdefault(cell, several[0])
        tallies.setdefault(cell, Tally()).add(several)
        run.right.setdefault(cell, {})[several[0].id] = vote_is_right(several)
        if several[0].story:
            run.stories[several[0].id] = several[0].story
    if not tallies:
        raise UserError(f"{folder} holds no records")
    labels = run.manifest.get("labels", {})
    solver = run.manifest.get(SETTINGS, {}).get("solver", "")
    for cell, counted in tallies.items():
        first = firsts[cell]
        run.cells[cell] = Summary.model_validate(
            {
                "dataset": first.dataset,
                "translator": cell,
                "solver": solver or first.engine,
                "semantics": first.semantics,
                "label_scheme": labels,
                "seconds": 0,
                "problems_per_second": 0,
                **counted.figures(),
            }
        )
    run.texts = read_samples(folder)
    run.pairs = paired(run.right, run.stories)
    return run


def paired(right: dict[str, dict[str, bool]], stories: Mapping[str, str]) -> list[Pair]:
    """Compare all cells with each other, on the samples that both answered."""
    found: list[tuple[str, str, Difference]] = []
    for first, second in list(combinations(right, 2))[:PAIRS]:
        both = [name for name in right[first] if name in right[second]]
        if both:
            clusters = [stories.get(name, name) for name in both] if stories else []
            one, other = [right[first][n] for n in both], [right[second][n] for n in both]
            found.append((first, second, compare(one, other, clusters)))
    corrected = holm([difference.p for _, _, difference in found])
    return [Pair(a, b, d, p) for (a, b, d), p in zip(found, corrected, strict=True)]
