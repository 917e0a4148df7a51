"""The agent as a class; LangChain is loaded when the first one is made."""

from __future__ import annotations

from abc import ABC
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .runnable import RunnableAgent as SolverAgent
else:

    class SolverAgent(ABC):  # noqa: B024  # what it makes is registered, not derived
        """Answers problems as a LangChain Runnable: ``invoke``, ``batch``, ``stream``, chains, callbacks, tracing.

        It takes a ``Problem``, or a mapping with ``context`` and ``question`` and
        perhaps ``id`` and ``choices``, and gives a ``Solution``. What happens on the way is told by custom
        events; ``graph`` gives the same steps as a graph of LangGraph, and ``as_tool`` a tool for other agents.
        What is made is an ``agent.runnable.RunnableAgent``, from which to derive.

        Examples:
            >>> from sorites import SolverAgent
            >>> asked = {"context": "Kind people are nice. Anne is kind.", "question": "Is Anne nice?"}
            >>> SolverAgent().invoke(asked).answer
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

        def __new__(cls, *args: Any, **kwargs: Any) -> Any:
            """Make the Runnable."""
            from .runnable import RunnableAgent

            if cls is not SolverAgent:
                raise TypeError(f"derive from {RunnableAgent.__module__}.{RunnableAgent.__name__}, which this makes")

            SolverAgent.register(RunnableAgent)
            return RunnableAgent(*args, **kwargs)


__all__ = ["SolverAgent"]
