"""Every engine on one table of programs, and engines against each other on random ones."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from sorites.solvers import (
    Countermodels,
    Limits,
    MissingEngine,
    Outcome,
    Program,
    Proof,
    UnreadableProgram,
    UserError,
    Verdict,
    make_solver,
    prove,
    read_program,
)
from sorites.solvers.bridges import provision
from sorites.solvers.checking import check
from sorites.solvers.engines.horn import HornSolver
from sorites.solvers.engines.z3 import Z3Solver
from sorites.solvers.logic.domains import existentials
from sorites.solvers.outcome import Answer, decide
from sorites.solvers.wording import proof_steps

from ..problems import ARITHMETIC, CASES, Case
from ..strategies import small_programs

ENGINES = ["z3", "prover9", "eprover", "portfolio", "crosscheck"]
LIMITS = Limits(10)


def program_of(case: Case) -> Program:
    reading = read_program(case.text)
    assert reading.program is not None, reading.diagnostics
    return reading.program


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_verdict_and_certificate(engine: str, case: Case) -> None:
    program = program_of(case)
    outcome = check(program, make_solver(engine).solve(program, LIMITS))
    assert outcome.verdict is case.verdict, outcome.diagnostics
    assert outcome.certificate is not None
    assert outcome.checked, outcome.diagnostics
    if isinstance(outcome.certificate, Proof) and case.used is not None:
        assert set(outcome.certificate.premises_used) >= set(case.used)
        if engine == "z3":
            assert outcome.certificate.premises_used == case.used
    if engine in {"prover9", "eprover"} and case.verdict not in {Verdict.UNKNOWN}:
        assert isinstance(outcome.certificate, Proof)
        steps = proof_steps(outcome.certificate)
        assert steps
        assert steps[-1].text == "⊥"
        assert [s.number for s in steps] == list(range(1, len(steps) + 1))
        assert all(parent < s.number for s in steps for parent in s.parents)


@pytest.mark.parametrize("case", ARITHMETIC, ids=lambda c: c.name)
def test_arithmetic(case: Case) -> None:
    program = program_of(case)
    outcome = Z3Solver().solve(program, LIMITS)
    assert outcome.verdict is case.verdict
    if isinstance(outcome.certificate, Proof) and case.used is not None:
        assert outcome.certificate.premises_used == case.used
    if isinstance(outcome.certificate, Countermodels):
        assert check(program, outcome).checked
    assert make_solver("portfolio").solve(program, LIMITS).verdict is case.verdict
    for engine in ("prover9", "eprover"):
        other = make_solver(engine).solve(program, LIMITS)
        assert other.verdict is Verdict.UNDECIDED
        assert [d.code for d in other.diagnostics] == ["needs-arithmetic"]


def test_verdict_of_two_answers() -> None:
    proved, opened, unsettled = Answer.PROVED, Answer.OPEN, Answer.UNSETTLED
    expected = {
        (proved, proved): Verdict.INCONSISTENT,
        (proved, opened): Verdict.ENTAILED,
        (opened, proved): Verdict.REFUTED,
        (opened, opened): Verdict.UNKNOWN,
        (proved, unsettled): Verdict.ENTAILED,
        (unsettled, proved): Verdict.REFUTED,
        (opened, unsettled): Verdict.UNDECIDED,
        (unsettled, opened): Verdict.UNDECIDED,
        (unsettled, unsettled): Verdict.UNDECIDED,
    }
    assert {pair: decide(*pair) for pair in itertools.product(Answer, Answer)} == expected


CAPTURED = "((∀z Q(b)) → (∃z ¬R(z,z))) ∨ (∀z ((∃x1 ¬R(x1,z)) → Q(z)))"
"""Not valid. Prover9 renames its second z to x1, which the quantifier inside would then bind."""


@pytest.mark.parametrize("engine", ENGINES)
def test_variables_of_a_program_meet_none_of_an_engine(engine: str) -> None:
    outcome = prove(f"Conclusion:\n{CAPTURED}\n", engine, LIMITS, check=True)
    assert outcome.verdict is Verdict.UNKNOWN
    assert outcome.certificate is not None
    assert outcome.checked, outcome.diagnostics


def decidable(program: Program) -> bool:
    """Whether a program is one of Bernays and Schönfinkel: without functions, and nothing exists for each of others."""
    names = program.signature
    found = [existentials(program.goal.formula, None), *(existentials(p.formula, True) for p in program.premises)]
    return not (names.equality or any(arity for _, arity in names.functions) or any(each for _, each in found))


@given(program=small_programs())
def test_programs_in_the_decidable_fragment_are_always_decided(program: Program) -> None:
    z3 = Z3Solver(certify=False).solve(program, LIMITS)
    horn = make_solver("horn").solve(program, LIMITS)
    if not decidable(program):
        return
    assert z3.verdict is not Verdict.UNDECIDED
    if horn.verdict is Verdict.UNDECIDED:
        return
    assert horn.verdict is z3.verdict
    assert horn.certificate is not None
    assert check(program, horn).checked


def test_writing_a_program_out_ends_in_time() -> None:
    names = [f"c{i}" for i in range(70)]
    premises = "\n".join([f"P({name})" for name in names] + ["∀x ∀y ∀z ((R(x, y) ∧ R(y, z)) → R(x, z))"])
    text = f"Premises:\n{premises}\nConclusion:\nR(c1, c2)\n"
    chain = "\n".join(f"R(d{i}, d{i + 1})" for i in range(600))
    late = prove(text.replace("Premises:", f"Premises:\n{chain}"), "horn", Limits(0.2))
    assert late.verdict is Verdict.UNDECIDED
    assert [d.code for d in late.diagnostics] == ["out-of-time"]
    few = HornSolver(most=50).solve(program_of(CASES[-1]))
    assert few.verdict is not Verdict.UNDECIDED
    reading = read_program(text)
    assert reading.program is not None
    few = HornSolver(most=50).solve(reading.program)
    assert few.verdict is Verdict.UNDECIDED
    assert "so many instances" in few.diagnostics[0].message
    assert prove(text, "portfolio").verdict is Verdict.UNKNOWN
    normally = text.replace("Conclusion", "Defaults:\n∀x (P(x) → Q(x))\nConclusion")
    assert prove(normally, "default", Limits(0.05)).verdict is Verdict.UNDECIDED


def test_a_model_that_is_infinite_only_is_not_invented() -> None:
    text = "Premises:\n∀x ∃y L(x,y)\n∀x ¬L(x,x)\n∀x ∀y ∀z ((L(x,y) ∧ L(y,z)) → L(x,z))\nConclusion:\nP(a)\n"
    outcome = prove(text, "portfolio", Limits(0.7))
    assert outcome.verdict is Verdict.UNDECIDED


def test_solve_reads_mends_and_reports() -> None:
    outcome = prove("Premises:\n∀x (P(x) → Q(x)))\nP(a)\nConclusion:\nQ(a)\n", check=True)
    assert outcome.verdict is Verdict.ENTAILED
    assert [d.code for d in outcome.diagnostics] == ["stray-bracket"]
    assert outcome.certificate is not None
    assert outcome.checked, outcome.diagnostics
    with pytest.raises(UnreadableProgram) as caught:
        prove("Premises:\nP(a) Q(b)\n∀x\nConclusion:\nQ(a)\n")
    assert [d.code for d in caught.value.diagnostics] == ["unexpected-token", "unexpected-end"]
    with pytest.raises(UserError, match="there is no solver 'vampire'"):
        prove("Conclusion:\np\n", "vampire")
    with pytest.raises(UserError, match="take 'portfolio'"):
        prove("Conclusion:\np\n", "clingo")


@pytest.fixture
def fresh() -> Iterator[None]:
    """Look for engines anew after the test, which hid some."""
    yield
    provision.look_again()


def test_without_the_other_engines_z3_does_it_all(fresh: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("PROVER9", "EPROVER"):
        monkeypatch.setenv(variable, "/nowhere")
    provision.look_again()
    for case in CASES[:6]:
        assert make_solver("portfolio").solve(program_of(case), LIMITS).verdict is case.verdict
    program = program_of(CASES[0])
    outcome = check(program, make_solver("crosscheck").solve(program, LIMITS))
    assert outcome.engine == "z3+horn"
    assert not outcome.diagnostics, "horn is the second engine where there are no functions"
    program = program_of(next(case for case in CASES if case.name == "function chain"))
    outcome = check(program, make_solver("crosscheck").solve(program, LIMITS))
    assert {d.code for d in outcome.diagnostics} == {"not-cross-checked"}
    for name in ("prover9", "eprover"):
        with pytest.raises(MissingEngine, match=rf"(?s)'{name}' is not installed.*pip install"):
            make_solver(name).solve(program, LIMITS)


class Forger:
    """A solver that passes off the certificate of another program, with what the kernel said of that one."""

    name = "forger"
    capabilities = Z3Solver().capabilities

    def solve(self, program: Program, limits: Limits = Limits()) -> Outcome:
        return prove("Premises:\nQ(a)\nConclusion:\nQ(a)\n", check=True)


@pytest.mark.parametrize("checking", [False, True])
def test_no_solver_checks_itself(checking: bool) -> None:
    outcome = prove("Premises:\nP(a)\nP(a) → Q(a)\nConclusion:\nQ(a)\n", Forger(), check=checking)
    assert not outcome.checked
    assert outcome.verdict is (Verdict.UNDECIDED if checking else Verdict.ENTAILED)
    assert ("certificate-wrong" in {d.code for d in outcome.diagnostics}) is checking


def test_a_wrong_certificate_is_caught() -> None:
    entailed = program_of(CASES[0])
    outcome = Z3Solver().solve(entailed, LIMITS)
    proof = outcome.certificate
    assert isinstance(proof, Proof)
    wrong = Outcome(outcome.verdict, "z3", 0.0, replace(proof, lines=proof.lines[1:]))
    checked = check(entailed, wrong)
    assert [d.code for d in checked.diagnostics] == ["certificate-wrong"]
    assert checked.verdict is Verdict.UNDECIDED
    assert not checked.checked
    unknown = program_of(CASES[2])
    models = Z3Solver().solve(unknown, LIMITS).certificate
    assert isinstance(models, Countermodels)
    swapped = Outcome(Verdict.UNKNOWN, "z3", 0.0, Countermodels(models.goal_fails, models.goal_holds))
    assert [d.code for d in check(unknown, swapped).diagnostics] == ["certificate-wrong"]


def test_what_is_no_program_is_refused() -> None:
    nothing: Any = read_program("Premises:\nP(a\nConclusion:\n→\n").program
    with pytest.raises(UserError, match="give a program"):
        prove(nothing)
