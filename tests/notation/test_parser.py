"""What the parser reads, in every dialect, and what it says of what it can't read."""

from __future__ import annotations

import pytest

from sorites.solvers import Level, read_program
from sorites.solvers.notation.closing import parse_formula
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.signs import DIALECTS, NLTK, UNICODE, detect

from ..outlines import codes, errors, read, said, table, text


def reads(written: str, expected: str, dialect: str = "unicode") -> None:
    """Test what a formula is read as, without an error and without a mend."""
    formula, told = parse_formula(written, DIALECTS[dialect])
    assert formula is not None, told
    assert print_formula(formula) == expected
    assert {d.code for d in told} <= {"anonymous-variable", "free-variable", "vacuous-quantifier"}


@table(r"""
text  expected
# quantifiers
∀x P(x) → Q(x)  ∀x (P(x) → Q(x))    forall x, P(x) ==> Q(x)  ∀x (P(x) → Q(x))    (∀x)(P(x) ⇒ Q(x))  ∀x (P(x) → Q(x))
∀x: [P(x) ⊃ Q(x)]  ∀x (P(x) → Q(x))    ForAll([x], P(x) -> Q(x))  ∀x (P(x) → Q(x))    (all x)(P(x))  ∀x P(x)
∀x,y R(x,y)  ∀x ∀y R(x, y)    ∀x∀y(R(x,y))  ∀x ∀y R(x, y)    forall x y, R(x,y)  ∀x ∀y R(x, y)
∀x, y: R(x,y)  ∀x ∀y R(x, y)    ∀x,y, R(x,y)  ∀x ∀y R(x, y)    ∀(x, y) R(x,y)  ∀x ∀y R(x, y)
ForAll((x, y), R(x, y))  ∀x ∀y R(x, y)    ∀x ∀y. R(x,y)  ∀x ∀y R(x, y)    Exists(x, P(x))  ∃x P(x)
∀x_1 P(x_1)  ∀x_1 P(x_1)    ∀person: P(person)  ∀person P(person)    ∃!x (P(x))  ∃!x P(x)    ∄x P(x)  ¬∃x P(x)
∀x ∈ S (P(x))  ∀x (x ∈ S → P(x))    ∃x∈S: P(x)  ∃x (x ∈ S ∧ P(x))    ∃!x ∈ s P(x)  ∃!x (x ∈ s ∧ P(x))
∀x ¬P(x) ∧ Q(x)  ∀x (¬P(x) ∧ Q(x))    (∀x P(x)) → Q(a)  (∀x P(x)) → Q(a)    ¬∃x P(x) ∧ q  (¬∃x P(x)) ∧ q
p ∧ ∀x P(x) ∨ Q(x)  p ∧ (∀x (P(x) ∨ Q(x)))    (p ∧ ∃x P(x)) ∨ q  (p ∧ (∃x P(x))) ∨ q    P(_, _)  ∃_2 ∃_4 P(_2, _4)
P(x) ∧ R(y, x) → Q(y)  ∀x ∀y ((P(x) ∧ R(y, x)) → Q(y))
# connectives
p & q | r -> s <-> t  (((p ∧ q) ∨ r) → s) ↔ t    not p and q or r implies s iff t  (((¬p ∧ q) ∨ r) → s) ↔ t
p -> q -> r  p → (q → r)    p && q || !r  (p ∧ q) ∨ ¬r    (p ⊕ q) xor r  (p ⊕ q) ⊕ r    ~(p \/ q) /\ r  ¬(p ∨ q) ∧ r
p ← q  q → p    p ← q ← r  r → (q → p)    p :- q, r  (q ∧ r) → p    p ← q ∧ r  (q ∧ r) → p    -p ∧ q  ¬p ∧ q
p ~| q ∧ r  ¬(p ∨ (q ∧ r))    p ∨ q ~| r  ¬((p ∨ q) ∨ r)    p ~& q  ¬(p ∧ q)    p ~& q ∧ r  ¬(p ∧ q) ∧ r
p ∧ q ~& r  ¬((p ∧ q) ∧ r)    p ~& q ~| r  ¬(¬(p ∧ q) ∨ r)    -(n = 3)  n ≠ 3
P → (Q or R)  P → (Q ∨ R)    if P and Q then R  (P ∧ Q) → R    P unless Q  ¬Q → P    P only if Q  P → Q
(P → Q) and (Q → R)  (P → Q) ∧ (Q → R)    not P or (Q and R)  ¬P ∨ (Q ∧ R)    P(a) ∧ ⊤  P(a) ∧ ⊤    $true  ⊤
# terms, comparisons, names
1 < n ≤ 3  1 < n ∧ n ≤ 3    1 ≤ a ≤ 2 → p  (1 ≤ a ∧ a ≤ 2) → p    a = b = c  a = b ∧ b = c    -(n < 3)  ¬(n < 3)
2 * n + 1 ≥ -3  ((2 * n) + 1) ≥ -3    1 + 2 * 3 = 7  (1 + (2 * 3)) = 7    1 - 2 - 3 < 4  ((1 - 2) - 3) < 4
cost(a) - 1.50 > 0  (cost(a) - 1.5) > 0    -1.5 < a  -1.5 < a    0 - n < 3  (0 - n) < 3    ∀x P(0 - x)  ∀x P(0 - x)
f(a) = b ∧ p  f(a) = b ∧ p    a ≠ b ∧ ¬a = b  a ≠ b ∧ a ≠ b    a ∈ s ∧ b ∉ s  a ∈ s ∧ ¬(b ∈ s)    P(a · b)  P(a * b)
P(COVID-19, 1stPlace, Joe'sPlate, 1920s)  P(COVID-19, 1stPlace, Joe'sPlate, 1920s)    Élève(josé)  Élève(josé)
P("Gone with the Wind", “a b”)  P("Gone with the Wind", "a b")    P((a))  P(a)    P((Q(a)))  P(Q(a))
P(true) ∧ true  P("True") ∧ ⊤    P(but, both)  P(but, both)    both(a) and every  both(a) ∧ every
# what ends a formula is none of it
∀x (P(x) → Q(x)).  ∀x (P(x) → Q(x))    ∀x (P(x) → Q(x));  ∀x (P(x) → Q(x))    P(a) .  P(a)
""")
def test_reads(text: str, expected: str) -> None:
    reads(text, expected)


@table(r"""
dialect  text  expected
nltk  all x.(P(x) -> Q(x))  ∀x (P(x) → Q(x))    prover9  all x (P(x) -> Q(x)).  ∀x (P(x) → Q(x))
nltk  all x. P(x) & exists y. Q(y)  (∀x P(x)) ∧ (∃y Q(y))    nltk  -P(a) & -(Q(a) | P(b))  ¬P(a) ∧ ¬(Q(a) ∨ P(b))
nltk  all person. Likes(person, bob)  ∀person Likes(person, bob)    prover9  P(x) -> Q(x).  ∀x (P(x) → Q(x))
prover9  -p <- q.  q → ¬p    prover9  P(x, y)  ∀x ∀y P(x, y)    tptp  ![X]: ('P'(X) => 'Q'(X))  ∀x (P(x) → Q(x))
tptp  p <= q  q → p    tptp  p <~> q  p ⊕ q    tptp  p ~| q  ¬(p ∨ q)    tptp  p('Foo bar', X1)  ∀x1 p("Foo bar", x1)
tptp  p(X, Y) & q(a)  ∀x ∀y (p(x, y) ∧ q(a))    tptp  $less($sum(a, 1), 3)  (a + 1) < 3
tptp  $greatereq($product(a, 2), $difference(b, 1))  (a * 2) ≥ (b - 1)
tptp  $greater(a, 1) & $lesseq(a, 3)  a > 1 ∧ a ≤ 3
latex  \forall x \left( P(x) \rightarrow Q(x) \right)  ∀x (P(x) → Q(x))
latex  \forall x\, (\text{P}(x) \to \mathrm{Q}(x))  ∀x (P(x) → Q(x))
latex  P(x_{1}) \land \mathit{Big\_Dog}(a)  P(x_1) ∧ Big_Dog(a)
rules  P($x, True) && Q($y, $x, False) >>> R($x, False)  ∀x ∀y ((P(x) ∧ ¬Q(y, x)) → ¬R(x))
rules  Kind(Bob, False)  ¬Kind(Bob)    rules  P($x, $y)  ∀x ∀y P(x, y)
# a quantifier without a bracket reaches over one formula
nltk  all x P(x) -> Q(a)  (∀x P(x)) → Q(a)    prover9  all x P(x) -> Q(a)  (∀x P(x)) → Q(a)
nltk  all x -P(x) & Q(a)  (∀x ¬P(x)) ∧ Q(a)    prover9  -(exists x P(x)) | Q(a)  (¬∃x P(x)) ∨ Q(a)
prover9  all x (P(x) -> Q(x)) & Q(a)  (∀x (P(x) → Q(x))) ∧ Q(a)
nltk  all x exists y R(x, y) -> Q(a)  (∀x ∃y R(x, y)) → Q(a)
""")
def test_reads_a_dialect(dialect: str, text: str, expected: str) -> None:
    reads(text, expected, dialect)


@table("""
dialect  text  expected  told
unicode  ∀x (P(x) → Q(x)))  ∀x (P(x) → Q(x))  stray-bracket mended    unicode  P(a)).  P(a)  stray-bracket mended
unicode  Owns(bob, _)  ∃_4 Owns(bob, _4)  anonymous-variable mended
unicode  P(x) → Q(x)  ∀x (P(x) → Q(x))  free-variable warning    rules  P(x, True)  P("x")  constant-letter warning
unicode  ∀x (Wet ∧ ∃x P(x))  ∀x (Wet ∧ (∃x P(x)))  vacuous-quantifier warning
unicode  (∀y)(∃x)P(x)  ∀y ∃x P(x)  vacuous-quantifier warning
""")
def test_what_is_read_and_said(dialect: str, text: str, expected: str, told: str) -> None:
    formula, found = parse_formula(text, DIALECTS[dialect])
    assert formula is not None
    assert print_formula(formula) == expected
    assert [f"{d.code} {d.level}" for d in found] == [told]


def test_each_quantifier_that_binds_nothing_is_said_at_its_place() -> None:
    told = parse_formula("∀x (Rain → ∃y Wet)")[1]
    assert [(d.code, d.span.start) for d in told if d.span] == [("vacuous-quantifier", 11), ("vacuous-quantifier", 0)]
    assert not parse_formula("∀x (Q(x) ∧ ∃x P(x))")[1]


@table("""
text  code  place
P(a) Q(b)  unexpected-token  5:6    ∀x (P(x) →  unexpected-end  10:11    ((p  unexpected-end  3:4
p))  unexpected-token  1:2    p)) q  unexpected-token  1:2    ∀x (P(x) → Q(x)  unexpected-end  15:16
p ; q;  unexpected-token  2:3    (p.  unexpected-token  2:3    (∀x)  unexpected-token  3:4
P(a) ∧ ... ∧ P(z)  unexpected-token  7:10    Believes(john, P(a) ∧ Q(b))  formula-as-term  15:16
Loves(john mary)  unexpected-token  11:15    P(a) § Q(b)  unexpected-token  5:6    P(a), Q(a)  unexpected-token  4:5
p :- q, r ∨ s  unexpected-end  ""    ∀x P(-x)  unexpected-token  5:6    P(∈)  unexpected-token  2:3
all person.Likes(person)  unexpected-token  4:16    P(a) → Q(a), R(a)  unexpected-token  11:12
P(a) ∨ Q(a), R(a) → S(a)  unexpected-token  11:12    Likes(bob, {a, b})  unexpected-token  11:12
∀x (x ∧ P(x))  term-as-formula  4:5    ∀x (P(x) ∧ x(a))  term-as-formula  11:12    ∀x P(x(a))  unexpected-token  6:7
a + 1  term-as-formula  0:1    3  term-as-formula  0:1    ∀ (P(x))  unexpected-token  4:5
P("a)  unexpected-token  2:5    Is(bob)?  unexpected-token  7:8    P('')  unexpected-token  2:4
p ^ q  unexpected-token  2:3    p ∨ q ⊕ r  ambiguous-xor  ""    (P · Q) ⊃ R  term-as-formula  ""
""  empty-formula  ""
# words that are no connectives here, sentences, and words that leave two readings
P v Q  unexpected-token  2:3    P but not Q  unexpected-token  2:5    neither P nor Q  unexpected-token  8:9
P(a) is false  unexpected-token  5:7    if both P and Q then R  unexpected-token  8:9    p nand q  unexpected-token  2:6
not every x. P(x)  unexpected-token  ""    for all x and y, R(x, y)  unexpected-token  ""
All dogs bark  not-a-formula  ""    some cats purr  not-a-formula  ""    P → Q and R → S  ambiguous-word  ""
Wet → Cold and Wet  ambiguous-word  ""    if A(d) then B(d) and if C(d) then D(d)  ambiguous-word  ""
P → Q or R  ambiguous-word  ""    ¬P(a) nor Q(a)  unexpected-token  6:9
""")
def test_says_what_is_wrong_and_where(text: str, code: str, place: str) -> None:
    formula, told = parse_formula(text)
    assert formula is None
    error = next(d for d in told if d.level is Level.ERROR)
    assert error.code == code
    assert error.span is not None or not text
    assert not place or (error.span and f"{error.span.start}:{error.span.end}") == place
    assert error.message
    assert "^" in error.show(text)


def test_numerals_are_exact_and_bounded() -> None:
    reads("n = -1.00000000000000000000000000000000000001", "n = -1.00000000000000000000000000000000000001")
    for written, start in (("1" * 2000 + " = a", 0), ("a = -" + "1" * 2000, 5)):
        [told] = parse_formula(written)[1]
        assert (told.code, told.span and told.span.start) == ("too-long", start)


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
    if {first, second} in ({"⊕"}, {"⊕", "∨"}, {"↔"}):  # each has two readings
        code = "ambiguous-chain" if first == "↔" else "ambiguous-xor"
        assert [d.code for d in parse_formula(f"p {first} q {second} r")[1]] == [code]
        return
    reads(f"p {first} q {second} r", meant)
    denied = meant.replace("p", "¬p").replace("q", "¬q").replace("r", "¬r")
    reads(f"¬p {first} ¬q {second} ¬r", denied)


DEEP = [
    "(" * 10_000 + "p" + ")" * 10_000, "¬" * 10_000 + "p", "∀x " * 10_000 + "P(x)", "p → " * 10_000 + "p",
    "P(" + "f(" * 10_000 + "a" + ")" * 10_001, "P(" + "a + " * 10_000 + "a) ", "-" * 10_000 + "P(a)",
    "∀" + ",".join(["x"] * 10_000) + " P(x)",
    "".join(f"∃!v{i} " for i in range(40)) + "P(a)",
]  # fmt: skip


@pytest.mark.parametrize("written", DEEP, ids=lambda text: text[:6])
def test_depth_is_bounded(written: str) -> None:
    for dialect in (UNICODE, NLTK):
        formula, told = parse_formula(written, dialect)
        assert formula is None
        assert told[-1].code == ("too-long" if "!" in written else "too-deep")


def test_what_is_long_and_not_deep_is_read() -> None:
    assert print_formula(read(" ∧ ".join(f"P(a{i})" for i in range(10_000)))).count("∧") == 9999
    read("∃!a ∃!b ∃!c R(a, b, c)")


def test_deep_scripts_are_refused() -> None:
    many = " ".join(f"(x{i} U)" for i in range(90))
    for written in ("(not " * 10_000 + "p" + ")" * 10_000, f"(forall ({many}) " * 9 + "p" + ")" * 9):
        reading = read_program(f"(declare-sort U 0)(declare-const p Bool)(assert {written})")
        assert {d.code for d in reading.diagnostics if d.level is Level.ERROR} <= {"too-deep", "invalid-program"}
        assert reading.first is None


@table(r"""
text  name
∀x (P(x) → Q(x))  unicode    all x. (P(x) -> Q(x))  nltk    -P(a) & Q(b)  nltk    all x (P(x) -> Q(x)).  nltk
fof(a, axiom, ![X]: p(X)).  tptp    \forall x P(x)  latex    P($x, True) >>> Q($x, True)  rules
Kind(Bob, True)  rules    P(a)  unicode
""")
def test_tells_dialects_apart(text: str, name: str) -> None:
    assert detect(text) is DIALECTS[name]


@table("""
premises  goal  code
# textbooks' atoms
∀x ∃y (Kxy)  ∃y ∀x (Kxy)  textbook-atom    (∀x)(Hx ⊃ Mx)⏎Hs  Ms  textbook-atom    ∀xHx  ∃xHx & Lab  textbook-atom
∀x (Hx → Mortal(x))⏎Ha  Mortal(a)  textbook-atom    ∀x∀y (xRy → yRx)⏎aRb  bRa  textbook-atom
∃x Lxy ∧ P(a)  P(a)  textbook-atom    ∀x (Likes(x) → Max)⏎Likes(ann)  Max  textbook-atom
# a word before a formula is no conjunct
Usually, ∀x (Bird(x) → Flies(x))  Flies(tweety)  unexpected-token
Bird(tweety)  Clearly, Bird(tweety)  unexpected-token    Rain, Wet(street)⏎Rain → Cold  Cold  unexpected-token
# a dash before a comparison could deny it; and what calculates is no gloss
n > 1  -m < 4  unclear-minus    n > 1  -m = 3  unclear-minus    n > 1  -age(tom) ≠ 3  unclear-minus
n > 1  -n - m ≥ 4  unclear-minus    n > 1  -(n + m) > 3  unclear-minus    n > 1  n // 2 = 3  unexpected-token
n > 1  n % 2 = 1  unexpected-token
""")
def test_a_program_is_refused(premises: str, goal: str, code: str) -> None:
    assert set(errors(text(premises, goal))) == {code}


@table("""
premises  goal
∀x (Dog(x) → Loves(x, Max))⏎Dog(a)  Loves(a, Max)    Ox → Max⏎Ox  Max    ∀x∃yR(x,y)  ∃yR(a,y)
∀xAgent (Happy(xAgent))  Happy(a)
""")
def test_other_short_names_stay(premises: str, goal: str) -> None:
    assert read_program(text(premises, goal)).program is not None
    assert not codes(text(premises, goal))


def test_a_declared_constant_is_no_variable_whatever_its_letter() -> None:
    written = "Sorts:\nColor = {red, green}\nx: Color\nPremises:\nx = red → P(a)\nConclusion:\nP(a)\n"
    assert said(written) == "unknown"
