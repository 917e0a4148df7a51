"""Lemmas of equality and of numbers about literals that are taken to be true."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ..kernel.certificates import Equality
from ..kernel.laws import SortOf, equals_replaced
from ..language.declared import NUMBERS
from ..language.settled import Settled
from ..language.syntax import Atom, Cmp, Eq, Fn, Formula, Not, Or, Term, negation
from ..language.traverse import walk
from .arithmetic import Arithmetic
from .drafts import Draft


class Theory:
    """What equality and numbers say of the literals of one proof.

    Args:
        ready: the program, settled.
        sort: gives the sort of a closed term.
    """

    def __init__(self, ready: Settled, sort: SortOf) -> None:
        self._sort = sort
        self._silent = not ready.names.equality and not ready.names.arithmetic
        self._arithmetic = Arithmetic(sort) if ready.names.arithmetic else None

    def lemma(self, true: Sequence[Formula]) -> Draft | None:
        """Return a line that excludes some of these literals together, or divides the cases; ``None`` if there is none.

        Args:
            true: formulas that are taken to be true.
        """
        if self._silent:
            return None
        literals = [f for f in true if isinstance(f.body if isinstance(f, Not) else f, Atom | Eq | Cmp)]
        denials = [negation(f) for f in literals]
        if denials and equals_replaced(disjunction(denials)):
            return Draft(disjunction(_smallest(denials)), Equality())
        if self._arithmetic is None:
            return None
        return self._congruent(literals) or self._arithmetic.lemma(literals)

    def _congruent(self, literals: Sequence[Formula]) -> Draft | None:
        """Return that a function of numbers has one value for equals."""
        equal = [Not(f) for f in literals if isinstance(f, Eq)]
        if not equal:
            return None
        applied: dict[tuple[str, int], dict[Term, None]] = {}
        for literal in literals:
            for node in walk(literal):
                if isinstance(node, Fn) and node.args and self._sort(node) in NUMBERS and node.name not in "+-*/÷%":
                    applied.setdefault((node.name, len(node.args)), {})[node] = None
        said = set(literals)
        for terms in applied.values():
            for one, other in combinations(terms, 2):
                same = Eq(one, other)
                if same not in said and equals_replaced(disjunction([*equal, same])):
                    return Draft(disjunction([*_smallest(equal, same), same]), Equality())
        return None


def _smallest(parts: Sequence[Formula], *kept: Formula) -> list[Formula]:
    """Return parts of a disjunction, without what it does not need to hold."""
    needed = list(parts)
    for part in parts:
        rest = [other for other in needed if other is not part]
        if (rest or kept) and equals_replaced(disjunction([*rest, *kept])):
            needed = rest
    return needed


def disjunction(parts: Sequence[Formula]) -> Formula:
    """Return a disjunction of one or more formulas."""
    return Or(tuple(parts)) if len(parts) > 1 else parts[0]
