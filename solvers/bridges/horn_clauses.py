"""Closed formulas without equality, and without functions but in comparisons of numbers, as clauses that are applied.

``∀x (P(x) ∧ Q(x) → R(x) ∨ ∃y S(x, y))`` has a body, whose atoms must hold, and heads, of which one holds then. A head
may speak of a witness: a thing that is said to exist for each of others. A clause without a body is a fact, one
without heads excludes its body.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from ..clock import look
from ..errors import OutsideFragment, TooLarge
from ..logic.syntax import (
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
from ..logic.walkers import free_variables
from .numbers import TESTS, Numbers, Quantity, difference

MAX_CLAUSES: Final = 500
"""The most clauses of one formula."""
THINGS: Final = 0
"""The predicate that holds of all things: it binds what no other atom of a body binds."""


@dataclass(frozen=True, slots=True)
class SkolemTerm:
    """What exists for each of some things.

    Attributes:
        function: the number of its quantifier in the vocabulary.
        args: the variables of these things.
    """

    function: int
    args: tuple[str, ...]


Arg = int | str | SkolemTerm
"""An argument: the number of a thing, a variable, or a witness."""


Position = tuple[int, ...]
"""Where a part of a formula stands: which part of which part, from the outside."""


class Literal(NamedTuple):
    """A predicate by its number, with arguments."""

    predicate: int
    args: tuple[Arg, ...]


class NumberTest(NamedTuple):
    """A comparison of numbers as a condition.

    Attributes:
        atom: the comparison, in the variables of its premise.
        holds: whether it must hold, or must not.
        values: what stands for these variables.
        terms: the functions in it with their arguments, and by how much each is multiplied.
        constant: what is added to these.
    """

    atom: Eq | Cmp
    holds: bool
    values: tuple[tuple[str, Arg], ...]
    terms: tuple[tuple[str, tuple[Arg, ...], Fraction], ...]
    constant: Fraction

    @property
    def test(self) -> Callable[[Quantity, int], bool]:
        """What compares the sum with 0."""
        return TESTS[self.atom.op if isinstance(self.atom, Cmp) else "=", self.holds]


_Around = tuple[tuple[Position, Arg], ...]
"""The quantifiers around a part of a formula, with what stands for their variables."""
_Atom = tuple[bool, Literal | NumberTest, _Around]
"""An atom, whether it is asserted, and the quantifiers around it."""


@dataclass(slots=True, eq=False)
class HornClause:
    """A rule: where all of the body hold, one of the heads does.

    Attributes:
        body: what must hold.
        heads: of which one holds then; none if the body is excluded.
        premise: the index of the premise that states it; -1 for what is asked.
        chosen: what stands for the variables of the quantifiers around its atoms, each quantifier by its place.
        conditions: comparisons of numbers without which none of the heads has to hold.
    """

    body: tuple[Literal, ...]
    heads: tuple[Literal, ...]
    premise: int
    chosen: Mapping[Position, Arg]
    conditions: tuple[NumberTest, ...] = ()


@dataclass(slots=True)
class Vocabulary:
    """Numbers for the names of a program, and for what is said to exist.

    Attributes:
        things: the number of each constant and numeral, by its text.
        predicates: the number of each predicate, by its name and arity, and by its sign where that matters.
        quantifiers: the premise and the variable of each quantifier that claims that something exists.
        witnesses: each unnamed thing with its quantifier and the things that it exists for.
        numbers: the functions that give numbers.
    """

    things: dict[str, int] = field(default_factory=dict)
    predicates: dict[tuple[Hashable, ...], int] = field(default_factory=lambda: {("", 1): THINGS})
    quantifiers: list[tuple[int, str]] = field(default_factory=list)
    witnesses: dict[int, tuple[int, tuple[int, ...]]] = field(default_factory=dict)
    numbers: Numbers = field(default_factory=Numbers)
    count: int = 0
    _made: dict[tuple[int, tuple[int, ...]], int] = field(default_factory=dict)
    _within: dict[int, frozenset[int]] = field(default_factory=dict)
    _variables: Iterator[int] = field(default_factory=itertools.count)

    def mark(self) -> tuple[int, ...]:
        """Return what ``forget`` goes back to."""
        return (self.count, len(self.quantifiers), *map(len, self._tables()))

    def forget(self, mark: tuple[int, ...]) -> None:
        """Take back all names that were added since a mark."""
        self.count = mark[0]
        del self.quantifiers[mark[1] :]
        for table, size in zip(self._tables(), mark[2:], strict=True):
            while len(table) > size:
                table.popitem()

    def _tables(self) -> tuple[dict[Any, Any], ...]:
        numbers = self.numbers.names, self.numbers.stated, self.numbers.chosen
        made = self.witnesses, self._made, self._within
        return self.things, self.predicates, *made, *numbers

    def new(self) -> int:
        """Return the number of a thing that nothing names."""
        self.count += 1
        return self.count - 1

    def thing(self, term: Term) -> int:
        """Return the number of a constant or a numeral.

        Raises:
            OutsideFragment: it is a function of others, or a whole number as a decimal fraction.
        """
        if type(term) is Fn and not term.args and not self.numbers.gives(term):
            name = term.name
        elif type(term) is Num and not term.decimal and not self.numbers.names:
            name = numeral(term.value)
        else:
            raise OutsideFragment("functions, or a decimal fraction")
        found = self.things.get(name)
        if found is None:
            found = self.things[name] = self.new()
        return found

    def witness(self, function: int, args: tuple[int, ...]) -> int:
        """Return the thing that exists by a quantifier for some things.

        Raises:
            OutsideFragment: one of these exists by the same quantifier, so that there may be no end of them.
        """
        found = self._made.get((function, args))
        if found is None:
            behind = frozenset[int]().union(*(self._within.get(arg, ()) for arg in args))
            if function in behind:
                raise OutsideFragment("things that exist without end")
            found = self._made[function, args] = self.new()
            self.witnesses[found] = function, args
            self._within[found] = behind | {function}
        return found

    def predicate(self, *key: Hashable) -> int:
        """Return the number of a predicate."""
        return self.predicates.setdefault(key, len(self.predicates))

    def fact(self, atom: Atom) -> tuple[int, tuple[int, ...]]:
        """Return a ground atom as a predicate and a row.

        Raises:
            OutsideFragment: it has a function.
        """
        return self.predicate(atom.name, len(atom.args)), tuple([self.thing(a) for a in atom.args])

    def clauses(self, formula: Formula, premise: int) -> list[HornClause]:
        """Return the clauses that say what a closed formula says.

        Args:
            formula: the formula.
            premise: the index of the premise that it is; -1 for what is asked.

        Raises:
            OutsideFragment: it has functions or equality, or compares numbers.
            TooLarge: it has too many clauses.
        """
        found: list[HornClause] = []
        for parts in self._clauses(formula, True, {}, (), premise, ()):
            look()
            sides: tuple[dict[Literal, None], dict[Literal, None]] = {}, {}
            chosen: dict[Position, Arg] = {}
            conditions: list[NumberTest] = []
            for positive, atom, around in parts:
                if isinstance(atom, NumberTest):
                    conditions.append(atom._replace(holds=not positive))
                else:
                    sides[positive][atom] = None
                chosen.update(around)
            if not sides[0].keys().isdisjoint(sides[1]):
                continue
            body, heads = tuple(sides[0]), tuple(sides[1])
            bound = {arg for atom in body for arg in atom.args}
            if any(type(arg) is SkolemTerm for arg in bound):
                raise OutsideFragment("a condition that speaks of all things")
            compared = [args for one in conditions for _, args, _ in one.terms]
            for args in (*(atom.args for atom in heads), *compared):
                for arg in args:
                    for name in arg.args if type(arg) is SkolemTerm else (arg,):
                        if type(name) is str and name not in bound:
                            bound.add(name)
                            body += (Literal(THINGS, (name,)),)
            found.append(HornClause(body, heads, premise, chosen, tuple(conditions)))
        return found

    def _clauses(
        self, formula: Formula, positive: bool, values: Mapping[str, Arg], around: _Around, premise: int, at: Position
    ) -> list[list[_Atom]]:
        """Return the clauses of a formula, each as signed atoms.

        Args:
            formula: the formula.
            positive: whether it is asserted.
            values: what stands for its free variables.
            around: the quantifiers that it stands behind.
            premise: the index of the premise that it belongs to.
            at: where it stands there.
        """

        match formula:
            case Atom(name, args):
                row = tuple([values[a.name] if type(a) is Var else self.thing(a) for a in args])
                return [[(positive, Literal(self.predicate(name, len(row)), row), around)]]
            case Forall(name, body, sort) | Exists(name, body, sort):
                if sort:
                    raise OutsideFragment("sorts")
                universal = (type(formula) is Forall) is positive
                arg = f"{name}#{next(self._variables)}" if universal else self._witness(formula, values, premise)
                return self._clauses(body, positive, {**values, name: arg}, (*around, (at, arg)), premise, (*at, 0))
            case Not(body):
                return self._clauses(body, not positive, values, around, premise, (*at, 0))
            case Implies(left, right):
                ways = [[(left, not positive), (right, positive)]]
                conjoined = not positive
            case And(members) | Or(members):
                ways = [[(m, positive) for m in members]]
                conjoined = (type(formula) is And) is positive
            case Truth(value):
                return [] if value is positive else [[]]
            case Iff(left, right) | Xor(left, right):
                same = (type(formula) is Iff) is positive  # the two have the same truth value
                ways, conjoined = [[(left, False), (right, same)], [(left, True), (right, not same)]], False
            case Eq() | Cmp() if self.numbers.compares(formula):
                return [[(positive, self._comparison(formula, values), around)]]
            case _:
                raise OutsideFragment("equality")
        look()
        found: list[list[_Atom]] = []
        for pairs in ways:
            made = [self._clauses(f, sign, values, around, premise, (*at, i)) for i, (f, sign) in enumerate(pairs)]
            if conjoined:
                found += itertools.chain.from_iterable(made)
                continue
            if math.prod(map(len, made)) > MAX_CLAUSES:
                raise TooLarge
            found += [list(itertools.chain(*chosen)) for chosen in itertools.product(*made)]
        return found

    def _comparison(self, atom: Eq | Cmp, values: Mapping[str, Arg]) -> NumberTest:
        """Return a comparison of functions of things.

        Raises:
            OutsideFragment: it compares others, or multiplies them.
        """
        terms, constant = [], Fraction(0)
        for key, factor in difference(atom).items():
            if not key:
                constant = factor
                continue
            [term] = key
            if not isinstance(term, Fn):
                raise OutsideFragment("all numbers")
            args = tuple([values[a.name] if type(a) is Var else self.thing(a) for a in term.args])
            terms.append((term.name, args, factor))
        return NumberTest(atom, True, tuple(values.items()), tuple(terms), constant)

    def _witness(self, formula: Formula, values: Mapping[str, Arg], premise: int) -> Arg:
        """Return what exists by a quantifier: a new thing, or one for each value of the variables in its formula."""
        assert isinstance(formula, Forall | Exists)
        needed: dict[str, None] = {}
        for name in free_variables(formula):
            value = values[name]
            if isinstance(value, str):
                needed[value] = None
            elif isinstance(value, SkolemTerm):
                needed.update(dict.fromkeys(value.args))
        self.quantifiers.append((premise, formula.var))
        function = len(self.quantifiers) - 1
        return SkolemTerm(function, tuple(needed)) if needed else self.witness(function, ())
