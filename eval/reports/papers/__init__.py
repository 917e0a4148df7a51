"""Tables and figures of the papers, with runs in the same layout beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Final

from pydantic import BaseModel, TypeAdapter, ValidationError

from sorites.solvers import UserError

from ...runs.manifest import MANIFEST
from ...runs.records import Record
from ...weaknesses import Weaknesses
from ..figures import load_run
from ..same import told_apart
from . import boardgameqa, logicasker, multilogieval, provergen
from .layout import random_baseline
from .placing import Source, is_of, left_out

__all__ = ["TABLES", "PaperFigures", "PaperTable", "figures_of", "random_baseline"]

_LAYOUTS: Final = {**provergen.LAYOUTS, **logicasker.LAYOUTS, **multilogieval.LAYOUTS, **boardgameqa.LAYOUTS}
_NAME: Final = "name such a file, or a run's folder"


class PaperTable(BaseModel):
    """A table or figure of a paper.

    Attributes:
        title: what it shows, and where it stands.
        columns: its columns.
        unit: what its figures are.
        note: what is to be said of the printed figures, or of a run's beside them.
        datasets: patterns of the benchmarks and generators that it is of; of others no run is laid out.
        weaknesses: whether it shows what ``sorites weaknesses --out FILE`` found.
        printed: the paper's figures, by row.
    """

    title: str
    columns: list[str]
    unit: str = "%"
    note: str = ""
    datasets: list[str]
    weaknesses: bool = False
    printed: dict[str, list[float | None]]


TABLES: Final[Mapping[str, PaperTable]] = TypeAdapter(dict[str, PaperTable]).validate_json(
    (files(__package__) / "papers.json").read_bytes()
)
"""All of them by name."""


class PaperFigures(BaseModel):
    """A table or figure of a paper with runs beside it: by row, a figure or ``None`` for each column.

    Attributes:
        table: its name.
        title: what it shows.
        unit: what the figures are.
        note: what is to be said of them.
        columns: the columns.
        printed: the paper's figures.
        measured: the runs'.
        intervals: those of 95 % of the runs' figures, where there are any.
        examples: for rows of runs, an example, where the table shows some.
        remarks: what of the runs the table does not show, and which rows are apart and why.
    """

    table: str
    title: str
    unit: str = "%"
    note: str = ""
    columns: list[str]
    printed: dict[str, list[float | None]]
    measured: dict[str, list[float | None]] = {}
    intervals: dict[str, list[tuple[float, float] | None]] = {}
    examples: dict[str, str] = {}
    remarks: list[str] = []


def figures_of(name: str, *places: Path) -> PaperFigures:
    """Return a table of a paper and, beside it, runs.

    Args:
        name: the table, one of ``TABLES``.
        places: folders of runs, which are laid out together, or files of ``sorites weaknesses --out FILE``; or folders
            that hold runs, of which those without a place are named; none for the printed figures alone.

    Raises:
        UserError: there is no such table, one of the runs that are named has no place in it, or is named twice.
    """
    if name not in TABLES:
        more = "; Logic-LM's is 'sorites reproduce FOLDER'" if name.startswith("logic-lm") else ""
        raise UserError(f"there is no table '{name}'; there are {', '.join(TABLES)}{more}")
    table, layout = TABLES[name], _LAYOUTS[name]
    listed = [(run, run != place) for place in places for run in _runs(place)]
    named = [called.removesuffix(".json") for called in told_apart([run for run, _ in listed])]
    sources, remarks = list[Source](), list[str]()
    for (place, found), called in zip(listed, named, strict=True):
        try:
            source = _source(place, called)
            remarks += _remarks(name, source)
        except UserError as error:
            if not found:
                raise
            remarks.append(f"left out: {error}")
        else:
            sources.append(source)
    if listed and not sources:
        raise UserError(f"no run in {', '.join(map(str, places))} has a place here: {remarks[0]}")
    rows = layout.rows(sources, table.columns)
    empty = [who for who, row in rows.items() if not any(figure is not None for figure in row)]
    if sources and len(empty) == len(rows):
        who = ", ".join(map(str, places))
        raise UserError(f"{who} has no records for the columns {', '.join(table.columns)}")
    remarks += [f"'{who}' has no figure for any column" for who in empty]
    remarks += [remark for source in sources for remark in source.remarks]
    return PaperFigures(
        table=name,
        **table.model_dump(include={"title", "unit", "note", "columns", "printed"}),
        measured={who: [None if one is None else one.value for one in row] for who, row in rows.items()},
        intervals={
            who: [None if one is None or one.low is None or one.high is None else (one.low, one.high) for one in row]
            for who, row in rows.items()
        },
        examples=dict(layout.examples(sources)),
        remarks=remarks,
    )


def _runs(place: Path) -> list[Path]:
    """Return the runs in a folder that is none itself, or the place as it was named."""
    if not place.is_dir() or (place / MANIFEST).exists():
        return [place]
    return sorted(manifest.parent for manifest in place.rglob(MANIFEST)) or [place]


def _remarks(name: str, source: Source) -> Iterator[str]:
    """Yield what a table leaves out of a run.

    Raises:
        UserError: it leaves out all of it.
    """
    table, layout = TABLES[name], _LAYOUTS[name]

    def has_place(record: Record, told: str) -> bool:
        column = layout.column(record, told)
        return column is not None and (layout.measure is not None or column in table.columns)

    if source.run is None:
        if not table.weaknesses:
            raise UserError(f"{source.name} is a file of 'sorites weaknesses', of which this table shows nothing")
        return
    if not is_of(source.dataset, table.datasets):
        shown_here = ", ".join(one.rstrip("*") for one in table.datasets)
        raise UserError(f"{source.name} is a run of {source.dataset}, and this table is of {shown_here}")
    shown, left = left_out(source, has_place)
    if not shown:
        why = left or f"no problem of {source.name} could be asked"
        raise UserError(f"{why}; the columns are {', '.join(table.columns)}")
    if left:
        yield left
    if source.run.unscored:
        yield f"{source.run.unscored} problems of {source.name} could not be asked and are in no figure"


def _source(place: Path, name: str) -> Source:
    """Return a run, or what was found of weaknesses.

    Raises:
        UserError: it is neither.
    """
    if place.suffix != ".json":
        return Source(name, load_run(place))
    try:
        return Source(name, weaknesses=Weaknesses.model_validate_json(place.read_bytes()))
    except OSError as error:
        raise UserError(f"can't lay out {place}: {error.strerror}; {_NAME}") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        said = f"it is no file of 'sorites weaknesses --out FILE' ({where + ': ' if where else ''}{first['msg']})"
        raise UserError(f"can't lay out {place}: {said}; {_NAME}") from error
