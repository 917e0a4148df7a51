"""The agent in LangChain: as a Runnable, under callbacks and tracing, and as a tool of other agents."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from langchain_core.callbacks import BaseCallbackHandler, get_usage_metadata_callback
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langchain_core.tools import ToolException

from sorites import Limits, Problem, Solution, SolverAgent, UserError, asolve, solve
from sorites.testing import Reply, Server, serving
from sorites.translators import TRUE_FALSE, TRUE_FALSE_UNCERTAIN, ModelOptions

from ..replies import CONTRADICTORY, FAULTY, GOOD, REPAIRED

GIVEN = {"context": "Kind people are nice. Anne is kind.", "question": "Is Anne nice?"}


def agent_at(server: Server, name: str = "openai:scripted", **making: Any) -> SolverAgent:
    return SolverAgent(name, "z3", options=ModelOptions(server.url), **making)


class Watch(BaseCallbackHandler):
    """Notes the runs: their kinds and names, and which one is under which."""

    def __init__(self) -> None:
        self.runs: dict[UUID, tuple[str, str, UUID | None]] = {}
        self.ended: dict[UUID, Any] = {}
        self.custom: list[tuple[str, Any]] = []

    def on_chain_start(self, serialized: Any, inputs: Any, **about: Any) -> None:
        self.runs[about["run_id"]] = ("chain", about.get("name") or "", about["parent_run_id"])

    def on_chain_end(self, outputs: Any, **about: Any) -> None:
        self.ended[about["run_id"]] = outputs

    def on_chain_error(self, error: BaseException, **about: Any) -> None:
        self.ended[about["run_id"]] = error

    def on_chat_model_start(self, serialized: Any, messages: Any, **about: Any) -> None:
        self.runs[about["run_id"]] = ("model", str(messages[0][0].type), about["parent_run_id"])

    def on_llm_end(self, response: Any, **about: Any) -> None:
        self.ended[about["run_id"]] = response

    def on_llm_error(self, error: BaseException, **about: Any) -> None:
        self.ended[about["run_id"]] = error

    def on_custom_event(self, name: str, data: Any, **about: Any) -> None:
        self.custom.append((name, data))

    def paths(self, kind: str) -> list[tuple[str, ...]]:
        """Return of each run of a kind the names of those around it."""
        return [tuple(self._around(run)) for run, (of, _, _) in self.runs.items() if of == kind]

    def _around(self, run: UUID) -> Iterator[str]:
        parent = self.runs[run][2]
        if parent is not None:
            yield from self._around(parent)
            yield self.runs[parent][1]


def counted(server: Server) -> tuple[int, int]:
    """Return the tokens that the server counted."""
    return 100 * len(server.requests), 20 * len(server.requests)


@pytest.mark.parametrize("name", ["openai:scripted", "langchain:openai:scripted"])
@pytest.mark.parametrize("awaited", [False, True])
def test_each_request_is_a_run_under_its_step(name: str, awaited: bool) -> None:
    watch = Watch()
    config: Any = {"callbacks": [watch], "run_name": "asking"}
    with serving(CONTRADICTORY, REPAIRED) as server:
        agent = agent_at(server, name)
        solution = asyncio.run(agent.ainvoke(GIVEN, config)) if awaited else agent.invoke(GIVEN, config)
    assert solution.answer == "True"
    steps = ["translate", "check", "prove", "repair", "check", "prove", "answer"]
    tops = [run for run, (_, _, parent) in watch.runs.items() if parent is None]
    assert [watch.runs[run][1] for run in tops] == ["asking"]
    assert [name for kind, name, parent in watch.runs.values() if kind == "chain" and parent == tops[0]] == steps
    assert [path[:2] for path in watch.paths("model")] == [("asking", "translate"), ("asking", "repair")]
    assert set(watch.runs) == set(watch.ended)


PAGES: Any = [{**GIVEN, "context": f"{GIVEN['context']} Page {n}."} for n in range(5)]
"""Other texts; what a batch asks of one text costs one request."""


@pytest.mark.parametrize("name", ["openai:scripted", "langchain:openai:scripted"])
def test_usage_is_what_the_server_counted(name: str) -> None:
    def spent(callback: Any) -> tuple[int, int]:
        [found] = callback.usage_metadata.values()
        assert found["total_tokens"] == found["input_tokens"] + found["output_tokens"]
        return found["input_tokens"], found["output_tokens"]

    with serving(FAULTY, GOOD) as server:  # asked again within one translation
        with get_usage_metadata_callback() as callback:
            agent_at(server, name).invoke(GIVEN)
        assert spent(callback) == counted(server) == (200, 40)
    with serving(GOOD) as server:
        with get_usage_metadata_callback() as callback:
            agent_at(server, name, samples=3).invoke(GIVEN)
        assert spent(callback) == counted(server) == (300, 60)
    with serving(GOOD) as server:
        with get_usage_metadata_callback() as callback:
            agent_at(server, name).batch(PAGES)
        assert spent(callback) == counted(server) == (500, 100)
    with serving(GOOD) as server:
        with get_usage_metadata_callback() as callback:
            asyncio.run(agent_at(server, name).abatch(PAGES))
        assert spent(callback) == counted(server) == (500, 100)


def test_a_request_that_fails_ends_its_run() -> None:
    watch = Watch()
    with serving(Reply(status=401)) as server, pytest.raises(UserError) as caught:
        agent_at(server).invoke(GIVEN, {"callbacks": [watch]})
    assert isinstance(caught.value, UserError)
    [model] = [run for run, (kind, _, _) in watch.runs.items() if kind == "model"]
    assert isinstance(watch.ended[model], Exception)
    assert set(watch.runs) == set(watch.ended)


def test_what_costs_nothing_is_no_request(tmp_path: Any) -> None:
    with serving(GOOD) as server:
        agent = SolverAgent("openai:scripted", options=ModelOptions(server.url, cache=tmp_path / "kept"))
        agent.invoke(GIVEN)
        with get_usage_metadata_callback() as callback:
            assert agent.invoke(GIVEN).usage.cached
    assert callback.usage_metadata == {}


def test_the_schemas_have_named_fields() -> None:
    agent = SolverAgent()
    fields = agent.get_input_jsonschema()["properties"]
    assert set(fields) == {"context", "question", "choices", "id"}
    assert all(field.get("description") for field in fields.values())
    assert agent.get_input_jsonschema()["required"] == ["question"]
    told = agent.get_output_jsonschema()
    assert {"answer", "verdict", "explanation"} <= set(told["properties"])
    assert len(str(told)) < 1000
    assert agent.invoke(agent.get_input_schema()(**GIVEN)).answer == "True"


def test_what_is_no_question() -> None:
    agent = SolverAgent()
    for wrong, words in (
        ({"context": "Ann is kind."}, "give a Problem"),
        ("Is Ann kind?", "give a Problem"),
        ({"question": "  "}, "there is no question"),
        (Problem("p", "Ann is kind.", " ", TRUE_FALSE), "there is no question"),
        ({"question": "Is Ann kind?", "choices": "A"}, "a list of the choices"),
        ({"question": "Which?", "options": ["A"]}, "is called 'choices'"),
    ):
        with pytest.raises(UserError, match=words):
            agent.invoke(wrong)
    with pytest.raises(UserError, match="no semantics 'dreams'"):
        SolverAgent(semantics="dreams")
    with pytest.raises(UserError, match="not both"):
        SolverAgent("english", model="openai:x")
    with pytest.raises(UserError, match="the translator is made"):
        SolverAgent(SolverAgent().answering.translator, samples=3)


def test_a_model_in_place() -> None:
    import instructor
    from langchain_openai import ChatOpenAI
    from openai import OpenAI

    with serving(GOOD) as server:
        model = ChatOpenAI(model="scripted", base_url=server.url)
        for agent in (
            SolverAgent(model=model),
            SolverAgent(model),
            SolverAgent(model=OpenAI(base_url=server.url), model_name="scripted"),
            SolverAgent(model=instructor.from_openai(OpenAI(base_url=server.url)), model_name="scripted"),
        ):
            with get_usage_metadata_callback() as callback:
                assert agent.invoke(GIVEN).answer == "True"
            assert [found["input_tokens"] for found in callback.usage_metadata.values()] == [100]
    with pytest.raises(UserError, match="is no model"):
        SolverAgent(model=3)
    with pytest.raises(UserError, match="is no model"):
        SolverAgent(model | (lambda message: message))


def test_solve_without_blocking() -> None:
    found = asyncio.run(asolve(GIVEN["context"], GIVEN["question"], limits=Limits(5.0)))
    assert found.answer == solve(GIVEN["context"], GIVEN["question"]).answer == "True"
    with pytest.raises(UserError, match="there is no question"):
        asyncio.run(asolve("Ann is kind.", ""))


def test_the_agent_as_a_tool() -> None:
    with serving(GOOD) as server:
        agent = agent_at(server)
        tool = agent.as_tool(name="ask_the_prover", description="Asks it.")
        assert (tool.name, tool.description) == ("ask_the_prover", "Asks it.")
        assert set(tool.args) == {"context", "question", "choices"}
        assert agent.as_tool().name == "solve_by_proof"
        call = {"name": tool.name, "args": GIVEN, "id": "1", "type": "tool_call"}
        for message in (tool.invoke(call), asyncio.run(tool.ainvoke(call))):
            assert message.content.startswith("Answer: True")
            assert "Therefore: Anne is nice." in message.content
            assert len(message.content) < 400
            assert isinstance(message.artifact, Solution)
            assert message.artifact.checked
        assert tool.invoke(GIVEN).startswith("Answer: True")
    with pytest.raises(UserError, match="own types"):
        agent.as_tool(arg_types={"a": int})


def test_a_tool_says_what_to_do_where_there_is_no_answer() -> None:
    found = SolverAgent().as_tool().invoke({"context": "Blorp the zzz of.", "question": "Is Anne nice?"})
    assert "There is no answer." in found
    assert "Blorp" in found


def test_an_outage_does_not_end_the_agent_that_calls() -> None:
    with serving(Reply(status=503)) as server:
        agent = SolverAgent("openai:scripted", options=ModelOptions(server.url, retries=0))
        assert "can't be reached now" in agent.as_tool().invoke(GIVEN)
        assert "there is no question" in agent.as_tool().invoke({"context": "c", "question": " "})
        assert agent.as_tool(handle_tool_error="Out of order.").invoke(GIVEN) == "Out of order."
        strict = agent.as_tool(handle_tool_error=False)
        with pytest.raises(ToolException, match="can't be reached now"):
            strict.invoke(GIVEN)
        with pytest.raises(ToolException, match="can't be reached now"):
            asyncio.run(strict.ainvoke(GIVEN))


class Calling(GenericFakeChatModel):
    """A model that says what it is told to, and takes any tools."""

    def bind_tools(self, tools: Any, **more: Any) -> Any:
        return self


def calling(name: str) -> Calling:
    call = {"name": name, "args": GIVEN, "id": "call_1", "type": "tool_call"}
    return Calling(messages=iter([AIMessage("", tool_calls=[call]), AIMessage("She is.")]))


def test_the_agent_goes_to_other_processes_and_knows_its_scheme() -> None:
    agent = pickle.loads(pickle.dumps(SolverAgent(scheme=TRUE_FALSE)))
    assert agent.invoke({"context": "Ann is kind.", "question": "Is Bob kind?"}).answer == "False"
    assert agent.invoke(Problem("p", "", "Is Bob kind?", TRUE_FALSE_UNCERTAIN)).answer == "Uncertain"
