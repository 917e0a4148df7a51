"""Plain names for provers: what a process is given no dialect reads as anything else (``p1``, ``k2``, ``v3``).

Each quantifier gets a variable of its own. Prover9 renames variables that are bound twice, to names that
a formula may have already, and what it then proves is another formula.
"""

from __future__ import annotations

import itertools

from ..logic.rewriting import renamed, rewrite, simplified
from ..logic.syntax import Formula, Iff, Not, Num, Term, Truth, Xor, numeral
from ..notation.printer import Printer
from ..notation.signs import Dialect


class PlainNames:
    """Plain symbols for a program's names."""

    def __init__(self) -> None:
        self._symbols: dict[tuple[str, str, int], str] = {}
        self._count = itertools.count(1)

    def symbol(self, kind: str, name: str, arity: int = 0) -> str:
        """Return the symbol of a name of an arity; ``kind`` is ``p`` or ``k``."""
        key = (kind, name, arity)
        return self._symbols.get(key) or self._symbols.setdefault(key, f"{kind}{next(self._count)}")

    def apart(self, formula: Formula) -> Formula:
        """Return the formula with a variable of its own, ``v{i}``, for each quantifier of the whole problem."""
        return renamed(formula, lambda *_: f"v{next(self._count)}")


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
