"""Truth in models, read by joins over tables as it is read by going through all things."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from sorites.solvers.kernel import models
from sorites.solvers.kernel.certificates import Element, Model
from sorites.solvers.logic.syntax import Atom, Eq, Exists, Fn, Forall, Formula, Implies, Not, Or, Var
from tests.defining import true
from tests.strategies import small_formulas

THINGS = ("a", "b", "c")


@st.composite
def small_models(draw: st.DrawFn) -> Model:
    """Return a model of the names of ``small_formulas``."""
    some = st.sampled_from(THINGS)
    return Model(
        THINGS,
        {
            ("P", 1): frozenset(draw(st.sets(st.tuples(some)))),
            ("Q", 1): frozenset(draw(st.sets(st.tuples(some)))),
            ("R", 2): frozenset(draw(st.sets(st.tuples(some, some)))),
        },
        {("a", 0): {(): draw(some)}, ("b", 0): {(): "b"}, ("f", 1): {(thing,): draw(some) for thing in THINGS}},
    )


@given(small_formulas(4, (), functions=True), small_models())
@settings(max_examples=150)
def test_joins_find_what_enumeration_finds(formula: Formula, model: Model) -> None:
    assert models.Meaning(model).holds(formula) is true(formula, model)


def test_joins_find_what_enumeration_finds_where_variables_are_hidden_or_repeated() -> None:
    x, y = Var("x"), Var("y")
    loop, edge = Atom("R", (x, x)), Atom("R", (x, y))
    model = Model(THINGS, {("R", 2): frozenset({("a", "a"), ("a", "b")}), ("P", 1): frozenset({("b",)})}, {})
    for formula in (
        Forall("x", Implies(loop, Exists("x", Atom("P", (x,))))),
        Forall("x", Implies(Atom("P", (x,)), Exists("x", loop))),
        Forall("x", Forall("x", Or((Not(loop), Atom("P", (x,)))))),
        Exists("x", Forall("y", Implies(edge, Eq(x, y)))),
        Exists("y", Forall("x", Not(edge))),
        Forall("x", Exists("y", edge)),
    ):
        assert models.Meaning(model).holds(formula) is true(formula, model)


def test_a_rule_over_many_things_is_read_by_the_rows_of_its_body() -> None:
    things = tuple(f"t{i}" for i in range(3_000))
    rows = frozenset(itertools.pairwise(things))
    functions: dict[tuple[str, int], dict[tuple[Element, ...], Element]] = {(t, 0): {(): t} for t in things}
    x, y, z = (Var(name) for name in "xyz")
    path = Implies(Atom("R", (x, y)), Exists("z", Atom("R", (y, z))))
    assert not models.Meaning(Model(things, {("R", 2): rows}, functions)).holds(Forall("x", Forall("y", path)))
    wider = rows | {(things[-1], things[0])}
    assert models.Meaning(Model(things, {("R", 2): wider}, functions)).holds(Forall("x", Forall("y", path)))
    assert models.Meaning(Model(things, {("R", 2): wider}, functions)).holds(Not(Atom("R", (Fn("t0"), Fn("t0")))))
