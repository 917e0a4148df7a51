"""Tables and figures of Multi-LogiEval (Patel et al. 2024)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from ...runs.records import Record
from ...scoring.chains import mapped, steps_of
from ...scoring.statistics import wilson
from .layout import Figure, PaperTable, Rows, by_column, mean, with_chance, within
from .placing import Source, placed

_NAMES: Final = ("pl", "fol", "nm")
_DEPTHS: Final = tuple(f"d{depth}" for depth in range(1, 6))
_LOGICS: Final = tuple(f"{logic} {depth}" for logic in _NAMES for depth in _DEPTHS)
_TOLD: Final = ("logics", "depths")
_DATASETS: Final = ("multi-logieval", "multi-logieval-relations")
_RELATION: Final = re.compile(r"R[1-7]|rule_?[1-7]", re.I)


def _logic_and_depth(record: Record, _told: str) -> str | None:
    logic, depth = record.tags.get("logic"), record.tags.get("depth")
    return f"{logic} d{depth}" if logic and depth else None


def _depth_of_fol(record: Record, _told: str) -> str | None:
    """Return the depth of what table 7 evaluates: samples of first-order logic alone."""
    depth = record.tags.get("depth")
    return f"d{depth}" if depth and record.tags.get("logic") == "fol" else None


def _depth(record: Record, _told: str) -> str | None:
    depth = record.tags.get("depth")
    return f"d{depth}" if depth else None


def _related(record: Record, _told: str) -> str | None:
    """Return the one column of appendix H, for problems about relations."""
    known = _RELATION.fullmatch(record.tags.get("rule", "")) or record.tags.get("logic") == "relations"
    return "accuracy" if known else None


_BY_LOGIC: Final = with_chance(by_column(_logic_and_depth, _LOGICS, told_by=_TOLD), _logic_and_depth, _LOGICS)


def _figure1(sources: Sequence[Source]) -> Rows:
    """Return the means over propositional and first-order logic at each depth."""
    rows = by_column(_logic_and_depth, _LOGICS, told_by=_TOLD)(sources)
    return {
        name: [mean([row[_LOGICS.index(f"{logic} {depth}")] for logic in ("pl", "fol")]) for depth in _DEPTHS]
        for name, row in rows.items()
    }


def _statistics(sources: Sequence[Source]) -> Rows:
    """Return how many samples there are of each logic and depth, each counted once."""
    seen = {
        (record.id, *str(_logic_and_depth(record, "")).split(" "))
        for source in sources
        for record in source.records()
        if _logic_and_depth(record, "") in _LOGICS
    }
    counts = {logic: [sum(one[1:] == (logic, depth) for one in seen) for depth in _DEPTHS] for logic in _NAMES}
    counts["total"] = [sum(column) for column in zip(*counts.values(), strict=True)]
    return {logic: [*(Figure(n) for n in row), Figure(sum(row))] for logic, row in counts.items()} if seen else {}


def _baseline(sources: Sequence[Source]) -> Rows:
    rows = with_chance(by_column(_depth, _DEPTHS, told_by=_TOLD), _depth, _DEPTHS)(sources)
    return dict([*rows.items()][-1:])


def _chained(record: Record, _told: str) -> str | None:
    depth = record.tags.get("depth")
    return depth if record.tags.get("logic") in {"pl", "fol"} and depth in {"2", "3", "5"} else None


def _chains(sources: Sequence[Source]) -> Rows:
    """Return the mean length of chains at depth 5, and of those with a wrong conclusion the share that map wrongly."""
    lengths: dict[str, list[int]] = {}
    wrong: dict[tuple[str, str], list[bool]] = {}
    names: dict[str, None] = {}
    for name, record, depth, source in placed(sources, _chained, ("2", "3", "5"), _TOLD):
        names[name] = None
        chain = record.reasoning or record.answer
        if chain and depth == "5":
            lengths.setdefault(name, []).append(len(steps_of(chain)))
        text = source.run.texts.get(record.id) if source.run is not None else None
        if chain and depth != "5" and not record.correct and text is not None:
            found = mapped(text.context, text.question, chain)
            if found.read:
                wrong.setdefault((name, depth), []).append(bool(found.wrong))
    return {
        name: [
            Figure(sum(lengths[name]) / len(lengths[name])) if name in lengths else None,
            *(_share(wrong.get((name, depth), [])) for depth in ("2", "3")),
        ]
        for name in names
    }


def _share(found: Sequence[bool]) -> Figure | None:
    return Figure(100 * sum(found) / len(found), *(100 * x for x in wilson(sum(found), len(found)))) if found else None


TABLES: Final[Mapping[str, PaperTable]] = {
    "multi-logieval-figure1": PaperTable(
        "Multi-LogiEval, figure 1: mean accuracy of PL and FOL at each depth",
        _DEPTHS,
        _figure1,
        place=within(_logic_and_depth, _LOGICS),
        datasets=_DATASETS,
        note="The figure shows no numbers; these are the means of table 6.",
    ),
    "multi-logieval-table5": PaperTable(
        "Multi-LogiEval, table 5: how many samples there are",
        (*_DEPTHS, "total"),
        _statistics,
        "samples",
        "1,126 have the answer yes, 426 no (section 3.3). The repository has four more samples.",
        place=within(_logic_and_depth, _LOGICS),
        datasets=_DATASETS,
    ),
    "multi-logieval-table6": PaperTable(
        "Multi-LogiEval, table 6: accuracy by logic and depth, zero-shot CoT",
        _LOGICS,
        _BY_LOGIC,
        place=within(_logic_and_depth, _LOGICS),
        datasets=_DATASETS,
    ),
    "multi-logieval-random-baseline": PaperTable(
        "Multi-LogiEval, section 4.2: the random baseline by depth",
        _DEPTHS,
        _baseline,
        place=within(_depth, _DEPTHS),
        datasets=_DATASETS,
        note="It is the sum of the squares of the labels' shares. Of the 1,556 samples that are published, the same\n"
        "formula gives another figure at depth 2; the others agree within the four samples that are more.",
    ),
    "multi-logieval-section43": PaperTable(
        "Multi-LogiEval, section 4.3: steps of chains at depth 5, and chains that map wrongly at depths 2 and 3",
        ("steps at d5", "wrong at d2", "wrong at d3"),
        _chains,
        "steps, and % of chains with a wrong conclusion",
        place=_chained,
        datasets=_DATASETS,
        note="The authors counted by hand. A run's chain maps wrongly if a step of it that the grammar reads, and\n"
        "that speaks of what the text speaks of, does not follow from the text; chains of which none is read are\n"
        "left out.",
    ),
    "multi-logieval-table7": PaperTable(
        "Multi-LogiEval, table 7: a model with Prover9, by depth; FOL alone, as there",
        _DEPTHS,
        with_chance(
            by_column(_depth_of_fol, _DEPTHS, ("executable_rate", "executable_accuracy", "accuracy"), told_by=_TOLD),
            _depth_of_fol,
            _DEPTHS,
        ),
        place=within(_depth_of_fol, _DEPTHS),
        datasets=_DATASETS,
        note="The printed accuracy has Logic-LM's fallback where no program ran; a run's has what its own --fallback\n"
        "says, wrong if nothing.",
    ),
    "multi-logieval-table24": PaperTable(
        "Multi-LogiEval, table 24 (appendix G): accuracy by logic and depth, 3-shot",
        _LOGICS,
        _BY_LOGIC,
        place=within(_logic_and_depth, _LOGICS),
        datasets=_DATASETS,
        note="In 11 of the 15 columns the printed average is not the mean of the printed rows, by up to 2.9 points.",
    ),
    "multi-logieval-appendixh": PaperTable(
        "Multi-LogiEval, appendix H: 70 problems about relations",
        ("accuracy",),
        by_column(_related, ("accuracy",), told_by=_TOLD),
        place=_related,
        datasets=_DATASETS,
    ),
}
