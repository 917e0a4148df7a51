"""Puzzles with options as models fill them in: sorts, functions, constraints, options, and once what is asked."""

from __future__ import annotations

import string
from typing import Final, Literal, Self, get_args

from pydantic import Field, ValidationInfo, model_validator

from sorites.solvers import Reading, read_program
from sorites.solvers.notation.signs import PYTHON
from sorites.solvers.notation.writer import one_line

from .feedback import for_model
from .structure import UNCHECKED, Filled

Asks = Literal["must be true", "could be true", "cannot be true", "need not be true"]
_WRAPPERS: Final = dict(
    zip(get_args(Asks), ("is_valid({})", "is_sat({})", "is_unsat({})", "is_exception(is_valid({}))"), strict=True)
)


class SortOut(Filled):
    """All things of a kind."""

    name: str = Field(description="One word, such as days.", pattern=r"^\w+$")
    members: list[str] = Field(description="All of them, in their order, each one word or a number.")


class FunctionOut(Filled):
    """What gives each thing one value."""

    name: str = Field(description="One word, such as held.", pattern=r"^\w+$")
    arguments: list[str] = Field(description="The sorts of its arguments.")
    value: str = Field(description="The sort of its value; or bool, or int.", pattern=r"^\w+$")


class ConstraintOut(Filled):
    """A condition, what is supposed, or an option."""

    sentence: str = Field(description="The sentence of the text, word for word.")
    formula: str = Field(description="Its formula, such as held(bats) < held(dunes).", min_length=1)


class ConstraintProgram(Filled):
    """A puzzle with options: what there is, what holds of it, and what is asked."""

    sorts: list[SortOut]
    functions: list[FunctionOut]
    constraints: list[ConstraintOut] = Field(description="One for each condition of the text.")
    supposed: list[ConstraintOut] = Field([], description="What the question supposes; mostly one or none.")
    asks: Asks = Field(description="What is asked of every option.")
    options: list[ConstraintOut] = Field(description="What each option says, in their order.")

    @model_validator(mode="after")
    def _readable(self, info: ValidationInfo) -> Self:
        if isinstance(info.context, dict) and info.context.get(UNCHECKED):
            return self
        reading = self.reading()
        if reading.question is None:
            raise ValueError(for_model(reading.diagnostics, reading.text))
        return self

    def text(self, question: str = "") -> str:
        """Return the program in Python's notation.

        Args:
            question: the question in words.
        """

        def rows(ones: list[ConstraintOut]) -> list[str]:
            return [f"{one_line(one.formula)} ::: {one_line(one.sentence)}" for one in ones]

        wrapper = _WRAPPERS[self.asks]
        options = [
            f"{wrapper.format(one_line(one.formula))} ::: ({letter}) {one_line(one.sentence)}"
            for letter, one in zip(string.ascii_uppercase, self.options, strict=False)
        ]
        return "\n".join(
            [
                "# Declarations",
                *(f"{one.name} = EnumSort([{', '.join(map(one_line, one.members))}])" for one in self.sorts),
                *(f"{one.name} = Function([{', '.join(one.arguments)}] -> [{one.value}])" for one in self.functions),
                "# Constraints",
                *rows(self.constraints),
                *rows(self.supposed),
                "# Options",
                f"Question ::: {one_line(question)}",
                *options,
            ]
        )

    def reading(self, question: str = "", options: tuple[str, ...] = (), *, strict: bool = False) -> Reading:
        """Return what our reader makes of it.

        Args:
            question: the question in words.
            options: the options in words.
            strict: mend nothing.
        """
        return read_program(self.text(question), PYTHON, strict=strict, question=question, options=options)
