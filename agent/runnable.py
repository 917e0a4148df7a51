"""The agent as a LangChain Runnable: invoke, ainvoke, batch, stream, callbacks and tracing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from langchain_core.runnables import Runnable, RunnableConfig

from solvers import Limits, Solver, UserError, make_solver
from translators import TRUE_FALSE_UNCERTAIN, Problem, Translator, make_translator

from .reasoner import Ask, Reasoner, advance
from .solution import Solution


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
        translator: Translator | str,
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

    def stages(self, given: Any) -> Iterator[dict[str, Any]]:
        """Yield what happens, a mapping with ``stage`` each, the answer last.

        The stages are ``translated`` (with the translations), ``repairing`` (with what
        the translator is told) and ``answered`` (with the solution).
        """
        problem = as_problem(given)
        steps = self.reasoner.steps(problem)
        ask: Ask | Solution = next(steps)
        while isinstance(ask, Ask):
            found = self.reasoner.translate(problem, ask)
            yield {"stage": "translated", "translations": found}
            ask = advance(steps, found)
            if isinstance(ask, Ask):
                yield {"stage": "repairing", "feedback": ask.feedback}
        yield {"stage": "answered", "solution": ask}


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
