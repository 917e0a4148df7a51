"""Runs beside each other: on the same samples alone, in words by one rule, and as data."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sorites.eval import Pair, Run, compare, load_run
from sorites.eval.reports.data import ComparisonData
from sorites.eval.reports.tables import PAIRS
from sorites.eval.runs.records import Record, Result, SampleText
from sorites.eval.scoring import statistics
from sorites.eval.scoring.statistics import holm
from sorites.solvers import UserError, Verdict

from ..command import refused, sorites

SAMPLES = 60
RIGHT = range(SAMPLES)
Labels = Mapping[int, Sequence[str | None]]


def text(number: int, gold: str = "yes") -> SampleText:
    return SampleText(id=str(number), context=f"Text {number}.", question="So?", gold=gold)


TEXTS = tuple(text(number) for number in RIGHT)


def wrote(
    folder: Path,
    cells: Mapping[str, Any],
    *,
    texts: Sequence[SampleText] = TEXTS,
    per_story: int = 1,
    dataset: str = "mine",
    data: str = "c0ffee",
    rule: str = "vote",
    unscored: Sequence[int] = (),
) -> Path:
    """Write the folder of a run: of each cell the problems that it has right, or the labels of each problem."""
    folder.mkdir(parents=True)
    asked = {"dataset": dataset, "data": data, "cells": {key: {"options": {"rule": rule}} for key in cells}}
    (folder / "manifest.json").write_text(json.dumps({"settings": asked}), "utf-8")
    (folder / "samples.jsonl").write_text("".join(f"{one.model_dump_json()}\n" for one in texts), "utf-8")
    lines = []
    for cell, given_ in reversed(list(cells.items())):  # the last cell ends first
        labels: Labels = given_ if isinstance(given_, dict) else {n: ["yes" if n in given_ else "no"] for n in RIGHT}
        for number, several in labels.items():
            for sample, label in enumerate(several):
                left = number in unscored
                verdict = Verdict.ENTAILED if label == "yes" else Verdict.UNKNOWN
                record = Record(
                    cell=cell, id=str(number), sample=sample, samples=len(several), dataset=dataset, translator=cell,
                    engine="z3", semantics="classical", gold="yes", label=None if left else label,
                    correct=label == "yes" and not left, result=Result.UNSCORED if left else Result.SCORED,
                    executable=not left, verdict=None if left else verdict,
                    seconds=0.0, story=str(number // per_story) if per_story > 1 else "",
                    fault="nobody answered" if left else "",
                )  # fmt: skip
                lines.append(f"{record.model_dump_json()}\n")
    (folder / "records.jsonl").write_text("".join(lines), "utf-8")
    return folder


def compared(*folders: Path) -> Any:
    return compare(*map(load_run, folders))


# -- words -------------------------------------------------------------------------------


@given(
    st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=60),
    st.integers(1, 8),
    st.floats(0, 1),
)
def test_better_is_said_where_interval_and_p_agree_and_nowhere_else(
    answers: list[tuple[bool, bool]], per_story: int, p: float
) -> None:
    stories = [str(n // per_story) for n in range(len(answers))] if per_story > 1 else []
    found = statistics.compare([a for a, _ in answers], [b for _, b in answers], stories)
    pair = Pair("one", "two", found, max(p, found.p))
    low, high = found.interval
    agree = pair.p < 0.05 and (low > 0 or high < 0)
    assert (pair.better is not None) == agree == ("is better than" in pair.said("one", "two"))
    if agree:
        assert pair.better == ("two" if found.difference > 0 else "one")


def test_two_stories_say_nothing(tmp_path: Path) -> None:
    """All questions of one story of two are lost: p of the single samples is tiny, and nobody is called better."""
    run = wrote(tmp_path / "run", {"one": RIGHT, "two": range(30)}, per_story=30)
    [pair] = load_run(run).pairs
    assert pair.found.mcnemar == pytest.approx(2 * 0.5**30)
    assert pair.found.p == 1.0
    assert pair.better is None
    assert "no difference shown; 60 samples show one of 100.0 points" in sorites("compare", run).stdout


def test_too_few_stories_to_tell(tmp_path: Path) -> None:
    """Five stories of five are lost, which is as large a difference as there can be: one of 32 choices of signs."""
    [pair] = load_run(wrote(tmp_path / "run", {"one": RIGHT, "two": ()}, per_story=12)).pairs
    assert pair.found.p == pytest.approx(2 / 32)
    assert pair.said("1", "2") == "can't tell: p or the interval leaves room for no difference"


def test_more_pairs_than_are_shown(tmp_path: Path) -> None:
    """All are compared and corrected for; those with the smallest p are shown, and that is said."""
    run = wrote(tmp_path / "run", {f"cell {k}": range(60 - 2 * k) for k in range(9)})
    found = compared(run)
    assert [(p.first, p.second) for p in found.pairs] == list(combinations([f"cell {k}" for k in range(9)], 2))
    assert [p.p for p in found.pairs] == holm([p.found.p for p in found.pairs])
    shown = sorites("compare", run, "--flips", "0").stdout
    assert f"{PAIRS} of 36 pairs" in shown
    rows = [line.split()[:2] for line in shown.splitlines() if " to " in line and "%" not in line]
    assert len(rows) == PAIRS
    least = sorted(found.pairs, key=lambda pair: (pair.p, pair.found.p))[:PAIRS]
    assert {("cell " + str(int(a) - 1), "cell " + str(int(b) - 1)) for a, b in rows} == {
        (p.first, p.second) for p in least
    }
    assert len(json.loads(sorites("compare", run, "--json").stdout)["pairs"]) == 36


# -- which rule, and what is left out ----------------------------------------------------


def test_several_samples_answer_by_the_runs_own_rule(tmp_path: Path) -> None:
    """One says unknown, one proves it, one says nothing: by weight it is proved, by number the first counts."""
    three: dict[str, Labels] = {"three": {n: ["no", "yes", None] for n in RIGHT}, "one": {n: ["no"] for n in RIGHT}}
    votes = wrote(tmp_path / "votes", three)
    counts = wrote(tmp_path / "counts", {k: {n: ["no", "no", "yes"] for n in RIGHT} for k in three}, rule="majority")
    assert (load_run(votes).rule, load_run(counts).rule) == ("vote", "majority")
    assert all(load_run(votes).right["three"].values())
    assert not any(load_run(votes, "majority").right["three"].values())
    assert "several of a problem by vote" in " ".join(sorites("compare", votes).stdout.split())
    shown = sorites("compare", votes, counts, "--flips", "0", env={"COLUMNS": "140"}).stdout
    assert "by vote (1, 2), majority (3, 4)" in " ".join(shown.split())
    assert set(compared(votes, counts).rules.values()) == {"vote", "majority"}
    figures = load_run(votes).cells["three"].votes
    row = next(line for line in shown.splitlines() if line.split()[:1] == ["1"] and line.count(" to ") == 3)
    for rule in ("majority", "vote"):
        assert f"{figures[rule].accuracy:.1%}" in row
        assert f"{figures[rule].interval[0]:.1%} to {figures[rule].interval[1]:.1%}" in row


def test_samples_that_were_not_asked_are_left_out_of_pairs(tmp_path: Path) -> None:
    one = wrote(tmp_path / "one", {"a": RIGHT})
    other = wrote(tmp_path / "other", {"a": range(20)}, unscored=[0, 1, 40])
    [pair] = compared(one, other).pairs
    assert (pair.found.samples, pair.left_out) == (57, 3)
    assert (pair.found.only_first, pair.found.only_second) == (39, 0)
    shown = sorites("compare", one, other, "--flips", "0").stdout
    assert "samples left out, which only one of the two has scored: 1 and 2 3" in shown


# -- the same samples --------------------------------------------------------------------


def test_runs_with_folders_of_one_name(tmp_path: Path) -> None:
    """As much of their paths as tells them apart: nothing is lost, whatever the folders are called."""
    folders = [wrote(tmp_path / place, {"a": RIGHT}) for place in ("x/a/run", "y/a/run", "z/run", "other")]
    names = ["x/a/run: a", "y/a/run: a", "z/run: a", "other: a"]
    assert list(compared(*folders).cells) == names
    shown = sorites("compare", "x/a/run", "y/a/run", folder=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert [line.split(maxsplit=1)[1] for line in shown.stdout.splitlines()[:2]] == names[:2]
    twice = sorites("compare", folders[0], folders[0] / ".." / "run")
    assert (twice.returncode, "named twice" in twice.stderr) == (2, True)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (SampleText(id="7", context="Another text.", question="So?", gold="yes"), "'7' in its text;"),
        (SampleText(id="7", context="Text 7.", question="Why?", gold="yes"), "'7' in its question;"),
        (text(7, "no"), "'7' in its gold label;"),
        (SampleText(id="7", context="A.", question="B?", gold="no"), "'7' in its text and question and gold label;"),
    ],
)
def test_samples_of_one_name_and_another_text_are_refused(tmp_path: Path, other: SampleText, words: str) -> None:
    one = wrote(tmp_path / "one", {"a": RIGHT})
    texts = [other if number == 7 else text(number) for number in RIGHT]
    ended = sorites("compare", one, wrote(tmp_path / "two", {"a": RIGHT}, texts=texts, dataset="other"))
    assert ended.returncode == 2
    assert "1 of 60 that have the same name differ" in ended.stderr
    assert words in ended.stderr
    assert "one is of mine, two of other" in ended.stderr


def test_the_same_texts_are_the_same_samples_whatever_their_file_is_called(tmp_path: Path) -> None:
    one = wrote(tmp_path / "one", {"a": RIGHT}, dataset="file:a.jsonl")
    part = {"a": {n: ["yes"] for n in range(10)}}
    [pair] = compared(one, wrote(tmp_path / "two", part, dataset="file:b.jsonl", data="beef")).pairs
    assert (pair.found.samples, pair.left_out) == (10, 50)


def test_runs_without_texts_are_refused(tmp_path: Path) -> None:
    one = wrote(tmp_path / "one", {"a": RIGHT}, texts=[])
    with pytest.raises(UserError, match="nothing shows that one and two are of the same samples"):
        compared(one, wrote(tmp_path / "two", {"a": RIGHT}))


def test_runs_that_share_nothing(tmp_path: Path) -> None:
    one = wrote(tmp_path / "one", {"a": {1: ["yes"]}})
    other = wrote(tmp_path / "two", {"a": {2: ["yes"]}}, dataset="other")
    with pytest.raises(UserError, match="share no samples: one is of mine, two of other"):
        compared(one, other)


# -- as data -----------------------------------------------------------------------------


@pytest.fixture
def runs(tmp_path: Path) -> tuple[Path, Path]:
    """Return two runs; of ``old``'s cells, ``new`` has ``a`` worse and ``b`` as it was."""
    cells = {"a": RIGHT, "b": range(30)}
    return wrote(tmp_path / "old", cells), wrote(tmp_path / "new", {**cells, "a": range(36)})


def test_a_comparison_as_data(runs: tuple[Path, Path]) -> None:
    found = ComparisonData.model_validate_json(sorites("compare", *runs, "--json").stdout)
    assert found == compared(*runs).data
    assert list(found.cells) == ["old: a", "old: b", "new: a", "new: b"]
    pair = next(p for p in found.pairs if (p.first, p.second) == ("old: a", "new: a"))
    assert pair.difference == pytest.approx(-0.4)
    assert (pair.only_first, pair.only_second) == (24, 0)
    assert pair.p <= pair.corrected < 0.05
    assert pair.better == "old: a"
    assert pair.flips == {str(n): "old: a" for n in range(36, 60)}
    assert found.regressions == [("old: a", "new: a")]
    same = next(p for p in found.pairs if (p.first, p.second) == ("old: b", "new: b"))
    assert (same.better, same.said) == (None, "they never differ")


@pytest.mark.parametrize(
    ("given_", "code"),
    [
        (["OLD", "NEW"], 0),
        (["OLD", "NEW", "--fail-on-regression"], 1),
        (["--fail-on-regression", "OLD", "NEW"], 1),
        (["OLD", "NEW", "--fail-on-regression", "--json"], 1),
        (["OLD", "NEW", "--fail-on-regression", "40"], 1),
        (["OLD", "NEW", "--fail-on-regression=40.5"], 0),
        (["NEW", "OLD", "--fail-on-regression"], 0),
        (["OLD", "--fail-on-regression"], 2),
        (["OLD", "NEW", "--fail-on-regression", "-1"], 2),
    ],
)
def test_a_regression_is_an_exit_code(runs: tuple[Path, Path], given_: list[str], code: int) -> None:
    words = {"OLD": str(runs[0]), "NEW": str(runs[1])}
    ended = sorites("compare", *(words.get(word, word) for word in given_))
    assert ended.returncode == code, ended.stderr
    assert ("worse: new: a than old: a, by 40.0 points" in ended.stderr) == (code == 1)


def test_a_regression_is_of_cells_of_one_name_or_of_only_ones(runs: tuple[Path, Path], tmp_path: Path) -> None:
    worse = wrote(tmp_path / "worse", {"another": range(10)})
    ended = sorites("compare", runs[0], worse, "--fail-on-regression")
    assert (ended.returncode, "worse has no cell by the name of one of old" in ended.stderr) == (2, True)
    alone = wrote(tmp_path / "alone", {"a": RIGHT})
    assert sorites("compare", alone, worse, "--fail-on-regression").returncode == 1


@pytest.mark.parametrize("beside", [0, 5])
def test_what_else_stands_in_the_table_changes_no_regression(tmp_path: Path, beside: int) -> None:
    """A cell that loses 11 and gains 1 (p .0063) is worse whatever unchanged baselines stand beside it."""
    others = {f"baseline {number}": range(48) for number in range(beside)}
    before = wrote(tmp_path / "before", {**others, "model": range(1, 50)})
    after = wrote(tmp_path / "after", {**others, "model": [0, *range(12, 50)]})
    assert [pair.found.p for pair in compared(before, after).regressions()] == [pytest.approx(26 / 2**12)]
    ended = sorites("compare", before, after, "--fail-on-regression")
    assert (ended.returncode, "by 16.7 points (p = 0.0063)" in ended.stderr) == (1, True), ended.stderr


def test_each_of_several_runs_is_compared_with_the_first(tmp_path: Path) -> None:
    """The family is the cells of one name: two later runs are two tests, and p is corrected for two."""
    first = wrote(tmp_path / "first", {"base": range(48), "model": range(1, 50)})
    second = wrote(tmp_path / "second", {"base": range(48), "model": [0, *range(12, 50)]})
    third = wrote(tmp_path / "third", {"base": range(48), "model": range(20)})
    found = compared(first, second, third)
    assert [(pair.first, pair.second) for pair in found.regressions()] == [
        ("first: model", "second: model"),
        ("first: model", "third: model"),
    ]
    assert found.regressions()[0].p == pytest.approx(26 / 2**12), "the larger p of two, by Holm"
    assert found.regressions()[1].p == pytest.approx(2 * found.regressions()[1].found.p)
    assert {pair.p for pairs in found.followed().values() for pair in pairs if "base" in pair.first} == {1.0}


def test_a_run_of_which_nothing_is_scored(tmp_path: Path) -> None:
    whole, none = wrote(tmp_path / "a", {"m": RIGHT}), wrote(tmp_path / "none", {"m": RIGHT}, unscored=RIGHT)
    shown = " ".join(sorites("report", none).stdout.split())
    assert "│ accuracy │ – │" in shown
    assert "0.00% 0.0%" not in shown
    ended = sorites("compare", whole, none)
    assert (ended.returncode, "none has no sample that is scored" in ended.stderr) == (2, True)


def test_names_in_markdown_are_text_in_one_line(tmp_path: Path) -> None:
    cells = {"<b>a</b>\n| b": RIGHT, "c": range(30)}
    found = compared(wrote(tmp_path / "run", cells, unscored=[1]))
    assert f"| &lt;b&gt;a&lt;/b&gt; &#124; b | 59 |{3 * ' 100.0% |'} 93.9% to 100.0% | 1.00 | 1 |" in found.markdown
    assert "&#124; b is better than c |" in found.markdown


def test_a_narrow_terminal_cuts_no_figure_and_says_what_it_leaves_out(runs: tuple[Path, Path]) -> None:
    shown = sorites("compare", *runs, "--flips", "0", env={"COLUMNS": "60"}).stdout
    words = " ".join(shown.split())
    assert "…" not in shown
    assert "left out, since the terminal has 60 columns only: samples" in words
    assert "1 3 -40.0" in words
    assert "left out" not in sorites("compare", *runs, "--flips", "0", env={"COLUMNS": "110"}).stdout


# -- names that mean something to others -------------------------------------------------


@pytest.mark.parametrize("name", ["org/$x_{$mod", "[/] [bold]", r"$\frac$ a|b", "F[dev].json", ":cat: {x}"])
def test_odd_names_are_shown_as_they_are(name: str, tmp_path: Path) -> None:
    run: Run = load_run(wrote(tmp_path / "run", {name: RIGHT, f"{name}2": range(10)}, dataset=f"{name} set"))
    shown = [sorites(command, run.folder) for command in ("report", "compare")]
    for ended in shown:
        assert ended.returncode == 0, ended.stderr
        assert f"1  {name}\n" in ended.stdout
        assert f"{name} set, 60 samples" in ended.stdout
    assert name.replace("|", "&#124;") in compared(run.folder).markdown


def test_one_cell_against_all(tmp_path: Path) -> None:
    """Who asks one question of five cells gets four answers, each corrected for four."""
    cells = {"base": range(30), **{f"m{n}": range(30 + 3 * n) for n in range(4)}}
    folder = wrote(tmp_path / "run", cells)
    found = json.loads(sorites("report", folder, "--against", "base", "--json").stdout)
    assert [(pair["first"], pair["second"]) for pair in found["pairs"]] == [("base", f"m{n}") for n in range(4)]
    assert [pair["corrected"] for pair in found["pairs"]] == pytest.approx(holm([pair["p"] for pair in found["pairs"]]))
    every = json.loads(sorites("report", folder, "--json").stdout)["pairs"]
    [alone] = [pair for pair in every if (pair["first"], pair["second"]) == ("base", "m3")]
    assert alone["corrected"] > found["pairs"][-1]["corrected"], "what else stands in the table counted"
    other = wrote(tmp_path / "other", {"base": range(20)})
    shown = json.loads(sorites("compare", folder, other, "--against", "run: base", "--json").stdout)["pairs"]
    assert {pair["first"] for pair in shown} == {"run: base"}
    assert "there is no cell 'none'" in refused("report", folder, "--against", "none")
    assert "name one" in refused("compare", folder, other, "--against", "run: base", "--fail-on-regression")


def test_two_runs_on_one_page(tmp_path: Path, runs: tuple[Path, Path]) -> None:
    """The samples of both runs beside each other, so that one sees why one of them is worse."""
    shown = sorites("compare", *runs, "--page", tmp_path / "both")
    assert shown.returncode == 0, shown.stderr
    text = (tmp_path / "both" / "report.html").read_text("utf-8")
    cells = [cell for one in compared(*runs).runs.values() for cell in one.values()]
    assert all(text.count(html.escape(cell)) > 2 for cell in cells)
    assert all(f"{figures.accuracy:.1%}" in text for figures in compared(*runs).cells.values())
