"""Runs: cells, records, what survives, what a report says."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from sorites.eval.runs.manifest import Identity
from sorites.eval.runs.records import Record
from sorites.eval.runs.store import Store
from sorites.testing import Reply, serving

from ..command import sorites


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")


GAMES = "generated:boardgameqa?n=40&seed=5&depth=1"


def rows(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "records.jsonl").read_text("utf-8").splitlines()
    found = [{k: v for k, v in json.loads(line).items() if k != "seconds"} for line in lines]
    return sorted(found, key=lambda r: (r["cell"], r["id"], r.get("sample", 0)))


def bench(*arguments: str, code: int = 0) -> str:
    ended = sorites("bench", *arguments)
    assert ended.returncode == code, ended.stderr
    return ended.stdout


def test_half_a_problem_is_done_again(tmp_path: Path) -> None:
    def record(number: int, of: int, name: str = "a") -> Record:
        return Record.model_validate(
            {
                "cell": "c", "id": name, "sample": number, "samples": of, "dataset": "d", "translator": "t",
                "engine": "e",
                "semantics": "s", "gold": "True", "label": "True", "correct": True, "result": "scored",
                "executable": True, "verdict": None, "seconds": 0.0,
            }
        )  # fmt: skip

    what = Identity({"version": 2, "settings": {"dataset": "d"}, "started": "now"}, {})
    store = Store(tmp_path, what, resume=False)
    store.append([record(0, 2), record(1, 2)])
    store.append([record(0, 2, "b")])
    store.close()
    again = Store(tmp_path, what, resume=True)
    assert again.done == {("c", "a")}
    again.close()
    assert len((tmp_path / "records.jsonl").read_text().splitlines()) == 2


def test_processes_and_ray_give_the_same_records(tmp_path: Path) -> None:
    # Rules have one argument each; which countermodel Z3 finds hangs on what the process did before.
    arguments = ["generated:boardgameqa?n=8&seed=1&depth=1", "--translator", "english"]
    bench(*arguments, "--out", str(tmp_path / "one"))
    bench(*arguments, "--out", str(tmp_path / "two"), "--workers", "2")
    for _ in range(9):  # Ray gives up on a cluster of ours after 30 s, however busy the machine is
        ended = sorites("bench", *arguments, "--out", tmp_path / "ray", "--set", "engine=ray", "--resume")
        if "timed out during startup" not in ended.stderr:
            break
    assert ended.returncode == 0, ended.stderr
    assert rows(tmp_path / "one") == rows(tmp_path / "two") == rows(tmp_path / "ray")


def test_models_are_asked_at_the_same_time_and_within_a_budget(tmp_path: Path) -> None:
    prices = tmp_path / "prices.json"
    prices.write_text('{"m": {"input": 1000, "output": 0}}')
    together = threading.Barrier(8)

    def script(number: int, request: dict[str, Any]) -> Reply:
        if number < 16:
            together.wait(600)  # nobody is answered before eight have asked; ends a test that would hang
        return Reply({"answer": "True"})

    with serving(script=script) as server:
        shared = ["--model", "openai:m", "--base-url", server.url, "--no-cache", "--json"]
        found = json.loads(bench("sample", "--limit", "16", "--answerer", "direct", "--concurrency", "8", *shared))
        assert found["samples"] == len(server.requests) == 16
        assert found["usage"]["requests"] == 16
        bound = ["--set", f"prices={prices}", "--set", "max_cost=0.35", "--concurrency", "1"]
        stopped = json.loads(bench("sample", "--answerer", "direct", *bound, *shared, code=3))
    assert stopped["samples"] == 4
    assert stopped["usage"]["cost"] >= 0.35


def test_parts_of_datasets(tmp_path: Path) -> None:
    folder = tmp_path / "part"
    shared = ["generated:boardgameqa?n=40&seed=2&depth=1", "--translator", "gold", "--out", str(folder)]
    bench(*shared, "--where", "depth=1", "--where", "label=proved", "--draw", "5", "--seed", "3")
    found = rows(folder)
    assert len(found) == 5
    assert {(r["tags"]["depth"], r["gold"]) for r in found} == {("1", "proved")}
    assert sorites("bench", "sample", "--where", "depth").returncode == 2


# -- reports ----------------------------------------------------------------------------


def test_a_run_that_takes_so_many_samples_at_a_time(tmp_path: Path) -> None:
    arguments = [GAMES, "--translator", "gold", "--out", str(tmp_path), "--set", "max_samples=7", "--json"]
    assert json.loads(bench(*arguments, code=3))["samples"] == 7
    assert json.loads(bench(*arguments, "--resume", code=3))["samples"] == 14
    assert len({row["id"] for row in rows(tmp_path)}) == 14
