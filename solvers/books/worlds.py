"""What a case leaves open of the things there are: how many stand in lists it does not give, and which are the same.

An answer is written out for certain things. Where a case does not say of all what they are, it stands only if it is the
same with no further thing, with one, and with more than anything counts or compares; and whatever known thing a record
is that the case does not give.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ..logic.syntax import Atom, Count, Exists, Fn, Forall, Formula
from ..logic.walkers import walk
from .facts import BookCase, case_of

if TYPE_CHECKING:
    from .reading import Parts

MAX_WORLDS: Final = 40
"""In how many ways things may be for an answer; with more it is open."""


class Worlds:
    """The ways in which the things of a case may be.

    Args:
        parts: the book.
        formulas: the rules on which an answer hangs, and the question.
        case: the case.
    """

    def __init__(self, parts: Parts, formulas: Sequence[Formula], case: BookCase) -> None:
        self.parts, self.case = parts, case
        self._members = dict(case.members)
        nodes = [[*walk(formula)] for formula in formulas]
        names = {node.name for ones in nodes for node in ones if isinstance(node, Atom | Fn)}
        nouns = [one for one in (*parts.facts, *parts.derived) if one.name in names]
        ranged = [[node for node in ones if isinstance(node, Forall | Exists | Count)] for ones in nodes]
        bound = {node.sort for ones in ranged for node in ones}
        self._speaks = {sort for sort in self._members if sort in bound or "" in bound or "U" in bound}
        self._speaks |= {one.kind for one in nouns if one.kind in self._members}
        self._most: dict[str, int] = {}
        values: list[tuple[str, int]] = []  # the types of terms that may name further things, with how many there are
        for sort in self._members:
            of = [[node for node in ones if node.sort in (sort, "", "U")] for ones in ranged]
            counted = max((node.number for ones in of for node in ones if isinstance(node, Count)), default=0)
            self._most[sort] = counted + 1 + max(map(len, of), default=0)
        for cell in case.open.values():
            if isinstance(cell, Fn):
                values.append((parts.noun(cell.name).kind, 1))
        for one in nouns:
            owners = one.typed.arguments
            if one in parts.derived or _further(case, owners):
                values.append((one.kind, max([1, *(self._most.get(owner, 1) for owner in owners)])))
        for sort, number in values:
            if sort in self._most:
                self._most[sort] += number

    @property
    def sizes(self) -> list[tuple[tuple[str, int], ...]]:
        """For each type of which there may be further things, how many of them are looked at."""
        found = []
        for sort in self.case.unknown:
            if sort not in self._speaks:
                continue
            known = any("?" not in thing for thing in self._members.get(sort, ()))
            named = any(one.kind == sort and one.typed.arguments for one in self.parts.facts)
            named = named or any(one.kind == sort for one in self.parts.derived)
            numbers = {1, self._most[sort], *([] if named and not known else [0])}
            found.append(tuple((sort, number) for number in sorted(numbers)))
        return found

    @property
    def merged(self) -> list[tuple[tuple[str, str], ...]]:
        """For each record that is not given, what it may be: itself, or any thing that the case speaks of."""
        found = []
        earlier = {name: i for i, (name, _) in enumerate(self.case.absent)}
        for i, (name, sort) in enumerate(self.case.absent):
            if sort not in self._speaks:
                continue
            others = [one for one in self._members.get(sort, ()) if "?" not in one and earlier.get(one, -1) < i]
            if others := [one for one in others if one != name]:
                found.append(((name, name), *((name, other) for other in others)))
        return found

    @property
    def open(self) -> tuple[str, ...]:
        """The facts that are not given, and of which it hangs on."""
        sorts = {ones[0][0] for ones in self.sizes} | {dict(self.case.absent)[ones[0][0]] for ones in self.merged}
        absent = [name for name, sort in self.case.absent if sort in sorts]
        nouns = {path: self.parts.noun(cell.name) for path, cell in self.case.open.items()}
        listed = [path for path, one in nouns.items() if sorts & {one.kind, *one.typed.arguments[1:]}]
        return (*absent, *listed)

    @property
    def many(self) -> int:
        """In how many ways things may be; 1 if there is nothing open of them."""
        number = 1
        for ones in (*self.sizes, *self.merged):
            number *= len(ones)
        return number

    def others(self) -> Iterator[BookCase]:
        """Yield the case with its things as they may be."""
        for sizes in itertools.product(*self.sizes):
            for merged in itertools.product(*self.merged):
                same = dict(one for one in merged if one[0] != one[1])
                while again := {name: same[other] for name, other in same.items() if other in same}:
                    same |= again
                found = case_of(self.case.facts, self.parts, None, dict(sizes), same)
                if (found.members, found.same) != (self.case.members, self.case.same):
                    yield found


def _further(case: BookCase, sorts: Sequence[str]) -> bool:
    """Return whether a case may have things of types that it does not name."""
    return any(sort in case.unknown for sort in sorts)
