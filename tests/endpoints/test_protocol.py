"""The server itself: what it refuses, and that the clients that people use understand it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from .moods.mood import GOOD, good
from .server import KEY, Endpoint, endpoint

TOOL = {"type": "function", "function": {"name": "Fill", "parameters": {"type": "object", "properties": {}}}}
ASKED = {"role": "user", "content": "Say it."}


@pytest.fixture(scope="module")
def at() -> Iterator[Endpoint]:
    with endpoint(good) as running:
        yield running


def post(at: Endpoint, body: Any, key: str = KEY) -> httpx.Response:
    return httpx.post(f"{at.url}/chat/completions", json=body, headers={"Authorization": f"Bearer {key}"})


def schema(given: dict[str, Any], *, strict: bool = False) -> dict[str, Any]:
    return {"response_format": {"type": "json_schema", "json_schema": {"name": "A", "schema": given, "strict": strict}}}


def ask(at: Endpoint, **more: Any) -> Any:
    from openai import OpenAI

    client = OpenAI(api_key=KEY, base_url=at.url, max_retries=0)
    create: Any = client.chat.completions.create
    return create(model="m", messages=[ASKED], **more)


def test_the_client_of_openai_understands_it(at: Endpoint) -> None:
    whole = ask(at, tools=[TOOL], n=2)
    assert [json.loads(c.message.tool_calls[0].function.arguments) for c in whole.choices] == [GOOD, GOOD]
    assert [c.finish_reason for c in whole.choices] == ["tool_calls"] * 2
    assert whole.usage.completion_tokens > 2 * whole.usage.prompt_tokens > 0
    short = ask(at, max_completion_tokens=5)
    assert (short.choices[0].finish_reason, short.usage.completion_tokens) == ("length", 5)
    from openai import BadRequestError

    with pytest.raises(BadRequestError, match="Unknown parameter: 'min_p'"):
        ask(at, extra_body={"min_p": 0.1})


def test_streams_say_the_same(at: Endpoint) -> None:
    pieces = list(ask(at, tools=[TOOL], stream=True, stream_options={"include_usage": True}))
    calls = [p.choices[0].delta.tool_calls for p in pieces if p.choices and p.choices[0].delta.tool_calls]
    assert json.loads("".join(c[0].function.arguments for c in calls)) == GOOD
    assert pieces[-1].usage.completion_tokens > 0
    before = len(at.usages)
    from langchain_openai import ChatOpenAI

    chunks = list(ChatOpenAI(model="m", base_url=at.url, api_key=KEY, stream_usage=True).stream("Say it."))  # type: ignore[arg-type]
    assert json.loads("".join(str(c.content) for c in chunks).strip("`json\n")) == GOOD
    counted = sum(c.usage_metadata["output_tokens"] for c in chunks if c.usage_metadata)
    assert counted == at.usages[before]["completion_tokens"]
