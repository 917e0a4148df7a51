"""Baselines: the model answers by itself, at once or step by step.

They are asked for a structured answer, and where the model gives another text instead,
the answer is looked for in that.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Protocol, cast, get_args

from pydantic import BaseModel, Field

from sorites.solvers import UserError, Verdict
from sorites.translators import Problem
from sorites.translators.models.chat import ChatModel, Message, Request, Usage, spent
from sorites.translators.models.prompts import Prompt, load_prompt
from sorites.translators.recorded import load_entries

from .extraction import extract_label

Method = Literal["direct", "cot"]
METHODS: Final = get_args(Method)


class DirectAnswer(BaseModel):
    """An answer."""

    answer: Annotated[str, Field(description="One of the labels.")]


class ReasonedAnswer(BaseModel):
    """An answer with the steps that lead to it."""

    reasoning: Annotated[str, Field(description="The steps, one conclusion at a time.")]
    answer: Annotated[str, Field(description="One of the labels.")]


@dataclass(frozen=True, slots=True)
class Answered:
    """What a baseline answered.

    Attributes:
        label: the label; ``None`` if none could be found in the text.
        text: what the model wrote.
        requests: every request that it took, with what it cost.
        prompt: the versions and hashes of what it was told.
    """

    label: str | None
    text: str
    requests: tuple[Request, ...] = ()
    prompt: str = ""

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
    """

    chat: ChatModel
    prompt: Prompt
    method: Method

    @property
    def name(self) -> str:
        """The method, with the model."""
        return f"{self.method}, {self.chat.name}"

    def answers(self, problem: Problem) -> list[Answered]:
        """Return the model's one answer."""
        return [self.answer(problem)]

    def answer(self, problem: Problem) -> Answered:
        """Return the model's own answer.

        Raises:
            UserError: the endpoint refuses, for a reason that only the user can mend.
            ModelUnavailable: it did not answer, however often it was asked.
        """
        labels = list(dict.fromkeys(problem.scheme.labels.values()))
        told = replace(
            self.prompt,
            system=f"{self.prompt.system}\n\nThe labels are: {', '.join(labels)}.",
            demonstrations=tuple(_labelled(d, problem) for d in self.prompt.demonstrations),
        )
        messages: list[Message] = told.messages(problem)
        schema = DirectAnswer if self.method == "direct" else ReasonedAnswer
        reply = self.chat.fill(messages, schema)
        try:
            filled = json.loads(reply.raw)
            text = str(filled["answer"])
        except (ValueError, TypeError, KeyError):
            text = reply.raw
        label = extract_label(text, labels, problem.options)
        return Answered(label, reply.raw, reply.requests, f"{self.method}:{self.prompt.label}")


@dataclass(frozen=True, slots=True)
class RecordedAnswerer:
    """Answers that a model gave earlier, from a file; the labels are looked for in their texts.

    Attributes:
        source: the file's name.
        texts: the texts for each problem's id.
        limit: how many of a problem's recorded samples to give; 0 for all.
    """

    source: str
    texts: Mapping[str, Sequence[str]]
    limit: int = 0

    @classmethod
    def from_file(cls, path: Path, limit: int = 0) -> RecordedAnswerer:
        """Return the answers of a file: Logic-LM's (``predicted_answer``) or LINC's (``samples``).

        Raises:
            UserError: the file can't be read, or holds no answers.
        """
        texts = {e.id: e.answers for e in load_entries(path)}
        if not any(texts.values()):
            raise UserError(f"{path}: no entry has 'predicted_answer' or 'samples'")
        return cls(path.stem, texts, limit)

    @property
    def name(self) -> str:
        """The file's name."""
        return f"answers:{self.source}"

    def answers(self, problem: Problem) -> list[Answered]:
        """Return the recorded answers to a problem.

        Raises:
            UserError: there are none.
        """
        texts = self.texts.get(problem.id)
        if not texts:
            raise UserError(f"{self.source} holds no answer to the problem '{problem.id}'")
        labels = list(dict.fromkeys(problem.scheme.labels.values()))
        taken = texts[: self.limit or None]
        return [Answered(extract_label(text, labels, problem.options), text) for text in taken]


def _labelled(demonstration: dict[str, Any], problem: Problem) -> dict[str, Any]:
    """Return a demonstration that answers with a label of the problem's."""
    reply = demonstration["reply"]
    return {**demonstration, "reply": {**reply, "answer": problem.scheme.label(Verdict(reply["answer"]))}}


def make_answerer(method: str, chat: ChatModel, shots: int | None = None) -> Answerer:
    """Return a baseline.

    Args:
        method: ``direct`` or ``cot``.
        chat: the model.
        shots: how many demonstrations to show; ``None`` for none (zero-shot, as in
            Multi-LogiEval, section 4.2); ProverGen (section 4.1) shows two.

    Raises:
        UserError: there is no such method.
    """
    if method in METHODS:
        return ModelAnswerer(chat, load_prompt(shots=shots, name=method), cast("Method", method))
    raise UserError(f"there is no method '{method}'; there are logic, {', '.join(METHODS)}")
