"""Rule books for others: over HTTP on loopback, by MCP and before tools of an MCP server, and as LangChain tools."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from anyio.from_thread import start_blocking_portal
from langchain.agents import create_agent

from sorites.agent.book_tools import book_tools
from sorites.agent.http import application
from sorites.solvers.books import RuleBook

from ..command import command, refused, sorites
from ..engines.test_process import wait_until
from .test_guard import BOOK, ORDER
from .test_langchain import Calling
from .test_mcp import ROOT, Session, connected

FULL: dict[str, Any] = {**ORDER, "amount": 80.5}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("books") / "refunds.rules"
    file.write_text(BOOK, encoding="utf-8")
    return file


@contextmanager
def served(path: Path, **how: Any) -> Iterator[httpx.Client]:
    """Serve a book on loopback, and give a client of it."""
    listening = socket.create_server(("127.0.0.1", 0))
    app = application({"refunds": RuleBook.load(path)}, **how)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        wait_until(lambda: server.started)
        yield httpx.Client(base_url=f"http://127.0.0.1:{listening.getsockname()[1]}", timeout=30)
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def client(path: Path) -> Iterator[httpx.Client]:
    with served(path) as found:
        yield found


def test_books_are_asked_over_http(client: httpx.Client, tmp_path: Path) -> None:
    [shelf] = client.get("/books").json()
    assert (shelf["name"], shelf["actions"]) == ("refunds", {"refund": "pay money back"})
    assert shelf["facts"][0] == {"name": "amount", "of": [], "type": "Money", "description": "the amount of the refund"}
    asked = {"action": "refund", "facts": FULL, "certificate": True}
    found = client.post("/books/refunds/allows", json=asked).json()
    assert (found["status"], found["checked"], found["version"]) == ("allowed", True, shelf["version"])
    (tmp_path / "c.json").write_text(found["certificate"], encoding="utf-8")
    assert sorites("check", tmp_path / "c.json").returncode == 0
    open_ = client.post("/books/refunds/ask", json={"question": "fine", "facts": {"amount": 3}}).json()
    assert (open_["answer"], open_["missing"]) == ("open", [["paid"], ["reason"]]), "each may settle it"
    said = {"text": "The refund may be paid. It is nice.", "facts": FULL}
    checked = client.post("/books/refunds/check", json=said).json()
    assert [claim["finding"] for claim in checked["claims"]] == ["valid", "untranslated"]
    scenarios = client.post("/books/refunds/check", json={"text": "The refund may be paid."}).json()["claims"][0]
    assert len(scenarios["scenarios"]) == 2


def test_amounts_are_exact(client: httpx.Client) -> None:
    for amount, status in (("80.5000000000000000001", "refused"), ("80.5000000000000000000", "allowed")):
        body = f'{{"action": "refund", "facts": {{"paid": 80.5, "reason": "broken", "amount": {amount}}}}}'
        found = client.post("/books/refunds/allows", content=body, headers={"Content-Type": "application/json"})
        assert found.json()["status"] == status


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({"action": "refund", "facts": {"amount": "much"}}, 422, "amount"),
        ({"action": "refund", "facts": {"colour": 1}}, 422, "is no fact of the book"),
        ({"action": "pay(", "facts": {}}, 422, "question"),
        ({"facts": {}}, 422, "action"),
        ({"action": "refund", "fact": {}}, 422, "extra"),
        ([1], 422, "expected"),
        ({"action": "refund", "facts": {"reason": "x" * 1_000_000}}, 413, ""),
    ],
)
def test_what_does_not_fit_is_said_with_its_place(client: httpx.Client, body: Any, status: int, words: str) -> None:
    found = client.post("/books/refunds/allows", json=body)
    assert found.status_code == status
    assert words in found.text
    assert "Traceback" not in found.text


@pytest.mark.parametrize(
    ("asked", "body", "words"),
    [
        ("allows", r'{"action": "\ud800"}', "surrogate"),
        ("ask", r'{"question": "fine", "facts": {"\udc00": 1}}', "surrogate"),
        ("allows", r'{"action": "refund", "facts": {"reason": "\ud800"}}', "surrogate"),
        ("check", r'{"text": "It is \ud800."}', "surrogate"),
        ("check", r'{"text": "It is.", "question": "\ud800"}', "surrogate"),
        ("allows", r'{"\ud800": 1}', "surrogate"),
        ("allows", '{"action": "refund", "facts": {"amount": NaN}}', "NaN"),
        ("allows", '{"action": "refund", "facts": {"amount": 1, "amount": 2}}', "twice"),
        *(
            (
                "allows",
                '{"action": "refund", "facts": {"reason": ' + one * n + "1" + other * n + "}}",
                "nested too deep",
            )
            for n in (60, 1000, 5000, 100_000)
            for one, other in ("[]", ('{"a":', "}"))
        ),
    ],
)
def test_what_can_not_be_worked_on_is_no_fault_of_the_server(
    client: httpx.Client, asked: str, body: str, words: str
) -> None:
    found = client.post(f"/books/refunds/{asked}", content=body, headers={"Content-Type": "application/json"})
    assert found.status_code == 422
    assert words in found.text


def test_many_claims_block_nobody(client: httpx.Client) -> None:
    many = "The refund may be paid. " * 800
    assert client.post("/books/refunds/check", json={"text": many, "facts": FULL}).status_code == 503
    assert client.post("/books/refunds/check", json={"text": "It is.", "question": many}).status_code == 503
    found = client.post("/books/refunds/check", json={"text": "It is. " * 200})
    assert [one["finding"] for one in found.json()["claims"]] == ["untranslated"] * 200


def test_strangers_are_not_answered(client: httpx.Client) -> None:
    assert client.get("/health").json() == {"status": "ok"}
    assert client.get("/health", headers={"Host": "attacker.example"}).status_code == 400
    assert client.post("/books/none/ask", json={"question": "fine"}).status_code == 404
    plain = client.post("/books/refunds/ask", content='{"question": "fine"}', headers={"Content-Type": "text/plain"})
    assert plain.status_code == 422, "what a form of a strange page can send is not read"


def test_what_is_measured_and_described(client: httpx.Client) -> None:
    client.post("/books/refunds/allows", json={"action": "refund", "facts": FULL})
    told = client.get("/metrics").text
    assert 'sorites_decisions_total{book="refunds",status="allowed"}' in told
    assert 'sorites_seconds_count{path="/books/{name}/allows",status="200"}' in told
    paths = client.get("/openapi.json").json()["paths"]
    assert {"/books/{name}/allows", "/books/{name}/ask", "/books/{name}/check", "/health"} <= paths.keys()


def test_the_page_asks_the_engines_of_this_machine(client: httpx.Client) -> None:
    assert "Sorites" in client.get("/").text
    assert client.get("/engine/parts.json").json() == {"post": "desk"}
    asked = {"do": "solve", "text": "Kind people are nice. Anne is kind.", "question": "Is Anne nice?"}
    told = client.post("/desk", json=asked).json()
    assert (told["kind"], told["notes"][-1]) == ("entailed", "certificate checked")
    accepted = client.post("/desk", json={"do": "check", "certificate": told["certificate"]}).json()
    assert accepted["kind"] == "accepted"
    assert client.post("/desk", json={"do": "check", "certificate": "{}"}).json()["kind"] != "accepted"


def test_what_takes_too_long(path: Path) -> None:
    with served(path, seconds=1e-9) as client:
        assert client.post("/books/refunds/ask", json={"question": "fine"}).status_code == 503
        assert client.post("/books/refunds/check", json={"text": "The refund may be paid."}).status_code == 503


def test_the_command(path: Path, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert "can't serve at port" in refused("serve", "--book", path, "--port", port)
    other = tmp_path / "refunds.rules"
    other.write_text(BOOK, encoding="utf-8")
    assert "two books have one name" in refused("serve", "--book", path, "--book", other)
    process = subprocess.Popen(command("serve", "--book", str(path), "--port", port), stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        assert f"Serving the playground, refunds at http://127.0.0.1:{port}/" in process.stderr.readline()

        def answers() -> bool:
            try:
                return httpx.get(f"http://127.0.0.1:{port}/health").status_code == 200
            except httpx.ConnectError:
                return False

        wait_until(answers)
    finally:
        process.terminate()
        process.wait()


def test_books_are_asked_by_mcp(path: Path) -> None:
    with connected("--book", str(path)) as session:
        tools = {tool.name: tool for tool in session.do("list_tools").tools}
        assert {"rules_allow", "rules_ask", "rules_why_not", "rules_check"} < tools.keys()
        assert "refund (pay money back)" in tools["rules_allow"].description
        found = session.call("rules_allow", action="refund", facts=FULL).structured_content
        assert found["status"] == "allowed"
        change = session.call("rules_why_not", question="fine", facts={**FULL, "amount": 90}).structured_content
        assert change["possible"]
        said = session.call("rules_check", text="The refund may not be paid.", facts=FULL).structured_content
        assert said["claims"][0]["finding"] == "invalid"
        wrong = session.call("rules_ask", question="fine", facts={"amount": "much"})
        assert wrong.is_error
        assert "amount" in wrong.content[0].text


def test_books_are_tools_of_langchain(path: Path) -> None:
    tools = book_tools(RuleBook.load(path))
    calls = [
        {"name": "rules_allow", "args": {"action": "refund", "facts": facts}, "id": f"c{i}", "type": "tool_call"}
        for i, facts in enumerate((FULL, {"amount": "much"}))
    ]
    from langchain_core.messages import AIMessage

    model = Calling(messages=iter([*(AIMessage("", tool_calls=[call]) for call in calls), AIMessage("Done.")]))
    asked: Any = {"messages": [("user", "May it be paid?")]}
    told = [m for m in create_agent(model, tools).invoke(asked)["messages"] if m.type == "tool"]
    assert json.loads(told[0].content)["status"] == "allowed"
    assert (told[1].status, "amount" in told[1].content) == ("error", True)


SHOP = """import json
from pathlib import Path
from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult, EmbeddedResource, TextResourceContents
server = MCPServer("shop")

@server.tool()
def look_up(order: str) -> str:
    return json.dumps({"paid": 80.5, "reason": "broken"})

@server.tool()
def refund(amount: float, order: str = "7") -> str:
    Path("paid").write_text(str(amount))
    return "paid"

@server.tool()
def read(order: str) -> CallToolResult:
    told = TextResourceContents(uri="shop://order", text='{"reason": "broken"}')
    return CallToolResult(content=[EmbeddedResource(resource=told)], structured_content={"paid": 80.5})

@server.tool()
def delete(order: str) -> str:
    Path("deleted").touch()
    return "gone"

def found(call):
    return {**(json.loads(call.results[0]) if call.results else {}), "amount": call.arguments["amount"]}

def order(call):
    return {"paid": 80.5, "reason": "broken", "amount": call.arguments["amount"]}

if __name__ == "__main__":
    server.run("stdio")
"""


@contextmanager
def guarded(path: Path, folder: Path, *more: str) -> Iterator[Session]:
    """Start a shop behind the guard, and a client that knows the guard alone."""
    from mcp import Client, StdioServerParameters

    (folder / "shop.py").write_text(SHOP, encoding="utf-8")
    [program, *rest] = command("guard", "--book", str(path), *more, "--", sys.executable, "shop.py")
    env = {**os.environ, "PYTHONPATH": os.environ.get("PYTHONPATH") or str(ROOT / "src")}
    started = StdioServerParameters(command=program, args=rest, cwd=str(folder), env=env)
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(Client(started)) as client:
        yield Session(client, portal)


def test_a_guard_before_another_mcp_server(path: Path, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    with guarded(path, tmp_path, "--free", "look_up", "--facts", "shop.py:found", "--log", str(log)) as session:
        assert "It is open." in session.call("refund", amount=80.5).content[0].text
        assert {tool.name for tool in session.do("list_tools").tools} == {"look_up", "read", "refund", "delete"}
        assert not session.call("look_up", order="7").is_error
        assert session.call("refund", amount=80.51).is_error
        assert session.call("refund", amount=80.5, signed=True).is_error
        assert not (tmp_path / "paid").exists()
        assert session.call("refund", amount=80.5).content[0].text == "paid"
        assert session.call("delete", order="7").is_error
    assert (tmp_path / "paid").read_text() == "80.5"
    assert not (tmp_path / "deleted").exists()
    kept = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert [one["allowed"] for one in kept] == [False, False, False, True, False]
    told = refused("guard", "--book", path, "--facts", f"{tmp_path / 'shop.py'}:SHOP", "--", "true")
    assert "has no 'SHOP'; it has look_up" in told


def test_a_guard_reads_resources_and_structured_content(path: Path, tmp_path: Path) -> None:
    with guarded(path, tmp_path, "--free", "read", "--facts", "shop.py:order", "--strict") as session:
        assert "have not read" in session.call("refund", amount=80.5).content[0].text
        assert not session.call("read", order="7").is_error
        assert session.call("refund", amount=80.51, order="7").is_error
        assert "have not read" in session.call("refund", amount=80.5).content[0].text
        assert session.call("refund", amount=80.5, order="7").content[0].text == "paid"
        assert "have not read" in session.call("refund", amount=80.5, order="8").content[0].text
