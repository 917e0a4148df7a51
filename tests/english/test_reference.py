"""Whom noun phrases mean: what they are read as, what is answered, and what is refused."""

from __future__ import annotations

from itertools import chain

import pytest

from sorites.solvers import Limits, prove
from sorites.translators.english import read_english

LABELS = {"entailed": "True", "refuted": "False", "unknown": "Unknown"}


REFUSED = [
    ("Tom met Bill. He smiled.", "Did Tom smile?", "'he' may mean 'Tom' or 'Bill'"),
    ("A cat saw a dog. It ran.", "Did the dog run?", "'it' may mean 'cat' or 'dog'"),
    ("A pear was bad and she was in a room.", "Was a pear in a room?", "'she' has nobody to refer to"),
    ("Ann has a red car and a blue car.", "Is Ann's car red?", "'Ann's car' may mean 'red car' or 'blue car'"),
    ("A red cup broke. A blue cup broke. The cup was old.", "Was the red cup old?", "'the cup' may mean"),
    ("A student may borrow a book. The student must pay.", "Must Tom pay?", "which stands for every student"),
]

OPEN = [
    ("Tom is a student. The student is tall.", "Is Tom tall?", "'the student'"),
]


def answers(context: str, question: str) -> set[str] | None:
    """Return the answers under all readings of a text; ``None`` if it is not read."""
    reading = read_english(context, question)
    if reading.first is None:
        return None
    programs = [reading.first, *(other.program for other in reading.others)]
    return {LABELS[str(prove(p, limits=Limits(5), check=False).verdict)] for p in programs}


@pytest.mark.parametrize(("context", "question", "message"), REFUSED)
def test_what_is_refused_names_the_candidates(context: str, question: str, message: str) -> None:
    reading = read_english(context, question)
    assert reading.first is None
    assert any(message in d.message for d in reading.diagnostics), [d.message for d in reading.diagnostics]


@pytest.mark.parametrize(("context", "question", "where"), OPEN)
def test_what_is_left_open_is_a_choice(context: str, question: str, where: str) -> None:
    reading = read_english(context, question)
    assert where in {other.choice for other in reading.others}
    found = answers(context, question)
    assert found is not None
    assert len(found) > 1


_TEXTS = [
    (("Tom sings.", "He is tall."), "Is Tom tall?"),
    (("Ann has a dog.", "It barks."), "Does a dog bark?"),
    (("A girl had a boat.", "She sold it."), "Did the girl sell the boat?"),
    (("Ann and Bob sang.", "They were happy."), "Was Ann happy?"),
    (("A man had a car.", "The car was red."), "Did the man have a red car?"),
    (("The pilot is tall.", "He sings."), "Does the pilot sing?"),
]
_BETWEEN = [
    "Zed likes jazz.",
    "A woman had a hat.",
    "The nurses saw a fox.",
    "Every bird flies.",
    "It rained.",
    "Zed bought a red car.",
    "Oslo is old.",
]


@pytest.mark.parametrize("between", _BETWEEN)
@pytest.mark.parametrize(("text", "question"), _TEXTS)
def test_a_sentence_in_between_turns_no_pronoun_to_somebody_else(
    text: tuple[str, str], question: str, between: str
) -> None:
    plain = answers(" ".join(text), question)
    other = answers(" ".join(chain((text[0],), (between,), text[1:])), question)
    assert plain == {"True"}
    assert other is None or other == plain or len(other) > 1


@pytest.mark.parametrize(("text", "question"), _TEXTS)
def test_a_sentence_before_does_no_harm_either(text: tuple[str, str], question: str) -> None:
    for before in _BETWEEN:
        other = answers(f"{before} {' '.join(text)}", question)
        assert other is None or other == {"True"} or len(other) > 1, before


def test_an_answer_names_things_by_their_phrases() -> None:
    reading = read_english("A man had a car which a nice woman bought. The car was red.", "Who bought the red car?")
    assert reading.first is not None
    assert "the nice woman" in {c.gloss for c in reading.first.constants}
