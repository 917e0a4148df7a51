"""The server of the Model Context Protocol, as its official client meets it: a process, over pipes and HTTP."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

from sorites.agent.toolbox import MAX_CHARACTERS, VerdictName
from sorites.solvers import Verdict
from sorites.testing import Reply, serving

from ..command import command, refused, sorites
from ..engines.test_process import wait_until
from ..house.test_import import COMMAND, loaded
from ..replies import GOOD

ROOT = Path(__file__).parents[2]
PROGRAM = """Premises:
∀x (Kind(x) → Nice(x)) ::: Kind people are nice.
Kind(anne) ::: Anne is kind.
Conclusion:
Nice(anne)
"""
UNREADABLE = "Premises:\nP(a) Q(a)\nConclusion:\nP(a)\n"
SLOW = """Premises:
∀x ¬Before(x, x)
∀x ∀y ∀z (Before(x, y) ∧ Before(y, z) → Before(x, z))
∀x ∃y Before(x, y)
Conclusion:
Red(a)
"""
"""The premises have infinite models only, so that no prover ends before its time is up."""
ASKED = {"context": "Kind people are nice. Anne is kind.", "question": "Is Anne nice?"}


@dataclass(frozen=True)
class Session:
    """A client that is connected with the server, for tests that wait for each answer.

    Attributes:
        client: the official client.
        portal: the thread in which it runs.
    """

    client: Any
    portal: BlockingPortal

    def do(self, method: str, *arguments: Any) -> Any:
        """Return what a method of the client gives."""
        return self.portal.call(getattr(self.client, method), *arguments)

    def call(self, tool: str, **arguments: Any) -> Any:
        """Return what a tool answers."""
        return self.do("call_tool", tool, arguments)

    def soon(self, tool: str, **arguments: Any) -> Future[Any]:
        """Call a tool and wait for nothing."""
        return self.portal.start_task_soon(self.client.call_tool, tool, arguments)


@contextmanager
def connected(*arguments: str, env: dict[str, str] | None = None) -> Iterator[Session]:
    """Start the server as a process, and a client that talks to it over its standard streams."""
    from mcp import Client, StdioServerParameters

    [program, *rest] = command("mcp", *arguments)
    clean = {name: value for name, value in os.environ.items() if name != "SORITES_TRANSLATOR"}
    started = StdioServerParameters(command=program, args=rest, cwd=str(ROOT), env={**clean, **(env or {})})
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(Client(started)) as client:
        yield Session(client, portal)


@pytest.fixture(scope="module")
def usual() -> Iterator[Session]:
    """A client of the server as it is without any option."""
    with connected() as session:
        yield session


def test_what_the_server_says_of_itself(usual: Session) -> None:
    assert usual.client.server_info.name == "sorites"
    assert usual.client.server_info.version == sorites("--version").stdout.split()[1]
    tools = {tool.name: tool for tool in usual.do("list_tools").tools}
    assert set(tools) == {"check_program", "prove", "solve"}
    for tool in tools.values():
        assert tool.title
        assert tool.description
        assert tool.annotations.read_only_hint
        assert tool.annotations.idempotent_hint
        assert tool.annotations.open_world_hint is False, "no model is asked"
        for schema in (tool.input_schema, tool.output_schema):
            assert schema["properties"]
            assert all(field["description"] for field in schema["properties"].values()), schema
    assert list(tools["solve"].input_schema["properties"]) == ["context", "question", "choices"]
    assert tools["solve"].input_schema["properties"]["context"]["maxLength"] == MAX_CHARACTERS


def test_what_it_has_beside_tools(usual: Session) -> None:
    prompt = usual.do("get_prompt", "answer_by_proof", ASKED)
    assert ASKED["context"] in prompt.messages[0].content.text
    for form in ("gbnf", "lark"):
        read = usual.do("read_resource", f"sorites://grammar/{form}")
        assert read.contents[0].text == sorites("grammar", "--to", form).stdout
    assert len(usual.do("list_resources").resources) == 2


def test_programs_are_checked_and_proved(usual: Session, tmp_path: Path) -> None:
    checked = usual.call("check_program", program=PROGRAM).structured_content
    assert checked == {"in_order": True, "provable": True, "faults": ""}
    faulty = usual.call("check_program", program=UNREADABLE).structured_content
    assert not faulty["provable"]
    assert "expected a connective" in faulty["faults"]
    proved = usual.call("prove", program=PROGRAM, certificate=True)
    found = proved.structured_content
    assert found["verdict"] == "entailed"
    assert found["explanation"][0] == "Kind people are nice."
    assert json.loads(proved.content[0].text) == found
    (tmp_path / "p.fol").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "c.json").write_text(found["certificate"], encoding="utf-8")
    assert sorites("check", tmp_path / "p.fol", tmp_path / "c.json").returncode == 0


def test_problems_in_words_are_solved(usual: Session) -> None:
    found = usual.call("solve", **ASKED).structured_content
    assert (found["answer"], found["verdict"], found["certified"]) == ("True", "entailed", "certificate checked")
    assert [one["wrote"] for one in found["read"]] == ["Kind people are nice.", "Anne is kind.", "Is Anne nice?"]
    who = usual.call("solve", **{**ASKED, "question": "Who is nice?"}).structured_content
    assert who["answers"] == [["anne"]]
    unread = usual.call("solve", **{**ASKED, "context": "Blorp the zzz of."}).structured_content
    assert unread["answer"] is None
    assert "Blorp" in unread["faults"]
    choice = {"question": "Which is true?", "choices": ["Anne is nice.", "Anne is green."]}
    assert usual.call("solve", **{**ASKED, **choice}).structured_content["answer"] == "Anne is nice."


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("prove", {"program": UNREADABLE}, "expected a connective"),
        ("prove", {"program": "p" * (MAX_CHARACTERS + 1)}, f"give one of at most {MAX_CHARACTERS}"),
        ("check_program", {"program": "p" * (MAX_CHARACTERS + 1)}, f"give one of at most {MAX_CHARACTERS}"),
        ("solve", {**ASKED, "context": "p" * (MAX_CHARACTERS + 1)}, f"give one of at most {MAX_CHARACTERS}"),
        ("solve", {**ASKED, "question": " "}, "there is no question"),
        ("solve", {**ASKED, "choices": ["Yes."] * 51}, "give at most 50"),
        ("solve", {"context": "Anne is kind."}, "question"),
        ("no_such_tool", {}, "no_such_tool"),
    ],
)
def test_what_is_wrong_is_said_as_an_error(usual: Session, tool: str, arguments: dict[str, Any], words: str) -> None:
    found = usual.call(tool, **arguments)
    assert found.is_error
    assert words in found.content[0].text
    assert "Traceback" not in found.content[0].text


def test_arguments_open_no_file_and_choose_no_model(usual: Session, tmp_path: Path) -> None:
    fifo, secret = tmp_path / "fifo", tmp_path / "secret.txt"
    os.mkfifo(fifo)  # whoever opens it waits for ever
    secret.write_text("Anne is kind.", encoding="utf-8")
    for name in (fifo, "/dev/zero"):
        chosen = usual.call("solve", **ASKED, translator=f"recorded:{name}").structured_content
        assert chosen["translator"] == "english"
    for name in (fifo, secret):
        found = usual.call("solve", context=f"@{name}", question="Is Anne kind?").structured_content
        assert found["verdict"] is None, "the text is what was given, and no file of this name"
    assert usual.call("prove", program=f"include('{fifo}').\nfof(g, conjecture, p).").is_error


def test_the_host_chooses_the_model() -> None:
    with serving(Reply(status=401), Reply(GOOD)) as server:
        env = {"OPENAI_API_KEY": "sk-hidden", "OPENAI_BASE_URL": server.url, "SORITES_TRANSLATOR": "openai:some"}
        with connected("--no-cache", "--max-repairs", "0", env=env) as session:
            [*_, tool] = session.do("list_tools").tools
            refused = session.call("solve", **ASKED)
            found = session.call("solve", **ASKED)
            proved = session.call("prove", program=PROGRAM)
    assert tool.annotations.open_world_hint
    assert refused.is_error, "the endpoint takes no key"
    assert "key" in refused.content[0].text
    assert "sk-hidden" not in refused.content[0].text
    assert found.structured_content["answer"] == "True"
    assert found.structured_content["translator"] == "openai:some"
    assert found.structured_content["input_tokens"] == 100
    assert proved.structured_content["verdict"] == "entailed"
    assert {request["model"] for request in server.requests} == {"some"}


def test_calls_run_side_by_side_and_can_be_cancelled() -> None:
    with connected("--timeout", "600", "--translator", "english") as session:
        [server] = [pid for pid, parent, args in processes() if parent == os.getpid() and " mcp --timeout 600" in args]
        slow = [session.soon("prove", program=SLOW) for _ in range(2)]
        wait_until(lambda: len(provers(server)) > 1)
        assert session.call("prove", program=PROGRAM).structured_content["verdict"] == "entailed"
        assert [call.done() for call in slow] == [False, False]
        for call in slow:
            call.cancel()
        wait_until(lambda: not provers(server))
        assert session.call("prove", program=PROGRAM).structured_content["verdict"] == "entailed"


def test_no_prover_outlives_its_client() -> None:
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    messages = (
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {"name": "prove", "arguments": {"program": SLOW}},
        },
    )
    with subprocess.Popen(
        command("mcp", "--timeout", "600"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as server:
        assert server.stdin is not None
        for message in messages:
            server.stdin.write(json.dumps(message) + "\n")
        server.stdin.flush()
        wait_until(lambda: len(provers(server.pid)) > 1)
        running = provers(server.pid)
        server.stdin.close()
        server.wait(120)
        wait_until(lambda: not [pid for pid, _, _ in processes() if pid in running])


def test_the_same_over_http_on_this_machine_alone() -> None:
    import httpx
    from mcp import Client

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert "name another one" in refused("mcp", "--http", str(port))
    url = f"http://127.0.0.1:{port}/mcp"
    with subprocess.Popen(command("mcp", "--http", str(port)), stderr=subprocess.PIPE, text=True, cwd=ROOT) as server:
        try:
            assert server.stderr is not None
            assert server.stderr.readline() == f"Serving at {url}\n"
            wait_until(lambda: _listens(port))
            with start_blocking_portal() as portal, portal.wrap_async_context_manager(Client(url)) as client:
                session = Session(client, portal)
                assert [tool.name for tool in session.do("list_tools").tools] == ["check_program", "prove", "solve"]
                assert session.call("solve", **ASKED).structured_content["answer"] == "True"
            stranger = httpx.post(url, json={}, headers={"Host": "evil.example"})
        finally:
            server.terminate()
    assert stranger.status_code == 421, "a page of another host that rebinds its name to this machine is answered"


def test_a_wrong_set_up_is_said_at_the_start() -> None:
    assert "there is no translator 'oracle'" in refused("mcp", "--translator", "oracle")
    assert "there is no translator 'oracle'" in refused("mcp", env={"SORITES_TRANSLATOR": "oracle"})
    assert "there is no solver 'oracle'" in refused("mcp", "--solver", "oracle")
    assert "there is no semantics 'closed'" in refused("mcp", "--semantics", "closed")
    assert "there is no file no-such-file" in refused("mcp", "--translator", "recorded:no-such-file")


def test_the_start_loads_no_engine_no_grammar_and_no_client_of_models() -> None:
    ended = "sys.stdin = open('/dev/null')\n"  # a client that goes away at once
    found = loaded(ended + COMMAND.format("'mcp'"))
    assert "mcp.server.mcpserver" in found
    late = {"z3", "openai", "instructor", "langchain", "langchain_core", "sorites.translators.english"}
    assert not sorted(found & late)


def test_the_verdicts_are_those_of_provers() -> None:
    assert set(get_args(VerdictName)) == {verdict.value for verdict in Verdict}


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def processes() -> list[tuple[int, int, str]]:
    """Return the number, the parent's number and the command of every process that is not a zombie."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state, parent = (place / "stat").read_text().rpartition(")")[2].split()[:2]
            args = (place / "cmdline").read_text().replace("\0", " ")
            found += [(int(place.name), int(parent), args)] if state != "Z" else []
    return found


def provers(server: int) -> list[int]:
    """Return the provers that a server has started."""
    return [pid for pid, parent, args in processes() if parent == server and ("eprover" in args or "prover9" in args)]


def test_the_configurations_of_the_guide_start_a_server() -> None:
    page = (ROOT / "docs" / "guides" / "mcp.md").read_text(encoding="utf-8")
    shown = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", page, re.S)]
    servers = [server for one in shown for server in (one.get("mcpServers") or one["servers"]).values()]
    assert len(servers) == 2
    for server in servers:
        assert (server["command"], server["args"][0]) == ("sorites", "mcp")
    [(more, env)] = [(server["args"][1:], server.get("env")) for server in servers if server["args"][1:]]
    with connected(*more, env=env) as session:
        [*_, solve] = session.do("list_tools").tools
        assert solve.annotations.open_world_hint == ("--translator" in more)
