"""What formulas force: truth values of their atoms and quantified parts, by the connectives alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from ..logic.syntax import And, Atom, Cmp, Eq, Exists, Forall, Formula, Iff, Implies, Not, Or, Truth, Xor, unfold_first

Signed = tuple[Formula, bool]
"""A part of a formula, and the value by which it counts there."""


class Contradiction(Exception):  # it is what is looked for
    """A formula would have to be true and false."""


def parts_of(formula: Formula) -> tuple[bool, Sequence[Signed]]:
    """Return a formula as a conjunction (``True``) or disjunction of parts, each of which has to have a value."""
    return _PARTS.get(type(formula), unfold_first)(formula)


_PARTS: Final[Mapping[type, Callable[[Any], tuple[bool, Sequence[Signed]]]]] = {
    And: lambda it: (True, [(part, True) for part in it.parts]),
    Or: lambda it: (False, [(part, True) for part in it.parts]),
    Implies: lambda it: (False, ((it.left, False), (it.right, True))),
    Not: lambda it: (True, ((it.body, False),)),
    Truth: lambda it: (it.value, ()),
}


class Assignment:
    """Truth values of atoms and of quantified formulas, which are not looked into.

    Attributes:
        values: the value of each that has one.
    """

    __slots__ = ("values",)

    def __init__(self) -> None:
        self.values: dict[Formula, bool] = {}

    def settle(self, formulas: Iterable[Formula]) -> None:
        """Force all formulas to be true, again and again, until that gives nothing new.

        Raises:
            Contradiction: they can't all be true.
        """
        formulas, before = tuple(formulas), -1
        while before < len(self.values):
            before = len(self.values)
            for formula in formulas:
                self.force(formula, True)

    def value(self, formula: Formula) -> bool | None:
        """Return whether a formula is true; ``None`` if that is open."""
        match formula:
            case Atom() | Forall() | Exists() | Eq() | Cmp():
                return self.values.get(formula)
            case Iff(left, right) | Xor(left, right):
                one, other = self.value(left), self.value(right)
                return None if one is None or other is None else (one is other) is (type(formula) is Iff)
        neutral, parts = parts_of(formula)
        values = [None if (found := self.value(part)) is None else found is sign for part, sign in parts]
        if (not neutral) in values:
            return not neutral
        return None if None in values else neutral

    def force(self, formula: Formula, wanted: bool) -> None:
        """Give a formula a value, and its parts what that forces.

        Raises:
            Contradiction: it has the other value.
        """
        match formula:
            case Atom() | Forall() | Exists() | Eq() | Cmp():
                if self.values.setdefault(formula, wanted) is not wanted:
                    raise Contradiction
            case Not(body):
                self.force(body, not wanted)
            case Iff(left, right) | Xor(left, right):
                same = wanted is (type(formula) is Iff)
                for one, other in ((left, right), (right, left)):
                    if (found := self.value(one)) is not None:
                        return self.force(other, found is same)
            case _:
                neutral, parts = parts_of(formula)
                if wanted is not neutral:  # the only part that can still give it
                    parts = [one for one in parts if self.value(one[0]) is not (one[1] is neutral)]
                    if not parts:
                        raise Contradiction
                if wanted is neutral or len(parts) == 1:
                    for part, sign in parts:
                        self.force(part, sign is wanted)
