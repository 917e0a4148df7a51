"""Names and signs that may mean numbers: read as what they must be, or asked about."""

from __future__ import annotations

import pytest

from sorites.solvers import read_program, write_program

from .outlines import errors, said

P, C = "Premises:\n", "\nConclusion:\n"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"{P}∀x (x ≤ x)\nOdd(a){C}∀x ∀y (x ≤ y ∨ y ≤ x)", "own-sign"),
        (f"{P}∀x ∀y ∀z ((x * y) * z = x * (y * z)){C}∀x ∀y (x * y = y * x)", "own-sign"),
        (f"{P}∀x ∀y (x < y → ¬(y < x))\na < b{C}¬(b < a)", "own-sign"),
        (f"{P}w1 ∈ ℝ\n1 < w1 < 3{C}w1 = 2", "number-set"), (f"{P}∀x (x ∈ ℕ → Odd(x)){C}Odd(3)", "number-set"),
        (f"{P}∀n (Even(n) ↔ ∃k (n = 2k)){C}Even(4)", "odd-number"),
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
