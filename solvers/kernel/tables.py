"""Joins over tables: which values of variables may make a conjunction of atoms true, one row after the other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from ..clock import look
from ..logic.syntax import Term, TermRow, Var

ElementRow = tuple[Any, ...]
TableKey = tuple[Any, ...]
"""What a table is called."""
TableAtom = tuple[TableKey, TermRow]
"""An atom: its table, and what is said to be in it."""
Values = Mapping[str, Any]
"""What variables stand for."""


class Tables:
    """Tables that are joined.

    Args:
        tables: the tables.
    """

    def __init__(self, tables: Mapping[TableKey, Collection[ElementRow]]) -> None:
        self._tables = tables
        self._indexes: dict[TableKey, dict[tuple[int, ...], dict[ElementRow, list[ElementRow]]]] = {}

    def solutions(
        self, atoms: Sequence[TableAtom], values: Values, new: Mapping[str, Collection[Any]]
    ) -> Iterator[Values]:
        """Yield values, with those of new variables beside: at least all of which some atoms are true.

        Args:
            atoms: the atoms.
            values: the values that are known, of no new variable.
            new: the new variables, with what they range over.
        """
        if not new:
            yield values
            return
        look()
        least: Collection[ElementRow] | None = None
        chosen: TermRow = ()
        for key, args in atoms:
            found = self._rows(key, tuple([self.known(arg, values) for arg in args]))
            if not found:
                return
            if (least is None or len(found) < len(least)) and any(
                isinstance(arg, Var) and arg.name in new for arg in args
            ):
                least, chosen = found, args
        if least is None:
            name = next(iter(new))
            least, chosen = [(thing,) for thing in new[name]], (Var(name),)
        places = {arg.name: i for i, arg in enumerate(chosen) if isinstance(arg, Var) and arg.name in new}
        twice = [(i, j) for i, arg in enumerate(chosen) if isinstance(arg, Var) and (j := places.get(arg.name, i)) != i]
        rest = {name: domain for name, domain in new.items() if name not in places}
        for row in least:
            more = {**values}
            for name, i in places.items():
                more[name] = row[i]
                if row[i] not in new[name]:
                    break
            else:
                if not twice or all(row[i] == row[j] for i, j in twice):
                    if rest:
                        yield from self.solutions(atoms, more, rest)
                    else:
                        yield more

    def known(self, term: Term, values: Values) -> Any:
        """Return the value of a term; ``None`` if that is open."""
        return values.get(term.name) if type(term) is Var else term

    def _rows(self, key: TableKey, pattern: ElementRow) -> Collection[ElementRow]:
        """Return the rows of a table that have these values, wherever one is known."""
        table = self._tables.get(key, ())
        places = tuple([i for i, value in enumerate(pattern) if value is not None])
        if len(places) == len(pattern):
            return (pattern,) if pattern in table else ()
        if not places:
            return table
        indexes = self._indexes.setdefault(key, {})
        if places not in indexes:
            indexes[places] = {}
            for row in table:
                indexes[places].setdefault(tuple([row[i] for i in places]), []).append(row)
        return indexes[places].get(tuple([pattern[i] for i in places]), ())

    def added(self, key: TableKey, row: ElementRow) -> None:
        """Take note of a row that is new in a table."""
        for places, index in self._indexes.get(key, {}).items():
            index.setdefault(tuple([row[i] for i in places]), []).append(row)
