"""Tables and figures of the papers, with runs in the same layout beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ValidationError

from sorites.solvers import UserError

from ...weaknesses import Weaknesses
from ..figures import load_run
from . import boardgameqa, logicasker, logiclm, multilogieval, provergen
from .layout import PaperTable, Source, random_baseline

__all__ = ["TABLES", "PaperFigures", "PaperTable", "figures_of", "random_baseline"]

TABLES: Final[Mapping[str, PaperTable]] = {
    **provergen.TABLES,
    **logicasker.TABLES,
    **multilogieval.TABLES,
    **boardgameqa.TABLES,
    **logiclm.TABLES,
}
"""All of them by name; their printed figures stand in ``papers.json``."""


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


def figures_of(name: str, *places: Path) -> PaperFigures:
    """Return a table of a paper and, beside it, runs.

    Args:
        name: the table, one of ``TABLES``.
        places: folders of runs, which are laid out together, or files of ``sorites weaknesses --out FILE``; none for
            the printed figures alone.

    Raises:
        UserError: there is no such table, or nothing in the runs for it.
    """
    if name not in TABLES:
        raise UserError(f"there is no table '{name}'; there are {', '.join(TABLES)}")
    table = TABLES[name]
    printed = json.loads((files(__package__) / "papers.json").read_text("utf-8"))[name]
    sources = [_source(place) for place in places]
    rows = table.measure(sources)
    if sources and not any(figure is not None for row in rows.values() for figure in row):
        who = ", ".join(map(str, places))
        raise UserError(f"{who} has no records for the columns {', '.join(table.columns)}")
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
    )


def _source(place: Path) -> Source:
    """Return a run, or what was found of weaknesses.

    Raises:
        UserError: it is neither.
    """
    if place.suffix != ".json":
        return Source(place.name or str(place), load_run(place))
    try:
        return Source(place.stem, weaknesses=Weaknesses.model_validate_json(place.read_bytes()))
    except (OSError, ValidationError) as error:
        said = error.strerror if isinstance(error, OSError) else "it is no file of 'sorites weaknesses --out FILE'"
        raise UserError(f"can't lay out {place}: {said}; name that, or a run's folder") from error
