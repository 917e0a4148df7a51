"""Forms of rules, and which truth values of their facts settle the others: their truth tables (ProverGen, 3.2.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import Final

from sorites.solvers import UserError
from sorites.solvers.logic.syntax import And, Atom, Formula, Iff, Implies, Not, Or, Xor
from sorites.solvers.logic.walkers import walk
from sorites.solvers.notation.closing import parse_formula

from .breaking import Table
from .data import table
from .inference import fill, is_literal, letters_of

RULES: Final[tuple[str, ...]] = tuple(table("rules")["provergen"])
"""The authors' forms of rules that give facts."""
GOAL_RULES: Final[tuple[str, ...]] = (*RULES, *table("rules")["provergen goals"])
"""The authors' forms of rules that are asked about."""
Value = bool | None
"""A truth value; ``None`` if it stays open."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form of rules: a formula over letters, each of which it has once.

    Attributes:
        text: the formula as text, which is its name in records.
        formula: the formula.
        letters: its letters from left to right: its places.
    """

    text: str
    formula: Formula
    letters: tuple[str, ...]

    @property
    def forward(self) -> tuple[int, ...]:
        """The places that reasoning from left to right comes to: what follows from a condition, or the last one."""
        if isinstance(self.formula, Implies):
            after = letters_of([self.formula.right])
            return tuple(i for i, letter in enumerate(self.letters) if letter in after)
        return (len(self.letters) - 1,)

    def of(self, names: Sequence[str]) -> Formula:
        """Return the rule over other letters."""
        bound = {letter: Atom(name, ()) for letter, name in zip(self.letters, names, strict=True)}
        return fill(self.formula, bound)


@dataclass(frozen=True, slots=True)
class Solution:
    """Truth values of a form's places that settle something.

    Attributes:
        values: the value of each place; ``None`` for what is open, and for the place that they settle.
        needed: the places whose values settle it: without any of them it is not settled.
    """

    values: tuple[Value, ...]
    needed: tuple[int, ...]


@cache
def form_of(text: str) -> Form:
    """Return the form of a text such as ``(a ∧ b) → c``.

    Raises:
        UserError: it is no formula over two or more letters, each of which it has once.
    """
    formula, _ = parse_formula(text)
    names = [node.name for node in walk(formula) if isinstance(node, Atom)] if formula is not None else []
    signs = And | Or | Xor | Implies | Iff | Not | Atom
    plain = formula is not None and all(isinstance(node, signs) for node in walk(formula))
    if formula is None or not plain or len(set(names)) != len(names) or not 2 <= len(names) <= 4:
        raise UserError(f"'{text}' is no form of rules: write a formula over two to four letters, such as (a ∧ b) → c")
    if not all(map(is_literal, (p for n in walk(formula) if isinstance(n, Xor) for p in (n.left, n.right)))):
        raise UserError(f"'{text}' has ⊕ between compounds, which no sentence of ours says: write it between letters")
    return Form(text, formula, tuple(letters_of([formula])))


@cache
def solutions(form: Form, place: int | None, value: Value) -> tuple[Solution, ...]:
    """Return the truth values of a form's places that give one of them, or the form itself, a value.

    Those are left out that would do so in two ways, since then no step to either would be needed.

    Args:
        form: the form.
        place: the place that gets the value; ``None`` for the whole form.
        value: the value; ``None`` if it stays open: a place because the form is true whatever stands there.
    """
    found = []
    for values in _assignments(form, place):
        known = [i for i, v in enumerate(values) if v is not None]
        if not known or not _settles(form, place, values, value):
            continue
        if place is None and value is None:
            found.append(Solution(values, tuple(known)))
            continue
        ways = [kept for kept in _subsets(known) if _settles(form, place, _only(values, kept), value)]
        least = [kept for kept in ways if not any(set(other) < set(kept) for other in ways)]
        if len(least) == 1 and least[0]:
            found.append(Solution(values, least[0]))
    return tuple(found)


@cache
def openings(form: Form, place: int) -> tuple[tuple[Value, ...], ...]:
    """Return the truth values of a form's other places that leave one place open, some of them known.

    None of them follows from the others: it would be told twice.
    """
    return tuple(
        values
        for values in _assignments(form, place)
        if any(v is not None for v in values)
        and _left(form, values, place) == {True, False}
        and all(
            v is None or len(_left(form, (*values[:i], None, *values[i + 1 :]), i)) == 2 for i, v in enumerate(values)
        )
    )


def _left(form: Form, values: tuple[Value, ...], place: int) -> set[bool]:
    return {row[place] for row in _rows(form, values) if _true(form, row)}


Place = tuple[Form, int]
"""A place of a form."""


@cache
def pairs(first: Place, one: Solution, second: Place, other: Solution) -> tuple[tuple[tuple[Value, ...], ...], ...]:
    """Return values of the other places that leave two places open: for the first and the second as many are lacking.

    Lacking is what a solution knows more than they do, of either sign. Of one form at least something is known.

    Args:
        first: a place.
        one: what gives it its value.
        second: another place.
        other: what gives that one its value.
    """
    found = []
    for ways in product(*((*openings(form, place), (None,) * len(form.letters)) for form, place in (first, second))):
        lack = {
            tuple(full.values.count(sign) - values.count(sign) for sign in (True, False))
            for full, values in zip((one, other), ways, strict=True)
        }
        if len(lack) == 1 and {*ways[0], *ways[1]} != {None}:
            found.append(ways)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Hinge:
    """A place on which a form hangs: once the others have their values, the form is true or false as it is.

    Attributes:
        place: the place.
        values: the values of the others; ``None`` for the place itself.
        same: whether the form is true if the place is; else it is true if the place is not.
        needed: the others without which the form is settled neither way.
    """

    place: int
    values: tuple[Value, ...]
    same: bool
    needed: tuple[int, ...]


@cache
def hinges(form: Form) -> tuple[Hinge, ...]:
    """Return the places on which a form hangs, with the values of the others, but for what two ways could show."""
    settled = {value: {s.values: s.needed for s in solutions(form, None, value)} for value in (True, False)}
    found = []
    for place in range(len(form.letters)):
        for values in _assignments(form, place):
            if any(v is None for i, v in enumerate(values) if i != place):
                continue
            true, false = ((*values[:place], v, *values[place + 1 :]) for v in (True, False))
            for same in (True, False):
                if true in settled[same] and false in settled[not same]:
                    needed = {*settled[same][true]} & {*settled[not same][false]} - {place}
                    found.append(Hinge(place, values, same, tuple(sorted(needed))))
    return tuple(found)


@cache
def remaining(form: Form, possible: tuple[frozenset[bool], ...], place: int | None = None) -> frozenset[bool]:
    """Return the values of a place that are left where a form is true, or those of the form itself.

    Args:
        form: the form.
        possible: the values that each place can have.
        place: the place; ``None`` for the form.
    """
    if place is None:
        return frozenset(_true(form, row) for row in product(*possible))
    return frozenset(row[place] for row in product(*possible) if _true(form, row))


def _assignments(form: Form, place: int | None) -> Iterator[tuple[Value, ...]]:
    """Yield all truth values of a form's places, with nothing at one of them."""
    kinds: list[tuple[Value, ...]] = [(None,) if i == place else (True, False, None) for i in range(len(form.letters))]
    return product(*kinds)


def _settles(form: Form, place: int | None, values: tuple[Value, ...], value: Value) -> bool:
    rows = list(_rows(form, values))
    if place is None:
        found = {_true(form, row) for row in rows}
        return found == ({True, False} if value is None else {value})
    if value is None:
        return all(_true(form, row) for row in rows)
    return _left(form, values, place) == {value}


def _rows(form: Form, values: tuple[Value, ...]) -> Iterator[tuple[bool, ...]]:
    """Yield the rows of a form's truth table with these values."""
    return product(*((True, False) if v is None else (v,) for v in values))


@cache
def _bits(form: Form) -> int:
    """Return the rows in which a form is true, as bits."""
    return Table(form.letters).rows(form.formula)


@cache
def _true(form: Form, row: tuple[bool, ...]) -> bool:
    return bool(_bits(form) >> sum(value << place for place, value in enumerate(row)) & 1)


def _subsets(places: Sequence[int]) -> Iterator[tuple[int, ...]]:
    return (kept for size in range(len(places) + 1) for kept in combinations(places, size))


def _only(values: tuple[Value, ...], kept: Iterable[int]) -> tuple[Value, ...]:
    return tuple(v if i in kept else None for i, v in enumerate(values))
