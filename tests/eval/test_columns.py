"""Files of public sets as their authors publish them, by what their columns are called: a row of each."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from sorites.eval import load_dataset, run
from sorites.eval.tasks.columns import with_columns
from sorites.solvers import MissingExtra, UserError

from ..command import refused, sorites


@dataclass(frozen=True)
class Published:
    """A file as it is published, what its columns are called, and what of it comes first and last.

    Attributes:
        rows: what the file holds: an object, a list, or lines.
        columns: what is said on the command line.
        first: the context, the question and the label of the first problem.
        count: how many problems there are.
        options: of the first problem.
        labels: what is said by ``--labels``.
    """

    rows: Any
    columns: str
    first: tuple[str, str, str]
    count: int = 1
    options: tuple[str, ...] = ()
    labels: str | None = None


FOUR = ["So P.", "So Q.", "So R.", "So S."]
PUBLISHED = {
    "AR-LSAT": Published(
        [{"id": "1", "passage": "Seven talks.", "questions": [
            {"id": "1_1", "question": "Which is first?", "options": FOUR, "answer": "B"},
            {"id": "1_2", "question": "Which is last?", "options": FOUR, "answer": "D"}]}],
        "context=passage,question=questions.question,options=questions.options,answer=questions.answer,id=questions.id",
        ("Seven talks.", "Which is first?", "So Q."), 2, tuple(FOUR)),
    "BBH logical deduction": Published(
        {"canary": "BENCHMARK DATA", "examples": [{"input": "A is left of B. Which?\nOptions:\n(A) A is leftmost\n"
                                                            "(B) B is leftmost", "target": "(A)"}]},
        "question=examples.input,answer=examples.target",
        ("", "A is left of B. Which?", "A is leftmost"), 1, ("(A) A is leftmost", "(B) B is leftmost")),
    "BBH formal fallacies": Published(
        {"examples": [{"input": "All a are b. Is it valid?\nOptions:\n- valid \n- invalid", "target": "invalid"}]},
        "question=examples.input,answer=examples.target",
        ("", "All a are b. Is it valid?", "invalid"), 1, ("valid", "invalid")),
    "BBH web of lies": Published(
        {"examples": [{"input": "Question: Fidel lies. Does Fidel tell the truth?", "target": "No"}]},
        "question=examples.input,answer=examples.target",
        ("", "Question: Fidel lies. Does Fidel tell the truth?", "False")),
    "BBEH boardgame": Published(
        {"examples": [{"input": "A board game. What is it?", "target": "proved"}]},
        "question=examples.input,answer=examples.target", ("", "A board game. What is it?", "proved"),
        labels="proved,disproved,unknown"),
    "CLUTRR": Published(
        [{"id": "c1", "story": "[Ann] is [Bob]'s mother.", "query": "('Bob', 'Ann')", "target_text": "mother"},
         {"id": "c2", "story": "[Carl] is [Dan]'s son.", "query": "('Dan', 'Carl')", "target_text": "son"}],
        "context=story,question=query,answer=target_text,options=target_text",
        ("[Ann] is [Bob]'s mother.", "('Bob', 'Ann')", "mother"), 2, ("mother", "son")),
    "ConTRoL": Published(
        [{"uid": "7", "premise": "The ships sank.", "hypothesis": "No ship sank.", "label": "c"}],
        "context=premise,question=hypothesis,answer=label,id=uid", ("The ships sank.", "No ship sank.", "c"),
        labels="e,c,n"),
    "LogicBench": Published(
        {"type": "propositional", "axiom": "MP", "samples": [{"id": 1, "context": "If P, Q. P.", "qa_pairs": [
            {"question": "Does this imply Q?", "answer": "yes"}, {"question": "Not Q?", "answer": "no"}]}]},
        "context=samples.context,question=samples.qa_pairs.question,answer=samples.qa_pairs.answer",
        ("If P, Q. P.", "Does this imply Q?", "yes"), 2, labels="yes,no"),
    "LogicBench of choices": Published(
        {"samples": [{"id": 1, "context": "If P, Q. P.", "question": "What can be concluded?",
                      "choices": {"choice_1": "P.", "choice_2": "Q."}, "answer": "choice_2"}]},
        "context=samples.context,question=samples.question,options=samples.choices,answer=samples.answer",
        ("If P, Q. P.", "What can be concluded?", "Q."), 1, ("P.", "Q.")),
    "LogicNLI": Published(
        {"17": {"facts": ["Ann is kind."], "rules": ["Kind people are nice."],
                "statements": ["Ann is nice.", "Ann is odd."], "labels": ["entailment", "neutral"]}},
        "context=*.facts+*.rules,question=*.statements,answer=*.labels",
        ("Ann is kind.\nKind people are nice.", "Ann is nice.", "entailment"), 2,
        labels="entailment,contradiction,neutral"),
    "LogiQA 2.0": Published(
        [{"id": 3, "answer": 3, "text": "Some talk.", "question": "Which follows?", "options": FOUR}],
        "context=text,question=question,options=options,answer=answer",
        ("Some talk.", "Which follows?", "So S."), 1, tuple(FOUR)),
    "ReClor": Published(
        [{"context": "Some talk.", "question": "Which weakens it?", "answers": FOUR, "label": 0, "id_string": "t_0"}],
        "context=context,question=question,options=answers,answer=label,id=id_string",
        ("Some talk.", "Which weakens it?", "So P."), 1, tuple(FOUR)),
    "SATBench": Published(
        [{"scenario": "A team.", "conditions": ["1. Ann or Bob.", "2. Not Ann."], "question": "Is there a way?",
          "satisfiable": True}],
        "context=scenario+conditions,question=question,answer=satisfiable",
        ("A team.\n1. Ann or Bob.\n2. Not Ann.", "Is there a way?", "True")),
    "RuleTaker": Published(
        [{"id": "D-1", "context": "Anne is kind.", "questions": [{"id": "D-1-1", "text": "Anne is kind.",
                                                                  "label": True}]}],
        "context=context,question=questions.text,answer=questions.label,id=questions.id",
        ("Anne is kind.", "Anne is kind.", "True")),
    "ProofWriter": Published(
        [{"id": "AttNeg-1", "theory": "Anne is kind.", "questions": {
            "Q1": {"question": "Anne is kind.", "answer": "True", "QDep": 0},
            "Q2": {"question": "Anne is cold.", "answer": "Unknown", "QDep": 0}}}],
        "context=theory,question=questions.*.question,answer=questions.*.answer",
        ("Anne is kind.", "Anne is kind.", "True"), 2),
    "PrOntoQA": Published(
        {"example1": {"in_context_example0": {"question": "x"}, "test_example": {
            "question": "Each cat is kind. Max is a cat.", "query": "True or false: Max is kind.", "answer": "True"}}},
        "context=*.test_example.question,question=*.test_example.query,answer=*.test_example.answer",
        ("Each cat is kind. Max is a cat.", "True or false: Max is kind.", "True")),
}  # fmt: skip


def file_of(folder: Path, rows: Any, *, lines: bool) -> Path:
    path = folder / ("set.jsonl" if lines else "set.json")
    path.write_text("\n".join(map(json.dumps, rows)) if lines else json.dumps(rows, indent=1), "utf-8")
    return path


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_set_as_it_is_published(name: str, tmp_path: Path) -> None:
    one = PUBLISHED[name]
    for lines in {False, isinstance(one.rows, list)}:
        file = file_of(tmp_path, one.rows, lines=lines)
        samples = list(load_dataset(with_columns(f"file:{file}", one.columns), labels=one.labels))
        problem = samples[0].problem
        assert (problem.context, problem.question, samples[0].gold) == one.first
        assert (len(samples), problem.options) == (one.count, one.options)
        assert len({sample.problem.id for sample in samples}) == len(samples)
        assert one.first[2] not in samples[0].tags.values() or problem.context == "", "the label is no tag"


def test_columns_on_the_command_line_and_in_a_run(tmp_path: Path) -> None:
    file = file_of(
        tmp_path, [{"text": "Tom is a cat.", "asked": "Is Tom a cat?", "label": True, "kind": "a"}], lines=True
    )
    columns = "context=text,question=asked,answer=label"
    arguments = ("bench", f"file:{file}", "--columns", columns, "--translator", "english", "--json")
    found = json.loads(sorites(*arguments).stdout)
    assert (found["accuracy"], list(found["groups"]["kind"])) == (1.0, ["a"])
    out = tmp_path / "run"
    run(f"file:{file}?{columns}", translators=["english"], out=out)
    with pytest.raises(UserError, match="dataset was"):  # they are a part of what the run is
        run(f"file:{file}?{columns},story=kind", translators=["english"], out=out, resume=True)


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ("context=text,answer=label", "where the question stands, too: question=COLUMN"),
        ("context=text,question=asked,answer=label,goal=x", "a problem has no 'goal'"),
        ("context=text,question=ask,answer=label", "line 1: there is no 'ask'; it has 'text', 'asked', 'label'"),
    ],
)
def test_columns_that_there_are_not(columns: str, said: str, tmp_path: Path) -> None:
    file = file_of(tmp_path, [{"text": "Tom is a cat.", "asked": "Is Tom a cat?", "label": True}], lines=True)
    assert said in refused("bench", f"file:{file}", "--columns", columns, "--translator", "english")
    assert "has columns of its own" in refused("bench", "sample", "--columns", columns, "--translator", "english")


@pytest.mark.parametrize(
    ("options", "label", "gold"), [(["2", "3", "5"], 2, ""), (["2", "3", "5"], 7, ""), (["0", "1"], 1, "1")]
)
def test_a_whole_number_is_an_options_place_or_refused(
    options: list[str], label: int, gold: str, tmp_path: Path
) -> None:
    row = {"context": "Some.", "question": "How many?", "options": options, "answer": label}
    file = file_of(tmp_path, [row], lines=True)
    if gold:
        assert [sample.gold for sample in load_dataset(f"file:{file}")] == [gold]
    else:
        with pytest.raises(UserError, match=r"name it by its letter|there is no option 7"):
            load_dataset(f"file:{file}")


def test_a_set_of_the_hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a folder, since no test reaches the network."""
    monkeypatch.setenv("HF_HOME", str(tmp_path / "cache"))
    file_of(tmp_path, [{"text": "Tom is a cat.", "asked": "Is Tom a cat?", "label": "yes"}], lines=True)
    name = f"hf:{tmp_path}?split=train,context=text,question=asked,answer=label"
    if find_spec("datasets") is None:
        with pytest.raises(MissingExtra, match=r"sorites\[hf\]"):
            load_dataset(name)
        return
    [sample] = load_dataset(name)
    assert (sample.problem.context, sample.gold) == ("Tom is a cat.", "True")
