"""Answers of other agents, held against premises by proof."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, HumanMessage
from pydantic import Field

from sorites import SolverAgent, UserError
from sorites.agent.middleware import ProvedAnswers
from sorites.testing import Reply, serving
from sorites.translators import ModelOptions

from .test_langchain import Calling, calling

PREMISES = "Every cat that sleeps is happy. Tom is a cat. Tom sleeps. No dog is a cat."
ASKED: Any = {"messages": [("user", "What about Tom?")]}


class Heard(Calling):
    """A model that notes what it is told."""

    heard: list[Any] = Field(default_factory=list)

    def _generate(self, messages: Any, *more: Any, **about: Any) -> Any:
        self.heard.append(list(messages))
        return super()._generate(messages, *more, **about)


def saying(*answers: str) -> Heard:
    return Heard(messages=iter([AIMessage(answer) for answer in answers]))


def answered(model: Any, middleware: ProvedAnswers, awaited: bool, **more: Any) -> Any:
    agent = create_agent(model, middleware=[middleware], **more)
    return asyncio.run(agent.ainvoke(ASKED)) if awaited else agent.invoke(ASKED)


@pytest.mark.parametrize("awaited", [False, True])
def test_what_follows_is_marked_as_proved(awaited: bool) -> None:
    state = answered(
        saying("Tom is happy. Tom is not a dog. Tom is tall. Shall I go on?"), ProvedAnswers(PREMISES), awaited
    )
    last = state["messages"][-1]
    assert last.text.startswith("Tom is happy.")
    assert [one["status"] for one in state["checks"]] == ["proved", "proved", "open"]
    assert last.response_metadata["checks"] == state["checks"]
    assert "Tom sleeps." in state["checks"][0]["why"]
    assert state["checks"][0]["certified"]
    assert len(state["messages"]) == 2
    assert "revisions" not in state


@pytest.mark.parametrize("awaited", [False, True])
def test_what_is_refuted_is_written_again(awaited: bool) -> None:
    model = saying("Tom is not happy.", "Tom is happy.")
    state = answered(model, ProvedAnswers(PREMISES), awaited)
    assert state["messages"][-1].text == "Tom is happy."
    assert [one["status"] for one in state["checks"]] == ["proved"]
    told = model.heard[1][-1]
    assert isinstance(told, HumanMessage)
    assert "'Tom is not happy.' is refuted." in told.text
    assert "Tom sleeps." in told.text


def test_what_is_open_is_written_again_if_that_is_wanted() -> None:
    model = saying("Tom is tall.", "Tom is happy.")
    state = answered(model, ProvedAnswers(PREMISES, revise={"refuted", "open"}), False)
    assert state["messages"][-1].text == "Tom is happy."
    assert "'Tom is tall.' is open." in model.heard[1][-1].text


def test_calls_of_tools_are_let_through() -> None:
    tool = SolverAgent().as_tool()
    state = answered(calling(tool.name), ProvedAnswers("Anne is nice."), False, tools=[tool])
    assert [one["sentence"] for one in state["checks"]] == ["She is."]


def test_what_can_not_be_read_or_reached_is_never_proved() -> None:
    assert [c["status"] for c in ProvedAnswers(PREMISES).checks("Blorp the zzz of.")] == ["not understood"]
    assert [c["status"] for c in ProvedAnswers("Ann is kind. Ann is not kind.").checks("Ann is tall.")] == ["undecided"]
    with serving(Reply(status=503)) as server:
        solver = SolverAgent("openai:scripted", options=ModelOptions(server.url, retries=0))
        [check] = ProvedAnswers(PREMISES, solver).checks("Tom is happy.")
    assert check["status"] == "not checked"
    assert "503" in check["why"][0]


def test_what_can_not_be_revised() -> None:
    with pytest.raises(UserError, match="no sentence is 'wrong'"):
        ProvedAnswers(PREMISES, revise={"wrong"})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "said",
    [
        "- Tom is not happy", "* Tom is not happy.", "1. Tom is not happy.", "2) Tom is not happy.",
        "> Tom is not happy.", "# Tom is not happy", "**Tom** is not happy.", "*Tom is not happy.*",
        "Tom is **not** happy.", "__Tom is not happy__.", "`Tom is not happy.`", "```\nTom is not happy.\n```",
        '"Tom is not happy."', "“Tom is not happy”.", "> - **Tom is not happy.**", "So, Tom is not happy.",
        "Yes, Tom is not happy.", "Well, Tom is not happy.", "No, Tom is not happy.", "**No**, Tom is not happy.",
    ],
)  # fmt: skip
def test_marks_around_a_claim_hide_it_not(said: str) -> None:
    assert [one["status"] for one in ProvedAnswers(PREMISES).checks(said)] == ["refuted"]
    proved = said.replace("**not** ", "").replace("not ", "")
    assert [one["status"] for one in ProvedAnswers(PREMISES).checks(proved)] == ["proved"]


def test_lists_are_checked_line_by_line() -> None:
    said = "Here is what follows\n\n1. Tom is happy\n2. No cat that sleeps is happy\n---\n- Is Tom happy?"
    checks = ProvedAnswers(PREMISES).checks(said)
    assert [one["sentence"] for one in checks[1:]] == ["Tom is happy.", "No cat that sleeps is happy."]
    assert [one["status"] for one in checks] == ["not understood", "proved", "refuted"]


@pytest.mark.parametrize(
    ("said", "sentences"),
    [
        ("Well-known cats sleep.", ["Well-known cats sleep."]),
        ("J. Smith sleeps.", ["J. Smith sleeps."]),
        ("**Tom sleeps. Tom is happy.**", ["Tom sleeps.", "Tom is happy."]),
        ('Tom said "hi".', ['Tom said "hi".']),
    ],
)
def test_what_belongs_to_a_claim_stays(said: str, sentences: list[str]) -> None:
    assert [one["sentence"] for one in ProvedAnswers(PREMISES).checks(said)] == sentences
