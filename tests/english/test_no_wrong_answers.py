"""Classes of sentences that were answered wrongly, each with examples: answered rightly now, or refused."""

from __future__ import annotations

import pytest

from sorites import solve

HABITS = [
    ("Cows moo. Milka is a cow.", "Did Milka moo?"),
    ("Cows moo. Milka is a cow.", "Has Milka mooed?"),
    ("Cows moo. Milka is a cow.", "Is Milka mooing?"),
    ("Cows moo. Milka is a cow.", "Will Milka moo?"),
    ("Every baker bakes bread. Kim is a baker.", "Did Kim bake bread?"),
    ("Udo drives a bus.", "Is Udo driving a bus?"),
    ("Udo was building a boat.", "Did Udo build a boat?"),
    ("Udo was walking to school.", "Did Udo walk to school?"),
]


@pytest.mark.parametrize(("context", "question"), HABITS)
def test_a_habit_is_no_event_and_what_goes_on_is_not_done(context: str, question: str) -> None:
    found = solve(context, question)
    assert found.answer is None
    assert any("the question asks about" in d.message for d in found.diagnostics)


SPOKEN_OF = [
    ("Lea says that Udo won.", "Did Udo win?"),
    ("All owls are birds. Ula is an owl.", "Could Ula be a bird?"),
    ("Lea's best friend is Udo.", "Is Udo a friend?"),
]


@pytest.mark.parametrize(("context", "question"), SPOKEN_OF)
def test_nothing_is_said_to_be_unsaid_that_stands_in_the_text(context: str, question: str) -> None:
    found = solve(context, question)
    assert "says nothing about" not in found.remark


def test_what_no_word_of_the_text_says_is_said_to_be_unsaid() -> None:
    assert solve("Lea says that Udo won.", "Did Udo yodel?").remark == "the text says nothing about *yodel*"
