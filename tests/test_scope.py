"""How far a quantifier reaches, and what becomes of a variable that none binds."""

from __future__ import annotations

import pytest

from sorites.solvers import Level, Verdict, prove, read_program
from sorites.solvers.notation.closing import parse_formula
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.signs import DIALECTS

from .outlines import codes, errors, readings, text


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("∃x A(x) ∧ B(x) → C(a)", "(∃x (A(x) ∧ B(x))) → C(a)"), ("∃x A(x) ∧ B(x) ↔ C(a)", "(∃x (A(x) ∧ B(x))) ↔ C(a)"),
        ("∃x A(x) ∨ B(x) ∧ C(a)", "∃x (A(x) ∨ (B(x) ∧ C(a)))"), ("∀x A(x) → B(x) ∧ C(a)", "∀x (A(x) → (B(x) ∧ C(a)))"),
        ("∀x A(x) → ∃y B(x, y) ∧ C(y) → D(x)", "∀x (A(x) → ((∃y (B(x, y) ∧ C(y))) → D(x)))"),
        ("C(a) ∨ ∃x A(x) ∧ B(x)", "C(a) ∨ (∃x (A(x) ∧ B(x)))"), ("C(a) → ∀x A(x) → B(x)", "C(a) → (∀x (A(x) → B(x)))"),
        ("¬∃x A(x) ∧ B(x)", "¬∃x (A(x) ∧ B(x))"),
        ("∀x A(x) → (∃y R(x, y) ∧ B(y))", "∀x (A(x) → (∃y (R(x, y) ∧ B(y))))"), ("∃x A(x) → C(a)", "(∃x A(x)) → C(a)"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("dialect", ["unicode", "nltk"])
def test_a_quantifier_reaches_to_the_last_use_of_its_variable(written: str, expected: str, dialect: str) -> None:
    formula, told = parse_formula(written, DIALECTS[dialect])
    assert formula is not None, told
    assert print_formula(formula) == expected


@pytest.mark.parametrize(
    ("written", "hints"),
    [
        ("∃x (A(x)) → B(x)", ["∀x ((A(x)) → B(x))", "∃x ((A(x)) → B(x))"]),
        ("∃x (A(x)) ∧ B(x) → C(x)", ["∀x ((A(x)) ∧ B(x) → C(x))", "∃x ((A(x)) ∧ B(x) → C(x))"]),
        ("exists x. A(x) & B(x) -> C(x)", ["∀x (A(x) & B(x) -> C(x))", "exists x (A(x) & B(x) -> C(x))"]),
        ("¬∃x (A(x)) → B(x)", ["∀x (¬(A(x)) → B(x))", "¬∃x ((A(x)) → B(x))"]),
        ("¬∃x (A(x)) ∨ B(x)", ["∀x (¬(A(x)) ∨ B(x))", "¬∃x ((A(x)) ∨ B(x))"]),
        ("∀x A(x) → B(x) ↔ C(a)", ["(∀x A(x) → B(x)) ↔ C(a)", "∀x (A(x) → B(x) ↔ C(a))"]),
        ("C(a) ∧ ∀x (A(x)) → B(x)", ["∀x ((A(x)) → B(x))"]),
        ("C(a) ∧ ∀x ∀y R(x, y) → S(x, y)", ["∀y (R(x, y) → S(x, y))"]),
    ],
)
@pytest.mark.parametrize("dialect", ["unicode", "nltk"])
def test_a_quantifier_that_may_reach_over_an_arrow_is_asked_about(written: str, hints: list[str], dialect: str) -> None:
    formula, told = parse_formula(written, DIALECTS[dialect])
    assert formula is None
    [fault] = [d for d in told if d.level is Level.ERROR]
    assert fault.code == "ambiguous-scope"
    for hint in hints:
        assert hint in fault.hint


@pytest.mark.parametrize(
    ("premise", "read"),
    [
        # a quantifier before an arrow whose rest does not use its variable
        ("∀x P(x) → Q(a)", ["(∀x P(x)) → Q(a)", "∀x (P(x) → Q(a))"]),
        ("∀x. P(x) → Q(a)", ["(∀x P(x)) → Q(a)", "∀x (P(x) → Q(a))"]),
        ("∀x (P(x)) → Q(a)", ["(∀x P(x)) → Q(a)"]),
        ("all x P(x) -> Q(a)", ["(∀x P(x)) → Q(a)", "∀x (P(x) → Q(a))"]),
        # other rows of the list
        ("P(a) ⊕ P(b) ⊕ P(c)", 2),
        ("either P(a) or P(b)", ["P(a) ∨ P(b)", "P(a) ⊕ P(b)"]),
        ("P($x, True) >>> Q($x, True) >>> R($x, True)", 2),
        # a variable that nothing binds
        ("P(x) ∧ Q(x)", ["∃x (P(x) ∧ Q(x))", "∀x (P(x) ∧ Q(x))"]),
        ("P(x) → Q(x)", ["∀x (P(x) → Q(x))"]),
        ("¬P(x) ∨ Q(x)", ["∀x (¬P(x) ∨ Q(x))"]),
        ("¬(P(x) ∧ Q(x))", ["∀x ¬(P(x) ∧ Q(x))"]),
    ],
)
def test_the_readings_of_a_premise(premise: str, read: list[str] | int) -> None:
    found = [formulas[0] for formulas in readings(text(premise, "P(a)" if ">>>" not in premise else "P(Bob, True)"))]
    assert found == read if isinstance(read, list) else len(found) == read


def test_a_goal_that_is_a_rule_is_about_everything() -> None:
    facts = "Premises:\nOwes(ann, bo)\nTrusts(bo, cy)\nConclusion:\n"
    loose, bound = f"{facts}Owes(ann, x) → ¬Trusts(x, cy)\n", f"{facts}∀x (Owes(ann, x) → ¬Trusts(x, cy))\n"
    program = read_program(loose).program
    assert program is not None
    assert program.open_variables == ()
    assert prove(loose).verdict is prove(bound).verdict is Verdict.REFUTED
    assert "free-variable" in codes(loose)


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


@pytest.mark.parametrize("gloss", ["All old people are wise", "Some old people are wise", "No old person is a fool"])
def test_a_gloss_in_brackets_may_begin_as_a_quantifier_does(gloss: str) -> None:
    program = read_program(text(f"∀x (Old(x) → Wise(x)) ({gloss})\nOld(ann): {gloss}", "Wise(ann)")).program
    assert program is not None
    assert {premise.gloss for premise in program.premises} == {gloss}
    assert errors(text("Old(ann) (all x. Wise(x))", "Wise(ann)"))


def test_quantifiers_that_bind_nothing_one_behind_the_other_are_no_sentence() -> None:
    formula, told = parse_formula("all person. all x. $false", DIALECTS["nltk"])
    assert formula is not None
    assert {d.code for d in told} == {"vacuous-quantifier"}
    assert parse_formula("all cats purr", DIALECTS["nltk"])[0] is None
