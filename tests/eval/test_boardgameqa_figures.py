"""Figures of BoardgameQA's paper, from proofs that a model writes at a server of ours."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sorites.eval import run
from sorites.eval.reports.papers import figures_of
from sorites.eval.tasks.datasets import load_dataset
from sorites.solvers import UserError
from sorites.testing import Reply, serving
from sorites.translators import ModelOptions
from tests.command import sorites


def answered(dataset: str, out: Path, *, spoilt: frozenset[str] = frozenset()) -> list[Any]:
    """Run a model that writes each game's proof, of labels ``spoilt`` with other rules; return the samples."""
    samples = list(load_dataset(dataset))

    def reply(number: int, request: dict[str, Any]) -> Reply:
        asked = str(request["messages"][-1]["content"])
        [sample] = [one for one in samples if one.problem.context in asked]
        proof = sample.proof or ""
        if sample.gold in spoilt:
            proof = re.sub(r"Rule\d+", "Rule99", proof)
        return Reply(f"{proof}\nAnswer: {sample.gold}")

    with serving(script=reply) as server:
        model = ModelOptions(server.url, api_key="k", shots=0, mode="text")
        run(dataset, models=["openai:m"], answerers=["cot"], model=model, out=out)
    return samples


def test_figure_5_is_of_right_answers_with_a_proof_at_depth_2(tmp_path: Path) -> None:
    """Section 5.2: games of other depths, games of two labels and what is unknown do not count."""
    answered("generated:boardgameqa?n=6&seed=1&depth=2&p_conflict=1", tmp_path / "two", spoilt=frozenset({"disproved"}))
    answered("generated:boardgameqa?n=3&seed=1&depth=1", tmp_path / "one", spoilt=frozenset({"proved"}))
    answered("generated:boardgameqa?n=2&seed=1&binary=true", tmp_path / "binary", spoilt=frozenset({"proved"}))
    [row] = figures_of("boardgameqa-figure5", tmp_path / "two").measured.values()
    assert row == [pytest.approx(50), pytest.approx(50)]
    for other in ("one", "binary"):
        with pytest.raises(UserError, match="no place here"):
            figures_of("boardgameqa-figure5", tmp_path / "two", tmp_path / other)
    shown = sorites("paper", "boardgameqa-figure5", str(tmp_path / "two"), "--json")
    assert shown.returncode == 0
    assert '"Conflict F1"' in shown.stdout


def test_figure_14_counts_games_of_three_labels(tmp_path: Path) -> None:
    answered("generated:boardgameqa?n=3&seed=1&depth=1", tmp_path / "one")
    answered("generated:boardgameqa?n=2&seed=1&depth=1&binary=true", tmp_path / "binary")
    with pytest.raises(UserError, match="no place here"):
        figures_of("boardgameqa-figure14", tmp_path / "one", tmp_path / "binary")
    found = figures_of("boardgameqa-figure14", tmp_path / "one").measured
    assert [row for name, row in found.items() if "depth 1" in name and "openai" in name] == [
        [0, 1, 0, 0],
        [1, 0, 0, 0],
        [0, 0, 1, 0],
    ]
    assert sum(sum(filter(None, row)) for name, row in found.items() if "openai" in name) == 3
