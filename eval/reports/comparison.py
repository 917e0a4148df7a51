"""Runs beside each other, cell by cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from sorites.agent.voting import Rule
from sorites.solvers import UserError

from ..runs.manifest import SETTINGS
from ..runs.records import SampleText
from ..scoring.summary import Summary
from .data import ComparisonData, PairData
from .figures import Run
from .pairs import DECIDES, Pair, paired


@dataclass(frozen=True, slots=True)
class Comparison:
    """The cells of one run or several, compared on the samples that they share.

    Attributes:
        cells: the figures of each cell; with several runs, each by its run's folder and its name.
        right: for each cell and problem, whether it was answered right.
        pairs: all cells beside each other.
        rules: by cell, how several samples of a problem decided on its answer: its run's own rule.
        runs: of each run, by its folder, the names that its cells have here.
    """

    cells: Mapping[str, Summary]
    right: Mapping[str, Mapping[str, bool]]
    pairs: Sequence[Pair]
    rules: Mapping[str, Rule]
    runs: Mapping[str, Mapping[str, str]]

    def flips(self, pair: Pair) -> dict[str, bool]:
        """Return the problems on which two cells differ.

        Args:
            pair: the two cells.

        Returns:
            By the names of problems, whether it is the first cell that is right.
        """
        first, second = self.right[pair.first], self.right[pair.second]
        return {name: right for name, right in first.items() if name in second and right != second[name]}

    def followed(self) -> dict[str, list[Pair]]:
        """Return how the cells of later runs compare with those of the same name in the first run.

        Returns:
            By later run, the pairs; of two runs with one cell each, that pair, whatever they are called.
        """
        (_, before), *later = self.runs.items()
        found = {}
        for run, cells in later:
            alone = len(before) == len(cells) == 1
            same = {(before[n], key) for n, key in cells.items() if n in before}
            wanted = {(*before.values(), *cells.values())} if alone else same
            found[run] = [pair for pair in self.pairs if (pair.first, pair.second) in wanted]
        return found

    def regressions(self, points: float = 0.0) -> list[Pair]:
        """Return where a later run is worse than the first one, by the one rule for words (``Pair.better``).

        Args:
            points: by how many points at least.

        Returns:
            The pairs, each of a cell of the first run and one of a later run.
        """
        several = (pair for pairs in self.followed().values() for pair in pairs)
        return [p for p in several if p.better == p.first and -100 * p.found.difference >= points - 1e-9]

    @property
    def data(self) -> ComparisonData:
        """The comparison as a pydantic model, which ``sorites compare --json`` prints."""
        return ComparisonData(
            cells=dict(self.cells),
            rules=dict(self.rules),
            pairs=[PairData.of(pair, self.flips(pair)) for pair in self.pairs],
            regressions=[(pair.first, pair.second) for pair in self.regressions()],
        )

    @property
    def markdown(self) -> str:
        """The comparison as tables in Markdown, which ``sorites compare --markdown`` prints."""
        from .frames import as_markdown

        rows = ["| first | second | samples | points | 95 % | p (Holm) | |", "|---|---|---:|---:|---:|---:|---|"]
        for pair in self.pairs:
            one, (low, high) = pair.found, (100 * x for x in pair.found.interval)
            first, second = (name.replace("|", "&#124;") for name in (pair.first, pair.second))
            figures = f"{one.samples} | {100 * one.difference:+.1f} | {low:+.1f} to {high:+.1f} | {pair.p:.2g}"
            rows.append(f"| {first} | {second} | {figures} | {pair.said(first, second)} |")
        return "\n".join([as_markdown(self), *rows, "", DECIDES, ""])

    def _repr_markdown_(self) -> str:
        """Return the comparison for a notebook, as text."""
        return self.markdown


def compare(*runs: Run) -> Comparison:
    """Say which cell is better, by how much, and with what certainty.

    Args:
        runs: runs of the same samples, by their names and their texts and gold labels; of runs
            that did not keep these, of one file.

    Returns:
        The figures of every cell, and for every two of them the paired tests.

    Raises:
        UserError: there is one cell only, a run is named twice, or the runs are not of the same samples.
    """
    labels = _labels([run.folder for run in runs])
    for (one, first), (other, second) in combinations(zip(labels, runs, strict=True), 2):
        _check_samples(one, first, other, second)
    named = {
        label: {cell: f"{label}: {cell}" if len(runs) > 1 else cell for cell in run.cells}
        for label, run in zip(labels, runs, strict=True)
    }
    cells: dict[str, Summary] = {}
    right: dict[str, Mapping[str, bool]] = {}
    rules: dict[str, Rule] = {}
    for run, keys in zip(runs, named.values(), strict=True):
        for cell, key in keys.items():
            cells[key] = run.cells[cell].model_copy(update={"translator": key})
            right[key] = run.right.get(cell, {})
            rules[key] = run.rule
    if len(cells) < 2:
        raise UserError("there is one cell only, and nothing to compare it with")
    pairs = paired(right, {name: story for run in runs for name, story in run.stories.items()})
    if not pairs:
        raise UserError("the cells share no samples")
    return Comparison(cells, right, pairs, rules, named)


def _labels(folders: Sequence[Path]) -> list[str]:
    """Return what runs are called: of each folder's path as much as tells it from the others.

    Raises:
        UserError: one is named twice.
    """
    paths = [folder.resolve().parts for folder in folders]
    if twice := next((f for f, parts in zip(folders, paths, strict=True) if paths.count(parts) > 1), None):
        raise UserError(f"{twice} is named twice; a run can't be compared with itself")

    def ends(parts: tuple[str, ...]) -> str:
        size = next(n for n in range(1, len(parts) + 1) if [p[-n:] for p in paths].count(parts[-n:]) == 1)
        return str(Path(*parts[-size:]))

    return [ends(parts) for parts in paths]


def _check_samples(one: str, first: Run, other: str, second: Run) -> None:
    """Refuse runs that are not of the same samples.

    Raises:
        UserError: they share no names of samples, texts or gold labels differ, or nothing shows that they don't.
    """
    datasets = f"{one} is of {first.dataset}, {other} of {second.dataset}"
    shared = [name for name in _problems(first) if name in _problems(second)]
    if not shared:
        raise UserError(f"the runs share no samples: {datasets}")
    if not all(name in first.texts and name in second.texts for name in shared):
        _check_files(one, first, other, second)
        shared = [name for name in shared if name in first.texts and name in second.texts]
    differ = {name: found for name in shared if (found := _differing(first.texts[name], second.texts[name]))}
    if differ:
        name, parts = next(iter(differ.items()))
        raise UserError(
            f"the runs are not of the same samples: {len(differ)} of {len(shared)} that have the same name differ, "
            f"such as '{name}' in its {' and '.join(parts)}; {datasets}. Compare runs of one dataset"
        )


def _problems(run: Run) -> dict[str, None]:
    return dict.fromkeys(name for right in run.right.values() for name in right)


def _differing(one: SampleText, other: SampleText) -> list[str]:
    parts = (("context", "text"), ("question", "question"), ("gold", "gold label"))
    return [said for part, said in parts if getattr(one, part) != getattr(other, part)]


def _check_files(one: str, first: Run, other: str, second: Run) -> None:
    """Refuse runs that kept no texts if they are not of one file.

    Raises:
        UserError: they are not, or don't say.
    """
    for what, key in (("the dataset", "dataset"), ("the checksum of its file", "data")):
        held = [run.manifest.get(SETTINGS, {}).get(key) for run in (first, second)]
        if held[0] != held[1] or held[0] is None:
            told = " and ".join(str(value or "nothing") for value in held)
            raise UserError(
                f"nothing shows that {one} and {other} are of the same samples: samples.jsonl does not hold all "
                f"texts, and of {what} the manifests say {told}. Run both anew on one dataset"
            )
