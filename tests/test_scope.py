"""How far a quantifier reaches, and what becomes of a variable that none binds."""

from __future__ import annotations

import pytest

from sorites.solvers import Level, Verdict, prove, read_program
from sorites.solvers.notation.closing import parse_formula
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.signs import DIALECTS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("∃x A(x) ∧ B(x) → C(a)", "(∃x (A(x) ∧ B(x))) → C(a)"),
        ("∃x A(x) ∧ B(x) ↔ C(a)", "(∃x (A(x) ∧ B(x))) ↔ C(a)"),
        ("∃x A(x) ∨ B(x) ∧ C(a)", "∃x (A(x) ∨ (B(x) ∧ C(a)))"),
        ("∀x A(x) → B(x) ∧ C(a)", "∀x (A(x) → (B(x) ∧ C(a)))"),
        ("∀x A(x) → ∃y B(x, y) ∧ C(y) → D(x)", "∀x (A(x) → ((∃y (B(x, y) ∧ C(y))) → D(x)))"),
        ("C(a) ∨ ∃x A(x) ∧ B(x)", "C(a) ∨ (∃x (A(x) ∧ B(x)))"),
        ("C(a) → ∀x A(x) → B(x)", "C(a) → (∀x (A(x) → B(x)))"),
        ("¬∃x A(x) ∧ B(x)", "¬∃x (A(x) ∧ B(x))"),
        ("∀x A(x) → (∃y R(x, y) ∧ B(y))", "∀x (A(x) → (∃y (R(x, y) ∧ B(y))))"),
    ],
)
@pytest.mark.parametrize("dialect", ["unicode", "nltk"])
def test_a_quantifier_reaches_to_the_last_use_of_its_variable(text: str, expected: str, dialect: str) -> None:
    formula, said = parse_formula(text, DIALECTS[dialect])
    assert formula is not None, said
    assert print_formula(formula) == expected


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("∃x (A(x)) → B(x)", ["∀x ((A(x)) → B(x))", "∃x ((A(x)) → B(x))"]),
        ("∃x (A(x)) ∧ B(x) → C(x)", ["∀x ((A(x)) ∧ B(x) → C(x))", "∃x ((A(x)) ∧ B(x) → C(x))"]),
        ("exists x. A(x) & B(x) -> C(x)", ["∀x (A(x) & B(x) -> C(x))", "exists x (A(x) & B(x) -> C(x))"]),
        ("¬∃x (A(x)) → B(x)", ["∀x (¬(A(x)) → B(x))", "¬∃x ((A(x)) → B(x))"]),
        ("¬∃x (A(x)) ∨ B(x)", ["∀x (¬(A(x)) ∨ B(x))", "¬∃x ((A(x)) ∨ B(x))"]),
        ("all x. A(x) & B(x) -> C(a)", ["(all x A(x) & B(x)) -> C(a)", "all x (A(x) & B(x) -> C(a))"]),
        ("∀x A(x) → B(x) ↔ C(a)", ["(∀x A(x) → B(x)) ↔ C(a)", "∀x (A(x) → B(x) ↔ C(a))"]),
        ("C(a) ∧ ∀x (A(x)) → B(x)", ["∀x ((A(x)) → B(x)) in brackets"]),
        ("C(a) ∧ ∀x ∀y R(x, y) → S(x, y)", ["∀y (R(x, y) → S(x, y)) in brackets"]),
    ],
)
@pytest.mark.parametrize("dialect", ["unicode", "nltk"])
def test_a_quantifier_that_may_reach_over_an_arrow_is_asked_about(text: str, readings: list[str], dialect: str) -> None:
    formula, said = parse_formula(text, DIALECTS[dialect])
    assert formula is None
    [fault] = [d for d in said if d.level is Level.ERROR]
    assert fault.code == "ambiguous-scope"
    for reading in readings:
        assert reading in fault.hint
        if "brackets" not in reading and "A(x) → B(x) ↔" not in reading:
            assert parse_formula(reading, DIALECTS[dialect])[0] is not None, "a hint must be readable"


def test_a_goal_that_is_a_rule_is_about_everything() -> None:
    facts = "Premises:\nOwes(ann, bo)\nTrusts(bo, cy)\nConclusion:\n"
    loose, bound = f"{facts}Owes(ann, x) → ¬Trusts(x, cy)\n", f"{facts}∀x (Owes(ann, x) → ¬Trusts(x, cy))\n"
    program = read_program(loose).program
    assert program is not None
    assert program.open_variables == ()
    assert prove(loose).verdict is prove(bound).verdict is Verdict.REFUTED
    assert "free-variable" in {d.code for d in read_program(loose).diagnostics}


def test_a_loose_variable_under_another_quantifier_is_asked_about() -> None:
    facts = "Premises:\n∀x Trusts(x, x)\nOld(a)\nConclusion:\n"
    for goal in ("∀x (Old(x) → Trusts(x, y))", "¬∃x (Old(x) ∧ ¬Trusts(x, y))"):
        [fault] = [d for d in read_program(facts + goal).diagnostics if d.level is Level.ERROR]
        assert fault.code == "free-variable"
        assert "∃y" in fault.hint
        assert "∀y" in fault.hint
    for goal in ("∃x (Old(x) ∧ Trusts(x, y))", "Trusts(a, y)", "¬∀x Trusts(x, y)"):
        program = read_program(facts + goal).program
        assert program is not None
        assert program.open_variables == ("y",)


def test_a_rule_about_whatever_there_is_shows_the_reading_for_everything() -> None:
    [fault] = read_program("Premises:\n(∃x Old(x)) → Wise(x)\nConclusion:\nWise(a)").diagnostics
    assert "∀x (Old(x) → Wise(x))" in fault.hint


@pytest.mark.parametrize("gloss", ["All old people are wise.", "Some old people are wise", "No old person is a fool."])
def test_a_gloss_in_brackets_may_begin_as_a_quantifier_does(gloss: str) -> None:
    reading = read_program(f"Premises:\n∀x (Old(x) → Wise(x)) ({gloss})\nOld(ann): {gloss}\nConclusion:\nWise(ann)\n")
    assert reading.program is not None, reading.diagnostics
    assert {premise.gloss for premise in reading.program.premises} == {gloss}
    assert read_program("Premises:\nOld(ann) (all x. Wise(x))\nConclusion:\nWise(ann)\n").program is None


@pytest.mark.parametrize("gloss", ["(if it rains)", ": unless she is ill", "(when she is in)"])
def test_a_condition_behind_a_formula_is_no_gloss(gloss: str) -> None:
    codes = {d.code for d in read_program(f"Premises:\nOld(ann) {gloss}\nConclusion:\nOld(ann)\n").diagnostics}
    assert "suspended-formula" in codes
    assert (
        read_program("Premises:\nRain(a) → Wet(a) (if it rains, it is wet)\nRain(a)\nConclusion:\nWet(a)\n").program
        is not None
    )


@pytest.mark.parametrize(
    "gloss",
    ["(except for Ann)", "— except Ann", "(if x is a cook)", "[unless x is ill]", "(only if x is a cook)",
     "(provided x is a cook)", "// given that x is a cook"],
)  # fmt: skip
def test_what_a_fragment_adds_to_a_rule_is_no_gloss(gloss: str) -> None:
    text = f"Premises:\n∀x (Old(x) → Wise(x)) {gloss}\nOld(ann)\nConclusion:\nWise(ann)\n"
    assert [d.code for d in read_program(text).diagnostics if d.level is Level.ERROR] == ["suspended-formula"]


@pytest.mark.parametrize("gloss", ["(if x is old, x is wise)", "::: If x is old x is wise.", "(Old people are wise.)"])
def test_what_renders_a_rule_is_its_gloss(gloss: str) -> None:
    text = f"Premises:\n∀x (Old(x) → Wise(x)) {gloss}\nOld(ann)\nConclusion:\nWise(ann)\n"
    assert prove(text).verdict is Verdict.ENTAILED


def test_quantifiers_that_bind_nothing_one_behind_the_other_are_no_sentence() -> None:
    formula, said = parse_formula("all person. all x. $false", DIALECTS["nltk"])
    assert formula is not None
    assert {d.code for d in said} == {"vacuous-quantifier"}
    assert parse_formula("all cats purr", DIALECTS["nltk"])[0] is None
