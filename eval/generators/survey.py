"""What a file of generated problems is like: labels, depths, words."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from .problem import ProblemRecord

if TYPE_CHECKING:
    from rich.console import Console


class Survey:
    """Counts over problems, in constant memory but for the words."""

    def __init__(self) -> None:
        self.labels: Counter[str] = Counter()
        self.depths: Counter[int] = Counter()
        self.words: set[str] = set()
        self.characters = 0

    def add(self, record: ProblemRecord) -> None:
        """Count a problem."""
        self.labels["an option" if record.program.startswith("# Declarations") else record.label] += 1
        self.depths[record.depth] += 1
        self.characters += len(record.context)
        self.words.update(re.findall(r"[a-z]+", record.context.lower()))

    def show(self, console: Console, path: Path) -> None:
        """Print the counts."""
        total = sum(self.labels.values())
        if not total:
            console.print(f"{path} had them all", markup=False)
            return
        labels = ", ".join(f"{label} {count / total:.1%}" for label, count in sorted(self.labels.items()))
        depths = ", ".join(f"{depth}: {count}" for depth, count in sorted(self.depths.items()))
        console.print(f"{total} problems written to {path}; {labels}; by depth {depths}", markup=False)
        console.print(
            f"{len(self.words)} different words, {self.characters / total:.0f} characters of context on average"
        )
