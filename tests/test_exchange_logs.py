"""Logs of other tools, compared: written by the real inspect_ai, and as lm-evaluation-harness writes its samples."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from sorites.eval.exchange.comparing import compare_logs
from sorites.eval.scoring.means import compare_means

from .command import sorites

Values = Mapping[str, Sequence[Any]]
"""By sample, the scores of its epochs; an exception is a sample that ended in an error."""


def log_at(path: Path, model: str, scores: Mapping[str, Values], task: str = "mine", target: str = "yes") -> Path:
    """Write a log of inspect_ai: by scorer, the values."""
    from inspect_ai.log import EvalConfig as Config
    from inspect_ai.log import EvalDataset, EvalError, EvalLog, EvalSample, EvalSpec, write_eval_log
    from inspect_ai.scorer import Score

    samples = []
    for number, (name, values) in enumerate(next(iter(scores.values())).items()):
        for epoch, value in enumerate(values, 1):
            fault = isinstance(value, Exception)
            held = {scorer: Score(value=found[name][epoch - 1]) for scorer, found in scores.items() if not fault}
            samples.append(
                EvalSample(
                    id=name,
                    epoch=epoch,
                    input=name,
                    target=target,
                    scores=held or None,
                    metadata={"story": str(number // 2)},
                    error=EvalError(message=str(value), traceback="", traceback_ansi="") if fault else None,
                )
            )
    spec = EvalSpec(
        created="2026-01-01T00:00:00+00:00", task=task, dataset=EvalDataset(), model=model, config=Config(epochs=1)
    )
    write_eval_log(EvalLog(status="success", eval=spec, samples=samples), str(path))
    return path


def _of(values: Sequence[Any]) -> dict[str, list[Any]]:
    return {f"s{i}": [value] for i, value in enumerate(values)}


def test_logs_of_any_task_are_compared(tmp_path: Path) -> None:
    first = log_at(tmp_path / "a.eval", "weak", {"match": _of(["I"] * 12 + ["C"] * 8)})
    second = log_at(tmp_path / "b.eval", "strong", {"match": _of(["C"] * 20)})
    found = compare_logs([first, second])
    [pair] = found.pairs
    assert (pair.found.first, pair.found.second, pair.found.samples, pair.found.test) == (0.4, 1.0, 20, "McNemar")
    assert pair.p == pytest.approx(2 * 0.5**12)  # 12 samples differ, all one way
    shown = sorites("compare", first, second).stdout
    assert "mine, by match" in shown
    assert "strong is better than weak" in shown
    assert "+0.600" in shown
    clustered = sorites("compare", first, second, "--cluster", "story").stdout
    assert "20 samples in 10 clusters" in clustered
    assert "(sign flip)" in clustered


def test_grades_epochs_errors_and_what_is_unscored(tmp_path: Path) -> None:
    nan = float("nan")
    first: Values = {"a": ["C", "P"], "b": ["I", "N"], "c": [RuntimeError("down"), "C"], "d": ["C", "C"]}
    second: Values = {"a": ["I", "I"], "b": ["I", "I"], "c": ["I", "I"], "d": [nan, "C"]}
    logs = [log_at(tmp_path / f"{i}.eval", f"m{i}", {"grade": told}) for i, told in enumerate((first, second))]
    found = compare_logs(logs)
    one, other = found.logs.values()
    assert [(log.errors, log.unscored, len(log.values)) for log in (one, other)] == [(1, 0, 7), (0, 1, 7)]
    [pair] = found.pairs
    assert (pair.found.samples, pair.found.clusters, pair.left_out) == (6, 4, 2)
    assert pair.found.first == pytest.approx((1 + 0.5 + 0 + 0 + 1 + 1) / 6)
    assert pair.found.second == pytest.approx(1 / 6)
    assert pair.found.p == 0.5  # two clusters differ, both one way: of four choices of signs two reach as far


def test_a_score_must_be_named_where_there_are_several(tmp_path: Path) -> None:
    scores: dict[str, Values] = {
        "match": _of(["C", "I"]),
        "judge": {"s0": [{"style": 0.5, "truth": 1}], "s1": [{"style": 1, "truth": 0}]},
    }
    first = log_at(tmp_path / "a.eval", "m1", scores)
    second = log_at(tmp_path / "b.eval", "m2", scores)
    ended = sorites("compare", first, second)
    assert ended.returncode == 2
    assert "judge/style, judge/truth, match" in ended.stderr
    chosen = sorites("compare", first, second, "--scorer", "judge/style")
    assert (chosen.returncode, "0.750" in chosen.stdout) == (0, True)
    assert "there are judge/style" in sorites("compare", first, second, "--scorer", "luck").stderr


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"task": "yours"}, "of the task mine"),
        ({"target": "no"}, "2 of 2 have other targets"),
        ({"scores": {"match": {"x": ["C"]}}}, "share no samples"),
        ({"scores": {"match": {"s0": ["very good"], "s1": ["C"]}}}, "which is no number or grade"),
        ({"scores": {"odd": {"s0": [[1, 2]]}}}, "has no scores"),
    ],
)
def test_logs_that_are_not_alike_are_refused(tmp_path: Path, other: dict[str, Any], words: str) -> None:
    first = log_at(tmp_path / "a.eval", "m1", {"match": _of(["C", "I"])})
    second = log_at(tmp_path / "b.eval", "m2", **{"scores": {"match": _of(["C", "I"])}, **other})
    ended = sorites("compare", first, second)
    assert (ended.returncode, words in ended.stderr) == (2, True), ended.stderr


def test_what_is_no_log_is_refused(tmp_path: Path) -> None:
    good = log_at(tmp_path / "a.eval", "m1", {"match": _of(["C", "I"])})
    bad = tmp_path / "b.eval"
    bad.write_text("no archive", "utf-8")
    row = {"doc_id": 0, "doc": {}, "target": "x", "acc": 1.0}
    lines = tmp_path / "samples_t.jsonl"
    lines.write_text("\n".join(map(json.dumps, (row, row))), "utf-8")
    for given, words in (
        ((good, bad), "is no log of inspect_ai"),
        ((good, tmp_path / "c.eval"), "there is no file"),
        ((good,), "one log only"),
        ((good, good), "named twice"),
        ((good, good, "--cluster", "author"), "there are story"),
        ((lines, lines), "has the document 0 twice"),
        ((good, tmp_path), "logs or runs, not both"),
        ((tmp_path, "--scorer", "match"), "are for logs of inspect_ai"),
    ):
        ended = sorites("compare", *given)
        assert (ended.returncode, words in ended.stderr) == (2, True), ended.stderr


def _harness(folder: Path, model: str, right: Sequence[int], **more: Any) -> Path:
    """Write samples as lm-evaluation-harness does: a line for each document and filter."""
    place = folder / model
    place.mkdir()
    path = place / "samples_gsm8k_2026-01-02T03-04-05.678901.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for i, hit in enumerate(right):
            for kind, value in (("strict-match", hit), ("flexible-extract", 1)):
                row = {"doc_id": i, "doc": {"question": "2 + 2?", "kind": i % 3}, "target": "4", "arguments": {},
                       "resps": [["4"]], "filtered_resps": ["4"], "filter": kind, "metrics": ["exact_match", "pair"],
                       "doc_hash": f"d{i}", "prompt_hash": "p", "target_hash": "t", "exact_match": float(value),
                       "pair": [1, 2], **more}  # fmt: skip
                file.write(json.dumps(row) + "\n")
    return path


def test_samples_of_the_harness_are_compared(tmp_path: Path) -> None:
    first, second = _harness(tmp_path, "small", [0] * 8 + [1] * 4), _harness(tmp_path, "large", [1] * 12)
    ended = sorites("compare", first, second)
    assert "exact_match,flexible-extract, exact_match,strict-match" in ended.stderr
    found = compare_logs([first, second], "exact_match,strict-match")
    assert list(found.logs) == ["small", "large"]
    [pair] = found.pairs
    assert (pair.found.first, pair.found.second) == (4 / 12, 1.0)
    assert pair.p == pytest.approx(2 * 0.5**8)
    assert next(iter(found.logs.values())).task == "gsm8k"
    assert compare_logs([first, second], "exact_match,strict-match", "kind").pairs[0].found.clusters == 3
    assert compare_logs([first, second], "exact_match,flexible-extract").pairs[0].found.p == 1.0
    (tmp_path / "elsewhere").mkdir()
    changed = _harness(tmp_path / "elsewhere", "other", [1] * 12, doc_hash="another")
    assert "other targets" in sorites("compare", first, changed, "--scorer", "exact_match,strict-match").stderr


def test_numbers_are_compared_by_their_means() -> None:
    first = [0.1 * (i % 7) for i in range(60)]
    second = [value + 0.2 + 0.01 * (i % 3) for i, value in enumerate(first)]
    found = compare_means(first, second)
    assert found.difference == pytest.approx(0.21)
    assert found.interval[0] < 0.21 < found.interval[1]
    assert found.p < 0.001
    # the standard error of a mean of 60 values, 0.2, 0.21 and 0.22 twenty times each
    assert found.detectable == pytest.approx(2.801585 * (0.0001 * 40 / 59 / 60) ** 0.5)
    few = compare_means([0.0, 0.5, 0.25], [0.5, 1.0, 1.0])
    assert few.p == 2 / 8  # all three are better: one choice of eight signs, and its opposite
    assert compare_means([0.5, 0.5], [0.5, 0.5]).p == 1.0
