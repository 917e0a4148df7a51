"""How far a quantifier reaches, and what becomes of a variable that none binds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sorites.eval import run
from sorites.solvers import AmbiguousProgram, Level, UnreadableProgram, UserError, prove, read_program
from sorites.solvers.notation.closing import parse_formula
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.readings import Readings
from sorites.solvers.notation.signs import DIALECTS

from ..outlines import codes, fault, program, read, readings, said, table, text


@table("""
written  expected
∃x A(x) ∧ B(x) → C(a)  (∃x (A(x) ∧ B(x))) → C(a)    ∃x A(x) ∧ B(x) ↔ C(a)  (∃x (A(x) ∧ B(x))) ↔ C(a)
∃x A(x) ∨ B(x) ∧ C(a)  ∃x (A(x) ∨ (B(x) ∧ C(a)))    ∀x A(x) → B(x) ∧ C(a)  ∀x (A(x) → (B(x) ∧ C(a)))
∀x A(x) → ∃y B(x, y) ∧ C(y) → D(x)  ∀x (A(x) → ((∃y (B(x, y) ∧ C(y))) → D(x)))
C(a) ∨ ∃x A(x) ∧ B(x)  C(a) ∨ (∃x (A(x) ∧ B(x)))    C(a) → ∀x A(x) → B(x)  C(a) → (∀x (A(x) → B(x)))
¬∃x A(x) ∧ B(x)  ¬∃x (A(x) ∧ B(x))    ∀x A(x) → (∃y R(x, y) ∧ B(y))  ∀x (A(x) → (∃y (R(x, y) ∧ B(y))))
∃x A(x) → C(a)  (∃x A(x)) → C(a)
# over an arrow it may reach or not
∃x (A(x)) → B(x)  ""    ∃x (A(x)) ∧ B(x) → C(x)  ""    exists x. A(x) & B(x) -> C(x)  ""    ¬∃x (A(x)) → B(x)  ""
¬∃x (A(x)) ∨ B(x)  ""    ∀x A(x) → B(x) ↔ C(a)  ""    C(a) ∧ ∀x (A(x)) → B(x)  ""    C(a) ∧ ∀x ∀y R(x, y) → S(x, y)  ""
""")
@pytest.mark.parametrize("dialect", ["unicode", "nltk"])
def test_a_quantifier_reaches_to_the_last_use_of_its_variable(written: str, expected: str, dialect: str) -> None:
    if expected:
        assert print_formula(read(written, DIALECTS[dialect])) == expected
        return
    formula, told = parse_formula(written, DIALECTS[dialect])
    assert formula is None
    [found] = [d for d in told if d.level is Level.ERROR]
    assert found.code == "ambiguous-scope"
    assert "∀x (…)" in found.hint or "∀y (…)" in found.hint


@table("""
premise  likely  other
# a quantifier before an arrow whose rest does not use its variable
∀x P(x) → Q(a)  (∀x P(x)) → Q(a)  ∀x (P(x) → Q(a))    ∀x. P(x) → Q(a)  (∀x P(x)) → Q(a)  ∀x (P(x) → Q(a))
∀x (P(x)) → Q(a)  (∀x P(x)) → Q(a)  ""    all x P(x) -> Q(a)  (∀x P(x)) → Q(a)  ∀x (P(x) → Q(a))
# other rows of the list, and a variable that nothing binds
P(a) ⊕ P(b) ⊕ P(c)  (P(a) ∧ ¬P(b) ∧ ¬P(c)) ∨ (¬P(a) ∧ P(b) ∧ ¬P(c)) ∨ (¬P(a) ∧ ¬P(b) ∧ P(c))  (P(a) ⊕ P(b)) ⊕ P(c)
P(x) ∧ Q(x)  ∃x (P(x) ∧ Q(x))  ∀x (P(x) ∧ Q(x))
P(x) → Q(x)  ∀x (P(x) → Q(x))  ""    ¬P(x) ∨ Q(x)  ∀x (¬P(x) ∨ Q(x))  ""    ¬(P(x) ∧ Q(x))  ∀x ¬(P(x) ∧ Q(x))  ""
""")
def test_the_readings_of_a_premise(premise: str, likely: str, other: str) -> None:
    assert [formulas[0] for formulas in readings(text(premise, "P(a)"))] == [likely, *([other] if other else [])]
    assert len(readings(text("P($x, True) >>> Q($x, True) >>> R($x, True)", "P(Bob, True)"))) == 2


@table("""
premise  goal  likely
P(x) ∨ Q(x)  P(a) ∨ Q(a)  entailed    P(x) ∧ Q(x)  P(a)  unknown    ∀x P(x) → Q(a)  P(a) → Q(a)  unknown
""")
def test_one_option_says_what_becomes_of_several_readings(premise: str, goal: str, likely: str) -> None:
    written = text(premise, goal)
    with pytest.raises(UnreadableProgram) as differ:
        prove(written)
    assert all(f"it is {verdict}" in str(differ.value) for verdict in ("unknown", "entailed"))
    guess = prove(written, readings="likely")
    assert (guess.verdict, guess.checked is not None) == (likely, True)
    assert "likely-reading" in {d.code for d in guess.diagnostics}
    with pytest.raises(UnreadableProgram):
        prove(written, readings="one")
    assert read_program(written, strict=True).first is None
    with pytest.raises(AmbiguousProgram):
        _ = read_program(written).program


def test_readings_that_agree_are_answered() -> None:
    assert said(text("P(x) ∨ Q(x)\nR(a)", "R(a)")) == "entailed"
    with pytest.raises(UserError, match="write agree, likely, one"):
        prove("R", readings="best")  # type: ignore[arg-type]


def test_a_goal_that_is_a_rule_is_about_everything() -> None:
    facts = "Owes(ann, bo)\nTrusts(bo, cy)"
    loose = text(facts, "Owes(ann, x) → ¬Trusts(x, cy)")
    assert program(loose).open_variables == ()
    assert said(loose) == said(text(facts, "∀x (Owes(ann, x) → ¬Trusts(x, cy))")) == "refuted"
    assert "free-variable" in codes(loose)


@table("""
goal  asks
∀x (Old(x) → Trusts(x, y))  ""    ¬∃x (Old(x) ∧ ¬Trusts(x, y))  ""    ¬∀x Trusts(x, y)  ""
∃x (Old(x) ∧ Trusts(x, y))  y    Trusts(a, y)  y
""")
def test_a_loose_variable_under_another_quantifier_is_asked_about(goal: str, asks: str) -> None:
    written = text("∀x Trusts(x, x)\nOld(a)", goal)
    if asks:
        assert program(written).open_variables == (asks,)
    else:
        found = fault(written)
        assert (found.code, "∃y" in found.hint, "∀y" in found.hint) == ("free-variable", True, True)


def test_runs_report_figures_without_guesses_and_with_them(tmp_path: Path) -> None:
    """Of three recorded programs one has two readings that are not answered alike, and the likely one is right."""
    written = {"sure": "∀x (Red(x) ∨ Blue(x))", "unsure": "Red(x) ∨ Blue(x)", "other": "New(stone)"}
    told = {"context": "Everything is red or blue. The stone is new.", "question": "The stone is red or blue."}
    goal = "Red(stone) ∨ Blue(stone)"
    problems = [
        {"id": name, **told, "answer": "True", "raw_logic_programs": [text(rule, goal)]}
        for name, rule in written.items()
    ]
    data, programs = tmp_path / "problems.jsonl", tmp_path / "programs.json"
    data.write_text("".join(json.dumps({k: v for k, v in p.items() if k[0] != "r"}) + "\n" for p in problems))
    programs.write_text(json.dumps(problems))

    def figures(readings: Readings) -> tuple[float, float, int, tuple[float, float] | None]:
        found = run(f"file:{data}", translators=[f"recorded:{programs}"], readings=readings)
        [cell] = found.cells.values()
        more = cell.with_guesses
        with_them = None if more is None else (more.executable_rate, more.accuracy)
        return cell.executable_rate or 0, cell.accuracy or 0, sum(r.guess for r in found.records), with_them

    assert figures("agree") == (2 / 3, 1 / 3, 0, (1, 2 / 3))
    assert figures("likely") == (1, 2 / 3, 1, None)
    assert figures("one") == (2 / 3, 1 / 3, 0, (1, 2 / 3))
