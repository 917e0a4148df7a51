"""Figures of BoardgameQA (Kazemi et al. 2023), which are drawn: the paper gives few of their numbers in its text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ...runs.records import ProofF1, Record
from ...scoring.statistics import bootstrap_mean
from .layout import Figure, Layout, Rows, mean, says, tagged
from .placing import Column, Source, placed

_LABELS: Final = ("proved", "disproved", "unknown")
_CONFLICT: Final = ("NoConflict", "LowConflict", "MediumConflict", "HighConflict")
_BY_TYPE: Final = {"DifficultConflict": "0.2", "MixedConflict": "0.5", "EasyConflict": "0.8"}
"""What the authors' archive calls the shares of conflicts of type 1."""
_KNOWLEDGE: Final = ("KnowledgeLight", "KnowledgeMedium", "KnowledgeHeavy")
_DISTRACTORS: Final = ("NoDistractors", "SomeDistractors", "ManyDistractors")
_DEPTH: Final = tagged("depth", before="depth ")
_TYPE: Final = re.compile(r"p_conf(?:lict)?_?type1=(0\.\d+|1)", re.I)


def _binary(told: str) -> bool:
    return says(told, "binary=true", "binary=yes", "binary=1", "Binary") or "Binary" in told


def _depth(binary: bool) -> Column:
    return lambda record, told: _DEPTH(record, told) if _binary(told) == binary else None


_OPTIONS: Final[Mapping[str, tuple[str, tuple[str, ...], Mapping[float, str]]]] = {
    "p_conflict": ("0.5", _CONFLICT, dict(zip((0.0, 0.2, 0.5, 0.8), _CONFLICT, strict=True))),
    "p_conflict_type1": ("0.5", tuple(_BY_TYPE), {float(share): name for name, share in _BY_TYPE.items()}),
    "p_missing_info": ("0.5", _KNOWLEDGE, dict(zip((0.2, 0.5, 0.8), _KNOWLEDGE, strict=True))),
    "distractors": ("0", _DISTRACTORS, dict(zip((0.0, 1.0, 2.0), _DISTRACTORS, strict=True))),
}
"""Of each option of our generator its default, the variants that it makes, and which value makes which."""


def _named(option: str, default: str | None) -> Column:
    """Return what finds the variant of an option in what a run says of its dataset, at depth 2.

    Args:
        option: what the variants differ in. A run that another option alters is none of them.
        default: the column where nothing is said.
    """
    _, names, by_value = _OPTIONS[option]

    def column(record: Record, told: str) -> str | None:
        if record.tags.get("depth", "2") != "2" or _binary(told):
            return None
        every = [name for _, several, _ in _OPTIONS.values() for name in several]
        there = [name for name in every if name == record.tags.get("variant") or name in told]
        said = dict(re.findall(rf"(?<![a-z_])({'|'.join(_OPTIONS)})=([0-9.]+)", told, re.I))
        if found := _TYPE.search(told):  # as the authors' archive has it, in other spellings, too
            said["p_conflict_type1"] = found.group(1)
        if any(float(value) != float(_OPTIONS[other][0]) for other, value in said.items() if other != option):
            return None
        if option in said:
            return by_value.get(float(said[option]))
        return next((name for name in names if name in there), None if there else default)

    return column


_by_type: Final = _named("p_conflict_type1", "MixedConflict")


def _type(record: Record, told: str) -> str | None:
    return _BY_TYPE.get(str(_by_type(record, told)))


def _proved(record: Record, told: str) -> str | None:
    deep = record.tags.get("depth", "2") == "2" and not _binary(told)
    return "" if deep and record.gold in _LABELS[:2] else None


def _labelled(record: Record, told: str) -> str | None:
    there = record.gold in _LABELS and not _binary(told)
    return f"depth {record.tags.get('depth', '?')}, {record.gold}" if there else None


def _proofs(sources: Sequence[Source], _columns: Sequence[str]) -> Rows:
    """Return Rule F1 and Conflict F1 of right answers that have a proof, at depth 2 (section 5.2).

    Conflict F1 is of those whose gold proof settles a conflict: of the others there is nothing that could overlap.
    """
    by: dict[str, list[ProofF1]] = {}
    for cell, one, _, _ in placed(sources, _proved, ("",), ("depth",)):
        found = one.proof_f1 if one.proof_f1 is not None and one.correct and not one.proof_f1.unread else None
        by.setdefault(cell, []).extend([found] if found is not None else [])
    return {cell: [_mean(one.rules for one in of), _mean(one.conflicts for one in of)] for cell, of in by.items()}


def _mean(found: Iterable[float | None]) -> Figure | None:
    values = [100 * one for one in found if one is not None]
    return Figure(sum(values) / len(values), *bootstrap_mean(values)) if values else None


def _confusion(sources: Sequence[Source], columns: Sequence[str]) -> Rows:
    counts: dict[str, Counter[str]] = {}
    there = {str(_labelled(one, "")) for source in sources for one in source.records()}
    for cell, one, column, _ in placed(sources, _labelled, there, ("depth",)):
        counts.setdefault(f"{cell}, {column}", Counter())[one.label or "none"] += 1
    return {row: [Figure(of[label]) for label in columns] for row, of in sorted(counts.items())}


def _at_depth_3(record: Record, _told: str) -> str | None:
    return "" if record.tags.get("depth", "3") == "3" else None


def _lengths(sources: Sequence[Source], _columns: Sequence[str]) -> Rows:
    """Return how long the texts at depth 3 are, and how many different tokens they have."""
    rows: Rows = {}
    for source in sources:
        texts = [t for t in source.run.texts.values() if t.tags.get("depth", "3") == "3"] if source.run else []
        words = [re.findall(r"\w+|[^\w\s]", f"{one.context} {one.question}") for one in texts]
        if words:
            rows[source.name] = [mean([Figure(len(kind(one))) for one in words]) for kind in (list, set)]
    return rows


def _variant(option: str, default: str | None) -> Layout:
    return Layout(_named(option, default), told_by=("variant", option))


LAYOUTS: Final[Mapping[str, Layout]] = {
    "boardgameqa-figure3": Layout(_at_depth_3, measure=_lengths),
    "boardgameqa-figure4": Layout(_depth(binary=False), told_by=("depth",)),
    "boardgameqa-figure5": Layout(_proved, measure=_proofs),
    "boardgameqa-figure6": _variant("p_conflict", "MediumConflict"),
    "boardgameqa-figure7": Layout(_type, told_by=("variant", "p_conflict_type1")),
    "boardgameqa-figure8": _variant("p_missing_info", "KnowledgeMedium"),
    "boardgameqa-figure9": _variant("distractors", None),
    "boardgameqa-figure10": Layout(_depth(binary=True), told_by=("depth", "binary")),
    "boardgameqa-figure14": Layout(_labelled, measure=_confusion),
}
