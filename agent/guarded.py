"""A rule book before the tools of LangChain's agents: middleware for ``create_agent``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from os import PathLike
from typing import Any

from sorites.solvers.books import RuleBook
from sorites.solvers.errors import require

from .guarding import FactsOf, Guard, ToolCall

require("langchain", "langchain")

from langchain.agents.middleware import AgentMiddleware  # noqa: E402
from langchain.agents.middleware.types import ToolCallRequest  # noqa: E402
from langchain_core.messages import AIMessage, ToolMessage  # noqa: E402


class GuardedTools(AgentMiddleware[Any, Any, Any]):
    """Lets a tool run if a rule book allows it; otherwise the model is told why not, as the tool's error.

    Args:
        judge: who judges the calls.
    """

    def __init__(self, judge: Guard) -> None:
        super().__init__()
        self.judge = judge

    def wrap_tool_call(self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Any]) -> Any:
        """Run the tool if it may."""
        refused = self._refused(request)
        return handler(request) if refused is None else refused

    async def awrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Awaitable[Any]]
    ) -> Any:
        """Do as ``wrap_tool_call`` does, without blocking."""
        refused = await asyncio.to_thread(self._refused, request)
        return await handler(request) if refused is None else refused

    def _refused(self, request: ToolCallRequest) -> ToolMessage | None:
        call, state = request.tool_call, request.state
        messages = state.get("messages", ()) if isinstance(state, dict) else getattr(state, "messages", ())
        calls: dict[str | None, dict[str, Any]] = {}
        told: list[tuple[str, dict[str, Any] | None]] = []
        for m in messages:  # ids may be used again: a result is of the last call before it
            if isinstance(m, AIMessage):
                calls |= {one["id"]: one["args"] for one in m.tool_calls}
            elif isinstance(m, ToolMessage) and m.status != "error":
                told.append((m.text, calls.get(m.tool_call_id)))
        results, asked = tuple(text for text, _ in told), tuple(one for _, one in told)
        known = request.tool.args if request.tool is not None else {}
        ruling = self.judge.ruling(ToolCall(call["name"], call["args"], tuple(known), results, state, asked))
        if ruling.allowed:
            return None
        return ToolMessage(ruling.reason, tool_call_id=call["id"] or "", name=call["name"], status="error")


def guard(book: RuleBook | str | PathLike[str], facts: FactsOf | None = None, **how: Any) -> GuardedTools:
    """Return middleware that asks a rule book before each tool call.

    Args:
        book: the book, or its file.
        facts: gives the facts of a call; by default its arguments are all of them.
        how: more about it: see ``sorites.agent.guarding.Guard``.

    Raises:
        UserError: there is no such book, or no such action in it.
        MissingExtra: LangChain is not installed.
    """
    return GuardedTools(Guard(book, facts, **how))


__all__ = ["GuardedTools", "guard"]
