"""Multiple choice with a model: an option is the answer, or nothing is."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sorites import solve
from sorites.agent.solution import Solution
from sorites.testing import Reply, serving
from sorites.translators import ModelOptions, make_translator

from ..replies import GOOD

CONTEXT, QUESTION = "Kind people are nice. Anne is kind.", "Which of these follows?"
OPTIONS = ("A) Anne is nice.", "B) Anne is not nice.")


def filled(*formulas: str, words: Sequence[str] = ()) -> Reply:
    """Return the program with the formulas of its options, in their order."""
    more = [{"name": name, "arguments": ["x"], "meaning": f"x is {name.lower()}"} for name in words]
    options = [{"sentence": "It is so.", "formula": formula} for formula in formulas]
    return Reply({**GOOD, "predicates": [*GOOD["predicates"], *more], "options": options})


def solved(
    *replies: Reply,
    question: str = QUESTION,
    options: tuple[str, ...] = OPTIONS,
    requests: int = 1,
    reasks: int = 0,
) -> Solution:
    with serving(script=lambda number, request: replies[min(number, len(replies) - 1)]) as server:
        translator = make_translator("openai:scripted", options=ModelOptions(server.url, max_reasks=reasks))
        found = solve(CONTEXT, question, options, translator=translator, max_repairs=0)
        assert len(server.requests) == found.usage.requests == requests, "every request is counted"
        shown = server.requests[0]["tools"][0]["function"]["parameters"]["properties"]
        assert ("options" in shown) == ("True" not in options[0])
    return found


def test_what_the_question_asks_of_the_options_counts() -> None:
    reply = filled("Nice(anne)", "¬Nice(anne)")
    assert solved(reply, question="Which of these must be false?").answer == "Anne is not nice."
    assert solved(reply, question="Which of these can be inferred?").answer == "Anne is nice."


@pytest.mark.parametrize("unread", [(), ("Nice(anne) ∧",), ("∃",), ("?x Nice(x)",)])
def test_an_option_that_can_not_be_read_leaves_no_answer(unread: tuple[str, ...]) -> None:
    found = solved(filled("Nice(anne)", *unread))
    assert (found.answer, found.verdict) == (None, None)
    assert {"options-unread", "option-unread"} <= {d.code for d in found.diagnostics}


def test_an_option_with_words_of_its_own_declares_them() -> None:
    options = ("Anne is nice.", "Anne is tall.")
    right = filled("Nice(anne)", "Tall(anne)", words=["Tall"])
    assert solved(right, options=options).answer == "Anne is nice."
    strange = filled("Nice(anne)", "Tall(anne)")
    assert solved(strange, options=options).answer is None
    found = solved(strange, right, options=options, requests=2, reasks=1)
    assert found.answer == "Anne is nice."
    assert "option 2: - error: the program has no Tall(x1)" in found.best.translation.faults[0]


def test_each_option_asks_what_its_statement_says() -> None:
    options = ("Anne is nice.", "Anne is not kind.")
    assert solved(filled("Nice(anne)", "¬Kind(anne)"), options=options).answer == "Anne is nice."
    for formulas in (("¬Kind(anne)", "Nice(anne)"), ("Mortal(anne)", "Man(anne)")):
        found = solved(filled(*formulas, words=["Man", "Mortal"]), options=options)
        assert (found.answer, found.verdict) == (None, None)
        errors = {d.code for d in found.diagnostics if d.level == "error"}
        assert "goal-not-asked" in errors


def test_options_that_are_labels_are_no_statements() -> None:
    assert solved(Reply(GOOD), options=("A) True", "B) False", "C) Uncertain")).answer == "True"
