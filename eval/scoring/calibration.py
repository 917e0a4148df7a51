"""Whether a confidence is a probability: of answers given with a confidence of 80 %, are 80 % right?"""

from __future__ import annotations

import itertools
import random
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sorites.solvers import require

BINS: Final = 10
"""The bins of equal width into which confidences are put."""
FOLDS: Final = 5


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


def calibration_error(bins: Sequence[Bin]) -> float:
    """Return the expected calibration error (Naeini, Cooper and Hauskrecht 2015, section 4).

    That is how far confidence and accuracy are apart in a bin, on average over the answers.
    """
    total = sum(one.count for one in bins)
    return sum(one.count * abs(one.confidence - one.accuracy) for one in bins) / total if total else 0.0


def brier(confidences: Sequence[float], right: Sequence[int]) -> float:
    """Return the mean squared distance of confidences from what came out (Brier 1950)."""
    pairs = zip(confidences, right, strict=True)
    return sum((confidence - hit) ** 2 for confidence, hit in pairs) / len(confidences) if confidences else 0.0


@dataclass(frozen=True, slots=True)
class Calibration:
    """What a confidence comes to: a step for each level, which never falls.

    Attributes:
        levels: the confidences at which a step begins, rising.
        shares: the share of right answers from each level on, never falling.
    """

    levels: tuple[float, ...]
    shares: tuple[float, ...]

    @classmethod
    def fit(cls, confidences: Sequence[float], right: Sequence[int]) -> Calibration:
        """Return the calibration that fits answers best: isotonic regression (Zadrozny and Elkan 2002), smoothed.

        Args:
            confidences: of the answers, one at least.
            right: whether each is right, 1 or 0.
        """
        require("eval", "numpy", "scipy")
        from scipy.optimize import isotonic_regression

        counts: dict[float, list[int]] = {}
        for confidence, hit in zip(confidences, right, strict=True):
            one = counts.setdefault(round(confidence, 9), [0, 0])
            one[0] += 1
            one[1] += hit
        levels = sorted(counts)
        weights = [counts[level][0] for level in levels]
        fitted = isotonic_regression([counts[level][1] / counts[level][0] for level in levels], weights=weights)
        shares: list[float] = []
        begins: list[float] = []
        for start, end in itertools.pairwise(fitted.blocks):
            total = sum(counts[level][0] for level in levels[start:end])
            hits = sum(counts[level][1] for level in levels[start:end])
            # Laplace's rule: that all of a few are right does not make the next one certain.
            shares.append(max((hits + 1) / (total + 2), *shares[-1:], 0.0))
            begins.append(levels[start])
        return cls(tuple(begins), tuple(shares))

    def __call__(self, confidence: float) -> float:
        """Return the share of right answers among those given with a confidence; below all levels, of the lowest."""
        return self.shares[max(bisect_right(self.levels, round(confidence, 9)) - 1, 0)]


def crossed(
    confidences: Sequence[float], right: Sequence[int], stories: Sequence[str], folds: int = FOLDS, seed: int = 0
) -> list[float]:
    """Return each confidence as a calibration makes it that was fitted without its story.

    Args:
        confidences: of the answers.
        right: whether each is right, 1 or 0.
        stories: what answers hang together by; no story is in a fit and among what it is applied to.
        folds: into how many parts the stories are put.
        seed: of that.
    """
    part = parts(stories, folds, seed)
    found = list(confidences)
    for fold in range(folds):
        inside = [i for i, story in enumerate(stories) if part[story] != fold]
        if not inside:
            continue
        fitted = Calibration.fit([confidences[i] for i in inside], [right[i] for i in inside])
        for i, story in enumerate(stories):
            if part[story] == fold:
                found[i] = fitted(confidences[i])
    return found


def parts(stories: Sequence[str], folds: int = FOLDS, seed: int = 0) -> dict[str, int]:
    """Return the fold of each story, drawn at random, all folds about as large."""
    names = sorted(set(stories))
    random.Random(seed).shuffle(names)  # noqa: S311  # reproducible, nothing secret
    return {name: i % folds for i, name in enumerate(names)}
