"""What is answered and what is refused: ``cases.txt`` has a text, a question and the answer in each line."""

from __future__ import annotations

from pathlib import Path

import pytest

from sorites import solve

LINES = Path(__file__).with_name("cases.txt").read_text(encoding="utf-8").splitlines()
CASES = [tuple(line.split(" | ")) for line in LINES if line and not line.startswith("#")]


def said(context: str, question: str) -> str:
    return solve(context, question).answer or "refused"


@pytest.mark.parametrize(("context", "question", "answer"), CASES)
def test_what_is_answered_and_what_is_refused(context: str, question: str, answer: str) -> None:
    assert said(context, question) == answer


@pytest.mark.parametrize(("context", "question", "answer"), CASES[::8])
def test_a_sentence_beside_the_point_changes_no_answer(context: str, question: str, answer: str) -> None:
    if "someone" not in context:  # who may be an animal, in a fable that speaks of no person
        assert said(f"{context} Zed really likes jazz.", question) in {answer, "refused"}
