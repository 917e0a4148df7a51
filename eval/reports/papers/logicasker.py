"""Tables and figures of LogicAsker (Wan et al. 2024), filled from runs, or from what ``sorites weaknesses`` found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ...runs.records import Record
from ...scoring.metrics import leaf_of
from ...scoring.statistics import wilson
from ...weaknesses import LeafScore, Weaknesses
from .layout import Figure, PaperTable, Rows, by_column, less, named, within
from .placing import Column, Source, placed

_CATEGORIES: Final = ("equivalent", "inference", "fallacy")
_LOGICS: Final = ("propositional", "predicate")
_LENGTHS: Final = tuple(f"length {n}" for n in (1, 3, 5, 7))
_KINDS: Final = ("none", "random", "weakness")
_WEAKEST: Final = 3
_DATASETS: Final = ("logicasker",)


def _length(record: Record, _told: str) -> str | None:
    length = record.tags.get("length")
    return f"length {length}" if length else None


def _share(right: int, answered: int) -> Figure | None:
    if not answered:
        return None
    low, high = wilson(right, answered)
    return Figure(100 * right / answered, 100 * low, 100 * high)


def _of(scores: Sequence[LeafScore], wanted: str = "") -> Figure | None:
    """Return the response accuracy on the leaves that have something in their names; all if nothing is said."""
    kept = [one for one in scores if not wanted or wanted in one.leaf.split("/")]
    return _share(sum(one.correct for one in kept), sum(one.satisfied for one in kept))


def _tagged(tag: str) -> Column:
    return lambda record, _told: record.tags.get(tag)


def _by_tag(tag: str, columns: Sequence[str]) -> Callable[[Sequence[Source]], Rows]:
    """Return what lays out the response accuracy by a part of the tree, of runs and of what was found of weaknesses."""

    def measure(sources: Sequence[Source]) -> Rows:
        rows = by_column(_tagged(tag), columns, ("executable_accuracy",), told_by=("only",))(sources)
        for source in sources:
            if (found := source.weaknesses) is not None:
                rows[named(rows, _asked(found), source)] = [_of(found.first_round, column) for column in columns]
        return rows

    return measure


def _asked(found: Weaknesses) -> str:
    """Return who was asked, and how."""
    return f"{found.model}, {found.preset or found.method}"


def _rounds(sources: Sequence[Source]) -> Rows:
    rows: Rows = {}
    for source in sources:
        if (found := source.weaknesses) is not None:
            second = next((one for one in found.second_round if one.demonstrations == "none"), None)
            again = _share(second.correct, second.satisfied) if second else None
            rows[named(rows, _asked(found), source)] = [_of(found.first_round), again]
    first = by_column(lambda _record, _told: "first", ("first",), ("executable_accuracy",))(sources)
    return {name: [row[0], None] for name, row in first.items()} | rows


def _gains(sources: Sequence[Source]) -> Rows:
    rows: Rows = {}
    for source in sources:
        if (found := source.weaknesses) is not None:
            by = {one.demonstrations: _share(one.correct, one.satisfied) for one in found.second_round}
            rows[named(rows, _asked(found), source)] = [by.get(kind) for kind in _KINDS]
    return rows


def _with_difference(sources: Sequence[Source]) -> Rows:
    return {name: [*row, less(row[0], row[1])] for name, row in _by_tag("logic", _LOGICS)(sources).items()}


def _leaves(sources: Sequence[Source]) -> dict[str, tuple[Figure, str]]:
    """Return the weakest leaves of each model, with an example of each that it got wrong, or else of any."""
    found: dict[str, tuple[Figure, str]] = {}
    for source in sources:
        if (weak := source.weaknesses) is None:
            continue
        scores = {one.leaf: one for one in weak.first_round}
        for leaf in weak.weakest[:_WEAKEST]:
            figure = _share(scores[leaf].correct, scores[leaf].satisfied)
            if figure is not None:
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


def _weakest(sources: Sequence[Source]) -> Rows:
    return {name: [figure] for name, (figure, _) in _leaves(sources).items()}


def _examples(sources: Sequence[Source]) -> dict[str, str]:
    return {name: text for name, (_, text) in _leaves(sources).items() if text}


TABLES: Final[Mapping[str, PaperTable]] = {
    "logicasker-figure3": PaperTable(
        "LogicAsker, figure 3: response accuracy in the first round, and on new cases of the weakest skills",
        ("first round", "second round"),
        _rounds,
        datasets=_DATASETS,
        weaknesses=True,
        note="The figure shows no numbers. GPT-4's average is said in section 4.3, the ranges in section 4.2; the\n"
        "second round of the GPT family is table 6's zero-shot. 'sorites weaknesses --out' writes what fills both.",
    ),
    "logicasker-figure4": PaperTable(
        "LogicAsker, figure 4: propositional minus predicate accuracy",
        (*_LOGICS, "difference"),
        _with_difference,
        place=within(_tagged("logic"), _LOGICS),
        datasets=_DATASETS,
        weaknesses=True,
        note="The paper gives no numbers of this figure, in its text neither.",
    ),
    "logicasker-figure5": PaperTable(
        "LogicAsker, figure 5: response accuracy by category",
        _CATEGORIES,
        _by_tag("category", _CATEGORIES),
        place=within(_tagged("category"), _CATEGORIES),
        datasets=_DATASETS,
        weaknesses=True,
        note="The figure shows no numbers; section 4.3 says one of them.",
    ),
    "logicasker-table3": PaperTable(
        "LogicAsker, table 3: response accuracy by the length of the inference",
        _LENGTHS,
        by_column(_length, _LENGTHS, ("executable_accuracy",), told_by=("length",)),
        place=within(_length, _LENGTHS),
        datasets=_DATASETS,
    ),
    "logicasker-table4": PaperTable(
        "LogicAsker, table 4: the skills in which GPT-4 is weakest",
        ("response accuracy",),
        _weakest,
        place=_leaf,
        datasets=_DATASETS,
        weaknesses=True,
        examples=_examples,
        note="The paper's examples stand there; a run's are shown below.",
    ),
    "logicasker-table6": PaperTable(
        "LogicAsker, table 6: response accuracy on the weakest skills, by demonstrations",
        ("zero-shot", "random", "weakness"),
        _gains,
        place=lambda _record, _told: None,
        datasets=_DATASETS,
        weaknesses=True,
        note="Filled from files of 'sorites weaknesses --out FILE'.",
    ),
}
