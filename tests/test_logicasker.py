"""LogicAsker's arguments: forms, tenses, chains whose steps hold, and conclusions that no word gives away."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict

import pytest

from sorites.eval.generators.arguments import derivation
from sorites.eval.generators.inference import letters_of
from sorites.eval.generators.laws import (
    EQUIVALENCES,
    FALLACIES,
    INFERENCES,
    QUANTIFIED,
    QUANTIFIED_FALLACIES,
    QUANTIFIER_LAWS,
    equivalence,
    quantified,
    quantifier_law,
)
from sorites.eval.generators.logicasker import LogicAsker, leaves
from sorites.eval.generators.problem import Generated
from sorites.eval.generators.words import MODES, PHRASES
from sorites.solvers import Program, Statement, Verdict, prove
from sorites.solvers.language.rewrite import descend, same
from sorites.solvers.language.syntax import Atom, Exists, Fn, Forall, Formula, Not, Var


def of(formula: Formula, variable: str | None = None) -> Formula:
    """Return a formula of letters as one of predicates: under a quantifier of its variable, else of nothing."""
    match formula:
        case Atom("C" | "D" as letter, ()):
            return Atom("P" if letter == "C" else "Q", (Fn("somebody"),))
        case Atom("W", ()):
            return formula
        case Atom(letter, ()):
            return Atom(letter, (Var(variable),)) if variable else formula
        case Forall(var, body) | Exists(var, body):
            return type(formula)(var, of(body, var))
        case _:
            return descend(formula, lambda inner: of(inner, variable), same)


def verdict(premises: tuple[Formula, ...], goal: Formula) -> Verdict:
    return prove(Program(tuple(Statement(of(p)) for p in premises), Statement(of(goal)))).verdict


def made(count: int, length: int = 1) -> list[tuple[str, Generated]]:
    maker = LogicAsker(length)
    return [(leaf.name, maker.of(leaf, random.Random(f"{leaf.name}/{i}"))) for leaf in leaves() for i in range(count)]


def test_every_form_of_a_rule_is_right() -> None:
    for forms in INFERENCES.values():
        for rule in forms:
            assert verdict(rule.premises, rule.conclusion) is Verdict.ENTAILED, rule
    for name, texts in EQUIVALENCES.items():
        for number in range(len(texts)):
            left, right = equivalence(name, number)
            assert verdict((left,), right) is verdict((right,), left) is Verdict.ENTAILED, name
    for name in QUANTIFIER_LAWS:
        for left, right, both in quantifier_law(name, "x"):
            assert verdict((left,), right) is Verdict.ENTAILED
            assert (verdict((right,), left) is Verdict.ENTAILED) is both
    for name in QUANTIFIED:
        for step in quantified(name, "x"):
            assert verdict(step.premises, step.conclusion) is Verdict.ENTAILED, name


def test_no_form_of_a_fallacy_is() -> None:
    for forms in FALLACIES.values():
        for rule in forms:
            assert verdict(rule.premises, rule.conclusion) is Verdict.UNKNOWN, rule
    for name in QUANTIFIED_FALLACIES:
        for step in quantified(name, "x"):
            assert verdict(step.premises, step.conclusion) is Verdict.UNKNOWN, name


@pytest.mark.parametrize("length", [1, 3, 6])
def test_every_step_of_a_chain_follows_from_what_it_names(length: int) -> None:
    for number, leaf in enumerate(leaves()):
        if leaf.case != "inference":
            continue
        found = derivation(leaf.category, leaf.rule, random.Random(number), length)
        known = set(found.premises)
        *steps, last = found.steps
        for step in steps if leaf.category == "fallacy" else found.steps:
            assert known.issuperset(step.premises), (leaf.name, step)
            assert verdict(step.premises, step.conclusion) is Verdict.ENTAILED, (leaf.name, step)
            known.add(step.conclusion)
        assert known.issuperset(last.premises)
        assert last.conclusion == found.conclusion
        assert len(found.steps) >= length or leaf.rule in {*QUANTIFIED, *QUANTIFIED_FALLACIES}


def test_a_proposition_has_one_tense() -> None:
    """The reproduction of the findings: 'Rosa plays football' and 'Rosa played football' were one proposition."""
    tails = [
        (phrase, mode, phrase.of("", positive, mode).strip())
        for phrase in PHRASES
        for mode in MODES
        if phrase.kind == "verb" or mode != "progressive"  # 'is tall' is both
        for positive in (True, False)
    ]
    seen = Counter[str]()
    for _, problem in made(1):
        text = f"{problem.context} {problem.question}"
        modes = defaultdict[tuple[str, str], set[str]](set)
        for phrase, mode, tail in tails:
            if tail in text:
                for who in re.findall(rf"(\w+) {re.escape(tail)}(?=[ ,.]|$)", text):
                    modes[who, phrase.words].add(mode)
        assert all(len(used) == 1 for used in modes.values()), (text, modes)
        seen.update(mode for used in modes.values() for mode in used)
    assert all(seen[mode] > 20 for mode in MODES)


def test_premises_come_in_any_order() -> None:
    [leaf] = [leaf for leaf in leaves() if leaf.name == "propositional/inference/modus ponens/inference"]
    first = Counter(LogicAsker().of(leaf, random.Random(i)).context.startswith("If") for i in range(60))
    assert min(first[True], first[False]) > 15


def test_any_premise_may_be_the_existential_one() -> None:
    places = defaultdict[str, Counter[int]](Counter)
    for i in range(60):
        for rule in ("existential modus ponens", "existential resolution"):
            found = derivation("inference", rule, random.Random(i), 1)
            [at] = [n for n, premise in enumerate(found.premises) if isinstance(premise, Exists)]
            assert isinstance(found.conclusion, Exists)
            places[rule][at] += 1
    assert all(min(counts[0], counts[1]) > 15 for counts in places.values())


def test_no_word_gives_away_what_is_unrelated() -> None:
    shared, denied, count = 0, 0, 0
    for name, problem in made(2):
        if name.endswith("unrelated"):
            assert problem.verdict is Verdict.UNKNOWN
            asked = problem.program.goal.formula
            stated = set(letters_of(p.formula for p in problem.program.premises))
            shared += not stated.isdisjoint(letters_of([asked]))
            denied += isinstance(asked.body if isinstance(asked, Forall | Exists) else asked, Not)
            count += 1
    assert 0.25 < shared / count < 0.75
    assert 0.35 < denied / count < 0.65


def test_reasons_are_the_true_ones() -> None:
    for name, problem in made(1, 3):
        *_, last = problem.chain
        case = name.rpartition("/")[2]
        if "/fallacy/" in name:
            assert "would be the fallacy of" in last
            assert problem.verdict is Verdict.UNKNOWN
        elif case == "unrelated":
            assert last.startswith(("No premise is about that", "The premises leave it open"))
        elif case == "contradiction":
            assert last.startswith("That is the opposite of what is asked: ")
        else:
            assert last.endswith(problem.program.goal.gloss)
