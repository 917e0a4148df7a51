"""Clauses of formulas, with lines that show them: new names for what there is, and what holds of everything."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..clock import look
from ..errors import TooLarge
from ..kernel.certificates import Instance
from ..logic.rewriting import substitute
from ..logic.sorts import SortedTheory
from ..logic.symbols import THING
from ..logic.syntax import (
    Atom,
    Cmp,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Implies,
    Not,
    Term,
    Truth,
    Var,
    disjunction,
)
from ..logic.walkers import free_variables, walk
from .drafts import Draft, derived
from .names import Names, Variables, closed, names_of
from .shapes import IFF, OR, Leaves, Shape, opposite

MAX_CLAUSES: Final = 1000
"""The most clauses of one formula."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A disjunction of literals that was shown for all values of its variables.

    Attributes:
        literals: the literals; none for ``⊥``.
        variables: its variables.
        draft: the line that states it, or else one of those that are assumed false.
        assumed: literals without variables that are assumed to be false.
    """

    literals: tuple[Formula, ...]
    variables: Variables
    draft: Draft
    assumed: tuple[Formula, ...] = ()

    def instance(self, values: Mapping[str, Term], names: New) -> tuple[tuple[Formula, ...], tuple[Draft, ...]]:
        """Return its literals for some values of all its variables, and the lines that state them."""
        if not self.variables:
            return (*self.literals, *self.assumed), (self.draft,)
        terms = tuple([values[name] for name, _ in self.variables])
        literals = tuple([substitute(literal, values) for literal in self.literals]) + self.assumed
        law = Implies(self.draft.formula, disjunction(literals))
        return literals, (self.draft, Draft(law, Instance(terms), names.introduced(*terms)))


class New(Names):
    """New names of one proof by clauses.

    Args:
        ready: the program, whose names they must not be.
    """

    def __init__(self, ready: SortedTheory) -> None:
        self._ready = ready
        super().__init__(names_of(ready))
        self._things: dict[str, Term] = {}

    def something(self, sort: str) -> Term:
        """Return a thing of a sort."""
        if sort not in self._things:
            self._things[sort] = self.name(Forall("x", Truth(True), sort))[0]
        return self._things[sort]

    def variables(self, literals: Sequence[Formula]) -> Variables:
        """Return the variables in literals; those whose sort is not to be seen are of none."""
        found: dict[str, str] = {}
        for literal in literals:
            for node in walk(literal):
                places: Iterator[tuple[Term, str]] = iter(())
                match node:
                    case Atom(name, args):
                        places = ((arg, self._sort("p", name, len(args), i)) for i, arg in enumerate(args))
                    case Fn(name, args):
                        places = ((arg, self._sort("f", name, len(args), i)) for i, arg in enumerate(args))
                    case Eq(one, other):
                        places = (
                            (a, self._sort("f", b.name, len(b.args), -1))
                            for a, b in ((one, other), (other, one))
                            if isinstance(b, Fn)
                        )
                    case Var(name):
                        found.setdefault(name, "")
                for term, sort in places:
                    if isinstance(term, Var):
                        found[term.name] = sort or found.get(term.name, "")
        return tuple(found.items())

    def _sort(self, kind: str, name: str, arity: int, place: int) -> str:
        """Return the sort of a place, as quantifiers write it."""
        if name in self.sorts:
            return self.sorts[name][place]
        found = self._ready.sorts.of((kind, name, arity, place))
        return "" if found == THING else found

    def deny(self, literals: Sequence[Formula], variables: Variables) -> tuple[dict[str, Term], list[Draft]]:
        """Return new constants of which a clause fails if it fails of anything, and the lines that say so."""
        values: dict[str, Term] = {}
        lines: list[Draft] = []
        formula = closed(disjunction(tuple(literals)), variables)
        for variable, _ in variables:
            assert isinstance(formula, Forall)
            term = values[variable] = self.name(formula)[0]
            formula = substitute(formula.body, {formula.var: term})
            lines.append(self.lines[term.name])
        return values, lines


@dataclass(frozen=True, slots=True)
class _Law:
    """A step from a quantified formula to what it says of terms; with the line of which it is an instance, if any."""

    formula: Formula
    terms: tuple[Term, ...]
    line: Draft | None = None

    def lines(self, values: Mapping[str, Term], names: New) -> Iterator[Draft]:
        """Yield the lines that state it for values of its variables."""
        terms = tuple([values[t.name] if isinstance(t, Var) else t for t in self.terms])
        said = substitute(self.formula, values)
        if self.line is not None:
            yield self.line
            said = Implies(self.line.formula, said)
        if terms:
            yield Draft(said, Instance(terms), names.introduced(*terms))


@dataclass(frozen=True, slots=True)
class _Way:
    """A clause of a formula as it is found: its literals, and the steps on the way to them."""

    literals: tuple[Formula, ...] = ()
    laws: tuple[_Law, ...] = ()
    variables: Variables = ()


class _Clausifier:
    def __init__(self, names: New) -> None:
        self.names, self.leaves = names, Leaves()
        self.taken: set[str] = set()

    def ways(self, shape: Shape, around: Variables) -> list[_Way]:
        """Return the clauses of the tree of a formula, with those variables around it."""
        look()
        if isinstance(shape, int):
            formula, positive = self.leaves.formulas[shape >> 1], not shape & 1
            if isinstance(formula, Cmp):
                raise TooLarge
            if not isinstance(formula, Forall | Exists):
                return [_Way((self.leaves.formula(shape),))]
            way = self._everything if (type(formula) is Forall) is positive else self._something
            return way(formula, positive, around)
        kind, parts = shape
        if kind == IFF:
            parts = (OR, (opposite(parts[0]), parts[1])), (OR, (parts[0], opposite(parts[1])))
        found = [self.ways(part, around) for part in parts]
        if kind != OR:
            return [way for ways in found for way in ways]
        joined = [_Way()]
        for ways in found:
            if len(joined) * len(ways) > MAX_CLAUSES:
                raise TooLarge
            joined = [
                _Way(
                    tuple(dict.fromkeys((*one.literals, *other.literals))),
                    tuple(dict.fromkeys((*one.laws, *other.laws))),
                    tuple(dict.fromkeys((*one.variables, *other.variables))),
                )
                for one in joined
                for other in ways
            ]
        return joined

    def _everything(self, formula: Forall | Exists, positive: bool, around: Variables) -> list[_Way]:
        kind, chosen, own = type(formula), dict[str, Term](), list[tuple[str, str]]()
        body: Formula = formula
        while isinstance(body, Forall | Exists) and type(body) is kind and body.var not in chosen:
            called = (f"{body.var}{i if i > 1 else ''}" for i in itertools.count(1))
            name = next(name for name in called if name not in self.taken)
            self.taken.add(name)
            chosen[body.var] = Var(name)
            own.append((name, body.sort))
            body = body.body
        said = substitute(body, chosen)
        law = Implies(formula, said) if kind is Forall else Implies(said, formula)
        step = _Law(law, tuple(chosen.values()))
        return [
            _Way(way.literals, (step, *way.laws), (*own, *way.variables))
            for way in self.ways(self.leaves.shape(said, positive), (*around, *own))
        ]

    def _something(self, formula: Forall | Exists, positive: bool, around: Variables) -> list[_Way]:
        free = free_variables(formula)
        variables = tuple([one for one in around if one[0] in free])
        term, law = self.names.name(formula, variables)
        step = _Law(law, term.args, self.names.lines[term.name])
        said = self.leaves.shape(law.right if isinstance(formula, Exists) else law.left, positive)
        return [_Way(way.literals, (step, *way.laws), way.variables) for way in self.ways(said, around)]


def clauses(formula: Formula, draft: Draft, names: New) -> Iterator[Clause]:
    """Yield the clauses of a formula that is true.

    Args:
        formula: the formula.
        draft: the line that states it.
        names: where new names come from.

    Raises:
        TooLarge: there are too many of them, or it speaks of numbers.
    """
    clausifier = _Clausifier(names)
    for way in clausifier.ways(clausifier.leaves.shape(formula), ()):
        if _holds(way.literals):
            continue
        own = disjunction(way.literals)
        if closed(own, way.variables) == formula:
            yield Clause(way.literals, way.variables, draft)
            continue
        used = {n.name for literal in way.literals for n in walk(literal) if isinstance(n, Var)}
        variables = tuple(sorted(way.variables, key=lambda one: one[0] not in used))
        values, denial = names.deny(way.literals, variables)
        lines = [line for law in way.laws for line in law.lines(values, names)]
        yield Clause(way.literals, variables, derived(closed(own, variables), [*denial, draft, *lines]))


def _holds(literals: Sequence[Formula]) -> bool:
    """Return whether a clause holds by its form."""
    said = set(literals)
    return any(isinstance(one, Not) and one.body in said for one in literals) or any(
        isinstance(one, Eq) and one.left == one.right for one in literals
    )
