"""Lemmas of numbers: why comparisons that are taken to be true can't all be.

Over the rationals by Fourier's and Motzkin's elimination, which gives Farkas's coefficients as it goes;
over the integers with splits where the solution is a fraction (branch and bound).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from typing import Final

from ..clock import look
from ..errors import TooLarge
from ..kernel.certificates import Linear, Number
from ..kernel.laws import Polynomial, SortOf, denied, polynomial
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
MAX_ELIMINATED: Final = 40
"""The most products of numbers that are eliminated."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A sum that is at least 0, or more than 0, or 0; made of so much of each constraint."""

    terms: dict[tuple[Term, ...], Fraction]
    constant: Fraction
    strict: bool
    equal: bool
    made: dict[int, Fraction]

    def plus(self, other: _Row, one: Fraction, two: Fraction) -> _Row:
        """Return ``one`` of this and ``two`` of another one."""
        terms = {key: one * value for key, value in self.terms.items()}
        made = {key: one * value for key, value in self.made.items()}
        for key, value in other.terms.items():
            terms[key] = terms.get(key, Fraction(0)) + two * value
        for place, value in other.made.items():
            made[place] = made.get(place, Fraction(0)) + two * value
        terms = {key: value for key, value in terms.items() if value}
        constant = one * self.constant + two * other.constant
        return _Row(terms, constant, self.strict or other.strict, self.equal and other.equal, made)

    def times(self, other: _Row, place: int) -> _Row:
        """Return the product with another one, as a sum of its own."""
        terms: dict[tuple[Term, ...], Fraction] = {}
        for key, value in (*self.terms.items(), ((), self.constant)):
            for more, factor in (*other.terms.items(), ((), other.constant)):
                product = tuple(sorted((*key, *more), key=repr))
                terms[product] = terms.get(product, Fraction(0)) + value * factor
        constant = terms.pop((), Fraction(0))
        strict, equal = self.strict and other.strict, self.equal or other.equal
        return _Row({k: v for k, v in terms.items() if v}, constant, strict, equal, {place: Fraction(1)})

    @property
    def factors(self) -> dict[int, Fraction]:
        """What each constraint is multiplied by, for the sum to say that a negative number is none."""
        sign = -1 if self.equal and self.constant > 0 else 1
        return {place: value * sign for place, value in self.made.items() if value}

    @property
    def broken(self) -> bool:
        """Whether it is false of all numbers."""
        if self.terms:
            return False
        return self.constant != 0 if self.equal else self.constant < 0 or (self.strict and not self.constant)


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
        compared = [f for f in true if self._compares(negation(f) if not isinstance(f, Eq | Cmp | Atom) else f)]
        for literal in compared:
            atom, positive = denied(negation(literal))
            if isinstance(atom, Eq) and not positive and (draft := self._cases(atom.left, atom.right)) is not None:
                return draft
        for term in {t for f in compared for t in walk(f) if isinstance(t, Fn)}:
            match term:
                case Fn("÷" | "%", (divided, Num(int() as value))) if value:
                    if (draft := self._once(_division(divided, value))) is not None:
                        return draft
        rows = [self._row(i, literal) for i, literal in enumerate(compared)]
        known = [row for row in rows if row is not None]
        return self._solve(compared, known) or self._by_products(compared, known) or self._apart(true)

    def _compares(self, atom: Formula) -> bool:
        atom, _ = denied(negation(atom))
        if isinstance(atom, Cmp):
            return True
        return isinstance(atom, Eq) and self.sort(atom.left) in NUMBERS

    def _once(self, law: Formula) -> Draft | None:
        if law in self._said:
            return None
        self._said.add(law)
        return Draft(law, Number())

    def _row(self, place: int, literal: Formula) -> _Row | None:
        atom, true = denied(negation(literal))
        made = {place: Fraction(1)}
        if isinstance(atom, Eq):
            return self._difference(atom.left, atom.right, False, True, made) if true else None
        assert isinstance(atom, Cmp)
        larger, smaller = (atom.left, atom.right) if (atom.op in (">", "≥")) is true else (atom.right, atom.left)
        return self._difference(larger, smaller, (atom.op in ("<", ">")) is true, False, made)

    def _difference(self, larger: Term, smaller: Term, strict: bool, equal: bool, made: dict[int, Fraction]) -> _Row:
        terms: Polynomial = polynomial(larger, self.sort)
        for key, value in polynomial(smaller, self.sort).items():
            terms[key] = terms.get(key, Fraction(0)) - value
        constant = terms.pop((), Fraction(0))
        whole = constant.denominator == 1 and all(
            value.denominator == 1 and all(self.sort(t) == INT for t in key) for key, value in terms.items()
        )
        if strict and whole:
            constant, strict = constant - 1, False
        return _Row({key: value for key, value in terms.items() if value}, constant, strict, equal, made)

    def _solve(self, compared: Sequence[Formula], rows: list[_Row]) -> Draft | None:
        """Eliminate one term after the other; where that ends well, look for integers."""
        given = rows
        eliminated: list[tuple[tuple[Term, ...], list[_Row]]] = []
        while True:
            if (broken := next((row for row in rows if row.broken), None)) is not None:
                factors = broken.factors
                return lemma([compared[at] for at in factors], Linear(tuple(factors.values())))
            counts: dict[tuple[Term, ...], int] = {}
            for row in rows:
                for key in row.terms:
                    counts[key] = counts.get(key, 0) + 1
            if not counts:
                break
            key = min(counts, key=lambda k: counts[k])
            eliminated.append((key, [row for row in rows if key in row.terms]))
            rows = list(_without(key, rows))
            if len(rows) > MAX_ROWS:
                raise TooLarge
        return self._cut(given) or self._split(eliminated)

    def _by_products(self, compared: Sequence[Formula], rows: list[_Row]) -> Draft | None:
        """Return why comparisons can't all be true, by products of two of them, where numbers are multiplied."""
        if len(rows) > MAX_MULTIPLIED or not any(len(key) > 1 for row in rows for key in row.terms):
            return None
        multiplied = {
            len(compared) + at: pair for at, pair in enumerate(combinations_with_replacement(range(len(rows)), 2))
        }
        left = [*rows, *(rows[i].times(rows[j], place) for place, (i, j) in multiplied.items())]
        for _ in range(MAX_ELIMINATED):
            if (broken := next((row for row in left if row.broken), None)) is not None:
                factors = broken.factors
                products = [[next(iter(rows[i].made)) for i in multiplied[at]] for at in factors if at in multiplied]
                parts = sorted({at for at in factors if at < len(compared)}.union(*products))
                numbers = [factors.get(at, Fraction(0)) for at in parts]
                numbers += [value for at, value in factors.items() if at in multiplied]
                pairs = tuple(tuple(parts.index(at) for at in product) for product in products)
                return lemma([compared[at] for at in parts], Linear(tuple(numbers), pairs))
            counts = Counter(key for row in left for key in row.terms)
            if not counts or len(left) > MAX_ROWS:
                return None
            left = list(_without(max(counts, key=lambda key: (len(key), -counts[key])), left))
        return None

    def _cut(self, rows: Sequence[_Row]) -> Draft | None:
        """Return the division of cases for a sum of integers that a row makes a fraction, as half of an odd number."""
        for row in rows:
            parts = [(key[0], value) for key, value in row.terms.items() if len(key) == 1 and self.sort(key[0]) == INT]
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
        draft = self._once(Or((Cmp("≤", term, Num(below)), Cmp("≤", Num(below + 1), term))))
        self._splits += draft is not None
        if self._splits > MAX_SPLITS:
            raise TooLarge
        return draft

    def _split(self, eliminated: list[tuple[tuple[Term, ...], list[_Row]]]) -> Draft | None:
        """Return the division of cases for an integer that a solution makes a fraction."""
        values: dict[tuple[Term, ...], Fraction] = {}
        for key, rows in reversed(eliminated):
            low: Fraction | None = None
            high: Fraction | None = None
            open_low = open_high = False
            for row in rows:
                rest = row.constant + sum(
                    (v * values.get(k, Fraction(0)) for k, v in row.terms.items() if k != key), Fraction(0)
                )
                bound = -rest / row.terms[key]
                if (row.equal or row.terms[key] > 0) and (low is None or bound > low):
                    low, open_low = bound, row.strict
                if (row.equal or row.terms[key] < 0) and (high is None or bound < high):
                    high, open_high = bound, row.strict
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
        return self._once(Or((Cmp("<", a, b), Eq(a, b), Cmp("<", b, a))))

    def _is_number(self, term: Term) -> bool:
        return self.sort(term) in NUMBERS


_SIGNS: Final = frozenset("+-*/÷%")


def _times(factor: int, term: Term) -> Term:
    return term if factor == 1 else Fn("*", (Num(factor), term))


def _without(key: tuple[Term, ...], rows: Iterable[_Row]) -> Iterator[_Row]:
    """Yield what follows of rows, without a term."""
    rows = list(rows)
    equation = next((row for row in rows if row.equal and key in row.terms), None)
    if equation is not None:
        for row in rows:
            if row is not equation:
                factor = -row.terms.get(key, Fraction(0)) / equation.terms[key]
                yield row.plus(equation, Fraction(1), factor) if factor else row
        return
    above = [row for row in rows if row.terms.get(key, 0) > 0]
    below = [row for row in rows if row.terms.get(key, 0) < 0]
    yield from (row for row in rows if key not in row.terms)
    for one in above:
        for other in below:
            look()
            yield one.plus(other, -other.terms[key], one.terms[key])


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


def _division(divided: Term, value: int) -> Formula:
    quotient, rest = Fn("÷", (divided, Num(value))), Fn("%", (divided, Num(value)))
    whole = Eq(divided, Fn("+", (Fn("*", (Num(value), quotient)), rest)))
    return And((whole, Cmp("≤", Num(0), rest), Cmp("<", rest, Num(abs(value)))))
