"""Programs that are built in Python: what is refused, and in which words."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given

from sorites.solvers import Default, InvalidProgram, Program, SoritesError, Statement, UserError
from sorites.solvers.logic.syntax import (
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
    Truth,
    Var,
    Xor,
)

from ..strategies import formulas

P = Atom("P", (Fn("a"),))
GOAL = Statement(P)


def nested(levels: int) -> Formula:
    formula: Formula = P
    for _ in range(levels):
        formula = Not(formula)
    return formula


class Unlike(And):
    """What only resembles a conjunction: it equals none, and may mean anything."""


WRONG: list[tuple[Any, str]] = [
    (And(()), "And of a tuple of 0"),
    (And((P,)), "And of a tuple of 1"),
    (Not(Fn("f", (nested(5000),))), "a Fn is no formula"),  # type: ignore[arg-type]
    (Or([P, P]), "Or of a list of 2"),  # type: ignore[arg-type]
    (Atom("Q", (Var("x"),)), "no quantifier binds the variable 'x'"),
    (And((Forall("x", Atom("Q", (Var("x"),))), Atom("R", (Var("x"),)))), "no quantifier binds the variable 'x'"),
    (Cmp("<", Num(1), Fn("+", (Var("n"), Num(1)))), "no quantifier binds the variable 'n'"),
    (nested(100_000), "levels deep"),
    (Atom("Q", ("a",)), "'a' is no term"),  # type: ignore[arg-type]
    (Atom("Q", (P,)), "a Atom is no term"),  # type: ignore[arg-type]
    (Atom("Q", [Fn("a")]), "Atom of 'Q', a list of 1"),  # type: ignore[arg-type]
    (Atom("", ()), "Atom of ''"),
    (Atom("Q", (Fn(""),)), "Fn of ''"),
    (Exists(3, P), "Exists of a int"),  # type: ignore[arg-type]
    ("P(a)", "'P(a)' is no formula"),
    (Not("P(a)"), "'P(a)' is no formula"),  # type: ignore[arg-type]
    (Implies(P, Fn("a")), "a Fn is no formula"),  # type: ignore[arg-type]
    (Xor(P, None), "a NoneType is no formula"),  # type: ignore[arg-type]
    (Eq(Num(0.5), Fn("a")), "Num of 0.5"),  # type: ignore[arg-type]
    (Eq(Num(10**5000), Fn("a")), "Num of a int"),
    (Eq(Num(Decimal("1e-99999999")), Fn("a")), "Num of Decimal("),
    (Eq(Fn("a"), Num(Decimal("2.0"))), "Num of Decimal('2.0')"),
    (Eq(Fn("a"), Num(Decimal("NaN"))), "Num of Decimal('NaN')"),
    (Truth(1), "Truth of a int"),  # type: ignore[arg-type]
    (Unlike((P, P)), "a Unlike is no formula"),
    (Cmp("==", Num(1), Num(2)), "Cmp of '=='"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("formula", "what"), WRONG)
def test_what_is_no_closed_formula_is_refused_where_it_stands(formula: Any, what: str) -> None:
    places: dict[str, Callable[[], Program]] = {
        "premise 2": lambda: Program((GOAL, Statement(formula)), GOAL),
        "goal": lambda: Program((), Statement(formula)),
        "default 1": lambda: Program((), GOAL, defaults=(Default("D1", formula),)),
        "defeasible rule 1": lambda: Program((), GOAL, defeasible=(Default("R1", formula),)),
        "exception 1": lambda: Program((), GOAL, exceptions=(Statement(formula),)),
    }
    for where, build in places.items():
        with pytest.raises(InvalidProgram) as caught:
            build()
        assert caught.value.where == where
        assert what in caught.value.what
        assert len(str(caught.value)) < 600
        assert caught.value.hint
        assert str(caught.value).startswith(f"{where}: ")


OPEN, RULED = {"open_variables": ("x",)}, {"defaults": (Default("D", P),)}


def stated(formula: Formula) -> tuple[Statement]:
    return (Statement(formula),)


@pytest.mark.parametrize(
    ("change", "where", "what"),
    [
        ({"premises": [GOAL]}, "premises", "list is no tuple"), ({"premises": (P,)}, "premise 1", "it is a Atom"),
        ({"goal": P}, "goal", "it is a Atom"), ({"defaults": (GOAL,)}, "default 1", "it is a Statement"),
        ({"goal": Statement(Atom("Q", (Fn("5"),)))}, "the program", "the number 5 is the name of a constant"),
        ({"semantics": "modal"}, "the program", "its semantics is 'modal'"),
        *((OPEN | {"goal": Statement(goal)}, "the program", "the open variable 'x'")
          for goal in (P, Forall("y", P), Exists("x", P))),
        (RULED | {"defeasible": (Default("R", P),)}, "the program", "not both"),
        *((RULED | {"exceptions": stated(formula)}, "the program", "no exc")
          for formula in (Atom("E"), Atom("D", (Fn("a"),)), Not(Atom("D")))),
        *(({"preferences": pair}, "the program", "no pair of labels") for pair in ((("a", "b", "c"),), ("ab",))),
        (RULED | {"preferences": (("D", "D"),)}, "the program", "in a circle: D > D"),
    ],
)  # fmt: skip
def test_what_does_not_fit_together_is_refused(change: dict[str, Any], where: str, what: str) -> None:
    with pytest.raises(InvalidProgram) as caught:
        replace(Program((), GOAL), **change)
    assert caught.value.where == where
    assert what in caught.value.what
    assert isinstance(caught.value, UserError)
    assert isinstance(caught.value, SoritesError)
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)


@given(formula=formulas())
def test_every_closed_formula_is_taken(formula: Formula) -> None:
    assert Program((Statement(formula),), Statement(formula)).formulas == (formula, formula)
