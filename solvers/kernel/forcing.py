"""What formulas force: truth values of their atoms and quantified parts, by the connectives alone."""

from __future__ import annotations

from collections.abc import Iterable

from ..logic.syntax import And, Atom, Cmp, Eq, Exists, Forall, Formula, Iff, Implies, Not, Or, Truth, Xor, unfold_first


class Contradiction(Exception):  # it is what is looked for
    """A formula would have to be true and false."""


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
            case Truth(value):
                return value
            case Not(body):
                found = self.value(body)
                return None if found is None else not found
            case Iff(left, right) | Xor(left, right):
                one, other = self.value(left), self.value(right)
                return None if one is None or other is None else (one is other) is (type(formula) is Iff)
            case _:
                neutral, parts = _parts(formula)
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
            case Truth(value):
                if value is not wanted:
                    raise Contradiction
            case Not(body):
                self.force(body, not wanted)
            case Iff(left, right) | Xor(left, right):
                same = wanted is (type(formula) is Iff)
                for one, other in ((left, right), (right, left)):
                    if (found := self.value(one)) is not None:
                        return self.force(other, found is same)
            case _:
                neutral, parts = _parts(formula)
                if wanted is neutral:
                    for part, sign in parts:
                        self.force(part, sign is wanted)
                else:
                    self._decide(parts, wanted)

    def _decide(self, parts: list[tuple[Formula, bool]], wanted: bool) -> None:
        """Force the only part that can still make a formula ``wanted``, unless one does, or several can."""
        free = None
        for part, sign in parts:
            value = self.value(part)
            if value is None and free is None:
                free = part, sign
            elif value is None or (value is sign) is wanted:
                return
        if free is None:
            raise Contradiction
        self.force(free[0], free[1] is wanted)


def _parts(formula: Formula) -> tuple[bool, list[tuple[Formula, bool]]]:
    """Return the parts of a conjunction (``True``) or disjunction, each with the sign that it has in it."""
    match formula:
        case And(parts) | Or(parts):
            return type(formula) is And, [(part, True) for part in parts]
        case Implies(left, right):
            return False, [(left, False), (right, True)]
    unfold_first(formula)  # type: ignore[arg-type]
