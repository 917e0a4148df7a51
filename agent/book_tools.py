"""A rule book as tools of other agents, by LangChain and by MCP: they ask, and nothing that they give adds a rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from sorites.solvers import SoritesError
from sorites.solvers.books import RuleBook
from sorites.translators import Translator

from .claims import ClaimChecker

if TYPE_CHECKING:
    from langchain_core.tools import BaseTool
    from mcp.server.mcpserver import MCPServer

ActionText = Annotated[str, Field(description="An action of the rules, or what must hold for it, as a formula.")]
BookQuestion = Annotated[str, Field(description="A formula in the words of the rules.")]
CaseFacts = Annotated[dict[str, Any], Field(description="The facts of the case: values by their names.")]
ClaimText = Annotated[str, Field(description="What you are about to say, sentence by sentence.")]
AskedText = Annotated[str, Field(description="What you were asked; facts that it states are facts of the case.")]


def book_functions(
    book: RuleBook, translator: Translator | str | None = None
) -> Mapping[str, tuple[str, Callable[..., dict[str, Any]]]]:
    """Return the tools of a book by their names, with their descriptions.

    Args:
        book: the book.
        translator: who translates sentences that Sorites English does not read; by default nobody.
    """
    checker = ClaimChecker(book, translator)

    def allows(action: ActionText, facts: CaseFacts) -> dict[str, Any]:
        return book.allows(action, facts).to_json()

    def ask(question: BookQuestion, facts: CaseFacts) -> dict[str, Any]:
        return book.ask(question, facts).to_json()

    def why_not(question: BookQuestion, facts: CaseFacts) -> dict[str, Any]:
        changes = book.why_not(question, facts)
        told = [{"fact": one.path, "before": one.before, "after": one.after} for one in changes or ()]
        return {"possible": changes is not None, "changes": told}

    def check(text: ClaimText, question: AskedText = "", facts: CaseFacts = {}) -> dict[str, Any]:  # noqa: B006
        return checker.check(text, question, facts).to_json()

    actions = "; ".join(f"{name} ({said})" if said else name for name, (_, said) in book.parts.actions.items())
    named = "; ".join(
        f"{'.'.join((*one.typed.arguments, one.name))}: {one.kind} ({one.typed.gloss})" for one in book.parts.facts
    )
    about = f"The facts are {named}. Give those that you know, and guess none."
    return {
        "rules_allow": (
            f"Say by proof whether the rules allow an action, and why: {actions or 'none'}. Take 'open' as no; it "
            f"names the facts that are missing. {about}",
            allows,
        ),
        "rules_ask": (f"Say by proof what the rules say of a question about a case. {about}", ask),
        "rules_why_not": (f"Say which nearest change of facts would make the answer yes. {about}", why_not),
        "rules_check": (f"Check sentences about a case against the rules, each by proof. {about}", check),
    }


def book_tools(book: RuleBook, translator: Translator | str | None = None) -> list[BaseTool]:
    """Return a book as tools of LangChain.

    Args:
        book: the book.
        translator: who translates sentences that Sorites English does not read; by default nobody.

    Raises:
        MissingExtra: LangChain is not installed.
    """
    from sorites.solvers.errors import require

    require("langchain", "langchain_core")
    from langchain_core.tools import StructuredTool, ToolException

    return [
        StructuredTool.from_function(
            _telling(function, ToolException), name=name, description=description, handle_tool_error=True
        )
        for name, (description, function) in book_functions(book, translator).items()
    ]


def add_book(server: MCPServer, book: RuleBook, translator: Translator | str | None = None) -> None:
    """Give a server of MCP the tools of a book.

    Args:
        server: the server.
        book: the book.
        translator: who translates sentences that Sorites English does not read; by default nobody.
    """
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp_types import ToolAnnotations

    hints = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=translator is not None)
    for name, (description, function) in book_functions(book, translator).items():
        server.tool(name, description=description, annotations=hints)(_telling(function, ToolError))


def _telling(function: Callable[..., Any], told: type[Exception]) -> Callable[..., Any]:
    """Return a function that raises what the caller is told, where it can mend it."""

    @wraps(function)
    def telling(*arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except SoritesError as error:
            raise told(str(error)) from error

    return telling


__all__ = ["add_book", "book_functions", "book_tools"]
