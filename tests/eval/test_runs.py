"""Runs: cells, records, what survives, what a report says."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path
from typing import Any

import pytest

from sorites.eval import load_run
from sorites.eval.reports.papers import TABLES
from sorites.eval.runs.manifest import Identity
from sorites.eval.runs.records import Record
from sorites.eval.runs.store import Store
from sorites.eval.tasks.datasets import load_dataset
from sorites.solvers import UserError
from sorites.testing import Reply, serving

from ..command import refused, sorites


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")


GAMES = "generated:boardgameqa?n=300&seed=5&depth=1"


def rows(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "records.jsonl").read_text("utf-8").splitlines()
    found = [{k: v for k, v in json.loads(line).items() if k != "seconds"} for line in lines]
    return sorted(found, key=lambda r: (r["cell"], r["id"], r.get("sample", 0)))


def bench(*arguments: str, code: int = 0) -> str:
    ended = sorites("bench", *arguments)
    assert ended.returncode == code, ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "one"
    bench(
        "generated:multi-logieval?n=60&seed=2&logics=pl,fol",
        "--translator",
        "gold",
        "--translator",
        "english",
        "--out",
        str(folder),
    )
    return folder


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


def test_a_folder_belongs_to_one_run(tmp_path: Path, run: Path) -> None:
    what = Identity({"version": 2, "settings": {"dataset": "d"}, "started": "now"}, {})
    store = Store(tmp_path / "mine", what, resume=False)
    with pytest.raises(UserError, match="another run is writing"):
        Store(tmp_path / "mine", what, resume=True)
    store.close()
    for more, words in (([], "say --resume"), (["--resume", "--timeout", "3"], "another run: timeout")):
        arguments = [
            "generated:multi-logieval?n=60&seed=2&logics=pl,fol",
            "--translator",
            "gold",
            "--translator",
            "english",
        ]
        ended = sorites("bench", *arguments, "--out", str(run), *more)
        assert ended.returncode == 2
        assert words in ended.stderr


def test_processes_and_ray_give_the_same_records(tmp_path: Path) -> None:
    # Rules have one argument each; which countermodel Z3 finds hangs on what the process did before.
    arguments = ["generated:boardgameqa?n=30&seed=1&depth=1", "--translator", "english"]
    bench(*arguments, "--out", str(tmp_path / "one"))
    bench(*arguments, "--out", str(tmp_path / "two"), "--workers", "2")
    for _ in range(9):  # Ray gives up on a cluster of ours after 30 s, however busy the machine is
        ended = sorites("bench", *arguments, "--out", tmp_path / "ray", "--set", "engine=ray", "--resume")
        if "timed out during startup" not in ended.stderr:
            break
    assert ended.returncode == 0, ended.stderr
    assert rows(tmp_path / "one") == rows(tmp_path / "two") == rows(tmp_path / "ray")


def test_a_cluster_that_can_not_be_had_is_no_crash() -> None:
    said = refused("bench", "sample", "--set", "engine=ray", env={"RAY_ADDRESS": "nowhere"})
    assert "Ray does not start: Invalid address format: nowhere" in said


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
        bound = ["--prices", str(prices), "--set", "max_cost=0.35", "--concurrency", "1"]
        stopped = json.loads(bench("sample", "--answerer", "direct", *bound, *shared, code=3))
    assert stopped["samples"] == 4
    assert stopped["usage"]["cost"] >= 0.35


def test_parts_of_datasets(tmp_path: Path) -> None:
    folder = tmp_path / "part"
    shared = ["generated:multi-logieval?n=120&seed=2", "--translator", "gold", "--out", str(folder)]
    bench(*shared, "--where", "logic=nm", "--where", "label=no", "--draw", "5", "--seed", "3")
    found = rows(folder)
    assert len(found) == 5
    assert {(r["tags"]["logic"], r["gold"]) for r in found} == {("nm", "no")}
    assert sorites("bench", "sample", "--where", "depth").returncode == 2


def test_files_of_anybody(tmp_path: Path) -> None:
    lines = [
        {"context": "All cats sleep. Tom is a cat.", "question": "Does Tom sleep?", "answer": "YES", "kind": "a"},
        {"context": "All cats sleep. Tom is a dog.", "question": "Does Tom sleep?", "answer": "unknown", "kind": "b"},
    ]
    (tmp_path / "mine.jsonl").write_text("\n".join(map(json.dumps, lines)))
    (tmp_path / "mine.csv").write_text("context,question,answer\nTom is a cat.,Is Tom a cat?,true\n")
    for name in ("mine.jsonl", "mine.csv"):
        found = json.loads(bench(f"file:{tmp_path / name}", "--translator", "english", "--json"))
        assert found["accuracy"] == 1.0
    (tmp_path / "odd.jsonl").write_text('{"context": "a", "question": "b", "answer": "maybe"}')
    (tmp_path / "bad.jsonl").write_text('{"context": "a"}')
    for name, words in (("odd", "line 1 has the label 'maybe'"), ("bad", "question")):
        with pytest.raises(UserError, match=words):
            load_dataset(f"file:{tmp_path / name}.jsonl", None)


# -- reports ----------------------------------------------------------------------------


def test_report(run: Path) -> None:
    ended = sorites("report", str(run))
    assert ended.returncode == 0, ended.stderr
    assert "they never differ" in ended.stdout
    page = (run / "report.html").read_text("utf-8")
    assert not re.search(r"""(?:src|href)=["']?https?:""", page)
    table = (run / "report.csv").read_text("utf-8").splitlines()
    assert table[1].startswith("gold,,,60,1.0,1.0,1.0")
    assert sorites("report", str(run / "nowhere")).returncode == 2


def test_a_run_that_takes_so_many_samples_at_a_time(tmp_path: Path) -> None:
    arguments = [GAMES, "--translator", "gold", "--out", str(tmp_path), "--set", "max_samples=7", "--json"]
    assert json.loads(bench(*arguments, code=3))["samples"] == 7
    assert json.loads(bench(*arguments, "--resume", code=3))["samples"] == 14
    assert len({row["id"] for row in rows(tmp_path)}) == 14


def test_compare(run: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    bench(
        "generated:multi-logieval?n=60&seed=2&logics=pl,fol",
        "--translator",
        "english",
        "--semantics",
        "rules",
        "--out",
        str(other),
    )
    shown = sorites("compare", str(run), str(other)).stdout
    assert "differ on" in shown
    assert "is better than" in shown
    assert sorites("compare", str(other)).returncode == 2


def test_tables_of_papers(run: Path) -> None:
    shown = sorites("paper", "multi-logieval-table7", str(run)).stdout
    assert "85.83" in shown
    assert "100.00" in shown
    assert "random baseline" in shown
    listed = sorites("paper", "list").stdout
    assert all(f"{name}\n" in listed for name in TABLES)
    assert sorites("paper", "odd-table1").returncode == 2
    assert sorites("paper", "proverqa-table2", str(run)).returncode == 2


def test_other_tools_read_a_run(run: Path) -> None:
    found = load_run(run)
    frame = found.frame()
    assert len(frame) == 120
    assert frame.groupby("cell").correct.mean().tolist() == [1.0, 1.0]
    assert set(frame["tag_depth"]) == set("12345")


def test_data_is_shown_as_it_is(tmp_path: Path) -> None:
    """Square brackets of a file are no markup, wherever figures are shown."""
    odd = "[/bold] [red]"
    row = {"context": "Tom is a cat.", "question": "Is Tom a cat?", "answer": "yes", "kind": odd, odd: "a"}
    file = tmp_path / "[odd].jsonl"
    file.write_text(json.dumps(row), "utf-8")
    recorded = tmp_path / "[bold].json"
    recorded.write_text(json.dumps([{"id": "0", "raw_logic_programs": ["Premises:\nP(a)\nConclusion:\nP(a)\n"]}]))
    out = tmp_path / "[run]"
    alone = bench(f"file:{file}", "--translator", "english")
    both = ["--translator", "english", "--translator", f"recorded:{recorded}"]
    beside = bench(f"file:{file}", *both, "--out", str(out))
    for shown in (alone, beside, sorites("report", str(out)).stdout, sorites("compare", str(out)).stdout):
        assert "[odd]" in shown
    assert odd in alone
    assert "[bold]" in beside
