"""Questions translated by themselves, with the words of a text that was read before and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Final, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sorites.solvers import Reading

from ..in_words import Goal, asking, glossary
from ..problem import Problem, statements_of, wanted_of
from ..translation import Translation
from .chat import Message, Reply
from .conversation import Told, aask, ask
from .prompts import fence, fenced, load_prompt
from .thoughts import json_in
from .unanswered import unanswered

if TYPE_CHECKING:
    from .language_model import ModelTranslator

AS_TEXT: Final = "\n\nWrite a line with the formula of each, and nothing else."
_AGAIN: Final = "This may not say what is asked. Mend it, or write it again if it is right."


class GoalOut(BaseModel):
    """What is asked, or what an option states."""

    model_config = ConfigDict(extra="forbid")

    sentence: Annotated[str, Field(description="It as a statement.")]
    formula: Annotated[str, Field(description="Its formula, in the given words.", min_length=1)]


class GoalsOut(BaseModel):
    """The formula of a question; or one for each of its options."""

    model_config = ConfigDict(extra="forbid")

    goals: Annotated[list[GoalOut], Field(description="One for the question; or one for each option, in their order.")]

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the goals that a model wrote as text, in a line each.

        Args:
            text: all that it wrote.
        """
        lines = [line.strip() for line in text.splitlines() if line.strip("` \t")]
        return cls(goals=[GoalOut(sentence="", formula=line) for line in lines])


@dataclass(frozen=True, slots=True)
class InWords:
    """A model that translates questions about a text that was read before, in the words of that.

    Attributes:
        model: the model as a translator of whole problems.
        base: the reading of the text, whose program asks nothing.
        known: the goals of questions that were translated with the text.
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
        known = self._known(problem)
        return [known] if known is not None else self._read(problem, ask(self.model.chat, *self._asked(problem)))

    async def atranslations(self, problem: Problem) -> list[Translation]:
        """Do as ``translations`` does, without blocking."""
        known = self._known(problem)
        return [known] if known is not None else self._read(problem, await aask(self.model.chat, *self._asked(problem)))

    def repair(self, problem: Problem, translation: Translation, feedback: str) -> Translation:
        """Return the program with another goal, made in the light of what was wrong with the last one."""
        return self._read(problem, ask(self.model.chat, *self._asked(problem, translation, feedback)))[0]

    async def arepair(self, problem: Problem, translation: Translation, feedback: str) -> Translation:
        """Do as ``repair`` does, without blocking."""
        return self._read(problem, await aask(self.model.chat, *self._asked(problem, translation, feedback)))[0]

    def _known(self, problem: Problem) -> Translation | None:
        goal = None if statements_of(problem.options) else self.known.get(problem.question)
        if goal is None:
            return None
        formula, sentence = goal
        raw = GoalsOut(goals=[GoalOut(sentence=sentence, formula=formula)]).model_dump_json()
        return Translation(asking(self.base, formula, sentence), self.name, 0.0, raw)

    def _asked(
        self, problem: Problem, last: Translation | None = None, feedback: str = ""
    ) -> tuple[list[Message], type[BaseModel]]:
        assert self.base.first is not None
        told = load_prompt(name="goal").system + (AS_TEXT if self.model.prompt.form == "text" else "")
        text = fenced(problem.context, problem.question, problem.options)
        messages = [Message("system", told), Message("user", f"{fence(vocabulary=glossary(self.base.first))}\n{text}")]
        if last is not None:
            messages.append(Message("assistant", last.raw or "(nothing)", shows=bool(last.raw)))
            messages.append(Message("user", f"{_AGAIN}\n{feedback}"))
        return messages, GoalsOut

    def _read(self, problem: Problem, told: list[Told]) -> list[Translation]:
        label = f"goal:{load_prompt(name='goal').label}"
        return [
            Translation(
                self._reading(problem, one.raw), self.name, one.usage.seconds, one.raw, label,
                one.requests, one.finish, one.thoughts,
            )
            if isinstance(one, Reply) else unanswered(self.name, one, label)
            for one in told
        ]  # fmt: skip

    def _reading(self, problem: Problem, raw: str) -> Reading:
        """Return the reading of a question, or of its options: of all, or of none."""
        options = statements_of(problem.options)
        try:
            goals = GoalsOut.model_validate_json(json_in(raw, ("goals",))).goals
        except ValidationError:  # of text our parser says what is wrong
            goals = GoalsOut.from_text(raw).goals
        wanted = options or (problem.question,)
        pairs = [(one.formula, one.sentence or asked) for one, asked in zip(goals, wanted, strict=False)]
        pairs += [("", asked) for asked in wanted[len(pairs) :]]
        found = [asking(self.base, *pair) for pair in pairs]
        wrong = next((one for one in found if one.first is None), None)
        if not options or wrong is not None:
            return wrong or found[0]
        programs = [
            replace(one.first, goal=replace(one.first.goal, gloss=option, span=None))
            for one, option in zip(found, options, strict=True)
            if one.first is not None
        ]
        return replace(self.base, options=tuple(programs), wanted=wanted_of(problem.question))
