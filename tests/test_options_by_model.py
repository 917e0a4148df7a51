"""Multiple choice with a model: an option is the answer, or nothing is."""

from __future__ import annotations

import pytest

from sorites import solve
from sorites.agent.solution import Solution
from sorites.testing import serving
from sorites.translators import ModelOptions, make_translator

from .replies import GOOD

CONTEXT, QUESTION = "Kind people are nice. Anne is kind.", "Which of these follows?"
OPTIONS = ("A) Anne is nice.", "B) Anne is not nice.")


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")


def solved(*replies: object, options: tuple[str, ...] = OPTIONS, requests: int = 1) -> Solution:
    with serving(*replies) as server:  # type: ignore[arg-type]
        translator = make_translator("openai:scripted", options=ModelOptions(server.url, reasks=0))
        found = solve(CONTEXT, QUESTION, options, translator=translator, max_repairs=0)
        assert len(server.requests) == found.usage.requests == requests, "every request is counted"
    return found


def test_a_verdict_on_the_question_is_no_option() -> None:
    found = solved(GOOD)
    assert (found.answer, found.verdict) == (None, None)
    assert "options-unread" in {d.code for d in found.diagnostics}


def test_options_that_are_labels_are_no_statements() -> None:
    assert solved(GOOD, options=("A) True", "B) False", "C) Uncertain")).answer == "True"
