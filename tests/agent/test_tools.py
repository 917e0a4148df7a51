"""The tools, as LangChain's agents use them; ``test_mcp`` has the clients of MCP."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sorites import UserError
from sorites.agent.toolbox import check_program, prove_program
from sorites.agent.tools import as_tools

ROOT = Path(__file__).parents[2]
PROGRAM = """Premises:
∀x (Kind(x) → Nice(x)) ::: Kind people are nice.
Kind(anne) ::: Anne is kind.
Conclusion:
Nice(anne)
"""
UNREADABLE = "Premises:\nP(a) Q(a)\nConclusion:\nP(a)\n"


def test_the_functions() -> None:
    assert check_program(PROGRAM).in_order
    assert "expected a connective" in check_program(UNREADABLE).faults
    found = prove_program(PROGRAM)
    assert (found.verdict, found.certified, found.certificate) == ("entailed", "certificate checked", None)
    assert found.explanation[0] == "Kind people are nice."
    with pytest.raises(UserError, match="expected a connective"):
        prove_program(UNREADABLE)
    with pytest.raises(UserError, match="at most 100000"):
        check_program("p" * 100_001)
    with pytest.raises(UserError, match="surrogates"):
        check_program("Premises:\nKind(anne) ::: \ud800\nConclusion:\nKind(anne)")


def test_the_tools_of_langchain() -> None:
    check, prove = as_tools()
    assert check.invoke({"program": PROGRAM}) == "The program is in order."
    for tool in (check, prove):
        assert tool.description
        assert tool.args["program"]["description"]
    found = prove.invoke({"type": "tool_call", "id": "1", "name": "prove", "args": {"program": PROGRAM}})
    assert json.loads(found.content)["verdict"] == "entailed"
    assert "certificate" not in json.loads(found.content), "a model is not told what only a checker reads"
    assert json.loads(json.dumps(found.artifact))["certificate"]
    faulty = prove.invoke({"type": "tool_call", "id": "2", "name": "prove", "args": {"program": UNREADABLE}})
    assert faulty.status == "error"
    assert "expected a connective" in faulty.content
    with pytest.raises(UserError, match="there is no solver 'oracle'"):
        as_tools("oracle")
