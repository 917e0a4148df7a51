"""ValueTables of what has few values: members of enumerations, and integers between bounds.

Where all that a refutation speaks of is of that kind, a search over the values is complete: each term has one of its
values, and each comparison is true or false of each combination of them. Written out once as clauses over what equals
what, this spares the search all elimination. Every clause is a lemma that the kernel knows: a sum (Farkas), a law of
numbers, or that equals replace equals.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from ..clock import look
from ..kernel.certificates import Equality, Instance, Linear, Number
from ..kernel.laws import LEAST, ZERO, Polynomial, SortOf, denial
from ..logic.rewriting import substitute
from ..logic.sorts import SortedTheory
from ..logic.symbols import INT, NUMBERS
from ..logic.syntax import Atom, Cmp, Eq, Fn, Forall, Formula, Implies, Not, Num, Or, Term, Truth, disjunction, negation
from .arithmetic import Arithmetic
from .drafts import Draft, derived, lemma

MAX_VALUES: Final = 30
"""The most values of one number."""
MAX_TABLE: Final = 1_000
"""The most combinations of values of one comparison."""
MAX_CLAUSES: Final = 20_000
"""The most clauses of all tables."""


@dataclass(frozen=True, slots=True)
class _Bounds:
    """The least and the greatest value of a number, with the literals that say so."""

    low: int
    high: int
    lower: Formula
    upper: Formula


class ValueTables:
    """The clauses of the atoms of one refutation.

    Args:
        ready: the program, settled.
        true: formulas that are true in any case.
        unit: gives the line that states one of them.
        sort: gives the sort of a closed term.
    """

    def __init__(
        self, ready: SortedTheory, true: Sequence[Formula], unit: Callable[[Formula], Draft], sort: SortOf
    ) -> None:
        self._unit, self._sort = unit, sort
        self._true = frozenset(true)
        self._bounds = self._bounded(true)
        self._members = {sort: [Fn(name) for name in names] for sort, names in ready.enumerations.items()}
        self._closing = {one.sort: one for one in ready.axioms if isinstance(one, Forall)}
        self._terms: dict[Term, None] = {}
        self._atoms: dict[Formula, None] = {}

    def clauses(self, atoms: Iterable[Formula]) -> list[Draft] | None:
        """Return the lines of all clauses; ``None`` if some number has no bounds, or there would be too many.

        Args:
            atoms: what the refutation speaks of, without connectives.
        """
        self._atoms = dict.fromkeys(atom for atom in atoms if isinstance(atom, Atom | Eq | Cmp))
        lines, done = list[Draft](), 0
        while done < len(self._atoms):  # the clauses of one may speak of others
            atom = [*self._atoms][done]
            done += 1
            found = self._clauses(atom)
            if found is None:
                return None
            lines += found
            if len(lines) > MAX_CLAUSES:
                return None
        return lines + [line for term in self._terms for line in self._one_value(term)]

    def _clauses(self, atom: Formula) -> list[Draft] | None:
        """Return the clauses of an atom; ``None`` if it speaks of numbers without bounds."""
        if isinstance(atom, Atom):
            return self._replaced(atom, atom.args)
        assert isinstance(atom, Eq | Cmp)
        if isinstance(atom, Cmp) or self._sort(atom.left) in NUMBERS:
            [(sums, kind)] = denial(negation(atom), self._sort)
            sums = {key: value for key, value in sums.items() if value}
            terms = [key[0] for key in sums if len(key) == 1]
            lines = [line for term in terms if isinstance(term, Fn) for line in self._replaced(term, term.args)]
            if any(len(key) > 1 for key in sums) or not all(term in self._bounds for term in terms):
                return None
            self._terms |= dict.fromkeys(terms)
            size = math.prod(len(self._values(term)) for term in terms)
            return lines + list(self._table(atom, sums, kind)) if size <= MAX_TABLE else None
        sides = [side for side in (atom.left, atom.right) if self._is_open(side)]
        self._terms |= dict.fromkeys(sides)
        lines = [line for side in sides if isinstance(side, Fn) for line in self._replaced(side, side.args)]
        for term, other in zip(sides, (atom.right, atom.left) if len(sides) == 2 else (), strict=False):
            for member in self._values(term):
                mine, others = Eq(term, member), Eq(other, member)
                lines.append(lemma([mine, atom], Equality(), others))
                lines += [lemma([mine, others], Equality(), atom)] if term is sides[0] else []
        if len(sides) == 1 and atom.left not in sides:  # a member first
            turned = Eq(atom.right, atom.left)
            lines += [lemma([atom], Equality(), turned), lemma([turned], Equality(), atom)]
        return lines

    def _is_open(self, term: Term) -> bool:
        """Return whether a term is of an enumeration, and no member by its name."""
        members = self._members.get(self._sort(term))
        return members is not None and term not in members

    def _replaced(self, whole: Atom | Fn, args: Sequence[Term]) -> list[Draft]:
        """Return what an atom, or a term, with the first argument that may be several members is for each of them."""
        at = next((i for i, arg in enumerate(args) if self._is_open(arg)), None)
        if at is None:
            return []
        self._terms[args[at]] = None
        lines = []
        for member in self._values(args[at]):
            like = replace(whole, args=(*args[:at], member, *args[at + 1 :]))
            given = Eq(args[at], member)
            if isinstance(whole, Atom):
                assert isinstance(like, Atom)
                self._atoms[like] = None
                lines += [lemma([given, whole], Equality(), like), lemma([given, like], Equality(), whole)]
            else:
                same = Eq(whole, like)  # type: ignore[arg-type]
                self._atoms[same] = None
                lines.append(lemma([given], Equality(), same))
        return lines

    def _bounded(self, true: Sequence[Formula]) -> Mapping[Term, _Bounds]:
        arithmetic = Arithmetic(self._sort)
        low: dict[Term, tuple[int, Formula]] = {}
        high: dict[Term, tuple[int, Formula]] = {}
        for literal in filter(arithmetic.compares, true):
            row = arithmetic.row(literal)
            if row is None or len(row.terms) != 1:
                continue
            [(key, factor)] = row.terms.items()
            bound, term = -row.constant / factor, key[0]
            if len(key) > 1 or self._sort(term) != INT or (row.equal and bound.denominator > 1):
                continue
            least = math.floor(bound) + 1 if row.strict else math.ceil(bound)
            most = math.ceil(bound) - 1 if row.strict else math.floor(bound)
            if (row.equal or factor > 0) and (term not in low or least > low[term][0]):
                low[term] = least, literal
            if (row.equal or factor < 0) and (term not in high or most < high[term][0]):
                high[term] = most, literal
        return {
            term: _Bounds(low[term][0], high[term][0], low[term][1], high[term][1])
            for term in low.keys() & high.keys()
            if high[term][0] - low[term][0] < MAX_VALUES
        }

    def _values(self, term: Term) -> Sequence[Term]:
        """Return what a term may be: members of an enumeration, or numerals."""
        if (members := self._members.get(self._sort(term))) is not None:
            return members
        bounds = self._bounds[term]
        return [Num(value) for value in range(bounds.low, bounds.high + 1)]

    def _one_value(self, term: Term) -> Iterator[Draft]:
        """Yield that a term has one of its values, and no two of them."""
        if term not in self._bounds:
            closing = self._closing[self._sort(term)]
            all_there_is = substitute(closing.body, {closing.var: term})
            law = Draft(Implies(closing, all_there_is), Instance((term,)))
            yield derived(all_there_is, [self._unit(closing), law])
            for one_of, other_of in itertools.combinations(self._values(term), 2):
                yield lemma([Eq(term, one_of), Eq(term, other_of)], Equality(), Eq(one_of, other_of))
            return
        bounds, values = self._bounds[term], self._values(term)
        if not values:
            least = Num(bounds.low)
            steps = [self._pair(bounds.lower, Cmp("<", term, least), term), _cases(term, least)]
            steps += [
                self._pair(bounds.upper, Cmp("<", least, term), term),
                _sum([Eq(term, least)], bounds.upper, self._sort),
            ]
            yield derived(Truth(False), [self._unit(bounds.lower), self._unit(bounds.upper), *steps])
        equal = [Eq(term, value) for value in values]
        if values and not (len(values) == 1 and bounds.lower in (equal[0], bounds.upper)):
            below, above = Cmp("<", term, Num(bounds.low)), Cmp("<", Num(bounds.high), term)
            steps = [self._pair(bounds.lower, below, term), self._pair(bounds.upper, above, term)]
            steps += [_cases(term, value) for value in values]
            for value, following in itertools.pairwise(values):
                steps.append(self._pair(Cmp("<", value, term), Cmp("<", term, following), term))
            parents = [self._unit(bounds.lower), self._unit(bounds.upper), *steps]
            yield derived(disjunction(tuple(equal)), parents)
        for one, other in itertools.combinations(equal, 2):
            yield _sum([one], other, self._sort)

    def _table(self, atom: Eq | Cmp, sums: Polynomial, kind: int) -> Iterator[Draft]:
        """Yield of each combination of values whether a comparison is true of it."""
        terms = [key[0] for key in sums if key]
        known = True if atom in self._true else False if Not(atom) in self._true else None
        for row in itertools.product(*map(self._values, terms)):
            look()
            total = sums.get((), Fraction(0)) + sum(
                (sums[term,] * _number(value) for term, value in zip(terms, row, strict=True)), Fraction(0)
            )
            holds = total == 0 if kind == ZERO else total > 0 or (kind == LEAST and not total)
            if holds is known:
                continue
            given = [Eq(term, value) for term, value in zip(terms, row, strict=True)]
            if atom in given:
                continue
            yield decided(given, atom, holds, self._sort)

    def _pair(self, one: Formula, other: Formula, term: Term) -> Draft:
        """Return that two comparisons of a number with numerals are not both true."""
        first, second = (_sum_of(literal, self._sort)[term,] for literal in (one, other))
        return lemma((one, other), Linear((-second / first, Fraction(1))))


def decided(equations: Sequence[Eq], atom: Eq | Cmp, holds: bool, sort: SortOf) -> Draft:
    """Return the line that a comparison is true, or false, if some numbers have the values that equations give them.

    Args:
        equations: a term with a numeral behind it, each.
        atom: a comparison of these terms.
        holds: whether it is true of the values.
        sort: gives the sort of a closed term.
    """
    if not holds or isinstance(atom, Cmp):
        return _sum(equations, Not(atom) if holds else atom, sort)
    steps = []
    if atom not in equations:
        less, more = Cmp("<", atom.left, atom.right), Cmp("<", atom.right, atom.left)
        steps = [_cases(atom.left, atom.right), _sum(equations, less, sort), _sum(equations, more, sort)]
    return derived(disjunction((*map(negation, equations), atom)), steps)


def _sum(equations: Sequence[Eq], last: Formula, sort: SortOf) -> Draft:
    """Return that equations of numbers with numerals and a comparison are not all true."""
    sum_of, factor = _sum_of(last, sort), Fraction(1)
    values = {equation.left: equation.right for equation in equations}
    total = sum_of.get((), Fraction(0))
    for key, coefficient in sum_of.items():
        if key:
            total += coefficient * _number(values[key[0]])
    if isinstance(last, Eq) and total > 0:
        factor = -factor
    factors = [-factor * sum_of.get((equation.left,), Fraction(0)) for equation in equations]
    return lemma((*equations, last), Linear((*factors, factor)))


def _sum_of(literal: Formula, sort: SortOf) -> Polynomial:
    """Return the sum that is 0, or at least 0, or more than 0, if a comparison is true."""
    [(found, _)] = denial(negation(literal), sort)
    return {key: value for key, value in found.items() if value}


def _cases(one: Term, other: Term) -> Draft:
    return Draft(Or((Cmp("<", one, other), Eq(one, other), Cmp("<", other, one))), Number())


def _number(value: Term) -> Fraction:
    assert isinstance(value, Num)
    return Fraction(value.value)
