"""Which heads of rules with several hold: a search over the instances that are open."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ..certifying.drafts import Draft, behind
from ..certifying.search import TruthSearch
from ..certifying.shapes import OR, Leaves
from ..logic.syntax import Atom, Truth
from .datalog import Datalog, Fact, RuleInstance

_ROUNDS: Final = 5
"""How often all instances are gone through before cases are distinguished."""


@dataclass(frozen=True, slots=True)
class Settled:
    """Whether there is a model.

    Attributes:
        chosen: what holds beside the facts that were derived; ``None`` if there is no model.
        core: instances of which no model satisfies all.
    """

    chosen: frozenset[Fact] | None
    core: tuple[RuleInstance, ...] = ()


def settle(datalog: Datalog, instances: Iterable[RuleInstance]) -> Settled:
    """Return a model of the rules, or instances of them that have none.

    Args:
        datalog: what follows from the rules with one head.
        instances: all instances of the other rules whose body is derived.

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
        clauses = [_clause(one, datalog) for one in ground]
    finally:
        datalog.forget(mark)
    chosen: set[Fact] = set()
    for part in _components(clauses):
        found = _searched([clauses[i] for i in part])
        if isinstance(found, list):
            return Settled(None, tuple(ground[part[i]] for i in found))
        chosen |= found
    return Settled(frozenset(chosen))


@dataclass(frozen=True, slots=True)
class _Clause:
    """An instance without what is derived anyway: if all of the body are chosen, one of the heads is."""

    body: tuple[Fact, ...]
    heads: tuple[Fact, ...]


def _clause(one: RuleInstance, datalog: Datalog) -> _Clause:
    return _Clause(tuple(fact for fact in one.body() if not datalog.holds(fact)), tuple(one.heads()))


def _components(clauses: Sequence[_Clause]) -> list[list[int]]:
    """Return the clauses by their indices, those together that speak of the same facts, directly or by others."""
    where: dict[Fact, list[int]] = defaultdict(list)
    for i, clause in enumerate(clauses):
        for fact in (*clause.body, *clause.heads):
            where[fact].append(i)
    seen, found = bytearray(len(clauses)), []
    for first in range(len(clauses)):
        if seen[first]:
            continue
        seen[first] = 1
        part, stack = [first], [first]
        while stack:
            clause = clauses[stack.pop()]
            for fact in (*clause.body, *clause.heads):
                for i in where.pop(fact, ()):
                    if not seen[i]:
                        seen[i] = 1
                        part.append(i)
                        stack.append(i)
        found.append(sorted(part))
    return found


def _greedy(clauses: Sequence[_Clause]) -> set[Fact] | None:
    """Return a model in which of several heads the last one holds; ``None`` if that is none, or not seen soon."""
    chosen: set[Fact] = set()
    for _ in range(_ROUNDS):
        before = len(chosen)
        for clause in clauses:
            if chosen.issuperset(clause.body) and chosen.isdisjoint(clause.heads):
                if not clause.heads:
                    return None
                chosen.add(clause.heads[-1])
        if len(chosen) == before:
            return chosen
    return None


def _searched(clauses: Sequence[_Clause]) -> set[Fact] | list[int]:
    """Return a model of clauses; the indices of those that contradict each other, if they have none."""
    if (found := _greedy(clauses)) is not None:
        return found
    search, leaves, facts = TruthSearch(Leaves()), dict[Fact, int](), list[Fact]()
    names = search.leaves
    drafts: dict[Draft, int] = {}
    for i, clause in enumerate(clauses):
        for fact in (*clause.body, *clause.heads):
            if fact not in leaves:
                leaves[fact] = names.literal(Atom(str(len(facts))))
                facts.append(fact)
        parts = (*(leaves[f] + 1 for f in clause.body), *(leaves[f] for f in clause.heads))
        draft = Draft(Truth(True), None)
        drafts[draft] = i
        search.add((OR, parts) if len(parts) != 1 else parts[0], draft)
    if (refuted := search.refute()) is None:
        return {facts[literal >> 1] for literal in search.trail if not literal & 1}
    return sorted(drafts[one] for one in behind(refuted) if one in drafts)
