"""Baselines: the model answers by itself, at once or step by step.

They are asked for a structured answer, and where the model gives another text instead,
the answer is looked for in that.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, Protocol, Self, cast, get_args

from pydantic import BaseModel, Field, create_model

from sorites.solvers import UserError
from sorites.translators import ModelOptions, Problem
from sorites.translators.models.chat import ChatModel, Reply, Request, Told, Usage, spent
from sorites.translators.models.dialogue import ask
from sorites.translators.models.program_text import TEXT
from sorites.translators.models.prompts import Form, Prompt, check_prompts, load_prompt
from sorites.translators.models.prompts.labels import answers_to
from sorites.translators.readback import Said, answers_of, run_of
from sorites.translators.recorded import NotRecorded, load_entries

from .extraction import extract_label

Method = Literal["direct", "cot"]
METHODS: Final = get_args(Method)


class AnswerText(BaseModel):
    """An answer as text, in which it is looked for."""

    text: str

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return what a model wrote.

        Args:
            text: all that it wrote.
        """
        return cls(text=text)


@cache
def answer_schema(method: Method, answers: tuple[str, ...], explained: bool = False) -> type[BaseModel]:
    """Return what a model fills in.

    Args:
        method: ``direct`` for the answer alone, ``cot`` for steps before it.
        answers: what may be answered: labels, or letters of options.
        explained: whether an explanation stands behind the answer.
    """
    wanted: Any = Literal[answers]
    answer = (wanted, Field(description="The answer."))
    if method == "direct" and explained:
        why = (str, Field("", description="Why, in a sentence."))
        return create_model("ExplainedAnswer", __doc__="An answer, and why.", answer=answer, explanation=why)
    if method == "direct":
        return create_model("DirectAnswer", __doc__="An answer.", answer=answer)
    reasoning = (str, Field(description="The steps, one conclusion at a time."))
    doc = "An answer with the steps that lead to it."
    return create_model("ReasonedAnswer", __doc__=doc, reasoning=reasoning, answer=answer)


@dataclass(frozen=True, slots=True)
class Answered:
    """What a baseline answered.

    Attributes:
        label: the label; ``None`` if none could be found in the text.
        text: what the model wrote.
        requests: every request that it took, with what it cost.
        prompt: the versions and hashes of what it was told.
        fault: why it could not be asked; nothing if it answered.
        reasoning: what led to the answer, where a file has that apart; no label is looked for in it.
    """

    label: str | None
    text: str
    requests: tuple[Request, ...] = ()
    prompt: str = ""
    fault: str = ""
    reasoning: str = ""

    @property
    def usage(self) -> Usage:
        """What the answer cost."""
        return spent(self.requests)


class Answerer(Protocol):
    """Answers problems without a prover."""

    @property
    def name(self) -> str:
        """The method, with the model."""
        ...

    def answers(self, problem: Problem) -> list[Answered]:
        """Return the answers to a problem: one, or several samples."""
        ...


@dataclass(frozen=True, slots=True)
class ModelAnswerer:
    """A chat model that answers by itself.

    Attributes:
        chat: the model.
        prompt: what it is told.
        method: ``direct`` for the answer alone, ``cot`` for steps before it.
        samples: how many answers to each problem to ask for.
    """

    chat: ChatModel
    prompt: Prompt
    method: Method
    samples: int = 1

    @property
    def name(self) -> str:
        """The method, with the model."""
        return f"{self.method}, {self.chat.name}"

    def answers(self, problem: Problem) -> list[Answered]:
        """Return the model's answers; all samples are asked for at once.

        Raises:
            UserError: the endpoint refuses, for a reason that only the user can mend.
            ModelUnavailable: it answers none, however often it was asked.
            RequestRefused: it takes none.
        """
        return [
            self._answered(problem, one) if isinstance(one, Reply) else Answered(None, "", one.requests, fault=str(one))
            for one in self._told(problem, self.samples)
        ]

    def answer(self, problem: Problem) -> Answered:
        """Return the model's own answer, its first.

        Raises:
            UserError: the endpoint refuses, for a reason that only the user can mend.
            ModelUnavailable: it did not answer, however often it was asked.
            RequestRefused: it does not take this problem.
        """
        [told] = self._told(problem, 1)
        assert isinstance(told, Reply)  # one that failed alone is raised
        return self._answered(problem, told)

    def _told(self, problem: Problem, samples: int) -> list[Told]:
        known = tuple(answers_to(problem).labels)
        schema = AnswerText if self.prompt.form == "text" else answer_schema(self.method, known, self.prompt.explained)
        return ask(self.chat, self.prompt.messages(problem), schema, samples)

    def _answered(self, problem: Problem, reply: Reply) -> Answered:
        try:
            text = str(json.loads(reply.raw)["answer"])
        except (ValueError, TypeError, KeyError):
            text = reply.raw
        label = answers_to(problem).labels.get(text.strip())
        if label is None:
            label = extract_label(text, list(dict.fromkeys(problem.scheme.labels.values())), problem.options)
        silent = not (reply.raw or reply.refusal or reply.usage.output_tokens)
        fault = f"the endpoint gave no answer: {reply.faults[-1]}" if silent and reply.faults else ""
        return Answered(label, reply.raw, reply.requests, f"{self.method}:{self.prompt.label}", fault)


@dataclass(frozen=True, slots=True)
class RecordedAnswerer:
    """Answers that a model gave earlier, from a file; the labels are looked for in their texts.

    Attributes:
        source: the file's name.
        said: the answers for each problem's id.
        limit: how many of a problem's recorded samples to give; 0 for all.
    """

    source: str
    said: Mapping[str, Sequence[Said]]
    limit: int = 0

    @classmethod
    def from_file(cls, path: Path, limit: int = 0) -> RecordedAnswerer:
        """Return the answers of a file: Logic-LM's (``predicted_answer``) or LINC's (``samples``); or of a run.

        Raises:
            UserError: the file can't be read, or holds no answers.
        """
        if (run := run_of(path)) is not None:
            records, cell = run
            called = f"{records.parent.name}#{cell}" if cell else records.parent.name
            return cls(called, answers_of(records, cell), limit)
        said = {e.id: e.answers for e in load_entries(path)}
        if not any(said.values()):
            raise UserError(f"{path}: no entry has 'predicted_answer' or 'samples'")
        return cls(path.stem, said, limit)

    @property
    def name(self) -> str:
        """The file's name."""
        return f"answers:{self.source}"

    def answers(self, problem: Problem) -> list[Answered]:
        """Return the recorded answers to a problem.

        Raises:
            NotRecorded: there are none.
        """
        said = self.said.get(problem.id)
        if not said:
            raise NotRecorded(f"{self.source} holds no answer to the problem")
        labels = list(dict.fromkeys(problem.scheme.labels.values()))
        taken = said[: self.limit or None]
        return [
            Answered(extract_label(one.answer, labels, problem.options), one.answer, reasoning=one.reasoning)
            for one in taken
        ]


def make_answerer(method: str, chat: ChatModel, how: ModelOptions = ModelOptions(), samples: int = 1) -> ModelAnswerer:
    """Return a baseline.

    Args:
        method: ``direct`` or ``cot``.
        chat: the model.
        how: how it is asked. Without ``shots`` all demonstrations of a file are shown, and none of ours (zero-shot);
            ``prompt`` is a file that replaces the instructions, or a folder with ``direct.md`` or ``cot.md``; in the
            mode ``text`` the answer is looked for in plain text.
        samples: how many answers to each problem to ask for.

    Raises:
        UserError: there is no such method, a file can't be read, or there are not so many demonstrations.
    """
    if method not in METHODS:
        raise UserError(f"there is no method '{method}'; there are {', '.join(METHODS)}")
    check_prompts(how.prompt, (method,))
    form: Form = "text" if how.mode == TEXT else "json"
    prompt = load_prompt(how.prompt, how.shots, method, how.demonstrations, form)
    return ModelAnswerer(chat, prompt, cast("Method", method), max(samples, 1))
