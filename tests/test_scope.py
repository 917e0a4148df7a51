"""How far a quantifier reaches, and what becomes of a variable that none binds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sorites.eval import run
from sorites.solvers import AmbiguousProgram, Level, UnreadableProgram, UserError, Verdict, prove, read_program
from sorites.solvers.notation.closing import parse_formula
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.readings import Readings
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
    "written",
    [
        "∃x (A(x)) → B(x)", "∃x (A(x)) ∧ B(x) → C(x)", "exists x. A(x) & B(x) -> C(x)", "¬∃x (A(x)) → B(x)",
        "¬∃x (A(x)) ∨ B(x)", "∀x A(x) → B(x) ↔ C(a)", "C(a) ∧ ∀x (A(x)) → B(x)", "C(a) ∧ ∀x ∀y R(x, y) → S(x, y)",
    ],
)  # fmt: skip
@pytest.mark.parametrize("dialect", ["unicode", "nltk"])
def test_a_quantifier_that_may_reach_over_an_arrow_is_asked_about(written: str, dialect: str) -> None:
    formula, told = parse_formula(written, DIALECTS[dialect])
    assert formula is None
    [fault] = [d for d in told if d.level is Level.ERROR]
    assert fault.code == "ambiguous-scope"
    assert "∀x (…)" in fault.hint or "∀y (…)" in fault.hint


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


@pytest.mark.parametrize(
    ("premise", "goal", "verdicts"),
    [
        ("P(x) ∨ Q(x)", "P(a) ∨ Q(a)", ("unknown", "entailed")),
        ("P(x) ∧ Q(x)", "P(a)", ("unknown", "entailed")),
        ("∀x P(x) → Q(a)", "P(a) → Q(a)", ("unknown", "entailed")),
    ],
)
def test_one_option_says_what_becomes_of_several_readings(premise: str, goal: str, verdicts: tuple[str, str]) -> None:
    written = text(premise, goal)
    likely = {"P(x) ∨ Q(x)": "entailed"}.get(premise, "unknown")
    with pytest.raises(UnreadableProgram) as differ:
        prove(written)
    assert all(f"it is {verdict}" in str(differ.value) for verdict in verdicts)
    guess = prove(written, readings="likely")
    assert (guess.verdict, guess.checked is not None) == (Verdict(likely), True)
    assert "likely-reading" in {d.code for d in guess.diagnostics}
    with pytest.raises(UnreadableProgram):
        prove(written, readings="one")
    assert read_program(written, strict=True).first is None
    with pytest.raises(AmbiguousProgram):
        _ = read_program(written).program


def test_readings_that_agree_are_answered() -> None:
    agreed = prove(text("P(x) ∨ Q(x)\nR(a)", "R(a)"))
    assert agreed.verdict is Verdict.ENTAILED
    with pytest.raises(UserError, match="write agree, likely, one"):
        prove("R", readings="best")  # type: ignore[arg-type]


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
    for goal in ("∀x (Old(x) → Trusts(x, y))", "¬∃x (Old(x) ∧ ¬Trusts(x, y))", "¬∀x Trusts(x, y)"):
        [fault] = [d for d in read_program(facts + goal).diagnostics if d.level is Level.ERROR]
        assert fault.code == "free-variable"
        assert "∃y" in fault.hint
        assert "∀y" in fault.hint
    for goal in ("∃x (Old(x) ∧ Trusts(x, y))", "Trusts(a, y)"):
        program = read_program(facts + goal).program
        assert program is not None
        assert program.open_variables == ("y",)


def test_a_gloss_may_begin_as_a_quantifier_does() -> None:
    gloss = "All old people are wise"
    program = read_program(text(f"∀x (Old(x) → Wise(x)) // {gloss}\nOld(ann): Ann is old", "Wise(ann)")).program
    assert program is not None
    assert [premise.gloss for premise in program.premises] == [gloss, "Ann is old"]
    assert errors(text("Old(ann) (all x. Wise(x))", "Wise(ann)"))
    assert errors(text(f"Old(ann) ({gloss})", "Wise(ann)"))


def test_quantifiers_that_bind_nothing_one_behind_the_other_are_no_sentence() -> None:
    formula, told = parse_formula("all person. all x. $false", DIALECTS["nltk"])
    assert formula is not None
    assert {d.code for d in told} == {"vacuous-quantifier"}
    assert parse_formula("all cats purr", DIALECTS["nltk"])[0] is None


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
        return cell.executable_rate, cell.accuracy, sum(r.guess for r in found.records), with_them

    assert figures("agree") == (2 / 3, 1 / 3, 0, (1, 2 / 3))
    assert figures("likely") == (1, 2 / 3, 1, None)
    assert figures("one") == (2 / 3, 1 / 3, 0, (1, 2 / 3))
