"""Lemmas of numbers: why comparisons that are taken to be true can't all be.

Over the rationals by Fourier's and Motzkin's elimination, which gives Farkas's coefficients as it goes;
over the integers with splits where the solution is a fraction (branch and bound).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from typing import Final, TypeVar

from ..clock import look
from ..errors import TooLarge
from ..kernel.certificates import Linear, Number
from ..kernel.laws import MORE, ZERO, Polynomial, SortOf, denial, denied, product
from ..logic.symbols import INT, NUMBERS
from ..logic.syntax import And, Atom, Cmp, Eq, Fn, Formula, Num, Or, Term, negation
from ..logic.walkers import walk
from .drafts import Draft, lemma

MAX_ROWS: Final = 400
"""The most inequalities that elimination may leave."""
MAX_SPLITS: Final = 60
"""The most splits of integers in one proof."""
MAX_MULTIPLIED: Final = 8
"""The most inequalities of which products are tried."""
Product = tuple[Term, ...]
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Inequality:
    """A sum that is 0, or at least 0, or more than 0; made of so much of each constraint."""

    sums: Polynomial
    kind: int
    made: dict[int, Fraction]

    def plus(self, other: Inequality, one: Fraction, two: Fraction) -> Inequality:
        """Return ``one`` of this and ``two`` of another one."""
        return Inequality(
            _mixed(self.sums, other.sums, one, two),
            max(self.kind, other.kind),
            _mixed(self.made, other.made, one, two),
        )

    def times(self, other: Inequality, place: int) -> Inequality:
        """Return the product with another one, as a sum of its own."""
        sums = {key: value for key, value in product(self.sums, other.sums).items() if value}
        return Inequality(sums, min(self.kind, other.kind), {place: Fraction(1)})

    @property
    def terms(self) -> list[tuple[Product, Fraction]]:
        """The products of terms in it, each with its factor."""
        return [(key, value) for key, value in self.sums.items() if key]

    @property
    def constant(self) -> Fraction:
        """What is added to them."""
        return self.sums.get((), Fraction(0))

    @property
    def factors(self) -> dict[int, Fraction]:
        """What each constraint is multiplied by, for the sum to say that a negative number is none."""
        sign = -1 if self.kind == ZERO and self.constant > 0 else 1
        return {place: value * sign for place, value in self.made.items()}

    @property
    def broken(self) -> bool:
        """Whether it is false of all numbers."""
        if self.terms:
            return False
        return (
            self.constant != 0 if self.kind == ZERO else self.constant < 0 or (self.kind == MORE and not self.constant)
        )


def _mixed(ones: dict[K, Fraction], others: dict[K, Fraction], one: Fraction, two: Fraction) -> dict[K, Fraction]:
    found = {key: one * value for key, value in ones.items()}
    for key, value in others.items():
        found[key] = found.get(key, Fraction(0)) + two * value
    return {key: value for key, value in found.items() if value}


class Arithmetic:
    """The numbers of one proof.

    Args:
        sort: gives the sort of a closed term.
    """

    def __init__(self, sort: SortOf) -> None:
        self.sort = sort
        self._said: set[Formula] = set()
        self._splits = 0

    def lemma(self, true: Sequence[Formula]) -> Draft | None:
        """Return a line that excludes some of these literals together, or divides the cases; ``None`` if there is none.

        Args:
            true: atoms and denied atoms.
        """
        compared = list(filter(self.compares, true))
        for literal in compared:
            atom, false = denied(literal)
            if isinstance(atom, Eq) and false and (draft := self._cases(atom.left, atom.right)) is not None:
                return draft
        for term in {t for f in compared for t in walk(f) if isinstance(t, Fn)}:
            match term:
                case Fn("÷" | "%", (divided, Num(int() as value))) if value:
                    if (draft := self._once(_division(divided, value))) is not None:
                        return draft
        rows = [row for i, literal in enumerate(compared) if (row := self.row(literal, i)) is not None]
        return self._solve(compared, rows) or self._by_products(compared, rows) or self._apart(true)

    def compares(self, literal: Formula) -> bool:
        """Return whether a literal compares numbers."""
        atom, _ = denied(literal)
        return isinstance(atom, Cmp) or (isinstance(atom, Eq) and self.sort(atom.left) in NUMBERS)

    def _once(self, law: Draft) -> Draft | None:
        if law.formula in self._said:
            return None
        self._said.add(law.formula)
        return law

    def row(self, literal: Formula, place: int = 0) -> Inequality | None:
        """Return what a comparison says of a sum; ``None`` if that is no more than that it is not 0."""
        for sums, kind in denial(negation(literal), self.sort):
            return Inequality({key: value for key, value in sums.items() if value}, kind, {place: Fraction(1)})
        return None

    def _solve(self, compared: Sequence[Formula], rows: list[Inequality]) -> Draft | None:
        """Eliminate one term after the other; where that ends well, look for integers."""
        broken, eliminated = _eliminated(rows)
        if broken is not None:
            return _added(compared, broken.factors, {})
        return self._cut(rows) or self._split(eliminated)

    def _by_products(self, compared: Sequence[Formula], rows: list[Inequality]) -> Draft | None:
        """Return why comparisons can't all be true, by products of two of them, where numbers are multiplied."""
        if len(rows) > MAX_MULTIPLIED or not any(len(key) > 1 for row in rows for key in row.sums):
            return None
        multiplied: dict[int, tuple[int, int]] = {}
        left = list(rows)
        for one, other in combinations_with_replacement(rows, 2):
            place = len(compared) + len(multiplied)
            multiplied[place] = next(iter(one.made)), next(iter(other.made))
            left.append(one.times(other, place))
        with suppress(TooLarge):
            broken, _ = _eliminated(left)
            return None if broken is None else _added(compared, broken.factors, multiplied)
        return None

    def _cut(self, rows: Sequence[Inequality]) -> Draft | None:
        """Return the division of cases for a sum of integers that a row makes a fraction, as half of an odd number."""
        for row in rows:
            parts = [(key[0], value) for key, value in row.terms if len(key) == 1 and self.sort(key[0]) == INT]
            if len(parts) < len(row.terms) or not parts:
                continue
            scale = math.lcm(*(value.denominator for _, value in parts))
            step = Fraction(math.gcd(*(int(value * scale) for _, value in parts)), scale)
            bound = -row.constant / step
            if bound.denominator == 1:
                continue
            terms = [_times(int(value / step), term) for term, value in parts]
            total = terms[0]
            for term in terms[1:]:
                total = Fn("+", (total, term))
            below = math.floor(bound)
            if (draft := self._divided(total, below)) is not None:
                return draft
        return None

    def _divided(self, term: Term, below: int) -> Draft | None:
        """Return that an integer is at most so much, or at least one more."""
        draft = self._once(range_law(term, below + 1, below))
        self._splits += draft is not None
        if self._splits > MAX_SPLITS:
            raise TooLarge
        return draft

    def _split(self, eliminated: list[tuple[Product, list[Inequality]]]) -> Draft | None:
        """Return the division of cases for an integer that a solution makes a fraction."""
        values: dict[Product, Fraction] = {}
        for key, rows in reversed(eliminated):
            low: Fraction | None = None
            high: Fraction | None = None
            open_low = open_high = False
            for row in rows:
                rest = row.constant + sum(
                    (v * values.get(k, Fraction(0)) for k, v in row.terms if k != key), Fraction(0)
                )
                bound = -rest / row.sums[key]
                if (row.kind == ZERO or row.sums[key] > 0) and (low is None or bound > low):
                    low, open_low = bound, row.kind == MORE
                if (row.kind == ZERO or row.sums[key] < 0) and (high is None or bound < high):
                    high, open_high = bound, row.kind == MORE
            values[key] = _between(low, high, open_low, open_high)
        for key, value in values.items():
            if len(key) == 1 and value.denominator != 1 and self.sort(key[0]) == INT:
                return self._divided(key[0], math.floor(value))
        return None

    def _apart(self, true: Sequence[Formula]) -> Draft | None:
        """Return the cases of two numbers that the same is said of: they are equal, or one is less."""
        applied: dict[tuple[str, int], list[tuple[Term, ...]]] = {}
        for literal in true:
            for node in walk(literal):
                if isinstance(node, Atom | Fn) and node.args and getattr(node, "name", "") not in _SIGNS:
                    rows = applied.setdefault((f"{type(node).__name__} {node.name}", len(node.args)), [])
                    if node.args not in rows:
                        rows.append(node.args)
        for rows in applied.values():
            for one, other in combinations(rows, 2):
                for a, b in zip(one, other, strict=True):
                    if a != b and self._is_number(a) and (draft := self._cases(a, b)) is not None:
                        return draft
        return None

    def _cases(self, a: Term, b: Term) -> Draft | None:
        return self._once(cases(a, b))

    def _is_number(self, term: Term) -> bool:
        return self.sort(term) in NUMBERS


_SIGNS: Final = frozenset("+-*/÷%")


def _times(factor: int, term: Term) -> Term:
    return term if factor == 1 else Fn("*", (Num(factor), term))


def _added(
    compared: Sequence[Formula], factors: Mapping[int, Fraction], multiplied: Mapping[int, tuple[int, int]]
) -> Draft:
    """Return that comparisons are not all true, since so much of each, and of products of two, adds up to 0 < 0."""
    products = [at for at in factors if at in multiplied]
    parts = sorted((factors.keys() - multiplied.keys()).union(*(multiplied[at] for at in products)))
    numbers = [factors.get(at, Fraction(0)) for at in (*parts, *products)]
    pairs = tuple(tuple(map(parts.index, multiplied[at])) for at in products)
    return lemma([compared[at] for at in parts], Linear(tuple(numbers), pairs))


def _eliminated(rows: list[Inequality]) -> tuple[Inequality | None, list[tuple[Product, list[Inequality]]]]:
    """Eliminate one term after the other, products first.

    Returns:
        A row that is false of all numbers, if there is one; and the terms, each with the rows that it was in.

    Raises:
        TooLarge: too many rows are left.
    """
    eliminated: list[tuple[Product, list[Inequality]]] = []
    while (broken := next((row for row in rows if row.broken), None)) is None:
        counts = Counter(key for row in rows for key in row.sums if key)
        if not counts:
            break
        key = min(counts, key=lambda key: (-len(key), counts[key]))
        eliminated.append((key, [row for row in rows if key in row.sums]))
        rows = list(_without(key, rows))
        if len(rows) > MAX_ROWS:
            raise TooLarge
    return broken, eliminated


def _without(key: Product, rows: Sequence[Inequality]) -> Iterator[Inequality]:
    """Yield what follows of rows, without a term."""
    equation = next((row for row in rows if row.kind == ZERO and key in row.sums), None)
    if equation is not None:
        for row in rows:
            if row is not equation:
                factor = -row.sums.get(key, Fraction(0)) / equation.sums[key]
                yield row.plus(equation, Fraction(1), factor) if factor else row
        return
    yield from (row for row in rows if key not in row.sums)
    for one in rows:
        for other in rows:
            look()
            if one.sums.get(key, 0) > 0 > other.sums.get(key, 0):
                yield one.plus(other, -other.sums[key], one.sums[key])


def _between(low: Fraction | None, high: Fraction | None, open_low: bool, open_high: bool) -> Fraction:
    """Return a number between bounds, an integer if there is one."""
    if low is None and high is None:
        return Fraction(0)
    if low is None:
        assert high is not None
        whole = Fraction(math.floor(high))
        return whole - 1 if open_high and whole == high else whole
    whole = Fraction(math.ceil(low))
    if open_low and whole == low:
        whole += 1
    if high is None or whole < high or (whole == high and not open_high):
        return whole
    return (low + high) / 2


def excluded(compared: Sequence[Formula], sort: SortOf) -> Draft:
    """Return the line that comparisons are not all true, of which a sum says so."""
    arithmetic = Arithmetic(sort)
    rows = [row for i, literal in enumerate(compared) if (row := arithmetic.row(literal, i)) is not None]
    broken, _ = _eliminated(rows)
    assert broken is not None, "no numbers make them true"
    return _added(compared, broken.factors, {})


def _division(divided: Term, value: int) -> Draft:
    quotient, rest = Fn("÷", (divided, Num(value))), Fn("%", (divided, Num(value)))
    whole = Eq(divided, Fn("+", (Fn("*", (Num(value), quotient)), rest)))
    return Draft(And((whole, Cmp("≤", Num(0), rest), Cmp("<", rest, Num(abs(value))))), Number())


def cases(a: Term, b: Term) -> Draft:
    """Return that of two numbers one is less, or they are equal."""
    return Draft(Or((Cmp("<", a, b), Eq(a, b), Cmp("<", b, a))), Number())


def range_law(term: Term, low: int, high: int) -> Draft:
    """Return that an integer is below some integers, or one of them, or above; of none it is a division of cases."""
    high = max(high, low - 1)
    equal = [Eq(term, Num(value)) for value in range(low, high + 1)]
    return Draft(Or((Cmp("<", term, Num(low)), *equal, Cmp("<", Num(high), term))), Number())
