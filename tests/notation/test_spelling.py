"""One name for one thing: which spellings are unified, which are told apart, and that it is said."""

from __future__ import annotations

import re

import pytest

from sorites.solvers import Level, read_program
from sorites.solvers.logic.diagnostics import lines_and_columns
from sorites.solvers.logic.syntax import Atom, Fn

from ..outlines import fault, place, table, text

PLURALS = {
    "Wumpus": "Wumpuses", "BaldEagle": "BaldEagles", "City": "Cities", "Wolf": "Wolves", "Box": "Boxes",
    "Salesman": "Salesmen", "Knife": "Knives", "Tree": "Trees", "Likes": "Like",
}  # fmt: skip


def program(declared: str, premises: str, goal: str, constants: str = "") -> str:
    return text(premises, goal, f"Predicates:\n{declared}\nConstants:\n{constants}\n")


def said(written: str, strict: bool = False) -> list[tuple[str, str]]:
    return [(d.code, d.level.value) for d in read_program(written, strict=strict).diagnostics]


@pytest.mark.parametrize(("declared", "used"), [*PLURALS.items(), *((b, a) for a, b in PLURALS.items())])
def test_the_plural_of_a_declared_name_is_that_name(declared: str, used: str) -> None:
    uses = f"∀x ({used}(x) → Zebra(x))\n{declared}(rex)", f"{used}(rex)"
    written = program(f"{declared}(x) ::: x is one\nZebra(x)", *uses)
    reading = read_program(written)
    assert reading.program is not None
    assert {name for name, _ in reading.program.signature.predicates} == {declared, "Zebra"}
    [note] = reading.diagnostics
    assert (note.code, note.level) == ("plural", Level.MENDED)
    assert [written[s.start : s.end] for s in (note.span, *note.also) if s] == [used, used]
    assert lines_and_columns(written, [s.start for s in (note.span, *note.also) if s]) == [(7, 5), (10, 1)]
    assert declared in note.message
    assert declared in note.hint
    assert said(written, strict=True)[0] == ("plural", "error")
    assert read_program(written, strict=True).program is None


@table("""
declared  premises  goal
Employer(x)  Employee(ann)  Employee(ann)    Government(x)  Goverment(ann)  Goverment(ann)
BaldEagle(x)  TheBaldEagle(ann)  TheBaldEagle(ann)    Bus(x)  Bus(ann)  Bu(ann)    Glass(x)  Glass(ann)  Glas(ann)
# two fit, another number of arguments, they stand side by side, a letter, digits
Cat(x)⏎Cats(x)  Cat(ann)  Cats(ann)    man(x)⏎Man(x)  man(ann)  MAN(ann)    Cat(x)  Cats(ann, bob)  Cats(ann, bob)
Cat(x)⏎Dog(x)  ∀x (Cat(x) → Cats(x))  Dog(ann)    P(x)  P(ann)  p(ann)    Block_1_2(x)  Block_1_2(ann)  Block12(ann)
""")
def test_near_names_that_are_told_apart(declared: str, premises: str, goal: str) -> None:
    reading = read_program(program(declared, premises, goal))
    assert reading.program is not None
    assert Level.MENDED not in {d.level for d in reading.diagnostics}
    for formula in (premises, goal):
        assert re.findall(r"\w+\(", formula)[0][:-1] in {name for name, _ in reading.program.signature.predicates}


MENDED, TOLD = ("plural", "mended"), ("similar-names", "warning")
FREE, UNSURE = ("undeclared-predicate", "warning"), ("plural", "error")


@pytest.mark.parametrize(
    ("written", "found"),
    [
        # number counts where all else is declared and no gloss has the noun as it is used
        (program("Arm(x) ::: x is an arm", "Arms(it) ::: It is an arm.", "Arm(it)"), [MENDED]),
        (program("Arm(x) ::: x is an arm", "Arms(it) ::: It holds arms.", "Arm(it)"), [FREE, UNSURE]),
        (program("Arm(x) ::: x is an arm", "Arms(it)\nOld(it)", "Arm(it)"), [FREE, UNSURE]),
        (program("Like(x, y) ::: x likes y", "Likes(ann, bob) ::: Ann likes Bob.", "Like(ann, bob)"), [MENDED]),
        # and of names that are not declared if it is a verb's, or a plural; a work, or one who works
        (text("Like(ann, bob)", "Likes(ann, bob)"), [UNSURE]), (text("Walrus(ann)", "Walruses(ann)"), [MENDED]),
        (text("Woman(ann)", "Women(ann)"), [MENDED]), (text("Work(hamlet)", "Works(ann)"), [TOLD]),
        # all spellings of a name are one, if the words of one can be told from those of the other
        (text("Walrus(ann)\nWALRUSES(ann)", "Walruses(ann)"), [MENDED]),
        # other scripts
        (text("∀х (Человек(х) → Смертен(х))\nЧеловек(сократ)", "Смертен(сократ)"), []),
        (text("P(α)\nQ(Δt)", "P(a)"), []),
        (text("A(a)", "A(a)", "Spelling: loose\n"), [("unknown-spelling", "error")]),
    ],
)  # fmt: skip
def test_what_is_said_of_names(written: str, found: list[tuple[str, str]]) -> None:
    assert sorted({*said(written)} - {("goal-disconnected", "warning")}) == sorted(found)
    assert MENDED not in found or read_program(written, strict=True).program is None


def test_undeclared_names_that_differ_in_case() -> None:
    reading = read_program(text("Brave(Ann)\nTall(Ann)\n∀x (Brave(x) → Hero(x))", "Hero(ann)"))
    assert reading.program is not None
    assert reading.program.goal.formula == Atom("Hero", (Fn("Ann"),))
    [note] = reading.diagnostics
    assert note.message == "the constant 'ann' is another spelling of 'Ann', and is read as it"


@pytest.mark.parametrize(
    "written",
    [
        "fof(a, axiom, brave('Ann')).\nfof(b, conjecture, brave(ann)).",
        "formulas(sos).\nBrave(Ann).\nend_of_list.\nformulas(goals).\nBrave(ann).\nend_of_list.",
        "(declare-sort U 0)(declare-const Ann U)(declare-const ann U)(declare-fun Brave (U) Bool)"
        "(assert (Brave Ann))(assert (not (Brave ann)))(check-sat)",
        text("Brave(Ann)", "Brave(ann)", "Spelling: exact\n"), text("P(ann)\nQ(A)", "Q(a)"),
        text("Borders(Turkey, turkey)", "Borders(turkey, Turkey)"),
    ],
)  # fmt: skip
def test_where_case_counts_nothing_is_unified(written: str) -> None:
    reading = read_program(written)
    assert reading.program is not None
    assert len(reading.program.signature.constants) >= 2
    assert Level.MENDED not in {d.level for d in reading.diagnostics}


def test_labels_are_no_names() -> None:
    rest = "Premises:\nJack(blockB)\nDefaults:\njs: ∀x Odd(x)\nExceptions:\njs(block_b)\nConclusion:\nOdd(blockB)\n"
    reading = read_program(f"Predicates:\nJack(x)\nOdd(x)\nConstants:\nblockB\n{rest}")
    assert reading.program is not None
    assert reading.program.exceptions[0].formula == Atom("js", (Fn("blockB"),))


@table("""
premises  goal  shown
∀x (Man(\u0445) → Mortal(x))⏎Man(s)  Mortal(s)  \u0445    P\u0430ris(a)⏎Paris(b)  Paris(a)  P\u0430ris
\u0391(a)⏎A(b)  A(a)  \u0391
""")
def test_letters_of_two_scripts_that_look_alike(premises: str, goal: str, shown: str) -> None:
    written = text(premises, goal)
    found = fault(written)
    assert (found.code, place(written, found)) == ("mixed-scripts", shown)
    assert f"{ord(max(shown)):04x}" in found.message


@table("""
premise  told
exactly_one(P(a), Q(a))  error error    exactly_one(P(a), b)  warning    Same(P(a), P(b))  warning
""")
def test_predicates_inside_predicates(premise: str, told: str) -> None:
    said = read_program(text(f"P(a)\nQ(b)\n{premise}", "P(a) ∨ Q(a)")).diagnostics
    found = [d for d in said if d.code == "predicate-as-term"]
    assert [d.level.value for d in found] == told.split()
    assert "error" not in told or all("exactly_one" in d.hint for d in found)
