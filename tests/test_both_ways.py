"""``--bidirectional``: the question and its negation are translated by themselves, and answer alike or not at all."""

from __future__ import annotations

import json

import pytest

from sorites import solve
from sorites.agent.solution import Solution
from sorites.solvers import Verdict
from sorites.testing import Reply, program, serving
from sorites.translators import ModelOptions, make_translator

from .command import sorites
from .replies import ANNE, FAULTY, GOOD, KIND

ASKED = ("Kind people are nice. Anne is kind.", "Is Anne nice?")
WRONG = program(KIND, ANNE, goal=("Anne is nice.", "Nice(anne) ∧ ¬Kind(anne)"))


def denied(*formulas: str) -> Reply:
    return Reply({"formulas": list(formulas)})


def solved(*replies: object, repairs: int = 0, requests: int = 2, **how: object) -> Solution:
    with serving(*replies) as server:  # type: ignore[arg-type]
        options = ModelOptions(server.url, bidirectional=True, **how)  # type: ignore[arg-type]
        translator = make_translator("openai:scripted", options=options)
        found = solve(*ASKED, translator=translator, max_repairs=repairs)
        assert len(server.requests) == found.usage.requests == requests, "every request is counted"
        asked = json.dumps(server.requests[1], ensure_ascii=False)
    assert "The following is not so: Is Anne nice?" in asked
    assert "Kind(x)" in asked, "the words of the program are given"
    return found


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")


def test_a_question_that_is_plainly_the_opposite_of_its_negation_is_answered() -> None:
    found = solved(GOOD, denied("¬Nice(anne)"))
    assert (found.answer, found.best.translation.reading.others) == ("True", ())
    assert "sentence:" in found.best.translation.prompt


@pytest.mark.parametrize("negation", ["Nice(anne) → ⊥", "¬Kind(anne)", "¬(Nice(anne) ∧ Kind(anne))"])
def test_what_the_text_makes_the_same_has_one_answer(negation: str) -> None:
    """By the prover, with the premises for given: ``Kind(anne)`` is no other answer than ``Nice(anne)`` here."""
    found = solved(GOOD, denied(negation))
    assert (found.answer, found.verdict, found.checked) == ("True", Verdict.ENTAILED, True)


@pytest.mark.parametrize(("goal", "negation"), [(GOOD, "Nice(anne)"), (WRONG, "¬Nice(anne)"), (GOOD, "¬Nice(bob)")])
def test_two_ways_that_answer_differently_are_no_answer(goal: object, negation: str) -> None:
    found = solved(goal, denied(negation))
    assert (found.answer, found.verdict, found.ambiguous, found.certificate) == (None, None, True, None)
    assert "by its negation" in found.remark


def test_the_model_is_told_and_asked_nothing_twice() -> None:
    """The repair keeps the program's words, so the negation was translated with them already."""
    found = solved(WRONG, denied("¬Nice(anne)"), GOOD, repairs=1, requests=3)
    assert found.answer == "True"
    assert "Nice(anne) ∧ ¬Kind(anne)" in found.attempts[1].feedback
    assert "by its negation" in found.attempts[1].feedback


def test_with_other_words_the_negation_is_asked_again() -> None:
    other = program(
        ("Kind people are nice.", "∀x (Gentle(x) → Nice(x))"),
        ("Anne is kind.", "Gentle(anne)"),
        goal=("Anne is nice.", "Nice(anne)"),
        predicates={"Gentle": ["x"], "Nice": ["x"]},
    )
    found = solved(WRONG, denied("¬Nice(anne)"), other, denied("¬Nice(anne)"), repairs=1, requests=4)
    assert found.answer == "True"


def test_no_request_is_sent_twice() -> None:
    with serving(WRONG, denied("¬Nice(anne)"), WRONG, GOOD, denied("Nice(bob)")) as server:
        options = ModelOptions(server.url, bidirectional=True, reasks=0)
        solve(*ASKED, translator=make_translator("openai:scripted", options=options), max_repairs=3)
        sent = [json.dumps(one, sort_keys=True) for one in server.requests]
    assert len(sent) == len(set(sent)) > 2


def test_a_negation_that_can_not_be_read_is_said() -> None:
    found = solved(GOOD, denied(), reasks=0)
    assert found.answer == "True"
    assert "negation-unread" in {d.code for d in found.diagnostics}


def test_nothing_is_asked_of_a_program_that_can_not_be_read() -> None:
    with serving(FAULTY) as server:
        options = ModelOptions(server.url, bidirectional=True, reasks=0)
        found = solve(*ASKED, translator=make_translator("openai:scripted", options=options), max_repairs=0)
    assert (found.answer, len(server.requests)) == (None, 1)


def test_the_command_has_it() -> None:
    with serving(GOOD, denied("Nice(anne)")) as server:
        model = ["--translator", "openai:scripted", "--base-url", server.url, "--no-cache", "--bidirectional"]
        text = ["--context", ASKED[0], "--question", ASKED[1], "--max-repairs", "0"]
        ended = sorites("solve", *text, *model)
    assert ended.returncode == 1
    assert "hangs on it" in " ".join(ended.stdout.split())
