"""Joins over tables: which values of variables may matter to a conjunction of atoms, many at a time."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from ..clock import check
from ..logic.syntax import Num, Term, TermRow, Var

Row = tuple[Any, ...]
Columns = tuple[str, ...]
"""The variables that rows give values to, each once; without a name what a formula can't speak of."""
Key = tuple[Any, ...]
"""What a table is called."""
_PART: Final = 50_000
"""Rows that are looked at together."""


class Tables:
    """Tables that are joined.

    Args:
        table: returns the rows of a table.
        value: returns what a name, or a numeral, names.
    """

    def __init__(self, table: Callable[[Key], Collection[Row]], value: Callable[[Term], Any]) -> None:
        self._table = table
        self._value = value
        self._inside: dict[tuple[Key, int, frozenset[Any]], bool] = {}
        self._indexes: dict[Key, dict[Row, list[Row]]] = {}

    def extended(
        self,
        columns: Columns,
        rows: Sequence[Row],
        new: Mapping[str, frozenset[Any]],
        atoms: Sequence[tuple[Key, TermRow]],
    ) -> Iterator[tuple[Columns, Sequence[Row]]]:
        """Yield rows, in parts, with values for new variables: at least all of which some atoms are true.

        Args:
            columns: the variables that the rows have.
            rows: the rows.
            new: the new variables, with what they range over.
            atoms: the atoms, each with its table.
        """
        if not new:
            yield columns, rows
        if not new or not all(self._table(key) for key, _ in atoms):
            return
        fresh: Columns = tuple(new)[:1]
        more: Mapping[Row, Sequence[Row]] = {(): [(thing,) for thing in new[fresh[0]]]}
        known, fan, least = list[Term](), len(more[()]), math.inf
        for key, args in atoms:
            at = {term.name: i for i, term in enumerate(args) if type(term) is Var and term.name in new}
            if at and all(self._ranges(key, i, new[name]) for name, i in at.items()):
                places = tuple(i for i, term in enumerate(args) if _is_bound(term, columns))
                index = self._index(key, places, (*at.values(),))
                found = len(self._table(key)) // len(index)
                if found < least:
                    fan = least = found
                    more, fresh, known = index, (*at,), [args[i] for i in places]
        rest = {name: domain for name, domain in new.items() if name not in fresh}
        size = max(1, _PART // max(1, fan))
        for start in range(0, len(rows), size):
            check()
            part = rows[start : start + size]
            keys = zip(part, self._keys(known, columns, part), strict=True)
            wide = [row + values for row, key in keys for values in more.get(key, ())]
            yield from self.extended(columns + fresh, wide, rest, atoms)

    def _keys(self, terms: Sequence[Term], columns: Columns, rows: Sequence[Row]) -> Iterator[Row]:
        """Return the values of bound terms in each of some rows."""
        at = {name: i for i, name in enumerate(columns)}
        values = [
            [row[at[term.name]] for row in rows] if isinstance(term, Var) else [self._value(term)] * len(rows)
            for term in terms
        ]
        return zip(*values, strict=True) if values else itertools.repeat((), len(rows))

    def _index(self, key: Key, places: tuple[int, ...], at: tuple[int, ...]) -> Mapping[Row, Sequence[Row]]:
        """Return what a table has in some places, by what it has in others."""
        found = self._indexes.get((key, places, at))
        if found is None:
            found = self._indexes[key, places, at] = defaultdict(list)
            rows = list(self._table(key))
            for bound, values in zip(_picked(places, rows), _picked(at, rows), strict=True):
                found[bound].append(values)
        return found

    def _ranges(self, key: Key, place: int, domain: frozenset[Any]) -> bool:
        """Return whether all that stands in a place of a table is in a domain."""
        if (key, place, domain) not in self._inside:
            self._inside[key, place, domain] = domain.issuperset([row[place] for row in self._table(key)])
        return self._inside[key, place, domain]


def _is_bound(term: Term, columns: Columns) -> bool:
    """Return whether a term is a variable that has a value, or a name."""
    return term.name in columns if isinstance(term, Var) else isinstance(term, Num) or not term.args


def _picked(places: Sequence[int], rows: Sequence[Row]) -> Iterator[Row]:
    """Return some places of each row."""
    return zip(*[[row[i] for row in rows] for i in places], strict=True) if places else itertools.repeat((), len(rows))
