"""The tools, as LangChain's agents and MCP's clients use them."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from sorites.agent.tools import check_program, create_reasoner, prove_program, solve_problem
from sorites.testing import Reply, serving

ROOT = Path(__file__).parent.parent
PROGRAM = """Premises:
∀x (Kind(x) → Nice(x)) ::: Kind people are nice.
Kind(anne) ::: Anne is kind.
Conclusion:
Nice(anne)
"""


def test_the_functions() -> None:
    assert check_program(PROGRAM) == "The program is in order."
    assert "expected a connective" in check_program("Premises:\nP(a) Q(a)\nConclusion:\nP(a)\n")
    found = prove_program(PROGRAM)
    assert found["verdict"] == "entailed"
    assert found["certificate"]["checked"] is True
    assert found["explanation"][0] == "Kind people are nice."
    assert "expected a connective" in prove_program("Premises:\nP(a) Q(a)\nConclusion:\nP(a)\n")["faults"]


def test_a_problem_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SORITES_TRANSLATOR", raising=False)
    found = solve_problem("Kind people are nice. Anne is kind.", "Is Anne nice?")
    assert (found["answer"], found["verdict"]) == ("True", "entailed")
    assert found["explanation"] == ["Kind people are nice.", "Anne is kind.", "Therefore: Is Anne nice?"]
    unread = solve_problem("Blorp the zzz of.", "Is Anne nice?")
    assert unread["answer"] is None
    assert unread["diagnostics"][0]["code"] == "unread-sentence"
    assert "there is no translator 'oracle'" in solve_problem("A.", "B?", "oracle")["fault"]
    monkeypatch.setenv("SORITES_TRANSLATOR", "oracle")
    assert "there is no translator 'oracle'" in solve_problem("A.", "B?")["fault"]


def test_langchain_agents_drive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")

    def script(number: int, request: dict[str, Any]) -> Reply:
        told = request["messages"][-1]
        if told["role"] == "tool":
            return Reply(f"It is {json.loads(told['content'])['verdict']}.")
        return Reply({"program": PROGRAM})

    def body(number: int, request: dict[str, Any]) -> Reply:
        reply = script(number, request)
        if isinstance(reply.content, dict):  # the server calls the first tool; here it is the second
            request["tools"] = [t for t in request["tools"] if t["function"]["name"] == "prove"]
        return reply

    from langchain.chat_models import init_chat_model

    with serving(script=body) as server:
        model = init_chat_model("openai:scripted", base_url=server.url)
        state = create_reasoner(model).invoke({"messages": [("user", "Is Anne nice?")]})
    assert state["messages"][-1].content == "It is entailed."
    assert {t["function"]["name"] for t in server.requests[1]["tools"]} == {"check_program", "prove"}


def test_mcp_over_standard_input_and_output() -> None:
    from mcp import Client, StdioServerParameters

    async def talk() -> tuple[set[str], Any, Any]:
        parameters = StdioServerParameters(
            command=sys.executable, args=["-m", "sorites", "mcp"], cwd=str(ROOT), env=dict(os.environ)
        )
        async with Client(parameters) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            proved = await client.call_tool("prove", {"program": PROGRAM})
            text = {"context": "Kind people are nice. Anne is kind.", "question": "Is Anne nice?"}
            solved = await client.call_tool("solve", text)
            return names, proved, solved

    names, proved, solved = asyncio.run(talk())
    assert names == {"check_program", "prove", "solve"}
    assert "entailed" in str(proved.content)
    assert '"answer": "True"' in str(solved.content).replace("\\n", "").replace('\\"', '"')
