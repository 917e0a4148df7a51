"""The agent as a LangChain Runnable: invoke, ainvoke, batch, stream, callbacks and tracing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from langchain_core.runnables import Runnable, RunnableConfig

from sorites.solvers import Limits, Solver, UserError, make_solver
from sorites.translators import TRUE_FALSE_UNCERTAIN, Problem, Translator, make_translator
from sorites.translators.registry import DEFAULT

from .answering import Ask, Reasoner, advance
from .solution import Solution

if TYPE_CHECKING:
    from langchain_core.tools import BaseTool


class SolverAgent(Runnable[Any, Solution]):
    """Answers problems: a :class:`~translators.Problem`, or a mapping with ``context`` and ``question``.

    Args:
        translator: a translator or its name.
        solver: a solver or its name.
        limits: the limits of each program.
        max_repairs: how often the translator is told what is wrong.
        check: check certificates.
    """

    def __init__(
        self,
        translator: Translator | str = DEFAULT,
        solver: Solver | str = "portfolio",
        limits: Limits = Limits(),
        max_repairs: int = 3,
        check: bool = False,
    ) -> None:
        self.reasoner = Reasoner(
            make_translator(translator) if isinstance(translator, str) else translator,
            make_solver(solver) if isinstance(solver, str) else solver,
            limits,
            max_repairs,
            check,
        )

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Solution:
        """Return the answer to a problem."""
        return self._call_with_config(lambda given: self.reasoner.solve(as_problem(given)), input, config)

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Solution:
        """Do as :meth:`invoke` does, without blocking."""

        async def answer(given: Any) -> Solution:
            return await self.reasoner.asolve(as_problem(given))

        return await self._acall_with_config(answer, input, config)

    def stream(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Iterator[Any]:
        """Yield what happens as it happens: a mapping with ``stage`` each, the answer last.

        The stages are ``translated`` (with ``translations``), ``repairing`` (with the
        ``feedback`` that the translator is given) and ``answered`` (with the ``solution``).
        """
        yield from self._transform_stream_with_config(iter([input]), self._events, config)

    async def astream(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> AsyncIterator[Any]:
        """Do as :meth:`stream` does, without blocking."""

        async def given() -> AsyncIterator[Any]:
            yield input

        async for event in self._atransform_stream_with_config(given(), self._aevents, config):
            yield event

    def transform(
        self, input: Iterator[Any], config: RunnableConfig | None = None, **kwargs: Any
    ) -> Iterator[Solution]:
        """Yield the solution only, since what follows in a chain takes that."""
        for given in input:
            yield self.invoke(given, config, **kwargs)

    async def atransform(
        self, input: AsyncIterator[Any], config: RunnableConfig | None = None, **kwargs: Any
    ) -> AsyncIterator[Solution]:
        """Do as :meth:`transform` does, without blocking."""
        async for given in input:
            yield await self.ainvoke(given, config, **kwargs)

    def _events(self, inputs: Iterator[Any]) -> Iterator[Any]:
        for given in inputs:
            problem = as_problem(given)
            steps = self.reasoner.steps(problem)
            ask: Ask | Solution = next(steps)
            while isinstance(ask, Ask):
                if ask.translation is not None:
                    yield {"stage": "repairing", "feedback": ask.feedback}
                found = self.reasoner.translate(problem, ask)
                yield {"stage": "translated", "translations": found}
                ask = advance(steps, found)
            yield {"stage": "answered", "solution": ask}

    async def _aevents(self, inputs: AsyncIterator[Any]) -> AsyncIterator[Any]:
        async for given in inputs:
            problem = as_problem(given)
            steps = self.reasoner.steps(problem)
            ask: Ask | Solution = next(steps)
            while isinstance(ask, Ask):
                if ask.translation is not None:
                    yield {"stage": "repairing", "feedback": ask.feedback}
                found = await self.reasoner.atranslate(problem, ask)
                yield {"stage": "translated", "translations": found}
                ask = await asyncio.to_thread(advance, steps, found)
            yield {"stage": "answered", "solution": ask}

    def as_tool(self, *args: Any, **kwargs: Any) -> BaseTool:
        """Return the agent as a tool for other agents: a text and a question in, the proved answer out."""
        from langchain_core.tools import StructuredTool

        from .output import solve_output

        def solve_by_proof(context: str, question: str) -> dict[str, Any]:
            """Answer a question about a text by proof; give both word for word.

            Args:
                context: the text that is taken to hold.
                question: what is asked.
            """
            shown = {"answer", "verdict", "confidence", "explanation", "program", "diagnostics"}
            found = self.invoke({"context": context, "question": question})
            return solve_output(found).model_dump(mode="json", include=shown)

        return StructuredTool.from_function(solve_by_proof, parse_docstring=True)


def as_tool(translator: Translator | str = DEFAULT, **arguments: Any) -> BaseTool:
    """Return an agent as a LangChain tool.

    Args:
        translator: a translator or its name.
        arguments: more arguments of :class:`SolverAgent`.
    """
    return SolverAgent(translator, **arguments).as_tool()


def as_problem(given: Any) -> Problem:
    """Return a problem for what a caller gave.

    Raises:
        UserError: there is no question in it.
    """
    if isinstance(given, Problem):
        return given
    if not isinstance(given, Mapping) or not isinstance(given.get("question"), str):
        raise UserError("give a Problem, or a mapping with 'context' and 'question'")
    options = tuple(map(str, given.get("options") or ()))
    name, context = str(given.get("id", "problem")), str(given.get("context", ""))
    return Problem(name, context, given["question"], TRUE_FALSE_UNCERTAIN, options)
