"""Which positions are numbers."""

from __future__ import annotations

from sorites.solvers.logic.sorts import infer
from sorites.solvers.logic.symbols import INT, THING, signature
from sorites.solvers.notation.printer import print_formula

from ..outlines import read


def test_what_numbers_reach() -> None:
    formulas = [read(t) for t in ("age(bob) = 3", "Old(age(amy))", "∀x (Old(x) → 1 < x)", "Likes(bob, 7)", "b = 7")]
    sorts = infer(formulas, signature(formulas))
    numbers = {slot for slot in [("f", "age", 1, -1), ("p", "Old", 1, 0)] if sorts.of(slot) == INT}
    assert len(numbers) == 2
    for slot in [("f", "age", 1, 0), ("f", "bob", 0, -1), ("p", "Likes", 2, 0), ("p", "Likes", 2, 1)]:
        assert sorts.of(slot) == THING
    assert print_formula(sorts.typed(formulas[2])) == "∀x:Int (Old(x) → 1 < x)"
