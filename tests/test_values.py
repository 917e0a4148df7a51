"""Names and signs that may mean values, numbers or truth values: read as what they must be, or asked about."""

from __future__ import annotations

import pytest

from sorites.solvers import Level, Verdict, prove, read_program, write_program

from .outlines import errors, said

P, C = "Premises:\n", "\nConclusion:\n"


def text(facts: str, rules: str, query: str, head: str = "") -> str:
    return f"{head}Facts:\n{facts}\nRules:\n{rules}\nQuery:\n{query}\n"


BOOL = "Predicates:\nVumpus($x, bool) ::: is it a vumpus?\nDull($x, bool) ::: is it dull?\n"


@pytest.mark.parametrize("head", ["", BOOL])
@pytest.mark.parametrize(
    "rule",
    [
        "Vumpus($x, True) >>> Dull($x, False)", "Vumpus($x, True) → Dull($x, False)",
        "Vumpus($x, TRUE) >>> Dull($x, FALSE)", "∀$x (Vumpus($x, True) → Dull($x, False))",
    ],
)  # fmt: skip
def test_the_last_argument_says_whether_an_atom_holds(rule: str, head: str) -> None:
    written = text("Vumpus(Max, True)", rule, "Dull(Max, True)", head)
    assert prove(written).verdict is Verdict.REFUTED
    program = read_program(written).program
    assert program is not None
    assert read_program(write_program(program)).program == program
    both = text("Vumpus(Max, True)\nVumpus(Max, False)", rule, "Dull(Max, True)", head)
    assert prove(both).verdict is Verdict.INCONSISTENT


@pytest.mark.parametrize(
    "written",
    [
        text("Vumpus(Max, T)", "Vumpus($x, T) >>> Dull($x, F)", "Dull(Max, T)"),
        text("Vumpus(Max, 1)", "Vumpus($x, 1) >>> Dull($x, 0)", "Dull(Max, 1)"),
        text("Vumpus(Max, Yes)", "Vumpus($x, Yes) >>> Dull($x, No)", "Dull(Max, Yes)"),
        text("Vumpus(True, Max)", "Vumpus(True, $x) >>> Dull(False, $x)", "Dull(True, Max)"),
        text("Vumpus(Max, bool)", "Vumpus($x, True) >>> Dull($x, True)", "Dull(Max, True)"),
        text("Vumpus(Max, True)", "Vumpus($x, True) >>> Dull($x, True)", "Dull(Max, Unknown)"),
        text("Vumpus(Max, True)", "∀x (Vumpus(x, True) → Dull(x, False))", "Dull(Max, True)"),
        text("Vumpus(Max, Yes)", "∀x (Vumpus(x, Yes) → Dull(x, No))", "Dull(Max, Yes)"),
        text("Vumpus(Max, True)", "∀x (Vumpus(x, True) → Dull(x))", "Dull(Max, True)"),
        text("Vumpus(max, True)\nVumpus(ada, False)", "∀x (Vumpus(x, True) → Dull(x))", "Dull(max)"),
    ],
)
def test_other_signs_of_truth_are_asked_about(written: str) -> None:
    [fault] = [d for d in read_program(written).diagnostics if d.level is Level.ERROR]
    assert fault.code == "truth-argument"
    assert fault.hint


@pytest.mark.parametrize("value", ["True", '"True"', "Yes"])
def test_a_truth_value_may_be_a_thing(value: str) -> None:
    written = f"Premises:\n∀x (Man(x) → Says(x, {value}))\nMan(a)\nConclusion:\nSays(a, {value})\n"
    program = read_program(written).program
    assert program is not None
    assert prove(program).verdict is Verdict.ENTAILED
    assert len(program.signature.predicates) == 2
    assert ("Says", 2) in program.signature.predicates


def test_a_sigil_marks_variables_whatever_the_signs() -> None:
    assert prove(text("Kind(anne)", "Kind($x) → Nice($x)", "Nice(anne)")).verdict is Verdict.ENTAILED
    assert prove(text("Kind(anne)", "∀$x (Kind($x) → Nice($x))", "Nice(anne)")).verdict is Verdict.ENTAILED
    assert prove(text("Costs(a, $5)", "∀x (Costs(x, $5) → Cheap(x))", "Cheap(a)")).verdict is Verdict.ENTAILED


@pytest.mark.parametrize(
    "written",
    [
        text("Kind($Max, True)", "Kind($x, True) >>> Nice($x, True)", "Nice(Rex, True)"),
        text("Kind($rex, True)", "Kind($x, True) >>> Nice($x, True)", "Nice(Rex, True)"),
        text("Kind(Rex, True)", "Eats($cat, dog, True) >>> Kind($dog, True)", "Kind(Rex, True)"),
        text("Kind(Rex, True)", "Kind($X, True) >>> Nice($x, True)", "Nice(Rex, True)"),
    ],
)
def test_a_sigil_that_may_be_a_slip_is_asked_about(written: str) -> None:
    assert [d.code for d in read_program(written).diagnostics if d.level is Level.ERROR] == ["free-variable"]


@pytest.mark.parametrize("arrow", ["->", ">>>", "→"])
def test_an_answer_behind_an_arrow_is_asked_about(arrow: str) -> None:
    written = text("Kind(ann, True)", "Kind($x, True) >>> Nice($x, True)", f"Nice(ann, True) {arrow} False")
    assert "answered-goal" in {d.code for d in read_program(written).diagnostics}


def test_rules_in_steps_are_asked_about() -> None:
    steps = "Kind($x, True) >>> Nice($x, True) >>> Calm($x, True)"
    assert "ambiguous-chain" in {
        d.code for d in read_program(text("Kind(a, True)", steps, "Nice(a, True)")).diagnostics
    }
    nested = text("Kind(a, True)", "Kind($x, True) >>> (Nice($x, True) >>> Calm($x, True))", "Kind(a, True)")
    assert read_program(nested).program is not None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"{P}∀x (x ≤ x)\nOdd(a){C}∀x ∀y (x ≤ y ∨ y ≤ x)", "own-sign"),
        (f"{P}∀x ∀y ∀z ((x * y) * z = x * (y * z)){C}∀x ∀y (x * y = y * x)", "own-sign"),
        (f"{P}∀x ∀y (x < y → ¬(y < x))\na < b{C}¬(b < a)", "own-sign"),
        (f"{P}w1 ∈ ℝ\n1 < w1 < 3{C}w1 = 2", "number-set"), (f"{P}∀x (x ∈ ℕ → Odd(x)){C}Odd(3)", "number-set"),
        (f"{P}∀n (Even(n) ↔ ∃k (n = 2k)){C}Even(4)", "ambiguous-number"),
        (f"{P}load(a) = 5kg\nload(a) > load(b){C}load(b) < 6", "odd-number"),
        (f"{P}share(a) = 50%\nshare(b) < share(a){C}share(b) < 1", "odd-number"),
        (f"Sorts:\nm, n: Int\n{P}m = 4\nn = m-1{C}n = 3", "ambiguous-hyphen"),
        (f"{P}sum = price-discount\nprice = 5\ndiscount = 2{C}sum = 3", "ambiguous-hyphen"),
        (f"{P}Rain = Wet\nRain\nWet → Cold\nCold → Wet{C}Wet", "equated-propositions"),
    ],
)  # fmt: skip
def test_what_may_be_a_number_or_not_is_asked_about(text: str, code: str) -> None:
    assert errors(text) == [code]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (f"{P}∀x ∀y ∀z (x > y ∧ y > z → x > z)\nage(a) > age(b)\nage(b) > age(c){C}age(a) > age(c)", "entailed"),
        (f"{P}∀x (x ≤ x)\n5 < n{C}5 ≤ n", "entailed"),
        (f"{P}∀x:Int (x ≤ x){C}∀x:Int ∀y:Int (x ≤ y ∨ y ≤ x)", "entailed"),
        (f"{P}∀x ∈ ℝ (x < 1 → Low(x)){C}Low(0)", "entailed"),
        (f"{P}mass(a) = 1.5e-3{C}mass(a) < 1", "entailed"),
        (f"{P}load(a) = 5kg{C}load(a) = 5kg", "entailed"),
        (f"{P}Worth(a, 42.3 billion){C}Worth(a, 42.3Billion)", "entailed"),
        (f"{P}price(a) = 2 million{C}price(a) > 1.5 million", "entailed"),
        (f'{P}load(a) = "5kg"\nload(a) > load(b){C}load(b) < "5kg"', "entailed"),
        (f"{P}virus = COVID-19\nOdd(virus){C}Odd(COVID-19)", "entailed"),
        (f'{P}sum = "price-discount"\nprice = 5\ndiscount = 2{C}sum = 3', "unknown"),
        (f"Spelling: exact\n{P}∀x (x ≤ x){C}∀x ∀y (x ≤ y ∨ y ≤ x)", "entailed"),
    ],
)  # fmt: skip
def test_what_can_be_one_thing_only_is_read(text: str, verdict: str) -> None:
    assert said(text) == verdict
    program = read_program(text).program
    assert program is not None
    assert read_program(write_program(program)).program == program
