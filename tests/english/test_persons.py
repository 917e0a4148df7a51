"""*Everyone* is every person: what else a text speaks of is none, and who is taken for one is shown."""

from __future__ import annotations

import pytest

from sorites import solve

ANSWERED = [
    # what is said of persons holds of who is said to be one, by name or by a noun for persons
    ("All humans are mortal. Socrates is human.", "Is Socrates mortal?", "True"),
    ("All human beings are mortal. Plato is a human.", "Is Plato mortal?", "True"),
    ("Every person needs sleep. Lea is a person.", "Does Lea need sleep?", "True"),
    ("Everybody who has a ticket may enter. Lea has a ticket.", "May Lea enter?", "True"),
    ("Nobody likes the soup.", "Does Lea like the soup?", "False"),
    ("Everyone who bakes bread is patient. The nurse bakes bread.", "Is the nurse patient?", "True"),
    ("Everyone in the hall sings. Some teachers are in the hall.", "Does a teacher sing?", "True"),
    ("No person can see the ghost. Superman can see the ghost.", "Is Superman a person?", "False"),
    ("Only people can vote. Kim can vote.", "Is Kim a person?", "True"),
    ("Lea ate the cake.", "Did somebody eat the cake?", "True"),
    # and of nothing else
    ("Every person is kind. The stone is heavy.", "Is the stone kind?", "Uncertain"),
    ("Everybody sleeps. The lamp is red.", "Does the lamp sleep?", "Uncertain"),
    ("Everyone likes tea. Stones are heavy.", "Do stones like tea?", "Uncertain"),
    ("Nobody sleeps. The engine is hot.", "Does the engine sleep?", "Uncertain"),
    ("All humans are mortal. Rex is a dog.", "Is Rex mortal?", "Uncertain"),
    ("The wind opened the door.", "Did somebody open the door?", "Uncertain"),
    ("Everyone sings. For all x, if x sings, then x dances. The stone is old.", "Does the stone dance?", "Uncertain"),
    ("There is an x such that everyone likes x.", "Does everyone like someone?", "True"),
    # where nothing but persons is spoken of, or animals that the text calls someone, the words say nothing
    ("Everyone is kind.", "Is Lea kind?", "True"),
    (
        "If someone sees the cat, they are rough. The dog sees the cat. Rough people are cold.",
        "Is the dog cold?",
        "True",
    ),
]


@pytest.mark.parametrize(("context", "question", "answer"), ANSWERED)
def test_of_whom_words_for_persons_speak(context: str, question: str, answer: str) -> None:
    assert solve(context, question).answer == answer


@pytest.mark.parametrize(
    ("context", "question"),
    [
        ("Every person is kind. The router is old.", "Is the router kind?"),
        ("Everybody must rest. R2 is a robot.", "Must R2 rest?"),
        ("People need water. Lea is a person.", "Does Bob need water?"),
    ],
)
def test_where_it_is_doubtful_it_is_a_choice(context: str, question: str) -> None:
    found = solve(context, question)
    assert found.answer is None
    assert "as 'a person' it is 'True', as 'no person' it is 'Uncertain'" in found.remark


def test_who_is_taken_for_a_person_is_shown() -> None:
    found = solve("Everyone who has a ticket may enter. Lea has a ticket. The dog has a ticket.", "May Lea enter?")
    assert any("Lea is taken for a person" in line for line in found.explanation)
    assert "Lea is a person" in found._repr_markdown_()
