"""The language of BoardgameQA: its forms, its knowledge, its figures. The sentences are our own."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from sorites.eval.generators.boardgameqa import BoardgameQA
from sorites.eval.generators.boards import ANIMALS
from sorites.eval.generators.specification import SPLITS
from sorites.eval.generators.writing import problems
from sorites.eval.tasks.datasets import load_dataset
from sorites.solvers import Argument, Level, UserError, Verdict, make_solver, prove
from sorites.solvers.notation.printer import print_formula
from sorites.testing import Reply, serving
from sorites.translators import PROVED, EnglishOptions, ModelOptions, Problem, make_translator
from sorites.translators.english import read_english
from sorites.translators.games.knowledge import World, holds, load_table
from sorites.translators.games.reading import read_game
from sorites.translators.games.state import Knowledge

from ..command import sorites

RULE = "Rule1: If the mole hugs the newt, then the newt calls the toad."
INTRO = "A few players are playing a boardgame. The current state of the game is as follows. "


def game(facts: str, rules: str, question: str) -> tuple[str, str]:
    context = f"{INTRO}{facts} And the rules of the game are as follows. {rules} "
    return context, f"Based on the game state and the rules and preferences, does the {question}?"


def verdict(facts: str, rules: str, question: str) -> Verdict:
    reading = read_english(*game(facts, rules, question))
    assert reading.program is not None, [d.message for d in reading.diagnostics]
    outcome = prove(reading.program, check=True)
    assert outcome.certificate is not None
    assert outcome.checked
    return outcome.verdict


@pytest.mark.parametrize(
    ("rule", "formula"),
    [
        ("If the mole hugs the newt, then the newt calls the toad.", "Hugs(mole, newt) → Calls(newt, toad)"),
        (
            "Whatever hugs the newt and does not call the eft also calls the toad.",
            "∀x ((Hugs(x, newt) ∧ ¬Calls(x, eft)) → Calls(x, toad))",
        ),
        ("As long as some animal hugs the newt, the eft calls the toad.", "∀x (Hugs(x, newt) → Calls(eft, toad))"),
        ("Provided that the mole hugs the newt, the newt calls the toad.", "Hugs(mole, newt) → Calls(newt, toad)"),
        ("The newt calls the toad, provided that it hugs the eft.", "Hugs(newt, eft) → Calls(newt, toad)"),
        (
            "The newt does not call the toad whenever the mole hugs the newt and the eft calls the newt.",
            "(Hugs(mole, newt) ∧ Calls(eft, newt)) → ¬Calls(newt, toad)",
        ),
        (
            'This is a basic rule: if the mole hugs the newt, then the conclusion that "the newt will not '
            'call the toad" follows immediately and effectively.',
            "Hugs(mole, newt) → ¬Calls(newt, toad)",
        ),
        (
            "The newt unquestionably calls the toad, in the case where the mole does not hug the newt.",
            "¬Hugs(mole, newt) → Calls(newt, toad)",
        ),
        ("If something hugs the newt, then it calls the toad, too.", "∀x (Hugs(x, newt) → Calls(x, toad))"),
        ("The living creature that hugs the newt will never call the toad.", "∀x (Hugs(x, newt) → ¬Calls(x, toad))"),
        (
            "If you are positive that you saw one of the animals hugs the newt, you can be certain that it will "
            "also call the toad.",
            "∀x (Hugs(x, newt) → Calls(x, toad))",
        ),
        (
            "Be careful when something hugs the newt but does not call the eft because in this case it will, surely, "
            "call the toad (this may or may not be problematic).",
            "∀x ((Hugs(x, newt) ∧ ¬Calls(x, eft)) → Calls(x, toad))",
        ),
        (
            "If at least one animal hugs the newt, then the mole calls the toad.",
            "∀x (Hugs(x, newt) → Calls(mole, toad))",
        ),
        (
            "The mole calls the toad whenever at least one animal hugs the newt.",
            "∀x (Hugs(x, newt) → Calls(mole, toad))",
        ),
        (
            "For the newt, if the belief is that the mole hugs the newt and the eft does not call the newt, then "
            'you can add that "the newt calls the toad" to your conclusions.',
            "(Hugs(mole, newt) ∧ ¬Calls(eft, newt)) → Calls(newt, toad)",
        ),
        (
            "In order to conclude that the newt calls the toad, two pieces of evidence are required: firstly the mole "
            "should hug the newt and secondly the eft should not call the newt.",
            "(Hugs(mole, newt) ∧ ¬Calls(eft, newt)) → Calls(newt, toad)",
        ),
        (
            "Regarding the newt, if it works in education, then we can conclude that it calls the toad.",
            "WorksInEducation(newt) → Calls(newt, toad)",
        ),
        (
            "The newt will call the toad if it (the newt) works in education.",
            "WorksInEducation(newt) → Calls(newt, toad)",
        ),
    ],
)
def test_forms(rule: str, formula: str) -> None:
    reading = read_english(*game("The mole sings to the eft.", f"Rule1: {rule}", "newt call the toad"))
    assert reading.program is not None, [d.message for d in reading.diagnostics]
    assert print_formula(reading.program.defeasible[0].formula) == formula


def test_preferences_and_missing_bodies() -> None:
    facts = "The mole hugs the newt. The eft calls the newt."
    rules = (
        "Rule1: If the mole hugs the newt, then the newt calls the toad. "
        "Rule2: If the eft calls the newt, then the newt does not call the toad. "
        "Rule3: If the eft hugs the newt, then the newt does not call the toad. "
    )
    assert verdict(facts, rules, "newt call the toad") is Verdict.UNKNOWN
    assert verdict(facts, rules + "Rule1 is preferred over Rule2. Rule3 is preferred over Rule1.",
                   "newt call the toad") is Verdict.ENTAILED  # fmt: skip
    assert verdict(facts, rules + "Rule2 is preferred over Rule1.", "newt call the toad") is Verdict.REFUTED


WRAPPERS = [
    ("A few players are playing a boardgame. The current state of the game is as follows.",
     "And the rules of the game are as follows.", "Based on the game state and the rules and preferences, does"),
    ("A few players are playing a boardgame. The current state of the game is as follows.",
     "The rules are as follows.", "Based on the game state and the rules and preferences, does"),
    ("Some animals play a board game. Here is its current state:", "Here are the rules:", "Does"),
    ("Consider the following game.\n\nFacts:", "\n\nRules:\n", "Question: does"),
    ("A few players are playing a boardgame.", "", "Given the facts, the rules and the preferences, does"),
    ("This is the state of a game:", "These rules hold in the game:", "According to the rules, is it the case that"),
    ("", "", "Based on the game state and the rules and preferences, does"),
]  # fmt: skip
LABELS = ["Rule{n}: ", "Rule {n}: ", "\n{n}. ", "\n- Rule{n}: ", "\n* **Rule {n}:** ", "\nR{n}: ", " ", "\n- "]
IRRELEVANT = [
    "Zed really likes jazz.", "Zed lives in Oslo.", "Zed could be late.", "The aardvark is named Alonso.",
    "The aardvark has 3 dollars.", "The aardvark is watching a movie from 1993.", "The aardvark ogles the gnu.",
]  # fmt: skip


@dataclass(frozen=True)
class Told:
    """A generated game in its parts."""

    facts: list[str]
    rules: list[str]
    preferences: list[tuple[int, int]]
    asked: str
    verdict: Verdict

    def text(
        self,
        wrapper: tuple[str, str, str] = WRAPPERS[0],
        label: str = LABELS[0],
        preferred: str = "{a} is preferred over {b}.",
    ) -> tuple[str, str]:
        state, rules, asks = wrapper
        ranked = " ".join(preferred.format(a=f"Rule {a}", b=f"Rule {b}") for a, b in self.preferences)
        listed = " ".join(f"{label.format(n=n)}{rule}" for n, rule in enumerate(self.rules, 1))
        clause = re.sub(r"^does ", "", self.asked)
        if asks.endswith("that"):
            clause = re.sub(r"^(the \w+)", r"\1 will", clause)
        return f"{state} {' '.join(self.facts)} {rules} {listed} {ranked}".strip(), f"{asks} {clause}"


@cache
def told() -> list[Told]:
    found = []
    for split, depth in itertools.product(SPLITS[::2], (1, 2, 3)):
        for one in problems(BoardgameQA(depth, split=split), 7 - 2 * depth, 17 + depth):
            facts, _, rules = one.context.partition(" The rules of the game are these. ")
            facts = facts.removeprefix("Some animals play a game, whose state is this. ")
            listed = re.findall(r"Rule\d+: (.*?)(?=\s*Rule\d+|\s*$)", rules)
            ranked = [(int(a), int(b)) for a, b in re.findall(r"Rule(\d+) is preferred over Rule(\d+)", rules)]
            asked = one.question[one.question.index("does ") :]
            found.append(Told(re.split(r"(?<=\.) (?=The )", facts), listed, ranked, asked, one.verdict))
    return found


def answered(context: str, question: str) -> Verdict | None:
    program = read_english(context, question).program
    return prove(program).verdict if program is not None else None


def unharmed(variants: Iterable[tuple[Told, tuple[str, str]]]) -> None:
    """Each variant is answered as the game is, or refused, which is rare."""
    answers = [(game.verdict, answered(*text), text) for game, text in variants]
    wrong = [(text, said) for verdict, said, text in answers if said not in {verdict, None}]
    assert not wrong, wrong[0]
    refused = [text for _, said, text in answers if said is None]
    assert len(refused) <= 0.02 * len(answers), refused[0]


@pytest.mark.parametrize("wrapper", WRAPPERS, ids=lambda w: w[1].strip() or w[0][:9] or "bare")
def test_what_stands_around_a_game_does_not_matter(wrapper: tuple[str, str, str]) -> None:
    unharmed((game, game.text(wrapper)) for game in told() if wrapper[0] or game.preferences)


@pytest.mark.parametrize("label", LABELS)
def test_how_rules_are_listed_does_not_matter(label: str) -> None:
    unharmed((game, game.text(wrapper, label)) for game in told() for wrapper in WRAPPERS[1:4])


def test_the_order_of_rules_and_facts_does_not_matter() -> None:
    rng = random.Random(3)
    variants = []
    for game in told():
        order = rng.sample(range(len(game.rules)), len(game.rules))
        place = {old + 1: new + 1 for new, old in enumerate(order)}
        ranked = [(place[a], place[b]) for a, b in game.preferences]
        facts = rng.sample(game.facts, len(game.facts))
        variants.append(
            (game, replace(game, facts=facts, rules=[game.rules[k] for k in order], preferences=ranked).text())
        )
    unharmed(variants)


@pytest.mark.parametrize("name", ["{}ling", "polar {}", "{}-fish", "x{}us"])
def test_other_names_do_not_matter(name: str) -> None:
    animal = re.compile(rf"\b(?:{'|'.join(ANIMALS)})\b")

    def renamed(words: str) -> str:
        return animal.sub(lambda m: name.format(m.group()), words)

    unharmed(
        (
            game,
            replace(
                game, facts=[*map(renamed, game.facts)], rules=[*map(renamed, game.rules)], asked=renamed(game.asked)
            ).text(),
        )
        for game in told()
    )


@pytest.mark.parametrize("fact", IRRELEVANT)
def test_what_is_beside_the_point_does_not_matter(fact: str) -> None:
    unharmed(
        (game, replace(game, facts=facts).text())
        for game in told()
        for facts in ([fact, *game.facts], [*game.facts, fact])
    )


@pytest.mark.parametrize(
    "question",
    [
        "Based on the game state and the rules and preferences, does {}?\n(A) proved\n(B) disproved\n(C) unknown",
        "Does {}? Answer with proved, disproved or unknown.",
        "Does {}?\nOptions:\n- proved\n- disproved\n- unknown",
    ],
)
def test_options_may_follow(question: str) -> None:
    for game in told()[:12]:
        context, _ = game.text(WRAPPERS[1])
        clause = game.asked.removeprefix("does ").rstrip("?")
        assert answered(context, question.format(clause)) is game.verdict
        assert answered(f"{context} {question.format(clause)}", "") is game.verdict


@pytest.mark.parametrize(
    "sentence",
    [
        "The mole is hugged by the newt.",
        "Every animal calls the toad.",
        "Perhaps the mole hugs the eft.",
        "The mole and the eft call the toad.",
        "The newt can call the toad.",
        "The newt called the toad.",
        "The eft hugs the toad or the newt.",
        "Rule1 is wrong.",
        "Rule2 has priority over Rule1.",
        "Rule1 is not preferred over Rule2.",
        "Later rules override earlier ones.",
        "The game is over once the mole hugs the newt.",
        "If it rains, the newt calls the toad.",
        "The newt calls the toad only if the mole hugs the eft.",
        "Unless the mole hugs the newt, the eft calls the newt.",
        "If there is an animal that hugs the newt, then the eft calls the toad.",
        "Rule3: The newt calls the toad and hugs the eft.",
    ],
)
def test_no_sentence_of_a_game_is_dropped(sentence: str) -> None:
    rules = f"{RULE} Rule2: If the eft hugs the newt, then the newt does not call the toad. {sentence}"
    context, question = game("The mole hugs the newt.", rules, "newt call the toad")
    reading = read_english(context, question)
    assert reading.program is None
    [fault] = reading.diagnostics
    assert (fault.code, fault.level) == ("unread-sentence", Level.ERROR)
    assert fault.span is not None
    assert reading.text[fault.span.start : fault.span.end] == sentence
    rest = read_english(context, question, partial=True)
    assert rest.program is not None
    assert [(d.code, d.level) for d in rest.diagnostics] == [("unread-sentence", Level.WARNING)]
    assert prove(rest.program).verdict is Verdict.ENTAILED
    assert (rest.read, rest.total) == (4, 5)


@pytest.mark.parametrize(
    "question",
    [
        "Is it false that the newt calls the toad?",
        "Does the newt call the toad? Why?",
        "If the eft sings to the newt, does the newt call the toad?",
        "Who calls the toad?",
        "Is the newt a nurse?",
    ],
)
def test_another_question_is_refused(question: str) -> None:
    context, _ = game("The mole hugs the newt.", RULE, "")
    reading = read_english(context, question)
    assert reading.program is None
    assert [d.code for d in reading.diagnostics] == ["unread-sentence"]


def test_the_same_verb_may_say_different_things() -> None:
    facts = "The mole gives a book to the newt."
    ways = [("a book", Verdict.ENTAILED), ("some books", Verdict.ENTAILED), ("a key", Verdict.UNKNOWN)]
    for what, expected in ways:
        rule = f"Rule1: If the mole gives {what} to the newt, then the newt calls the toad."
        reading = read_english(*game(facts, rule, "newt call the toad"))
        assert reading.program is not None
        assert prove(reading.program).verdict is expected
        assert [d.code for d in reading.diagnostics] == (["same-relation"] if "some" in what else [])


def test_everyday_rules_are_no_game() -> None:
    context = "Ann is a member. Rule 1: Every member of the club pays. Rule 2: Nobody who pays plays the game."
    assert read_game(context, "Does Ann pay?", Knowledge()) is None


@pytest.mark.parametrize(
    ("condition", "facts", "expected"),
    [
        (
            "has more money than the eft and the toad combined",
            {"newt": ["has 9 dollars"], "eft": ["has 3 dollars"], "toad": ["has 5 dollars"]},
            True,
        ),
        ("has more money than the eft", {"newt": ["has 9 dollars"]}, False),
        (
            "has a name whose first letter is the same as the first letter of the eft's name",
            {"newt": ["is named Bo"], "eft": ["is named Bill"]},
            True,
        ),
        ("has a card whose color appears in the flag of Japan", {"newt": ["has a card that is red in color"]}, True),
        ('has a card whose color starts with the letter "g"', {"newt": ["has a card that is red in color"]}, False),
        ("has a card whose color is one of the rainbow colors", {"newt": ["has a card that is violet in color"]}, True),
        (
            "is watching a movie that was released after the Berlin wall fell",
            {"newt": ["is watching a movie from 1991"]},
            True,
        ),
        (
            "has a football that fits in a 40.1 x 50 x 60 inches box",
            {"newt": ["has a football with a radius of 21 inches"]},
            False,
        ),
        ("has a notebook that fits in a 11 x 14 inches box", {"newt": ["has a 13 x 10 inches notebook"]}, True),
        ("is in France at the moment", {"newt": ["is currently in Lyon"]}, True),
        ("is in Africa at the moment", {"newt": ["is currently in Lyon"]}, False),
        ("works in healthcare", {"newt": ["is a nurse"]}, True),
        ("is less than two and a half years old", {"newt": ["was born 13 months ago"]}, True),
        ("has fewer than six friends", {"newt": ["has 3 friends that are wise and three friends that are not"]}, False),
        ("has something to sit on", {"newt": ["has a bench"]}, True),
        ("has a high salary", {"newt": ["got a well-paid job"]}, True),
        ("is in Atlantis at the moment", {"newt": ["is currently in Lyon"]}, None),
        ("likes jazz", {"newt": []}, None),
    ],
)
def test_knowledge(condition: str, facts: dict[str, list[str]], expected: bool | None) -> None:
    assert holds(condition, "newt", World(facts, load_table())) is expected


ATLANTIS = game(
    "The newt is currently in Lyon. The newt has a lute.",
    "Rule1: Regarding the newt, if it is in Atlantis at the moment, then we can conclude that it calls the toad. "
    "Rule2: Regarding the newt, if it has something to strum, then we can conclude that it hugs the toad.",
    "newt hug the toad",
)


def test_a_model_may_be_asked_for_background_knowledge(tmp_path: Path) -> None:
    answers = {"answers": [{"number": 1, "answer": "no"}, {"number": 2, "answer": "yes"}]}
    with serving(Reply(answers)) as server:
        options = ModelOptions(server.url, api_key="k", cache=tmp_path / "replies.sqlite")
        translator = make_translator("english", options=options, english=EnglishOptions(background="openai:m"))
        [first] = translator.translations(Problem("a", *ATLANTIS, PROVED))
        [again] = translator.translations(Problem("a", *ATLANTIS, PROVED))
    assert len(server.requests) == 1
    asked = server.requests[0]["messages"][-1]["content"]
    assert "Known: the newt is currently in Lyon; has a lute.\n   Condition: it has something to strum" in asked
    assert first.reading.program is not None
    assert prove(first.reading.program).verdict is Verdict.ENTAILED
    assert not first.reading.diagnostics
    assert first.usage.requests == 1
    assert again.usage.cached
    assert again.reading.program == first.reading.program


def test_a_model_that_does_not_know_adds_nothing(tmp_path: Path) -> None:
    with serving(Reply({"answers": [{"number": 1, "answer": "unknown"}, {"number": 9, "answer": "yes"}]})) as server:
        options = ModelOptions(server.url, api_key="k")
        [found] = make_translator(
            "english", options=options, english=EnglishOptions(background="openai:m")
        ).translations(Problem("a", *ATLANTIS, PROVED))
    assert [d.code for d in found.reading.diagnostics] == ["missing-fact", "missing-fact"]


def test_knowledge_can_be_added(tmp_path: Path) -> None:
    file = tmp_path / "more.json"
    file.write_text('{"uses": {"something to strum": ["lute"]}}')
    [found] = make_translator("english", english=EnglishOptions(knowledge=file)).translations(
        Problem("a", *ATLANTIS, PROVED)
    )
    assert found.reading.program is not None
    assert prove(found.reading.program).verdict is Verdict.ENTAILED
    for text in ("[]", '{"flavours": {}}', "{"):
        file = tmp_path / f"{len(text)}.json"
        file.write_text(text)
        with pytest.raises(UserError, match="knowledge"):
            make_translator("english", english=EnglishOptions(knowledge=file)).translations(
                Problem("a", *ATLANTIS, PROVED)
            )


def test_what_is_not_known_is_said_and_not_guessed() -> None:
    rules = (
        "Rule1: Regarding the newt, if it is in Atlantis at the moment, then we can conclude that it calls the toad."
    )
    reading = read_english(*game("The newt is currently in Lyon.", rules, "newt call the toad"))
    assert reading.program is not None
    assert [d.code for d in reading.diagnostics] == ["missing-fact"]
    assert prove(reading.program).verdict is Verdict.UNKNOWN
    unread = read_english(*game("The mole hugs the newt.", "Rule1: Perhaps all is well.", "newt call the toad"))
    assert unread.program is None
    assert [d.level for d in unread.diagnostics] == [Level.ERROR]


def test_the_benchmark(tmp_path: Path) -> None:
    context, question = game("The mole hugs the newt.", RULE, "newt call the toad")
    rows = [{"id": 4, "question": context + question, "proof": "", "label": "proved"}]
    (tmp_path / "games.json").write_text(json.dumps(rows))
    arguments = ["bench", "boardgameqa", "--data", str(tmp_path / "games.json"), "--translator", "english", "--check"]
    found = json.loads(sorites(*arguments, "--json").stdout)
    assert found["accuracy"] == 1.0
    assert found["checked"] == 1
    ended = sorites("solve", "--context", context, "--question", question)
    assert "since normally (Rule1)" in ended.stdout


@pytest.mark.shared_data
@pytest.mark.parametrize(("file", "accuracy"), [("depth1", 0.994), ("depth2", 0.988)])
def test_public_games(file: str, accuracy: float, shared: Path) -> None:
    dataset = load_dataset("boardgameqa", shared / "boardgameqa" / f"{file}_test_first500.json")
    solver = make_solver("defeasible")
    ran = right = 0
    for sample in dataset:
        program = read_english(sample.problem.context, sample.problem.question).program
        if program is not None:
            outcome = solver.solve(program)
            assert isinstance(outcome.certificate, Argument)
            ran += 1
            right += dataset.scheme.label(outcome.verdict) == sample.gold
    assert ran >= 0.99 * len(dataset)
    assert right >= accuracy * len(dataset)


INSTRUCTED = (
    "A few players are playing a boardgame. The current state of the game is as follows. The crab has 9 friends. "
    "And the rules of the game are as follows. Rule1: Regarding the crab, if it has more than 3 friends, then it "
    "greets the owl. Rule2: If something greets the owl, then it is never going to call the bee. A rule is only "
    "applicable if all of its antecedents can be proved. If a rule is preferred over the other, it means whenever"
    " both of them can be applied to derive new conclusions and those conclusions contradict with each other "
    "(e.g., from one we derive X and from the other we derive not X), we should go with the conclusion from the "
    "rule with higher preference. Based on the facts, rules, and preferences, what is the truth value of the "
    "statement,  does the crab call the bee? Answer 'proved' if it can be proved, 'disproved' if it can be "
    "disproved, and 'unknown' if it can neither be proved nor disproved."
)


def test_a_tasks_instructions_are_read_as_such(tmp_path: Path) -> None:
    context, mark, question = INSTRUCTED.partition("Based on")
    reading = read_english(context, mark + question)
    assert reading.first is not None, reading.diagnostics
    assert prove(reading.first).verdict is Verdict.REFUTED
    lower = context.replace("with higher preference", "with lower preference")
    assert read_english(lower, mark + question).first is None  # another game's rule, which must not be passed over
    data = tmp_path / "task.json"
    data.write_text(json.dumps({"examples": [{"input": INSTRUCTED, "target": "disproved"}]}), "utf-8")
    found = json.loads(
        sorites("bench", "bbeh-boardgame-qa", "--data", data, "--translator", "english", "--json").stdout
    )
    assert (found["executable_rate"], found["accuracy"]) == (1.0, 1.0)


@pytest.mark.shared_data
def test_public_games_of_many_rules(shared: Path) -> None:
    given = ("--data", shared / "bbeh" / "boardgame_qa_odd.json", "--translator", "english", "--json")
    found = json.loads(sorites("bench", "bbeh-boardgame-qa", *given).stdout)
    assert found["executable_rate"] >= 0.99
    assert found["accuracy"] >= 0.97
