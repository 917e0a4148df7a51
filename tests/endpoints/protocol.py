"""What an endpoint that speaks OpenAI's chat protocol strictly accepts; what it does not, it refuses in OpenAI's shape.

Parameters, messages and tools are of the types that the client of OpenAI has for them. What types do not say are the
rules of the reference of ``POST /chat/completions`` and of the guides to function calling and to structured outputs.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_type_hints

from jsonschema import Draft202012Validator, SchemaError
from pydantic import TypeAdapter, ValidationError

INVALID = "invalid_request_error"
NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
RANGES = {
    "temperature": (0, 2), "top_p": (0, 1), "n": (1, 128), "max_tokens": (1, math.inf),
    "max_completion_tokens": (1, math.inf),
}  # fmt: skip
NOT_IN_STRICT = ("allOf", "not", "dependentRequired", "if", "then", "else", "patternProperties", "default", "oneOf")
"""Keywords that structured outputs do not know."""


class Refused(Exception):
    """A request that an endpoint refuses, in the shape of OpenAI's errors.

    Attributes:
        status: of HTTP.
        body: the error; what another server would say may replace it.
    """

    def __init__(
        self, message: str, param: str | None = None, code: str | None = None, *, status: int = 400,
        kind: str = INVALID,
    ) -> None:  # fmt: skip
        super().__init__(message)
        self.status = status
        self.body: dict[str, Any] = {"error": {"message": message, "type": kind, "param": param, "code": code}}


@cache
def known() -> dict[str, TypeAdapter[Any]]:
    """Return what each parameter may be."""
    from openai.types.chat.completion_create_params import CompletionCreateParamsStreaming

    kinds = {**get_type_hints(CompletionCreateParamsStreaming), "stream": bool}
    return {name: TypeAdapter(kind) for name, kind in kinds.items()}


def check(body: Any) -> None:
    """Check the body of a request.

    Raises:
        Refused: it breaks a rule.
    """
    if not isinstance(body, dict):
        raise Refused("We could not parse the JSON body of your request.")
    for name in body.keys() - known().keys():
        raise Refused(f"Unknown parameter: '{name}'.", name, "unknown_parameter")
    for name in {"model", "messages"} - body.keys():
        raise Refused(f"Missing required parameter: '{name}'.", name, "missing_required_parameter")
    for name, value in body.items():
        _type(name, value)
    for name, (least, most) in RANGES.items():
        if body.get(name) is not None and not least <= body[name] <= most:
            raise Refused(f"Invalid '{name}': expected a value from {least} to {most}.", name)
    if "max_tokens" in body and "max_completion_tokens" in body:
        raise Refused("Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.")
    if body.get("stream_options") is not None and not body.get("stream"):
        raise Refused("The 'stream_options' parameter is only allowed when 'stream' is enabled.", "stream_options")
    _conversation(body["messages"])
    _tools(body)
    _response_format(body)


def _type(name: str, value: Any) -> None:
    try:
        found = known()[name].validate_python(value)
        list(found if name in {"messages", "tools"} else ())  # which are validated one by one
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise Refused(f"Invalid type for '{name}': {place} {first['msg']}", name, "invalid_type") from None


def _conversation(messages: list[dict[str, Any]]) -> None:
    """Check that each call is answered by a tool before anybody else speaks."""
    if not messages:
        raise Refused("Invalid 'messages': empty array.", "messages", "empty_array")
    waiting: list[str] = []
    for number, message in enumerate([*messages, {"role": "the end"}]):
        if message["role"] == "tool" and message["tool_call_id"] in waiting:
            waiting.remove(message["tool_call_id"])
        elif message["role"] == "tool" or waiting:
            raise Refused(f"messages[{number}]: each tool_call_id must be answered by one tool.", "messages")
        waiting += [call["id"] for call in message.get("tool_calls") or ()]


def _tools(body: Mapping[str, Any]) -> None:
    names = []
    for tool in body.get("tools") or ():
        function = tool["function"]
        names.append(function["name"])
        if not NAME.fullmatch(function["name"]):
            raise Refused("Invalid 'tools[0].function.name': string does not match pattern.", "tools")
        schema = function.get("parameters", {"type": "object", "properties": {}})
        _schema(schema, f"function '{function['name']}'", strict=function.get("strict"))
    for name in ("tools", "tool_choice", "parallel_tool_calls"):
        if name in body and not names:
            raise Refused(f"Invalid value for '{name}': it is only allowed when 'tools' are specified.", name)
    choice = body.get("tool_choice")
    if isinstance(choice, dict) and choice["function"]["name"] not in names:
        raise Refused("Tool choice not found in 'tools' parameter.", "tool_choice")


def _response_format(body: Mapping[str, Any]) -> None:
    wanted = body.get("response_format") or {}
    if wanted.get("type") == "json_object" and not any(
        "json" in str(m.get("content")).lower() for m in body["messages"]
    ):
        raise Refused("'messages' must contain the word 'json' in some form.", "messages")
    if wanted.get("type") == "json_schema":
        given = wanted["json_schema"]
        if not NAME.fullmatch(given["name"]):
            raise Refused("Missing required parameter: 'response_format.json_schema.name'.", "response_format")
        _schema(given["schema"], f"response_format '{given['name']}'", strict=given.get("strict"))


def _schema(schema: Any, what: str, *, strict: bool | None) -> None:
    """Check a schema, and if it is to be strict what structured outputs demand of each object."""
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        raise Refused(f"Invalid schema for {what}: {error.message}", what) from None
    if schema.get("type") != "object":
        raise Refused(f"Invalid schema for {what}: schema must be a JSON Schema of 'type: \"object\"'.", what)
    for part in _parts(schema) if strict else ():
        missing = set(part.get("properties", ())) - set(part.get("required", ()))
        if part.get("type") == "object" and part.get("additionalProperties") is not False:
            raise Refused(f"Invalid schema for {what}: 'additionalProperties' is required to be false.", what)
        if missing or set(part) & set(NOT_IN_STRICT) or ("$ref" in part and len(part) > 1):
            raise Refused(f"Invalid schema for {what}: {part} is not permitted.", what)


def _parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield a schema and all schemas in it."""
    if not isinstance(schema, dict):
        return
    yield schema
    inner = [part for word in ("properties", "$defs") for part in schema.get(word, {}).values()]
    for part in (*inner, schema.get("items"), *schema.get("anyOf", ())):
        yield from _parts(part)
