"""Endpoints as vendors document them, and as people report them: what they refuse, in their own words.

The bodies are those of the vendors' references and of reports in public trackers, with names of models left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ..server import Asked, Behaviour, Endpoint, Raw
from ..speaking import Said, completion, stream
from .mood import GOOD, OPPOSITE, Mood, always, good, no_body_has, then

Condition = Callable[[Mapping[str, Any]], bool]
TEXT = json.dumps(GOOD, ensure_ascii=False)


def has_calls(body: Mapping[str, Any]) -> bool:
    """Tell whether the conversation shows calls of tools."""
    return any(message.get("tool_calls") for message in body["messages"])


def has_tools(body: Mapping[str, Any]) -> bool:
    """Tell whether it offers tools."""
    return bool(body.get("tools"))


def forces(body: Mapping[str, Any]) -> bool:
    """Tell whether it wants a call."""
    return body.get("tool_choice") not in (None, "auto", "none")


def has_system(body: Mapping[str, Any]) -> bool:
    """Tell whether it has a message of the system."""
    return any(message["role"] in {"system", "developer"} for message in body["messages"])


def user_after_tool(body: Mapping[str, Any]) -> bool:
    """Tell whether a user speaks straight after a tool."""
    roles = [message["role"] for message in body["messages"]]
    return ("tool", "user") in pairwise(roles)


def streams(body: Mapping[str, Any]) -> bool:
    """Tell whether it wants a stream."""
    return bool(body.get("stream"))


def odd_ids(body: Mapping[str, Any]) -> bool:
    """Tell whether a call has a number that Mistral does not take."""
    ids = [call["id"] for message in body["messages"] for call in message.get("tool_calls") or ()]
    return any(len(one) != 9 or not one.isalnum() for one in ids)


def no(*rows: tuple[Condition, Raw], otherwise: Behaviour = good) -> Behaviour:
    """Refuse what a condition meets, by the first of the rows that does."""
    return lambda asked: next((raw for meets, raw in rows if meets(asked.body)), None) or otherwise(asked)


def openai(message: str, param: str | None = None, code: str | None = None, status: int = 400) -> Raw:
    """Return an error of OpenAI's shape."""
    error = {"message": message, "type": "invalid_request_error", "param": param, "code": code}
    return Raw({"error": error}, status)


def vllm(message: str, status: int = 400) -> Raw:
    """Return an error of vLLM's older shape."""
    error = {"object": "error", "message": message, "type": "BadRequestError", "param": None, "code": status}
    return Raw(error, status)


def mistral(message: str, kind: str = "invalid_request_error", code: str | None = None) -> Raw:
    """Return an error of Mistral's."""
    return Raw({"object": "error", "message": message, "type": kind, "param": None, "code": code}, 400)


def gemini(message: str, status: int = 400, said: str = "INVALID_ARGUMENT", *details: Any) -> Raw:
    """Return an error of Gemini's, whose bodies are lists."""
    error = {"code": status, "message": message, "status": said, **({"details": list(details)} if details else {})}
    return Raw([{"error": error}], status)


def anthropic(message: str) -> Raw:
    """Return an error of Anthropic's compatible endpoint."""
    return Raw({"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None}}, 400)


def dashscope(message: str) -> Raw:
    """Return an error of DashScope's."""
    error = {"code": "invalid_parameter_error", "param": None, "message": message, "type": "invalid_request_error"}
    return Raw({"error": error, "request_id": "53ada3be"}, 400)


def llama(message: str, status: int = 400, kind: str = "invalid_request_error") -> Raw:
    """Return an error of llama.cpp's."""
    return Raw({"error": {"code": status, "message": message, "type": kind}}, status)


def openrouter(message: str, status: int, raw: Any = None) -> Raw:
    """Return an error of OpenRouter's, perhaps with that of the provider behind it."""
    metadata = {"metadata": {"raw": json.dumps(raw), "provider_name": "Somebody"}} if raw else {}
    return Raw({"error": {"message": message, "code": status, **metadata}}, status)


def groq(generation: str) -> Raw:
    """Return what Groq says of a call that it could not read."""
    message = "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details."
    kind, code = "invalid_request_error", "tool_use_failed"
    return Raw({"error": {"message": message, "type": kind, "code": code, "failed_generation": generation}}, 400)


def most(limit: int, raw: Raw, otherwise: Behaviour = good) -> Behaviour:
    """Refuse requests that leave more room than there is."""
    return no((lambda body: (body.get("max_tokens") or 0) > limit, raw), otherwise=otherwise)


def streamed(asked: Asked) -> Raw:
    """Answer in a stream, asked for or not."""
    body = {**asked.body, "stream_options": {"include_usage": True}}
    whole = completion(asked.body, (good(asked),))
    return Raw("".join(stream(body, whole)), kind="text/event-stream", whole=whole)


def cut_stream(asked: Asked) -> Raw:
    """End the first stream in the middle, without a word, as a proxy does whose time is up."""
    raw = streamed(asked)
    events = str(raw.body).split("\n\n")
    return raw if asked.number else replace(raw, body="\n\n".join(events[: len(events) // 2]), whole={})


def kept_alive(asked: Asked) -> Raw:
    """Stream with comments between the events, as OpenRouter does to keep a connection alive."""
    if not asked.body.get("stream"):
        return openai("This model only supports streaming: stream must be true.")
    raw = streamed(asked)
    return replace(raw, body=": OPENROUTER PROCESSING\n\n" + str(raw.body).replace("\n\n", "\r\n\r\n"))


def harmony(final: str, channel: str = "final") -> Behaviour:
    """Write gpt-oss's channels as they are, with a program in the thoughts that is not the answer."""
    thoughts = json.dumps(OPPOSITE, ensure_ascii=False)
    head = f"<|channel|>analysis<|message|>Perhaps {thoughts}? No.<|end|><|start|>assistant<|channel|>"
    return lambda asked: Said(f"{head}{channel}<|message|>{final}")


def called(text: str) -> Behaviour:
    """Write a call, or the content where none was asked for, just as it is."""
    return lambda asked: Said(arguments=text) if asked.tools else Said(f"```json\n{text}\n```")


def two_calls(first: str, second: str) -> Behaviour:
    """Make two calls at once."""
    calls = [
        {"id": f"call_{n}", "type": "function", "function": {"name": "FOLProgram", "arguments": text}}
        for n, text in enumerate((first, second))
    ]
    return lambda asked: Said(arguments=first, message={"tool_calls": calls})


def legacy(asked: Asked) -> Said:
    """Call a function, as protocols before tools had it."""
    call = {"name": "FOLProgram", "arguments": TEXT}
    return Said(message={"content": None, "function_call": call}, finish="function_call")


def tools_only_without_thoughts(asked: Asked) -> Said:
    """Be cut off for ever, with whatever room."""
    return replace(good(asked), arguments=TEXT[:200] if asked.tools else None, text=TEXT[:200], finish="length")


def in_words(endpoint: Endpoint) -> bool:
    """Tell whether the last request has no tools, shows no calls, and says the instructions in the user's message."""
    body = endpoint.bodies[-1]
    return not (has_tools(body) or has_calls(body) or has_system(body))


def with_tools(endpoint: Endpoint) -> bool:
    """Tell whether the last request has tools still."""
    return has_tools(endpoint.bodies[-1])


def has_effort(body: Mapping[str, Any]) -> bool:
    """Tell whether it says how much should be thought."""
    return "reasoning_effort" in body


def by_tools(said: Said) -> Behaviour:
    """Say this where tools are offered, and what is right else."""
    return lambda asked: said if has_tools(asked.body) else good(asked)


XML = "\n".join(["<function=FOLProgram>", *(f"<parameter={k}>{json.dumps(v)}</parameter>" for k, v in GOOD.items())])
ONE_OF_TWO = "`temperature` and `top_p` cannot both be specified for this model. Please use only one."
ROOM = (
    "'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context length is 8192 tokens "
    "and your request has 900 input tokens (8192 > 8192 - 900)."
)
EFFORT = (
    "Function tools with reasoning_effort are not supported for m in /v1/chat/completions. To use function tools, use "
    "/v1/responses or set reasoning_effort to 'none'."
)
LATEX = json.dumps(GOOD, ensure_ascii=False).replace("∀", "\\forall ").replace("→", "\\rightarrow")
COMMA = TEXT.replace("}]", "},]", 1)[:-1] + ",}"
PYTHON = repr(GOOD)
CALL = json.dumps({"name": "FOLProgram", "arguments": GOOD}, ensure_ascii=False)
BARE = TEXT.replace('"predicates"', "predicates").replace('"goal"', "goal")
REASONING = (
    "Missing `reasoning_content` field in the assistant message at message index 2. For more information, please refer "
    "to https://api-docs.deepseek.com/guides/thinking_mode#tool-calls"
)
SIGNATURE = (
    "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, "
    "and missing thought_signature may lead to degraded model performance. Additional data, function call "
    "`default_api:FOLProgram` , position 2."
)
BLOCKS = (
    "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is "
    "enabled, a final `assistant` message must start with a thinking block."
)
ALTERNATE = "Conversation roles must alternate user/assistant/user/assistant/..."
JINJA = (
    "\n------------\nWhile executing CallExpression at line 19, column 27 in source:\n...% 2 == 0) -%} {{ "
    f'raise_exception("Conversation roles must alternate user...\n ^\nError: Jinja Exception: {ALTERNATE}'
)
SYSTEM = "Unsupported value: 'messages[0].role' does not support 'system' with this model."
STREAM_ONLY = "This model only support stream mode, please enable the stream parameter to access the model. "
FIREWORKS = Raw(
    {"error": {"message": "Requests with max_tokens > 4096 must have stream=true", "param": "max_tokens",
               "code": "BAD_REQUEST", "type": "error"}}, 400)  # fmt: skip
KEY_OF_GEMINI = "API key not valid. Please pass a valid API key."
RETRY = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "1s"}
QUOTA = "You exceeded your current quota, please check your plan and billing details."
LARGE = "max_tokens is too large: 8192. This model supports at most 4096 completion tokens, whereas you provided 8192."
CHOICE = (
    "<400> InternalError.Algo.InvalidParameter: The tool_choice parameter does not support being set to required or "
    "object in thinking mode"
)
SCHEMA = (
    "GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[premises].items: schema is too deep"
)
ORDER = "Unexpected role 'user' after role 'tool'"
ROUTED = {"object": "error", "message": ORDER, "type": "invalid_request_message_order"}
IDS = "Tool call id was call_2 but must be a-z, A-Z, 0-9, with a length of 9."
FORCED = "Thinking may not be enabled when tool_choice forces tool use."
LONG = "Streaming is required for operations that may take longer than 10 minutes."
BROKE = (
    "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase "
    "credits."
)
DEVELOPER = "Developer instruction is not enabled for models/gemma-3-27b-it"
BUSY = "The model is overloaded. Please try again later."
RANGE = "Invalid max_tokens value, the valid range of max_tokens is [1, 8192]"
GROQ_ROOM = (
    "`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the "
    "`context_window` for this model"
)
NO_TOOLS = (
    "No endpoints found that support tool use. To learn more about provider routing, visit: "
    "https://openrouter.ai/docs/provider-routing"
)
GONE = {"code": "DeploymentNotFound", "message": "The API deployment for this resource does not exist."}
SHOULD = "After the (optional) system message(s), user or tool message(s) should alternate with assistant message(s)."
NO_SYSTEM = "This model doesn't support system messages. Try again without them."
ONE_OF = {"message": "AiError: Bad input: Error: oneOf at '/' not met", "code": 5006}
STRING = {"type": "string_type", "loc": ["body", "messages", 2, "content"], "msg": "Input should be a valid string"}


def long_ago_cut(asked: Asked) -> Said | Raw:
    """Cut the first answer off, and refuse the room that is asked for then unless it is streamed."""
    if (asked.body.get("max_tokens") or 0) > 4096 and not streams(asked.body):
        return FIREWORKS
    return good(asked) if asked.number else replace(good(asked), arguments=TEXT[:200], finish="length")


def room_is_refused(asked: Asked) -> Said | Raw:
    """Cut answers off, and know no more room."""
    if asked.body.get("max_tokens"):
        return openai("No.", None, "context_length_exceeded")
    return replace(good(asked), arguments=TEXT[:200], finish="length")


MOODS = (
    # Mistral, and vLLM with Mistral's tokenizer.
    Mood("mistral-ids", no((odd_ids, mistral(IDS, "invalid_function_call", "3280"))), holds=with_tools),
    Mood("mistral-order", no((user_after_tool, mistral(ORDER, "invalid_request_message_order", "3230"))), 2,
         holds=in_words),
    Mood("mistral-behind-a-router", no((user_after_tool, openrouter("Provider returned error", 400, ROUTED))), 2),
    Mood("omlx-ids", no((has_calls, Raw({"detail": IDS}, 500))), 2),
    # DeepSeek, Qwen, and others that think.
    Mood("deepseek-thinks", no((has_calls, openai(REASONING, None, "invalid_request_error"))), 2, holds=in_words),
    Mood("deepseek-choice-and-thoughts", no((forces, openai("Thinking mode does not support this tool_choice")),
         (has_calls, openai(REASONING))), (2, 3)),
    Mood("dashscope-choice", no((forces, dashscope(CHOICE))), 2),
    Mood("stream-cut", cut_stream, 2),
    Mood("dashscope-stream-only", no((lambda body: not streams(body), dashscope(STREAM_ONLY))), 2),
    Mood("dashscope-thinking", no((lambda body: not streams(body), dashscope(
         "parameter.enable_thinking must be set to false for non-streaming calls"))), 2),
    Mood("dashscope-in-chinese", no((lambda body: not streams(body), dashscope(
         "parameter.enable_thinking必须设置为false才能进行非流式调用"))), 2),
    Mood("modelscope-thinking", no((lambda body: not streams(body), dashscope(
         "enable thinking can not be support when `stream=False`."))), 2),
    Mood("dashscope-filter", always(Raw({"error": {"message": "Input data may contain inappropriate content.",
         "type": "data_inspection_failed", "param": None, "code": "data_inspection_failed"}}, 400)), 1, None, 2,
         says=("inappropriate content",)),
    # Anthropic.
    Mood("anthropic-choice", no((forces, anthropic(FORCED))), 2),
    Mood("anthropic-temperature", no((lambda body: body.get("temperature", 1) != 1, anthropic(
         "`temperature` may only be set to 1 when thinking is enabled."))), 2, options=("--set", "temperature=0.5")),
    Mood("anthropic-blocks", no((has_calls, anthropic(BLOCKS))), 2, holds=in_words),
    Mood("anthropic-streams", no((lambda body: not streams(body), anthropic(LONG))), 2),
    Mood("anthropic-no-credit", always(anthropic(BROKE)), 1, None, 2, says=("credit balance", "asks for money")),
    # Models that know no system.
    Mood("gemma-vllm", no((has_system, vllm("System role not supported"))), (2, 3)),
    Mood("gemma-ai-studio", no((has_system, gemini(DEVELOPER))), 2),
    Mood("o1-mini", no((has_system, openai(SYSTEM, "messages[0].role", "unsupported_value")),
         (has_tools, openai("Unsupported parameter: 'tools' is not supported with this model.", "tools",
                            "unsupported_parameter"))), 3),
    Mood("gemma-llama-cpp", no((has_calls, llama(JINJA, 500, "server_error")), (has_tools, llama(JINJA, 500))), 2),
    Mood("gemma-alternates", no((has_system, vllm("System role not supported")), (has_calls, vllm(ALTERNATE))), (2, 3)),
    # Streams.
    Mood("fireworks-stream", no((lambda body: body.get("max_tokens", 0) > 4096 and not streams(body), FIREWORKS)), 2,
         options=("--set", "max_tokens=8000")),
    Mood("fireworks-more-room", long_ago_cut, 3),
    Mood("streams-always", streamed),
    Mood("streams-with-comments", kept_alive, 2),
    Mood("stream-options-unknown", no((lambda body: not streams(body), dashscope(STREAM_ONLY)),
         (lambda body: "stream_options" in body, openai("Unrecognized request argument supplied: stream_options",
          "stream_options"))), 3),
    # Gemini.
    Mood("gemini-signature", no((has_calls, gemini(SIGNATURE))), 2, holds=in_words),
    Mood("gemini-key", always(gemini(KEY_OF_GEMINI, 400, "INVALID_ARGUMENT", {"reason": "API_KEY_INVALID"})), 1, None,
         2, says=(KEY_OF_GEMINI, "does not accept the key"), never=("[{", '"error"')),
    Mood("gemini-schema", no((has_tools, gemini(SCHEMA))), 2),
    Mood("gemini-rate", then(always(gemini(QUOTA, 429, "RESOURCE_EXHAUSTED", RETRY)), good), 2,
         holds=lambda e: 1.0 <= e.gaps[0] <= 5.0),
    Mood("gemini-overloaded", then(always(gemini(BUSY, 503, "UNAVAILABLE")), good), 2),
    # Room.
    Mood("openai-too-much-room", most(4096, openai(LARGE, "max_tokens")), 2, options=("--set", "max_tokens=8192"),
         holds=lambda e: e.bodies[-1]["max_tokens"] == 4096),
    Mood("deepseek-too-much-room", most(8192, openai(RANGE)),
         2, options=("--set", "max_tokens=9000"), holds=lambda e: e.bodies[-1]["max_tokens"] == 8192),
    Mood("groq-too-much-room", most(8192, openai(GROQ_ROOM, "max_tokens")), 2,
         options=("--set", "max_tokens=9000")),
    Mood("more-room-is-refused", room_is_refused, 3, None, 1, says=("cut off", "max_tokens")),
    Mood("cut-off-ever", tools_only_without_thoughts, 2, None, 1, says=("cut off", "max_tokens"),
         options=("--max-repairs", "2")),
    # llama.cpp, Ollama, vLLM.
    Mood("llama-grammar", no((has_tools, llama("Failed to initialize samplers: failed to parse grammar"))), 2),
    Mood("llama-context", always(llama("the request exceeds the available context size, try increasing it", 400,
         "exceed_context_size_error")), 1, None, 2, says=("context size",)),
    Mood("lm-studio-roles", no((has_calls, llama("Only user and assistant roles are supported!"))), 2),
    Mood("a-gateway-says-nothing", no((has_tools, Raw({"detail": "Bad Request"}, 400))), 2),
    Mood("unprocessable", no((has_calls, Raw({"detail": [STRING]}, 422))), 2, holds=in_words),
    Mood("blames-the-system", no((has_tools, vllm("system prompt could not be merged with tools"))), 3, holds=in_words),
    Mood("sglang-crashes", no((has_system, Raw("Internal Server Error", 500, {"retry-after-ms": "5"}))), 3,
         options=("--set", "retries=1"), holds=in_words),
    Mood("tgi-template", no((has_calls, Raw({"error": "Template error: invalid operation: Conversation roles must "
         "alternate", "error_type": "template_error"}, 422))), 2),
    Mood("perplexity-order", no((user_after_tool, openai(SHOULD, None, "400"))), 2),
    Mood("lm-studio-choice", no((forces, Raw({"error": "Invalid tool_choice type: 'object'. Supported string values: "
         "none, auto, required"}, 400))), 2, holds=with_tools),
    Mood("bedrock-choice", no((forces, openai("This model doesn't support the toolConfig.toolChoice.tool field. Remove "
         "toolConfig.toolChoice.tool and try again."))), 2),
    Mood("bedrock-system", no((has_system, openai(NO_SYSTEM))),
         2, holds=in_words),
    Mood("cloudflare-list", no((has_tools, Raw({"errors": [ONE_OF], "success": False, "messages": []}, 400))), 2),
    Mood("azure-deployment", always(Raw({"error": GONE}, 404)), 1, None, 2, says=(GONE["message"],)),
    Mood("says-no-to-everything", always(Raw({"detail": "Bad Request"}, 400)), 2, None, 2, says=("Bad Request",)),
    # Routers.
    Mood("openrouter-no-tools", no((has_tools, openrouter(NO_TOOLS, 404))), 2),
    Mood("openrouter-choice", no((forces, openrouter(
         "No endpoints found that support the provided 'tool_choice' value.", 404))), 2),
    Mood("openrouter-model", always(openrouter("nomodel is not a valid model ID", 400)), 1, None, 2,
         says=("not a valid model ID",)),
    Mood("openrouter-no-endpoints", always(openrouter("No endpoints found for meta-llama/llama-3.1-405b:free.", 404)),
         (1, 2), None, 2, says=("No endpoints found",)),
    Mood("groq-model-is-gone", always(openai("The model `m` has been decommissioned and is no longer supported.", None,
         "model_decommissioned")), 1, None, 2, says=("decommissioned",)),
    # What models write.
    Mood("groq-wrote-it", always(groq(f"<function=FOLProgram>{TEXT}</function>"))),
    Mood("groq-wrote-a-call", always(groq(json.dumps({"name": "FOLProgram", "arguments": GOOD})))),
    Mood("groq-wrote-it-once", then(always(groq("Tool use failed: JSON does not match the expected schema")), good), 2),
    Mood("gpt-oss-final", harmony(TEXT)),
    Mood("gpt-oss-fence", harmony(f"```json\n{TEXT}\n```<|return|>")),
    Mood("gpt-oss-call", harmony(f"{TEXT}<|call|>", "commentary to=functions.FOLProgram <|constrain|>json")),
    Mood("gpt-oss-thinks-only", then(
         lambda asked: Said(f"<|channel|>analysis<|message|>{json.dumps(OPPOSITE)}"), good), 2, never=('"False"',)),
    Mood("latex-in-json", called(LATEX)),
    Mood("latex-in-markdown", called(LATEX), options=("--set", "mode=markdown")),
    Mood("comma-too-many", called(COMMA)),
    Mood("python-for-json", called(PYTHON)),
    Mood("names-without-quotes", called(BARE), options=("--set", "mode=markdown")),
    Mood("first-call-is-empty", two_calls("{}", TEXT)),
    Mood("second-call-is-empty", two_calls(TEXT, "{}")),
    Mood("function-call", legacy),
    Mood("hermes-call", lambda asked: Said(f"<tool_call>\n{CALL}\n</tool_call>")),
    Mood("mistral-call", lambda asked: Said(f"[TOOL_CALLS][{CALL}]")),
    Mood("llama-call", lambda asked: Said(f"<|python_tag|>{CALL.replace('arguments', 'parameters', 1)}")),
    Mood("call-with-text", lambda asked: Said(json.dumps({"name": "FOLProgram", "arguments": TEXT}))),
    Mood("groq-wrote-a-list", always(groq(f'<tool-use>{{"tool_calls": [{CALL}]}}</tool-use>'))),
    Mood("empty-ever", lambda asked: Said(""), 2, None, 1, options=("--max-repairs", "2")),
    Mood("cut-off-and-says-nothing", called(TEXT[:-40]), (2, 4), None, 1, options=("--max-repairs", "2")),
    Mood("refuses-in-words", lambda asked: Said("I'm sorry, but I can't help with that."), (2, 4), None, 1,
         options=("--max-repairs", "2")),
    # Parameters that are refused in no words that name them, and room that is not there beside the prompt.
    Mood("claude-one-of-two", no((lambda body: {"temperature", "top_p"} <= set(body), anthropic(ONE_OF_TWO))), 2,
         options=("--set", "temperature=0.2", "--set", "top_p=0.9"), holds=with_tools),
    Mood("xai-effort", no((has_effort, Raw({"error": "Model m does not support parameter reasoningEffort."}, 400))), 2,
         options=("--set", "reasoning_effort=low"), holds=with_tools),
    Mood("effort-and-form", no((has_effort, openai("No.")), (has_calls, openai("Not so."))), 4,
         options=("--set", "reasoning_effort=low"), holds=in_words),
    Mood("vllm-room", most(7292, vllm(ROOM)), 2, options=("--set", "max_tokens=8192", "--set", "temperature=0.5"),
         holds=lambda e: e.bodies[-1]["temperature"] == 0.5),
    Mood("gpt-tools-and-effort", no((has_tools, openai(EFFORT, "reasoning_effort"))), 2),
    Mood("groq-is-full", then(always(Raw({"error": {"message": "Flex tier capacity exceeded"}}, 498)), good), 2),
    # Models that write calls of their own, or none, where tools are offered.
    Mood("calls-as-xml", by_tools(Said(XML)), 2, holds=lambda e: not with_tools(e)),
    Mood("gemini-malformed", by_tools(Said(finish="function_call_filter: MALFORMED_FUNCTION_CALL")), 2),
    Mood("gemini-prohibited", lambda asked: Said("", finish="content_filter: PROHIBITED_CONTENT"), 1, None, 1,
         says=("PROHIBITED_CONTENT",)),
    Mood("sglang-abort", then(lambda asked: Said("", choice={"finish_reason": {"type": "abort"}}), good), 2),
    Mood("lists-as-texts", called(json.dumps({**GOOD, "premises": json.dumps(GOOD["premises"])}))),
    Mood("null-for-a-list", called(json.dumps({**GOOD, "constants": None}))),
    Mood("newline-in-a-text", called(TEXT.replace("Kind people", "Kind\npeople", 1))),
    Mood("json-with-comments", called(TEXT.replace('"goal"', '// asked\n"goal"')), options=("--set", "mode=markdown")),
    Mood("plain-stays-with-tools", good, holds=lambda e: with_tools(e) and no_body_has("stream")(e)),
)  # fmt: skip
