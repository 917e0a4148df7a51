"""Lemmas of equality and of numbers about literals that are taken to be true."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ..kernel.certificates import Equality
from ..kernel.laws import SortOf
from ..logic.sorts import SortedTheory
from ..logic.symbols import NUMBERS
from ..logic.syntax import Atom, Cmp, Eq, Fn, Formula, Not, Term
from ..logic.walkers import walk
from .arithmetic import Arithmetic
from .congruence import Congruence
from .drafts import Draft, lemma


class Theory:
    """What equality and numbers say of the literals of one proof.

    Args:
        ready: the program, settled.
        sort: gives the sort of a closed term.
    """

    def __init__(self, ready: SortedTheory, sort: SortOf) -> None:
        self._sort = sort
        numbers = ready.names.arithmetic or not NUMBERS.isdisjoint(ready.used)
        self._silent = not ready.names.equality and not numbers and not ready.axioms
        self._arithmetic = Arithmetic(sort) if numbers else None

    def lemma(self, true: Sequence[Formula]) -> Draft | None:
        """Return a line that excludes some of these literals together, or divides the cases; ``None`` if there is none.

        Args:
            true: formulas that are taken to be true.
        """
        if self._silent:
            return None
        literals = [f for f in true if isinstance(f.body if isinstance(f, Not) else f, Atom | Eq | Cmp)]
        same = Congruence()
        for literal in literals:
            same.assume(literal)
        if (why := same.conflict()) is not None:
            return lemma(why, Equality())
        if self._arithmetic is None:
            return None
        return self._congruent(literals, same) or self._arithmetic.lemma(literals)

    def _congruent(self, literals: Sequence[Formula], same: Congruence) -> Draft | None:
        """Return that a function of numbers has one value for equals."""
        applied: dict[tuple[str, int], dict[Term, None]] = {}
        for literal in literals:
            for node in walk(literal):
                if isinstance(node, Fn) and node.args and self._sort(node) in NUMBERS and node.name not in "+-*/÷%":
                    applied.setdefault((node.name, len(node.args)), {})[node] = None
        said = set(literals)
        for terms in applied.values():
            for one, other in combinations(terms, 2):
                equation = Eq(one, other)
                if equation not in said and (why := same.refuted(Not(equation))) is not None:
                    return lemma(why, Equality(), equation)
        return None
