"""Tools of LangChain: for agents that write programs themselves, and the agent as one: a text and a question in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from pydantic import BaseModel, Field

from sorites.solvers import Limits, Solver, SoritesError, UserError, make_solver
from sorites.solvers.errors import require
from sorites.translators.models.feedback import for_model

from .book import Shelf
from .showing import headline, sure
from .solution import Solution
from .toolbox import CHECKS, PROVES, ProgramText, check_program, prove_program

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


class ProgramInput(BaseModel):
    """What the tools for programs take."""

    program: ProgramText


class ToolInput(BaseModel):
    """What the agent as a tool takes."""

    context: str = Field(description="The text that is taken to hold, word for word.")
    question: str = Field(description="What is asked, word for word.")
    choices: list[str] = Field([], description="The choices, of a multiple choice question.")


def as_tools(solver: Solver | str = "portfolio", limits: Limits | None = None) -> list[BaseTool]:
    """Return ``check_program`` and ``prove`` as LangChain tools, for agents of others.

    The content of ``prove`` is the verdict with its argument, as JSON; its artifact is the same as plain data,
    with the certificate as a file. What can't be worked on, as a text that is no program, is a
    ``ToolException``, which the model is told of as an error, with how to mend it.

    Args:
        solver: a solver or its name.
        limits: what each program may cost; ``None`` for ten seconds and two gigabytes.

    Raises:
        UserError: there is no such solver.
    """
    engine = make_solver(solver) if isinstance(solver, str) else solver

    def check(program: str) -> tuple[str, None]:
        with _told(str):
            return check_program(program).faults or "The program is in order.", None

    def prove(program: str) -> tuple[str, dict[str, Any]]:
        with _told(str):
            found = prove_program(program, engine, limits, certificate=True)
        return found.model_dump_json(exclude={"certificate"}), found.model_dump(mode="json")

    return [
        _tool(check, None, "check_program", CHECKS, ProgramInput),
        _tool(prove, None, "prove", PROVES, ProgramInput),
    ]


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

    def solve(config: RunnableConfig, **asked: Any) -> tuple[str, Solution]:
        with _told(failed):
            found = agent.invoke(asked, config, shelf=shelf)
        return content_of(found), found

    async def asolve(config: RunnableConfig, **asked: Any) -> tuple[str, Solution]:
        with _told(failed):
            found = await agent.ainvoke(asked, config, shelf=shelf)
        return content_of(found), found

    return _tool(solve, asolve, name or NAME, description or DESCRIPTION, args_schema or ToolInput, handle_tool_error)


def _tool(run: Any, arun: Any, name: str, description: str, schema: Any, handle: Any = True) -> BaseTool:
    return StructuredTool.from_function(
        run,
        arun,
        name,
        description,
        args_schema=schema,
        response_format="content_and_artifact",
        handle_tool_error=handle,
    )


@contextmanager
def _told(said: Callable[[SoritesError], str]) -> Iterator[None]:
    """Tell the other agent of what only it, or a user, can mend."""
    try:
        yield
    except SoritesError as error:
        raise ToolException(said(error)) from error


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
    if solution.answer is None:
        said.append(for_model(solution.diagnostics[:3], solution.best.translation.reading.text))
        said.append(
            "There is no answer. Say the text or the question in plain, whole sentences, one fact each, and ask again; "
            "or say that it could not be proved. Do not answer from your own knowledge."
        )
    return "\n".join(said)
