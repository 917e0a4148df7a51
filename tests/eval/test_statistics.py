"""Statistics: worked values, closed forms, and what holds of all of them."""

from __future__ import annotations

import math
import sys
from fractions import Fraction
from itertools import product
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sorites.eval.scoring.statistics import (
    Difference,
    bootstrap_mean,
    clustered,
    compare,
    design_effect,
    detectable,
    holm,
    mcnemar,
    newcombe,
    sign_flip,
    student,
    wilson,
)
from sorites.solvers import MissingExtra

Z = NormalDist().inv_cdf(0.975)


def signs_of(count: int) -> list[tuple[int, ...]]:
    return list(product((1, -1), repeat=count))


def test_the_design_effect_of_clusters() -> None:
    assert design_effect([i % 2 for i in range(200)], [1] * 200) == pytest.approx(200 / 199)
    # Ten samples of each of 20 stories, all alike, are worth 20 samples, by the formula 19.
    assert design_effect([10 * (i % 2) for i in range(20)], [10] * 20) == pytest.approx(200 / 19)
    assert wilson(100, 200, 200 / 19) == pytest.approx(wilson(9.5, 19))
    assert design_effect([10] * 20, [10] * 20) == 10.0
    assert design_effect([1, 9, 5], [10, 10, 10]) == pytest.approx((3 / 2 * 32 / 30**2) / (0.25 / 30))
    assert design_effect([], []) == 1.0


@given(st.integers(0, 50), st.integers(1, 50), st.floats(1, 10))
def test_wilsons_interval_solves_its_equation(right: int, more: int, effect: float) -> None:
    """Its ends are the shares p with (right/n - p)² = z² p (1 - p) / n, so that nothing outside [0, 1] is in it."""
    total = right + more
    low, high = wilson(right, total, effect)
    share, n = right / total, total / effect
    assert 0 <= low <= share <= high <= 1
    for end in (low, high):
        assert (share - end) ** 2 == pytest.approx(Z**2 * end * (1 - end) / n, abs=1e-9)
    assert wilson(more, total, effect) == pytest.approx((1 - high, 1 - low))
    assert wilson(2 * right, 2 * total, 2 * effect) == pytest.approx((low, high))


def test_wilson_of_none() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 7)[0] == 0.0
    assert wilson(7, 7)[1] == 1.0


@given(st.integers(0, 30), st.integers(0, 30))
def test_mcnemar_is_the_binomial_test(first: int, second: int) -> None:
    n, small = first + second, min(first, second)
    tail = Fraction(sum(math.comb(n, k) for k in range(small + 1)), 2**n)
    assert mcnemar(first, second) == pytest.approx(min(1.0, float(2 * tail)))
    assert mcnemar(first, second) == pytest.approx(mcnemar(second, first))


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holms_correction_in_one_line(values: list[float]) -> None:
    ranked = list(enumerate(sorted(values)))
    expected = [min(1.0, max((len(values) - i) * v for i, v in ranked if v <= value)) for value in values]
    assert holm(values) == pytest.approx(expected)


def test_compare_counts_what_differs() -> None:
    found = compare([True, True, False, True], [True, False, False, False])
    assert found == Difference(4, 0.75, 0.25, 2, 0, found.interval, 0.5, 0.5, found.detectable, 4)
    assert found.difference == -0.5
    assert -1 <= found.interval[0] < -0.5 < found.interval[1] < 0.2
    assert found == compare([True, True, False, True], [True, False, False, False], ["a", "b", "c", "d"])
    same = compare([True, False], [True, False])
    assert (same.p, same.detectable) == (1.0, 1.0)
    assert same.interval[0] < 0 < same.interval[1]
    none = compare([], [])
    assert (none.samples, none.first, none.second, none.interval) == (0, 0.0, 0.0, (0.0, 0.0))
    with pytest.raises(ValueError, match="zip"):
        compare([True], [])


def test_the_smallest_difference_that_shows() -> None:
    """Connor 1987: (z at 97.5 % + z at the power) · √(share that differs / samples)."""
    z = Z + NormalDist().inv_cdf(0.8)
    assert detectable(20, 100) == pytest.approx(z * math.sqrt(0.2 / 100))
    assert detectable(20, 100, power=0.9) == pytest.approx((Z + NormalDist().inv_cdf(0.9)) * math.sqrt(0.2 / 100))
    assert detectable(1, 1) == detectable(0, 10) == detectable(0, 0) == 1.0


def test_the_bootstrap_of_what_does_not_vary() -> None:
    assert bootstrap_mean([]) == (0.0, 0.0)
    assert bootstrap_mean([0.4]) == (0.4, 0.4)
    assert bootstrap_mean([0.5, 0.5, 0.5]) == (0.5, 0.5)
    assert bootstrap_mean([0.0, 1.0], ["a", "a"]) == (0.5, 0.5), "one cluster says nothing of others"
    assert bootstrap_mean([0.0, 1.0, 0.0, 1.0], list("aabb")) == (0.5, 0.5)
    low, high = bootstrap_mean([1.0, 1.0, 1.0], list("aab"))
    assert (low, high) == (1.0, 1.0), "clusters of other sizes, all right"
    low, high = bootstrap_mean([1.0, 0.0, 0.0, 1.0], list("aaab"))
    assert low < high, "as many are right in each, of more and of fewer"


@pytest.mark.parametrize("clusters", [
    [], [str(i * i % 31) for i in range(150)], [str(i % 7) for i in range(150)],
])  # fmt: skip
def test_the_bootstrap_is_scipys(clusters: list[str]) -> None:
    """The same interval as that of scipy, which draws cluster by cluster, within what drawing leaves open."""
    from scipy.stats import bootstrap, t

    values = [float(i % 7 < 3) - float(i % 5 == 0) for i in range(150)]
    named = clusters or [str(i) for i in range(150)]
    kinds = list(dict.fromkeys(named))
    sums = [sum(v for v, c in zip(values, named, strict=True) if c == kind) for kind in kinds]
    theirs = bootstrap(
        (np.array(sums), np.array([named.count(kind) for kind in kinds])),
        lambda t, n, axis: t.sum(axis=axis) / n.sum(axis=axis),
        paired=True,
        vectorized=True,
        n_resamples=9_999,
        method="percentile",
        rng=np.random.default_rng(1),
    ).confidence_interval
    mean, count = sum(values) / len(values), len(kinds)
    wider = t.ppf(0.975, count - 1) / Z * math.sqrt(count / (count - 1))
    expected = mean - wider * (mean - theirs.low), mean + wider * (theirs.high - mean)
    assert bootstrap_mean(values, clusters) == pytest.approx(expected, abs=0.02 if count < 10 else 0.008)


# -- few clusters, and pairs that are alike ----------------------------------------------


def test_students_quantiles_are_scipys() -> None:
    from scipy.stats import t

    for freedom in (*range(1, 60), 100, 1000):
        assert student(freedom) == pytest.approx(t.ppf(0.975, freedom), rel=1e-4 if freedom < 20 else 6e-6)
    assert student(0) == student(1)


def test_what_samples_of_few_stories_are_worth() -> None:
    """Korn and Graubard: Kish's effect, times Student's quantile by the normal one, squared; at least one a story."""
    effect = design_effect([5, 7, 8, 9], [10] * 4)
    assert 1 < effect * (3.1824 / Z) ** 2 < 10
    assert clustered([5, 7, 8, 9], [10] * 4) == pytest.approx(wilson(29, 40, effect * (3.1824 / Z) ** 2))
    assert clustered([0, 10, 10], [10] * 3) == pytest.approx(wilson(2, 3))
    assert clustered([1, 0, 1], [1, 1, 1]) == wilson(2, 3), "each for itself"
    assert clustered([6, 0, 1], [6, 2, 1]) == pytest.approx(wilson(7, 9, (36 + 4 + 1) / 9)), "stories of several sizes"
    assert clustered([3, 0, 1], [4, 0, 4]) == pytest.approx(clustered([3, 1], [4, 4])), "one without samples is none"


def test_newcombes_paired_interval() -> None:
    """Newcombe 1998, table II; Bentur's patients (Fagerland et al. 2014); 100 pairs that never differ."""
    assert newcombe(36, 2, 12, 0) == pytest.approx((0.0569, 0.3404), abs=6e-5)
    assert newcombe(1, 7, 1, 12) == pytest.approx((-0.5069, -0.0256), abs=6e-5)
    assert newcombe(14, 0, 5, 22) == pytest.approx((0.0115, 0.2265), abs=6e-5)  # alike: with the correction
    assert newcombe(100, 0, 0, 0) == pytest.approx((-0.037, 0.037), abs=6e-5)


@given(st.lists(st.integers(0, 40), min_size=4, max_size=4).filter(any), st.floats(1, 4))
def test_newcombes_interval_turns_with_its_sides(counts: list[int], effect: float) -> None:
    both, first, second, neither = counts
    low, high = newcombe(both, first, second, neither, effect)
    assert -1 <= low <= (second - first) / sum(counts) <= high <= 1
    assert high > low
    assert newcombe(both, second, first, neither, effect) == pytest.approx((-high, -low))
    assert newcombe(neither, first, second, both, effect) == pytest.approx((low, high))


@pytest.mark.parametrize("values", [(0.0, 1.0), (0.0, 0.5)], ids=["right and wrong", "other scores"])
@pytest.mark.parametrize("clusters", [[], ["a"] * 40, ["a", "b"] * 20], ids=["apart", "one story", "two stories"])
def test_the_interval_of_a_difference_is_never_a_point(values: tuple[float, float], clusters: list[str]) -> None:
    for first, second in (([values[0]] * 40, [values[1]] * 40), ([*values] * 20, [*values] * 20)):
        low, high = compare(first, second, clusters).interval
        assert -1 <= low <= compare(first, second, clusters).difference <= high <= 1 or values[1] < 1
        assert high - low > 0.05
    assert compare([values[1]], [values[0]]).interval[0] < compare([values[1]], [values[0]]).interval[1]


@pytest.mark.parametrize(("stories", "questions"), [(3, 50), (5, 40), (8, 20), (20, 10), (73, 3)])
def test_how_often_intervals_hold(stories: int, questions: int) -> None:
    """Of 70 % and of 50 %, ICC 0.2 (beta-binomial): at least 94 % of intervals of 95 %, within what 400 draws leave.

    Without the degrees of freedom it is 82 % with three stories.
    """
    rng, runs, shape, chances = np.random.default_rng(stories), 400, 1 / 0.2 - 1, np.array([[0.7], [0.5]])
    named = [str(i // questions) for i in range(stories * questions)]
    shares = differences = 0
    for _ in range(runs):
        base = rng.beta(chances * shape, (1 - chances) * shape, (2, stories))
        right = (rng.random((2, stories, questions)) < base[:, :, None]).astype(int)
        low, high = clustered(right[0].sum(axis=1).tolist(), [questions] * stories)
        shares += low <= 0.7 <= high
        low, high = compare(right[0].ravel().tolist(), right[1].ravel().tolist(), named).interval
        differences += low <= -0.2 <= high
    assert shares / runs > 0.935
    assert differences / runs > 0.935


# -- whole stories -----------------------------------------------------------------------


@given(st.lists(st.integers(-5, 5), max_size=10))
def test_sign_flips_one_by_one(differences: list[int]) -> None:
    """The share of all choices of signs with a sum at least as far from 0, counted."""
    sums = [sum(s * d for s, d in zip(signs, differences, strict=True)) for signs in signs_of(len(differences))]
    expected = sum(abs(s) >= abs(sum(differences)) for s in sums) / len(sums)
    assert sign_flip(differences) == pytest.approx(expected)


@given(st.integers(0, 400), st.integers(0, 400))
def test_sign_flips_of_single_samples_are_mcnemars_test(first: int, second: int) -> None:
    assert sign_flip([-1] * first + [1] * second) == pytest.approx(mcnemar(first, second))


def test_stories_that_are_always_right_or_wrong_count_once() -> None:
    """Five questions of each of six stories, all better: six flips, not thirty."""
    found = compare([False] * 30, [True] * 30, [str(i // 5) for i in range(30)])
    assert found.p == pytest.approx(2 / 2**6)
    assert found.mcnemar == pytest.approx(2 / 2**30)
    assert compare([False] * 30, [True] * 30).p == found.mcnemar


def test_how_often_equal_cells_are_called_different() -> None:
    """Five questions a story, ICC 0.3: the test of stories keeps its 5 %, McNemar's, which ignores them, does not.

    Beta-binomial, so that the correlation within a story is just that. (An exact test rejects a little less
    than it may, since a sum of signs has steps.)
    """
    rng, runs, stories, icc = np.random.default_rng(19), 300, 60, 0.3
    shape = 1 / icc - 1
    kept = misled = 0
    for _ in range(runs):
        chances = rng.beta(0.6 * shape, 0.4 * shape, (2, stories, 1))
        first, second = rng.random((2, stories, 5)) < chances
        differences = second.astype(int) - first
        kept += sign_flip([int(d) for d in differences.sum(axis=1)]) < 0.05
        misled += mcnemar(int((differences < 0).sum()), int((differences > 0).sum())) < 0.05
    assert 0.025 <= kept / runs <= 0.07
    assert misled / runs > 0.12


# -- power -------------------------------------------------------------------------------


def test_the_design_effect_of_a_difference_by_hand() -> None:
    """Of four stories of two, and of three in which nothing varies, which are worth a sample each."""
    first, second = [0, 0, 0, 1, 1, 0, 0, 0], [1, 1, 1, 0, 0, 0, 1, 0]
    found = compare(first, second, list("aabbccdd"))
    mean = 2 / 8  # of the sums 2, 0, -1 and 1
    spread = (2 - 2 * mean) ** 2 + (2 * mean) ** 2 + (-1 - 2 * mean) ** 2 + (1 - 2 * mean) ** 2
    effect = 4 / 3 * spread / (6 - 8 * mean**2)
    assert effect > 1
    assert found.detectable == detectable(6, 8, effect)
    apart = compare([0, 1] * 20, [1, 0] * 20, "a" * 20 + "b" * 20)  # each story comes to nothing: no better than apart
    assert apart.detectable == detectable(40, 40)
    with pytest.raises(ValueError, match="zip"):
        compare([0, 1], [1, 0], "aab")
    with pytest.raises(ValueError, match="zip"):
        clustered([1], [1, 2])


def test_numbers_are_compared_as_right_and_wrong_are() -> None:
    first = [0.1 * (i % 7) for i in range(60)]
    second = [value + 0.2 + 0.01 * (i % 3) for i, value in enumerate(first)]
    found = compare(first, second)
    assert found.difference == pytest.approx(0.21)
    assert (found.mcnemar, found.only_second) == (None, 60)
    assert found.interval[0] < 0.21 < found.interval[1]
    assert found.p < 0.001
    assert found.detectable == pytest.approx(
        detectable(sum((b - a) ** 2 for a, b in zip(first, second, strict=True)), 60)
    )
    assert compare([0.0, 0.5, 0.25], [0.5, 1.0, 1.0]).p == 2 / 8  # one choice of eight signs, and its opposite
    assert compare([0.5, 0.5], [0.5, 0.5]).p == 1.0
    assert compare([1.0, 5.0], [1.0, 5.0]).detectable == 4.0, "as far as scores lie apart"


@given(st.lists(st.integers(-5, 5), max_size=10), st.sampled_from([2, 3, 5, 7.3]))
@example([-2, 3, 4, -5], 7.3)  # the sum is 0, but for what numbers lose when they are added
def test_a_unit_makes_no_difference_to_sign_flips(differences: list[int], parts: float) -> None:
    """Halves and fifths are whole numbers of them; other numbers are gone through one by one."""
    assert sign_flip([d / parts for d in differences]) == pytest.approx(sign_flip(differences))


def test_sign_flips_that_are_drawn_come_near_those_that_are_counted() -> None:
    differences = [(-1) ** (i % 3) * (i % 5) for i in range(40)]
    assert sign_flip([d / math.pi for d in differences]) == pytest.approx(sign_flip(differences), abs=0.012)


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(MissingExtra, match=r"sorites\[eval\]"):
        bootstrap_mean([0.0, 1.0])
    with pytest.raises(MissingExtra, match=r"sorites\[eval\]"):
        sign_flip([1])
