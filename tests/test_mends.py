"""The table of mends: each row fires on its example, says so, and the page on the language shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sorites.solvers import Level, read_program
from sorites.solvers.notation.mends import MENDS, Mend, mends_table


@pytest.mark.parametrize("mend", MENDS, ids=[mend.code for mend in MENDS])
def test_a_mend_is_said_and_made_unless_nothing_may_be_mended(mend: Mend) -> None:
    reading = read_program(mend.example)
    assert reading.program is not None
    assert [(d.code, d.level) for d in reading.diagnostics] == [(mend.code, Level.MENDED)]
    assert read_program(mend.example, strict=True).program is None


def test_the_page_on_the_language_has_the_table() -> None:
    page = (Path(__file__).parent.parent / "docs" / "language.md").read_text(encoding="utf-8")
    assert f"\n\n{mends_table()}\n" in page
