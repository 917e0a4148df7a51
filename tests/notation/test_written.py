"""Programs as people and chat models write them: read as they are plainly meant, or refused."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from sorites.solvers import Level, prove, read_program

from ..outlines import place, said, table, text

MOST_MISSED = 19
"""How many of the shared file's programs may be refused; none may be misread."""


@pytest.mark.shared_data
def test_programs_written_by_hand(shared: Path) -> None:
    found: Counter[str] = Counter()
    for line in (shared / "programs" / "written_odd.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        reading = read_program(row["text"])
        if reading.question is not None:  # of whose options it is asked which fits
            assert "|" in row["expected"]
            continue
        verdict = "refuse" if reading.failed else str(prove(row["text"]).verdict)
        right = verdict in row["expected"].split("|")
        found["right" if right else "refused" if verdict == "refuse" else "misread"] += 1
    assert found["misread"] == 0
    assert found["refused"] <= MOST_MISSED
    assert found.total() > 100


@table("""
premises  goal  expected
¬∃x (Ghost(x) ∧ Real(x)) → Calm(house)⏎¬∃x Ghost(x)  Calm(house)  entailed
∃x Cat(x) ⊕ ∃x Dog(x)⏎Cat(tom)  Dog(rex)  refuted    ∃x (King(x)) ∧ Old(x)  ∃x (King(x) ∧ Old(x))  entailed
∀x (Year(x) → Past(x))⏎Year(y1999)  Past(y1066)  unknown    Singer(u2)⏎∀x (Singer(x) → Loud(x))  Loud(u2)  entailed
x + y = 7⏎x = 3  y = 4  entailed    Purrs(X) :- Cat(X), Happy(X)⏎Cat(tom)⏎Happy(tom)  Purrs(tom)  entailed
Cold(tom) ∧ True  Cold(tom)  entailed    ∀x (Cat(x) → Purrs(x))⏎Cat(tom) = True  Purrs(tom)  entailed
Implies(And(Cat(tom), Happy(tom)), Purrs(tom))⏎Cat(tom)⏎Happy(tom)  Purrs(tom)  entailed
Purrs(tom) unless Asleep(tom)⏎¬Asleep(tom)  Purrs(tom)  entailed
Purrs(tom) <<< Cat(tom)⏎Cat(tom)  Purrs(tom)  entailed
Chases(Tabby Cat, Grey Mouse)  ∃x Chases(x, Grey Mouse)  entailed    ∀x : Cat, Purrs(x)⏎Cat(tom)  Purrs(tom)  entailed
∀x ∈ Cat: Purrs(x)⏎Cat(tom)⏎Dog(rex)  Purrs(rex)  unknown
""")
def test_what_is_plainly_meant(premises: str, goal: str, expected: str) -> None:
    assert said(text(premises, goal)) == expected


@table("""
formula  code
∃x (Cat(x)) → Purrs(x)  ambiguous-scope    Red(a) ∨ Green(a) ⊕ Blue(a)  ambiguous-xor
Purrs(tom) <= Cat(tom)  ambiguous-arrow    People(oslo, 1,000,000)  unexpected-token    n = 5-3  odd-number
∀n (n > 0 → n-1 ≥ 0)  ambiguous-number    Red(a) ∨ Green(a) ∧ Blue(a)) ∧ Red(b)  unexpected-token
∃!x,y Near(x, y)  unexpected-token    for all persons x, Kind(x)  unexpected-token
Red(a), Red(a) → Green(a)  unexpected-token    a ≠ b ≠ c  ambiguous-chain    ∀x (Cat(х) → Purrs(x))  mixed-scripts
""")
def test_what_is_unclear_is_an_error_with_a_place_and_a_hint(formula: str, code: str) -> None:
    written = text(formula, "Red(a)")
    reading = read_program(written)
    assert reading.program is None
    error = next(d for d in reading.diagnostics if d.level is Level.ERROR)
    assert error.code == code
    assert place(written, error)
    assert error.hint
