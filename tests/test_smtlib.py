"""Scripts of SMT-LIB: read as the standard says, or refused by name; Z3 itself is the measure."""

from __future__ import annotations

import pytest
import z3

from sorites.solvers import Limits, Verdict, make_solver, prove, read_program
from sorites.solvers.logic.diagnostics import Diagnostic, Level
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.signs import SMTLIB
from sorites.solvers.notation.writer import write_program
from sorites.solvers.outcome import Answer, decide

from .scripts import random_script

E, R, U, I = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN, Verdict.INCONSISTENT  # noqa: E741
PEOPLE = (
    "(declare-sort Person 0)(declare-const eve Person)(declare-const rex Person)"
    "(declare-fun kind (Person) Bool)(declare-fun age (Person) Int)"
)
DAYS = "(declare-datatypes ((Day 0)) (((sat) (sun) (mon))))(declare-fun off (Day) Bool)(declare-const d Day)"


@pytest.mark.parametrize(
    ("script", "verdict"),
    [
        # declared sorts count
        ("(declare-sort S 0)(declare-sort T 0)(declare-const u T)(declare-const v T)"
         "(assert (forall ((x S) (y S)) (= x y)))(assert (not (= u v)))", U),
        ("(declare-const x Real)(assert (< 3 x))(assert (< x 4))(assert (not (> x 9)))", R),
        ("(declare-const x Int)(assert (< 3 x))(assert (< x 4))(assert (not (> x 9)))", I),
        ("(declare-const k Int)(assert (> k 0.5))(assert (< k 1.5))(assert (not (= k 1)))", E),
        ("(declare-const k Int)(assert true)(assert (not (forall ((n Int)) (exists ((m Int)) (distinct n m)))))", E),
        (f"{DAYS}(assert (off sat))(assert (off sun))(assert (not (off mon)))"
         "(assert (not (forall ((x Day)) (= (off x) (distinct x mon)))))", E),
        ("(declare-datatype Coin ((head) (tail)))(declare-const c Coin)(assert (not (= c head)))"
         "(assert (not (= c tail)))", E),
        ("(declare-datatypes () ((Coin head tail)))(assert (not (distinct head tail)))", E),
        # the theories
        ("(assert (not (and (= (div (- 7) 2) (- 4)) (= (mod (- 7) 2) 1) (= (mod 7 (- 2)) 1) (= (div 7 (- 2)) (- 3)))))",
         E),
        ("(declare-const x Int)(assert (= (mod x 3) 2))(assert (not (distinct x 6)))", E),
        ("(declare-const x Int)(assert (not (= (mod x 0) x)))", U),
        ("(declare-const x Real)(assert (= (/ x 4) 0.25))(assert (not (= x 1)))", E),
        ("(declare-const x Int)(assert (= x -2))(assert (not (< x 0)))", E),
        ("(declare-const a Bool)(declare-const b Bool)(assert (let ((c (not a))) (ite c b false)))(assert (not b))", E),
        # a name that a definition or a let brings in is not caught by another quantifier
        (f"{PEOPLE}(declare-fun knows (Person Person) Bool)(assert (exists ((x Person)) (let ((y x))"
         " (forall ((x Person)) (knows y x)))))(assert (not (forall ((x Person)) (knows x eve))))", U),
        (f"{PEOPLE}(define-const old Int 70)(define-fun aged () Bool (> (age eve) old))"
         "(assert aged)(assert (not (> (age eve) 60)))", E),
        # what is asked
        (f"{PEOPLE}(assert (kind eve))(push)(assert (not (kind rex)))(check-sat)(get-model)(pop)", U),
        (f"{PEOPLE}(assert (not (kind eve)))(push 1)(assert (kind eve))(check-sat)(pop 1)", I),
        (f"{PEOPLE}(assert (kind eve))(check-sat-assuming ((not (kind eve))))(check-sat)", E),
        ("(declare-const p Bool)(assert p)(assert (not p))(exit)(assert false)", E),
    ],
)  # fmt: skip
def test_means_what_the_standard_says(script: str, verdict: Verdict) -> None:
    reading = read_program(script)
    assert reading.program is not None, reading.diagnostics
    outcome = prove(reading.program, "z3", check=True)
    assert outcome.verdict is verdict
    assert "certificate-wrong" not in {d.code for d in outcome.diagnostics}


@pytest.mark.parametrize(
    ("script", "code", "part", "at"),
    [
        ("(declare-const x (_ BitVec 8))", "unsupported-sort", "BitVec", "(_ BitVec 8)"),
        ("(declare-const x (Array Int Int))", "unsupported-sort", "Array", "(Array Int Int)"),
        ("(declare-const x String)", "unsupported-sort", "String", "String"),
        ("(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))", "unsupported-sort", "enumeration",
         "(cons (head Int) (tail L))"),
        ("(declare-datatypes ((Pair 2)) (((pair))))", "unsupported-command", "declare-datatypes", "(declare-datatypes"),
        ("(declare-fun wet (Day) Bool)", "unsupported-sort", "Day", "Day"),
        ("(declare-fun f (Bool) Int)(assert true)(assert (not true))", "bad-sort", "Bool", "(assert (not"),
        ("(declare-const x Real)(assert (is_int x))", "undeclared-symbol", "is_int", "is_int x"),
        ("(define-fun-rec f ((x Int)) Int (f x))", "unsupported-command", "define-fun-rec", "(define-fun-rec"),
        ("(declare-const p Bool)(frob p)", "unsupported-command", "frob", "(frob p)"),
        (f"{PEOPLE}(assert (kin eve))", "undeclared-symbol", "kin", "kin eve"),
        (f"{PEOPLE}(assert (kind zoe))", "undeclared-symbol", "zoe", "zoe"),
        (f"{PEOPLE}(assert (kind eve rex))", "undeclared-symbol", "kind", "kind eve rex"),
        (f"{PEOPLE}(assert (kind 3))", "sort-clash", "Person", "3"),
        (f"{PEOPLE}(assert (= eve 3))", "sort-clash", "Person", "3"),
        (f"{PEOPLE}(assert (< eve 3))", "sort-clash", "Int", "eve"),
        (f"{PEOPLE}(assert (kind (kind eve)))", "sort-clash", "Bool", "(kind eve)"),
        (f"{PEOPLE}(assert (age eve))", "sort-clash", "Bool", "(age eve)"),
        (f"{PEOPLE}(assert (= (mod 7.0 2) 1))", "sort-clash", "Int", "7.0"),
        ("(declare-const p Bool)(declare-const p Bool)", "declared-twice", "p", "(declare-const p Bool)"),
        ("(declare-const p Bool)(assert (and p", "missing-bracket", "ends inside 2", "("),
        ("(declare-const p Bool)(assert p))", "stray-bracket", "closing", ")"),
        ("(declare-const p Bool)(pop 1)", "unsupported-command", "pop", "(pop 1)"),
        ("(declare-const p Bool)(declare-const q Bool)(assert q)(assert p)(check-sat)(assert (not p))(check-sat)",
         "several-questions", "after the question", "(assert (not p))"),
        (f"{PEOPLE}(push)(assert (kind eve))(check-sat)(pop)(push)(assert (not (kind rex)))(check-sat)(pop)",
         "several-questions", "after the question", "(assert (not (kind rex)))"),
        (f"{PEOPLE}(push)(assert (kind eve))(pop)", "unsupported-command", "pop", "(pop)"),
        (f"{PEOPLE}(define-fun aged ((x Person)) Bool (> (age x) 70))", "unsupported-command", "aged", "(define-fun"),
        ("(define-sort Age () Int)", "unsupported-command", "Age", "(define-sort"),
        ("(declare-const p Bool)(assert p)(reset)", "unsupported-command", "reset", "(reset)"),
        ("(declare-const k Int)(assert (= k (ite true 5 6)))", "sort-clash", "5", "5"),
        ("(declare-const k Int)(assert (= (abs k) 6))", "undeclared-symbol", "abs", "abs"),
        ("(assert (forall ((b Bool)) b))", "invalid-program", "Bool", "(assert"),
        ("(declare-const p Bool)(check-sat-assuming (p (not p)))", "unsupported-command", "assuming", "(check-sat-ass"),
        ("(declare-const p Bool)(assert (implies p p))", "undeclared-symbol", "implies", "implies"),
        ("(assert (wise ann))", "undeclared-symbol", "wise", "wise ann"),
        ("(declare-const 5 Int)", "unsupported-command", "5", "(declare-const 5"),
        ("(declare-fun abs (Int) Int)", "declared-twice", "abs", "(declare-fun abs"),
    ],
)  # fmt: skip
def test_refuses_by_name(script: str, code: str, part: str, at: str) -> None:
    reading = read_program(script)
    assert reading.program is None
    [fault] = [d for d in reading.diagnostics if d.level is Level.ERROR]
    assert fault.code == code
    assert part in fault.message
    assert fault.span is not None
    assert script[fault.span.start :].startswith(at)


def said(script: str, code: str) -> Diagnostic:
    [found] = [d for d in read_program(script).diagnostics if d.code == code]
    return found


def test_says_by_which_convention_a_question_was_found() -> None:
    script = "(declare-const p Bool)(declare-const q Bool)(assert p)(assert (not q))"
    place = said(script, "negated-goal").span
    assert place is not None
    assert script[place.start : place.end] == "(assert (not q))"
    assert "(assert (not goal))" in said("(declare-const p Bool)(assert p)(check-sat)", "no-goal").hint


def test_definitions_that_double_are_refused_in_time() -> None:
    lines = ["(declare-const a0 Bool)"]
    lines += [f"(define-fun a{i + 1} () Bool (and a{i} a{i}))" for i in range(90)]
    assert said("\n".join([*lines, "(assert a90)"]), "invalid-program").span is not None


def raw(text: str) -> Answer:
    solver = z3.Solver()
    solver.set("timeout", 150)
    solver.add(z3.parse_smt2_string(text))
    return {"sat": Answer.OPEN, "unsat": Answer.PROVED}.get(str(solver.check()), Answer.UNSETTLED)


def asked(script: str) -> tuple[Answer, Answer]:
    """Return what Z3 says of a script's negated goal, and of its goal."""
    *lines, last, _ = script.rstrip().split("\n")
    goal = last.removeprefix("(assert (not ").removesuffix("))")
    return raw(script), raw("\n".join([*lines, f"(assert {goal})"]))


@pytest.mark.parametrize("block", range(4))
def test_agrees_with_z3_on_random_scripts(block: int) -> None:
    """The same script to Z3 and to us; and what we write of it means the same, and reads back."""
    solver, settled = make_solver("z3", certify=False), 0
    for seed in range(15 * block, 15 * block + 15):
        script = random_script(seed)
        program = read_program(script).program
        if program is None:
            continue
        answers = asked(script)
        written = write_program(program, SMTLIB)
        again = read_program(written)
        assert again.program is not None, (seed, again.diagnostics)
        assert write_program(again.program, SMTLIB) == written, seed
        if Answer.UNSETTLED not in answers:
            outcome = solver.solve(program, Limits(0.4))
            assert outcome.verdict in (decide(*answers), Verdict.UNDECIDED), (seed, script)
            rewritten = asked(written)
            assert rewritten == answers or Answer.UNSETTLED in rewritten, (seed, written)
            settled += outcome.verdict is not Verdict.UNDECIDED
    assert settled > 8


def test_bars_around_a_simple_symbol_make_no_other_one() -> None:
    script = "(declare-const |abc| Bool)\n(assert abc)\n(assert (not |abc|))\n(check-sat)\n"
    program = read_program(script).program
    assert program is not None
    assert print_formula(program.goal.formula) == "abc"
    assert program.premises[0].formula == program.goal.formula
    let = "(declare-const |let| Bool)\n(declare-const |-5| Bool)\n(assert |let|)\n(assert (not |-5|))\n(check-sat)\n"
    program = read_program(let).program
    assert program is not None
    assert [print_formula(one.formula) for one in (*program.premises, program.goal)] == ["let", '"-5"']
