"""The program that a model fills in. Its validator is the parser: what the model got
wrong goes back to it in the parser's words, through the retry loop of whoever asks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from functools import cache, lru_cache
from typing import Annotated, Any, ClassVar, Final, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    Field,
    ValidationError,
    ValidationInfo,
    create_model,
    model_validator,
)

from sorites.solvers import Program, Reading, read_program
from sorites.solvers.notation.signs import UNICODE
from sorites.solvers.notation.writer import one_line, write_sections

from ..coverage import Coverage, Reason, Rendering, asked_of, coverage, coverage_of
from ..in_words import Goal, asking, without_goal
from ..problem import Problem
from ..translation import Translation
from .feedback import for_model
from .structure import UNCHECKED, Filled


def _reason(said: Any) -> Any:
    """Return the reason that is meant: a sentence is untranslatable unless it is said to be irrelevant."""
    return "irrelevant" if "irrelevant" in str(said).lower() else "untranslatable"


class PredicateOut(Filled):
    """A predicate of the program."""

    name: str = Field(description="One word in CamelCase, such as Likes.", min_length=1)
    arguments: list[str] = Field(description="Names of its arguments, such as ['x', 'y'].")
    meaning: str = Field(description="What it says of its arguments, such as 'x likes y'.")


class ConstantOut(Filled):
    """An individual that the text names."""

    name: str = Field(description="One word that begins with a small letter, such as newYork.", min_length=1)
    meaning: str = Field(description="Its name in the text, such as 'New York'.")


class StatementOut(Filled):
    """A sentence and the formula that renders it."""

    sentence: str = Field(description="The sentence of the text, word for word.")
    formula: str = Field(description="Its formula, with ∀ ∃ ¬ ∧ ∨ ⊕ → ↔ = and brackets.", min_length=1)


class LeftOut(Filled):
    """A sentence without a formula."""

    sentence: str = Field(description="The sentence, or its number.")
    reason: Annotated[Reason, BeforeValidator(_reason)]


class DefaultOut(Filled):
    """A default or a defeasible rule: it holds unless something speaks against it."""

    label: str = Field(description="Its label, such as D1, R1 or mary.", pattern=r"^[A-Za-z]\w*$")
    sentence: str = Field(description="The sentence of the text, word for word.")
    formula: str = Field(description="Its formula, mostly ∀x (Body(x) → Head(x)).", min_length=1)


class PreferenceOut(Filled):
    """Which of two rules or sources wins."""

    preferred: str = Field(description="The label that wins.", pattern=r"^[A-Za-z]\w*$")
    over: str = Field(description="The label of the one that yields.", pattern=r"^[A-Za-z]\w*$")


OF_KIND: Final[Mapping[str, frozenset[str]]] = {
    "defaults": frozenset({"defaults", "exceptions", "preferences"}),
    "preferences": frozenset({"defeasible_rules", "preferences"}),
}
"""Fields of programs that only a kind of problem needs; others are not asked for them: models fill what they see."""


class FOLProgram(Filled):
    """A first-order logic program: what the text says, and the statement that is asked about."""

    asked_for: ClassVar[frozenset[str]] = frozenset()
    """The fields that the schema shows beside those of every program; all of them are taken."""

    notes: str = Field(
        "", description="First, in a few words: has the question its own 'not', and how are hard sentences read?"
    )
    predicates: list[PredicateOut] = Field(description="All predicates that the formulas use.")
    constants: list[ConstantOut] = Field([], description="All individuals that the text names.")
    goal: StatementOut = Field(description="What is asked, with the question's own 'not' and no other.")
    premises: list[StatementOut] = Field(description="One for each sentence of the text, in its order.")
    options: list[StatementOut] = Field(
        [], description="What each option states, in their order, with the predicates of the premises."
    )
    further: list[StatementOut] = Field(
        [], description="What each further question asks, in their order, with the predicates of the premises."
    )
    left_out: list[LeftOut] = Field([], description="Sentences without a formula; mostly none.")
    defaults: list[DefaultOut] = Field([], description="What normally, usually or typically holds.")
    defeasible_rules: list[DefaultOut] = Field([], description="The numbered rules, with literals only.")
    exceptions: list[StatementOut] = Field(
        [], description="Possible exceptions: the default's label with its things, D1(anne)."
    )
    preferences: list[PreferenceOut] = Field([], description="Which rules or sources win over which.")

    @classmethod
    def model_json_schema(cls, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return the JSON schema with the fields that are asked for; made once, since clients ask for it often."""
        if args or kwargs:
            return super().model_json_schema(*args, **kwargs)
        return deepcopy(_schema_once(cls))

    @model_validator(mode="after")
    def _readable(self, info: ValidationInfo) -> Self:
        if isinstance(info.context, dict) and info.context.get(UNCHECKED):
            return self
        reading = self.reading()
        if reading.first is None:
            raise ValueError(for_model(reading.diagnostics, reading.text))
        for number, one in enumerate(self.options_of(reading), 1):
            if one.first is None:
                raise ValueError(f"option {number}: {for_model(one.diagnostics, one.text)}")
        return self

    def options_of(self, reading: Reading) -> list[Reading]:
        """Return what our parser makes of the options, in the words of the program.

        Args:
            reading: what it made of that.
        """
        base = without_goal(reading) if self.options else reading
        return [asking(base, one.formula, one.sentence) for one in self.options]

    def text(self) -> str:
        """Return the program's text in sections."""

        def labelled(rules: list[DefaultOut]) -> list[tuple[str, str]]:
            return [(f"{d.label}: {one_line(d.formula)}", d.sentence) for d in rules]

        return write_sections(
            predicates=[(one_line(f"{p.name}({', '.join(p.arguments)})"), p.meaning) for p in self.predicates],
            constants=[(one_line(c.name), c.meaning) for c in self.constants],
            premises=[(one_line(p.formula), p.sentence) for p in self.premises],
            defaults=labelled(self.defaults),
            defeasible_rules=labelled(self.defeasible_rules),
            exceptions=[(one_line(e.formula), e.sentence) for e in self.exceptions],
            preferences=[(f"{p.preferred} > {p.over}", "") for p in self.preferences],
            conclusion=[(one_line(self.goal.formula), self.goal.sentence)],
        )

    def reading(self, *, strict: bool = False) -> Reading:
        """Return what our parser makes of it."""
        return _reading_once(self.text(), strict)

    def goal_alone(self) -> Program | None:
        """Return a program with its goal and no premise; ``None`` if the goal can't be read."""
        alone: dict[str, Any] = {"predicates": self.predicates, "constants": self.constants, "premises": []}
        return FOLProgram.model_construct(**alone, goal=self.goal).reading().first

    def coverage(self, problem: Problem, program: Program | None = None) -> Coverage | None:
        """Return which sentences of a problem's text it renders; ``None`` if there is no text.

        Args:
            problem: what was translated.
            program: what was read of it, if it could be read; it says where its statements stand.
        """
        if not problem.context.strip():
            return None
        stated: list[Any] = [
            *self.premises,
            *self.defaults,
            *self.defeasible_rules,
            *self.exceptions,
        ]
        renderings = [Rendering(one.sentence) for one in stated]
        read: tuple[Any, ...] = (*program.premises, *program.rules, *program.exceptions) if program is not None else ()
        if program is not None and len(read) == len(stated):
            asked = asked_of(program)
            pairs = zip(stated, read, strict=True)
            renderings = [Rendering(said.sentence, one.span, one.formula in asked) for said, one in pairs]
        return coverage(
            problem.context,
            renderings,
            left_out=[(one.sentence, one.reason) for one in self.left_out],
            preferences=[(one.preferred, one.over) for one in self.preferences],
            question="\n".join((problem.question, *problem.options)),
        )


class Reconsidered(FOLProgram):
    """A first-order logic program, mended; or word that it is right as it is."""

    as_it_is: bool = Field(False, description="True if your last program is right as it is; leave out all else then.")

    @model_validator(mode="before")
    @classmethod
    def _nothing_else(cls, data: Any) -> Any:
        same = isinstance(data, dict) and data.get("as_it_is") is True
        goal = {"sentence": "", "formula": "⊤"}
        return {"predicates": [], "premises": [], "goal": goal, "as_it_is": True} if same else data


class TextAlone(FOLProgram):
    """A first-order logic program of a text, of which nothing is asked yet."""

    goal: StatementOut = StatementOut(sentence="", formula="⊤")


@cache
def asked_for(fields: frozenset[str], again: bool = False, alone: bool = False) -> type[FOLProgram]:
    """Return the program as models are asked for it.

    Args:
        fields: those that are asked for beside the ones of every program.
        again: whether a program is looked at again, of which a model may say that it is right, or what it leaves out.
        alone: whether nothing is asked, so that there is no goal, and nothing to be right for.
    """
    base = TextAlone if alone else Reconsidered if again else FOLProgram
    found = create_model(base.__name__, __base__=base, __doc__=base.__doc__)
    found.asked_for = fields.union(["left_out"] if again else [], ["as_it_is"] if again and not alone else [])
    return found


def further_goals(raw: str) -> list[Goal]:
    """Return what a model wrote that further questions ask; nothing if it wrote nothing of them."""
    try:
        return [(one.formula, one.sentence) for one in FOLProgram.read(raw).further]
    except ValidationError:
        return []


def coverage_in(problem: Problem, translation: Translation) -> Coverage | None:
    """Return which sentences of a problem's text a translation renders.

    Args:
        problem: what was translated.
        translation: a translation of it, readable or not.

    Returns:
        The coverage; ``None`` if nobody can tell.
    """
    program = translation.reading.first
    try:
        return FOLProgram.read(translation.raw).coverage(problem, program)
    except ValidationError:
        return None if program is None else coverage_of(program, problem.context, problem.question)


def goal_in(translation: Translation) -> Program | None:
    """Return a program with the goal of a translation, also where its premises can't be read; ``None`` if it can't."""
    if translation.reading.first is not None:
        return translation.reading.first
    try:
        return FOLProgram.read(translation.raw).goal_alone()
    except ValidationError:
        return None


def is_as_it_is(raw: str) -> bool:
    """Return whether a model answers that its last program is right as it is."""
    try:
        return Reconsidered.read(raw).as_it_is
    except ValidationError:
        return False


@lru_cache(128)
def _reading_once(text: str, strict: bool) -> Reading:
    """Read a program; once for the schema's validator, and not again for the translation."""
    return read_program(text, UNICODE, strict=strict)


@cache
def _schema_once(schema: type[FOLProgram]) -> dict[str, Any]:
    made: dict[str, Any] = BaseModel.model_json_schema.__func__(schema)  # type: ignore[attr-defined]
    fields, kinds, again = made["properties"], made["$defs"], "as_it_is" in schema.asked_for
    of_all = {name for name in ("notes", "constants") if not (again and name == "notes")} | set(made["required"])
    shown = [name for name in fields if name in of_all | schema.asked_for]
    made["properties"] = {name: fields[name] for name in (["as_it_is"] if again else []) + shown}
    made["required"] = [] if again else [name for name in shown if name != "constants" and name not in schema.asked_for]
    told = json.dumps(made["properties"])
    made["$defs"] = {name: one for name, one in kinds.items() if f'"#/$defs/{name}"' in told}
    for part in (made, *made["$defs"].values()):
        for field in part["properties"].values():
            field.pop("title", None)  # it says what the field's name says
    return made
