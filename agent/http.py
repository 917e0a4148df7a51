"""Rule books over HTTP, and the page of the playground: what ``sorites serve`` runs.

It decides and forgets: nothing that comes in is kept, names a file, or chooses a model. Amounts are read as exact
decimals. What does not fit is 422 with the place of each fault, what is too large 413, what takes too long 503.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from sorites.solvers.books import BookFault, Decision, MisfitFacts, RuleBook
from sorites.solvers.books.facts import parse_facts
from sorites.solvers.errors import UserError, require
from sorites.translators import Translator
from sorites.translators.models.chat import ModelUnavailable

from .claims import ClaimChecker
from .guarding import certificate_of
from .stating import opened

require("serve", "fastapi", "prometheus_client")

from fastapi import FastAPI, HTTPException, Request, Response  # noqa: E402
from fastapi.encoders import jsonable_encoder  # noqa: E402
from fastapi.middleware.trustedhost import TrustedHostMiddleware  # noqa: E402
from fastapi.responses import JSONResponse  # noqa: E402
from fastapi.routing import APIRoute  # noqa: E402
from fastapi.staticfiles import StaticFiles  # noqa: E402
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest  # noqa: E402

T = TypeVar("T")
MAX_BYTES: Final = 1_000_000
"""The largest body that is read."""
PAGE: Final = Path(__file__).parent / "playground"
"""The page that is served at ``/``: it asks the engines of this machine, by ``/desk``."""
WORKERS: Final = 4
"""How many questions are worked on at once; others wait."""
MOST_CLAIMS: Final = 200
"""How many sentences one request may check."""
_MOST_DEPTH: Final = 50
_DEEP: Final = "it is nested too deep"
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_LOOPBACK: Final = ("127.0.0.1", "localhost", "::1", "[::1]")
FactsOfCase = Annotated[dict[str, Any], Field(description="The facts of the case: values by their names.")]


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")

    facts: FactsOfCase = {}
    certificate: Annotated[bool, Field(description="Return the certificate too, which 'sorites check' replays.")] = (
        False
    )


class AllowsRequest(_Asked):
    """Whether an action is allowed."""

    action: Annotated[str, Field(description="An action of the book, or what must hold for it.", max_length=10_000)]


class AskRequest(_Asked):
    """What holds in a case."""

    question: Annotated[str, Field(description="A formula in the words of the book.", max_length=10_000)]


class CheckRequest(BaseModel):
    """What an assistant says."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(description="The assistant's sentences.", max_length=20_000)]
    question: Annotated[str, Field(description="What it was asked.", max_length=20_000)] = ""
    facts: FactsOfCase = {}


class _ExactRequest(Request):
    async def json(self) -> Any:
        try:
            found = parse_facts(await self.body())
        except MisfitFacts as error:
            raise HTTPException(422, _faults(error)) from None
        if wrong := _unfit(found):
            raise HTTPException(422, _faults(UserError(wrong)))
        return found


class _ExactRoute(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def exact(request: Request) -> Response:
            return await handle(_ExactRequest(request.scope, request.receive))

        return exact


class _Service:
    """What is asked, by the paths of ``application``."""

    def __init__(self, books: Mapping[str, RuleBook], translator: Translator | str | None, seconds: float) -> None:
        self.books, self.seconds = books, seconds
        self.checkers = {name: ClaimChecker(book, translator, seconds=seconds) for name, book in books.items()}
        self.workers, self.registry = asyncio.Semaphore(WORKERS), CollectorRegistry()
        self.decided = Counter("sorites_decisions", "Decisions.", ["book", "status"], registry=self.registry)
        self.took = Histogram("sorites_seconds", "Time of requests.", ["path", "status"], registry=self.registry)

    async def health(self) -> dict[str, str]:
        """Say that the service is there."""
        return {"status": "ok"}

    async def metrics(self) -> Response:
        """Return figures for Prometheus."""
        return Response(generate_latest(self.registry), media_type=CONTENT_TYPE_LATEST)

    async def shelf(self) -> list[dict[str, Any]]:
        """Return the books, and what may be asked of them."""
        found = []
        for name, book in self.books.items():
            facts = [
                {"name": one.name, "of": [*one.typed.arguments], "type": one.kind, "description": one.typed.gloss}
                for one in book.parts.facts
            ]
            actions = {action: said for action, (_, said) in book.parts.actions.items()}
            found.append({"name": name, "version": book.version, "actions": actions, "facts": facts})
        return found

    async def allows(self, name: str, asked: AllowsRequest) -> dict[str, Any]:
        """Return whether an action is allowed: take anything but ``allowed`` as no."""
        return await self._decided(name, asked.action, asked)

    async def ask(self, name: str, asked: AskRequest) -> dict[str, Any]:
        """Return what a book says of a question about a case, and why."""
        return await self._decided(name, asked.question, asked)

    async def check(self, name: str, asked: CheckRequest) -> Response:
        """Return what comes of each sentence of an assistant's."""
        self._book(name)

        def check() -> tuple[list[str], Response]:
            if len(opened(asked.text)) + len(opened(asked.question)) > MOST_CLAIMS:
                raise HTTPException(503, f"ask about at most {MOST_CLAIMS} sentences at once")
            within = 2 * self.seconds  # then the last claim is not waited for in vain
            found = self.checkers[name].check(asked.text, asked.question, asked.facts, within=within)
            return [one.finding for one in found.claims], JSONResponse(jsonable_encoder(found.to_json()))

        findings, response = await self._worked(check)
        for finding in findings:
            self.decided.labels(name, finding).inc()
        return response

    async def desk(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Answer one question of the page, with the engines of this machine."""
        from .playground.desk import reply

        return await self._worked(partial(reply, asked))

    async def measured(self, request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
        """Note how long a request takes."""
        started = time.perf_counter()
        response = await go_on(request)
        path = getattr(request.scope.get("route"), "path", "other")
        self.took.labels(path, response.status_code).observe(time.perf_counter() - started)
        return response

    async def _decided(self, name: str, question: str, asked: _Asked) -> dict[str, Any]:
        book = self._book(name)

        def decide() -> tuple[Decision, dict[str, Any]]:
            found = book.ask(question, asked.facts, seconds=self.seconds)
            return found, found.to_json() | ({"certificate": certificate_of(found)} if asked.certificate else {})

        decision, told = await self._worked(decide)
        self.decided.labels(name, decision.status.value).inc()
        return told

    def _book(self, name: str) -> RuleBook:
        if name not in self.books:
            raise HTTPException(404, f"there is no book '{name}'; there are {', '.join(self.books)}")
        return self.books[name]

    async def _worked(self, work: Callable[[], T]) -> T:
        async def run() -> T:
            async with self.workers:
                return await asyncio.to_thread(work)

        try:
            return await asyncio.wait_for(run(), 3 * self.seconds)
        except TimeoutError:
            raise HTTPException(503, "it took too long; ask again later, or less") from None
        except (MisfitFacts, BookFault) as error:
            raise HTTPException(422, _faults(error)) from None
        except ModelUnavailable as error:
            raise HTTPException(502, str(error)) from None


def application(
    books: Mapping[str, RuleBook],
    translator: Translator | str | None = None,
    *,
    seconds: float = 2.0,
    most_bytes: int = MAX_BYTES,
    loopback: bool = True,
) -> FastAPI:
    """Return the application that answers for some books.

    Args:
        books: the books by their names; none for the page alone.
        translator: who translates sentences that Sorites English does not read; by default nobody.
        seconds: what a question may take.
        most_bytes: the largest body that is read.
        loopback: only requests to this machine by its own name are answered, which pages of strangers can't send.

    Raises:
        MissingExtra: FastAPI is not installed.
    """
    app = FastAPI(title="Sorites", summary="Rule books, asked by proof.", redoc_url=None, max_body_size=most_bytes)
    app.router.route_class = _ExactRoute
    service = _Service(books, translator, seconds)
    app.middleware("http")(service.measured)
    if loopback:
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=[*_LOOPBACK])
    app.add_api_route("/health", service.health)
    app.add_api_route("/metrics", service.metrics, response_class=Response)
    app.add_api_route("/books", service.shelf)
    for path in ("allows", "ask", "check"):
        app.add_api_route(f"/books/{{name}}/{path}", getattr(service, path), methods=["POST"])
    app.add_api_route("/desk", service.desk, methods=["POST"])
    app.mount("/", StaticFiles(directory=PAGE, html=True), name="page")
    return app


def _unfit(value: Any, depth: int = 0) -> str:
    """Return why a value that was read can't be worked on, if so: no answer could be written of it."""
    if depth > _MOST_DEPTH:
        return _DEEP
    if isinstance(value, str):
        return "a text has half a character (a lone surrogate)" if _SURROGATE.search(value) else ""
    if isinstance(value, float):
        return "" if math.isfinite(value) else "NaN and Infinity are no numbers of JSON"
    inner = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else ()
    return next(filter(None, (_unfit(one, depth + 1) for one in inner)), "")


def _faults(error: Exception) -> list[dict[str, Any]]:
    """Return what is wrong in the form in which FastAPI tells of it."""
    if isinstance(error, MisfitFacts):
        return [
            {"type": "misfit", "loc": ["body", "facts", path], "msg": f"{wrong}; expected: {expected}"}
            for path, wrong, expected in error.faults
        ]
    return [{"type": "question", "loc": ["body"], "msg": str(error)}]


__all__ = ["AllowsRequest", "AskRequest", "CheckRequest", "application"]
