"""Which runs a table of a paper shows, and in which rows: what was asked and made in the same way in one, others apart.

A run of another dataset has no place. Of one cell the runs of several levels or depths stand in one row, but not those
of problems that were made otherwise, nor answers that were asked for otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from typing import Any, Final
from urllib.parse import parse_qsl

from ...generators.registry import GENERATORS
from ...runs.manifest import SETTINGS, differing
from ...runs.records import Record
from ...tasks.datasets import FAMILIES
from ...tasks.downloads import BOARDGAMEQA
from ...weaknesses import Weaknesses
from ..figures import Run

_GENERATED: Final = "generated:"
_WHERE: Final = frozenset({"dataset", "price", "base_url", "headers", "reasks", "max_reasks"})
"""What the settings of a cell say beside how answers come about: of what it is, and where and how patiently it asks."""
_NUMBER: Final = frozenset({"n", "seed"})


@dataclass(frozen=True, slots=True)
class Source:
    """What is laid out.

    Attributes:
        name: of its folder or file.
        run: a run, if it is one.
        weaknesses: what ``sorites weaknesses --out FILE`` found, if it is that.
        remarks: what is to be said of its rows, once each.
    """

    name: str
    run: Run | None = None
    weaknesses: Weaknesses | None = None
    remarks: dict[str, None] = field(default_factory=dict)

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the run; none if it is a file of records, or no run."""
        return dict(self.run.manifest.get(SETTINGS, {})) if self.run is not None else {}

    @property
    def dataset(self) -> str:
        """The dataset as the run names it, without options."""
        named = str(self.settings.get("dataset", "")).partition("?")[0]
        return self.run.dataset if self.run is not None and named in {"", "generated"} else named

    @property
    def told(self) -> str:
        """What the run says of its dataset: its name, and its files."""
        if self.run is None:
            return ""
        return " ".join([str(self.settings.get("dataset", "")), *self.run.manifest.get("files", ()), self.name])

    @property
    def data(self) -> str:
        """What was asked: the name of the dataset, and the checksum of its file."""
        return self.dataset + str(self.settings.get("data", ""))

    @property
    def options(self) -> dict[str, str]:
        """The options of a generated dataset."""
        return dict(parse_qsl(str(self.settings.get("dataset", "")).partition("?")[2], keep_blank_values=True))

    def records(self) -> Iterator[Record]:
        """Yield the records of a run that rates count."""
        if self.run is not None:
            yield from (record for several in self.run.problems for record in several if record.scored)


Column = Callable[[Record, str], str | None]
"""The column of a record, from it and what its run says of its dataset."""


def is_of(dataset: str, datasets: Collection[str]) -> bool:
    """Return whether a dataset is one of these, or nobody's that is known: then its tags say where it stands.

    Args:
        dataset: as records call it, such as ``proverqa`` or ``generated:provergen``.
        datasets: patterns of benchmarks and generators.
    """
    base = dataset.removeprefix(_GENERATED)
    known = base in (GENERATORS if dataset.startswith(_GENERATED) else FAMILIES)
    return not known or any(fnmatch(base, one) for one in datasets)


def placed(
    sources: Sequence[Source], column_of: Column, columns: Collection[str], told_by: Collection[str] = ()
) -> Iterator[tuple[str, Record, str, Source]]:
    """Yield records with the names of their rows, their columns, and their runs.

    A row is a cell's. Where another run of a cell has the same samples in a column, other data there, problems that
    were made otherwise, or was asked otherwise, its row has its folder behind the name, and it is said why.

    Args:
        sources: the runs.
        column_of: in which column a record counts; ``None`` for none.
        columns: the columns.
        told_by: options of generators that columns and names of rows tell, so that they may differ in a row.
    """
    ways: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    taken: set[tuple[str, str, str, int]] = set()
    held: dict[tuple[str, str], str] = {}
    for source in sources:
        order = {name: number for number, name in enumerate(source.run.cells)} if source.run is not None else {}
        told, by_cell = source.told, dict[str, list[tuple[Record, str]]]()
        for one in source.records():
            if (column := column_of(one, told)) in columns and column is not None:
                by_cell.setdefault(one.cell or one.translator, []).append((one, column))
        for cell in sorted(by_cell, key=lambda name: order.get(name, len(order))):
            way, own = _way(source, cell, told_by), f"{cell} ({source.name})"
            several = ways.setdefault(cell, [])
            row = next((name for name, other in several if other == way), "")
            if not row:
                row = own if several else cell
                if several:
                    name, other = several[0]
                    source.remarks[f"'{row}' is apart from '{name}': {'; '.join(differing(other, way))}"] = None
                several.append((row, way))
            keys = {(column, one.id, one.sample) for one, column in by_cell[cell]}
            if any((row, *key) in taken for key in keys):
                row = own
            elif any(held.get((row, column), source.data) != source.data for column, *_ in keys):
                source.remarks[f"'{own}' is apart from '{row}': other data in the same column"] = None
                row = own
            taken |= {(row, *key) for key in keys}
            held |= {(row, column): source.data for column, *_ in keys}
            yield from ((row, one, column, source) for one, column in by_cell[cell])


def _way(source: Source, cell: str, told_by: Collection[str]) -> dict[str, Any]:
    """Return how a run's problems came about, and how a cell of it answers them."""
    settings = source.settings
    dataset = source.dataset
    options = {k: v for k, v in source.options.items() if k not in _NUMBER and k not in told_by}
    kind = "the authors' files" if dataset in FAMILIES else "other files"
    if dataset.startswith(_GENERATED) or (dataset in BOARDGAMEQA and "variant" not in told_by):
        kind = dataset
    found = {"problems": kind, "semantics": settings.get("semantics"), "generator": options}
    return found | {"asked": _plain(settings.get("cells", {}).get(cell, {}))}


def _plain(value: Any, name: str = "") -> Any:
    """Return settings of a cell without what differs from level to level: the checksum of its demonstrations."""
    if isinstance(value, dict):
        return {key: _plain(one, key) for key, one in value.items() if key not in _WHERE}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return value.rpartition(":")[0] if name == "prompt" and isinstance(value, str) and value.count(":") > 1 else value


def left_out(source: Source, has_place: Callable[[Record, str], bool]) -> tuple[int, str]:
    """Return how many problems of a run a table shows, and what is to be said of the others.

    Args:
        source: the run.
        has_place: whether a record stands in the table, from it and what its run says of its dataset.
    """
    told = source.told
    out: dict[str, set[tuple[str, str]]] = {}
    there: set[str] = set()
    for record in source.records():
        if has_place(record, told):
            there.add(record.id)
        else:
            out[record.id] = {*record.tags.items()}
    if not out:
        return len(there), ""
    common = sorted(set.intersection(*out.values()))
    which = ", ".join(f"{tag}={value}" for tag, value in common) or f"such as {next(iter(out))}"
    of = f"{len(out)} of {len(out) + len(there)} problems of {source.name}"
    return len(there), f"{of} have no place here ({which})"
