"""Tables and figures of the papers, with runs in the same layout beside them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ValidationError

from sorites.solvers import UserError

from ...runs.manifest import MANIFEST
from ...weaknesses import Weaknesses
from ..figures import load_run
from . import boardgameqa, logicasker, multilogieval, provergen
from .layout import PaperTable, random_baseline
from .placing import Source, is_of, left_out, names_of

__all__ = ["TABLES", "PaperFigures", "PaperTable", "figures_of", "random_baseline"]

TABLES: Final[Mapping[str, PaperTable]] = {
    **provergen.TABLES,
    **logicasker.TABLES,
    **multilogieval.TABLES,
    **boardgameqa.TABLES,
}
"""All of them by name; their printed figures stand in ``papers.json``."""
_NAME: Final = "name such a file, or a run's folder"


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
    table = TABLES[name]
    printed = json.loads((files(__package__) / "papers.json").read_text("utf-8"))[name]
    listed = [(run, run != place) for place in places for run in _runs(place)]
    named = names_of([run for run, _ in listed])
    sources, remarks = list[Source](), list[str]()
    for (place, found), called in zip(listed, named, strict=True):
        try:
            source = _source(place, called)
            remarks += _remarks(table, source)
        except UserError as error:
            if not found:
                raise
            remarks.append(f"left out: {error}")
        else:
            sources.append(source)
    if listed and not sources:
        raise UserError(f"no run in {', '.join(map(str, places))} has a place here: {remarks[0]}")
    rows = table.measure(sources)
    empty = [who for who, row in rows.items() if not any(figure is not None for figure in row)]
    if sources and len(empty) == len(rows):
        who = ", ".join(map(str, places))
        raise UserError(f"{who} has no records for the columns {', '.join(table.columns)}")
    remarks += [f"'{who}' has no figure for any column" for who in empty]
    remarks += [remark for source in sources for remark in source.remarks]
    return PaperFigures(
        table=name,
        title=table.title,
        unit=table.unit,
        note=table.note,
        columns=list(table.columns),
        printed=printed,
        measured={who: [None if one is None else one.value for one in row] for who, row in rows.items()},
        intervals={
            who: [None if one is None or one.low is None or one.high is None else (one.low, one.high) for one in row]
            for who, row in rows.items()
        },
        examples=dict(table.examples(sources)),
        remarks=remarks,
    )


def _runs(place: Path) -> list[Path]:
    """Return the runs in a folder that is none itself, or the place as it was named."""
    if not place.is_dir() or (place / MANIFEST).exists():
        return [place]
    return sorted(manifest.parent for manifest in place.rglob(MANIFEST)) or [place]


def _remarks(table: PaperTable, source: Source) -> Iterator[str]:
    """Yield what a table leaves out of a run.

    Raises:
        UserError: it leaves out all of it.
    """
    if source.run is None:
        if not table.weaknesses:
            raise UserError(f"{source.name} is a file of 'sorites weaknesses', of which this table shows nothing")
        return
    if not is_of(source.dataset, table.datasets):
        raise UserError(f"{source.name} is a run of {source.dataset}, and this table is of {', '.join(table.datasets)}")
    shown, left = left_out(source, table.has_place)
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
