"""Exchange with inspect_ai, by the real package, and with lm-evaluation-harness."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from sorites.eval import load_log
from sorites.eval.reports.data import ComparisonData
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
