"""Models of formulas without variables, and which of these contradict each other, asked of Z3 again and again.

Formulas may be given names; where one that has a name stands in another, it is not written out again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from ..clock import check, left, look
from ..errors import Late
from ..logic.syntax import And, Atom, Formula, Iff, Implies, Not, Or, Truth, Xor
from ..logic.walkers import subformulas
from .smt import load, time_of

if TYPE_CHECKING:
    import z3

_JOINS: Final = {Not: "not", And: "and", Or: "or", Implies: "=>", Iff: "=", Xor: "xor"}
_SYMBOL: Final = re.compile(r"\b[nps]\d+")
_TRUE: Final = re.compile(r"define-fun (\w+) \(\) Bool\s+true")
_MEGABYTES: Final = 2048


class GroundSearch:
    """What formulas without variables allow. What their atoms speak of is of no matter."""

    def __init__(self) -> None:
        self._solver: z3.Solver = load("", left(), _MEGABYTES, ground=True)
        self._symbols: dict[Atom, str] = {}
        self._names: dict[Formula, str] = {}
        self._declared: set[str] = set()

    def name(self, formulas: Iterable[Formula]) -> None:
        """Give names to formulas that are mostly true: a name says that its formula is false, as names mostly are."""
        named = []
        for formula in formulas:
            if formula not in self._names:
                text, symbol = self._text(formula), f"n{len(self._names)}"
                self._names[formula] = symbol
                named.append(f"(= {symbol} (not {text}))")
        self._solver.from_string(self._script(named))

    def add(self, *formulas: Formula) -> None:
        """State what is true."""
        self._solver.from_string(self._script(map(self._text, formulas)))

    def model(self, *formulas: Formula) -> frozenset[Formula] | None:
        """Return the atoms, and the formulas with names, that are true in a model; ``None`` if there is none.

        Args:
            formulas: what has to be true in it, beside all that was stated.

        Raises:
            Late: the time is up.
        """
        self._solver.push()
        try:
            self.add(*formulas)
            if not self._satisfiable():
                return None
            true = {*_TRUE.findall(self._solver.model().sexpr())}
            named = [formula for formula, symbol in self._names.items() if symbol not in true]
            return frozenset([*named, *(atom for atom, symbol in self._symbols.items() if symbol in true)])
        finally:
            self._solver.pop()

    def core(self, formulas: Sequence[Formula]) -> list[int] | None:
        """Return the places of formulas that contradict what was stated, none of which can be spared.

        Returns:
            The places; ``None`` if all of them may be true.

        Raises:
            Late: the time is up.
        """
        self._solver.set("core.minimize", True)
        switches = [f"s{i}" for i in range(len(formulas))]
        self._solver.from_string(
            self._script([f"(=> {switch} {self._text(one)})" for switch, one in zip(switches, formulas, strict=True)])
        )
        if self._satisfiable(switches):
            return None
        found = {str(one) for one in self._solver.unsat_core()}
        return [i for i, switch in enumerate(switches) if switch in found]

    def _satisfiable(self, assumed: Sequence[str] = ()) -> bool:
        import z3

        check()
        self._solver.set(**time_of(left()))
        found = self._solver.check(*[z3.Bool(one, self._solver.ctx) for one in assumed])
        if found == z3.unknown:
            raise Late("the time is up")
        return bool(found == z3.sat)

    def _script(self, assertions: Iterable[str]) -> str:
        stated = "\n".join([f"(assert {one})" for one in assertions])
        new = {*_SYMBOL.findall(stated)} - self._declared
        self._declared |= new
        known = "\n".join([f"(declare-fun {symbol} () Bool)" for symbol in new])
        return f"{known}\n{stated}"

    def _text(self, formula: Formula) -> str:
        look()
        if (symbol := self._names.get(formula)) is not None:
            return f"(not {symbol})"
        if isinstance(formula, Truth):
            return "true" if formula.value else "false"
        if isinstance(formula, Atom):
            return self._symbols.setdefault(formula, f"p{len(self._symbols)}")
        return f"({_JOINS[type(formula)]} {' '.join(map(self._text, subformulas(formula)))})"
