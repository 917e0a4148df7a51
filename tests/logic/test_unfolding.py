"""Counts and ``Distinct``: what they mean, who reads and writes them, and who refuses them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sorites.solvers import InvalidProgram, Limits, Model, Outcome, Program, Statement, Verdict, prove
from sorites.solvers.carrying.plain import read_plain, write_plain
from sorites.solvers.kernel.certificates import Derived, Element, Line, Proof
from sorites.solvers.kernel.forcing import Assignment
from sorites.solvers.kernel.kernel import check
from sorites.solvers.kernel.models import Meaning
from sorites.solvers.kernel.refusal import Refused
from sorites.solvers.logic.rewriting import substitute
from sorites.solvers.logic.syntax import (
    BOUNDS,
    MAX_COUNT,
    And,
    Atom,
    Count,
    Distinct,
    Exists,
    Fn,
    Formula,
    Not,
    Term,
    Truth,
    Var,
)
from sorites.solvers.logic.unfolding import unfolded
from sorites.solvers.logic.walkers import free_variables
from sorites.solvers.notation.closing import parse_formula
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.signs import LATEX, NLTK, PROVER9, TPTP, detect

from ..defining import true
from ..outlines import read, table
from ..outlines import text as premised

THINGS = ("d0", "d1", "d2", "d3")
P_X = Atom("P", (Var("x"),))


def bodies(depth: int) -> st.SearchStrategy[Formula]:
    """Return formulas of ``R`` in which names are hidden, and look like those that unfolding takes."""
    names = st.sampled_from(("x", "x_2", "x_other", "y"))
    leaf: st.SearchStrategy[Formula] = st.builds(lambda a, b: Atom("R", (Var(a), Var(b))), names, names)
    if not depth:
        return leaf
    inner = bodies(depth - 1)
    return st.one_of(
        leaf,
        st.builds(Not, inner),
        st.builds(lambda a, b: And((a, b)), inner, inner),
        st.builds(Exists, names, inner),
        st.builds(Count, st.sampled_from(BOUNDS), st.integers(0, 3), names, inner),
        st.builds(lambda a, b, c: Distinct((Var(a), Var(b), Var(c))), names, names, names),
    )


@settings(max_examples=75)
@given(bodies(3), st.sets(st.tuples(st.sampled_from(THINGS[:3]), st.sampled_from(THINGS[:3]))))
def test_nested_counts_mean_what_they_say_and_capture_nothing(formula: Formula, rows: set[tuple[str, str]]) -> None:
    free = free_variables(formula)
    values = {name: THINGS[i % 3] for i, name in enumerate(free)}
    named: dict[str, Term] = {name: Fn(f"c_{name}") for name in free}
    functions: Mapping[tuple[str, int], Mapping[tuple[Element, ...], Element]] = {
        (f"c_{name}", 0): {(): thing} for name, thing in values.items()
    }
    model = Model(THINGS[:3], {("R", 2): frozenset(rows)}, functions)
    expected = true(formula, model, env=values)
    assert set(free_variables(unfolded(formula))) <= set(free)
    assert Meaning(model).holds(substitute(unfolded(formula), named)) is expected
    assert Meaning(model).holds(unfolded(substitute(formula, named))) is expected
    apart: dict[str, Term] = {name: Var(f"{name}_2") for name in free}
    back: dict[str, Term] = {f"{name}_2": Fn(f"c_{name}") for name in free}
    assert Meaning(model).holds(unfolded(substitute(substitute(formula, apart), back))) is expected


@table(r"""
text  printed
∃!x (P(x))  ∃!x P(x)    ∃=1 x P(x)  ∃!x P(x)    ∃=2 x (P(x) ∧ Q(x))  ∃=2 x (P(x) ∧ Q(x))
∃>=2 x P(x)  ∃≥2 x P(x)    exists<=3 x. P(x)  ∃≤3 x P(x)    ∃=2 x:Room (P(x))  ∃=2 x:Room, P(x)
∃≥2 x ∈ s P(x)  ∃≥2 x (x ∈ s ∧ P(x))    \exists\geq 2 x (P(x) \land Q(x))  ∃≥2 x (P(x) ∧ Q(x))
Distinct(a, b, c)  Distinct(a, b, c)
¬Distinct(a, b) → P(a)  ¬Distinct(a, b) → P(a)    ∃=2 x P(x) ∧ Q(x)  ∃=2 x (P(x) ∧ Q(x))
∃=2 x P(x) ∧ Q(a)  (∃=2 x P(x)) ∧ Q(a)    ∀x ∃=2 y R(x, y)  ∀x ∃=2 y R(x, y)
Man(x) → ∃≥2 y R(x, y)  ∀x (Man(x) → (∃≥2 y R(x, y)))
""")
def test_counts_are_read_and_written(text: str, printed: str) -> None:
    formula = read(text, detect(text))
    assert print_formula(formula) == printed
    assert read(print_formula(formula, LATEX)) == formula
    plain = unfolded(formula)
    for dialect in (NLTK, TPTP):
        assert print_formula(formula, dialect) == print_formula(plain, dialect)
    if ":" not in text:
        assert print_formula(formula, PROVER9) == print_formula(plain, PROVER9)


@table("""
text  code
∃=2x P(x)  unexpected-token    ∃=2.5 x P(x)  unexpected-token    ∃≠2 x P(x)  unexpected-token
∃=21 x P(x)  wrong-count    #{x | P(x)} ≥ 2  unexpected-token    1 ≤ #{x | P(x)}  unexpected-token
∀=2 x P(x)  unexpected-token    ∃=2 x, y R(x, y)  unexpected-token    ∃=2 x (P(x)) → Q(x)  ambiguous-scope
∃=20 x ∃=20 y ∃=20 z ∃=20 w (R(x, y) ∧ R(z, w))  too-long
""")
def test_what_counts_nothing_is_refused(text: str, code: str) -> None:
    formula, notes = parse_formula(text)
    assert formula is None
    assert [d.code for d in notes if d.code != "vacuous-quantifier"] == [code]


ROOMS = "Sorts:\nRoom = {hall, attic, cellar}\nDark: Room\n"


@table("""
premises  goal  verdict
∃=2 x P(x)⏎P(a) ∧ P(b) ∧ a ≠ b  ¬P(c) ∨ c = a ∨ c = b  entailed    ∃≥2 x P(x)  ∃!x P(x)  refuted
∃≤2 x P(x)⏎Distinct(a, b, c)⏎P(a) ∧ P(b)  P(c)  refuted    ∃≤2 x P(x)⏎P(a) ∧ P(b)  P(c)  unknown
∃=2 x P(x)  ¬∃=2 x P(x)  refuted
∃=2 x P(x)⏎∃≥3 x P(x)  Q(a)  inconsistent    P(a)  ∃≥0 x Q(x, b)  entailed    P(a)  ∃=0 x P(x)  refuted
∀x ∃!y R(x, y)⏎R(a, b)⏎R(a, c)  ¬Distinct(b, c)  entailed
∃=2 x:Room (Dark(x))⏎Dark(hall)⏎Dark(attic)  Dark(cellar)  refuted
∃=2 x:Room (Dark(x))⏎¬Dark(hall)  Dark(cellar)  entailed    ∃≥1 x:Room (Dark(x))  Dark(cellar)  unknown
Person(a)⏎∃=1 x:Person Kind(x)⏎Kind(b)⏎¬Person(b)  Kind(a)  unknown
""")
def test_verdicts_on_counts_are_checked(premises: str, goal: str, verdict: str) -> None:
    outcome = prove(premised(premises, goal, ROOMS if "Dark" in premises else ""), limits=Limits(60))
    assert outcome.verdict == verdict
    assert outcome.checked is not None
    carried = read_plain(Outcome, write_plain(outcome))
    assert (carried.verdict, carried.certificate) == (outcome.verdict, outcome.certificate)
    assert carried.checked is not None
    assert carried.checked.program == outcome.checked.program


def test_the_kernel_takes_no_abbreviations_within() -> None:
    count = Count("=", 2, "x", P_X)
    for formula in (count, Distinct((Fn("a"), Fn("b")))):
        with pytest.raises(TypeError):
            Assignment().force(formula, True)
        with pytest.raises(TypeError):
            Assignment().value(formula)
        with pytest.raises(TypeError):
            Meaning(Model(("a", "b"), {("P", 1): frozenset()}, {("a", 0): {(): "a"}, ("b", 0): {(): "b"}})).holds(
                formula
            )
    program = Program((Statement(count),), Statement(count))
    lines = (Line(count, Derived(())), Line(Truth(False), Derived((1,))))
    proof = Proof("goal", (), "z3", lines)
    with pytest.raises(Refused, match="abbreviates"):
        check(program, Verdict.ENTAILED, proof)


@pytest.mark.parametrize(
    "formula",
    [
        Count("=", -1, "x", P_X),
        Count("=", MAX_COUNT + 1, "x", P_X),
        Count("<", 2, "x", P_X),  # type: ignore[arg-type]
        Count("=", True, "x", P_X),
        Count("=", 2, "", P_X),
        Count("=", 2, "y", P_X),
        Distinct((Fn("a"),)),
        Distinct([Fn("a"), Fn("b")]),  # type: ignore[arg-type]
        Distinct(tuple(Fn(f"a{i}") for i in range(1000))),
    ],
)
def test_programs_hold_no_other_counts(formula: Formula) -> None:
    with pytest.raises(InvalidProgram):
        Program((), Statement(formula))
