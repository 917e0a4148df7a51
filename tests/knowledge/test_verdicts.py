"""Verdicts are earned: what both questions, their limits and their proofs have to do with what is said."""

from __future__ import annotations

import itertools
import time
from dataclasses import replace
from pathlib import Path

import pytest

from sorites.solvers import Limits, Outcome, Program, Proof, UserError, Verdict, make_solver, prove
from sorites.solvers.bridges.inquiry import Inquiry, Post, Search, Side, SideFinding, answers_of, remaining
from sorites.solvers.clock import check as look_at_the_clock
from sorites.solvers.engines.z3 import Z3Solver
from sorites.solvers.outcome import Answer, consistency_open

from .. import outlines

ENGINES = ["z3", "prover9", "eprover", "portfolio", "crosscheck"]
PROVERS = ["prover9", "eprover"]
THEOREMS = Path(__file__).parents[2] / "benchmarks" / "theorems"


def pigeons(holes: int, *more: str, goal: str = "⊥") -> str:
    """Return that there are fewer holes than pigeons, which is hard to refute by resolution."""
    birds = range(holes + 1)
    lines = [" ∨ ".join(f"In(p{i}, h{j})" for j in range(holes)) for i in birds]
    lines += [f"¬(In(p{a}, h{j}) ∧ In(p{b}, h{j}))" for j in range(holes) for a, b in itertools.combinations(birds, 2)]
    return "\n".join(["Premises:", *lines, *more, "Conclusion:", goal])


@pytest.mark.parametrize("engine", ENGINES)
def test_premises_are_called_consistent_only_if_they_are(engine: str) -> None:
    outcome = prove(pigeons(8), engine, Limits(0.3))
    assert outcome.verdict in {Verdict.UNDECIDED, Verdict.INCONSISTENT}
    small = prove(pigeons(3), engine, Limits(20))
    assert small.verdict is Verdict.INCONSISTENT
    assert prove(pigeons(3).replace("¬(In(p0, h0) ∧ In(p1, h0))\n", ""), engine, Limits(20)).verdict is Verdict.REFUTED


@pytest.mark.parametrize("engine", PROVERS)
def test_what_hidden_contradictions_entail_is_not_sold_at_once(engine: str) -> None:
    outcome = prove(pigeons(8, "Rich(bob)", goal="Rich(bob)"), engine, Limits(1))
    assert outcome.verdict in {Verdict.ENTAILED, Verdict.INCONSISTENT, Verdict.UNDECIDED}  # late beside other work
    if outcome.verdict is Verdict.ENTAILED:
        assert "consistency-open" in {d.code for d in outcome.diagnostics}
    outcome = prove(pigeons(3, "Rich(bob)", goal="Rich(bob)"), engine, Limits(20))
    assert outcome.verdict is Verdict.INCONSISTENT


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "text", [pigeons(3, "a = a", goal="Rich(bob)"), "Premises:\nP(a)\n¬P(f(a))\n∀x (P(x) → P(f(x)))\nConclusion:\nQ(b)"]
)
def test_the_proof_that_is_shown_proves_what_is_said(engine: str, text: str) -> None:
    outcome = prove(text, engine, Limits(20), check=True)
    assert outcome.verdict is Verdict.INCONSISTENT
    proof = outcome.certificate
    assert isinstance(proof, Proof)
    assert proof.proves == "contradiction"
    assert len(proof.premises_used) > 2
    assert set(proof.premises_used) <= set(range(len(text.splitlines())))


@pytest.mark.parametrize("engine", ENGINES)
def test_numerals_of_the_goal_differ_from_those_of_the_premises(engine: str) -> None:
    alone = "Premises:\n∀y (2 = y)\nConclusion:\nP({})\n"
    outcome = prove(alone.format(1), engine, Limits(20), check=True)
    assert outcome.verdict is Verdict.INCONSISTENT
    assert outcome.checked is not None
    assert prove(alone.format(2), engine, Limits(20)).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("name", ["lattice-distributive", "group-square-abelian"])
def test_a_prover_that_needs_its_time_is_given_it(name: str) -> None:
    program = outlines.program((THEOREMS / f"{name}.p").read_text())
    outcome = make_solver("portfolio", certify=False).solve(program, Limits(60))
    assert outcome.verdict is (Verdict.UNKNOWN if name == "lattice-distributive" else Verdict.ENTAILED)


GOAL_PROVED = SideFinding(Side.GOAL, Answer.PROVED, "one", Proof("goal", (0,), "one"))
NEGATION_PROVED = SideFinding(Side.NEGATION, Answer.PROVED, "two", Proof("negation", (1,), "two"))


def program(text: str = "Premises:\nP(a)\n¬P(a)\nConclusion:\nP(a)") -> Program:
    return outlines.program(text)


def test_halves_of_a_contradiction_are_one() -> None:
    inquiry = Inquiry(program("Premises:\nP(a)\n¬P(a)\nQ(a)\nConclusion:\nP(a)"))
    inquiry.post(GOAL_PROVED)
    assert inquiry.verdict is Verdict.ENTAILED
    inquiry.post(NEGATION_PROVED)
    outcome = inquiry.outcome("both", 0.0)
    assert outcome.verdict is Verdict.INCONSISTENT
    assert isinstance(outcome.certificate, Proof)
    assert outcome.certificate.proves == "contradiction"
    assert outcome.certificate.premises_used == (0, 1)


@pytest.mark.parametrize("order", [1, -1])
def test_engines_that_contradict_each_other_give_no_verdict(order: int) -> None:
    inquiry = Inquiry(program())
    for finding in (GOAL_PROVED, SideFinding(Side.GOAL, Answer.OPEN, "two"))[::order]:
        inquiry.post(finding)
    outcome = inquiry.outcome("both", 0.0)
    assert outcome.verdict is Verdict.UNDECIDED
    assert [d.code for d in outcome.diagnostics] == ["engines-disagree"]


def test_to_leave_consistency_open_is_not_to_disagree() -> None:
    """One engine proved the goal and no more, another one that the premises contradict each other."""
    half = Outcome(Verdict.ENTAILED, "one", 0.0, None, consistency_open(Answer.PROVED, Answer.UNSETTLED))
    inquiry = Inquiry(program())
    for finding in (*answers_of(half), *answers_of(Outcome(Verdict.INCONSISTENT, "two", 0.0))):
        inquiry.post(finding)
    assert inquiry.verdict is Verdict.INCONSISTENT
    whole_answer = answers_of(Outcome(Verdict.ENTAILED, "one", 0.0))
    assert {f.side: f.answer for f in whole_answer} == {Side.GOAL: Answer.PROVED, Side.NEGATION: Answer.OPEN}


def test_what_one_search_settles_no_other_goes_on_with() -> None:
    ended: list[str] = []

    def endless(name: str) -> Search:
        def run(post: Post) -> None:
            try:
                while True:
                    look_at_the_clock()
            finally:
                ended.append(name)

        return Search(name, (Side.GOAL,), run)

    def quick(post: Post) -> None:
        post(GOAL_PROVED)
        post(NEGATION_PROVED)

    inquiry = Inquiry(program())
    inquiry.search([endless("one"), endless("two"), Search("quick", tuple(Side), quick)], Limits(60))
    assert inquiry.verdict is Verdict.INCONSISTENT
    assert sorted(ended) == ["one", "two"]


def test_models_are_waited_for_where_it_was_only_said_that_there_are_some() -> None:
    done = make_solver("z3").solve(asked := program("Premises:\nQ(a)\nConclusion:\nP(a)"))

    def run(post: Post) -> None:
        for finding in reversed(answers_of(done)):
            post(replace(finding, model=None))
        time.sleep(0.2)
        for finding in answers_of(done):
            post(finding)

    inquiry = Inquiry(asked)
    inquiry.search([Search("one", tuple(Side), run, models=True)], Limits(60))
    assert inquiry.outcome("both", 0.0).certificate == done.certificate


def test_the_other_question_has_a_share_of_the_time_and_thrice_what_the_proof_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sorites.solvers.bridges.inquiry.OPEN_SHARE", 0.01)  # beside other work, too

    def slow(post: Post) -> None:
        time.sleep(0.3)
        post(GOAL_PROVED)

    def endless(post: Post) -> None:
        while True:
            look_at_the_clock()

    inquiry, begun = Inquiry(program(), certify=False), time.perf_counter()
    inquiry.search([Search("one", (Side.GOAL,), slow), Search("two", (Side.NEGATION,), endless)], Limits(60))
    assert 1.15 < time.perf_counter() - begun < 30
    [note] = inquiry.outcome("both", 0.0).diagnostics
    assert note.code == "consistency-open"
    assert remaining(Limits(1), begun - 5).seconds == 0


def test_what_is_posted_after_the_end_counts_for_nothing() -> None:
    """An interrupt may have cut short what a search was reading: its answer is none."""

    def late(post: Post) -> None:
        try:
            while True:
                look_at_the_clock()
        finally:
            post(SideFinding(Side.GOAL, Answer.OPEN, "late"))

    inquiry = Inquiry(program())
    quick = Search("quick", (Side.GOAL,), lambda post: post(GOAL_PROVED))
    inquiry.search([Search("late", (Side.GOAL,), late), quick], Limits(0.3))
    assert inquiry.verdict is Verdict.ENTAILED


def test_a_verdict_has_the_proof_of_who_decided_it() -> None:
    done = make_solver("z3").solve(asked := program("Premises:\nQ(a)\nP(a)\nConclusion:\nP(a)"))
    inquiry = Inquiry(asked)
    for finding in (SideFinding(Side.NEGATION, Answer.OPEN, "two"), *answers_of(done)):
        inquiry.post(finding)
    outcome = inquiry.outcome("both", 0.0)
    assert (outcome.verdict, outcome.engine) == (Verdict.ENTAILED, "z3")
    assert outcome.certificate == done.certificate
    inquiry = Inquiry(asked)
    inquiry.post(replace(GOAL_PROVED, proof=Proof("goal", (1,), "")))
    proof = inquiry.outcome("both", 0.0).certificate
    assert isinstance(proof, Proof)
    assert (proof.engine, proof.premises_used) == ("one", (1,)), "lines are found for what it says"


def test_a_contradiction_settles_both_questions() -> None:
    inquiry = Inquiry(program())
    inquiry.post(replace(GOAL_PROVED, contradiction=True))
    assert (inquiry.settled, inquiry.verdict) == (True, Verdict.INCONSISTENT)


def test_what_is_absurd_is_refuted_by_a_model_alone() -> None:
    inquiry = Inquiry(program("Premises:\nP(a)\nConclusion:\n⊥"))
    before = inquiry.verdict
    inquiry.post(SideFinding(Side.GOAL, Answer.OPEN, "one"))
    assert (before, inquiry.verdict) == (Verdict.UNDECIDED, Verdict.REFUTED)


def test_faults_of_searches_are_told_and_what_the_user_must_mend_is_raised() -> None:
    def broken(post: Post) -> None:
        raise ZeroDivisionError("no way")

    def missing(post: Post) -> None:
        raise UserError("install it")

    inquiry = Inquiry(program())
    inquiry.search([Search("broken", tuple(Side), broken)], Limits(5))
    assert [d.message for d in inquiry.outcome("one", 0.0).diagnostics] == ["broken failed: ZeroDivisionError: no way"]
    with pytest.raises(UserError, match="install it"):
        inquiry.search([Search("missing", tuple(Side), missing)], Limits(5))


def test_consistency_is_what_was_checked() -> None:
    for premises, shown in (("P(a)", "shown"), ("P(a)\n¬P(a)", "refuted"), ("Q(a)", "shown")):
        text = f"Premises:\n{premises}\nConclusion:\nP(a)\n"
        assert (prove(text).consistency, prove(text, check=False).consistency) == (shown, "open")
    assert Outcome(Verdict.UNDECIDED, "one", 0.0).consistency is None
    half = Outcome(Verdict.ENTAILED, "one", 0.0, None, consistency_open(Answer.UNSETTLED, Answer.PROVED))
    assert len(answers_of(half)) == 1, "the other question is open still"


def test_readings_share_the_time() -> None:
    given: list[int] = []

    class Timed(Z3Solver):
        def solve(self, program: Program, limits: Limits = Limits()) -> Outcome:
            given.append(round(limits.seconds))
            return Outcome(Verdict.ENTAILED, self.name, 1.0)

    outcome = prove("Premises:\nDay(x) ⊕ Night(x)\nConclusion:\nDay(noon)\n", Timed(), Limits(12))
    assert (outcome.verdict, outcome.seconds, given) == (Verdict.ENTAILED, 2.0, [6, 6])


DENSE = (
    "∀x ∀y (Less(x, y) → ∃z (Less(x, z) ∧ Less(z, y)))\n∀x ¬Less(x, x)\n"
    "∀x ∀y ∀z (Less(x, y) ∧ Less(y, z) → Less(x, z))\nLess(a, b)"
)
ENDLESS = (
    "∀x (Day(x) → ∃y (Day(y) ∧ Before(x, y)))\n∀x ¬Before(x, x)\n"
    "∀x ∀y ∀z (Before(x, y) ∧ Before(y, z) → Before(x, z))\nDay(mon)"
)


@pytest.mark.parametrize(
    ("premises", "goal"),
    [
        (DENSE, "∃x ∃y ∃z (Less(a, x) ∧ Less(x, y) ∧ Less(y, z) ∧ Less(z, b))"),
        (ENDLESS, "∃x ∃y (Day(x) ∧ Day(y) ∧ Before(mon, x) ∧ Before(x, y))"),
    ],
)
def test_a_proof_is_not_kept_back_for_a_model_that_there_is_not(premises: str, goal: str) -> None:
    """Without a finite model the other question is asked for a share of the time, and the proof has its lines."""
    outcome = prove(f"Premises:\n{premises}\nConclusion:\n{goal}\n", limits=Limits(4))
    assert outcome.verdict is Verdict.ENTAILED
    assert outcome.checked
    assert outcome.consistency == "open"
