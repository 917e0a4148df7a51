"""Truth in large models, many assignments at a time: what a formula is true of is computed by joins over tables.

``true`` follows the definition of truth, clause by clause, for a whole relation: of its rows, each of which gives
values to some variables, it returns those of which the formula is true. Only quantifiers are read otherwise than in
``models``: ``∃x A`` asks for the values of ``x`` in the rows of atoms that hold wherever ``A`` does, ``∀x A`` for those
in the rows of atoms that hold wherever ``A`` fails. All others could not matter.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from operator import itemgetter
from typing import Final, NamedTuple

from ..clock import check
from ..logic.syntax import And, Atom, Exists, Forall, Formula, Iff, Implies, Not, Or, Term, Var, Xor
from ..logic.walkers import walk
from .certificates import Element

ElementRow = tuple[Element, ...]
Columns = tuple[str, ...]
"""The variables that rows give values to, each once; without a name what a formula can't speak of."""
_PART: Final = 50_000
"""Rows that are looked at together."""


class _Join(NamedTuple):
    """How rows get values for more variables.

    Attributes:
        atom: the atom in whose table these are looked up.
        columns: the variables that the rows have.
        fresh: the new ones, with what they range over.
    """

    atom: Atom
    columns: Columns
    fresh: Mapping[str, frozenset[str]]


class Tables:
    """The truth of formulas in one model.

    Args:
        predicates: the rows of each predicate, by name and arity.
        things: returns what a quantifier over a sort ranges over.
        plain: returns whether a formula without quantifiers and connectives is true under an assignment.
        term: returns the value of a term under an assignment.
    """

    def __init__(
        self,
        predicates: Callable[[str, int], frozenset[ElementRow]],
        things: Callable[[str], tuple[str, ...]],
        plain: Callable[[Formula, dict[str, Element]], bool],
        term: Callable[[Term, dict[str, Element]], Element],
    ) -> None:
        self._predicates = predicates
        self._things = things
        self._plain = plain
        self._term = term
        self._inside: dict[str, frozenset[str]] = {}
        self._indexes: dict[tuple[object, ...], dict[ElementRow, list[ElementRow]]] = {}
        self._columns: dict[tuple[str, int, int], set[Element]] = {}

    def true(self, formula: Formula, columns: Columns, rows: set[ElementRow]) -> set[ElementRow]:
        """Return those of some rows of which a formula is true."""
        match formula:
            case Atom(name, args):
                known = self._predicates(name, len(args))
                if args == tuple(map(Var, columns)):
                    return rows & known
                return {row for row, key in zip(rows, self._keys(args, columns, rows), strict=True) if key in known}
            case Not(body):
                return rows - self.true(body, columns, rows)
            case And(parts):
                for part in parts:
                    rows = self.true(part, columns, rows)
                return rows
            case Or(parts):
                left = rows
                for part in parts:
                    left = left - self.true(part, columns, left)
                return rows - left
            case Implies(left_side, right):
                condition = self.true(left_side, columns, rows)
                return rows - (condition - self.true(right, columns, condition))
            case Iff(one, other):
                return rows - (self.true(one, columns, rows) ^ self.true(other, columns, rows))
            case Xor(one, other):
                return self.true(one, columns, rows) ^ self.true(other, columns, rows)
            case Exists() | Forall():
                return self._quantified(formula, columns, rows)
            case _:
                return {row for row in rows if self._plain(formula, dict(zip(columns, row, strict=True)))}

    def _quantified(self, formula: Exists | Forall, columns: Columns, rows: set[ElementRow]) -> set[ElementRow]:
        """Return the rows of which a quantified formula is true: those with an extension, or without one that fails."""
        kind, body, new = type(formula), formula.body, {formula.var: formula.sort}
        while type(body) is kind and body.var not in new:
            new[body.var] = body.sort
            body = body.body
        columns = tuple("" if name in new else name for name in columns)  # what is hidden inside
        atoms = [one for one in (_true_with(body) if kind is Exists else _false_with(body)) if isinstance(one, Atom)]
        found: set[ElementRow] = set()
        for extended in self._extended(columns, rows, new, atoms):
            true = self.true(body, (*columns, *new), extended)
            found |= {row[: len(columns)] for row in (true if kind is Exists else extended - true)}
        return found if kind is Exists else rows - found

    def _extended(
        self, columns: Columns, rows: set[ElementRow], new: Mapping[str, str], atoms: Iterable[Atom]
    ) -> Iterator[set[ElementRow]]:
        """Yield the rows with values for new variables of some sorts: at least all of which these atoms are true."""
        have, left, steps = columns, list(atoms), list[_Join]()
        while left:
            atom = min(left, key=lambda one: self._fan(one, have))
            left.remove(atom)
            fresh = dict.fromkeys(t.name for t in atom.args if isinstance(t, Var) and t.name not in have)
            if fresh:
                steps.append(_Join(atom, have, {name: self._domain(new[name]) for name in fresh}))
                have = (*have, *fresh)
        rest = [name for name in new if name not in have]
        places = [*range(len(columns)), *((*have, *rest).index(name) for name in new)]
        domains = [self._domain(new[name]) for name in rest]
        for part in self._joined(list(rows), steps):
            wide = (row + more for row in part for more in itertools.product(*domains)) if rest else iter(part)
            while some := list(itertools.islice(wide, _PART)):
                check()
                yield set(_picked(places, some))

    def _joined(self, rows: list[ElementRow], steps: Sequence[_Join]) -> Iterator[list[ElementRow]]:
        """Yield the rows, in parts, with all that agrees with them in the tables of some atoms, one after the other."""
        for start in range(0, len(rows), _PART):
            check()
            part = rows[start : start + _PART]
            if not steps:
                yield part
                continue
            join = steps[0]
            places = _bound(join.atom, join.columns)
            index = self._index(join.atom, places, join.fresh)
            keys = self._keys([join.atom.args[i] for i in places], join.columns, part)
            found = [row + more for row, key in zip(part, keys, strict=True) for more in index.get(key, ())]
            yield from self._joined(found, steps[1:])

    def _index(
        self, atom: Atom, places: tuple[int, ...], fresh: Mapping[str, frozenset[str]]
    ) -> dict[ElementRow, list[ElementRow]]:
        """Return what a table says of new variables, each of which has a domain, by the values in some places."""
        at = tuple(next(i for i, t in enumerate(atom.args) if isinstance(t, Var) and t.name == name) for name in fresh)
        name = atom.name, len(atom.args), places, at, tuple(map(id, fresh.values()))
        found = self._indexes.get(name)
        if found is None:
            rows = list(self._predicates(atom.name, len(atom.args)))
            for i, domain in zip(at, fresh.values(), strict=True):
                if not self._values(atom, i) <= domain:
                    rows = [row for row in rows if row[i] in domain]
            found = self._indexes[name] = defaultdict(list)
            for key, taken in zip(_picked(places, rows), _picked(at, rows), strict=True):
                found[key].append(taken)
        return found

    def _fan(self, atom: Atom, known: Columns) -> float:
        """Return about how many rows of an atom's table agree with one row, by the place that tells most."""
        rows = self._predicates(atom.name, len(atom.args))
        return len(rows) / max((len(self._values(atom, i)) for i in _bound(atom, known)), default=1) if rows else 0.0

    def _values(self, atom: Atom, place: int) -> Set[Element]:
        """Return what stands in a place of an atom's table."""
        name = atom.name, len(atom.args), place
        if name not in self._columns:
            self._columns[name] = {row[place] for row in self._predicates(atom.name, len(atom.args))}
        return self._columns[name]

    def _domain(self, sort: str) -> frozenset[str]:
        """Return what variables of a sort range over, the same set each time."""
        if sort not in self._inside:
            self._inside[sort] = frozenset(self._things(sort))
        return self._inside[sort]

    def _keys(self, args: Sequence[Term], columns: Columns, rows: Collection[ElementRow]) -> Iterable[ElementRow]:
        """Return the values of terms in each of some rows."""
        values: list[Iterable[Element]] = []
        for term in args:
            if isinstance(term, Var):
                values.append(map(itemgetter(columns.index(term.name)), rows))
            elif any(isinstance(node, Var) for node in walk(term)):
                values.append([self._term(term, dict(zip(columns, row, strict=True))) for row in rows])
            else:
                values.append(itertools.repeat(self._term(term, {}), len(rows)))
        return zip(*values, strict=True) if values else itertools.repeat((), len(rows))


def _picked(places: Sequence[int], rows: Sequence[ElementRow]) -> Iterable[ElementRow]:
    """Return some places of each row."""
    if rows and len(places) == len(rows[0]) and list(places) == sorted(places):
        return rows
    return zip(*(map(itemgetter(i), rows) for i in places), strict=True) if places else itertools.repeat((), len(rows))


def _bound(atom: Atom, columns: Columns) -> tuple[int, ...]:
    """Return the places of an atom whose value a row settles."""
    return tuple(i for i, t in enumerate(atom.args) if all(n.name in columns for n in walk(t) if isinstance(n, Var)))


def _true_with(formula: Formula) -> Iterator[Formula]:
    """Yield formulas that are true wherever a formula is."""
    match formula:
        case And(parts):
            for part in parts:
                yield from _true_with(part)
        case Not(body):
            yield from _false_with(body)
        case _:
            yield formula


def _false_with(formula: Formula) -> Iterable[Formula]:
    """Yield formulas that are true wherever a formula is false."""
    match formula:
        case Implies(left, right):
            yield from _true_with(left)
            yield from _false_with(right)
        case Or(parts):
            for part in parts:
                yield from _false_with(part)
        case Not(body):
            yield from _true_with(body)
        case _:
            return
