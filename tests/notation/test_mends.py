"""Mends: each fires on its example, says so, and has a row of the table on the page on the language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sorites.solvers import Level, read_program

from ..outlines import text

EXAMPLES = {
    "plural": text("Wumpuses(rex)", "Wumpus(rex)", "Predicates:\nWumpus(x) ::: x is a wumpus\n"),
    "number-name": text("age(anne) = 900", "age(anne) < 1_000"),
    "wider-scope": text("∀x (Kind(x)) → Nice(x)\nKind(anne)", "Nice(anne)"),
    "spaced-name": text("Kind(Bald Eagle)\nKind(tom)", "Kind(tom)"),
    "spelling": text("Kind(anne)", "Kind(Anne)"),
    "stray-bracket": text("Kind(anne)", "Kind(anne))"),
    "anonymous-variable": text("Owns(bob, tea)", "Owns(bob, _)"),
    "free-variable": text("Kind(X) → Nice(X)\nKind(anne)", "Nice(anne)"),
}
"""A program in which each is mended."""


@pytest.mark.parametrize("code", EXAMPLES)
def test_a_mend_is_said_and_made_unless_nothing_may_be_mended(code: str) -> None:
    reading = read_program(EXAMPLES[code])
    assert reading.program is not None
    assert [(d.code, d.level) for d in reading.diagnostics] == [(code, Level.MENDED)]
    assert read_program(EXAMPLES[code], strict=True).program is None


def test_the_page_on_the_language_has_a_row_for_each() -> None:
    page = (Path(__file__).parents[2] / "docs" / "language.md").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\| `([a-z-]+)` \|", page.partition("\n## Mends\n")[2].partition("\n## ")[0])
    assert rows == [*EXAMPLES]
