"""Logs of other tools, compared: written by the real inspect_ai, and as lm-evaluation-harness writes its samples."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from sorites.eval import Comparison, compare, load_log, load_run
from sorites.eval.reports.data import ComparisonData
from sorites.eval.reports.pairs import DECIDES

from ..command import sorites

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


def compared(*paths: Path, scorer: str | None = None, cluster: str | None = None) -> Comparison:
    return compare(*(load_log(path, scorer, cluster) for path in paths))


def test_logs_of_any_task_are_compared(tmp_path: Path) -> None:
    first = log_at(tmp_path / "a.eval", "weak", {"match": _of(["I"] * 12 + ["C"] * 8)})
    second = log_at(tmp_path / "b.eval", "strong", {"match": _of(["C"] * 20)})
    [pair] = compared(first, second).pairs
    assert (pair.found.first, pair.found.second, pair.found.samples, pair.found.clusters) == (0.4, 1.0, 20, 20)
    assert pair.p == pair.found.mcnemar == pytest.approx(2 * 0.5**12)  # 12 samples differ, all one way
    shown = " ".join(sorites("compare", first, second, "--flips", "2").stdout.split())
    assert "mine, by match" in shown
    assert "+60.0 +33.3 to +78.1 0.00049 2 is better than 1" in shown
    assert DECIDES in shown
    assert "weak and strong differ on 12: s0: second is right s1: second is right" in shown
    clustered = sorites("compare", first, second, "--cluster", "story", "--json")
    found = ComparisonData.model_validate_json(clustered.stdout)
    assert found == compared(first, second, cluster="story").data
    assert (found.pairs[0].samples, found.pairs[0].clusters, found.pairs[0].better) == (20, 10, "strong")
    assert found.pairs[0].p == pytest.approx(2 * 0.5**6)  # of six stories
    assert found.logs["weak"].score is not None
    assert found.logs["weak"].score.mean == 0.4
    assert "| weak | strong | 20 | +60.0 | " in sorites("compare", first, second, "--markdown").stdout
    for given, code in (((first, second), 0), ((second, first), 1), ((second, first, "60.5"), 0)):
        ended = sorites("compare", *given[:2], "--fail-on-regression", *given[2:])
        assert ended.returncode == code, ended.stderr
        assert ("worse: weak than strong, by 60.0 points" in ended.stderr) == (code == 1)


def test_grades_epochs_errors_and_what_is_unscored(tmp_path: Path) -> None:
    nan = float("nan")
    first: Values = {"a": ["C", "P"], "b": ["I", "N"], "c": [RuntimeError("down"), "C"], "d": ["C", "C"], "e": ["C"]}
    second: Values = {"a": ["I", "I"], "b": ["I", "I"], "c": ["I", "I"], "d": [nan, "C"], "e": [nan]}
    found = compared(*[log_at(tmp_path / f"{i}.eval", f"m{i}", {"grade": v}) for i, v in enumerate((first, second))])
    one, other = found.logs.values()
    assert [(log.errors, log.unscored, log.epochs) for log in (one, other)] == [(1, 0, 2), (0, 2, 2)]
    assert found.scores["m0"] == {"a": 0.75, "b": 0.0, "c": 1.0, "d": 1.0, "e": 1.0}, "epochs count by their mean"
    [pair] = found.pairs
    assert (pair.found.samples, pair.left_out) == (4, 1)
    assert (pair.found.first, pair.found.second) == ((0.75 + 0 + 1 + 1) / 4, 1 / 4)
    # two differ, both one way: of four choices of signs two reach as far
    assert pair.found.p == pytest.approx(0.5)
    assert pair.found.mcnemar is None


def test_a_run_and_a_log_of_other_samples_are_refused(tmp_path: Path) -> None:
    assert sorites("bench", "sample", "--limit", "4", "--translator", "gold", "--out", tmp_path / "run").returncode == 0
    names = list(next(iter(load_run(tmp_path / "run").right.values())))
    alien = log_at(tmp_path / "alien.eval", "m", {"match": {name: ["C"] for name in names}}, target="True")
    for given, words in (
        ((alien,), "that have the same name differ, such as"),
        ((log_at(tmp_path / "x.eval", "m", {"match": _of(["C"])}),), "they share no samples: run is of sample"),
    ):
        ended = sorites("compare", tmp_path / "run", *given)
        assert (ended.returncode, words in ended.stderr) == (2, True), ended.stderr


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
        ({"target": "no"}, "2 of 2 that have the same name differ, such as 's0' in its target"),
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
        ((good, tmp_path), "is no run"),
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
    found = compared(first, second, scorer="exact_match,strict-match")
    assert list(found.logs) == ["small", "large"]
    [pair] = found.pairs
    assert (pair.found.first, pair.found.second) == (4 / 12, 1.0)
    assert pair.p == pytest.approx(2 * 0.5**8)
    assert next(iter(found.logs.values())).task == "gsm8k"
    assert compared(first, second, scorer="exact_match,strict-match", cluster="kind").pairs[0].found.clusters == 3
    assert compared(first, second, scorer="exact_match,flexible-extract").pairs[0].found.p == 1.0
    (tmp_path / "elsewhere").mkdir()
    changed = _harness(tmp_path / "elsewhere", "other", [1] * 12, doc_hash="another")
    assert (
        "such as '0' in its text" in sorites("compare", first, changed, "--scorer", "exact_match,strict-match").stderr
    )


def test_scores_that_are_no_shares_are_said_in_their_own_unit(tmp_path: Path) -> None:
    first = log_at(tmp_path / "a.eval", "m1", {"judge": _of([3 + 0.1 * (i % 7) for i in range(30)])})
    second = log_at(tmp_path / "b.eval", "m2", {"judge": _of([4.5 + 0.13 * (i % 5) for i in range(30)])})
    shown = " ".join(sorites("compare", first, second, "--flips", "1").stdout.split())
    assert "in the score's own unit" in shown
    assert "samples difference 95 % p (Holm) 1 2 30 +1.4" in shown
    assert "s0: second scores higher" in shown
    assert compared(first, second).data.pairs[0].unit == "the score's own unit"
