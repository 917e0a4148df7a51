"""Orders and grids in English: where things stand, held against all orders that there could be."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from sorites import solve
from sorites.eval import run
from sorites.solvers import UserError, choose
from sorites.translators.english.grids import read_grid
from sorites.translators.english.orders import read_order

THINGS = ("red book", "blue book", "green book", "grey book")
HEAD = "On a shelf, there are four books: a red book, a blue book, a green book, and a grey book. "
ORDINAL = ("first", "second", "third", "fourth")
Says = Callable[[Mapping[str, int]], bool]


def sentences() -> list[tuple[str, Says]]:
    """Return sentences about places from the left, each with what it says of an order."""
    found: list[tuple[str, Says]] = []

    def add(text: str, says: Callable[..., bool], *given: object) -> None:
        found.append((text, lambda at: says(at, *given)))

    for one, other in itertools.permutations(THINGS, 2):
        add(f"The {one} is to the left of the {other}.", lambda at, a, b: at[a] < at[b], one, other)
        add(f"The {one} is to the right of the {other}.", lambda at, a, b: at[a] > at[b], one, other)
        add(f"The {one} is directly to the left of the {other}.", lambda at, a, b: at[b] == at[a] + 1, one, other)
    for one in THINGS:
        add(f"The {one} is the leftmost.", lambda at, a: at[a] == 1, one)
        add(f"The {one} is the rightmost.", lambda at, a: at[a] == 4, one)
        for place, word in enumerate(ORDINAL, 1):
            add(f"The {one} is the {word} from the left.", lambda at, a, n: at[a] == n, one, place)
            add(f"The {one} is the {word} from the right.", lambda at, a, n: at[a] == 5 - n, one, place)
            add(f"The {one} is not the {word} from the left.", lambda at, a, n: at[a] != n, one, place)
    return found


@pytest.mark.parametrize("seed", range(16))
def test_what_is_read_is_what_all_orders_say(seed: int) -> None:
    rng = random.Random(seed)
    told, options = rng.sample(sentences(), 3), rng.sample(sentences(), 4)
    reading = read_order(
        HEAD + " ".join(text for text, _ in told), "Which is true?", tuple(text for text, _ in options)
    )
    assert reading is not None
    assert reading.question is not None
    orders = [dict(zip(THINGS, row, strict=True)) for row in itertools.permutations(range(1, 5))]
    possible = [at for at in orders if all(says(at) for _, says in told)]
    found = choose(reading.question)
    assert (found.contradiction is None) is bool(possible)
    if possible:
        assert list(found.fits) == [all(says(at) for at in possible) for _, says in options]


@pytest.mark.parametrize(
    ("kind", "low", "high", "most", "least"),
    [
        ("three cars: a van, a bus, and a jeep", "older", "newer", "newest", "oldest"),
        ("three people: Ann, Bob, and Cy", "older", "younger", "youngest", "oldest"),
        ("three fruits: kiwis, figs, and pears", "less expensive", "more expensive", "most expensive", "cheapest"),
        ("three bags: a sack, a box, and a crate", "lighter", "heavier", "heaviest", "lightest"),
    ],
)
def test_orders_have_two_ends_and_words_for_both(kind: str, low: str, high: str, most: str, least: str) -> None:
    a, b, c = (one.removeprefix("and ").removeprefix("a ") for one in kind.partition(": ")[2].split(", "))
    text = f"There are {kind}. The {a} is {low} than the {b}. The {c} is {high} than the {b}."
    for asked, right in ((most, c), (least, a), (f"second-{most}", b), (f"second-{least}", b), (f"third-{most}", a)):
        options = tuple(f"The {one} is the {asked}." for one in (a, b, c))
        reading = read_order(text, "Which of the following is true?", options)
        assert reading is not None
        assert reading.question is not None
        assert choose(reading.question).chosen == (a, b, c).index(right)


def test_a_race_has_a_first_and_a_last() -> None:
    text = "There were three runners: Ann, Bob, and Cy. Ann finished below Cy. Bob finished second-to-last. "
    found = solve(
        text, "Which of the following is true?", ("Ann finished first.", "Cy finished first.", "Bob finished last.")
    )
    assert (found.answer, found.checked) == ("Cy finished first.", True)
    assert any(line.role == "assumed" and line.why for line in found.best.translation.reading.said)


LEFT = "The red book is to the left of the blue book."


@pytest.mark.parametrize(
    ("text", "blamed"),
    [
        (f"There are three books: a red book and a blue book. {LEFT}", "There are three books: "),
        (f"There are two books: a red book and a blue book. {LEFT} Ann reads.", "Ann reads."),
        (f"There are two books: a red book and a blue book. {LEFT} The red book is next to the blue one.", "The red"),
        (LEFT, ""),
    ],
)
def test_what_is_not_wholly_about_an_order_is_not_read_as_one(text: str, blamed: str) -> None:
    found = read_order(text, "Which is true?", ("The red book is the leftmost.", "The blue book is the leftmost."))
    assert (found is None) == (not blamed)
    if found is not None:
        assert found.first is None
        [fault] = found.diagnostics
        assert fault.span is not None
        assert text[fault.span.start :].startswith(blamed)


# Grids.

ROW = """There are 3 people next to each other in a row in positions 1, 2, 3 who have the following characteristics.
Everyone drinks a different drink: tea, iced tea, milk.
Everyone is a different nationality: Swede, Dane, Turk.
Everyone has a different name: Ann, Bob, Cy.
Using the clues provided below, answer the question at the end.
"""
PEOPLE = {
    "the person who drinks tea": (0, 0), "the person who drinks iced tea": (0, 1), "the person who drinks milk": (0, 2),
    "the Swede": (1, 0), "the Dane": (1, 1), "Ann": (2, 0), "Cy": (2, 2), "the person at the 2nd position": (3, 2),
}  # fmt: skip
World = tuple[tuple[int, ...], ...]


def place(world: World, who: str) -> int:
    """Return where somebody is in a world, which says for each attribute where its values are."""
    attribute, value = PEOPLE[who]
    return value if attribute == 3 else world[attribute][value]


CLUES: dict[str, Callable[[int, int], bool]] = {
    "{} is {}": lambda a, b: a == b,
    "{} is not {}": lambda a, b: a != b,
    "{} is next to {}": lambda a, b: abs(a - b) == 1,
    "{} is immediately to the left of {}": lambda a, b: b == a + 1,
    "{} is somewhere to the left of {}": lambda a, b: a < b,
    "{} is at one of the ends": lambda a, b: a in (1, 3),
}


@pytest.mark.parametrize("seed", range(8))
def test_grids_mean_what_all_worlds_say(seed: int) -> None:
    rng = random.Random(seed)
    worlds = [*itertools.product(itertools.permutations((1, 2, 3)), repeat=3)]
    clues, lines = [], []
    for number in range(1, 6):
        shape, (one, other) = rng.choice([*CLUES]), rng.sample([*PEOPLE], 2)
        clues.append((CLUES[shape], one, other))
        text = shape.format(one, other)
        lines.append(f"Clue {number}: {text[0].upper()}{text[1:]}.")
    asked = rng.choice([who for who in PEOPLE if "position" not in who])
    reading = read_grid(ROW + "\n".join(lines), f"What position is {asked} at?", ("1", "2", "3"))
    assert reading is not None
    assert reading.question is not None
    left = [w for w in worlds if all(says(place(w, one), place(w, other)) for says, one, other in clues)]
    found = choose(reading.question)
    assert (found.contradiction is None) is bool(left)
    if left:
        assert list(found.fits) == [all(place(w, asked) == at for w in left) for at in (1, 2, 3)]


def test_of_a_clue_about_one_of_two_people_that_is_taken_in_which_both_readings_agree_and_that_is_said() -> None:
    text = ROW.replace(
        "Everyone has a different name: Ann, Bob, Cy.", "Everyone drinks a different juice: tea, kiwi, fig."
    )
    text += (
        "Clue 1: The person who drinks tea is the Dane.\nClue 2: The Swede is immediately to the left of the Turk.\n"
    )
    reading = read_grid(
        text + "Clue 3: The Dane is at one of the ends.", "What position is the Swede at?", ("1", "2", "3")
    )
    assert reading is not None
    assert [one.code for one in reading.diagnostics] == ["either"]
    assert len(reading.statements) == 3
    assert reading.question is not None
    assert choose(reading.question).fits == (False, False, False)
    more = text + "Clue 3: The Dane is at one of the ends.\nClue 4: The Turk is not the person at the 2nd position."
    reading = read_grid(more, "What position is the Swede at?", ("1", "2", "3"))
    assert reading is not None
    assert reading.question is not None
    assert choose(reading.question).chosen == 1  # whoever drinks tea


@pytest.mark.parametrize(
    "line", ["Ann is tall.", "Clue 2: The tall person is a liar.", "Everyone drives a different car: VW, BMW."]
)
def test_a_line_about_something_else_is_no_part_of_a_grid(line: str) -> None:
    text = ROW + "Clue 1: Ann is the Swede.\n"
    assert read_grid(text, "What position is Ann at?", ("1", "2", "3")) is not None
    found = read_grid(text + line, "What position is Ann at?", ("1", "2", "3"))
    assert found is None or found.first is None


HOUSES = """There are 3 houses, numbered 1 to 3 from left to right, as one sees them. They have these characteristics:
 - Each person has a unique name: `Olaf`, `Mina`, `Rosa`
 - The people are of nationalities: `brit`, `swede`, `dane`
 - Everyone has a unique favorite drink: `tea`, `boba tea`, `milk`
 - Each person has a birthday month: `jan`, `mar`, `sept`

## Clues:
"""
HOUSE_CLUES = (
    "The Danish person is in the third house.",
    "Mina is not in the second house.",
    "There is one house between Olaf and the boba tea drinker.",
    "The person who drinks tea is directly left of Rosa.",
    "The Swedish person and the person whose birthday is in January are next to each other.",
    "The person who loves milk is somewhere to the right of Olaf.",
    "Rosa is the person who drinks milk.",
    "The person whose birthday is in January is Olaf.",
    "The Swede is somewhere to the left of the person with a birthday in September.",
)
SOLUTION = [
    ["1", "Olaf", "brit", "tea", "jan"],
    ["2", "Rosa", "swede", "milk", "mar"],
    ["3", "Mina", "dane", "boba tea", "sept"],
]
WHICH = "Which values belong to each house?"


def houses(clues: Sequence[str]) -> str:
    """Return a puzzle about three houses."""
    return HOUSES + "\n".join(f"{number}. {clue}" for number, clue in enumerate(clues, 1))


def test_a_grid_is_filled_in_if_one_assignment_fits_and_that_is_proved() -> None:
    found = solve(houses(clues := HOUSE_CLUES), WHICH)
    assert found.answer is not None
    assert [[str(n), *row.values()] for n, row in enumerate(json.loads(found.answer).values(), 1)] == SOLUTION
    assert found.checked
    assert list(json.loads(found.answer)["House 1"]) == ["name", "nationalities", "favorite drink", "month"]
    open_ = solve(houses(clues[:2]), WHICH)
    assert (open_.answer, open_.diagnostics[-1].code) == (None, "several-options")
    first, second = (json.loads(one) for one in re.findall(r"\{.+?\}\}", open_.diagnostics[-1].message))
    assert first != second
    against = solve(houses([*clues, "Olaf is in the second house."]), WHICH)
    assert (against.answer, against.diagnostics[-1].code) == (None, "contradiction")


SHAPES: dict[str, Callable[[int, int], bool]] = {
    "{} is {}": lambda a, b: a == b,
    "{} is not {}": lambda a, b: a != b,
    "{} is directly left of {}": lambda a, b: b == a + 1,
    "{} is somewhere to the left of {}": lambda a, b: a < b,
    "{} is somewhere to the right of {}": lambda a, b: a > b,
    "{} and {} are next to each other": lambda a, b: abs(a - b) == 1,
    "There is one house between {} and {}": lambda a, b: abs(a - b) == 2,
    "{} is in the second house": lambda a, _: a == 2,
    "{} is not in the first house": lambda a, _: a != 1,
}
NAMED = {
    (0, 0): ("Olaf",), (0, 1): ("Mina",), (1, 0): ("the British person", "the Brit"),
    (1, 1): ("the Swedish person", "the Swede"), (1, 2): ("the Dane",), (2, 0): ("the tea drinker",),
    (2, 1): ("the one who only drinks boba tea",), (2, 2): ("the person who loves milk",),
    (3, 0): ("the person whose birthday is in January",), (3, 2): ("the person with a September birthday",),
}  # fmt: skip


@pytest.mark.parametrize("seed", range(8))
def test_clues_about_houses_mean_what_all_worlds_say(seed: int) -> None:
    rng = random.Random(seed)
    worlds = [*itertools.product(itertools.permutations((1, 2, 3)), repeat=4)]
    ones = [rng.sample([*NAMED], 2) for _ in range(5)]
    shapes = [(rng.choice([*SHAPES]), one, other) for one, other in ones]
    clues = [shape.format(rng.choice(NAMED[a]), rng.choice(NAMED[b])) for shape, a, b in shapes]
    left = [w for w in worlds if all(SHAPES[shape](w[a[0]][a[1]], w[b[0]][b[1]]) for shape, a, b in shapes)]
    reading = read_grid(houses([f"{one[0].upper()}{one[1:]}." for one in clues]), WHICH, ())
    assert reading is not None
    assert reading.question is not None
    assert not reading.diagnostics
    found = choose(reading.question)
    assert (found.contradiction is None) is bool(left)
    assert (found.chosen == 0) is (len(left) == 1)


@pytest.mark.parametrize(
    "clue",
    [
        "Clue 2 is wrong.",
        "Olaf is left of the neighbour of the Dane.",
        "Olaf is the person to the left of the Dane.",
        "Nobody knows.",
        "The Dane who is not Olaf likes it.",
    ],
)
def test_what_is_no_clue_is_never_taken_for_one(clue: str) -> None:
    reading = read_grid(houses(["Rosa is the Dane.", clue]), WHICH, ())
    assert reading is not None
    assert [one.code for one in reading.diagnostics] == ["left-out" if reading.first else "unread-sentence"]


def test_zebralogic_is_a_dataset_of_grids_and_of_choices(tmp_path: Path) -> None:
    clues = HOUSE_CLUES
    header = ["House", "Name", "Nationality", "Birthday", "Drink"]  # in an order of its own
    rows = [[row[0], row[1], row[2], row[4], row[3]] for row in SOLUTION]
    grid = {"id": "a", "size": "3*4", "puzzle": houses(clues), "solution": {"header": header, "rows": rows}}
    open_ = grid | {"id": "b", "puzzle": houses(clues[:3])}
    asked = {"question": "What is Drink of the person who lives in House 2?", "choices": ["milk", "tea", "boba tea"]}
    choice = {"id": "c", "puzzle": houses(clues), "answer": "milk", **asked}
    path = tmp_path / "zebra.json"
    path.write_text(json.dumps([grid, open_, choice]))
    [summary] = run("zebralogic", data=path, translators=["english"], keep=False).cells.values()
    assert (summary.coverage, summary.precision) == (2 / 3, 1.0)
    assert summary.metrics["cell accuracy"].mean == 0.5
    path.write_text(json.dumps([grid | {"solution": {"header": header, "rows": [["___"] * 5] * 3}}]))
    with pytest.raises(UserError, match="has not the values"):
        run("zebralogic", data=path, translators=["english"], keep=False)


def test_zebra_puzzles_are_a_dataset(tmp_path: Path) -> None:
    clues = "Clue 1: Ann is immediately to the left of Bob.\nClue 2: Cy is the person at the 1st position."
    task = {"input": f"{ROW}{clues}\n\nQuestion: What position is Bob at?", "target": "3"}
    path = tmp_path / "task.json"
    path.write_text(json.dumps({"examples": [task]}))
    [summary] = run("bbeh-zebra-puzzles", data=path, translators=["english"], keep=False).cells.values()
    assert (summary.executable_rate, summary.accuracy) == (1.0, 1.0)


@pytest.mark.shared_data
def test_public_orders_and_grids_are_read_and_right(shared: Path) -> None:
    for name, file, limit in (
        ("logicaldeduction", "logic_lm/LogicalDeduction_dev_gpt-4.json", 12),
        ("bbeh-zebra-puzzles", "bbeh/zebra_puzzles_odd.json", 4),
    ):
        [summary] = run(name, data=shared / file, translators=["english"], keep=False, limit=limit).cells.values()
        assert (summary.executable_rate or 0) >= 0.97
        assert summary.executable_accuracy == 1.0
