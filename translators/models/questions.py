"""Questions translated by themselves, with the words of a text that was read before and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Final, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sorites.solvers import Reading

from ..in_words import Goal, asking
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

AS_TEXT: Final = "\n\nWrite the formula in a line, and nothing else."
_AGAIN: Final = "Your formula may not say what the question asks. Mend it, or write it again if it is right."


class GoalOut(BaseModel):
    """The statement that a question asks about."""

    model_config = ConfigDict(extra="forbid")

    sentence: Annotated[str, Field(description="The statement, in the words of the question.")]
    formula: Annotated[str, Field(description="Its formula, in the given words.", min_length=1)]

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the goal that a model wrote as text: the last line of it.

        Args:
            text: all that it wrote.
        """
        lines = [line.strip() for line in text.splitlines() if line.strip("` \t")]
        return cls.model_construct(sentence="", formula=lines[-1] if lines else "")


@dataclass(frozen=True, slots=True)
class InWords:
    """A model that translates questions about a text that was read before, in the words of that.

    Attributes:
        model: the model as a translator of whole problems.
        base: the reading of the text, whose program asks nothing.
        known: sentences and formulas of questions that were translated with the text.
        samples: how many translations of each question it makes.
    """

    model: ModelTranslator
    base: Reading
    known: Mapping[str, Goal] = field(default_factory=dict, hash=False)
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
            return Translation(asking(self.base, *known), self.name, 0.0)
        [reply] = yield [Question(self._messages(problem), GoalOut)]
        return self._translation(problem, reply)

    def _mended(self, problem: Problem, translation: Translation, feedback: str) -> Conversation[Translation]:
        if statements_of(problem.options):
            return (yield from self._asked(problem))
        said = self.known.get(problem.question)
        raw = translation.raw or (GoalOut(sentence=said[1], formula=said[0]).model_dump_json() if said else "(nothing)")
        more = [Message("assistant", raw, shows=True), Message("user", f"{_AGAIN}\n{feedback}")]
        [reply] = yield [Question([*self._messages(problem), *more], GoalOut)]
        return self._translation(problem, reply)

    def _messages(self, problem: Problem) -> list[Message]:
        assert self.base.first is not None
        words = Words.of(as_schema(self.base.first), self.base.first)
        text = fenced(problem.context, problem.question, problem.options)
        told = load_prompt(name="goal").system + (AS_TEXT if self.model.prompt.form == "text" else "")
        return [Message("system", told), Message("user", f"{fence(vocabulary=words.text())}\n{text}")]

    def _translation(self, problem: Problem, reply: Reply) -> Translation:
        return Translation(
            asking(self.base, *_goal(reply.raw, problem.question)),
            self.name,
            reply.usage.seconds,
            reply.raw,
            f"goal:{load_prompt(name='goal').label}",
            reply.requests,
            reply.finish,
            reply.thoughts,
        )


def _goal(raw: str, question: str) -> Goal:
    """Return the goal in a reply; of what fits no schema, all of it, since our parser says what is wrong."""
    try:
        found = GoalOut.model_validate_json(json_in(raw, ("formula",)))
    except ValidationError:
        found = GoalOut.from_text(raw)
    return found.formula, found.sentence or question
