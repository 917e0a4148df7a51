"""Problems in other forms: each question that is asked has the answer that a proof gives."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from pyarrow import parquet

from sorites.eval.generators.augmentation import added_tasks, own_task
from sorites.eval.generators.boardgameqa import BoardgameQA
from sorites.eval.generators.exporting import Export, in_snakes
from sorites.eval.generators.problem import Generator, ProblemRecord
from sorites.eval.generators.provergen import ProverGen
from sorites.eval.generators.sentences import inside
from sorites.eval.generators.writing import problems, write
from sorites.eval.tasks.datasets import load_dataset
from sorites.solvers import UserError, prove, read_program
from sorites.solvers.notation.closing import parse_formula

from ..command import sorites
from ..generators.vocabularies import NAMES


def test_added_questions_are_answered_right() -> None:
    """Each step but the last is asked about twice, and each label is what the shown part of the text proves."""
    labels: Counter[tuple[int, str]] = Counter()
    about_others = []
    named, could = list[bool](), list[bool]()
    scheme = ProverGen().scheme
    for record in problems(ProverGen(("medium",), rule_goals=0.0), 18, 3):
        assert own_task(record).question == record.question
        tasks = list(added_tasks(record))
        assert len(tasks) == 2 * (record.depth - 1)
        for task in tasks:
            assert scheme.labels[prove(task.program).verdict] == task.label
            assert all(premise.gloss in record.context for premise in task.program.premises)
            assert task.closing.endswith(inside(task.program.goal.gloss))
            for number, step in enumerate(task.steps[:-1]):
                assert any(step.conclusion in later.facts for later in task.steps[number + 1 :]), "it leads nowhere"
            labels[len(task.options), task.label] += 1
            if task.label == "Uncertain":
                about_others.append(record.subject["name"] not in task.program.goal.gloss)
                if about_others[-1]:
                    who = task.program.goal.gloss.split()[0]
                    named += [who in task.context]
                    could += [len(set(re.findall("[A-Z][a-z]+", task.context)) & set(NAMES)) > 1]
        shown = [len(task.program.premises) for task in tasks]
        assert min(shown) < len(own_task(record).program.premises)
    assert set(labels) == {(2, "True"), (2, "False"), (3, "True"), (3, "False"), (3, "Uncertain")}
    assert labels[3, "Uncertain"] * 2 == labels.total()
    assert 0.5 < sum(about_others) / len(about_others) < 0.9
    assert named == could, "a name that the text does not have would tell"
    assert 0 < sum(named) < len(named)


@pytest.mark.parametrize("maker", [ProverGen(("easy",)), BoardgameQA(2)], ids=lambda m: m.name)
def test_the_forms_say_the_same(maker: Generator) -> None:
    [record] = problems(maker, 1, 4)
    [(label, line)] = Export("alpaca").lines(record)
    alpaca = json.loads(line)
    assert label == record.label
    assert alpaca["input"] == f"Context: {record.context}\nQuestion: {record.question}"
    assert alpaca["output"].splitlines()[-1] == f"Answer: {record.label}"
    assert alpaca["instruction"].endswith(f"{', '.join(dict.fromkeys(record.options))}.")
    asks = maker.name == "boardgameqa"  # some of whose rules ask for what no sentence says
    assert ("what everybody knows" in alpaca["instruction"], "alone" in alpaca["instruction"]) == (asks, not asks)
    [(_, line)] = Export("openai").lines(record)
    chat = json.loads(line)
    assert [m["role"] for m in chat["messages"]] == ["system", "user", "assistant"]
    assert [m["content"] for m in chat["messages"]] == [alpaca["instruction"], alpaca["input"], alpaca["output"]]
    [(_, line)] = Export("jsonl").lines(record)
    assert ProblemRecord.model_validate_json(line) == record
    [(_, line)] = Export("hf").lines(record)
    row = json.loads(line)
    row |= {name: json.loads(row[name]) for name in ("tags", "certificate", "steps", "subject")}
    assert ProblemRecord.model_validate(row) == record


def test_what_has_no_steps_is_refused() -> None:
    [record] = problems(BoardgameQA(2), 1, 4)
    for export in (Export("openai", augment=True), Export("proverqa")):
        with pytest.raises(UserError, match="only ProverGen's"):
            list(export.lines(record))
    [spoilt] = problems(ProverGen(("medium",), universal=False), 1, 4)
    with pytest.raises(UserError, match="universal=false"):
        list(Export("alpaca").lines(spoilt))
    with pytest.raises(UserError, match="forms openai, alpaca, proverqa"):
        Export("jsonl", augment=True)


def test_the_authors_format_reads_back_equal(tmp_path: Path) -> None:
    """Their reader finds the same texts, questions, labels and steps; nl2fol is the gold program."""
    file = tmp_path / "dev.json"
    made = list(write(ProverGen(("medium",)), 6, 5, file, export=Export("proverqa", augment=True)))
    rows = json.loads(file.read_text("utf-8"))
    assert set(rows[0]) == {
        "id", "options", "answer", "question", "reasoning", "context", "nl2fol", "conclusion_fol",
        "background_story", "name", "keyword", "subject_category",
    }  # fmt: skip
    samples = {sample.problem.id: sample for sample in load_dataset("proverqa", file)}
    for record in made:
        sample, task = samples[record.id], own_task(record)
        assert (sample.problem.context, sample.problem.question) == (record.context, record.question)
        assert sample.gold == record.label
        assert all(text in sample.reasoning for step in task.steps for text in (*step.facts, step.rule))
        assert sample.reasoning.endswith(f"The correct option is: {'ABC'[record.options.index(record.label)]}.")
        assert " ".join(rows[[r["id"] for r in rows].index(record.id)]["nl2fol"]) == record.context
    scheme = load_dataset("proverqa", file).scheme
    for sample in samples.values():
        program = read_program(sample.program).program
        assert program is not None
        assert scheme.labels[prove(program).verdict] == sample.gold
    formula, _ = parse_formula("∀x (PlaysChess(x) → IsA2B(ada))")
    assert formula is not None
    assert in_snakes(formula) == "∀x (plays_chess(x) → is_a2_b(Ada))"


def test_gold_programs_and_the_training_split(tmp_path: Path) -> None:
    file = tmp_path / "easy.json"
    list(write(ProverGen(("easy",)), 6, 5, file, export=Export("proverqa")))
    ended = sorites("bench", "proverqa", "--data", str(file), "--translator", "gold", "--json")
    assert json.loads(ended.stdout)["accuracy"] == 1.0
    output = json.dumps({"reasoning": "Ann sings.", "answer": "B"})
    text = "Context:\nAnn sings. Bo is not shy.\n\nQuestion: Is it so? Bo is shy.\n\nOptions:\nA) True\nB) False\n"
    row = {"system": "Answer.", "input": "The correct option is:", "instruction": text, "output": output}
    train = tmp_path / "provergen-5000.json"
    train.write_text(json.dumps([row]), encoding="utf-8")
    [sample] = load_dataset("proverqa-train", train)
    assert (sample.problem.context, sample.problem.question) == ("Ann sings. Bo is not shy.", "Is it so? Bo is shy.")
    assert (sample.gold, sample.problem.options, sample.reasoning) == ("False", ("A) True", "B) False"), "Ann sings.")
    train.write_text(json.dumps([{**row, "instruction": "Ann sings."}]), encoding="utf-8")
    with pytest.raises(UserError, match="are expected in the instruction"):
        load_dataset("proverqa-train", train)


def test_the_training_split_that_is_written_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "provergen-9.json"
    records = list(write(ProverGen(("easy",)), 9, 5, file, export=Export("proverqa-train")))
    samples = list(load_dataset("proverqa-train", file))
    assert [(s.problem.context, s.problem.question, s.gold) for s in samples] == [
        (r.context, r.question, r.label) for r in records
    ]
    for record, sample in zip(records, samples, strict=True):
        assert sample.problem.options == ("A) True", "B) False", "C) Uncertain")
        assert sample.reasoning.endswith(f"The correct option is: {'ABC'[record.options.index(record.label)]}.")
        assert all(step.rule in sample.reasoning for step in record.steps)
    augmented = tmp_path / "augmented.json"
    list(write(ProverGen(("medium",)), 3, 5, augmented, export=Export("proverqa-train", augment=True)))
    assert {len(s.problem.options) for s in load_dataset("proverqa-train", augmented)} == {2, 3}


def test_levels_are_pooled_and_questions_drawn_balanced(tmp_path: Path) -> None:
    export = Export("openai", augment=True, draw=30)
    file = tmp_path / "train.jsonl"
    list(write(ProverGen(("easy", "medium")), 12, 5, file, export=export))
    lines = [json.loads(line)["messages"][2]["content"] for line in file.read_text("utf-8").splitlines()]
    assert Counter(line.splitlines()[-1] for line in lines) == {
        f"Answer: {label}": 10 for label in ("True", "False", "Uncertain")
    }
    assert export.labels == {"True": 10, "False": 10, "Uncertain": 10}
    with pytest.raises(UserError, match="can't be drawn"):
        list(write(ProverGen(("easy",)), 2, 5, tmp_path / "few", export=Export("openai", augment=True, draw=300)))


@pytest.mark.parametrize("to", ["openai", "proverqa"])
def test_what_is_refused_leaves_no_file(to: str, tmp_path: Path) -> None:
    """Neither one without a line nor an empty list, so that the same name can be tried again with more problems."""
    out, level = tmp_path / "train", ("--augment", "--to", to, "-o", "level=easy")
    ended = sorites("generate", "provergen", "--seed", "0", "--n", "2", "--out", out, *level, "--tasks", "3000")
    assert ended.returncode == 2
    assert "raise --n" in ended.stderr
    assert sorites("generate", "boardgameqa", "--n", "2", "--out", out, "--augment", "--to", to).returncode == 2
    assert list(tmp_path.iterdir()) == []
    again = sorites("generate", "provergen", "--seed", "0", "--n", "9", "--out", out, *level, "--tasks", "3")
    assert again.returncode == 0, again.stderr
    assert out.stat().st_size


@pytest.mark.parametrize("form", ["hf", "parquet"])
def test_a_folder_has_its_splits_and_a_card(form: str, tmp_path: Path) -> None:
    """Loaded by ``datasets``: the same columns in each row, nothing nested with names of its own."""
    for split, count in (("train", 8), ("test", 4)):
        given = ("mix", "--out", tmp_path / "d", "--n", str(count), "--seed", "1", "--to", form, "--split", split)
        assert sorites(*given).returncode == 0
    again = sorites("mix", "--out", tmp_path / "d", "--n", "8", "--to", form)
    assert again.returncode == 2
    assert "exists" in again.stderr
    card = (tmp_path / "d" / "README.md").read_text("utf-8")
    for told in (
        "license: mit",
        "- n<1K",
        "  - split: train\n    path: train.",
        "| provergen | 1 | `level=easy",
    ):
        assert told in card
    if form == "parquet":
        rows = parquet.read_table(tmp_path / "d" / "train.parquet").to_pylist()
    else:
        rows = [json.loads(line) for line in (tmp_path / "d" / "train.jsonl").read_text("utf-8").splitlines()]
    papers = ("provergen", "multi-logieval", "logicasker", "boardgameqa")
    assert Counter(row["generator"] for row in rows) == dict.fromkeys(papers, 2)
    assert len({tuple(row) for row in rows}) == 1
    assert all(isinstance(json.loads(row["certificate"]), dict | None) for row in rows)
    assert {row["split"] for row in rows} == {"train"}


def test_premises_have_the_numbers_that_reasons_name(tmp_path: Path) -> None:
    given = ("generate", "logicasker", "--n", "30", "--seed", "2", "-o", "length=2", "--to", "openai")
    assert sorites(*given, "--out", tmp_path / "t.jsonl").returncode == 0
    for line in (tmp_path / "t.jsonl").read_text("utf-8").splitlines():
        _, asked, told = (message["content"] for message in json.loads(line)["messages"])
        numbers = [int(n) for n in re.findall(r"(?m)^(\d+)\. ", asked)]
        assert numbers == list(range(1, len(numbers) + 1))
        steps = [int(n) for n in re.findall(r"(?m)^(\d+)\. By", told)]
        assert steps == list(range(len(numbers) + 1, len(numbers) + 1 + len(steps)))
