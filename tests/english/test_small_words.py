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


@pytest.mark.parametrize(
    ("context", "question", "answer"),
    [
        ("Ann must not pay.", "Must Ann pay?", "False"),
        ("Ann must pay.", "May Ann pay?", "True"),
        ("Ann may pay.", "Must Ann pay?", "Uncertain"),
        ("Ann is married to Bob.", "Is Bob married to Ann?", "True"),
        ("Ann is accustomed to Bob.", "Is Bob accustomed to Ann?", "Uncertain"),
        ("The bakers do not sing.", "Do the bakers sing?", "False"),
        ("Both bakers do not sing.", "Do both bakers sing?", "False"),
        ("Bakers do not sing.", "Do bakers sing?", "False"),
        ("The guards sleep.", "Does a guard sleep?", "True"),
        ("All guards sleep.", "Does a guard sleep?", None),
        ("The members who pay late lose their cards.", "Does a member pay late?", "Uncertain"),
        ("All clerks in the annex supply work. Bo is a clerk in the annex.", "Is it so that Bo supplies work?", "True"),
    ],
)
def test_what_is_denied_is_not_left_open(context: str, question: str, answer: str | None) -> None:
    assert asked(context, question).answer == answer


@pytest.mark.parametrize(
    ("context", "question"),
    [
        ("The shop is closed.", "Is the shop open?"),
        ("The door is unlocked.", "Is the door locked?"),
        ("The pool is closed on Mondays.", "Is the pool open on Mondays?"),
        ("Egon is dead.", "Is Egon alive?"),
    ],
)
def test_one_state_is_not_left_open_by_the_other(context: str, question: str) -> None:
    found = asked(context, question)
    assert found.answer is None
    assert "which may deny it" in found.remark


def test_what_is_mine_is_called_so() -> None:
    found = asked("My car is red.", "Is my car red?")
    assert found.answer == "True"
    assert "I's" not in found._repr_markdown_()


def test_one_word_for_a_stuff_and_for_things_is_said() -> None:
    found = asked("All milk in the box is cold. Milk is in the box.", "Is the milk cold?")
    assert found.answer is None
    assert found.remark.startswith("'milk' stands for a stuff and for things")
