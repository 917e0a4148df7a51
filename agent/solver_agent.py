"""The agent as a class; LangChain is loaded when the first one is made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, Unpack

from sorites.solvers import Semantics, Solver
from sorites.translators import TRUE_FALSE_UNCERTAIN, LabelScheme, Translator

from .options import Making, Options, meant
from .solution import Solution

if TYPE_CHECKING:
    from collections.abc import Callable

    from langchain_core.runnables import Runnable, RunnableConfig
    from langchain_core.tools import BaseTool
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.graph.state import CompiledStateGraph

    class _Runnable(Runnable[Any, Solution]):
        """What a type checker should know of the Runnable that is made."""

        def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Solution: ...
        def as_tool(
            self,
            args_schema: Any = None,
            *,
            name: str | None = None,
            description: str | None = None,
            arg_types: dict[str, type] | None = None,
            handle_tool_error: bool | str | Callable[[Any], str] = True,
        ) -> BaseTool: ...
        def graph(
            self, *, checkpointer: BaseCheckpointSaver[Any] | bool | None = None, approve: bool = False
        ) -> CompiledStateGraph[Any, None, Any, Any]: ...
else:
    _Runnable = object


class SolverAgent(_Runnable):
    """Answers problems as a LangChain Runnable: ``invoke``, ``batch``, ``stream``, chains, callbacks, tracing.

    It takes a ``Problem``, or a mapping with ``context`` and ``question`` and
    perhaps ``id`` and ``options``, and gives a ``Solution``. What happens on the way is told by custom
    events; ``graph`` gives the same steps as a graph of LangGraph, and ``as_tool`` a tool for other agents. As
    with ``pathlib.Path``, what is made is an instance of a subclass, the Runnable.

    Examples:
        >>> from sorites import SolverAgent
        >>> SolverAgent().invoke({"context": "Kind people are nice. Anne is kind.", "question": "Is Anne nice?"}).answer
        'True'

    Args:
        translator: a translator or its name, such as ``openai:MODEL``; or a model as it is, as with ``model``.
        solver: a solver or its name.
        scheme: the labels that an answer may have, where a mapping is given.
        semantics: what it means that something follows, where a mapping is given; ``None`` for what
            the translator says.
        making: more of how problems are answered, by the keywords of ``Options.of``: ``model``, ``limits``,
            ``max_repairs``, ``rule``, ``fallback``, ``samples``, ``options`` and so on.

    Raises:
        UserError: there is no such translator, model, solver, rule or semantics.
        MissingExtra: LangChain is not installed.
    """

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        """Make the Runnable."""
        if cls is SolverAgent:
            from .runnable import RunnableAgent

            return object.__new__(RunnableAgent)  # type: ignore[return-value]
        if not hasattr(cls, "invoke"):
            raise TypeError("derive from sorites.agent.runnable.RunnableAgent, the Runnable that SolverAgent makes")
        return object.__new__(cls)

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
