"""How often answers are right by their confidence."""

from __future__ import annotations

import pytest

from sorites.eval.scoring.metrics import reliability
from sorites.eval.scoring.summary import Level


def test_reliability_by_hand() -> None:
    confidences, right = [0.1, 0.1, 0.95, 0.95, 0.95, 1.0], [0, 1, 1, 1, 1, 0]
    low, high = reliability(confidences, right)
    assert (low.problems, low.accuracy, high.problems, high.accuracy) == (2, 0.5, 4, 0.75), "1 is in the last bin"
    assert [low.confidence, high.confidence] == pytest.approx([0.1, 0.9625])
    assert reliability([0.3], [1]) == [Level(confidence=0.3, problems=1, accuracy=1.0)], (
        "three tenths are in the bin that begins with them"
    )
