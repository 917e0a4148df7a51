"""What is certain is read, what is not is refused; and what holds of every sentence, whatever rule has read it."""

from __future__ import annotations

import pytest

from sorites.translators.english import read_english


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
