"""Lemmas of equality and of numbers about literals that are taken to be true."""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel.certificates import Equality
from ..kernel.laws import equals_replaced
from ..language.settled import Settled
from ..language.syntax import Atom, Cmp, Eq, Formula, Or, negation
from .drafts import Draft
from .shapes import Leaves


def lemma(ready: Settled, leaves: Leaves, true: Sequence[int]) -> Draft | None:
    """Return a line that excludes some of these literals together; ``None`` if there is none."""
    if not ready.names.equality and not ready.names.arithmetic:
        return None
    parts = [negation(leaves.formula(one)) for one in true if isinstance(leaves.formulas[one >> 1], Atom | Eq | Cmp)]
    if not parts or not equals_replaced(disjunction(parts)):
        return None
    for part in list(parts):
        rest = [other for other in parts if other is not part]
        if rest and equals_replaced(disjunction(rest)):
            parts = rest
    return Draft(disjunction(parts), Equality())


def disjunction(parts: Sequence[Formula]) -> Formula:
    """Return a disjunction of one or more formulas."""
    return Or(tuple(parts)) if len(parts) > 1 else parts[0]
