"""Truth values as arguments, and variables with a sigil, in whatever notation the rest is written."""

from __future__ import annotations

import pytest

from sorites.solvers import Level, Verdict, prove, read_program, write_program


def text(facts: str, rules: str, query: str, head: str = "") -> str:
    return f"{head}Facts:\n{facts}\nRules:\n{rules}\nQuery:\n{query}\n"


BOOL = "Predicates:\nVumpus($x, bool) ::: is it a vumpus?\nDull($x, bool) ::: is it dull?\n"


@pytest.mark.parametrize("head", ["", BOOL])
@pytest.mark.parametrize(
    "rule",
    [
        "Vumpus($x, True) >>> Dull($x, False)", "Vumpus($x, True) → Dull($x, False)",
        "Vumpus($x, TRUE) >>> Dull($x, FALSE)", "∀x (Vumpus(x, True) → Dull(x, False))",
        "∀$x (Vumpus($x, True) → Dull($x, False))", r"$\forall x \, (Vumpus(x, True) \rightarrow Dull(x, False))$",
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
