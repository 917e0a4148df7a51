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
            case Not(body):
                found = self.value(body)
                return None if found is None else not found
            case And(parts) | Or(parts):
                neutral = type(formula) is And
                return _joined([self.value(part) for part in parts], neutral)
            case Implies(left, right):
                found = self.value(left)
                return _joined([None if found is None else not found, self.value(right)], False)
            case Iff(left, right) | Xor(left, right):
                one, other = self.value(left), self.value(right)
                return None if one is None or other is None else (one is other) is (type(formula) is Iff)
            case Truth(value):
                return value
            case _:
                unfold_first(formula)

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
            case And(parts) | Or(parts):
                self._join([(part, True) for part in parts], type(formula) is And, wanted)
            case Implies(left, right):
                self._join([(left, False), (right, True)], False, wanted)
            case Iff(left, right) | Xor(left, right):
                same = wanted is (type(formula) is Iff)
                if (value := self.value(left)) is not None:
                    self.force(right, value is same)
                elif (value := self.value(right)) is not None:
                    self.force(left, value is same)
            case Truth(value):
                if value is not wanted:
                    raise Contradiction
            case _:
                unfold_first(formula)

    def _join(self, parts: list[tuple[Formula, bool]], neutral: bool, wanted: bool) -> None:
        """Force a conjunction (``neutral``) or disjunction of parts, each with the sign that it has in it."""
        if wanted is neutral:
            for part, sign in parts:
                self.force(part, sign is wanted)
            return
        free = None
        for part, sign in parts:
            value = self.value(part)
            if value is None:
                if free is not None:
                    return
                free = part, sign
            elif (value is sign) is not neutral:
                return
        if free is None:
            raise Contradiction
        self.force(free[0], free[1] is wanted)


def _joined(values: list[bool | None], neutral: bool) -> bool | None:
    """Return the value of a conjunction (``neutral``) or disjunction of parts with these values."""
    if (not neutral) in values:
        return not neutral
    return None if None in values else neutral
