"""What a file of generated problems is like: labels, depths, words, forms of sentences."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .data import table
from .problem import ProblemRecord

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True, slots=True)
class Variety:
    """How varied texts are; to be compared on equal numbers of them.

    Attributes:
        problems: how many there are.
        length: words of a text on average.
        words: how many different words there are.
        distinct_2: the share of pairs of words that are different ones.
        distinct_3: the same of three words.
    """

    problems: int
    length: float
    words: int
    distinct_2: float
    distinct_3: float

    def __str__(self) -> str:
        return (
            f"{self.problems} contexts of {self.length:.0f} words: {self.words} different words, "
            f"distinct-2 {self.distinct_2:.3f}, distinct-3 {self.distinct_3:.3f}"
        )


PUBLISHED: Final = {of: Variety(*found) for of, found in table("rules")["published variety"].items()}
"""The same of the papers' data, as far as it was at hand, by ``Varied`` from their contexts: ProverQA's examples of
each level, half of LogicAsker and Multi-LogiEval, the first games of BoardgameQA without their questions."""


class Varied:
    """Counts words, and what follows what, of texts."""

    def __init__(self) -> None:
        self.texts = 0
        self.words: Counter[str] = Counter()
        self.grams: tuple[set[int], set[int]] = (set(), set())
        self.totals = [0, 0]

    def add(self, text: str) -> None:
        """Count a text."""
        words = re.findall(r"[a-z]+", text.lower())
        self.texts += 1
        self.words.update(words)
        for place, size in enumerate((2, 3)):
            grams = [hash(tuple(words[i : i + size])) for i in range(len(words) - size + 1)]
            self.grams[place].update(grams)
            self.totals[place] += len(grams)

    def variety(self) -> Variety:
        """Return the counts."""
        two, three = (len(found) / max(total, 1) for found, total in zip(self.grams, self.totals, strict=True))
        length = sum(self.words.values()) / max(self.texts, 1)
        return Variety(self.texts, length, len(self.words), two, three)


class Survey:
    """Counts over problems, in constant memory but for the words."""

    def __init__(self) -> None:
        self.of = ""
        self.labels: Counter[str] = Counter()
        self.depths: Counter[int] = Counter()
        self.words: set[str] = set()
        self.characters = 0
        self.varied = Varied()

    def add(self, record: ProblemRecord) -> None:
        """Count a problem."""
        self.of = self.of or _part(record)
        self.labels["an option" if record.program.startswith("# Declarations") else record.label] += 1
        self.depths[record.depth] += 1
        self.characters += len(record.context)
        published = PUBLISHED.get(self.of)
        if published is not None and self.varied.texts < published.problems:
            self.varied.add(record.context)
        self.words.update(re.findall(r"[a-z]+", record.context.lower()))

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
            f"{len(self.words)} different words, {self.characters / total:.0f} characters of context on average"
        )
        if published := PUBLISHED.get(self.of):
            console.print(f"[dim]the first {self.varied.variety()}[/]")
            console.print(f"[dim]the paper's data, {published}[/]")


def _part(record: ProblemRecord) -> str:
    """Return with which part of the papers' data a problem is compared."""
    part = record.tags.get("level", "") if record.generator == "provergen" else ""
    if record.generator == "boardgameqa":
        part = str(min(record.depth, 2))
    return f"{record.generator} {part}".strip()
