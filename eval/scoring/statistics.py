"""How sure a figure is, and a difference between two."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

from sorites.solvers import require

LEVEL: Final = 0.95
POWER: Final = 0.8
_DRAWS: Final = 10_000
_AT_ONCE: Final = 1_000_000
"""The most counts that a bootstrap, or a test, holds at the same time."""
_FLIPS: Final = 20_000
"""How many choices of signs are drawn where they can't be counted."""
_COUNTED: Final = 14
"""Of how many clusters all choices of signs are gone through, whatever their differences are."""
_STEPS: Final = 50_000_000
"""Up to how many steps the distribution of all choices of signs takes is it computed."""
_Z: Final = NormalDist().inv_cdf((1 + LEVEL) / 2)
_T: Final = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)
"""Student's quantiles for ``LEVEL`` of 1 degree of freedom and more, as far as a series in 1/n says them badly."""


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


def student(freedom: int) -> float:
    """Return Student's quantile for ``LEVEL``, by the first terms of its series (Fisher and Cornish 1960) from 10 on.

    Args:
        freedom: the degrees of freedom; with none, that of one.
    """
    if freedom <= len(_T):
        return _T[max(freedom, 1) - 1]
    z, n = _Z, freedom
    terms = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + terms[0] / n + terms[1] / n**2 + terms[2] / n**3


def worth(effect: float, sizes: Sequence[int]) -> float:
    """Return by how much an interval takes samples that hang together for fewer (Korn and Graubard 1998).

    That is the design effect, times what it costs that it is estimated from few clusters: without, an interval of
    95 % covers 82 % with three of them, and 92 % with twenty. It is never more than if all of a cluster were alike.

    Args:
        effect: the design effect.
        sizes: how many samples each cluster has.
    """
    clusters, total = sum(1 for n in sizes if n), sum(sizes)
    if clusters == total:
        return 1.0
    return min(effect * (student(clusters - 1) / _Z) ** 2, sum(n * n for n in sizes) / total)


def clustered(right: Sequence[int], total: Sequence[int]) -> tuple[float, float]:
    """Return Wilson's interval of a share, of 95 %, of samples that may hang together.

    Args:
        right: how many samples are right in each cluster, such as a story.
        total: how many there are in it.
    """
    return wilson(sum(right), sum(total), worth(design_effect(right, total), total))


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
        first: the accuracy of the first, or its mean score.
        second: that of the second.
        only_first: samples that only the first has right, or on which it scores higher.
        only_second: those that only the second has right, or on which it does.
        interval: of the difference, second minus first: Newcombe's paired one, of other scores than 0 and 1 by a
            bootstrap of whole clusters.
        p: that the two are as good, by a sign-flip test of whole clusters; McNemar's where nothing hangs together.
        mcnemar: by McNemar's exact test, which takes all samples for independent; ``None`` where a score is neither
            0 nor 1.
        detectable: the smallest difference that so many samples show with a power of 80 %.
        clusters: how many clusters the samples are in.
    """

    samples: int
    first: float
    second: float
    only_first: int
    only_second: int
    interval: tuple[float, float]
    p: float
    mcnemar: float | None
    detectable: float
    clusters: int

    @property
    def difference(self) -> float:
        """The second's accuracy, or mean score, minus the first's."""
        return self.second - self.first


def mcnemar(only_first: int, only_second: int) -> float:
    """Return the p value of McNemar's exact test (a binomial test on the samples that differ)."""
    return min(1.0, 2 * math.fsum(_tosses(only_first + only_second, min(only_first, only_second))))


def _tosses(count: int, most: int) -> list[float]:
    """Return how likely 0, 1, … and ``most`` heads of so many tosses of a coin are."""
    all_ = math.lgamma(count + 1) - count * math.log(2)
    return [math.exp(all_ - math.lgamma(k + 1) - math.lgamma(count - k + 1)) for k in range(most + 1)]


def newcombe(both: int, only_first: int, only_second: int, neither: int, effect: float = 1.0) -> tuple[float, float]:
    """Return the interval of a difference of two paired shares, of 95 %, which is never a point.

    Newcombe 1998, method 10: Wilson's intervals of the two shares, put together by how the answers hang together.

    Args:
        both: how many samples both have right.
        only_first: how many only the first has.
        only_second: how many only the second has.
        neither: how many neither has.
        effect: by how much samples that hang together are worth less.

    Returns:
        The interval of the second's share minus the first's.
    """
    a, b, c, d = (count / effect for count in (both, only_first, only_second, neither))
    total = a + b + c + d
    first, second = (a + b) / total, (a + c) / total
    (low1, high1), (low2, high2) = wilson(a + b, total), wilson(a + c, total)
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    alike = a * d - b * c
    phi = (max(alike - total / 2, 0) if alike > 0 else alike) / math.sqrt(margins) if margins else 0.0
    below, above = (second - low2, high1 - first), (high2 - second, first - low1)
    wide = [math.sqrt(max(0.0, x * x - 2 * phi * x * y + y * y)) for x, y in (below, above)]
    return max(-1.0, second - first - wide[0]), min(1.0, second - first + wide[1])


def sign_flip(differences: Sequence[float]) -> float:
    """Return the p value of a two-sided sign-flip test (Fisher 1935, section 21), a permutation test of pairs.

    If two ways of answering are as good, each cluster's difference might as well have had the
    other sign. Of all the ways to choose the signs, that is the share in which the sum is at
    least as far from 0 as it is. With differences of 1 it is McNemar's exact test. Of whole numbers the sum's
    distribution is computed. Of other numbers all choices are gone through if there are few, else some are drawn;
    then p is never 0.

    Args:
        differences: of each cluster, how many more samples the one has right than the other, or how much higher it
            scores.
    """
    require("eval", "numpy")
    told = [float(d) for d in differences if d]
    steps = len(told) * sum(map(abs, told))
    return _counted(told) if steps <= _STEPS and all(d.is_integer() for d in told) else _flipped(told)


def _counted(differences: Sequence[float]) -> float:
    """Return the exact p value of the test for whole numbers."""
    import numpy as np

    chances = np.ones(1)  # of what clusters in favour of one come to, from 0 on
    for size in (abs(int(d)) for d in differences):
        chances = (np.pad(chances, (0, size)) + np.pad(chances, (size, 0))) / 2
    reached = sum(int(d) for d in differences if d > 0)
    tail = chances[: min(reached, len(chances) - 1 - reached) + 1]  # the distribution is symmetric
    return min(1.0, 2 * float(tail.sum()))


def _flipped(differences: Sequence[float]) -> float:
    """Return the p value of the test for any numbers: of all choices of signs, or of some that are drawn."""
    import numpy as np

    told = np.array(differences)
    reached = abs(told.sum()) - 1e-9 * np.abs(told).sum()  # sums that are equal but for what adding loses are ties
    if len(told) <= _COUNTED:
        signs = 1 - 2 * ((np.arange(2 ** len(told))[:, None] >> np.arange(len(told))) & 1)
        return float((np.abs(signs @ told) >= reached).mean())
    rng, hits, step = np.random.default_rng(0), 0, max(1, _AT_ONCE // len(told))
    for begin in range(0, _FLIPS, step):
        signs = rng.choice((-1, 1), size=(min(step, _FLIPS - begin), len(told)))
        hits += int((np.abs(signs @ told) >= reached).sum())
    return (hits + 1) / (_FLIPS + 1)


def compare(first: Sequence[float], second: Sequence[float], clusters: Sequence[str] = (), seed: int = 0) -> Difference:
    """Compare two ways of answering the same samples.

    Args:
        first: whether the first is right on each sample, or its score.
        second: whether the second is, or its score.
        clusters: what samples hang together by, such as a story; none if they do not.
        seed: of the bootstrap.
    """
    total = len(first)
    differences = [float(b) - float(a) for a, b in zip(first, second, strict=True)]
    sums, sizes = _clustered(differences, clusters)
    spread = math.fsum(d * d for d in differences)
    effect = _effect(sums, sizes, spread)
    only_first, only_second = sum(d < 0 for d in differences), sum(d > 0 for d in differences)
    scores = {float(score) for score in (*first, *second)}
    independent = mcnemar(only_first, only_second) if scores <= {0.0, 1.0} else None
    if independent is not None and total:
        both = sum(bool(a and b) for a, b in zip(first, second, strict=True))
        neither = total - both - only_first - only_second
        interval = newcombe(both, only_first, only_second, neither, worth(effect, sizes))
    else:
        interval = _bootstrapped(sums, sizes, seed, max(scores, default=0.0) - min(scores, default=0.0))
    return Difference(
        total,
        math.fsum(first) / total if total else 0.0,
        math.fsum(second) / total if total else 0.0,
        only_first,
        only_second,
        interval,
        independent if independent is not None and len(sums) == total else sign_flip(sums),
        independent,
        detectable(spread, total, effect, most=max(1.0, max(scores, default=1.0) - min(scores, default=0.0))),
        len(sums),
    )


def _clustered(values: Sequence[float], clusters: Sequence[str]) -> tuple[list[float], list[int]]:
    """Return the sum of each cluster and how many values it has; without clusters each value is one."""
    if not clusters:
        return list(values), [1] * len(values)
    held: dict[str, list[float]] = {}
    for cluster, value in zip(clusters, values, strict=True):
        held.setdefault(cluster, []).append(value)
    return [math.fsum(several) for several in held.values()], [len(several) for several in held.values()]


def _effect(sums: Sequence[float], sizes: Sequence[int], squares: float) -> float:
    """Return the design effect of a difference: by how much clusters spread it more than single samples would."""
    total, clusters = sum(sizes), len(sums)
    if clusters == total:
        return 1.0
    mean = sum(sums) / total
    single = squares - total * mean**2
    if clusters < 2 or single <= 1e-9 * squares:  # nothing varies: then a cluster is worth one sample
        return total / clusters
    spread = sum((s - mean * n) ** 2 for s, n in zip(sums, sizes, strict=True))
    return max(1.0, clusters / (clusters - 1) * spread / single)


def bootstrap_mean(values: Sequence[float], clusters: Sequence[str] = (), seed: int = 0) -> tuple[float, float]:
    """Return the percentile bootstrap interval of a mean, of 95 %; whole clusters are drawn where there are any.

    Args:
        values: the values.
        clusters: the cluster of each value; none if values do not hang together.
        seed: of the draws.
    """
    return _bootstrapped(*_clustered(values, clusters), seed)


def _bootstrapped(sums: Sequence[float], sizes: Sequence[int], seed: int, room: float = 0.0) -> tuple[float, float]:
    """Return the interval of a mean, given the sum and the size of each cluster.

    Clusters alike are drawn together: how often each kind comes is multinomial. The interval is widened by what few
    clusters cost, as Student's is. Where all are alike, as large a share as so many clusters leave open
    may be off by ``room``.
    """
    require("eval", "numpy")
    import numpy as np

    kinds = Counter(zip(sums, sizes, strict=True))
    mean = math.fsum(sums) / sum(sizes) if sizes else 0.0
    if len(kinds) < 2:
        left = room * wilson(0, len(sums))[1]
        return mean - left, mean + left
    # in an order of their own, so that draws do not hang on that of the samples
    drawn = np.array(ordered := sorted(kinds), dtype=float)
    chances = np.array([kinds[kind] for kind in ordered]) / len(sums)
    rng, means = np.random.default_rng(seed), np.empty(_DRAWS)
    step = max(1, _AT_ONCE // len(kinds))
    for begin in range(0, _DRAWS, step):
        counts = rng.multinomial(len(sums), chances, size=min(step, _DRAWS - begin))
        totals = counts @ drawn
        means[begin : begin + step] = totals[:, 0] / totals[:, 1]
    low, high = np.quantile(means, ((1 - LEVEL) / 2, (1 + LEVEL) / 2))
    wider = student(len(sums) - 1) / _Z * math.sqrt(len(sums) / (len(sums) - 1))
    return mean - wider * (mean - float(low)), mean + wider * (float(high) - mean)


def detectable(spread: float, total: int, effect: float = 1.0, power: float = POWER, most: float = 1.0) -> float:
    """Return the smallest difference that a paired test shows with some power.

    The usual normal approximation for McNemar's test (Connor 1987), with the share of
    differing samples as it was observed; and the same of other scores, by the squares of their differences.

    Args:
        spread: the sum of the squared differences: of right and wrong, how many samples only one of the two has right.
        total: of how many samples.
        effect: the design effect, by which the number of samples is divided.
        power: the probability that a test of 5 % shows it.
        most: the largest difference that there can be, which is returned where nothing differs, too.
    """
    if not total or not spread:
        return most
    return min(most, (_Z + NormalDist().inv_cdf(power)) * math.sqrt(spread * effect) / total)


def holm(values: Sequence[float]) -> list[float]:
    """Return p values corrected for their number (Holm 1979)."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [1.0] * len(values)
    highest = 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(values) - rank) * values[place]))
        found[place] = highest
    return found
