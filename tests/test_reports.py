"""What is made of a run: the layouts of papers, tables in other languages, frames and logs; figures counted by hand."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from sorites.eval import Run, load_dataset, load_run
from sorites.eval import run as run_
from sorites.eval.reports.frames import as_csv, as_latex, as_markdown
from sorites.eval.reports.papers import TABLES, laid_out
from sorites.solvers import UserError

from .command import answered, sorites

CAT = {"context": "Tom is a cat. All cats are animals.", "question": "Is Tom an animal?"}
UNREAD = {"context": "Blorp the zzz of.", "question": "Is Tom an animal?"}
ROWS: tuple[dict[str, Any], ...] = (
    {**CAT, "answer": "yes", "level": "easy", "length": 1, "logic": "pl", "depth": 1},
    {**CAT, "answer": "no", "level": "easy", "length": 1, "logic": "pl", "depth": 1},
    {**CAT, "answer": "yes", "level": "easy", "length": 3, "logic": "fol", "depth": 2},
    {**UNREAD, "answer": "yes", "level": "hard", "length": 3, "logic": "fol", "depth": 2},
    {**CAT, "answer": "yes", "level": "odd"},
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a run of five problems: three are answered right, one wrong, one not at all."""
    folder = tmp_path_factory.mktemp("reports")
    (folder / "p.jsonl").write_text("\n".join(map(json.dumps, ROWS)), "utf-8")
    ended = sorites("bench", f"file:{folder / 'p.jsonl'}", "--translator", "english", "--out", folder / "a_run")
    assert ended.returncode == 0, ended.stderr
    return load_run(folder / "a_run")


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("proverqa-table2", {"english": {"easy": 200 / 3, "hard": 0.0}}),
        ("logicasker-table3", {"english": {"length 1": 50.0, "length 3": 100.0}}),
        (
            "multi-logieval-table6",
            {
                "english": {"pl d1": 50.0, "fol d2": 50.0},
                "random baseline (section 4.2)": {"pl d1": 50.0, "fol d2": 100.0},
            },
        ),
        (
            "multi-logieval-table7",
            {
                "english, executable rate": {"d2": 50.0},
                "english, executable accuracy": {"d2": 100.0},
                "english, accuracy": {"d2": 50.0},
                "random baseline (section 4.2)": {"d2": 100.0},
            },
        ),
    ],
)
def test_a_run_in_a_papers_layout(run: Run, table: str, expected: dict[str, dict[str, float]]) -> None:
    found = laid_out(TABLES[table], run)
    columns = TABLES[table].columns
    shown = {
        who: {c: figure for c, figure in zip(columns, row, strict=True) if figure is not None}
        for who, row in found.items()
    }
    assert shown.keys() == expected.keys()
    for who, figures in expected.items():
        assert shown[who] == pytest.approx(figures), who
    printed = sorites("paper", table, run.folder).stdout
    assert all(f"{figure:.2f}" in printed for figures in expected.values() for figure in figures.values())
    data = answered("paper", table, run.folder)
    assert data["measured"] == {who: list(row) for who, row in found.items()}
    assert data["columns"] == list(columns)
    assert data["printed"]


def test_the_same_figures_in_every_language(run: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(run))))
    whole = rows[0]
    assert (whole["cell"], whole["tag"], whole["samples"]) == ("english", "", "5")
    assert [float(whole[k]) for k in ("executable_rate", "executable_accuracy", "accuracy")] == [0.8, 0.75, 0.6]
    assert float(whole["low"]) < 0.6 < float(whole["high"])
    parts = {(r["tag"], r["value"]): (r["samples"], float(r["accuracy"])) for r in rows[1:]}
    assert parts["level", "easy"] == ("3", 0.6667)
    assert parts["level", "hard"] == ("1", 0.0)
    assert "english & 5 & 80.0 & 75.0 & 60.0 & " in as_latex(run)
    assert "most frequent label & & & & 80.0 & " in as_latex(run)
    assert "| english | 5 | 80.0% | 75.0% | 60.0% | " in as_markdown(run)


def test_a_frame_needs_its_library(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = run.frame("polars")
    assert frame["correct"].to_list() == [True, False, True, False, True]
    assert frame["tag_level"].to_list() == ["easy", "easy", "easy", "hard", "odd"]
    assert frame["diagnostics"].to_list()[3] != ""
    with pytest.raises(UserError, match="not of numpy"):
        run.frame("numpy")  # type: ignore[arg-type]  # what a user may write
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(UserError, match="pip install pandas"):
        run.frame()


def test_frames_look_at_all_rows(tmp_path: Path) -> None:
    """A column that is empty in the first rows is no column of nothing."""
    file = tmp_path / "late.json"
    names = [sample.problem.id for sample in load_dataset("sample")]
    first = len(names) - 1
    texts = ["nothing ( to read"] * first + ["Premises:\nP(a)\nConclusion:\nP(a)"]
    file.write_text(json.dumps([{"id": n, "raw_logic_programs": [t] * 4} for n, t in zip(names, texts, strict=True)]))
    frame = run_("sample", translators=[f"recorded:{file}"]).frame("polars")
    assert frame.height == 4 * len(names) > 100
    assert frame["label"].to_list()[-1] == "True"


def test_signs_of_latex_and_votes_in_tables(tmp_path: Path) -> None:
    odd = {"a_$x{1}~^\\": {"translator": "gold"}}
    found = run_("sample", cells=odd, limit=2)
    shown = as_latex(found)
    assert r"a\_\$x\{1\}\textasciitilde{}\textasciicircum{}\textbackslash{} & 2 & " in shown
    [whole, *_] = csv.DictReader(io.StringIO(as_csv(found)))
    assert (whole["problems"], whole["unscored"], whole["macro_f1"]) == ("2", "0", "1.0")
