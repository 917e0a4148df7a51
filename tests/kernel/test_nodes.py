"""Every kind of node under every kind of certificate: the kernel understands it, or refuses what speaks of it.

A forgery takes an honest certificate of a program in which something stands in a node's place that the engines know
(an atom without arguments, or one of its own), and puts the node there. Were a node passed over as an atom, or its
variable forgotten, the certificate would be accepted for a verdict that is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from itertools import product
from typing import Any, cast

import pytest

from sorites.solvers import Certificate, Program, Semantics, Statement, Verdict, make_solver, needs, prove, solver_names
from sorites.solvers.certifying.clauses import New, clauses
from sorites.solvers.certifying.drafts import Draft
from sorites.solvers.certifying.shapes import Leaves
from sorites.solvers.kernel.certificates import (
    Argument,
    Closure,
    Countermodels,
    Derived,
    Finding,
    Findings,
    Given,
    Line,
    Model,
    PreferredModel,
    PreferredModels,
    Proof,
)
from sorites.solvers.kernel.forcing import Assignment
from sorites.solvers.kernel.kernel import check
from sorites.solvers.kernel.models import Meaning
from sorites.solvers.kernel.refusal import Refused, Unchecked
from sorites.solvers.logic import walkers
from sorites.solvers.logic.domains import existentials
from sorites.solvers.logic.errors import InvalidProgram
from sorites.solvers.logic.program import Default
from sorites.solvers.logic.rewriting import descend, rewrite, same
from sorites.solvers.logic.sorts import infer, settled
from sorites.solvers.logic.symbols import Declarations, DeclaredSort, Signature, Typed
from sorites.solvers.logic.syntax import (
    And,
    Atom,
    Cmp,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Num,
    Or,
    Term,
    Truth,
    Var,
    Xor,
)
from sorites.solvers.logic.walkers import walk

X, Y, A, B = Var("x"), Var("y"), Fn("a"), Fn("b")
OPAQUE = Atom("Opaque")


def holds(name: str, *terms: Term) -> Atom:
    return Atom(name, terms)


Q = holds("Q", X)
VALID: dict[str, Formula] = {
    "Truth": Truth(True),
    "Eq": Eq(X, X),
    "Cmp": Cmp("≤", X, X),
    "Not": Not(And((Q, Not(Q)))),
    "And": And((Truth(True), Or((Q, Not(Q))))),
    "Or": Or((Q, Not(Q))),
    "Xor": Xor(Q, Not(Q)),
    "Implies": Implies(Q, Q),
    "Iff": Iff(Q, Q),
    "Forall": Forall("y", Implies(holds("Q", Y), holds("Q", Y))),
    "Exists": Exists("y", Eq(Y, X)),
    "Forall of a sort": Forall("y", Eq(Y, Y), "Hue"),
    "Exists of a sort": Exists("y", Eq(Y, Fn("red")), "Hue"),
    "Num": Eq(Num(3), Num(3)),
    "Fn": Eq(Fn("f", (X,)), Fn("f", (X,))),
    "sum": Eq(Fn("+", (X, Num(1))), Fn("+", (X, Num(1)))),
    "quotient": Cmp("≤", Fn("÷", (X, Num(2))), Fn("÷", (X, Num(2)))),
}
"""Formulas that are true of everything, one for each kind of node."""
VARYING: dict[str, Formula] = {
    "Eq": Eq(X, A),
    "Cmp": Cmp(">", X, Num(0)),
    "Xor": Xor(holds("S", X), Eq(X, A)),
    "Forall of a sort": Forall("y", holds("T", X, Y), "Hue"),
    "Exists of a sort": Exists("y", holds("T", X, Y), "Hue"),
    "Num": Eq(X, Num(3)),
    "Fn": Eq(Fn("f", (X,)), X),
    "sum": Cmp(">", Fn("+", (X, Num(1))), Num(0)),
    "quotient": Eq(Fn("÷", (X, Num(2))), Num(0)),
}
"""Formulas that may be true of one thing and false of another one."""
HUES = Declarations((DeclaredSort("Hue", ("red", "blue")),), (Typed("T", ("U", "Hue"), "Bool"),))
IDLE = Default("R1", Forall("x", Implies(holds("Idle", X), holds("Odd", X))))
RULE = Default("R1", Implies(holds("Idle", A), holds("Odd", A)))
KINDS: dict[str, dict[str, Any]] = {
    "proof or countermodels": {},
    "preferred": {"defaults": (IDLE,)},
    "closure": {"semantics": Semantics.RULES},
    "argument": {"defeasible": (RULE,)},
    "findings": {"asked": ("z",)},
}


def program(kind: str, goal: Formula, *premises: Formula) -> Program:
    rest = KINDS[kind]
    asked = Exists("z", And((goal, Eq(Var("z"), A)))) if "asked" in rest else goal
    sorts = HUES if any("Hue" in repr(one) for one in premises) else Declarations()
    return Program(tuple(map(Statement, premises)), Statement(asked), declared=sorts, **rest)


def forged(value: Any, node: Formula) -> Any:
    """Return part of a certificate with a node in the place of ``Opaque``."""
    match value:
        case Atom() | Eq() | Cmp() | Truth() | Not() | And() | Or() | Xor() | Implies() | Iff() | Forall() | Exists():
            return rewrite(value, lambda f: node if isinstance(f, Atom) and f.name == "Opaque" else f, lambda t: t)
        case tuple() | frozenset():
            return type(value)(forged(one, node) for one in value)
        case Mapping():
            return {k: v for k, v in value.items() if not (isinstance(k, tuple) and k[0] == "Opaque")}
        case _ if is_dataclass(value) and not isinstance(value, type):
            changed = {f.name: forged(getattr(value, f.name), node) for f in fields(value) if f.init}
            return replace(value, **changed)
    return value


def accepted(program: Callable[[], Program], verdict: Verdict, certificate: Certificate) -> bool:
    try:
        check(program(), verdict, certificate)
    except (InvalidProgram, Refused, Unchecked):
        return False
    return True


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", VALID)
def test_no_model_is_accepted_in_which_what_is_valid_is_false(kind: str, name: str) -> None:
    """P(a) follows from ``∀x (P(x) ∨ ¬valid)``; where the node is an atom that may be false, it is open."""
    node = VALID[name]

    def of(n: Formula) -> Program:
        if kind in ("closure", "argument"):
            return program(kind, holds("P", A), holds("Q", A), Implies(_at(n, A), holds("P", A)))
        return program(kind, holds("P", A), holds("Q", A), Forall("x", Or((holds("P", X), Not(n)))))

    honest = prove(of(OPAQUE))
    assert (honest.verdict, honest.checked is not None) == (Verdict.UNKNOWN, True)
    for said in (node, _at(node, A)):
        assert not accepted(lambda: of(node), Verdict.UNKNOWN, forged(honest.certificate, said))


@pytest.mark.parametrize("kind", ["proof or countermodels", "preferred", "findings"])
@pytest.mark.parametrize("name", VARYING)
def test_no_proof_is_accepted_that_forgets_of_what_a_formula_is_said(kind: str, name: str) -> None:
    """Of ``P ∨ N`` and ``R ∨ ¬N`` one holds of all things only where N does not differ from thing to thing."""
    node = VARYING[name]
    goal = Or((holds("P", A), holds("R", B)))
    spoken = [Eq(one, one) for one in dict.fromkeys(walk(node)) if isinstance(one, Num)]

    def of(n: Formula) -> Program:
        cases = (Or((holds("P", X), n)), Or((holds("R", X), Not(n))))
        return program(kind, goal, *(Forall("x", case) for case in cases), *spoken)

    honest = prove(of(OPAQUE))
    assert (honest.verdict, honest.checked is not None) == (Verdict.ENTAILED, True)
    assert honest.certificate is not None
    full = _full(honest.certificate)
    assert accepted(lambda: of(OPAQUE), Verdict.ENTAILED, full)
    for said in (node, _at(node, A), _at(node, B)):
        assert not accepted(lambda: of(node), Verdict.ENTAILED, forged(full, said))


def test_every_kind_of_certificate_is_forged() -> None:
    found = {type(prove(program(kind, holds("P", A), holds("P", A))).certificate) for kind in KINDS}
    found |= {type(prove(program("proof or countermodels", holds("P", A), holds("Q", A))).certificate)}
    assert found == {Proof, Countermodels, PreferredModels, Closure, Argument, Findings}


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
        ones = tuple(replace(one, formula=forged(one.formula, UNLISTED)) for one in getattr(program, name))
        object.__setattr__(found, name, ones)
    return found


@pytest.mark.usefixtures("_walked")
@pytest.mark.parametrize("stated", [(), (OPAQUE,)], ids=["open", "stated"])
@pytest.mark.parametrize("kind", ["proof or countermodels", "preferred", "closure", "argument"])
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


def _full(value: Any) -> Any:
    """Return a certificate that says as little as it can: all predicates hold of everything in its models, and what is
    refuted is so in one step, without a line of its own in which a free variable would be seen."""
    if isinstance(value, Model):
        rows = {(n, k): frozenset(product(value.domain, repeat=k)) for n, k in value.predicates}
        return replace(value, predicates=rows)
    if isinstance(value, tuple):
        if value and isinstance(value[0], Line) and all(isinstance(line.reason, Given | Derived) for line in value):
            stated = [line for line in value if isinstance(line.reason, Given)]
            return (*stated, Line(Truth(False), Derived(tuple(range(1, len(stated) + 1)))))
        return tuple(map(_full, value))
    if isinstance(value, Proof | PreferredModels | PreferredModel | Findings | Finding):
        return replace(value, **{f.name: _full(getattr(value, f.name)) for f in fields(value)})
    return value


def _at(formula: Formula, thing: Term) -> Formula:
    return rewrite(formula, lambda f: f, lambda t: thing if t == X else t)
