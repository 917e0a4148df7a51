"""Translation in two stages: the words first, then each sentence with them.

Small models do better at one sentence than at a whole text, and with names that are
fixed before they begin.
"""

from __future__ import annotations

import json
from typing import Annotated, Final, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from sorites.solvers.language.diagnostics import has_errors
from sorites.solvers.language.dialects import UNICODE
from sorites.solvers.language.formulas import parse_formula

from ..problem import Problem
from ..sentences import split
from .chat import Message, Reply
from .conversation import Conversation, Question
from .feedback import for_model
from .prompts import fence, fenced, load_prompt
from .schema import ConstantOut, PredicateOut


class Vocabulary(BaseModel):
    """The words of a translation."""

    model_config = ConfigDict(extra="forbid")

    predicates: Annotated[list[PredicateOut], Field(description="All that the text says of things.", min_length=1)]
    constants: Annotated[list[ConstantOut], Field(description="All individuals that the text names.")]

    def text(self) -> str:
        """Return it as lines for a model."""
        lines = [f"{p.name}({', '.join(p.arguments)}): {p.meaning}" for p in self.predicates]
        return "\n".join([*lines, *(f"{c.name}: {c.meaning}" for c in self.constants)])


class SentenceOut(BaseModel):
    """What a sentence says."""

    model_config = ConfigDict(extra="forbid")

    formulas: Annotated[list[str], Field(description="Its formula; several or none if need be.")]

    @model_validator(mode="after")
    def _readable(self) -> Self:
        for formula in self.formulas:
            found = parse_formula(formula, UNICODE)[1]
            if has_errors(found):
                raise ValueError(for_model(found, formula))
        return self


PROMPTS: Final = ("vocabulary", "sentence")
"""The prompts of the two stages."""


class GoalOut(SentenceOut):
    """What a question asks."""

    statement: Annotated[str, Field(description="The question as a statement, such as 'Anne is kind.'")]


def staged(problem: Problem, sample: int = 0) -> Conversation[Reply]:
    """Hold the conversation of a translation in two stages; return a whole program as one reply."""
    told = load_prompt(name="vocabulary").system
    text = fenced(problem.context, problem.question, problem.options)
    [first] = yield [Question([Message("system", told), Message("user", text)], Vocabulary, sample)]
    try:
        vocabulary = Vocabulary.model_validate_json(first.raw)
    except ValidationError:
        return first
    sentences = [s.text for s in split(problem.context)]
    replies = yield from each_sentence(problem, vocabulary, sentences, sample, asks=True)
    *parts, asked = map(formulas_of, replies)
    premises = [_statement(s, f) for s, formulas in zip(sentences, parts, strict=True) for f in formulas]
    goal = " ∧ ".join(f"({f})" for f in asked) if len(asked) > 1 else "".join(asked)
    program = {
        **vocabulary.model_dump(),
        "premises": premises,
        "goal": _statement(_stated(replies[-1]) or problem.question, goal),
    }
    return joined([first, *replies], json.dumps(program, ensure_ascii=False))


def _stated(reply: Reply) -> str:
    try:
        return str(json.loads(reply.raw)["statement"])
    except (ValueError, TypeError, KeyError):
        return ""


def _statement(sentence: str, formula: str) -> dict[str, str]:
    return {"sentence": sentence, "formula": formula}


def each_sentence(
    problem: Problem, vocabulary: Vocabulary, sentences: list[str], sample: int = 0, *, asks: bool = False
) -> Conversation[list[Reply]]:
    """Have each sentence translated by itself, with the words of a vocabulary.

    Args:
        problem: what the sentences belong to.
        vocabulary: the words.
        sentences: what to translate.
        sample: the number of the sample.
        asks: have the problem's question translated too, last.
    """
    told = Message("system", load_prompt(name="sentence").system)
    text = fenced(problem.context, problem.question, problem.options)
    schemas: list[tuple[str, type[SentenceOut]]] = [(s, SentenceOut) for s in sentences]
    if asks:
        schemas.append((problem.question, GoalOut))
    shown = [(f"{text}\n{fence(vocabulary=vocabulary.text(), sentence=s)}", schema) for s, schema in schemas]
    return (yield [Question([told, Message("user", content)], schema, sample) for content, schema in shown])


def joined(replies: list[Reply], raw: str) -> Reply:
    """Return several replies as the one reply that has the whole program."""
    requests = tuple(request for reply in replies for request in reply.requests)
    thoughts = "\n".join(reply.thoughts for reply in replies if reply.thoughts)
    refusal = next((reply.refusal for reply in replies if reply.refusal), "")
    return Reply(raw, all(r.valid for r in replies), requests, replies[-1].finish, thoughts, refusal)


def formulas_of(reply: Reply) -> list[str]:
    """Return the formulas of a reply; of one that the schema refused too, since our parser says why."""
    try:
        found = json.loads(reply.raw)["formulas"]
    except (ValueError, TypeError, KeyError):
        return [" ".join(reply.raw.split())] if reply.raw.strip() else []
    return [str(formula) for formula in found] if isinstance(found, list) else [str(found)]
