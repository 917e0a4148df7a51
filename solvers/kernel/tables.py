"""Joins over tables: which values of variables may matter to a conjunction of atoms, many at a time."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from ..clock import check
from ..logic.syntax import Num, Term, TermRow, Var

ElementRow = tuple[Any, ...]
Columns = tuple[str, ...]
"""The variables that rows give values to, each once; without a name what a formula can't speak of."""
TableKey = tuple[Any, ...]
"""What a table is called."""
TableAtom = tuple[TableKey, TermRow]
"""An atom: its table, and what is said to be in it."""
Fields = tuple[int, ...]
Index = dict[ElementRow, list[ElementRow]]
"""What a table has in some places, by what it has in others."""
_PART: Final = 50_000
"""Rows that are looked at together."""


class Tables:
    """Tables that are joined.

    Args:
        tables: the tables.
    """

    def __init__(self, tables: Mapping[TableKey, Collection[ElementRow]]) -> None:
        self._tables = tables
        self._indexes: dict[TableKey, dict[tuple[Fields, Fields], Index]] = defaultdict(dict)

    def extended(
        self,
        columns: Columns,
        rows: Sequence[ElementRow],
        new: Mapping[str, frozenset[Any]],
        atoms: Sequence[TableAtom],
    ) -> Iterator[tuple[Columns, Sequence[ElementRow]]]:
        """Yield rows, in parts, with values for new variables: at least all of which some atoms are true.

        Args:
            columns: the variables that the rows have.
            rows: the rows.
            new: the new variables, with what they range over.
            atoms: the atoms.
        """
        if not new:
            yield columns, rows
        if not new or not all(self._tables.get(key) for key, _ in atoms):
            return
        fresh: Columns = tuple(new)[:1]
        more: Index = {(): [(thing,) for thing in new[fresh[0]]]}
        known, fan, least = list[Term](), len(more[()]), math.inf
        for key, args in atoms:
            at = {term.name: i for i, term in enumerate(args) if isinstance(term, Var) and term.name in new}
            if at:
                places = tuple(i for i, term in enumerate(args) if _is_bound(term, columns))
                index = self._index(key, places, (*at.values(),))
                found = len(self._tables[key]) // len(index)
                if found < least:
                    fan = least = found
                    more, fresh, known = index, (*at,), [args[i] for i in places]
        rest = {name: domain for name, domain in new.items() if name not in fresh}
        size = max(1, _PART // max(1, fan))
        for start in range(0, len(rows), size):
            check()
            part = rows[start : start + size]
            keys = zip(part, self.keys(known, columns, part), strict=True)
            wide = [row + values for row, key in keys for values in more.get(key, ())]
            for i, name in enumerate(fresh, len(columns)):
                if not new[name].issuperset([row[i] for row in wide]):
                    wide = [row for row in wide if row[i] in new[name]]
            yield from self.extended(columns + fresh, wide, rest, atoms)

    def keys(self, terms: Sequence[Term], columns: Columns, rows: Collection[ElementRow]) -> Iterator[ElementRow]:
        """Return the values of terms in each of some rows."""
        if not terms:
            return itertools.repeat((), len(rows))
        return zip(*[self.values(term, columns, rows) for term in terms], strict=True)

    def values(self, term: Term, columns: Columns, rows: Collection[ElementRow]) -> Sequence[Any]:
        """Return the value of a term in each of some rows; what is no variable is its own."""
        if isinstance(term, Var):
            place = columns.index(term.name)
            return [row[place] for row in rows]
        return [term] * len(rows)

    def _index(self, key: TableKey, places: Fields, at: Fields) -> Index:
        """Return what a table has in some places, by what it has in others."""
        found = self._indexes[key].get((places, at))
        if found is None:
            found = self._indexes[key][places, at] = defaultdict(list)
            _put(found, places, at, self._tables[key])
        return found

    def added(self, key: TableKey, rows: Collection[ElementRow]) -> None:
        """Take note of rows that are new in a table."""
        for (places, at), index in self._indexes[key].items():
            _put(index, places, at, rows)


def _put(index: Index, places: Fields, at: Fields, rows: Collection[ElementRow]) -> None:
    for bound, values in zip(_picked(places, rows), _picked(at, rows), strict=True):
        index[bound].append(values)


def _is_bound(term: Term, columns: Columns) -> bool:
    """Return whether a term is a variable that has a value, or a name."""
    return term.name in columns if isinstance(term, Var) else isinstance(term, Num) or not term.args


def _picked(places: Fields, rows: Collection[ElementRow]) -> Iterator[ElementRow]:
    """Return some places of each row."""
    return zip(*[[row[i] for row in rows] for i in places], strict=True) if places else itertools.repeat((), len(rows))
