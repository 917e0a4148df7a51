"""Forward chaining: rules are used as written, never backwards."""

from __future__ import annotations

import random
import time

import pytest

from sorites.solvers import Closure, Limits, Program, Semantics, Statement, Verdict
from sorites.solvers.checking import check
from sorites.solvers.engines.rules import RulesSolver
from sorites.solvers.logic.syntax import And, Atom, Fn, Formula, Implies, Not, Term, Var, close, literal
from sorites.solvers.logic.walkers import free_variables

from .. import outlines


def outcome_of(premises: str, goal: str) -> tuple[Verdict, list[str]]:
    program = outlines.program(f"Semantics: rules\nPremises:\n{premises}\nConclusion:\n{goal}\n")
    outcome = RulesSolver().solve(program)
    if outcome.certificate is not None:
        outcome = check(program, outcome)
        assert outcome.checked, outcome.diagnostics
    return outcome.verdict, [d.code for d in outcome.diagnostics]


@pytest.mark.parametrize(
    ("premises", "goal", "verdict"),
    [
        ("∀x (P(x) → Q(x))\nP(a)", "Q(a)", "entailed"),
        ("∀x (P(x) → Q(x))\n¬Q(a)", "P(a)", "unknown"),  # no contraposition
        ("∀x (P(x) → Q(x))\n∀x (¬P(x) → Q(x))", "Q(a)", "unknown"),  # no case analysis
        ("∀x (P(x) → ¬Q(x))\nP(a)", "Q(a)", "refuted"),
        ("∀x (¬P(x) → Q(x))\n¬P(a)", "Q(a)", "entailed"),
        ("∀x (¬P(x) → Q(x))", "Q(a)", "unknown"),  # what is not derived is not false
        ("∀x ∀y ((R(x,y) ∧ P(y)) → P(x))\nR(a,b)\nR(b,c)\nP(c)", "P(a)", "entailed"),
        ("∀x ∀y ∀z ((R(x,y) ∧ R(y,z)) → R(x,z))\nR(a,b)\nR(b,c)\nR(c,d)", "R(a,d)", "entailed"),
        ("∀x R(x,x)", "R(a,a)", "entailed"),  # a variable that nothing binds ranges over all constants
        ("∀x (p → Q(x))\np", "Q(a)", "entailed"),
        ("∀x ((P(x) ∨ Q(x)) → S(x))\nQ(a)", "S(a)", "entailed"),
        ("∀x (P(x) → (Q(x) ∧ ¬S(x)))\nP(a)", "Q(a) ∧ ¬S(a)", "entailed"),
        ("∀x (P(x) → (Q(x) ∧ ¬S(x)))\nP(a)", "Q(a) ∧ S(a)", "refuted"),
        ("P(a) ∧ ¬Q(a)", "P(a) ∧ ¬Q(a)", "entailed"),
        ("P(a)\n¬P(a)", "P(a)", "inconsistent"),
        ("P(a)\n¬P(a)\nQ(b)", "Q(b)", "entailed"),  # a clash elsewhere is reported, and no more
        ("∀x (P(x) → P(x))", "P(a)", "unknown"),
        ("∀x (R(x,x) → P(x))\nR(a,b)", "P(a)", "unknown"),
    ],
)
def test_verdicts(premises: str, goal: str, verdict: str) -> None:
    assert outcome_of(premises, goal)[0] == verdict


def test_a_clash_is_reported() -> None:
    assert outcome_of("P(a)\n¬P(a)\nQ(b)", "Q(b)")[1] == ["clash"]


@pytest.mark.parametrize(
    "premise", ["∃x P(x)", "P(a) ∨ Q(a)", "∀x (P(x) → (Q(x) ∨ S(x)))", "P(f(a))", "a = b", "P(a) ↔ Q(a)"]
)
def test_outside_the_fragment(premise: str) -> None:
    assert outcome_of(premise, "P(a)") == (Verdict.UNDECIDED, ["outside-fragment"])


@pytest.mark.parametrize("seed", range(40))
def test_the_kernel_derives_the_same_anew(seed: int) -> None:
    rng = random.Random(seed)

    def lit() -> Formula:
        choices: list[Term] = [Var("x"), Var("y"), Fn("a"), Fn("b"), Fn("c")]
        args = tuple(rng.choice(choices) for _ in range(rng.randint(1, 2)))
        return literal(Atom(rng.choice("PQRS"), args), rng.random() < 0.75)

    rules: list[Formula] = []
    for _ in range(rng.randint(3, 9)):
        body = tuple(lit() for _ in range(rng.randint(1, 3)))
        rule = Implies(body[0] if len(body) == 1 else And(body), lit())
        rules.append(close(rule, free_variables(rule)))
    for _ in range(rng.randint(1, 5)):
        fact = Atom(rng.choice("PQRS"), tuple(Fn(rng.choice("abc")) for _ in range(rng.randint(1, 2))))
        rules.append(fact if rng.random() < 0.8 else Not(fact))
    goal = Atom("All", (Fn("a"), Fn("b"), Fn("c")))
    rules.append(Implies(Atom("Never"), Atom("All", (Fn("a"), Fn("b"), Fn("c")))))
    program = Program(tuple(map(Statement, rules)), Statement(goal), semantics=Semantics.RULES)
    outcome = check(program, RulesSolver().solve(program))
    assert isinstance(outcome.certificate, Closure)
    assert outcome.checked


def test_it_stops_at_its_limit() -> None:
    lines = [f"E(n{i}, n{i + 1})" for i in range(400)]
    lines += ["∀x ∀y (E(x,y) → T(x,y))", "∀x ∀y ∀z ((T(x,y) ∧ T(y,z)) → T(x,z))"]
    program = outlines.program("Premises:\n" + "\n".join(lines) + "\nConclusion:\nT(n9, n0)\n")
    started = time.thread_time()  # what it costs, however busy the machine is
    assert RulesSolver().solve(program, Limits(0.3)).verdict is Verdict.UNDECIDED
    assert time.thread_time() - started < 5
