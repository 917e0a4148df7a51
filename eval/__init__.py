"""Datasets, runs, figures and reports."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal


def load_run(folder: str | Path, library: Literal["pandas", "polars"] = "pandas") -> Any:
    """Return a run's records as a frame; see :func:`sorites.eval.reports.frames.load_run`."""
    from .reports.frames import load_run as load

    return load(folder, library)


__all__ = ["load_run"]
