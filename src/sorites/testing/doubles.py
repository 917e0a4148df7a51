"""Models and translators that say what a script says, for tests without a network."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ValidationError

from sorites.solvers import UserError
from sorites.translators import Problem, Translation
from sorites.translators.models.chat import Message, Reply, Request, Usage
from sorites.translators.recorded import read_recorded

Answering = Callable[[list[Message], type[BaseModel]], Any]
"""What decides on an answer: the conversation, and what to fill in."""


@dataclass(eq=False)
class ScriptedChat:
    """A chat model that gives the answers of a list in order, the last one for ever, or those of a function.

    An answer is a text, or what becomes JSON. Nothing is asked again: an answer that does not fit
    comes back as one that is not valid.

    Attributes:
        answers: the answers, or the function.
        asked: the conversations so far.
    """

    answers: Sequence[Any] | Answering
    asked: list[list[Message]] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name in records."""
        return "scripted"

    def fill(self, messages: list[Message], schema: type[BaseModel], sample: int = 0) -> Reply:
        """Return the script's answer, as a ``ChatModel`` does.

        Args:
            messages: the conversation so far.
            schema: what is to be filled in.
            sample: the number of the sample, which the script does not look at.

        Returns:
            The answer, not valid if it does not fit the schema.
        """
        self.asked.append(messages)
        if callable(self.answers):
            answer = self.answers(messages, schema)
        else:
            answer = self.answers[min(len(self.asked), len(self.answers)) - 1]
        raw = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
        try:
            schema.model_validate_json(raw)
        except ValidationError as error:
            return Reply(raw, False, (Request("ask", Usage(requests=1), fault=str(error)),), "stop")
        return Reply(raw, True, (Request("ask", Usage(requests=1)),), "stop")

    async def afill(self, messages: list[Message], schema: type[BaseModel], sample: int = 0) -> Reply:
        """Do as ``fill`` does.

        Args:
            messages: the conversation so far.
            schema: what is to be filled in.
            sample: the number of the sample.

        Returns:
            The answer.
        """
        return self.fill(messages, schema, sample)


@dataclass(frozen=True, slots=True)
class ScriptedTranslator:
    """A translator that gives the programs of a table.

    Attributes:
        programs: by question, the program's text, or several as samples.
        name: its name.
    """

    programs: Mapping[str, str | Sequence[str]] = field(hash=False)
    name: str = "scripted"

    def translations(self, problem: Problem) -> list[Translation]:
        """Return the programs for the problem's question.

        Args:
            problem: only its question is looked at.

        Returns:
            A translation for each program of the table.

        Raises:
            UserError: the table has none.
        """
        found = self.programs.get(problem.question)
        if not found:
            raise UserError(f"there is no program for the question '{problem.question}'")
        return [read_recorded(text, self.name) for text in ([found] if isinstance(found, str) else found)]
