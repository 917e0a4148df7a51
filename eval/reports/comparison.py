"""Runs, and logs of other tools, beside each other, cell by cell."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

from sorites.solvers import UserError

from ..exchange.reading import ScoredLog
from ..runs.manifest import SETTINGS, VERSION
from ..runs.records import SampleText
from ..runs.store import write_run
from ..scoring.measuring import mean_of
from ..scoring.statistics import holm
from ..scoring.summary import Summary
from .data import ComparisonData, LogFigures, PairData
from .figures import Run, load_run
from .pairs import DECIDES, Pair, paired
from .same import check_same, check_scores, told_apart


@dataclass(frozen=True, slots=True)
class Comparison:
    """The cells of one run or several, and logs of other tools, compared on the samples that they share.

    Attributes:
        cells: the figures of each cell of a run; with several runs, each by its run's folder and its name.
        logs: the figures of each log, by its model, or where others have the same by its file, too.
        scores: for each cell or log and problem, whether it was answered right, or its score.
        pairs: all cells and logs beside each other.
        rules: by cell or log, in their order, how several samples of a problem decided on its answer: its run's own
            rule; of the epochs of a log's sample it is their mean.
        runs: of each run or log, by its folder or file, the names that its cells have here.
        against: the cell that the others are compared with; empty where all are compared with each other.
    """

    cells: Mapping[str, Summary]
    logs: Mapping[str, LogFigures]
    scores: Mapping[str, Mapping[str, float]]
    pairs: Sequence[Pair]
    rules: Mapping[str, str]
    runs: Mapping[str, Mapping[str, str]]
    against: str = ""

    def flips(self, pair: Pair) -> dict[str, bool]:
        """Return the problems on which two cells differ.

        Args:
            pair: the two cells.

        Returns:
            By the names of problems, whether it is the first cell that is right, or scores higher.
        """
        first, second = self.scores[pair.first], self.scores[pair.second]
        return {name: a > second[name] for name, a in first.items() if name in second and a != second[name]}

    def followed(self) -> dict[str, list[Pair]]:
        """Return how the cells of later runs compare with those of the same name in the first run.

        Each name is a question of its own: p is corrected (Holm) for the later runs that it is compared in, and not
        for what else stands in the table.

        Returns:
            By later run, the pairs; of two runs with one cell each, that pair, whatever they are called.
        """
        (_, before), *later = self.runs.items()
        found: dict[str, list[Pair]] = {run: [] for run, _ in later}
        for name, first in before.items():
            family = []
            for run, cells in later:
                alone = len(before) == len(cells) == 1
                second = next(iter(cells.values())) if alone else cells.get(name)
                family += [(run, pair) for pair in self.pairs if (pair.first, pair.second) == (first, second)]
            corrected = holm([pair.found.p for _, pair in family])
            for (run, pair), p in zip(family, corrected, strict=True):
                found[run].append(replace(pair, p=p))
        return found

    def regressions(self, points: float = 0.0) -> list[Pair]:
        """Return where a later run is worse than the first one, by the rule for words, in ``followed``.

        Args:
            points: by how many points at least; of scores that are not between 0 and 1, by how much.

        Returns:
            The pairs, each of a cell of the first run and one of a later run.
        """
        several = (pair for pairs in self.followed().values() for pair in pairs)
        return [p for p in several if p.better == p.first and -p.points >= points - 1e-9]

    @property
    def data(self) -> ComparisonData:
        """The comparison as a pydantic model, which ``sorites compare --json`` prints."""
        return ComparisonData(
            cells=dict(self.cells),
            logs=dict(self.logs),
            rules=dict(self.rules),
            pairs=[PairData.of(pair, self.flips(pair)) for pair in self.pairs],
            regressions=[(pair.first, pair.second) for pair in self.regressions()],
        )

    @property
    def markdown(self) -> str:
        """The comparison as tables in Markdown, which ``sorites compare --markdown`` prints."""
        from .frames import as_markdown, grid, logs_as_markdown

        rows = []
        for pair in self.pairs:
            figures = [str(pair.found.samples), pair.difference, pair.interval, f"{pair.p:.2g}"]
            rows.append([pair.first, pair.second, *figures, pair.said(pair.first, pair.second)])
        tables = [as_markdown(self.cells)] if self.cells else []
        tables += [logs_as_markdown(self.logs)] if self.logs else []
        heads = ["first", "second", "samples", self.pairs[0].unit, "95 %", "p (Holm)", ""]
        return "\n".join([*tables, grid(heads, rows), DECIDES, ""])

    def _repr_markdown_(self) -> str:
        """Return the comparison for a notebook, as text."""
        return self.markdown


def compare(*compared: Run | ScoredLog, against: str = "") -> Comparison:
    """Say which cell is better, by how much, and with what certainty.

    Args:
        compared: runs of the same samples, by their names and their texts and gold labels (of runs
            that did not keep these, of one file); logs of other tools (``load_log``) of one task; or both.
        against: the cell or log that the others are compared with, as the table calls it; all with each other if
            none is named.

    Returns:
        The figures of every cell and log, and the paired tests.

    Raises:
        UserError: there is one cell or log only, one is named twice, or they are not of the same samples.
    """
    labels = told_apart([_place(one) for one in compared])
    for (one, first), (other, second) in combinations(zip(labels, compared, strict=True), 2):
        check_same(one, first, other, second)
    check_scores(compared)
    models = [one.model for one in compared if isinstance(one, ScoredLog)]
    cells: dict[str, Summary] = {}
    logs: dict[str, LogFigures] = {}
    scores: dict[str, Mapping[str, float]] = {}
    rules: dict[str, str] = {}
    named: dict[str, dict[str, str]] = {}
    for label, side in zip(labels, compared, strict=True):
        if isinstance(side, ScoredLog):
            key = side.model if models.count(side.model) == 1 else f"{label}: {side.model}"
            named[label], logs[key], scores[key], rules[key] = {side.model: key}, _figures(side), side.values, "mean"
            continue
        named[label] = {cell: f"{label}: {cell}" if len(compared) > 1 else cell for cell in side.cells}
        for cell, key in named[label].items():
            cells[key] = side.cells[cell].model_copy(update={"translator": key})
            scores[key] = side.right.get(cell, {})
            rules[key] = side.rule
    if len(scores) < 2:
        raise UserError(f"there is one {'log' if logs else 'cell'} only, and nothing to compare it with")
    pairs = paired(scores, {name: story for one in compared for name, story in one.stories.items()}, against)
    if not pairs:
        raise UserError("they share no samples that are scored in both")
    return Comparison(cells, logs, scores, pairs, rules, named, against)


def side_by_side(found: Comparison, runs: Sequence[Run], folder: Path) -> Path:
    """Write the page of several runs, whose cells stand beside each other with their samples.

    Args:
        found: the runs compared.
        runs: the same runs, in their order.
        folder: where ``report.html`` goes.

    Returns:
        The page.

    Raises:
        UserError: it can't be written.
    """
    first = runs[0].manifest
    settings = {name: value for name, value in first.get(SETTINGS, {}).items() if name != "cells"}
    cells: dict[str, Any] = {}
    texts: dict[str, SampleText] = {}
    for run, named in zip(runs, found.runs.values(), strict=True):
        told = run.manifest.get(SETTINGS, {}).get("cells", {})
        cells |= {key: told[cell] if isinstance(told, Mapping) else {} for cell, key in named.items()}
        texts |= run.texts
    problems = (
        [one.model_copy(update={"cell": named[one.cell or one.translator]}) for one in several]
        for run, named in zip(runs, found.runs.values(), strict=True)
        for several in run.problems
    )
    with tempfile.TemporaryDirectory() as place:
        write_run(Path(place), problems, texts.values(), {"version": VERSION, SETTINGS: {**settings, "cells": cells}})
        return replace(load_run(place, runs[0].rule), against=found.against).report(folder)


def _place(one: Run | ScoredLog) -> Path:
    return one.folder if isinstance(one, Run) else one.path


def _figures(log: ScoredLog) -> LogFigures:
    """Return what a log's scores come to."""
    stories: dict[str, list[float]] = {}
    for name, value in log.values.items():
        stories.setdefault(log.stories.get(name, name), []).append(value)
    shared = {name: getattr(log, name) for name in LogFigures.model_fields if name != "score"}
    return LogFigures(score=mean_of(stories) if stories else None, **shared)
