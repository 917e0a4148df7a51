"""What is certain is read, what is not is refused; and what holds of every sentence, whatever rule has read it."""

from __future__ import annotations

import pytest

from sorites import solve
from sorites.translators.english import read_english

REFUSED = None
OPEN = "Uncertain"

CLASSES = [
    # acts are not measured, nor is it read how times lie to each other; a point in time is a name
    ("Lea ran in 2019.", "Did Lea run in 2020?", OPEN),
    ("Lea left at 5 pm.", "Did Lea leave at 17:00?", "True"),
    ("Lea left on 3 May.", "Did Lea leave on May 3?", "True"),
    ("Lea left on 3 May. Udo left at 5 pm.", "Did Lea leave?", REFUSED),
    ("Lea earns more than Udo. Udo earns 3000 euros.", "Does Lea earn more than 2500 euros?", REFUSED),
    ("Lea runs as fast as Udo.", "Does Lea run?", REFUSED),
    ("The rope is longer than 5 metres.", "Is the rope longer than 4 metres?", "True"),
    # phases of acts, what only some did, what is done together, what is so of a kind
    ("Lea stopped smoking.", "Does Lea smoke?", REFUSED),
    ("Only some of the guests came.", "Did all of the guests come?", REFUSED),
    ("Lea and Udo live together.", "Does Lea live with Udo?", REFUSED),
    ("Owls are widespread. Ula is an owl.", "Is Ula widespread?", REFUSED),
    ("Lea works on weekdays. Friday is a weekday.", "Does Lea work on Friday?", REFUSED),
    ("Lea works on every weekday. Friday is a weekday.", "Does Lea work on Friday?", "True"),
    ("Lea is not really a pilot.", "Is Lea a pilot?", REFUSED),
    ("Lea does whatever Udo does. Udo sings.", "Does Lea sing?", REFUSED),
    ("Clerks normally sing. Udo is a clerk.", "Is it certain that Udo sings?", REFUSED),
    # adjectives that exclude each other are not of one thing
    ("Male and female clerks may apply. Kim is a female clerk.", "May Kim apply?", "True"),
    ("Hot and cold drinks are served. Cola is a cold drink.", "Is cola served?", "True"),
    ("Red and blue cars are fast. The Polo is a red car.", "Is the Polo fast?", REFUSED),
    ("Kind and tall clerks sing. Kim is a kind clerk.", "Does Kim sing?", OPEN),
    # of one of a kind, where rules speak of the kind
    ("Every car has an engine.", "Does a car have an engine?", REFUSED),
    ("Every car has an engine. The Polo is a car.", "Does a car have an engine?", "True"),
    ("An owl and a fox sleep.", "Does a fox sleep?", "True"),
    # of is no having, but of whom something may be
    ("A wheel of a large cart broke.", "Did the cart have a wheel?", REFUSED),
    ("The boat of Lea sank.", "Does Lea have a boat?", "True"),
    ("Oaks are a kind of tree. Ola is an oak.", "Is Ola a tree?", "True"),
    # what everybody has one of is one
    ("Users may enter only if their account is active. Mel is a user. Mel's account is not active.",
     "May Mel enter?", "False"),
    # a noun by itself is the head of a compound of the same sentence; elsewhere that is a choice
    ("If a language student trains, that student improves. Lea is a language student. Lea trains.",
     "Does Lea improve?", "True"),
    ("The sales meeting was long.", "Was the meeting long?", REFUSED),
    ("The dancer who sings is tall. Udo is a dancer. Udo sings.", "Is Udo tall?", "True"),
    ("Every pawn is weaker than every queen. Piet is a pawn. Quin is a queen.", "Is Piet weaker than Quin?", "True"),
    # stuffs and -ing words
    ("Lea drank cold water.", "Did Lea drink water?", REFUSED),
    ("Lea enjoys cooking large meals.", "Does a meal cook?", OPEN),
    ("The pitching staff is large.", "Is the staff large?", REFUSED),
    ("Lea decided to study.", "Did Lea study?", OPEN),
    # letters, names and sides of a comma
    ("If x sings, then x is happy. Lea sings.", "Is Lea happy?", "True"),
    ("Lea speaks French and Udo German.", "Does Udo speak German?", "True"),
    ("Lea is next to Udo.", "Is Udo next to Lea?", "True"),
    ("The boat sails when the crew is on board. The crew is on board.", "Does the boat sail?", "True"),
]  # fmt: skip


@pytest.mark.parametrize(("context", "question", "answer"), CLASSES)
def test_what_is_certain_is_read_and_the_rest_is_refused(context: str, question: str, answer: str | None) -> None:
    assert solve(context, question).answer == answer


FAULTS = [
    ("Mats and Liv carried the piano home.", "it would be read as"),
    ("There are no mines in texas.", "it would be read as"),
    ("It was a sad day.", "'sad'"),
]


@pytest.mark.parametrize(("sentence", "message"), FAULTS)
def test_what_does_not_hold_of_a_sentence_is_said_in_its_words(sentence: str, message: str) -> None:
    reading = read_english(sentence, "Does Ann sing?")
    assert reading.first is None or message == "it would be read as"
    if reading.first is None:
        assert message in reading.diagnostics[0].message


def test_two_readings_are_told_apart_by_sentences_and_not_by_formulas() -> None:
    [other] = read_english("Every clerk in the annex files reports.", "Does Kim sing?").others
    assert "every clerk" in other.preferred.lower()
    assert "∀" not in f"{other.preferred}{other.taken}"


@pytest.mark.parametrize(
    "sentence",
    [
        "No one likes everyone.",
        "For every x, it is not the case that for every y, x likes y.",
        "Ann knows that Bob left.",
        "Every dog always sleeps and hopes that Bob left.",
        "Karin is the owner of the bar.",
    ],
)
def test_what_is_read_is_read_again_from_what_it_is_said_back_as(sentence: str) -> None:
    assert read_english(sentence, "Does Ann sing?").first is not None
