"""New names for what there is, each with the line that introduces it."""

from __future__ import annotations

import itertools
from collections.abc import Container

from ..kernel.certificates import Witness
from ..logic.rewriting import substitute
from ..logic.sorts import SortedTheory
from ..logic.syntax import Exists, Fn, Forall, Formula, Implies, Term, Var
from ..logic.walkers import walk
from .drafts import Draft

Variables = tuple[tuple[str, str], ...]
"""Variables with their sorts, as quantifiers write them; the outermost first."""


class NewNames:
    """New names of one proof.

    Args:
        taken: names that they must not be.

    Attributes:
        lines: the line that introduces each.
        sorts: the sorts of its arguments and of what it names, as quantifiers write them.
    """

    def __init__(self, taken: Container[str] = ()) -> None:
        self._free = (name for i in itertools.count(1) if (name := f"thing{i}") not in taken)
        self.lines: dict[str, Draft] = {}
        self.sorts: dict[str, tuple[str, ...]] = {}

    def name(self, formula: Exists | Forall, variables: Variables = (), called: str = "") -> tuple[Fn, Implies]:
        """Name what there is if a formula is right (or, of all things, wrong), for each value of its free variables.

        Args:
            formula: the formula.
            variables: its free variables.
            called: the name; a free one if it is empty.

        Returns:
            The new term, and the law about it.
        """
        name = called or next(self._free)
        term = Fn(name, tuple([Var(variable) for variable, _ in variables]))
        instance = substitute(formula.body, {formula.var: term})
        law = Implies(formula, instance) if isinstance(formula, Exists) else Implies(instance, formula)
        self.lines[name] = Draft(closed(law, variables), Witness(name), self.introduced(formula))
        self.sorts[name] = (*(sort for _, sort in variables), formula.sort)
        return term, law

    def introduced(self, *nodes: Formula | Term) -> tuple[Draft, ...]:
        """Return the lines that introduce the new names in formulas and terms."""
        if not self.lines:
            return ()
        found = (n.name for n in itertools.chain(*map(walk, nodes)) if isinstance(n, Fn))
        return tuple(dict.fromkeys(self.lines[name] for name in found if name in self.lines))


def names_of(ready: SortedTheory) -> set[str]:
    """Return the names that a program speaks of."""
    return {name for name, _ in ready.names.functions}.union(*ready.enumerations.values())


def closed(formula: Formula, variables: Variables) -> Formula:
    """Return what a formula says of all values of its variables."""
    for name, sort in reversed(variables):
        formula = Forall(name, formula, sort)
    return formula
