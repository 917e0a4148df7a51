"""Lines of a proof while it is looked for: they know the lines that they need, and get numbers at the end."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import attrgetter

from ..kernel.certificates import Derived, Given, Line, Reason
from ..logic.syntax import Formula, disjunction, negation

_count = itertools.count()


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """A line that may be needed.

    Attributes:
        formula: what it states.
        reason: why; ``None`` if it follows from the lines that it needs.
        needed: the lines that have to come before it.
        serial: a number that grows with time.
    """

    formula: Formula
    reason: Reason | None
    needed: tuple[Draft, ...] = ()
    serial: int = field(default_factory=_count.__next__)


def derived(formula: Formula, parents: Iterable[Draft]) -> Draft:
    """Return a line that follows from others by the connectives."""
    return Draft(formula, None, tuple(dict.fromkeys(parents)))


def lemma(literals: Iterable[Formula], reason: Reason, *others: Formula) -> Draft:
    """Return the line that some literals are not all true, or else one of the others is."""
    return Draft(disjunction((*map(negation, literals), *others)), reason)


def behind(last: Draft) -> list[Draft]:
    """Return a line with all lines that it needs, in an order in which each can be read."""
    found, pending = {last}, [last]
    while pending:
        new = [one for one in pending.pop().needed if one not in found]
        found.update(new)
        pending += new
    return sorted(found, key=attrgetter("serial"))


def premises_of(lines: Iterable[Line]) -> tuple[int, ...]:
    """Return the indices of the premises that a proof states."""
    given = (line.reason for line in lines if isinstance(line.reason, Given))
    return tuple(sorted({one.index for one in given if one.source == "premise"}))


def numbered(last: Draft) -> tuple[Line, ...]:
    """Return the proof whose last line is a draft."""
    order = behind(last)
    number = {one: i for i, one in enumerate(order, 1)}
    return tuple(
        [Line(one.formula, one.reason or Derived(tuple([number[parent] for parent in one.needed]))) for one in order]
    )
