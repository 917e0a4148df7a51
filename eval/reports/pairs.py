"""Cells beside each other on the same samples, and when one is called better than another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from sorites.solvers import UserError

from ..scoring.statistics import Difference, compare, holm

LEVEL: Final = 0.05
"""Above which p nothing is called better."""
DECIDES: Final = (
    f"better: the interval leaves out 0, and p < {LEVEL} by a sign-flip test of whole stories (McNemar's exact test "
    "where none are shared), corrected for all pairs (Holm)"
)
"""The one rule for words, as it is written beside tables."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cells on the same samples.

    Attributes:
        first: a cell.
        second: another one.
        found: how they compare.
        p: the test's p value, corrected for the pairs that are tested with it (Holm 1979).
        left_out: how many samples only one of the two has scored, so that they are not compared.
        shares: whether scores are between 0 and 1, so that differences are said in points.
    """

    first: str
    second: str
    found: Difference
    p: float
    left_out: int = 0
    shares: bool = True

    @property
    def better(self) -> str | None:
        """The cell that is better by the one rule for words; ``None`` if neither is.

        The interval of the difference leaves out 0, and the corrected p is less than 0.05.
        """
        low, high = self.found.interval
        if self.p >= LEVEL or low <= 0 <= high:
            return None
        return self.second if self.found.difference > 0 else self.first

    @property
    def unit(self) -> str:
        """What differences are said in."""
        return "points" if self.shares else "the score's own unit"

    @property
    def points(self) -> float:
        """The difference, second minus first, in its unit."""
        return self.found.difference * (100 if self.shares else 1)

    @property
    def difference(self) -> str:
        """The difference as it is shown."""
        return self._sized(self.found.difference)

    @property
    def interval(self) -> str:
        """Its interval as it is shown."""
        low, high = self.found.interval
        return f"{self._sized(low)} to {self._sized(high)}"

    def said(self, first: str, second: str) -> str:
        """Return what to think of it, in words.

        Args:
            first: what the first cell is called.
            second: what the second is.

        Returns:
            A sentence: which is better, or how large a difference the samples would have shown.
        """
        one = self.found
        if self.better is not None:
            better, worse = (second, first) if self.better == self.second else (first, second)
            return f"{better} is better than {worse}"
        if not one.only_first + one.only_second:
            return "they never differ"
        if abs(one.difference) >= one.detectable:  # as with few stories, or many pairs
            return "can't tell: p or the interval leaves room for no difference"
        least = f"{100 * one.detectable:.1f} points" if self.shares else f"{one.detectable:.3g}"
        return f"no difference shown; {one.samples} samples show one of {least} or more"

    def _sized(self, value: float) -> str:
        return f"{100 * value:+.1f}" if self.shares else f"{value:+.3g}"


def paired(scores: Mapping[str, Mapping[str, float]], stories: Mapping[str, str], against: str = "") -> list[Pair]:
    """Compare all cells with each other, on the samples that both answered.

    Args:
        scores: for each cell and problem its score: whether it was answered right, or another number.
        stories: the story of each problem that shares it.
        against: the cell that the others are compared with, if not all with each other.

    Returns:
        The pairs that share a sample, with p values corrected for all of them.

    Raises:
        UserError: there is no such cell.
    """
    if against and against not in scores:
        raise UserError(f"there is no cell '{against}' to compare with; there are {', '.join(scores)}")
    found: list[tuple[str, str, Difference, int]] = []
    wanted = [(against, name) for name in scores if name != against] if against else combinations(scores, 2)
    for first, second in wanted:
        both = sorted(scores[first].keys() & scores[second].keys())  # so that an interval is the same each time
        if both:
            clusters = [stories.get(name, name) for name in both] if stories else []
            one, other = [scores[first][n] for n in both], [scores[second][n] for n in both]
            left_out = len(scores[first]) + len(scores[second]) - 2 * len(both)
            found.append((first, second, compare(one, other, clusters), left_out))
    corrected = holm([difference.p for _, _, difference, _ in found])
    shares = all(0 <= value <= 1 for several in scores.values() for value in several.values())
    return [Pair(a, b, d, p, left_out, shares) for (a, b, d, left_out), p in zip(found, corrected, strict=True)]
