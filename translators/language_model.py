"""Translation by a chat model that fills in the schema of a program."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from pydantic import ValidationError

from solvers import Diagnostic, Level, Reading

from .chat import ChatModel, Message, Reply
from .problem import Problem
from .prompts import Prompt
from .schema import UNCHECKED, FOLProgram
from .translation import Translation


@dataclass(frozen=True, slots=True)
class ModelTranslator:
    """A chat model as a translator.

    Attributes:
        chat: the model.
        prompt: what it is told.
        samples: how many translations of each problem to ask for.
        strict: mend nothing in what it writes.
    """

    chat: ChatModel
    prompt: Prompt
    samples: int = 1
    strict: bool = False

    @property
    def name(self) -> str:
        """The name in the registry, with the model."""
        return self.chat.name

    def translations(self, problem: Problem) -> list[Translation]:
        """Return the model's translations of a problem, readable or not."""
        messages = self.prompt.messages(problem)
        return [self._translation(self.chat.fill(messages, FOLProgram, i)) for i in range(self.samples)]

    async def atranslations(self, problem: Problem) -> list[Translation]:
        """Do as :meth:`translations` does, all samples at once and without blocking."""
        messages = self.prompt.messages(problem)
        replies = await asyncio.gather(*(self.chat.afill(messages, FOLProgram, i) for i in range(self.samples)))
        return [self._translation(reply) for reply in replies]

    def repair(self, problem: Problem, translation: Translation, feedback: str) -> Translation:
        """Return a new translation, made in the light of what was wrong with the last one."""
        return self._translation(self.chat.fill(self._asked_again(problem, translation, feedback), FOLProgram))

    async def arepair(self, problem: Problem, translation: Translation, feedback: str) -> Translation:
        """Do as :meth:`repair` does, without blocking."""
        messages = self._asked_again(problem, translation, feedback)
        return self._translation(await self.chat.afill(messages, FOLProgram))

    def _asked_again(self, problem: Problem, translation: Translation, feedback: str) -> list[Message]:
        return [
            *self.prompt.messages(problem),
            Message("assistant", translation.raw or "(no program)"),
            Message("user", f"Your program has faults. Write the whole program again.\n{feedback}"),
        ]

    def _translation(self, reply: Reply) -> Translation:
        return Translation(
            _reading(reply, self.strict),
            self.name,
            reply.usage.seconds,
            reply.raw,
            f"{self.prompt.version}:{self.prompt.hash}",
            reply.usage,
            reply.finish,
            reply.faults,
        )


def _reading(reply: Reply, strict: bool) -> Reading:
    """Return what our parser makes of an answer, also of one that the schema refused."""
    start, end = reply.raw.find("{"), reply.raw.rfind("}")
    try:
        program = FOLProgram.model_validate_json(reply.raw[start : end + 1], context={UNCHECKED: True})
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the whole"
        why = "; ".join(reply.faults[-1:]) or f"{place}: {first['msg']}"
        message = "the model wrote no program" if start < 0 else f"the model's program does not fit the schema: {why}"
        fault = Diagnostic("no-program", Level.ERROR, " ".join(message.split())[:500], None, "Fill in the schema.")
        return Reading(None, (fault,), reply.raw, 0, 0)
    return program.reading(strict=strict)
