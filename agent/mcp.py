"""The tools as a server of the Model Context Protocol (https://modelcontextprotocol.io), for any client of it.

Whoever starts the server chooses translator, model, engines and limits. A model that calls the tools gives texts
only: nothing in a tool's arguments opens a file, names a model or spends a key.

The engines are loaded at the first call, so that a client sees the tools as soon as the SDK is loaded.
"""

from __future__ import annotations

import asyncio
import functools
import math
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

from pydantic import Field

from .toolbox import (
    CHECKS,
    INSTRUCTIONS,
    MAX_OPTIONS,
    PROVES,
    Checked,
    Choices,
    ContextText,
    ProgramText,
    Proved,
    QuestionText,
    Solved,
    bounded,
    check_program,
    prove_program,
    solved,
)

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from sorites.solvers import Semantics

    from .book import Shelf
    from .options import Options

T = TypeVar("T")
OURS: Final = (
    "Or give text and question to solve, which translates by itself: a fact in its answer is proved, not remembered."
)
SOLVES: Final = "Answer a question about a text by proof; give both word for word. "
BY_GRAMMAR: Final = (
    "A grammar of English reads the text; 'faults' says what it can't read, and how to write it instead."
)
BY_MODEL: Final = "A language model, which the server's host chose, translates the text for the provers."
WithCertificate = Annotated[bool, Field(description="Return the certificate too, which 'sorites check' replays.")]


def mcp_server(
    answering: Callable[[], Options] | None = None,
    *,
    asks_model: bool = False,
    semantics: Semantics | None = None,
) -> MCPServer:
    """Return a server with the tools ``check_program``, ``prove`` and ``solve``, not yet running.

    It has the grammar of programs as resources too, and ``answer_by_proof`` as a prompt.

    Examples:
        >>> from sorites.agent.mcp import mcp_server
        >>> mcp_server().name
        'sorites'

    Args:
        answering: makes the options of all calls, once, when the first one needs them; ``None`` for the grammar of
            English and the usual engines.
        asks_model: a model is asked on the way, so that calls leave this machine or cost something.
        semantics: what it means that something follows; ``None`` for what the translator says.

    Raises:
        MissingExtra: the official SDK is not installed.
    """
    from sorites.solvers.errors import require

    require("mcp", "mcp")
    from importlib.metadata import version

    from mcp.server.mcpserver import MCPServer
    from mcp_types import ToolAnnotations

    options = _once(answering or _usual)
    books = _once(lambda: _shelf(options()))
    server = MCPServer(
        "sorites",
        title="Sorites",
        description="Answers questions by proof.",
        version=version("sorites"),
        instructions=f"{INSTRUCTIONS} {OURS}",
        log_level="ERROR",
    )

    def hints(title: str, *, open_world: bool = False) -> ToolAnnotations:
        return ToolAnnotations(
            title=title, read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=open_world
        )

    @server.tool("check_program", title="Check a program", description=CHECKS, annotations=hints("Check a program"))
    async def check(program: ProgramText) -> Checked:
        with _words():
            return await _watched(asyncio.to_thread(check_program, program), await asyncio.to_thread(options))

    @server.tool("prove", title="Prove a program", description=PROVES, annotations=hints("Prove a program"))
    async def prove(program: ProgramText, certificate: WithCertificate = False) -> Proved:
        with _words():
            made = await asyncio.to_thread(options)
            proving = asyncio.to_thread(
                prove_program, program, made.solver, made.limits, check=made.check, certificate=certificate
            )
            return await _watched(proving, made)

    @server.tool(
        "solve",
        title="Answer a question",
        description=SOLVES + (BY_MODEL if asks_model else BY_GRAMMAR),
        annotations=hints("Answer a question", open_world=asks_model),
    )
    async def solve(context: ContextText, question: QuestionText, choices: Choices = ()) -> Solved:
        from sorites.solvers import UserError
        from sorites.translators import TRUE_FALSE_UNCERTAIN, Problem

        with _words():
            if not question.strip():
                raise UserError("there is no question")
            if len(choices) > MAX_OPTIONS:
                raise UserError(f"there are {len(choices)} choices; give at most {MAX_OPTIONS}")
            texts = [bounded(name, text) for name, text in (("context", context), ("question", question))]
            given = tuple(bounded("choice", text) for text in choices)
            problem = Problem("problem", texts[0], texts[1], TRUE_FALSE_UNCERTAIN, given, semantics)
            shelf = await asyncio.to_thread(books)
            return solved(await _watched(shelf.aanswer(problem), await asyncio.to_thread(options)))

    for form, what in (("gbnf", "as llama.cpp reads it"), ("lark", "as Lark and vLLM read it")):
        server.resource(
            f"sorites://grammar/{form}",
            name=f"grammar.{form}",
            title=f"The grammar of programs ({form})",
            description=f"Texts that it allows are read as they stand; {what}.",
            mime_type="text/plain",
        )(_grammar(form))
    server.prompt(
        "answer_by_proof", title="Answer by proof", description="How to answer a question about a text with the tools."
    )(_answer_by_proof)
    return server


def _answer_by_proof(
    context: Annotated[str, Field(description="The text that is taken to hold.")],
    question: Annotated[str, Field(description="What is asked.")],
) -> str:
    return f"{INSTRUCTIONS}\n\nThe text:\n{context}\n\nThe question:\n{question}"


def _grammar(form: str) -> Callable[[], str]:
    def text() -> str:
        from sorites.solvers.notation.grammar import grammar

        return grammar(form)

    return text


def _shelf(options: Options) -> Shelf:
    from .book import Shelf

    return Shelf(options)


def _usual() -> Options:
    from .options import Options

    return Options.of()


def _once(make: Callable[[], T]) -> Callable[[], T]:
    """Return what makes something when it is first needed, whoever needs it first."""
    made, lock = functools.cache(make), threading.Lock()

    def get() -> T:
        with lock:
            return made()

    return get


async def _watched(work: Awaitable[T], options: Options) -> T:
    """Await what provers do in threads; if nobody waits for it any more, they are told to end."""
    from sorites.solvers.clock import Stop, within

    stop = Stop()
    with within(math.inf, options.limits.megabytes, stop):
        try:
            return await work
        except asyncio.CancelledError:
            stop.request()
            raise


@contextmanager
def _words() -> Iterator[None]:
    """Tell the caller in words what only it, or the server's host, can mend; anything else is a fault of ours."""
    from mcp.server.mcpserver.exceptions import ToolError

    try:
        yield
    except Exception as error:
        from sorites.solvers import SoritesError

        if isinstance(error, SoritesError):
            raise ToolError(str(error)) from error
        raise
