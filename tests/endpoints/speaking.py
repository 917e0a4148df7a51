"""What a model says, and how an endpoint writes it down: as one completion, or as a stream of pieces."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

LETTERS = 4
"""How many letters a token has here."""

_calls = count(1)


@dataclass(frozen=True, slots=True)
class Said:
    """What a model says.

    Attributes:
        text: the content.
        arguments: those of a call of the tool that was asked for; no call if ``None``.
        tool: the tool that it calls, if not the one that was asked for.
        thoughts: what it thinks before, in a field of its own.
        beside: the name of that field.
        hidden: tokens that it thinks with and shows to nobody.
        refusal: why it refuses.
        finish: why it stopped, if not as it follows from the rest.
        message: more fields of the message, or others.
        choice: more fields of the choice, or others.
    """

    text: str | None = None
    arguments: Any = None
    tool: str = ""
    thoughts: str = ""
    beside: str = "reasoning_content"
    hidden: int = 0
    refusal: str = ""
    finish: str = ""
    message: Mapping[str, Any] = field(default_factory=dict)
    choice: Mapping[str, Any] = field(default_factory=dict)

    @property
    def reasoning(self) -> int:
        """How many tokens it thought with."""
        return tokens(self.thoughts) + self.hidden

    @property
    def output(self) -> int:
        """How many tokens it wrote, thoughts among them."""
        arguments = self.arguments if isinstance(self.arguments, str) else json.dumps(self.arguments or "")
        return self.reasoning + tokens(self.text or "") + tokens(self.refusal) + tokens(arguments.strip('"'))

    def within(self, room: int | None) -> Said:
        """Return what of it there is room for; it stops in the middle if there is too little."""
        if room is None or self.output <= room:
            return self
        left = max(0, room - self.hidden) * LETTERS
        thoughts = self.thoughts[:left]
        left -= len(thoughts)
        text = None if self.text is None else self.text[:left]
        arguments = self.arguments[:left] if isinstance(self.arguments, str) else None
        hidden = min(self.hidden, room)
        return replace(self, thoughts=thoughts, text=text, arguments=arguments, hidden=hidden, finish="length")


def tokens(text: str) -> int:
    """Return how many tokens a text has here."""
    return -(-len(text) // LETTERS)


def asked_tool(body: Mapping[str, Any]) -> str:
    """Return the name of the tool that a request wants, or of the first that it has; empty if it has none."""
    choice = body.get("tool_choice")
    if isinstance(choice, dict):
        return str(choice["function"]["name"])
    tools = body.get("tools") or ()
    return str(tools[0]["function"]["name"]) if tools and choice != "none" else ""


def obedient(body: Mapping[str, Any], filled: Any, **more: Any) -> Said:
    """Return what a model says that does as it is told: a call, JSON, or JSON between fences."""
    text = json.dumps(filled, ensure_ascii=False)
    if asked_tool(body):
        return Said(arguments=text, **more)
    if (body.get("response_format") or {}).get("type") in {"json_object", "json_schema"}:
        return Said(text, **more)
    return Said(f"```json\n{text}\n```", **more)


def room(body: Mapping[str, Any]) -> int | None:
    """Return how many tokens a request leaves for the answer."""
    found = body.get("max_completion_tokens") or body.get("max_tokens")
    return int(found) if found else None


def completion(body: Mapping[str, Any], choices: tuple[Said, ...], cached: int = 0) -> dict[str, Any]:
    """Return the body of an answer."""
    written = [
        {"index": number, "message": _message(body, said), "logprobs": None, "finish_reason": _finish(said)}
        | dict(said.choice)
        for number, said in enumerate(choices)
    ]
    return {
        "id": f"chatcmpl-{next(_calls)}",
        "object": "chat.completion",
        "created": 1_767_225_600,
        "model": body["model"],
        "choices": written,
        "usage": usage(body, choices, cached),
        "system_fingerprint": "fp_1",
    }


def usage(body: Mapping[str, Any], choices: tuple[Said, ...], cached: int = 0) -> dict[str, Any]:
    """Return what an endpoint counts: the prompt once, what was written for each choice."""
    read = tokens(json.dumps([body["messages"], body.get("tools"), body.get("response_format")]))
    wrote = sum(said.output for said in choices)
    return {
        "prompt_tokens": read,
        "completion_tokens": wrote,
        "total_tokens": read + wrote,
        "prompt_tokens_details": {"cached_tokens": min(cached, read), "audio_tokens": 0},
        "completion_tokens_details": {
            "reasoning_tokens": sum(said.reasoning for said in choices),
            "audio_tokens": 0,
            "accepted_prediction_tokens": 0,
            "rejected_prediction_tokens": 0,
        },
    }


def stream(body: Mapping[str, Any], whole: Mapping[str, Any]) -> Iterator[str]:
    """Return the events in which a completion is streamed."""
    head = {"id": whole["id"], "object": "chat.completion.chunk", "created": whole["created"], "model": whole["model"]}
    counted = bool((body.get("stream_options") or {}).get("include_usage"))
    blank = {"usage": None} if counted else {}
    for choice in whole["choices"]:
        for delta, finish in _pieces(choice):
            piece = {"index": choice["index"], "delta": delta, "logprobs": None, "finish_reason": finish}
            yield _event({**head, **blank, "choices": [piece]})
    if counted:
        yield _event({**head, "choices": [], "usage": whole["usage"]})
    yield "data: [DONE]\n\n"


def _pieces(choice: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], str | None]]:
    message = choice["message"]
    yield {"role": "assistant", "content": "" if message["content"] is not None else None}, None
    for name in ("reasoning_content", "reasoning", "content", "refusal"):
        text = message.get(name) or ""
        for start in range(0, len(text), 40):
            yield {name: text[start : start + 40]}, None
    for number, call in enumerate(message.get("tool_calls") or ()):
        function = call["function"]
        yield {"tool_calls": [{**call, "index": number, "function": {**function, "arguments": ""}}]}, None
        for start in range(0, len(function["arguments"]), 40):
            part = function["arguments"][start : start + 40]
            yield {"tool_calls": [{"index": number, "function": {"arguments": part}}]}, None
    yield {}, choice["finish_reason"]


def _event(chunk: Mapping[str, Any]) -> str:
    return f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n"


def _message(body: Mapping[str, Any], said: Said) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": said.text, "refusal": said.refusal or None}
    if said.thoughts:
        message[said.beside] = said.thoughts
    if said.arguments is not None:
        name = said.tool or asked_tool(body)
        call = {"name": name, "arguments": said.arguments}
        message["tool_calls"] = [{"id": f"call_{next(_calls)}", "type": "function", "function": call}]
    return message | dict(said.message)


def _finish(said: Said) -> str:
    return said.finish or ("tool_calls" if said.arguments is not None else "stop")
