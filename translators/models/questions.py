"""Questions translated by themselves, with the words of a text that was read before and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Self

from pydantic import BaseModel, Field, ValidationError

from sorites.solvers import Reading

from ..in_words import Goal, asking, text_of, with_options
from ..problem import Problem, statements_of
from ..translation import Translation
from .chat import Message, Reply
from .language_model import ModelTranslator
from .prompts import fence, fenced, load_prompt
from .structure import Filled

AS_TEXT: Final = "\n\nWrite a line with the formula of each, and nothing else."
_AGAIN: Final = "This may not say what is asked. Mend it, or write it again if it is right."


class GoalOut(Filled):
    """What is asked, or what an option states."""

    sentence: str = Field(description="It as a statement.")
    formula: str = Field(description="Its formula, in the words of the program.", min_length=1)


class GoalsOut(Filled):
    """The formula of a question; or one for each of its options."""

    goals: list[GoalOut] = Field(description="One for the question; or one for each option, in their order.")

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the goals that a model wrote as text, in a line each.

        Args:
            text: all that it wrote.
        """
        lines = [line.strip() for line in text.splitlines() if line.strip("` \t")]
        return cls(goals=[GoalOut(sentence="", formula=line) for line in lines])


@dataclass(frozen=True, slots=True)
class InWords(ModelTranslator):
    """A model that translates questions about a text that was read before, in the words of that.

    Attributes:
        base: the reading of the text, whose program asks nothing.
        known: the goals of questions that were translated with the text.
    """

    base: Reading = field(kw_only=True)
    known: Mapping[str, Goal] = field(default_factory=dict, hash=False)

    def translations(self, problem: Problem) -> list[Translation]:
        """Return the text's program with the goal of a question.

        Raises:
            UserError: the endpoint refuses.
            ModelUnavailable: it does not answer.
        """
        return self._known(problem) or ModelTranslator.translations(self, problem)

    async def atranslations(self, problem: Problem) -> list[Translation]:
        """Do as ``translations`` does, without blocking."""
        return self._known(problem) or await ModelTranslator.atranslations(self, problem)

    def _known(self, problem: Problem) -> list[Translation]:
        if statements_of(problem.options) or problem.question not in self.known:
            return []
        formula, sentence = self.known[problem.question]
        raw = GoalsOut(goals=[GoalOut(sentence=sentence, formula=formula)]).model_dump_json()
        return [Translation(asking(self.base, formula, sentence), self.name, 0.0, raw)]

    def _asked(self, problem: Problem) -> tuple[list[Message], type[BaseModel]]:
        told = load_prompt(name="goal").system + (AS_TEXT if self.prompt.form == "text" else "")
        text = fenced(problem.context, problem.question, problem.options)
        return [Message("system", told), Message("user", f"{fence(program=text_of(self.base))}\n{text}")], GoalsOut

    def _again(self, problem: Problem, last: Translation, feedback: str) -> tuple[list[Message], type[BaseModel]]:
        messages, schema = self._asked(problem)
        said = Message("assistant", last.raw or "(nothing)", shows=bool(last.raw))
        return [*messages, said, Message("user", f"{_AGAIN}\n{feedback}")], schema

    def _told(self) -> str:
        return f"goal:{load_prompt(name='goal').label}"

    def _reading(self, problem: Problem, reply: Reply) -> Reading:
        """Return the reading of a question, or of its options: of all, or of none."""
        options = statements_of(problem.options)
        try:
            goals = GoalsOut.read(reply.raw).goals
        except ValidationError:  # of text our parser says what is wrong
            goals = GoalsOut.from_text(reply.raw).goals
        asked = options or (problem.question,)
        pairs = [(one.formula, one.sentence) for one in goals] + [("", "")] * len(asked)
        found = [asking(self.base, goal, said or one) for one, (goal, said) in zip(asked, pairs, strict=False)]
        wrong = next((one for one in found if one.first is None), None)
        if not options or wrong is not None:
            return wrong or found[0]
        return with_options(problem, self.base, found)
