"""Translation by a chat model that fills in the schema of a program."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

from pydantic import ValidationError

from sorites.solvers import Diagnostic, Level, Reading

from ..problem import Problem
from ..translation import Translation
from .chat import ChatModel, Message, Reply
from .conversation import Conversation, Question, ahold, hold
from .prompts import Prompt, load_prompt
from .review import reviewed
from .schema import UNCHECKED, FOLProgram
from .staged import PROMPTS, staged


@dataclass(frozen=True, slots=True)
class ModelTranslator:
    """A chat model as a translator.

    Attributes:
        chat: the model.
        prompt: what it is told.
        samples: how many translations of each problem to ask for.
        strict: mend nothing in what it writes.
        staged: ask for the vocabulary first, then for each sentence by itself.
        review: let the model compare its translation, put back into words, with the text.
    """

    chat: ChatModel
    prompt: Prompt
    samples: int = 1
    strict: bool = False
    staged: bool = False
    review: bool = False

    @property
    def name(self) -> str:
        """The name in the registry, with the model."""
        return self.chat.name

    def translations(self, problem: Problem) -> list[Translation]:
        """Return the model's translations of a problem, readable or not."""
        return [hold(self.chat, self._translating(problem, i)) for i in range(self.samples)]

    async def atranslations(self, problem: Problem) -> list[Translation]:
        """Do as ``translations`` does, all samples at once and without blocking."""
        asked = (ahold(self.chat, self._translating(problem, i)) for i in range(self.samples))
        return list(await asyncio.gather(*asked))

    def repair(self, problem: Problem, translation: Translation, feedback: str) -> Translation:
        """Return a new translation, made in the light of what was wrong with the last one."""
        return hold(self.chat, self._repairing(problem, translation, feedback))

    async def arepair(self, problem: Problem, translation: Translation, feedback: str) -> Translation:
        """Do as ``repair`` does, without blocking."""
        return await ahold(self.chat, self._repairing(problem, translation, feedback))

    def _translating(self, problem: Problem, sample: int) -> Conversation[Translation]:
        if self.staged:
            reply = yield from staged(problem, sample)
        else:
            [reply] = yield [Question(self.prompt.messages(problem), FOLProgram, sample)]
        translation = self._translation(reply)
        program = translation.reading.program
        if not self.review or program is None:
            return translation
        again = self._translation((yield from reviewed(problem, reply, program, sample)))
        # A second look may not break what could be read.
        return again if again.reading.program is not None else replace(translation, requests=again.requests)

    def _repairing(self, problem: Problem, translation: Translation, feedback: str) -> Conversation[Translation]:
        messages = [
            *self.prompt.messages(problem),
            Message("assistant", translation.raw or "(no program)"),
            Message("user", f"Your program has faults. Write the whole program again.\n{feedback}"),
        ]
        [reply] = yield [Question(messages, FOLProgram)]
        return self._translation(reply)

    def _told(self) -> str:
        """Return the versions and hashes of all prompts that the model has seen."""
        names = (*(PROMPTS if self.staged else ()), *(("review", "sentence") if self.review else ()))
        labels = {name: load_prompt(name=name).label for name in names}
        if not self.staged:
            labels = {"translate": self.prompt.label, **labels}
        return " ".join(f"{name}:{label}" for name, label in labels.items())

    def _translation(self, reply: Reply) -> Translation:
        return Translation(
            _reading(reply, self.strict),
            self.name,
            reply.usage.seconds,
            reply.raw,
            self._told(),
            reply.requests,
            reply.finish,
            reply.thoughts,
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
