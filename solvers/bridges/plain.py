"""Plain names for provers: what a process is given no dialect reads as anything else (``p1``, ``k2``, ``v3``).

Each quantifier gets a variable of its own. Prover9 renames variables that are bound twice, to names that
a formula may have already, and what it then proves is another formula.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..logic.rewriting import renamed, rewrite, simplified
from ..logic.syntax import Atom, Binder, Fn, Formula, Iff, Not, Num, Term, Truth, Var, Xor, numeral
from ..logic.walkers import free_variables
from ..notation.printer import Printer
from ..notation.signs import Dialect


@dataclass(slots=True)
class PlainNames:
    """Plain symbols for a program's names, and the names behind the symbols.

    Attributes:
        symbols: the symbol of each predicate and function.
        names: the name behind each symbol, and behind each variable.
    """

    symbols: dict[tuple[str, str, int], str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def symbol(self, kind: str, name: str, arity: int = 0) -> str:
        """Return the symbol of a name of an arity; ``kind`` is ``p`` or ``k``."""
        key = (kind, name, arity)
        found = self.symbols.get(key)
        if found is None:
            found = self.symbols[key] = self._new(kind, name)
        return found

    def apart(self, formula: Formula) -> Formula:
        """Return the formula with a variable of its own, ``v{i}``, for each quantifier of the whole problem."""
        return renamed(formula, lambda quantifier, _: self._new("v", quantifier.var))

    def _new(self, kind: str, name: str) -> str:
        made = f"{kind}{len(self.names) + 1}"
        self.names[made] = name
        return made

    def restore(self, formula: Formula) -> Formula:
        """Return a formula that an engine printed in the program's own names."""

        def term(t: Term) -> Term:
            return Fn(self.names.get(t.name, t.name), t.args) if isinstance(t, Fn) else t

        def named(f: Formula) -> Formula:
            return Atom(self.names.get(f.name, f.name), f.args) if isinstance(f, Atom) else f

        return renamed(rewrite(formula, named, term), self._variable)

    def _variable(self, quantifier: Binder, around: Mapping[str, Var]) -> str:
        """Return the program's variable, or one like it where that would capture another."""
        own = self.names.get(quantifier.var[1:], quantifier.var)
        others = set(free_variables(quantifier.body)) - {quantifier.var}
        taken = {around[v].name if v in around else v for v in others}
        return next(name for count in itertools.count(1) if (name := f"{own}{count if count > 1 else ''}") not in taken)


class PlainPrinter(Printer):
    """Writes formulas in plain symbols."""

    __slots__ = ("letter", "names")

    def __init__(self, names: PlainNames, dialect: Dialect, letter: str) -> None:
        super().__init__(Truth(True), dialect)
        self.names = names
        self.letter = letter

    def whole(self, formula: Formula) -> str:
        """Return the text of a closed formula, each of whose quantifiers gets a variable of its own.

        Truth values are gone from inside it: Prover9 fails on some formulas that hold them.
        """
        return self.formula(self.names.apart(simplified(formula)))

    def predicate(self, name: str, arity: int) -> str:
        """Return the predicate's symbol; one for each name and arity."""
        return self.names.symbol("p", name, arity)

    def function(self, name: str, arity: int) -> str:
        """Return the function's symbol."""
        return self.names.symbol("k", name, arity)

    def variable(self, name: str) -> str:
        """Return the variable with the first letter that the engine asks for."""
        return self.letter + name

    def term(self, term: Term) -> str:
        """Return the term's text; a numeral is a constant here."""
        return self.names.symbol("k", numeral(term.value)) if isinstance(term, Num) else super().term(term)


def without_xor(formula: Formula) -> Formula:
    """Return the formula with ``⊕`` written as a denied equivalence."""
    return rewrite(formula, lambda f: Not(Iff(f.left, f.right)) if isinstance(f, Xor) else f)
