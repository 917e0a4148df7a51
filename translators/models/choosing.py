"""The options of multiple choice, each translated by itself with the words of the program.

A program has one goal, and a question that lets choose between statements has one for each of them. So each option
is asked as a sentence of its own, and the reading has a program for each. Where one can't be read, there are none:
an answer by elimination would rest on what nobody has read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final, Self

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from sorites.solvers import Diagnostic, InvalidProgram, Level, Program, Reading
from sorites.solvers.logic.diagnostics import has_errors
from sorites.solvers.logic.syntax import Atom, Fn
from sorites.solvers.logic.walkers import walk
from sorites.solvers.notation.closing import parse_formula
from sorites.solvers.notation.signs import UNICODE

from ..problem import Problem, statements_of, wanted_of
from .chat import Message, Reply
from .conversation import Conversation, Question
from .feedback import for_model
from .program_text import as_schema
from .prompts import fence, fenced, load_prompt
from .schema import ConstantOut, FOLProgram, PredicateOut, StatementOut, filled_in

UNREAD: Final = "option-unread"
"""The code of the diagnostic of an option whose formula can't be read."""
_PREDICATES: Final = TypeAdapter(list[PredicateOut])
_CONSTANTS: Final = TypeAdapter(list[ConstantOut])


class SentenceOut(BaseModel):
    """What a sentence says."""

    model_config = ConfigDict(extra="forbid")

    formulas: Annotated[list[str], Field(description="Its formula; several or none if need be.")]
    predicates: Annotated[list[PredicateOut], Field(description="New ones that it can't do without; mostly none.")] = []
    constants: Annotated[list[ConstantOut], Field(description="New ones that it can't do without; mostly none.")] = []

    @model_validator(mode="after")
    def _readable(self) -> Self:
        for formula in self.formulas:
            found = parse_formula(formula, UNICODE)[1]
            if has_errors(found):
                raise ValueError(for_model(found, formula))
        return self


@dataclass(frozen=True, slots=True)
class Words:
    """The predicates and constants of a program."""

    predicates: Sequence[PredicateOut]
    constants: Sequence[ConstantOut]

    @classmethod
    def of(cls, filled: FOLProgram, program: Program) -> Self:
        """Return the words that a program has, those that are not declared among them."""
        known, named = {(p.name, len(p.arguments)) for p in filled.predicates}, {one.name for one in filled.constants}
        places = ((name, [f"x{i + 1}" for i in range(arity)]) for name, arity in program.signature.predicates)
        more = [PredicateOut(name=n, arguments=a, meaning="") for n, a in places if (n, len(a)) not in known]
        used = [ConstantOut(name=n, meaning=n) for n in program.signature.constants if n not in named]
        return cls([*filled.predicates, *more], [*filled.constants, *used])

    def text(self) -> str:
        """Return them as lines for a model."""
        lines = [f"{p.name}({', '.join(p.arguments)}): {p.meaning}" for p in self.predicates]
        return "\n".join([*lines, *(f"{c.name}: {c.meaning}" for c in self.constants)])

    def and_of(self, replies: Iterable[Reply]) -> Words:
        """Return them with the words that replies declare besides, each once; the first that declares one says it."""
        predicates = {(p.name, len(p.arguments)): p for p in self.predicates}
        constants = {c.name: c for c in self.constants}
        for reply in replies:
            more = _declared(reply)
            predicates |= {k: p for p in more.predicates if (k := (p.name, len(p.arguments))) not in predicates}
            constants |= {c.name: c for c in more.constants if c.name not in constants}
        return Words([*predicates.values()], [*constants.values()])


def with_options(
    problem: Problem, reading: Reading, raw: str, sample: int = 0
) -> Conversation[tuple[Reading, list[Reply]]]:
    """Have the options of a question translated too, if they are statements.

    Args:
        problem: what was translated.
        reading: what was read of the translation.
        raw: the translation, a filled ``FOLProgram`` or a program as text.
        sample: the number of the sample.

    Returns:
        The reading with the programs of the options, all or none; and the model's replies, none if there was
        nothing to ask.
    """
    options = list(statements_of(problem.options))
    if reading.first is None or not options:
        return reading, []
    filled = _filled(reading.first, raw)
    words = Words.of(filled, reading.first)
    asked = [_question(problem, words, option, sample) for option in options]
    replies = yield asked
    if strange := {i: told for i, reply in enumerate(replies) if (told := "\n".join(_strange(words, reply)))}:
        again = yield [_again(asked[i], replies[i], told) for i, told in strange.items()]
        replies = list(replies)
        for i, second in zip(strange, again, strict=True):  # asked once, and taken if it can be read
            taken = second if second.valid else replies[i]
            replies[i] = replace(taken, requests=(*replies[i].requests, *second.requests))
    words = words.and_of(replies)
    filled = filled.model_copy(update={"predicates": words.predicates, "constants": words.constants})
    found = [_program(filled, reading.first, *one) for one in zip(options, replies, strict=True)]
    programs = tuple(program for program in found if program is not None)
    if len(programs) == len(options):
        return replace(reading, options=programs, wanted=wanted_of(problem.question)), replies
    faults = [
        Diagnostic(UNREAD, Level.WARNING, f"the option '{option}' can't be read", None, "Nothing is known of it.")
        for option, program in zip(options, found, strict=True)
        if program is None
    ]
    return replace(reading, diagnostics=(*reading.diagnostics, *faults)), replies


def _filled(program: Program, raw: str) -> FOLProgram:
    try:
        return filled_in(raw)
    except ValidationError:
        return as_schema(program)


def _question(problem: Problem, words: Words, sentence: str, sample: int) -> Question:
    text = fenced(problem.context, problem.question, problem.options)
    asked = f"{text}\n{fence(vocabulary=words.text(), sentence=sentence)}"
    told = load_prompt(name="sentence").system
    return Question([Message("system", told), Message("user", asked)], SentenceOut, sample)


def _again(question: Question, reply: Reply, told: str) -> Question:
    """Return a question with its answer and what is wrong with that."""
    more = [Message("assistant", reply.raw or "(nothing)", shows=bool(reply.raw)), Message("user", told)]
    return replace(question, messages=[*question.messages, *more])


def _strange(words: Words, reply: Reply) -> Iterator[str]:
    """Yield what is wrong with the words of a reply: those that nobody has declared."""
    if not reply.valid:
        return
    more = _declared(reply)
    known = {(p.name, len(p.arguments)) for p in (*words.predicates, *more.predicates)}
    named = {c.name for c in (*words.constants, *more.constants)}
    used: dict[str, None] = {}
    for formula in _formulas(reply):
        parsed = parse_formula(formula, UNICODE)[0]
        for node in walk(parsed) if parsed is not None else ():
            if isinstance(node, Atom) and (node.name, len(node.args)) not in known:
                used[f"{node.name} with {len(node.args)} arguments is no predicate of the vocabulary."] = None
            if isinstance(node, Fn) and not node.args and node.name not in named:
                used[f"{node.name} is no constant of the vocabulary."] = None
    yield from used
    if used:
        yield "Use the given words, or declare these under predicates and constants if the sentence needs them."


def _formulas(reply: Reply) -> list[str]:
    """Return the formulas of a reply; of one that the schema refused too, since our parser says why."""
    try:
        found = json.loads(reply.raw)["formulas"]
    except (ValueError, TypeError, KeyError):
        return [" ".join(reply.raw.split())] if reply.raw.strip() else []
    return [str(formula) for formula in found] if isinstance(found, list) else [str(found)]


def _declared(reply: Reply) -> Words:
    try:
        given = json.loads(reply.raw)
        predicates = _PREDICATES.validate_python(given.get("predicates", []))
        return Words(predicates, _CONSTANTS.validate_python(given.get("constants", [])))
    except (ValueError, AttributeError, ValidationError):
        return Words([], [])


def _program(filled: FOLProgram, program: Program, option: str, reply: Reply) -> Program | None:
    """Return the program that asks for an option; ``None`` if it can't be read, or has words that nobody declares."""
    formula = " ∧ ".join(f"({one})" for one in _formulas(reply))
    if not formula:
        return None
    statement = StatementOut.model_construct(sentence=option, formula=formula, numbers=[])
    found = filled.model_copy(update={"goal": statement}).reading().first
    if found is None or found.asked or found.open_variables:
        return None
    known = {(p.name, len(p.arguments)) for p in filled.predicates}
    if any(isinstance(n, Atom) and (n.name, len(n.args)) not in known for n in walk(found.goal.formula)):
        return None
    try:
        asked = replace(program, predicates=found.predicates).asking(found.goal.formula)  # with its own places
        return replace(asked, goal=replace(found.goal, gloss=option, span=None))
    except InvalidProgram:
        return None
