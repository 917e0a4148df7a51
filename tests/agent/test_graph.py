"""The agent as a graph of LangGraph: its steps, its checkpoints, and a person who looks at the programs."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any, TypedDict

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command

from sorites import Solution, SolverAgent, UserError
from sorites.testing import Reply, serving

from ..replies import CONTRADICTORY, GOOD, REPAIRED
from .test_langchain import GIVEN, agent_at

THREAD: Any = {"configurable": {"thread_id": "1"}}
OTHER = """Premises:
∀x (Kind(x) → Nice(x)) ::: Kind people are nice.
¬Nice(anne) ::: Anne is not nice.
Conclusion:
Nice(anne) ::: Anne is nice.
"""


def plain(value: Any) -> bool:
    """Return whether a value is what JSON can hold."""
    return bool(json.loads(json.dumps(value)) == value)


def test_the_graph_takes_the_steps_that_all_take() -> None:
    with serving(CONTRADICTORY, REPAIRED) as server:
        graph = agent_at(server).graph()
        updates = list(graph.stream(GIVEN, stream_mode="updates"))
    steps = [name for update in updates for name in update]
    assert steps == ["translate", "check", "prove", "repair", "check", "prove", "answer"]
    last = updates[-1]["answer"]
    assert (last["answer"], last["verdict"]) == ("True", "entailed")
    assert last["explanation"][-1] == "Therefore: Anne is nice."
    solution = Solution.model_validate(last["solution"])
    assert (solution.checked, solution.usage.requests, len(solution.attempts)) == (True, 2, 2)
    assert solution.attempts[1] is solution.best
    assert all(plain(update) for update in updates)


@pytest.mark.parametrize("awaited", [False, True])
def test_streams_of_each_kind(awaited: bool) -> None:
    async def collected(graph: Any, **more: Any) -> list[Any]:
        return [part async for part in graph.astream(GIVEN, **more)]

    with serving(CONTRADICTORY, REPAIRED, CONTRADICTORY, REPAIRED) as server:
        graph = agent_at(server).graph()
        found = [
            asyncio.run(collected(graph, stream_mode=mode)) if awaited else list(graph.stream(GIVEN, stream_mode=mode))
            for mode in ("custom", "values")
        ]
    custom, values = found
    stages = ["translated", "proved", "repairing", "translated", "proved", "answered"]
    assert [event["stage"] for event in custom] == stages
    assert "Nice(anne)" in custom[0]["programs"][0]
    assert values[-1]["answer"] == "True"
    assert values[-1]["verdicts"] == ["inconsistent", "entailed"]
    assert all(plain(state) for state in values)


def test_a_checkpoint_is_gone_on_from_by_another_agent() -> None:
    """Whoever has the bytes of a checkpoint has all: the program, and what it cost."""
    saver, packing = InMemorySaver(), JsonPlusSerializer()
    with serving(GOOD) as server:
        first = agent_at(server).graph(checkpointer=saver)
        first.invoke(GIVEN, THREAD, interrupt_before=["prove"])
        assert first.get_state(THREAD).next == ("prove",)
        kept = packing.dumps_typed(first.get_state(THREAD).values)
    second = SolverAgent("openai:scripted", "z3").graph(checkpointer=InMemorySaver())
    second.update_state(THREAD, packing.loads_typed(kept), as_node="check")
    found = second.invoke(None, THREAD)
    solution = Solution.model_validate(found["solution"])
    assert (found["answer"], solution.checked, solution.usage.input_tokens) == ("True", True, 100)
    assert solution.explanation == ("Kind people are nice.", "Anne is kind.", "Therefore: Anne is nice.")
    assert len(server.requests) == 1


def test_a_person_approves() -> None:
    with serving(GOOD) as server:
        graph = agent_at(server).graph(checkpointer=InMemorySaver(), approve=True)
        stopped = graph.invoke(GIVEN, THREAD)
        [asked] = stopped["__interrupt__"]
        shown = asked.value["programs"][0]
        assert asked.value["question"] == GIVEN["question"]
        assert "Kind(anne)" in shown["program"]
        assert "approve" in asked.value["how"]
        assert plain(asked.value)
        assert graph.get_state(THREAD).next == ("approve",)
        again = graph.invoke(Command(resume="perhaps"), THREAD)
        assert "is no decision" in again["__interrupt__"][0].value["fault"]
        found = graph.invoke(Command(resume="approve"), THREAD)
    assert found["answer"] == "True"
    assert len(server.requests) == 1


def test_a_person_edits_the_program() -> None:
    with serving(GOOD) as server:
        graph = agent_at(server).graph(checkpointer=InMemorySaver(), approve=True)
        graph.invoke(GIVEN, THREAD)
        faulty = graph.invoke(Command(resume={"programs": ["Premises:\nKind(anne\nConclusion:\n"]}), THREAD)
        assert "was the output cut" in faulty["__interrupt__"][0].value["fault"]
        found = graph.invoke(Command(resume={"programs": [OTHER]}), THREAD)
    assert (found["answer"], found["verdict"]) == ("False", "refuted")
    solution = Solution.model_validate(found["solution"])
    assert solution.best.translation.translator == "a person"
    assert "Therefore it is not so: Anne is nice." in found["explanation"]


OPEN = "Premises:\n∀x (Kind(x) → Nice(x)) ::: Kind people are nice.\nConclusion:\nNice(anne) ::: Anne is nice.\n"
TORN = OPEN.replace("Conclusion", "Kind(anne) ∧ ¬Nice(anne) ::: Anne is kind.\nConclusion")


@pytest.mark.parametrize(
    ("given", "answer"), [(OPEN, "Uncertain"), (TORN, None), (OPEN.replace("Nice(anne)", "Nice(zoe)"), "Uncertain")]
)
def test_nobody_but_a_person_changes_what_a_person_gave(given: str, answer: str | None) -> None:
    """Whatever there is to be said of it: a sentence is missing, it is contradictory, it asks something else."""
    for replies, steps in (((GOOD,), 1), ((CONTRADICTORY, GOOD), 2)):  # at first, and in place of a repair
        with serving(*replies, GOOD) as server:
            graph = agent_at(server).graph(checkpointer=InMemorySaver(), approve=True)
            graph.invoke(GIVEN, THREAD)
            for _ in range(steps - 1):
                graph.invoke(Command(resume="approve"), THREAD)
            found = graph.invoke(Command(resume={"programs": [given]}), THREAD)
        assert "__interrupt__" not in found
        assert (found["answer"], len(server.requests)) == (answer, steps)
        solution = Solution.model_validate(found["solution"])
        assert solution.best.translation.translator == "a person"
        assert solution.best.translation.raw == given


def test_a_person_rejects_the_program() -> None:
    with serving(CONTRADICTORY, GOOD) as server:
        graph = agent_at(server).graph(checkpointer=InMemorySaver(), approve=True)
        graph.invoke(GIVEN, THREAD)
        again = graph.invoke(Command(resume={"reject": "Nobody says that Anne is not nice."}), THREAD)
        assert "Nobody says that Anne is not nice." in json.dumps(server.requests[1]["messages"])
        assert "¬Nice(anne)" not in again["__interrupt__"][0].value["programs"][0]["program"]
        assert graph.invoke(Command(resume=True), THREAD)["answer"] == "True"
        graph.invoke(GIVEN, THREAD)
        found = graph.invoke(Command(resume={"reject": ""}), THREAD)
    assert (found["answer"], found["verdict"], found["verdicts"]) == (None, None, [None])
    assert len(server.requests) == 3


def test_no_question_and_an_outage_are_the_caller_s_to_catch() -> None:
    with pytest.raises(UserError, match="there is no question"):
        SolverAgent().graph().invoke({"context": "Ann is kind.", "question": " "})
    with serving(Reply(status=401)) as server, pytest.raises(UserError):
        agent_at(server).graph().invoke(GIVEN)


class Mine(TypedDict, total=False):
    """The state of somebody else's graph."""

    context: str
    question: str
    solution: Solution


def theirs(saver: InMemorySaver) -> Any:
    agent = SolverAgent()
    builder = StateGraph(Mine)
    builder.add_node("solve", lambda state: {"solution": agent.invoke(state)})
    builder.add_edge(START, "solve")
    builder.add_edge("solve", END)
    return builder.compile(checkpointer=saver)


def test_a_solution_in_somebody_s_state_comes_back_as_a_solution(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    graph = theirs(InMemorySaver(serde=JsonPlusSerializer(allowed_msgpack_modules=[Solution])))
    before = graph.invoke(GIVEN, THREAD)["solution"]
    kept = graph.get_state(THREAD).values["solution"]
    assert isinstance(kept, Solution)
    assert kept.program == before.program
    assert (kept.explanation, kept.checked) == (before.explanation, True)
    assert [record.getMessage() for record in caplog.records if "langgraph" in record.name] == []
    without = theirs(InMemorySaver())  # langgraph warns of any class that it was not told of, once
    without.invoke(GIVEN, THREAD)
    assert without.get_state(THREAD).values["solution"].explanation == before.explanation
