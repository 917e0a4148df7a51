"""Formulas over a finite domain as ground rules for clingo.

Every ground atom is chosen freely, every compound formula is an atom that is defined by
rules, so that ``not`` is classical negation and the answer sets are the models.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from .fol.syntax import (
    And,
    Atom,
    Cmp,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Num,
    Or,
    Term,
    Truth,
    Var,
    Xor,
    numeral,
)

if TYPE_CHECKING:
    from clingo.backend import Backend

MAX_RULES: Final = 300_000
"""The most ground rules that are written."""


class NotFinite(ValueError):
    """A formula that has no form over a finite domain: functions, or arithmetic."""


class TooLarge(ValueError):
    """More than :data:`MAX_RULES` rules."""


@dataclass(slots=True)
class GroundRules:
    """A writer of formulas as literals of a logic program.

    Attributes:
        backend: clingo's backend, open.
        things: the domain.
        names: which thing each constant names.
        atoms: the literal of each ground atom so far.
    """

    backend: Backend
    things: Sequence[str]
    names: Mapping[str, str]
    atoms: dict[tuple[str, tuple[str, ...]], int] = field(default_factory=dict)
    _true: int = 0
    _rules: int = 0
    _known: dict[tuple[bool, frozenset[int]], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self._true:
            self._true = self.backend.add_atom()
            self.backend.add_rule([self._true])

    def atom(self, name: str, args: tuple[str, ...]) -> int:
        """Return the literal of a ground atom."""
        found = self.atoms.get((name, args))
        if found is None:
            found = self.atoms[name, args] = self.choice()
        return found

    def choice(self) -> int:
        """Return a literal that may be true or false."""
        made = self.backend.add_atom()
        self._rule([made], [], choice=True)
        return made

    def require(self, literals: Iterable[int]) -> None:
        """State that at least one of the literals is true."""
        self._rule([], [-one for one in literals])

    def formula(self, formula: Formula, values: Mapping[str, str]) -> int:
        """Return the literal that is true exactly where a formula is.

        Args:
            formula: the formula.
            values: a thing for each free variable.

        Raises:
            NotFinite: it has functions, or compares numbers.
            TooLarge: it is too long when it is written out.
        """
        match formula:
            case Atom(name, args):
                return self.atom(name, tuple(self.thing(a, values) for a in args))
            case Not(body):
                return -self.formula(body, values)
            case And(parts):
                return self._all(self.formula(p, values) for p in parts)
            case Or(parts):
                return -self._all(-self.formula(p, values) for p in parts)
            case Implies(left, right):
                return -self._all((self.formula(left, values), -self.formula(right, values)))
            case Iff(left, right):
                return -self._differ(self.formula(left, values), self.formula(right, values))
            case Xor(left, right):
                return self._differ(self.formula(left, values), self.formula(right, values))
            case Forall(name, body):
                return self._all(self.formula(body, {**values, name: t}) for t in self.things)
            case Exists(name, body):
                return -self._all(-self.formula(body, {**values, name: t}) for t in self.things)
            case Eq(left, right):
                return self._true if self.thing(left, values) == self.thing(right, values) else -self._true
            case Truth(value):
                return self._true if value else -self._true
            case Cmp():
                raise NotFinite("comparisons of numbers")

    def thing(self, term: Term, values: Mapping[str, str]) -> str:
        """Return the thing that a term names.

        Raises:
            NotFinite: the term is a function of others.
        """
        match term:
            case Var(name):
                return values[name]
            case Num(value):
                return self.names[numeral(value)]
            case Fn(name, ()):
                return self.names[name]
            case Fn(name):
                raise NotFinite(f"the function '{name}'")

    def rows(self, count: int) -> Iterable[tuple[str, ...]]:
        """Return all rows of so many things."""
        if len(self.things) ** count > MAX_RULES:
            raise TooLarge
        return itertools.product(self.things, repeat=count)

    def _all(self, literals: Iterable[int]) -> int:
        parts = frozenset(literals) - {self._true}
        if -self._true in parts or any(-p in parts for p in parts):
            return -self._true
        if len(parts) < 2:
            return next(iter(parts), self._true)
        return self._defined(True, parts, [sorted(parts)])

    def _differ(self, left: int, right: int) -> int:
        return self._defined(False, frozenset((left, right)), [[left, -right], [-left, right]])

    def _defined(self, conjunction: bool, parts: frozenset[int], bodies: list[list[int]]) -> int:
        found = self._known.get((conjunction, parts))
        if found is None:
            found = self._known[conjunction, parts] = self.backend.add_atom()
            for body in bodies:
                self._rule([found], body)
        return found

    def _rule(self, head: list[int], body: list[int], *, choice: bool = False) -> None:
        self._rules += 1
        if self._rules > MAX_RULES:
            raise TooLarge
        self.backend.add_rule(head, body, choice)
