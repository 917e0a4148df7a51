"""What small words say: *need not*, *my*, and one word for a stuff and for things."""

from __future__ import annotations

from sorites import Solution, solve


def asked(context: str, question: str) -> Solution:
    return solve(context, question, translator="english")


def test_one_state_is_not_left_open_by_the_other() -> None:
    found = asked("The seat is free.", "Is the seat taken?")
    assert found.answer is None
    assert "which may deny it" in found.remark


def test_what_is_mine_is_called_so() -> None:
    found = asked("My car is red.", "Is my car red?")
    assert found.answer == "True"
    assert "I's" not in found._repr_markdown_()


def test_one_word_for_a_stuff_and_for_things_is_said() -> None:
    found = asked("All milk in the box is cold. Milk is in the box.", "Is the milk cold?")
    assert found.answer is None
    assert found.remark.startswith("'milk' stands for one thing or a stuff")
