"""Endpoints that take some parameters, and refuse others by name."""

from __future__ import annotations

from ..protocol import Refused
from ..server import Asked, Endpoint, Raw
from ..speaking import Said
from .mood import GOOD, Mood, always, good, no_body_has, refuse, without


def reasoning(asked: Asked) -> Said:
    """Answer as OpenAI's reasoning models do: they know no ``max_tokens``, and no temperature but 1."""
    if "max_tokens" in asked.body:
        raise Refused(
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' "
            "instead.", "max_tokens", "unsupported_parameter",
        )  # fmt: skip
    temperature = asked.body.get("temperature", 1)
    if temperature != 1:
        raise Refused(
            f"Unsupported value: 'temperature' does not support {temperature} with this model. Only the default (1) "
            "value is supported.", "temperature", "unsupported_value",
        )  # fmt: skip
    return asked.filled(GOOD, hidden=640)


def pydantic_wants(name: str) -> Raw:
    """Return what servers made with FastAPI say of a field that they do not know."""
    detail = [{"type": "extra_forbidden", "loc": ["body", name], "msg": "Extra inputs are not permitted", "input": 7}]
    return Raw({"object": "error", "message": {"detail": detail}, "type": "invalid_request_error"}, 422)


def old(asked: Asked) -> Said:
    """Answer as servers of 2023 do, which know ``max_tokens`` only."""
    if "max_completion_tokens" in asked.body:
        raise Refused("Unrecognized request argument supplied: max_completion_tokens")
    return good(asked)


def more_than_one(asked: Asked) -> Said:
    """Answer as Groq does, which knows no ``n``."""
    if (asked.body.get("n") or 1) > 1:
        raise Refused("'n' : number must be at most 1", "n")
    return good(asked)


def knows_n(endpoint: Endpoint) -> bool:
    """Tell whether all samples were asked for at once."""
    return endpoint.bodies[0].get("n") == 3


def warm(endpoint: Endpoint) -> bool:
    """Tell whether samples differ."""
    return all(body.get("temperature", 1) > 0 for body in endpoint.bodies)


SEED = "Unsupported parameter: 'seed' is not supported with this model."
CHOICE = "deepseek-reasoner does not support this tool_choice"
ENABLE = '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'
PARALLEL = "Unsupported parameter: 'parallel_tool_calls' is not supported with this model."

MOODS = (
    Mood(
        "plain", good,
        holds=no_body_has("temperature", "max_tokens", "max_completion_tokens", "seed", "n", "top_p"),
    ),
    Mood("no-temperature", reasoning, (1, 2), options=("--set", "temperature=0.2"), says=("temperature",)),
    Mood("no-max-tokens", reasoning, (1, 2), options=("--set", "max_tokens=5000"),
         holds=lambda e: e.bodies[-1].get("max_completion_tokens") == 5000),
    Mood("neither", reasoning, (1, 3), options=("--set", "temperature=0", "--set", "max_tokens=5000"),
         holds=lambda e: e.bodies[-1].get("max_completion_tokens") == 5000, says=("temperature",)),
    Mood("max-tokens-only", old, (1, 2), options=("--set", "max_tokens=5000"),
         holds=lambda e: e.bodies[-1].get("max_tokens") == 5000),
    Mood("no-seed", without("seed", refuse(SEED, "seed", "unsupported_parameter")), 2,
         options=("--set", "seed=7"), says=("seed",)),
    Mood("extra-forbidden", without("seed", always(pydantic_wants("seed"))), 2, options=("--set", "seed=7"),
         says=("seed",)),
    Mood("n-is-known", good, 1, options=("--samples", "3"), holds=lambda e: knows_n(e) and warm(e)),
    Mood("n-is-refused", more_than_one, (3, 4), options=("--samples", "3"), holds=warm),
    Mood("n-is-ignored", lambda asked: (good(asked),), (2, 3), options=("--samples", "3"), holds=warm),
    Mood("no-tool-choice", without("tool_choice", refuse(CHOICE, "tool_choice")), 2, says=()),
    Mood("tools-need-a-flag", without("tools", refuse(ENABLE, kind="BadRequestError")), (2, 3)),
    Mood("no-parallel", without("parallel_tool_calls", refuse(PARALLEL, "parallel_tool_calls",
         "unsupported_parameter")),
         (1, 2)),
    Mood("no-tools", without("tools", refuse("registry.ollama.ai/library/gemma3:4b does not support tools",
                                             kind="api_error")), 2),
)  # fmt: skip
