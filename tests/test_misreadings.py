"""Programs that were once answered as something else than what they say: read as written, or refused with a reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sorites.solvers import Level, Limits, UnreadableProgram, Verdict, prove, read_program

from .command import sorites

ENTAILED, UNKNOWN = Verdict.ENTAILED, Verdict.UNKNOWN


def text(premises: str, goal: str, head: str = "") -> str:
    return f"{head}Premises:\n{premises}\nConclusion:\n{goal}\n"


def said(program: str) -> str:
    """Return the verdict of a program's text, or the code of the first error."""
    try:
        return str(prove(program).verdict)
    except UnreadableProgram as why:
        return next(d.code for d in why.diagnostics if d.level is Level.ERROR)


@pytest.mark.parametrize(
    ("written", "differ"),
    [
        ("Distinct([oslo, rome, kiel])", True),
        ("AllDifferent({oslo, rome, kiel})", True),
        ("Distinct(oslo, rome, kiel)", True),
        ("Distinct([oslo, kiel])", False),
    ],
)
def test_distinct_things_are_pairwise_unequal(written: str, differ: bool) -> None:
    assert said(text(written, "oslo ≠ rome")) == (ENTAILED if differ else UNKNOWN)


def test_distinct_is_a_predicate_where_it_is_declared_or_said_of_one_thing() -> None:
    declared = "Predicates:\nDistinct(x, y) ::: x is another kind than y\n"
    assert said(text("Distinct(oslo, rome)", "oslo ≠ rome", declared)) == UNKNOWN
    assert said(text("∀x (Distinct(x) → Rare(x))\nDistinct(oslo)", "Rare(oslo)")) == ENTAILED
    assert said(text("Listed([oslo, rome])", "oslo ≠ rome")) == "list-as-term"


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("∃d:Dish (Hot(d))", "entailed"),
        ("∃d:Dish(Hot(d))", "entailed"),
        ("exists d:Dish [Hot(d)]", "entailed"),
        ("∀d:Dish (¬Hot(d))", "refuted"),
        ("∃d:Dish ((Hot(d)))", "entailed"),
        ("∃d:Dish(d)", "sort-as-predicate"),
        ("Dish(soup)", "sort-as-predicate"),
    ],
)
def test_a_declared_sort_is_no_predicate_of_the_bracket_behind_it(goal: str, expected: str) -> None:
    assert said(text("Hot(soup)", goal, "Sorts:\nDish\nHot: Dish\nsoup: Dish\n")) == expected


EXAMPLE = "## Example 1:\nPremises:\n1. `Owl(ada)`: Ada is an owl.\nConclusion:\n1. `Owl(ada)`: Ada is an owl.\n\n"


@pytest.mark.parametrize(
    "cut",
    [
        "## Example 2:",
        "## Example 2:\n\n**Pre",
        "## Example 2:\nPremises:\n",
        "## Example 2:\nPredicates:\n* `Crow(x)`: x is a crow.\n",
        "## Example 2:\nRex is a crow. Crows caw.\n",
        "## Example 2:\nPremises:\n1. `Crow(rex)`: Rex is a crow.\n",
        "---\nPredicates:\nCrow(x) ::: x is a crow.\nPremises:\n",
    ],
)
@pytest.mark.parametrize("question", ["", "Rex caws."])
def test_what_is_cut_behind_an_example_is_not_answered_by_the_example(cut: str, question: str) -> None:
    reading = read_program(EXAMPLE + cut, question=question)
    assert reading.program is None
    assert {"no-goal", "cut-off"} & {d.code for d in reading.diagnostics if d.level is Level.ERROR}


def test_an_example_that_is_asked_is_answered() -> None:
    reading = read_program(f"{EXAMPLE}## Example 2:\nPremises:\n", question="Ada is an owl.")
    assert reading.program is not None


@pytest.mark.parametrize(
    ("premises", "goal", "expected"),
    [
        ("Takes(joe, C) → Fit(joe)\nTakes(joe, D)", "Fit(joe)", "free-variable"),  # vitamins
        ("Takes(joe, C) → Fit(joe)\nTakes(joe, tea)", "Fit(joe)", "free-variable"),
        ("Crew(X) → Sails(X)\nCrew(Y)", "Sails(Y)", "free-variable"),
        ("Crew(X) → Sails(X)\nCrew(B)", "Sails(B)", "entailed"),
        ("Owns(X, Y) → Rich(X)\nOwns(joe, mill)", "Rich(joe)", "entailed"),
        ("Above(X, Y) ∧ Above(Y, Z) → Above(X, Z)\nAbove(a, b)\nAbove(b, c)", "Above(a, c)", "entailed"),
    ],
)
def test_a_capital_is_a_variable_where_it_can_be_nothing_else(premises: str, goal: str, expected: str) -> None:
    assert said(text(premises, goal)) == expected


@pytest.mark.parametrize("sign", ["not ", r"\+ ", "~"])
@pytest.mark.parametrize("rule", ["sails(X) :- crew(X), {}sick(X).", "sails(X) :- {}(sick(X)), crew(X)."])
def test_negation_as_failure_is_refused(sign: str, rule: str) -> None:
    assert said(f"{rule.format(sign)}\ncrew(joe).\n?- sails(joe).\n") == "negation-as-failure"
    assert said(f"crew(joe).\nsails(X) :- crew(X).\n?- {sign}sails(joe).\n") == "negation-as-failure"


def test_what_clauses_state_to_be_false_is_read() -> None:
    assert said("sails(X) :- crew(X), ¬sick(X).\ncrew(joe).\n¬sick(joe).\n?- sails(joe).\n") == ENTAILED


@pytest.mark.parametrize("every", ["∀x", "forall x", "all x", "all x."])
def test_names_are_matched_however_a_quantifier_is_spelt(every: str) -> None:
    assert said(text(f"{every} (Cat(x) -> Soft(x))\nCat(Tom)", "Soft(tom)")) == ENTAILED


@pytest.mark.parametrize(
    "gloss",
    [
        "— wait, this should be ∀x (Owl(x) → Hoots(x))",
        "::: Owls (A -> B) fly.",
        "::: Owls fly, i.e. forall x. owl(x) implies flies(x)",
        "::: ∀x (Owl(x) → Flies(x)); no: ∀x (Owl(x) → ¬Flies(x))",
        "// Flies(ada)",
    ],
)
def test_another_formula_in_a_gloss_is_asked_about(gloss: str) -> None:
    assert said(text(f"∀x (Owl(x) → Flies(x)) {gloss}\nOwl(ada)", "Flies(ada)")) == "two-formulas"
    assert said(text("∀x (Owl(x) → Flies(x)) ::: ∀x (Owl(x)→Flies(x)): owls fly\nOwl(ada)", "Flies(ada)")) == ENTAILED


@pytest.mark.parametrize(
    ("declared", "used", "rest", "expected"),
    [
        ("Glass(x) ::: x is made of glass", "Glasses(it) ::: It is a pair of glasses.", "", "spelling"),
        ("Good(x) ::: x is good", "Goods(it)", "", "spelling"),  # nor is what follows declared
        ("Good(x) ::: x is good", "Goods(it)", "Follows(x) ::: x follows\n", "entailed"),
        (
            "Wolf(x) ::: x is a wolf",
            "Wolves(it) ::: It is one of the wolves.",
            "Follows(x) ::: x follows\n",
            "spelling",
        ),
        ("Woman(x) ::: x is a woman", "Women(it)", "", "entailed"),  # can be nothing but a plural
        ("Like(x) ::: x is like the rest", "like(it)", "", "entailed"),
    ],
)
def test_number_makes_one_name_only_where_nothing_else_can_be_meant(
    declared: str, used: str, rest: str, expected: str
) -> None:
    name = declared.partition("(")[0]
    head = f"Predicates:\n{declared}\n{rest}"
    assert said(text(f"∀x ({name}(x) → Follows(x))\n{used}", "Follows(it)", head)) == expected


@pytest.mark.parametrize(
    ("premises", "goal", "expected"),
    [
        ("Day(x) ⊕ Night(x)\n∀x (Day(x) → Light(x))\nDay(noon)", "Light(noon)", "entailed"),
        ("In(oslo, y) ∧ In(bergen, y)\nWet(oslo)", "¬Wet(oslo)", "refuted"),
        ("In(oslo, y) ∧ In(bergen, y)", "Wet(oslo)", "unknown"),
        ("Day(x) ⊕ Night(x)", "Day(noon) ∨ Night(noon)", "free-variable"),  # for all: entailed
        ("∀x (Famous(x) → Rated(x, y) ∧ y > 9)\nFamous(ada)", "∃y Rated(ada, y)", "free-variable"),  # for all: 9 > 9
        ("∀x (Cat(x) → Chases(x, y))\nCat(tom)", "∃y Chases(tom, y)", "entailed"),
        ("Sad(ada) ↔ Left(x)\n¬Sad(ada)", "∀x ¬Left(x)", "free-variable"),
    ],
)
def test_what_nothing_binds_is_answered_where_all_readings_agree(premises: str, goal: str, expected: str) -> None:
    assert said(text(premises, goal)) == expected


def test_what_nothing_binds_is_asked_about_where_more_premises_may_derive_less() -> None:
    program = text("In(oslo, y) ∧ In(bergen, y)\nWet(oslo)", "Wet(oslo)", "Semantics: rules\n")
    assert said(program) == "free-variable"
    assert said(text("Wet(oslo)", "Wet(oslo)", "Defaults:\nR1: In(oslo, y)\n")) == "free-variable"


def test_a_verdict_that_hangs_on_the_reading_is_told_with_both(tmp_path: Path) -> None:
    program = tmp_path / "day.fol"
    program.write_text(text("Day(x) ⊕ Night(x)", "Day(noon) ∨ Night(noon)"), encoding="utf-8")
    done = sorites("prove", program, "--json")
    assert done.returncode == 2
    [fault] = json.loads(done.stdout)["diagnostics"]
    assert "for something it is unknown, for everything it is entailed" in fault["message"]
    assert fault["line"] == 2


def test_models_that_show_an_unknown_are_models_of_every_reading(tmp_path: Path) -> None:
    both, weak, kept = tmp_path / "both.fol", tmp_path / "weak.fol", tmp_path / "kept.json"
    both.write_text(text("Day(x) ⊕ Night(x)", "Day(noon)"), encoding="utf-8")
    weak.write_text(text("∃x (Day(x) ⊕ Night(x))", "Day(noon)"), encoding="utf-8")
    assert sorites("prove", both, "--certificate", kept).returncode == 0
    assert sorites("check", both, kept).returncode == 0
    both.write_text(text("Day(x) ⊕ Night(x)", "Day(noon) ∨ Night(noon)"), encoding="utf-8")
    weak.write_text(text("∃x (Day(x) ⊕ Night(x))", "Day(noon) ∨ Night(noon)"), encoding="utf-8")
    assert sorites("prove", weak, "--certificate", kept).returncode == 0
    assert sorites("check", both, kept).returncode == 1


def test_both_readings_share_the_time_of_one() -> None:
    outcome = prove(text("Day(x) ⊕ Night(x)", "Day(noon)"), limits=Limits(2))
    assert (outcome.verdict, outcome.checked is not None) == (UNKNOWN, True)
