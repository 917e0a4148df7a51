"""A real HTTP server on loopback that speaks OpenAI's chat protocol strictly, in one mood or another."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic as now
from typing import Any

from . import protocol, speaking
from .protocol import Refused
from .speaking import Said

KEY = "sk-proj-Q8vT2mXw7LkR9sZb4NcF1yHd6JpA3uEg0KoI5tWq"
"""The key that the server knows; any other is refused."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request.

    Attributes:
        number: how many came before.
        body: what was posted.
        headers: of HTTP, by names in small letters.
        key: the key that came with it.
        at: when, on the monotonic clock.
    """

    number: int
    body: Mapping[str, Any]
    headers: Mapping[str, str]
    key: str
    at: float

    @property
    def tools(self) -> bool:
        """Whether it asks for a call."""
        return bool(speaking.asked_tool(self.body))

    def filled(self, program: Any, **more: Any) -> Said:
        """Return what an obedient model says to it."""
        return speaking.obedient(self.body, program, **more)


@dataclass(frozen=True, slots=True)
class Raw:
    """What goes over the wire as it is.

    Attributes:
        body: the body; what is no text becomes JSON.
        status: of HTTP.
        headers: of HTTP.
        kind: the type of the content.
        drop: close the connection without a word.
        cut: close it in the middle of the body.
        whole: the completion that a stream is made of, whose tokens are counted.
    """

    body: Any = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    kind: str = "application/json"
    drop: bool = False
    cut: bool = False
    whole: Mapping[str, Any] = field(default_factory=dict)


Behaviour = Callable[[Asked], "Said | tuple[Said, ...] | Raw"]
"""What decides on an answer; one ``Said`` is said as often as ``n`` wants, several are said as they are.
It may raise ``Refused``."""


@dataclass(slots=True)
class Endpoint:
    """A running endpoint, and all that happened to it.

    Attributes:
        url: the base URL for clients.
        asked: all requests, in order.
        usages: what it counted, for each answer that it gave whole and with a count.
        flying: how many requests it answers right now.
        most: the most that it answered at once.
    """

    url: str = ""
    asked: list[Asked] = field(default_factory=list)
    usages: list[dict[str, Any]] = field(default_factory=list)
    flying: int = 0
    most: int = 0

    @property
    def spent(self) -> tuple[int, int]:
        """The tokens that were read and written."""
        return sum(u["prompt_tokens"] for u in self.usages), sum(u["completion_tokens"] for u in self.usages)

    @property
    def gaps(self) -> list[float]:
        """The seconds between requests."""
        return [b.at - a.at for a, b in zip(self.asked, self.asked[1:], strict=False)]

    @property
    def bodies(self) -> list[Mapping[str, Any]]:
        """What was posted."""
        return [a.body for a in self.asked]


@contextmanager
def endpoint(behave: Behaviour, *, strict: bool = True, path: str = "/v1", key: str = KEY) -> Iterator[Endpoint]:
    """Run an endpoint.

    Args:
        behave: its mood.
        strict: refuse what OpenAI refuses; else only what is no request at all, as many local servers do.
        path: where its API lies.
        key: the key that it knows; empty if it wants none.

    Yields:
        The endpoint, which is stopped at the end of the block.
    """
    httpd = _Server(behave, strict, path, key)
    thread = threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield httpd.state
    finally:
        httpd.shutdown()
        httpd.server_close()
        thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, behave: Behaviour, strict: bool, path: str, key: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.behave, self.strict, self.path, self.key = behave, strict, path, key
        self.state, self.lock = Endpoint(f"http://127.0.0.1:{self.server_port}{path}"), threading.Lock()

    def asked(self, body: bytes, headers: Mapping[str, str]) -> Asked:
        """Take a request in."""
        try:
            read = json.loads(body)
        except ValueError:
            read = None
        key = headers.get("authorization", "").removeprefix("Bearer ")
        with self.lock:
            asked = Asked(len(self.state.asked), read, headers, key, now())
            self.state.asked.append(asked)
            self.state.flying += 1
            self.state.most = max(self.state.most, self.state.flying)
        return asked

    def decided(self, path: str, asked: Asked) -> Raw:
        """Return what goes over the wire."""
        if path.rstrip("/") != f"{self.path}/chat/completions":
            raise Refused(f"Invalid URL (POST {path})", status=404)
        if self.key and asked.key != self.key:
            raise Refused(
                f"Incorrect API key provided: {asked.key[:8]}***{asked.key[-4:]}. You can find your API key at "
                "https://platform.openai.com/account/api-keys.", code="invalid_api_key", status=401,
            )  # fmt: skip
        if self.strict:
            protocol.check(asked.body)
        said = self.behave(asked)
        return said if isinstance(said, Raw) else self._spoken(asked.body, said)

    def _spoken(self, body: Mapping[str, Any], said: Said | tuple[Said, ...]) -> Raw:
        choices = said if isinstance(said, tuple) else (said,) * (body.get("n") or 1)
        whole = speaking.completion(body, tuple(choice.within(speaking.room(body)) for choice in choices))
        if not body.get("stream"):
            return Raw(whole)
        counted = whole if (body.get("stream_options") or {}).get("include_usage") else {}
        return Raw("".join(speaking.stream(body, whole)), kind="text/event-stream", whole=counted)

    def count(self, whole: Mapping[str, Any]) -> None:
        """Keep what an answer says that it cost."""
        if whole.get("usage"):
            with self.lock:
                self.state.usages.append(whole["usage"])

    def ended(self) -> None:
        """Let a request go."""
        with self.lock:
            self.state.flying -= 1

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing where a client goes away."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else replies on a kept connection wait 40 ms
    server: _Server

    def do_GET(self) -> None:
        """List the models."""
        self._give(Raw({"object": "list", "data": [{"id": "m", "object": "model"}]}))

    def do_POST(self) -> None:
        """Answer one request."""
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        asked = self.server.asked(body, {name.lower(): value for name, value in self.headers.items()})
        try:
            raw = self.server.decided(self.path, asked)
        except Refused as refused:
            raw = Raw(refused.body, refused.status)
        try:
            self._give(raw)
        finally:
            self.server.ended()

    def _give(self, raw: Raw) -> None:
        if raw.drop:
            self._hang_up()
            return
        body = (raw.body if isinstance(raw.body, str) else json.dumps(raw.body, ensure_ascii=False)).encode()
        if not raw.cut:
            self.server.count(raw.body if isinstance(raw.body, dict) else raw.whole)  # before the client can see it
        self.send_response(raw.status)
        self.send_header("Content-Type", raw.kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in raw.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if raw.cut else body)
        if raw.cut:
            self.wfile.flush()
            self._hang_up()

    def _hang_up(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing on standard error."""
