"""What small programs mean, by trying interpretations: an oracle for the tests alone.

It shares nothing with the package but the syntax tree and ``Program``: it has its own inference of sorts, its
own bound on how many things are enough, its own evaluation. An interpretation is tried for many tables of the
predicates at once: a formula's value is one integer, with a bit for each way in which the atoms can be true.

What is found is a model. Where nothing is found, that decides only if the search was whole and no larger model
can exist: see ``oracle_nodes.bound``. Quantifiers over numbers are tried on a sample: for all numbers holds of none.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import floor
from typing import Any, Final

from sorites.solvers import Program, Verdict
from sorites.solvers.logic.syntax import Forall, Formula, Not

from .oracle_nodes import (
    INFINITE,
    MOST_VALUES,
    NUMBERS,
    Node,
    Slot,
    Typing,
    bound,
    limits,
    quantifies_over_numbers,
    things,
)

Value = tuple[str, int] | Fraction
"""A thing, by its sort and number, or a number."""
MOST_ATOMS: Final = 15
"""Atoms of which all combinations are tried; of more, as many as fit are drawn."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was found of the two questions.

    Attributes:
        holds: whether the premises have a model in which the goal holds, of something if it is open; ``None`` if
            that is not sure.
        fails: whether they have one in which it fails, of something if it is open.
    """

    holds: bool | None
    fails: bool | None

    @property
    def verdict(self) -> Verdict | None:
        """The right verdict; ``None`` if that is not sure."""
        match self.holds, self.fails:
            case None, _:
                return None
            case _, None:
                return None
            case True, True:
                return Verdict.UNKNOWN
            case True, False:
                return Verdict.ENTAILED
            case False, True:
                return Verdict.REFUTED
            case _:
                return Verdict.INCONSISTENT

    def allows(self, verdict: Verdict, *, consistent: bool = True) -> bool:
        """Return whether a verdict may be right.

        Args:
            verdict: what an engine says.
            consistent: whether it also says that the premises are consistent, where it proves one side.
        """
        holds, fails = self.holds, self.fails
        match verdict:
            case Verdict.ENTAILED:
                return fails is not True and not (consistent and holds is False)
            case Verdict.REFUTED:
                return holds is not True and not (consistent and fails is False)
            case Verdict.UNKNOWN:
                return holds is not False and fails is not False
            case Verdict.INCONSISTENT:
                return holds is not True and fails is not True
            case _:
                return True


def ask(program: Program, most: int = 3, budget: int = 20_000) -> Found:
    """Return what is found of a classical program.

    Args:
        program: the program.
        most: how many things of a sort are tried at most.
        budget: how many nodes of formulas are evaluated at most.
    """
    goal, binders = program.goal.formula, []
    for _ in program.open_variables:  # it follows if it holds of everything, and is refuted if of nothing
        assert isinstance(goal, Forall)
        binders.append(goal)
        goal = goal.body
    denied: Formula = Not(goal)
    for binder in reversed(binders):
        denied = Forall(binder.var, denied, binder.sort)
    typing = Typing(program.declared)
    premises = [typing.formula(p.formula, {}) for p in program.premises]
    sides = [typing.formula(Not(denied), {}), typing.formula(Not(program.goal.formula), {})]
    typing.settle()
    return Found(*(_Search(typing, [*premises, side], most, budget).run() for side in sides))


class _TooDear(Exception):
    """The budget is spent."""


@cache
def _column(number: int, atoms: int) -> int:
    """Return a column of the truth table of so many atoms."""
    return ((1 << (1 << atoms)) - 1) // ((1 << (1 << number)) + 1)


class _Search:
    """Looks for a model of some nodes."""

    def __init__(self, typing: Typing, nodes: Sequence[Node], most: int, budget: int) -> None:
        self.typing = typing
        self.nodes = nodes
        self.most = most
        self.budget = budget
        self.members = {sort.name: sort.members for sort in typing.declared.sorts if sort.members}
        self.named = {("fn", (m, 0)): (s, i) for s, ms in self.members.items() for i, m in enumerate(ms)}
        self.sizes: dict[str, int] = {}
        self.cells: dict[Any, Value] = {}
        self.trail: list[tuple[Any, Iterator[Value]]] = []
        self.whole = True
        self.limits = limits(typing, nodes)
        self.exact = not any(quantifies_over_numbers(typing, node) for node in nodes)

    def run(self) -> bool | None:
        """Return whether there is a model; ``None`` if none was found and there might be one."""
        bounds = bound(self.typing, self.nodes)
        sorts = things(self.typing)
        ranges = []
        decisive = bounds is not None
        for sort in sorts:
            if sort in self.members:
                ranges.append(range(len(self.members[sort]), len(self.members[sort]) + 1))
                continue
            enough = bounds[sort] if bounds is not None else INFINITE
            decisive &= enough <= self.most
            least = len({v for slot, v in self.typing.numerals if self.typing.sort(slot) == sort})
            ranges.append(range(max(1, least), max(least, min(enough, self.most)) + 1))
        try:
            for sizes in sorted(itertools.product(*ranges), key=sum):
                self.sizes = dict(zip(sorts, sizes, strict=True))
                if self.of_size():
                    return True
        except _TooDear:
            decisive = False
        return False if decisive and self.whole else None

    def of_size(self) -> bool:
        """Return whether there is a model over so many things."""
        typing = self.typing
        need = sum(self.rows(("p", name, arity), arity) for name, arity in typing.predicates)
        self.atoms = min(need, MOST_ATOMS)
        self.full = (1 << (1 << self.atoms)) - 1
        self.tables: dict[Any, int] = {}
        self.source = random.Random(0)
        self.samples = {sort: self.numbers(sort) for sort in NUMBERS}
        self.cells.clear()
        self.trail.clear()
        while True:
            for slot, value in typing.numerals:  # names first: then what is new is all alike
                if typing.sort(slot) not in NUMBERS:
                    self.numeral(value, typing.sort(slot))
            for name, arity in typing.functions:
                if arity == 0:
                    self.cell(("fn", (name, 0)), typing.sort(("f", name, 0, -1)), ())
            left = self.full
            for node in self.nodes:
                left &= self.formula(node, {}, True)
                if not left:
                    break
            if left:
                return True
            while self.trail:
                key, choices = self.trail[-1]
                value_ = next(choices, None)
                if value_ is not None:
                    self.cells[key] = value_
                    break
                del self.cells[key]
                self.trail.pop()
            else:
                return False

    def rows(self, slot: Slot, arity: int) -> int:
        """Return how many rows a table has."""
        count = 1
        for i in range(arity):
            sort = self.typing.sort((*slot, i))
            count *= MOST_VALUES if sort in NUMBERS else self.sizes.get(sort, 1)
        return count

    def numbers(self, sort: str) -> list[Fraction]:
        """Return the numbers that names of this sort are tried as, and note whether others could matter.

        Where nothing is calculated it matters only how numbers are ordered beside the numerals: as many
        numbers as there are names, below, between and above the numerals, are enough.
        """
        typing = self.typing
        slots = [value for slot, value in typing.numerals if typing.sort(slot) in NUMBERS]
        points = sorted(set(slots)) or [Fraction(0)]
        cells = [f for f in typing.functions if typing.sort(("f", *f, -1)) in NUMBERS and f not in self.limits]
        count = sum(self.rows(("f", *f), f[1]) for f in cells)
        if any(typing.sort(("f", *f, i)) in NUMBERS for f in cells for i in range(f[1])):
            self.whole = False  # a number of a number
        self.whole &= not (typing.calculates and cells)
        count = max(count, 2)
        pairs = itertools.pairwise(points)
        if sort == "Int":
            low, high = floor(points[0]), -floor(-points[-1])
            found = [Fraction(n) for i in range(count + 1) for n in (low - i, high + i)]
            found += [Fraction(n) for one, other in pairs for n in range(floor(one), -floor(-other))[: count + 1]]
            found = list(dict.fromkeys(found))
        else:
            found = points + [end for i in range(count) for end in (points[0] - i - 1, points[-1] + i + 1)]
            found += [one + (other - one) * Fraction(i + 1, count + 1) for one, other in pairs for i in range(count)]
        if len(found) > MOST_VALUES and cells:
            self.whole = False
            found.sort(key=lambda value: min(abs(value - point) for point in points))
        return found[:MOST_VALUES]

    def numeral(self, value: Fraction, sort: str) -> Value:
        """Return the thing that a numeral names: for each numeral another one."""
        return self.cell(("numeral", value), sort, tuple(v for k, v in self.cells.items() if k[0] == "numeral"))

    def cell(self, key: Any, sort: str, but: tuple[Value, ...]) -> Value:
        """Return the value at a place of a table; where it has none yet, the first of those to be tried."""
        found = self.cells.get(key)
        if found is None:
            if key in self.named:
                self.cells[key] = self.named[key]
                self.trail.append((key, iter(())))
                return self.named[key]
            if sort in NUMBERS:
                self.whole &= key[0] != "zero"
                choices: Iterable[Value] = self.limits.get(key[1]) or self.samples[sort]
            else:
                choices = [(sort, i) for i in range(self.reach(sort)) if (sort, i) not in but]
            ahead = iter(choices)
            found = next(ahead, None)
            if found is None:
                raise AssertionError("there are as many things as numerals")
            self.cells[key] = found
            self.trail.append((key, ahead))
        return found

    def reach(self, sort: str) -> int:
        """Return how many things of a sort are tried: while there are but names, one that is new is like any other."""
        if sort in self.members or any(key[0] != "numeral" and len(key) > 2 for key in self.cells):
            return self.sizes[sort]
        used = [value[1] for value in self.cells.values() if isinstance(value, tuple) and value[0] == sort]
        return min(self.sizes[sort], max(used, default=-1) + 2)

    def atom(self, key: Any) -> int:
        """Return for which combinations an atom is true."""
        found = self.tables.get(key)
        if found is None:
            number = len(self.tables)
            if number >= self.atoms:
                self.whole = False
            found = _column(number, self.atoms) if number < self.atoms else self.source.getrandbits(1 << self.atoms)
            self.tables[key] = found
        return found

    def formula(self, node: Node, env: dict[str, Value], low: bool) -> int:
        """Return for which combinations a formula is true: no more of them if ``low``, else no fewer."""
        self.budget -= 1 + (self.atoms > 12) * 4
        if self.budget < 0:
            raise _TooDear
        match node[0]:
            case "atom":
                return self.atom((node[1], *(self.term(part, env) for part in node[2])))
            case "not":
                return self.full ^ self.formula(node[1], env, not low)
            case "and" | "all":
                found = self.full
                if low and self.over_numbers(node):
                    return 0
                for part, inner in self.parts(node, env):
                    found &= self.formula(part, inner, low)
                    if not found:
                        return 0
                return found
            case "or" | "some":
                found = 0
                if not low and self.over_numbers(node):
                    return self.full
                for part, inner in self.parts(node, env):
                    found |= self.formula(part, inner, low)
                    if found == self.full:
                        return found
                return found
            case "iff":
                return self.same(node[1], node[2], env, low)
            case "eq":
                return self.full if self.term(node[1], env) == self.term(node[2], env) else 0
            case _:
                left, right = self.term(node[2], env), self.term(node[3], env)
                assert isinstance(left, Fraction)
                assert isinstance(right, Fraction)
                return self.full if _COMPARED[node[1]](left, right) else 0

    def same(self, one: Node, other: Node, env: dict[str, Value], low: bool) -> int:
        """Return for which combinations two formulas have one value."""
        if self.exact:
            return self.full ^ self.formula(one, env, low) ^ self.formula(other, env, low)
        left, right = self.formula(one, env, True), self.formula(other, env, True)  # sure to be true
        most_left, most_right = self.formula(one, env, False), self.formula(other, env, False)
        if low:
            return (left & right) | (self.full ^ (most_left | most_right))
        return self.full ^ (left & (self.full ^ most_right)) ^ (right & (self.full ^ most_left))

    def over_numbers(self, node: Node) -> bool:
        """Return whether a quantifier ranges over numbers."""
        return not self.exact and node[0] in ("all", "some") and self.typing.sort(node[2]) in NUMBERS

    def parts(self, node: Node, env: dict[str, Value]) -> Iterator[tuple[Node, dict[str, Value]]]:
        """Yield the parts of a conjunction or disjunction, and the instances of what is quantified."""
        if node[0] in ("and", "or"):
            yield from ((part, env) for part in node[1])
            return
        sort = self.typing.sort(node[2])
        things: list[Value] = [*self.samples[sort]] if sort in NUMBERS else [(sort, i) for i in range(self.sizes[sort])]
        if sort in NUMBERS:
            known = (
                v for v in self.cells.values() if isinstance(v, Fraction) and (sort == "Real" or v.denominator == 1)
            )
            things = list(dict.fromkeys([*known, *things]))
        yield from ((node[3], {**env, node[1]: thing}) for thing in things)

    def term(self, node: Node, env: dict[str, Value]) -> Value:
        """Return what a term names."""
        match node[0]:
            case "var":
                return env[node[1]]
            case "num":
                sort = self.typing.sort(node[2])
                return node[1] if sort in NUMBERS else self.numeral(node[1], sort)
            case "calc":
                left, right = self.term(node[2], env), self.term(node[3], env)
                assert isinstance(left, Fraction)
                assert isinstance(right, Fraction)
                if node[1] in _CALCULATED:
                    return _CALCULATED[node[1]](left, right)
                if not right:
                    return self.cell(("zero", node[1], left), "Real" if node[1] == "/" else "Int", ())
                if node[1] == "/":
                    return left / right
                rest = left % abs(right)
                return rest if node[1] == "%" else (left - rest) / right
            case _:
                arguments = tuple(self.term(part, env) for part in node[2])
                return self.cell(("fn", node[1], *arguments), self.typing.sort(("f", *node[1], -1)), ())


_COMPARED: Final[dict[str, Callable[[Fraction, Fraction], bool]]] = {
    "<": lambda a, b: a < b,
    "≤": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    "≥": lambda a, b: a >= b,
}
_CALCULATED: Final[dict[str, Callable[[Fraction, Fraction], Fraction]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}
