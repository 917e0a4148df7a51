"""Questions translated by themselves, with the words of a text that was read before and nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sorites.solvers import Reading

from ..in_words import asking
from ..problem import Problem, statements_of
from ..translation import Translation
from .chat import Message, Reply
from .choosing import Words
from .conversation import Conversation, Question, ahold, hold
from .program_text import as_schema
from .prompts import fence, fenced, load_prompt
from .thoughts import json_in

if TYPE_CHECKING:
    from .language_model import ModelTranslator

_ANEW: Final = "translate:"
"""How the prompt of a translation of text and question begins."""
_AGAIN: Final = "Your formula may not say what the question asks. Mend it, or write it again if it is right."


class GoalOut(BaseModel):
    """The statement that a question asks about."""

    model_config = ConfigDict(extra="forbid")

    formula: Annotated[str, Field(description="Its formula, in the given words.", min_length=1)]


@dataclass(frozen=True, slots=True)
class InWords:
    """A model that translates questions about a text that was read before, in the words of that.

    Attributes:
        model: the model as a translator of whole problems.
        base: the reading of the text, whose program asks nothing.
        known: formulas of questions that were translated with the text.
        whole: translate text and question anew where the words of the text don't do.
        samples: how many translations of each question it makes.
    """

    model: ModelTranslator
    base: Reading
    known: Mapping[str, str] = field(default_factory=dict, hash=False)
    whole: bool = False
    samples: int = 1

    @property
    def name(self) -> str:
        """The translator's name."""
        return self.model.name

    def translations(self, problem: Problem) -> list[Translation]:
        """Return the text's program with the goal of a question.

        Raises:
            UserError: the endpoint refuses.
            ModelUnavailable: it does not answer.
        """
        return [hold(self.model.chat, self._asked(problem))]

    async def atranslations(self, problem: Problem) -> list[Translation]:
        """Do as ``translations`` does, without blocking."""
        return [await ahold(self.model.chat, self._asked(problem))]

    def repair(self, problem: Problem, translation: Translation, feedback: str) -> Translation:
        """Return the program with another goal, made in the light of what was wrong with the last one."""
        return hold(self.model.chat, self._mended(problem, translation, feedback))

    async def arepair(self, problem: Problem, translation: Translation, feedback: str) -> Translation:
        """Do as ``repair`` does, without blocking."""
        return await ahold(self.model.chat, self._mended(problem, translation, feedback))

    def _asked(self, problem: Problem) -> Conversation[Translation]:
        if statements_of(problem.options):
            return (yield from self.model.choosing(problem, Translation(self.base, self.name, 0.0)))
        if (known := self.known.get(problem.question)) is not None:
            found = Translation(asking(self.base, known, problem.question), self.name, 0.0)
        else:
            [reply] = yield [Question(self._messages(problem), GoalOut)]
            found = self._translation(problem, reply)
        if found.reading.first is not None or not self.whole:
            return found
        anew = yield from self.model.translating(problem)
        return replace(anew, seconds=found.seconds + anew.seconds, requests=(*found.requests, *anew.requests))

    def _mended(self, problem: Problem, translation: Translation, feedback: str) -> Conversation[Translation]:
        if translation.prompt.startswith(_ANEW):
            return (yield from self.model.repairing(problem, translation, feedback))
        if statements_of(problem.options):
            return (yield from self._asked(problem))
        raw = translation.raw or json.dumps({"formula": self.known[problem.question]}, ensure_ascii=False)
        more = [Message("assistant", raw, shows=True), Message("user", f"{_AGAIN}\n{feedback}")]
        [reply] = yield [Question([*self._messages(problem), *more], GoalOut)]
        return self._translation(problem, reply)

    def _messages(self, problem: Problem) -> list[Message]:
        assert self.base.first is not None
        words = Words.of(as_schema(self.base.first), self.base.first)
        text = fenced(problem.context, problem.question, problem.options)
        told = load_prompt(name="goal").system
        return [Message("system", told), Message("user", f"{fence(vocabulary=words.text())}\n{text}")]

    def _translation(self, problem: Problem, reply: Reply) -> Translation:
        return Translation(
            asking(self.base, _formula(reply.raw), problem.question),
            self.name,
            reply.usage.seconds,
            reply.raw,
            f"goal:{load_prompt(name='goal').label}",
            reply.requests,
            reply.finish,
            reply.thoughts,
        )


def _formula(raw: str) -> str:
    """Return the formula of a reply; of what fits no schema, all of it, since our parser says what is wrong."""
    try:
        return GoalOut.model_validate_json(json_in(raw, ("formula",))).formula
    except ValidationError:
        return raw
