"""Tools for agents of LangChain that write programs themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel

from .toolbox import ProgramText, check_program, prove_program

if TYPE_CHECKING:
    from langchain_core.tools import BaseTool

    from sorites.solvers import Limits, Solver

CHECKS: Final = "Check a program of first-order logic for faults, without proving anything."
PROVES: Final = "Say what the premises of a program of first-order logic say about its conclusion, and why, by proof."


class ProgramInput(BaseModel):
    """What both tools take."""

    program: ProgramText


def as_tools(solver: Solver | str = "portfolio", limits: Limits | None = None) -> list[BaseTool]:
    """Return ``check_program`` and ``prove`` as LangChain tools, for agents of others.

    The content of ``prove`` is the verdict with its argument, as JSON; its artifact is the same as plain data,
    with the certificate as a file. What can't be worked on, as a text that is no program, is a
    ``ToolException``, which the model is told of as an error, with how to mend it.

    Args:
        solver: a solver or its name.
        limits: what each program may cost; ``None`` for ten seconds and two gigabytes.

    Raises:
        MissingExtra: LangChain is not installed.
        UserError: there is no such solver.
    """
    from sorites.solvers import SoritesError, make_solver
    from sorites.solvers.errors import require

    require("langchain", "langchain_core")
    from langchain_core.tools import StructuredTool, ToolException

    engine = make_solver(solver) if isinstance(solver, str) else solver

    def check(program: str) -> str:
        try:
            return check_program(program).faults or "The program is in order."
        except SoritesError as error:
            raise ToolException(str(error)) from error

    def prove(program: str) -> tuple[str, dict[str, Any]]:
        try:
            found = prove_program(program, engine, limits, certificate=True)
        except SoritesError as error:
            raise ToolException(str(error)) from error
        return found.model_dump_json(exclude={"certificate"}), found.model_dump(mode="json")

    return [
        StructuredTool.from_function(
            check, name="check_program", description=CHECKS, args_schema=ProgramInput, handle_tool_error=True
        ),
        StructuredTool.from_function(
            prove,
            name="prove",
            description=PROVES,
            args_schema=ProgramInput,
            handle_tool_error=True,
            response_format="content_and_artifact",
        ),
    ]
