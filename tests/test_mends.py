"""The table of mends: each row fires on its example, says so, and the page on the language shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sorites.solvers import Level, read_program
from sorites.solvers.notation.mends import MENDS, mends_table


def asking(goal: str, premises: str = "Kind(anne)", head: str = "") -> str:
    return f"{head}Premises:\n{premises}\nConclusion:\n{goal}\n"


EXAMPLES = {
    "plural": asking("Wumpus(rex)", "Wumpuses(rex)", "Predicates:\nWumpus(x) ::: x is a wumpus\n"),
    "number-name": asking("age(anne) < 1_000", "age(anne) = 900"),
    "wider-scope": asking("Nice(anne)", "∀x (Kind(x)) → Nice(x)\nKind(anne)"),
    "spaced-name": asking("Kind(tom)", "Kind(Bald Eagle)\nKind(tom)"),
    "spelling": asking("Kind(Anne)"),
    "stray-bracket": asking("Kind(anne))"),
    "anonymous-variable": asking("Owns(bob, _)", "Owns(bob, tea)"),
    "free-variable": asking("Nice(anne)", "Kind(X) → Nice(X)\nKind(anne)"),
}
"""A program in which each is mended."""


@pytest.mark.parametrize("code", [mend.code for mend in MENDS])
def test_a_mend_is_said_and_made_unless_nothing_may_be_mended(code: str) -> None:
    reading = read_program(EXAMPLES[code])
    assert reading.program is not None
    assert [(d.code, d.level) for d in reading.diagnostics] == [(code, Level.MENDED)]
    assert read_program(EXAMPLES[code], strict=True).program is None


def test_the_page_on_the_language_has_the_table() -> None:
    page = (Path(__file__).parent.parent / "docs" / "language.md").read_text(encoding="utf-8")
    assert f"\n\n{mends_table()}\n" in page
