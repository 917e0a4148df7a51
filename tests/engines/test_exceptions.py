"""Defaults, defeasible rules, exceptions and preferences that speak of numbers, functions and enumerations."""

from __future__ import annotations

import random
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sorites.solvers import Argument, Outcome, PreferredModels, Program, Verdict, prove
from sorites.solvers.checking import check
from sorites.solvers.engines.defaults import DefaultSolver
from sorites.solvers.engines.defeasible import DefeasibleSolver
from sorites.solvers.kernel.certificates import Certificate, Element
from sorites.solvers.kernel.kernel import check as kernel_check
from sorites.solvers.kernel.preferred import obligations
from sorites.solvers.kernel.refusal import Refused, Unchecked
from sorites.solvers.logic.syntax import Truth, negation
from sorites.solvers.outcome import Consistency

from .. import case_oracle as oracle
from ..command import sorites
from ..outlines import program

YES, NO, OPEN, CLASH = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN, Verdict.INCONSISTENT
DEFAULTS, DEFEASIBLE = "Defaults", "Defeasible rules"
EXPENSES = "Expense(e1) ∧ Expense(e2); amount(e1) = 80; amount(e2) = 120"
SMALL = "D1: ∀x (Expense(x) ∧ amount(x) ≤ 100 → Approved(x))"
PARCELS = "Parcel(p) ∧ Parcel(q); weight(p) = 25; weight(q) = 30; Firm(q)"
HEAVY = """R0: ∀x (Parcel(x) → Taken(x))
R1: ∀x (Parcel(x) ∧ weight(x) > 20 → ¬Taken(x))
R2: ∀x (Parcel(x) ∧ weight(x) > 20 ∧ Firm(x) → Taken(x))"""
ORDER = "Order(o); total(o) = 80"
DISCOUNTS = """R1: ∀x (Order(x) ∧ total(x) > 50 → discount(x) = 10)
R2: ∀x (Order(x) ∧ total(x) > 70 → discount(x) = 20)
R3: ∀x (Order(x) ∧ total(x) - discount(x) < 65 → Cheap(x))"""
CARS = "Color = {red, green, blue}\nCar\ncolour: Car -> Color\nFast: Car\nc1, c2: Car"


def text(kind: str, premises: str, rules: str, goal: str, preferences: str = "", exceptions: str = "") -> str:
    parts = ["Premises:", *premises.split("; "), f"{kind}:", rules]
    parts += ["Exceptions:", exceptions] if exceptions else []
    parts += ["Preferences:", *preferences.split("; ")] if preferences else []
    return "\n".join([*parts, "Conclusion:", goal])


@pytest.mark.parametrize("kind", [DEFAULTS, DEFEASIBLE])
@pytest.mark.parametrize(
    ("premises", "rules", "goal", "preferences", "exceptions", "verdict"),
    [
        (EXPENSES, SMALL, "Approved(e1)", "", "", YES),
        (EXPENSES, SMALL, "Approved(e2)", "", "", OPEN),
        (EXPENSES, SMALL, "Approved(e1)", "", "D1(e1)", OPEN),
        ("Expense(e1); amount(e1) ≤ 90", SMALL, "Approved(e1)", "", "", YES),
        ("Expense(e1); amount(e1) ≤ 110", SMALL, "Approved(e1)", "", "", OPEN),
        ("Expense(e1); amount(e1) + amount(e2) = 90; amount(e2) ≥ 0", SMALL, "Approved(e1)", "", "", YES),
        ("Expense(e1); amount(e1) ≤ 90; amount(e1) > 95", SMALL, "Approved(e1)", "", "", CLASH),
        (PARCELS, HEAVY, "¬Taken(p) ∧ Taken(q)", "R1 > R0; R2 > R1", "", YES),
        (PARCELS, HEAVY, "Taken(p)", "", "", OPEN),
        (ORDER, DISCOUNTS, "discount(o) = 20", "R2 > R1", "", YES),
        (ORDER, DISCOUNTS, "discount(o) = 10", "R2 > R1", "", NO),
        (ORDER, DISCOUNTS, "discount(o) = 20", "", "", OPEN),
        (ORDER, DISCOUNTS, "Cheap(o)", "R2 > R1", "", YES),
        (ORDER, DISCOUNTS, "Cheap(o)", "R1 > R2", "", OPEN),
        ("Person(ann); boss(ann) = bob; Strict(bob)", "R: ∀x (Person(x) ∧ Strict(boss(x)) → Safe(x))", "Safe(ann)",
         "", "", YES),
        ("Item(a); weight(a) = 2.5", "R: ∀x (Item(x) ∧ 2 * weight(x) ≥ 5 → Heavy(x))", "Heavy(a)", "", "", YES),
    ],
)  # fmt: skip
def test_rules_about_numbers(
    kind: str, premises: str, rules: str, goal: str, preferences: str, exceptions: str, verdict: Verdict
) -> None:
    outcome = prove(text(kind, premises, rules, goal, preferences, exceptions), check=True)
    assert outcome.verdict is verdict
    assert outcome.engine == ("default" if kind == DEFAULTS else "defeasible")
    assert outcome.checked, outcome.diagnostics


@pytest.mark.parametrize("kind", [DEFAULTS, DEFEASIBLE])
@pytest.mark.parametrize(
    ("premises", "goal", "verdict"),
    [
        ("colour(c1) = red", "Fast(c1)", YES),
        ("colour(c1) ≠ green; colour(c1) ≠ blue", "Fast(c1)", YES),
        ("colour(c1) ≠ green", "Fast(c1)", OPEN),
    ],
)
def test_enumerations(kind: str, premises: str, goal: str, verdict: Verdict) -> None:
    rules = "R: ∀x:Car (colour(x) = red → Fast(x))"
    outcome = prove(f"Sorts:\n{CARS}\n" + text(kind, premises, rules, goal), check=True)
    assert (outcome.verdict, outcome.checked is not None) == (verdict, True)


def test_a_comparison_by_cases_is_for_defaults_alone() -> None:
    """Defaults are classical implications; a defeasible rule needs a condition that follows."""
    rules = "R1: ∀x (Expense(x) ∧ amount(x) ≤ 9 → Filed(x))\nR2: ∀x (Expense(x) ∧ amount(x) > 9 → Filed(x))"
    facts = "Expense(e1); amount(e1) ≥ 0"
    assert prove(text(DEFAULTS, facts, rules, "Filed(e1)")).verdict is YES
    assert prove(text(DEFEASIBLE, facts, rules, "Filed(e1)")).verdict is OPEN


def test_values_are_answers() -> None:
    outcome = prove(text(DEFEASIBLE, ORDER, DISCOUNTS, "?n discount(o) = n", "R2 > R1"), check=True)
    assert outcome.answers is not None
    assert outcome.answers.names == (("20",),)
    assert outcome.checked


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        (text(DEFEASIBLE, ORDER, DISCOUNTS, "discount(o) ≥ 15"), "add a rule that concludes it"),
        (text(DEFEASIBLE, ORDER + "; discount(o) ≤ 15", DISCOUNTS, "Cheap(o)"), "but not both"),
        (text(DEFEASIBLE, ORDER, "R: ∀x (Order(x) → discount(x) = total(x))", "Order(o)"), "for each case"),
        (text(DEFEASIBLE, ORDER, "R: ∀x (Order(x) → total(x) ≤ 90)", "Order(o)"), "for each case"),
        (text(DEFEASIBLE, ORDER, 'R: ∀x ("÷"(total(x), 2) > 3 → Large(x))', "Large(o)"), "+ - *"),
        (text(DEFAULTS, "Amount(e1, 80)", "R: ∀x ∀n (Amount(x, n) ∧ n ≤ 90 → Fine(x))", "Fine(e1)"), "with a function"),
    ],
)  # fmt: skip
def test_what_is_outside_is_refused_with_what_to_write(said: str, hint: str) -> None:
    outcome = prove(said)
    assert outcome.verdict is Verdict.UNDECIDED
    [note] = [note for note in outcome.diagnostics if note.code == "outside-fragment"]
    assert hint in note.hint


@pytest.mark.parametrize(
    ("premises", "shown"),
    [
        ("Expense(e1); amount(e1) ≤ 90", Consistency.SHOWN),
        ("Expense(e1); amount(e1) = 90", Consistency.SHOWN),
        ("Expense(e1); amount(e1) = 90; amount(e1) = 80", Consistency.REFUTED),
    ],
)
def test_whether_premises_about_numbers_are_consistent(premises: str, shown: Consistency) -> None:
    outcome = prove(text(DEFEASIBLE, premises, SMALL, "Approved(e1)"), check=True)
    assert (outcome.verdict, outcome.consistency) == (YES, shown)
    assert ("clash" in {note.code for note in outcome.diagnostics}) is (shown is Consistency.REFUTED)


def accepted(asked: Program, verdict: Verdict, certificate: Certificate) -> bool:
    try:
        kernel_check(asked, verdict, certificate)
    except (Refused, Unchecked):
        return False
    return True


def test_no_argument_is_accepted_with_other_comparisons() -> None:
    asked = program(text(DEFEASIBLE, "Expense(e1); amount(e1) ≤ 90", SMALL, "Approved(e1)"))
    certificate = DefeasibleSolver().solve(asked).certificate
    assert isinstance(certificate, Argument)
    assert accepted(asked, YES, certificate)
    for i, one in enumerate(certificate.comparisons):
        rest = (*certificate.comparisons[:i], *certificate.comparisons[i + 1 :])
        other = replace(one, verdict=NO if one.verdict is YES else YES)
        for comparisons in (rest, (*rest, other), (*rest, replace(one, certificate=None))):
            assert not accepted(asked, YES, replace(certificate, comparisons=comparisons))
    open_ = program(text(DEFEASIBLE, "Expense(e1); amount(e1) ≤ 190", SMALL, "Approved(e1)"))
    assert not accepted(open_, YES, certificate)
    twice = replace(certificate, comparisons=(*certificate.comparisons, certificate.comparisons[0]))
    assert not accepted(asked, YES, twice)
    stated = program(text(DEFEASIBLE, "Expense(e1); amount(e1) = 80", SMALL, "Approved(e1)"))
    plain = DefeasibleSolver().solve(stated).certificate
    assert isinstance(plain, Argument)
    assert accepted(stated, YES, plain)
    for one in certificate.comparisons:
        assert not accepted(stated, YES, replace(plain, comparisons=(one,)))


def test_no_preferred_models_are_accepted_with_other_numbers() -> None:
    asked = program(text(DEFAULTS, EXPENSES, SMALL, "Approved(e1)"))
    certificate = DefaultSolver().solve(asked).certificate
    assert isinstance(certificate, PreferredModels)
    assert certificate.lemmas
    assert accepted(asked, YES, certificate)
    lemma = certificate.lemmas[0]
    false = replace(lemma, formula=negation(lemma.formula))
    for lemmas in ((), (false,), (*certificate.lemmas, replace(lemma, formula=Truth(False)))):
        assert not accepted(asked, YES, replace(certificate, lemmas=lemmas))
    [entry] = certificate.models
    numbers: list[Element] = [79, Decimal("80.5"), "e1"]
    for number in numbers:
        amounts: dict[tuple[Element, ...], Element] = {("e1",): number, ("e2",): 120}
        functions = {**entry.model.functions, ("amount", 1): amounts}
        other = replace(entry, model=replace(entry.model, functions=functions))
        assert not accepted(asked, YES, replace(certificate, models=(other,)))


def test_no_model_has_things_of_which_no_number_is_told() -> None:
    asked = program(text(DEFAULTS, "P(a)", "D1: ∀x (P(x) → Q(x))", "∀x (amount(x) ≤ 100 ∨ amount(x) > 100)"))
    certificate = DefaultSolver().solve(asked).certificate
    assert isinstance(certificate, PreferredModels)
    entry = certificate.models[0]
    hidden = replace(entry, model=replace(entry.model, sorts={"Other": ("e1",)}), goal=False)
    with pytest.raises(Refused, match="over other things"):
        list(obligations(asked, OPEN, PreferredModels((entry, hidden))))


def agrees(outcome: Outcome, said: str, verdict: Verdict) -> None:
    assert outcome.verdict is verdict, said
    assert outcome.checked, (said, outcome.diagnostics)


@settings(max_examples=75)
@given(seed=st.integers(0, 2**32), interval=st.booleans(), team=st.booleans(), propagate=st.booleans())
def test_theories_agree_with_their_definition(seed: int, interval: bool, team: bool, propagate: bool) -> None:
    rng = random.Random(seed)
    made = oracle.theory(rng, interval=interval and rng.random() < 0.3)
    goal: oracle.Literal = (rng.choice("PQRS"), "a") if rng.random() < 0.5 else (rng.randrange(5), True, "a")
    said = made.text(f"fee(a) = {goal[0]}" if isinstance(goal[0], int) else f"{goal[0]}(a)")
    proved = oracle.proved(made, [goal], team=team, propagate=propagate)
    verdicts = {(True, True): CLASH, (True, False): YES, (False, True): NO, (False, False): OPEN}
    solver = DefeasibleSolver(team=team, propagate=propagate)
    outcome = check(program(said), solver.solve(program(said)))
    agrees(outcome, said, verdicts[goal in proved, oracle.opposite(goal) in proved])


@pytest.mark.parametrize("kind", [DEFAULTS, DEFEASIBLE])
def test_certificates_are_saved_and_checked_elsewhere(kind: str, tmp_path: Path) -> None:
    (tmp_path / "rules.fol").write_text(
        text(kind, "Expense(e1); amount(e1) ≤ 90", SMALL, "Approved(e1)"), encoding="utf-8"
    )
    kept = tmp_path / "certificate.json"
    assert sorites("prove", tmp_path / "rules.fol", "--certificate", kept).returncode == 0
    assert sorites("check", tmp_path / "rules.fol", kept, "--require-consistency").returncode == 0
    changed = kept.read_text(encoding="utf-8").replace('"entailed"', '"refuted"')
    kept.write_text(changed, encoding="utf-8")
    assert sorites("check", tmp_path / "rules.fol", kept).returncode == 1
