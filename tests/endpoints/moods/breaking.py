"""Endpoints, and what stands before them, that break."""

from __future__ import annotations

from ..server import Asked, Raw
from ..speaking import completion
from .mood import Mood, always, error, faulty, good, then

GATEWAY = (
    "<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>"
)
OVERLOADED = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
LOADING = {"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}}
CRASHED = {"error": {"message": "CUDA error: an illegal memory access was encountered", "type": "server_error"}}


def cut(asked: Asked) -> Raw:
    """Close the connection in the middle of the body."""
    return Raw(completion(asked.body, (good(asked),)), cut=True)


MOODS = (
    Mood("500", then(error(500), good), 2),
    Mood("502-html", then(always(Raw(GATEWAY, 502, kind="text/html")), good), 2),
    Mood("503-loading", then(error(503, LOADING, Retry_After="1"), good), 2),
    Mood("529-overloaded", then(error(529, OVERLOADED), good), 2),
    Mood("408", then(error(408), good), 2),
    Mood("connection-dropped", then(always(Raw(drop=True)), good), 2),
    Mood("body-cut", then(cut, good), 2),
    Mood("503-between-faulty-and-good", then(faulty, error(503, LOADING), good), 3),
    Mood("429-between-faulty-and-good", then(faulty, error(429, retry_after_ms="50"), good), 3),
    Mood("500-always", error(500, CRASHED, retry_after_ms="10"), (2, 12), None, 2,
         says=("CUDA error: an illegal memory access",)),
    Mood("502-always", always(Raw(GATEWAY, 502, {"retry-after-ms": "10"}, "text/html")), (2, 12), None, 2,
         says=("502 Bad Gateway",), never=("<h1>",)),
    Mood("no-json-once", then(always(Raw('{"id": "chatcmpl-1", "choices": [{"mess')), good), 2),
    Mood("no-json-ever", always(Raw('{"id": "chatcmpl-1", "choices": [{"mess', headers={"retry-after-ms": "10"})),
         (1, 12),
         None, 2, says=("no JSON", "chatcmpl-1"), never=("JSONDecodeError",), options=("--set", "retries=1")),
    Mood("no-choices-once", then(lambda asked: (), good), 2),
    Mood("no-choices-ever", lambda asked: (), 2, None, 2, options=("--set", "retries=1"), says=("no choices",)),
)  # fmt: skip
