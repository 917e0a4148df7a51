"""A question with options: what each of them says, and, once for all of them, what is asked."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Literal

from .program import Program, Statement
from .syntax import Formula, Term

Wanted = Literal["entailed", "refuted", "possible", "not entailed"]
"""What a question asks of a formula: that it must hold, can't hold, may hold, or need not."""
OPPOSITE: Final[dict[Wanted, Wanted]] = {
    "entailed": "not entailed",
    "not entailed": "entailed",
    "possible": "refuted",
    "refuted": "possible",
}
"""What is asked of all options but the one that is meant."""


PHRASES: Final[dict[Wanted, str]] = {
    "entailed": "follows",
    "refuted": "is ruled out",
    "possible": "is possible",
    "not entailed": "fails to follow",
}
"""How it is said that an option is what is asked for."""


class Asked(StrEnum):
    """What a question asks of its options, beside whether they must or may hold."""

    EACH = "each"
    """Of each option by itself: which must, could, can't or need not be true."""
    LIST = "list"
    """Which one lists just those, of all that the options list, that must, could, can't or need not be true."""
    LEAST = "least"
    """Which number is possible, and no smaller one."""
    MOST = "most"
    """Which number is possible, and no larger one."""
    NUMBER = "number"
    """Of how many things it must, could, can't or need not be true."""
    SETTLED = "settled"
    """Which one, taken to hold, leaves one value to everything."""
    SAME = "same"
    """Which one says, in the place of a premise, the same as that premise."""
    WHOLE = "whole"
    """Which value everything has; there are no options."""


@dataclass(frozen=True, slots=True)
class Test:
    """What has to be found out for an option to fit.

    Attributes:
        formulas: closed formulas.
        wanted: what is asked of each of them.
        number: of how many of them it must be so.
    """

    formulas: tuple[Formula, ...]
    wanted: Wanted
    number: int = 1


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a question.

    Attributes:
        says: what it says, with its sentence.
        tests: all that must be so for it to fit; of one that is settled by itself nothing more than what it says.
    """

    says: Statement
    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """How an assignment is shown: in rows, each with a thing of every column.

    Attributes:
        row: what a row is called, before its number.
        columns: the columns by name, each of things as they are called, with the terms that say in which row they are.
    """

    row: str
    columns: tuple[tuple[str, tuple[tuple[str, Term], ...]], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of several options, of which one should fit.

    Attributes:
        program: the premises, which no hypothesis is part of; its goal is what the first option says.
        options: the options, each a bare formula with its tests.
        asked: what the question asks of them.
        wanted: whether what an option says must hold, can't hold, may hold or need not hold.
        hypotheses: what the question supposes.
        text: the question in words; may be empty.
        table: how an answer is shown that is an assignment.
    """

    program: Program
    options: tuple[Option, ...]
    asked: Asked = Asked.EACH
    wanted: Wanted = "entailed"
    hypotheses: tuple[Statement, ...] = ()
    text: str = ""
    table: Table | None = None

    @property
    def supposing(self) -> tuple[Statement, ...]:
        """The premises and what is supposed, in this order."""
        return self.program.premises + self.hypotheses

    @property
    def said(self) -> tuple[Statement, ...]:
        """What the options say, each with its sentence."""
        return tuple(option.says for option in self.options)

    def asking(self, goal: Statement) -> Program:
        """Return the program that asks for a goal under what is supposed; certificates are about it."""
        return replace(self.program, premises=self.supposing, goal=goal)

    def without(self, places: Collection[int]) -> Question:
        """Return the question without some of what is stated and supposed, by their places."""
        count = len(self.program.premises)
        kept = tuple(one for i, one in enumerate(self.program.premises) if i not in places)
        supposed = tuple(one for i, one in enumerate(self.hypotheses, count) if i not in places)
        return replace(self, program=replace(self.program, premises=kept), hypotheses=supposed)

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """All formulas that are asked of, each once."""
        return tuple(dict.fromkeys(f for option in self.options for test in option.tests for f in test.formulas))


def options_of(
    says: list[Statement],
    asked: Asked,
    wanted: Wanted,
    parts: list[tuple[Formula, ...]],
    numbers: list[int],
) -> tuple[Option, ...]:
    """Return options with their tests.

    Args:
        says: what each one says.
        asked: what is asked of them.
        wanted: what is asked of each formula.
        parts: of lists, what each option lists; of numbers, all things that are counted.
        numbers: of numbers, the number of each option.
    """
    listed = tuple(dict.fromkeys(part for ones in parts for part in ones))

    def tests(i: int) -> tuple[Test, ...]:
        one = says[i].formula
        match asked:
            case Asked.LIST:
                rest = tuple(part for part in listed if part not in parts[i])
                return (Test(parts[i], wanted, len(set(parts[i]))), Test(rest, wanted, 0))
            case Asked.LEAST | Asked.MOST:
                beyond: Callable[[int], bool] = numbers[i].__gt__ if asked is Asked.LEAST else numbers[i].__lt__
                better = tuple(says[j].formula for j, number in enumerate(numbers) if beyond(number))
                return (Test((one,), "possible"), Test(better, "possible", 0))
            case Asked.NUMBER:
                return (Test(parts[i], wanted, numbers[i]),)
            case _:
                return (Test((one,), wanted),)

    return tuple(Option(one, tests(i)) for i, one in enumerate(says))
