"""A kind of node that is new in the syntax: no engine, and no part of the kernel, passes it over as an atom."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, cast

import pytest

from sorites.solvers import Program, Semantics, Statement, Verdict, make_solver, needs, solver_names
from sorites.solvers.certifying.clauses import New, clauses
from sorites.solvers.certifying.drafts import Draft
from sorites.solvers.certifying.shapes import Leaves
from sorites.solvers.kernel.certificates import Derived, Model
from sorites.solvers.kernel.forcing import Assignment
from sorites.solvers.kernel.models import Meaning
from sorites.solvers.logic import walkers
from sorites.solvers.logic.domains import existentials
from sorites.solvers.logic.errors import InvalidProgram
from sorites.solvers.logic.program import Default
from sorites.solvers.logic.rewriting import descend, rewrite, same
from sorites.solvers.logic.sorts import infer, settled
from sorites.solvers.logic.symbols import Signature
from sorites.solvers.logic.syntax import And, Atom, Fn, Forall, Formula, Implies, Term, Var

A = Fn("a")
OPAQUE = Atom("Opaque")


def holds(name: str, *terms: Term) -> Atom:
    return Atom(name, terms)


IDLE = Default("R1", Forall("x", Implies(holds("Idle", Var("x")), holds("Odd", Var("x")))))
RULE = Default("R1", Implies(holds("Idle", A), holds("Odd", A)))
KINDS: dict[str, dict[str, Any]] = {
    "proof or countermodels": {},
    "preferred": {"defaults": (IDLE,)},
    "closure": {"semantics": Semantics.RULES},
    "argument": {"defeasible": (RULE,)},
}


def program(kind: str, goal: Formula, *premises: Formula) -> Program:
    return Program(tuple(map(Statement, premises)), Statement(goal), **KINDS[kind])


class Unlisted:
    """A node that walks know and nothing else does, as one that is new in the syntax."""


UNLISTED = cast("Formula", Unlisted())
CASE = Implies(And((holds("Q", A), OPAQUE)), holds("R", A))


@pytest.fixture
def _walked(monkeypatch: pytest.MonkeyPatch) -> None:
    for table in (walkers._SUBFORMULAS, walkers.PARTS):
        monkeypatch.setitem(cast("dict[type, Any]", table), Unlisted, lambda _: ())


def overwritten(program: Program) -> Program:
    """Return the program with an unlisted node for ``Opaque``, past the look that a program takes at its formulas."""
    found = replace(program)
    for name in ("premises", "defaults", "defeasible"):
        ones = tuple(
            replace(one, formula=rewrite(one.formula, lambda f: UNLISTED if f == OPAQUE else f, lambda t: t))
            for one in getattr(program, name)
        )
        object.__setattr__(found, name, ones)
    return found


@pytest.mark.usefixtures("_walked")
@pytest.mark.parametrize("stated", [(), (OPAQUE,)], ids=["open", "stated"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("solver", solver_names())
def test_no_engine_answers_a_program_with_a_node_that_it_does_not_list(
    solver: str, kind: str, stated: tuple[Formula, ...]
) -> None:
    honest = program(kind, holds("R", A), holds("Q", A), CASE, *stated)
    engine = make_solver(solver)
    if needs(honest) <= engine.capabilities.features:
        assert engine.solve(honest).verdict is (Verdict.ENTAILED if stated else Verdict.UNKNOWN)
        with suppress(InvalidProgram):  # which is a refusal, too
            assert engine.solve(overwritten(honest)).verdict is Verdict.UNDECIDED


LOOKING: dict[str, Callable[[Formula], object]] = {
    "forced": lambda formula: Assignment().settle((formula,)),
    "valued": lambda formula: Assignment().value(formula),
    "true in a model": lambda formula: Meaning(Model(("a",), {}, {})).holds(formula),
    "a shape": lambda formula: Leaves().shape(formula),
    "clauses": lambda formula: list(clauses(formula, Draft(formula, Derived(())), New(settled((), Signature())))),
    "things that exist": lambda formula: existentials(formula, True),
    "sorts": lambda formula: infer((formula,), Signature(arithmetic=True)),
    "changed": lambda formula: descend(formula, lambda one: one, same),
}
"""What takes a formula for what it is, node by node."""


@pytest.mark.usefixtures("_walked")
@pytest.mark.parametrize("look", LOOKING.values(), ids=LOOKING.keys())
def test_a_node_that_is_not_listed_is_no_atom(look: Callable[[Formula], object]) -> None:
    with pytest.raises(TypeError, match="not known here"):
        look(UNLISTED)
