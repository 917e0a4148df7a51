"""Knowledge bases: what is compiled once answers as a program of its own would, whatever was asked before."""

from __future__ import annotations

import pickle
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sorites.solvers import (
    InvalidProgram,
    KnowledgeBase,
    Proof,
    Statement,
    UnreadableProgram,
    Verdict,
    prove,
    read_program,
)
from sorites.solvers.logic.syntax import Atom, Fn, Formula, Not, Var

RULES = """Premises:
∀x (Member(x) ∧ Paid(x) → MayVote(x)) ::: Members who paid may vote.
∀x (Barred(x) → ¬MayVote(x))
∀x (Member(x) → Adult(x) ∨ Minor(x))
∀x (Minor(x) → ∃y Guards(y, x))
∀x ∀y (Guards(x, y) → Adult(x))
"""
PREDICATES = ("Member", "Paid", "MayVote", "Barred", "Adult", "Minor")
literals = st.builds(
    lambda name, thing, holds: Atom(name, (Fn(thing),)) if holds else Not(Atom(name, (Fn(thing),))),
    st.sampled_from(PREDICATES),
    st.sampled_from(("ann", "bob", "e0", "new")),
    st.booleans(),
)


@given(questions=st.lists(st.tuples(literals, st.lists(literals, max_size=4)), min_size=1, max_size=3))
@settings(max_examples=30)
def test_answers_are_those_of_programs(questions: list[tuple[Formula, list[Formula]]]) -> None:
    knowledge = KnowledgeBase(RULES)
    for goal, facts in questions:
        outcome = knowledge.ask(goal, facts)
        assert outcome.checked is not None
        assert outcome.verdict is prove(knowledge.program(goal, facts), "z3").verdict
        held = knowledge.with_facts(facts)
        assert held.ask(goal).verdict is outcome.verdict
        assert pickle.loads(pickle.dumps(held)).ask(goal).verdict is outcome.verdict


def test_a_certificate_counts_facts_behind_the_premises() -> None:
    certificate = KnowledgeBase(RULES).with_facts(["Member(bob)"]).ask("MayVote(bob)", ["Paid(bob)"]).certificate
    assert isinstance(certificate, Proof)
    assert certificate.premises_used == (0, 5, 6)


def test_what_rules_can_not_answer_other_engines_do() -> None:
    ages = KnowledgeBase("Sorts:\nPerson\nage: Person -> Int\nPremises:\n∀x:Person (age(x) ≥ 18 → Adult(x))")
    assert ages.ask("Adult(ann)", ["age(ann) = 20"]).verdict is Verdict.ENTAILED
    same = KnowledgeBase(RULES)
    assert same.ask("MayVote(ann)", ["ann = bob", "Member(bob)", "Paid(bob)"]).verdict is Verdict.ENTAILED
    assert same.ask("MayVote(ann)", ["Member(ann)", "Paid(ann)"]).verdict is Verdict.ENTAILED
    birds = KnowledgeBase("Premises:\nBird(tux)\nDefaults:\nD1: Bird(x) → Flies(x)")
    assert birds.ask("Flies(tux)").verdict is Verdict.ENTAILED


def test_texts_are_read_in_the_words_of_the_base() -> None:
    knowledge = KnowledgeBase(RULES)
    assert "undeclared-predicate" in {d.code for d in knowledge.ask("MayVotee(ann)").diagnostics}
    with pytest.raises(UnreadableProgram):
        knowledge.ask("MayVote(ann")
    with pytest.raises(UnreadableProgram):
        KnowledgeBase("Premises:\nMember(ann) (so they say)")
    with pytest.raises(InvalidProgram):
        knowledge.ask(Atom("Member", (Var("x"),)))


def test_threads_do_not_see_the_facts_of_others() -> None:
    knowledge, wrong = KnowledgeBase(read_program(RULES + "Conclusion:\nMayVote(ann)")), list[object]()

    def work(name: str, paid: bool) -> None:
        facts = [Statement(Atom(kind, (Fn(name),))) for kind in ("Member", "Paid")[: 1 + paid]]
        for _ in range(20):
            found = knowledge.ask(Atom("MayVote", (Fn(name),)), facts, check=False).verdict
            wrong.extend([found] * (found is not (Verdict.ENTAILED if paid else Verdict.UNKNOWN)))

    threads = [threading.Thread(target=work, args=(f"c{i % 2}", i < 2)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_numbers_may_be_other_ones_each_time() -> None:
    rules = KnowledgeBase(
        "Premises:\n∀x (Guest(x) ∧ age(x) < 18 → Minor(x))\n∀x (Guest(x) ∧ age(x) ≥ 18 → Adult(x))\nGuest(eve)"
    )
    for age, minor in ((12, Verdict.ENTAILED), (40, Verdict.UNKNOWN), (17, Verdict.ENTAILED)):
        outcome = rules.ask("Minor(eve)", [f"age(eve) = {age}"])
        assert (outcome.verdict, outcome.engine) == (minor, "horn")
        assert outcome.checked is not None
        assert rules.ask("Adult(eve) ⊕ Minor(eve)", [f"age(eve) = {age}"]).engine in ("horn", "z3")
    assert rules.ask("Minor(eve)").verdict is Verdict.UNKNOWN
    assert rules.ask("Minor(eve)", ["age(eve) = 12", "age(eve) = 13"]).verdict is Verdict.INCONSISTENT
    assert rules.ask("Minor(eve) ∨ Adult(eve)").verdict is Verdict.ENTAILED
