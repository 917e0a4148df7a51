"""A real HTTP server on loopback that speaks OpenAI's chat protocol from a script.

Examples:
    >>> from sorites.testing import program, serving
    >>> from sorites.translators import ModelOptions, make_translator
    >>> reply = program(("Anne is kind.", "Kind(anne)"), goal=("Anne is kind.", "Kind(anne)"))
    >>> with serving(reply) as server:
    ...     translator = make_translator("openai:any", options=ModelOptions(server.url))
"""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Program = dict[str, Any]
"""A program as a model fills it in."""


def program(
    *premises: tuple[str, str], goal: tuple[str, str], predicates: dict[str, list[str]] | None = None
) -> Program:
    """Return a program as a model fills it in.

    Args:
        premises: sentences with their formulas.
        goal: the question as a statement, with its formula.
        predicates: their names with their variables; ``None`` for ``Kind(x)`` and ``Nice(x)``.

    Returns:
        What becomes the JSON of the model's answer.
    """
    declared = predicates or {"Kind": ["x"], "Nice": ["x"]}
    return {
        "predicates": [{"name": n, "arguments": a, "meaning": f"x is {n.lower()}"} for n, a in declared.items()],
        "premises": [{"sentence": s, "formula": f} for s, f in premises],
        "goal": {"sentence": goal[0], "formula": goal[1]},
    }


@dataclass
class Reply:
    """What the server does with one request.

    Attributes:
        content: what the model writes: a text, or what becomes JSON.
        status: the status of HTTP.
        headers: more headers.
        body: the whole body, in place of a completion.
        delay: seconds to wait before.
        finish: why the model stopped.
        cut: close the connection in the middle of the body.
    """

    content: Any = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: str | None = None
    delay: float = 0.0
    finish: str = "stop"
    cut: bool = False


Script = Callable[[int, dict[str, Any]], Reply]
"""What decides on a reply: the number of the request and its body."""


@dataclass
class Server:
    """A running server.

    Attributes:
        url: the base URL for clients.
        requests: the bodies of all requests, in order.
        headers: their headers, by names in small letters.
    """

    url: str
    requests: list[dict[str, Any]]
    headers: list[dict[str, str]]


@contextmanager
def serving(*replies: Reply | Program, script: Script | None = None) -> Iterator[Server]:
    """Run a server that gives the replies in order, the last one for ever.

    Args:
        replies: what it answers, or the programs that a model would write.
        script: decides instead, from the number of a request and its body.

    Yields:
        The server, which is stopped at the end of the block.
    """
    lock = threading.Lock()
    server_state = Server("", [], [])

    def scripted(number: int, request: dict[str, Any]) -> Reply:
        found = replies[min(number, len(replies) - 1)]
        return found if isinstance(found, Reply) else Reply(found)

    answer = script or scripted

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # else replies on a kept connection wait 40 ms

        def do_POST(self) -> None:
            """Answer one request."""
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                number = len(server_state.requests)
                server_state.requests.append(request)
                server_state.headers.append({name.lower(): value for name, value in self.headers.items()})
            reply = answer(number, request)
            time.sleep(reply.delay)
            body = (reply.body if reply.body is not None else json.dumps(_completion(request, reply))).encode()
            self.send_response(reply.status)
            self.send_header("Content-Type", "text/html" if body.startswith(b"<") else "application/json")
            self.send_header("Content-Length", str(len(body)))
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.end_headers()
            if reply.cut:
                self.wfile.write(body[: len(body) // 2])
                self.wfile.flush()
                self.connection.shutdown(socket.SHUT_RDWR)
            else:
                self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing on standard error."""

    class Threads(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 256

        def handle_error(self, request: Any, client_address: Any) -> None:
            """Say nothing where a client goes away."""

    httpd = Threads(("127.0.0.1", 0), Handler)
    server_state.url = f"http://127.0.0.1:{httpd.server_port}/v1"
    thread = threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server_state
    finally:
        httpd.shutdown()
        httpd.server_close()
        thread.join()


def _completion(request: dict[str, Any], reply: Reply) -> dict[str, Any]:
    if reply.status != 200:
        return {"error": {"message": f"scripted {reply.status}", "type": "scripted"}}
    content = reply.content if isinstance(reply.content, str) else json.dumps(reply.content, ensure_ascii=False)
    message: dict[str, Any] = {"role": "assistant", "content": content}
    finish = reply.finish
    if (request.get("tools") and not isinstance(reply.content, str)) or (
        request.get("tools") and content.startswith("{")
    ):
        name = request["tools"][0]["function"]["name"]
        call = {"id": "call_1", "type": "function", "function": {"name": name, "arguments": content}}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
        finish = "tool_calls" if finish == "stop" else finish
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": request["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }
