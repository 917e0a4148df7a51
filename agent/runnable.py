"""The agent as a LangChain Runnable."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Unpack, cast

from pydantic import BaseModel, Field

from sorites.solvers import Semantics, Solver, UserError
from sorites.solvers.errors import require
from sorites.translators import TRUE_FALSE_UNCERTAIN, LabelScheme, Problem, Translator

from .answering import asked
from .options import Making, Options, meant
from .solution import Solution
from .steps import State, following

require("langchain", "langchain_core")

from langchain_core.callbacks import AsyncCallbackManagerForChainRun, CallbackManagerForChainRun  # noqa: E402
from langchain_core.runnables import Runnable, RunnableConfig  # noqa: E402
from langchain_core.runnables.config import patch_config  # noqa: E402
from langchain_core.tools import BaseTool  # noqa: E402

from .tool import solver_tool  # noqa: E402
from .tracing import atraced, traced  # noqa: E402

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.graph.state import CompiledStateGraph

    from .steps import StepName


class Asked(BaseModel):
    """What the agent is asked."""

    context: str = Field("", description="The text that is taken to hold.")
    question: str = Field(description="What is asked.")
    options: list[str] = Field([], description="The choices of a multiple choice question.")
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

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Solution:
        """Return the answer to a problem."""

        def found(given: Any, run_manager: CallbackManagerForChainRun, config: RunnableConfig) -> Solution:
            below = patch_config(config, callbacks=run_manager.get_child())
            step: StepName | None = "translate"
            state = State(self.problem(given))
            while step is not None:
                state = traced(step, state, self.answering, below)
                step = following(step, state)
            assert state.solution is not None
            return state.solution

        return self._call_with_config(found, input, config)

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Solution:
        """Do as ``invoke`` does, without blocking."""

        async def found(given: Any, run_manager: AsyncCallbackManagerForChainRun, config: RunnableConfig) -> Solution:
            below = patch_config(config, callbacks=run_manager.get_child())
            step: StepName | None = "translate"
            state = State(self.problem(given))
            while step is not None:
                state = await atraced(step, state, self.answering, below)
                step = following(step, state)
            assert state.solution is not None
            return state.solution

        return await self._acall_with_config(found, input, config)

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
        return solver_tool(self, name, description, args_schema, handle_tool_error)

    def get_input_schema(self, config: RunnableConfig | None = None) -> type[BaseModel]:
        """Return the fields of a mapping that the agent takes."""
        return Asked

    def problem(self, given: Any) -> Problem:
        """Return a problem for what a caller gave.

        Args:
            given: a problem, or a mapping with ``context``, ``question``, and perhaps ``id`` and ``options``.

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
        options = given.get("options") or ()
        if isinstance(options, str):
            raise UserError("'options' is a text: give a list of the choices")
        name, context = str(given.get("id") or "problem"), str(given.get("context") or "")
        choices = map(str, cast("list[Any]", options))
        return asked(context, given["question"], tuple(choices), self.scheme, self.semantics, name)
