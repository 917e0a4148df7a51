"""What could not be asked: in no rate, said with its reason and its bounds, and asked again."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from sorites.eval import Workers, load_run, run
from sorites.eval.runs.records import Result
from sorites.testing import Reply, serving
from sorites.translators import ModelOptions, Problem, Translation
from sorites.translators.recorded import read_recorded

from ..command import sorites
from ..replies import GOOD, REPAIRED
from .test_benchmarks import about_anne

NOWHERE = "http://127.0.0.1:9/v1"
YES = "Kind(Anne)\n∀x (Kind(x) → Nice(x))\n⊢ Nice(Anne)"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    monkeypatch.setattr("sorites.translators.models.dialogue.PASSING_SECONDS", 0.0)


@dataclass(frozen=True)
class Failing:
    """Translates all problems but one, for which something else happens."""

    name: str = "failing"
    happen: Callable[[], list[Translation]] = field(default=list, compare=False)
    at: str = field(default="1", compare=False)  # so the run is the same one when it has passed

    def translations(self, problem: Problem) -> list[Translation]:
        return self.happen() if problem.id == self.at else [read_recorded(YES, self.name, strict=False)]


def test_an_endpoint_that_is_down_is_no_wrong_answer(tmp_path: Path) -> None:
    """The reproduction of the findings: an outage was scored as six wrong answers, for good, with exit code 0."""
    data, out = about_anne(tmp_path, 3), tmp_path / "run"
    asking = ["bench", f"file:{data}", "--translator", "openai:scripted", "--no-cache", "--out", str(out)]
    ended = sorites(*asking, "--set", "retries=0", "--base-url", NOWHERE)
    assert ended.returncode == 3
    assert "3 of 3 problems could not be asked" in ended.stderr
    assert "--resume" in ended.stderr
    assert "127.0.0.1:9" in ended.stderr
    down = load_run(out)
    [figures] = down.cells.values()
    assert (figures.samples, figures.unscored, down.unscored) == (0, 3, 3)
    assert figures.bounds["accuracy"] == (0.0, 1.0)
    assert (figures.accuracy, figures.latency, figures.baseline) == (None, None, None), "figures of nothing are none"
    assert not any(down.right.values())
    assert {record.result for record in down.records} == {Result.UNSCORED}


def test_an_endpoint_that_is_down_ends_a_run_soon_and_says_why_at_once(tmp_path: Path) -> None:
    """The reproduction of the findings: the reason came in the last line, an hour after the first fault."""
    data, out = about_anne(tmp_path, 60), tmp_path / "run"
    asking = ["bench", f"file:{data}", "--translator", "openai:scripted", "--no-cache", "--out", str(out)]
    ended = sorites(*asking, "--set", "retries=1", "--base-url", NOWHERE, "--concurrency", "2")
    assert ended.returncode == 2
    _, first, *_ = ended.stderr.splitlines()  # the very first says how labels are taken
    assert first.startswith("openai:scripted: ")
    assert "is it running" in first
    assert "none of the first 3 samples of openai:scripted could be asked" in " ".join(ended.stderr.split())
    assert 3 <= load_run(out).unscored <= 5


def test_what_a_file_does_not_hold_is_not_asked(tmp_path: Path) -> None:
    """It ended the run; and of answers of which none could be read, nobody said so, or what they were."""
    data, part, odd = about_anne(tmp_path, 4), tmp_path / "part.json", tmp_path / "odd.json"
    part.write_text(json.dumps([{"id": str(i), "predicted_answer": "True"} for i in range(3)]))
    odd.write_text(json.dumps([{"id": str(i), "predicted_answer": "Maybe so"} for i in range(4)]))
    found = run(f"file:{data}", answerers=[f"answers:{part}", f"answers:{odd}"])
    some, none = found.cells.values()
    assert (some.samples, some.unscored, list(some.reasons)) == (3, 1, ["part holds no answer to the problem"])
    assert (none.executable_rate, none.unread) == (0.0, "Maybe so")
    assert "the first begins: Maybe so" in sorites("bench", f"file:{data}", "--answerer", f"answers:{odd}").stdout


@pytest.mark.parametrize("who", ["--translator=recorded:", "--answerer=answers:", "--fallback=answers:"])
def test_what_was_recorded_of_another_dataset_is_refused(who: str, tmp_path: Path) -> None:
    """Each problem was unscored, and nobody said that it is the file."""
    other = tmp_path / "other.json"
    other.write_text(json.dumps([{"id": "q0", "samples": ["Premises:\nP(a)\nConclusion:\nP(a)"]}]))
    ended = sorites("bench", "sample", f"{who}{other}")
    assert (ended.returncode, "is of another dataset: it has problems such as 'q0'" in ended.stderr) == (2, True)


def test_figures_do_not_hang_on_records_being_kept(tmp_path: Path) -> None:
    """A repair is asked for by what a proof used, which its certificate says."""
    wrong = json.loads(json.dumps(GOOD).replace("\\u2192 Nice", "\\u2192 \\u00acNice"))
    assert wrong != GOOD

    def script(number: int, request: dict[str, Any]) -> Reply:
        return Reply(GOOD if request["tools"][0]["function"]["name"] == "Reconsidered" else wrong)

    seen = []
    for keep in (False, True):
        with serving(script=script) as server:
            model = ModelOptions(server.url)
            found = run(f"file:{about_anne(tmp_path, 2)}", translators=["openai:m"], model=model, keep=keep)
            seen.append((found.cells["openai:m"].accuracy, len(server.requests)))
    assert seen == [(1.0, 4)] * 2


@pytest.mark.parametrize("by_filter", [False, True])
def test_a_refused_prompt_is_that_samples_record(by_filter: bool, tmp_path: Path) -> None:
    filtered = {"error": {"message": "The prompt was filtered.", "code": "content_filter"}}

    def script(number: int, request: dict[str, Any]) -> Reply:
        return refused if number <= (not by_filter) else Reply(GOOD)  # in the plainest form, too

    refused = Reply("This text is not wanted.", body=json.dumps(filtered) if by_filter else None, status=400)
    with serving(script=script) as server:
        model = ModelOptions(server.url, retries=0)
        found = run(f"file:{about_anne(tmp_path, 3)}", translators=["openai:m"], model=model, workers=Workers(1, 1))
    one = found.cells["openai:m"]
    assert (one.samples, one.unscored) == (2, 1)
    assert [count for reason, count in one.reasons.items() if "HTTP 400" in reason] == [1]


def test_a_page_of_a_proxy_is_that_samples_record(tmp_path: Path) -> None:
    page, data = "<html><title>502 Bad Gateway</title></html>", f"file:{about_anne(tmp_path, 4)}"
    pages = {1: Reply(body=page), 2: Reply(page, status=502)}
    out = tmp_path / "run"
    with serving(script=lambda number, _: pages.get(number, Reply(GOOD))) as server:
        model = ModelOptions(server.url, retries=0)
        found = run(data, translators=["openai:m"], model=model, out=out, workers=Workers(concurrency=1))
        assert (found.cells["openai:m"].samples, found.unscored) == (2, 2)
        assert any("502 Bad Gateway" in reason for reason in found.cells["openai:m"].reasons)
        assert found.cells["openai:m"].bounds == {"executable_rate": (0.5, 1.0), "accuracy": (0.5, 1.0)}
        again = run(data, translators=["openai:m"], model=model, out=out, resume=True)
    assert (again.cells["openai:m"].samples, again.unscored, again.cells["openai:m"].bounds) == (4, 0, {})
    assert (len(server.requests), len(list(again.records))) == (6, 4)


def test_a_repair_that_could_not_be_asked_leaves_no_score(tmp_path: Path) -> None:
    """What stands before the repair is not what the pipeline would have answered."""

    def script(number: int, request: dict[str, Any]) -> Reply:
        return Reply("not a program at all") if number == 0 else Reply(status=503) if number == 1 else Reply(REPAIRED)

    with serving(script=script) as server:
        model = ModelOptions(server.url, retries=0)
        out = tmp_path / "run"
        first = run(f"file:{about_anne(tmp_path, 1)}", translators=["openai:m"], model=model, out=out, max_repairs=1)
    assert first.unscored == 1


def gone() -> list[Translation]:
    raise MemoryError


def broken() -> list[Translation]:
    raise KeyError("inside")


@pytest.mark.parametrize(("happen", "reason"), [(gone, "out of memory"), (broken, "KeyError: 'inside'")])
def test_what_breaks_here_is_no_wrong_answer_either(
    tmp_path: Path, happen: Callable[[], list[Translation]], reason: str
) -> None:
    found = run(f"file:{about_anne(tmp_path, 3)}", translators=[Failing(happen=happen)], out=tmp_path / "run")
    one = found.cells["failing"]
    assert (one.samples, one.accuracy, one.unscored, one.reasons) == (2, 1.0, 1, {reason: 1})
    [record] = [record for record in found.records if not record.scored]
    assert ("in broken" in record.trace) == (happen is broken)
    later = run(f"file:{about_anne(tmp_path, 3)}", translators=[Failing(at="none")], out=tmp_path / "run", resume=True)
    assert (later.cells["failing"].samples, later.unscored) == (3, 0)
    assert [record.id for record in later.records] == ["0", "2", "1"]


def test_a_run_that_is_not_finished_says_so(tmp_path: Path) -> None:
    """The reproduction of a stranger's: two of six samples were shown as an accuracy of 100 %, and no more."""
    for name in ("one", "other"):
        out = ("--out", str(tmp_path / name))
        ended = sorites("bench", "sample", "--limit", "6", "--translator", "gold", "--set", "max_samples=2", *out)
        assert ended.returncode == 3
    assert load_run(tmp_path / "one").left == 4
    for command in (("report", tmp_path / "one"), ("compare", tmp_path / "one", tmp_path / "other")):
        shown = sorites(*map(str, command))
        assert "is not finished: 4 of its samples are left" in " ".join(shown.stderr.split())
    assert "4 samples are left" in (tmp_path / "one" / "report.html").read_text("utf-8")
