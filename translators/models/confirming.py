"""What a model says a text means, where a program leaves open whether two of its names are one: yes or no."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..problem import Problem
from ..translation import Confirmation
from .chat import Message, Reply
from .conversation import Conversation, Question
from .prompts import fenced, load_prompt


class Answered(BaseModel):
    """The answer to one of the questions."""

    model_config = ConfigDict(extra="forbid")

    number: Annotated[int, Field(description="The number of the question.", ge=1)]
    meant: Annotated[Literal["yes", "no"], Field(description="Whether the text means it.")]
    passages: Annotated[list[str], Field(description="The passages that show it, word for word; none for no.")]


class AllAnswered(BaseModel):
    """An answer to each question."""

    model_config = ConfigDict(extra="forbid")

    answers: Annotated[list[Answered], Field(description="The answers, one for each question.")]


def confirmed(problem: Problem, questions: Sequence[str]) -> Conversation[Confirmation]:
    """Ask a model closed questions about what a text means.

    Args:
        problem: the text, and what is asked of it.
        questions: the questions.
    """
    prompt = load_prompt(name="confirm")
    listed = "\n".join(f"{number}. {question}" for number, question in enumerate(questions, 1))
    asked = f"{fenced(problem.context, problem.question, ())}\n\nQuestions:\n{listed}"
    [reply] = yield [Question([Message("system", prompt.system), Message("user", asked)], AllAnswered)]
    passages = {
        one.number - 1: tuple(one.passages)
        for one in _answers(reply)
        if one.meant == "yes" and one.number <= len(questions)
    }
    return Confirmation(passages, reply.requests, f"confirm:{prompt.label}", reply.raw)


def _answers(reply: Reply) -> list[Answered]:
    try:
        return AllAnswered.model_validate_json(reply.raw).answers
    except ValidationError:  # then nothing is confirmed
        return []
