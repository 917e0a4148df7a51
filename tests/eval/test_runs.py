"""Runs: cells, records, what survives, what a report says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ..command import sorites


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")


def rows(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "records.jsonl").read_text("utf-8").splitlines()
    found = [{k: v for k, v in json.loads(line).items() if k != "seconds"} for line in lines]
    return sorted(found, key=lambda r: (r["cell"], r["id"], r.get("sample", 0)))


def bench(*arguments: str, code: int = 0) -> str:
    ended = sorites("bench", *arguments)
    assert ended.returncode == code, ended.stderr
    return ended.stdout


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


def test_parts_of_datasets(tmp_path: Path) -> None:
    folder = tmp_path / "part"
    shared = ["generated:boardgameqa?n=40&seed=2&depth=1", "--translator", "gold", "--out", str(folder)]
    bench(*shared, "--where", "depth=1", "--where", "label=proved", "--draw", "5", "--seed", "3")
    found = rows(folder)
    assert len(found) == 5
    assert {(r["tags"]["depth"], r["gold"]) for r in found} == {("1", "proved")}
    assert sorites("bench", "sample", "--where", "depth").returncode == 2
