"""Runs read back: solved again by another prover, and scored anew by metrics and labels of one's own."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from sorites.eval import Record, load_dataset, load_run, rescore, run
from sorites.eval.runs.execution import Workers
from sorites.solvers import UserError
from sorites.testing import Reply, serving
from sorites.translators import ModelOptions

from ..command import answered, sorites

PROGRAMS = (
    "Premises:\nP(a)\nConclusion:\nP(a)",
    "Premises:\nP(a)\nConclusion:\n~P(a)",
    "Premises:\n∀x (P(x) → Q(x)\nP(a)\nConclusion:\nQ(a)",  # a bracket is missing: mended, a sign
    "Premises:\nQ(a)\nConclusion:\nP(a)",
    "nothing ( to read",
)


def proved(records: Sequence[Record]) -> float | None:
    """The share of programs that prove something."""
    return sum(r.certificate is not None for r in records) / len(records)


def never(records: Sequence[Record]) -> None:
    return None


def short(records: Sequence[Record]) -> bool:
    return len(records) < 9


@pytest.fixture(scope="module")
def sampled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with five programs of each problem, and a baseline beside it."""
    folder = tmp_path_factory.mktemp("sampled")
    names = [s.problem.id for s in load_dataset("sample")][:6]
    file = folder / "programs.json"
    file.write_text(json.dumps([{"id": n, "samples": [*PROGRAMS[i % 3 :], *PROGRAMS]} for i, n in enumerate(names)]))
    with serving(script=lambda *_: Reply({"answer": "True"})) as server:
        how = ModelOptions(server.url, api_key="k")
        run("sample", translators=[f"recorded:{file}", "gold"], answerers=["direct"], models=["openai:m"], limit=6,
            model=how, out=folder / "run")  # fmt: skip
    return folder / "run"


def test_programs_of_a_run_are_solved_again(sampled: Path) -> None:
    before = load_run(sampled)
    again = run("sample", translators=[f"recorded:{sampled}#recorded:programs.json"], limit=6, solver="z3")
    [name] = again.cells
    assert name == "recorded:run#recorded:programs.json"
    first, second = before.cells["recorded:programs.json"], again.cells[name]
    assert (second.samples, second.verdicts, second.diagnostics) == (first.samples, first.verdicts, first.diagnostics)
    assert second.votes == first.votes
    assert second.solver == "z3"
    file = run("sample", translators=[f"recorded:{sampled / 'records.jsonl'}#gold"], limit=6)
    assert file.cells["recorded:run#gold"].accuracy == 1.0


def test_answers_of_a_run_are_read_again(sampled: Path) -> None:
    again = run("sample", answerers=[f"answers:{sampled}"], limit=6)
    before = load_run(sampled).cells["direct, openai:m"]
    assert again.cells["answers:run"].confusion == before.confusion


def test_reasoning_is_kept_beside_the_answer_and_no_label_is_read_in_it(tmp_path: Path) -> None:
    names = [s.problem.id for s in load_dataset("sample")][:2]
    file = tmp_path / "cot.json"
    rows = [
        {"id": names[0], "predicted_answer": "True", "predicted_reasoning": "It is False at first sight."},
        {"id": names[1], "predicted_answer": "", "predicted_reasoning": "The answer is True."},
    ]
    file.write_text(json.dumps(rows), "utf-8")
    first = run("sample", answerers=[f"answers:{file}"], limit=2, out=tmp_path / "run")
    again = run("sample", answerers=[f"answers:{first.folder}"], limit=2)
    for found in (first, again):
        kept = [(r.label, r.answer, r.reasoning) for r in found.records]
        assert kept == [("True", "True", rows[0]["predicted_reasoning"]), (None, "", rows[1]["predicted_reasoning"])]


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("#none", "has no cell 'none'; it has 'direct, openai:m', 'gold', 'recorded:programs.json'"),
        ("", r"several cells with programs; say which after #: 'gold', 'recorded:programs.json'"),
    ],
)
def test_cells_that_can_not_be_read_back(sampled: Path, place: str, said: str) -> None:
    with pytest.raises(UserError, match=said):
        run("sample", translators=[f"recorded:{sampled}{place}"])


def test_metrics_of_ones_own(sampled: Path) -> None:
    found = rescore(sampled, metrics=[proved, never, short])
    one = found.cells["recorded:programs.json"]
    assert set(one.metrics) == {"proved", "short"}
    assert one.metrics["short"].problems == 6
    kept = [r for r in load_run(sampled).records if r.cell == "recorded:programs.json"]
    low, high = one.metrics["proved"].interval
    assert low <= one.metrics["proved"].mean <= high
    assert one.metrics["proved"].mean == pytest.approx(sum((r.certificate is not None) / r.samples for r in kept) / 6)
    assert not load_run(sampled).cells["gold"].metrics, "the run itself stays as it is"
    live = run("sample", metrics=[proved], limit=4, workers=Workers(processes=2))
    assert live.cells["gold"].metrics["proved"].mean == pytest.approx(
        sum(r.certificate is not None for r in live.records) / 4
    )


def test_metrics_on_the_command_line(sampled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    file = tmp_path / "own_metrics_here.py"
    file.write_text(
        "def words(records):\n    return len(records[0].program.split())\n\n"
        "def broken(records):\n    return records[0].nothing\n"
    )
    found = answered("rescore", sampled, "--metric", f"{file}:words", "--out", tmp_path / "new")
    words = {cell["translator"]: cell["metrics"]["words"]["mean"] for cell in found["cells"]}
    assert words["gold"] > 4
    assert f"  {words['gold']:.4g}  " in sorites("report", tmp_path / "new", env={"COLUMNS": "200"}).stdout
    assert "words" in (tmp_path / "new" / "report.html").read_text("utf-8")
    compared = answered("compare", tmp_path / "new", "--metric", "words")
    assert (compared["metric"], compared["pairs"][0]["unit"]) == ("words", "the score's own unit")
    assert compared["pairs"][0]["second_accuracy"] == words["gold"]
    assert "| words |" in sorites("compare", tmp_path / "new", "--markdown").stdout
    assert "it has words" in sorites("compare", tmp_path / "new", "--metric", "odd").stderr
    assert load_run(tmp_path / "new").cells["gold"].metrics["words"].mean == words["gold"]
    live = sorites("bench", "sample", "--limit", "2", "--metric", f"{file}:words")
    assert "words" in live.stdout
    for arguments in (("rescore", sampled), ("bench", "sample")):
        ended = sorites(*arguments, "--metric", f"{file}:broken")
        assert ended.returncode == 2
        assert "the metric 'broken' fails on the problem" in ended.stderr
    assert "there is no metric 'nothing'" in sorites("rescore", sampled, "--metric", "nothing").stderr
