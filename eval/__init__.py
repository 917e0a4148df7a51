"""Datasets, runs, figures and reports.

>>> from sorites import eval
>>> found = eval.run("sample", limit=3)
>>> found.cells["gold"].accuracy
1.0
"""

from __future__ import annotations

if __name__ != "sorites.eval":
    raise ImportError("this folder is the package sorites.eval; import it by that name")

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from .reports.comparison import Comparison, compare
    from .reports.figures import Pair, Run, load_run
    from .running import Standing, run
    from .runs.cells import Cell
    from .runs.execution import Budget, Workers
    from .runs.records import Record
    from .scoring.metrics import Summary
    from .tasks.datasets import load_dataset
    from .tasks.sample import Dataset, Sample

_PLACES: Final = {
    "Budget": ".runs.execution",
    "Cell": ".runs.cells",
    "Comparison": ".reports.comparison",
    "Dataset": ".tasks.sample",
    "Pair": ".reports.figures",
    "Record": ".runs.records",
    "Run": ".reports.figures",
    "Sample": ".tasks.sample",
    "Standing": ".running",
    "Summary": ".scoring.metrics",
    "Workers": ".runs.execution",
    "compare": ".reports.comparison",
    "load_dataset": ".tasks.datasets",
    "load_run": ".reports.figures",
    "run": ".running",
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
    "Standing",
    "Summary",
    "Workers",
    "compare",
    "load_dataset",
    "load_run",
    "run",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used, so that importing the package is quick (PEP 562)."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_PLACES[name], __name__), name)


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
