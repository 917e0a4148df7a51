"""What is stated of the values of functions that give numbers, as rules that are applied forwards need it.

``income(ann) = 50`` states a value; then ``income(x) > 30`` holds of ann. Of a thing of which no value is stated a
function has one that is chosen for it, for a model only: nothing is proved by that.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Final

from ..errors import OutsideFragment
from ..kernel.laws import Polynomial, polynomial
from ..logic.symbols import INT
from ..logic.syntax import CALCULATING, Cmp, Eq, Fn, Formula, Num, Term
from ..logic.walkers import walk

Quantity = int | Fraction
QuantityKey = tuple[str, tuple[int, ...]]
"""A function, and the things that it is applied to."""
TESTS: Final[Mapping[tuple[str, bool], Callable[[Quantity, int], bool]]] = {
    ("<", True): operator.lt,
    ("≤", True): operator.le,
    (">", True): operator.gt,
    ("≥", True): operator.ge,
    ("=", True): operator.eq,
    ("<", False): operator.ge,
    ("≤", False): operator.gt,
    (">", False): operator.le,
    ("≥", False): operator.lt,
    ("=", False): operator.ne,
}
"""How the difference of two sides is compared with 0, where a comparison holds and where it does not."""


@dataclass(frozen=True, slots=True)
class StatedNumber:
    """A value that is stated: by which premise, and in which words."""

    value: Quantity
    premise: int
    equation: Eq


@dataclass(slots=True)
class Numbers:
    """The functions that give numbers, with their values.

    Attributes:
        names: these functions, each with the number of its arguments.
        stated: what is stated of their values.
        chosen: the value of each where none is stated.
        guessed: whether these count.
    """

    names: dict[tuple[str, int], None] = field(default_factory=dict)
    stated: dict[QuantityKey, StatedNumber] = field(default_factory=dict)
    chosen: dict[str, Quantity] = field(default_factory=dict)
    guessed: bool = False

    def note(self, formulas: Iterable[Formula]) -> None:
        """Take note of the functions that give numbers in some formulas: those that are compared or calculated with.

        Raises:
            OutsideFragment: numerals are names of things beside them.
        """
        compared = [node for formula in formulas for node in walk(formula) if isinstance(node, Cmp | Eq)]
        known = -1
        while known < len(self.names):  # what is equated with a number is one
            known = len(self.names)
            for one in compared:
                if self.compares(one):
                    self.names |= {
                        (term.name, len(term.args)): None
                        for side in (one.left, one.right)
                        for term in _calculated(side)
                        if isinstance(term, Fn)
                    }
        if self.names and any(isinstance(n, Num) for one in compared if not self.compares(one) for n in walk(one)):
            raise OutsideFragment("numerals that are things")

    def compares(self, atom: Eq | Cmp) -> bool:
        """Return whether an atom compares numbers: a numeral alone may as well be the name of a thing."""
        return isinstance(atom, Cmp) or any(
            isinstance(side, Fn) and (side.name in CALCULATING or self.gives(side)) for side in (atom.left, atom.right)
        )

    def gives(self, term: Fn) -> bool:
        """Return whether a function gives numbers."""
        return (term.name, len(term.args)) in self.names

    def state(self, key: QuantityKey, value: Quantity, premise: int, equation: Eq) -> None:
        """Take note of a value.

        Raises:
            OutsideFragment: another one is stated of it.
        """
        found = self.stated.setdefault(key, StatedNumber(value, premise, equation))
        if found.value != value:
            raise OutsideFragment("two values of one function")

    def value(self, key: QuantityKey) -> Quantity | None:
        """Return the value of a function of things; ``None`` if none is stated, nor one counts that is chosen."""
        found = self.stated.get(key)
        if found is not None:
            return found.value
        return self.chosen.get(key[0], 0) if self.guessed else None

    def choose(self, asked: Mapping[str, list[tuple[Callable[[Quantity, int], bool], Fraction, Fraction]]]) -> None:
        """Choose a value for each function of which none is chosen: one of which as few conditions as can be hold.

        Args:
            asked: for each function its conditions: how ``factor * value + constant`` is compared with 0.
        """
        for name, conditions in asked.items():
            if name in self.chosen:
                continue
            bounds = {-constant / factor for _, factor, constant in conditions}
            near = {n for bound in bounds for n in (math.floor(bound), math.floor(bound) + 1, math.ceil(bound) - 1)}
            tried = sorted({0, *near}, key=lambda n: (abs(n), n))
            self.chosen[name] = min(tried, key=lambda n: sum(test(f * n + c, 0) for test, f, c in conditions))


def difference(atom: Eq | Cmp) -> Polynomial:
    """Return the left side of a comparison less the right one, in terms that are no calculations.

    Raises:
        OutsideFragment: numbers are multiplied.
    """
    found = dict(polynomial(atom.left, lambda _: INT))
    for key, factor in polynomial(atom.right, lambda _: INT).items():
        found[key] = found.get(key, Fraction(0)) - factor
    if any(len(key) > 1 or (key and isinstance(key[0], Fn) and key[0].name in CALCULATING) for key in found):
        raise OutsideFragment("products of numbers")
    return {key: factor for key, factor in found.items() if factor}


def exact(number: Num) -> Quantity:
    """Return the value of a numeral."""
    return Fraction(number.value) if isinstance(number.value, Decimal) else number.value


def shortest(number: Quantity) -> int | Decimal | Fraction:
    """Return a number as it is shown: whole, as a decimal fraction where that ends, or else as a fraction."""
    if number.denominator == 1:
        return number.numerator
    quotient = Decimal(number.numerator) / Decimal(number.denominator)
    return quotient if Fraction(quotient) == number else Fraction(number)


def _calculated(term: Term) -> Iterable[Term]:
    """Return the terms that a number is calculated from."""
    if isinstance(term, Fn) and term.name in CALCULATING:
        return [one for arg in term.args for one in _calculated(arg)]
    return [term]
