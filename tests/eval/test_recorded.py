"""The figures that the project promises on public recorded programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from sorites.eval import Run, run
from sorites.solvers import Semantics

from ..outlines import table

pytestmark = pytest.mark.shared_data
OPTIONS = ("AR-LSAT", "LogicalDeduction")
"""The sets whose questions have options, of which the first that fits is taken."""
PRINTED = {"neurosymbolic": 0.6264, "cot": 0.5495, "baseline": 0.4835}


def recorded(path: Path, semantics: Semantics | None = None, limit: int = 0) -> Run:
    return _recorded(path, semantics, limit)  # a cache tells what is left out from what is given as it would be


@cache
def _recorded(path: Path, semantics: Semantics | None, limit: int) -> Run:
    """Run a file once for all tests; beside FOLIO's programs of GPT-4 stand the answers of a model without a prover."""
    baselines = path.parents[1] / "baselines"
    asked = [f"answers:{baselines / f'{kind}_FOLIO_dev_Llama-3-8B.json'}" for kind in ("CoT", "Direct")]
    beside = asked if path.stem == "FOLIO_dev_gpt-4" else []
    return run(
        path.name.partition("_")[0].lower(), data=path, translators=[f"recorded:{path}"], answerers=beside,
        semantics=semantics, limit=limit, fallback="first" if path.stem.startswith(OPTIONS) else "wrong",
    )  # fmt: skip


def executed(folder: Path, file: str) -> dict[str, str]:
    """Return the letters that Logic-LM's executor answered, by problem."""
    entries = json.loads((folder / f"{file}.logic_lm_executor.json").read_text())
    return {entry["id"]: entry["label"] for entry in entries if entry["label"] and entry["ran"]}


@table("""
file  semantics  limit  rate  accuracy
FOLIO_dev_gpt-4  ""  0  0.90  0.69    FOLIO_dev_gpt-3.5-turbo  ""  0  0.84  0.51
ProofWriter_dev_gpt-4  ""  200  0.99  0.985    ProofWriter_dev_gpt-4  classical  60  0.99  0.96
ProntoQA_dev_gpt-4  ""  200  1.0  0.99
""")
def test_figures(shared: Path, file: str, semantics: str, limit: str, rate: str, accuracy: str) -> None:
    meant = Semantics(semantics) if semantics else None
    summary, *_ = recorded(shared / "logic_lm" / f"{file}.json", meant, int(limit)).cells.values()
    assert (summary.executable_rate or 0) >= float(rate)
    assert (summary.accuracy or 0) >= float(accuracy)
    assert "undecided" not in summary.verdicts


@table("""
file  limit  rate  precision  accuracy  guessed
AR-LSAT_dev_gpt-4  80  0.51  0.99  0.51  0.53    AR-LSAT_dev_gpt-3.5-turbo  80  0.16  0.84  0.13  0.22
LogicalDeduction_dev_gpt-4  100  0.95  0.94  0.89  0.91
LogicalDeduction_dev_gpt-3.5-turbo  100  0.9  0.86  0.78  0.79
""")
def test_options(shared: Path, file: str, limit: str, rate: str, precision: str, accuracy: str, guessed: str) -> None:
    """The first of each file; ``reproduce`` measures whole ones."""
    [first] = recorded(shared / "logic_lm" / f"{file}.json", limit=int(limit)).cells.values()
    rated, right = first.executable_rate or 0, first.executable_accuracy or 0
    assert rated >= float(rate)
    assert right >= float(precision)
    assert rated * right >= float(accuracy), "what is guessed is not counted there"
    assert (first.accuracy or 0) >= float(guessed)


@pytest.mark.parametrize("model", ["gpt-4", "gpt-3.5-turbo"])
def test_the_answer_of_logical_deduction_is_logic_lms_where_there_is_one(shared: Path, model: str) -> None:
    path = shared / "logic_lm" / f"LogicalDeduction_dev_{model}.json"
    options = {row["id"]: row["options"] for row in json.loads(path.read_text())}
    theirs = executed(path.parent, path.stem)
    ours = {r.id: r.label for r in recorded(path, limit=100).records if r.executable and not r.fallback}
    both = theirs.keys() & ours.keys()
    assert len(both) >= 70
    assert all(ours[i] in options[i]["ABCDEFG".index(theirs[i])] for i in both)


@pytest.mark.parametrize("model", ["gpt-4", "gpt-3.5-turbo"])
def test_agrees_with_logic_lm(shared: Path, model: str) -> None:
    path = shared / "logic_lm" / f"FOLIO_dev_{model}.json"
    labels = {"A": "True", "B": "False", "C": "Uncertain"}
    theirs = {i: labels[letter] for i, letter in executed(path.parent, path.stem).items()}
    records = [r for r in recorded(path).records if r.executable and r.program]
    turned = {r.id for r in records if any(d.code == "goal-turned" for d in r.diagnostics)}
    assert len(turned) == {"gpt-4": 0, "gpt-3.5-turbo": 18}[model], "they prove these goals as they stand"
    ours = {r.id: r.label for r in records if r.id not in turned}
    both = theirs.keys() & ours.keys()
    assert len(both) > 95
    assert sum(theirs[i] != ours[i] for i in both) <= 1


def test_programs_beside_answers(shared: Path) -> None:
    """GPT-4's programs beat Llama-3-8B's answers on FOLIO, with certainty."""
    found = recorded(shared / "logic_lm" / "FOLIO_dev_gpt-4.json")
    assert [round(one.accuracy or 0, 3) for one in found.cells.values()] == [0.701, 0.51, 0.52]
    assert [pair.better for pair in found.pairs] == [*[next(iter(found.cells))] * 2, None]
    assert [pair.p for pair in found.pairs] == pytest.approx([0.0008, 0.0018, 0.886], rel=0.02)
    assert all(pair.found.mcnemar != pair.found.p for pair in found.pairs), "stories are shared"


def test_linc(shared: Path) -> None:
    """LINC prints 62.64, 54.95 and 48.35 % for programs, CoT and direct answers, ten samples each."""
    files = {kind: shared / "linc" / f"FOLIO_gpt-3.5_{kind}_10samples.json" for kind in PRINTED}
    for kind, printed in PRINTED.items():
        assert majority(files[kind]) == pytest.approx(printed, abs=5e-5)
    path, *answers = files.values()
    found = run(
        "folio", data=path, translators=[f"recorded:{path}"], answerers=[f"answers:{a}" for a in answers], limit=60,
        keep=False,
    )  # fmt: skip
    [summary, cot, direct] = found.cells.values()
    records = [record for record in found.records if record.cell == next(iter(found.cells))]
    for cell, file in zip((cot, direct), answers, strict=True):
        assert cell.votes["majority"].accuracy == pytest.approx(majority(file, 60))
    assert summary.samples == 600
    assert (summary.executable_rate or 0) >= 0.94
    assert (summary.accuracy or 0) >= 0.74
    assert summary.votes["vote"].accuracy >= majority(path, 60)
    assert sum(level.problems for level in summary.confidence_levels) == 60
    sure = summary.confidence_levels[-1]
    assert sure.problems >= 12
    assert sure.accuracy > summary.votes["vote"].accuracy + 0.15
    assert "undecided" not in summary.verdicts
    # LINC asks for the goal first, so that a contradictory program is always True to it;
    # here it has no label. Among the programs that are not contradictory all must agree.
    compared = [
        (record.label == theirs, record.label is None)
        for record, theirs in zip(records, scores(path), strict=False)
        if record.executable and theirs != "Error"
    ]
    contradictory = sum(c for _, c in compared)
    agreeing = sum(a for a, _ in compared)
    assert contradictory <= 0.015 * len(compared)
    assert agreeing >= 0.99 * (len(compared) - contradictory)
    few = run("folio", data=path, translators=[f"recorded:{path}"], samples=1, limit=10, keep=False)
    assert len(list(few.records)) == 10


def majority(path: Path, limit: int | None = None) -> float:
    """Return how often the majority of what LINC made of its samples is right."""
    right, entries = 0, json.loads(path.read_text("utf-8"))[:limit]
    for entry in entries:
        said = [x for x in entry["scored_as"] if x != "Error"]
        right += bool(said) and max(said, key=said.count) == entry["label"]
    return right / len(entries)


def scores(path: Path) -> Iterator[str]:
    for entry in json.loads(path.read_text()):
        yield from entry["scored_as"]
