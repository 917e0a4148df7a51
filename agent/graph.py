"""The agent as a graph of LangGraph: a node for each step, checkpoints, and a person who looks at the programs.

Its state is plain data, so that it comes back whole from any store of checkpoints, also in another process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypedDict, get_args

from sorites.solvers import Diagnostic, Level, Reading, program_text, read_program
from sorites.solvers.carrying.plain import read_plain, write_plain
from sorites.solvers.errors import require
from sorites.translators import Problem, Translation
from sorites.translators.models.feedback import for_model

from .answering import happened
from .attempt import PERSON
from .options import Options
from .output import read_data
from .steps import State, StepName, following

require("langchain", "langgraph")

from langchain_core.runnables import RunnableConfig, RunnableLambda  # noqa: E402  # only where it is installed
from langgraph.config import get_stream_writer  # noqa: E402
from langgraph.graph import END, START, StateGraph  # noqa: E402
from langgraph.types import interrupt  # noqa: E402

from .tracing import awatched, told, watched  # noqa: E402

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.graph.state import CompiledStateGraph

REJECTED: Final = "rejected"
"""The code of the diagnostic of a program that a person did not approve of."""
_STEPS: Final[tuple[StepName, ...]] = get_args(StepName)
_HOW: Final = (
    "Resume with 'approve'; with {'programs': [TEXT, …]} to prove these instead; or with {'reject': WHY}, upon which "
    "the translator tries again if WHY says something, and there is no answer if it is empty."
)


class GraphInput(TypedDict, total=False):
    """What the graph is asked."""

    context: str
    question: str
    choices: list[str]
    id: str


class GraphOutput(TypedDict, total=False):
    """What the graph answers.

    ``solution`` is what ``Solution.model_dump`` gives; ``Solution.model_validate`` makes the solution of it again.
    """

    programs: list[str]
    verdicts: list[str | None]
    feedback: str
    answer: str | None
    verdict: str | None
    remark: str
    certified: str
    explanation: list[str]
    solution: dict[str, Any] | None


class GraphState(GraphInput, GraphOutput, total=False):
    """The state between two nodes, plain data all of it.

    ``programs`` were written last, ``verdicts`` are those of all attempts, ``feedback`` is what the translator
    is to be told; ``progress`` is the whole, which the next step reads, and ``next`` is that step.
    """

    progress: dict[str, Any]
    next: str | None


def solver_graph(
    problem: Callable[[Any], Problem],
    options: Options,
    *,
    checkpointer: BaseCheckpointSaver[Any] | bool | None = None,
    approve: bool = False,
) -> CompiledStateGraph[GraphState, None, GraphInput, GraphOutput]:
    """Return a graph with the nodes translate, check, prove, repair and answer.

    With ``stream_mode="updates"`` it yields what each node found, with ``"custom"`` what happened, as plain data, and
    with ``"values"`` the state after each node. With ``approve`` the node ``approve`` stops before anything is proved
    and shows the programs, each sentence beside what it was read as; ``Command(resume="approve")`` goes on,
    ``Command(resume={"programs": [...]})`` proves these instead, ``Command(resume={"reject": "..."})`` asks the
    translator again, or ends without an answer if it says no reason.

    Args:
        problem: makes a problem of what the graph is asked.
        options: how it is answered.
        checkpointer: where the state is kept after each node; to approve needs one.
        approve: let a person look at the programs before anything is proved.

    Returns:
        The compiled graph: it takes ``context`` and ``question`` and gives ``answer``, ``solution`` and more.
    """
    builder = StateGraph(GraphState, input_schema=GraphInput, output_schema=GraphOutput)
    for step in _STEPS:
        builder.add_node(step, _node(problem, options, step))
    builder.add_edge(START, "translate")
    builder.add_edge("translate", "check")
    if approve:
        builder.add_node("approve", lambda state: _approve(state, options.max_repairs))
        builder.add_edge("check", "approve")
        builder.add_edge("approve", "prove")
    else:
        builder.add_edge("check", "prove")
    builder.add_conditional_edges("prove", lambda state: state["next"], ["repair", "answer"])
    builder.add_edge("repair", "check")
    builder.add_edge("answer", END)
    return builder.compile(checkpointer=checkpointer, name="sorites")


def _node(
    problem: Callable[[Any], Problem], options: Options, step: StepName
) -> RunnableLambda[GraphState, GraphState]:
    def begin(state: GraphState) -> State:
        return State(problem(state)) if step == "translate" else _progress(state)

    def done(before: State, after: State) -> GraphState:
        writer = get_stream_writer()
        for event in happened(step, before, after):
            writer(told(event))
        return _update(step, after)

    def run(state: GraphState, config: RunnableConfig) -> GraphState:
        before = begin(state)
        return done(before, watched(step, before, options, config))

    async def arun(state: GraphState, config: RunnableConfig) -> GraphState:
        before = begin(state)
        return done(before, await awatched(step, before, options, config))

    return RunnableLambda(run, arun, name=step)


def _progress(state: GraphState) -> State:
    return read_plain(State, state["progress"])


def _update(step: StepName, after: State) -> GraphState:
    """Return what a step changes in the state of the graph."""
    found = GraphState(progress=write_plain(after), feedback=after.feedback, next=following(step, after))
    match step:
        case "translate" | "repair" | "check":
            found["programs"] = [program_text(one.reading) for one in after.translations]
        case "prove":
            verdicts = [one.verdict for one in after.attempts]
            found["verdicts"] = [one.value if one is not None else None for one in verdicts]
        case "answer":
            assert after.solution is not None
            dumped = after.solution.model_dump()
            shown = {key: dumped[key] for key in ("answer", "verdict", "remark", "certified", "explanation")}
            # The next question in this thread has choices and a name of its own.
            found.update(GraphState(**shown, solution=dumped, choices=[], id=""))  # type: ignore[typeddict-item]
    if step == "translate":  # what an earlier question in this thread left
        found.update(GraphState(verdicts=[], answer=None, verdict=None, remark="", certified="", explanation=[]))
        found["solution"] = None
    return found


def _approve(state: GraphState, max_repairs: int) -> GraphState:
    """Let a person look at the programs, until they are approved of, replaced or rejected."""
    before, fault = _progress(state), ""
    while True:
        said = interrupt({**_shown(before), **({"fault": fault} if fault else {}), "how": _HOW})
        decided, fault = _decided(before, said, max_repairs)
        if decided is not None:
            return _update("check", decided)


def _shown(state: State) -> dict[str, Any]:
    """Return what a person should see of the programs: each sentence beside what it was read as."""
    return {
        "question": state.problem.question,
        "programs": [
            {
                "program": program_text(one.reading),
                "read": [
                    {"sentence": s["wrote"], "means": s["read"], "formula": s["formula"], "role": s["role"]}
                    for s in read_data(one.reading)
                ],
                "diagnostics": for_model(one.reading.diagnostics, one.reading.text),
            }
            for one in state.translations
        ],
    }


def _decided(state: State, said: Any, max_repairs: int) -> tuple[State | None, str]:
    """Return the state that a person's word leads to, or what is wrong with the word."""
    if said is True or said == "approve":
        return state, ""
    if isinstance(said, Mapping) and isinstance(said.get("reject"), str):
        why = " ".join(said["reject"].split())
        rejected = tuple(_rejected(one, why) for one in state.translations)
        return replace(state, translations=rejected, repairs=state.repairs if why else max_repairs), ""
    texts = said.get("programs") if isinstance(said, Mapping) else None
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
        return None, f"{said!r:.100} is no decision"
    if len(texts) != len(state.translations) and state.attempts:
        return None, "give one program, since one is repaired"
    edited = tuple(Translation(read_program(text), PERSON, 0.0, text) for text in texts)
    if faults := [*_faults(edited)]:
        return None, "\n".join(faults)
    return replace(state, translations=edited), ""


def _faults(edited: tuple[Translation, ...]) -> Iterator[str]:
    for one in edited:
        if one.reading.first is None:
            yield for_model(one.reading.diagnostics, one.reading.text)


def _rejected(translation: Translation, why: str) -> Translation:
    """Return a translation without a program that can be proved."""
    message = f"a person rejected this program: {why}" if why else "a person rejected this program"
    found = Diagnostic(REJECTED, Level.ERROR, message, None, "Translate the text anew.")
    reading = translation.reading
    diagnostics = (*reading.diagnostics, found)
    return replace(translation, reading=Reading(None, diagnostics, reading.text, 0, 0))
