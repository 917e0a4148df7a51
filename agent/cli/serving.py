"""The commands ``mcp``, ``serve`` and ``guard``: tools for other agents, rule books over HTTP and before tools."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from .commands import app, pick_semantics
from .flags import (
    CheckOption,
    MemoryOption,
    RepairsOption,
    SemanticsOption,
    SolverOption,
    TimeoutOption,
    Translating,
    with_model,
)

if TYPE_CHECKING:
    from ..options import Options

LOOPBACK: Final = "127.0.0.1"


@app.command("mcp")
@with_model()
def serve(
    model: Translating,
    samples: Annotated[int, typer.Option(min=1, help="Translations that vote on the answer.")] = 1,
    max_repairs: RepairsOption = 3,
    solver: SolverOption = "portfolio",
    semantics: SemanticsOption = None,
    timeout: TimeoutOption = 10.0,
    memory: MemoryOption = 2048,
    check: CheckOption = True,
    book: Annotated[Path | None, typer.Option(help="A rule book that may be asked, too.")] = None,
    http: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="Serve over HTTP at this port of this machine: http://127.0.0.1:PORT/mcp."),
    ] = None,
) -> None:
    """Serve the tools check_program, prove and solve by MCP, over standard input and output or HTTP.

    What is set up here holds for all calls: a model that calls the tools chooses neither translator nor limits.
    """
    import functools
    import gc
    import signal

    gc.disable()  # while the SDK is loaded, or its hundreds of classes would be walked again and again
    from ..mcp import mcp_server

    @functools.cache
    def options() -> Options:
        from sorites.solvers import Limits
        from sorites.translators import make_translator
        from sorites.translators.registry import DEFAULT

        from ..options import Options

        translator = make_translator(
            model.name or DEFAULT, samples=samples, options=model.options, english=model.english
        )
        return Options.of(translator, solver, Limits(timeout, memory), max_repairs, check)

    if model.names or solver != "portfolio":  # what was set up wrong is said now, and not when somebody calls
        options()
    server = mcp_server(options, asks_model=_asks_model(model), semantics=pick_semantics(semantics))
    if book is not None:
        from sorites.solvers.books import RuleBook

        from ..book_tools import add_book

        add_book(server, RuleBook.load(book), options().translator if _asks_model(model) else None)
    gc.enable()
    if http is None:
        # Ctrl-C ends the process by itself: the SDK would wait for one more line of the client (provers end with us).
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        server.run("stdio")
    else:
        _free(http)
        typer.echo(f"Serving at http://{LOOPBACK}:{http}/mcp", err=True)
        server.run("streamable-http", host=LOOPBACK, port=http)


@app.command("serve")
@with_model()
def serve_books(
    model: Translating,
    book: Annotated[
        list[Path] | None, typer.Option(help="A rule book; repeat it for more. Its name is the file's.")
    ] = None,
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port.")] = 8000,
    host: Annotated[
        str, typer.Option(help="The address; any other than this machine's serves whoever asks.")
    ] = LOOPBACK,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds for each question.")] = 2.0,
) -> None:
    """Serve the playground at /, and rule books: POST /books/NAME/allows, /ask and /check; /docs says more.

    A model is asked only if you name one (--translator), and only for sentences that Sorites English does not read.
    """
    from sorites.solvers import UserError
    from sorites.solvers.books import RuleBook
    from sorites.solvers.errors import require
    from sorites.translators import make_translator

    require("serve", "fastapi", "uvicorn", "prometheus_client")
    import uvicorn

    from ..http import application

    books = {path.stem: RuleBook.load(path) for path in book or ()}
    if len(books) < len(book or ()):
        raise UserError("two books have one name; rename one of the files")
    translator = make_translator(model.name, options=model.options, english=model.english) if model.name else None
    _free(port, "--port PORT", host)
    served = application(books, translator, seconds=timeout, loopback=host in (LOOPBACK, "localhost"))
    named = ", ".join(("the playground", *books))
    typer.echo(f"Serving {named} at http://{host}:{port}/, described at /docs", err=True)
    uvicorn.run(served, host=host, port=port, log_level="warning", timeout_keep_alive=5)


@app.command("guard")
def guard_tools(
    command: Annotated[list[str], typer.Argument(help="How the other server is started, or its address, http://….")],
    book: Annotated[Path, typer.Option(help="The rule book.")],
    free: Annotated[
        list[str] | None, typer.Option(help="A tool that changes nothing, and is not asked about; repeat it for more.")
    ] = None,
    facts: Annotated[
        str | None, typer.Option(help="FILE.py:NAME, a function that gives the facts of a call from a database.")
    ] = None,
    log: Annotated[Path | None, typer.Option(help="A file for decisions, as lines of JSON.")] = None,
    strict: Annotated[bool, typer.Option(help="Refuse what is allowed by facts that nobody has read, too.")] = False,
) -> None:
    """Stand between a client of MCP and another server: a tool runs only if the rules allow it, by proof.

    Example: sorites guard --book shop.rules --free look_up -- python shop_server.py
    """
    import asyncio

    from sorites.translators.plugins import loaded

    from ..guarding import Guard
    from ..proxy import run_proxy

    given = loaded("sorites.facts", facts, "facts") if facts is not None else None
    if facts is not None and not callable(given):
        from sorites.solvers import UserError

        raise UserError(f"'{facts}' is no function of a tool call; give FILE.py:NAME")
    judge = Guard(book, given, free=free or (), log=log, strict=strict)
    from mcp import StdioServerParameters

    other = command[0] if "://" in command[0] else StdioServerParameters(command=command[0], args=command[1:])
    asyncio.run(run_proxy(other, judge))


def _free(port: int, instead: str = "--http PORT", host: str = LOOPBACK) -> None:
    """Make sure that a port can be served at.

    Raises:
        UserError: it can't.
    """
    import socket

    try:
        socket.create_server((host, port)).close()
    except OSError as error:
        from sorites.solvers import UserError

        raise UserError(f"can't serve at port {port}: {error.strerror}; name another one: {instead}") from error


def _asks_model(model: Translating) -> bool:
    """Return whether a model may be asked; a translator of somebody else's package may ask one."""
    own = model.name is None or model.name.partition(":")[0] in {"english", "recorded"}
    return not own or model.english.background is not None
