"""Exchange with inspect_ai, by the real package, and with lm-evaluation-harness: tasks, and logs that are compared."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from sorites.eval import Comparison, compare, load_log
from sorites.eval.reports.data import ComparisonData
from sorites.eval.reports.pairs import DECIDES
from sorites.eval.scoring.proofs import read_proof, told
from sorites.eval.tasks.datasets import load_dataset
from sorites.solvers import UserError
from sorites.testing import Reply, program, serving

from ..command import sorites
from ..replies import ANNE, GOOD


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")


ROWS = (
    {"id": "nice", "context": "Kind people are nice. Anne is kind.", "question": "Is Anne nice?", "answer": "yes"},
    {"id": "odd", "context": "Kind people are nice. Anne is kind. Bob.", "question": "Anne is nice.", "answer": "no"},
    {"id": "refused", "context": "A forbidden text.", "question": "Is it?", "answer": "yes"},
)

UNREADABLE = program(ANNE, goal=("Anne is nice.", "∧ ) ∀ ("))


def _answers(number: int, request: dict[str, Any]) -> Reply:
    """Answer as a model that writes two good programs about Bob only, and whose endpoint refuses one prompt."""
    told = json.dumps(request["messages"])
    if "forbidden" in told:
        return Reply(status=400)
    return Reply(UNREADABLE if "Bob" in told and number > 5 else GOOD)


def _loopback(url: str) -> Any:
    """Return a model of inspect_ai at an endpoint.

    Its own provider of this protocol wants a client that is newer than the one that ``instructor`` goes with.
    """
    from inspect_ai.model import GenerateConfig, ModelAPI, ModelOutput, ModelUsage, get_model, modelapi
    from openai import AsyncOpenAI

    @modelapi(name="loopback")
    class Loopback(ModelAPI):
        async def generate(self, input: Any, tools: Any, tool_choice: Any, config: GenerateConfig) -> ModelOutput:
            messages: Any = [{"role": message.role, "content": message.text} for message in input]
            async with AsyncOpenAI(base_url=url, api_key="none", max_retries=0) as client:
                found = await client.chat.completions.create(model=self.model_name, messages=messages)
            output = ModelOutput.from_content(self.model_name, found.choices[0].message.content or "")
            assert found.usage is not None
            read, wrote = found.usage.prompt_tokens, found.usage.completion_tokens
            output.usage = ModelUsage(input_tokens=read, output_tokens=wrote, total_tokens=read + wrote)
            return output

    return get_model("loopback/m")


def _evaluated(tmp_path: Path, task: Any, model: Any, **more: Any) -> Any:
    """Return the log of a task that inspect_ai ran."""
    import inspect_ai

    return inspect_ai.eval(task, model=model, log_dir=str(tmp_path), display="none", **more)[0]


def test_inspect_evaluates_a_model_that_writes_programs(tmp_path: Path) -> None:
    from inspect_ai import Task
    from inspect_ai.dataset import Sample

    from sorites.eval.exchange.plugin import accuracy, executable_accuracy, executable_rate, sorites

    rows = [Sample(input=f"{r['context']}\n\n{r['question']}", target=r["answer"], id=r["id"]) for r in ROWS]
    task = Task(
        dataset=rows,
        solver=sorites(labels="yes,no,unknown", max_repairs=0),
        scorer=[accuracy(), executable_rate(), executable_accuracy()],
    )

    def bob_is_never_read(number: int, request: dict[str, Any]) -> Reply:
        return _answers(99, request)

    with serving(script=bob_is_never_read) as server:
        log = _evaluated(tmp_path, task, _loopback(server.url), fail_on_error=False)
    assert log.status == "success"
    assert {sample.id for sample in log.samples if sample.error} == {"refused"}
    figures = {score.name: score.metrics["mean"].value for score in log.results.scores}
    assert figures == {"accuracy": 0.5, "executable_rate": 0.5, "executable_accuracy": 1.0}
    nice = next(sample for sample in log.samples if sample.id == "nice")
    assert nice.output.completion == "yes"
    assert nice.store["record"]["certificate"] is not None
    assert nice.model_usage["loopback/m"].total_tokens == 120
    assert any(event.event == "model" for event in nice.events)


def test_inspect_evaluates_a_dataset_of_ours_by_its_name(tmp_path: Path) -> None:
    """Questions of one story are no independent samples there either, and its log stands beside a run."""
    context = "Kind people are nice. Anne is kind."
    asked = ("Is Anne nice?", "yes"), ("Is Anne kind?", "yes"), ("Is Anne tall?", "unknown")
    rows = [{"id": q, "context": context, "question": q, "answer": a} for q, a in asked]
    own = tmp_path / "own.jsonl"
    own.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    log = _evaluated(
        tmp_path / "logs",
        "sorites/bench",
        "mockllm/model",
        task_args={"dataset": f"file:{own}", "translator": "english"},
    )
    assert log.eval.task == "own"
    assert log.samples[0].store["record"]["verdict"] == "entailed"
    found = load_log(log.location, "accuracy")
    assert (found.values, len({*found.stories.values()})) == (dict.fromkeys((q for q, _ in asked), 1.0), 1)
    (tmp_path / "a.json").write_text(json.dumps([{"id": q, "predicted_answer": "yes"} for q, _ in asked]), "utf-8")
    run = tmp_path / "run"
    given = ("--answerer", f"answers:{tmp_path / 'a.json'}")
    assert sorites("bench", f"file:{own}", *given, "--out", run).returncode == 0
    ended = sorites("compare", run, log.location, "--scorer", "accuracy", "--json")
    told = ComparisonData.model_validate_json(ended.stdout)
    [pair] = told.pairs
    assert (pair.samples, pair.clusters, pair.only_first, pair.only_second) == (3, 1, 0, 1)
    assert list(told.rules.values()) == ["vote", "mean"]


def test_inspect_asks_the_model_itself_by_a_papers_preset(tmp_path: Path) -> None:
    """It is told and shown what the paper told and showed, and its proof is compared with the dataset's."""
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    dataset = "generated:boardgameqa?n=3&seed=1&depth=1"
    samples = list(load_dataset(dataset))
    said = [f"{told(read_proof(one.proof))}\nAnswer: {one.gold}" for one in samples]
    outputs = [ModelOutput.from_content("mockllm/model", text) for text in (*said[:2], "Answer: it depends")]
    for output in outputs:
        output.usage = ModelUsage(input_tokens=100, output_tokens=20, total_tokens=120)
    model = get_model("mockllm/model", custom_outputs=outputs)
    args = {"dataset": dataset, "preset": "boardgameqa-cot-few-shot"}
    log = _evaluated(tmp_path, "sorites/asked", model, task_args=args, max_samples=1)
    assert log.status == "success", log.error
    assert log.results.scores[0].metrics["mean"].value == pytest.approx(2 / 3)
    asked = log.samples[0].messages
    assert [message.role for message in asked] == ["system", *["user", "assistant"] * 3, "user", "assistant"]
    assert "Proof step: " in asked[2].text
    found = {sample.id: sample.store["record"] for sample in log.samples}
    assert [found[one.problem.id]["label"] for one in samples] == [samples[0].gold, samples[1].gold, None]
    proofs = [one["proof_f1"] for one in found.values() if one["proof_f1"]]
    assert proofs
    assert all(one["rules"] == 1 for one in proofs)
    with pytest.raises(UserError, match="is for boardgameqa"):
        _evaluated(tmp_path, "sorites/asked", model, task_args={**args, "dataset": "generated:logicasker?n=2&seed=1"})


def test_a_task_for_lm_eval_has_prompts_targets_and_the_last_label(tmp_path: Path) -> None:
    given = ("lm-eval-task", "generated:logicasker?n=4&seed=2", "--preset", "logicasker-zero-shot", "--out", tmp_path)
    assert sorites(*given).returncode == 0
    task = json.loads((tmp_path / "sorites_logicasker_zero_shot.yaml").read_text("utf-8"))
    rows = [
        json.loads(line) for line in Path(task["dataset_kwargs"]["data_files"]["test"]).read_text("utf-8").splitlines()
    ]
    samples = list(load_dataset("generated:logicasker?n=4&seed=2"))
    assert [row["target"] for row in rows] == [one.gold for one in samples]
    assert all(one.problem.context in row["prompt"] for row, one in zip(rows, samples, strict=True))
    pattern = task["filter_list"][0]["filter"][0]["regex_pattern"]
    assert re.findall(pattern, "No doubt? Well, the answer is: **Yes**.")[-1] == "Yes"


def test_choices_are_answered_by_their_letters(tmp_path: Path) -> None:
    from inspect_ai import Task
    from inspect_ai.dataset import Sample

    from sorites.eval.exchange.plugin import accuracy, sorites

    asked = "Every cat is an animal. Tom is a cat.\n\nWhich is true?"
    row = Sample(input=asked, choices=["Tom is not an animal.", "Tom is an animal."], target="B")
    log = _evaluated(tmp_path, Task(dataset=[row], solver=sorites("english"), scorer=accuracy()), "mockllm/model")
    assert (log.samples[0].output.completion, log.results.scores[0].metrics["mean"].value) == ("B", 1.0)


def test_what_a_solver_is_told_is_looked_at_before_anything_is_asked() -> None:
    from sorites.eval.exchange.plugin import sorites as solver

    with pytest.raises(UserError, match="the labels 'yes/no': name three different ones"):
        solver(labels="yes/no")
    with pytest.raises(UserError, match="there is no translator 'latin'"):
        solver("latin")


def test_a_story_is_a_cluster() -> None:
    from inspect_ai.scorer import SampleScore, Score

    from sorites.eval.exchange.plugin import mean, stderr

    values = [1, 1, 1, 0, 0, 1]
    scores = [
        SampleScore(score=Score(value="C" if v else "I"), sample_id=i, sample_metadata={"story": str(i // 3)})
        for i, v in enumerate(values)
    ]
    alone = [SampleScore(score=one.score, sample_id=one.sample_id) for one in scores]
    middle: Any = mean()
    error: Any = stderr()
    assert middle(scores) == pytest.approx(4 / 6)
    # of two clusters, residuals 1 and -1: sqrt(2 / 1 * 2) / 6
    assert error(scores) == pytest.approx(2 / 6)
    # of six: sqrt(6 / 5 * (4/9 * 2 + 1/9 * 4)) / 6
    assert error(alone) == pytest.approx((6 / 5 * 12 / 9) ** 0.5 / 6)


# -- logs -----------------------------------------------------------------------------------

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
