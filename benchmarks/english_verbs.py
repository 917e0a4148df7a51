"""Problems with words that are verbs and nouns alike: *files*, *orders*, *plants*.

Where such a word stands between a noun and another noun, it may be the verb of the first or the head of a compound:
*Leo orders flour*, *every clerk in the annex files reports*. Each problem here is made so that one reading is meant and
that its answer is known; to take another word for the verb gives another answer. Refusing is no fault.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from benchmarks.english import Item

NAMES: Final = (
    "Ada", "Leo", "Zorin", "Keiko", "Una", "Omar", "Lars", "Mr. Hall", "Rose", "Mark", "Hope", "Frank", "Ivy", "Violet",
    "Iris", "Robin", "Basil", "Penny", "Pat", "Hunter",
)  # fmt: skip
"""Half of them are words, too."""
VERBS: Final = (
    ("file", "files", "filed"), ("order", "orders", "ordered"), ("book", "books", "booked"),
    ("plant", "plants", "planted"), ("park", "parks", "parked"), ("drink", "drinks", "drunk"),
    ("report", "reports", "reported"), ("match", "matches", "matched"), ("cook", "cooks", "cooked"),
    ("guard", "guards", "guarded"), ("guide", "guides", "guided"), ("paint", "paints", "painted"),
    ("water", "waters", "watered"), ("store", "stores", "stored"), ("check", "checks", "checked"),
    ("test", "tests", "tested"), ("stamp", "stamps", "stamped"), ("trade", "trades", "traded"),
    ("rent", "rents", "rented"), ("supply", "supplies", "supplied"), ("stock", "stocks", "stocked"),
    ("move", "moves", "moved"), ("sample", "samples", "sampled"), ("answer", "answers", "answered"),
    ("label", "labels", "labelled"), ("print", "prints", "printed"), ("sketch", "sketches", "sketched"),
    ("film", "films", "filmed"), ("grill", "grills", "grilled"), ("charge", "charges", "charged"),
    ("claim", "claims", "claimed"), ("need", "needs", "needed"), ("visit", "visits", "visited"),
    ("buy", "buys", "bought"), ("cut", "cuts", "cut"),
)  # fmt: skip
"""Base form, what stands with one and is a plural, and participle."""
STUFFS: Final = tuple("flour bread milk water paper coffee rice sand wool oil salt butter steel soap work food".split())
SEVERAL: Final = tuple("reports trees cakes books plants letters orders parks guards stamps boats bottles".split())
SINGLE: Final = ("the report", "the tree", "the book", "the plant", "a tree", "a report", "an order", "a plant")

FRAMES: Final = (
    # what is said of a name, and asked so that nothing shows which word is the verb
    ("{a} {s} {o}.", "{a} {s} {o}.", "True"),
    ("{a} {s} {o}.", "Is it true that {a} {s} {o}?", "True"),
    ("Zed sings. {a} {s} {o}.", "Is it so that {a} {s} {o}?", "True"),
    ("Everyone who {s} {o} sings. {a} {s} {o}.", "Does anyone sing?", "True"),
    ("If somebody {s} {o}, Zed sings. {a} {s} {o}.", "Does Zed sing?", "True"),
    ("No one who {s} {o} sings. {a} {s} {o}.", "Does everyone sing?", "False"),
    ("{a} {s} {o}. Only members {v} {o}.", "Is somebody a member?", "True"),
    ("{a} does not {v} {o}.", "{a} {s} {o}.", "False"),
    ("{a} does not {v} {o}.", "Is it true that {a} {s} {o}?", "False"),
    ("Zed sings because {a} {s} {o}.", "Is it true that {a} {s} {o}?", "True"),
    ("On Monday, {a} {s} {o}.", "Does {a} {v} {o}?", "True"),
    ("{a} {s} {o} in Oslo.", "Does {a} {v} {o}?", "True"),
    ("{a} sings and {s} {o}.", "Does {a} {v} {o}?", "True"),
    ("{a} {s} {o} and {b} sings.", "Does {a} {v} {o}?", "True"),
    ("{a}, who {s} {o}, sings.", "Does {a} {v} {o}?", "True"),
    # asked by inversion, of him or of another; in two sentences; in the other voice
    ("{a} {s} {o}.", "Does {a} {v} {o}?", "True"),
    ("{a} {s} {o}.", "Does {b} {v} {o}?", "Unknown"),
    ("{a} {s} {o}.", "Does somebody {v} {o}?", "True"),
    ("{a} and {b} {v} {o}.", "Does {b} {v} {o}?", "True"),
    ("{a} {s} {o}. {b} {s} {o}.", "Do {a} and {b} {v} {o}?", "True"),
    ("{a} {s} {o}.", "Is it so that {o} {be} {p} by {a}?", "True"),
    ("{o} {be} not {p} by {a}.", "{a} {s} {o}.", "False"),
    # a longer subject, whose last noun may be taken for a part of a compound
    ("The clerk {s} {o}.", "Does the clerk {v} {o}?", "True"),
    ("The clerk {s} {o}. Whoever {s} {o} sings.", "Does the clerk sing?", "True"),
    ("The young clerk {s} {o}.", "Does the young clerk {v} {o}?", "True"),
    ("The bank clerk {s} {o}.", "Does the bank clerk {v} {o}?", "True"),
    ("The clerk in the annex {s} {o}.", "The clerk in the annex {s} {o}.", "True"),
    ("The clerk in the annex {s} {o}. Whoever {s} {o} sings.", "Does the clerk in the annex sing?", "True"),
    ("If the clerk in the annex {s} {o}, Zed sings. The clerk in the annex {s} {o}.", "Does Zed sing?", "True"),
    ("Every clerk in the annex {s} {o}. {a} is a clerk in the annex.", "Does {a} {v} {o}?", "True"),
    (
        "Every clerk in the annex {s} {o}. Everyone who {s} {o} sings. {a} is a clerk in the annex.",
        "Does {a} sing?",
        "True",
    ),
    ("All clerks in the annex {v} {o}. {a} is a clerk in the annex.", "Does {a} {v} {o}?", "True"),
    ("All clerks in the annex {v} {o}. {a} is a clerk in the annex.", "Is it true that {a} {s} {o}?", "True"),
    ("Each member of the club {s} {o}. {a} is a member of the club.", "Does {a} {v} {o}?", "True"),
    ("No clerk {s} {o}. {a} is a clerk.", "Is it true that {a} {s} {o}?", "False"),
    ("Nobody in the annex {s} {o}. {a} is in the annex.", "Does {a} {v} {o}?", "False"),
    ("Everyone in the annex {s} {o}. {a} is in the annex.", "Is it true that {a} {s} {o}?", "True"),
    ("The head of the annex {s} {o}.", "Does the head of the annex {v} {o}?", "True"),
    ("{a}'s brother {s} {o}.", "Does {a}'s brother {v} {o}?", "True"),
    ("Old clerks {v} {o}. {a} is an old clerk.", "Does {a} {v} {o}?", "True"),
    ("Clerks {v} {o}. {a} is a clerk.", "Is it true that {a} {s} {o}?", "True"),
    ("A clerk who {s} {o} sings. {a} is a clerk. {a} {s} {o}.", "Does {a} sing?", "True"),
)
"""Text, question and answer; a and b are names, v, s and p are forms of the verb, and o is the object."""


def verbs_or_nouns(count: int, seed: int = 0) -> Iterator[Item]:
    """Yield problems about words that are verbs and nouns.

    Args:
        count: how many.
        seed: another one gives others.

    Yields:
        Problems whose answers are known; the frames take turns.
    """
    chance = random.Random(seed)
    for number in range(count):
        context, question, gold = FRAMES[number % len(FRAMES)]
        base, single, participle = chance.choice(VERBS)
        kind, things = chance.choice((("stuff", STUFFS), ("several", SEVERAL), ("single", SINGLE)))
        thing = chance.choice([t for t in things if t.split()[-1] not in {base, single}])
        a, b = chance.sample(NAMES, 2)
        be = "are" if kind == "several" else "is"
        words = {"a": a, "b": b, "v": base, "s": single, "p": participle, "o": thing, "be": be}
        said = context.format(**words)
        text = said[0].upper() + said[1:]
        yield Item(f"verb or noun {number}", text, question.format(**words), frozenset({gold}), f"verb or noun, {kind}")
