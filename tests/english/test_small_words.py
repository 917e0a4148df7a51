"""What small words say: *need not*, *my*, and one word for a stuff and for things."""

from __future__ import annotations

import pytest

from sorites import Solution, solve


def asked(context: str, question: str) -> Solution:
    return solve(context, question, translator="english")


@pytest.mark.parametrize(
    ("context", "question", "answer"),
    [
        ("Ann need not pay.", "Must Ann pay?", "False"),
        ("Ann needn't pay the bill.", "Must Ann pay the bill?", "False"),
        ("Ann must pay.", "Is it so that Ann need not pay?", "False"),
        ("Ann need not pay.", "Does Ann pay?", "Uncertain"),
        ("Ann needs a car.", "Does Ann need a car?", "True"),
    ],
)
def test_what_need_not_be_may_be_left(context: str, question: str, answer: str) -> None:
    found = asked(context, question)
    assert found.answer == answer
    assert found.links == ()


def test_what_is_mine_is_called_so() -> None:
    found = asked("My car is red.", "Is my car red?")
    assert found.answer == "True"
    assert "I's" not in found._repr_markdown_()


def test_one_word_for_a_stuff_and_for_things_is_said() -> None:
    found = asked("All milk in the box is cold. Milk is in the box.", "Is the milk cold?")
    assert found.answer is None
    assert found.remark.startswith("'milk' stands for a stuff and for things")
