"""Attempts to have the kernel accept what is no proof and no model, by hand; ``test_mutants`` makes more."""

from __future__ import annotations

from copy import copy
from dataclasses import FrozenInstanceError, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from sorites.solvers import Countermodels, Model, Program, Proof, Statement, Verdict
from sorites.solvers.kernel import certificates
from sorites.solvers.kernel.certificates import (
    Derived,
    Equality,
    Given,
    Instance,
    Line,
    Linear,
    Number,
    Reason,
    Witness,
)
from sorites.solvers.kernel.kernel import Checked, check
from sorites.solvers.kernel.refusal import Refused, Unchecked
from sorites.solvers.logic import syntax
from sorites.solvers.logic.sorts import settled
from sorites.solvers.logic.symbols import NOTHING, Declarations, DeclaredSort, Typed
from sorites.solvers.logic.syntax import (
    And,
    Atom,
    Cmp,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Implies,
    Not,
    Num,
    Or,
    Term,
    Truth,
    Var,
)

made: Any = certificates  # where what is built is no certificate
tree: Any = syntax
YES, NO, OPEN, CLASH = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN, Verdict.INCONSISTENT
FALSE = Truth(False)
A, B, N, M, X, Y = Fn("a"), Fn("b"), Fn("n"), Fn("m"), Var("x"), Var("y")
S = Atom("S")


def p(*args: Term) -> Atom:
    return Atom("P", args)


def lt(one: Term, other: Term) -> Cmp:
    return Cmp("<", one, other)


def asked(goal: Formula, *premises: Formula, declared: Declarations = NOTHING) -> Program:
    return Program(tuple(map(Statement, premises)), Statement(goal), declared=declared)


def proof(*lines: tuple[Any, Reason], proves: Any = "goal", used: tuple[int, ...] = ()) -> Proof:
    return Proof(proves, used, "somebody", tuple(Line(formula, reason) for formula, reason in lines))


def given(program: Program, *more: tuple[Any, Reason]) -> Proof:
    """Return lines that state all premises and the goal denied, then these, then a contradiction from all of them."""
    *premises, goal = settled(program.formulas, program.signature, program.declared).formulas
    stated: list[tuple[Any, Reason]] = [(formula, Given("premise", i)) for i, formula in enumerate(premises)]
    stated.append((Not(goal), Given("goal")))
    end = (FALSE, Derived(tuple(range(1, len(stated) + len(more) + 1))))
    return proof(*stated, *more, end, used=tuple(range(len(premises))))


INTS = Declarations((), (Typed("n", (), "Int"), Typed("m", (), "Int")))
REALS = Declarations((), (Typed("n", (), "Real"), Typed("m", (), "Real")))
HOUSE = Declarations(
    (DeclaredSort("Person"), DeclaredSort("Pet"), DeclaredSort("Color", ("red", "blue"))),
    (Typed("a", (), "Person"), Typed("b", (), "Pet"), Typed("c", (), "Pet"), Typed("hue", ("Pet",), "Color")),
)
ZERO, UNIT = Num(0, True), Num(1, True)
TENTH = Num(Decimal("0.1"))
ALL, SOME = Forall("x", p(X)), Exists("x", p(X))

SOME_A = asked(p(A), SOME)
ALL_SOME = asked(Exists("y", Forall("x", Atom("R", (X, Y)))), Forall("x", Exists("y", Atom("R", (X, Y)))))
ONE_PERSON = Forall("x", Forall("y", Eq(X, Y), "Person"), "Person")
PETS = asked(Eq(B, Fn("c")), ONE_PERSON, Eq(A, A), declared=HOUSE)
BETWEEN = asked(FALSE, lt(Num(0), N), lt(N, Num(1)), declared=REALS)
HALVES = asked(Eq(N, Num(1)), lt(Num(0), N), lt(N, Num(2)), declared=REALS)
LESS = asked(S, lt(Fn("*", (N, TENTH)), Fn("*", (M, TENTH))), declared=REALS)
DIVIDED = asked(Eq(Fn("/", (N, Num(0))), Num(0)), declared=REALS)
MODULO = asked(lt(Fn("%", (N, Num(0))), Num(1)), declared=INTS)
NUMBERS = asked(p(Num(5)), p(A), lt(Num(0), N), declared=INTS)

NOT_PROOFS: dict[str, tuple[Program, Proof]] = {
    "nothing": (asked(S), proof((FALSE, Derived(())))),
    "a premise that is not there": (asked(S), proof((FALSE, Given("premise", 0)), used=(0,))),
    "no premise at all": (asked(Truth(True)), proof((None, Given("premise", 7)), used=(7,))),
    "a premise from behind": (asked(S, p(A)), proof((p(A), Given("premise", -1)), (FALSE, Derived((1,))))),
    "a premise altered": (asked(S, p(A)), proof((p(B), Given("premise", 0)), (FALSE, Derived((1,))), used=(0,))),
    "the goal itself": (asked(S), proof((S, Given("goal")), (FALSE, Derived((1,))))),
    "a goal among contradictions": (asked(S), proof((Not(S), Given("goal")), (FALSE, Derived((1,))))),
    "lines that rest on themselves": (
        asked(S),
        proof((S, Derived((2,))), (S, Derived((1,))), (FALSE, Derived((1, 2)))),
    ),
    "a line that is its own parent": (asked(S), proof((FALSE, Derived((1,))))),
    "a parent before the first": (asked(S), proof((Not(S), Given("goal")), (FALSE, Derived((0, -1, 1))))),
    "a truth that is no truth value": (asked(S), proof((tree.Truth(1), Derived(())), (FALSE, Derived((1,))))),
    "a witness with a name of the program": (SOME_A, given(SOME_A, (Implies(SOME, p(A)), Witness("a")))),
    "a witness with the name of a function of the program": (
        (clash := asked(p(Fn("f", (A,))), SOME)),
        given(clash, (Implies(SOME, p(Fn("f"))), Witness("f"))),
    ),
    "one witness for two": (
        (two := asked(Exists("x", And((p(X), Atom("Q", (X,))))), SOME, Exists("x", Atom("Q", (X,))))),
        given(
            two,
            (Implies(SOME, p(Fn("w"))), Witness("w")),
            (Implies(Exists("x", Atom("Q", (X,))), Atom("Q", (Fn("w"),))), Witness("w")),
        ),
    ),
    "a witness that is named before": (
        ALL_SOME,
        given(
            ALL_SOME,
            (Implies(Exists("y", Atom("R", (Fn("w"), Y))), Atom("R", (Fn("w"), Fn("v")))), Witness("v")),
            (Implies(Atom("R", (Fn("w"), Fn("v"))), Forall("x", Atom("R", (X, Fn("v"))))), Witness("w")),
        ),
    ),
    "a witness that forgets what it depends on": (
        ALL_SOME,
        given(
            ALL_SOME,
            (Forall("x", Implies(Exists("y", Atom("R", (X, Y))), Atom("R", (X, Fn("w"))))), Witness("w")),
        ),
    ),
    "a witness that is +": (SOME_A, given(SOME_A, (Implies(SOME, p(Fn("+"))), Witness("+")))),
    "an instance of a name that is nowhere": (
        (empty := asked(S, ALL, Forall("x", Not(p(X))))),
        given(empty, (Implies(ALL, p(Fn("w"))), Instance((Fn("w"),)))),
    ),
    "an instance that captures": (
        ALL_SOME,
        given(
            ALL_SOME,
            (
                Implies(Forall("x", Exists("y", Atom("R", (X, Y)))), Exists("y", Atom("R", (Y, Y)))),
                Instance((Y,)),
            ),
        ),
    ),
    "an instance of another variable": (SOME_A, given(SOME_A, (Implies(SOME, p(A)), Instance((A,))))),
    "an instance of another sort": (
        PETS,
        given(PETS, (Implies(ONE_PERSON, PETS.goal.formula), Instance((B, Fn("c"))))),
    ),
    "an integer for a thing": (
        NUMBERS,
        given(NUMBERS, (Implies(p(A), p(Num(5))), Equality())),
    ),
    "an equation between a thing and a number": (
        NUMBERS,
        given(NUMBERS, (Not(Eq(A, Num(5))), Linear((Fraction(1),)))),
    ),
    "equality the wrong way": (
        (equal := asked(p(B), p(A), Eq(Fn("f", (A,)), Fn("f", (B,))))),
        given(equal, (Or((Not(Eq(Fn("f", (A,)), Fn("f", (B,)))), Eq(A, B))), Equality())),
    ),
    "an integer's cut on reals": (
        BETWEEN,
        given(BETWEEN, (Or((Cmp("≤", N, ZERO), Cmp("≤", UNIT, N))), Number())),
    ),
    "a strict bound of a real rounded": (
        BETWEEN,
        given(BETWEEN, (Or((Not(lt(ZERO, N)), Not(lt(N, UNIT)))), Linear((Fraction(1), Fraction(1))))),
    ),
    "trichotomy without its middle": (
        HALVES,
        given(HALVES, (Or((lt(N, UNIT), Eq(N, Num(2, True)), lt(UNIT, N))), Number())),
    ),
    "a negative coefficient": (
        BETWEEN,
        given(BETWEEN, (Not(lt(ZERO, UNIT)), Linear((Fraction(-1),)))),
    ),
    "a coefficient that rounds to nothing": (LESS, given(LESS, (Not(LESS.premises[0].formula), Linear((5e-324,))))),  # type: ignore[arg-type]
    "too few coefficients": (BETWEEN, given(BETWEEN, (Or((FALSE, Not(lt(ZERO, N)))), Linear(())))),
    "what division by zero gives": (
        DIVIDED,
        given(DIVIDED, (Eq(Fn("/", (N, ZERO)), ZERO), Linear((Fraction(1),)))),
    ),
    "what is left over from division by zero": (
        MODULO,
        given(
            MODULO,
            (
                And(
                    (
                        Eq(N, Fn("+", (Fn("*", (Num(0), Fn("÷", (N, Num(0))))), Fn("%", (N, Num(0)))))),
                        Cmp("≤", Num(0), Fn("%", (N, Num(0)))),
                        lt(Fn("%", (N, Num(0))), Num(0)),
                    )
                ),
                Number(),
            ),
        ),
    ),
    "no lines but one": (asked(S), Proof("goal", (), "somebody", (Line(FALSE, Given("axiom", 0)),))),
    "another end": (asked(S), proof((Not(S), Given("goal")))),
    "an open line": (asked(p(A), SOME), proof((p(X), Derived(())), (FALSE, Derived((1,))))),
}


@pytest.mark.parametrize("name", NOT_PROOFS)
def test_what_is_no_proof_is_refused(name: str) -> None:
    program, certificate = NOT_PROOFS[name]
    for proves, verdict in (("goal", YES), ("contradiction", CLASH), ("negation", NO)):
        with pytest.raises(Refused):
            check(program, verdict, Proof(proves, certificate.premises_used, "", certificate.lines))  # type: ignore[arg-type]


def test_the_attacks_fail_by_what_they_attack() -> None:
    """A right proof of the same shape passes."""
    right = given(SOME_A, (Implies(SOME, p(Fn("w"))), Witness("w")))
    with pytest.raises(Refused, match="line 4"):
        check(SOME_A, YES, right)
    holds = asked(SOME, p(A))
    check(holds, YES, given(holds, (Implies(p(A), SOME), Instance((A,)))))
    cut = asked(FALSE, lt(Num(0), N), lt(N, Num(1)), declared=INTS)
    lemma = (Or((Not(lt(Num(0), N)), Not(lt(N, Num(1))))), Linear((Fraction(1), Fraction(1))))
    check(
        cut,
        CLASH,
        proof(*_lines(given(cut, lemma))[:2], lemma, (FALSE, Derived((1, 2, 3))), proves="contradiction", used=(0, 1)),
    )


def _lines(certificate: Proof) -> list[tuple[Formula, Reason]]:
    return [(line.formula, line.reason) for line in certificate.lines]


def model(things: Any = ("e",), predicates: Any = None, functions: Any = None, sorts: Any = None) -> Model:
    return Model(things, predicates or {}, functions or {}, sorts or {})


NAN = float("nan")
SAME = asked(Eq(A, A))
NUMBER = asked(Eq(N, N), lt(N, Fn("+", (N, Num(1)))), declared=REALS)
WHOLE = asked(Eq(N, Num(1)), lt(Num(0), N), lt(N, Num(2)), declared=INTS)
EVERY = asked(p(A), ALL)
TRUE_OF_ALL = {("P", 1): frozenset({("e",)})}
COLOURS = asked(Eq(Fn("hue", (B,)), Fn("red")), declared=HOUSE)
NOT_MODELS: dict[str, tuple[Program, Model]] = {
    "a thing that is not itself": (SAME, model((NAN,), functions={("a", 0): {(): NAN}})),
    "a number that is not itself": (NUMBER, model(functions={("n", 0): {(): NAN}})),
    "a decimal that is not itself": (NUMBER, model(functions={("n", 0): {(): Decimal("NaN")}})),
    "no finite number": (NUMBER, model(functions={("n", 0): {(): Decimal("Infinity")}})),
    "a number that nobody can write": (NUMBER, model(functions={("n", 0): {(): Decimal("1e999999999")}})),
    "half an integer": (WHOLE, model(functions={("n", 0): {(): Fraction(1, 2)}})),
    "half an integer, as a float": (WHOLE, model(functions={("n", 0): {(): 0.5}})),
    "a truth value for a number": (asked(Eq(N, Num(1)), declared=INTS), model(functions={("n", 0): {(): False}})),
    "no things": (asked(SOME, ALL), model((), {("P", 1): frozenset()})),
    "a value outside": (EVERY, model(("e",), TRUE_OF_ALL, {("a", 0): {(): "d"}})),
    "things twice": (EVERY, model(("e",), TRUE_OF_ALL, {("a", 0): {(): "d"}}, {"U": ("e", "d")})),
    "one thing twice": (asked(S), model(("e", "e"), {("S", 0): frozenset()})),
    "no value": (EVERY, model(("e",), TRUE_OF_ALL, {("a", 0): {}})),
    "no table": (EVERY, model(("e",), TRUE_OF_ALL)),
    "a third colour": (
        COLOURS,
        model(
            ("e",),
            {},
            {
                ("hue", 1): {("b",): "green"},
                ("b", 0): {(): "b"},
                ("red", 0): {(): "red"},
                ("blue", 0): {(): "blue"},
            },
            {"Pet": ("b",), "Person": ("a",), "Color": ("red", "blue", "green")},
        ),
    ),
    "one thing for two numerals": (
        asked(Not(Eq(Num(1), Num(2)))),
        model(("e",), {}, {("1", 0): {(): "e"}, ("2", 0): {(): "e"}}),
    ),
}


@pytest.mark.parametrize("name", NOT_MODELS)
def test_what_is_no_countermodel_is_refused(name: str) -> None:
    program, found = NOT_MODELS[name]
    with pytest.raises(Refused):
        check(program, OPEN, Countermodels(found, found))


def test_all_members_of_an_enumeration_are_there() -> None:
    """Only the enumeration says that there is red, which the formulas do not name."""
    colours = Declarations((DeclaredSort("Color", ("red", "blue")),))
    one = Forall("x", Forall("y", Eq(X, Y), "Color"), "Color")
    tables = {("red", 0): {(): "red"}, ("blue", 0): {(): "blue"}}
    holds, fails = (
        model(("e",), {("S", 0): frozenset(rows)}, tables, {"Color": ("blue",)}) for rows in ([()], list[Any]())
    )
    with pytest.raises(Refused):
        check(asked(S, one, declared=colours), OPEN, Countermodels(holds, fails))


GARBAGE: list[Any] = [
    None,
    3,
    "proof",
    [],
    object,
    made.Proof,
    (made.Proof("goal", (), "x"),),
    made.Proof("goal", (), "x", 3),
    made.Proof("goal", (), "x", (None,)),
    made.Proof("goal", (), "x", (made.Line(FALSE, None),)),
    made.Proof([], (), "x", (made.Line(FALSE, made.Given("goal")),)),
    made.Proof({}, (), "x", (made.Line(FALSE, made.Given([], [])),)),
    made.Proof("goal", None, "x", (made.Line(FALSE, made.Given("goal", -1)),)),
    made.Proof("goal", (), "x", (made.Line(FALSE, made.Derived(None)),)),
    made.Proof("goal", (), "x", (made.Line(FALSE, made.Derived((-1, 10**30))),)),
    made.Proof("goal", (), "x", (made.Line(FALSE, made.Derived((0.5,))),)),
    made.Proof("goal", (), "x", (made.Line(FALSE, made.Derived(("1",))),)),
    made.Proof("goal", (), "x", (made.Line(FALSE, made.Instance(None)),)),
    made.Proof("goal", (), "x", (made.Line(Implies(tree.Forall("x", S), S), made.Instance((Num(10**5000),))),)),
    made.Proof("goal", (), "x", (made.Line(Implies(tree.Forall("x", S), S), made.Instance((X,))),)),
    made.Proof("goal", (), "x", (made.Line(Implies(tree.Forall("x", S), S), made.Instance((None,))),)),
    made.Proof("goal", (), "x", (made.Line(lt(Num(10**5000), Num(3)), made.Linear((Fraction(10**5000),))),)),
    made.Proof("goal", (), "x", (made.Line(lt(Num(1), Num(3)), made.Linear((NAN,))),)),
    made.Proof("goal", (), "x", (made.Line(tree.Or(3), made.Equality()),)),
    made.Proof("goal", (), "x", (made.Line(tree.Or((tree.Eq(3, 4),)), made.Equality()),)),
    made.Proof("goal", (), "x", (made.Line(tree.Forall([], {}), made.Witness(3)),)),
    made.Proof("goal", (), "x", (made.Line(made.Number(), made.Number()),)),
    made.Proof("goal", (), "x", (made.Line(Implies(SOME, S), made.Witness(None)),)),
    made.Countermodels(None, None),
    made.Countermodels(made.Model(None, None, None), 3),
    made.Countermodels(model(()), model(())),
    made.Countermodels(model(([],)), model(("a",))),
    made.Countermodels(model(5), model("e")),
    made.Countermodels(model(("e",), {("S", 0): 5}), model(("e",), {("S", 0): [None]})),
    made.Countermodels(model(("e",), {("S", 0): frozenset({()})}, sorts=7), model(("e",), 3)),
]


def test_garbage_is_refused_and_raises_nothing_else() -> None:
    for garbage in GARBAGE:
        for verdict in (*Verdict, "entailed", None, []):
            with pytest.raises((Refused, Unchecked)):
                check(asked(S, Or((S, Not(S)))), verdict, garbage)


def test_what_was_checked_can_not_be_made_or_altered() -> None:
    holds = asked(S, S)
    checked = check(holds, YES, given(holds))
    with pytest.raises(FrozenInstanceError):
        checked.verdict = NO  # type: ignore[misc]
    with pytest.raises(ValueError, match="key"):
        replace(checked, verdict=NO)  # type: ignore[call-arg]
    assert copy(checked) is checked
    with pytest.raises(TypeError):
        Checked(holds, NO, checked.certificate, None)


@pytest.mark.parametrize("verdict", ["entailed", "inconsistent", "unknown"])
def test_a_text_that_equals_a_verdict_is_none(verdict: Any) -> None:
    """The denied goal is picked by the verdict, and a text equal to one would be taken for two of them."""
    with pytest.raises(Refused, match="no verdict"):
        check(asked(S, S), verdict, given(asked(S, S)))


def test_a_reason_of_another_class_is_none() -> None:
    class Stated(Given):
        """What passes for a premise where that is asked, and is none where its formula is taken."""

    line = Line(Truth(False), Stated("premise", 0))
    with pytest.raises(Refused, match="no reason"):
        check(asked(S, S), YES, Proof("goal", (0,), "somebody", (line,)))
