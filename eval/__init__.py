"""Datasets, runs, figures and reports."""

from __future__ import annotations

if __name__ != "sorites.eval":
    raise ImportError("this folder is the package sorites.eval; import it by that name")

from pathlib import Path
from typing import Any, Literal


def load_run(folder: str | Path, library: Literal["pandas", "polars"] = "pandas") -> Any:
    """Return a run's records as a frame; see :func:`sorites.eval.reports.frames.load_run`."""
    from .reports.frames import load_run as load

    return load(folder, library)


__all__ = ["load_run"]
