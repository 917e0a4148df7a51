"""What the parser reads, in every dialect, and what it says of what it can't read."""

from __future__ import annotations

import pytest

from sorites.solvers import Level, Reading, Verdict, prove, read_program
from sorites.solvers.notation.closing import parse_formula
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.signs import DIALECTS, LATEX, NLTK, PROVER9, RULES, TPTP, UNICODE, Dialect, detect

from .scripts import parse_script

SAME = "∀x (P(x) → Q(x))"

READ: list[tuple[Dialect, str, str]] = [
    # quantifiers
    (UNICODE, "∀x (P(x) → Q(x))", SAME), (UNICODE, "∀x P(x) → Q(x)", SAME), (NLTK, "all x. (P(x) -> Q(x))", SAME),
    (NLTK, "all x.(P(x) -> Q(x))", SAME), (UNICODE, "forall x, P(x) ==> Q(x)", SAME),
    (UNICODE, "(∀x)(P(x) ⇒ Q(x))", SAME), (UNICODE, "∀x: [P(x) ⊃ Q(x)]", SAME),
    (UNICODE, "ForAll([x], P(x) -> Q(x))", SAME), (PROVER9, "all x (P(x) -> Q(x)).", SAME),
    (PROVER9, "P(x) -> Q(x).", SAME), (TPTP, "![X]: ('P'(X) => 'Q'(X))", SAME),
    (LATEX, r"\forall x \left( P(x) \rightarrow Q(x) \right)", SAME),
    (LATEX, r"\forall x\, (\text{P}(x) \to \mathrm{Q}(x))", SAME), (RULES, "P($x, True) >>> Q($x, True)", SAME),
    (UNICODE, "∀x,y R(x,y)", "∀x ∀y R(x, y)"), (UNICODE, "∀x∀y(R(x,y))", "∀x ∀y R(x, y)"),
    (UNICODE, "forall x y, R(x,y)", "∀x ∀y R(x, y)"),
    (UNICODE, "∃!x (P(x))", "∃!x P(x)"), (UNICODE, "∄x P(x)", "¬∃x P(x)"),
    (UNICODE, "∀x ∈ S (P(x))", "∀x (x ∈ S → P(x))"), (UNICODE, "∃x ∈ S: P(x)", "∃x (x ∈ S ∧ P(x))"),
    (NLTK, "all x. P(x) & exists y. Q(y)", "(∀x P(x)) ∧ (∃y Q(y))"),
    (NLTK, "all person. Likes(person, bob)", "∀person Likes(person, bob)"),
    # connectives and precedence
    (UNICODE, "p & q | r -> s <-> t", "(((p ∧ q) ∨ r) → s) ↔ t"), (UNICODE, "p -> q -> r", "p → (q → r)"),
    (UNICODE, "not p and q or r implies s iff t", "(((¬p ∧ q) ∨ r) → s) ↔ t"),
    (UNICODE, "p && q || !r", "(p ∧ q) ∨ ¬r"), (UNICODE, "(p ⊕ q) xor r", "(p ⊕ q) ⊕ r"),
    (UNICODE, "~(p \\/ q) /\\ r", "¬(p ∨ q) ∧ r"), (TPTP, "p <= q", "q → p"), (TPTP, "p <~> q", "p ⊕ q"),
    (TPTP, "p ~| q", "¬(p ∨ q)"), (PROVER9, "-p <- q.", "q → ¬p"),
    (NLTK, "-P(a) & -(Q(a) | P(b))", "¬P(a) ∧ ¬(Q(a) ∨ P(b))"),
    # names
    (UNICODE, "P(COVID-19, 1stPlace, Joe'sPlate, 1920s)", "P(COVID-19, 1stPlace, Joe'sPlate, 1920s)"),
    (UNICODE, 'P("Gone with the Wind", “a b”)', 'P("Gone with the Wind", "a b")'),
    (UNICODE, "Élève(josé)", "Élève(josé)"), (TPTP, "p('Foo bar', X1)", '∀x1 p("Foo bar", x1)'),
    (LATEX, r"P(x_{1}) \land \mathit{Big\_Dog}(a)", "P(x_1) ∧ Big_Dog(a)"),
    # equality, numbers
    (UNICODE, "a = b", "a = b"), (UNICODE, "a ≠ b ∧ ¬a = b", "a ≠ b ∧ a ≠ b"), (UNICODE, "1 < n ≤ 3", "1 < n ∧ n ≤ 3"),
    (UNICODE, "2 * n + 1 ≥ -3", "((2 * n) + 1) ≥ -3"), (UNICODE, "cost(a) - 1.50 > 0", "(cost(a) - 1.5) > 0"),
    (TPTP, "$less($sum(a, 1), 3)", "(a + 1) < 3"),
    # what is not, and other signs
    (RULES, "P($x, True) && Q($y, $x, False) >>> R($x, False)", "∀x ∀y ((P(x) ∧ ¬Q(y, x)) → ¬R(x))"),
    (RULES, "Kind(Bob, False)", "¬Kind(Bob)"), (UNICODE, "P(a) ∧ ⊤", "P(a) ∧ ⊤"),
]  # fmt: skip


@pytest.mark.parametrize(("dialect", "text", "expected"), READ)
def test_reads(dialect: Dialect, text: str, expected: str) -> None:
    formula, diagnostics = parse_formula(text, dialect)
    assert formula is not None, diagnostics
    assert print_formula(formula) == expected
    assert not [d for d in diagnostics if d.level is not Level.WARNING]


@pytest.mark.parametrize(
    ("text", "expected", "code"),
    [
        ("∀x (P(x) → Q(x)))", SAME, "stray-bracket"), ("P(a)).", "P(a)", "stray-bracket"),
        ("Owns(bob, _)", "∃_4 Owns(bob, _4)", "anonymous-variable"),
    ],
)  # fmt: skip
def test_mends_what_has_one_reading_and_says_so(text: str, expected: str, code: str) -> None:
    formula, diagnostics = parse_formula(text)
    assert formula is not None
    assert print_formula(formula) == expected
    assert [(d.code, d.level) for d in diagnostics] == [(code, Level.MENDED)]


@pytest.mark.parametrize("text", ["∀x (P(x) → Q(x)).", "∀x (P(x) → Q(x));", "∀x (P(x) → Q(x)) ."])
def test_what_ends_a_formula_is_none_of_it(text: str) -> None:
    formula, diagnostics = parse_formula(text)
    assert formula is not None
    assert not diagnostics
    assert print_formula(formula) == SAME


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("P(a) Q(b)", "unexpected-token", (5, 6)), ("∀x (P(x) →", "unexpected-end", (10, 11)),
        ("", "empty-formula", None),
        ("((p", "unexpected-end", (3, 4)), ("p))", "unexpected-token", (1, 2)), ("p)) q", "unexpected-token", (1, 2)),
        ("∀x (P(x) → Q(x)", "unexpected-end", (15, 16)), ("¬(P ∧ Q → R", "unexpected-end", (11, 12)),
        ("p ; q;", "unexpected-token", (2, 3)), ("(p.", "unexpected-token", (2, 3)),
        ("(∀x)", "unexpected-token", (3, 4)),
        ("P(a) ∧ ... ∧ P(z)", "unexpected-token", (7, 10)),
        ("Believes(john, P(a) ∧ Q(b))", "formula-as-term", (15, 16)),
        ("Loves(john mary)", "unexpected-token", (11, 15)), ("P(a) § Q(b)", "unexpected-token", (5, 6)),
        ("P(a), Q(a)", "unexpected-token", (4, 5)), ("p :- q, r ∨ s", "unexpected-end", None),
        ("∀x P(-x)", "unexpected-token", (5, 6)),
        ("all person.Likes(person)", "unexpected-token", (4, 16)),
        ("P(a) → Q(a), R(a)", "unexpected-token", (11, 12)), ("P(a) ∨ Q(a), R(a) → S(a)", "unexpected-token", (11, 12)),
        ("Likes(bob, {a, b})", "unexpected-token", (11, 12)), ("∀x (x ∧ P(x))", "term-as-formula", (4, 5)),
        ("∀x (P(x) ∧ x(a))", "term-as-formula", (11, 12)), ("∀x P(x(a))", "unexpected-token", (6, 7)),
        ("a + 1", "term-as-formula", (0, 1)),
        ("3", "term-as-formula", (0, 1)), ("∀ (P(x))", "unexpected-token", (4, 5)),
        ('P("a)', "unexpected-token", (2, 5)),
        ("Is(bob)?", "unexpected-token", (7, 8)), ("P('')", "unexpected-token", (2, 4)),
        ("P(∈)", "unexpected-token", (2, 3)),
        ("p ^ q", "unexpected-token", (2, 3)), ("p ∨ q ⊕ r", "ambiguous-xor", None),
        ("(P · Q) ⊃ R", "term-as-formula", None),
        ("1" * 2000 + " = a", "too-long", (0, 2000)), ("a = -" + "1" * 2000, "too-long", (5, 2005)),
        # words that are no connectives here
        ("P v Q", "unexpected-token", (2, 3)), ("P but not Q", "unexpected-token", (2, 5)),
        ("P if Q", "unexpected-token", (2, 4)), ("neither P nor Q", "unexpected-token", (8, 9)),
        ("either P or Q", "unexpected-token", (0, 6)),
        ("P whenever Q", "unexpected-token", (2, 10)), ("P(a) is false", "unexpected-token", (5, 7)),
        ("if both P and Q then R", "unexpected-token", (8, 9)), ("not every x. P(x)", "unexpected-token", None),
        ("there is no x such that P(x)", "unexpected-token", None),
        ("for all x and y, R(x, y)", "unexpected-token", None),
        # sentences
        ("All dogs bark", "not-a-formula", None), ("some cats purr", "not-a-formula", None),
        # words that leave two readings
        ("P → Q and R → S", "ambiguous-word", None), ("Wet → Cold and Wet", "ambiguous-word", None),
        ("if A(d) then B(d) and if C(d) then D(d)", "ambiguous-word", None), ("P → Q or R", "ambiguous-word", None),
        ("¬P(a) nor Q(a)", "unexpected-token", (6, 9)), ("p nand q", "unexpected-token", (2, 6)),
    ],
)  # fmt: skip
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
        ("p ← q", "q → p"), ("p ← q ← r", "r → (q → p)"), ("p :- q, r", "(q ∧ r) → p"),
        ("p ← q ∧ r", "(q ∧ r) → p"), ("p ~| q", "¬(p ∨ q)"),
        ("p ~| q ∧ r", "¬(p ∨ (q ∧ r))"), ("p ∨ q ~| r", "¬((p ∨ q) ∨ r)"), ("p ~& q", "¬(p ∧ q)"),
        ("p ~& q ∧ r", "¬(p ∧ q) ∧ r"), ("p ∧ q ~& r", "¬((p ∧ q) ∧ r)"), ("p ~& q ~& r", "¬(¬(p ∧ q) ∧ r)"),
        ("1 + 2 * 3 = 7", "(1 + (2 * 3)) = 7"), ("1 - 2 - 3 < 4", "((1 - 2) - 3) < 4"),
        ("f(a) = b ∧ p", "f(a) = b ∧ p"), ("¬a = b ∨ p", "a ≠ b ∨ p"), ("a ∈ s ∧ b ∉ s", "a ∈ s ∧ ¬(b ∈ s)"),
        ("1 ≤ a ≤ 2 → p", "(1 ≤ a ∧ a ≤ 2) → p"), ("∀x ¬P(x) ∧ Q(x)", "∀x (¬P(x) ∧ Q(x))"),
        ("(∀x P(x)) → Q(a)", "(∀x P(x)) → Q(a)"), ("p ∧ ∀x P(x) ∨ Q(x)", "p ∧ (∀x (P(x) ∨ Q(x)))"),
        ("¬∃x P(x) ∧ q", "(¬∃x P(x)) ∧ q"), ("(p ∧ ∃x P(x)) ∨ q", "(p ∧ (∃x P(x))) ∨ q"),
        ("P(_, _)", "∃_2 ∃_4 P(_2, _4)"), ("∀x∈s P(x)", "∀x (x ∈ s → P(x))"),
        ("∃!x ∈ s P(x)", "∃!x (x ∈ s ∧ P(x))"),
        ("-1.5 < a", "-1.5 < a"), ("-p ∧ q", "¬p ∧ q"), ("∀x P(0 - x)", "∀x P(0 - x)"),
        ("∀x, y: R(x,y)", "∀x ∀y R(x, y)"), ("∀x,y, R(x,y)", "∀x ∀y R(x, y)"), ("∀(x, y) R(x,y)", "∀x ∀y R(x, y)"),
        ("Exists(x, P(x))", "∃x P(x)"), ("ForAll((x, y), R(x, y))", "∀x ∀y R(x, y)"),
        ("∀x ∀y. R(x,y)", "∀x ∀y R(x, y)"),
        ("(all x)(P(x))", "∀x P(x)"), ("P(⊤)", 'P("True")'), ("P((a))", "P(a)"), ("P((Q(a)))", "P(Q(a))"),
        ("P(true) ∧ true", 'P("True") ∧ ⊤'), ("a = b = c", "a = b ∧ b = c"), ("$true", "⊤"),
        ("∀x_1 P(x_1)", "∀x_1 P(x_1)"),
        ("∀person: P(person)", "∀person P(person)"), ("∀ person P(person)", "∀person P(person)"),
        ("p ~& q ~| r", "¬(¬(p ∧ q) ∨ r)"),
        ("P and Q implies R", "(P ∧ Q) → R"), ("P → (Q or R)", "P → (Q ∨ R)"),
        ("if P and Q then R", "(P ∧ Q) → R"), ("(P → Q) and (Q → R)", "(P → Q) ∧ (Q → R)"),
        ("not P or (Q and R)", "¬P ∨ (Q ∧ R)"), ("P unless Q", "¬Q → P"),
        ("P only if Q", "P → Q"),
        ("a · b = c", "(a * b) = c"), ("P(a · b)", "P(a * b)"), ("P(but, both)", "P(but, both)"),
        ("holds → whenever", "holds → whenever"), ("both(a) and every", "both(a) ∧ every"),
        ("-(n = 3)", "n ≠ 3"), ("-(n < 3)", "¬(n < 3)"), ("0 - n < 3", "(0 - n) < 3"), ("-2 < n", "-2 < n"),
    ],
)  # fmt: skip
def test_what_belongs_together(text: str, expected: str) -> None:
    formula, diagnostics = parse_formula(text)
    assert formula is not None, diagnostics
    assert print_formula(formula) == expected
    assert {d.code for d in diagnostics} <= {"anonymous-variable", "free-variable"}


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
        "(" * 10_000 + "p" + ")" * 10_000, "¬" * 10_000 + "p", "∀x " * 10_000 + "P(x)", "p → " * 10_000 + "p",
        "p ⊕ " * 10_000 + "p", "P(" + "f(" * 10_000 + "a" + ")" * 10_001, "P(" + "a + " * 10_000 + "a) ",
        "∀" + ",".join(["x"] * 10_000) + " P(x)", "-" * 10_000 + "P(a)", "p ~& " * 1000 + "p", "p ~| " * 1000 + "p",
        "P(" + ",".join(f"x{i}" for i in range(1000)) + ")",
    ],
    ids=lambda text: text[:6],
)  # fmt: skip
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
        assert codes == ["unexpected-token" if "," in text else "too-long"]


def test_long_chains_are_not_deep() -> None:
    formula, diagnostics = parse_formula(" ∧ ".join(f"P(a{i})" for i in range(10_000)))
    assert formula is not None
    assert not diagnostics


def test_deep_scripts_are_refused() -> None:
    many = " ".join(f"(x{i} U)" for i in range(90))
    for text in ("(not " * 10_000 + "p" + ")" * 10_000, f"(forall ({many}) " * 9 + "p" + ")" * 9):
        reading = read_program(f"(declare-sort U 0)(declare-const p Bool)(assert {text})")
        assert {d.code for d in reading.diagnostics if d.level is Level.ERROR} <= {"too-deep", "invalid-program"}
        assert reading.first is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("∀x (P(x) → Q(x))", "unicode"), ("all x. (P(x) -> Q(x))", "nltk"), ("-P(a) & Q(b)", "nltk"),
        ("fof(a, axiom, ![X]: p(X)).", "tptp"), ("all x (P(x) -> Q(x)).", "nltk"), (r"\forall x P(x)", "latex"),
        ("P($x, True) >>> Q($x, True)", "rules"), ("Kind(Bob, True)", "rules"), ("P(a)", "unicode"),
    ],
)  # fmt: skip
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
        ("(assert (not true false))", "undeclared-symbol"),
        ("(define-fun-rec f ((x Int)) Int (f x))", "unsupported-command"),
        ("(assert |p)", "unexpected-token"),
        ("(declare-fun p (Int) Bool)(assert (p (and true false)))", "sort-clash"),
        ("(assert p", "missing-bracket"),
    ],
)  # fmt: skip
def test_says_what_is_wrong_in_smtlib(text: str, code: str) -> None:
    _, diagnostics = parse_script(text)
    assert [d.code for d in diagnostics] == [code]


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


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        # textbooks' atoms
        (["∀x ∃y (Kxy)", "∃y ∀x (Kxy)"], "textbook-atom"), (["(∀x)(Hx ⊃ Mx)", "Hs", "Ms"], "textbook-atom"),
        (["∀xHx", "∃xHx & Lab"], "textbook-atom"), (["∀x (Hx → Mortal(x))", "Ha", "Mortal(a)"], "textbook-atom"),
        (["∀x∀y (xRy → yRx)", "aRb", "bRa"], "textbook-atom"), (["∃x Lxy ∧ P(a)", "P(a)"], "textbook-atom"),
        (["∀x (Likes(x) → Max)", "Likes(ann)", "Max"], "textbook-atom"),
        # a word before a formula is no conjunct
        (["Usually, ∀x (Bird(x) → Flies(x))", "Flies(tweety)"], "unexpected-token"),
        (["Bird(tweety)", "Clearly, Bird(tweety)"], "unexpected-token"),
        (["Rain, Wet(street)", "Rain → Cold", "Cold"], "unexpected-token"),
        # a dash before a comparison could deny it; and what calculates is no gloss
        (["n > 1", "-m < 4"], "unclear-minus"), (["n > 1", "-m = 3"], "unclear-minus"),
        (["n > 1", "-n - m ≥ 4"], "unclear-minus"), (["n > 1", "-age(tom) ≠ 3"], "unclear-minus"),
        (["n > 1", "-(n + m) > 3"], "unclear-minus"), (["n > 1", "n // 2 = 3"], "unexpected-token"),
        (["n > 1", "n % 2 = 1"], "unexpected-token"),
    ],
    ids=lambda lines: lines[0] if isinstance(lines, list) else None,
)  # fmt: skip
def test_a_program_is_refused(lines: list[str], code: str) -> None:
    assert {d.code for d in program(*lines).diagnostics if d.level is Level.ERROR} == {code}


@pytest.mark.parametrize(
    "lines",
    [
        ["∀x (Dog(x) → Loves(x, Max))", "Dog(a)", "Loves(a, Max)"],
        ["Ox → Max", "Ox", "Max"],
        ["∀xAgent (Happy(xAgent))", "Happy(a)"],
        ["∀x∃yR(x,y)", "∃yR(a,y)"],  # a variable right behind its sign
    ],
)
def test_other_short_names_stay(lines: list[str]) -> None:
    reading = program(*lines)
    assert reading.program is not None
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


def test_a_declared_constant_is_no_variable_whatever_its_letter() -> None:
    text = "Sorts:\nColor = {red, green}\nx: Color\nPremises:\nx = red → P(a)\nConclusion:\nP(a)\n"
    assert prove(text).verdict is Verdict.UNKNOWN
