"""A model's second look at its translation, put back into words sentence by sentence.

What it finds to differ is translated again, and only that: the other formulas stay as
they are, and a new one is taken only if it can be read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sorites.solvers import Program

from ..problem import Problem
from .chat import Message, Reply
from .conversation import Conversation, Question
from .prompts import Prompt, fence, load_prompt
from .schema import UNCHECKED, ConstantOut, FOLProgram
from .staged import each_sentence, joined
from .vocabulary import Vocabulary, formulas_of


class Difference(BaseModel):
    """A pair that differs."""

    model_config = ConfigDict(extra="forbid")

    number: Annotated[int, Field(description="The number of the pair.", ge=1)]
    what: Annotated[str, Field(description="What is wrong in the translation.")]


class Review(BaseModel):
    """Which translations differ from their sentences."""

    model_config = ConfigDict(extra="forbid")

    differences: Annotated[list[Difference], Field(description="The pairs that differ; none if all agree.")]


def reviewed(
    problem: Problem,
    reply: Reply,
    program: Program,
    sample: int = 0,
    prompts: Mapping[str, Prompt] = MappingProxyType({}),
) -> Conversation[Reply]:
    """Have a readable translation reviewed; return it, with what differs translated again.

    Args:
        problem: what was translated.
        reply: the translation, a filled ``FOLProgram``.
        program: what was read of it.
        sample: the number of the sample.
        prompts: the prompts ``review`` and ``sentence``; ours, without demonstrations, where one is missing.
    """
    filled = FOLProgram.model_validate_json(reply.raw, context={UNCHECKED: True})
    statements = [*filled.premises, filled.goal]
    from ..english.paraphrase import say  # its lexicon takes a while to load

    said = [say(program, s.formula) for s in (*program.premises, program.goal)]
    if len(said) != len(statements):  # a formula that opens a section of its own
        return reply
    pairs = [
        f"{i}. {statement.sentence}\n   Translation: {words}"
        for i, (statement, words) in enumerate(zip(statements, said, strict=True), 1)
    ]
    told = (prompts.get("review") or load_prompt(name="review")).system
    asked = fence(pairs="\n".join(pairs))
    [answer] = yield [Question([Message("system", told), Message("user", asked)], Review, sample)]
    wrong = {d.number - 1: d.what for d in _differences(answer) if d.number <= len(statements)}
    if not wrong:
        return joined([reply, answer], reply.raw)
    named = {c.name for c in filled.constants}
    unnamed = [ConstantOut(name=n, meaning=n) for n in program.signature.constants if n not in named]
    vocabulary = Vocabulary.model_construct(predicates=filled.predicates, constants=[*filled.constants, *unnamed])
    hints = [
        f"{statements[i].sentence}\n(Not: {statements[i].formula}, which says: {said[i]} Wrong in it: {what})"
        for i, what in wrong.items()
    ]
    replies = yield from each_sentence(problem, vocabulary, hints, sample, prompt=prompts.get("sentence"))
    for i, again in zip(wrong, replies, strict=True):
        formulas = formulas_of(again)
        if again.valid and formulas:
            whole = " ∧ ".join(f"({f})" for f in formulas) if len(formulas) > 1 else formulas[0]
            statements[i] = statements[i].model_copy(update={"formula": whole})
    words = vocabulary.with_words_of(r for r in replies if r.valid)
    new = {"predicates": words.predicates, "constants": words.constants}
    better = filled.model_copy(update={**new, "premises": statements[:-1], "goal": statements[-1]})
    return joined([reply, answer, *replies], better.model_dump_json())


def _differences(reply: Reply) -> list[Difference]:
    try:
        return Review.model_validate(json.loads(reply.raw)).differences
    except (ValueError, ValidationError):
        return []
