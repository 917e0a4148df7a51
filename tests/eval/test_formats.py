"""Files of benchmarks, small ones that the tests write."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sorites.eval.tasks.datasets import load_dataset
from sorites.solvers import UserError


def test_logicasker(tmp_path: Path) -> None:
    query = (
        "Consider the following premises: If it rains, then Ann sings. It is raining. "
        "Can we infer the following from them? Answer yes or no: Ann is singing."
    )
    path = tmp_path / "part.csv"
    path.write_text(
        "id,logic,rule_category,rule,problem,query,answer\n"
        f'7,propositional,inference,modus ponens,inference,"{query}",Yes\n'
    )
    [sample] = load_dataset("logicasker", tmp_path)
    assert sample.problem.context == "If it rains, then Ann sings. It is raining."
    assert sample.problem.question.startswith("Can we infer")
    assert sample.gold == "yes"
    assert sample.tags == {
        "logic": "propositional", "category": "inference", "rule": "modus ponens", "case": "inference"
    }  # fmt: skip


def test_multi_logieval(tmp_path: Path) -> None:
    for logic, encoding in (("pl", "utf-8"), ("nm", "cp1252")):
        folder = tmp_path / "d2_Data" / logic
        folder.mkdir(parents=True)
        sample = {"id": 3, "context": "If Ann’s café opens, Bob sings.", "question": "Does Bob sing?", "answer": "Yes"}
        found = {"logic": "mm" if logic == "nm" else logic, "rule": "HS_MP", "depth": "d2", "samples": [sample]}
        (folder / "HS_MP.json").write_bytes(json.dumps(found, ensure_ascii=False).encode(encoding))
    samples = list(load_dataset("multi-logieval", tmp_path))
    assert [s.problem.id for s in samples] == ["nm/d2/HS_MP/3", "pl/d2/HS_MP/3"]
    assert {s.problem.context for s in samples} == {"If Ann’s café opens, Bob sings."}
    assert [s.gold for s in samples] == ["yes", "yes"]
    assert samples[0].tags["depth"] == "2"


def test_the_relations_of_multi_logieval(tmp_path: Path) -> None:
    sample = {
        "id": 3,
        "context": "Every cook helps someone.",
        "question": "Does someone help someone?",
        "answer": "Yes",
    }
    found = {"logic": "multivar_fol", "rule": "5", "depth": "-", "samples": [sample]}
    (tmp_path / "fol_multi_5.json").write_text(json.dumps(found))
    [read] = load_dataset("multi-logieval-relations", tmp_path)
    assert (read.problem.id, read.gold) == ("relations/d1/fol_multi_5/3", "yes")
    assert read.tags == {"logic": "relations", "depth": "1", "rule": "R5"}


def test_proverqa_in_a_folder(tmp_path: Path) -> None:
    for name in ("easy", "hard"):
        row = {
            "id": 1, "context": "Ann is kind.", "question": "Is the following statement true? Ann is kind.",
            "options": ["A) True", "B) False", "C) Uncertain"], "answer": "A",
        }  # fmt: skip
        (tmp_path / f"{name}.json").write_text(json.dumps([row]))
    samples = list(load_dataset("proverqa", tmp_path))
    assert [s.problem.id for s in samples] == ["easy/1", "hard/1"]
    assert [s.gold for s in samples] == ["True", "True"]


@pytest.mark.parametrize(
    ("name", "file", "content", "words"),
    [
        ("folio", "a.jsonl", '{"premises": []}', "line 1 has no 'conclusion'; it has 'premises', and expected are"),
        ("folio", "a.jsonl", "{", "line 1 is no JSON"),
        ("logicasker", "a.csv", "id,logic\n1,x\n", "line 2 has no 'rule_category'"),
        ("multi-logieval", "a.json", "[]", "an object with 'logic', 'depth', 'samples' is expected, not a list"),
        ("proverqa", "a.txt", "", "holds no file that ends with .json"),
        ("multi-logieval", "a.json", '{"logic": "pl", "depth": 1, "samples": [{"id": 1, "context": "", '
         '"question": "", "answer": "perhaps"}]}', "has the label 'perhaps'"),
    ],
)  # fmt: skip
def test_bad_files(name: str, file: str, content: str, words: str, tmp_path: Path) -> None:
    (tmp_path / file).write_text(content)
    with pytest.raises(UserError, match=words.replace("[", "\\[")):
        load_dataset(name, tmp_path)
