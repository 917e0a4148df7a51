"""Truth in models: by joins over tables it is what it is by the definition."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from sorites.solvers import Model, Program
from sorites.solvers.kernel import models
from sorites.solvers.logic.sorts import SortedTheory, settled
from sorites.solvers.logic.symbols import NUMBERS, THING
from sorites.solvers.logic.syntax import Eq, Fn, Num, numeral

from .defining import true
from .random_programs import KINDS, random_program


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
            assert models.holds(formula, model, typed=not ready.sorts.plain) is defined, (seed, kind, formula, model)
            both.add(defined)
    assert both == {True, False}


@pytest.mark.parametrize(
    ("divided", "divisor", "quotient", "rest"), [(7, 3, 2, 1), (-7, 3, -3, 2), (7, -3, -2, 1), (-7, -3, 3, 2)]
)
def test_what_a_division_leaves_is_never_negative(divided: int, divisor: int, quotient: int, rest: int) -> None:
    """Euclid's division, as SMT-LIB has it."""
    meaning = models.Meaning(Model(("a",), {}, {}), typed=True)
    terms = Num(divided), Num(divisor)
    assert meaning.holds(Eq(Fn("÷", terms), Num(quotient)))
    assert meaning.holds(Eq(Fn("%", terms), Num(rest)))
    assert not meaning.holds(Eq(Fn("%", terms), Num(rest + 1)))
