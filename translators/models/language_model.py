"""Translation by a chat model that fills in the schema of a program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pydantic import ValidationError

from sorites.solvers import Diagnostic, Level, Reading

from ..coverage import coverage_of
from ..problem import Problem
from ..translation import Confirmation, Translation
from .both_ways import both_ways
from .chat import OF_ONE, ChatModel, Message, Reply
from .choosing import with_options
from .confirming import confirmed
from .conversation import Conversation, Question, ahold, ahold_all, hold, hold_all
from .dialogue import CUT_OFF
from .program_text import ProgramText, read_text
from .prompts import Prompt, load_prompt
from .review import reviewed
from .schema import FOLProgram, Reconsidered, filled_in, is_as_it_is
from .staged import PROMPTS, mended, staged
from .structure import told
from .unanswered import REFUSED, UNAVAILABLE, VAIN, unanswered

AGAIN: Final = "Your program has faults. Write the whole program again."
AGAIN_OR_NOT: Final = (
    "Your program may not say what the text says. Mend it and write the whole of it again. "
    "Only if it is right as it is, answer with as_it_is alone."
)
AGAIN_AS_TEXT: Final = "Your program may not say what the text says. Write the whole of it again, mended if need be."


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
        bidirectional: have the question's negation translated by itself, and answer only if both ways agree.
        prompts: what it is told in the stages and in the review, by their names; ours where one is missing.
    """

    chat: ChatModel
    prompt: Prompt
    samples: int = 1
    strict: bool = False
    staged: bool = False
    review: bool = False
    bidirectional: bool = False
    prompts: Mapping[str, Prompt] = field(default_factory=dict, hash=False)

    @property
    def name(self) -> str:
        """The name in the registry, with the model."""
        return self.chat.name

    @property
    def own_prompts(self) -> tuple[Prompt, ...]:
        """The prompts that the model is told besides those that are named: ours for the options of a question."""
        return () if "sentence" in self.prompts else (load_prompt(name="sentence"),)

    def translations(self, problem: Problem) -> list[Translation]:
        """Return the model's translations of a problem, readable or not; all samples are asked for at once.

        Raises:
            UserError: the endpoint refuses every one of them.
            ModelUnavailable: it answers none.
        """
        return self._samples(hold_all(self.chat, [self._translating(problem, i) for i in range(self.samples)]))

    async def atranslations(self, problem: Problem) -> list[Translation]:
        """Do as ``translations`` does, without blocking."""
        talks = [self._translating(problem, i) for i in range(self.samples)]
        return self._samples(await ahold_all(self.chat, talks))

    def repair(self, problem: Problem, translation: Translation, feedback: str) -> Translation:
        """Return a new translation, made in the light of what was wrong with the last one.

        The model may answer that a program that can be read is right as it is: then that program is returned.
        """
        return hold(self.chat, self._repairing(problem, translation, feedback))

    async def arepair(self, problem: Problem, translation: Translation, feedback: str) -> Translation:
        """Do as ``repair`` does, without blocking."""
        return await ahold(self.chat, self._repairing(problem, translation, feedback))

    def confirm(self, problem: Problem, questions: Sequence[str]) -> Confirmation:
        """Return what the model says of closed questions about what a text means."""
        return hold(self.chat, confirmed(problem, questions))

    async def aconfirm(self, problem: Problem, questions: Sequence[str]) -> Confirmation:
        """Do as ``confirm`` does, without blocking."""
        return await ahold(self.chat, confirmed(problem, questions))

    def _samples(self, found: Sequence[Translation | Exception]) -> list[Translation]:
        """Return samples; one that failed is a translation that says why, unless all of them did."""
        failures = [one for one in found if isinstance(one, Exception)]
        if failures and (len(failures) == len(found) or not all(isinstance(one, OF_ONE) for one in failures)):
            raise next((one for one in failures if not isinstance(one, OF_ONE)), failures[0])
        return [
            one if isinstance(one, Translation) else unanswered(self.name, one, self._told())
            for one in found
            if isinstance(one, (Translation, *OF_ONE))
        ]

    def _translating(self, problem: Problem, sample: int) -> Conversation[Translation]:
        return (yield from self._beside(problem, (yield from self._one_way(problem, sample)), sample))

    def _beside(
        self, problem: Problem, found: Translation, sample: int = 0, before: tuple[str, str] = ("", "")
    ) -> Conversation[Translation]:
        """Have translated what a program has no place for: the options, and the question's negation."""
        chosen = yield from self._choosing(problem, found, sample)
        return (yield from self._both_ways(problem, chosen, sample, before))

    def _choosing(self, problem: Problem, found: Translation, sample: int) -> Conversation[Translation]:
        own = self.prompts.get("sentence")
        reading, replies = yield from with_options(problem, found.reading, found.raw, sample, own)
        if not replies:
            return found
        label = f"sentence:{(own or load_prompt(name='sentence')).label}"
        return replace(
            found,
            reading=reading,
            seconds=found.seconds + max(reply.usage.seconds for reply in replies),  # they are asked at once
            prompt=found.prompt if label in found.prompt else f"{found.prompt} {label}",
            requests=(*found.requests, *(request for reply in replies for request in reply.requests)),
        )

    def _both_ways(
        self, problem: Problem, found: Translation, sample: int, before: tuple[str, str]
    ) -> Conversation[Translation]:
        if not self.bidirectional:
            return found
        reading, reply, denied = yield from both_ways(
            problem, found.reading, found.raw, sample, self.prompts.get("sentence"), before
        )
        if reply is None:
            return replace(found, denied=denied)
        seconds, requests = found.seconds + reply.usage.seconds, (*found.requests, *reply.requests)
        return replace(found, reading=reading, seconds=seconds, requests=requests, denied=denied)

    def _one_way(self, problem: Problem, sample: int) -> Conversation[Translation]:
        if self.staged:
            reply = yield from staged(problem, sample, self.prompts)
        else:
            [reply] = yield [Question(self.prompt.messages(problem), self._schema, sample)]
        translation = self._translation(problem, reply)
        program = translation.reading.first
        if not self.review or program is None:
            return translation
        again = self._translation(problem, (yield from reviewed(problem, reply, program, sample, self.prompts)))
        # A second look may not break what could be read.
        return again if again.reading.first is not None else replace(translation, requests=again.requests)

    def _repairing(self, problem: Problem, translation: Translation, feedback: str) -> Conversation[Translation]:
        if self.staged:
            found = yield from mended(problem, translation.raw, feedback, self.prompts.get("sentence"))
            if found is not None:
                return self._translation(problem, found)
        readable, filled = translation.reading.first is not None, self._schema is FOLProgram
        opening = (AGAIN_OR_NOT if filled else AGAIN_AS_TEXT) if readable else AGAIN
        messages = [
            *self.prompt.messages(problem),
            Message("assistant", translation.raw or "(no program)", shows=filled and bool(translation.raw)),
            Message("user", f"{opening}\n{feedback}"),
        ]
        [reply] = yield [Question(messages, Reconsidered if readable and filled else self._schema)]
        if readable and filled and is_as_it_is(reply.raw):
            return replace(
                translation, seconds=reply.usage.seconds, requests=reply.requests,
                finish=reply.finish, thoughts=reply.thoughts,
            )  # fmt: skip
        return (yield from self._beside(problem, self._translation(problem, reply), before=translation.denied))

    @property
    def _schema(self) -> type[FOLProgram | ProgramText]:
        return ProgramText if self.prompt.form == "text" else FOLProgram

    def _told(self) -> str:
        """Return the versions and hashes of all prompts that the model has seen."""
        names = (*(PROMPTS if self.staged else ()), *(("review", "sentence") if self.review else ()))
        names += ("sentence",) if self.bidirectional else ()
        labels = {name: (self.prompts.get(name) or load_prompt(name=name)).label for name in names}
        if not self.staged:
            labels = {"translate": self.prompt.label, **labels}
        return " ".join(f"{name}:{label}" for name, label in labels.items())

    def _translation(self, problem: Problem, reply: Reply) -> Translation:
        return Translation(
            (_reading if self._schema is FOLProgram else _text)(problem, reply, self.strict),
            self.name,
            reply.usage.seconds,
            reply.raw,
            self._told(),
            reply.requests,
            reply.finish,
            reply.thoughts,
        )


def _reading(problem: Problem, reply: Reply, strict: bool) -> Reading:
    """Return what our parser makes of an answer, also of one that the schema refused."""
    try:
        filled = filled_in(reply.raw)
    except ValidationError as error:
        return Reading(None, (_no_program(reply, error),), reply.raw, 0, 0)
    reading = filled.reading(strict=strict)
    covered = filled.coverage(problem, reading.first)
    return reading if covered is None else replace(reading, diagnostics=(*reading.diagnostics, *covered.diagnostics))


def _text(problem: Problem, reply: Reply, strict: bool) -> Reading:
    """Return what our reader makes of an answer that is a program as text."""
    if reply.refusal:
        return Reading(None, (_refused(reply),), reply.raw, 0, 0)
    reading = read_text(reply.raw, strict=strict)
    if reading.first is None:
        return reading
    covered = coverage_of(reading.first, problem.context, problem.question)
    return reading if covered is None else replace(reading, diagnostics=(*reading.diagnostics, *covered.diagnostics))


def _refused(reply: Reply) -> Diagnostic:
    message = f"refused by the model: {reply.refusal}"
    return Diagnostic(REFUSED, Level.ERROR, " ".join(message.split())[:500])


def _no_program(reply: Reply, error: ValidationError) -> Diagnostic:
    if reply.refusal:
        return _refused(reply)
    if not reply.raw and reply.faults and not reply.usage.output_tokens:
        message = f"the endpoint gave no program: {reply.faults[-1]}"
        return Diagnostic(UNAVAILABLE, Level.ERROR, " ".join(message.split())[:500])
    if reply.finish == CUT_OFF or not reply.raw:
        why = "was cut off, with more room too: raise --max-tokens" if reply.finish == CUT_OFF else "is empty"
        return Diagnostic(VAIN, Level.ERROR, f"the model's answer {why}")
    message = "the model wrote no program"
    if "{" in reply.raw:
        message = f"the model's program does not fit the schema: {told(error)}"
    return Diagnostic("no-program", Level.ERROR, " ".join(message.split())[:500], None, "Fill in the schema.")
