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

from .rewriting import descend, rebound
from .symbols import INT, NOTHING, NUMBERS, REAL, THING, Declarations, Signature, signature
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
    number_named,
    numeral,
    unlisted,
)
from .walkers import subformulas

Slot = tuple[str | int, ...]
"""A position that has a sort: an argument, a function's value, a place in a formula."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two sorts in one place.

    Attributes:
        formula: the index of the formula in which that shows.
        what: what is wrong, in words.
    """

    formula: int
    what: str


@dataclass(slots=True)
class Sorts:
    """The sorts of a set of formulas, by position. Where nothing speaks of sorts or numbers, all are things."""

    plain: bool = True
    clashes: list[Clash] = field(default_factory=list)
    _fixed: dict[Slot, str] = field(default_factory=dict)
    _found: dict[Slot, str] = field(default_factory=dict)
    _parent: dict[Slot, Slot] = field(default_factory=dict)
    _within: dict[Formula, list[Slot]] = field(default_factory=dict)

    def of(self, slot: Slot) -> str:
        """Return the sort of a position."""
        if self.plain:
            return THING
        return self._fixed.get(slot) or self._found.get(self._root(slot), THING)

    def used(self, names: Signature) -> frozenset[str]:
        """Return the sorts of all positions in the formulas, ``U`` for that of other things."""
        return frozenset(map(self.of, itertools.chain(names.slots(), *self._within.values())))

    def typed(self, formula: Formula) -> Formula:
        """Return one of the formulas with the sort of each quantifier, and numerals that are things as constants.

        In what is returned every numeral is a number, and one among reals is a decimal fraction. Where
        all are things it is the formula itself.
        """
        if self.plain:
            return formula
        slots = iter(self._within[formula])  # places were noted in the order in which they are met here

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

    def _root(self, slot: Slot) -> Slot:
        parent = self._parent
        while (above := parent.get(slot, slot)) != slot:
            parent[slot] = parent.get(above, above)
            slot = above
        return slot

    def _join(self, a: Slot, b: Slot) -> None:
        a, b = self._root(a), self._root(b)
        if a != b:
            self._parent[a] = b


def all_different(terms: Sequence[Term]) -> tuple[Formula, ...]:
    """Return that no two of the terms name one thing."""
    return tuple(Not(Eq(a, b)) for i, a in enumerate(terms) for b in terms[i + 1 :])


def enumerated(sort: str, members: Sequence[str]) -> tuple[Formula, ...]:
    """Return that the members of an enumeration are all there is of the sort, and all different."""
    things = tuple(map(Fn, members))
    ones = tuple(Eq(Var("x"), thing) for thing in things)
    return (Forall("x", Or(ones) if len(ones) > 1 else ones[0], sort), *all_different(things))


def infer(formulas: Iterable[Formula], names: Signature, declared: Declarations = NOTHING) -> Sorts:
    """Return the sorts of closed formulas that share their names.

    Args:
        formulas: the formulas.
        names: their signature.
        declared: the sorts that are declared.
    """
    sorts = Sorts()
    said = {slot: sort for slot, sort in declared.slots() if sort}
    if names.arithmetic or not {*names.sorts, *said.values()} <= {THING}:
        sorts._fixed.update(said)
        inference = _Inference(sorts)
        for number, formula in enumerate(formulas):
            inference.number, inference.within = number, []
            inference.formula(formula, {})
            sorts._within[formula] = inference.within
        inference.settle()
        sorts.plain = not inference.arithmetic and sorts.used(names) <= {THING}
    return sorts


@dataclass(frozen=True, slots=True)
class _Evidence:
    """That a position is of a sort.

    Attributes:
        sort: the sort; empty for a number of either kind.
        why: why, in words, with a gap for the term.
        term: the term.
        formula: the index of the formula.
        into: whether what stands in the position goes into a place of the sort, not out of it.
    """

    sort: str
    why: str
    term: Term
    formula: int
    into: bool = False

    @property
    def said(self) -> str:
        """Why the position is of the sort, in words."""
        return self.why.format(_shown(self.term), self.sort)


class _Inference:
    """Joins the positions that must have one sort, formula by formula."""

    def __init__(self, sorts: Sorts) -> None:
        self.sorts = sorts
        self.sorted = bool(sorts._fixed)
        self.decimals: list[tuple[Slot, _Evidence]] = []
        self.evidence: list[tuple[Slot, _Evidence]] = []
        self.numerals: list[tuple[Slot, str]] = []
        self.within: list[Slot] = []
        self.places = itertools.count()
        self.number = 0
        self.arithmetic = False

    def place(self, sort: str = "") -> Slot:
        slot: Slot = ("place", next(self.places))
        if sort:
            self.sorted = True
            self.sorts._fixed[slot] = sort
        return slot

    def note(self, slot: Slot, sort: str, why: str, term: Term, into: bool = False) -> None:
        self.evidence.append((slot, _Evidence(sort, why, term, self.number, into)))

    def flow(self, source: Slot, target: Slot, term: Term) -> None:
        """Note that what stands in one position goes into another."""
        fixed = self.sorts._fixed
        one, other = fixed.get(source), fixed.get(target)
        if one and other:
            if one != other and (one, other) != (INT, REAL):
                what = f"{_shown(term)} is of the sort {one}, and stands where {other} is wanted"
                self.sorts.clashes.append(Clash(self.number, what))
        elif one:
            self.note(target, one, "{} is of the sort {}", term)
        elif other:
            self.note(source, other, "{} stands where {} is wanted", term, True)
        else:
            self.sorts._join(source, target)

    def calculated(self, slot: Slot, why: str, term: Term) -> None:
        """Note that a position is of numbers."""
        self.arithmetic = True
        self.note(slot, "", why, term)

    def applied(self, kind: str, name: str, args: tuple[Term, ...], env: dict[str, Slot]) -> None:
        for i, arg in enumerate(args):
            self.flow(self.term(arg, env), (kind, name, len(args), i), arg)

    def alike(self, slot: Slot, env: dict[str, Slot], *terms: Term) -> Slot:
        """Note that terms have the sort of a position."""
        for term in terms:
            self.flow(self.term(term, env), slot, term)
        return slot

    def formula(self, formula: Formula, env: dict[str, Slot]) -> None:
        match formula:
            case Atom(name, args):
                self.applied("p", name, args, env)
            case Eq(left, right) | Cmp(_, left, right):
                slot = self.alike(self.place(), env, left, right)
                if isinstance(formula, Cmp):
                    self.calculated(slot, "{} is compared as a number", left)
                elif isinstance(left, Num) and isinstance(right, Num):  # they differ as numbers as they do as things
                    self.note(slot, "", "{} is equated with a number", left)
            case Distinct(terms):
                slot = self.alike(self.place(), env, *terms)
                if len(numerals := [term for term in terms if isinstance(term, Num)]) > 1:
                    self.note(slot, "", "{} is equated with a number", numerals[0])
            case Forall(name, body, sort) | Exists(name, body, sort) | Count(_, _, name, body, sort):
                slot = self.place(sort)
                self.within.append(slot)
                self.formula(body, {**env, name: slot})
            case Not() | And() | Or() | Xor() | Implies() | Iff() | Truth():
                for part in subformulas(formula):
                    self.formula(part, env)
            case _:
                unlisted(formula)

    def term(self, term: Term, env: dict[str, Slot]) -> Slot:
        match term:
            case Var(name):
                return env.get(name, ("v", name))
            case Num(value, decimal):
                slot = self.place()
                self.within.append(slot)
                self.numerals.append((slot, numeral(value)))
                if decimal or not isinstance(value, int):
                    self.decimals.append((slot, _Evidence(REAL, "{} is a decimal fraction", term, self.number)))
                return slot
            case Fn(name, (left, right)) if name in ARITHMETIC:
                slot = self.alike(self.place(), env, left, right)
                self.calculated(slot, "{} is calculated", term)
                return slot
            case Fn(name, (left, right)) if name in DIVISION:
                return self.alike(self.place(REAL if name == "/" else INT), env, left, right)
            case Fn(name, args):
                self.applied("f", name, args, env)
                return ("f", name, len(args), -1)

    def settle(self) -> None:
        """Find the sort of each group of positions that were joined."""
        self.sorts.plain = False
        found = self.resolve([])
        if self.sorted:  # a numeral among things is a constant, and the same one wherever it is
            for slot, text in self.numerals:
                if found.get(self.sorts._root(slot), THING) not in NUMBERS:
                    self.flow(slot, ("f", text, 0, -1), Fn(text))
            found = self.resolve(self.sorts.clashes)
        self.sorts._found = found

    def resolve(self, clashes: list[Clash]) -> dict[Slot, str]:
        """Return the sort of each group, by its root, and add what contradicts."""
        root = self.sorts._root
        told: dict[Slot, list[_Evidence]] = defaultdict(list)
        for slot, evidence in self.evidence:
            told[root(slot)].append(evidence)
        decimals = {root(slot): evidence for slot, evidence in self.decimals}
        return {group: _sort_of(ones, decimals.get(group), clashes) for group, ones in told.items()}


def _sort_of(told: list[_Evidence], decimal: _Evidence | None, clashes: list[Clash]) -> str:
    """Return the sort of a group of positions."""

    def against(one: _Evidence, other: _Evidence) -> None:
        clashes.append(Clash(max(one.formula, other.formula), f"{one.said}, but {other.said}"))

    things = [e for e in told if e.sort and e.sort not in NUMBERS]
    numbers = [e for e in told if not e.sort or e.sort in NUMBERS]
    if things:
        for other in [*(e for e in things if e.sort != things[0].sort), *numbers][:1]:
            against(things[0], other)
        return things[0].sort
    whole = next((e for e in numbers if e.into and e.sort == INT), None)
    real = decimal or next((e for e in numbers if e.sort == REAL and not e.into), None)
    if whole is not None:
        if real is not None:
            against(real, whole)
        return INT
    return REAL if real is not None or any(e.sort == REAL for e in numbers) else INT


def _shown(term: Term) -> str:
    text = _text(term)
    return f"'{text}'" if len(text) <= 40 else f"'{text[:40]}…'"


def _text(term: Term) -> str:
    match term:
        case Var(name) | Fn(name, ()):
            return name
        case Num(value):
            return numeral(value)
        case Fn(name, (left, right)) if name in ARITHMETIC | DIVISION:
            return " ".join((_operand(left), name, _operand(right)))
        case Fn(name, args):
            return f"{name}({', '.join(map(_text, args))})"


def _operand(term: Term) -> str:
    calculated = isinstance(term, Fn) and len(term.args) == 2 and term.name in ARITHMETIC | DIVISION
    return f"({_text(term)})" if calculated else _text(term)


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
