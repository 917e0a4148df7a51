"""Translation in two stages: the words first, then each sentence with them.

Small models do better at one sentence than at a whole text, and with names that are
fixed before they begin.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Final, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from sorites.solvers.logic.diagnostics import has_errors
from sorites.solvers.notation.closing import parse_formula
from sorites.solvers.notation.signs import UNICODE
from sorites.solvers.notation.writer import one_line

from ..problem import Problem
from ..sentences import split
from .chat import Message, Reply
from .conversation import Conversation, Question
from .feedback import for_model
from .program_text import as_schema
from .prompts import Prompt, fence, fenced, load_prompt, numbers_listed
from .schema import ConstantOut, PredicateOut, filled_in
from .vocabulary import Vocabulary, asked_again, formulas_of, within


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


AGAIN: Final = "The translation has faults. Translate this sentence again; if its formula is right, give the same one."
PROMPTS: Final = ("vocabulary", "sentence")
"""The prompts of the two stages."""


class GoalOut(SentenceOut):
    """What a question asks."""

    statement: Annotated[str, Field(description="The question as a statement, such as 'Anne is kind.'")]


def staged(
    problem: Problem, sample: int = 0, prompts: Mapping[str, Prompt] = MappingProxyType({})
) -> Conversation[Reply]:
    """Hold the conversation of a translation in two stages; return a whole program as one reply.

    Args:
        problem: what is translated.
        sample: the number of the sample.
        prompts: the prompts of the stages by their names; ours, without demonstrations, where one is missing.
    """
    told = prompts.get("vocabulary") or load_prompt(name="vocabulary")
    [first] = yield [Question(told.messages(problem), Vocabulary, sample)]
    try:
        vocabulary = Vocabulary.model_validate_json(first.raw)
    except ValidationError:
        return first
    sentences = [s.text for s in split(problem.context)]
    told = prompts.get("sentence") or load_prompt(name="sentence")
    replies = yield from each_sentence(problem, vocabulary, sentences, sample, asks=True, prompt=told)
    program = _program(problem, vocabulary.with_words_of(replies), sentences, replies)
    return joined([first, *replies], json.dumps(program, ensure_ascii=False))


def _program(
    problem: Problem, vocabulary: Vocabulary, sentences: list[str], replies: Sequence[Reply]
) -> dict[str, object]:
    """Return the program that the formulas of all sentences make, those of the question last."""
    *parts, asked = replies
    premises, left_out = [], []
    for number, (sentence, reply) in enumerate(zip(sentences, parts, strict=True), 1):
        formulas = formulas_of(reply)
        premises += [{**_statement(sentence, formula), "numbers": [number]} for formula in formulas]
        if reply.valid and not formulas:
            left_out.append({"sentence": str(number), "reason": "untranslatable"})
    goal = _statement(_stated(asked) or problem.question, _together(formulas_of(asked)))
    return {**vocabulary.model_dump(), "premises": premises, "left_out": left_out, "goal": goal}


def _together(formulas: Sequence[str]) -> str:
    return " ∧ ".join(f"({f})" for f in formulas) if len(formulas) > 1 else "".join(formulas)


def mended(
    problem: Problem, raw: str, feedback: str, prompt: Prompt | None = None, sample: int = 0
) -> Conversation[Reply | None]:
    """Have the sentences of a translation in stages translated again that are concerned, and only these.

    Args:
        problem: what was translated.
        raw: the whole program, as ``staged`` gave it.
        feedback: what is wrong with it; the sentences that it lists are concerned, and the formulas that it shows.
        prompt: what the model is told; ours, without demonstrations, if ``None``.
        sample: the number of the sample.

    Returns:
        The whole program with the new formulas; ``None`` if there is no program to begin with.
    """
    try:
        filled = filled_in(raw)
        vocabulary = Vocabulary(predicates=filled.predicates, constants=filled.constants)
    except ValidationError:
        return None
    sentences = [s.text for s in split(problem.context)]
    before: dict[int, list[str]] = {n: [] for n in range(1, len(sentences) + 1)}
    for premise in filled.premises:
        for number in premise.numbers[:1]:
            before.setdefault(number, []).append(premise.formula)
    concerned = {n for n in numbers_listed(feedback) if n in before}
    concerned |= {n for n, formulas in before.items() if any(_shown(f, feedback) for f in formulas)}
    goal = "goal" in feedback or _shown(filled.goal.formula, feedback)
    if not concerned and not goal:
        concerned, goal = set(before), True
    asked = questions(
        problem, vocabulary, [sentences[n - 1] for n in sorted(concerned)], sample, asks=goal, prompt=prompt
    )
    was = [json.dumps({"formulas": before[n]}, ensure_ascii=False) for n in sorted(concerned)]
    if goal:
        said = {"formulas": [filled.goal.formula], "statement": filled.goal.sentence}
        was.append(json.dumps(said, ensure_ascii=False))
    told = f"{AGAIN}\n{feedback}"
    asked = [asked_again(question, reply, told) for question, reply in zip(asked, was, strict=True)]
    replies = yield asked
    replies = yield from within(vocabulary, asked, replies)
    new = dict(zip(sorted(concerned), replies, strict=False))
    parts = [new.get(n) or Reply(json.dumps({"formulas": before[n]}, ensure_ascii=False), True) for n in before]
    last = replies[-1] if goal else Reply(json.dumps({"formulas": [filled.goal.formula]}, ensure_ascii=False), True)
    program = _program(problem, vocabulary.with_words_of(replies), sentences, [*parts, last])
    program["goal"] = {**_statement(_stated(last) or filled.goal.sentence, _together(formulas_of(last)))}
    left = {one.sentence: one.model_dump() for one in filled.left_out}
    program["left_out"] = [left.get(one["sentence"], one) for one in program["left_out"]]  # type: ignore[attr-defined]
    return joined(replies, json.dumps(program, ensure_ascii=False))


def _shown(formula: str, feedback: str) -> bool:
    return one_line(formula) in feedback


def _stated(reply: Reply) -> str:
    try:
        return str(json.loads(reply.raw)["statement"])
    except (ValueError, TypeError, KeyError):
        return ""


def _statement(sentence: str, formula: str) -> dict[str, str]:
    return {"sentence": sentence, "formula": formula}


def each_sentence(
    problem: Problem,
    vocabulary: Vocabulary,
    sentences: list[str],
    sample: int = 0,
    *,
    asks: bool = False,
    prompt: Prompt | None = None,
) -> Conversation[list[Reply]]:
    """Have each sentence translated by itself, with the words of a vocabulary.

    Args:
        problem: what the sentences belong to.
        vocabulary: the words.
        sentences: what to translate.
        sample: the number of the sample.
        asks: have the problem's question translated too, last.
        prompt: what the model is told; ours, without demonstrations, if ``None``.
    """
    asked = questions(problem, vocabulary, sentences, sample, asks=asks, prompt=prompt)
    replies = yield asked
    return (yield from within(vocabulary, asked, replies))


def questions(
    problem: Problem,
    vocabulary: Vocabulary,
    sentences: list[str],
    sample: int = 0,
    *,
    asks: bool = False,
    prompt: Prompt | None = None,
) -> list[Question]:
    """Return what is asked of a model to translate each sentence by itself; see ``each_sentence``."""
    told = prompt or load_prompt(name="sentence")
    text = fenced(problem.context, problem.question, problem.options)
    schemas: list[tuple[str, type[SentenceOut]]] = [(s, SentenceOut) for s in sentences]
    if asks:
        schemas.append((problem.question, GoalOut))
    shown = [(f"{text}\n{fence(vocabulary=vocabulary.text(), sentence=s)}", schema) for s, schema in schemas]
    before = {schema: _before(told, problem, schema) for schema in {schema for _, schema in schemas}}
    return [Question([*before[schema], Message("user", one)], schema, sample) for one, schema in shown]


def _before(prompt: Prompt, problem: Problem, schema: type[SentenceOut]) -> list[Message]:
    """Return what stands before each sentence: the instructions, and of each demonstration one sentence or its goal."""
    found = [Message("system", prompt.system)]
    for one in prompt.shots.of(problem):
        program = as_schema(one.translated)
        vocabulary = Vocabulary(predicates=program.predicates, constants=program.constants)
        reply: dict[str, object]
        if schema is GoalOut:
            asked = one.question
            reply = {"formulas": [program.goal.formula], "statement": program.goal.sentence}
        else:  # the sentence that shows most
            rules = (*program.defaults, *program.defeasible_rules)
            stated = [*((s.formula, s.sentence) for s in program.premises), *((r.formula, r.sentence) for r in rules)]
            formula, asked = max(stated, key=lambda pair: len(pair[0]))
            reply = {"formulas": [formula]}
        text = fenced(one.context, one.question, one.options)
        found.append(Message("user", f"{text}\n{fence(vocabulary=vocabulary.text(), sentence=asked)}"))
        found.append(Message("assistant", json.dumps(reply, ensure_ascii=False), shows=True))
    return found


def joined(replies: list[Reply], raw: str) -> Reply:
    """Return several replies as the one reply that has the whole program."""
    requests = tuple(request for reply in replies for request in reply.requests)
    thoughts = "\n".join(reply.thoughts for reply in replies if reply.thoughts)
    refusal = next((reply.refusal for reply in replies if reply.refusal), "")
    return Reply(raw, all(r.valid for r in replies), requests, replies[-1].finish, thoughts, refusal)
