"""Benchmarks with a model: baselines, repairs, costs, endpoints that fail."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sorites.testing import Reply, serving

from ..command import sorites
from ..replies import CONTRADICTORY, REPAIRED


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@pytest.mark.parametrize("method", ["direct", "cot"])
def test_baselines_run_in_the_same_benchmark(method: str) -> None:
    def script(number: int, request: dict[str, Any]) -> Reply:
        if number % 3 == 0:
            return Reply({"reasoning": "steps", "answer": "True"})
        if number % 3 == 1:
            return Reply("Thinking about it, the answer is False.")
        return Reply("I do not know what to say.")

    with serving(script=script) as server:
        arguments = ["--model", "openai:scripted", "--base-url", server.url, "--no-cache", "--concurrency", "1"]
        arguments += ["--answerer", method]
        found = json.loads(sorites("bench", "sample", "--limit", "4", *arguments, "--json").stdout)
        assert found["samples"] == 4
        assert 0 < found["executable_rate"] <= 1
        assert found["verdicts"]["answered"] >= 1
        assert "- False: its opposite follows from the text" in server.requests[0]["messages"][0]["content"]
        assert len(server.requests[0]["messages"]) == 2  # zero-shot
        before = len(server.requests)
        sorites("bench", "sample", "--limit", "1", *arguments, "--set", "shots=2")
        told = server.requests[before]["messages"]
        if method == "cot":  # in free text, as the papers ask
            assert [m["role"] for m in told] == ["system", *(["user", "assistant"] * 2), "user"]
            assert not {"tools", "response_format"} & server.requests[before].keys()
            assert told[2]["content"].splitlines()[-1] != told[4]["content"].splitlines()[-1]
            assert len(told[2]["content"].splitlines()) > 1
        else:
            assert [m["role"] for m in told] == ["system", *(["user", "assistant", "tool"] * 2), "user"]
            first, second = (json.loads(told[n]["tool_calls"][0]["function"]["arguments"]) for n in (2, 5))
            assert first.keys() == {"answer"}
            assert first != second
        ended = sorites("bench", "sample", *arguments[:-1], "guessing")
        assert ended.returncode == 2
        assert "there is no baseline 'guessing'" in ended.stderr


def about_anne(folder: Path, count: int) -> Path:
    """Write samples to which the scripted programs are answers."""
    one = {"context": "Kind people are nice. Anne is kind.", "question": "Is Anne nice?", "answer": "True"}
    file = folder / "anne.jsonl"
    file.write_text("".join(json.dumps({"id": str(i), **one}) + "\n" for i in range(count)))
    return file


def test_benchmarks_repair_and_record(tmp_path: Path) -> None:
    prices = tmp_path / "prices.json"
    prices.write_text('{"scripted": {"input": 1000, "output": 10000}}')
    with serving(CONTRADICTORY, REPAIRED, CONTRADICTORY) as server:
        arguments = ["--translator", "openai:scripted", "--base-url", server.url, "--no-cache"]
        more = [
            "--concurrency",
            "1",
            "--max-repairs",
            "1",
            "--set",
            f"prices={prices}",
            "--out",
            str(tmp_path / "run"),
            "--json",
        ]
        found = json.loads(sorites("bench", f"file:{about_anne(tmp_path, 2)}", *arguments, *more).stdout)
    records = [json.loads(line) for line in (tmp_path / "run" / "records.jsonl").read_text().splitlines()]
    assert [[r["verdict"] for r in record["rounds"]] for record in records] == [
        ["inconsistent", "entailed"],
        ["inconsistent", "inconsistent"],
    ]
    assert records[0]["prompt"].startswith("translate:6:")
    used = {"input_tokens": 200, "output_tokens": 40, "requests": 2, "cached": False, "cost": pytest.approx(0.6)}
    assert {name: records[0]["usage"][name] for name in used} == used
    assert [(r["attempt"], r["reason"], r["mode"]) for r in records[0]["requests"]] == [
        (0, "ask", "tools"),
        (1, "ask", "tools"),
    ]
    assert found["usage"]["requests"] == 4
