"""Whether instances of clauses entail a clause: by units and equality alone, in lines for the kernel."""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel.certificates import Equality
from ..logic.syntax import Formula, negation
from .congruence import Congruence
from .drafts import Draft, lemma

ClauseInstance = tuple[tuple[Formula, ...], tuple[Draft, ...]]
"""The literals of an instance of a clause, and the lines that state it."""
Why = tuple[tuple[Formula, tuple[Formula, ...]], ...]
"""Literals that are false, each with the true literals that make it so by equality."""


def contradiction(true: Sequence[Formula], instances: Sequence[ClauseInstance]) -> list[Draft] | None:
    """Return lines that with some literals force a contradiction; ``None`` if none is found.

    Args:
        true: the literals.
        instances: what holds.
    """
    same = Congruence()
    sources: dict[Formula, tuple[tuple[Draft, ...], Why]] = {}
    for literal in true:
        same.assume(literal)
        sources[literal] = (), ()
    pending, found = list(dict.fromkeys(instances)), None
    while found is None:
        before = len(pending)
        for instance in list(pending):
            literals, lines = instance
            false: Why = tuple([(one, why) for one in literals if (why := same.refuted(one)) is not None])
            if len(false) == len(literals):
                found = lines, false
                break
            if len(false) == len(literals) - 1:
                [literal] = [one for one in literals if one not in dict(false)]
                pending.remove(instance)
                if literal not in sources:
                    sources[literal] = lines, false
                    same.assume(literal)
        if found is None and (why := same.conflict()) is not None:
            found = (lemma(why, Equality()),), tuple((negation(literal), (literal,)) for literal in why)
        if found is None and len(pending) == before:
            return None
    used: dict[Draft, None] = {}
    done: set[Formula] = set()
    waiting = [found]
    while waiting:
        lines, false = waiting.pop()
        used.update(dict.fromkeys(lines))
        for literal, why in false:
            if why != (negation(literal),):
                used[lemma((*why, literal), Equality())] = None
            waiting += [sources[one] for one in why if one not in done]
            done.update(why)
    return list(used)
