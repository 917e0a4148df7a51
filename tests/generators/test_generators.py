"""Generators: what they make is right, the same for the same seed, and read by the grammar."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from sorites.eval.generators.boardgameqa import BoardgameQA
from sorites.eval.generators.logicasker import LogicAsker, leaves
from sorites.eval.generators.multilogieval import MultiLogiEval
from sorites.eval.generators.problem import Generator, ProblemRecord, turn_of, verified
from sorites.eval.generators.provergen import ProverGen
from sorites.eval.generators.registry import GENERATORS, make_generator
from sorites.eval.generators.retelling import fault_of
from sorites.eval.generators.writing import digest_of, make, problems, read_problems, write
from sorites.eval.tasks.datasets import load_dataset
from sorites.solvers import UserError, Verdict, prove, read_program
from sorites.testing import Reply, serving
from sorites.translators import ModelOptions, make_chat
from sorites.translators.english import read_english

from ..command import sorites

MAKERS: list[Generator] = [
    LogicAsker(),
    LogicAsker(length=4),
    LogicAsker(balanced=True),
    ProverGen(("easy",)),
    ProverGen(("hard",)),
    ProverGen(("medium",), noise1=False, noise2=False, shuffled=False),
    BoardgameQA(1),
    BoardgameQA(3, split="train"),
    BoardgameQA(2, p_conflict=1.0, distractors=1, binary=True, split="valid"),
]


@pytest.mark.parametrize("maker", MAKERS, ids=lambda m: f"{m.name}-{m.settings[:30]}")
def test_problems_are_what_they_say(maker: Generator) -> None:
    made = list(problems(maker, 6, 5))
    for record in made:
        program = read_program(record.program).program
        assert program is not None
        assert prove(program, check=True).verdict is record.verdict
        assert record.label == maker.scheme.labels[record.verdict]
        reading = read_english(record.context, record.question)
        assert reading.first is not None, (record.context, record.question)
        assert prove(reading.first).verdict is record.verdict, (record.context, record.question)
    assert len({(r.context, r.question) for r in made}) == len(made)


def test_no_place_in_a_file_tells_its_label() -> None:
    """Shares are exact after each cycle; within, the order is any, and a longer run begins as a shorter one."""
    for maker, length in (
        (ProverGen(("easy",)), 3),
        (BoardgameQA(1), 3),
        (MultiLogiEval(answers="both"), 2),
        (LogicAsker(), 208),
    ):
        assert maker.cycle == length
        turns = [turn_of(maker, 4, number) for number in range(12 * length)]
        blocks = [turns[i : i + length] for i in range(0, len(turns), length)]
        assert [sorted(block) for block in blocks] == [list(range(i, i + length)) for i in range(0, len(turns), length)]
        assert len({tuple(t % length for t in block) for block in blocks}) > 1
    short, long = (list(problems(ProverGen(("easy",)), count, 4)) for count in (6, 12))
    assert long[:6] == short
    assert {label: [r.label for r in long].count(label) for label in ("True", "False", "Uncertain")} == dict.fromkeys(
        ("True", "False", "Uncertain"), 4
    )


@pytest.mark.parametrize(
    "makers",
    [
        [ProverGen((level,)) for level in ("easy", "medium", "hard")],
        [BoardgameQA(1), BoardgameQA(2), BoardgameQA(2, p_conflict=0.8), BoardgameQA(2, distractors=2)],
        [LogicAsker(length=length) for length in (1, 3, 5)],
        [MultiLogiEval(depths=(depth,)) for depth in (1, 2, 3, 4, 5)],
    ],
    ids=lambda makers: makers[0].name,
)
def test_one_seed_asks_other_questions_at_each_level(makers: list[Generator]) -> None:
    """Else who trains on easy problems has seen the questions of the hard ones."""
    asked = [{record.question for record in problems(maker, 20, 5)} for maker in makers]
    for one, other in combinations(asked, 2):
        assert len(one & other) <= 4, "a few short ones may come twice"


@pytest.mark.parametrize("name", GENERATORS)
def test_workers_and_resumption_change_nothing(name: str, tmp_path: Path) -> None:
    maker = make_generator(name)
    alone, several = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    many, some = (5, 3) if name in {"ordering", "grid", "assignment"} else (16, 10)  # puzzles take long to make
    list(write(maker, many, 9, alone))
    list(write(maker, some, 9, several, workers=2))
    text = several.read_text("utf-8")
    several.write_text(text + text.splitlines()[0][:50], "utf-8")  # a line that was cut off
    list(write(maker, many, 9, several))
    assert alone.read_text("utf-8") == several.read_text("utf-8")
    assert next(r.id for r in read_problems(alone)).startswith(name)
    with pytest.raises(UserError, match="another seed"):
        list(write(maker, 50, 10, alone))


def test_every_leaf_has_cases() -> None:
    maker = LogicAsker()
    for number in range(208):
        leaf = leaves()[turn_of(maker, 1, number)]
        record = make(maker, 1, number, 0, False)
        assert record.tags["rule"] == leaf.rule
        wanted = {"inference": Verdict.ENTAILED, "contradiction": Verdict.REFUTED, "unrelated": Verdict.UNKNOWN}
        expected = Verdict.UNKNOWN if leaf.category == "fallacy" else wanted[leaf.case]
        assert record.verdict is expected


@pytest.mark.parametrize("maker", [LogicAsker(), MultiLogiEval(), ProverGen(), BoardgameQA()], ids=lambda m: m.name)
def test_a_second_engine_agrees(maker: Generator) -> None:
    for number in range(6):
        problem = verified(maker.problem(random.Random(number), number))
        assert problem.outcome.certificate is not None
        assert problem.outcome.checked


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("mlq", {}, "no generator"),
        ("provergen", {"size": "3"}, "no option 'size'"),
        ("provergen", {"level": "odd"}, "level=odd: .*'easy', 'medium' or 'hard'"),
        ("boardgameqa", {"depth": "x"}, "depth=x"),
        ("logicasker", {"balanced": "true", "only": "fallacy"}, "both answers"),
        ("boardgameqa", {"p_conflict": "2"}, "p_conflict=2: .*less than or equal to 1; the default is 0.5"),
        ("boardgameqa", {"variant": "Odd"}, "no variant"),
        ("logicasker", {"only": "astrology"}, "no leaf"),
        ("multi-logieval", {"depths": ""}, "depths"),
        ("multi-logieval", {"depths": "0", "logics": "nm"}, "depths=0: .*greater than or equal to 1"),
        ("multi-logieval", {"logics": "nm", "depths": "7"}, "no problem of logics=nm at depths=7"),
        ("multi-logieval", {"logics": "relations", "depths": "3"}, "no problem of logics=relations at depths=3"),
        ("multi-logieval", {"logics": "pl,relations", "depths": "3"}, "no problem of logics=relations at depths=3"),
        ("multi-logieval", {"logics": "nm", "depths": "5,7"}, "no problem of logics=nm at depths=7"),
        ("multi-logieval", {"logics": "nm", "combinations": "all"}, "with logics=nm, combinations=all"),
        ("provergen", {"scheme": "x"}, r"no option 'scheme'; it has level, noise1, (?!.*(scheme|wording|name))"),
        ("provergen", {"wording": "x"}, "no option 'wording'"),
        ("provergen", {"name": "x"}, "no option 'name'"),
        ("provergen", {"rule_goals": "0", "goal_rules": "A → B"}, "with rule_goals=0, goal_rules=A → B"),
        ("provergen", {"split": "odd"}, "split=odd"),
        ("boardgameqa", {"binary": "true", "p_answers": "0.3,0.3,0.4"}, "binary=true, p_answers=0.3,0.3,0.4"),
        ("boardgameqa", {"variant": "Binary", "p_answers": "0.3,0.3,0.4"}, "binary=true, p_answers=0.3"),
        ("boardgameqa", {"p_conflict": "0.1", "variant": "HighConflict"}, r"variant=HighConflict .*p_conflict=0\.1"),
        ("boardgameqa", {"variant": "Binary", "binary": "false"}, "variant=Binary .*binary=false"),
        ("boardgameqa", {"p_conflict": "0", "p_conflict_type1": "0.2"}, r"with p_conflict=0, p_conflict_type1=0\.2"),
        ("logicasker", {"only": "fallacy,nothing"}, "no leaf of the tree with nothing in its name"),
        ("grid", {"size": "9"}, "size"),
        ("grid", {"attributes": "1"}, "attributes"),
        ("ordering", {"level": "odd"}, "level"),
        ("ordering", {"size": "x"}, "size"),
        ("assignment", {"depth": "2"}, "depth"),
    ],
)
def test_bad_options_are_said(name: str, options: dict[str, str], words: str) -> None:
    with pytest.raises(UserError, match=words):
        make_generator(name, options)


def test_datasets_by_name() -> None:
    dataset = load_dataset("generated:boardgameqa?n=6&seed=2&variant=HighConflict", None)
    samples = list(dataset)
    assert len(dataset) == len(samples) == 6
    assert {s.gold for s in samples} == {"proved", "disproved", "unknown"}
    assert read_program(samples[0].program).program is not None
    with pytest.raises(UserError, match="whole numbers"):
        load_dataset("generated:boardgameqa?n=many", None)
    with pytest.raises(UserError, match="n twice, n=3 and n=4"):
        load_dataset("generated:provergen?n=3&n=4", None)


def test_what_can_not_be_made_is_said_by_the_commands(tmp_path: Path) -> None:
    out = tmp_path / "p.jsonl"
    for options, words in (
        (("logics=nm", "depths=7"), "no problem of logics=nm at depths=7"),
        (("depths=2", "depths=3"), "depths twice, depths=2 and depths=3"),
    ):
        ended = sorites("generate", "multi-logieval", "--out", out, *(part for one in options for part in ("-o", one)))
        assert (ended.returncode, out.exists()) == (2, False)
        assert words in ended.stderr
    ended = sorites("bench", "generated:multi-logieval?n=3&logics=nm&depths=7", "--out", tmp_path / "run")
    assert ended.returncode == 2
    assert "no problem of logics=nm at depths=7" in ended.stderr


def test_what_people_see(tmp_path: Path) -> None:
    file = tmp_path / "p.jsonl"
    ended = sorites(
        "generate", "provergen", "--n", "12", "--seed", "2", "--out", str(file), "-o", "level=easy", "--verify"
    )
    assert ended.returncode == 0, ended.stderr
    assert "True 33.3%" in ended.stdout
    record = ProblemRecord.model_validate_json(file.read_text("utf-8").splitlines()[0])
    assert record.verified_by[0] == "horn"
    assert len(record.verified_by) == 2
    again = sorites("bench", "generated", "--data", str(file), "--translator", "english", "--json")
    assert json.loads(again.stdout)["accuracy"] == 1.0
    assert sorites("generate", "provergen", "--out", str(file), "-o", "level").returncode == 2
    for to in ("openai", "alpaca"):
        target = tmp_path / to
        many = ("--n", "6", "--seed", "1", "--augment", "--tasks", "9", "-o", "level=easy,medium")
        ended = sorites("generate", "provergen", *many, "--to", to, "--out", target)
        assert ended.returncode == 0, ended.stderr
        assert "9 questions: False 33.3%, True 33.3%, Uncertain 33.3%" in ended.stdout
        lines = [json.loads(line) for line in target.read_text("utf-8").splitlines()]
        texts = [line["messages"][2]["content"] if to == "openai" else line["output"] for line in lines]
        assert sum("Answer: Uncertain" in text for text in texts) == 3


def test_every_leaf_can_be_chained_and_answers_balanced() -> None:
    found = [make(LogicAsker(length=3), 1, number, 0, False) for number in range(208)]
    assert {r.depth for r in found} == {3}
    assert {r.tags["rule"] for r in found} == {leaf.rule for leaf in leaves()}
    for options in ({"length": 3}, {"only": ("biconditional elimination",)}):  # which has no twins
        balanced = problems(LogicAsker(balanced=True, **options), 60, 1)
        assert Counter(r.label for r in balanced) == {"yes": 30, "no": 30}


@pytest.mark.parametrize("name", ["provergen", "boardgameqa"])
def test_the_shares_of_answers_are_those_asked_for(name: str) -> None:
    options = {"p_answers": "0.5,0.1,0.4"} | ({"level": "easy"} if name == "provergen" else {})
    found = Counter(record.verdict for record in problems(make_generator(name, options), 100, 4))
    assert found == {Verdict.ENTAILED: 50, Verdict.REFUTED: 10, Verdict.UNKNOWN: 40}
    for wrong in ("0.5,0.5", "0.9,0.9,0.9", "1,2,3", "much"):
        with pytest.raises(UserError):
            make_generator(name, {"p_answers": wrong})


def test_nearly_the_same_is_the_same() -> None:
    [one] = problems(LogicAsker(only=("propositional/inference/modus ponens/inference",)), 1, 3)

    def told(context: str) -> bytes:
        return digest_of(one.model_copy(update={"context": context, "question": "Ada sings?"}))

    assert told("Ada plays chess. Bo is a baker.") == told("Bo was the baker. Ada will be playing chess.")
    assert told("Ada plays chess.") != told("Ada does not play chess.")
    assert told("Ada plays chess.") != told("Bo plays chess.")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("logicasker", {}),
        ("provergen", {"level": "easy"}),
        ("boardgameqa", {"depth": "1"}),
        ("multi-logieval", {"logics": "relations", "answers": "both"}),
    ],
)
def test_a_model_tells_templates_anew(name: str, options: dict[str, str]) -> None:
    """The model's first answer drops each "not", which is refused; its second one is used everywhere."""

    def script(number: int, request: dict[str, Any]) -> Reply:
        listed = re.findall(r"(?m)^(\d+)\. (.+)$", request["messages"][1]["content"])
        again = len(request["messages"]) > 2
        texts = [f"As told, {text}" for _, text in listed]
        if not again:
            texts = [re.sub(r" (?:is|does) not ", " is ", text) for text in texts]
        return Reply({"sentences": [{"number": i, "text": text} for i, text in enumerate(texts, 1)]})

    with serving(script=script) as server:
        chat = make_chat("openai:m", ModelOptions(server.url, api_key="k"))
        maker = make_generator(name, options, chat)
        told = list(problems(maker, 6, 3))
        assert list(problems(maker, 6, 3, workers=3)) == told
    assert any("does not deny" in r["messages"][-1]["content"] for r in server.requests)
    for record in told:
        assert record.settings.endswith("wording=openai:m")
        assert "As told, " in record.context
        program = read_program(record.program).program
        assert program is not None
        assert prove(program).verdict is record.verdict
        text = f"{record.context} {record.question}".lower()
        assert not [p.gloss for p in program.premises if p.gloss.rstrip(".").lower() not in text], text


def test_a_problem_that_a_model_can_not_tell_is_left_for_another() -> None:
    """The model spoils every sentence of the first problem, however often it is asked."""

    def script(number: int, request: dict[str, Any]) -> Reply:
        listed = re.findall(r"(?m)^(\d+)\. (.+)$", request["messages"][1]["content"])
        texts = ["Nothing." if number < 3 else text for _, text in listed]
        return Reply({"sentences": [{"number": i, "text": text} for i, text in enumerate(texts, 1)]})

    with serving(script=script) as server:
        chat = make_chat("openai:m", ModelOptions(server.url, api_key="k"))
        [told] = problems(make_generator("boardgameqa", {}, chat), 1, 3)
        assert len(server.requests) == 4
    [first] = problems(make_generator("boardgameqa"), 1, 3)
    assert told.context != first.context


@pytest.mark.parametrize(
    ("new", "fault"),
    [
        ("Ada is no longer not a baker, if it rains.", "does not deny"),
        ("If it rains, a baker is what Boris is not.", "lost 'ada'"),
        ("Ada is not a baker.", "lost 'rains'"),
        ("It rains, and Ada is not a baker.", "has a condition"),
        ("When it is raining, Ada is not a baker.", ""),
        ("If Ada is not a baker, then it rains.", "means something else"),
        ("Ada is not a baker if it rains.", ""),
        ("", "is missing"),
    ],
)
def test_what_another_wording_has_to_keep(new: str, fault: str) -> None:
    found = fault_of(1, "If it rains, then Ada is not a baker.", new)
    assert fault in found
    assert bool(fault) == bool(found)
