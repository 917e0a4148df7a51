"""The agent as a LangChain Runnable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Unpack, cast

from pydantic import BaseModel, Field

from sorites.solvers import Semantics, Solver, UserError
from sorites.solvers.errors import require
from sorites.translators import TRUE_FALSE_UNCERTAIN, LabelScheme, Problem, Translator

from .answering import aanswer, answer, asked
from .book import Book, Shelf, book_of, text_alone
from .options import Making, Options, meant
from .solution import Solution

require("langchain", "langchain_core")

from langchain_core.callbacks import AsyncCallbackManagerForChainRun, CallbackManagerForChainRun  # noqa: E402
from langchain_core.runnables import Runnable, RunnableConfig  # noqa: E402
from langchain_core.runnables.config import patch_config  # noqa: E402
from langchain_core.tools import BaseTool  # noqa: E402

from .tools import solver_tool  # noqa: E402
from .tracing import atraced, traced  # noqa: E402

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.graph.state import CompiledStateGraph


class Asked(BaseModel):
    """What the agent is asked."""

    context: str = Field("", description="The text that is taken to hold.")
    question: str = Field(description="What is asked.")
    choices: list[str] = Field([], description="The choices of a multiple choice question.")
    id: str = Field("problem", description="A name for it.")


class RunnableAgent(Runnable[Any, Solution]):
    """What ``SolverAgent`` makes; its arguments are described there."""

    def __init__(
        self,
        translator: Translator | str | Any = None,
        solver: Solver | str = "portfolio",
        *,
        scheme: LabelScheme = TRUE_FALSE_UNCERTAIN,
        semantics: Semantics | str | None = None,
        **making: Unpack[Making],
    ) -> None:
        self.answering = Options.of(translator, solver, **making)
        self.scheme = scheme
        self.semantics = meant(semantics)

    def invoke(
        self, input: Any, config: RunnableConfig | None = None, *, shelf: Shelf | None = None, **kwargs: Any
    ) -> Solution:
        """Return the answer to a problem; with a shelf, by a book of its text."""

        def found(given: Any, run_manager: CallbackManagerForChainRun, config: RunnableConfig) -> Solution:
            take = partial(traced, config=patch_config(config, callbacks=run_manager.get_child()))
            problem = self.problem(given)
            return answer(problem, self.answering, take) if shelf is None else shelf.answer(problem, take)

        return self._call_with_config(found, input, config)

    async def ainvoke(
        self, input: Any, config: RunnableConfig | None = None, *, shelf: Shelf | None = None, **kwargs: Any
    ) -> Solution:
        """Do as ``invoke`` does, without blocking."""

        async def found(given: Any, run_manager: AsyncCallbackManagerForChainRun, config: RunnableConfig) -> Solution:
            take = partial(atraced, config=patch_config(config, callbacks=run_manager.get_child()))
            problem = self.problem(given)
            return await (aanswer(problem, self.answering, take) if shelf is None else shelf.aanswer(problem, take))

        return await self._acall_with_config(found, input, config)

    def batch(self, inputs: Any, config: Any = None, **kwargs: Any) -> Any:
        """Return the answers to problems; each text is read once, and asked all questions about it."""
        return super().batch(inputs, config, **{**kwargs, "shelf": self._expecting(inputs, kwargs.get("shelf"))})

    async def abatch(self, inputs: Any, config: Any = None, **kwargs: Any) -> Any:
        """Do as ``batch`` does, without blocking."""
        return await super().abatch(inputs, config, **{**kwargs, "shelf": self._expecting(inputs, kwargs.get("shelf"))})

    def _expecting(self, inputs: Iterable[Any], shelf: Shelf | None) -> Shelf:
        problems = list[Problem]()
        for given in inputs:
            with suppress(UserError):  # which is told where it is answered
                problems.append(self.problem(given))
        shelf = shelf or Shelf(self.answering, most=len(problems))
        shelf.expect(problems)
        return shelf

    def read(self, context: str, name: str = "problem") -> Book:
        """Return the book of a text, which is read once to be asked often.

        Args:
            context: the text.
            name: its name, by which a recorded program of it is found.

        Raises:
            UnreadableProgram: the text can't be read.
        """
        return book_of(answer(text_alone(context, name, self.scheme, self.semantics), self.answering), self.answering)

    async def aread(self, context: str, name: str = "problem") -> Book:
        """Do as ``read`` does, without blocking."""
        text = text_alone(context, name, self.scheme, self.semantics)
        return book_of(await aanswer(text, self.answering), self.answering)

    def book(self, text: str) -> Book:
        """Return the book of a program's text, as ``Book.text`` gives it.

        Args:
            text: the text.

        Raises:
            UnreadableProgram: it is no program.
        """
        return Book.of(text, text_alone("", "problem", self.scheme, self.semantics), self.answering)

    def graph(
        self, *, checkpointer: BaseCheckpointSaver[Any] | bool | None = None, approve: bool = False
    ) -> CompiledStateGraph[Any, None, Any, Any]:
        """Return the agent as a graph of LangGraph with a node for each step; see ``graph.solver_graph``.

        Args:
            checkpointer: where the state is kept after each step.
            approve: let a person look at the programs before anything is proved.
        """
        from .graph import solver_graph

        return solver_graph(self.problem, self.answering, checkpointer=checkpointer, approve=approve)

    def as_tool(
        self,
        args_schema: Any = None,
        *,
        name: str | None = None,
        description: str | None = None,
        arg_types: dict[str, type] | None = None,
        handle_tool_error: bool | str | Callable[[Any], str] = True,
    ) -> BaseTool:
        """Return the agent as a tool for other agents: a text and a question in, the proved answer out.

        Args:
            args_schema: the schema of the arguments; it has to have ``context`` and ``question``.
            name: what the tool is called.
            description: what the other agent is told that it does.
            arg_types: none, since the arguments have their types.
            handle_tool_error: what becomes of an endpoint that is down and of bad input, which raise a
                ``ToolException``: its text is the tool's answer, another text is, or ``False`` lets it through.

        Raises:
            UserError: there are ``arg_types``.
        """
        if arg_types:
            raise UserError("the agent's tool has its own types of arguments; give an args_schema")
        return solver_tool(self, Shelf(self.answering), name, description, args_schema, handle_tool_error)

    def get_input_schema(self, config: RunnableConfig | None = None) -> type[BaseModel]:
        """Return the fields of a mapping that the agent takes."""
        return Asked

    def problem(self, given: Any) -> Problem:
        """Return a problem for what a caller gave.

        Args:
            given: a problem, or a mapping with ``context``, ``question``, and perhaps ``id`` and ``choices``.

        Raises:
            UserError: there is no question in it.
        """
        if isinstance(given, Problem):
            if not given.question.strip():
                raise UserError("there is no question")
            return given
        if isinstance(given, Asked):
            given = given.model_dump()
        if not isinstance(given, Mapping) or not isinstance(given.get("question"), str):
            raise UserError("give a Problem, or a mapping with 'context' and 'question'")
        if "options" in given:
            raise UserError("what a question chooses from is called 'choices', not 'options'")
        choices = given.get("choices") or ()
        if isinstance(choices, str):
            raise UserError("'choices' is a text: give a list of the choices")
        name, context = str(given.get("id") or "problem"), str(given.get("context") or "")
        ones = tuple(map(str, cast("list[Any]", choices)))
        return asked(context, given["question"], ones, self.scheme, self.semantics, name)
