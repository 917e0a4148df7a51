"""LogicAsker's arguments: forms, tenses, chains whose steps hold, and conclusions that no word gives away."""

from __future__ import annotations

import json
import random
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from sorites.eval.generators.arguments import derivation
from sorites.eval.generators.inference import letters_of
from sorites.eval.generators.laws import (
    EQUIVALENCES,
    EXTRA_EQUIVALENCES,
    EXTRA_INFERENCES,
    FALLACIES,
    INFERENCES,
    QUANTIFIED,
    QUANTIFIED_FALLACIES,
    QUANTIFIER_LAWS,
    equivalence,
    quantified,
    quantifier_law,
)
from sorites.eval.generators.logicasker import ABOUT_QUANTIFIERS, FALLACY_OF, LogicAsker, leaves, rule_of
from sorites.eval.generators.problem import Generated, ProblemRecord
from sorites.eval.generators.relations import TWO
from sorites.eval.generators.words import MODES
from sorites.eval.generators.writing import problems
from sorites.eval.reports.papers import figures_of
from sorites.eval.tasks.datasets import load_dataset
from sorites.eval.weaknesses import LeafScore, Weaknesses
from sorites.solvers import Program, Statement, Verdict, prove, read_program
from sorites.solvers.logic.rewriting import descend, same
from sorites.solvers.logic.syntax import Atom, Exists, Fn, Forall, Formula, Not, Var
from sorites.testing import Reply, serving
from sorites.translators.english import read_english
from tests.command import sorites

from ..oracle import ask
from .vocabularies import PHRASES


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")


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
    for forms in {**INFERENCES, **EXTRA_INFERENCES}.values():
        for rule in forms:
            assert verdict(rule.premises, rule.conclusion) is Verdict.ENTAILED, rule
    for name, texts in {**EQUIVALENCES, **EXTRA_EQUIVALENCES}.items():
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


@pytest.mark.parametrize("length", [1, 6])
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
            assert step.conclusion not in known, (leaf.name, "a circle", step)
            known.add(step.conclusion)
        assert known.issuperset(last.premises)
        assert last.conclusion == found.conclusion
        assert len(found.steps) >= length or leaf.rule in {*QUANTIFIED, *QUANTIFIED_FALLACIES}


@pytest.mark.parametrize("length", [1, 4])
def test_no_step_and_no_premise_can_be_spared(length: int) -> None:
    """So that a problem of so many rules takes so many, and what holds of somebody is said of somebody."""
    for record in problems(LogicAsker(length=length), 208, 3, verify=True):
        program = read_program(record.program).program
        assert program is not None
        if record.verdict is not Verdict.UNKNOWN:
            assert record.certificate is not None
            assert record.certificate["premises_used"] == list(range(len(program.premises))), record.program
        if record.tags["case"] != "inference" or record.tags["category"] == "fallacy":
            continue
        cited = {int(number) for line in record.chain for number in re.findall(r"\d+", line.split(":")[0])[1:]}
        assert cited == set(range(1, len(program.premises) + len(record.chain))), record.chain
        if record.tags["rule"].startswith("existential ") and record.tags["rule"] not in ABOUT_QUANTIFIERS:
            assert isinstance(program.goal.formula, Exists)


def test_a_proposition_has_one_tense() -> None:
    """The reproduction of the findings: 'Rosa plays football' and 'Rosa played football' were one proposition."""
    tails = [
        (phrase, mode, phrase.of("", positive, mode).strip())
        for phrase in PHRASES["test"]
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


def test_what_does_not_follow_has_a_link_broken() -> None:
    """The same question, words and signs as what follows; only where a letter stands differs."""
    made = list(problems(LogicAsker(3, balanced=True), 40, 2))
    by_question: dict[str, list[ProblemRecord]] = {}
    for record in made:
        by_question.setdefault(record.question, []).append(record)
    for pair in by_question.values():
        assert {record.label for record in pair} == {"yes", "no"}
        bags = [Counter(re.findall(r"\w+", record.context.lower())) for record in pair]
        assert bags[0] == bags[1]
        for record in pair:
            program = read_program(record.program).program
            assert program is not None
            assert ask(program).allows(record.verdict)


def test_reasons_are_the_true_ones() -> None:
    for name, problem in made(1, 3):
        *_, last = problem.chain
        case = name.rpartition("/")[2]
        if "/fallacy/" in name:
            assert re.search("would be the (fallacy of|existential fallacy)", last)
            assert problem.verdict is Verdict.UNKNOWN
        elif case == "unrelated":
            assert last.startswith(("No premise is about that", "The premises leave it open"))
        elif case == "contradiction":
            assert last.startswith("That is the opposite of what is asked: ")
        else:
            assert last.endswith(problem.program.goal.gloss)


def test_what_the_tree_leaves_out_of_the_tables_is_made_on_demand() -> None:
    more = LogicAsker(extra=True)
    added = set(more.leaves()) - set(LogicAsker().leaves())
    assert len(LogicAsker().leaves()) == 208
    assert {leaf.rule.removeprefix("universal ").removeprefix("existential ") for leaf in added} == {
        "constructive dilemma", "identity laws", "contradiction laws", *TWO,
    }  # fmt: skip
    assert len(added) == 18 + 9 + 7
    for leaf in added:
        problem = more.of(leaf, random.Random(leaf.name))
        assert (problem.verdict is Verdict.ENTAILED) is leaf.follows, leaf.name


@pytest.mark.parametrize("rule", TWO)
def test_laws_about_two_quantifiers_are_right_and_read_back(rule: str) -> None:
    """Transposition holds one way, as Z3 says, too; the other way is a fallacy."""
    for record in problems(LogicAsker(extra=True, only=(rule,)), 28, 2):
        program = read_program(record.program).program
        assert program is not None
        assert prove(program, solver="z3").verdict is record.verdict
        assert (record.label == "yes") is (record.tags["case"] == "inference" and record.tags["category"] != "fallacy")
        reading = read_english(record.context, record.question.split(": ")[1])
        assert reading.program is not None
        assert prove(reading.program).verdict is record.verdict


def test_the_authors_files_by_length_are_read(tmp_path: Path) -> None:
    asked = (
        "Consider the following premises: It rains. Can we infer the following from them? Answer yes or no: It rains."
    )
    one = {"id": "len_3_0", "input": f"(Say ==yes==.) {asked}", "target": "yes"}
    rows = [{**one, "method": method} for method in ("zero_shot", "icl")]
    (tmp_path / "by_length.json").write_text(json.dumps(rows))
    (tmp_path / "exp_len_5.csv").write_text(f"question,target\n{asked},no\n")
    read = {name: list(load_dataset("logicasker", tmp_path / name)) for name in ("by_length.json", "exp_len_5.csv")}
    assert [s.problem.id for s in read["by_length.json"]] == ["len_3_0", "len_3_0/icl"]
    for samples, length, gold in zip(read.values(), ("3", "5"), ("yes", "no"), strict=True):
        assert (samples[0].problem.context, samples[0].gold, samples[0].tags) == ("It rains.", gold, {"length": length})
        assert samples[0].problem.question.startswith("Can we infer")


def test_weaknesses_explain_behind_the_answer_and_fill_the_papers_tables(tmp_path: Path) -> None:
    """A model that always says yes: it falls for fallacies, which is seen in each of the layouts."""
    out, told = tmp_path / "weak.json", ["--cases", "1", "--weakest", "2", "--only", "modus ponens"]
    for method in (["--preset", "logicasker-zero-shot"], ["--method", "direct"]):
        plain = "--preset" in method

        def yes(number: int, request: dict[str, Any], plain: bool = plain) -> Reply:
            return Reply("Answer: yes" if plain else {"answer": "yes", "explanation": "so it is"})

        with serving(script=yes) as server:
            model = ["--translator", "openai:m", "--base-url", server.url, "--no-cache"]
            ended = sorites("weaknesses", *model, *told, *method, "--out", out)
            assert ended.returncode == 0, ended.stderr
            last = server.requests[-1]["messages"]
        assert "answered wrong, " in ended.stdout
        if plain:
            assert [m["role"] for m in last] == [*["user", "assistant"] * 4, "user"]
            assert re.fullmatch(r"Answer: (yes|no)\nBecause .*", last[1]["content"])
        else:
            shown = json.loads(last[2]["tool_calls"][0]["function"]["arguments"])
            assert list(shown) == ["answer", "explanation"]
            assert shown["explanation"].startswith("Because ")
            assert "Because" not in last[1]["content"]
    first = figures_of("logicasker-figure3", out).measured["openai:m, direct"]
    assert first == [pytest.approx(100 / 3), 0.0]
    assert figures_of("logicasker-table6", out).measured["openai:m, direct"] == [0.0, 0.0, 0.0]
    assert figures_of("logicasker-figure5", out).measured["openai:m, direct"] == [None, pytest.approx(100 / 3), None]
    weakest = figures_of("logicasker-table4", out)
    assert [row[0] for row in weakest.measured.values()] == [0.0, 0.0]
    assert all("Can we infer" in text for text in weakest.examples.values())
    assert len(weakest.examples) == 2


def test_a_category_counts_its_own_leaves_alone() -> None:
    """The column *inference* counted the cases called so of all categories; and a share of no answers was 0."""
    names = ("inference/modus ponens/contradiction", "fallacy/affirming the consequent/inference")
    scores = [LeafScore(leaf=f"propositional/{name}", cases=1, satisfied=i, correct=i) for i, name in enumerate(names)]
    found = Weaknesses(model="m", method="direct", seed=0, first_round=scores, weakest=[], second_round=[])
    assert [found.of(part).accuracy for part in ("inference", "fallacy", "")] == [None, 1.0, 1.0]


@pytest.mark.parametrize("answer", ["yes", "no"])
@pytest.mark.parametrize("only", ["modus", "consequent"])
def test_demonstrations_of_a_model_that_leans_are_two_and_two(answer: str, only: str) -> None:
    """Its weakest leaves all have the other answer; those with its own are of the same rules (section 4.5)."""
    with serving(script=lambda number, request: Reply(f"Answer: {answer}")) as server:
        model = ["--translator", "openai:m", "--base-url", server.url, "--no-cache"]
        few = ["--cases", "1", "--weakest", "4", "--try", "random,weakness", "--only", only]
        ended = sorites("weaknesses", *model, *few, "--preset", "logicasker-zero-shot", "--json")
        assert ended.returncode == 0, ended.stderr
        prompts = [request["messages"] for request in server.requests]
    found = json.loads(ended.stdout)
    assert found["preset"] == "logicasker-zero-shot"
    shown = [[m["content"] for m in messages if m["role"] == "assistant"] for messages in prompts]
    assert {len(replies) for replies in shown} == {0, 4}
    for replies in shown:
        assert Counter(reply.split()[1] for reply in replies) in ({}, {"yes": 2, "no": 2}), replies
    rules = {one.split("/")[2] for one in found["weakest"]}
    behind = {leaf.rule for leaf in leaves() for rule in rules if FALLACY_OF.get(rule_of(leaf), "?") in rule}
    told = [reply.rpartition(" by ")[2].rstrip(".") for reply in shown[-1] if reply.startswith("Answer: yes")]
    assert set(told) <= rules | behind, (told, rules)
