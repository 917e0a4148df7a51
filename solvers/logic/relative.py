"""Several sorts in one domain: each sort as a predicate, for engines that know none.

A quantifier over a sort ranges over what its predicate holds of. That each sort has something in it, that
constants and functions stay inside theirs, and what enumerations hold, is said beside.
"""

from __future__ import annotations

from collections.abc import Iterable

from .rewriting import descend, same
from .sorts import SortedTheory
from .symbols import NUMBERS, THING
from .syntax import (
    And,
    Atom,
    Count,
    Distinct,
    Exists,
    Fn,
    Forall,
    Formula,
    Implies,
    Term,
    Var,
    close,
    conjunction,
    unfold_first,
)


class Relative:
    """Writes typed formulas of one program without sorts; numbers stay as they are.

    Args:
        ready: the program's formulas, settled.

    Attributes:
        names: the predicate of each sort; empty where there is one sort of things.
    """

    def __init__(self, ready: SortedTheory) -> None:
        self._ready = ready
        things = ready.used - NUMBERS
        self._sorted = bool(things - {THING})
        taken = {name for name, _ in ready.names.predicates}
        self.names: dict[str, str] = {}
        for sort in sorted(things if self._sorted else ()):
            name = sort
            while name in taken:
                name += "_sort"
            taken.add(name)
            self.names[sort] = name

    def formula(self, formula: Formula) -> Formula:
        """Return a typed formula with guards in place of sorts."""
        if not self._sorted:
            return formula
        match formula:
            case Forall(name, body, sort):
                return Forall(name, Implies(self._of(sort, Var(name)), self.formula(body)))
            case Exists(name, body, sort):
                return Exists(name, And((self._of(sort, Var(name)), self.formula(body))))
            case Distinct() | Count():
                unfold_first(formula)
            case _:
                return descend(formula, self.formula, same)

    def axioms(self) -> list[Formula]:
        """Return what holds of the sorts and numerals in every model."""
        if not self._sorted:
            return list(self._ready.axioms)
        found: list[Formula] = [Exists("x", self._of(sort, Var("x"))) for sort in self.names]
        found += self._inside()
        return [*found, *map(self.formula, self._ready.axioms)]

    def _of(self, sort: str, term: Term) -> Formula:
        return Atom(self.names[sort or THING], (term,))

    def _inside(self) -> Iterable[Formula]:
        """Yield that each constant and function gives something of its sort."""
        sorts = self._ready.sorts
        members = {m for ones in self._ready.enumerations.values() for m in ones}
        constants = dict.fromkeys([*self._ready.names.functions, *((m, 0) for m in sorted(members))])
        for name, arity in constants:
            if sorts.result(name, arity) in NUMBERS:
                continue
            variables = [f"x{i}" for i in range(arity)]
            terms = tuple(map(Var, variables))
            said = self._of(sorts.result(name, arity), Fn(name, terms))
            guards = tuple(map(self._of, sorts.arguments("f", name, arity), terms))
            yield close(Implies(conjunction(guards), said) if guards else said, variables)
