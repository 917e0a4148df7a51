"""Background knowledge from a model: whether what is known of somebody settles a condition.

The questions are closed, each about one individual and one condition; an answer is a
fact or nothing, so that a model adds no rules and no conclusions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import Field, ValidationError

from .chat import ChatModel, Message, Request
from .prompts import Prompt, fence, load_prompt
from .structure import Filled


class KnownOut(Filled):
    """The answer to one question."""

    number: int = Field(description="The number of the pair.", ge=1)
    answer: Literal["yes", "no", "unknown"]


class KnowledgeOut(Filled):
    """The answers to all questions."""

    answers: list[KnownOut] = Field(description="One for each pair, in their order.")


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A condition that the table of general knowledge does not settle.

    Attributes:
        who: of whom it is asked.
        condition: the condition, a verb phrase.
        known: what is said of them, as verb phrases.
    """

    who: str
    condition: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BackgroundKnowledge:
    """Asks a model; answers are cached as all answers of the model are.

    Attributes:
        chat: the model.
    """

    chat: ChatModel

    @property
    def own_prompts(self) -> tuple[Prompt, ...]:
        """The prompts that the model is told, which hang on no field."""
        return (load_prompt(name="background"),)

    def settle(self, questions: list[Unsettled]) -> tuple[list[bool | None], tuple[Request, ...]]:
        """Return whether each condition holds, ``None`` where it is not known, and what that cost.

        Raises:
            UserError: the endpoint refuses.
            ModelUnavailable: it did not answer.
        """
        if not questions:
            return [], ()
        listed = [
            f"{i}. Known: the {q.who} {'; '.join(q.known) or 'is in the game'}.\n   Condition: it {q.condition}"
            for i, q in enumerate(questions, 1)
        ]
        messages = [
            Message("system", load_prompt(name="background").system),
            Message("user", fence(pairs="\n".join(listed))),
        ]
        reply = self.chat.fill(messages, KnowledgeOut)
        found: list[bool | None] = [None] * len(questions)
        try:
            answers = KnowledgeOut.read(reply.raw).answers
        except ValidationError:
            return found, reply.requests
        for one in answers:
            if one.number <= len(questions) and one.answer != "unknown":
                found[one.number - 1] = one.answer == "yes"
        return found, reply.requests
