"""A run: its records, and the figures that they come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sorites.agent.voting import Rule
from sorites.solvers import UserError

from ..runs.files import written
from ..runs.manifest import SETTINGS, TOTAL, prover_of, read_manifest, rule_of
from ..runs.reading import problems_of, read_records, read_samples
from ..runs.records import Record, SampleText
from ..scoring.metrics import Tally, decided
from ..scoring.summary import RunSummary, Summary
from .pairs import Pair, paired

if TYPE_CHECKING:
    from .data import ReportData


@dataclass(frozen=True)
class Run:
    """A run: a folder of records, and the figures that they come to.

    Attributes:
        folder: where the records are; a temporary one, which goes with the run, if none was named.
        manifest: what was run, and where.
        cells: the figures of each cell.
        right: for each cell and problem, whether it was answered right.
        stories: the story of each problem that shares it.
        rule: how several samples of a problem decided on its answer in ``right`` and ``pairs``: the
            run's own rule. Of answers without a program it is the majority whatever the rule.
        left: how many problems nobody has taken yet, counted in each cell: a run that was ended early, or goes on.
        ended_by: the bound of the budget that ended it, such as ``max_cost``; empty if none did.
        against: the cell that the others are compared with; empty where all are compared with each other.
    """

    folder: Path
    manifest: Mapping[str, Any]
    cells: dict[str, Summary]
    right: dict[str, dict[str, bool]]
    stories: dict[str, str]
    rule: Rule = "vote"
    left: int = 0
    ended_by: str = ""
    against: str = ""

    @property
    def summary(self) -> Summary | RunSummary:
        """The figures of all cells, or of the only one."""
        several = list(self.cells.values())
        return several[0] if len(several) == 1 else RunSummary(cells=several)

    @property
    def unscored(self) -> int:
        """How many problems could not be asked, in all cells together."""
        return sum(one.unscored for one in self.cells.values())

    @property
    def dataset(self) -> str:
        """The dataset's name."""
        return next(iter(self.cells.values())).dataset

    @property
    def records(self) -> Iterator[Record]:
        """All records, as they were written."""
        yield from read_records(self.folder)  # not returned: who goes through them keeps the run, and so its folder

    @property
    def problems(self) -> Iterator[list[Record]]:
        """The records of each problem in each cell."""
        yield from problems_of(self.folder)

    @cached_property
    def pairs(self) -> list[Pair]:
        """The cells beside each other, on the samples that both answered."""
        return paired(self.right, self.stories, self.against)

    @property
    def data(self) -> ReportData:
        """The figures as a pydantic model, which ``sorites report --json`` prints."""
        from .data import PairData, ReportData

        pairs = [PairData.of(pair) for pair in self.pairs]
        return ReportData(dataset=self.dataset, cells=self.cells, rule=self.rule, pairs=pairs, left=self.left)

    @cached_property
    def texts(self) -> Mapping[str, SampleText]:
        """What the problems say, by their names."""
        return read_samples(self.folder)

    def report(self, folder: Path | str | None = None) -> Path:
        """Write report.html.

        Args:
            folder: where to; the run's own folder if none is named.

        Returns:
            The page, which needs no network.

        Raises:
            UserError: it can't be written.
        """
        from .page import page

        place = Path(folder) if folder is not None else self.folder if self.folder.is_dir() else self.folder.parent
        written(place / "report.html", page(self))
        return place / "report.html"

    def _repr_html_(self) -> str:
        """Return the figures for a notebook."""
        from .page import summary_of

        return summary_of(self)

    def _repr_markdown_(self) -> str:
        """Return the figures for a notebook, as text."""
        from .frames import as_markdown

        return as_markdown(self.cells)


@dataclass(slots=True)
class Gathering:
    """What the records of a run come to, counted as they come.

    Attributes:
        rule: how several samples of a problem decide on its answer.
        tallies: the figures of each cell.
    """

    rule: Rule = "vote"
    tallies: dict[str, Tally] = field(default_factory=dict)
    _firsts: dict[str, Record] = field(default_factory=dict)
    _right: dict[str, dict[str, bool]] = field(default_factory=dict)
    _stories: dict[str, str] = field(default_factory=dict)

    def add(self, several: Sequence[Record]) -> None:
        """Count all records of a problem in a cell."""
        first = several[0]
        cell = first.cell or first.translator
        self._firsts.setdefault(cell, first)
        self.tallies.setdefault(cell, Tally()).add(several)
        if not all(record.scored for record in several):
            return
        self._right.setdefault(cell, {})[first.id] = decided(several, self.rule) == first.gold
        if first.story:
            self._stories[first.id] = first.story

    def run(self, folder: Path, manifest: Mapping[str, Any]) -> Run:
        """Return the run.

        Args:
            folder: where its records are.
            manifest: what it is.
        """
        settings = manifest.get(SETTINGS, {})
        # as they are named, not by whose record came first
        named = {cell: number for number, cell in enumerate(settings.get("cells", ()))}
        cells = {}
        for cell in sorted(self.tallies, key=lambda cell: named.get(cell, len(named))):
            counted, first = self.tallies[cell], self._firsts.get(cell)
            figures = counted.figures()
            cells[cell] = Summary(
                dataset=first.dataset if first else settings.get("dataset", ""),
                translator=cell,
                solver=prover_of(manifest, cell) or (first.engine if first else ""),
                semantics=first.semantics if first else "",
                label_scheme=settings.get("labels", {}),
                **figures,
            )
        right = {cell: self._right[cell] for cell in cells if cell in self._right}
        taken = Counter({cell: tally.problems + tally.unscored for cell, tally in self.tallies.items()})
        left = sum(max(0, manifest.get(TOTAL, 0) - taken[cell]) for cell in named or taken)
        return Run(folder, manifest, cells, right, self._stories, self.rule, left)


def load_run(folder: Path | str, rule: Rule | None = None) -> Run:
    """Return the run of a folder.

    Args:
        folder: the folder, or a file of records.
        rule: how several samples of a problem decide on its answer where cells are compared; the
            run's own rule if none is named.

    Returns:
        The run, with its figures counted anew.

    Raises:
        UserError: there are no records.
    """
    folder = Path(folder)
    manifest = read_manifest(folder)
    gathered = Gathering(rule or rule_of(manifest))
    for several in problems_of(folder):
        gathered.add(several)
    if not gathered.tallies:
        raise UserError(f"{folder} holds no records")
    return gathered.run(folder, manifest)
