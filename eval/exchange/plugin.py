"""What inspect_ai finds of ours, by the entry point ``inspect_ai``: scorers, metrics, the solver and tasks."""

from __future__ import annotations

from .scores import accuracy, executable_accuracy, executable_rate, mean, stderr
from .solver import sorites
from .tasks import asked, bench

__all__ = ["accuracy", "asked", "bench", "executable_accuracy", "executable_rate", "mean", "sorites", "stderr"]
