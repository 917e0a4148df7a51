"""Votes: proofs weigh more than unknown, signs of faults weigh less, an even split is no answer."""

from __future__ import annotations

import pytest

from sorites import solve
from sorites.agent.voting import Ballot, equivalent, signs_of, vote
from sorites.solvers import Verdict, make_solver, read_program
from sorites.testing import program, serving
from sorites.translators import ModelOptions, make_translator

from .command import sorites
from .replies import ANNE, CONTRADICTORY, GOOD, KIND

TRUE, OPEN = Ballot("True", Verdict.ENTAILED), Ballot("Uncertain", Verdict.UNKNOWN)
FALSE, NONE = Ballot("False", Verdict.REFUTED), Ballot(None, Verdict.INCONSISTENT)
DOUBTFUL = Ballot("True", Verdict.ENTAILED, frozenset({"arity-clash", "free-variable"}))


def test_a_proof_outweighs_an_open_question() -> None:
    counted = vote([TRUE, TRUE, OPEN, OPEN, OPEN])
    assert (counted.label, counted.ambiguous) == ("True", False)
    assert counted.confidence == pytest.approx(4 / 10)


def test_signs_of_faults_weigh_less() -> None:
    assert vote([DOUBTFUL, OPEN]).label == "Uncertain"
    assert DOUBTFUL.weight == 0.5
    assert signs_of([("missing-bracket", "mended"), ("stray-bracket", "mended"), ("ellipsis", "error")]) == {"mended"}


def test_an_even_split_is_ambiguous() -> None:
    counted = vote([TRUE, FALSE])
    assert counted.label is None
    assert counted.ambiguous
    assert dict(counted.shares) == {"True": 0.5, "False": 0.5}


def test_contradictions_do_not_vote() -> None:
    assert vote([NONE, NONE, OPEN]).label == "Uncertain"
    assert vote([NONE]).label is None
    assert vote([]).shares == ()


def test_readings_are_grouped_by_what_they_say() -> None:
    texts = [
        "Premises:\n∀x (P(x) → Q(x))\nConclusion:\nQ(a)\n",
        "Premises:\n∀y (¬Q(y) → ¬P(y))\nConclusion:\n¬¬Q(a)\n",
        "Premises:\n∀x (Q(x) → P(x))\nConclusion:\nQ(a)\n",
        "Premises:\n∀x (R(x) → P(x))\nConclusion:\nQ(a)\n",
    ]
    programs = [read_program(t).program for t in texts]
    assert equivalent([*programs, None], make_solver("z3", certify=False)) == ((0, 1), (2,), (3,))


def test_the_agent_lets_samples_vote(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    unknown = program(KIND, ANNE, goal=("Anne is nice.", "Nice(bob)"))
    with serving(unknown, GOOD, CONTRADICTORY) as server:
        translator = make_translator("openai:scripted", samples=3, options=ModelOptions(server.url))
        solution = solve("c", "q", translator=translator)
    assert solution.answer == "True"
    assert len(solution.attempts) == 3
    assert solution.vote is not None
    assert solution.vote.confidence == pytest.approx(1 / 3)
    assert solution.verdict is Verdict.ENTAILED
    assert len(server.requests) == 3
    assert solution.readings == ((0,), (1,), (2,))


def test_an_even_split_shows_its_readings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    denied = program(KIND, ("Anne is kind.", "¬Nice(anne)"), goal=("Anne is nice.", "Nice(anne)"))
    with serving(denied, GOOD) as server:
        arguments = ["--translator", "openai:scripted", "--base-url", server.url, "--no-cache", "--samples", "2"]
        ended = sorites("solve", "--context", "c", "--question", "q", *arguments)
    assert ended.returncode == 1
    assert "ambiguous: " in ended.stdout
    assert "1 of 2 say entailed: Nice(anne)" in ended.stdout
    assert "1 of 2 say refuted: Nice(anne)" in ended.stdout
