"""Tables and figures of LogicAsker (Wan et al. 2024), filled from runs, or from what ``sorites weaknesses`` found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ...runs.records import Record
from ...scoring.metrics import leaf_of
from ...scoring.statistics import wilson
from ...weaknesses import Counts, Weaknesses
from .layout import Figure, Layout, Rows, less, named, tagged
from .placing import Column, Source, placed

_WEAKEST: Final = 3


def _share(right: int, answered: int) -> Figure | None:
    return Figure(100 * right / answered, *(100 * x for x in wilson(right, answered))) if answered else None


def _of(found: Counts) -> Figure | None:
    return _share(found.correct, found.satisfied)


def _beside(
    column: Column,
    row_of: Callable[[Weaknesses, Sequence[str]], list[Figure | None]],
    *told: str,
    then: Callable[[Rows], Rows] = lambda rows: rows,
) -> Layout:
    """Return a layout of response accuracies with rows of what was found of weaknesses."""

    def beside(rows: Rows, sources: Sequence[Source], columns: Sequence[str]) -> Rows:
        rows = dict(rows)
        for source in sources:
            if (found := source.weaknesses) is not None:
                rows[named(rows, _asked(found), source)] = row_of(found, columns)
        return then(rows)

    return Layout(column, ("executable_accuracy",), told, then=beside)


def _asked(found: Weaknesses) -> str:
    """Return who was asked, and how."""
    return f"{found.model}, {found.preset or found.method}"


def _by_part(found: Weaknesses, columns: Sequence[str]) -> list[Figure | None]:
    return [_of(found.of(column)) if column != "difference" else None for column in columns]


def _gains(found: Weaknesses, *kinds: str) -> list[Figure | None]:
    by = {str(one.demonstrations): _of(one) for one in found.second_round}
    return [by.get(kind) for kind in kinds]


def _leaves(sources: Sequence[Source]) -> dict[str, tuple[Figure, str]]:
    """Return the weakest leaves of each model, with an example of each that it got wrong, or else of any."""
    found: dict[str, tuple[Figure, str]] = {}
    for source in sources:
        if (weak := source.weaknesses) is None:
            continue
        scores = {one.leaf: one for one in weak.first_round}
        for leaf in weak.weakest[:_WEAKEST]:
            if (figure := _of(scores[leaf])) is not None:
                found[named(found, f"{_asked(weak)}: {leaf}", source)] = figure, weak.examples.get(leaf, "")
    by: dict[str, dict[str, list[tuple[Record, Source]]]] = {}
    for cell, record, _, source in placed(sources, _leaf, ("",), ("only", "length")):
        if record.executable:
            by.setdefault(cell, {}).setdefault(leaf_of(record.tags), []).append((record, source))
    for cell, leaves in by.items():
        share = {leaf: sum(r.correct for r, _ in several) / len(several) for leaf, several in leaves.items()}
        for leaf in sorted(leaves, key=lambda leaf: (share[leaf], leaf))[:_WEAKEST]:
            figure = _share(sum(r.correct for r, _ in leaves[leaf]), len(leaves[leaf]))
            record, source = min(leaves[leaf], key=lambda one: one[0].correct)
            text = source.run.texts.get(record.id) if source.run is not None else None
            if figure is not None:
                found[f"{cell}: {leaf}"] = figure, f"{text.context} {text.question}" if text is not None else ""
    return found


def _leaf(record: Record, _told: str) -> str | None:
    return "" if leaf_of(record.tags) else None


LAYOUTS: Final[Mapping[str, Layout]] = {
    "logicasker-figure3": _beside(
        lambda _record, _told: "first round",
        lambda found, _: [_of(found.of()), *_gains(found, "none")],
    ),
    "logicasker-figure4": _beside(
        tagged("logic"),
        _by_part,
        "only",
        then=lambda rows: {name: [*row[:2], less(*row[:2])] for name, row in rows.items()},
    ),
    "logicasker-figure5": _beside(tagged("category"), _by_part, "only"),
    "logicasker-table3": Layout(tagged("length", before="length "), ("executable_accuracy",), ("length",)),
    "logicasker-table4": Layout(
        _leaf,
        measure=lambda sources, _: {name: [figure] for name, (figure, _) in _leaves(sources).items()},
        examples=lambda sources: {name: text for name, (_, text) in _leaves(sources).items() if text},
    ),
    "logicasker-table6": _beside(
        lambda _record, _told: None, lambda found, _: _gains(found, "none", "random", "weakness")
    ),
}
