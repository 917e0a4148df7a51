"""The agent as a class; LangChain is loaded when the first one is made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Self

from sorites.solvers import Limits, Semantics, Solver
from sorites.translators import TRUE_FALSE_UNCERTAIN, LabelScheme, Translator
from sorites.translators.registry import DEFAULT

from .options import Options
from .solution import Solution
from .voting import Rule

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from langchain_core.runnables import Runnable, RunnableConfig

    from .answerers import Answerer

    class _Runnable(Runnable[Any, Solution]):
        """What a type checker should know of the Runnable that is made."""

        def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Solution: ...
        def stream(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Iterator[Any]: ...
        def astream(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> AsyncIterator[Any]: ...
else:
    _Runnable = object


class SolverAgent(_Runnable):
    """Answers problems as a LangChain Runnable: ``invoke``, ``batch``, ``stream``, chains, callbacks, tracing.

    It takes a ``Problem``, or a mapping with ``context`` and ``question`` and
    perhaps ``id`` and ``options``, and gives a ``Solution``. ``stream`` yields
    what happens as it happens; ``as_tool`` makes a tool for other agents of it. As with
    ``pathlib.Path``, what is made is an instance of a subclass, the Runnable.

    Examples:
        >>> from sorites import SolverAgent
        >>> SolverAgent().invoke({"context": "Kind people are nice. Anne is kind.", "question": "Is Anne nice?"}).answer
        'True'

    Args:
        translator: a translator or its name, such as ``openai:MODEL``.
        solver: a solver or its name.
        limits: the seconds and megabytes of each program.
        max_repairs: how often the translator is told what is wrong.
        check: check certificates.
        rule: how several translations decide on one answer: ``vote``, ``majority`` or ``mixed``.
        fallback: who answers if no program gives a label.
        scheme: the labels that an answer may have, where a mapping is given.
        semantics: what it means that something follows, where a mapping is given; ``None`` for what
            the translator says.

    Raises:
        UserError: there is no such translator, solver or rule.
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

    def __init__(  # noqa: PLR0913  # a keyword for each option of answer()
        self,
        translator: Translator | str = DEFAULT,
        solver: Solver | str = "portfolio",
        limits: Limits = Limits(),
        max_repairs: int = 3,
        check: bool = True,
        rule: Rule = "vote",
        fallback: Answerer | Literal["random"] | None = None,
        *,
        scheme: LabelScheme = TRUE_FALSE_UNCERTAIN,
        semantics: Semantics | str | None = None,
    ) -> None:
        self.answering = Options.of(translator, solver, limits, max_repairs, check, rule, fallback)
        self.scheme = scheme
        self.semantics = Semantics(semantics) if semantics is not None else None
