"""Proofs in lines: that they are found, and that the kernel accepts what is found."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sorites.solvers import Limits, Outcome, Program, Proof, Statement, Verdict, prove, read_program
from sorites.solvers.certifying.proving import proof
from sorites.solvers.kernel.certificates import Linear, Number, Witness

from .. import outlines
from ..strategies import formulas, small_programs

PROVEN = {Verdict.ENTAILED, Verdict.REFUTED, Verdict.INCONSISTENT}


def proved(premises: str, goal: str) -> Proof:
    """Return the checked proof of a goal."""
    program = read_program(f"Premises:\n{premises}\nConclusion:\n{goal}\n").program  # its numbers are whole
    assert program is not None
    outcome = prove(program, "z3", check=True)
    assert outcome.verdict in PROVEN
    assert outcome.checked, outcome.diagnostics
    assert isinstance(outcome.certificate, Proof)
    return outcome.certificate


def sound(outcome: Outcome) -> None:
    """Make sure that a proof is checked, and that nothing is refused."""
    codes = {d.code for d in outcome.diagnostics}
    assert not codes & {"certificate-wrong", "engine-failed"}, outcome.diagnostics
    if outcome.verdict in PROVEN:
        assert outcome.checked, outcome.diagnostics


@given(small_programs() | small_programs(functions=True))
def test_every_proof_over_names_and_functions_is_checked(program: Program) -> None:
    sound(prove(program, "z3", Limits(60), check=True))


@given(st.lists(formulas(2), max_size=2), formulas(2))
@settings(max_examples=25)
def test_nothing_about_numbers_is_refused(premises: list, goal: object) -> None:  # type: ignore[type-arg]
    program = Program(tuple(map(Statement, premises)), Statement(goal))  # type: ignore[arg-type]
    codes = {d.code for d in prove(program, "z3", Limits(3), check=True).diagnostics}
    assert not codes & {"certificate-wrong", "engine-failed"}


@pytest.mark.parametrize(
    ("premises", "goal"),
    [
        ("n > 3\nn < 5", "n = 4"),
        ("2 * n = 2 * m + 1", "P(n)"),
        ("3 * n + 6 * m = 4", "P(n)"),
        ("n * 2 > 7\nn * 2 < 10", "n = 4"),
        ("age(a) + 1 > 5\na = b", "age(b) ≥ 5"),
        ("∀x:Int (x > 5 → Big(x))\nn = 7", "Big(n)"),
        ("P(n)\nn ≥ 2\nn ≤ 2", "P(2)"),
        ("x1 > 1.5\nx1 < 1.6", "2 * x1 > 3"),
        ("∀x:Int (f(x) > x)", "f(f(1)) > 2"),
    ],
)
def test_arithmetic(premises: str, goal: str) -> None:
    lines = proved(premises, goal).lines
    assert any(isinstance(line.reason, Linear | Number) for line in lines)


def test_what_there_is_gets_a_name_that_nothing_else_has() -> None:
    lines = proved("∃x Cat(x)\nDog(thing1)\n∀x (Cat(x) → Pet(x))", "∃x Pet(x)").lines
    [name] = [line.reason.name for line in lines if isinstance(line.reason, Witness)]
    assert name != "thing1"


@pytest.mark.parametrize("holes", [3, 4, 5])
def test_pigeons(holes: int) -> None:
    """Cases are distinguished and lemmas learned: pigeons, one more than holes."""
    some = [" ∨ ".join(f"In(p{i}, h{j})" for j in range(holes)) for i in range(holes + 1)]
    none = [
        f"¬(In(p{i}, h{j}) ∧ In(p{k}, h{j}))"
        for j in range(holes)
        for i, k in itertools.combinations(range(holes + 1), 2)
    ]
    found = proved("\n".join(some + none), "Rich(bob)")
    assert found.premises_used == tuple(range(len(some + none)))


def test_what_does_not_follow_gets_no_lines() -> None:
    program = outlines.program("Premises:\nP(a)\n∀x (P(x) → ∃y R(x, y))\nConclusion:\nR(a, a)\n")
    assert proof(program, Verdict.ENTAILED, range(2), "somebody").lines == ()


LITERALS = ("P(x)", "R(x)", "¬R(x)", "¬P(a)")


@pytest.mark.parametrize("parts", list(itertools.permutations(LITERALS)), ids=" ".join)
def test_a_part_that_contradicts_itself_is_refuted_with_all_that_forces_it(parts: tuple[str, ...]) -> None:
    """What forces a literal is forced once more by a part that is false already, by what it forced a moment before."""
    every, some = f"∀x ({' ∧ '.join(parts)})", f"∃x ({' ∨ '.join(parts)})"
    found = [prove(f"Premises:\n{every}\nConclusion:\nQ(a)\n"), prove(f"Premises:\nP(a)\nConclusion:\n{some}\n")]
    assert [one.verdict for one in found] == [Verdict.INCONSISTENT, Verdict.ENTAILED]
    assert all(one.checked for one in found)


ORDERS = (
    "{a} < {b}",
    "{a} ≠ {b}",
    "{a} = {b} + 1",
    "{a} < {b} ∨ {c} = 1",
    "{a} + {b} > {c}",
    "3 - {a} ≥ {b} → {c} ≠ 2",
)
PLACES = ("{a} = {b}", "{a} ≠ {b}", "Next({a}, {b})", "¬Next({a}, {b}) ∨ {c} = p1", "({a} = p2) ⊕ Next({b}, {c})")


@st.composite
def puzzles(draw: st.DrawFn) -> tuple[str, str, list[str]]:
    """Declarations, what all puzzles of a kind state, and drawn constraints over three terms; the last is the goal."""
    forms = draw(st.sampled_from([ORDERS, PLACES]))
    terms = st.sampled_from(["at(owl)", "at(jay)", "at(rook)"])
    fill = st.builds(lambda form, a, b, c: form.format(a=a, b=b, c=c), st.sampled_from(forms), terms, terms, terms)
    asked = draw(st.lists(fill, min_size=3, max_size=5))
    if forms is ORDERS:
        return "at: Bird -> Int", "∀x:Bird (1 ≤ at(x) ∧ at(x) < 4)", asked
    return "Perch = {p1, p2, p3}\nat: Bird -> Perch\nNext: Perch, Perch", "Next(p1, p2) ∧ ¬Next(p1, p1)", asked


@given(puzzles())
def test_tables_of_few_values_prove_what_z3_finds(puzzle: tuple[str, str, list[str]]) -> None:
    """Each proof about numbers or members goes by tables; the kernel replays it."""
    declared, stated, asked = puzzle
    *premises, goal = asked
    text = "\n".join(
        ["Sorts:", "Bird = {owl, jay, rook}", declared, "Premises:", stated, *premises, "Conclusion:", goal, ""]
    )
    sound(prove(text, "z3", check=True))


GRID = """
Sorts:
Baker = {ida, jon, kim, lou}
Cake = {plum, nut, lemon, rhubarb}
Hat = {straw, wool, felt, silk}
stall: Baker -> Int
sold: Cake -> Int
worn: Hat -> Int
Premises:
∀x:Baker (stall(x) ≥ 1 ∧ stall(x) ≤ 4)
∀x:Cake (sold(x) ≥ 1 ∧ sold(x) ≤ 4)
∀x:Hat (worn(x) ≥ 1 ∧ worn(x) ≤ 4)
Distinct(stall(ida), stall(jon), stall(kim), stall(lou))
Distinct(sold(plum), sold(nut), sold(lemon), sold(rhubarb))
Distinct(worn(straw), worn(wool), worn(felt), worn(silk))
stall(ida) = sold(nut) + 1
sold(lemon) = worn(felt)
worn(silk) = 1 ∨ worn(silk) = 4
stall(kim) = worn(wool)
sold(plum) < stall(jon) ∧ stall(jon) < worn(felt)
stall(lou) ≠ worn(straw)
sold(rhubarb) = worn(silk)
stall(lou) > 1
"""


def test_a_grid_is_refuted_by_its_few_values() -> None:
    """What needs some hundred cases of numbers has a proof that the kernel replays."""
    for goal, verdict in (("stall(jon) = 2", Verdict.ENTAILED), ("sold(rhubarb) = 1", Verdict.REFUTED)):
        outcome = prove(f"{GRID}Conclusion:\n{goal}\n", check=True)
        assert outcome.verdict is verdict
        assert outcome.checked, outcome.diagnostics


@pytest.mark.parametrize(
    ("premises", "goal"),
    [
        ("n * n = 9\nn > 0", "n = 3"),
        ("w * h > 0\nw > 0", "h > 0"),
        ("a > 2\nb > 3", "a * b > 6"),
        ("wide(room) * deep(room) = 12.5\nwide(room) ≥ 2.5\ndeep(room) > 4", "wide(room) < 3.2"),
    ],
)
def test_products_of_what_is_compared_prove_what_sums_do_not(premises: str, goal: str) -> None:
    lines = proved(premises, goal).lines
    assert any(isinstance(line.reason, Linear) and line.reason.pairs for line in lines)
