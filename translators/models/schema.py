"""The program that a model fills in. Its validator is the parser: what the model got
wrong goes back to it in the parser's words, through the retry loop of whoever asks."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, model_validator

from sorites.solvers import Reading, read_program
from sorites.solvers.language.dialects import UNICODE
from sorites.solvers.language.writer import one_line, write_sections

from .feedback import for_model

UNCHECKED = "unchecked"
"""The key of a validation context under which formulas are not read."""


class PredicateOut(BaseModel):
    """A predicate of the program."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(description="One word in CamelCase, such as Likes.", min_length=1)]
    arguments: Annotated[list[str], Field(description="Names of its arguments, such as ['x', 'y'].")]
    meaning: Annotated[str, Field(description="What it says of its arguments, such as 'x likes y'.")]


class ConstantOut(BaseModel):
    """An individual that the text names."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(description="One word that begins with a small letter, such as newYork.", min_length=1)]
    meaning: Annotated[str, Field(description="Its name in the text, such as 'New York'.")]


class StatementOut(BaseModel):
    """A sentence and the formula that renders it."""

    model_config = ConfigDict(extra="forbid")

    sentence: Annotated[str, Field(description="The sentence of the text, word for word.")]
    formula: Annotated[str, Field(description="Its formula, with ∀ ∃ ¬ ∧ ∨ ⊕ → ↔ = and brackets.", min_length=1)]


class DefaultOut(BaseModel):
    """A default or a defeasible rule: it holds unless something speaks against it."""

    model_config = ConfigDict(extra="forbid")

    label: Annotated[str, Field(description="Its label, such as D1, R1 or mary.", pattern=r"^[A-Za-z]\w*$")]
    sentence: Annotated[str, Field(description="The sentence of the text, word for word.")]
    formula: Annotated[str, Field(description="Its formula, mostly ∀x (Body(x) → Head(x)).", min_length=1)]


class PreferenceOut(BaseModel):
    """Which of two rules or sources wins."""

    model_config = ConfigDict(extra="forbid")

    preferred: Annotated[str, Field(description="The label that wins.", pattern=r"^[A-Za-z]\w*$")]
    over: Annotated[str, Field(description="The label of the one that yields.", pattern=r"^[A-Za-z]\w*$")]


class FOLProgram(BaseModel):
    """A first-order logic program: what the text says, and the statement that is asked about."""

    model_config = ConfigDict(extra="forbid")

    predicates: Annotated[list[PredicateOut], Field(description="All predicates that the formulas use.")]
    constants: Annotated[list[ConstantOut], Field(description="All individuals that the text names.")] = []
    premises: Annotated[list[StatementOut], Field(description="One for each sentence of the text, in its order.")]
    defaults: Annotated[
        list[DefaultOut], Field(description="What normally, usually or typically holds; none in most texts.")
    ] = []
    defeasible_rules: Annotated[
        list[DefaultOut],
        Field(description="Numbered rules of which some are preferred over others, with literals only; mostly none."),
    ] = []
    exceptions: Annotated[
        list[StatementOut], Field(description="Possible exceptions: the default's label with its things, D1(anne).")
    ] = []
    preferences: Annotated[list[PreferenceOut], Field(description="Which rules or sources win over which.")] = []
    goal: Annotated[StatementOut, Field(description="The statement whose truth is asked, never its negation.")]

    @classmethod
    def model_json_schema(cls, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return the JSON schema; made once, since clients ask for it with every request."""
        if args or kwargs:
            return super().model_json_schema(*args, **kwargs)
        return deepcopy(_schema_once())

    @model_validator(mode="after")
    def _readable(self, info: ValidationInfo) -> Self:
        if isinstance(info.context, dict) and info.context.get(UNCHECKED):
            return self
        reading = self.reading()
        if reading.program is None:
            raise ValueError(for_model(reading.diagnostics, reading.text))
        return self

    def text(self) -> str:
        """Return the program's text in sections."""

        def labelled(rules: list[DefaultOut]) -> list[tuple[str, str]]:
            return [(f"{d.label}: {one_line(d.formula)}", d.sentence) for d in rules]

        return write_sections(
            predicates=[(one_line(f"{p.name}({', '.join(p.arguments)})"), p.meaning) for p in self.predicates],
            constants=[(one_line(c.name), c.meaning) for c in self.constants],
            premises=[(one_line(p.formula), p.sentence) for p in self.premises],
            defaults=labelled(self.defaults),
            defeasible=labelled(self.defeasible_rules),
            exceptions=[(one_line(e.formula), e.sentence) for e in self.exceptions],
            preferences=[(p.preferred, p.over) for p in self.preferences],
            goal=(one_line(self.goal.formula), self.goal.sentence),
        )

    def reading(self, *, strict: bool = False) -> Reading:
        """Return what our parser makes of it."""
        return read_program(self.text(), UNICODE, strict=strict)


@cache
def _schema_once() -> dict[str, Any]:
    return BaseModel.model_json_schema.__func__(FOLProgram)  # type: ignore[attr-defined,no-any-return]
