"""What each position of a formula ranges over: sorts inferred from declarations, binders and arithmetic.

Positions that are connected have one sort: an argument and what stands there, both sides of an
equation. Declarations and typed quantifiers say sorts; comparisons and arithmetic make the positions
that they are connected with numbers; what nothing says anything of ranges over things (``U``). Two
sorts never merge, except that an integer may stand where a real is wanted. A numeral that nothing
connects with numbers is a constant.

Engines and checkers are asked formulas whose sorts are settled, with what their sorts imply.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from .rewriting import descend, rebound
from .symbols import INT, NOTHING, NUMBERS, REAL, THING, Declarations, Signature, Slot, signature
from .syntax import (
    ARITHMETIC,
    DIVISION,
    And,
    Atom,
    Binder,
    Cmp,
    Count,
    Distinct,
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
    disjunction,
    name_of,
    number_named,
    numeral,
    unlisted,
)
from .walkers import subformulas


@dataclass(frozen=True, slots=True)
class Clash:
    """Two sorts in one place.

    Attributes:
        formula: the index of the formula in which that shows.
        what: what is wrong, in words.
    """

    formula: int
    what: str


@dataclass(frozen=True, slots=True)
class Sorts:
    """The sorts of a set of formulas, by position. Where nothing speaks of sorts or numbers, all are things.

    Attributes:
        plain: whether nothing does.
        clashes: where two sorts stand in one place.
        known: the sorts of positions; all others are of things.
        within: of each formula the places of its quantifiers and numerals, in the order of the text.
    """

    plain: bool = True
    clashes: tuple[Clash, ...] = ()
    known: Mapping[Slot, str] = field(default_factory=dict, repr=False)
    within: Mapping[Formula, Sequence[Slot]] = field(default_factory=dict, repr=False)

    def of(self, slot: Slot) -> str:
        """Return the sort of a position."""
        return self.known.get(slot, THING)

    def arguments(self, kind: Literal["p", "f"], name: str, arity: int) -> list[str]:
        """Return the sorts of the arguments of a predicate (``p``) or a function (``f``)."""
        return [self.of((kind, name, arity, i)) for i in range(arity)]

    def result(self, name: str, arity: int) -> str:
        """Return the sort of what a function, or a constant, gives."""
        return self.of(("f", name, arity, -1))

    def used(self, names: Signature) -> frozenset[str]:
        """Return the sorts of all positions in the formulas, ``U`` for that of other things."""
        return frozenset(map(self.of, itertools.chain(names.slots(), *self.within.values())))

    def typed(self, formula: Formula) -> Formula:
        """Return one of the formulas with the sort of each quantifier, and numerals that are things as constants.

        In what is returned every numeral is a number, and one among reals is a decimal fraction. Where
        all are things it is the formula itself.
        """
        if self.plain:
            return formula
        slots = iter(self.within[formula])

        def formulas(one: Formula) -> Formula:
            if isinstance(one, Binder):
                sort = self.of(next(slots))
                return rebound(one, one.var, formulas(one.body), "" if sort == THING else sort)
            return descend(one, formulas, terms)

        def terms(term: Term) -> Term:
            match term:
                case Num(value):
                    sort = self.of(next(slots))
                    if sort not in NUMBERS:
                        return Fn(numeral(value))
                    return Num(value, sort == REAL and isinstance(value, int))
                case Fn(name, args) if args:
                    return Fn(name, tuple([terms(a) for a in args]))
            return term

        return formulas(formula)


def all_different(terms: Sequence[Term]) -> tuple[Formula, ...]:
    """Return that no two of the terms name one thing."""
    return tuple(Not(Eq(a, b)) for i, a in enumerate(terms) for b in terms[i + 1 :])


def enumerated(sort: str, members: Sequence[str]) -> tuple[Formula, ...]:
    """Return that the members of an enumeration are all there is of the sort, and all different."""
    things = tuple(map(Fn, members))
    one = disjunction(tuple(Eq(Var("x"), thing) for thing in things))
    return (Forall("x", one, sort), *all_different(things))


def infer(formulas: Iterable[Formula], names: Signature, declared: Declarations = NOTHING) -> Sorts:
    """Return the sorts of closed formulas that share their names.

    Args:
        formulas: the formulas.
        names: their signature.
        declared: the sorts that are declared.
    """
    said = {slot: sort for slot, sort in declared.slots() if sort}
    if not names.arithmetic and {*names.sorts, *said.values()} <= {THING}:
        return Sorts()
    inference = _Inference(said, declared.numbers)
    for formula in formulas:
        inference.within[formula] = inference.places = []
        inference.formula(formula, {})
        inference.number += 1
    sorts = inference.settled()
    return sorts if inference.arithmetic or not sorts.used(names) <= {THING} else Sorts(clashes=sorts.clashes)


class _Evidence(NamedTuple):
    """That a position is of a sort.

    Attributes:
        sort: the sort; empty for a number of either kind.
        term: what stands there.
        formula: the index of the formula.
        into: whether what stands in the position goes into a place of the sort, not out of it.
    """

    sort: str
    term: Term
    formula: int
    into: bool = False

    @property
    def said(self) -> str:
        """That it is, in words."""
        place = "stands where {} is wanted" if self.into else "is of the sort {}" if self.sort else "is a number"
        return f"{_shown(self.term)} {place.format(self.sort)}"


_FRACTION: Final = "decimal fractions"
"""What a position is of where such a numeral stands: a real, if it is of numbers."""


class _Inference:
    """Joins the positions that must have one sort, formula by formula."""

    def __init__(self, fixed: dict[Slot, str], numbers: str) -> None:
        self.fixed, self.numbers = fixed, numbers
        self.parent: dict[Slot, Slot] = {}
        self.evidence: list[tuple[Slot, _Evidence]] = []
        self.numerals: list[tuple[Slot, str]] = []
        self.clashes: list[Clash] = []
        self.within: dict[Formula, list[Slot]] = {}
        self.places: list[Slot] = []
        self.count = itertools.count()
        self.number = 0
        self.arithmetic = False

    def root(self, slot: Slot) -> Slot:
        parent = self.parent
        while (above := parent.setdefault(slot, slot)) != slot:
            parent[slot] = parent[above]
            slot = above
        return slot

    def place(self, sort: str = "") -> Slot:
        slot: Slot = ("place", next(self.count))
        if sort:
            self.fixed[slot] = sort
        return slot

    def note(self, slot: Slot, sort: str, term: Term, *, into: bool = False) -> None:
        self.evidence.append((slot, _Evidence(sort, term, self.number, into)))

    def flow(self, source: Slot, target: Slot, term: Term) -> None:
        """Note that what stands in one position goes into another."""
        one, other = self.fixed.get(source), self.fixed.get(target)
        if one and other:
            if one != other and (one, other) != (INT, REAL):
                what = f"{_shown(term)} is of the sort {one}, and stands where {other} is wanted"
                self.clashes.append(Clash(self.number, what))
        elif one:
            self.note(target, one, term)
        elif other:
            self.note(source, other, term, into=True)
        else:
            self.parent[self.root(source)] = self.root(target)

    def applied(self, kind: str, name: str, args: tuple[Term, ...], env: dict[str, Slot]) -> None:
        for i, arg in enumerate(args):
            self.flow(self.term(arg, env), (kind, name, len(args), i), arg)

    def alike(self, env: dict[str, Slot], terms: Iterable[Term], sort: str = "") -> Slot:
        """Return a position of the sort of some terms."""
        slot = self.place(sort)
        for term in terms:
            self.flow(self.term(term, env), slot, term)
        return slot

    def calculated(self, slot: Slot, term: Term) -> Slot:
        """Note that a position is of numbers."""
        self.arithmetic = True
        self.note(slot, "", term)
        return slot

    def formula(self, formula: Formula, env: dict[str, Slot]) -> None:
        match formula:
            case Atom(name, args):
                self.applied("p", name, args, env)
            case Cmp(_, left, right):
                self.calculated(self.alike(env, (left, right)), left)
            case Eq(left, right):
                self.equated(env, (left, right))
            case Distinct(terms):
                self.equated(env, terms)
            case Forall(name, body, sort) | Exists(name, body, sort) | Count(_, _, name, body, sort):
                self.places.append(slot := self.place(sort))
                self.formula(body, {**env, name: slot})
            case Not() | And() | Or() | Xor() | Implies() | Iff() | Truth():
                for part in subformulas(formula):
                    self.formula(part, env)
            case _:
                unlisted(formula)

    def equated(self, env: dict[str, Slot], terms: tuple[Term, ...]) -> None:
        slot = self.alike(env, terms)
        numerals = [term for term in terms if isinstance(term, Num)]
        if len(numerals) > 1:  # they differ as numbers as they do as things
            self.note(slot, "", numerals[0])

    def term(self, term: Term, env: dict[str, Slot]) -> Slot:
        match term:
            case Var(name):
                return env.get(name, ("v", name))
            case Num(value, decimal):
                self.places.append(slot := self.place())
                self.numerals.append((slot, numeral(value)))
                if decimal or not isinstance(value, int):
                    self.note(slot, _FRACTION, term)
                return slot
            case Fn(name, (_, _) as pair) if name in ARITHMETIC:
                return self.calculated(self.alike(env, pair), term)
            case Fn(name, (_, _) as pair) if name in DIVISION:
                return self.alike(env, pair, REAL if name == "/" else INT)
            case Fn(name, args):
                self.applied("f", name, args, env)
                return ("f", name, len(args), -1)

    def settled(self) -> Sorts:
        """Return the sort of each group of positions that were joined."""
        found, clashes = self.resolved()
        loose = [(slot, text) for slot, text in self.numerals if found[self.root(slot)] not in NUMBERS]
        for slot, text in loose:  # a numeral among things is a constant, and the same one wherever it is
            self.flow(slot, ("f", text, 0, -1), Fn(text))
        if loose:
            found, clashes = self.resolved()
        known = {slot: found[self.root(slot)] for slot in [*self.parent]} | self.fixed
        return Sorts(False, tuple(clashes), known, self.within)

    def resolved(self) -> tuple[dict[Slot, str], list[Clash]]:
        """Return the sort of each group, by its root, and what contradicts."""
        told: dict[Slot, list[_Evidence]] = {self.root(slot): [] for slot in [*self.parent]}
        for slot, evidence in self.evidence:
            told.setdefault(self.root(slot), []).append(evidence)
        for slot, _ in self.numerals:
            told.setdefault(self.root(slot), [])
        clashes = [*self.clashes]
        return {group: _sort_of(ones, clashes, self.numbers) for group, ones in told.items()}, clashes


def _sort_of(told: list[_Evidence], clashes: list[Clash], otherwise: str) -> str:
    """Return the sort of a group of positions; numbers of which nothing tells more have the other one."""
    things = [e for e in told if e.sort not in ("", INT, REAL, _FRACTION)]
    numbers = [e for e in told if e.sort in ("", INT, REAL)]
    pair, sort = list[_Evidence](), THING
    if things:
        sort = things[0].sort
        pair = [things[0], *[e for e in (*things, *numbers) if e.sort != sort]]
    elif numbers:
        whole = [e for e in numbers if e.into and e.sort == INT]
        real = [e for e in told if e.sort == _FRACTION or (e.sort == REAL and not e.into)]
        pair = [*real[:1], *whole[:1]]
        told_sorts = {e.sort for e in numbers}
        sort = INT if whole else REAL if real or REAL in told_sorts else INT if INT in told_sorts else otherwise
    if len(pair) > 1:
        one, other = pair[:2]
        clashes.append(Clash(max(one.formula, other.formula), f"{one.said}, but {other.said}"))
    return sort


def _shown(term: Term) -> str:
    return f"'{term.name}(…)'" if isinstance(term, Fn) and term.args else f"'{name_of(term)[:40]}'"


@dataclass(frozen=True, slots=True)
class SortedTheory:
    """Formulas that say the sort of each of their variables.

    Attributes:
        formulas: the formulas, as ``Sorts.typed`` writes them.
        numerals: that different numerals are different things, where they are things.
        enumerations: the members of each enumeration that the formulas speak of.
        sorts: the sorts of all names.
        names: what the formulas speak of.
        used: the sorts that the formulas speak of.
    """

    formulas: tuple[Formula, ...]
    numerals: tuple[Formula, ...]
    sorts: Sorts
    names: Signature
    enumerations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    used: frozenset[str] = frozenset()

    @property
    def axioms(self) -> tuple[Formula, ...]:
        """What holds of the sorts and numerals in every model."""
        return (*self.numerals, *(f for s, members in self.enumerations.items() for f in enumerated(s, members)))


def settled(formulas: Iterable[Formula], names: Signature, declared: Declarations = NOTHING) -> SortedTheory:
    """Return closed formulas with their sorts settled.

    Args:
        formulas: the formulas.
        names: what they speak of.
        declared: the sorts that are declared.
    """
    formulas = tuple(formulas)
    sorts = infer(formulas, names, declared)
    if sorts.plain:
        return SortedTheory(formulas, all_different(names.numerals) if names.equality else (), sorts, names)
    typed = tuple(map(sorts.typed, formulas))
    names = signature(typed)
    used = sorts.used(names)
    enumerations = {sort: members for sort, members in declared.enumerations.items() if sort in used}
    numerals: dict[str, list[Term]] = defaultdict(list)
    for name in names.constants:
        if number_named(name) is not None and (sort := sorts.of(("f", name, 0, -1))) not in NUMBERS:
            numerals[sort].append(Fn(name))
    different = tuple(f for ones in numerals.values() for f in all_different(ones) if names.equality)
    return SortedTheory(typed, different, sorts, names, enumerations, used)
