"""Values as plain data: what comes back is what was written, whole, and nothing that was not."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from pydantic import BaseModel

from sorites import Solution, UserError, prove, solve
from sorites.solvers import Outcome, read_program
from sorites.solvers.carrying.plain import read_plain, write_plain

TEXTS = [
    ("Kind people are nice. Anne is kind.", "Is Anne nice?", ()),
    ("Ann likes Bob. Cleo likes Bob.", "Who likes Bob?", ()),
    ("A customer is angry. Lou is a customer.", "Is Lou angry?", ()),
    ("Ann is 3.5 feet tall.", "Is Ann taller than 3 feet?", ()),
    ("Ann is kind.", "Which is true?", ("A) Ann is kind.", "B) Ann is not kind.")),
    ("Blorp the zzz of.", "Is Anne nice?", ()),
]
PROGRAMS = [
    "Defaults:\nd1: Bird(x) ⇒ Flies(x) ::: Birds normally fly.\nPremises:\nBird(tweety)\nConclusion:\nFlies(tweety)\n",
    "Premises:\n∀x (P(x) → Q(x))\nP(a)\nConclusion:\nQ(a)\n",
    "Premises:\nx > 3.25\nConclusion:\nx > 3\n",
]


def unchecked(outcome: Outcome | None) -> Outcome | None:
    """Return an outcome without the kernel's word, which equals no other one."""
    return replace(outcome, checked=None) if outcome is not None else None


def there_and_back(value: Any) -> Any:
    return read_plain(type(value), json.loads(json.dumps(write_plain(value))))


def bare(solution: Solution) -> Solution:
    """Return a solution that can be compared with another one."""
    attempts = tuple(
        replace(
            a,
            outcome=unchecked(a.outcome),
            likely=unchecked(a.likely),
            others=tuple(filter(None, map(unchecked, a.others))),
            options=tuple(filter(None, map(unchecked, a.options))),
        )
        for a in solution.attempts
    )
    best = next(i for i, a in enumerate(solution.attempts) if a is solution.best)
    return replace(solution, attempts=attempts, best=attempts[best])


@pytest.mark.parametrize(("context", "question", "options"), TEXTS)
def test_a_solution_comes_back_whole(context: str, question: str, options: tuple[str, ...]) -> None:
    solution = solve(context, question, options)
    dumped = solution.model_dump()
    again = Solution.model_validate(json.loads(json.dumps(dumped)))
    assert bare(again) == bare(solution)
    assert (again.checked, again.explanation, again.remark) == (solution.checked, solution.explanation, solution.remark)
    assert again.model_dump() == dumped
    assert again.best in again.attempts
    assert (dumped["answer"], dumped["explanation"]) == (solution.answer, list(solution.explanation))
    assert json.loads(solution.model_dump_json()) == json.loads(json.dumps(dumped))


@pytest.mark.parametrize("text", PROGRAMS)
def test_outcomes_of_all_kinds_come_back(text: str) -> None:
    outcome = prove(text)
    again = there_and_back(outcome)
    assert unchecked(again) == unchecked(outcome)
    assert (again.checked is None) == (outcome.checked is None)
    reading = read_program(text)
    assert there_and_back(reading) == reading


def test_a_model_of_pydantic_may_hold_a_solution() -> None:
    class Kept(BaseModel):
        note: str
        solution: Solution | None = None

    solution = solve(*TEXTS[0])
    kept = Kept(note="a", solution=solution)
    assert kept.solution is solution
    again = Kept.model_validate_json(kept.model_dump_json())
    assert again.solution is not None
    assert bare(again.solution) == bare(solution)
    assert "whole" in json.dumps(Kept.model_json_schema())


def test_what_is_no_solution_is_refused() -> None:
    dumped = solve(*TEXTS[0]).model_dump()
    assert isinstance(dumped, dict)
    wrong: Any
    for wrong in (None, [], {}, {"whole": 3}, {"whole": {"format": "sorites", "kind": "Problem"}}):
        with pytest.raises(UserError, match="no Solution as plain data"):
            Solution.model_validate(wrong)
    newer = json.loads(json.dumps(dumped))
    newer["whole"]["version"] = 99
    with pytest.raises(UserError, match="version 99"):
        Solution.model_validate(newer)
    with pytest.raises(TypeError):
        Solution(**dumped)


def test_what_says_that_it_is_checked_is_checked() -> None:
    forged = json.loads(json.dumps(solve(*TEXTS[0]).model_dump()))
    [outcome] = [entry for entry in forged["whole"]["nodes"] if entry["is"] == "Outcome"]
    assert outcome["verdict"] == "entailed"
    outcome["verdict"] = "refuted"
    with pytest.raises(UserError, match="no Solution as plain data"):
        Solution.model_validate(forged)


def test_altered_data_is_refused_or_read_and_nothing_else() -> None:
    """Whatever stands in a checkpoint, it is a solution or the user's error."""
    text = json.dumps(solve(*TEXTS[1]).model_dump()["whole"])
    draw, refused = random.Random(7), 0
    for _ in range(150):
        data = json.loads(text)
        alter(data, draw)
        try:
            found = Solution.model_validate({"whole": data})
        except UserError:
            refused += 1
        else:
            assert isinstance(found, Solution)
    assert refused > 50


def alter(data: Any, draw: random.Random) -> None:
    """Put something else in a random place."""
    while True:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        key = draw.choice(keys)
        if not isinstance(data[key], dict | list) or not data[key] or draw.random() < 0.1:
            data[key] = draw.choice([None, -1, 10**6, 0.5, "x", [], {}, [[]], True, {"is": "Popen"}])
            return
        data = data[key]
