"""Statistics: worked values, closed forms, and what holds of all of them."""

from __future__ import annotations

import math
import sys
from fractions import Fraction
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sorites.eval.scoring.statistics import (
    Difference,
    bootstrap_mean,
    compare,
    design_effect,
    detectable,
    holm,
    mcnemar,
    wilson,
)
from sorites.solvers import MissingExtra

Z = NormalDist().inv_cdf(0.975)


def test_wilson() -> None:
    """Worked values: 8 of 10 (Wilson 1927's formula by hand), none and all of 10."""
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)


def test_mcnemar_and_holm() -> None:
    """Twelve samples differ, ten one way: 2 · (1 + 12 + 66) / 2¹² = 0.0386; Holm's example by hand."""
    assert mcnemar(10, 2) == pytest.approx(158 / 4096)
    assert mcnemar(0, 0) == 1.0
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


def test_paired_differences() -> None:
    first, second = [True] * 60 + [False] * 40, [True] * 55 + [False] * 30 + [True] * 15
    found = compare(first, second)
    assert (found.only_first, found.only_second) == (5, 15)
    assert found.difference == pytest.approx(0.1)
    low, high = found.interval
    assert low < 0.1 < high
    assert 0.0 <= low < 0.03
    assert found.detectable == pytest.approx(2.8016 * (0.2 / 100) ** 0.5, abs=1e-3)


def test_samples_of_one_story_are_not_independent() -> None:
    values = [float(i // 10 % 2) for i in range(200)]
    alone = bootstrap_mean(values)
    together = bootstrap_mean(values, [str(i // 10) for i in range(200)])
    assert together[1] - together[0] > 2 * (alone[1] - alone[0])


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


def test_holm_of_values_that_are_far_apart() -> None:
    """R: p.adjust(c(0.001, 0.9, 0.02, 0.6), "holm")."""
    assert holm([0.001, 0.9, 0.02, 0.6]) == pytest.approx([0.004, 1.0, 0.06, 1.0])
    assert holm([0.3]) == [0.3]
    assert holm([]) == []


def test_compare_counts_what_differs() -> None:
    found = compare([True, True, False, True], [True, False, False, False])
    assert found == Difference(4, 0.75, 0.25, 2, 0, found.interval, 0.5, found.detectable)
    assert found.difference == -0.5
    assert -1 <= found.interval[0] < found.interval[1] <= 0
    assert found == compare([True, True, False, True], [True, False, False, False], ["a", "b", "c", "d"])
    same = compare([True, False], [True, False])
    assert (same.interval, same.p, same.detectable) == ((0.0, 0.0), 1.0, 1.0)
    none = compare([], [])
    assert (none.samples, none.first, none.second, none.interval) == (0, 0.0, 0.0, (0.0, 0.0))
    with pytest.raises(ValueError, match="shorter"):
        compare([True], [])


def test_the_smallest_difference_that_shows() -> None:
    """Connor 1987: (z at 97.5 % + z at the power) · √(share that differs / samples)."""
    z = Z + NormalDist().inv_cdf(0.8)
    assert detectable(20, 100) == pytest.approx(z * math.sqrt(0.2 / 100))
    assert detectable(20, 100, 0.9) == pytest.approx((Z + NormalDist().inv_cdf(0.9)) * math.sqrt(0.2 / 100))
    assert detectable(1, 1) == detectable(0, 10) == detectable(0, 0) == 1.0


def test_the_bootstrap_of_a_mean() -> None:
    """Of many independent values it is the normal interval; and the same for the same seed."""
    values = [float(i % 4 == 0) for i in range(400)]
    low, high = bootstrap_mean(values)
    half = Z * math.sqrt(0.25 * 0.75 / 400)
    assert (low, high) == pytest.approx((0.25 - half, 0.25 + half), abs=0.006)
    assert bootstrap_mean(values) == (low, high)
    assert bootstrap_mean(values, seed=1) != (low, high)
    assert bootstrap_mean(values, [str(i) for i in range(400)]) == (low, high), "clusters of one are none"


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


def test_the_design_effect_of_clusters_without_samples() -> None:
    assert design_effect([3, 0, 1], [4, 0, 4]) == design_effect([3, 1], [4, 4])
    assert design_effect([3], [4]) == 4.0
    assert design_effect([2, 2], [4, 4]) == 1.0, "never less than 1"
    assert design_effect([0, 0], [3, 5]) == 4.0
    with pytest.raises(ValueError, match="longer"):
        design_effect([1], [2, 3])


def test_the_bootstrap_comes_out_again() -> None:
    """2000 draws from this seed: a published interval can be computed again to the last digit."""
    assert bootstrap_mean([i**0.5 for i in range(30)], seed=7) == pytest.approx((3.0582373342, 4.0231571374), abs=1e-9)


@pytest.mark.parametrize("module", ["numpy", "scipy"])
def test_without_the_extra_it_is_named(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=r"sorites\[eval\]"):
        bootstrap_mean([0.0, 1.0])
    if module == "scipy":
        with pytest.raises(MissingExtra, match=r"sorites\[eval\]"):
            mcnemar(1, 0)
