"""Datasets, runs, figures and reports.

Examples:
    >>> from sorites import eval
    >>> found = eval.run("sample", limit=3)
    >>> found.cells["gold"].accuracy
    1.0
"""

from __future__ import annotations

if __name__ != "sorites.eval":
    raise ImportError("this folder is the package sorites.eval; import it by that name")

from typing import TYPE_CHECKING, Final

from sorites._lazy import lazily

if TYPE_CHECKING:
    from .exchange.reading import ScoredLog, load_log
    from .reports.comparison import Comparison, compare
    from .reports.figures import Run, load_run
    from .reports.pairs import Pair
    from .running import Standing, run
    from .runs.cells import Cell
    from .runs.execution import Budget, Workers
    from .runs.plans import load_plan
    from .runs.records import Record
    from .scoring.summary import Summary
    from .tasks.datasets import load_dataset
    from .tasks.sample import Dataset, Sample

_PLACES: Final = {
    ".exchange.reading": ("ScoredLog", "load_log"),
    ".reports.comparison": ("Comparison", "compare"),
    ".reports.figures": ("Run", "load_run"),
    ".reports.pairs": ("Pair",),
    ".running": ("Standing", "run"),
    ".runs.cells": ("Cell",),
    ".runs.execution": ("Budget", "Workers"),
    ".runs.plans": ("load_plan",),
    ".runs.records": ("Record",),
    ".scoring.summary": ("Summary",),
    ".tasks.datasets": ("load_dataset",),
    ".tasks.sample": ("Dataset", "Sample"),
}

__all__ = [
    "Budget",
    "Cell",
    "Comparison",
    "Dataset",
    "Pair",
    "Record",
    "Run",
    "Sample",
    "ScoredLog",
    "Standing",
    "Summary",
    "Workers",
    "compare",
    "load_dataset",
    "load_log",
    "load_plan",
    "load_run",
    "run",
]


__getattr__, __dir__ = lazily(__name__, _PLACES)
