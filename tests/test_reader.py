"""Programs and problem files as people and models write them."""

from __future__ import annotations

import pytest

from sorites.solvers import Level, Program, Verdict, prove, read_program, write_program
from sorites.solvers.logic.syntax import Atom
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.signs import DIALECTS

LOGIC_LM = """Here is the program:
```
Predicates:
Kind(x) ::: x is kind
Likes(x, y) ::: x likes y
Premises:
1. ∀x (Kind(x) → ∃y Likes(x, y)) ::: Kind people  like someone.
2. Kind(anne) ::: Anne is kind.

Conclusion:
∃y Likes(anne, y) ::: Anne likes someone.
The statement is true.
```
"""


def read(text: str) -> Program:
    program = read_program(text).program
    assert program is not None, read_program(text).diagnostics
    return program


def shown(program: Program) -> tuple[list[str], str]:
    return [print_formula(p.formula) for p in program.premises], print_formula(program.goal.formula)


def test_sections() -> None:
    reading = read_program(LOGIC_LM)
    program = read(LOGIC_LM)
    assert shown(program) == (["∀x (Kind(x) → (∃y Likes(x, y)))", "Kind(anne)"], "∃y Likes(anne, y)")
    assert [(p.name, p.arity, p.gloss) for p in program.predicates] == [
        ("Kind", 1, "x is kind"),
        ("Likes", 2, "x likes y"),
    ]
    assert program.premises[0].gloss == "Kind people like someone."
    assert [d.code for d in reading.diagnostics] == ["prose"]
    assert (reading.read, reading.total) == (3, 3)


@pytest.mark.parametrize(
    ("lines", "semantics"),
    [("Semantics: rules", "rules"), ("**Semantics:** Classical", "classical"), ("SEMANTICS:\n- Rules.", "rules"),
     ("Semantics: classical", "classical"), ("", "classical")],
)  # fmt: skip
def test_semantics(lines: str, semantics: str) -> None:
    for text in (f"{lines}\nPremises:\np\nConclusion:\nq\n", f"Premises:\np\nConclusion:\nq\n{lines}\n"):
        program = read(text)
        assert program.semantics == semantics
        assert program.premises[0].formula == Atom("p")
        assert read(write_program(program)) == program


def test_semantics_are_one_of_two() -> None:
    text = "Semantics: modal\nPremises:\np\nConclusion:\nq\n"
    reading = read_program(text)
    assert reading.program is None
    (found,) = reading.diagnostics
    assert (found.code, found.hint) == ("unknown-semantics", "Write classical or rules.")
    assert found.span is not None
    assert text[found.span.start : found.span.end] == "modal"


def test_pyke_like_rules() -> None:
    program = read(
        "Predicates:\nCold($x, bool) ::: Is x cold?\nFacts:\nCold(Bob, True) ::: Bob is cold.\n\n"
        "Rules:\nCold($x, True) && Big($x, False) >>> Nice($x, True)\n\nQuery:\nNice(Bob, False)\n"
    )
    assert shown(program) == (["Cold(Bob)", "∀x ((Cold(x) ∧ ¬Big(x)) → Nice(x))"], "¬Nice(Bob)")
    assert program.predicates[0].arity == 1


def test_lines_of_linc() -> None:
    program = read(
        "TEXT:\tAll dogs bark.\nFOL:\tall x. (Dog(x) -> Bark(x))\nTEXT: Rex is a dog.\nFOL: Dog(Rex)\n"
        "TEXT: Rex barks.\nFOL: Bark(Rex)\n"
    )
    assert shown(program) == (["∀x (Dog(x) → Bark(x))", "Dog(Rex)"], "Bark(Rex)")
    assert program.premises[0].gloss == "All dogs bark."


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", ["no-goal"]), ("Premises:\nP(a)\n", ["no-goal"]),
        ("Premises:\nP(a) Q(a)\nP(b\n∀ (P(x))\nConclusion:\nP(a) ∧\n", ["unexpected-token"] * 2 + ["cut-off"]),
        ("fof(a, axiom, p &).\nfof(b, conjecture, q q).\n", ["unexpected-token", "unexpected-token"]),
        ("fof(a, nonsense, p).\nfof(b, conjecture, q).", ["unknown-role"]),
        ("include('x.ax').\nfof(b, conjecture, q).", ["unsupported"]),
        ("formulas(goals).\nP(.\nend_of_list.\n", ["unexpected-token"]),
        ("formulas(goals).\nend_of_list.\n", ["no-formulas"]),
    ],
)  # fmt: skip
def test_all_faults_in_one_pass(text: str, codes: list[str]) -> None:
    reading = read_program(text)
    assert reading.program is None
    errors = [d.code for d in reading.diagnostics if d.level is Level.ERROR]
    assert errors == codes


@pytest.mark.parametrize(
    ("premises", "goal", "declared", "code"),
    [
        ("P(a)\nP(a, b)", "P(a)", "", "arity-clash"),
        ("Knows(a, Likes(b))\nLikes(b)", "Likes(b)", "", "predicate-as-term"),
        ("Student(a)", "Teacher(a)", "", "goal-disconnected"),
        ("Likes(bob, Bob)", "Likes(bob, bob)", "", "similar-names"),
        ("∀x (Work(x) → Works(x))", "Works(a)", "", "similar-names"),
        ("Kind(x) → Nice(x)", "Kind(bob)", "", "free-variable"),
        ("Studemt(a)", "Studemt(a)", "Student(x)", "undeclared-predicate"),
        ("Students(a)", "Students(a)", "Student(x)", "plural"),
        ("Pupil(a)", "Pupil(a)", "Student(x)", "undeclared-predicate"),
        ("Student(a, b)", "Student(a, b)", "Student(x)", "undeclared-predicate"),
    ],
)  # fmt: skip
def test_odd_names_are_told(premises: str, goal: str, declared: str, code: str) -> None:
    head = f"Predicates:\n{declared} ::: x is one\n" if declared else ""
    reading = read_program(f"{head}Premises:\n{premises}\nConclusion:\n{goal}\n")
    assert reading.program is not None
    found = [d.code for d in reading.diagnostics]
    assert found == [code] if declared else code in found


def test_markdown_lists_and_unknown_sections() -> None:
    text = (
        "**Predicates:**\nP(x) ::: x is p\n\n**Remarks:**\nnone\n\n### Premises:\n"
        "- ∀x (P(x) → ¬Q(x)) ::: no p is q\n- P(a)\n\n**Conclusion:**\n- ¬Q(a)\n"
    )
    reading = read_program(text)
    assert reading.program is not None
    assert shown(reading.program) == (["∀x (P(x) → ¬Q(x))", "P(a)"], "¬Q(a)")
    assert [d.code for d in reading.diagnostics] == ["undeclared-predicate"]


@pytest.mark.parametrize("lines", ["newYork ::: New York\nbob", "- newYork: New York\n- bob", "newYork: New York\nbob"])
def test_constants(lines: str) -> None:
    program = read_program(f"Constants:\n{lines}\nPremises:\nBig(newYork)\nConclusion:\nBig(bob)").program
    assert program is not None
    assert [(c.name, c.gloss) for c in program.constants] == [("newYork", "New York"), ("bob", "")]


def test_rules_without_their_sigil() -> None:
    text = "Facts:\nKind(Bob, True)\nRules:\nKind(x, True) >>> Nice(x, True)\nQuery:\nNice(Bob, True)\n"
    reading = read_program(text)
    assert reading.program is not None
    assert "free-variable" in {d.code for d in reading.diagnostics}
    assert prove(text).verdict is Verdict.ENTAILED


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
        ("Premises:\nA(a)\nFoo:\nA(b)" + END, [("unknown-section", "error", "Foo")]),
        ("Remarks:\nnone" + END, []),
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
        (
            'Premises:\n(1) P("a \\::: b") ::: first  gloss\n* ¬P(c)\n2) -P(d)\n• P(e)\nConclusion:\n* P(x)\n',
            ['P("a \\::: b")', "¬P(c)", "-P(d)", "P(e)", "P(x)"], ["first gloss", "", "", "", ""], ("x",),
        ),
        ("TEXT: One.\nFOL: R(a)\nFOL: Q(a)\nTEXT: Two.\nFOL: R(x)\n", ["R(a)", "Q(a)", "R(x)"], ["One.", "", "Two."],
        ("x",)),
        ("FOL Premises: p ::: so\nFOL Conclusion: p\n", ["p", "p"], ["so", ""], ()),
    ],
)  # fmt: skip
def test_statements_have_their_place_and_gloss(
    text: str, formulas: list[str], glosses: list[str], opened: tuple[str, ...]
) -> None:
    program = read(text)
    statements = [*program.premises, program.goal]
    assert [text[s.span.start : s.span.end] for s in statements if s.span] == formulas
    assert [s.gloss for s in statements] == glosses
    assert program.open_variables == opened
    assert (read_program(text).read, read_program(text).total) == (len(formulas), len(formulas))


def test_rules_get_labels_and_preferences_are_chained() -> None:
    rules = "A(x) → B(x)\nFine: A(x) → C(x) ::: fine\nA(x) → D(x)\n"
    rest = "Exceptions:\n1. Fine(a) ::: one\nPreferences:\n- {0}1 > Fine > {0}3.\nConclusion:\nB(a)\n"
    for section, letter in (("Defaults", "D"), ("Defeasible rules", "R")):
        program = read(f"Premises:\nA(a)\n{section}:\n{rules}{rest.format(letter)}")
        found = program.defaults or program.defeasible
        assert [(d.label, d.gloss) for d in found] == [(f"{letter}1", ""), ("Fine", "fine"), (f"{letter}3", "")]
        assert program.preferences == ((f"{letter}1", "Fine"), ("Fine", f"{letter}3"))
        assert [(print_formula(e.formula), e.gloss) for e in program.exceptions] == [("Fine(a)", "one")]


def test_names_that_are_declared() -> None:
    program = read('Constants:\nnewYork, "New Delhi" ::: cities\n- x: y : z\nPredicates:\nA(x, y) ::: so\nB\n' + END)
    assert [(c.name, c.gloss) for c in program.constants] == [
        ("newYork", "cities"),
        ("New Delhi", "cities"),
        ("x", "y : z"),
    ]
    assert [(p.name, p.params, p.gloss) for p in program.predicates] == [("A", ("x", "y"), "so"), ("B", (), "")]


@pytest.mark.parametrize("name", ["||", "|%v|", "%p"])
def test_a_name_without_letters_in_a_script(name: str) -> None:
    for script in (f"(declare-const {name} Bool)\n(assert true)", f"(declare-sort {name} 0)\n(assert true)"):
        reading = read_program(script, DIALECTS["smtlib"])
        assert [d.code for d in reading.diagnostics if d.level is Level.ERROR] == ["declared-twice"]
