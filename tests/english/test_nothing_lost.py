"""Each word of what is read is in the formula, and no part of a formula is always true: else it is refused."""

from __future__ import annotations

import pytest

from sorites.solvers.logic.syntax import Truth
from sorites.solvers.logic.walkers import walk
from sorites.translators.english import read_english

LOST = [
    # what stands behind "is" in another role, or what only a place or a time is left of
    ("It was the evening of the big wedding day in town.", "wedding"),
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
