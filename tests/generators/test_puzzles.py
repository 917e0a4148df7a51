"""Puzzles: one solution, no clue to spare, and a text that is read back, by levels of difficulty."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sorites import solve
from sorites.eval import run
from sorites.eval.generators.problem import verified
from sorites.eval.generators.puzzles import LEVELS, Puzzles
from sorites.eval.generators.registry import make_generator
from sorites.eval.generators.writing import problems
from sorites.solvers import Question, choose, read_program

from ..command import sorites

KINDS = ("ordering", "grid", "assignment")


def generator(name: str, **options: str) -> Puzzles:
    """Return a generator of puzzles."""
    made = make_generator(name, options)
    assert isinstance(made, Puzzles)
    return made


def chosen(question: Question) -> str | None:
    """Return what the right option says, or the assignment, of the clues of a question."""
    found = choose(question, certify=False)
    return None if found.chosen is None else found.name(found.chosen)


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("level", LEVELS)
def test_a_puzzle_has_one_solution_and_no_clue_can_be_spared(name: str, level: str) -> None:
    maker = generator(name, level=level, size="4", **({"attributes": "3"} if name == "grid" else {}))
    made = maker.problem(random.Random(level), 0)
    assert verified(made).outcome.checked is not None
    assert set(made.rules) <= set(maker.kinds[level].split())
    assert made.asked is not None
    whole = made.asked if not made.asked.options else None
    premises = made.asked.program.premises
    first = len(premises) - int(made.tags["clues"])
    if whole is not None:
        assert chosen(whole) == made.program.goal.gloss
        assert all(chosen(whole.without({i})) is None for i in range(first, len(premises)))


@pytest.mark.parametrize("name", KINDS)
def test_puzzles_are_answered_by_english_and_by_their_own_programs(name: str) -> None:
    for translator in ("english", "gold"):
        found = run(f"generated:{name}?n=4&seed=5&size=4", translators=[translator], keep=False)
        [summary] = found.cells.values()
        assert (summary.executable_rate, summary.accuracy) == (1.0, 1.0)


def test_what_a_puzzle_says_does_not_hang_on_how_it_is_answered() -> None:
    [record] = problems(generator("ordering"), 1, 3)
    assert solve(record.context, record.question, tuple(record.options)).answer == record.label
    reading = read_program(record.program)
    assert reading.question is not None
    assert chosen(reading.question) == record.label
    assert [*problems(generator("ordering"), 1, 3)] == [record]


@pytest.mark.parametrize(
    ("name", "form", "dataset"),
    [
        ("ordering", "logic-lm", "logicaldeduction"),
        ("assignment", "logic-lm", "ar-lsat"),
        ("grid", "zebralogic", "zebralogic"),
    ],
)
def test_puzzles_are_written_as_benchmarks_have_them(name: str, form: str, dataset: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    assert sorites("generate", name, "--n", "2", "-o", "size=3", "--to", form, "--out", str(path)).returncode == 0
    [summary] = run(dataset, data=path, translators=["english"], keep=False).cells.values()
    assert (summary.samples, summary.accuracy) == (2, 1.0)
    other = "zebralogic" if form == "logic-lm" else "logic-lm"
    assert sorites("generate", name, "--n", "1", "--to", other, "--out", str(tmp_path / "x")).returncode == 2
