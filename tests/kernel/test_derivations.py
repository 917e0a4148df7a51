"""Derivations of a prover, replayed: what comes of them stands in the kernel."""

import pytest
from hypothesis import given

from sorites.solvers import prove
from sorites.solvers.certifying.derivations import derivation
from sorites.solvers.clock import within
from sorites.solvers.kernel.certificates import Given, Line
from sorites.solvers.kernel.proofs import Replay
from sorites.solvers.logic.domains import settled_program
from sorites.solvers.logic.program import Program
from sorites.solvers.logic.syntax import Formula, Not
from sorites.solvers.registry import engine
from tests.strategies import small_programs

from .. import outlines

pytestmark = pytest.mark.skipif(not engine("eprover").installed, reason="E is not installed")

GROUP = """Premises:
∀x ∀y ∀z m(m(x, y), z) = m(x, m(y, z))
∀x m(e, x) = x
∀x m(i(x), x) = e
"""
SETS = "Premises:\n∀x ∀y (Sub(x, y) ↔ ∀z (In(z, x) → In(z, y)))\n∀x ∀y (Sub(x, y) ∧ Sub(y, x) → x = y)\n"
THEOREMS = {
    "cancellation": GROUP + "Goal: ∀x ∀y ∀z (m(x, y) = m(x, z) → y = z)",
    "double inverse": GROUP + "Goal: ∀x i(i(x)) = x",
    "right identity": GROUP + "Goal: ∀x m(x, e) = x",
    "commutes": GROUP + "∀x m(x, x) = e\nGoal: ∀x ∀y m(x, y) = m(y, x)",
    "subsets": SETS + "Goal: ∀x ∀y (∀z (In(z, x) ↔ In(z, y)) → x = y)",
    "Russell": "Premises:\n∃x ∀y (In(y, x) ↔ ¬In(y, y))\nGoal: P(a)",
    "diagonal": "Premises:\n∀y (In(y, r) ⊕ In(y, y))\nGoal: ∃x ¬∃y (x = f(y) ∧ ¬x = f(y))",
    "either": "Premises:\n∀x (P(x) ∨ Q(f(x)))\n∀x ¬Q(x)\n∀x (P(x) → ∃y (R(x, y) ∧ x = y))\nGoal: ∀x R(x, x)",
}


def given_of(program: Program) -> list[tuple[Given, Formula]]:
    ready = settled_program(program)
    *premises, goal, _ = ready.formulas
    found = [(Given("premise", i), premise) for i, premise in enumerate(premises)]
    found += [(Given("axiom", i), axiom) for i, axiom in enumerate(ready.axioms)]
    return [*found, (Given("goal"), Not(goal))]


def lines_of(program: Program) -> tuple[Line, ...]:
    with within(10.0):
        return derivation(settled_program(program), given_of(program)) or ()


def replay(program: Program, lines: tuple[Line, ...]) -> None:
    said: dict[tuple[str, int], Formula] = {(source.source, source.index): one for source, one in given_of(program)}
    Replay(settled_program(program), said).refutes(lines)


@pytest.mark.parametrize("name", THEOREMS)
def test_theorems_of_algebra_and_sets_get_proofs_that_stand(name: str) -> None:
    program = outlines.program(THEOREMS[name])
    lines = lines_of(program)
    assert lines
    replay(program, lines)


def test_the_proof_of_a_theorem_is_checked_whatever_engine_finds_it() -> None:
    for name in ("portfolio", "z3", "eprover"):
        outcome = prove(THEOREMS["commutes"], name, check=True)
        assert (str(outcome.verdict), outcome.checked is not None) == ("entailed", True), name


@given(small_programs(functions=True))
def test_what_is_replayed_stands_and_follows(program: Program) -> None:
    lines = lines_of(program)
    if lines:
        replay(program, lines)
        assert prove(program, "z3").verdict in ("entailed", "inconsistent")
