"""Puzzles with options by a model: what it is asked for, what it is told, and which of its programs vote."""

from __future__ import annotations

import json
from typing import Any

from sorites import solve
from sorites.agent.solution import Solution
from sorites.solvers import choose
from sorites.testing import Reply, serving
from sorites.testing.server import Server
from sorites.translators import ModelOptions, make_translator
from sorites.translators.models.constraints import ConstraintProgram
from sorites.translators.models.prompts.shots import built_in

CONTEXT = "Ann, Bob and Cy sit in three seats in a row, one in each. Ann sits to the left of Bob."
QUESTION = "If Cy sits in seat 1, which one of the following must be true?"
OPTIONS = ("A) Ann sits in seat 2.", "B) Bob sits in seat 2.", "C) Ann sits in seat 3.")
PROGRAM: dict[str, Any] = {
    "sorts": [{"name": "people", "members": ["ann", "bob", "cy"]}, {"name": "seats", "members": ["1", "2", "3"]}],
    "functions": [{"name": "sits", "arguments": ["people"], "value": "seats"}],
    "constraints": [
        {"sentence": "one in each", "formula": "Distinct([p:people], sits(p))"},
        {"sentence": "Ann sits to the left of Bob.", "formula": "sits(ann) < sits(bob)"},
    ],
    "supposed": [{"sentence": "Cy sits in seat 1", "formula": "sits(cy) == 1"}],
    "asks": "must be true",
    "options": [
        {"sentence": "Ann sits in seat 2.", "formula": "sits(ann) == 2"},
        {"sentence": "Bob sits in seat 2.", "formula": "sits(bob) == 2"},
        {"sentence": "Ann sits in seat 3.", "formula": "sits(ann) == 3"},
    ],
}


def changed(**parts: Any) -> dict[str, Any]:
    """Return the program with other parts."""
    return {**PROGRAM, **parts}


LOOSE = changed(constraints=[{"sentence": "one in each", "formula": "ForAll([p:people], sits(p) in seats)"}])
"""A program in which a constraint says nothing, so that no option must be true."""


def solved(
    *replies: dict[str, Any] | str, samples: int = 1, repairs: int = 0, mode: Any = "tools"
) -> tuple[Solution, Server]:
    def script(number: int, _: Any) -> Reply:
        return Reply(replies[min(number, len(replies) - 1)])

    with serving(script=script) as server:
        options = ModelOptions(server.url, max_reasks=0, mode=mode)
        translator = make_translator("openai:scripted", options=options)
        return solve(CONTEXT, QUESTION, OPTIONS, translator=translator, max_repairs=repairs), server


def test_a_model_is_asked_for_constraints_and_its_one_fitting_option_is_the_answer() -> None:
    found, server = solved(PROGRAM)
    assert (found.answer, found.checked) == ("Ann sits in seat 2.", True)
    asked = server.requests[0]
    assert set(asked["tools"][0]["function"]["parameters"]["properties"]) == set(PROGRAM)
    assert "EnumSort" not in asked["messages"][0]["content"]
    question = found.best.translation.reading.question
    assert question is not None
    assert [one.gloss for one in question.hypotheses] == ["Cy sits in seat 1"]


def test_what_leaves_no_answer_is_told_with_what_may_be_the_cause() -> None:
    found, server = solved(LOOSE, PROGRAM, repairs=1)
    assert found.answer == "Ann sits in seat 2."
    told = server.requests[1]["messages"][-1]["content"]
    assert "none of the options" in told
    assert "'one in each' is rendered by what holds in any case" in told


def test_constraints_that_contradict_each_other_are_told_by_their_smallest_set() -> None:
    wrong = changed(supposed=[{"sentence": "Cy sits in seat 1", "formula": "And(sits(cy) == 1, sits(ann) == 1)"}])
    found, server = solved(wrong, PROGRAM, repairs=1)
    assert found.answer == "Ann sits in seat 2."
    told = server.requests[1]["messages"][-1]["content"]
    assert "contradict each other" in told
    assert "Ann sits to the left of Bob." not in told.partition("contradict each other")[2].partition("\\n")[0]


def test_options_that_say_the_same_and_another_modality_are_told_where_there_is_no_answer() -> None:
    same = {"sentence": "Ann sits in seat 2.", "formula": "sits(bob) == 3"}
    wrong = changed(options=[PROGRAM["options"][0], same, PROGRAM["options"][2]], asks="could be true")
    _, server = solved(wrong, PROGRAM, repairs=1)
    told = server.requests[1]["messages"][-1]["content"]
    assert "two options say the same" in told
    assert "the question asks which option follows, the program which one is possible" in told


def test_what_does_not_fit_is_said_in_the_readers_words() -> None:
    wrong = changed(constraints=[{"sentence": "one in each", "formula": "sits(dan) == 1"}])
    found, _ = solved(wrong)
    assert found.answer is None
    assert any("'dan' is declared nowhere" in d.message for d in found.diagnostics)


def test_as_text_it_is_the_notation_itself() -> None:
    found, server = solved(ConstraintProgram.model_validate(PROGRAM).text(QUESTION), mode="text")
    assert found.answer == "Ann sits in seat 2."
    assert "EnumSort" in server.requests[0]["messages"][0]["content"]


def test_our_demonstrations_are_read_and_right_in_both_forms() -> None:
    for one in built_in("constraints"):
        assert choose(one.program).name(choose(one.program).chosen or 0) == one.answer
        again = ConstraintProgram.model_validate_json(json.dumps(one.filled))
        found = choose(again.reading(one.question))
        assert found.chosen is not None
        assert found.name(found.chosen) == one.answer
        assert len(found.question.hypotheses) == len(again.supposed)
