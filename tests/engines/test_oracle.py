"""Engines against an oracle that tries interpretations, on random programs; more of them by ``benchmarks.oracle``."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.oracle import ENGINES, compared
from sorites.solvers import Limits, Verdict
from sorites.solvers.registry import engine

from .. import outlines
from ..oracle import Found, ask
from ..random_programs import KINDS, random_program

INSTALLED = [name for name in ENGINES if engine(name).installed]


@pytest.mark.parametrize("kind", sorted(set(KINDS)))
@pytest.mark.parametrize(
    "engines", [[n for n in INSTALLED if n not in ("eprover", "prover9", "crosscheck")], INSTALLED]
)
def test_engines_agree_with_the_oracle(kind: str, engines: list[str]) -> None:
    for seed in range(4 if engines == INSTALLED else 18):
        answers = compared(random_program(Random(seed), kind), engines, Limits(0.5))
        assert not answers.faults, (seed, kind, answers.faults)


@pytest.mark.parametrize(
    ("text", "holds", "fails"),
    [
        ("Premises:\n∀x (P(x) → Q(x))\nP(a)\nConclusion:\nQ(a)", True, False),
        ("Premises:\n∀x ∃y R(x, y)\nConclusion:\n∃y ∀x R(x, y)", True, True),
        ("Premises:\nP(a) ⊕ P(b)\nConclusion:\n∃x ∃y x ≠ y", True, False),
        ("Premises:\n∀x x = 1\nConclusion:\nP(2)", False, False),
        ("Premises:\nP(a)\nConclusion:\n∀x P(x)", True, True),
        ("Premises:\nP(a)\nConclusion:\nP(x)", True, True),
        ("Premises:\n∀y ¬P(y)\nConclusion:\nP(x)", False, True),
        ("Premises:\nn > 3\nn < 5\nConclusion:\nn = 4", True, False),
        ("Premises:\nn > 3\nn < 5.5\nConclusion:\nn = 4", True, True),
        ("Premises:\n0 < n\nn < 4\nConclusion:\nn * n < 5 ∨ n = 3", True, False),
        ("Premises:\nage(anne) > 3\nRoom(5)\nRoom(kitchen)\nConclusion:\n∃x x ≠ kitchen", True, True),
        ("Sorts:\nC = {red, blue}\nhue: U -> C\nPremises:\nhue(a) ≠ red\nConclusion:\nhue(a) = blue", True, False),
        ("Sorts:\nA\nB\nb, c: B\nPremises:\n∀x:A ∀y:A x = y\nConclusion:\nb = c", True, True),
        ("Premises:\n∀x S(x) ≠ c\n∀x ∀y (S(x) = S(y) → x = y)\nConclusion:\nP(c)", None, None),
    ],
)
def test_the_oracle_knows(text: str, holds: bool | None, fails: bool | None) -> None:
    program = outlines.program(text)
    assert ask(program) == Found(holds, fails)


def test_the_oracle_says_what_it_is_sure_of() -> None:
    assert Found(True, False).verdict is Verdict.ENTAILED
    assert Found(True, None).verdict is None
    assert Found(True, None).allows(Verdict.ENTAILED)
    assert not Found(True, None).allows(Verdict.REFUTED)
    assert not Found(False, False).allows(Verdict.ENTAILED)
    assert Found(False, False).allows(Verdict.ENTAILED, consistent=False)


@pytest.mark.parametrize("name", ["horn", "z3", "portfolio"])
@pytest.mark.parametrize(
    "text",
    [
        "Premises:\n∃x ∃y ⊥\nConclusion:\nP(a)",
        "Premises:\nR(b, b)\n∀x ¬R(b, b)\nConclusion:\nP(a)",
        "Premises:\n¬∀x ⊤\n∃y Q(y)\nConclusion:\nQ(a)",
    ],
)
def test_quantifiers_that_bind_nothing_stand_in_certificates(text: str, name: str) -> None:
    program = outlines.program(text)
    answers = compared(program, [name], Limits(5))
    assert not answers.faults
    assert all(outcome.verdict is Verdict.INCONSISTENT for outcome in answers.outcomes.values())


def test_what_is_true_already_forces_nothing_in_certificates() -> None:
    """A part of a conjunction that its other parts make true gave a wrong reason for one of these."""
    text = (
        "Premises:\n((∀x P(c)) ∧ ¬P(c) ∧ (∀x P(x))) ∨ (¬∃z ¬P(c, z))\nP(c, c)\n"
        "Conclusion:\n∃z ((¬P(z) ∧ P(z, z)) ∨ (¬P(c) ∨ P(z, z)))"
    )
    program = outlines.program(text)
    answers = compared(program, INSTALLED, Limits(5))
    assert not answers.faults
    assert {outcome.verdict for outcome in answers.outcomes.values()} == {Verdict.ENTAILED}


@pytest.mark.parametrize("name", ["horn", "portfolio"])
def test_a_thing_that_stands_for_its_own_witness_proves_nothing(name: str) -> None:
    program = outlines.program("Premises:\n∀x P(x, x)\n∀z ∃x ¬P(x, z)\nConclusion:\nP(a, a)")
    assert not compared(program, [name], Limits(5)).faults
