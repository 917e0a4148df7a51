"""Formulas with their sorts settled, and what their sorts imply: what engines and checkers are asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .declared import NOTHING, NUMBERS, Declarations
from .names import number_named
from .signature import Signature, signature
from .sorts import Sorts, all_different, distinct_numerals, enumerated, infer
from .syntax import Fn, Formula, Term


@dataclass(frozen=True, slots=True)
class Settled:
    """Formulas that say the sort of each of their variables.

    Attributes:
        formulas: the formulas, as ``Sorts.typed`` writes them.
        numerals: that different numerals are different things, where they are things.
        enumerations: the members of each enumeration that the formulas speak of.
        sorts: the sorts of all names.
        names: what the formulas speak of.
        used: the sorts that the formulas speak of.
    """

    formulas: tuple[Formula, ...]
    numerals: tuple[Formula, ...]
    sorts: Sorts
    names: Signature
    enumerations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    used: frozenset[str] = frozenset()

    @property
    def axioms(self) -> tuple[Formula, ...]:
        """What holds of the sorts and numerals in every model."""
        return (*self.numerals, *(f for s, members in self.enumerations.items() for f in enumerated(s, members)))


def settled(formulas: Iterable[Formula], names: Signature, declared: Declarations = NOTHING) -> Settled:
    """Return closed formulas with their sorts settled.

    Args:
        formulas: the formulas.
        names: what they speak of.
        declared: the sorts that are declared.
    """
    formulas = tuple(formulas)
    sorts = infer(formulas, names, declared)
    if sorts.plain:
        return Settled(formulas, distinct_numerals(names), sorts, names)
    typed = tuple(map(sorts.typed, formulas))
    names = signature(typed)
    used = sorts.used(names)
    enumerations = {sort: members for sort, members in declared.enumerations.items() if sort in used}
    numerals: dict[str, list[Term]] = defaultdict(list)
    for name in names.constants:
        if number_named(name) is not None and (sort := sorts.of(("f", name, 0, -1))) not in NUMBERS:
            numerals[sort].append(Fn(name))
    different = tuple(f for ones in numerals.values() for f in all_different(ones) if names.equality)
    return Settled(typed, different, sorts, names, enumerations, used)
