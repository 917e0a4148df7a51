"""How sure a figure is, and a difference between two; all by scipy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sorites.solvers import require

LEVEL: Final = 0.95
_Z: Final = 1.959963984540054
"""The normal quantile for ``LEVEL``, so that the many intervals of a summary need no scipy."""


def wilson(right: float, total: float, effect: float = 1.0) -> tuple[float, float]:
    """Return Wilson's interval of a share (Wilson 1927), of 95 %.

    Args:
        right: how many are right.
        total: of how many.
        effect: the design effect, by which the number of samples is divided.
    """
    if not total:
        return 0.0, 1.0
    right, total = right / effect, total / effect
    share, z2 = right / total, _Z * _Z
    centre = (share + z2 / (2 * total)) / (1 + z2 / total)
    half = _Z / (1 + z2 / total) * math.sqrt(share * (1 - share) / total + z2 / (4 * total * total))
    return (centre - half if right else 0.0), (centre + half if right < total else 1.0)


def design_effect(right: Sequence[int], total: Sequence[int]) -> float:
    """Return by how much samples that hang together are worth less than as many on their own (Kish 1965, section 8.2).

    That is how much larger the variance of their share is between clusters than it would be of
    independent samples; never less than 1.

    Args:
        right: how many samples are right in each cluster, such as a story.
        total: how many there are in it.
    """
    count, clusters = sum(total), sum(1 for n in total if n)
    share = sum(right) / count if count else 0.0
    simple = share * (1 - share) / count if count else 0.0
    if clusters < 2 or not simple:  # nothing varies: then a cluster is worth one sample
        return count / clusters if clusters else 1.0
    spread = sum((r - share * n) ** 2 for r, n in zip(right, total, strict=True))
    return max(1.0, clusters / (clusters - 1) * spread / count**2 / simple)


@dataclass(frozen=True, slots=True)
class Difference:
    """How two ways of answering compare on the same samples.

    Attributes:
        samples: how many samples both answered.
        first: the accuracy of the first.
        second: that of the second.
        only_first: samples that only the first has right.
        only_second: those that only the second has right.
        interval: of the difference, second minus first, by a paired bootstrap.
        p: of McNemar's exact test, that the two are as good.
        detectable: the smallest difference that so many samples show with a power of 80 %.
    """

    samples: int
    first: float
    second: float
    only_first: int
    only_second: int
    interval: tuple[float, float]
    p: float
    detectable: float

    @property
    def difference(self) -> float:
        """The second's accuracy minus the first's."""
        return self.second - self.first


def mcnemar(only_first: int, only_second: int) -> float:
    """Return the p value of McNemar's exact test (a binomial test on the samples that differ)."""
    require("eval", "scipy")
    from scipy.stats import binomtest

    total = only_first + only_second
    return float(binomtest(only_first, total, 0.5).pvalue) if total else 1.0


def compare(first: Sequence[bool], second: Sequence[bool], clusters: Sequence[str] = (), seed: int = 0) -> Difference:
    """Compare two ways of answering the same samples.

    Args:
        first: whether the first is right on each sample.
        second: whether the second is.
        clusters: what samples hang together by, such as a story; none if they do not.
        seed: of the bootstrap.
    """
    only_first = sum(a and not b for a, b in zip(first, second, strict=True))
    only_second = sum(b and not a for a, b in zip(first, second, strict=True))
    total = len(first)
    differences = [int(b) - int(a) for a, b in zip(first, second, strict=True)]
    return Difference(
        total,
        sum(first) / total if total else 0.0,
        sum(second) / total if total else 0.0,
        only_first,
        only_second,
        bootstrap_mean(differences, clusters, seed),
        mcnemar(only_first, only_second),
        detectable(only_first + only_second, total),
    )


def bootstrap_mean(values: Sequence[float], clusters: Sequence[str] = (), seed: int = 0) -> tuple[float, float]:
    """Return the percentile bootstrap interval of a mean, of 95 %; whole clusters are drawn where there are any.

    Args:
        values: the values.
        clusters: the cluster of each value; none if values do not hang together.
        seed: of the draws.
    """
    require("eval", "numpy", "scipy")
    import numpy as np
    from scipy.stats import bootstrap

    if len(values) < 2:
        return (float(values[0]),) * 2 if values else (0.0, 0.0)
    sums: dict[str, list[float]] = {}
    for i, value in enumerate(values):
        one = sums.setdefault(clusters[i] if clusters else str(i), [0.0, 0.0])
        one[0] += value
        one[1] += 1
    totals = np.array([s for s, _ in sums.values()])
    counts = np.array([n for _, n in sums.values()])
    if len(totals) < 2 or (np.ptp(totals) == 0 and np.ptp(counts) == 0):
        mean = float(totals.sum() / counts.sum())
        return mean, mean

    def ratio(t: np.ndarray, n: np.ndarray, axis: int) -> np.ndarray:
        return np.asarray(t.sum(axis=axis) / n.sum(axis=axis))

    found = bootstrap(
        (totals, counts),
        ratio,
        paired=True,
        vectorized=True,
        n_resamples=2000,
        confidence_level=LEVEL,
        method="percentile",
        rng=np.random.default_rng(seed),
        batch=200,
    )
    return float(found.confidence_interval.low), float(found.confidence_interval.high)


def detectable(differing: int, total: int, power: float = 0.8) -> float:
    """Return the smallest difference in accuracy that a paired test shows with some power.

    The usual normal approximation for McNemar's test (Connor 1987), with the share of
    differing samples as it was observed.
    """
    if not total or not differing:
        return 1.0
    from scipy.stats import norm

    share = differing / total
    z = float(norm.ppf(1 - (1 - LEVEL) / 2) + norm.ppf(power))
    return min(1.0, z * math.sqrt(share / total))


def holm(values: Sequence[float]) -> list[float]:
    """Return p values corrected for their number (Holm 1979)."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [1.0] * len(values)
    highest = 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(values) - rank) * values[place]))
        found[place] = highest
    return found
