"""How many and how much: counting, measures, ages, prices, comparisons and orderings in everyday problems."""

from __future__ import annotations

import pytest

from sorites.solvers import Limits, prove
from sorites.translators.english import read_english

YES, NO, OPEN, REFUSED = "True", "False", "Unknown", "refused"
_SAID = {"entailed": YES, "refuted": NO, "unknown": OPEN}


def answer(context: str, question: str) -> str:
    """Return the answer that all readings of a text give, or that there is none."""
    reading = read_english(context, question)
    if reading.first is None:
        return REFUSED
    outcomes = [prove(p, limits=Limits(10)) for p in (reading.first, *(o.program for o in reading.others))]
    said = {str(o.verdict) for o in outcomes}
    assert said == {"unknown"} or len(said) > 1 or all(o.checked for o in outcomes)
    return _SAID[said.pop()] if len(said) == 1 else REFUSED


SAID = [
    "Tom is 30 years old", "Tom is over 18", "the bike costs at least $300", "Tom is 2 years older than Ann",
    "the meeting lasts 2 hours", "every car that costs more than $500 is red", "nobody under 18 drives",
]  # fmt: skip


@pytest.mark.parametrize("sentence", SAID)
def test_what_is_said_is_so(sentence: str) -> None:
    said = sentence[0].upper() + sentence[1:]
    assert answer(f"{said}.", f"Is it so that {sentence}?") == YES
    assert answer(f"It is not the case that {sentence}.", f"Is it so that {sentence}?") == NO


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2 hours", "120 minutes"),
        ("90 minutes", "1.5 hours"),
        ("3 days", "72 hours"),
    ],
)
def test_units_of_one_dimension_are_converted(one: str, other: str) -> None:
    question = "Is the play longer than the film?"
    for film in (one, other):
        assert answer(f"The film lasts {film}. The play lasts more than {one}.", question) == YES
        assert answer(f"The film lasts {film}. The play lasts at most {other}.", question) == NO


@pytest.mark.parametrize(
    ("more", "less"), [("older", "younger"), ("taller", "shorter"), ("heavier", "lighter"), ("richer", "poorer")]
)
def test_comparisons_have_converses(more: str, less: str) -> None:
    facts = [f"Tom is {more} than Ann.", f"Bob is {less} than Ann."]
    for context in (" ".join(facts), " ".join(reversed(facts))):
        assert answer(context, f"Is Tom {more} than Bob?") == YES
        assert answer(context, f"Is Bob {less} than Tom?") == YES
        assert answer(context, f"Is Bob {more} than Tom?") == NO
