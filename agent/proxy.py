"""A rule book between a client of MCP and the tools of another server: what it does not allow never gets there."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from contextlib import AsyncExitStack
from typing import Any, Final

from sorites.solvers.errors import UserError, require

from .guarding import Guard, ToolCall

require("mcp", "mcp")

from mcp import Client  # noqa: E402
from mcp.server.lowlevel import Server  # noqa: E402
from mcp.server.stdio import stdio_server  # noqa: E402
from mcp.shared.exceptions import MCPError  # noqa: E402
from mcp_types import (  # noqa: E402
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
)

_MOST_RESULTS: Final = 1000
"""How many results of tools are remembered as what the conversation has shown."""


def proxy(client: Client, judge: Guard) -> Server[Any]:
    """Return a server with the tools of another one, each of which runs only if a guard lets it.

    Args:
        client: is connected with the other server.
        judge: judges the calls, by their arguments unless it has facts of its own.
    """
    takes: dict[str, tuple[str, ...]] = {}
    results: deque[tuple[str, dict[str, Any]]] = deque(maxlen=_MOST_RESULTS)

    async def list_tools(_: Any, params: PaginatedRequestParams | None) -> ListToolsResult:
        found = await client.list_tools(cursor=params.cursor if params is not None else None)
        takes.update({tool.name: tuple(tool.input_schema.get("properties") or ()) for tool in found.tools})
        return found

    async def call_tool(_: Any, params: CallToolRequestParams) -> CallToolResult:
        cursor: str | None = None
        while params.name not in takes:  # the client need not have asked for the list
            page = await list_tools(None, PaginatedRequestParams(cursor=cursor))
            cursor = page.next_cursor
            if cursor is None:
                break
        given = params.arguments or {}
        texts, asked = tuple(text for text, _ in results), tuple(one for _, one in results)
        call = ToolCall(params.name, given, takes.get(params.name, ()), texts, None, asked)
        ruling = await asyncio.to_thread(judge.ruling, call)
        if not ruling.allowed:
            return CallToolResult(content=[TextContent(type="text", text=ruling.reason)], is_error=True)
        found = await client.call_tool(params.name, params.arguments)
        if not found.is_error:
            resources = (getattr(one, "resource", one) for one in found.content)
            said = [text for one in resources if isinstance(text := getattr(one, "text", None), str)]
            structured = found.structured_content
            said += [json.dumps(structured)] if structured is not None else []
            results.extend((text, given) for text in said)
        return found

    return Server("sorites-guard", on_list_tools=list_tools, on_call_tool=call_tool)


async def run_proxy(server: Any, judge: Guard) -> None:
    """Serve the tools of another server over standard input and output, guarded.

    Args:
        server: how the other one is started, or its address.
        judge: judges the calls.

    Raises:
        UserError: the other one can't be started, or says nothing.
    """
    async with AsyncExitStack() as opened:
        try:
            client = await opened.enter_async_context(Client(server))
        except (OSError, MCPError, ExceptionGroup) as error:
            raise UserError(f"the server behind the guard can't be spoken to: {_first(error)}") from None
        reading, writing = await opened.enter_async_context(stdio_server())
        served = proxy(client, judge)
        await served.run(reading, writing, served.create_initialization_options())


def _first(error: BaseException) -> BaseException:
    return _first(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error


__all__ = ["proxy", "run_proxy"]
