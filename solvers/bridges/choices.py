"""Which heads of rules with several hold: a search over the instances that are open."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ..certifying.drafts import Draft, behind
from ..certifying.search import TruthSearch
from ..certifying.shapes import OR, Leaves
from ..logic.syntax import Atom, Truth
from .datalog import Datalog, Fact, RuleInstance

FEW: Final = 8
"""So many clauses that speak of the same facts are remembered with their model, since each question meets them."""


@dataclass(frozen=True, slots=True)
class Settled:
    """Whether there is a model.

    Attributes:
        chosen: what holds beside the facts that were derived; ``None`` if there is no model.
        core: instances of which no model satisfies all.
    """

    chosen: frozenset[Fact] | None
    core: tuple[RuleInstance, ...] = ()


def settle(datalog: Datalog, instances: Iterable[RuleInstance], *, last: bool = False) -> Settled:
    """Return a model of the rules, or instances of them that have none.

    Args:
        datalog: what follows from the rules with one head.
        instances: all instances of the other rules whose body is derived.
        last: where there is a choice, try the last head first, so that a model differs from others in all that is
            open, and settles many questions.

    Raises:
        TooLarge: there is too much to choose from.
    """
    open_ones: list[RuleInstance] = []
    for one in instances:
        heads = one.heads()
        if not heads:
            return Settled(None, (one,))
        if not any(map(datalog.holds, heads)):
            open_ones.append(one)
    if not open_ones:
        return Settled(frozenset())
    mark = datalog.mark()
    try:
        ground = datalog.suppose(open_ones)
        order = -1 if last else 1
        clauses = [
            (tuple([f for f in one.body() if not datalog.holds(f)]), tuple(one.heads()[::order])) for one in ground
        ]
    finally:
        datalog.forget(mark)
    chosen: set[Fact] = set()
    for part in _components(clauses):
        found = (_searched if len(part) > FEW else _kept)(tuple([clauses[i] for i in part]))
        if isinstance(found, tuple):
            return Settled(None, tuple(ground[part[i]] for i in found))
        chosen |= found
    return Settled(frozenset(chosen))


_Clause = tuple[tuple[Fact, ...], tuple[Fact, ...]]
"""An instance without what is derived anyway: if all of the first facts are chosen, one of the others is."""


def _components(clauses: Sequence[_Clause]) -> list[list[int]]:
    """Return the clauses by their indices, those together that speak of the same facts, directly or by others."""
    where: dict[Fact, list[int]] = defaultdict(list)
    for i, clause in enumerate(clauses):
        for fact in itertools.chain(*clause):
            where[fact].append(i)
    seen, found = bytearray(len(clauses)), []
    for first in range(len(clauses)):
        if seen[first]:
            continue
        seen[first] = 1
        part, stack = [first], [first]
        while stack:
            for fact in itertools.chain(*clauses[stack.pop()]):
                for i in where.pop(fact, ()):
                    if not seen[i]:
                        seen[i] = 1
                        part.append(i)
                        stack.append(i)
        found.append(sorted(part))
    return found


def _searched(clauses: tuple[_Clause, ...]) -> frozenset[Fact] | tuple[int, ...]:
    """Return a model of clauses; the indices of those that contradict each other, if they have none."""
    search, leaves, facts = TruthSearch(Leaves()), dict[Fact, int](), list[Fact]()
    names = search.leaves
    drafts: dict[Draft, int] = {}
    for i, (body, heads) in enumerate(clauses):
        for fact in (*body, *heads):
            if fact not in leaves:
                leaves[fact] = names.literal(Atom(str(len(facts))))
                facts.append(fact)
        parts = (*(leaves[f] + 1 for f in body), *(leaves[f] for f in heads))
        draft = Draft(Truth(True), None)
        drafts[draft] = i
        search.add((OR, parts) if len(parts) != 1 else parts[0], draft)
    if (refuted := search.refute()) is None:
        return frozenset([facts[literal >> 1] for literal in search.trail if not literal & 1])
    return tuple(sorted(drafts[one] for one in behind(refuted) if one in drafts))


_kept: Final = lru_cache(4096)(_searched)
