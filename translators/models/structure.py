"""How structure is asked for in each mode, and found in what a model answers."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from .chat import Answer, Message, Usage
from .thoughts import in_blocks, json_in, without_thoughts

UNCHECKED: Final = "unchecked"
"""The key of a validation context under which formulas are not read."""
_TAKEN: Final = "Taken."
"""What stands as the result of a call that shows how the schema is filled in."""
CUT_OFF: Final = "length"
_CUT_OFF: Final = re.compile(r"^(?:max(?:_output)?_tokens|model_length)$", re.I)
"""What others than OpenAI say where there was no more room for an answer."""
_MOST: Final = 12
"""The most faults that are told of one answer."""
_NOT_STRICT: Final = ("default", "minLength")
"""What schemas may not say where they are kept to strictly."""


def answer_of(choice: Mapping[str, Any], usage: Usage, mode: str) -> Answer:
    """Return what a choice of OpenAI's protocol says: in calls of whatever kind, all of them, or in its content.

    Args:
        choice: the message, and why the model stopped.
        usage: what it cost.
        mode: how structure was asked for.
    """
    message = choice.get("message") or {}
    content, beside = in_blocks(message.get("content") or "")
    text, thoughts = without_thoughts(content)
    shown = (beside, message.get("reasoning_content"), message.get("reasoning"), thoughts)
    thoughts = "\n".join(one for one in shown if one and isinstance(one, str))
    calls = [call.get("function") for call in message.get("tool_calls") or ()] or [message.get("function_call")]
    given = [one for call in calls if call and (one := call.get("arguments"))]
    # Some servers give an object, not the text of it.
    texts = [one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in given]
    text = "\n".join(without_thoughts(one)[0] for one in texts) or text
    finish = _CUT_OFF.sub(CUT_OFF, str(choice.get("finish_reason") or ""))
    return Answer(text, usage, finish, thoughts, message.get("refusal") or "", mode, bool(texts))


_COUNTS: Final = {
    "input_tokens": ("prompt_tokens", "input_tokens"),
    "output_tokens": ("completion_tokens", "output_tokens"),
    "reasoning_tokens": ("completion_tokens_details.reasoning_tokens", "output_token_details.reasoning"),
    "prompt_cached": ("prompt_tokens_details.cached_tokens", "input_token_details.cache_read"),
}
"""Where endpoints and libraries say how many tokens there are."""


def usage_of(told: Any) -> Usage:
    """Return the tokens that are told, in whoever's words; what is odd is none.

    Args:
        told: what a client gives as usage, plain data.
    """

    def number(path: str) -> int:
        of = told
        for step in path.split("."):
            of = of.get(step) if isinstance(of, Mapping) else None
        try:
            return max(int(float(of or 0)), 0)
        except (ValueError, TypeError, OverflowError):
            return 0

    return Usage(**{name: next(filter(None, map(number, paths)), 0) for name, paths in _COUNTS.items()})


@cache
def asking(schema: type[BaseModel], mode: str) -> dict[str, Any]:
    """Return the parameters of a request that ask for a schema; they are made once.

    A tool is written by hand: the import of instructor, or of openai, takes longer than all else at the start.

    Args:
        schema: what to fill in.
        mode: how; ``markdown`` and ``text`` need none, and a client of instructor's makes its own.
    """
    if mode in {"markdown", "text", "instructor"}:
        return {}
    if mode == "json":
        return {"response_format": {"type": "json_object"}}
    if mode == "json-schema":
        from openai import pydantic_function_tool  # which takes longer than all else at the start

        told = _plain(pydantic_function_tool(schema)["function"]["parameters"], _NOT_STRICT)
        strict = {"name": schema.__name__, "schema": told, "strict": True}
        return {"response_format": {"type": "json_schema", "json_schema": strict}}
    name, said = schema.__name__, schema.model_json_schema()
    tool = {"name": name, "description": said.pop("description", ""), "parameters": said}
    return {
        "tools": [{"type": "function", "function": tool}],
        "tool_choice": {"type": "function", "function": {"name": name}},
    }


@cache
def _instruction(schema: type[BaseModel], mode: str) -> str:
    where = "in a block of code that begins with ```json" if mode == "markdown" else "and nothing else"
    shape = json.dumps(_plain(schema.model_json_schema()), ensure_ascii=False)
    return f"Answer with one JSON object, {where}. It fits this schema:\n{shape}"


def _plain(schema: Any, without: tuple[str, ...] = ()) -> Any:
    """Return a schema without titles, which say nothing and cost tokens, and without some more words."""
    if isinstance(schema, dict):
        kept = ((k, v) for k, v in schema.items() if not (k == "title" and isinstance(v, str)))
        fields = {"properties", "$defs"}
        return {
            k: {name: _plain(one, without) for name, one in v.items()} if k in fields else _plain(v, without)
            for k, v in kept
            if k not in without
        }
    return [_plain(v, without) for v in schema] if isinstance(schema, list) else schema


def rendered(
    messages: list[Message], schema: type[BaseModel], mode: str, form: frozenset[str] = frozenset()
) -> list[dict[str, Any]]:
    """Return messages as OpenAI's protocol has them.

    Where structure is asked for by tools, what shows a filled schema is a call of the tool; where it
    is asked for in words, the schema stands at the end of the instructions.

    Args:
        messages: the conversation.
        schema: what to fill in.
        mode: how structure is asked for.
        form: what the request is made of; see ``Learned``.
    """
    found: list[dict[str, Any]] = []
    for message in messages:
        if message.shows and mode == "tools" and "texts" not in form and _is_json(message.content):
            name = f"call{len(found):05}"  # Mistral knows nine letters and figures only
            function = {"name": schema.__name__, "arguments": message.content}
            call = {"id": name, "type": "function", "function": function}
            found.append({"role": "assistant", "content": None, "tool_calls": [call]})
            found.append({"role": "tool", "tool_call_id": name, "content": _TAKEN})
        elif message.shows and mode == "markdown":
            found.append({"role": "assistant", "content": f"```json\n{message.content}\n```"})
        else:
            found.append({"role": message.role, "content": message.content})
    if mode in {"json", "markdown"}:
        told = _instruction(schema, mode)
        if found and found[0]["role"] == "system":
            found[0] = {"role": "system", "content": f"{found[0]['content']}\n\n{told}"}
        else:
            found.insert(0, {"role": "system", "content": told})
    if "folded" in form and len(found) > 1 and found[0]["role"] == "system":
        found[:2] = [{"role": "user", "content": f"{found[0]['content']}\n\n{found[1]['content']}"}]
    return found


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:  # of which servers that look into calls say that the request is none
        return False
    return True


class Filled(BaseModel):
    """What models fill in: all that is asked of them as JSON."""

    model_config = ConfigDict(extra="forbid")

    @classmethod
    def read(cls, raw: str) -> Self:
        """Return what a model filled in, perhaps with words around it; what its formulas say is not looked at.

        Args:
            raw: what it wrote.

        Raises:
            ValidationError: it does not fit.
        """
        return cls.model_validate_json(json_in(raw, wanted_of(cls)), context={UNCHECKED: True})


def wanted_of(schema: type[BaseModel]) -> list[str]:
    """Return the fields of a schema that have to be filled in."""
    return [name for name, one in schema.model_fields.items() if one.is_required()]


def judged(answer: Answer, schema: type[BaseModel]) -> tuple[str, str]:
    """Return what a model filled in, and what is wrong with it; no fault if it fits.

    Args:
        answer: its answer.
        schema: what it should fill in; one that has ``from_text`` is read of a text in the mode ``text``.
    """
    reads = getattr(schema, "from_text", None)
    if answer.mode == "text" and reads is not None:
        try:
            reads(answer.text)
        except ValidationError as error:
            return answer.text, told(error)
        return answer.text, ""
    raw = json_in(answer.text, wanted_of(schema), mend=answer.finish != CUT_OFF)
    if not raw:
        return answer.text, "There is no JSON object in the answer." if answer.text else "The answer is empty."
    try:
        schema.model_validate_json(raw)
    except ValidationError as error:
        return raw, told(error)
    return raw, ""


def told(error: ValidationError) -> str:
    """Return what a schema finds wrong, in lines for a model: places and words, nothing about libraries."""
    lines = []
    for fault in error.errors(include_url=False, include_input=False)[:_MOST]:
        place = ".".join(map(str, fault["loc"]))
        words = fault["msg"].removeprefix("Value error, ")
        lines.append(f"{place}: {words}" if place else words)
    return "\n".join(lines)
