"""Programs in the project's own format, which a model writes as text instead of filling in JSON.

It is for models that write JSON badly, for base models, and for those whose output a grammar holds
to the format (``sorites grammar``).
"""

from __future__ import annotations

from typing import Final, Self

from pydantic import Field, model_validator

from sorites.solvers import Program, read_program
from sorites.solvers.logic.diagnostics import has_errors
from sorites.solvers.logic.program import Default, Statement
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.signs import UNICODE

from .feedback import for_model
from .schema import FOLProgram
from .structure import UNCHECKED, Filled

TEXT: Final = "text"
"""The mode in which a model is asked for text in the project's own format, or for a plain answer."""


class ProgramText(Filled):
    """A program as text in sections."""

    text: str = Field(description="Predicates:, Premises: and Conclusion:, a formula a line.")

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the program that a model wrote.

        Args:
            text: all that it wrote.

        Raises:
            ValidationError: it can't be read; the parser says why.
        """
        return cls(text=text)

    @model_validator(mode="after")
    def _readable(self) -> Self:
        found = read_program(self.text).diagnostics
        if has_errors(found):
            raise ValueError(for_model(found, self.text))
        return self


def as_schema(program: Program) -> FOLProgram:
    """Return a program as the schema that a model should fill in.

    Args:
        program: the program.
    """
    names = frozenset(name for predicate in program.predicates for name in predicate.params)

    def stated(one: Statement | Default, **more: str) -> dict[str, str]:
        return {**more, "sentence": one.gloss, "formula": print_formula(one.formula, UNICODE, names)}

    return FOLProgram.model_validate(
        {
            "predicates": [
                {"name": p.name, "arguments": list(p.params), "meaning": p.gloss} for p in program.predicates
            ],
            "constants": [{"name": c.name, "meaning": c.gloss} for c in program.constants],
            "premises": [stated(s) for s in program.premises],
            "defaults": [stated(r, label=r.label) for r in program.defaults],
            "defeasible_rules": [stated(r, label=r.label) for r in program.defeasible],
            "exceptions": [stated(s) for s in program.exceptions],
            "preferences": [{"preferred": a, "over": b} for a, b in program.preferences],
            "goal": stated(program.goal),
        },
        context={UNCHECKED: True},
    )
