"""Forward chaining: rules are used as written, never backwards."""

from __future__ import annotations

import itertools
import random
import time

import pytest

from sorites.solvers import Closure, Limits, Program, Statement, Verdict
from sorites.solvers.checking import check
from sorites.solvers.engines.rules import RulesSolver
from sorites.solvers.logic.rewriting import substitute
from sorites.solvers.logic.syntax import And, Atom, Fn, Forall, Formula, Implies, Not, Term, Var, close, literal
from sorites.solvers.logic.walkers import free_variables
from sorites.solvers.notation.printer import print_formula

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


def test_the_derivation_is_a_proof() -> None:
    text = "Premises:\n∀x (P(x) → Q(x))\n∀x (Q(x) → S(x))\nP(a)\nP(b)\nConclusion:\nS(a)\n"
    program = outlines.program(text)
    certificate = RulesSolver().solve(program).certificate
    assert isinstance(certificate, Closure)
    assert [(print_formula(s.formula), s.parents, s.premise) for s in certificate.steps] == [
        ("P(a)", (), 2),
        ("Q(a)", (1,), 0),
        ("S(a)", (2,), 1),
    ]
    assert certificate.premises_used == (0, 1, 2)
    assert {print_formula(f) for f in certificate.literals} == {"P(a)", "P(b)", "Q(a)", "Q(b)", "S(a)", "S(b)"}


def naive(rules: list[Formula]) -> set[Formula]:
    """Return the closure by trying every rule on every choice of constants until nothing is new."""
    constants = [Fn("a"), Fn("b"), Fn("c")]
    derived: set[Formula] = set()
    while True:
        new: set[Formula] = set()
        for rule in rules:
            body: Formula = rule
            names = []
            while isinstance(body, Forall):
                names.append(body.var)
                body = body.body
            for values in itertools.product(constants, repeat=len(names)):
                ground = substitute(body, dict(zip(names, values, strict=True)))
                left = ground.left if isinstance(ground, Implies) else And(())
                head = ground.right if isinstance(ground, Implies) else ground
                conditions = left.parts if isinstance(left, And) else (left,)
                if all(c in derived for c in conditions):
                    new.add(head)
        if new <= derived:
            return derived
        derived |= new


@pytest.mark.parametrize("seed", range(40))
def test_semi_naive_is_naive(seed: int) -> None:
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
    certificate = RulesSolver().solve(Program(tuple(map(Statement, rules)), Statement(goal))).certificate
    assert isinstance(certificate, Closure)
    assert certificate.literals == naive(rules)


def test_it_stops_at_its_limit() -> None:
    lines = [f"E(n{i}, n{i + 1})" for i in range(400)]
    lines += ["∀x ∀y (E(x,y) → T(x,y))", "∀x ∀y ∀z ((T(x,y) ∧ T(y,z)) → T(x,z))"]
    program = outlines.program("Premises:\n" + "\n".join(lines) + "\nConclusion:\nT(n9, n0)\n")
    started = time.thread_time()  # what it costs, however busy the machine is
    assert RulesSolver().solve(program, Limits(0.3)).verdict is Verdict.UNDECIDED
    assert time.thread_time() - started < 5
