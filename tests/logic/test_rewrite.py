"""Formulas made from formulas: what changes, what stays, and that no variable is captured."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from sorites.solvers import Model
from sorites.solvers.kernel.models import Meaning
from sorites.solvers.logic.rewriting import renamed, rewrite, simplified, substitute
from sorites.solvers.logic.syntax import (
    And,
    Atom,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Iff,
    Implies,
    Or,
    Term,
    Truth,
    Var,
    close,
)
from sorites.solvers.logic.walkers import free_variables, walk
from sorites.solvers.notation.printer import print_formula

from ..outlines import read, table
from ..strategies import small_formulas

THINGS = ("e1", "e2", "e3")
OPEN = ("x", "y", "z")
rows = st.frozensets(st.sampled_from([(t,) for t in THINGS]))
pairs = st.frozensets(st.sampled_from(list(itertools.product(THINGS, repeat=2))))
models = st.builds(
    lambda p, q, r, a, b, f: Model(
        THINGS,
        {("P", 1): p, ("Q", 1): q, ("R", 2): r},
        {("a", 0): {(): a}, ("b", 0): {(): b}, ("f", 1): {(t,): v for t, v in zip(THINGS, f, strict=True)}},
    ),
    rows, rows, pairs, st.sampled_from(THINGS), st.sampled_from(THINGS),
    st.lists(st.sampled_from(THINGS), min_size=3, max_size=3),
)  # fmt: skip
terms = st.sampled_from([*map(Var, OPEN), Fn("a"), Fn("f", (Var("x"),)), Fn("f", (Var("y"),))])

with_truths = small_formulas(4, OPEN, functions=True).map(
    lambda formula: rewrite(
        formula, lambda f: Truth(f.args[0] == Fn("a")) if isinstance(f, Atom) and f.name == "Q" else f
    )
)


def equal_everywhere(variable: str, term: Term, formula: Formula) -> Formula:
    """Return what ``formula`` with the term for the variable says, by way of a variable that is nowhere else."""
    inner = Forall(variable, Implies(Eq(Var(variable), Var("meant")), formula))
    return Forall("meant", Implies(Eq(Var("meant"), term), inner))


@given(formula=small_formulas(4, OPEN, functions=True), variable=st.sampled_from(OPEN), term=terms, model=models)
def test_a_term_for_a_variable_says_what_the_variable_says_of_its_value(
    formula: Formula, variable: str, term: Term, model: Model
) -> None:
    changed = substitute(formula, {variable: term})
    meant = equal_everywhere(variable, term, formula)
    assert Meaning(model).holds(close(Iff(changed, meant), OPEN))


@given(formula=small_formulas(4, OPEN, functions=True), model=models)
def test_each_quantifier_may_have_a_variable_of_its_own(formula: Formula, model: Model) -> None:
    count = itertools.count()
    apart = renamed(formula, lambda *_: f"v{next(count)}")
    bound = [node.var for node in walk(apart) if isinstance(node, Forall | Exists)]
    assert len(set(bound)) == len(bound) == next(count)
    assert Meaning(model).holds(close(Iff(formula, apart), OPEN))


@given(formula=with_truths, model=models)
def test_truth_values_go(formula: Formula, model: Model) -> None:
    simple = simplified(formula)
    assert Meaning(model).holds(close(Iff(formula, simple), OPEN))
    assert isinstance(simple, Truth) or not any(isinstance(node, Truth) for node in walk(simple))
    assert not any(isinstance(node, Eq) and node.left == node.right for node in walk(simple))
    for node in walk(simple):
        assert not isinstance(node, Forall | Exists) or node.var in free_variables(node.body)
        assert not isinstance(node, And | Or) or len(node.parts) > 1
    assert simplified(simple) == simple


@table("""
text  expected
∃y R(x, y)  ∃y2 R(y, y2)    ∃y ∃y2 R(x, y)  ∃y3 ∃y2 R(y, y3)    ∃y ∀x R(x, y)  ∃y ∀x R(x, y)
# x is not free here: nothing has to be renamed
∃y P(y)  ∃y P(y)    ∃x (R(x, x) ∧ P(x))  ∃x (R(x, x) ∧ P(x))
P(x) ∧ ∀y (R(x, y) → ∀x R(x, y))  P(y) ∧ (∀y2 (R(y, y2) → (∀x R(x, y2))))
""")
def test_bound_variables_make_way(text: str, expected: str) -> None:
    formula = read(f"∀x ({text})")
    assert isinstance(formula, Forall)
    assert print_formula(substitute(formula.body, {"x": Var("y")})) == expected
