"""Scripts of SMT-LIB: read as the standard says, or refused by name; Z3 itself is the measure."""

from __future__ import annotations

import pytest
import z3

from sorites.solvers import Limits, Verdict, make_solver, prove, read_program
from sorites.solvers.logic.diagnostics import Diagnostic
from sorites.solvers.notation.signs import SMTLIB
from sorites.solvers.notation.writer import write_program
from sorites.solvers.outcome import Answer, decide

from ..outlines import fault, formulas, place, program, table
from ..scripts import random_script

DECLARED = {
    "PEOPLE ": "(declare-sort Person 0)(declare-const eve Person)(declare-const rex Person)"
    "(declare-fun kind (Person) Bool)(declare-fun age (Person) Int)",
    "DAYS ": "(declare-datatypes ((Day 0)) (((sat) (sun) (mon))))(declare-fun off (Day) Bool)(declare-const d Day)",
    "X ": "(declare-const x Int)",
    "R ": "(declare-const x Real)",
    "K ": "(declare-const k Int)",
    "P ": "(declare-const p Bool)",
    "SORTS ": "(declare-sort S 0)(declare-sort T 0)(declare-const u T)(declare-const v T)",
    "COIN ": "(declare-datatype Coin ((head) (tail)))(declare-const c Coin)",
    "LIKES ": "(declare-sort U 0)(declare-const e U)(declare-fun L (U U) Bool)",
}


def whole(script: str) -> str:
    """Return a script with its declarations in place of their name at the beginning."""
    start = next((name for name in DECLARED if script.startswith(name)), "")
    return DECLARED.get(start, "") + script.removeprefix(start)


@table("""
script  verdict
# declared sorts count
SORTS (assert (forall ((x S) (y S)) (= x y)))(assert (not (= u v)))  unknown
R (assert (< 3 x))(assert (< x 4))(assert (not (> x 9)))  refuted
X (assert (< 3 x))(assert (< x 4))(assert (not (> x 9)))  inconsistent
K (assert (> k 0.5))(assert (< k 1.5))(assert (not (= k 1)))  entailed
K (assert true)(assert (not (forall ((n Int)) (exists ((m Int)) (distinct n m)))))  entailed
DAYS (assert (off sat))(assert (off sun))(assert (off mon))(assert (not (forall ((x Day)) (off x))))  entailed
COIN (assert (not (= c head)))(assert (not (= c tail)))  entailed
(declare-datatypes () ((Coin head tail)))(assert (not (distinct head tail)))  entailed
# the theories
(assert (not (and (= (div (- 7) 2) (- 4)) (= (mod (- 7) 2) 1) (= (mod 7 (- 2)) 1) (= (div 7 (- 2)) (- 3)))))  entailed
X (assert (= (mod x 3) 2))(assert (not (distinct x 6)))  entailed    X (assert (not (= (mod x 0) x)))  unknown
R (assert (= (/ x 4) 0.25))(assert (not (= x 1)))  entailed
X (assert (= x -2))(assert (not (< x 0)))  entailed
P (declare-const b Bool)(assert (let ((c (not p))) (ite c b false)))(assert (not b))  entailed
# a name that a definition or a let brings in is not caught by another quantifier
LIKES (assert (exists ((x U)) (let ((y x)) (forall ((x U)) (L y x)))))(assert (not (forall ((x U)) (L x e))))  unknown
PEOPLE (define-const o Int 7)(define-fun a () Bool (> (age eve) o))(assert a)(assert (not (> (age eve) 6)))  entailed
# what is asked
PEOPLE (assert (kind eve))(push)(assert (not (kind rex)))(check-sat)(get-model)(pop)  unknown
PEOPLE (assert (not (kind eve)))(push 1)(assert (kind eve))(check-sat)(pop 1)  inconsistent
PEOPLE (assert (kind eve))(check-sat-assuming ((not (kind eve))))(check-sat)  entailed
P (assert p)(assert (not p))(exit)(assert false)  entailed
""")
def test_means_what_the_standard_says(script: str, verdict: str) -> None:
    outcome = prove(program(whole(script)), "z3", check=True)
    assert outcome.verdict == verdict
    assert "certificate-wrong" not in {d.code for d in outcome.diagnostics}


@table("""
script  code  part  at
(assert (forall (x) p))  unexpected-token  pair  x) p    (assert |p)  unexpected-token  unfinished  |p)
(assert (not true false))  undeclared-symbol  not  not true
(declare-fun p (Int) Bool)(assert (p (and true false)))  sort-clash  Int  (and true false)
(declare-const x (_ BitVec 8))  unsupported-sort  BitVec  (_ BitVec 8)
(declare-const x (Array Int Int))  unsupported-sort  Array  (Array Int Int)
(declare-const x String)  unsupported-sort  String  String
(declare-datatypes ((L 0)) (((nil) (cons (tail L)))))  unsupported-sort  enumeration  (cons (tail L))
(declare-datatypes ((Pair 2)) (((pair))))  unsupported-command  declare-datatypes  (declare-datatypes
(declare-fun wet (Day) Bool)  unsupported-sort  Day  Day
(declare-fun f (Bool) Int)(assert true)(assert (not true))  bad-sort  Bool  (assert (not
R (assert (is_int x))  undeclared-symbol  is_int  is_int x
(define-fun-rec f ((x Int)) Int (f x))  unsupported-command  define-fun-rec  (define-fun-rec
P (frob p)  unsupported-command  frob  (frob p)    P (pop 1)  unsupported-command  pop  (pop 1)
PEOPLE (assert (kin eve))  undeclared-symbol  kin  kin eve
PEOPLE (assert (kind zoe))  undeclared-symbol  zoe  zoe
PEOPLE (assert (kind eve rex))  undeclared-symbol  kind  kind eve rex
PEOPLE (assert (kind 3))  sort-clash  Person  3    PEOPLE (assert (= eve 3))  sort-clash  Person  3
PEOPLE (assert (< eve 3))  sort-clash  Int  eve
PEOPLE (assert (kind (kind eve)))  sort-clash  Bool  (kind eve)
PEOPLE (assert (age eve))  sort-clash  Bool  (age eve)
PEOPLE (assert (= (mod 7.0 2) 1))  sort-clash  Int  7.0
P (declare-const p Bool)  declared-twice  p  (declare-const p Bool)
P (assert (and p  missing-bracket  ends inside 2  (    P (assert p))  stray-bracket  closing  )
P (assert true)(assert p)(check-sat)(assert (not p))(check-sat)  several-questions  after the question  (assert (not p))
P (push)(assert p)(check-sat)(pop)(push)(assert (not p))(check-sat)(pop)  several-questions  question  (assert (not
PEOPLE (push)(assert (kind eve))(pop)  unsupported-command  pop  (pop)
PEOPLE (define-fun aged ((x Person)) Bool (> (age x) 70))  unsupported-command  aged  (define-fun
(define-sort Age () Int)  unsupported-command  Age  (define-sort
P (assert p)(reset)  unsupported-command  reset  (reset)    K (assert (= k (ite true 5 6)))  sort-clash  5  5
K (assert (= (abs k) 6))  undeclared-symbol  abs  abs
(assert (forall ((b Bool)) b))  invalid-program  Bool  (assert
P (check-sat-assuming (p (not p)))  unsupported-command  assuming  (check-sat-ass
P (assert (implies p p))  undeclared-symbol  implies  implies
(assert (wise ann))  undeclared-symbol  wise  wise ann
(declare-const 5 Int)  unsupported-command  5  (declare-const 5
(declare-fun abs (Int) Int)  declared-twice  abs  (declare-fun abs
""")
def test_refuses_by_name(script: str, code: str, part: str, at: str) -> None:
    found = fault(whole(script))
    assert found.code == code
    assert part in found.message
    assert found.span is not None
    assert whole(script)[found.span.start :].startswith(at)


def said(script: str, code: str) -> Diagnostic:
    [found] = [d for d in read_program(script).diagnostics if d.code == code]
    return found


def test_says_by_which_convention_a_question_was_found() -> None:
    script = whole("P (declare-const q Bool)(assert p)(assert (not q))")
    assert place(script, said(script, "negated-goal")) == "(assert (not q))"
    assert "(assert (not goal))" in said(whole("P (assert p)(check-sat)"), "no-goal").hint


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
        found = read_program(script).program
        if found is None:
            continue
        answers = asked(script)
        written = write_program(found, SMTLIB)
        assert write_program(program(written), SMTLIB) == written, seed
        if Answer.UNSETTLED not in answers:
            outcome = solver.solve(found, Limits(0.4))
            assert outcome.verdict in (decide(*answers), Verdict.UNDECIDED), (seed, script)
            rewritten = asked(written)
            assert rewritten == answers or Answer.UNSETTLED in rewritten, (seed, written)
            settled += outcome.verdict is not Verdict.UNDECIDED
    assert settled > 8


@table("""
first  second  read
|abc|  abc  abc; abc    |let|  |-5|  let; "-5"
""")
def test_bars_around_a_simple_symbol_make_no_other_one(first: str, second: str, read: str) -> None:
    declared = "".join(f"(declare-const {name} Bool)\n" for name in {first, second} - {"abc"})
    assert "; ".join(formulas(f"{declared}(assert {first})\n(assert (not {second}))\n(check-sat)\n")) == read
