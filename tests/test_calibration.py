"""Confidence as a probability: reliability, its error, and calibrations that are fitted on other stories."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sorites.eval import run
from sorites.eval.reports.charts import charts
from sorites.eval.scoring.calibration import (
    Bin,
    Calibration,
    brier,
    calibration_error,
    crossed,
    parts,
    reliability,
)

ANSWERS = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 1)), min_size=1, max_size=60)


def test_a_reliability_diagram_and_its_error_by_hand() -> None:
    confidences, right = [0.1, 0.1, 0.95, 0.95, 0.95, 1.0], [0, 1, 1, 1, 1, 0]
    low, high = reliability(confidences, right)
    assert (low.count, low.accuracy, high.count, high.accuracy) == (2, 0.5, 4, 0.75), "1 is in the last bin"
    assert [low.confidence, high.confidence] == pytest.approx([0.1, 0.9625])
    assert calibration_error([low, high]) == pytest.approx((2 * 0.4 + 4 * 0.2125) / 6)
    assert brier([0.5, 1.0], [1, 1]) == pytest.approx(0.125)
    assert calibration_error([]) == brier([], []) == 0.0
    assert reliability([0.3], [1]) == (Bin(1, 0.3, 1.0),), "three tenths are in the bin that begins with them"


def test_a_step_for_each_level_smoothed_and_never_falling() -> None:
    made = Calibration.fit([0.2] * 4 + [0.5] * 2 + [0.6] * 2 + [1.0] * 3, [0, 0, 0, 1, 1, 1, 1, 0, 1, 1, 1])
    assert made.levels == (0.2, 0.5, 1.0), "what would fall is one step"
    assert made.shares == pytest.approx((2 / 6, 4 / 6, 4 / 5)), "Laplace's rule"
    assert [made(c) for c in (0.0, 0.2, 0.49, 0.5, 0.99, 1.0)] == pytest.approx(
        [2 / 6, 2 / 6, 2 / 6, 4 / 6, 4 / 6, 4 / 5]
    )


@settings(deadline=None, max_examples=50)
@given(ANSWERS, st.randoms())
def test_calibrations_never_fall_and_do_not_hang_on_the_order(
    answers: list[tuple[float, int]], rng: random.Random
) -> None:
    made = Calibration.fit(*zip(*answers, strict=True))
    assert list(made.levels) == sorted(set(made.levels))
    assert list(made.shares) == sorted(made.shares)
    assert all(0 < share < 1 for share in made.shares), "nothing is certain"
    rng.shuffle(answers)
    assert Calibration.fit(*zip(*answers, strict=True)) == made


def test_no_story_is_in_a_fit_and_among_what_it_is_applied_to() -> None:
    """Stories that are right with little confidence and wrong with much, and one that is the reverse."""
    stories = ["odd"] * 4 + [f"s{i}" for i in range(8) for _ in range(2)]
    confidences = [0.1, 0.1, 0.9, 0.9] + [0.1, 0.9] * 8
    right = [1, 1, 0, 0] + [0, 1] * 8
    found = crossed(confidences, right, stories, folds=9)
    alone = Calibration.fit(confidences[4:], right[4:])
    assert found[:4] == [alone(c) for c in confidences[:4]]
    assert found[4:] != [alone(c) for c in confidences[4:]]
    assert len(parts(stories, 9)) == 9
    assert sorted(parts(stories, 4).values()) == [0, 0, 0, 1, 1, 2, 2, 3, 3]


def test_calibration_mends_what_is_too_sure() -> None:
    rng = random.Random(3)
    confidences = [rng.choice([0.3, 0.6, 0.9]) for _ in range(600)]
    right = [int(rng.random() < confidence / 2) for confidence in confidences]
    stories = [str(i // 6) for i in range(600)]
    after = crossed(confidences, right, stories)
    before, mended = (calibration_error(reliability(one, right)) for one in (confidences, after))
    assert before > 0.2
    assert mended < 0.08
    assert brier(after, right) < brier(confidences, right)


def test_a_run_with_several_samples_shows_its_reliability(tmp_path: Path) -> None:
    given = "TEXT:\tAnn is kind.\nFOL:\tKind(Ann)\nTEXT:\tIs she?\nFOL:\t"
    proved, open_ = f"{given}Kind(Ann)", f"{given}Old(Ann)"
    rows = [{"id": "a", "label": "True", "samples": [proved, proved]}]
    rows += [{"id": name, "label": "False", "samples": [open_, open_]} for name in ("b", "c")]
    file = tmp_path / "samples.json"
    file.write_text(json.dumps(rows))
    found = run("folio", data=file, translators=[f"recorded:{file}"])
    [summary] = found.cells.values()
    low, high = summary.confidence_levels
    assert (low.problems, low.accuracy, high.problems, high.accuracy) == (2, 0.0, 1, 1.0)
    wrong = 2 * low.confidence + (1 - high.confidence)
    assert summary.calibration_error == pytest.approx(wrong / 3)
    [svg] = [svg for title, svg in charts(found) if title.startswith("Reliability")]
    assert f"ECE {summary.calibration_error:.3f}" in svg
