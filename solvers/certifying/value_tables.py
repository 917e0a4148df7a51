"""ValueTables of what has few values: members of enumerations, and integers between bounds.

Where all that a refutation speaks of is of that kind, a search over the values is complete: each term has one of its
values, and each comparison is true or false of each combination of them. Written out once as clauses over what equals
what, this spares the search all elimination. Every clause is a lemma that the kernel knows: a sum (Farkas), a law of
numbers, or that equals replace equals.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from ..clock import look
from ..kernel.certificates import Equality, Instance
from ..kernel.laws import LEAST, MORE, ZERO, Polynomial, SortOf, denial, disjuncts
from ..logic.rewriting import substitute
from ..logic.sorts import SortedTheory
from ..logic.symbols import INT, NUMBERS
from ..logic.syntax import Atom, Cmp, Eq, Fn, Forall, Formula, Implies, Not, Num, Term, disjunction, negation
from .arithmetic import Arithmetic, cases, excluded, range_law
from .drafts import Draft, derived, lemma
from .shapes import Leaves, Shape, clause

MAX_VALUES: Final = 30
"""The most values of one number."""
MAX_TABLE: Final = 1_000
"""The most combinations of values of one comparison."""
MAX_CLAUSES: Final = 4_000
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
        leaves: what the refutation speaks of; the clauses may speak of more.
    """

    def __init__(
        self,
        ready: SortedTheory,
        true: Sequence[Formula],
        unit: Callable[[Formula], Draft],
        sort: SortOf,
        leaves: Leaves,
    ) -> None:
        self._unit, self._sort, self._leaves = unit, sort, leaves
        self._true = frozenset(true)
        self._bounds = self._bounded(true)
        self._members = {sort: [Fn(name) for name in names] for sort, names in ready.enumerations.items()}
        self._closing = {one.sort: one for one in ready.axioms if isinstance(one, Forall)}
        self._literals: dict[Term, list[int]] = {}
        self._found: list[tuple[Shape, Callable[[], Draft]]] = []
        self._done = 0

    def clauses(self) -> list[tuple[Shape, Callable[[], Draft]]] | None:
        """Return the clauses of all that is spoken of since this was last asked, each with what makes its line.

        Returns:
            ``None`` if some number has no bounds, or there would be too many.
        """
        self._found = []
        while self._done < len(self._leaves.formulas):  # the clauses of one may speak of others
            if not self._speak(self._leaves.formulas[self._done]) or len(self._found) > MAX_CLAUSES:
                return None
            self._done += 1
        return self._found

    def _add(self, literals: Sequence[int], line: Callable[[], Draft]) -> None:
        self._found.append((clause(literals), line))

    def _equal(self, given: Sequence[Formula], then: Formula) -> None:
        """Add that equals may replace equals."""
        literal = self._leaves.literal
        self._add([*(literal(one) ^ 1 for one in given), literal(then)], partial(lemma, given, Equality(), then))

    def _speak(self, atom: Formula) -> bool:
        """Add the clauses of an atom; return whether all numbers in it have bounds."""
        if isinstance(atom, Atom):
            self._replaced(atom, atom.args)
        elif isinstance(atom, Cmp) or (isinstance(atom, Eq) and self._sort(atom.left) in NUMBERS):
            [(sums, kind)] = denial(negation(atom), self._sort)
            sums = {key: value for key, value in sums.items() if value}
            terms = [key[0] for key in sums if len(key) == 1]
            for term in terms:
                if isinstance(term, Fn):
                    self._replaced(term, term.args)
            if any(len(key) > 1 for key in sums) or not all(term in self._bounds for term in terms):
                return False
            if math.prod(len(self._values(term)) for term in terms) > MAX_TABLE:
                return False
            self._table(atom, sums, kind, terms)
        elif isinstance(atom, Eq):
            sides = [side for side in (atom.left, atom.right) if self._is_open(side)]
            for side in sides:
                self._said(side)
                if isinstance(side, Fn):
                    self._replaced(side, side.args)
            for term, other in zip(sides, (atom.right, atom.left) if len(sides) == 2 else (), strict=False):
                for member in self._values(term):
                    mine, others = Eq(term, member), Eq(other, member)
                    self._equal([mine, atom], others)
                    if term is sides[0]:
                        self._equal([mine, others], atom)
            if len(sides) == 1 and atom.left not in sides:  # a member first
                turned = Eq(atom.right, atom.left)
                self._equal([atom], turned)
                self._equal([turned], atom)
        return True

    def _is_open(self, term: Term) -> bool:
        """Return whether a term is of an enumeration, and no member by its name."""
        members = self._members.get(self._sort(term))
        return members is not None and term not in members

    def _replaced(self, whole: Atom | Fn, args: Sequence[Term]) -> None:
        """Say what an atom, or a term, with the first argument that may be several members is for each of them."""
        at = next((i for i, arg in enumerate(args) if self._is_open(arg)), None)
        if at is None:
            return
        self._said(args[at])
        for member in self._values(args[at]):
            like = replace(whole, args=(*args[:at], member, *args[at + 1 :]))
            given = Eq(args[at], member)
            if isinstance(whole, Atom) and isinstance(like, Atom):
                self._equal([given, whole], like)
                self._equal([given, like], whole)
            elif isinstance(whole, Fn) and isinstance(like, Fn):
                self._equal([given], Eq(whole, like))

    def _bounded(self, true: Sequence[Formula]) -> Mapping[Term, _Bounds]:
        arithmetic = Arithmetic(self._sort)
        low: dict[Term, tuple[int, Formula]] = {}
        high: dict[Term, tuple[int, Formula]] = {}
        for literal in filter(arithmetic.compares, true):
            row = arithmetic.row(literal)
            if row is None or len(row.terms) != 1:
                continue
            [(key, factor)] = row.terms
            bound, term = -row.constant / factor, key[0]
            if len(key) > 1 or self._sort(term) != INT or (row.kind == ZERO and bound.denominator > 1):
                continue
            least = math.floor(bound) + 1 if row.kind == MORE else math.ceil(bound)
            most = math.ceil(bound) - 1 if row.kind == MORE else math.floor(bound)
            if (row.kind == ZERO or factor > 0) and (term not in low or least > low[term][0]):
                low[term] = least, literal
            if (row.kind == ZERO or factor < 0) and (term not in high or most < high[term][0]):
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

    def _said(self, term: Term) -> list[int]:
        """Return the literals that a term has each of its values; say once that it has one of them, and no two."""
        if (known := self._literals.get(term)) is not None:
            return known
        equal = [Eq(term, value) for value in self._values(term)]
        found = self._literals[term] = [self._leaves.literal(one) for one in equal]
        if not any(one in self._true for one in equal):
            self._add(found, partial(self._one_of, term, equal))
        for one, other in itertools.combinations(equal, 2):
            literals = [self._leaves.literal(each) ^ 1 for each in (one, other)]
            if term in self._bounds:
                self._add(literals, partial(excluded, [one, other], self._sort))
            else:
                literals.append(self._leaves.literal(same := Eq(one.right, other.right)))
                self._add(literals, partial(lemma, [one, other], Equality(), same))
        return found

    def _one_of(self, term: Term, equal: Sequence[Eq]) -> Draft:
        """Return the line that a term has one of its values."""
        if term not in self._bounds:
            closing = self._closing[self._sort(term)]
            all_there_is = substitute(closing.body, {closing.var: term})
            law = Draft(Implies(closing, all_there_is), Instance((term,)))
            return derived(all_there_is, [self._unit(closing), law])
        bounds, law = self._bounds[term], range_law(term, self._bounds[term].low, self._bounds[term].high)
        below, *_, above = disjuncts(law.formula)
        steps = [law, *(excluded(two, self._sort) for two in ((bounds.lower, below), (bounds.upper, above)))]
        return derived(disjunction(tuple(equal)), [self._unit(bounds.lower), self._unit(bounds.upper), *steps])

    def _table(self, atom: Eq | Cmp, sums: Polynomial, kind: int, terms: Sequence[Term]) -> None:
        """Say of each combination of values whether a comparison is true of it."""
        known = True if atom in self._true else False if Not(atom) in self._true else None
        said, at = [self._said(term) for term in terms], self._leaves.literal(atom)
        scale = math.lcm(*(value.denominator for value in sums.values()))
        constant, *factors = (int(sums.get(key, 0) * scale) for key in ((), *((term,) for term in terms)))
        lows = [self._bounds[term].low for term in terms]
        for places in itertools.product(*(range(len(ones)) for ones in said)):
            look()
            total = constant + sum(f * (low + i) for f, low, i in zip(factors, lows, places, strict=True))
            holds = total == 0 if kind == ZERO else total > 0 or (kind == LEAST and not total)
            given = [ones[i] for ones, i in zip(said, places, strict=True)]
            if holds is not known and at not in given:
                line = partial(self._decided, given, atom, holds)
                self._add([*(literal ^ 1 for literal in given), at if holds else at ^ 1], line)

    def _decided(self, given: Sequence[int], atom: Eq | Cmp, holds: bool) -> Draft:
        equations = [one for one in map(self._leaves.formula, given) if isinstance(one, Eq)]
        return decided(equations, atom, holds, self._sort)


def decided(equations: Sequence[Eq], atom: Eq | Cmp, holds: bool, sort: SortOf) -> Draft:
    """Return the line that a comparison is true, or false, if some numbers have the values that equations give them.

    Args:
        equations: a term with a numeral behind it, each.
        atom: a comparison of these terms.
        holds: whether it is true of the values.
        sort: gives the sort of a closed term.
    """
    if not holds or isinstance(atom, Cmp):
        return excluded([*equations, Not(atom) if holds else atom], sort)
    values = {equation.left: equation.right for equation in equations}
    if values.get(atom.left, atom.left) == values.get(atom.right, atom.right):
        return lemma(equations, Equality(), atom)
    sides = ((atom.left, atom.right), (atom.right, atom.left))
    unequal = [excluded([*equations, Cmp("<", *two)], sort) for two in sides]
    return derived(disjunction((*map(negation, equations), atom)), [cases(*sides[0]), *unequal])
