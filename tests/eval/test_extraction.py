"""Answers in free text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sorites.agent.extraction import extract_label

THREE = ("True", "False", "Uncertain")
OPTIONS = ("A) True", "B) False", "C) Uncertain")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("A", "True"),
        ("(B)", "False"),
        ("C) Uncertain", "Uncertain"),
        ("The correct option is: B", "False"),
        ("The correct option is B) False.", "False"),
        ("ANSWER:\tTrue", "True"),
        ("Answer: No", "False"),
        ("... so the answer is **Uncertain**.", "Uncertain"),
        ("We get \\boxed{A}", "True"),
        ("We get \\boxed{\\text{False}}", "False"),
        ("First, Anne is kind. Therefore, the statement is true.", "True"),
        ("Therefore the statement is not true.", "False"),
        ("Hence it cannot be determined whether she is nice.", "Uncertain"),
        ("There is not enough information.", "Uncertain"),
        ("At first the answer is A. But no: the answer is B.", "False"),
        ("Final answer: unknown", "Uncertain"),
        ("yes", "True"),
        ("Proved", "True"),
        ("It is true or false, who knows.", None),
        ("I like trains.", None),
        ("No. It does not follow.", "False"),
        ("So it is. Therefore, there are no such planes.", None),
        ("", None),
    ],
)
def test_three_labels(text: str, label: str | None) -> None:
    assert extract_label(text, THREE, OPTIONS) == label


def test_other_labels() -> None:
    assert extract_label("The answer is unknown.", ("True", "False", "Unknown")) == "Unknown"
    assert extract_label("yes", ("yes", "no")) == "yes"
    assert extract_label("disproved", ("proved", "disproved", "unknown")) == "disproved"
    assert extract_label("Uncertain", ("True", "False")) is None
    assert extract_label("B", THREE) is None  # a letter means nothing without options


@pytest.mark.shared_data
def test_linc_chains_of_thought(shared: Path) -> None:
    """Where LINC's own extractor found an answer we find the same."""
    entries = json.loads((shared / "linc" / "FOLIO_gpt-3.5_cot_10samples.json").read_text())
    both = same = 0
    for entry in entries:
        for text, theirs in zip(entry["samples"], entry["scored_as"], strict=True):
            ours = extract_label(text, THREE)
            if ours is not None and theirs in THREE:
                both += 1
                same += ours == theirs
    assert both >= 1700
    assert same >= 0.99 * both


@pytest.mark.shared_data
@pytest.mark.parametrize("name", ["CoT_FOLIO", "Direct_FOLIO", "CoT_ProntoQA", "Direct_ProntoQA"])
def test_baselines_are_read(shared: Path, name: str) -> None:
    entries = json.loads((shared / "baselines" / f"{name}_dev_Llama-3-8B.json").read_text())
    options = OPTIONS if "FOLIO" in name else OPTIONS[:2]
    found = [extract_label(str(e["predicted_answer"]), THREE, options) for e in entries]
    letters = sum(str(e["predicted_answer"]).strip() in {"A", "B", "C"} for e in entries)
    assert sum(f is not None for f in found) >= letters
