"""The agent as one tool of LangChain: a text and a question in, the proved answer out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pydantic import BaseModel, Field

from sorites.solvers import SoritesError, UserError
from sorites.solvers.errors import require
from sorites.translators.models.feedback import for_model

from .book import Shelf
from .showing import headline, sure
from .solution import Solution

require("langchain", "langchain_core")

from langchain_core.runnables import Runnable, RunnableConfig  # noqa: E402  # only where it is installed
from langchain_core.tools import BaseTool, StructuredTool, ToolException  # noqa: E402

NAME: Final = "solve_by_proof"
DESCRIPTION: Final = (
    "Answer a question about a text by proof. Give both word for word, with all that is known in the text: "
    "nothing else is taken to hold."
)
_MOST: Final = 12
"""The most lines of an argument that the other agent is told."""


class ToolInput(BaseModel):
    """What the tool takes."""

    context: str = Field(description="The text that is taken to hold, word for word.")
    question: str = Field(description="What is asked, word for word.")
    options: list[str] = Field([], description="The choices, of a multiple choice question.")


def solver_tool(
    agent: Runnable[Any, Solution],
    shelf: Shelf,
    name: str | None = None,
    description: str | None = None,
    args_schema: Any = None,
    handle_tool_error: bool | str | Callable[[Any], str] = True,
) -> BaseTool:
    """Return an agent as a tool; its messages have a short content, and the ``Solution`` as artifact.

    Args:
        agent: the agent.
        shelf: keeps books of the texts that it was asked about last.
        name: what the tool is called.
        description: what the other agent is told that it does.
        args_schema: the schema of the arguments.
        handle_tool_error: what becomes of a ``ToolException``.
    """

    def solve(
        context: str, question: str, config: RunnableConfig, options: list[str] | None = None
    ) -> tuple[str, Solution]:
        asked = {"context": context, "question": question, "options": options or []}
        try:
            found = agent.invoke(asked, config, shelf=shelf)
        except SoritesError as error:
            raise ToolException(failed(error)) from error
        return content_of(found), found

    async def asolve(
        context: str, question: str, config: RunnableConfig, options: list[str] | None = None
    ) -> tuple[str, Solution]:
        asked = {"context": context, "question": question, "options": options or []}
        try:
            found = await agent.ainvoke(asked, config, shelf=shelf)
        except SoritesError as error:
            raise ToolException(failed(error)) from error
        return content_of(found), found

    return StructuredTool.from_function(
        solve,
        asolve,
        name or NAME,
        description or DESCRIPTION,
        args_schema=args_schema or ToolInput,
        response_format="content_and_artifact",
        handle_tool_error=handle_tool_error,
    )


def failed(error: SoritesError) -> str:
    """Return what another agent is told where nothing could be answered, and what to do about it."""
    if isinstance(error, UserError):
        return f"This can't be answered: {error}"
    return f"The solver can't be reached now: {error}. Try again later, or go on without it, and say so."


def content_of(solution: Solution) -> str:
    """Return what another agent is told of a solution: the answer, how sure it is, the argument, in a few lines."""
    said = [": ".join(("Answer", " · ".join(headline(solution))))]
    if certain := sure(solution):
        said.append(f"This is {certain}." if solution.guess else f"Certified: {certain}.")
    lines = solution.explanation
    said += lines[:_MOST]
    if len(lines) > _MOST:
        said.append(f"… and {len(lines) - _MOST} lines more")
    if solution.answer is None and not (solution.answers is not None and solution.answers.found):
        said.append(for_model(solution.diagnostics[:3], solution.best.translation.reading.text))
        said.append(
            "There is no answer. Say the text or the question in plain, whole sentences, one fact each, and ask again; "
            "or say that it could not be proved. Do not answer from your own knowledge."
        )
    return "\n".join(said)
