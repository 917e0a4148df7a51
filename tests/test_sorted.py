"""Programs with sorts: two sorts never merge, and every engine that holds sorts says the same."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from sorites.solvers import InvalidProgram, Level, Program, Statement, Verdict, make_solver, prove, read_program
from sorites.solvers.capabilities import Feature, needs
from sorites.solvers.checking import check
from sorites.solvers.logic.errors import Unprintable
from sorites.solvers.logic.program import Semantics
from sorites.solvers.logic.symbols import Declarations, DeclaredSort, Typed
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
    Term,
    Truth,
    Var,
)
from sorites.solvers.notation.closing import parse_formula
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.signs import LATEX, NLTK, PROVER9, SMTLIB, UNICODE
from sorites.solvers.notation.sort_checks import settle_binders
from sorites.solvers.notation.sortlines import read_sort_line, write_sort_lines
from sorites.solvers.notation.writer import write_program
from sorites.solvers.outcome import Countermodels
from sorites.solvers.registry import engine
from sorites.solvers.showing import outcome_markdown

X, Y = Var("x"), Var("y")
EVE, REX, ANA = Fn("eve"), Fn("rex"), Fn("ana")


def declared(*lines: str) -> Declarations:
    found = Declarations()
    for line in lines:
        more, faults = read_sort_line(line, 0)
        assert not faults
        found += more
    return found


HOUSE = declared(
    "Person", "Pet", "Mood = {calm, wild}", "eve, ana: Person", "rex: Pet", "Owns: Person, Pet", "mood: Pet -> Mood"
)
AGES = declared("Person", "eve: Person", "age: Person -> Int", "weight: Person -> Real")


def of(name: str, *args: Term) -> Formula:
    return Atom(name, args)


def program(premises: list[Formula], goal: Formula, sorts: Declarations = HOUSE) -> Program:
    return Program(tuple(map(Statement, premises)), Statement(goal), declared=sorts)


MOOD = Fn("mood", (REX,))
CASES = [
    ("one sort does not bound another", [Forall("x", Forall("y", Eq(X, Y), "Person"), "Person")],
     Forall("x", Forall("y", Eq(X, Y), "Pet"), "Pet"), Verdict.UNKNOWN),
    ("what holds of all of a sort", [Forall("x", of("Kind", X), "Person")], of("Kind", EVE), Verdict.ENTAILED),
    ("no sort is empty", [], Exists("x", Truth(True), "Ghost"), Verdict.ENTAILED),
    ("an enumeration holds no more", [Not(Eq(MOOD, Fn("calm")))], Eq(MOOD, Fn("wild")), Verdict.ENTAILED),
    ("the members of an enumeration differ", [Eq(MOOD, Fn("calm"))], Eq(MOOD, Fn("wild")), Verdict.REFUTED),
    ("an enumeration leaves open which", [], Eq(MOOD, Fn("wild")), Verdict.UNKNOWN),
    ("functions stay in their sort", [Forall("x", of("Fine", X), "Mood")], of("Fine", MOOD), Verdict.ENTAILED),
    ("two people", [Not(Eq(EVE, ANA)), Forall("x", Eq(X, REX), "Pet")],
     Exists("x", Exists("y", Not(Eq(X, Y)), "Person"), "Person"), Verdict.ENTAILED),
    ("owners", [Forall("x", Exists("y", of("Owns", Y, X), "Person"), "Pet")],
     Exists("x", of("Owns", X, REX), "Person"), Verdict.ENTAILED),
    ("owners turned round", [Forall("x", Exists("y", of("Owns", Y, X), "Person"), "Pet")],
     Exists("x", Forall("y", of("Owns", X, Y), "Pet"), "Person"), Verdict.UNKNOWN),
    ("a quantifier over other things that binds nothing", [Forall("z", of("Owns", EVE, REX))],
     of("Owns", ANA, REX), Verdict.UNKNOWN),
    ("contradiction", [Forall("x", Not(of("Owns", X, REX)), "Person"), of("Owns", EVE, REX)],
     of("Owns", ANA, REX), Verdict.INCONSISTENT),
]  # fmt: skip


@pytest.mark.parametrize("name", ["z3", "eprover", "prover9", "portfolio", "crosscheck"])
@pytest.mark.parametrize(("premises", "goal", "verdict"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_every_engine_that_holds_sorts(premises: list[Formula], goal: Formula, verdict: Verdict, name: str) -> None:
    if not engine(name).installed:
        pytest.skip(f"{name} is not installed")
    asked = program(premises, goal)
    outcome = prove(asked, name, check=True)
    assert outcome.verdict is verdict
    assert outcome.engine == name or name in ("portfolio", "crosscheck")
    assert outcome.certificate is not None
    assert outcome.checked, outcome.diagnostics


@pytest.mark.parametrize(("premises", "goal", "verdict"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_reads_back_from_a_script(premises: list[Formula], goal: Formula, verdict: Verdict) -> None:
    script = write_program(program(premises, goal), SMTLIB)
    again = read_program(script).program
    assert again is not None
    assert write_program(again, SMTLIB) == script
    assert prove(again, "z3").verdict is verdict


def test_a_countermodel_has_the_things_of_each_sort() -> None:
    outcome = prove(program([], Eq(MOOD, Fn("wild"))), "z3", check=True)
    assert isinstance(outcome.certificate, Countermodels)
    model = outcome.certificate.goal_fails
    assert model.sorts == {"Mood": ("calm", "wild"), "Pet": ("rex",)}
    assert "Mood" in outcome_markdown(outcome)


def test_a_countermodel_may_not_mix_sorts() -> None:
    asked = program([], Eq(MOOD, Fn("wild")))
    outcome = make_solver("z3").solve(asked)
    assert isinstance(outcome.certificate, Countermodels)
    tables = dict(outcome.certificate.goal_fails.functions)
    tables["mood", 1] = {("rex",): "rex"}
    forged = replace(outcome.certificate.goal_fails, functions=tables)
    checked = check(asked, replace(outcome, certificate=replace(outcome.certificate, goal_fails=forged)))
    assert "certificate-wrong" in {d.code for d in checked.diagnostics}


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        (of("Owns", REX, EVE), "'rex' is of the sort Pet, and stands where Person is wanted"),
        (Eq(EVE, REX), "'eve' is of the sort Person, but 'rex' is of the sort Pet"),
        (Cmp("<", EVE, Num(3)), "'eve' is of the sort Person, but 'eve' is a number"),
        (And((Forall("x", of("Wise", X), "Person"), Forall("x", of("Wise", X), "Pet"))), "Pet"),
        (Forall("x", Eq(X, Num(Decimal("2.5"))), "Int"), ""),
        (And((Cmp("<", Fn("len", (EVE,)), Num(Decimal("2.5"))), of("At", Num(3), Fn("len", (EVE,))))), ""),
    ],
)
def test_two_sorts_never_merge(goal: Formula, said: str) -> None:
    if not said:
        program([], goal)
        return
    with pytest.raises(InvalidProgram, match="goal") as caught:
        program([], goal)
    assert said in caught.value.what


@pytest.mark.parametrize(
    ("premises", "goal", "verdict"),
    [
        ([Cmp(">", Fn("age", (EVE,)), Num(3)), Cmp("<", Fn("age", (EVE,)), Num(5))],
         Eq(Fn("age", (EVE,)), Num(4)), Verdict.ENTAILED),
        ([Cmp(">", Fn("weight", (EVE,)), Num(3)), Cmp("<", Fn("weight", (EVE,)), Num(5))],
         Eq(Fn("weight", (EVE,)), Num(4)), Verdict.UNKNOWN),
        ([Cmp(">", Fn("age", (EVE,)), Num(Decimal("2.5"))), Cmp("<", Fn("age", (EVE,)), Num(Decimal("3.5")))],
         Eq(Fn("age", (EVE,)), Num(3)), Verdict.ENTAILED),
        ([Eq(Fn("weight", (EVE,)), Fn("age", (EVE,)))],
         Not(Eq(Fn("weight", (EVE,)), Num(Decimal("2.5")))), Verdict.ENTAILED),
        ([], Exists("x", Cmp("<", X, Num(0)), "Int"), Verdict.ENTAILED),
        ([], Forall("x", Exists("y", Cmp("<", X, Y), "Real"), "Int"), Verdict.ENTAILED),
        ([Eq(Fn("%", (Fn("age", (EVE,)), Num(2))), Num(1))],
         Not(Eq(Fn("age", (EVE,)), Num(40))), Verdict.ENTAILED),
    ],
)  # fmt: skip
def test_integers_stand_where_reals_are_wanted(premises: list[Formula], goal: Formula, verdict: Verdict) -> None:
    assert prove(program(premises, goal, AGES), "z3", check=True).verdict is verdict


def test_what_sorted_programs_need() -> None:
    assert Feature.SORTS in needs(program([], of("Owns", EVE, REX)))
    plain = declared("eve, rex: U")
    assert Feature.SORTS not in needs(program([], of("Owns", EVE, REX), plain))
    assert prove(program([of("Owns", EVE, REX)], of("Owns", EVE, REX), plain), "horn").engine == "horn"
    with pytest.raises(InvalidProgram, match="classical"):
        program([], of("Owns", EVE, REX)).under(Semantics.RULES)


@pytest.mark.parametrize(
    ("text", "engines"),
    [
        ("Premises:\nheight(ada) > 3\nBox(5)\nBox(shelf)\nConclusion:\n∃x x ≠ shelf", "unknown"),
        ("Premises:\nk > 2\nk < 9\nConclusion:\n2 = 9", "refuted"),
        ("Premises:\nk > 2.0\nk < 3.0\nConclusion:\nk > 2.5", "unknown"),
        ("Premises:\nPrice(tea, 2.50)\nConclusion:\nPrice(tea, 2.5)", "entailed"),
        ("Premises:\nk = 2.50\nConclusion:\nk = 2.5", "entailed"),
        ("Premises:\nSeat(2.0, ada)\nConclusion:\nSeat(2, ada)", "entailed"),
        ("Premises:\nSeat(2, ada)\nSeat(3, ada)\n∀x∀y∀z (Seat(x, z) ∧ Seat(y, z) → x = y)\nConclusion:\nlost",
         "inconsistent"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["z3", "eprover", "prover9", "portfolio", "crosscheck"])
def test_numerals_of_things_and_of_numbers(text: str, engines: str, name: str) -> None:
    if not engine(name).installed:
        pytest.skip(f"{name} is not installed")
    outcome = prove(text, name, check=True)
    assert outcome.verdict.value == engines
    assert not {"certificate-wrong", "engines-disagree"} & {d.code for d in outcome.diagnostics}


def test_a_typed_quantifier_is_guarded_where_its_sort_is_a_predicate() -> None:
    every, some = Forall("x", of("Sings", X), "Bird"), Exists("x", of("Sings", X), "Bird")
    guarded = settle_binders([every, some, of("Bird", Fn("tweety"))], Declarations())
    assert guarded[:2] == [
        Forall("x", Implies(of("Bird", X), of("Sings", X))),
        Exists("x", And((of("Bird", X), of("Sings", X)))),
    ]
    assert settle_binders([every, of("Cat", Fn("tom"))], Declarations()) == [every, of("Cat", Fn("tom"))]
    assert settle_binders([every, of("Bird", Fn("tweety"))], declared("Bird"))[0] == every
    assert settle_binders([Forall("x", of("Even", X), "ℤ")], Declarations()) == [Forall("x", of("Even", X), "Int")]
    [natural] = settle_binders([Forall("x", of("Even", X), "ℕ")], Declarations())
    assert natural == Forall("x", Implies(Cmp("≥", X, Num(0)), of("Even", X)), "Int")


LINES = [
    ("Person ::: people", Declarations((DeclaredSort("Person", (), "people"),))),
    ("Mood = {calm, wild}", Declarations((DeclaredSort("Mood", ("calm", "wild")),))),
    ("age: Person → Int", Declarations((), (Typed("age", ("Person",), "Int"),))),
    ("way: Town × Town -> Real", Declarations((), (Typed("way", ("Town", "Town"), "Real"),))),
    ("Owns: Person, Pet.", Declarations((), (Typed("Owns", ("Person", "Pet")),))),
    ('"New York": Town', Declarations((), (Typed("New York", ("Town",)),))),
    ("start: -> Town", Declarations((), (Typed("start", (), "Town"),))),
]


@pytest.mark.parametrize(("line", "found"), LINES, ids=[line for line, _ in LINES])
def test_lines_of_sorts(line: str, found: Declarations) -> None:
    assert read_sort_line(line, 0) == (found, [])
    again = Declarations()
    for text, gloss in write_sort_lines(found):
        again += read_sort_line(f"{text} ::: {gloss}" if gloss else text, 0)[0]
    assert again == found


@pytest.mark.parametrize(
    "line", ["a -> b", "age: Person ->", "Mood = {calm", "P(Bool)", "P(Pet)", "a: b: c", "x ; y", "Mood = "]
)
def test_what_declares_no_sort_is_said_with_its_place(line: str) -> None:
    found, [fault] = read_sort_line(line, 40)
    assert not found
    assert (fault.code, fault.span is not None and fault.span.start) == ("bad-sort", 40)
    assert "Color = {red, green, blue}" in fault.hint


@pytest.mark.parametrize(
    ("sorts", "part"),
    [
        (declared("Person", "Person"), "there already"), (Declarations((DeclaredSort("Int"),)), "there already"),
        (Declarations((DeclaredSort("Day", ("1", "2")),)), "number 1"),
        (declared("Mood = {calm, wild}", "Sea = {calm, rough}"), "member of Mood"),
        (declared("age: Person -> Int", "age: Person -> Real"), "Int and as Real"),
    ],
)  # fmt: skip
def test_declarations_that_contradict(sorts: Declarations, part: str) -> None:
    with pytest.raises(InvalidProgram, match=part):
        program([], Truth(True), sorts)


def test_printers_keep_sorts() -> None:
    formula = Forall("x", Exists("y", of("Owns", X, Y), "Pet"), "Person")
    assert print_formula(formula) == "∀x:Person ∃y:Pet, Owns(x, y)"
    for dialect in (UNICODE, LATEX, NLTK):
        for body in (Atom("p"), Truth(True), Eq(X, X), Not(Atom("p")), And((of("P", X), of("Q", X))), formula):
            one = Exists("x", body, "New Town")
            read, said = parse_formula(print_formula(one, dialect), dialect)
            assert read == one
            assert {d.code for d in said} <= {"vacuous-quantifier"}
    with pytest.raises(Unprintable, match="no sorts"):
        print_formula(formula, PROVER9)
    text = write_program(program([formula], of("Owns", EVE, REX)))
    assert text.startswith("Sorts:\nPerson\nPet\nMood = {calm, wild}\neve: Person\n")


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Premises:\n∀x:Poet Odd(x)\nPoet(ada)\nConclusion:\nOdd(ada)", "entailed"),
        ("Premises:\n∀x:Poet Odd(x)\nPoet(ada)\nConclusion:\nOdd(bo)", "unknown"),
        ("Premises:\n∀x:Poet Odd(x)\nConclusion:\n∃x:Poet Odd(x)", "entailed"),
        ("Premises:\n∀n:ℕ (Even(n) → Nice(n))\nEven(4)\nConclusion:\nNice(4)", "entailed"),
        ("Sorts:\nTea = {green, black}\nbest: Tea\nPremises:\nbest ≠ green\nConclusion:\nbest = black", "entailed"),
        ("Sorts:\nPoet\nTea\nPremises:\n∀x:Tea ∀y:Tea x = y\nConclusion:\n∀x:Poet ∀y:Poet x = y", "unknown"),
    ],
)  # fmt: skip
def test_programs_say_sorts(text: str, verdict: str) -> None:
    program = read_program(text).program
    assert program is not None
    assert prove(program, check=True).verdict.value == verdict
    assert read_program(write_program(program)).program == program


def test_two_sorts_in_a_text_are_said_with_their_place() -> None:
    text = "Sorts:\nPoet\nTea\nhot: Tea\nPremises:\n∀x:Poet Odd(x)\nConclusion:\nOdd(hot)"
    [fault] = read_program(text).diagnostics
    assert fault.code == "sort-clash"
    assert fault.span is not None
    assert text[fault.span.start : fault.span.end] == "Odd(hot)"


@pytest.mark.parametrize("sort", ["poet", "Poets", "POET"])
def test_a_sort_that_might_be_a_predicate_is_asked_about(sort: str) -> None:
    text = f"Premises:\n∀x:{sort} Odd(x)\nPoet(ada)\nConclusion:\nOdd(bo)"
    reading = read_program(text)
    assert reading.program is None
    [fault] = [d for d in reading.diagnostics if d.level is Level.ERROR]
    assert fault.code == "unclear-sort"
    assert fault.span is not None
    assert "∀x" in text[fault.span.start : fault.span.end]
    assert read_program(f"Sorts:\n{sort}\n{text}").program is not None


@pytest.mark.parametrize(
    ("premises", "goal"),
    [
        ("Cost(kit, 3)", "Cost(kit, 4)"),
        ("Older(tom, age(tom))\nage(tom) > 17", "Older(tom, 18)"),
        ("Cost(kit, 2.5) ∨ Cost(kit, 3)\ncap = 4\n¬Cost(kit, cap)", "Cost(kit, 2.5)"),
    ],
)
def test_what_is_said_of_numbers_has_models_that_are_checked(premises: str, goal: str) -> None:
    """A predicate of numbers is true of those that are named and of no others, which the kernel can evaluate."""
    sorts = "Sorts:\nRoom\nCost: Room, Real\n" if "2.5" in premises else "Sorts:\nRoom\nCost: Room, Int\n"
    outcome = prove(f"{sorts}Premises:\n{premises}\nConclusion:\n{goal}\n", check=True)
    assert outcome.verdict is Verdict.UNKNOWN
    assert outcome.checked, outcome.diagnostics
