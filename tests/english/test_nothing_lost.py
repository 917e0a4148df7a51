"""Each word of what is read is in the formula, and no part of a formula is always true: else it is refused."""

from __future__ import annotations

import pytest

from sorites import solve
from sorites.solvers.logic.syntax import Truth
from sorites.solvers.logic.walkers import walk
from sorites.translators.english import read_english

LOST = [
    # what stands behind "is" in another role, or what only a place or a time is left of
    ("It was the evening of a big wedding day in town.", "wedding"),
    ("Is flight KL204 early?", "early"),
    ("It was a sad day.", "sad"),
    ("It was the first night of the music festival.", "music"),
    # stuffs that are said to exist
    ("There is sugar or salt.", "salt"),
    ("The lamp glows if and only if there is gas or oil.", "gas"),
    ("There is neither sugar nor salt.", ""),
]


@pytest.mark.parametrize(("sentence", "word"), LOST)
def test_what_would_lose_a_word_is_refused(sentence: str, word: str) -> None:
    asked = sentence.endswith("?")
    reading = read_english("Ann sings." if asked else sentence, sentence if asked else "Does Ann sing?")
    if word:
        assert reading.first is None
        assert f"'{word}'" in reading.diagnostics[0].message
    elif reading.first is not None:
        formulas = [p.formula for p in reading.first.premises]
        assert not any(isinstance(node, Truth) for formula in formulas for node in walk(formula))


SAID = [
    # words that other symbols stand for: units, dimensions, modals, implicatives, claims, openers, concessions
    ("The rope is longer than 5 metres but shorter than 7 metres.", "Is the rope longer than 4 metres?", "True"),
    (
        "The red bike is twice as expensive as the blue bike.",
        "Is the red bike twice as expensive as the blue bike?",
        "True",
    ),
    ("Ann is allowed to sing.", "May Ann sing?", "True"),
    ("It is impossible that Ann is ill.", "Is Ann ill?", "False"),
    ("In addition, Ann sings, even if the weather is bad.", "Does Ann sing?", "True"),
    ("As long as the light is on, the machine works. The light is on.", "Does the machine work?", "True"),
    ("Oslo is north of Rome.", "Is Rome south of Oslo?", "True"),
    # words by which somebody was found who was spoken of
    ("A green bike is fast. The green bike is old.", "Is the green bike old?", "True"),
    ("Ann has no aunts or uncles.", "Does Ann have an uncle?", "False"),
    ("All owls are birds. Ula is an owl.", "Do birds exist?", "True"),
]


@pytest.mark.parametrize(("context", "question", "answer"), SAID)
def test_what_loses_none_is_answered(context: str, question: str, answer: str) -> None:
    assert solve(context, question).answer == answer
