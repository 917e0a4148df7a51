"""Problems for fine-tuning: each question that is asked has the answer that a proof gives."""

from __future__ import annotations

import json

import pytest

from sorites import solve
from sorites.eval.generators.boardgameqa import BoardgameQA
from sorites.eval.generators.exporting import rendered
from sorites.eval.generators.problem import Generator, ProblemRecord
from sorites.eval.generators.provergen import ProverGen
from sorites.eval.generators.writing import problems
from sorites.solvers import Verdict


def asked(record: ProblemRecord, *, augment: bool) -> list[tuple[str, str]]:
    """Return the questions of a problem's lines, and the answers."""
    found = []
    for line in rendered(record, "alpaca", augment=augment):
        task = json.loads(line)
        assert task["instruction"].endswith(f"{', '.join(dict.fromkeys(record.options))}.")
        context, _, question = task["input"].partition("\nQuestion: ")
        assert context == f"Context: {record.context}"
        found.append((question, task["output"].splitlines()[-1].removeprefix("Answer: ")))
    return found


def test_added_questions_are_answered_right() -> None:
    for record in problems(ProverGen("easy"), 6, 3):
        questions = asked(record, augment=True)
        assert questions[0] == (record.question, record.label)
        assert (len(questions) > 1) == (record.verdict is not Verdict.UNKNOWN)
        for question, answer in questions:
            assert solve(record.context, question).answer == answer, (record.context, question)


@pytest.mark.parametrize("maker", [ProverGen("easy"), BoardgameQA(2)], ids=lambda m: m.name)
def test_the_forms_say_the_same(maker: Generator) -> None:
    [record] = problems(maker, 1, 4)
    assert asked(record, augment=False) == [(record.question, record.label)]
    [alpaca] = map(json.loads, rendered(record, "alpaca"))
    [chat] = map(json.loads, rendered(record, "openai"))
    assert [m["role"] for m in chat["messages"]] == ["system", "user", "assistant"]
    assert [m["content"] for m in chat["messages"]] == [alpaca["instruction"], alpaca["input"], alpaca["output"]]
    for form in ("jsonl", "hf"):
        [line] = rendered(record, form, augment=True)
        assert ProblemRecord.model_validate_json(line) == record


def test_games_have_no_question_that_the_rules_leave_open_added() -> None:
    """What rules with exceptions leave open is no matter of one engine's proof, so nothing is added."""
    record = next(r for r in problems(BoardgameQA(2), 9, 4) if r.verdict is not Verdict.UNKNOWN)
    assert "unknown" not in {answer for _, answer in asked(record, augment=True)}
