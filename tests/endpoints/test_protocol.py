"""The server itself: what it refuses, and that the clients that people use understand it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from .moods.mood import GOOD, good, then
from .server import KEY, Endpoint, Raw, endpoint
from .speaking import Said

TOOL = {"type": "function", "function": {"name": "Fill", "parameters": {"type": "object", "properties": {}}}}
CALL = {"id": "call_7", "type": "function", "function": {"name": "Fill", "arguments": "{}"}}
ASKED = {"role": "user", "content": "Say it."}
CALLED = {"role": "assistant", "content": None, "tool_calls": [CALL]}
LOOSE = {"type": "object", "properties": {"a": {"type": "string"}}}


@pytest.fixture(scope="module")
def at() -> Iterator[Endpoint]:
    with endpoint(good) as running:
        yield running


def post(at: Endpoint, body: Any, key: str = KEY) -> httpx.Response:
    return httpx.post(f"{at.url}/chat/completions", json=body, headers={"Authorization": f"Bearer {key}"})


def schema(given: dict[str, Any], *, strict: bool = False) -> dict[str, Any]:
    return {"response_format": {"type": "json_schema", "json_schema": {"name": "A", "schema": given, "strict": strict}}}


@pytest.mark.parametrize(
    ("change", "param", "words"),
    [
        ({"model": ""}, None, "you must provide a model parameter"),
        ({"min_p": 0.1}, "min_p", "Unknown parameter: 'min_p'."),
        ({"temperature": "hot"}, "temperature", "expected a decimal, but got a string instead"),
        ({"temperature": 2.5}, "temperature", "Expected a value <= 2, but got 2.5 instead"),
        ({"max_tokens": 0}, "max_tokens", "integer below minimum value"),
        ({"max_tokens": 9.5}, "max_tokens", "expected an integer, but got a decimal number instead"),
        ({"max_tokens": 9, "max_completion_tokens": 9}, "max_tokens", "at the same time is not supported"),
        ({"n": True}, "n", "expected an integer, but got a boolean instead"),
        ({"reasoning_effort": "huge"}, "reasoning_effort", "Invalid value: 'huge'. Supported values are: 'none'"),
        ({"stream_options": {"include_usage": True}}, "stream_options", "only allowed when 'stream' is enabled"),
        ({"messages": []}, "messages", "empty array"),
        ({"messages": [{"role": "human", "content": "a"}]}, "messages[0].role", "Invalid value: 'human'"),
        ({"messages": [{"role": "user", "content": None}]}, "messages[0].content", "expected a string, got null"),
        ({"messages": [ASKED, CALLED]}, "messages", "did not have response messages: call_7"),
        ({"messages": [ASKED, CALLED, ASKED]}, "messages.[2].role", "did not have response messages: call_7"),
        (
            {"messages": [ASKED, {"role": "tool", "tool_call_id": "call_7", "content": "a"}]},
            "messages.[1].role", "must be a response to a preceeding message with 'tool_calls'",
        ),
        ({"messages": [ASKED, {**CALLED, "tool_calls": [{**CALL, "type": ""}]}]}, "messages[1].tool_calls[0].type", ""),
        ({"tools": []}, "tools", "empty array"),
        ({"tool_choice": "auto"}, "tool_choice", "only allowed when 'tools' are specified"),
        ({"tools": [TOOL], "tool_choice": "any"}, "tool_choice", "Invalid value: 'any'"),
        (
            {"tools": [TOOL], "tool_choice": {"type": "function", "function": {"name": "Other"}}},
            "tool_choice", "Tool choice 'Other' not found",
        ),
        (
            {"tools": [{"type": "function", "function": {"name": "a b", "parameters": LOOSE}}]},
            "tools[0].function.name", "does not match pattern",
        ),
        (
            {"tools": [{"type": "function", "function": {"name": "a", "parameters": {"type": "string"}}}]},
            "tools[0].function.parameters", "schema must be a JSON Schema of 'type: \"object\"'",
        ),
        (
            {"tools": [{"type": "function", "function": {"name": "a", "parameters": {"type": "objekt"}}}]},
            "tools[0].function.parameters", "Invalid schema for function 'a'",
        ),
        (
            {"tools": [{"type": "function", "function": {"name": "a", "parameters": LOOSE, "strict": True}}]},
            "tools[0].function.parameters", "'additionalProperties' is required to be supplied and to be false",
        ),
        ({"response_format": {"type": "xml"}}, "response_format.type", "Invalid value: 'xml'"),
        ({"response_format": {"type": "json_object"}}, "messages", "must contain the word 'json'"),
        (schema({**LOOSE, "additionalProperties": False}, strict=True), "response_format", "Missing 'a'"),
        (
            schema(
                {
                    "type": "object", "properties": {"a": {"type": "string", "default": ""}}, "required": ["a"],
                    "additionalProperties": False,
                },
                strict=True,
            ),
            "response_format", "In context=('properties', 'a'), 'default' is not permitted",
        ),
    ],
)  # fmt: skip
def test_what_is_refused(at: Endpoint, change: dict[str, Any], param: str | None, words: str) -> None:
    got = post(at, {"model": "m", "messages": [ASKED], **change})
    assert got.status_code == 400
    error = got.json()["error"]
    assert words in error["message"]
    assert (error["type"], error["param"]) == ("invalid_request_error", param)


def test_what_is_accepted(at: Endpoint) -> None:
    answered = {"role": "tool", "tool_call_id": "call_7", "content": "wrong"}
    for change in (
        {"temperature": 0, "seed": 3, "n": 2, "max_tokens": 4096, "stop": ["x"], "user": "a"},
        {"messages": [{"role": "developer", "content": [{"type": "text", "text": "a"}]}, ASKED, CALLED, answered]},
        schema(LOOSE),
        {"response_format": {"type": "json_object"}, "messages": [{"role": "user", "content": "JSON, please"}]},
    ):
        assert post(at, {"model": "m", "messages": [ASKED], **change}).status_code == 200
    assert post(at, {"model": "m", "messages": [ASKED]}, key="another").status_code == 401
    assert httpx.post(f"{at.url}/completions", json={}).status_code == 404


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


def test_connections_break() -> None:
    from openai import APIConnectionError

    half = Raw({"id": "a" * 1000}, cut=True)
    with endpoint(then(lambda a: Raw(drop=True), lambda a: half, lambda a: Said("Well."))) as at:
        for _ in range(2):
            with pytest.raises(APIConnectionError):
                ask(at)
        assert ask(at).choices[0].message.content == "Well."
        assert [u["completion_tokens"] for u in at.usages] == [2]
