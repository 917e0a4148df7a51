"""Programs as people and chat models write them: read as they are plainly meant, or refused."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from sorites.solvers import Level, prove, read_program

from .outlines import said, text

MOST_MISSED = 19
"""How many of the shared file's programs may be refused; none may be misread."""


@pytest.mark.shared_data
def test_programs_written_by_hand(shared: Path) -> None:
    found: Counter[str] = Counter()
    for line in (shared / "programs" / "written_odd.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        reading = read_program(row["text"])
        verdict = "refuse" if reading.failed else str(prove(row["text"]).verdict)
        expected = row["expected"].split("|")
        found["right" if verdict in expected else "refused" if verdict == "refuse" else "misread"] += 1
    assert found["misread"] == 0
    assert found["refused"] <= MOST_MISSED
    assert found.total() > 100


RULE = "∀x (Cat(x) → Purrs(x))"


@pytest.mark.parametrize(
    ("premises", "goal", "expected"),
    [
        ("¬∃x (Ghost(x) ∧ Real(x)) → Calm(house)\n¬∃x Ghost(x)", "Calm(house)", "entailed"),
        ("∃x Cat(x) ⊕ ∃x Dog(x)\nCat(tom)", "Dog(rex)", "refuted"),
        ("∃x (King(x)) ∧ Old(x)", "∃x (King(x) ∧ Old(x))", "entailed"),
        ("∀x (Year(x) → Past(x))\nYear(y1999)", "Past(y1066)", "unknown"),
        ("Singer(u2)\n∀x (Singer(x) → Loud(x))", "Loud(u2)", "entailed"), ("x + y = 7\nx = 3", "y = 4", "entailed"),
        ("Cat(X) → Purrs(X)\nCat(tom)", "Purrs(tom)", "entailed"),
        ("Purrs(X) :- Cat(X), Happy(X)\nCat(tom)\nHappy(tom)", "Purrs(tom)", "entailed"),
        ("Cold(tom) ∧ True", "Cold(tom)", "entailed"), (f"{RULE}\nCat(tom) = True", "Purrs(tom)", "entailed"),
        ("Implies(And(Cat(tom), Happy(tom)), Purrs(tom))\nCat(tom)\nHappy(tom)", "Purrs(tom)", "entailed"),
        ("if Cat(tom) then Purrs(tom)\nCat(tom)", "Purrs(tom)", "entailed"),
        ("Purrs(tom) unless Asleep(tom)\n¬Asleep(tom)", "Purrs(tom)", "entailed"),
        ("Purrs(tom) <<< Cat(tom)\nCat(tom)", "Purrs(tom)", "entailed"),
        ("Chases(Tabby Cat, Grey Mouse)", "∃x Chases(x, Grey Mouse)", "entailed"),
        ("∀x : Cat, Purrs(x)\nCat(tom)", "Purrs(tom)", "entailed"),
        ("∀x ∈ Cat: Purrs(x)\nCat(tom)\nDog(rex)", "Purrs(rex)", "unknown"),
    ],
)  # fmt: skip
def test_what_is_plainly_meant(premises: str, goal: str, expected: str) -> None:
    assert said(text(premises, goal)) == expected


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        ("∃x (Cat(x)) → Purrs(x)", "ambiguous-scope"), ("Red(a) ∨ Green(a) ⊕ Blue(a)", "ambiguous-xor"),
        ("Purrs(tom) <= Cat(tom)", "ambiguous-arrow"), ("People(oslo, 1,000,000)", "unexpected-token"),
        ("∀n (n > 0 → n-1 ≥ 0)", "ambiguous-number"), ("Cat(tom) ∧ (Happy(tom) ∨ Fed(tom)", "unexpected-end"),
        ("Red(a) ∨ Green(a) ∧ Blue(a)) ∧ Red(b)", "unexpected-token"), ("Near(1,200)", "unexpected-token"),
        ("n = 5-3", "ambiguous-number"), ("∃!x,y Near(x, y)", "unexpected-token"),
        ("for all persons x, Kind(x)", "unexpected-token"), ("Red(a), Red(a) → Green(a)", "unexpected-token"),
        ("a ≠ b ≠ c", "ambiguous-chain"), ("∀x (Cat(х) → Purrs(x))", "mixed-scripts"),
    ],
)  # fmt: skip
def test_what_is_unclear_is_an_error_with_a_place_and_a_hint(formula: str, code: str) -> None:
    reading = read_program(text(formula, "Red(a)"))
    assert reading.program is None
    error = next(d for d in reading.diagnostics if d.level is Level.ERROR)
    assert error.code == code
    assert error.span is not None
    assert error.hint
