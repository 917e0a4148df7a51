"""Endpoints that say no, for a reason that a person should read."""

from __future__ import annotations

from ..server import KEY, Asked, Raw
from ..speaking import Said
from .mood import GOOD, Mood, always, error, good, refuse, then

COUNTRY = "Country, region, or territory not supported"
NO_MODEL = "The model `gpt-9` does not exist or you do not have access to it."
TOO_LONG = (
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens (8649 in the "
    "messages, 351 in the functions). Please reduce the length of the messages or functions."
)
FILTERED = "The response was filtered due to the prompt triggering Azure OpenAI's content management policy."
REFUSAL = "I'm sorry, I can't help with that request."
TOOL_USE = "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details."
PAGE = "<!DOCTYPE html><html><head><title>Welcome to my gateway</title></head><body>Nothing here.</body></html>"
GROQ = {
    "error": {
        "message": TOOL_USE,
        "type": "invalid_request_error",
        "code": "tool_use_failed",
        "failed_generation": '<function=FOLProgram>{"premises": [',
    }
}


def router(code: int, message: str) -> Raw:
    """Return an error as OpenRouter sends it, with HTTP's 200."""
    return Raw({"error": {"code": code, "message": message}, "user_id": "user_x"})


def in_the_choice(asked: Asked) -> Said:
    """Return an error of the provider behind the router, in the choice."""
    return Said("", finish="error", choice={"error": {"code": 502, "message": "Provider returned error"}})


def refusing(asked: Asked) -> Said:
    """Refuse, in the field that is made for it."""
    return Said(refusal=REFUSAL)


def filtered(asked: Asked) -> Said:
    """Let a filter take the answer away."""
    return Said("", finish="content_filter")


def failed_call(asked: Asked) -> Raw:
    """Say that the model wrote no call, as Groq does of one bad generation."""
    return Raw(GROQ, 400)


def echoing(status: int) -> Mood:
    """Return an endpoint that says the key in its error."""
    said = {"error": {"message": f"The token {KEY} (Bearer {KEY}) may not do this.", "code": "denied"}}
    most = {400: 2, 500: 12}.get(status, 1)  # no row knows the 400, so the plainest form is tried
    return Mood(
        f"key-in-{status}", error(status, said, retry_after_ms="10"), (1, most), None, 2, says=("may not do this",)
    )


def key_in_reply(asked: Asked) -> Said:
    """Say the key in the answer."""
    premises = [{**GOOD["premises"][0], "sentence": f"Kind people are nice {KEY}."}, GOOD["premises"][1]]
    return asked.filled({**GOOD, "premises": premises})


MOODS = (
    Mood("wrong-key", good, 1, None, 2, key="sk-another", says=("Incorrect API key provided",)),
    Mood("wrong-country", refuse(COUNTRY, None, "unsupported_country_region_territory", 403,
                                 "request_forbidden"), 1, None, 2, says=(COUNTRY,), never=("not accept the key",)),
    Mood("wrong-model", refuse(NO_MODEL, None, "model_not_found", 404), 1, None, 2, says=(NO_MODEL,)),
    Mood("wrong-path", always(Raw('{"detail":"Not Found"}', 404)), 1, None, 2, says=("Not Found", "base")),
    Mood("too-long", refuse(TOO_LONG, "messages", "context_length_exceeded"), 1, None, 2, says=(TOO_LONG,)),
    Mood("azure-filter", refuse(FILTERED, "prompt", "content_filter"), 1, None, 2, says=(FILTERED,)),
    Mood("content-filter", filtered, 1, None, 1, says=("content_filter",)),
    Mood("refusal", refusing, 1, None, 1, says=(REFUSAL,), never=("AssertionError",)),
    Mood("refusal-json-schema", refusing, 1, None, 1, says=(REFUSAL,), options=("--set", "mode=json-schema")),
    Mood("refused-once-of-three", lambda asked: (refusing(asked), *[good(asked)] * ((asked.body.get("n") or 1) - 1))
         if asked.number == 0 else good(asked), (1, 3), options=("--samples", "3")),
    Mood("200-with-429", then(always(router(429, "Rate limit exceeded: free-models-per-min.")), good), 2),
    Mood("200-with-402", always(router(402, "Insufficient credits.")), 1, None, 2, says=("Insufficient credits.",)),
    Mood("200-with-400", always(router(400, "m is not a valid model ID")), 1, None, 2,
         says=("m is not a valid model ID",)),
    Mood("error-in-the-choice", then(in_the_choice, good), 2),
    Mood("200-html", always(Raw(PAGE, kind="text/html")), 1, None, 2, says=("base", "Welcome to my gateway"),
         never=("wrote no program", "<body>")),
    Mood("groq-once", then(failed_call, good), 2, holds=lambda e: "tools" in e.bodies[1]),
    Mood("groq-always", failed_call, (2, 4), None, 1, says=("Failed to call a function",)),
    *(echoing(status) for status in (400, 401, 403, 500)),
    Mood("key-in-reply", key_in_reply),
)  # fmt: skip
