"""Formulas over a finite domain: quantifiers written out as SMT-LIB text.

What is left is a problem without quantifiers, which Z3 decides: whether there is a model over this domain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..errors import TooLarge
from ..logic.sorts import Sorts
from ..logic.symbols import THING
from ..logic.syntax import Exists, Forall
from ..notation.smtlib import SmtWriter

MAX_GROUND: Final = 400_000
"""The most characters of written-out formulas; beyond, other ways are cheaper."""


class GroundSymbols:
    """Short symbols for names, the same one each time."""

    __slots__ = ("names",)

    def __init__(self) -> None:
        self.names: dict[tuple[str, str, int], str] = {}

    def __call__(self, kind: str, name: str, arity: int) -> str:
        """Return the symbol for a name of a kind: ``p``, ``f`` or ``v``."""
        return self.names.setdefault((kind, name, arity), f"{kind}{len(self.names)}")


class GroundWriter(SmtWriter):
    """Writes quantifiers over things out, one instance for each thing of the domain.

    Args:
        sorts: the sorts of all formulas that will be written.
        symbols: the symbols of predicates and functions.
        things: the symbols of the things of each sort.

    Raises:
        TooLarge: (from ``formula``) the result would pass ``MAX_GROUND``.
    """

    __slots__ = ("_marks", "_things", "size")

    def __init__(self, sorts: Sorts, symbols: GroundSymbols, things: Mapping[str, Sequence[str]]) -> None:
        self._things = things
        self.size = 0
        self._marks: dict[str, str] = {}
        super().__init__(
            sorts, lambda kind, name, arity: self._mark(name) if kind == "v" else symbols(kind, name, arity)
        )

    def _mark(self, variable: str) -> str:
        """Return the symbol that stands for a variable until each instance replaces it."""
        return self._marks.setdefault(variable, f"${len(self._marks)}$")

    def _quantified(self, formula: Forall | Exists) -> str:
        things = self._things.get(formula.sort or THING)
        if things is None:
            return super()._quantified(formula)
        hidden = self._bound.get(formula.var, "")
        self._bound[formula.var] = formula.sort or THING
        body, mark = self.formula(formula.body), self._mark(formula.var)
        self._bound[formula.var] = hidden
        self.size += len(body) * len(things)
        if self.size > MAX_GROUND:
            raise TooLarge
        instances = " ".join([body.replace(mark, thing) for thing in things])
        return f"({'and' if type(formula) is Forall else 'or'} {instances})"
