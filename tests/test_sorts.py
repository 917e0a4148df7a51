"""Which positions are numbers, whoever else a formula's nodes belong to."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import HealthCheck, given, settings

from sorites.solvers import Program, Statement, Verdict, make_solver, prove
from sorites.solvers.bridges.finite import find_model
from sorites.solvers.logic.rewriting import rewrite
from sorites.solvers.logic.sorts import infer
from sorites.solvers.logic.symbols import INT, THING, signature
from sorites.solvers.logic.syntax import And, Atom, Cmp, Eq, Exists, Fn, Forall, Formula, Implies, Not, Num, Var
from sorites.solvers.logic.unfolding import unfolded
from sorites.solvers.logic.walkers import walk
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.smtlib import print_script

from .outlines import read
from .scripts import parse_script
from .strategies import formulas, unsorted

SHARED = Exists("y", Eq(Var("y"), Var("x")))
"""One node, which stands under a quantifier over things and under one over numbers."""
OF_THINGS = Forall("x", Implies(Atom("P", (Var("x"),)), SHARED))
OF_NUMBERS = Forall("x", Implies(Cmp("<", Num(1), Var("x")), SHARED))


def test_a_shared_node_has_the_sort_of_each_place() -> None:
    both = And((OF_THINGS, OF_NUMBERS))
    lines = print_script([both, Atom("P", (Fn("a"),))]).split("\n")
    assert "(declare-fun P (U) Bool)" in lines
    assert (
        "(assert (and (forall ((x U)) (=> (P x) (exists ((y U)) (= y x)))) "
        "(forall ((x Int)) (=> (< 1 x) (exists ((y Int)) (= y x))))))"
    ) in lines
    apart = read("(∀x (P(x) → ∃y y = x)) ∧ (∀x (1 < x → ∃y y = x))")
    assert print_script([both]) == print_script([apart])
    program = Program((Statement(Atom("P", (Fn("a"),))),), Statement(both))
    assert prove(program, "z3").verdict is Verdict.ENTAILED


def test_formulas_that_share_a_node_have_their_own_sorts() -> None:
    # Were the sorts one, P would be of numbers, and what holds of a and b could not be told apart from 1 and 2.
    for sides in ((OF_THINGS, OF_NUMBERS), (OF_NUMBERS, OF_THINGS)):
        premises = (*sides, read("P(a)"), read("∀x (P(x) → x = a)"))
        program = Program(tuple(map(Statement, premises)), Statement(read("∃x (3 < x ∧ x < 5)")))
        assert make_solver("z3").solve(program).verdict is Verdict.ENTAILED
        assert "(declare-fun P (U) Bool)" in print_script(premises)


def test_sorts_in_the_order_of_the_text() -> None:
    formula = read("∀x (P(x) → ∃n (1.5 < n ∧ 2 < n ∧ x = 2))")
    again = And((formula, Not(formula)))
    sorts = infer((formula, again), signature((formula, again)))
    typed = sorts.typed(formula)
    assert print_formula(typed) == '∀x (P(x) → (∃n:Real (1.5 < n ∧ 2.0 < n ∧ x = "2")))'
    assert {n for n in walk(typed) if isinstance(n, Num)} == {Num(Decimal("1.5")), Num(2, True)}
    assert sorts.typed(again) == And((typed, Not(typed)))
    assert sorts.of(("p", "P", 1, 0)) == THING


def test_what_numbers_reach() -> None:
    formulas = [read(t) for t in ("age(bob) = 3", "Old(age(amy))", "∀x (Old(x) → 1 < x)", "Likes(bob, 7)", "b = 7")]
    sorts = infer(formulas, signature(formulas))
    numbers = {slot for slot in [("f", "age", 1, -1), ("p", "Old", 1, 0)] if sorts.of(slot) == INT}
    assert len(numbers) == 2
    for slot in [("f", "age", 1, 0), ("f", "bob", 0, -1), ("p", "Likes", 2, 0), ("p", "Likes", 2, 1)]:
        assert sorts.of(slot) == THING
    assert print_formula(sorts.typed(formulas[2])) == "∀x:Int (Old(x) → 1 < x)"


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(formula=formulas())
def test_sharing_makes_no_difference(formula: Formula) -> None:
    """The same tree with one object for all nodes that are equal is written the same way, and read back."""
    pool: dict[str, Formula] = {}
    shared = rewrite(formula, lambda f: pool.setdefault(repr(f), f))
    whole = [unfolded(f) for f in (And((shared, shared)), shared)]
    assert print_script(whole) == print_script(
        [unfolded(And((formula, rewrite(formula, lambda f: f)))), unfolded(formula)]
    )
    again, diagnostics = parse_script(print_script(whole))
    assert [unsorted(f) for f in again] == list(map(unfolded, whole))
    assert not diagnostics


def test_models_of_shared_nodes() -> None:
    assert find_model([OF_THINGS, Not(read("∃x P(x)")), read("a ≠ b")], 5) is not None
