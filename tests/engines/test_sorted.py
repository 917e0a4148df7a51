"""Programs with sorts: two sorts never merge, and every engine that holds sorts says the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sorites.solvers import InvalidProgram, Program, Statement, prove
from sorites.solvers.capabilities import Feature, needs
from sorites.solvers.checking import check
from sorites.solvers.logic.errors import Unprintable
from sorites.solvers.logic.program import Semantics
from sorites.solvers.logic.symbols import Declarations, DeclaredSort, Typed
from sorites.solvers.logic.syntax import And, Atom, Eq, Exists, Fn, Formula, Not, Truth, Var
from sorites.solvers.notation.closing import parse_formula
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.signs import LATEX, NLTK, PROVER9, SMTLIB, UNICODE
from sorites.solvers.notation.sortlines import read_sort_line, write_sort_lines
from sorites.solvers.notation.writer import write_program
from sorites.solvers.outcome import Countermodels
from sorites.solvers.registry import engine
from sorites.solvers.showing import outcome_markdown

from ..outlines import fault, place, program, read, table, text

X = Var("x")
HOUSE = "Sorts:\nPerson\nPet\nMood = {calm, wild}\neve, ana: Person\nrex: Pet\nOwns: Person, Pet\nmood: Pet -> Mood\n"
AGES = "Sorts:\nPerson\neve: Person\nage: Person -> Int\nweight: Person -> Real\n"


def declared(*lines: str) -> Declarations:
    found = Declarations()
    for line in lines:
        more, faults = read_sort_line(line, 0)
        assert not faults
        found += more
    return found


def of(name: str, *args: Var | Fn) -> Formula:
    return Atom(name, args)


def built(goal: Formula, *lines: str) -> Program:
    return Program((Statement(goal),), Statement(goal), declared=declared(*(lines or HOUSE.split("\n")[1:-1])))


CASES = table("""
premises  goal  verdict
# one sort does not bound another, and no sort is empty
∀x:Person ∀y:Person x = y  ∀x:Pet ∀y:Pet x = y  unknown    ∀x:Person Kind(x)  Kind(eve)  entailed
⊤  ∃x:Ghost x = x  entailed    eve ≠ ana⏎∀x:Pet x = rex  ∃x:Person ∃y:Person x ≠ y  entailed
# an enumeration holds no more, its members differ, and it leaves open which
mood(rex) ≠ calm  mood(rex) = wild  entailed    mood(rex) = calm  mood(rex) = wild  refuted
⊤  mood(rex) = wild  unknown    ∀x:Mood Fine(x)  Fine(mood(rex))  entailed
∀x:Pet ∃y:Person Owns(y, x)  ∃x:Person Owns(x, rex)  entailed
∀x:Pet ∃y:Person Owns(y, x)  ∃x:Person ∀y:Pet Owns(x, y)  unknown
∀x:Person ¬Owns(x, rex)⏎Owns(eve, rex)  Owns(ana, rex)  inconsistent
""")
ENGINES = pytest.mark.parametrize("name", ["z3", "eprover", "prover9", "portfolio", "crosscheck"])


@ENGINES
@CASES
def test_every_engine_that_holds_sorts(premises: str, goal: str, verdict: str, name: str) -> None:
    if not engine(name).installed:
        pytest.skip(f"{name} is not installed")
    outcome = prove(text(premises, goal, HOUSE + "Ghost\n"), name, check=True)
    assert outcome.verdict == verdict
    assert outcome.engine == name or name in ("portfolio", "crosscheck")
    assert outcome.certificate is not None
    assert outcome.checked, outcome.diagnostics


@CASES
def test_reads_back_from_a_script(premises: str, goal: str, verdict: str) -> None:
    script = write_program(program(text(premises, goal, HOUSE + "Ghost\n")), SMTLIB)
    again = program(script)
    assert write_program(again, SMTLIB) == script
    assert prove(again, "z3").verdict == verdict


def test_a_countermodel_has_the_things_of_each_sort_and_mixes_none() -> None:
    asked = program(text("⊤", "mood(rex) = wild", HOUSE))
    outcome = prove(asked, "z3", check=True)
    assert isinstance(outcome.certificate, Countermodels)
    model = outcome.certificate.goal_fails
    assert model.sorts == {"Mood": ("calm", "wild"), "Pet": ("rex",)}
    assert "Mood" in outcome_markdown(outcome)
    forged = replace(model, functions={**model.functions, ("mood", 1): {("rex",): "rex"}})
    wrong = replace(outcome, checked=None, certificate=replace(outcome.certificate, goal_fails=forged))
    checked = check(asked, wrong)
    assert "certificate-wrong" in {d.code for d in checked.diagnostics}


@table("""
goal  said
Owns(rex, eve)  'rex' is of the sort Pet, and stands where Person is wanted
eve = rex  'eve' is of the sort Person, but 'rex' is of the sort Pet
eve < 3  'eve' is of the sort Person, but 'eve' is a number    (∀x:Person Wise(x)) ∧ (∀x:Pet Wise(x))  Pet
∀x:Int x = 2.5  ""    len(eve) < 2.5 ∧ At(3, len(eve))  ""
""")
def test_two_sorts_never_merge(goal: str, said: str) -> None:
    if not said:
        built(read(goal))
        return
    with pytest.raises(InvalidProgram, match="premise 1") as caught:
        built(read(goal))
    assert said in caught.value.what


@table("""
premises  goal  verdict
age(eve) > 3⏎age(eve) < 5  age(eve) = 4  entailed    weight(eve) > 3⏎weight(eve) < 5  weight(eve) = 4  unknown
age(eve) > 2.5⏎age(eve) < 3.5  age(eve) = 3  entailed    weight(eve) = age(eve)  weight(eve) ≠ 2.5  entailed
⊤  ∃x:Int x < 0  entailed    ⊤  ∀x:Int ∃y:Real x < y  entailed
""")
def test_integers_stand_where_reals_are_wanted(premises: str, goal: str, verdict: str) -> None:
    assert prove(text(premises, goal, AGES), "z3", check=True).verdict == verdict


def test_what_sorted_programs_need() -> None:
    owns = of("Owns", Fn("eve"), Fn("rex"))
    assert Feature.SORTS in needs(built(owns))
    plain = built(owns, "eve, rex: U")
    assert Feature.SORTS not in needs(plain)
    assert prove(plain, "horn").engine == "horn"
    with pytest.raises(InvalidProgram, match="forward chaining"):
        built(owns).under(Semantics.RULES)


@ENGINES
@table("""
premises  goal  verdict
height(ada) > 3⏎Box(5)⏎Box(shelf)  ∃x x ≠ shelf  unknown    k > 2⏎k < 9  2 = 9  refuted
k = 2.50  k = 2.5  entailed    k > 2.0⏎k < 3.0  k > 2.5  unknown    Price(tea, 2.50)  Price(tea, 2.5)  entailed
Seat(2.0, ada)  Seat(2, ada)  entailed
Seat(2, ada)⏎Seat(3, ada)⏎∀x∀y∀z (Seat(x, z) ∧ Seat(y, z) → x = y)  lost  inconsistent
""")
def test_numerals_of_things_and_of_numbers(premises: str, goal: str, verdict: str, name: str) -> None:
    if not engine(name).installed:
        pytest.skip(f"{name} is not installed")
    outcome = prove(text(premises, goal), name, check=True)
    assert outcome.verdict == verdict
    assert not {"certificate-wrong", "engines-disagree"} & {d.code for d in outcome.diagnostics}


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
    assert declared(*(f"{line} ::: {gloss}" if gloss else line for line, gloss in write_sort_lines(found))) == found


@table("""
line
a -> b  age: Person ->  Mood = {calm  P(Bool)  P(Pet)  a: b: c  x ; y  Mood =
""")
def test_what_declares_no_sort_is_said_with_its_place(line: str) -> None:
    found, [told] = read_sort_line(line, 40)
    assert not found
    assert (told.code, told.span is not None and told.span.start) == ("bad-sort", 40)
    assert "Color = {red, green, blue}" in told.hint


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
        Program((), Statement(Truth(True)), declared=sorts)


def test_printers_keep_sorts() -> None:
    formula = read("∀x:Person ∃y:Pet, Owns(x, y)")
    assert print_formula(formula) == "∀x:Person ∃y:Pet, Owns(x, y)"
    for dialect in (UNICODE, LATEX, NLTK):
        for body in (Atom("p"), Truth(True), Eq(X, X), Not(Atom("p")), And((of("P", X), of("Q", X))), formula):
            one = Exists("x", body, "New Town")
            again, told = parse_formula(print_formula(one, dialect), dialect)
            assert again == one
            assert {d.code for d in told} <= {"vacuous-quantifier"}
    with pytest.raises(Unprintable, match="no sorts"):
        print_formula(formula, PROVER9)
    assert write_program(built(formula)).startswith("Sorts:\nPerson\nPet\nMood = {calm, wild}\neve: Person\n")


@table("""
premises  goal  head  verdict
∀x:Poet Odd(x)⏎Poet(ada)  Odd(ada)  ""  entailed    ∀x:Poet Odd(x)⏎Poet(ada)  Odd(bo)  ""  unknown
∀x:Poet Odd(x)  ∃x:Poet Odd(x)  ""  entailed    ∀n:ℕ (Even(n) → Nice(n))⏎Even(4)  Nice(4)  ""  entailed
best ≠ green  best = black  Sorts:⏎Tea = {green, black}⏎best: Tea⏎  entailed
∀x:Tea ∀y:Tea x = y  ∀x:Poet ∀y:Poet x = y  Sorts:⏎Poet⏎Tea⏎  unknown
# what is said of numbers has models that are checked
Cost(kit, 3)  Cost(kit, 4)  Sorts:⏎Room⏎Cost: Room, Int⏎  unknown
Older(tom, age(tom))⏎age(tom) > 17  Older(tom, 18)  Sorts:⏎Room⏎  unknown
Cost(kit, 2.5) ∨ Cost(kit, 3)⏎cap = 4⏎¬Cost(kit, cap)  Cost(kit, 2.5)  Sorts:⏎Room⏎Cost: Room, Real⏎  unknown
""")
def test_programs_say_sorts(premises: str, goal: str, head: str, verdict: str) -> None:
    found = program(text(premises, goal, head))
    outcome = prove(found, check=True)
    assert outcome.verdict == verdict
    assert outcome.checked, outcome.diagnostics
    assert program(write_program(found)) == found


def test_two_sorts_in_a_text_are_said_with_their_place() -> None:
    written = text("∀x:Poet Odd(x)", "Odd(hot)", "Sorts:\nPoet\nTea\nhot: Tea\n")
    told = fault(written)
    assert (told.code, place(written, told)) == ("sort-clash", "Odd(hot)")


@pytest.mark.parametrize("sort", ["poet", "Poets", "POET"])
def test_a_sort_that_might_be_a_predicate_is_asked_about(sort: str) -> None:
    written = text(f"∀x:{sort} Odd(x)\nPoet(ada)", "Odd(bo)")
    told = fault(written)
    assert told.code == "unclear-sort"
    assert "∀x" in place(written, told)
    assert program(f"Sorts:\n{sort}\n{written}")
