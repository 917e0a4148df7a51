"""Which positions are numbers, whoever else a formula's nodes belong to."""

from __future__ import annotations

from hypothesis import given

from sorites.solvers.logic.rewriting import rewrite
from sorites.solvers.logic.sorts import infer
from sorites.solvers.logic.symbols import INT, THING, signature
from sorites.solvers.logic.syntax import And, Formula
from sorites.solvers.logic.unfolding import unfolded
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.smtlib import print_script

from ..outlines import read
from ..scripts import parse_script
from ..strategies import formulas, unsorted


def test_what_numbers_reach() -> None:
    formulas = [read(t) for t in ("age(bob) = 3", "Old(age(amy))", "∀x (Old(x) → 1 < x)", "Likes(bob, 7)", "b = 7")]
    sorts = infer(formulas, signature(formulas))
    numbers = {slot for slot in [("f", "age", 1, -1), ("p", "Old", 1, 0)] if sorts.of(slot) == INT}
    assert len(numbers) == 2
    for slot in [("f", "age", 1, 0), ("f", "bob", 0, -1), ("p", "Likes", 2, 0), ("p", "Likes", 2, 1)]:
        assert sorts.of(slot) == THING
    assert print_formula(sorts.typed(formulas[2])) == "∀x:Int (Old(x) → 1 < x)"


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
