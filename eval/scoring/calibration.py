"""How often answers are right by the confidence with which they are given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

BINS: Final = 10
"""The bins of equal width into which confidences are put."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Answers whose confidences are near each other.

    Attributes:
        count: how many there are.
        confidence: their mean confidence.
        accuracy: the share of right ones.
    """

    count: int
    confidence: float
    accuracy: float


def reliability(confidences: Sequence[float], right: Sequence[int], bins: int = BINS) -> tuple[Bin, ...]:
    """Return the points of a reliability diagram (Niculescu-Mizil and Caruana 2005), empty bins left out.

    Args:
        confidences: from 0 to 1.
        right: whether each answer is right, 1 or 0.
        bins: how many bins of equal width there are.
    """
    found: list[list[float]] = [[0, 0.0, 0.0] for _ in range(bins)]
    for confidence, hit in zip(confidences, right, strict=True):
        one = found[min(int(round(confidence, 9) * bins), bins - 1)]
        one[0] += 1
        one[1] += confidence
        one[2] += hit
    return tuple(Bin(int(n), total / n, hits / n) for n, total, hits in found if n)
