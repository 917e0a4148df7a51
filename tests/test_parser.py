"""What the parser reads, in every dialect, and what it says of what it can't read."""

from __future__ import annotations

import pytest

from sorites.solvers import Level, Reading, Verdict, prove, read_program
from sorites.solvers.notation.closing import parse_formula
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.signs import DIALECTS, LATEX, NLTK, PROVER9, RULES, TPTP, UNICODE, Dialect, detect
from sorites.solvers.notation.smtlib_reader import parse_script

SAME = "∀x (P(x) → Q(x))"

READ: list[tuple[Dialect, str, str]] = [
    # quantifiers
    (UNICODE, "∀x (P(x) → Q(x))", SAME),
    (UNICODE, "∀x P(x) → Q(x)", SAME),  # a quantifier reaches as far as it can
    (NLTK, "all x. (P(x) -> Q(x))", SAME),
    (NLTK, "all x.(P(x) -> Q(x))", SAME),
    (UNICODE, "forall x, P(x) ==> Q(x)", SAME),
    (UNICODE, "(∀x)(P(x) ⇒ Q(x))", SAME),
    (UNICODE, "∀x: [P(x) ⊃ Q(x)]", SAME),
    (UNICODE, "ForAll([x], P(x) -> Q(x))", SAME),
    (PROVER9, "all x (P(x) -> Q(x)).", SAME),
    (PROVER9, "P(x) -> Q(x).", SAME),
    (TPTP, "![X]: ('P'(X) => 'Q'(X))", SAME),
    (LATEX, r"\forall x \left( P(x) \rightarrow Q(x) \right)", SAME),
    (LATEX, r"\forall x\, (\text{P}(x) \to \mathrm{Q}(x))", SAME),
    (RULES, "P($x, True) >>> Q($x, True)", SAME),
    (UNICODE, "∀x,y R(x,y)", "∀x ∀y R(x, y)"),
    (UNICODE, "∀x∀y(R(x,y))", "∀x ∀y R(x, y)"),
    (UNICODE, "forall x y, R(x,y)", "∀x ∀y R(x, y)"),
    (UNICODE, "∃!x P(x)", "∃x (P(x) ∧ (∀x_other (P(x_other) → x_other = x)))"),
    (UNICODE, "∄x P(x)", "¬∃x P(x)"),
    (UNICODE, "∀x ∈ S (P(x))", "∀x (x ∈ S → P(x))"),
    (UNICODE, "∃x ∈ S: P(x)", "∃x (x ∈ S ∧ P(x))"),
    (NLTK, "all x. P(x) & exists y. Q(y)", "(∀x P(x)) ∧ (∃y Q(y))"),  # it reaches over one atom
    (NLTK, "all person.Likes(person, bob)", "∀person Likes(person, bob)"),
    # connectives and precedence
    (UNICODE, "p & q | r -> s <-> t", "(((p ∧ q) ∨ r) → s) ↔ t"),
    (UNICODE, "p -> q -> r", "p → (q → r)"),
    (UNICODE, "not p and q or r implies s iff t", "(((¬p ∧ q) ∨ r) → s) ↔ t"),
    (UNICODE, "p && q || !r", "(p ∧ q) ∨ ¬r"),
    (UNICODE, "(p ⊕ q) xor r", "(p ⊕ q) ⊕ r"),
    (UNICODE, "~(p \\/ q) /\\ r", "¬(p ∨ q) ∧ r"),
    (TPTP, "p <= q", "q → p"),
    (TPTP, "p <~> q", "p ⊕ q"),
    (TPTP, "p ~| q", "¬(p ∨ q)"),
    (PROVER9, "-p <- q.", "q → ¬p"),
    (NLTK, "-P(a) & -(Q(a) | P(b))", "¬P(a) ∧ ¬(Q(a) ∨ P(b))"),
    # names
    (UNICODE, "P(COVID-19, 1stPlace, Joe'sPlate, 1920s)", "P(COVID-19, 1stPlace, Joe'sPlate, 1920s)"),
    (UNICODE, 'P("Gone with the Wind", “a b”)', 'P("Gone with the Wind", "a b")'),
    (UNICODE, "Élève(josé)", "Élève(josé)"),
    (TPTP, "p('Foo bar', X1)", '∀x1 p("Foo bar", x1)'),
    (LATEX, r"P(x_{1}) \land \mathit{Big\_Dog}(a)", "P(x_1) ∧ Big_Dog(a)"),
    # equality, numbers
    (UNICODE, "a = b", "a = b"),
    (UNICODE, "a ≠ b ∧ ¬a = b", "a ≠ b ∧ a ≠ b"),
    (UNICODE, "1 < n ≤ 3", "1 < n ∧ n ≤ 3"),
    (UNICODE, "2 * n + 1 ≥ -3", "((2 * n) + 1) ≥ -3"),
    (UNICODE, "cost(a) - 1.50 > 0", "(cost(a) - 1.5) > 0"),
    (TPTP, "$less($sum(a, 1), 3)", "(a + 1) < 3"),
    # what is not, and other signs
    (RULES, "P($x, True) && Q($y, $x, False) >>> R($x, False)", "∀x ∀y ((P(x) ∧ ¬Q(y, x)) → ¬R(x))"),
    (RULES, "Kind(Bob, False)", "¬Kind(Bob)"),
    (UNICODE, "P(a) ∧ ⊤", "P(a) ∧ ⊤"),
]


@pytest.mark.parametrize(("dialect", "text", "expected"), READ)
def test_reads(dialect: Dialect, text: str, expected: str) -> None:
    formula, diagnostics = parse_formula(text, dialect)
    assert formula is not None, diagnostics
    assert print_formula(formula) == expected
    assert not [d for d in diagnostics if d.level is not Level.WARNING]


@pytest.mark.parametrize(
    ("text", "expected", "code"),
    [
        ("∀x (P(x) → Q(x)", SAME, "missing-bracket"),
        ("∀x (P(x) → Q(x)).", SAME, "stray-full-stop"),
        ("∀x (P(x) → Q(x)))", SAME, "stray-bracket"),
        ("∃x P(x), Q(x)", "∃x (P(x) ∧ Q(x))", "comma-as-and"),
        ("Owns(bob, _)", "∃_4 Owns(bob, _4)", "anonymous-variable"),
        ("P(a);", "P(a)", "stray-semicolon"),
    ],
)
def test_mends_what_has_one_reading_and_says_so(text: str, expected: str, code: str) -> None:
    formula, diagnostics = parse_formula(text)
    assert formula is not None
    assert print_formula(formula) == expected
    assert [(d.code, d.level) for d in diagnostics] == [(code, Level.MENDED)]
    formula, diagnostics = parse_formula(text, strict=True)
    assert formula is None
    assert [(d.code, d.level) for d in diagnostics] == [(code, Level.ERROR)]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("P(a) Q(b)", "unexpected-token", (5, 6)),
        ("∀x (P(x) →", "unexpected-end", (10, 11)),
        ("", "empty-formula", None),
        ("P(a) ∧ ... ∧ P(z)", "ellipsis", (7, 10)),
        ("Believes(john, P(a) ∧ Q(b))", "formula-as-term", (15, 16)),
        ("Loves(john mary)", "unexpected-token", (11, 15)),
        ("P(a) → Q(a), R(a)", "ambiguous-comma", (11, 12)),
        ("P(a) ∨ Q(a), R(a) → S(a)", "ambiguous-comma", (11, 12)),
        ("Likes(bob, {a, b})", "list-as-term", (11, 12)),
        ("∀x (x ∧ P(x))", "term-as-formula", (4, 5)),
        ("∀x (P(x) ∧ x(a))", "variable-applied", (11, 12)),
        ("a + 1", "term-as-formula", (0, 1)),
        ("∀ (P(x))", "unexpected-token", (4, 5)),
        ("P(a) § Q(b)", "unexpected-token", (5, 6)),
        ('P("a)', "unexpected-token", (2, 5)),
        ("Is(bob)?", "unexpected-token", (7, 8)),
    ],
)
def test_says_what_is_wrong_and_where(text: str, code: str, place: tuple[int, int] | None) -> None:
    formula, diagnostics = parse_formula(text)
    assert formula is None
    error = next(d for d in diagnostics if d.level is Level.ERROR)
    assert error.code == code
    if place is not None:
        assert error.span is not None
        assert (error.span.start, error.span.end) == place
    assert error.message
    assert "^" in error.show(text)


def test_variables_of_rules_are_closed_with_a_warning() -> None:
    formula, diagnostics = parse_formula("P(x) ∧ R(y, x) → Q(y)")
    assert formula is not None
    assert print_formula(formula) == "∀x ∀y ((P(x) ∧ R(y, x)) → Q(y))"
    assert [(d.code, d.level) for d in diagnostics] == [("free-variable", Level.WARNING)]


def test_a_lone_letter_between_connectives_is_a_proposition() -> None:
    formula, diagnostics = parse_formula("x ∨ y")
    assert not diagnostics
    assert formula is not None
    assert print_formula(formula) == "x ∨ y"


def test_a_caret_is_read_as_and_but_not_silently() -> None:
    formula, diagnostics = parse_formula("p ^ q")
    assert formula is not None
    assert print_formula(formula) == "p ∧ q"
    assert [d.code for d in diagnostics] == ["ambiguous-sign"]


SIGNS = "∧ ∨ ⊕ → ↔".split()
"""From tight to loose; the last two group to the right."""


@pytest.mark.parametrize("first", SIGNS)
@pytest.mark.parametrize("second", SIGNS)
def test_precedence(first: str, second: str) -> None:
    left, right = SIGNS.index(first), SIGNS.index(second)
    to_the_right = right < left or (first == second and first in "→↔")
    meant = f"p {first} (q {second} r)" if to_the_right else f"(p {first} q) {second} r"
    if first == second and first in "∧∨":
        meant = f"p {first} q {first} r"
    formula, diagnostics = parse_formula(f"p {first} q {second} r")
    if {first, second} in ({"⊕"}, {"⊕", "∨"}):  # each has two readings
        assert formula is None
        assert [d.code for d in diagnostics] == ["ambiguous-xor"]
        return
    assert formula is not None
    assert not diagnostics
    assert print_formula(formula) == meant
    denied, _ = parse_formula(f"¬p {first} ¬q {second} ¬r")
    assert denied is not None
    assert print_formula(denied) == meant.replace("p", "¬p").replace("q", "¬q").replace("r", "¬r")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("p ← q", "q → p"), ("p ← q ← r", "r → (q → p)"), ("p ← q ∧ r", "(q ∧ r) → p"), ("p nor q", "¬(p ∨ q)"),
        ("p nor q ∧ r", "¬(p ∨ (q ∧ r))"), ("p ∨ q nor r", "¬((p ∨ q) ∨ r)"), ("p ~& q", "¬(p ∧ q)"),
        ("p ~& q ∧ r", "¬(p ∧ q) ∧ r"), ("p ∧ q ~& r", "¬(p ∧ q ∧ r)"), ("p ~& q ~& r", "¬(¬(p ∧ q) ∧ r)"),
        ("1 + 2 * 3 = 7", "(1 + (2 * 3)) = 7"), ("1 - 2 - 3 < 4", "((1 - 2) - 3) < 4"),
        ("f(a) = b ∧ p", "f(a) = b ∧ p"), ("¬a = b ∨ p", "a ≠ b ∨ p"), ("a ∈ s ∧ b ∉ s", "a ∈ s ∧ ¬(b ∈ s)"),
        ("1 ≤ a ≤ 2 → p", "(1 ≤ a ∧ a ≤ 2) → p"), ("∀x ¬P(x) ∧ Q(x)", "∀x (¬P(x) ∧ Q(x))"),
        ("(∀x P(x)) → Q(a)", "(∀x P(x)) → Q(a)"), ("p ∧ ∀x P(x) ∨ Q(x)", "p ∧ (∀x (P(x) ∨ Q(x)))"),
        ("¬∃x P(x) ∧ q", "(¬∃x P(x)) ∧ q"), ("(p ∧ ∃x P(x)) ∨ q", "(p ∧ (∃x P(x))) ∨ q"),
    ],
)  # fmt: skip
def test_what_belongs_together(text: str, expected: str) -> None:
    formula, diagnostics = parse_formula(text)
    assert formula is not None, diagnostics
    assert print_formula(formula) == expected


@pytest.mark.parametrize("dialect", [NLTK, PROVER9])
def test_tight_quantifiers_reach_over_one_formula(dialect: Dialect) -> None:
    for text, expected in (
        ("all x P(x) -> Q(a)", "(∀x P(x)) → Q(a)"),
        ("all x -P(x) & Q(a)", "(∀x ¬P(x)) ∧ Q(a)"),
        ("all x (P(x) -> Q(x)) & Q(a)", "(∀x (P(x) → Q(x))) ∧ Q(a)"),
        ("-exists x P(x) | Q(a)", "¬∃x P(x) ∨ Q(a)"),
        ("all x exists y R(x, y) -> Q(a)", "(∀x ∃y R(x, y)) → Q(a)"),
    ):
        formula, _ = parse_formula(text, dialect)
        assert formula is not None
        assert print_formula(formula).replace("(¬∃x P(x))", "¬∃x P(x)") == expected


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10_000 + "p" + ")" * 10_000,
        "¬" * 10_000 + "p",
        "∀x " * 10_000 + "P(x)",
        "p → " * 10_000 + "p",
        "p ⊕ " * 10_000 + "p",
        "P(" + "f(" * 10_000 + "a" + ")" * 10_001,
        "P(" + "a + " * 10_000 + "a) ",
        "∀" + ",".join(["x"] * 10_000) + " P(x)",
        "-" * 10_000 + "P(a)",
        "p ~& " * 1000 + "p",
        "p ~| " * 1000 + "p",
        "P(" + ",".join(f"x{i}" for i in range(1000)) + ")",
    ],
    ids=lambda text: text[:6],
)
def test_depth_is_bounded(text: str) -> None:
    for dialect in (UNICODE, NLTK, PROVER9):
        formula, diagnostics = parse_formula(text, dialect)
        assert formula is None
        codes = [d.code for d in diagnostics]
        if text.startswith("p ⊕"):
            assert codes == ["ambiguous-xor"]
        elif text.startswith("P(x0") and dialect is not PROVER9:
            assert codes == ["free-variable"]  # x0 to x9; what has more digits is a name
        else:
            assert codes[-1] == "too-deep"


def test_exactly_one_of_exactly_one_is_bounded() -> None:
    formula, diagnostics = parse_formula("∃!a ∃!b ∃!c R(a, b, c)")
    assert formula is not None
    for text in ("".join(f"∃!v{i} " for i in range(40)) + "P(a)", f"∃!{','.join(f'v{i}' for i in range(40))} P(a)"):
        formula, diagnostics = parse_formula(text)
        assert formula is None
        codes = [d.code for d in diagnostics if d.code != "vacuous-quantifier"]
        assert codes == ["ambiguous-unique" if "," in text else "too-long"]


def test_long_chains_are_not_deep() -> None:
    formula, diagnostics = parse_formula(" ∧ ".join(f"P(a{i})" for i in range(10_000)))
    assert formula is not None
    assert not diagnostics


def test_deep_scripts_are_refused() -> None:
    many = " ".join(f"(x{i} U)" for i in range(90))
    for text in ("(not " * 10_000 + "p" + ")" * 10_000, f"(forall ({many}) " * 9 + "p" + ")" * 9):
        _, diagnostics = parse_script(f"(assert {text})")
        assert [d.code for d in diagnostics] == ["too-deep"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("∀x (P(x) → Q(x))", "unicode"),
        ("all x. (P(x) -> Q(x))", "nltk"),
        ("-P(a) & Q(b)", "nltk"),
        ("fof(a, axiom, ![X]: p(X)).", "tptp"),
        ("formulas(goals). p(a). end_of_list.", "prover9"),
        ("all x (P(x) -> Q(x)).", "prover9"),
        (r"\forall x P(x)", "latex"),
        ("P($x, True) >>> Q($x, True)", "rules"),
        ("Kind(Bob, True)", "rules"),
        ("(declare-fun p () Bool) (assert p)", "smtlib"),
        ("P(a)", "unicode"),
    ],
)
def test_tells_dialects_apart(text: str, name: str) -> None:
    assert detect(text) is DIALECTS[name]


SMT = """
(set-logic UF) ; a comment
(declare-sort U 0)
(declare-fun p (U) Bool)
(declare-fun |odd name| () U)
(declare-const a U)
(declare-const n Int)
(declare-fun f (U) U)
(assert (! (forall ((x U) (y U)) (=> (p x) (or (p (f y)) (= x y)))) :named one))
(assert (= (p |odd name|) true))
(assert (distinct |odd name| a))
(assert (< (+ n 1) 3 4.5))
(check-sat)
"""


def test_reads_smtlib() -> None:
    formulas, diagnostics = parse_script(SMT)
    assert not diagnostics
    assert [print_formula(f) for f in formulas] == [
        "∀x ∀y (p(x) → (p(f(y)) ∨ x = y))",
        'p("odd name") ↔ ⊤',
        '"odd name" ≠ a',
        "(n + 1) < 3 ∧ 3 < 4.5",
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("(assert p))", "stray-bracket"),
        ("(assert (forall (x) p))", "unexpected-token"),
        ("(assert (not true false))", "wrong-arity"),
        ("(define-fun-rec f ((x Int)) Int (f x))", "unsupported-command"),
        ("(assert |p)", "unexpected-token"),
        ("(declare-fun p (Int) Bool)(assert (p (and true false)))", "sort-clash"),
        ("(assert p", "missing-bracket"),
    ],
)
def test_says_what_is_wrong_in_smtlib(text: str, code: str) -> None:
    _, diagnostics = parse_script(text)
    assert [d.code for d in diagnostics] == [code]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("P(_, _)", "∃_2 ∃_4 P(_2, _4)"), ("∀x∈s P(x)", "∀x (x ∈ s → P(x))"), ("∈(a, s)", "a ∈ s"),
        ("∃!x ∈ s P(x)", "∃x ((x ∈ s ∧ P(x)) ∧ (∀x_other ((x_other ∈ s ∧ P(x_other)) → x_other = x)))"),
        ("-1.5 < a", "-1.5 < a"), ("-p ∧ q", "¬p ∧ q"), ("∀x P(-x)", "∀x P(0 - x)"),
        ("∀x, y: R(x,y)", "∀x ∀y R(x, y)"), ("∀x,y, R(x,y)", "∀x ∀y R(x, y)"), ("∀(x, y) R(x,y)", "∀x ∀y R(x, y)"),
        ("Exists(x, P(x))", "∃x P(x)"), ("ForAll((x, y), R(x, y))", "∀x ∀y R(x, y)"),
        ("∀x ∀y. R(x,y)", "∀x ∀y R(x, y)"),
        ("(all x)(P(x))", "∀x P(x)"), ("P(⊤)", 'P("True")'), ("P((a))", "P(a)"), ("P((Q(a)))", "P(Q(a))"),
        ("P(true) ∧ true", 'P("True") ∧ ⊤'), ("a = b = c", "a = b ∧ b = c"), ("$true", "⊤"),
        ("∀x_1 P(x_1)", "∀x_1 P(x_1)"),
        ("∀person: P(person)", "∀person P(person)"), ("∀ person P(person)", "∀person P(person)"),
        ("p nand q nor r", "¬(¬(p ∧ q) ∨ r)"),
    ],
)  # fmt: skip
def test_what_models_write_too(text: str, expected: str) -> None:
    formula, diagnostics = parse_formula(text)
    assert formula is not None, diagnostics
    assert print_formula(formula) == expected
    assert {d.code for d in diagnostics} <= {"anonymous-variable", "free-variable"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("P(a) .", [("stray-full-stop", 5)]), ("p;", [("stray-semicolon", 1)]), ("p ; q;", [("unexpected-token", 2)]),
        ("((p", [("missing-bracket", 3)]), ("p))", [("stray-bracket", 1)]),
        ("p)) q", [("unexpected-token", 1)]), ("p, q", [("comma-as-and", 1)]), ("p ∧ q, r, s", [("comma-as-and", 5)]),
        ("P(a)).", [("unexpected-token", 4)]), ("(p.", [("unexpected-token", 2)]),
        ("P(_, _)", [("anonymous-variable", 2), ("anonymous-variable", 5)]), ("P(y, x)", [("free-variable", 2)]),
        ("∀x x ∈ y", [("free-variable", 7)]), ("∀x ∈ (s) P(x)", [("unexpected-token", 5)]),
        ("3", [("term-as-formula", 0)]),
        ("∀x 3", [("term-as-formula", 3)]), ("P('')", [("empty-name", 2)]),
        ("P(\\text{})", [("empty-name", 2)]), ("''", [("empty-name", 0)]),
        ("P(∈)", [("unexpected-token", 2)]), ("(∀x)", [("unexpected-token", 3)]), ("P([a])", [("list-as-term", 2)]),
        ("1" * 2000 + " = a", [("too-long", 0)]), ("a = -" + "1" * 2000, [("too-long", 5)]),
    ],
    ids=lambda v: v[:9] if isinstance(v, str) else None,
)  # fmt: skip
def test_every_finding_has_its_place(text: str, found: list[tuple[str, int]]) -> None:
    _, diagnostics = parse_formula(text, offset=100)
    assert [(d.code, d.span.start - 100 if d.span else None) for d in diagnostics] == found


@pytest.mark.parametrize(
    ("dialect", "text", "expected", "codes"),
    [
        (PROVER9, "P(a).", "P(a)", []),
        (PROVER9, "P(x, y)", "∀x ∀y P(x, y)", []),
        (RULES, "P(x, True)", 'P("x")', ["constant-letter"]),  # whoever writes $x for variables means a thing
        (RULES, "P($x, $y)", "∀x ∀y P(x, y)", []),
        (TPTP, "p(X, Y) & q(a)", "∀x ∀y (p(x, y) ∧ q(a))", []),
        (TPTP, "$greatereq($product(a, 2), $difference(b, 1))", "(a * 2) ≥ (b - 1)", []),
        (TPTP, "$greater(a, 1) & $lesseq(a, 3)", "a > 1 ∧ a ≤ 3", []),
    ],
)
def test_what_a_name_is_depends_on_the_dialect(dialect: Dialect, text: str, expected: str, codes: list[str]) -> None:
    formula, diagnostics = parse_formula(text, dialect)
    assert formula is not None, diagnostics
    assert print_formula(formula) == expected
    assert [d.code for d in diagnostics] == codes


def program(*lines: str) -> Reading:
    """Read premises and, last, a conclusion."""
    return read_program("Premises:\n" + "\n".join(lines[:-1]) + f"\nConclusion:\n{lines[-1]}\n")


def written(reading: Reading) -> list[str]:
    assert reading.program is not None, reading.diagnostics
    return [print_formula(f) for f in reading.program.formulas]


def faults(reading: Reading) -> list[str]:
    return [d.code for d in reading.diagnostics if d.level is Level.ERROR]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["∀x ∃y (Kxy)", "∃y ∀x (Kxy)"], ["∀x ∃y K(x, y)", "∃y ∀x K(x, y)"]),
        (["∃x(Dx) ∧ ∃x(Ex)", "∃x(Dx ∧ Ex)"], ["(∃x D(x)) ∧ (∃x E(x))", "∃x (D(x) ∧ E(x))"]),
        (["(∀x)(Hx ⊃ Mx)", "Hs", "Ms"], ["∀x (H(x) → M(x))", "H(s)", "M(s)"]),
        (["∀xHx", "∀x∃yLxy", "∃xHx & Lab"], ["∀x H(x)", "∀x ∃y L(x, y)", "(∃x H(x)) ∧ L(a, b)"]),
        (["\\forall xHx", "\\exists x (Hx \\land Gx)"], ["∀x H(x)", "∃x (H(x) ∧ G(x))"]),
        (["for all x, if Hx then Gx", "Ha", "Ga"], ["∀x (H(x) → G(x))", "H(a)", "G(a)"]),
        (["∀x (Hx → ∃y(Hy ∧ Lxy)", "∃yLay"], ["∀x (H(x) → (∃y (H(y) ∧ L(x, y))))", "∃y L(a, y)"]),
        (["∀x Hx ∧ Gx", "x = a → Gx"], ["∀x (H(x) ∧ G(x))", "∀x (x = a → G(x))"]),
    ],
    ids=lambda lines: lines[0],
)
def test_textbook_atoms_are_read_where_all_is_written_so(lines: list[str], expected: list[str]) -> None:
    reading = program(*lines)
    assert written(reading) == expected
    assert "textbook-atom" in [d.code for d in reading.diagnostics if d.level is Level.MENDED]
    assert read_program(reading.text, strict=True).program is None


@pytest.mark.parametrize(
    "lines",
    [
        ["∀x (Hx → Mortal(x))", "Ha", "Mortal(a)"],
        ["∀x (P(x) → Qx)", "P(a)", "Qa"],
        ["∀x∀y (xRy → yRx)", "aRb", "bRa"],
        ["∀x (Hx → Hxa)", "Ha"],  # one letter, one argument or two
        ["∃x Lxy ∧ P(a)", "P(a)"],
    ],
)
def test_a_variable_inside_a_name_is_refused_elsewhere(lines: list[str]) -> None:
    assert set(faults(program(*lines))) == {"argument-in-name"}


@pytest.mark.parametrize(
    "lines",
    [
        ["∀x (Likes(x) → Max)", "Likes(ann)", "Max"],
        ["∀x (Dog(x) → Loves(x, Max))", "Dog(a)", "Loves(a, Max)"],
        ["Ox → Max", "Ox", "Max"],
        ["∀xAgent (Happy(xAgent))", "Happy(a)"],
    ],
)
def test_other_short_names_stay(lines: list[str]) -> None:
    reading = program(*lines)
    assert reading.program is not None
    assert not reading.diagnostics


def test_a_variable_right_behind_its_sign() -> None:
    reading = program("∀x∃yR(x,y)", "∃yR(a,y)")
    assert written(reading) == ["∀x ∃y R(x, y)", "∃y R(a, y)"]
    assert not reading.diagnostics


def test_a_quantifier_that_binds_nothing_is_said() -> None:
    text = "∀x (Rain → ∃y Wet)"
    formula, diagnostics = parse_formula(text)
    assert formula is not None
    assert [(d.code, d.span.start) for d in diagnostics if d.span] == [
        ("vacuous-quantifier", 11),
        ("vacuous-quantifier", 0),
    ]
    assert parse_formula(print_formula(formula))[0] == formula
    formula, diagnostics = parse_formula("(∀y)(∃x)P(x)")
    assert [(d.code, d.span.start) for d in diagnostics if d.span] == [("vacuous-quantifier", 1)]
    # The inner quantifier takes the variable; the outer one binds nothing.
    assert [d.code for d in parse_formula("∀x (Wet ∧ ∃x P(x))")[1]] == ["vacuous-quantifier"]
    assert not parse_formula("∀x (Q(x) ∧ ∃x P(x))")[1]
    for sentence in ("All dogs bark", "some cats purr", "All humans mortal"):
        assert [d.code for d in parse_formula(sentence)[1]] == ["not-a-formula"]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("P → Q and R → S", "Write (P → Q) ∧ (R → S), or P → (Q ∧ R) → S."),
        ("Wet → Cold and Wet", "Write (Wet → Cold) ∧ (Wet), or Wet → (Cold ∧ Wet)."),
        ("P implies Q or R implies S", "Write (P implies Q) ∨ (R implies S), or P implies (Q ∨ R) implies S."),
        ("all x. (P(x) -> Q(x) and Q(x) -> R(x))", ""),
        ("if A(d) then B(d) and if C(d) then D(d)", ""),
        ("if P → Q and R → S then T", ""),
    ],
)
def test_a_word_between_two_rules_has_two_readings(text: str, hint: str) -> None:
    formula, diagnostics = parse_formula(text)
    assert formula is None
    assert [d.code for d in diagnostics] == ["ambiguous-word"]
    assert diagnostics[0].hint.startswith(hint)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("P and Q implies R", "(P ∧ Q) → R"),
        ("P → Q or R", "P → (Q ∨ R)"),
        ("∀x (P(x) and Q(x) → R(x) or S(x))", "∀x ((P(x) ∧ Q(x)) → (R(x) ∨ S(x)))"),
        ("∀x (P(x) → Q(x) and R(x))", "∀x (P(x) → (Q(x) ∧ R(x)))"),
        ("if P and Q then R and S", "(P ∧ Q) → (R ∧ S)"),
        ("(P → Q) and (Q → R)", "(P → Q) ∧ (Q → R)"),
        ("P → Q ∧ R", "P → (Q ∧ R)"),
        ("P if Q and R", "(Q ∧ R) → P"),
        # what nor goes on with
        ("not P(a) nor Q(a)", "¬P(a) ∧ ¬Q(a)"),
        ("not P nor Q nor R", "¬P ∧ ¬Q ∧ ¬R"),
        ("neither P nor Q nor R", "¬((P ∨ Q) ∨ R)"),
        ("neither P nor Q", "¬(P ∨ Q)"),
        ("if not P nor Q then not R", "(¬P ∧ ¬Q) → ¬R"),
        ("P nor Q", "¬(P ∨ Q)"),
        ("not P or (Q nor R)", "¬P ∨ ¬(Q ∨ R)"),
    ],
)
def test_words_that_leave_one_reading(text: str, expected: str) -> None:
    formula, diagnostics = parse_formula(text)
    assert formula is not None, diagnostics
    assert print_formula(formula) == expected
    assert not [d for d in diagnostics if d.level is Level.ERROR]


def test_nor_behind_a_sign_has_two_readings() -> None:
    assert [d.code for d in parse_formula("¬P(a) nor Q(a)")[1]] == ["ambiguous-nor"]


def test_a_word_before_a_formula_is_no_conjunct() -> None:
    for line in ("Usually, ∀x (Bird(x) → Flies(x))", "Possibly, Bird(tweety)"):
        assert faults(program(line, "Flies(tweety)")) == ["word-before-formula"]
    assert faults(program("Bird(tweety)", "Clearly, Bird(tweety)")) == ["word-before-formula"]
    # What the program uses as a proposition is one.
    assert written(program("Rain, Wet(street)", "Rain → Cold", "Cold"))[0] == "Rain ∧ Wet(street)"
    assert written(program("Rain, Snow", "Cold"))[0] == "Rain ∧ Snow"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("P v Q v R", "P ∨ Q ∨ R"),
        ("(P · Q) ⊃ R", "(P ∧ Q) → R"),
        ("~P • Q(a)", "¬P ∧ Q(a)"),
        ("a · b = c", "(a * b) = c"),
        ("P(a · b)", "P(a * b)"),
        ("not every x. P(x)", "¬∀x P(x)"),
        ("there is no x such that P(x) and Q(x)", "¬∃x (P(x) ∧ Q(x))"),
        ("there does not exist x such that P(x)", "¬∃x P(x)"),
        ("for some y, P(y)", "∃y P(y)"),
        ("∃z s.t. P(z)", "∃z P(z)"),
        ("for all x and y, R(x, y)", "∀x ∀y R(x, y)"),
        ("P(a) provided that Q(a)", "Q(a) → P(a)"),
        ("P whenever Q", "Q → P"),
        ("P(a) just in case Q(a)", "P(a) ↔ Q(a)"),
        ("P but not Q", "P ∧ ¬Q"),
        ("if both P and Q then R", "(P ∧ Q) → R"),
        ("P(a) is true → Q(a) holds", "P(a) → Q(a)"),
        # names that are such words
        ("P(but, both)", "P(but, both)"),
        ("holds → whenever", "holds → whenever"),
        ("both(a) and every", "both(a) ∧ every"),
    ],
)
def test_more_words_between_formulas(text: str, expected: str) -> None:
    formula, diagnostics = parse_formula(text)
    assert formula is not None, diagnostics
    assert print_formula(formula) == expected
    assert not diagnostics


def test_a_line_of_letters_and_v_is_a_formula() -> None:
    assert written(program("A v B v C", "A v B")) == ["A ∨ B ∨ C", "A ∨ B"]
    assert faults(program("P(a) is false", "P(a)"))


@pytest.mark.parametrize(
    "text", ["-m < 4", "-n - m ≥ 4", "-age(tom) ≠ 3", "-m = 3", "-(n + m) > 3", "n // 2 = 3", "n % 2 = 1"]
)
def test_a_minus_before_a_comparison_is_asked_about(text: str) -> None:
    """It could deny the comparison; and what calculates is no gloss."""
    assert read_program(f"Premises:\nn > 1\nConclusion:\n{text}\n").program is None


@pytest.mark.parametrize("text", ["-(n = 3)", "-P(n)", "-(n < 3)", "0 - n < 3", "-2 < n"])
def test_a_minus_that_has_one_reading(text: str) -> None:
    assert read_program(f"Premises:\nn > 1\nConclusion:\n{text}\n").program is not None


def test_a_declared_constant_is_no_variable_whatever_its_letter() -> None:
    text = "Sorts:\nColor = {red, green}\nx: Color\nPremises:\nx = red → P(a)\nConclusion:\nP(a)\n"
    assert prove(text).verdict is Verdict.UNKNOWN
