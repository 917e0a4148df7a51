"""Which heads of rules with several hold: a search by clingo over the instances that are open."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from .asp import ask, empty_program, minimal_core
from .chase import Chase, Fact, Instance

_ROUNDS: Final = 5
"""How often all instances are gone through before clingo is asked."""


@dataclass(frozen=True, slots=True)
class Settled:
    """Whether there is a model.

    Attributes:
        chosen: what holds beside the facts that were derived; ``None`` if there is no model.
        core: instances of which no model satisfies all.
    """

    chosen: frozenset[Fact] | None
    core: tuple[Instance, ...] = ()


def settle(chase: Chase, instances: Iterable[Instance]) -> Settled:
    """Return a model of the rules, or instances of them that have none.

    Args:
        chase: what follows from the rules with one head.
        instances: all instances of the other rules whose body is derived.

    Raises:
        TooLarge: there is too much to choose from.
    """
    open_ones: list[Instance] = []
    for one in instances:
        heads = one.heads()
        if not heads:
            return Settled(None, (one,))
        if not any(map(chase.holds, heads)):
            open_ones.append(one)
    if not open_ones:
        return Settled(frozenset())
    mark = chase.mark()
    try:
        ground = chase.suppose(open_ones)
        clauses = [_clause(one, chase) for one in ground]
    finally:
        chase.forget(mark)
    chosen: set[Fact] = set()
    for part in _components(clauses):
        found = _search([clauses[i] for i in part])
        if found is None:
            core = _core([clauses[i] for i in part])
            return Settled(None, tuple(ground[part[i]] for i in core))
        chosen |= found
    return Settled(frozenset(chosen))


@dataclass(frozen=True, slots=True)
class _Clause:
    """An instance without what is derived anyway: if all of the body are chosen, one of the heads is."""

    body: tuple[Fact, ...]
    heads: tuple[Fact, ...]


def _clause(one: Instance, chase: Chase) -> _Clause:
    return _Clause(tuple(fact for fact in one.body() if not chase.holds(fact)), tuple(one.heads()))


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


def _search(clauses: Sequence[_Clause]) -> set[Fact] | None:
    """Return a model of clauses, or ``None`` if they have none."""
    if (found := _greedy(clauses)) is not None:
        return found
    control = empty_program()
    atoms: dict[Fact, int] = {}
    with control.backend() as backend:
        for clause in clauses:
            for fact in (*clause.body, *clause.heads):
                if fact not in atoms:
                    atoms[fact] = backend.add_atom()
                    backend.add_rule([atoms[fact]], [], True)
            backend.add_rule([], [*(atoms[f] for f in clause.body), *(-atoms[f] for f in clause.heads)])
    true = ask(control, (), atoms.values()).true
    return None if true is None else {fact for fact, atom in atoms.items() if atom in true}


def _core(clauses: Sequence[_Clause]) -> list[int]:
    """Return the indices of as few of some contradictory clauses as contradict each other."""
    control = empty_program()
    atoms: dict[Fact, int] = {}
    switches: list[int] = []
    with control.backend() as backend:

        def free() -> int:
            made: int = backend.add_atom()
            backend.add_rule([made], [], True)
            return made

        for clause in clauses:
            for fact in (*clause.body, *clause.heads):
                if fact not in atoms:
                    atoms[fact] = free()
            switches.append(free())
            backend.add_rule([], [switches[-1], *(atoms[f] for f in clause.body), *(-atoms[f] for f in clause.heads)])
    core = ask(control, switches, ()).core
    needed = set(minimal_core(control, core, switches, ()))
    return [i for i, switch in enumerate(switches) if switch in needed]
