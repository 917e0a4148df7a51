"""Presets of the papers, and demonstrations from a dataset's own training part: what a model is shown."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sorites.eval import run
from sorites.eval.presets import PRESETS
from sorites.eval.tasks.datasets import load_dataset
from sorites.solvers import UserError
from sorites.testing import Reply, serving
from sorites.translators import ModelOptions
from tests.command import sorites


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")


LABELS = ("proved", "disproved", "unknown")
PROOFS = (
    'according to Rule1 "…", and Rule1 has a higher preference than the conflicting rules (Rule2), so we can conclude',
    'according to Rule1 "…", and for the conflicting and higher priority rule Rule2 we cannot prove the antecedent "…"',
)


def games(folder: Path, name: str, count: int, first: int = 0) -> Path:
    """Write games in the authors' format; those of one label settle conflicts of both types in turn."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = []
    for number in range(first, first + count):
        label = LABELS[number % 3]
        proof = "not enough to prove it" if label == "unknown" else PROOFS[number // 3 % 2]
        text = f"And the rules of the game are as follows. Rule1: game {number}. Based on the game state, does it?"
        rows.append({"id": str(number), "question": text, "proof": proof, "label": label})
    path.write_text(json.dumps(rows))
    return path


def asked(dataset: str, answer: Any, **options: Any) -> tuple[list[list[dict[str, Any]]], Any, list[str]]:
    """Return the messages that models were sent, the run, and what was said."""
    said: list[str] = []
    how = {name: options.pop(name) for name in ("shots", "demonstrations", "mode", "prompt") if name in options}
    with serving(script=lambda number, request: Reply(answer)) as server:
        model = ModelOptions(server.url, api_key="k", **how)
        found = run(dataset, models=["openai:m"], model=model, say=said.append, **options)
        return [request["messages"] for request in server.requests], found, said


def text_of(messages: list[dict[str, Any]]) -> str:
    """Return all that a model is told, arguments of calls too."""
    calls = [c["function"]["arguments"] for m in messages for c in m.get("tool_calls") or ()]
    return "\n".join([*(m.get("content") or "" for m in messages), *calls])


def test_demonstrations_are_one_for_each_label_of_the_training_split_with_both_types(tmp_path: Path) -> None:
    data = games(tmp_path, "test/depth1.json", 4)
    games(tmp_path, "train/depth1.json", 30, first=100)
    sent, found, said = asked(
        "boardgameqa", "…\nAnswer: proved", answerers=["preset:boardgameqa-cot-few-shot"], data=data
    )
    assert said == ["3 demonstrations for 'cot' are from the training split train/depth1.json"]
    assert [record.label for record in found.records] == ["proved"] * 4
    shown = []
    for messages in sent:
        told = text_of(messages)
        *demonstrations, _ = [m["content"] for m in messages if m["role"] == "user"]
        assert all(int(d.partition("Rule1: game ")[2].partition(".")[0]) >= 100 for d in demonstrations)
        replies = [m["content"] for m in messages if m["role"] == "assistant"]
        assert Counter(r.rpartition("Answer: ")[2] for r in replies) == dict.fromkeys(LABELS, 1)
        assert "higher preference than" in told
        assert "we cannot prove the antecedent" in told
        shown.append(tuple(demonstrations))
    assert len(set(shown)) > 1, "they are drawn for each problem"
    [cell] = found.manifest["settings"]["cells"].values()
    assert cell["preset"] == "boardgameqa-cot-few-shot"


@pytest.mark.parametrize(("options", "labels"), [("depth=1", LABELS), ("depth=1&binary=true", LABELS[:2])])
def test_what_is_sent_shows_a_proof_for_each_label_and_asks_for_knowledge(
    options: str, labels: tuple[str, ...]
) -> None:
    """Section 5 and appendix B: chains of thought are proofs; of games of two labels one of each is shown."""
    preset = "preset:boardgameqa-cot-few-shot"
    sent, _, _ = asked(f"generated:boardgameqa?n=6&seed=1&{options}", "Answer: proved", answerers=[preset])
    assert len(sent) == 6
    for messages in sent:
        system, *_ = [m["content"] for m in messages if m["role"] == "system"]
        assert "use\nwhat you know" in system
        assert "only" not in system
        replies = [m["content"] for m in messages if m["role"] == "assistant"]
        assert sorted(r.rpartition("Answer: ")[2] for r in replies) == sorted(labels)
        proofs = [r for r in replies if not r.endswith("unknown")]
        assert all("We know" in r and "according to Rule" in r and "so we can conclude" in r for r in proofs)
        assert any("has a higher preference than the conflicting" in r for r in proofs)
        assert any("higher priority rule" in r and "we cannot prove the antecedent" in r for r in proofs)


def test_demonstrations_are_never_what_is_evaluated(tmp_path: Path) -> None:
    data = games(tmp_path, "depth1.json", 60)
    sent, _, said = asked("boardgameqa", {"answer": "proved"}, answerers=["direct"], data=data, limit=5)
    assert said == ["3 demonstrations for 'direct' are from problems of boardgameqa that are not evaluated"]
    for messages in sent:
        *demonstrations, _ = [m["content"] for m in messages if m["role"] == "user"]
        assert len(demonstrations) == 3
        assert not any(f"game {number}." in d for d in demonstrations for number in range(5))
        assert "use what you know of the world" in messages[0]["content"]
        assert "nothing but the text" not in messages[0]["content"]


@pytest.mark.parametrize("method", ["direct", "cot"])
def test_a_generated_dataset_has_new_problems_of_its_generator(method: str) -> None:
    answer = {"answer": "yes", **({"reasoning": "…"} if method == "cot" else {})}
    sent, found, said = asked("generated:logicasker?n=3&only=modus&seed=0", answer, answerers=[method], shots=2)
    assert said == [f"2 demonstrations for '{method}' are from new problems of generated:logicasker (seed 730001)"]
    calls = [json.loads(c["function"]["arguments"])["answer"] for m in sent[0] for c in m.get("tool_calls") or ()]
    texts = [m["content"].split()[-1].strip(".").lower() for m in sent[0] if m["role"] == "assistant" and m["content"]]
    assert sorted(texts if method == "cot" else calls) == ["no", "yes"]
    own = {sample.problem.context for sample in load_dataset("generated:logicasker?n=3&only=modus&seed=0")}
    assert not any(context in text_of(sent[0][:-1]) for context in own)
    prompt = next(iter(found.manifest["settings"]["cells"].values()))["answerer"]["prompt"]
    kept = json.loads((found.folder / "prompts" / f"{prompt.rpartition(':')[2]}.json").read_text())
    assert kept["drawn_from"].startswith("new problems of generated:logicasker")


def test_a_number_that_cant_be_met_is_an_error(tmp_path: Path) -> None:
    rows = [{"id": n, "premises": f"Ada is kind {n}.", "conclusion": "So.", "label": "FTU"[n % 3]} for n in range(9)]
    labels = {"F": "False", "T": "True", "U": "Uncertain"}
    data = tmp_path / "folio.jsonl"
    data.write_text("\n".join(json.dumps({**row, "label": labels[str(row["label"])]}) for row in rows))
    with pytest.raises(UserError, match=r"shots=9 can't be met, balanced .* has 2 True, 2 False, 2 Uncertain; take"):
        asked("folio", "", answerers=["direct"], data=data, limit=3, shots=9)
    own = tmp_path / "own.jsonl"
    own.write_text('{"id": 1, "context": "Ada is kind.", "question": "Ada is kind.", "answer": "True"}\n')
    with pytest.raises(UserError, match="own has no training part with what"):
        asked(f"file:{own}", "", answerers=["direct"], demonstrations="train")
    sent, _, said = asked(f"file:{own}", {"answer": "True"}, answerers=["direct"], shots=3)
    assert said[-1] == "own has no training part with what 'direct' shows; demonstrations of ours are shown"
    assert sum(m["role"] == "assistant" for m in sent[0]) == 3


def test_a_level_that_is_used_up_is_shown_problems_of_the_generator(tmp_path: Path) -> None:
    """The others are shown the authors' own; where each is from is said, and letters are asked for in both."""
    options = ["A) True", "B) False", "C) Uncertain"]
    for level in ("easy", "medium"):
        rows = [
            {"id": n, "context": f"The {level} text {n}.", "question": "q", "options": options, "answer": "ABC"[n % 3]}
            for n in range(12)
        ]
        (tmp_path / "levels").mkdir(exist_ok=True)
        (tmp_path / "levels" / f"{level}.json").write_text(json.dumps(rows))
    preset = ["preset:proverqa-standard-2shot"]
    sent, _, said = asked("proverqa", {"answer": "A"}, answerers=preset, data=tmp_path / "levels", limit=14)
    own = "problems of proverqa that are not evaluated"
    made = "new problems of generated:provergen (seed 730001)"
    assert said == [f"2 demonstrations for 'direct' are from easy: {made}; medium: {own}"]
    assert len(sent) == 14
    for messages in sent:
        *shown, asks = [m["content"] for m in messages if m["role"] == "user"]
        level = "easy" if "The easy text" in asks else "medium"
        assert len(shown) == 2
        assert all(("The medium text" in text) is (level == "medium") for text in shown)
        assert all("A) True" in text and "C) Uncertain" in text for text in shown)


def test_translators_draw_gold_programs() -> None:
    from sorites.testing import program

    answer = program(("It is warm.", "Warm"), goal=("It is warm.", "Warm"))
    sent, _, said = asked("generated:logicasker?n=1&seed=0", answer, translators=["openai:m"], demonstrations="train")
    assert said == ["2 demonstrations for 'translate' are from new problems of generated:logicasker (seed 730001)"]
    assert sum(m["role"] == "assistant" for m in sent[0]) == 2


def test_what_a_preset_says_is_not_said_twice() -> None:
    for option, value in {"shots": 1, "mode": "json", "demonstrations": "auto", "prompt": Path("x.md")}.items():
        with pytest.raises(UserError, match=rf"the preset 'logicasker-zero-shot' says what --{option} is"):
            asked("generated:logicasker?n=1&seed=0", "", answerers=["preset:logicasker-zero-shot"], **{option: value})
    with pytest.raises(UserError, match="is for boardgameqa, generated:boardgameqa, not for generated:logicasker"):
        asked("generated:logicasker?n=1&seed=0", "", answerers=["preset:boardgameqa-cot-few-shot"])
    with pytest.raises(UserError, match="there is no preset 'x'; there are proverqa-standard-2shot"):
        asked("generated:logicasker?n=1&seed=0", "", answerers=["preset:x"])


def test_presets_on_the_command_line_and_in_files(tmp_path: Path) -> None:
    with serving(script=lambda number, request: Reply("no")) as server:
        done = sorites(
            "bench", "generated:logicasker?n=1&seed=0", "--preset", "logicasker-zero-shot", "--model", "openai:m",
            "--base-url", server.url, "--no-cache", "--json",
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        plan = tmp_path / "run.toml"
        plan.write_text(
            'dataset = "generated:logicasker?n=1&seed=0"\nmodels = ["openai:m"]\npresets = ["logicasker-zero-shot"]\n'
            f'base_url = "{server.url}"\ncache = false\n[cells.few]\npreset = "logicasker-random-4shot"\n'
            'model = "openai:m"\n'
        )
        ended = sorites("bench", str(plan), "--json")
        assert ended.returncode == 0, ended.stderr
        shapes = [[m["role"] for m in request["messages"]] for request in server.requests]
    assert sorted(map(len, shapes)) == [1, 1, 9]


def test_presets_are_listed_with_their_prompts() -> None:
    listed = sorites("presets")
    assert all(f"{name}: " in listed.stdout for name in PRESETS)
    assert max(map(len, listed.stdout.splitlines())) <= 80
    [one] = json.loads(sorites("presets", "multi-logieval-zero-shot-cot", "--json").stdout)["presets"]
    assert (one["shots"], one["method"], one["mode"]) == (0, "cot", "text")
    assert "[[QUESTION]]" in one["prompt"]
    assert "there is no preset 'x'" in sorites("presets", "x").stderr
