"""Tables and figures of Multi-LogiEval (Patel et al. 2024)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from ...runs.records import Record
from .layout import Figure, Layout, Rows, chance, mean, tagged
from .placing import Column, Source

_TOLD: Final = ("logics", "depths")
_RELATION: Final = re.compile(r"R[1-7]|rule_?[1-7]", re.I)
_DEPTH: Final = tagged("depth", before="d")


def _logic_and_depth(record: Record, _told: str) -> str | None:
    logic, depth = record.tags.get("logic"), record.tags.get("depth")
    return f"{logic} d{depth}" if logic and depth else None


def _depth_of_fol(record: Record, told: str) -> str | None:
    """Return the depth of what table 7 evaluates: samples of first-order logic alone."""
    return _DEPTH(record, told) if record.tags.get("logic") == "fol" else None


def _related(record: Record, _told: str) -> str | None:
    """Return the one column of appendix H, for problems about relations."""
    known = _RELATION.fullmatch(record.tags.get("rule", "")) or record.tags.get("logic") == "relations"
    return "accuracy" if known else None


def _beside_chance(column: Column, *figures: str, alone: bool = False) -> Layout:
    """Return a layout with the random baseline in its last row."""

    def then(rows: Rows, sources: Sequence[Source], columns: Sequence[str]) -> Rows:
        return ({} if alone else rows) | (chance(sources, columns, column) if rows else {})

    return Layout(column, figures or ("accuracy",), _TOLD, then=then)  # type: ignore[arg-type]


def _means(sources: Sequence[Source], columns: Sequence[str]) -> Rows:
    """Return the means over propositional and first-order logic at each depth."""
    pairs = [f"{logic} {depth}" for depth in columns for logic in ("pl", "fol")]
    rows = Layout(_logic_and_depth, told_by=_TOLD).rows(sources, pairs)
    return {name: [mean(row[i : i + 2]) for i in range(0, len(row), 2)] for name, row in rows.items()}


def _statistics(sources: Sequence[Source], columns: Sequence[str]) -> Rows:
    """Return how many samples there are of each logic and depth, each counted once."""
    seen = {(one.id, _logic_and_depth(one, "")) for source in sources for one in source.records()}
    counts = {
        logic: [sum(at == f"{logic} {d}" for _, at in seen) for d in columns[:-1]] for logic in ("pl", "fol", "nm")
    }
    counts["total"] = [sum(column) for column in zip(*counts.values(), strict=True)]
    return {logic: [*map(Figure, row), Figure(sum(row))] for logic, row in counts.items()} if seen else {}


_BY_LOGIC: Final = _beside_chance(_logic_and_depth)
LAYOUTS: Final[Mapping[str, Layout]] = {
    "multi-logieval-figure1": Layout(_logic_and_depth, measure=_means),
    "multi-logieval-table5": Layout(_logic_and_depth, measure=_statistics),
    "multi-logieval-table6": _BY_LOGIC,
    "multi-logieval-random-baseline": _beside_chance(_DEPTH, alone=True),
    "multi-logieval-table7": _beside_chance(_depth_of_fol, "executable_rate", "executable_accuracy", "accuracy"),
    "multi-logieval-table24": _BY_LOGIC,
    "multi-logieval-appendixh": Layout(_related, told_by=_TOLD),
}
