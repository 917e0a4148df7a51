"""Runs read back: solved again by another prover."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sorites.eval import load_dataset, load_run, run
from sorites.solvers import UserError
from sorites.testing import Reply, serving
from sorites.translators import ModelOptions

PROGRAMS = (
    "Premises:\nP(a)\nConclusion:\nP(a)",
    "Premises:\nP(a)\nConclusion:\n~P(a)",
    "Premises:\n∀x (P(x) → Q(x)\nP(a)\nConclusion:\nQ(a)",  # a bracket is missing: mended, a sign
    "Premises:\nQ(a)\nConclusion:\nP(a)",
    "nothing ( to read",
)


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
