"""Problem files of TPTP: read as the standard says, refused by name, and the same verdict as E."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from sorites.solvers import Diagnostic, Level, Outcome, Verdict, prove, read_program
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.registry import engine
from sorites.solvers.szs import szs_status

from .command import sorites
from .differential import COUNT, Tptp, eprover, ours

GOAL = "fof(goal, conjecture, t).\n"


def axiom(formula: str, language: str = "fof") -> str:
    """Return a file that states a formula."""
    return f"{language}(a1, axiom, {formula}).\n{GOAL}"


def verdict(text: str) -> Verdict:
    """Return what is said of a file, which must be readable."""
    reading = read_program(text)
    assert reading.program is not None, reading.diagnostics
    return prove(text).verdict


def said(text: str) -> list[tuple[str, str]]:
    """Return level and code of what is said of a file's formulas, every one with a place."""
    found = [d for d in read_program(text).diagnostics if d.code not in ("goal-disconnected",)]
    assert all(d.span is not None for d in found if not d.code.startswith(("arity-", "predicate-"))), found
    return [(d.level, d.code) for d in found]


def premises(text: str) -> list[str]:
    """Return the premises of a file as text."""
    program = read_program(text).program
    assert program is not None, read_program(text).diagnostics
    return [print_formula(p.formula) for p in program.premises]


@pytest.mark.parametrize(
    "annotations",
    [
        "", ", file('zoo.p', a1)", ", inference(cut, [status(thm)], [b1, inference(x, [], [])])", ", lemma",
        ", introduced(definition, [new_symbols(naming, [p])])", ", unknown, [creator(me), 'x, y']", ", [a, b]",
    ],
)  # fmt: skip
def test_annotations_are_no_part_of_the_formula(annotations: str) -> None:
    text = f"fof(a1, axiom, cat(tom){annotations}).\nfof(g, conjecture, cat(tom){annotations}).\n"
    assert premises(text) == ["cat(tom)"]
    assert said(text) == []
    assert verdict(text) is Verdict.ENTAILED


def test_what_is_no_annotation() -> None:
    assert said(axiom("cat(tom), dog(rex)")) == [("error", "ambiguous-comma")]
    assert said(axiom("cat(tom), file('x', a), [b]."))[0] == ("error", "unexpected-token")


@pytest.mark.parametrize("role", "axiom hypothesis definition assumption lemma theorem corollary plain".split())
def test_roles_of_premises(role: str) -> None:
    assert premises(f"fof(a1, {role}, p).\n{GOAL}") == ["p"]


@pytest.mark.parametrize("role", ["unknown", "premise", "fi_domain", "answer"])
def test_roles_that_are_refused(role: str) -> None:
    assert said(f"fof(a1, {role}, p).\n{GOAL}") == [("error", "unknown-role")]


def test_conjectures() -> None:
    assert said("fof(a1, axiom, p).\n") == [("warning", "no-goal")]
    assert said(f"{GOAL}fof(h, conjecture, s).\n") == [("warning", "several-goals")]
    clauses = "cnf(a1, axiom, ~cat(X) | soft(X)).\ncnf(a2, axiom, cat(tom)).\ncnf(n, negated_conjecture, ~soft(tom)).\n"
    assert verdict(clauses) is Verdict.ENTAILED
    assert said(clauses) == []
    both = "fof(a1, axiom, p).\nfof(g, conjecture, p).\nfof(n, negated_conjecture, ~p).\n"
    assert said(both) == [("error", "two-goals")]


@pytest.mark.parametrize(
    ("formula", "read"),
    [
        ("! [X, Y] : ? [Z] : r(X, Y, Z)", "∀x ∀y ∃z r(x, y, z)"),
        ("! [X] : ~ p(X) & q(a)", "(∀x ¬p(x)) ∧ q(a)"),
        ("p <= q", "q → p"),
        ("p <~> ~ q", "p ⊕ ¬q"),
        ("p ~| q", "¬(p ∨ q)"),
        ("p ~& q", "¬(p ∧ q)"),
        ("~ a = b", "a ≠ b"),
        ("p & (q & r)", "p ∧ (q ∧ r)"),
        ("$true | $false", "⊤ ∨ ⊥"),
        ("'The cat'('Tom', 'a')", '"The cat"(Tom, a)'),
        ("all(exists) & or", '"all"("exists") ∧ "or"'),
        ("p(1.50) & p(-3) & p(+2)", "p(1.5) ∧ p(-3) ∧ p(2)"),
    ],
)
def test_formulas(formula: str, read: str) -> None:
    assert premises(axiom(formula)) == [read]
    assert said(axiom(formula)) == []


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        ("p & q | r", "ambiguous-operators"),
        ("p => q => r", "ambiguous-operators"),
        ("p <=> q <=> r", "ambiguous-operators"),
        ("p => q & r", "ambiguous-operators"),
        ("! [X] : (p(X) & q(X) | r)", "ambiguous-operators"),
        ("p q", "unexpected-token"),
        ("p &", "unexpected-token"),
        ("p(_)", "unexpected-token"),
        ("a < b", "unexpected-token"),
        ("a + b = c", "unexpected-token"),
        ("! [x] : p(x)", "unexpected-token"),
        ("! [X: $int] : p(X)", "unexpected-token"),
        ("Cat(tom)", "variable-applied"),
        ("$ite(p, q, r)", "unsupported"),
        ("$distinct(a, b)", "unsupported"),
        ("$let(a: $i, a := b, p(a))", "unexpected-token"),
        ("p($to_int(1.5))", "unsupported"),
        ("p(q & r)", "formula-as-term"),
        ("p(1/4)", "unsupported"),
        ("p(2.5E1)", "unsupported"),
        ("! [X] : X", "term-as-formula"),
        ("3", "term-as-formula"),
        ('"Tom"', "unsupported"),
        ("''", "unsupported"),
        ("cat(Tom)", "free-variable"),
        ("X = Y", "free-variable"),
        ("~(p(a) & q(a)", "unexpected-token"),
        ("(p & q))", "unexpected-token"),
        ("p && ¬q", "unexpected-token"),
        ("! [X] : cat(X) => soft(X)", "free-variable"),
        ("cat(X) => soft(X)", "free-variable"),
        ("~" * 300 + "p", "too-deep"),
        ("(" * 300 + "p" + ")" * 300, "too-deep"),
    ],
)
def test_what_is_no_formula(formula: str, code: str) -> None:
    assert said(axiom(formula)) == [("error", code)]


def test_both_readings_are_shown() -> None:
    [fault] = [d for d in read_program(axiom("wet => cold => dark")).diagnostics if d.level is Level.ERROR]
    assert "(wet => cold) => …, or … (cold => dark)" in fault.hint


def test_variables_of_clauses() -> None:
    assert said(axiom("cat(X)", "cnf")) == []
    assert premises(axiom("cat(X) | ~ soft(X)", "cnf")) == ["∀x (cat(x) ∨ ¬soft(x))"]


@pytest.mark.parametrize("formula", ["p & q", "p => q", "! [X] : p(X)"])
def test_cnf_holds_clauses_only(formula: str) -> None:
    assert said(axiom(formula, "cnf")) == [("error", "unexpected-token")]


def test_distinct_objects_are_refused() -> None:
    [fault] = [d for d in read_program(axiom('likes(ann, "Bob")')).diagnostics if d.level is Level.ERROR]
    assert fault.code == "unsupported"
    assert "apple != pear" in fault.hint


def test_digits_in_quotes_are_a_name() -> None:
    assert verdict("fof(a, axiom, p('5')).\nfof(g, conjecture, p(5)).") is Verdict.UNKNOWN
    assert verdict("fof(a, axiom, p('5')).\nfof(g, conjecture, p('5')).") is Verdict.ENTAILED
    assert verdict("tff(t, type, '5': $i).\ntff(p, type, p: $i > $o).\ntff(a, axiom, p('5')).") is Verdict.REFUTED
    assert verdict("fof(a, axiom, '5' = '6').") is Verdict.REFUTED


def test_full_stops_are_not_missing() -> None:
    assert said("fof(a, axiom, cat(tom))\nfof(g, conjecture, cat(tom)).\n") == [("error", "unexpected-token")]
    assert ("error", "unexpected-token") in said("fof(a, axiom, p) fof(g, conjecture, q).")


@pytest.mark.parametrize("cut", ["soft(to", "soft(tom)", "soft(tom) &", "", "! [X] : (soft(X)"])
def test_files_that_were_cut_off(cut: str) -> None:
    assert said(f"fof(a, axiom, p).\nfof(g, conjecture, {cut}") == [("error", "cut-off")]
    assert said("fof(a, axiom, p).\nfof(g, conj") == [("error", "cut-off")]


def test_comments_and_quotes() -> None:
    text = (
        "% fof(z, axiom, $false).\n/* fof(z, axiom,\n$false). */ fof('a. b', axiom, 'x). y'(tom)). "
        "fof(c, axiom, 'p). q' = a).% ).\nfof(g, conjecture, 'x). y'(tom))."
    )
    assert verdict(text) is Verdict.ENTAILED
    program = read_program(text).program
    assert program is not None
    assert [p.gloss for p in program.premises] == ["a. b", "c"]


def test_every_fault_is_told_and_nothing_is_lost() -> None:
    text = "nonsense.\nfof(a, axiom, p &).\nthf(b, axiom, p).\nfof(c, axiom, q q).\ncnf(d, axiom, Cat(x)).\n" + GOAL
    errors = [code for level, code in said(text) if level == "error"]
    assert errors == ["unexpected-token", "unexpected-token", "unsupported", "unexpected-token", "variable-applied"]


def test_files_are_not_included() -> None:
    [fault] = [d for d in read_program(f"include('zoo.ax').\n{GOAL}").diagnostics if d.level is Level.ERROR]
    assert fault.code == "unsupported"
    assert "write the axioms that it includes into it" in fault.hint


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


@pytest.mark.parametrize(
    ("text", "status", "code"),
    [
        ("fof(a, axiom, p). fof(g, conjecture, p).", "Theorem", 0),
        ("fof(a, axiom, q). fof(g, conjecture, p).", "CounterSatisfiable", 0),
        ("fof(a, axiom, ~p). fof(g, conjecture, p).", "CounterSatisfiable", 0),
        ("fof(a, axiom, q & ~q). fof(g, conjecture, p).", "ContradictoryAxioms", 1),
        ("fof(a, axiom, q & ~q).", "Unsatisfiable", 1),
        ("fof(a, axiom, q).", "Satisfiable", 0),
        ("cnf(a, axiom, q). cnf(g, negated_conjecture, ~q).", "Unsatisfiable", 0),
        ("cnf(a, axiom, q). cnf(g, negated_conjecture, q).", "Satisfiable", 0),
        ("fof(a, axiom, q & ).", "SyntaxError", 2),
        ("fof(a, axiom, q). include('none.ax').", "InputError", 2),
        ("fof(a, axiom, $ite(p, q, r)).", "InputError", 2),
    ],
)
def test_status_in_the_words_of_szs(tmp_path: Path, text: str, status: str, code: int) -> None:
    file = tmp_path / "zoo.p"
    file.write_text(text)
    ended = sorites("prove", file, "--szs")
    assert ended.stdout.splitlines()[0] == f"% SZS status {status} for {file}"
    assert ended.returncode == code


@pytest.mark.skipif(not engine("eprover").installed, reason="E is not installed")
@pytest.mark.parametrize("part", range(8))
def test_the_real_program_gives_the_same_verdict(part: int) -> None:
    each = COUNT // 8 or 8
    compared = 0
    for seed in range(part * each, (part + 1) * each):
        text = Tptp(random.Random(seed)).file()
        real, mine = eprover(text), ours(text)
        if real is not None and mine is not None:
            compared += 1
            assert real is mine, text
    assert compared >= each // 3


# Types.

PEOPLE = """tff(person, type, person: $tType).
tff(town, type, town: $tType).
tff(ann, type, ann: person).
tff(rome, type, (rome: town)).
tff(home, type, home: person > town).
tff(likes, type, likes: (person * town) > $o).
"""


@pytest.mark.parametrize(
    ("stated", "asked", "expected"),
    [
        ("! [X: person] : likes(X, home(X))", "? [Y: town] : likes(ann, Y)", Verdict.ENTAILED),
        ("! [X: person, Y: person] : X = Y", "! [X: town, Y: town] : X = Y", Verdict.UNKNOWN),
        ("! [X: town] : X = rome", "home(ann) = rome", Verdict.ENTAILED),
        ("! [X: $int] : ($less(X, 3) => small(X))", "small(2)", Verdict.ENTAILED),
        ("? [X: $int] : $product(2, X) = n", "$remainder_e(n, 2) = 0", Verdict.ENTAILED),
        (
            "! [X: $int] : ~ ($less(0, X) & $less(X, 1))",
            "! [X: $int] : ($less(0, X) => $lesseq(1, X))",
            Verdict.ENTAILED,
        ),
        ("$sum(r, r) = 3.0", "$less(1.0, r)", Verdict.ENTAILED),
        ("$difference(n, $uminus(1)) = 3", "n = 2", Verdict.ENTAILED),
        ("$to_real(1) = 1.0", "$quotient(1, 2) = 0.5", Verdict.ENTAILED),
    ],
)
def test_types(stated: str, asked: str, expected: Verdict) -> None:
    text = f"{PEOPLE}tff(small, type, small: $int > $o).\ntff(n, type, n: $int).\ntff(r, type, r: $real).\n"
    assert verdict(f"{text}tff(a, axiom, {stated}).\ntff(g, conjecture, {asked}).\n") is expected


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("tff(f, type, f: ($int * $o) > $int).", "unsupported"),
        ("tff(f, type, f: $int > $int > $int).", "unexpected-token"),
        ("tff(f, type, list: ($tType * $tType) > $tType).", "unsupported"),
        ("tff(a, axiom, ! [P: $o] : q).", "unsupported"),
        ("tff(a, axiom, ! [X: $tType] : q).", "unsupported"),
        ("tff(a, axiom, p($floor(2.5))).", "unsupported"),
        ("tff(f, type, f > $int).", "unexpected-token"),
        ("fof(f, type, f: $int).", "unknown-role"),
        ("tff(a, axiom, likes(rome, rome)).", "sort-clash"),
        ("tff(a, axiom, ann = rome).", "sort-clash"),
        ("tff(a, axiom, $less(ann, 3)).", "sort-clash"),
    ],
)
def test_types_that_are_refused(line: str, code: str) -> None:
    assert [c for level, c in said(f"{PEOPLE}{line}\n{GOAL}") if level == "error"] == [code]
