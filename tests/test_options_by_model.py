"""Multiple choice with a model: an option is the answer, or nothing is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sorites import solve
from sorites.agent.solution import Solution
from sorites.solvers import Verdict
from sorites.testing import Reply, serving
from sorites.testing.server import Script
from sorites.translators import ModelOptions, make_translator
from sorites.translators.problem import text_of

from .command import sorites
from .replies import GOOD

CONTEXT, QUESTION = "Kind people are nice. Anne is kind.", "Which of these follows?"
OPTIONS = ("A) Anne is nice.", "B) Anne is not nice.")


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")


def scripted(options: Sequence[str], *replies: Reply) -> Script:
    """Return what gives the program first, and then for each option, whichever is asked first, its reply."""

    def reply(number: int, request: dict[str, Any]) -> Reply:
        told = [one["content"] for one in request["messages"] if one["role"] == "user"]
        asked = [i for i, option in enumerate(options) if f"<sentence>\n{text_of(option)}" in told[0]]
        return replies[asked[0]] if asked else Reply(GOOD)

    return reply


def solved(
    *replies: Reply, question: str = QUESTION, options: tuple[str, ...] = OPTIONS, requests: int = 3
) -> Solution:
    with serving(script=scripted(options, *replies)) as server:
        translator = make_translator("openai:scripted", options=ModelOptions(server.url, reasks=0))
        found = solve(CONTEXT, question, options, translator=translator, max_repairs=0)
        assert len(server.requests) == found.usage.requests == requests, "every request is counted"
    return found


def formulas(*given: str, **more: object) -> Reply:
    return Reply({"formulas": list(given), **more})


def test_the_option_that_follows_is_the_answer() -> None:
    found = solved(formulas("¬Nice(anne)"), formulas("Nice(anne)"), options=OPTIONS[::-1])
    assert (found.answer, found.verdict, found.checked) == ("Anne is nice.", Verdict.ENTAILED, True)
    assert [one.verdict for one in found.best.options] == [Verdict.REFUTED, Verdict.ENTAILED]
    assert "sentence:" in found.best.translation.prompt


def test_what_the_question_asks_of_the_options_counts() -> None:
    replies = formulas("Nice(anne)"), formulas("¬Nice(anne)")
    assert solved(*replies, question="Which of these must be false?").answer == "Anne is not nice."
    assert solved(*replies, question="Which of these can be inferred?").answer == "Anne is nice."


@pytest.mark.parametrize("unread", [formulas(), formulas("Nice(anne) ∧"), formulas("∃")])
def test_an_option_that_can_not_be_read_leaves_no_answer(unread: Reply) -> None:
    found = solved(formulas("Nice(anne)"), unread)
    assert (found.answer, found.verdict) == (None, None)
    assert {"options-unread", "option-unread"} <= {d.code for d in found.diagnostics}


def test_an_option_with_words_of_its_own_declares_them() -> None:
    tall = {"name": "Tall", "arguments": ["x"], "meaning": "x is tall"}
    options = ("Anne is nice.", "Anne is tall.")
    second = formulas("Tall(anne)", predicates=[tall])
    assert solved(formulas("Nice(anne)"), second, options=options).answer == "Anne is nice."
    strange = formulas("Tall(anne)")  # which is asked again, once
    found = solved(formulas("Nice(anne)"), strange, options=options, requests=4)
    assert found.answer is None


def test_each_option_asks_what_its_statement_says() -> None:
    options = ("Anne is nice.", "Anne is not kind.")
    assert solved(formulas("Nice(anne)"), formulas("¬Kind(anne)"), options=options).answer == "Anne is nice."
    words = [{"name": name, "arguments": ["x"], "meaning": f"x is {name.lower()}"} for name in ("Man", "Mortal")]
    for first, second in (("¬Kind(anne)", "Nice(anne)"), ("Mortal(anne)", "Man(anne)")):
        found = solved(formulas(first, predicates=words), formulas(second, predicates=words), options=options)
        assert (found.answer, found.verdict) == (None, None)
        errors = {d.code for d in found.diagnostics if d.level == "error"}
        assert "goal-not-asked" in errors


def test_options_that_are_labels_are_no_statements() -> None:
    assert solved(options=("A) True", "B) False", "C) Uncertain"), requests=1).answer == "True"


def test_the_command_chooses() -> None:
    with serving(script=scripted(OPTIONS, formulas("Nice(anne)"), formulas("¬Nice(anne)"))) as server:
        model = ["--translator", "openai:scripted", "--base-url", server.url, "--no-cache"]
        text = ["--context", CONTEXT, "--question", QUESTION, "--choice", OPTIONS[0], "--choice", OPTIONS[1]]
        ended = sorites("solve", *text, *model)
    assert ended.returncode == 0
    assert "Anne is nice." in ended.stdout.splitlines()[1]
