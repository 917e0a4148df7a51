"""Every fault has a place, and says what to write."""

from __future__ import annotations

import re

import pytest

from sorites.solvers import read_program

from ..outlines import text

FORMULAS = """
P(a  P(a))  P(a) →  → P(a)  P(a) Q(b)  P(a).  P(a), Q(b)  P(a), Q(b) → R(c)  ∀ P(x)  ∀1 P(x)  ∀x  ∃[a, b] P(x)
P([a, b])  P(a ∧ b)  P(a, b ∧ c)  3  x + 1  P(x) ∧ ...  P(_)  P(a)?  P("a)  ""  P()  P(,a)  P(a,)  a =  a b c
P(a) @ Q(b)  ¬  ()  ((P(a))  P(a) ^ Q(a)  ∀x P(x)(a)  ∀x x(a)  ∀x x  P(a) ∨ ∨ Q(a)  a < b <
∃!x  If(P(a), Q(a))  P(a b)  P(x) → Q(x)  x = 3  man is mortal  P(a) ≠ b  P(х) ∧ Q(x)  _  P(a) ∧ (Q(b) ∨ R(c)
"""
"""One fault or oddity each."""
LONG = ["¬" * 150 + "P(a)", "P(" + "f(" * 150 + "a" + ")" * 151, "1" * 400 + " < 3"]
PROGRAMS = [
    "",
    "Premises:\nP(a)\n",
    "Premises:\nP(a)\nConclusion:\nP(a)\nP(b)\n",
    "Predicates:\n∀x P(x) ::: what\nPremises:\nP(a)\nConclusion:\nP(a)\n",
    "Constants:\na b\nPremises:\nP(a)\nConclusion:\nP(a)\n",
    "Predicates:\nStudent(x)\nPremises:\nStudents(a)\nStudemt(a)\nPupil(a)\nStudent(a, b)\nConclusion:\nPupil(b)\n",
    "Premises:\nP(a)\nP(a, b)\nKnows(a, P(b))\nWork(a)\nWorks(a)\nBorders(Chad, chad)\nConclusion:\nQ(a)\n",
    "Premises:\nP(a)\nDefaults:\nD1: P(b)\nDefeasible rules:\nR1: P(c)\nConclusion:\nP(c)\n",
    "Defaults:\nD1: P(b)\nExceptions:\nD2(b)\nPreferences:\nD1 > D7\nD1 beats D2\nConclusion:\nP(c)\n",
    "Semantics: fuzzy\nSpelling: loose\nPremises:\nP(a)\nConclusion:\nP(a)\n",
    "Premises:\nP(a)\nRemarks:\nP(\nConclusion:\nP(a)\n",
    "Premises:\n3 = 3\nConclusion:\nP(a)\n",
]


WRITTEN = [text(f"P(b)\n{formula}", "P(b)") for formula in [*re.split("  +|\n", FORMULAS.strip()), *LONG]]


@pytest.mark.parametrize("written", [*WRITTEN, *PROGRAMS])
def test_every_fault_has_a_place_and_a_hint(written: str) -> None:
    for found in read_program(written).diagnostics:
        assert found.hint, found
        assert found.span is not None, found
        assert 0 <= found.span.start <= found.span.end <= len(written) + 1
        assert found.message[:1] not in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        assert found.hint.endswith((".", ")", "”", "'")) or found.hint.split()[0] in ("Write", "Declare"), found.hint
