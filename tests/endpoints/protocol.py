"""What an endpoint that speaks OpenAI's chat protocol strictly accepts; what it does not, it refuses in OpenAI's words.

The rules are those of OpenAI's reference of ``POST /chat/completions`` and of its guides to function calling and to
structured outputs; the words are what its servers say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from jsonschema import Draft202012Validator, SchemaError

INVALID = "invalid_request_error"
NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
ROLES = ("system", "assistant", "user", "function", "tool", "developer")


class Refused(Exception):
    """A request that an endpoint refuses, in the shape of OpenAI's errors.

    Attributes:
        status: of HTTP.
        body: the error; what another server would say may replace it.
        headers: of HTTP.
    """

    def __init__(
        self, message: str, param: str | None = None, code: str | None = None, *, status: int = 400,
        kind: str = INVALID, headers: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(message)
        self.status, self.headers = status, dict(headers or {})
        self.body: dict[str, Any] = {"error": {"message": message, "type": kind, "param": param, "code": code}}


@dataclass(frozen=True, slots=True)
class Kind:
    """What a parameter may be.

    Attributes:
        words: OpenAI's name for its type.
        fits: whether a value is of it.
        least: the smallest number.
        most: the greatest number.
        values: all values, if there are few.
        null: whether it may be null.
    """

    words: str
    fits: Callable[[Any], bool]
    least: float | None = None
    most: float | None = None
    values: tuple[str, ...] = field(default=())
    null: bool = True


def _text(*values: str) -> Kind:
    return Kind("a string", lambda v: isinstance(v, str), values=values)


def _whole(least: int | None = None, most: int | None = None) -> Kind:
    return Kind("an integer", lambda v: isinstance(v, int) and not isinstance(v, bool), least, most)


def _decimal(least: float, most: float) -> Kind:
    return Kind("a decimal", lambda v: isinstance(v, int | float) and not isinstance(v, bool), least, most)


_FLAG = Kind("a boolean", lambda v: isinstance(v, bool))
_OBJECT = Kind("an object", lambda v: isinstance(v, dict))
_ARRAY = Kind("an array of objects", lambda v: isinstance(v, list) and all(isinstance(i, dict) for i in v), null=False)
_STOP = Kind("one of a string or an array of strings", lambda v: isinstance(v, str | list))
_CHOICE = Kind("one of a string or an object", lambda v: isinstance(v, str | dict), null=False)

PARAMETERS: Mapping[str, Kind] = {
    "messages": _ARRAY, "model": _text(), "audio": _OBJECT, "frequency_penalty": _decimal(-2, 2),
    "function_call": _CHOICE, "functions": _ARRAY, "logit_bias": _OBJECT, "logprobs": _FLAG,
    "max_completion_tokens": _whole(1), "max_tokens": _whole(1), "metadata": _OBJECT,
    "modalities": Kind("an array of strings", lambda v: isinstance(v, list)), "n": _whole(1, 128),
    "parallel_tool_calls": _FLAG, "prediction": _OBJECT, "presence_penalty": _decimal(-2, 2),
    "prompt_cache_key": _text(),
    "reasoning_effort": _text("none", "minimal", "low", "medium", "high", "xhigh"),
    "response_format": _OBJECT, "safety_identifier": _text(), "seed": _whole(),
    "service_tier": _text("auto", "default", "flex", "scale", "priority"), "stop": _STOP, "store": _FLAG,
    "stream": _FLAG, "stream_options": _OBJECT, "temperature": _decimal(0, 2), "tool_choice": _CHOICE,
    "tools": _ARRAY, "top_logprobs": _whole(0, 20), "top_p": _decimal(0, 1), "user": _text(),
    "verbosity": _text("low", "medium", "high"), "web_search_options": _OBJECT,
}  # fmt: skip


def check(body: Any) -> None:
    """Check the body of a request.

    Raises:
        Refused: it breaks a rule.
    """
    if not isinstance(body, dict):
        raise Refused("We could not parse the JSON body of your request.")
    if not body.get("model"):
        raise Refused("you must provide a model parameter")
    if "messages" not in body:
        raise Refused("Missing required parameter: 'messages'.", "messages", "missing_required_parameter")
    for name, value in body.items():
        _parameter(name, value)
    if "max_tokens" in body and "max_completion_tokens" in body:
        raise Refused(
            "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
            "max_tokens", "invalid_parameter_combination",
        )  # fmt: skip
    if body.get("stream_options") is not None and not body.get("stream"):
        raise Refused("The 'stream_options' parameter is only allowed when 'stream' is enabled.", "stream_options")
    _messages(body["messages"])
    _tools(body)
    _response_format(body)


def _parameter(name: str, value: Any) -> None:
    kind = PARAMETERS.get(name)
    if kind is None:
        raise Refused(f"Unknown parameter: '{name}'.", name, "unknown_parameter")
    if value is None and kind.null:
        return
    if not kind.fits(value):
        raise Refused(
            f"Invalid type for '{name}': expected {kind.words}, but got {_called(value)} instead.", name, "invalid_type"
        )
    number = kind.words.removeprefix("an ").removeprefix("a ")
    if kind.least is not None and value < kind.least:
        raise Refused(
            f"Invalid '{name}': {number} below minimum value. Expected a value >= {kind.least}, but got {value} "
            "instead.", name, f"{number}_below_min_value",
        )  # fmt: skip
    if kind.most is not None and value > kind.most:
        raise Refused(
            f"Invalid '{name}': {number} above maximum value. Expected a value <= {kind.most}, but got {value} "
            "instead.", name, f"{number}_above_max_value",
        )  # fmt: skip
    if kind.values and value not in kind.values:
        raise Refused(_not_one_of(value, kind.values), name, "invalid_value")


def _messages(messages: list[dict[str, Any]]) -> None:
    if not messages:
        raise Refused(
            "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
            "messages", "empty_array",
        )  # fmt: skip
    waiting: list[str] = []  # calls that no tool has answered yet
    for number, message in enumerate(messages):
        place = f"messages[{number}]"
        role = message.get("role")
        if role not in ROLES:
            raise Refused(_not_one_of(role, ROLES), f"{place}.role", "invalid_value")
        if role == "tool":
            call = message.get("tool_call_id")
            if call not in waiting:
                raise Refused(
                    "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with "
                    "'tool_calls'.", f"messages.[{number}].role",
                )  # fmt: skip
            waiting.remove(call)
        elif waiting:
            raise Refused(_unanswered(waiting), f"messages.[{number}].role")
        waiting += _calls(message, place)
        _content(message, place)
    if waiting:
        raise Refused(_unanswered(waiting), "messages")


def _calls(message: Mapping[str, Any], place: str) -> list[str]:
    found = []
    for number, call in enumerate(message.get("tool_calls") or ()):
        at = f"{place}.tool_calls[{number}]"
        function = call.get("function") or {}
        if call.get("type") != "function":
            raise Refused(f"Missing required parameter: '{at}.type'.", f"{at}.type", "missing_required_parameter")
        for part in ("name", "arguments"):
            if not isinstance(function.get(part), str):
                where = f"{at}.function.{part}"
                raise Refused(f"Missing required parameter: '{where}'.", where, "missing_required_parameter")
        if not isinstance(call.get("id"), str) or not call["id"]:
            raise Refused(f"Missing required parameter: '{at}.id'.", f"{at}.id", "missing_required_parameter")
        found.append(call["id"])
    return found


def _content(message: Mapping[str, Any], place: str) -> None:
    content = message.get("content")
    if isinstance(content, str):
        return
    if isinstance(content, list) and content and all(part.get("type") for part in content):
        return
    if content is None and message["role"] == "assistant" and (message.get("tool_calls") or message.get("refusal")):
        return
    raise Refused(
        f"Invalid value for 'content': expected a string, got {_called(content).removeprefix('a ')}.",
        f"{place}.content",
    )


def _tools(body: Mapping[str, Any]) -> None:
    names = [_tool(tool, number) for number, tool in enumerate(body.get("tools") or ())]
    if body.get("tools") == []:
        raise Refused(
            "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
            "tools", "empty_array",
        )  # fmt: skip
    for name in ("tool_choice", "parallel_tool_calls"):
        if name in body and not names:
            raise Refused(f"Invalid value for '{name}': '{name}' is only allowed when 'tools' are specified.", name)
    choice = body.get("tool_choice")
    if isinstance(choice, str) and choice not in {"none", "auto", "required"}:
        raise Refused(_not_one_of(choice, ("none", "auto", "required")), "tool_choice", "invalid_value")
    if isinstance(choice, dict) and choice.get("function", {}).get("name") not in names:
        raise Refused(
            f"Tool choice '{choice.get('function', {}).get('name')}' not found in 'tools' parameter.", "tool_choice"
        )


def _tool(tool: Mapping[str, Any], number: int) -> str:
    place = f"tools[{number}]"
    if tool.get("type") != "function":
        raise Refused(f"Missing required parameter: '{place}.type'.", f"{place}.type", "missing_required_parameter")
    function = tool.get("function") or {}
    name = function.get("name")
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise Refused(
            f"Invalid '{place}.function.name': string does not match pattern. Expected a string that matches the "
            "pattern '^[a-zA-Z0-9_-]+$'.", f"{place}.function.name", "invalid_value",
        )  # fmt: skip
    schema = function.get("parameters", {"type": "object", "properties": {}})
    _schema(schema, f"function '{name}'", f"{place}.function.parameters", "invalid_function_parameters")
    if function.get("strict"):
        _strict(schema, schema, f"function '{name}'", f"{place}.function.parameters", "invalid_function_parameters")
    return name


def _response_format(body: Mapping[str, Any]) -> None:
    wanted = body.get("response_format")
    if wanted is None:
        return
    kinds = ("json_object", "json_schema", "text")
    if wanted.get("type") not in kinds:
        raise Refused(_not_one_of(wanted.get("type"), kinds), "response_format.type", "invalid_value")
    if wanted["type"] == "json_object" and not any("json" in str(m.get("content")).lower() for m in body["messages"]):
        raise Refused(
            "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
            "messages",
        )
    if wanted["type"] == "json_schema":
        given = wanted.get("json_schema")
        if not isinstance(given, dict) or not isinstance(given.get("schema"), dict):
            raise Refused(
                "Missing required parameter: 'response_format.json_schema'.", "response_format.json_schema",
                "missing_required_parameter",
            )  # fmt: skip
        if not NAME.fullmatch(str(given.get("name", ""))):
            raise Refused("Missing required parameter: 'response_format.json_schema.name'.", "response_format")
        what = f"response_format '{given['name']}'"
        _schema(given["schema"], what, "response_format")
        if given.get("strict"):
            _strict(given["schema"], given["schema"], what, "response_format")


def _schema(schema: Any, what: str, place: str, code: str | None = None) -> None:
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        raise Refused(f"Invalid schema for {what}: {error.message}", place, code) from None
    if schema.get("type") != "object":
        raise Refused(
            f"Invalid schema for {what}: schema must be a JSON Schema of 'type: \"object\"', got 'type: "
            f"\"{schema.get('type')}\"'.", place, code,
        )  # fmt: skip


NOT_IN_STRICT = ("allOf", "not", "dependentRequired", "if", "then", "else", "patternProperties", "default", "oneOf")


def _strict(schema: Any, whole: Any, what: str, place: str, code: str | None = None) -> None:
    """Check what structured outputs demand of each object, and what they do not know."""
    for path, part in _parts(whole, ()):
        context = f"Invalid schema for {what}: In context={path!r}, "
        if part.get("type") == "object" or "properties" in part:
            if part.get("additionalProperties") is not False:
                raise Refused(
                    f"{context}'additionalProperties' is required to be supplied and to be false.", place, code
                )
            missing = [name for name in part.get("properties", {}) if name not in part.get("required", ())]
            if missing:
                raise Refused(
                    f"{context}'required' is required to be supplied and to be an array including every key in "
                    f"properties. Missing '{missing[0]}'.", place, code,
                )  # fmt: skip
        for word in NOT_IN_STRICT:
            if word in part:
                raise Refused(f"{context}'{word}' is not permitted.", place, code)
        if "$ref" in part and len(part) > 1:
            raise Refused(f"{context}$ref cannot have keywords {sorted(set(part) - {'$ref'})}.", place, code)


def _parts(schema: Any, path: tuple[str, ...]) -> list[tuple[tuple[str, ...], dict[str, Any]]]:
    """Return a schema and all schemas in it, each with its place."""
    if not isinstance(schema, dict):
        return []
    found = [(path, schema)]
    for word in ("properties", "$defs", "definitions"):
        for name, part in schema.get(word, {}).items():
            found += _parts(part, (*path, word, name))
    found += _parts(schema.get("items"), (*path, "items"))
    for number, part in enumerate(schema.get("anyOf", ())):
        found += _parts(part, (*path, "anyOf", str(number)))
    return found


def _not_one_of(value: Any, values: tuple[str, ...]) -> str:
    *most, last = (f"'{v}'" for v in values)
    return f"Invalid value: '{value}'. Supported values are: {', '.join(most)}, and {last}."


def _unanswered(calls: list[str]) -> str:
    return (
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
        f"The following tool_call_ids did not have response messages: {', '.join(calls)}"
    )


def _called(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int():
            return "an integer"
        case float():
            return "a decimal number"
        case str():
            return "a string"
        case list():
            return "an array"
        case _:
            return "an object"
