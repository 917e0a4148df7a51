"""Rule books: the engine that applies rules forwards, against other engines, with every certificate replayed."""

import random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sorites.solvers import Countermodels, Limits, Program, Proof, Statement, Verdict, make_solver, prove, read_program
from sorites.solvers.kernel.kernel import check
from sorites.solvers.logic.syntax import And, Atom, Exists, Fn, Formula, Implies, Not, Or, Term, Var, close
from tests.strategies import small_programs

from .. import outlines

PREDICATES: Final = (("P", 1), ("Q", 1), ("U", 1), ("R", 2), ("S", 2), ("T", 0))


def atom(draw: random.Random, variables: list[str]) -> Atom:
    name, arity = draw.choice(PREDICATES)
    terms: list[Term] = [Fn("a"), Fn("b"), Fn("c"), *map(Var, variables * 3)]
    return Atom(name, tuple(draw.choice(terms) for _ in range(arity)))


def several(draw: random.Random, variables: list[str], most: int) -> Formula:
    parts = tuple(atom(draw, variables) for _ in range(draw.randint(1, most)))
    return And(parts) if len(parts) > 1 else parts[0]


def rule(draw: random.Random) -> Formula:
    """Return a rule: with one head or several, with a negative head, or with one that claims that something exists."""
    variables = ["x", "y", "z"][: draw.randint(0, 3)]
    body, head = several(draw, variables, 3), several(draw, variables, 2)
    match draw.randint(0, 9):
        case 0:
            head = Not(atom(draw, variables))
        case 1:
            head = Or((atom(draw, variables), atom(draw, variables)))
        case 2:
            head = Exists("w", several(draw, [*variables, "w"], 2))
        case 3:
            head = Or((atom(draw, variables), Exists("w", atom(draw, [*variables, "w"]))))
        case 4:
            body = And((body, Not(atom(draw, variables))))
        case _:
            pass
    return close(Implies(body, head), tuple(variables))


@st.composite
def books(draw: st.DrawFn) -> Program:
    chosen = draw(st.randoms(use_true_random=False))
    facts = [atom(chosen, []) for _ in range(chosen.randint(0, 5))]
    stated: list[Formula] = [one if chosen.random() < 0.85 else Not(one) for one in facts]
    stated += [rule(chosen) for _ in range(chosen.randint(1, 7))]
    goal = atom(chosen, []) if chosen.random() < 0.6 else rule(chosen)
    return Program(tuple(map(Statement, stated)), Statement(goal))


@given(st.one_of(books(), books(), small_programs()))
def test_it_says_what_others_say_and_its_certificates_are_accepted(program: Program) -> None:
    found = make_solver("horn").solve(program, Limits(5))
    if found.verdict is Verdict.UNDECIDED:
        return
    other = make_solver("z3", certify=False).solve(program, Limits(2)).verdict
    assert other in (found.verdict, Verdict.UNDECIDED)
    assert found.certificate is not None
    check(program, found.verdict, found.certificate)


BOOK: Final = """Premises:
Works(ann, tools)
Works(bob, tools)
Seated(tools, york)
Spoken(english, york)
Speaks(ann, english)
Suspended(bob)
Senior(ann)
∀x ∀u ∀c (Works(x, u) ∧ Seated(u, c) → Based(x, c))
∀x ∀c ∀l (Based(x, c) ∧ Spoken(l, c) ∧ Speaks(x, l) → Fluent(x))
∀x (Suspended(x) → ¬Admitted(x))
∀x (Senior(x) → Mentor(x) ∨ Reviewer(x))
∀x (Mentor(x) → Trusted(x))
∀x (Reviewer(x) → Trusted(x))
∀u ∀c (Seated(u, c) → ∃y (Leads(y, u) ∧ Licensed(y)))
Conclusion:
"""


@pytest.mark.parametrize(
    ("goal", "verdict", "premises"),
    [
        ("Fluent(ann)", Verdict.ENTAILED, (0, 2, 3, 4, 7, 8)),
        ("Admitted(bob)", Verdict.REFUTED, (5, 9)),
        ("Trusted(ann)", Verdict.ENTAILED, (6, 10, 11, 12)),
        ("∃y (Licensed(y) ∧ Leads(y, tools))", Verdict.ENTAILED, (2, 13)),
        ("¬Admitted(bob) ∧ Based(bob, york)", Verdict.ENTAILED, (1, 2, 5, 7, 9)),
        ("Admitted(ann)", Verdict.UNKNOWN, None),
        ("Mentor(ann)", Verdict.UNKNOWN, None),
        ("∀x (Senior(x) → Trusted(x))", Verdict.ENTAILED, (10, 11, 12)),
        ("∃y Leads(y, york)", Verdict.UNKNOWN, None),
    ],
)
def test_a_proof_states_no_premise_that_it_does_not_need(
    goal: str, verdict: Verdict, premises: tuple[int, ...] | None
) -> None:
    program = outlines.program(BOOK + goal)
    outcome = make_solver("horn").solve(program)
    assert outcome.verdict is verdict
    assert outcome.certificate is not None
    check(program, verdict, outcome.certificate)
    if premises is None:
        assert isinstance(outcome.certificate, Countermodels)
    else:
        assert isinstance(outcome.certificate, Proof)
        assert outcome.certificate.premises_used == premises
        assert outcome.certificate.model is not None, "which shows that the premises are consistent"


def test_a_thing_of_which_nothing_holds_is_in_the_model() -> None:
    program = outlines.program("Premises:\nP(a)\nP(b)\nConclusion:\n∀x P(x)\n")
    outcome = make_solver("horn").solve(program)
    assert outcome.certificate is not None
    check(program, Verdict.UNKNOWN, outcome.certificate)


def test_things_that_would_exist_without_end_are_left_to_others() -> None:
    text = "Premises:\n∀x (P(x) → ∃y (R(x, y) ∧ P(y)))\nP(a)\n∀x ∀y (R(x, y) → ¬R(y, x))\nConclusion:\nR(a, a)\n"
    program = outlines.program(text)
    outcome = make_solver("horn").solve(program, Limits(5))
    assert outcome.verdict in (Verdict.UNDECIDED, Verdict.REFUTED)


def test_the_portfolio_asks_it_first_where_there_are_many_premises() -> None:
    facts = [f"Next(t{i}, t{i + 1})" for i in range(300)]
    rules = ["∀x ∀y (Next(x, y) ∧ Far(x) → Far(y))", "Far(t0)", "∀x (Far(x) → ¬Near(x))"]
    for goal, verdict in (("Far(t300)", Verdict.ENTAILED), ("Near(t9)", Verdict.REFUTED), ("Next(t3, t1)", "unknown")):
        outcome = prove("\n".join(["Premises:", *facts, *rules, "Conclusion:", goal]), check=True)
        assert (outcome.verdict, outcome.engine) == (verdict, "horn")
        assert outcome.checked is not None


@pytest.mark.parametrize(
    ("goal", "verdict"),
    [("Boss(ann)", Verdict.ENTAILED), ("Boss(bob)", Verdict.UNDECIDED), ("Tall(ann)", Verdict.UNKNOWN)],
)
def test_premises_with_equality_have_to_be_true_in_its_models(goal: str, verdict: Verdict) -> None:
    premises = "∀x ∀y (Boss(x) ∧ Boss(y) → x = y)\n∀x (Owns(x) → Boss(x))\nOwns(ann)\nbob ≠ ann"
    program = outlines.program(f"Premises:\n{premises}\nConclusion:\n{goal}\n")
    outcome = make_solver("horn").solve(program)
    assert outcome.verdict is verdict
    if outcome.certificate is not None:
        check(program, verdict, outcome.certificate)
    assert prove(program).verdict is (Verdict.REFUTED if verdict is Verdict.UNDECIDED else verdict)


def test_what_it_does_not_read_is_left_undecided() -> None:
    for premise in ("a = b", "n > 3 ∨ n * n = 4", "P(f(a))"):
        program = outlines.program(f"Premises:\n{premise}\nConclusion:\nP(a)\n")
        outcome = make_solver("horn").solve(program)
        assert outcome.verdict is Verdict.UNDECIDED
        assert [d.code for d in outcome.diagnostics] == ["outside-fragment"]


LOANS: Final = """Premises:
∀x (Loan(x) ∧ sum(x) ≤ 250 → Granted(x))
∀x (Loan(x) ∧ sum(x) > 250 ∧ 2 * income(x) ≥ sum(x) → Granted(x))
∀x (Loan(x) ∧ sum(x) > 9000 → ¬Granted(x))
∀x (Loan(x) → sum(x) > 0)
Loan(one) ∧ sum(one) = 99
Loan(two) ∧ sum(two) = 1200 ∧ income(two) = 600
Loan(three) ∧ sum(three) = 9001
Loan(four) ∧ sum(four) = 400
"""


@pytest.mark.parametrize(
    ("goal", "verdict"),
    [
        ("Granted(one) ∧ Granted(two)", Verdict.ENTAILED),
        ("Granted(three)", Verdict.REFUTED),
        ("Granted(four)", Verdict.UNKNOWN),
        ("∃x (Granted(x) ∧ sum(x) > 1000)", Verdict.ENTAILED),
        ("sum(two) < sum(four)", Verdict.REFUTED),
    ],
)
def test_rules_may_compare_what_is_stated(goal: str, verdict: Verdict) -> None:
    outcome = prove(f"{LOANS}Conclusion:\n{goal}\n", check=True)
    assert (outcome.verdict, outcome.engine) == (verdict, "horn")
    assert outcome.checked is not None, outcome.diagnostics


def test_a_goal_may_tell_that_values_are_numbers() -> None:
    ages = "".join(f"age(c{i}) = {i}\n" for i in range(60))
    outcome = prove(f"Premises:\n{ages}Conclusion:\nage(c59) > age(c3)\n", check=True)
    assert (outcome.verdict, outcome.engine, outcome.diagnostics) == (Verdict.ENTAILED, "horn", ())


NUMBERS: Final = ("f({0})", "g({0})", "f({0}) + g({0})", "2 * f({0})", "f({0}) - 1", "f(a)")
FRACTIONS: Final = ("0", "1", "2", "3", "2.5", "2.0")


@st.composite
def comparing(draw: st.DrawFn) -> str:
    """A program of rules that compare the values of functions, of which some are stated."""

    def compared(x: str) -> str:
        sides = draw(st.sampled_from(NUMBERS)), draw(st.sampled_from((*NUMBERS, *FRACTIONS)))
        return f"{sides[0].format(x)} {draw(st.sampled_from('<>≤≥=≠'))} {sides[1].format(x)}"

    def said(x: str) -> str:
        return draw(st.sampled_from((f"P({x})", f"Q({x})", f"R({x})", compared(x), f"¬({compared(x)})")))

    lines = ["f(a) + g(a) < 99"] if draw(st.booleans()) else []  # so that both are numbers; else perhaps by the goal
    for _ in range(draw(st.integers(1, 4))):
        body = " ∧ ".join(said("x") for _ in range(draw(st.integers(1, 3))))
        head = draw(st.sampled_from(("P(x)", "Q(x)", "¬R(x)", "P(x) ∨ R(x)", f"Q(x) ∨ {compared('x')}")))
        lines.append(f"∀x ({body} → {head})")
    for thing in "abc":
        lines += [f"{f}({thing}) = {draw(st.integers(0, 3))}" for f in "fg" if draw(st.integers(0, 3))]
        lines += [f"{kind}({thing})" for kind in "PQR" if draw(st.booleans())]
    goal = draw(st.sampled_from((said("a"), said("b"), f"∃x ({said('x')} ∧ {compared('x')})")))
    return "\n".join(["Premises:", *lines, "Conclusion:", goal, ""])


@given(comparing())
def test_what_it_says_of_numbers_z3_says_too(text: str) -> None:
    program = read_program(text).first
    assert program is not None
    program = program.unfolded
    outcome = make_solver("horn").solve(program)
    if outcome.verdict is Verdict.UNDECIDED:
        assert [d.code for d in outcome.diagnostics] == ["outside-fragment"]
        return
    assert outcome.certificate is not None
    check(program, outcome.verdict, outcome.certificate)
    assert make_solver("z3").solve(program).verdict is outcome.verdict


@pytest.mark.parametrize(
    ("premises", "goal", "verdict"),
    [
        ("∀x ∀n (Amount(x, n) ∧ n ≤ 100 → Granted(x))\nAmount(one, 42.50)", "Granted(one)", Verdict.ENTAILED),
        ("∀n (Rate(n) → n < 100)\nRate(142.5)", "Granted(one)", Verdict.INCONSISTENT),
        (
            "∀x ∀n (Amount(x, n) ∧ n ≤ most(x) → Granted(x))\nmost(one) = 3\nAmount(one, 2)",
            "Granted(one)",
            Verdict.ENTAILED,
        ),
    ],
)
def test_numbers_that_are_arguments_are_left_to_others(premises: str, goal: str, verdict: Verdict) -> None:
    outcome = prove(f"Premises:\n{premises}\nConclusion:\n{goal}\n", check=True)
    assert outcome.verdict is verdict
    assert outcome.checked is not None, outcome.diagnostics
