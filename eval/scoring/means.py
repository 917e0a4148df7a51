"""How two ways of answering compare on the same samples by scores that are numbers, such as F1 or partial credit."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sorites.solvers import require

from .statistics import bootstrap_mean, compare

_DRAWS: Final = 20_000
_EXACT: Final = 14
"""Up to so many clusters all choices of signs are counted, beyond it some are drawn."""
_POWER: Final = 2.801585
"""The sum of the normal quantiles for a test of 5 % and a power of 80 %."""


@dataclass(frozen=True, slots=True)
class MeanDifference:
    """How two scores compare.

    Attributes:
        samples: how many samples have both.
        clusters: how many clusters they are in.
        first: the mean of the first.
        second: that of the second.
        interval: of the difference, second minus first, by a paired bootstrap of whole clusters.
        p: that the two are as good.
        detectable: the smallest difference that so many samples show with a power of 80 %.
        test: which test ``p`` is of.
    """

    samples: int
    clusters: int
    first: float
    second: float
    interval: tuple[float, float]
    p: float
    detectable: float
    test: str

    @property
    def difference(self) -> float:
        """The second's mean minus the first's."""
        return self.second - self.first


def compare_means(first: Sequence[float], second: Sequence[float], clusters: Sequence[str] = ()) -> MeanDifference:
    """Compare two scores of the same samples.

    Args:
        first: the first score of each sample.
        second: the second.
        clusters: what samples hang together by; none if they do not.

    Returns:
        The difference. Scores of 0 and 1 are tested as the cells of runs are, exactly; others by a sign-flip test of
        which some choices of signs are drawn (Fisher 1935, section 21): were both as good, each cluster's difference
        might have had the other sign.
    """
    differences = [b - a for a, b in zip(first, second, strict=True)]
    sums: dict[str, float] = defaultdict(float)
    for i, difference in enumerate(differences):
        sums[clusters[i] if clusters else str(i)] += difference
    if {*first, *second} <= {0.0, 1.0}:
        p = compare([a == 1 for a in first], [b == 1 for b in second], clusters).p
        test = "McNemar" if len(sums) == len(differences) else "sign flip"
    else:
        p, test = _sign_flip(list(sums.values())), "sign flip"
    total = len(differences)
    mean = sum(differences) / total if total else 0.0
    return MeanDifference(
        total,
        len(sums),
        sum(first) / total if total else 0.0,
        sum(second) / total if total else 0.0,
        bootstrap_mean(differences, clusters),
        p,
        _detectable(differences, clusters, mean),
        test,
    )


def _sign_flip(sums: Sequence[float]) -> float:
    """Return the p value of a two-sided sign-flip test: exact for few clusters, by draws that never give 0 for many."""
    require("eval", "numpy")
    import numpy as np

    told = np.array([one for one in sums if one])
    reached = abs(told.sum()) * (1 - 1e-12)
    if len(told) <= _EXACT:
        signs = 1 - 2 * ((np.arange(2 ** len(told))[:, None] >> np.arange(len(told))) & 1)
        return float((np.abs(signs @ told) >= reached).mean())
    rng, hits, step = np.random.default_rng(0), 0, max(1, 10**6 // len(told))
    for begin in range(0, _DRAWS, step):
        signs = rng.choice((-1, 1), size=(min(step, _DRAWS - begin), len(told)))
        hits += int((np.abs(signs @ told) >= reached).sum())
    return (hits + 1) / (_DRAWS + 1)


def _detectable(differences: Sequence[float], clusters: Sequence[str], mean: float) -> float:
    """Return the difference that is as many cluster-robust standard errors from 0 as a power of 80 % needs."""
    rests: dict[str, float] = defaultdict(float)
    for i, difference in enumerate(differences):
        rests[clusters[i] if clusters else str(i)] += difference - mean
    count = len(rests)
    if count < 2:
        return math.inf
    spread = count / (count - 1) * sum(rest * rest for rest in rests.values())
    return _POWER * math.sqrt(spread) / len(differences)
