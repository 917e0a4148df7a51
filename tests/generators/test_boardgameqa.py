"""Games as BoardgameQA's paper makes them: their depth, conflicts, knowledge, variants and proofs."""

from __future__ import annotations

import random
from functools import cache

import pytest

from sorites.eval.generators.boardgameqa import SIZES, VARIANTS, BoardgameQA
from sorites.eval.generators.boards import ACTS, WORDINGS, animals_of
from sorites.eval.generators.problem import Generated
from sorites.eval.generators.registry import make_generator
from sorites.eval.generators.specification import SPLITS
from sorites.eval.generators.worldly import hint
from sorites.eval.generators.writing import problems
from sorites.eval.scoring.proofs import outline, read_proof
from sorites.eval.tasks.datasets import load_dataset
from sorites.solvers import Argument, Program, Verdict
from sorites.solvers.logic.rules import GroundFact, as_rules, literals_of
from sorites.solvers.logic.syntax import Var
from sorites.translators.games.knowledge import World, holds, load_table


def drawn(maker: BoardgameQA, count: int) -> list[Generated]:
    return [maker.problem(random.Random(f"{maker.settings}/{i}"), i) for i in range(count)]


@cache
def games() -> list[Generated]:
    makers = [*(BoardgameQA(d) for d in (1, 2, 3)), BoardgameQA(2, p_conflict=0.8, distractors=1, split="train")]
    return [game for maker in makers for game in drawn(maker, 9)]


def argument_of(game: Generated) -> Argument:
    assert isinstance(game.outcome.certificate, Argument)
    return game.outcome.certificate


def test_each_branch_of_a_proof_has_as_many_rules_as_the_depth_says() -> None:
    for game in games():
        steps = dict(enumerate(argument_of(game).steps, 1))

        def branches(number: int, steps: dict = steps) -> set[int]:  # type: ignore[type-arg]
            below = set().union(*map(branches, steps[number].parents)) or {0}
            return {length + (steps[number].rule != "fact") for length in below}

        if game.verdict is not Verdict.UNKNOWN:
            assert branches(max(steps)) == {game.depth}, game.chain


def test_labels_stand_in_another_reading_of_the_theory() -> None:
    """Section 3, by recursion: a rule that applies gives its head, unless one for the opposite applies unbeaten."""
    for game in games():
        assert answer(game.program) is game.verdict, game.context


def answer(program: Program) -> Verdict:
    things = sorted({c.name for c in program.constants})
    facts: set[tuple[object, ...]] = set()
    rules: list[tuple[str, frozenset[tuple[object, ...]], tuple[object, ...]]] = []

    def ground(fact: GroundFact, values: dict[str, str]) -> tuple[object, ...]:
        (name, _, positive), args = fact
        return name, positive, *(values[a.name] if isinstance(a, Var) else str(getattr(a, "name", a)) for a in args)

    for premise in program.premises:
        for fact in literals_of(premise.formula) or []:
            facts.add(ground((fact.key, fact.args), {}))
    for default in program.defeasible:
        [rule] = as_rules(default.formula, 0) or []
        for thing in things:
            values = {"x": thing}
            body = frozenset(ground((b.key, b.args), values) for b in rule.body)
            rules.append((default.label, body, ground((rule.head.key, rule.head.args), values)))
    ranks = set(program.preferences)
    known: dict[tuple[object, ...], bool] = {}

    def other(fact: tuple[object, ...]) -> tuple[object, ...]:
        return fact[0], not fact[1], *fact[2:]

    def proved(fact: tuple[object, ...]) -> bool:
        if fact not in known:
            known[fact] = False  # what could only support itself
            known[fact] = fact in facts or (other(fact) not in facts and any(stands(r) for r in rules if r[2] == fact))
        return known[fact]

    def stands(rule: tuple[str, frozenset[tuple[object, ...]], tuple[object, ...]]) -> bool:
        against = [r for r in rules if r[2] == other(rule[2]) and all(map(proved, r[1]))]
        return all(map(proved, rule[1])) and all((rule[0], r[0]) in ranks for r in against)

    [goal] = literals_of(program.goal.formula) or []
    asked = ground((goal.key, goal.args), {})
    return Verdict.ENTAILED if proved(asked) else Verdict.REFUTED if proved(other(asked)) else Verdict.UNKNOWN


def test_proofs_in_words_are_read_back() -> None:
    for game in games():
        if game.verdict is not Verdict.UNKNOWN:
            assert read_proof("\n".join(game.chain)) == outline(argument_of(game)), game.chain
    [first, *_] = load_dataset("generated:boardgameqa?n=3&seed=1")
    assert first.proof


def test_what_is_stated_meets_a_condition_or_does_not_as_the_grammar_knows() -> None:
    """In training there are fewer categories, and kinds that tests do not have."""
    topics: dict[bool, set[str]] = {True: set(), False: set()}
    spoken: dict[bool, set[str]] = {True: set(), False: set()}
    for number in range(800):
        rng, met, training = random.Random(number), number % 2 == 0, number % 4 < 2
        names = iter(("owl", "newt", "crow"))
        told = hint(rng, "fox", names.__next__, training=training, met=met)
        facts: dict[str, list[str]] = {}
        for who, what in told.facts:
            facts.setdefault(who, []).append(what)
        assert holds(told.condition, "fox", World(facts, load_table())) is met, told
        assert told.turned().met is not met
        topics[training].add(told.topic)
        if told.topic in {"use", "entailed"}:
            spoken[training].add(told.condition)
    assert topics[True] < topics[False]
    assert len(topics[False]) == 12
    assert spoken[True]
    assert not spoken[True] & spoken[False]


def test_knowledge_decides_whether_a_rule_applies() -> None:
    """About four in ten of the conditions that something is stated about are not met, as in the authors' games."""
    asked = met = 0
    for game in drawn(BoardgameQA(1, p_missing_info=1.0), 90):
        asked += int(game.tags["knowledge"])
        met += sum(premise.gloss == "" for premise in game.program.premises)
    assert 0.35 <= met / asked <= 0.6


@pytest.mark.parametrize(
    ("variant", "field", "value"),
    [
        ("NoConflict", "p_conflict", 0.0), ("LowConflict", "p_conflict", 0.2), ("MediumConflict", "p_conflict", 0.5),
        ("HighConflict", "p_conflict", 0.8), ("EasyConflict", "p_conflict_type1", 0.8),
        ("MixedConflict", "p_conflict_type1", 0.5), ("DifficultConflict", "p_conflict_type1", 0.2),
        ("KnowledgeLight", "p_missing_info", 0.2), ("KnowledgeMedium", "p_missing_info", 0.5),
        ("KnowledgeHeavy", "p_missing_info", 0.8), ("NoDistractors", "distractors", 0),
        ("SomeDistractors", "distractors", 1), ("ManyDistractors", "distractors", 2), ("Binary", "binary", True),
    ],
)  # fmt: skip
def test_variants_have_the_papers_numbers(variant: str, field: str, value: float | bool) -> None:
    made, main = make_generator("boardgameqa", {"variant": variant}), BoardgameQA()
    assert getattr(made, field) == value
    assert {f for f in main.__slots__ if getattr(made, f) != getattr(main, f)} <= {field}
    assert (main.p_conflict, main.p_conflict_type1, main.p_missing_info) == (0.5, 0.5, 0.5)
    assert variant in VARIANTS


def test_distractors_come_at_each_step_with_what_leads_to_them() -> None:
    for game in drawn(BoardgameQA(2, p_conflict=0.0, distractors=2), 6):
        if game.verdict is not Verdict.UNKNOWN:
            # Two at the first step, each with a rule; each step below adds facts.
            assert len(game.distractors) >= 2
            used = [d.gloss for d in game.program.defeasible if d.label in game.rules]
            assert not set(used) & set(game.distractors)
    assert not any(game.distractors for game in drawn(BoardgameQA(2), 3))


def test_binary_games_have_a_conflict_about_the_question() -> None:
    """Else one could count the rules for it and against it (appendix A)."""
    for game in drawn(BoardgameQA(1, p_conflict=0.0, binary=True), 8):
        heads = {rule.head.key[2] for d in game.program.defeasible for rule in as_rules(d.formula, 0) or []}
        assert heads == {True, False}
        assert game.verdict is not Verdict.UNKNOWN


def test_questions_are_positive() -> None:
    assert not [game.question for game in games() if " not " in game.question]


def test_the_parts_of_a_dataset() -> None:
    assert [SIZES[split] for split in SPLITS] == [1000, 500, 1000]
    train, valid, test = ([r.context for r in problems(BoardgameQA(1, split=s), 3, 1)] for s in SPLITS)
    assert not set(train) & set(valid)
    assert not set(animals_of("train")) & set(animals_of("test"))
    assert not set(ACTS["train"]) & set(ACTS["test"])
    assert animals_of("valid") == animals_of("train")
    assert all(set(WORDINGS["train"][kind]) < set(WORDINGS["test"][kind]) for kind in WORDINGS["test"])
    words = set(animals_of("test"))
    assert not [text for text in (*train, *valid) if words & set(text.replace(".", "").split())]
    assert test


@cache
def asked_and_unasked() -> tuple[list[Generated], list[Generated]]:
    """Return games with a conflict about the question that are settled, and some that are open."""
    made = drawn(BoardgameQA(1, p_conflict=1.0), 90)
    return tuple([g for g in made if (g.verdict is Verdict.UNKNOWN) is is_open] for is_open in (False, True))  # type: ignore[return-value]


def test_an_open_game_looks_like_a_settled_one() -> None:
    """Whatever occurs but once, or is denied, in an open game does so in settled ones: changes leave no trace."""
    for games_ in asked_and_unasked():
        for game in games_:
            rules = [rule for d in game.program.defeasible for rule in as_rules(d.formula, 0) or []]
            heads, [goal] = {r.head.key[2] for r in rules}, literals_of(game.program.goal.formula) or []
            assert {r.head.key[0] for r in rules} == {goal.key[0]}, "each rule is about the question"
            assert heads == {True, False}
            conditions = {b.key[0] for r in rules for b in r.body}
            stated = [f for p in game.program.premises if p.gloss for f in literals_of(p.formula) or []]
            acts = {f.key[0] for f in stated if len(f.args) == 2}
            assert acts <= conditions, "each fact is about a condition"
            sides = {tuple(sorted((a in _for(game), b in _for(game)))) for a, b in game.program.preferences}
            assert sides == {(False, True)}
            assert len({(a in _for(game)) for a, _ in game.program.preferences}) == 1, "one side is preferred"


def _for(game: Generated) -> set[str]:
    return {d.label for d in game.program.defeasible for r in as_rules(d.formula, 0) or [] if r.head.key[2]}
