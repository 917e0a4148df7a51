"""How runs are carried out: budgets, signals, workers that die, what is said meanwhile. Real processes and servers."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from sorites.eval import Budget, Workers, load_run, run
from sorites.eval.cli.watching import Lines
from sorites.eval.running import Standing
from sorites.eval.runs.distributed import _Worker
from sorites.eval.runs.execution import GRACE_SECONDS, Interrupted
from sorites.eval.scoring.metrics import Tally
from sorites.solvers import UserError
from sorites.solvers.clock import Stop
from sorites.testing import Reply, Server, serving
from sorites.translators import ModelOptions, Problem, Translation
from sorites.translators.models.prices import Price
from sorites.translators.recorded import read_recorded

from ..command import ROOT, command, refused, sorites
from .test_benchmarks import about_anne

YES = "Kind(Anne)\n∀x (Kind(x) → Nice(x))\n⊢ Nice(Anne)"
PRICE = {"m": Price(input=1000, output=0)}
"""A tenth for each answer of the server's, which says that it read a hundred tokens."""


@dataclass(frozen=True)
class Doing:
    """Translates every problem alike, after something was done about it."""

    do: Callable[[Problem], None]
    name: str = "doing"

    def translations(self, problem: Problem) -> list[Translation]:
        self.do(problem)
        return [read_recorded(YES, self.name)]


def die_of_three(problem: Problem) -> None:
    if problem.id == "3" and "SPARED" not in os.environ:
        os.kill(os.getpid(), signal.SIGKILL)


@dataclass(frozen=True)
class DieOnce:
    """Kills the process that takes the third sample, the first time."""

    mark: Path

    def __call__(self, problem: Problem) -> None:
        if problem.id == "3" and not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)


# -- workers that die --------------------------------------------------------------------------


def test_a_killed_worker_is_replaced_and_its_sample_taken_again(tmp_path: Path) -> None:
    """The reproduction of the findings: a killed worker ended the run with a traceback."""
    data, once = about_anne(tmp_path, 12), Doing(DieOnce(tmp_path / "mark"))
    found = run(f"file:{data}", translators=[once], workers=Workers(2))
    assert (tmp_path / "mark").exists()
    assert (found.cells["doing"].samples, found.unscored) == (12, 0)


def test_what_workers_die_of_is_unscored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, out = about_anne(tmp_path, 12), tmp_path / "run"
    found = run(f"file:{data}", translators=[Doing(die_of_three)], workers=Workers(2), out=out)
    assert (found.cells["doing"].samples, found.unscored) == (11, 1)
    [record] = [record for record in found.records if not record.scored]
    assert record.id == "3"
    assert "the worker that took it died, twice" in record.fault
    monkeypatch.setenv("SPARED", "yes")
    again = run(f"file:{data}", translators=[Doing(die_of_three)], workers=Workers(2), out=out, resume=True)
    assert (again.cells["doing"].samples, again.unscored) == (12, 0)


def test_workers_end_with_a_run_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import os, time\n"
        "from tests.eval.test_execution import Doing\n"
        "from sorites.eval import Workers, run\n"
        "def wait(problem):\n"
        "    os.write(1, f'{os.getpid()}\\n'.encode())\n"
        "    time.sleep(600)\n"
        f"run('file:{about_anne(tmp_path, 4)}', translators=[Doing(wait)], workers=Workers(2))\n"
    )
    running = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=here())
    assert running.stdout is not None
    workers = [int(running.stdout.readline()) for _ in range(2)]
    running.kill()
    running.wait()
    until(lambda: not any(alive(worker) for worker in workers))


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def here() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200", "OPENAI_API_KEY": "k"}


def until(what: Callable[[], bool], seconds: float = 120) -> None:
    ends = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < ends, "it did not come to that"
        time.sleep(0.02)


# -- stopped ---------------------------------------------------------------------------------------


@dataclass
class Running:
    """The command bench in a process, which is sent signals."""

    process: subprocess.Popen[str]
    records: Path
    lines: list[str] = field(default_factory=list)

    def written(self) -> int:
        return self.records.read_bytes().count(b"\n") if self.records.exists() else 0

    def ended(self, sign: int, *, group: bool = False) -> tuple[int, str, float]:
        """Send a signal and return the exit code, what was said, and the seconds that it took."""
        started = time.monotonic()
        if group:  # as a terminal does it
            os.killpg(self.process.pid, sign)
        else:
            self.process.send_signal(sign)
        _, said = self.process.communicate(timeout=120)
        return self.process.returncode, said, time.monotonic() - started


@contextmanager
def benching(folder: Path, *arguments: str | Path) -> Iterator[Running]:
    out = folder / "run"
    process = subprocess.Popen(
        command("bench", *arguments, "--out", out), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=here(), start_new_session=True, cwd=folder,
    )  # fmt: skip
    try:
        yield Running(process, out / "records.jsonl")
    finally:
        process.kill()
        process.communicate()


TAKES_LONG = "generated:boardgameqa?n=30000&seed=5&depth=1"


@pytest.mark.parametrize(("sign", "workers"), [(signal.SIGINT, "1"), (signal.SIGTERM, "2")])
def test_a_stopped_run_says_how_to_go_on(tmp_path: Path, sign: int, workers: str) -> None:
    """The reproduction of the findings: no message at all, and with workers a traceback."""
    with benching(tmp_path, TAKES_LONG, "--translator", "gold", "--workers", workers) as running:
        until(lambda: running.written() > 5 or running.process.poll() is not None)
        assert running.process.poll() is None, running.process.communicate()
        code, said, seconds = running.ended(sign, group=True)
        written = running.written()
    assert code == 128 + sign
    assert f"stopped at {written} of 30000 samples; go on with --resume" in said
    assert "Traceback" not in said
    assert seconds < 30, "it did not wait for the rest"


def test_what_came_back_is_kept_and_what_hangs_is_not_waited_for(tmp_path: Path) -> None:
    """The reproduction of the findings: it waited for all requests in flight, and threw their results away."""
    hang, asked = threading.Event(), threading.Event()

    def script(number: int, request: dict[str, Any]) -> Reply:
        if number >= 4:
            asked.set()
            hang.wait(300)
        return Reply({"answer": "True"})

    with serving(script=script) as server:
        arguments = ["--answerer", "direct", "--model", "openai:m", "--base-url", server.url, "--no-cache"]
        with benching(tmp_path, f"file:{about_anne(tmp_path, 30)}", *arguments) as running:
            until(lambda: asked.is_set() and running.written() == 4)
            code, said, seconds = running.ended(signal.SIGINT)
            hang.set()
            assert code == 130
            assert "stopped at 4 of 30 samples" in said
            assert seconds < 60, "nobody waited for what hangs"
            assert running.written() == 4


def test_a_run_is_stopped_from_python(tmp_path: Path) -> None:
    """What comes back within a second is kept; what hangs longer is not waited for."""
    stop, done = Stop(), threading.Event()

    def hang(problem: Problem) -> None:
        if problem.id == "3":
            done.wait(20 * GRACE_SECONDS)

    def watch(standing: Standing) -> None:
        if standing.done == 3:
            stop.request()

    several, started = Doing(hang), time.monotonic()
    with pytest.raises(Interrupted) as stopped:
        run(f"file:{about_anne(tmp_path, 9)}", translators=[several], out=tmp_path / "run", watch=watch, stop=stop)
    assert time.monotonic() - started < 15 * GRACE_SECONDS
    done.set()
    assert (stopped.value.done, stopped.value.total) == (3, 9)
    assert isinstance(stopped.value, KeyboardInterrupt)
    found = run(f"file:{about_anne(tmp_path, 9)}", translators=[several], out=tmp_path / "run", resume=True)
    assert found.cells["doing"].samples == 9


# -- budgets --------------------------------------------------------------------------------------


def asking(server: Server, count: int, folder: Path, **more: Any) -> Any:
    return run(
        f"file:{about_anne(folder, count)}", answerers=["direct"], models=["openai:m"], prices=PRICE,
        model=ModelOptions(server.url, api_key="k"), out=folder / "run", **more,
    )  # fmt: skip


def answers(number: int, request: dict[str, Any]) -> Reply:
    return Reply({"answer": "True"})


def test_a_budget_cancels_what_is_queued_and_goes_on_where_it_was(tmp_path: Path) -> None:
    """The reproduction of the findings: five times the budget was spent, and all of it again after --resume."""
    with serving(script=answers) as server:
        found = asking(server, 40, tmp_path, workers=Workers(concurrency=2), budget=Budget(max_cost=0.35))
        spent = len(server.requests)
        assert 4 <= spent <= 5, "at most one more than the four that it takes was under way"
        assert (found.left, found.ended_by) == (40 - spent, "max_cost")
        again = asking(server, 40, tmp_path, workers=Workers(concurrency=2), budget=Budget(max_cost=0.35), resume=True)
        assert len(server.requests) == spent, "what was spent before counts"
        assert again.left == 40 - spent
        more = asking(server, 40, tmp_path, budget=Budget(max_cost=100), resume=True)
    assert (more.left, more.ended_by, len(server.requests)) == (0, "", 40)


def test_what_can_not_be_counted_is_no_bound(tmp_path: Path) -> None:
    said = refused("bench", "sample", "--answerer", "direct", "--model", "openai:m", "--set", "max_cost=1")
    assert "there is no price for direct, openai:m" in said
    with pytest.raises(UserError, match="--set prices=FILE"):
        run("sample", answerers=["direct"], models=["openai:n"], prices=PRICE, budget=Budget(max_cost=1))
    assert run("sample", limit=2, solver="horn", budget=Budget(max_cost=1)).left == 0


def test_a_budget_that_ends_a_run_is_said(tmp_path: Path) -> None:
    few: list[str | Path] = ["bench", "sample", "--limit", "7", "--solver", "horn", "--out", tmp_path / "run"]
    ended = sorites(*few, "--set", "max_samples=3")
    assert ended.returncode == 3
    assert "stopped by max_samples: 4 samples are left; go on with --resume" in ended.stderr
    rest = sorites(*few, "--set", "max_samples=7", "--resume")
    assert (rest.returncode, "stopped by" in rest.stderr) == (0, False)


def test_faults_end_a_run(tmp_path: Path) -> None:
    """The reproduction of the findings: 26 faults where three were the bound, and not a word."""

    def script(number: int, request: dict[str, Any]) -> Reply:
        return Reply(status=500)

    with serving(script=script) as server:
        ended = sorites(
            "bench", f"file:{about_anne(tmp_path, 60)}", "--answerer", "direct", "--model", "openai:m", "--base-url",
            server.url, "--no-cache", "--set", "retries=0", "--set", "max_errors=3", "--concurrency", "2",
        )  # fmt: skip
    assert ended.returncode == 3
    assert 3 <= len(server.requests) <= 7  # in the plainest form, too, in vain
    assert "stopped by max_errors" in ended.stderr
    assert "nothing is kept: name a folder by --out" in ended.stderr


def test_a_wrong_key_ends_a_run_and_keeps_what_came_back(tmp_path: Path) -> None:
    """The reproduction of the findings: results that were paid for were dropped."""
    refusing = threading.Event()

    def script(number: int, request: dict[str, Any]) -> Reply:
        if number == 0:
            refusing.wait(60)
            time.sleep(0.1)  # it comes back after the other was refused
            return Reply({"answer": "True"})
        if number == 1:
            refusing.set()
        return Reply(status=401)

    with serving(script=script) as server, pytest.raises(UserError, match="key"):
        asking(server, 20, tmp_path, workers=Workers(concurrency=2))
    kept = load_run(tmp_path / "run").records
    assert sorted((record.result, len(record.requests)) for record in kept) == [("scored", 1), ("unscored", 1)]
    assert len(server.requests) <= 4


# -- what is said meanwhile ---------------------------------------------------------------------


def told(steps: Sequence[tuple[float, int]], total: int) -> list[str]:
    said: list[str] = []
    clock = iter(at for at, _ in steps)
    lines = Lines(said.append, lambda: next(clock))
    for _, done in steps:
        lines(Standing("one", done, total, Tally()))
    return said


def test_lines_come_now_and_then() -> None:
    assert told([(0.0, 0), (1.0, 50), (2.0, 99)], 100) == [], "a quick run says nothing"
    said = told([(0.0, 0), (6.0, 10), (7.0, 20), (12.0, 30), (13.0, 31), (29.0, 32), (43.0, 33)], 100)
    assert [line.split(",")[0] for line in said] == ["one: 10 of 100", "one: 30 of 100", "one: 33 of 100"]


def test_silence_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reproduction of the findings: an endpoint that accepts and never answers was hours of silence."""
    said: list[str] = []
    for name in ("quick", "slow"):
        (tmp_path / name).mkdir()
    with serving(script=answers) as server:
        asking(server, 3, tmp_path / "quick", say=said.append)
    assert not any("nothing has come back" in text for text in said)
    hang = threading.Event()
    monkeypatch.setattr("sorites.eval.runs.execution.SILENT_SECONDS", 0.2)

    def script(number: int, request: dict[str, Any]) -> Reply:
        hang.wait(60)
        return Reply({"answer": "True"})

    def say(text: str) -> None:
        said.append(text)
        if "nothing has come back" in text:
            hang.set()

    with serving(script=script) as server:
        found = asking(server, 3, tmp_path / "slow", say=say)
    assert "model_timeout" in said[-1]
    assert found.unscored == 0


# -- clusters ----------------------------------------------------------------------------------


def test_a_node_of_another_version_is_refused() -> None:
    with pytest.raises(UserError, match=r"has Sorites .*, and this is 9\.9; install one on all nodes"):
        _Worker([], 1, "9.9").answer([])
    assert _Worker([], 1, version("sorites")).answer([]) == []


def test_a_cluster_that_does_not_answer_is_said_to_be_none() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        started = time.monotonic()
        said = refused("bench", "sample", "--set", "engine=ray", env={"RAY_ADDRESS": address})
    assert f"no cluster answers at RAY_ADDRESS {address}" in said
    assert time.monotonic() - started < 60
