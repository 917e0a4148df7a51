"""What is trained on shares nothing with what is asked, and whether it does is said."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest

from sorites.eval.generators.registry import GENERATORS, make_generator
from sorites.eval.generators.specification import SPLITS
from sorites.eval.generators.words import vocabulary
from sorites.eval.generators.writing import problems, write

from ..command import sorites
from ..generators.vocabularies import PHRASES

PUZZLES = {"ordering", "grid", "assignment"}
"""What takes long to make."""


def test_splits_share_no_word() -> None:
    for one, other in combinations(map(vocabulary, SPLITS), 2):
        assert not set(one.names) & set(other.names)
        assert not {*one.weather, *one.relating} & {*other.weather, *other.relating}
    assert not any({*PHRASES[first]} & {*PHRASES[second]} for first, second in combinations(SPLITS, 2))


@pytest.mark.parametrize("name", GENERATORS)
def test_no_problem_of_one_split_is_in_another(name: str, tmp_path: Path) -> None:
    count = 3 if name in PUZZLES else 20
    found = [{(r.context, r.question) for r in problems(make_generator(name, {"split": s}), count, 5)} for s in SPLITS]
    assert all(len(one) == count for one in found)
    assert not any(one & other for one, other in combinations(found, 2))


def test_an_overlap_is_said(tmp_path: Path) -> None:
    asked, train, same = (tmp_path / name for name in ("asked.jsonl", "train.jsonl", "same.jsonl"))
    list(write(make_generator("provergen", {"level": "easy"}), 20, 7, asked))
    for out, split in ((train, ()), (same, ("-o", "split=test"))):
        given = ("generate", "provergen", "-o", "level=easy", *split, "--n", "30", "--seed", "7", "--to", "openai")
        assert sorites(*given, "--out", out).returncode == 0
    apart = sorites("check-overlap", asked, train, "--json")
    assert (apart.returncode, json.loads(apart.stdout)["whole"]) == (0, 0)
    assert json.loads(apart.stdout)["sentences"] == 0
    found = sorites("check-overlap", asked, same)
    assert found.returncode == 1
    assert "20 of 20 problems stand in" in found.stdout


def test_a_drawn_seed_is_recorded_and_gone_on_with(tmp_path: Path) -> None:
    out, file = tmp_path / "run", tmp_path / "p.jsonl"
    assert sorites("bench", "generated:logicasker?n=3", "--out", out).returncode == 0
    kept = json.loads((out / "manifest.json").read_text("utf-8"))["settings"]["dataset"]
    assert kept.startswith("generated:logicasker?n=3&seed=")
    assert sorites("bench", "generated:logicasker?n=3", "--out", out, "--resume").returncode == 0
    assert sorites("generate", "logicasker", "--n", "2", "--out", file).returncode == 0
    assert sorites("generate", "logicasker", "--n", "4", "--out", file).returncode == 0
    assert len({json.loads(line)["seed"] for line in file.read_text("utf-8").splitlines()}) == 1
    other = tmp_path / "other"
    assert sorites("bench", "generated:logicasker?n=3", "--out", other).returncode == 0
    assert json.loads((other / "manifest.json").read_text("utf-8"))["settings"]["dataset"] != kept
