"""EXACT's files: rule books in formulas and in words, with questions that have no formulas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sorites.eval.tasks.datasets import load_dataset

from ..command import sorites

BOOK: dict[str, Any] = {
    "premises-FOL": [
        "ForAll(x, SubmitsThesis(x) → EligibleForHonors(x))",
        "ForAll(x, SubmitsThesis(x))",
        "ForAll(x, ¬Studies(x) → ¬PassesExam(x))",
    ],
    "premises-NL": [
        "If a student submits a thesis, they are eligible for honors.",
        "Every student submits a thesis.",
        "If a student does not study, they do not pass the exam.",
    ],
    "questions": [
        "Based on the above premises, is the statement true?\nStatement: All students are eligible for honors.",
        "Which can be inferred?\nA. ∃x ¬SubmitsThesis(x)\nB. ∀x (PassesExam(x) → Studies(x))\nC. ∀x Studies(x)",
    ],
    "answers": ["No", "B"],
    "idx": [[1, 2], [3]],
    "explanation": ["By premises 1 and 2.", "By premise 3."],
}
OTHER: dict[str, Any] = {
    "premises-FOL": "∀x (Pass(x) → Happy(x))",
    "premises-NL": ["If a student passes, they are happy.", "There is one more sentence than formulas."],
    "questions": ["Do all students pass, according to the premises?", "Do all students glow?"],
    "answers": ["Unknown", "Unknown"],
    "idx": [[1], []],
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "exact.json"
    file.write_text(json.dumps([BOOK, OTHER]), encoding="utf-8")
    return file


def test_what_the_file_says(path: Path) -> None:
    first, second, third, _ = load_dataset("exact", path)
    assert (first.problem.id, first.gold, first.problem.question) == (
        "0/1",
        "No",
        "All students are eligible for honors.",
    )
    assert first.proof == "\n".join(BOOK["premises-NL"][:2])
    assert second.gold == "∀x (PassesExam(x) → Studies(x))"
    assert (third.problem.question, third.gold, third.story) == ("Do all students pass?", "Unknown", "1")


def test_its_formulas_answer_and_dispute_labels(path: Path) -> None:
    found = json.loads(sorites("bench", "exact", "--data", path, "--translator", "gold", "--check", "--json").stdout)
    assert found["disputes"] == ["0/1"], "it is labelled No, and proved"
    assert found["confusion"]["Unknown"] == {"Unknown": 1, "none": 1}, "of what nothing has the words is nothing said"
    assert found["accuracy"] == 0.5
    assert found["proof_f1"] == {"rules": 1.0, "conflicts": None, "unread": 0.0}
