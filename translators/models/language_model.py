"""Translation by a chat model that fills in the schema of a program, or asks a question in the words of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Self

from pydantic import BaseModel, Field, ValidationError

from sorites.solvers import Diagnostic, Level, Reading, read_program

from ..coverage import Coverage, coverage_of
from ..in_words import Goal, asking, text_of, with_options
from ..problem import Problem, statements_of
from ..translation import REFUSED, VAIN, Translation, unanswered
from .chat import ChatModel, Message, Reply, Told
from .constraints import ConstraintProgram
from .dialogue import NOTHING, aask, ask
from .program_text import ProgramText
from .prompts import Prompt, fence, fenced, listed, load_prompt
from .schema import FOLProgram, TextAlone, asked_for, is_as_it_is
from .structure import CUT_OFF, Filled, told

AGAIN: Final = "Your program has faults. Write the whole program again."
AGAIN_OR_NOT: Final = (
    "Your program may not say what the text says. Mend it and write the whole of it again. "
    "Only if it is right as it is, answer with as_it_is alone."
)
ALONE: Final = "Nothing is asked yet: translate the text, without a goal."
ALONE_AS_TEXT: Final = "Nothing is asked yet: translate the text, and write ⊤ as the conclusion."
FURTHER: Final = (
    "The same text will be asked these questions, too. Under 'further', write what each of them asks, in their order, "
    "with predicates that you declare."
)
AS_TEXT: Final = "\n\nWrite a line with the formula of each, and nothing else."
GOAL_AGAIN: Final = "This may not say what is asked. Mend it, or write it again if it is right."
AGAIN_AS_TEXT: Final = "Your program may not say what the text says. Write the whole of it again, mended if need be."


@dataclass(frozen=True, slots=True)
class ModelTranslator:
    """A chat model as a translator.

    Attributes:
        chat: the model.
        prompt: what it is told.
        samples: how many translations of each problem to ask for.
        strict: mend nothing in what it writes.
        further: questions that will be asked of the same text, whose goals are written with it.
    """

    chat: ChatModel
    prompt: Prompt
    samples: int = 1
    strict: bool = False
    further: tuple[str, ...] = field(default=(), compare=False)

    @property
    def name(self) -> str:
        """The name in the registry, with the model."""
        return self.chat.name

    def translations(self, problem: Problem) -> list[Translation]:
        """Return the model's translations of a problem, readable or not; all samples are asked for at once.

        Raises:
            UserError: the endpoint refuses every one of them.
            ModelUnavailable: it answers none.
        """
        return self._known(problem) or self._translations(problem, ask(self.chat, *self._asked(problem), self.samples))

    async def atranslations(self, problem: Problem) -> list[Translation]:
        """Do as ``translations`` does, without blocking."""
        return self._known(problem) or self._translations(
            problem, await aask(self.chat, *self._asked(problem), self.samples)
        )

    def repair(self, problem: Problem, translation: Translation, feedback: str) -> Translation:
        """Return a new translation, made in the light of what was wrong with the last one.

        The model may answer that a program that can be read is right as it is: then that program is returned.
        """
        return self._repaired(problem, translation, ask(self.chat, *self._again(problem, translation, feedback)))

    async def arepair(self, problem: Problem, translation: Translation, feedback: str) -> Translation:
        """Do as ``repair`` does, without blocking."""
        told = await aask(self.chat, *self._again(problem, translation, feedback))
        return self._repaired(problem, translation, told)

    @property
    def own_prompts(self) -> tuple[Prompt, ...]:
        """The prompts that the model is told besides those that are named: ours for questions by themselves."""
        return (load_prompt(name="goal"),)

    def in_words(self, base: Reading, known: Mapping[str, Goal]) -> InWords:
        """Return who translates questions about a text in the words in which that was read before.

        Args:
            base: the reading of the text, whose program asks nothing.
            known: the goals of questions that were translated with the text.
        """
        return InWords(self.chat, self.prompt, base=base, known=known)

    def _known(self, problem: Problem) -> list[Translation]:
        """Return translations for which nobody need be asked."""
        return []

    def _asked(self, problem: Problem) -> tuple[list[Message], type[BaseModel]]:
        *messages, last = self.prompt.messages(problem)
        more = ""
        if not problem.question:
            more = f"\n\n{ALONE_AS_TEXT if self.prompt.form == 'text' else ALONE}"
        elif self.further and self.prompt.form == "json":
            more = f"\n\n{FURTHER}\n{listed('questions', enumerate(self.further, 1))}"
        return [*messages, replace(last, content=f"{last.content}{more}")], self._schema(problem)

    def _translations(self, problem: Problem, told: Sequence[Told]) -> list[Translation]:
        return [
            self._translation(problem, one) if isinstance(one, Reply) else unanswered(self.name, one, self._told())
            for one in told
        ]

    def _again(self, problem: Problem, last: Translation, feedback: str) -> tuple[list[Message], type[BaseModel]]:
        readable, filled = last.reading.first is not None, self.prompt.form == "json"
        may_stay = filled and bool(problem.question) and not self.prompt.constrains(problem)
        opening = (AGAIN_OR_NOT if may_stay else AGAIN_AS_TEXT) if readable else AGAIN
        more = [
            Message("assistant", last.raw or "(no program)", shows=filled and bool(last.raw)),
            Message("user", f"{opening}\n{feedback}"),
        ]
        return [*self._asked(problem)[0], *more], self._schema(problem, again=readable)

    def _repaired(self, problem: Problem, last: Translation, told: Sequence[Told]) -> Translation:
        [found] = self._translations(problem, told)
        if last.reading.first is None or self.prompt.form == "text" or not is_as_it_is(found.raw):
            return found
        return replace(
            last, seconds=found.seconds, requests=found.requests, finish=found.finish, thoughts=found.thoughts
        )

    def _schema(self, problem: Problem, *, again: bool = False) -> type[FOLProgram | ProgramText | ConstraintProgram]:
        if self.prompt.form == "text":
            return ProgramText
        if self.prompt.constrains(problem):
            return ConstraintProgram
        fields = self.prompt.fields(problem).union(["further"] if self.further else [])
        return asked_for(fields, again, not problem.question)

    def _reading(self, problem: Problem, reply: Reply) -> Reading:
        """Return what our parser makes of an answer, also of one that the schema refused."""
        raw, as_text, options = reply.raw, self.prompt.form == "text", statements_of(problem.options)
        if reply.refusal:
            return _nothing(reply, REFUSED, f"refused by the model: {reply.refusal}")
        try:
            if not self.prompt.constrains(problem):
                return (_text if as_text else _filled)(problem, raw, self.strict)
            if as_text:
                return read_program(raw, strict=self.strict, question=problem.question, options=options)
            return ConstraintProgram.read(raw).reading(problem.question, options, strict=self.strict)
        except ValidationError as error:
            return _no_program(reply, error)

    def _told(self) -> str:
        """Return the version and hash of the prompt."""
        return f"translate:{self.prompt.label}"

    def _translation(self, problem: Problem, reply: Reply) -> Translation:
        return Translation(
            self._reading(problem, reply),
            self.name,
            reply.usage.seconds,
            reply.raw,
            self._told(),
            reply.requests,
            reply.finish,
            reply.thoughts,
        )


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
        said = Message("assistant", last.raw or NOTHING, shows=bool(last.raw))
        return [*messages, said, Message("user", f"{GOAL_AGAIN}\n{feedback}")], schema

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


def _filled(problem: Problem, raw: str, strict: bool) -> Reading:
    filled = (FOLProgram if problem.question else TextAlone).read(raw)
    reading = filled.reading(strict=strict)
    reading = _covered(reading, filled.coverage(problem, reading.first))
    return reading if reading.first is None else with_options(problem, reading, filled.options_of(reading))


def _text(problem: Problem, raw: str, strict: bool) -> Reading:
    reading = read_program(raw, strict=strict)
    if reading.first is None:
        return reading
    return _covered(reading, coverage_of(reading.first, problem.context, problem.question))


def _covered(reading: Reading, found: Coverage | None) -> Reading:
    return reading if found is None else replace(reading, diagnostics=(*reading.diagnostics, *found.diagnostics))


def _nothing(reply: Reply, code: str, message: str, hint: str = "") -> Reading:
    fault = Diagnostic(code, Level.ERROR, " ".join(message.split())[:500], None, hint)
    return Reading(None, (fault,), reply.raw, 0, 0)


def _no_program(reply: Reply, error: ValidationError) -> Reading:
    if reply.finish == CUT_OFF or not reply.raw:
        why = "was cut off, with more room too: raise max_tokens by --set" if reply.finish == CUT_OFF else "is empty"
        return _nothing(
            reply, VAIN, f"the model's answer {why}", "" if reply.raw else "Ask another way: --set mode=markdown."
        )
    fits = f"'s program does not fit the schema: {told(error)}" if "{" in reply.raw else " wrote no program"
    return _nothing(reply, "no-program", f"the model{fits}", "Fill in the schema.")
