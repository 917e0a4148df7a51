"""Preferences between rules are an order: a circle is one error, whatever the logic and whoever writes it."""

import itertools
import random
from dataclasses import replace

import pytest

from sorites.solvers import Default, InvalidProgram, Level, Program, Statement, read_program
from sorites.solvers.logic.program import MAX_CIRCLE, check_preferences
from sorites.solvers.logic.syntax import Atom
from sorites.translators.english import read_english

CIRCLES = ["R1 > R1", "R1 > R2\nR2 > R1", "R3 > R1\nR1 > R2 > R3", "R4 > R1 > R2 > R3\nR3 > R2"]


@pytest.mark.parametrize("section", ["Defaults", "Defeasible rules"])
@pytest.mark.parametrize("preferences", CIRCLES)
def test_a_circle_is_an_error_with_the_labels_on_it(section: str, preferences: str) -> None:
    rules = "".join(f"R{i}: A(a) → B(a)\n" for i in range(1, 5))
    reading = read_program(f"Premises:\nA(a)\n{section}:\n{rules}Preferences:\n{preferences}\nConclusion:\nB(a)")
    assert reading.program is None
    [said] = [d for d in reading.diagnostics if d.level is Level.ERROR]
    assert said.code == "preference-cycle"
    circle = said.message.partition(": ")[2].split(" > ")
    stated = {pair for line in preferences.split("\n") for pair in itertools.pairwise(line.split(" > "))}
    assert stated.issuperset(itertools.pairwise(circle))
    assert circle[0] == circle[-1]
    assert said.span is not None


def test_programs_that_are_built_have_none_either() -> None:
    rules = tuple(Default(label, Atom(label)) for label in "ABC")
    ranks = (("A", "B"), ("B", "C"), ("C", "A"))
    goal = Statement(Atom("A"))
    for plain in (Program((), goal, defaults=rules), Program((), goal, defeasible=rules)):
        with pytest.raises(InvalidProgram, match=r"circle: [ABC] > "):
            replace(plain, preferences=ranks)
        assert replace(plain, preferences=(*ranks[:2], ("A", "C"))).preferences


def test_an_order_is_no_circle_and_a_pair_against_it_makes_one() -> None:
    rng = random.Random(3)
    for _ in range(300):
        order = rng.sample("ABCDEFGH", 8)
        chosen = [sorted(rng.sample(range(8), 2)) for _ in range(rng.randint(1, 12))]
        pairs = [(order[i], order[j], None) for i, j in chosen]
        assert check_preferences(pairs) == []
        (winner, loser, _), also = rng.choice(pairs), rng.choice(pairs)
        [found] = check_preferences([*pairs, also, (loser, winner, None)])
        walk = found.message.split(": ")[-1].split(" > ")
        assert walk[0] == walk[-1]
        told = {(a, b) for a, b, _ in pairs} | {(loser, winner)}
        assert told.issuperset(itertools.pairwise(walk))


def test_a_long_circle_is_cut_short() -> None:
    [found] = check_preferences([(f"R{i}", f"R{(i + 1) % 20_000}", None) for i in range(20_000)])
    assert found.message.count(">") == MAX_CIRCLE


GAME = (
    "A few players are playing a boardgame. The current state of the game is as follows. The mole hugs the newt. "
    "And the rules of the game are as follows. Rule1: If the mole hugs the newt, then the newt calls the toad. "
    "Rule2: If the mole hugs the newt, then the newt does not call the toad. Rule1 is preferred over Rule2. "
)
ASKED = "Based on the game state and the rules and preferences, does the newt call the toad?"


@pytest.mark.parametrize(("loser", "winner", "code"), [(1, 2, "preference-cycle"), (7, 1, "unknown-label")])
def test_the_grammar_says_it_too(loser: int, winner: int, code: str) -> None:
    reading = read_english(GAME, ASKED)
    assert reading.program is not None, reading.diagnostics
    assert reading.program.preferences
    reading = read_english(f"{GAME}Rule{winner} is preferred over Rule{loser}. ", ASKED)
    assert reading.program is None
    assert [d.code for d in reading.diagnostics if d.level is Level.ERROR] == [code]
