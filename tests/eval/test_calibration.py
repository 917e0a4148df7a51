"""How often answers are right by their confidence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sorites.eval import run
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
