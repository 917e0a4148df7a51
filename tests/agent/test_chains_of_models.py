"""Chains that models write: how long they are, and which steps do not follow (Multi-LogiEval, section 4.3)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sorites.eval.scoring.chains import Mapped, mapped, steps_of
from sorites.testing import Reply, serving

from ..command import sorites

TEXT = (
    "Whenever Ada bakes bread, she sells cakes. When Ada sells cakes, she cleans ovens. "
    "Ada bakes bread or is calm, or both."
)
QUESTION = "Suppose that Ada does not clean ovens. Is it true that Ada is calm?"
RIGHT = (
    "1. Ada does not clean ovens, so Ada does not sell cakes.\n2. Therefore, Ada does not bake bread.\n"
    "3. Thus Ada is calm."
)


@pytest.mark.parametrize(
    ("answer", "length"),
    [
        (RIGHT, 3),
        (f"Reasoning steps:\n{RIGHT}\nAnswer: Yes", 3),
        (json.dumps({"reasoning": RIGHT, "answer": "yes"}), 3),
        ("Step 1: Ada sells.\nIt goes on.\nStep 2: Leo sleeps.\n\n**Answer:** no", 2),
        ("Ada sells cakes. So she cleans ovens. Therefore, the answer is no.", 2),
        ("- Ada sells cakes.\n- Ada cleans ovens.", 2),
        ("yes", 0),
        ("", 0),
    ],
)
def test_how_long_a_chain_is(answer: str, length: int) -> None:
    assert len(steps_of(answer)) == length


def test_steps_that_do_not_follow_are_found() -> None:
    assert mapped(TEXT, QUESTION, RIGHT) == Mapped(3, 3, ())
    # The second step takes the conditional the wrong way round; the third one follows all the same.
    turned = RIGHT.replace("does not bake bread", "bakes bread")
    assert mapped(TEXT, QUESTION, turned) == Mapped(3, 3, (2,))
    # Of what the text does not speak, nothing is said.
    other = "This is modus tollens. Ada likes tea. So Ada sells cakes."
    assert mapped(TEXT, QUESTION.replace("Suppose that ", ""), other).wrong == (3,)
    assert mapped(TEXT, QUESTION, other).read == 1
    assert mapped("Blah blah the of.", "Why?", RIGHT) == Mapped(3, 0, ())
    asked = "If Ada does not clean ovens, is it true that Ada is calm?"
    assert mapped(TEXT, asked, RIGHT) == Mapped(3, 3, ())


def test_chains_stand_in_the_papers_table(tmp_path: Path) -> None:
    problems = [
        {"id": str(depth), "context": TEXT, "question": QUESTION, "label": "yes", "logic": "pl", "depth": str(depth)}
        for depth in (2, 3, 5)
    ]
    file = tmp_path / "problems.jsonl"
    file.write_text("".join(json.dumps(p) + "\n" for p in problems))
    turned = RIGHT.replace("does not bake bread", "bakes bread")
    chains = {"2": (turned, "no"), "3": (RIGHT, "no"), "5": (RIGHT, "yes")}

    def script(number: int, request: dict[str, Any]) -> Reply:
        [place] = [p["id"] for p in problems[number : number + 1]]
        return Reply({"reasoning": chains[place][0], "answer": chains[place][1]})

    run = tmp_path / "run"
    with serving(script=script) as server:
        made = sorites(
            "bench", f"file:{file}", "--labels", "yes,no", "--answerer", "cot", "--model", "openai:m", "--base-url",
            server.url, "--concurrency", "1", "--no-cache", "--out", str(run), env={"OPENAI_API_KEY": "k"},
        )  # fmt: skip
    assert made.returncode == 0, made.stderr
    shown = json.loads(sorites("paper", "multi-logieval-section43", str(run), "--json").stdout)
    [figures] = shown["measured"].values()
    assert figures == [3.0, 100.0, 0.0]
