"""Programs and problem files as people and models write them."""

from __future__ import annotations

import pytest

from sorites.solvers import Program, read_program, write_program
from sorites.solvers.logic.syntax import Atom
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.signs import DIALECTS

from ..outlines import codes, errors, formulas, place, program, said, table, text


def declared(found: Program) -> list[tuple[str, tuple[str, ...], str]]:
    return [(one.name, one.params, one.gloss) for one in found.predicates]


@pytest.mark.parametrize(
    ("lines", "semantics"),
    [("Semantics: rules", "rules"), ("**Semantics:** Classical", "classical"), ("SEMANTICS:\n- Rules.", "rules"),
     ("", "classical")],
)  # fmt: skip
def test_semantics(lines: str, semantics: str) -> None:
    for written in (f"{lines}\n{text('p', 'q')}", f"{text('p', 'q')}{lines}\n"):
        found = program(written)
        assert found.semantics == semantics
        assert found.premises[0].formula == Atom("p")
        assert program(write_program(found)) == found


def test_semantics_are_one_of_two() -> None:
    written = text("p", "q", "Semantics: modal\n")
    (found,) = read_program(written).diagnostics
    assert (found.code, found.hint) == ("unknown-semantics", "Write classical or rules.")
    assert place(written, found) == "modal"


@table(r"""
text  read  predicates
Predicates:⏎Cold($x, bool) ::: Is x cold?⏎Facts:⏎Cold(Bob, True)⏎Query:⏎Nice(Bob, False)  Cold(Bob); ¬Nice(Bob)  Cold/1
Rules:⏎P($x, True) && Q($x, False) >>> R($x, True)⏎Query:⏎R(Bob, True)  ∀x ((P(x) ∧ ¬Q(x)) → R(x)); R(Bob)  ""
TEXT:All dogs bark.⏎FOL:all x. (Dog(x) -> Bark(x))⏎TEXT: Rex barks.⏎FOL: Bark(Rex)  ∀x (Dog(x) → Bark(x)); Bark(Rex)  ""
Rules:⏎Kind(x, True) >>> Nice(x, True)⏎Query:⏎Nice(Bob, True)  ∀x (Kind(x) → Nice(x)); Nice(Bob)  ""
### Premises:⏎- P(a) ::: no p is q⏎- ¬P(b)⏎⏎**Conclusion:**⏎- ¬Q(a)  P(a); ¬P(b); ¬Q(a)  ""
**Predicates:**⏎P(x) ::: x is p⏎⏎**Remarks:**⏎none⏎⏎### Premises:⏎- P(a)⏎**Conclusion:**⏎- ¬Q(a)  P(a); ¬Q(a)  P/1
""")
def test_forms_of_programs(text: str, read: str, predicates: str) -> None:
    assert "; ".join(formulas(text)) == read
    assert "; ".join(f"{one.name}/{one.arity}" for one in program(text).predicates) == predicates


@table("""
text  found
""  no-goal    Premises:⏎P(a)⏎  no-goal    fof(a, nonsense, p).⏎fof(b, conjecture, q).  unknown-role
Premises:⏎P(a) Q(a)⏎P(b⏎∀ (P(x))⏎Conclusion:⏎P(a) ∧⏎  unexpected-token unexpected-token cut-off
fof(a, axiom, p &).⏎fof(b, conjecture, q q).⏎  unexpected-token unexpected-token
include('x.ax').⏎fof(b, conjecture, q).  unsupported    formulas(goals).⏎P(.⏎end_of_list.⏎  unexpected-token
formulas(goals).⏎end_of_list.⏎  no-formulas
""")
def test_all_faults_in_one_pass(text: str, found: str) -> None:
    assert errors(text) == found.split()


@table("""
premises  goal  declared  code
P(a)⏎P(a, b)  P(a)  ""  arity-clash    Knows(a, Likes(b))⏎Likes(b)  Likes(b)  ""  predicate-as-term
Student(charlie)  Student(charley)  ""  similar-names
Student(a)  Teacher(a)  ""  goal-disconnected    Likes(bob, Bob)  Likes(bob, bob)  ""  similar-names
∀x (Work(x) → Works(x))  Works(a)  ""  similar-names    Kind(x) → Nice(x)  Kind(bob)  ""  free-variable
∀x (FourSides(x) → Flat(x))⏎∀x (Square(x) → FourSided(x))  Flat(it)  ""  similar-names
Studemt(a)  Studemt(a)  Student(x)  undeclared-predicate    Students(a)  Students(a)  Student(x)  plural
Pupil(a)  Pupil(a)  Student(x)  undeclared-predicate    Student(a, b)  Student(a, b)  Student(x)  undeclared-predicate
""")
def test_odd_names_are_told(premises: str, goal: str, declared: str, code: str) -> None:
    written = text(premises, goal, f"Predicates:\n{declared} ::: x is one\n" if declared else "")
    assert not errors(written)
    assert codes(written) == {code} if declared else code in codes(written)


END = "\nPremises:\nA(a)\nConclusion:\nA(a)\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Premises:\np\n", [("no-goal", "error", "\n")]),
        (END + "A(b) \n", [("extra-conclusion", "error", "A(b)")]),
        ("Predicates:\n∀x P(x) ::: what\nA(x)" + END, [("formula-among-declarations", "error", "∀x P(x) ::: what")]),
        ("Constants:\na b\nc, d" + END, [("bad-declaration", "warning", "a b")]),
        ("Preferences:\nR1 beats R2\nR1" + END, [("bad-preference", "error", "R1 beats R2", "R1")]),
        ("Defaults:\nA(b)\nPreferences:\nD1 > R9 > R8" + END, [("unknown-label", "error", "D1 > R9 > R8")] * 2),
        ("Premises:\nA(a)\nRemarks:\nA(" + END, [("prose", "warning", "A(")]),
        ("Premises:\nA(a)\nFoo:\nA(b)" + END, [("unknown-section", "error", "Foo")]), ("Remarks:\nnone" + END, []),
    ],
)  # fmt: skip
def test_every_finding_has_its_place(text: str, found: list[tuple[str | None, ...]]) -> None:
    reading = read_program(text)
    places = [
        (d.code, str(d.level), *(text[span.start : span.end] if span else None for span in (d.span, *d.also)))
        for d in reading.diagnostics
    ]
    assert places == found
    assert (reading.program is None) is any(level == "error" for _, level, *_ in found)


@pytest.mark.parametrize(
    ("text", "formulas", "glosses", "opened"),
    [
        ('Premises:\n(1) P("a \\::: b") ::: first  gloss\n* ¬P(c)\n2) -P(d)\n• P(e)\nConclusion:\n* P(x)\n',
         ['P("a \\::: b")', "¬P(c)", "-P(d)", "P(e)", "P(x)"], ["first gloss", "", "", "", ""], ("x",)),
        ("TEXT: One.\nFOL: R(a)\nFOL: Q(a)\nTEXT: Two.\nFOL: R(x)\n", ["R(a)", "Q(a)", "R(x)"], ["One.", "", "Two."],
         ("x",)),
        ("FOL Premises: p ::: so\nFOL Conclusion: p\n", ["p", "p"], ["so", ""], ()),
    ],
)  # fmt: skip
def test_statements_have_their_place_and_gloss(
    text: str, formulas: list[str], glosses: list[str], opened: tuple[str, ...]
) -> None:
    found = program(text)
    statements = [*found.premises, found.goal]
    assert [text[s.span.start : s.span.end] for s in statements if s.span] == formulas
    assert ([s.gloss for s in statements], found.open_variables) == (glosses, opened)
    assert (read_program(text).read, read_program(text).total) == (len(formulas), len(formulas))


def test_rules_get_labels_and_preferences_are_chained() -> None:
    rules = "A(x) → B(x)\nFine: A(x) → C(x) ::: fine\nA(x) → D(x)\n"
    rest = "Exceptions:\n1. Fine(a) ::: one\nPreferences:\n- {0}1 > Fine > {0}3.\nConclusion:\nB(a)\n"
    for section, letter in (("Defaults", "D"), ("Defeasible rules", "R")):
        found = program(f"Premises:\nA(a)\n{section}:\n{rules}{rest.format(letter)}")
        labelled = [(d.label, d.gloss) for d in found.defaults or found.defeasible]
        assert labelled == [(f"{letter}1", ""), ("Fine", "fine"), (f"{letter}3", "")]
        assert found.preferences == ((f"{letter}1", "Fine"), (f"{letter}1", f"{letter}3"), ("Fine", f"{letter}3"))
        assert [(print_formula(e.formula), e.gloss) for e in found.exceptions] == [("Fine(a)", "one")]


def test_names_that_are_declared() -> None:
    found = program('Constants:\nnewYork, "New Delhi" ::: cities\n- x: y : z\nPredicates:\nA(x, y) ::: so\nB\n' + END)
    assert [(c.name, c.gloss) for c in found.constants] == [
        ("newYork", "cities"), ("New Delhi", "cities"), ("x", "y : z"),
    ]  # fmt: skip
    assert declared(found) == [("A", ("x", "y"), "so"), ("B", (), "")]
    assert (
        said("Facts:\nKind(Bob, True)\nRules:\nKind(x, True) >>> Nice(x, True)\nQuery:\nNice(Bob, True)") == "entailed"
    )


@pytest.mark.parametrize("name", ["||", "|%v|", "%p"])
def test_a_name_without_letters_in_a_script(name: str) -> None:
    for script in (f"(declare-const {name} Bool)\n(assert true)", f"(declare-sort {name} 0)\n(assert true)"):
        found = read_program(script, DIALECTS["smtlib"]).diagnostics
        assert [d.code for d in found if d.level == "error"] == ["declared-twice"]
