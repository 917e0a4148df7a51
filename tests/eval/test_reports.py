"""What is made of a run: the layouts of papers, tables in other languages, frames and logs; figures counted by hand."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from typing import Any
from unittest.mock import ANY
from xml.etree import ElementTree

import pytest
from rich.console import Console

from sorites.eval import Run, load_run
from sorites.eval import run as run_
from sorites.eval.reports.frames import as_markdown
from sorites.eval.reports.papers import TABLES, figures_of
from sorites.eval.reports.papers.showing import show
from sorites.solvers import UserError

from ..command import answered, refused, sorites

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
        ("proverqa-table3", {"english": {"easy": 200 / 3, "hard": 0.0}}),
        ("logicasker-table3", {"english": {"length 1": 50.0, "length 3": 100.0}}),
        (
            "multi-logieval-table6",
            {
                "english": {"pl d1": 50.0, "fol d2": 50.0},
                "random baseline of these samples": {"pl d1": 50.0, "fol d2": 100.0},
            },
        ),
        (
            "multi-logieval-table7",
            {
                "english, executable rate": {"d2": 50.0},
                "english, executable accuracy": {"d2": 100.0},
                "english, accuracy": {"d2": 50.0},
                "random baseline of these samples": {"d2": 100.0},
            },
        ),
    ],
)
def test_a_run_in_a_papers_layout(run: Run, table: str, expected: dict[str, dict[str, float]]) -> None:
    found = figures_of(table, run.folder).measured
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


def test_a_right_guess_is_no_right_answer_of_a_program_that_ran(tmp_path: Path) -> None:
    """What Logic-LM's table has, where a fallback answers; its table itself is what ``reproduce`` makes."""
    programs = {
        "runs": "Premises:\nKind(anne)\nConclusion:\nKind(anne)\n",
        "contradicts itself": "Premises:\nKind(anne)\n¬Kind(anne)\nConclusion:\nNice(anne)\n",
        "does not run": "No program.",
    }
    told = {"context": "c", "question": "q", "options": ["A) True", "B) False", "C) Uncertain"], "answer": "A"}
    rows = [{"id": k, **told, "raw_logic_programs": [text], "predicted_answer": "A"} for k, text in programs.items()]
    file, out = tmp_path / "FOLIO.json", tmp_path / "run"
    file.write_text(json.dumps(rows), "utf-8")
    bench = answered(
        "bench", "folio", "--translator", f"recorded:{file}", "--fallback", f"answers:{file}", "--out", out
    )
    assert "sorites reproduce" in refused("paper", "logic-lm-table2", out)
    expected = {"executable rate": 200 / 3, "executable accuracy": 50.0, "accuracy": 100.0}
    for name, figure in expected.items():
        assert 100 * bench[name.replace(" ", "_")] == pytest.approx(figure), name


def test_the_same_figures_in_markdown(run: Run) -> None:
    assert "| english | 5 | 80.0% | 75.0% | 60.0% | " in as_markdown(run.cells)


def test_tags_with_too_many_values_are_named(tmp_path: Path) -> None:
    rows = [{**CAT, "answer": "yes", "source": f"s{i}", "level": i % 20} for i in range(60)]
    (tmp_path / "p.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    found = run_(f"file:{tmp_path / 'p.jsonl'}", translators=["english"], out=tmp_path / "run")
    assert found.cells["english"].wide == ["source"]
    shown = sorites("report", found.folder).stdout
    assert "also told apart by level, label: see --json and the page of report" in shown
    assert "not told apart by source: more than 50 values; the records have them" in shown
    assert "not told apart by source: more than 50 values" in (found.folder / "report.html").read_text("utf-8")


PAPERS = {"proverqa": 5, "logicasker": 6, "multi-logieval": 7, "boardgameqa": 9}


def test_every_table_is_shown_at_80_columns() -> None:
    assert {who: sum(name.startswith(who) for name in TABLES) for who in PAPERS} == PAPERS
    for name, table in TABLES.items():
        figures = figures_of(name)
        assert all(len(row) == len(table.columns) for row in figures.printed.values()), name
        show(Console(width=80, file=(told := io.StringIO())), figures)
        shown = told.getvalue()
        assert "…" not in shown, name
        assert max(map(len, shown.splitlines())) <= 80, name
        for row in figures.printed.values():
            for figure in row:
                wanted = "" if figure is None else f"{figure:.{0 if table.unit in {'samples', 'problems'} else 2}f}"
                assert wanted in shown, name


def test_runs_are_laid_out_together(tmp_path: Path) -> None:
    folders = []
    for level in ("easy", "hard"):
        (tmp_path / f"{level}.jsonl").write_text(
            "\n".join(json.dumps({**CAT, "answer": a, "level": level}) for a in ("yes", "no"))
        )
        folders.append(tmp_path / f"run-{level}")
        run_(f"file:{tmp_path / f'{level}.jsonl'}", translators=["english"], out=folders[-1], labels="yes,no")
    both = figures_of("proverqa-table3", *folders)
    assert both.measured == {"english": [50.0, None, 50.0]}
    span = both.intervals["english"][0]
    assert span is not None
    assert span[0] < 50 < span[1]
    assert "50.00 (" in sorites("paper", "proverqa-table3", *folders).stdout
    with pytest.raises(UserError, match="run-easy is named twice"):
        figures_of("proverqa-table3", folders[0], folders[0])
    shutil.copytree(folders[0], tmp_path / "b" / "run-easy")
    twice = figures_of("proverqa-table3", folders[0], tmp_path / "b" / "run-easy")
    assert list(twice.measured) == ["english", "english (b/run-easy)"]
    (tmp_path / "odd.json").write_text("{}")
    with pytest.raises(UserError, match="it is no file of 'sorites weaknesses --out FILE'"):
        figures_of("logicasker-figure3", tmp_path / "odd.json")


@pytest.mark.parametrize(
    ("table", "dataset", "column"),
    [
        ("boardgameqa-figure4", "boardgameqa", "depth 2"),
        ("boardgameqa-figure6", "boardgameqa?variant=HighConflict", "HighConflict"),
        ("boardgameqa-figure6", "boardgameqa", "MediumConflict"),
        ("boardgameqa-figure7", "boardgameqa?variant=EasyConflict", "0.8"),
        ("boardgameqa-figure7", "boardgameqa?p_conflict_type1=0.2", "0.2"),
        ("boardgameqa-figure8", "boardgameqa?variant=KnowledgeLight", "KnowledgeLight"),
        ("boardgameqa-figure9", "boardgameqa?variant=ManyDistractors", "ManyDistractors"),
        ("boardgameqa-figure10", "boardgameqa?variant=Binary", "depth 2"),
        ("proverqa-table6", "provergen?universal=false", "corrupted"),
    ],
)
def test_variants_stand_in_their_columns(table: str, dataset: str, column: str, tmp_path: Path) -> None:
    mark = "&" if "?" in dataset else "?"
    run_(f"generated:{dataset}{mark}n=1", out=tmp_path / "run")
    [row] = figures_of(table, tmp_path / "run").measured.values()
    there = [name for name, figure in zip(TABLES[table].columns, row, strict=True) if figure is not None]
    assert there == [column]


def test_ablations_are_rows_of_their_own(tmp_path: Path) -> None:
    run_("generated:provergen?n=1&level=easy&noise1=false&noise2=false&shuffled=false", out=tmp_path / "run")
    assert list(figures_of("proverqa-table3", tmp_path / "run").measured) == ["gold, without distractors and ordered"]


def test_what_a_table_does_not_show_is_said(tmp_path: Path) -> None:
    """A run of another dataset is refused, also beside one that belongs; what of a run has no column is counted."""
    easy, other, games = tmp_path / "easy", tmp_path / "other", tmp_path / "games"
    run_("generated:provergen?n=2&level=easy", out=easy)
    run_("generated:multi-logieval?n=2&depths=2", out=other)
    run_("generated:boardgameqa?n=2&depth=4", out=games)
    for table, places, words in (
        ("proverqa-table2", (other, easy), "other is a run of generated:multi-logieval, and this table is of proverqa"),
        ("boardgameqa-figure4", (other,), "this table is of boardgameqa"),
        ("boardgameqa-figure4", (games,), "2 of 2 problems of games have no place here ("),
        ("logicasker-table6", (easy,), "this table is of logicasker"),
    ):
        ended = sorites("paper", table, *places)
        assert (ended.returncode, ended.stdout) == (2, ""), table
        assert words in " ".join(ended.stderr.split()), table
    mixed = tmp_path / "mixed.jsonl"
    mixed.write_text("\n".join(json.dumps({**CAT, "answer": "yes", "level": one}) for one in ("easy", "odd")))
    run_(f"file:{mixed}", translators=["english"], out=tmp_path / "run", labels="yes,no")
    data = answered("paper", "proverqa-table3", tmp_path / "run")
    assert data["remarks"] == ["1 of 2 problems of run have no place here (level=odd)"]
    assert data["remarks"][0] in sorites("paper", "proverqa-table3", tmp_path / "run").stdout


def test_a_folder_of_runs_is_laid_out_and_drawn(tmp_path: Path) -> None:
    """What has a place is shown, the rest named; a depth curve is a figure, with intervals."""
    runs = tmp_path / "runs"
    for depth in (1, 2):
        run_(f"generated:boardgameqa?n=3&seed=1&depth={depth}", out=runs / f"depth{depth}")
    run_("generated:logicasker?n=2&seed=1", out=runs / "other")
    found = answered("paper", "boardgameqa-figure4", runs, "--figure", tmp_path / "f.svg")
    [row] = found["measured"].values()
    assert [figure is not None for figure in row[:3]] == [True, True, False]
    assert any(remark.startswith("left out: ") and "logicasker" in remark for remark in found["remarks"])
    drawing = ElementTree.fromstring((tmp_path / "f.svg").read_text("utf-8"))
    texts = [one.text for one in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert {"depth 1", "depth 2", "gold"} <= set(texts)
    marks = list(drawing.iter("{http://www.w3.org/2000/svg}circle"))
    assert len(marks) == 5  # two of the run, three of chance
    ended = sorites("paper", "logicasker-table6", runs / "depth1")
    assert ended.returncode == 2


def test_the_level_of_one_file_is_read_off_its_name(tmp_path: Path) -> None:
    options = ["A) True", "B) False", "C) Uncertain"]
    row = {"id": 0, "context": "c", "question": "q", "options": options, "answer": "A"}
    (tmp_path / "few-medium.json").write_text(json.dumps([row]))
    (tmp_path / "answers.json").write_text(json.dumps([{"id": "0", "predicted_answer": "A"}]))
    out = tmp_path / "run"
    run_("proverqa", data=tmp_path / "few-medium.json", answerers=[f"answers:{tmp_path / 'answers.json'}"], out=out)
    assert next(iter(load_run(out).records)).tags == {"level": "medium"}
    [figures] = figures_of("proverqa-table2", out).measured.values()
    assert figures == [None, 100.0, None, None, None, None, None]
    file = out / "records.jsonl"  # a record of before, which has no tags
    file.write_text(file.read_text("utf-8").replace('"level":"medium"', ""), "utf-8")
    assert [figures] == [*figures_of("proverqa-table2", out).measured.values()]


def test_problems_that_were_made_otherwise_are_rows_apart(tmp_path: Path) -> None:
    """Depths stand in a row together; the authors' games and generated ones, or games with other options, do not."""
    text = "And the rules of the game are as follows. Rule1: game. Based on the game state, does it?"
    (tmp_path / "depth1.json").write_text(json.dumps([{"id": "7", "question": text, "label": "proved"}]))
    for name, dataset, data in (
        ("one", "generated:boardgameqa?n=2&depth=1&seed=3", None),
        ("two", "generated:boardgameqa?n=2&depth=2&seed=4", None),
        ("high", "generated:boardgameqa?n=2&depth=3&p_conflict=0.8", None),
        ("authors", "boardgameqa", tmp_path / "depth1.json"),
    ):
        run_(dataset, data=data, translators=["english"], out=tmp_path / name)
    places = [tmp_path / name for name in ("one", "two", "high", "authors")]
    found = figures_of("boardgameqa-figure4", *places)
    there = {who: [figure is not None for figure in row] for who, row in found.measured.items()}
    assert there == {
        "english": [True, True, False],
        "english (high)": [False, False, True],
        "english (authors)": [True, False, False],
    }
    high, authors = found.remarks
    assert "'english (high)' is apart from 'english': " in high
    assert "p_conflict was null and is 0.8 now" in high
    assert "problems was generated:boardgameqa and is boardgameqa now" in authors
    assert figures_of("boardgameqa-figure6", places[1]).measured == {"english": [None, None, ANY, None]}
    with pytest.raises(UserError, match="have no place here"):
        figures_of("boardgameqa-figure8", places[2])


def test_figure_14_counts_games_of_three_labels(tmp_path: Path) -> None:
    one, binary = tmp_path / "one", tmp_path / "binary"
    run_("generated:boardgameqa?n=3&seed=1&depth=1", out=one)
    run_("generated:boardgameqa?n=2&seed=1&depth=1&binary=true", out=binary)
    with pytest.raises(UserError, match="no place here"):
        figures_of("boardgameqa-figure14", one, binary)
    ours = [row for name, row in figures_of("boardgameqa-figure14", one).measured.items() if "gold" in name]
    assert [row for row in ours if any(row)] == [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0]]
