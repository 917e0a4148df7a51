"""Refutations by instances: of formulas over the names in them, with a new name for whatever is said to exist.

By Herbrand's theorem instances over closed terms are enough. Without functions there are finitely many;
with functions the terms have to be given.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from ..errors import TooLarge
from ..kernel.certificates import Given, Instance, Line
from ..logic.rewriting import substitute
from ..logic.sorts import SortedTheory
from ..logic.symbols import INT, REAL, THING
from ..logic.syntax import CALCULATING, Exists, Fn, Forall, Formula, Implies, Num, Term, Var
from ..logic.walkers import walk
from .drafts import Draft, numbered
from .names import NewNames, names_of
from .search import TruthSearch
from .shapes import Leaves, joined
from .theory import Theory
from .value_tables import ValueTables

MAX_INSTANCES: Final = 4000
"""The most instances that are made."""


@dataclass(slots=True)
class _Universal:
    """What holds of everything: a quantified formula, with the terms of which it was said so far."""

    literal: int
    variables: tuple[str, ...]
    sort: str
    body: Formula
    size: int = 0
    done: set[tuple[Term, ...]] = field(default_factory=set)


class Herbrand:
    """A search for a refutation.

    Args:
        ready: the program, settled.
    """

    def __init__(self, ready: SortedTheory) -> None:
        self.ready = ready
        self.leaves = Leaves()
        self.search = TruthSearch(self.leaves)
        self.theory = Theory(ready, self._sort)
        self.universe: dict[str, dict[Term, None]] = {}
        self.universals: dict[int, _Universal] = {}
        self.names = NewNames(names_of(ready))
        self.witnesses: set[Formula] = set()
        self.instances = 0
        self._supposed: tuple[int, Draft]
        self._age: dict[Term, int] = {}
        self._round = 0
        self._axioms = frozenset(ready.axioms)
        self._tables: ValueTables | None = None
        """The values of all that is spoken of, written out; ``None`` before that, or if something has too many."""
        self._tabled = not ready.names.arithmetic and not ready.enumerations
        self._terms_grow = ready.names.arithmetic or any(arity for _, arity in ready.names.functions)

    def add(self, formula: Formula, draft: Draft) -> None:
        """Add a formula that is true."""
        self._offered(formula)
        self.search.add(self.leaves.shape(formula), draft)

    def _offered(self, formula: Formula, age: int = 0) -> None:
        for node in walk(formula):
            if isinstance(node, Num | Fn) and closed(node):
                self._offer(node, age)

    def refute(self) -> tuple[Line, ...] | None:
        """Return the lines of a refutation; ``None`` if there is none over these terms.

        Raises:
            Late: the time is up.
            TooLarge: there would be too many instances.
        """
        search = self.search
        while True:
            if search.propagate():
                if search.refuted is not None:
                    return numbered(search.refuted)
                return numbered(search.excluded(*self._supposed))
            if self._instantiate() or self._tabulate():
                continue
            if self._tables is not None and search.decide():
                continue
            if (found := self.theory.lemma([self.leaves.formula(one) for one in search.trail])) is not None:
                search.add(self.leaves.shape(found.formula), found)
            elif (self._tables is not None or not search.decide()) and not self._older():
                return None

    def suppose(self, formula: Formula, draft: Draft) -> None:
        """Look for a refutation of a formula beside what is true, and forget what was supposed before.

        Args:
            formula: the formula.
            draft: the line that states it.
        """
        self.search.back()
        self._offered(formula)
        shape = self.leaves.shape(formula)
        literal = shape if isinstance(shape, int) else self.leaves.literal(formula)
        if not isinstance(shape, int):
            self.search.add(joined(False, [literal ^ 1, shape]), draft)
        self.search.assumed, self.search.unsaid = literal, not isinstance(shape, int)
        self._supposed = literal, draft

    def _tabulate(self) -> bool:
        """Write out what is said of terms that have few values; return whether that is anything new."""
        search = self.search
        if not self._tabled:
            self._tabled = True
            search.back()
            true = {self.leaves.formula(literal): literal for literal in search.trail}
            self._tables = ValueTables(
                self.ready, list(true), lambda formula: search.unit(true[formula]), self._sort, self.leaves
            )
        if self._tables is None:
            return False
        if (clauses := self._tables.clauses()) is None:
            self._tables = None
        for shape, line in clauses or ():
            search.claim(shape, line)
        return bool(clauses)

    def _older(self) -> bool:
        """Let the terms of the next round be said something of; return whether there are any."""
        self._round += 1
        fresh = [term for term, age in self._age.items() if age == self._round]
        for term in fresh:
            self.universe.setdefault(self._sort(term), {}).setdefault(term)
        return bool(fresh)

    def _offer(self, term: Term, age: int) -> None:
        """Take note of a closed term, of which something may be said from a round on."""
        if term not in self._age:
            self._age[term] = age
            if age <= self._round:
                self.universe.setdefault(self._sort(term), {}).setdefault(term)

    def _instantiate(self) -> bool:
        """Say of all terms what holds of everything; return whether that is anything new."""
        new = False
        for literal in list(self.search.trail):
            formula = self.leaves.formulas[literal >> 1]
            if not isinstance(formula, Forall | Exists):
                continue
            if (type(formula) is Forall) is bool(literal & 1):
                new = self._witness(formula) or new
            elif literal not in self.universals:
                self.universals[literal] = _universal(literal, formula)
        for literal, universal in self.universals.items():
            if self.search.values.get(literal >> 1) is (not literal & 1):
                new = self._say(universal) or new
        return new

    def _say(self, universal: _Universal) -> bool:
        new = False
        if not self._terms(universal.sort):
            self._witness(self.leaves.formulas[universal.literal >> 1])
        formula = self.leaves.formulas[universal.literal >> 1]
        members = self.ready.enumerations.get(universal.sort, ())
        # Each of these is one of its members, which the axiom about all that there is says of any term.
        things = [Fn(one) for one in members if formula not in self._axioms] or self._terms(universal.sort)
        if len(things) == universal.size:
            return False
        universal.size = len(things)
        for terms in itertools.product(things, repeat=len(universal.variables)):
            if terms in universal.done:
                continue
            universal.done.add(terms)
            self.instances += 1
            if self.instances > MAX_INSTANCES:
                raise TooLarge
            new = True
            instance = substitute(universal.body, dict(zip(universal.variables, terms, strict=True)))
            law = Implies(formula, instance) if type(formula) is Forall else Implies(instance, formula)
            draft = Draft(law, Instance(terms), self.names.introduced(*terms))
            if self._terms_grow:
                self._offered(instance, 1 + max(self._age[term] for term in terms))
            self.search.add(self.leaves.shape(law), draft)
        return new

    def _terms(self, sort: str) -> list[Term]:
        found = list(self.universe.get(sort, ()))
        return [*found, *self.universe.get(INT, ())] if sort == REAL else found

    def _witness(self, formula: Forall | Exists | Formula) -> bool:
        """Name what there is if a formula is right, or wrong; return whether it has had no name."""
        assert isinstance(formula, Forall | Exists)
        if formula in self.witnesses:
            return False
        self.witnesses.add(formula)
        named = [self._age[node] for node in walk(formula) if isinstance(node, Fn) and node.name in self.names.lines]
        term, law = self.names.name(formula)
        self._offer(term, 1 + max(named) if named else 0)
        self.search.add(self.leaves.shape(law), self.names.lines[term.name])
        return True

    def _sort(self, term: Term) -> str:
        if self.ready.sorts.plain:
            return THING
        match term:
            case Num(value, decimal):
                return REAL if decimal or not isinstance(value, int) else INT
            case Fn(name, args) if args and name in CALCULATING:
                return INT if name != "/" and all(self._sort(arg) == INT for arg in args) else REAL
            case Fn(name, args):
                if name in self.names.sorts:
                    return self.names.sorts[name][-1] or THING
                return self.ready.sorts.of(("f", name, len(args), -1))
        raise ValueError(term)


def closed(term: Term) -> bool:
    """Return whether a term has no variables."""
    return all(type(node) is not Var for node in walk(term))


def _universal(literal: int, formula: Forall | Exists) -> _Universal:
    kind, variables, sort = type(formula), list[str](), formula.sort
    inner: Formula = formula
    while isinstance(inner, Forall | Exists) and (type(inner), inner.sort) == (kind, sort):
        if inner.var in variables:
            break
        variables.append(inner.var)
        inner = inner.body
    return _Universal(literal, tuple(variables), sort or THING, inner)


class Refutations:
    """Refutations of what is supposed beside the same premises, one after the other: each learns from those before."""

    def __init__(self) -> None:
        self._ready: SortedTheory | None = None
        self._found: Herbrand | None = None

    def refutation(self, ready: SortedTheory, given: Iterable[tuple[Given, Formula]]) -> tuple[Line, ...] | None:
        """Return a proof that premises, axioms and what is supposed have no model, as far as these are soon found.

        Args:
            ready: the program that they are from, settled.
            given: the formulas, with what they are in the program.
        """
        found, before = self._found, self._ready
        if found is None or before is None or _common(before) != _common(ready):
            found, before = Herbrand(ready), ready
        self._found, self._ready = None, before  # what time ends is not gone on with
        for source, formula in given:
            if source.source == "goal":
                found.suppose(formula, Draft(formula, source))
            elif found.ready is ready:
                found.add(formula, Draft(formula, source))
        found.ready = ready
        lines = found.refute()
        self._found = found
        return lines


def _common(ready: SortedTheory) -> tuple[object, ...]:
    """Return all of a program that refutations of other goals must share with it: what it says, and of what."""
    members = {(member, 0) for ones in ready.enumerations.values() for member in ones}
    names = ready.names
    return ready.formulas[:-2], ready.axioms, {*names.functions} - members, names.equality, names.arithmetic


def refutation(ready: SortedTheory, given: Iterable[tuple[Given, Formula]]) -> tuple[Line, ...] | None:
    """Return a proof that formulas have no model.

    Args:
        ready: the program that they are from, settled.
        given: the formulas, with what they are in the program.
    """
    found = Herbrand(ready)
    for source, formula in given:
        found.add(formula, Draft(formula, source))
    return found.refute()
