"""Figures of BoardgameQA (Kazemi et al. 2023), which are drawn: the paper gives few of their numbers in its text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ...runs.records import Record
from ...scoring.statistics import bootstrap_mean
from .layout import Column, Figure, PaperTable, Rows, Source, by_column, says

_DEPTHS: Final = ("depth 1", "depth 2", "depth 3")
_LABELS: Final = ("proved", "disproved", "unknown")
_CONFLICT: Final = ("NoConflict", "LowConflict", "MediumConflict", "HighConflict")
_TYPES: Final = ("0.2", "0.5", "0.8")
_BY_TYPE: Final = {"DifficultConflict": "0.2", "MixedConflict": "0.5", "EasyConflict": "0.8"}
"""What the authors' archive calls the shares of conflicts of type 1."""
_KNOWLEDGE: Final = ("KnowledgeLight", "KnowledgeMedium", "KnowledgeHeavy")
_DISTRACTORS: Final = ("NoDistractors", "SomeDistractors", "ManyDistractors")
_TYPE: Final = re.compile(r"p_conf(?:lict)?_?type1=(0\.\d+|1)", re.I)
_NO_NUMBERS: Final = "The figure shows no numbers, and the text says none."


def _binary(told: str) -> bool:
    return says(told, "binary=true", "binary=yes", "binary=1", "Binary") or "Binary" in told


def _depth(record: Record, told: str) -> str | None:
    depth = record.tags.get("depth")
    return f"depth {depth}" if depth and not _binary(told) else None


def _binary_depth(record: Record, told: str) -> str | None:
    depth = record.tags.get("depth")
    return f"depth {depth}" if depth and _binary(told) else None


def _named(names: Sequence[str], default: str | None) -> Column:
    """Return what finds the variant in the name of a run's dataset, at depth 2; ``default`` where it names none."""
    others = {*_CONFLICT, *_KNOWLEDGE, *_DISTRACTORS, *_BY_TYPE}

    def column(record: Record, told: str) -> str | None:
        if record.tags.get("depth", "2") != "2" or _binary(told):
            return None
        there = [name for name in others if name == record.tags.get("variant") or name in told]
        if found := next((name for name in names if name in there), None):
            return found
        return None if there or _TYPE.search(told) else default

    return column


def _type(record: Record, told: str) -> str | None:
    if record.tags.get("depth", "2") != "2" or _binary(told):
        return None
    if found := _TYPE.search(told):
        return found.group(1)
    name = _named(tuple(_BY_TYPE), "MixedConflict")(record, told)
    return _BY_TYPE.get(str(name))


def _proofs(sources: Sequence[Source]) -> Rows:
    """Return Rule F1 and Conflict F1 of right answers that have a proof, at depth 2 (section 5.2)."""
    by: dict[str, list[Record]] = {}
    for source in sources:
        if _binary(source.told):
            continue
        for one in source.records():
            deep = one.tags.get("depth", "2") == "2"
            if deep and one.proof_f1 is not None and one.correct and one.gold in _LABELS[:2]:
                by.setdefault(one.cell or one.translator, []).append(one)
    rows: Rows = {}
    for cell, records in by.items():
        found: list[Figure | None] = []
        for figure in ("rules", "conflicts"):
            values = [100 * float(getattr(one.proof_f1, figure)) for one in records]
            found.append(Figure(sum(values) / len(values), *bootstrap_mean(values)))
        rows[cell] = found
    return rows


def _confusion(sources: Sequence[Source]) -> Rows:
    counts: dict[str, Counter[str]] = {}
    for source in sources:
        for one in source.records():
            if one.gold in _LABELS and not _binary(source.told):
                row = f"{one.cell or one.translator}, depth {one.tags.get('depth', '?')}, {one.gold}"
                counts.setdefault(row, Counter())[one.label or "none"] += 1
    return {row: [Figure(of[label]) for label in (*_LABELS, "none")] for row, of in sorted(counts.items())}


def _lengths(sources: Sequence[Source]) -> Rows:
    """Return how long the texts at depth 3 are, and how many different tokens they have."""
    rows: Rows = {}
    for source in sources:
        texts = [t for t in source.run.texts.values() if t.tags.get("depth", "3") == "3"] if source.run else []
        words = [re.findall(r"\w+|[^\w\s]", f"{one.context} {one.question}") for one in texts]
        if words:
            mean_ = [sum(map(len, words)) / len(words), sum(len(set(one)) for one in words) / len(words)]
            rows[source.name] = [Figure(value) for value in mean_]
    return rows


def _accuracy(title: str, columns: Sequence[str], column: Column, note: str = _NO_NUMBERS) -> PaperTable:
    measure: Callable[[Sequence[Source]], Rows] = by_column(column, columns)
    return PaperTable(f"BoardgameQA, {title}", tuple(columns), measure, note=note)


TABLES: Final[Mapping[str, PaperTable]] = {
    "boardgameqa-figure3": PaperTable(
        "BoardgameQA, figure 3: length and different tokens of a problem, depth 3",
        ("tokens", "different tokens"),
        _lengths,
        "tokens",
        f"{_NO_NUMBERS} A run's are words and signs.",
    ),
    "boardgameqa-figure4": _accuracy(
        "figure 4: accuracy by depth",
        _DEPTHS,
        _depth,
        "The figure shows no numbers; section 5 says the baseline of the most frequent label.",
    ),
    "boardgameqa-figure5": PaperTable(
        "BoardgameQA, figure 5: proofs of right answers, depth 2",
        ("Rule F1", "Conflict F1"),
        _proofs,
        note=f"{_NO_NUMBERS} The third measure was taken by hand.",
    ),
    "boardgameqa-figure6": _accuracy(
        "figure 6: accuracy by conflicts, depth 2", _CONFLICT, _named(_CONFLICT, "MediumConflict")
    ),
    "boardgameqa-figure7": _accuracy("figure 7: accuracy by the share of conflicts of type 1, depth 2", _TYPES, _type),
    "boardgameqa-figure8": _accuracy(
        "figure 8: accuracy by what must be known, depth 2", _KNOWLEDGE, _named(_KNOWLEDGE, "KnowledgeMedium")
    ),
    "boardgameqa-figure9": _accuracy(
        "figure 9: accuracy by distractors, depth 2", _DISTRACTORS, _named(_DISTRACTORS, None)
    ),
    "boardgameqa-figure10": _accuracy("figure 10: accuracy by depth, two labels", _DEPTHS, _binary_depth),
    "boardgameqa-figure14": PaperTable(
        "BoardgameQA, figure 14: what was answered, by depth and label",
        (*_LABELS, "none"),
        _confusion,
        "problems",
        "The figure's numbers are drawn; appendix A says two of them. Standard deviations of BERT over ten runs are\n"
        "between 0.3 and 2.6 points.",
    ),
}
