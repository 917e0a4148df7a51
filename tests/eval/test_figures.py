"""Figures: their intervals, and the answers that papers print."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sorites.eval.reports.papers import random_baseline
from sorites.eval.scoring.metrics import reliability
from sorites.eval.scoring.statistics import wilson
from sorites.eval.scoring.summary import Level
from sorites.eval.tasks.datasets import load_dataset

from .test_running import bench


def test_problems_without_a_text_share_no_story(tmp_path: Path) -> None:
    file = tmp_path / "recorded.json"
    program = "Premises:\nP(a)\nConclusion:\nP(a)\n"
    entries = [{"id": i, "label": "True", "samples": [program] * 4} for i in range(30)]
    file.write_text(json.dumps(entries), "utf-8")
    found = json.loads(bench("folio", "--translator", f"recorded:{file}", "--samples", "4", "--json"))
    assert found["samples"] == 120
    assert found["intervals"]["accuracy"] == list(wilson(30, 30))


def test_each_part_has_the_design_effect_of_its_own_stories(tmp_path: Path) -> None:
    """What hangs together in one part widens no other one, and is not lost in it."""
    rows = [
        {"id": f"{part}{i}", "story": f"{part}{i // size}", "part": part, "answer": "True",
         "context": f"All cats are kind. Tom{i // size} is a {'cat' if i // size % 2 else 'dog'}.",
         "question": f"Tom{i // size} is kind."}
        for part, count, size in (("alone", 40, 1), ("together", 40, 10), ("one", 1, 1))
        for i in range(count)
    ]  # fmt: skip
    file = tmp_path / "parts.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    found = json.loads(bench(f"file:{file}", "--translator", "english", "--json"))
    parts = {name: tuple(part["interval"]) for name, part in found["groups"]["part"].items()}
    # Four stories of ten that are all alike: no less than four samples.
    expected = {"alone": wilson(20, 40), "together": wilson(20, 40, 10), "one": wilson(0, 1)}
    assert parts.keys() == expected.keys()
    assert all(parts[name] == pytest.approx(interval) for name, interval in expected.items())


def test_reliability_by_hand() -> None:
    confidences, right = [0.1, 0.1, 0.95, 0.95, 0.95, 1.0], [0, 1, 1, 1, 1, 0]
    low, high = reliability(confidences, right)
    assert (low.problems, low.accuracy, high.problems, high.accuracy) == (2, 0.5, 4, 0.75), "1 is in the last bin"
    assert [low.confidence, high.confidence] == pytest.approx([0.1, 0.9625])
    assert reliability([0.3], [1]) == [Level(confidence=0.3, problems=1, accuracy=1.0)], (
        "three tenths are in the bin that begins with them"
    )


# -- known answers -----------------------------------------------------------------------


@pytest.mark.shared_data
def test_the_random_baseline_of_multi_logieval(shared: Path) -> None:
    """The formula of section 4.2; what the paper prints is not what formula and data give (docs/evaluation.md)."""
    dataset = load_dataset("multi-logieval", shared / "multi_logieval")
    by_depth: dict[str, list[str]] = {}
    for sample in dataset:
        by_depth.setdefault(sample.tags["depth"], []).append(sample.gold)
    found = {depth: round(100 * random_baseline(answers), 2) for depth, answers in sorted(by_depth.items())}
    assert found == {"1": 88.08, "2": 50.09, "3": 58.6, "4": 66.11, "5": 100.0}
    assert random_baseline(["yes"] * 3 + ["no"]) == pytest.approx(0.625)


def test_coverage_precision_and_disputes(tmp_path: Path) -> None:
    """What contradicts itself has run, but has no answer; a label that a checked certificate contradicts is told."""
    rows = [
        ("Tom is a cat.", "Is Tom a cat?", "yes"),
        ("Tom is a cat. No cat barks.", "Does Tom bark?", "yes"),
        ("Tom is a cat. Tom is not a cat.", "Is Tom a cat?", "yes"),
        ("Tom is a cat.", "Perhaps colourless the.", "yes"),
    ]
    file = tmp_path / "own.jsonl"
    asked = [{"id": str(i), "context": c, "question": q, "answer": a} for i, (c, q, a) in enumerate(rows)]
    file.write_text("".join(json.dumps(row) + "\n" for row in asked), "utf-8")
    arguments = (f"file:{file}", "--translator", "english", "--labels", "yes,no,unknown")
    found = json.loads(bench(*arguments, "--check", "--json"))
    assert [found[name] for name in ("executable_rate", "executable_accuracy")] == [0.75, pytest.approx(1 / 3)]
    assert [found[name] for name in ("coverage", "precision", "accuracy")] == [0.5, 0.5, 0.25]
    assert found["disputes"] == ["1"]
    assert json.loads(bench(*arguments, "--json"))["disputes"] == [], "nobody looked"
    assert "a certificate against the label: 1" in bench(*arguments, "--check")
