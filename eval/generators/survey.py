"""What a file of generated problems is like: labels, depths, words, forms of sentences."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .problem import ProblemRecord

if TYPE_CHECKING:
    from rich.console import Console


PUBLISHED: Final = {
    "logicasker": (2600, 161, 1104, 76),
    "multi-logieval": (827, 4582, 3192, 302),
    "provergen": (61, 1014, 286, 606),
    "boardgameqa": (1000, 628, 3212, 729),
}
"""The same counts of the papers' data, as far as it was at hand (half of LogicAsker's tests and of
Multi-LogiEval, ProverQA's examples, 1,000 games of depth 1 and 2): problems, words, forms, characters."""


class Survey:
    """Counts over problems, in constant memory but for the words."""

    def __init__(self) -> None:
        self.generator = ""
        self.labels: Counter[str] = Counter()
        self.depths: Counter[int] = Counter()
        self.words: Counter[str] = Counter()
        self.forms: Counter[str] = Counter()
        self.characters = 0

    def add(self, record: ProblemRecord) -> None:
        """Count a problem."""
        self.generator = record.generator
        self.labels[record.label] += 1
        self.depths[record.depth] += 1
        self.characters += len(record.context)
        for sentence in re.split(r"(?<=[.])\s+", record.context):
            words = re.findall(r"[A-Za-z]+", sentence)
            self.words.update(w.lower() for w in words)
            # What is left of a sentence without the words that carry its content.
            self.forms[" ".join(w if w.lower() in _FUNCTION else "_" for w in words)] += 1

    def show(self, console: Console, path: Path) -> None:
        """Print the counts."""
        total = sum(self.labels.values())
        if not total:
            console.print(f"{path} had them all", markup=False)
            return
        labels = ", ".join(f"{label} {count / total:.1%}" for label, count in sorted(self.labels.items()))
        depths = ", ".join(f"{depth}: {count}" for depth, count in sorted(self.depths.items()))
        console.print(f"{total} problems in {path}; {labels}; by depth {depths}", markup=False)
        console.print(
            f"{len(self.words)} different words, {len(self.forms)} forms of sentences, "
            f"{self.characters / total:.0f} characters of context on average"
        )
        problems, words, forms, characters = PUBLISHED[self.generator]
        console.print(
            f"[dim]{problems} problems of the paper's data: {words} words, {forms} forms, {characters} characters[/]"
        )


_FUNCTION = frozenset(
    "a an the if then and or not is are was were be does do did will it they he she who which that for all there at "
    "least one either neither nor but both some no every everyone someone something only of in on with to than more "
    "if normally usually typically generally case".split()
)
