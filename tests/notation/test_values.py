"""Names and signs that may mean values, numbers or truth values: read as what they must be, or asked about."""

from __future__ import annotations

import pytest

from sorites.solvers import write_program

from ..outlines import codes, errors, fault, program, said, table
from ..outlines import text as premised


def text(facts: str, rules: str, query: str, head: str = "") -> str:
    return f"{head}Facts:\n{facts}\nRules:\n{rules}\nQuery:\n{query}\n"


@pytest.mark.parametrize("head", ["", "Predicates:\nVumpus($x, bool) ::: is it one?\nDull($x, bool) ::: is it dull?\n"])
@table("""
rule
Vumpus($x, True) >>> Dull($x, False)  Vumpus($x, True) → Dull($x, False)  Vumpus($x, TRUE) >>> Dull($x, FALSE)
∀$x (Vumpus($x, True) → Dull($x, False))
""")
def test_the_last_argument_says_whether_an_atom_holds(rule: str, head: str) -> None:
    written = text("Vumpus(Max, True)", rule, "Dull(Max, True)", head)
    assert said(written) == "refuted"
    assert program(write_program(program(written))) == program(written)
    assert said(text("Vumpus(Max, True)\nVumpus(Max, False)", rule, "Dull(Max, True)", head)) == "inconsistent"


@table("""
facts  rules  query
Vumpus(Max, T)  Vumpus($x, T) >>> Dull($x, F)  Dull(Max, T)
Vumpus(Max, 1)  Vumpus($x, 1) >>> Dull($x, 0)  Dull(Max, 1)
Vumpus(Max, Yes)  Vumpus($x, Yes) >>> Dull($x, No)  Dull(Max, Yes)
Vumpus(True, Max)  Vumpus(True, $x) >>> Dull(False, $x)  Dull(True, Max)
Vumpus(Max, bool)  Vumpus($x, True) >>> Dull($x, True)  Dull(Max, True)
Vumpus(Max, True)  Vumpus($x, True) >>> Dull($x, True)  Dull(Max, Unknown)
Vumpus(Max, True)  ∀x (Vumpus(x, True) → Dull(x, False))  Dull(Max, True)
Vumpus(Max, Yes)  ∀x (Vumpus(x, Yes) → Dull(x, No))  Dull(Max, Yes)
Vumpus(Max, True)  ∀x (Vumpus(x, True) → Dull(x))  Dull(Max, True)
Vumpus(max, True)⏎Vumpus(ada, False)  ∀x (Vumpus(x, True) → Dull(x))  Dull(max)
""")
def test_other_signs_of_truth_are_asked_about(facts: str, rules: str, query: str) -> None:
    found = fault(text(facts, rules, query))
    assert found.code == "truth-argument"
    assert found.hint


@pytest.mark.parametrize("value", ["True", '"True"', "Yes"])
def test_a_truth_value_may_be_a_thing(value: str) -> None:
    written = premised(f"∀x (Man(x) → Says(x, {value}))\nMan(a)", f"Says(a, {value})")
    assert said(written) == "entailed"
    assert set(program(written).signature.predicates) == {("Man", 1), ("Says", 2)}


@table("""
facts  rules  query  expected
# a sigil marks variables whatever the signs, and one that may be a slip is asked about
Kind(anne)  Kind($x) → Nice($x)  Nice(anne)  entailed    Kind(anne)  ∀$x (Kind($x) → Nice($x))  Nice(anne)  entailed
Costs(a, $5)  ∀x (Costs(x, $5) → Cheap(x))  Cheap(a)  entailed
Kind($Max, True)  Kind($x, True) >>> Nice($x, True)  Nice(Rex, True)  free-variable
Kind($rex, True)  Kind($x, True) >>> Nice($x, True)  Nice(Rex, True)  free-variable
Kind(Rex, True)  Eats($cat, dog, True) >>> Kind($dog, True)  Kind(Rex, True)  free-variable
Kind(Rex, True)  Kind($X, True) >>> Nice($x, True)  Nice(Rex, True)  free-variable
# so are rules in steps, and an answer behind an arrow
Kind(a, True)  Kind($x, True) >>> Nice($x, True) >>> Calm($x, True)  Nice(a, True)  ambiguous-chain
Kind(a, True)  Kind($x, True) >>> (Nice($x, True) >>> Calm($x, True))  Kind(a, True)  entailed
""")
def test_sigils_and_steps(facts: str, rules: str, query: str, expected: str) -> None:
    assert said(text(facts, rules, query)) == expected


@pytest.mark.parametrize("arrow", ["->", ">>>", "→"])
def test_an_answer_behind_an_arrow_is_asked_about(arrow: str) -> None:
    written = text("Kind(ann, True)", "Kind($x, True) >>> Nice($x, True)", f"Nice(ann, True) {arrow} False")
    assert "answered-goal" in codes(written)


@table("""
head  premises  goal  code
""  ∀x (x ≤ x)⏎Odd(a)  ∀x ∀y (x ≤ y ∨ y ≤ x)  own-sign    ""  ∀x ∀y (x < y → ¬(y < x))⏎a < b  ¬(b < a)  own-sign
""  ∀x ∀y ∀z ((x * y) * z = x * (y * z))  ∀x ∀y (x * y = y * x)  own-sign    ""  w1 ∈ ℝ⏎1 < w1 < 3  w1 = 2  number-set
""  ∀x (x ∈ ℕ → Odd(x))  Odd(3)  number-set    ""  ∀n (Even(n) ↔ ∃k (n = 2k))  Even(4)  ambiguous-number
""  load(a) = 5kg⏎load(a) > load(b)  load(b) < 6  odd-number    ""  load(a) > load(b)⏎load(a) = "5kg"  P(b)  odd-number
""  date(a) = 2024-05-01⏎date(b) = May  date(a) ≠ date(b)  odd-number    ""  n > five  n > 3  odd-number
""  share(a) = 50%⏎share(b) < share(a)  share(b) < 1  odd-number
Sorts:⏎m, n: Int⏎  m = 4⏎n = m-1  n = 3  odd-number
""  sum = price-discount⏎price = 5⏎discount = 2  sum = 3  odd-number
""  Rain = Wet⏎Rain⏎Wet → Cold⏎Cold → Wet  Wet  proposition-as-thing
""")
def test_what_may_be_a_number_or_not_is_asked_about(head: str, premises: str, goal: str, code: str) -> None:
    assert errors(premised(premises, goal, head)) == [code]


@table("""
premises  goal  verdict
∀x ∀y ∀z (x > y ∧ y > z → x > z)⏎age(a) > age(b)⏎age(b) > age(c)  age(a) > age(c)  entailed
∀x (x ≤ x)⏎5 < n  5 ≤ n  entailed    ∀x:Int (x ≤ x)  ∀x:Int ∀y:Int (x ≤ y ∨ y ≤ x)  entailed
∀x ∈ ℝ (x < 1 → Low(x))  Low(0)  entailed    mass(a) = 1.5e-3  mass(a) < 1  entailed
Worth(a, 42.3 billion)  Worth(a, 42.3Billion)  entailed
price(a) = 2 million  price(a) > 1.5 million  entailed
virus = COVID-19⏎Odd(virus)  Odd(COVID-19)  entailed    sum = "price-discount"⏎price = 5⏎discount = 2  sum = 3  unknown
""")
def test_what_can_be_one_thing_only_is_read(premises: str, goal: str, verdict: str) -> None:
    written = premised(premises, goal)
    assert said(written) == verdict
    assert program(write_program(program(written))) == program(written)
    exact = premised("∀x (x ≤ x)", "∀x ∀y (x ≤ y ∨ y ≤ x)", "Spelling: exact\n")
    assert (said(exact), program(write_program(program(exact)))) == ("entailed", program(exact))
