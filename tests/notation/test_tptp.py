"""Problem files of TPTP: read as the standard says, refused by name, and the same verdict as E."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from sorites.solvers import Diagnostic, Level, Outcome, Verdict, read_program
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.registry import engine
from sorites.solvers.szs import szs_status

from ..command import sorites
from ..differential import Tptp, compared, eprover
from ..outlines import fault, program, table
from ..outlines import said as verdict

GOAL = "fof(goal, conjecture, t).\n"


def axiom(formula: str, language: str = "fof") -> str:
    """Return a file that states a formula."""
    return f"{language}(a1, axiom, {formula}).\n{GOAL}"


def said(text: str) -> list[str]:
    """Return level and code of what is said of a file's formulas, every one with a place."""
    found = [d for d in read_program(text).diagnostics if d.code != "goal-disconnected"]
    assert all(d.span is not None for d in found if not d.code.startswith(("arity-", "predicate-"))), found
    return [f"{d.level} {d.code}" for d in found]


def premises(text: str) -> list[str]:
    """Return the premises of a file as text."""
    return [print_formula(p.formula) for p in program(text).premises]


@table("""
annotations
""  , file('zoo.p', a1)  , inference(cut, [status(thm)], [b1, inference(x, [], [])])  , lemma  , unknown, [me, 'x, y']
, introduced(definition, [new_symbols(naming, [p])])  , [a, b]
""")
def test_annotations_are_no_part_of_the_formula(annotations: str) -> None:
    text = f"fof(a1, axiom, cat(tom){annotations}).\nfof(g, conjecture, cat(tom){annotations}).\n"
    assert (premises(text), said(text), verdict(text)) == (["cat(tom)"], [], "entailed")


@pytest.mark.parametrize("role", "axiom hypothesis definition assumption lemma theorem corollary plain".split())
def test_roles_of_premises(role: str) -> None:
    assert premises(f"fof(a1, {role}, p).\n{GOAL}") == ["p"]


@table("""
formula  read
! [X, Y] : ? [Z] : r(X, Y, Z)  ∀x ∀y ∃z r(x, y, z)    ! [X] : ~ p(X) & q(a)  (∀x ¬p(x)) ∧ q(a)    p <= q  q → p
p <~> ~ q  p ⊕ ¬q    p ~| q  ¬(p ∨ q)    p ~& q  ¬(p ∧ q)    ~ a = b  a ≠ b    p & (q & r)  p ∧ (q ∧ r)
$true | $false  ⊤ ∨ ⊥    'The cat'('Tom', 'a')  "The cat"(Tom, a)    all(exists) & or  "all"("exists") ∧ "or"
p(1.50) & p(-3) & p(+2)  p(1.5) ∧ p(-3) ∧ p(2)
""")
def test_formulas(formula: str, read: str) -> None:
    assert (premises(axiom(formula)), said(axiom(formula))) == ([read], [])


@table("""
formula  code
p & q | r  ambiguous-operators    p => q => r  ambiguous-operators    p <=> q <=> r  ambiguous-operators
p => q & r  ambiguous-operators    ! [X] : (p(X) & q(X) | r)  ambiguous-operators    p q  unexpected-token
p &  unexpected-token    p(_)  unexpected-token    a < b  unexpected-token    a + b = c  unexpected-token
! [x] : p(x)  unexpected-token    ! [X: $int] : p(X)  unexpected-token    Cat(tom)  variable-applied
$ite(p, q, r)  unsupported    $distinct(a, b)  unsupported    $let(a: $i, a := b, p(a))  unexpected-token
p($to_int(1.5))  unsupported    p(q & r)  formula-as-term    p(1/4)  unsupported    p(2.5E1)  unsupported
! [X] : X  term-as-formula    3  term-as-formula    "Tom"  unsupported    ''  unsupported    cat(Tom)  free-variable
X = Y  free-variable    ~(p(a) & q(a)  unexpected-token    (p & q))  unexpected-token    p && ¬q  unexpected-token
! [X] : cat(X) => soft(X)  free-variable    cat(tom), dog(rex)  ambiguous-comma    likes(ann, "Bob")  unsupported
""")
def test_what_is_no_formula(formula: str, code: str) -> None:
    assert said(axiom(formula)) == [f"error {code}"]


CLAUSES = "cnf(a1, axiom, ~cat(X) | soft(X)).\ncnf(a2, axiom, cat(tom)).\ncnf(n, negated_conjecture, ~soft(tom)).\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        *((f"fof(a1, {role}, p).\n{GOAL}", "error unknown-role") for role in ("unknown", "premise", "answer")),
        *((axiom(formula, "cnf"), "error unexpected-token") for formula in ("p & q", "p => q", "! [X] : p(X)")),
        *((f"fof(a, axiom, p).\nfof(g, conjecture, {cut}", "error cut-off")
          for cut in ("soft(to", "soft(tom)", "soft(tom) &", "", "! [X] : (soft(X)")),
        ("fof(a, axiom, p).\nfof(g, conj", "error cut-off"), ("fof(a1, axiom, p).\n", "warning no-goal"),
        ("fof(a, axiom, cat(tom))\nfof(g, conjecture, cat(tom)).\n", "error unexpected-token"),
        (f"{GOAL}fof(h, conjecture, s).\n", "warning several-goals"), (axiom("cat(X)", "cnf"), ""), (CLAUSES, ""),
        ("fof(a1, axiom, p).\nfof(g, conjecture, p).\nfof(n, negated_conjecture, ~p).\n", "error two-goals"),
        *((axiom(start * 300 + "p" + end * 300), "error too-deep") for start, end in ("~ ", "()")),
    ],
)  # fmt: skip
def test_what_is_said_of_a_file(text: str, found: str) -> None:
    assert said(text) == ([found] if found else [])


def test_hints_show_what_to_write() -> None:
    assert "(wet => cold) => …, or … (cold => dark)" in fault(axiom("wet => cold => dark")).hint
    assert "apple != pear" in fault(axiom('likes(ann, "Bob")')).hint
    assert "write the axioms that it includes into it" in fault(f"include('zoo.ax').\n{GOAL}").hint
    assert premises(axiom("cat(X) | ~ soft(X)", "cnf")) == ["∀x (cat(x) ∨ ¬soft(x))"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (CLAUSES, "entailed"), ("fof(a, axiom, p('5')).\nfof(g, conjecture, p(5)).", "unknown"),
        ("fof(a, axiom, p('5')).\nfof(g, conjecture, p('5')).", "entailed"),
        ("tff(t, type, '5': $i).\ntff(p, type, p: $i > $o).\ntff(a, axiom, p('5')).", "refuted"),
        ("fof(a, axiom, '5' = '6').", "refuted"),
    ],
)  # fmt: skip
def test_digits_in_quotes_are_a_name(text: str, expected: str) -> None:
    assert verdict(text) == expected


def test_comments_and_quotes() -> None:
    text = (
        "% fof(z, axiom, $false).\n/* fof(z, axiom,\n$false). */ fof('a. b', axiom, 'x). y'(tom)). "
        "fof(c, axiom, 'p). q' = a).% ).\nfof(g, conjecture, 'x). y'(tom))."
    )
    assert verdict(text) == "entailed"
    assert [p.gloss for p in program(text).premises] == ["a. b", "c"]


def test_every_fault_is_told_and_nothing_is_lost() -> None:
    text = "nonsense.\nfof(a, axiom, p &).\nthf(b, axiom, p).\nfof(c, axiom, q q).\ncnf(d, axiom, Cat(x)).\n" + GOAL
    assert [one.removeprefix("error ") for one in said(text) if one.startswith("error")] == [
        "unexpected-token", "unexpected-token", "unsupported", "unexpected-token", "variable-applied",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("verdict", "open_", "conjecture", "axioms"),
    [
        (Verdict.INCONSISTENT, False, "ContradictoryAxioms", "Unsatisfiable"),
        (Verdict.ENTAILED, False, "Theorem", "Unsatisfiable"),
        (Verdict.REFUTED, False, "CounterSatisfiable", "Satisfiable"),
        (Verdict.REFUTED, True, "CounterTheorem", "GaveUp"),
        (Verdict.UNKNOWN, False, "CounterSatisfiable", "Satisfiable"),
        (Verdict.UNDECIDED, False, "GaveUp", "GaveUp"),
    ],
)
def test_every_verdict_has_a_status(verdict: Verdict, open_: bool, conjecture: str, axioms: str) -> None:
    notes = (Diagnostic("note", Level.WARNING, ""), *([Diagnostic("consistency-open", Level.WARNING, "")] * open_))
    outcome = Outcome(verdict, "one", 5.0, None, notes)
    asked, plain = read_program("fof(a, axiom, p). fof(g, conjecture, p)."), read_program("fof(a, axiom, p).")
    assert (szs_status(asked, outcome), szs_status(plain, outcome)) == (conjecture, axioms)
    late = szs_status(asked, replace(outcome, seconds=9.0))
    assert late == ("Timeout" if verdict is Verdict.UNDECIDED else conjecture)
    refused = replace(asked, first=None, diagnostics=(Diagnostic("no-goal", Level.ERROR, ""), *notes))
    assert szs_status(refused, None) == "InputError"


@table("""
text  status  code
fof(a, axiom, p). fof(g, conjecture, p).  Theorem  0    fof(a, axiom, ~p). fof(g, conjecture, p).  CounterSatisfiable  0
fof(a, axiom, q & ~q). fof(g, conjecture, p).  ContradictoryAxioms  1    fof(a, axiom, q & ~q).  Unsatisfiable  1
fof(a, axiom, q).  Satisfiable  0    cnf(a, axiom, q). cnf(g, negated_conjecture, ~q).  Unsatisfiable  0
cnf(a, axiom, q). cnf(g, negated_conjecture, q).  Satisfiable  0    fof(a, axiom, q & ).  SyntaxError  2
fof(a, axiom, q). include('none.ax').  InputError  2    fof(a, axiom, $ite(p, q, r)).  InputError  2
""")
def test_status_in_the_words_of_szs(tmp_path: Path, text: str, status: str, code: str) -> None:
    file = tmp_path / "zoo.p"
    file.write_text(text)
    ended = sorites("prove", file, "--szs")
    assert ended.stdout.splitlines()[0] == f"% SZS status {status} for {file}"
    assert ended.returncode == int(code)


@pytest.mark.skipif(not engine("eprover").installed, reason="E is not installed")
@pytest.mark.parametrize("part", range(4))
def test_the_real_program_gives_the_same_verdict(part: int) -> None:
    compared(part, lambda seed: Tptp(random.Random(seed)).file(), eprover)


PEOPLE = """tff(person, type, person: $tType). tff(town, type, town: $tType). tff(ann, type, ann: person).
tff(rome, type, (rome: town)). tff(home, type, home: person > town). tff(likes, type, likes: (person * town) > $o).
"""


@table("""
stated  asked  expected
! [X: person] : likes(X, home(X))  ? [Y: town] : likes(ann, Y)  entailed
! [X: person, Y: person] : X = Y  ! [X: town, Y: town] : X = Y  unknown
! [X: town] : X = rome  home(ann) = rome  entailed    ! [X: $int] : ($less(X, 3) => small(X))  small(2)  entailed
? [X: $int] : $product(2, X) = n  $remainder_e(n, 2) = 0  entailed
! [X: $int] : ~ ($less(0, X) & $less(X, 1))  ! [X: $int] : ($less(0, X) => $lesseq(1, X))  entailed
$sum(r, r) = 3.0  $less(1.0, r)  entailed    $difference(n, $uminus(1)) = 3  n = 2  entailed
$to_real(1) = 1.0  $quotient(1, 2) = 0.5  entailed
""")
def test_types(stated: str, asked: str, expected: str) -> None:
    text = f"{PEOPLE}tff(small, type, small: $int > $o).\ntff(n, type, n: $int).\ntff(r, type, r: $real).\n"
    assert verdict(f"{text}tff(a, axiom, {stated}).\ntff(g, conjecture, {asked}).\n") == expected


@table("""
line  code
tff(f, type, f: ($int * $o) > $int).  unsupported    tff(f, type, f: $int > $int > $int).  unexpected-token
tff(f, type, list: ($tType * $tType) > $tType).  unsupported    tff(a, axiom, ! [P: $o] : q).  unsupported
tff(a, axiom, ! [X: $tType] : q).  unsupported    tff(a, axiom, p($floor(2.5))).  unsupported
tff(f, type, f > $int).  unexpected-token    fof(f, type, f: $int).  unknown-role
tff(a, axiom, likes(rome, rome)).  sort-clash    tff(a, axiom, ann = rome).  sort-clash
tff(a, axiom, $less(ann, 3)).  sort-clash
""")
def test_types_that_are_refused(line: str, code: str) -> None:
    assert fault(f"{PEOPLE}{line}\n{GOAL}").code == code
