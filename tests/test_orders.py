"""Orders and grids in English: where things stand, held against all orders that there could be."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping

import pytest

from sorites import solve
from sorites.solvers import choose
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


@pytest.mark.parametrize("seed", range(25))
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


@pytest.mark.parametrize(
    "text",
    [
        "There are two books: a red book and a blue book. The red book is to the left of the blue one.",
        "There are three books: a red book and a blue book. The red book is to the left of the blue book.",
        "There are two books: a red book and a blue book. The red book is to the left of the blue book. Ann reads.",
        "The red book is to the left of the blue book.",
    ],
)
def test_what_is_not_wholly_about_an_order_is_not_read_as_one(text: str) -> None:
    assert (
        read_order(text, "Which is true?", ("The red book is the leftmost.", "The blue book is the leftmost.")) is None
    )
