"""Defeasible rules and preferences: the definition, the meta-program, and what people see."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sorites.solvers import Argument, Verdict, prove, read_program, write_program
from sorites.solvers.checking import check
from sorites.solvers.engines.defeasible import DefeasibleSolver
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.showing import summary

from ..command import sorites
from ..outlines import program

BIRDS = """Premises:
∀x (Penguin(x) → Bird(x)) ::: Penguins are birds.
Penguin(tux) ::: Tux is a penguin.
Bird(tweety) ::: Tweety is a bird.
Defeasible rules:
R1: ∀x (Bird(x) → Flies(x)) ::: birds fly
R2: ∀x (Penguin(x) → ¬Flies(x)) ::: penguins do not fly
Preferences:
R2 > R1
Conclusion:
"""


def theory(facts: str, rules: str, preferences: str, goal: str) -> str:
    return "\n".join(
        ["Premises:", *facts.split(), "Defeasible rules:", *rules.split("; "), "Preferences:", *preferences.split("; "),
         "Conclusion:", goal]
    )  # fmt: skip


@pytest.mark.parametrize(
    ("goal", "verdict"),
    [
        ("Flies(tweety)", Verdict.ENTAILED),
        ("Flies(tux)", Verdict.REFUTED),
        ("Bird(tux)", Verdict.ENTAILED),
        ("Flies(bob)", Verdict.UNKNOWN),
        ("Flies(tweety) ∧ ¬Flies(tux)", Verdict.ENTAILED),
    ],
)
def test_birds(goal: str, verdict: Verdict) -> None:
    outcome = prove(BIRDS + goal, check=True)
    assert outcome.verdict is verdict
    assert outcome.engine == "defeasible"
    assert isinstance(outcome.certificate, Argument)
    assert outcome.checked


@pytest.mark.parametrize(
    ("facts", "rules", "preferences", "verdict"),
    [
        # Facts win over what is derived.
        ("A() ¬Q()", "R1: A() → Q()", "", Verdict.REFUTED),
        # Without a preference neither conclusion stands.
        ("A() B()", "R1: A() → Q(); R2: B() → ¬Q()", "", Verdict.UNKNOWN),
        ("A() B()", "R1: A() → Q(); R2: B() → ¬Q()", "R1 > R2", Verdict.ENTAILED),
        ("A() B()", "R1: A() → Q(); R2: B() → ¬Q()", "R2 > R1", Verdict.REFUTED),
        # A preferred rule whose body can't be proved does not block.
        ("A()", "R1: A() → Q(); R2: B() → ¬Q()", "R2 > R1", Verdict.ENTAILED),
        # Ambiguity is blocked: what hangs on an open literal does not defeat.
        ("A() B() C()", "R1: A() → P(); R2: B() → ¬P(); R3: P() → ¬Q(); R4: C() → Q()", "", Verdict.ENTAILED),
        # A rule that needs itself supports nothing and defeats nothing.
        ("A()", "R1: P() → P(); R2: P() → ¬Q(); R3: A() → Q()", "", Verdict.ENTAILED),
        # Preferences are not chained.
        ("A() B()", "R1: A() → Q(); R2: B() → ¬Q(); R3: Z() → Q()", "R1 > R3; R3 > R2", Verdict.UNKNOWN),
    ],
)
def test_the_definition(facts: str, rules: str, preferences: str, verdict: Verdict) -> None:
    facts, rules = facts.replace("()", "(a)"), rules.replace("()", "(a)")
    outcome = prove(theory(facts, rules, preferences, "Q(a)"), check=True)
    assert outcome.verdict is verdict
    assert outcome.certificate is not None
    assert outcome.checked


def test_teams_share_in_beating() -> None:
    rules = "R1: A(a) → Q(a); R2: B(a) → Q(a); R3: C(a) → ¬Q(a); R4: D(a) → ¬Q(a)"
    text = theory("A(a) B(a) C(a) D(a)", rules, "R1 > R3; R2 > R4", "Q(a)")
    assert DefeasibleSolver(team=False).solve(program(text)).verdict is Verdict.UNKNOWN
    assert DefeasibleSolver(team=True).solve(program(text)).verdict is Verdict.ENTAILED


def test_ambiguity_is_blocked_or_propagates() -> None:
    """The example of Antoniou et al. (2001): whether what is ambiguous may still speak against something."""
    rules = "R1: Testimony(a) → ¬Guilty(a); R2: Evidence(a) → Guilty(a); R3: Charged(a) → Innocent(a)"
    text = theory("Testimony(a) Evidence(a) Charged(a)", rules + "; R4: Guilty(a) → ¬Innocent(a)", "", "Innocent(a)")
    blocking, propagating = DefeasibleSolver(), DefeasibleSolver(propagate=True)
    assert blocking.solve(program(text)).verdict is Verdict.ENTAILED
    assert propagating.solve(program(text)).verdict is Verdict.UNKNOWN
    for solver in (blocking, propagating):
        outcome = check(program(text), solver.solve(program(text)))
        assert outcome.certificate is not None
        assert outcome.checked


def test_the_argument_says_which_rule_won_and_why() -> None:
    outcome = prove(BIRDS + "Flies(tux)")
    assert isinstance(outcome.certificate, Argument)
    steps = [(print_formula(s.formula), s.rule) for s in outcome.certificate.steps]
    assert steps == [("Penguin(tux)", "fact"), ("¬Flies(tux)", "R2")]
    [conflict] = outcome.certificate.conflicts
    assert (conflict.rule, conflict.against, conflict.why) == ("R2", "R1", "preferred")
    opened = prove(theory("A(a) B(a)", "R1: A(a) → Q(a); R2: B(a) → ¬Q(a)", "", "Q(a)")).certificate
    assert isinstance(opened, Argument)
    assert {c.why for c in opened.conflicts} == {"undecided"}


def test_programs_with_defaults_are_written_as_they_are_read() -> None:
    found = program(BIRDS + "Flies(tux)")
    assert found.preferences == (("R2", "R1"),)
    assert [d.label for d in found.defeasible] == ["R1", "R2"]
    assert program(write_program(found)) == found
    chained = program(theory("A(a)", "X: A(a) → Q(a); Y: A(a) → ¬Q(a); Z: A(a) → Q(a)", "X > Y > Z", "Q(a)"))
    assert chained.preferences == (("X", "Y"), ("X", "Z"), ("Y", "Z"))
    assert program("Defeasible rules:\nA(x) → B(x)\nConclusion:\nB(a)").defeasible[0].label == "R1"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (BIRDS.replace("R2 > R1", "R2 beats R1") + "Flies(tux)", "bad-preference"),
        (BIRDS.replace("R2 > R1", "R2 > R9") + "Flies(tux)", "unknown-label"),
        (BIRDS.replace("R1: ∀x (Bird(x) →", "R1: ∀x (Bird(x) → →") + "Flies(tux)", "unexpected-token"),
    ],
)
def test_faults_of_the_text(text: str, code: str) -> None:
    assert code in {d.code for d in read_program(text).diagnostics}


def test_what_is_no_rule_is_refused() -> None:
    text = BIRDS.replace("Bird(tweety)", "∃x Bird(x)") + "Flies(tux)"
    outcome = prove(text)
    assert outcome.verdict is Verdict.UNDECIDED
    assert [d.code for d in outcome.diagnostics if d.level == "error"] == ["outside-fragment"]


def test_a_rule_that_is_overruled_supports_nothing() -> None:
    """¬P could only come from itself, since R5 is beaten by R4 for certain: P stands."""
    rules = "R4: A(a) → P(a); R2: ¬P(a) → ¬P(a); R5: P(a) → ¬P(a)"
    outcome = prove(theory("A(a)", rules, "R4 > R5; R2 > R4", "P(a)"), check=True)
    assert outcome.verdict is Verdict.ENTAILED
    assert outcome.certificate is not None
    assert outcome.checked


def test_what_people_see(tmp_path: Path) -> None:
    file = tmp_path / "birds.fol"
    file.write_text(BIRDS + "Flies(tux)")
    ended = sorites("prove", str(file), "--check")
    assert ended.returncode == 0, ended.stderr
    assert "REFUTED" in ended.stdout
    assert "certificate checked" in ended.stdout
    assert "by R2" in ended.stdout
    assert "R2 against R1: preferred" in ended.stdout
    found = json.loads(sorites("prove", str(file), "--json").stdout)
    assert found["certificate"]["kind"] == "argument"
    assert found["certificate"]["conflicts"][0]["why"] == "preferred"
    from sorites.agent.toolbox import prove_program

    assert prove_program(BIRDS + "Flies(tux)").explanation[1] == (
        "From 1, since normally (R2) penguins do not fly: Tux does not fly (R2 is preferred to R1)"
    )


def test_the_logic_of_an_argument_is_said_where_it_is_not_the_usual_one() -> None:
    """An argument is checked in the logic that it names, and no program names one."""
    text = "Premises:\nA(n)\nDefeasible rules:\nR1: ∀x (A(x) → P(x))\nConclusion:\nP(n)\n"
    assert summary(prove(text)).endswith(", certificate checked")
    assert summary(prove(text, DefeasibleSolver(team=True))).endswith("for the logic with rules sharing in defeats")
    assert summary(prove(text, DefeasibleSolver(propagate=True))).endswith("for the logic with ambiguity propagated")
