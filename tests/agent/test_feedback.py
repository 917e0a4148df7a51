"""What a model is told of its program: distinct faults, the worst first, within bounds."""

from __future__ import annotations

import pytest

from sorites.solvers import Diagnostic, Level
from sorites.solvers.logic.diagnostics import Span
from sorites.translators.models.feedback import MAX_LENGTH, MAX_SHOWN, for_model

TEXT = "one\ntwo ::: a gloss\nthree\nfour\nfive\n"


def found(code: str, level: Level = Level.ERROR, at: int | None = 0, message: str = "", hint: str = "") -> Diagnostic:
    return Diagnostic(code, level, message or f"it is {code}", None if at is None else Span(at, at + 3), hint)


def test_errors_before_mends_before_warnings_and_causes_before_consequences() -> None:
    told = for_model(
        [
            found("goal-disconnected", Level.WARNING),
            found("free-variable", Level.WARNING),
            found("spelling", Level.MENDED),
            found("no-goal"),
            found("unexpected-token"),
        ],
        TEXT,
    )
    heads = [line for line in told.split("\n") if line.startswith("-")]
    assert heads == [
        "- error: it is unexpected-token.",
        "- error: it is no-goal.",
        "- mended: it is spelling.",
        "- warning: it is free-variable.",
        "- warning: it is goal-disconnected.",
    ]


def test_one_fault_is_told_once_with_its_lines() -> None:
    told = for_model([found("odd", at=at, hint="Mend it.") for at in (0, 4, 20, 26, 31)], TEXT)
    assert told == (
        "- error: it is odd. Mend it.\n  Line 1: one\n  Line 2: two\n  Line 3: three\n  At: one\n  and in 2 more lines"
    )
    assert for_model([found("odd", at=None)], TEXT) == "- error: it is odd."


def test_no_kind_of_fault_crowds_out_the_others() -> None:
    many = [found("odd", message=f"fault {i}") for i in range(40)]
    told = for_model([*many, found("rare"), found("spelling", Level.MENDED)], TEXT)
    assert told.count("\n- ") == MAX_SHOWN - 1
    assert told.index("it is rare") < told.index("fault 4")
    assert told.endswith("… and 30 more.")


@pytest.mark.parametrize("length", [10, 1000, 100_000])
def test_its_length_is_bounded(length: int) -> None:
    text = "x" * length + "\n" + "y" * length
    told = for_model(
        [Diagnostic(f"c{i}", Level.ERROR, "m" * length, Span(i, i + length), "h" * length) for i in range(30)], text
    )
    assert len(told) <= MAX_LENGTH + 30
    assert "more." in told
