"""Shards of a run: together they are the run, wherever each was done."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sorites.eval import load_run, run
from sorites.eval.merging import merge

from ..command import refused, sorites

ARGUMENTS = ("bench", "generated:boardgameqa?n=11&seed=5&depth=1", "--translator", "english", "--translator", "gold")


def shards(folder: Path, count: int = 3, *more: str) -> list[Path]:
    places = [folder / f"part{number}" for number in range(1, count + 1)]
    for number, place in enumerate(places, 1):
        assert sorites(*ARGUMENTS, "--set", f"shard={number}/{count}", "--out", place, *more).returncode == 0
    return places


def rows(folder: Path) -> list[tuple[str, str, str | None]]:
    return sorted((one.cell, one.id, one.label) for one in load_run(folder).records)


def test_shards_are_the_run_when_they_are_put_together(tmp_path: Path) -> None:
    assert sorites(*ARGUMENTS, "--out", tmp_path / "whole").returncode == 0
    places = shards(tmp_path)
    assert [len(rows(place)) for place in places] == [8, 8, 6], "every third problem, in two cells"
    assert "22 records" in sorites("merge", tmp_path / "all", *reversed(places)).stdout
    assert rows(tmp_path / "all") == rows(tmp_path / "whole")
    one, other = load_run(tmp_path / "all"), load_run(tmp_path / "whole")
    assert one.texts == other.texts
    assert one.left == 0
    assert [cell.accuracy for cell in one.cells.values()] == [cell.accuracy for cell in other.cells.values()]
    assert sorites(*ARGUMENTS, "--out", tmp_path / "all", "--resume").returncode == 0, "it is a run as any"


def test_what_a_shard_left_is_done_when_the_whole_goes_on(tmp_path: Path) -> None:
    first, second = (tmp_path / name for name in ("first", "second"))
    for number, place, more in ((1, first, ("--set", "max_samples=2")), (2, second, ())):
        sorites(*ARGUMENTS, "--set", f"shard={number}/2", "--out", place, *more)
    found = merge([first, second], tmp_path / "all")
    assert found.left == 8
    assert sorites(*ARGUMENTS, "--out", tmp_path / "all", "--resume").returncode == 0
    assert len(rows(tmp_path / "all")) == 22


def test_what_is_not_all_of_one_run_is_refused(tmp_path: Path) -> None:
    one, two, three = shards(tmp_path)
    out = tmp_path / "all"
    assert "mind 2/3" in refused("merge", out, one, three)
    assert "there twice" in refused("merge", out, one, two, three, two)
    assert "is not empty" in refused("merge", one, two, three)
    manifest = json.loads((two / "manifest.json").read_text())
    manifest["settings"]["limit"] = 5
    (two / "manifest.json").write_text(json.dumps(manifest))
    assert "different runs: limit was 0 and is 5 now" in refused("merge", out, one, two, three)
    run("sample", limit=2, out=tmp_path / "other")
    assert "is no shard" in refused("merge", out, tmp_path / "other")


@pytest.mark.parametrize("shard", ["0/3", "4/3", "2", "a/b", "-1/3"])
def test_what_is_no_shard(shard: str) -> None:
    assert "is no shard; the second of eight is 2/8" in refused("bench", "sample", "--set", f"shard={shard}")
