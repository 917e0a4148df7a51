"""Answers of many shapes, as models and the servers before them write."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from ..server import Asked, Behaviour, Endpoint, Raw
from ..speaking import Said, completion, obedient
from .mood import GOOD, Mood, error, faulty, good, refuse, then, without
from .thoughts import more_room

TEXT = json.dumps(GOOD, ensure_ascii=False)
LONG = json.dumps({**GOOD, "constants": [{"name": f"c{i}", "meaning": "somebody" * 40} for i in range(20)]})


def called(arguments: Any) -> Behaviour:
    """Call the tool with these arguments, or say them where there is none."""
    return lambda asked: Said(arguments=arguments) if asked.tools else obedient(asked.body, GOOD)


def wrong_tool(asked: Asked) -> Said:
    """Call a tool that nobody gave it."""
    return replace(good(asked), tool="functions.FOLProgram") if asked.tools else good(asked)


def two_calls(asked: Asked) -> Said:
    """Call the tool twice at once."""
    call = {"type": "function", "function": {"name": "FOLProgram", "arguments": TEXT}}
    return Said(arguments=TEXT, message={"tool_calls": [{"id": f"call_{c}", **call} for c in "ab"]})


def extra(asked: Asked) -> Raw:
    """Write fields everywhere that nobody knows."""
    whole = completion(asked.body, (replace(good(asked), message={"annotations": [], "audio": None, "x": {"y": 1}}),))
    whole["choices"][0] |= {"stop_reason": 128009, "token_ids": None, "content_filter_results": {}}
    return Raw(
        whole | {"provider": "Somebody", "service_tier": "default", "prompt_logprobs": None, "x_groq": {"id": "1"}}
    )


def counted(**changes: Any) -> Behaviour:
    """Count otherwise: with other fields in the usage."""
    return lambda asked: Raw(completion(asked.body, (replace(good(asked), hidden=900),)) | changes)


def cached(asked: Asked) -> Raw:
    """Say that most of the prompt was kept from before, and that it thought."""
    return Raw(completion(asked.body, (replace(good(asked), hidden=900),), cached=512))


def long_winded(asked: Asked) -> Said:
    """Write so much that there is room for it only where much is asked for."""
    answer = Said(arguments=LONG) if asked.tools else Said(LONG)
    limit = asked.body.get("max_completion_tokens") or asked.body.get("max_tokens") or 256
    return answer.within(limit)


def cut_off(asked: Asked) -> Said:
    """Be cut off, however much room there is."""
    return replace(good(asked), text=TEXT[:300], arguments=None, finish="length")


def no_two_alike(endpoint: Endpoint) -> bool:
    """Tell whether no request was sent twice."""
    sent = [json.dumps(body, sort_keys=True) for body in endpoint.bodies]
    return len(set(sent)) == len(sent)


def tools_again(endpoint: Endpoint) -> bool:
    """Tell whether what was wrong is said after the answer, which stands in the conversation."""
    roles = [message["role"] for message in endpoint.bodies[1]["messages"]]
    return "assistant" in roles and roles[-1] in {"tool", "user"}


JINJA = {"error": {"code": 500, "message": "tools param requires --jinja flag", "type": "server_error"}}
NO_TOOLS = {"error": {"code": 500, "message": "Unsupported param: tools", "type": "server_error"}}

MOODS = (
    Mood("ollama-json-as-text", lambda asked: Said(TEXT), strict=False),
    Mood("ollama-json-in-a-fence", lambda asked: Said(f"```json\n{TEXT}\n```"), strict=False),
    Mood("ollama-call-as-text", lambda asked: Said(json.dumps({"name": "FOLProgram", "arguments": GOOD})),
         strict=False),
    Mood("fence-in-json-mode", lambda asked: Said(f"Here it is:\n```json\n{TEXT}\n```\nIs that {{fine}}?"),
         options=("--set", "mode=json")),
    Mood("words-around-json", lambda asked: Said(f"Sure! {TEXT}\nI hope that {{helps}}."),
         options=("--set", "mode=markdown")),
    Mood("wrong-tool", wrong_tool),
    Mood("two-calls", two_calls),
    Mood("encoded-twice", called(json.dumps(TEXT))),
    Mood("arguments-as-object", called(GOOD)),
    Mood("fence-in-arguments", called(f"```json\n{TEXT}\n```")),
    Mood("extra-fields", extra),
    Mood("nothing-once", then(lambda asked: Said(), good), 2),
    Mood("nothing-ever", lambda asked: Said(), (1, 4), None, 1),
    Mood("empty-text-once", then(lambda asked: Said(""), good), 2),
    Mood("no-usage", counted(usage=None)),
    Mood("usage-without-details", counted(usage={"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10,
         "prompt_tokens_details": None, "completion_tokens_details": None})),
    Mood("usage-with-details", cached),
    Mood("a-finish-reason-of-its-own", lambda asked: replace(good(asked), finish="eos")),
    Mood("cut-off-once", long_winded, 2, holds=more_room),
    Mood("cut-off-with-a-limit", long_winded, 2, options=("--set", "max_tokens=1000"), holds=more_room),
    Mood("cut-off-always", cut_off, 2, None, 1, says=("cut off",)),
    Mood("faulty-once", then(faulty, good), 2, holds=tools_again),
    Mood("faulty-once-json", then(faulty, good), 2, options=("--set", "mode=json"), holds=tools_again),
    Mood("faulty-once-markdown", then(faulty, good), 2, options=("--set", "mode=markdown"), holds=tools_again),
    Mood("never-learns", faulty, (2, 4), None, 1, holds=no_two_alike),
    Mood("never-learns-and-is-not-told", faulty, 1, None, 1, options=("--set", "max_reasks=0")),
    Mood("no-program-once", then(lambda asked: Said("I can't see a program here."), good), 2),
    Mood("wrong-schema-once", then(lambda asked: asked.filled({"answer": 42}), good), 2),
    Mood("llama-cpp-jinja", without("tools", error(500, JINJA)), 2, strict=False),
    Mood("llama-cpp-no-tools", without("tools", error(500, NO_TOOLS)), 2, strict=False),
    Mood("vllm-no-tools", without("tools", refuse("This model does not support tool calling.",
         kind="BadRequestError")), 2),
)  # fmt: skip
