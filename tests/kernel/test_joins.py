"""Truth in models: by joins over tables it is what it is by the definition."""

from __future__ import annotations

import itertools
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sorites.solvers import Model, Program
from sorites.solvers.kernel.certificates import Element
from sorites.solvers.kernel.models import Meaning
from sorites.solvers.kernel.refusal import Unchecked
from sorites.solvers.logic.sorts import SortedTheory, settled
from sorites.solvers.logic.symbols import INT, NUMBERS, THING
from sorites.solvers.logic.syntax import (
    RELATIONS,
    And,
    Atom,
    Cmp,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Implies,
    Not,
    Num,
    Or,
    Term,
    Var,
    numeral,
)

from ..defining import true
from ..random_programs import KINDS, random_program


def read(program: Program) -> SortedTheory:
    return settled((*program.formulas, program.negated_goal), program.signature, program.declared)


def random_model(ready: SortedTheory, source: Random) -> Model:
    """Return any interpretation of the names, over one to three things of each sort."""
    sorts = ready.sorts
    there = {THING, *ready.used} - NUMBERS
    things = {sort: tuple(f"{sort}{i}" for i in range(source.randint(1, 3))) for sort in sorted(there)}

    def rows(kind: str, name: str, arity: int) -> list[tuple[str | int, ...]]:
        return list(itertools.product(*(values(sorts.of((kind, name, arity, i))) for i in range(arity))))

    def values(sort: str) -> tuple[str | int, ...]:
        return (0, 1, 2) if sort in NUMBERS else things.get(sort, things[THING])

    names = [*ready.names.functions, *((numeral(n.value), 0) for n in ready.names.numerals if sorts.plain)]
    return Model(
        things.pop(THING),
        {
            (name, arity): frozenset(row for row in rows("p", name, arity) if source.random() < 0.5)
            for name, arity in ready.names.predicates
        },
        {
            (name, arity): {
                row: source.choice(values(sorts.of(("f", name, arity, -1)))) for row in rows("f", name, arity)
            }
            for name, arity in names
        },
        things,
    )


@pytest.mark.parametrize("kind", sorted(set(KINDS)))
def test_tables_say_what_the_definition_says(kind: str) -> None:
    both: set[bool] = set()
    for seed in range(150):
        source = Random(seed)
        ready = read(random_program(source, kind))
        try:
            model = random_model(ready, source)
        except KeyError:
            continue
        for formula in (*ready.formulas, *ready.axioms):
            try:
                defined = true(formula, model, not ready.sorts.plain)
            except (LookupError, ZeroDivisionError):
                continue
            assert Meaning(model, typed=not ready.sorts.plain).holds(formula) is defined, (seed, kind, formula, model)
            both.add(defined)
    assert both == {True, False}


def test_joins_find_what_enumeration_finds_where_variables_are_hidden_or_repeated() -> None:
    x, y = Var("x"), Var("y")
    loop, edge = Atom("R", (x, x)), Atom("R", (x, y))
    model = Model(("a", "b", "c"), {("R", 2): frozenset({("a", "a"), ("a", "b")}), ("P", 1): frozenset({("b",)})}, {})
    for formula in (
        Forall("x", Implies(loop, Exists("x", Atom("P", (x,))))),
        Forall("x", Implies(Atom("P", (x,)), Exists("x", loop))),
        Forall("x", Forall("x", Or((Not(loop), Atom("P", (x,)))))),
        Exists("x", Forall("y", Implies(edge, Eq(x, y)))),
        Exists("y", Forall("x", Not(edge))),
        Forall("x", Exists("y", edge)),
    ):
        assert Meaning(model).holds(formula) is true(formula, model)


def test_a_rule_over_many_things_is_read_by_the_rows_of_its_body() -> None:
    things = tuple(f"t{i}" for i in range(3_000))
    rows = frozenset(itertools.pairwise(things))
    functions: dict[tuple[str, int], dict[tuple[Element, ...], Element]] = {(t, 0): {(): t} for t in things}
    x, y, z = (Var(name) for name in "xyz")
    path = Implies(Atom("R", (x, y)), Exists("z", Atom("R", (y, z))))
    assert not Meaning(Model(things, {("R", 2): rows}, functions)).holds(Forall("x", Forall("y", path)))
    wider = rows | {(things[-1], things[0])}
    assert Meaning(Model(things, {("R", 2): wider}, functions)).holds(Forall("x", Forall("y", path)))
    assert Meaning(Model(things, {("R", 2): wider}, functions)).holds(Not(Atom("R", (Fn("t0"), Fn("t0")))))


@pytest.mark.parametrize(
    ("divided", "divisor", "quotient", "rest"), [(7, 3, 2, 1), (-7, 3, -3, 2), (7, -3, -2, 1), (-7, -3, 3, 2)]
)
def test_what_a_division_leaves_is_never_negative(divided: int, divisor: int, quotient: int, rest: int) -> None:
    """Euclid's division, as SMT-LIB has it."""
    meaning = Meaning(Model(("a",), {}, {}), typed=True)
    terms = Num(divided), Num(divisor)
    assert meaning.holds(Eq(Fn("÷", terms), Num(quotient)))
    assert meaning.holds(Eq(Fn("%", terms), Num(rest)))
    assert not meaning.holds(Eq(Fn("%", terms), Num(rest + 1)))


@st.composite
def about_numbers(draw: st.DrawFn, depth: int = 3, bound: tuple[str, ...] = ()) -> Formula:
    """A closed formula about whole numbers, some of whose quantifiers say by an atom of which numbers."""
    term: st.SearchStrategy[Term] = st.sampled_from([*map(Var, bound), *map(Num, range(4))])
    inner: st.SearchStrategy[Formula] = about_numbers(depth - 1, bound) if depth else st.nothing()
    match draw(st.integers(0, 7 if depth else 2)):
        case 0:
            return Atom("P", (draw(term),))
        case 1:
            return Atom("R", (draw(term), draw(term)))
        case 2:
            return Cmp(draw(st.sampled_from([*RELATIONS])), draw(term), draw(term))
        case 3:
            return Not(draw(inner))
        case 4:
            return (And if draw(st.booleans()) else Or)((draw(inner), draw(inner)))
        case 5:
            return Implies(draw(inner), draw(inner))
    name = draw(st.sampled_from("xyz"))
    body = draw(about_numbers(depth - 1, (*bound, name)))
    guard = Atom(*draw(st.sampled_from((("P", (Var(name),)), ("R", (Num(1), Var(name)))))))
    if draw(st.booleans()):
        return Forall(name, Implies(guard, body), INT)
    return Exists(name, And((guard, body)) if draw(st.booleans()) else body, INT)


@given(
    about_numbers(),
    st.sets(st.tuples(st.integers(-1, 4)), max_size=3),
    st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=4),
)
def test_of_all_numbers_those_are_enough_of_which_an_atom_has_to_hold(
    formula: Formula, first: set[tuple[int]], second: set[tuple[int, int]]
) -> None:
    model = Model(("it",), {("P", 1): frozenset(first), ("R", 2): frozenset(second)}, {})
    try:
        holds = Meaning(model, typed=True).holds(formula)
    except Unchecked:  # where no atom says of which
        return
    enough: Any = tuple(range(-4, 9))  # all that are in a table or beside a sign, and some beyond on both sides
    assert holds is true(formula, replace(model, sorts={INT: enough}), typed=True)
