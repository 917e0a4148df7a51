"""Holds what another agent answers against given premises, by proof: middleware for LangChain's ``create_agent``."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from sorites.solvers import SoritesError, UserError, Verdict
from sorites.solvers.errors import require

from .book import Shelf
from .showing import sure
from .solution import Solution
from .solver_agent import SolverAgent
from .stating import stated

require("langchain", "langchain")

from langchain.agents.middleware import AgentMiddleware, AgentState, hook_config  # noqa: E402
from langchain.agents.middleware.types import PrivateStateAttr  # noqa: E402
from langchain_core.messages import AIMessage, HumanMessage  # noqa: E402

Status = Literal["proved", "refuted", "open", "undecided", "not understood", "not checked"]
"""What became of a sentence: it follows from the premises, its opposite does, neither does; the provers did not decide
or the premises contradict each other; it, or the premises, could not be read; the model that reads was not there."""
KEY: Final = "checks"
"""Where the checks stand: in the agent's state, and in the metadata of the answer."""
_STATUSES: Final[dict[Verdict, Status]] = {
    Verdict.ENTAILED: "proved",
    Verdict.REFUTED: "refuted",
    Verdict.UNKNOWN: "open",
}
_REVISED: Final[tuple[Status, ...]] = ("refuted",)
_HEAD: Final = "Your answer was checked, sentence by sentence, against the premises:"
_TAIL: Final = (
    "Write the whole answer again for the user. State only what follows from the premises, and say of what they leave "
    "open that it is open. Do not speak of this check."
)


class Check(TypedDict):
    """What became of one sentence of an answer."""

    sentence: str
    status: Status
    certified: str
    why: list[str]


class CheckedState(AgentState[Any]):
    """The state of an agent whose answers are checked."""

    checks: NotRequired[list[Check]]
    revisions: NotRequired[Annotated[int, PrivateStateAttr]]


class ProvedAnswers(AgentMiddleware[CheckedState, Any, Any]):
    """Checks each final answer of an agent against premises, and lets it write again what does not follow.

    Each sentence that states something is proved, refuted, open or not understood. One that is to be revised is told
    to the model, with the reason, so often as ``revisions`` says; then the answer goes out as it is. The checks of the
    answer that goes out are in the state, under ``checks``, and in the message's ``response_metadata``, so that what
    is not proved can be marked. Nothing is ever called proved that was not.

    Examples:
        >>> from sorites.agent.middleware import ProvedAnswers
        >>> checked = ProvedAnswers("Every cat sleeps. Tom is a cat.").checks("Tom sleeps. Bob sings.")
        >>> [check["status"] for check in checked]
        ['proved', 'open']

    Args:
        premises: what is taken to hold: a text, or what gives it from the agent's state.
        solver: who reads and proves; by default our grammar of English.
        revisions: how often an answer is written again.
        revise: which sentences are to be written again.

    Raises:
        UserError: there is no such status.
        MissingExtra: LangChain is not installed.
    """

    state_schema = CheckedState

    def __init__(
        self,
        premises: str | Callable[[Any], str],
        solver: SolverAgent | None = None,
        *,
        revisions: int = 1,
        revise: Collection[Status] = _REVISED,
    ) -> None:
        super().__init__()
        self.premises, self.solver = premises, solver or SolverAgent()
        self._shelf = Shelf(self.solver.answering)  # each sentence is a question to the book of the premises
        self.revisions, self.revise = revisions, frozenset(revise)
        known = {*_STATUSES.values(), "undecided", "not understood"}
        if strange := self.revise - known:
            raise UserError(f"no sentence is '{sorted(strange)[0]}' and can be revised; there are {', '.join(known)}")

    def checks(self, answer: str, premises: str | None = None) -> list[Check]:
        """Return what becomes of each sentence of an answer.

        Args:
            answer: the answer.
            premises: what is taken to hold; ``None`` for the text that the middleware was made with.
        """
        text = self._premises({}) if premises is None else premises
        return self._checks(text, stated(answer))

    @hook_config(can_jump_to=["model"])
    def after_model(self, state: CheckedState, runtime: Any) -> dict[str, Any] | None:
        """Check an answer of the model that calls no tool."""
        answer = _final(state)
        if answer is None:
            return None
        premises = self._premises(state)
        return self._decided(state, answer, self._checks(premises, stated(answer.text)))

    @hook_config(can_jump_to=["model"])
    async def aafter_model(self, state: CheckedState, runtime: Any) -> dict[str, Any] | None:
        """Do as ``after_model`` does, without blocking."""
        answer = _final(state)
        if answer is None:
            return None
        premises = self._premises(state)
        sentences = stated(answer.text)
        found = await self.solver.abatch(_asked(premises, sentences), return_exceptions=True, shelf=self._shelf)
        return self._decided(state, answer, [*map(_found, sentences, found)])

    def _premises(self, state: Any) -> str:
        return self.premises if isinstance(self.premises, str) else self.premises(state)

    def _checks(self, premises: str, sentences: list[str]) -> list[Check]:
        found = self.solver.batch(_asked(premises, sentences), return_exceptions=True, shelf=self._shelf)
        return [*map(_found, sentences, found)]

    def _decided(self, state: CheckedState, answer: AIMessage, checks: list[Check]) -> dict[str, Any]:
        wrong = [one for one in checks if one["status"] in self.revise]
        done = state.get("revisions", 0)
        if wrong and done < self.revisions:
            told = [f"- {one['sentence']!r} is {one['status']}. {' '.join(one['why'])}".rstrip() for one in wrong]
            message = HumanMessage("\n".join([_HEAD, *told, _TAIL]))
            return {"messages": [message], KEY: checks, "revisions": done + 1, "jump_to": "model"}
        marked = answer.model_copy(update={"response_metadata": {**answer.response_metadata, KEY: checks}})
        return {"messages": [marked], KEY: checks, "revisions": 0}


def _final(state: CheckedState) -> AIMessage | None:
    """Return the answer, if the model has come to one."""
    last = state["messages"][-1]
    return last if isinstance(last, AIMessage) and not last.tool_calls and last.text.strip() else None


def _asked(premises: str, sentences: list[str]) -> list[dict[str, str]]:
    return [{"context": premises, "question": sentence} for sentence in sentences]


def _found(sentence: str, solution: Solution | Exception) -> Check:
    if isinstance(solution, SoritesError):  # an answer that can't be checked is the agent's answer still
        return Check(sentence=sentence, status="not checked", certified="", why=[str(solution)])
    if isinstance(solution, Exception):
        raise solution
    status: Status = "not understood"
    if solution.verdict is not None and not solution.guess:
        status = _STATUSES.get(solution.verdict, "undecided")
    why = list(solution.explanation) if status in {"proved", "refuted", "undecided"} else []
    if status in {"open", "not understood"} and solution.remark:
        why = [solution.remark]
    return Check(sentence=sentence, status=status, certified=sure(solution), why=why)
