"""A model behind OpenAI's protocol as a page reaches it: by the browser's own requests."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from sorites.translators.models.chat import Message, ModelUnavailable, Reply, Request, T
from sorites.translators.models.structure import answer_of, judged, rendered, usage_of

_MOST: Final = 2
"""How often one question is asked, if the answer does not fit."""


@dataclass(frozen=True, slots=True)
class PageChat:
    """A chat model that is asked for its answer as JSON in words, which every endpoint understands.

    Attributes:
        post: sends a text to an address, with a key, and returns what is answered; what fails is an ``OSError``.
        url: the endpoint, up to ``/v1``.
        model: the model's name there.
        key: the key; empty for none.
    """

    post: Callable[[str, str, str], str]
    url: str
    model: str
    key: str = field(default="", repr=False)

    @property
    def name(self) -> str:
        """The model, as it is called in what is shown."""
        return f"openai:{self.model}"

    def fill(self, messages: list[Message], schema: type[T], sample: int = 0) -> Reply:
        """Return the model's answer; see ``ChatModel``."""
        requests: list[Request] = []
        for reason in ("ask", "reask")[:_MOST]:
            started = time.perf_counter()
            body = {"model": self.model, "messages": rendered(messages, schema, "markdown")}
            try:
                told = json.loads(self.post(f"{self.url.rstrip('/')}/chat/completions", self.key, json.dumps(body)))
                answer = answer_of(told["choices"][0], usage_of(told.get("usage")), "markdown")
            except (OSError, ValueError, LookupError, TypeError) as error:
                raise ModelUnavailable(f"{self.url} did not answer as an endpoint does: {error}") from None
            raw, fault = judged(answer, schema)
            spent = replace(answer.usage, requests=1, seconds=time.perf_counter() - started)
            requests.append(Request("ask" if reason == "ask" else "reask", spent, "markdown", fault))
            if not fault:
                break
            said = Message("assistant", raw or "(nothing)")
            messages = [*messages, said, Message("user", f"That does not fit. Fill in the schema again.\n{fault}")]
        return Reply(raw, not fault, tuple(requests), answer.finish, answer.thoughts, answer.refusal)

    async def afill(self, messages: list[Message], schema: type[T], sample: int = 0) -> Reply:
        """Do as ``fill`` does; a page has one thread."""
        return self.fill(messages, schema, sample)
