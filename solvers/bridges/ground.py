"""Formulas over a finite domain: quantifiers written out as SMT-LIB text.

The Bernays-Schönfinkel fragment is decided here: formulas without functions and
equality, in which no existential quantifier stands behind a universal one, have a
model if and only if they have one over their constants and one more thing for each
existential quantifier (Herbrand's theorem). Writing the quantifiers out over that
domain leaves a propositional problem. Propositional and ground programs are the
cases without quantifiers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..errors import TooLarge
from ..logic.domains import existentials
from ..logic.program import Program
from ..logic.sorts import Sorts
from ..logic.symbols import THING
from ..logic.syntax import Exists, Forall
from ..notation.smtlib import SmtWriter

MAX_GROUND: Final = 400_000
"""The most characters of written-out formulas; beyond, other ways are cheaper."""


def unnamed_things(program: Program) -> int | None:
    """Return how many things the Herbrand domain of a program has beside the named ones.

    Returns:
        ``None`` outside the Bernays-Schönfinkel fragment.
    """
    names = program.signature
    if names.equality or names.arithmetic or program.sorted or any(arity for _, arity in names.functions):
        return None
    found = [existentials(program.goal.formula, None)]  # the goal is asked both ways
    found += [existentials(premise.formula, True) for premise in program.premises]
    if any(for_each for _, for_each in found):
        return None
    return sum(count for count, _ in found) or (0 if names.constants or names.numerals else 1)


class GroundSymbols:
    """Short symbols for names, the same one each time; constants may be things of the domain."""

    __slots__ = ("_things", "names")

    def __init__(self, things: dict[str, str] | None = None) -> None:
        self.names: dict[tuple[str, str, int], str] = {}
        self._things = things or {}

    def __call__(self, kind: str, name: str, arity: int) -> str:
        """Return the symbol for a name of a kind: ``p``, ``f`` or ``v``."""
        key = (kind, name, arity)
        symbol = self.names.get(key)
        if symbol is None:
            symbol = f"{kind}{len(self.names)}"
            if kind == "f" and arity == 0:
                symbol = self._things.get(name, symbol)
            self.names[key] = symbol
        return symbol


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
