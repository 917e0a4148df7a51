"""Problems whose answers are counted out: small texts about who does what, beside all the worlds in which they hold.

Each text is made of sentences together with what they say, a test of a world. The answer is *True* if the question
holds in every world in which the text does, *False* if in none, and else *Unknown*. Where a sentence has two readings
that can be defended (*unless*, *either … or*, *three vans*), each is counted out, and every answer is right that one
of them gives. The four kinds are: connectives, one place predicates with quantifiers, orders, and counts.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from benchmarks.english import Item
from benchmarks.english_sentences import capital

World = TypeVar("World")


@dataclass(frozen=True, slots=True)
class Saying(Generic[World]):
    """A clause, and what it says of a world, in each reading.

    Attributes:
        text: the clause, without a capital and a full stop.
        readings: the tests of a world.
    """

    text: str
    readings: tuple[Callable[[World], bool], ...]


Made = tuple[list[Saying[Any]], Saying[Any], str]
"""What is said, what is asked, and the question in words."""


def _table() -> dict[str, list[tuple[str, list[str]]]]:
    """Return by kind the rows of ``english_logic.tsv``: what is said, and what it says of a world, in each reading."""
    found: dict[str, list[tuple[str, list[str]]]] = {}
    for line in Path(__file__).with_suffix(".tsv").read_text("utf-8").splitlines():
        if line.startswith("# "):
            rows = found.setdefault(line[2:].partition(":")[0], [])
        else:
            text, *readings = line.split("\t")
            rows.append((text, readings))
    return found


_ROWS: Final = _table()


def _said(chance: random.Random, kind: str, words: Mapping[str, object], **tests: object) -> Saying[Any]:
    """Return a row of a kind, with words in its places, and what they stand for in its readings."""
    text, readings = chance.choice(_ROWS[kind])
    return Saying(text.format(**words), tuple(eval(f"lambda w: {one}", {**tests}) for one in readings))


def answers(text: Iterable[Saying[World]], asked: Saying[World], worlds: Sequence[World]) -> frozenset[str]:
    """Count out what is right.

    Args:
        text: what is said.
        asked: what is asked.
        worlds: all worlds.

    Returns:
        The answer of each way to read text and question; nothing where a way has no world.
    """
    found = set()
    for goal, *tests in itertools.product(asked.readings, *(s.readings for s in text)):
        held = set()
        for world in worlds:
            if all(test(world) for test in tests):
                held.add(goal(world))
                if len(held) == 2:
                    break
        if not held:
            return frozenset()
        found.add("Unknown" if len(held) == 2 else str(held.pop()))
    return frozenset(found)


def _problems(
    kind: str,
    count: int,
    seed: int,
    make: Callable[[random.Random], Made],
    worlds: Sequence[Any],
) -> Iterator[Item]:
    chance, wanted, made = random.Random(f"{kind} {seed}"), itertools.cycle(("True", "Unknown", "False", "True")), 0
    want, tried = next(wanted), 0
    seen: set[tuple[str, str]] = set()
    while made < count:
        text, goal, question = make(chance)
        gold = answers(text, goal, worlds)
        tried += 1
        context = " ".join(capital(s.text) + "." for s in text)
        if (want not in gold and tried < 400) or not gold or (context, question) in seen:
            continue
        seen.add((context, question))
        yield Item(f"{kind} {seed}.{made}", context, question, gold, kind)
        made, want, tried = made + 1, next(wanted), 0


# -- connectives ---------------------------------------------------------------------

Facts = tuple[bool, ...]
NAMES: Final = ("Lotte", "Nils")
VERBS: Final = (("sing", "sings"), ("skate", "skates"), ("snore", "snores"), ("cook", "cooks"), ("travel", "travels"))
ALL_FACTS: Final[Sequence[Facts]] = list(itertools.product((False, True), repeat=4))


def _connected(chance: random.Random) -> Made:
    verbs = chance.sample(VERBS, 2)
    table = [(name, verb) for name in NAMES for verb in verbs]

    def literal(i: int) -> Saying[Facts]:
        (name, (base, third)), positive = table[i], chance.random() < 0.65
        return Saying(f"{name} {third}" if positive else f"{name} does not {base}", (lambda w: w[i] is positive,))

    def sentence() -> Saying[Facts]:
        several = [literal(i) for i in chance.sample(range(4), 3)]
        verb = chance.randrange(2)
        (base, third), name = verbs[verb], chance.randrange(2)
        words = {key: one.text for key, one in zip("abc", several, strict=True)}
        words |= {"base": base, "third": third, "who": NAMES[name]}
        words |= {"first": verbs[0][1], "other": verbs[1][1], "last": verbs[1][0]}
        tests = {key: one.readings[0] for key, one in zip("pqr", several, strict=True)}
        return _said(chance, "connectives", words, **tests, l=verb, n=2 + verb, x=2 * name, y=2 * name + 1)

    text = [sentence() for _ in range(chance.choice((2, 2, 3)))]
    if chance.random() < 0.6:
        i = chance.randrange(4)
        name, (base, third) = table[i]
        return text, Saying(f"{name} {third}", (lambda w: w[i],)), f"Does {name} {base}?"
    goal = sentence()
    return text, goal, f"Is it true that {goal.text}?"


# -- one place predicates ------------------------------------------------------------

Kind = frozenset[int]
Society = tuple[frozenset[Kind], dict[str, Kind]]
"""Which kinds of people there are, and of which kind those with a name."""
KINDS: Final[Sequence[Kind]] = [frozenset(c) for n in range(4) for c in itertools.combinations(range(3), n)]
NOUNS: Final = (("baker", "bakers"), ("sailor", "sailors"), ("juror", "jurors"), ("golfer", "golfers"))
ADJECTIVES: Final = ("tall", "lonely", "famous", "hungry")
_SOCIETIES: Final[Sequence[Society]] = [
    (kinds, {"Lotte": kind})
    for number in range(1, 2 ** len(KINDS))
    for kinds in [frozenset(k for i, k in enumerate(KINDS) if number >> i & 1)]
    for kind in kinds
]


def _quantified(chance: random.Random) -> Made:
    (n0, p0), (n1, p1) = chance.sample(NOUNS, 2)
    adjective = chance.choice(ADJECTIVES)
    base, third = chance.choice(VERBS)
    verbal = chance.random() < 0.5
    nouns, plurals = (n0, n1), (p0, p1)

    def is_(i: int, positive: bool = True) -> str:
        if i == 2 and verbal:
            return third if positive else f"does not {base}"
        return ("is " if positive else "is not ") + (adjective if i == 2 else f"a {nouns[i]}")

    def are(i: int) -> str:
        return base if i == 2 and verbal else "are " + (adjective if i == 2 else plurals[i])

    def fact() -> Saying[Society]:
        i, positive = chance.randrange(3), chance.random() < 0.6
        return Saying(f"Lotte {is_(i, positive)}", (lambda w: (i in w[1]["Lotte"]) is positive,))

    def general() -> Saying[Society]:
        a = chance.randrange(2)
        b = chance.choice([2, 1 - a])
        only = f"only {plurals[a]} {are(b)}" if b == 2 else f"only {plurals[b]} are {plurals[a]}"
        they = are(b).replace(plurals[b % 2], "a " + nouns[b % 2])
        words = {"noun": nouns[a], "plural": plurals[a], "only": only, "theyb": they, "areb": are(b)}
        words |= {"isa": is_(a), "isb": is_(b), "isc": is_(3 - a - b), "isnotb": is_(b, False)}
        return _said(chance, "quantifiers", words, a=a, b=b, c=3 - a - b)

    text = [*(general() for _ in range(chance.choice((1, 2, 2)))), *(fact() for _ in range(chance.choice((0, 1, 1))))]
    if chance.random() < 0.5:
        i = chance.randrange(3)
        asked = f"Does Lotte {base}?" if i == 2 and verbal else f"Is Lotte {is_(i).removeprefix('is ')}?"
        return text, Saying(f"Lotte {is_(i)}", (lambda w: i in w[1]["Lotte"],)), asked
    while (goal := general()).text.startswith("anyone"):  # which asks for one in a question, or for all
        pass
    return text, goal, f"Is it true that {goal.text}?"


# -- orders and counts ---------------------------------------------------------------

PEOPLE: Final = ("Lotte", "Nils", "Edda", "Kasper")
DEGREES: Final = (("old", "older"), ("tall", "taller"), ("heavy", "heavier"), ("rich", "richer"), ("quick", "quicker"))
WORDS: Final = "zero one two three four five six seven eight nine ten".split()


def _ordered(chance: random.Random) -> Made:
    plain, more = chance.choice(DEGREES)

    def compared() -> Saying[Any]:
        a, b = chance.sample(range(4), 2)
        words = {"x": PEOPLE[a], "y": PEOPLE[b], "plain": plain, "more": more}
        return _said(chance, "orders", words, a=a, b=b)

    text = [compared() for _ in range(chance.choice((1, 2, 2, 3)))]
    while "not" in (goal := compared()).text:  # "Is Lotte not older?" may ask for either
        pass
    return text, goal, "Is " + goal.text.replace(" is ", " ", 1) + "?"


def _counted(chance: random.Random) -> Made:
    what = chance.choice(("vans", "canoes", "goats", "cousins"))

    def amount(kind: str) -> Saying[Any]:
        n = chance.randrange(2, 8)
        word = WORDS[n] if chance.random() < 0.7 else str(n)
        return _said(chance, kind, {"word": word, "what": what, "one": what[:-1]}, n=n)

    said, goal = amount("counts"), amount("counts asked")
    return [Saying(f"Lotte has {said.text}", said.readings)], goal, f"Does Lotte have {goal.text}?"


_THINGS: Final = {
    "age": ("Lotte", "is {} years old", "everyone who is {} pays", "Is {} {}?", "years old"),
    "price": ("the red lamp", "costs {} euros", "every lamp that costs {} is packed", "Does {} cost {}?", "euros"),
    "weight": ("the red crate", "weighs {} kg", "every crate that weighs {} is packed", "Does {} weigh {}?", "kg"),
}
"""Of each measure who has it, what is said of it, a rule about it, what asks for it, and its unit."""


def _measured(chance: random.Random) -> Made:
    n, limit = chance.randrange(20, 29), chance.randrange(20, 29)
    of = chance.choice(("age", "price", "weight"))
    who, said, thing, asks, unit = _THINGS[of]
    words = {"n": limit, "measure": f"{limit} {unit}"}
    compared = _said(chance, "ages" if of == "age" else "amounts", words, n=limit)
    [test] = compared.readings
    measured: Saying[Any] = Saying(f"{who} {said.format(n)}", (lambda w: w[0] == n,))
    if chance.random() < 0.5:
        return [measured], Saying("", (test,)), asks.format(who, compared.text)
    rule: Saying[Any] = Saying(thing.format(compared.text), (lambda w: bool(w[1]) or not test(w),))
    asked = "Does Lotte pay?" if of == "age" else f"Is {who} packed?"
    return [rule, measured], Saying("", (lambda w: bool(w[1]),)), asked


UNITS: Final = (
    ("Lotte", "is", "Is", "old", "years", "months", 12),
    ("the rope", "is", "Is", "long", "metres", "centimetres", 100),
    ("the film", "lasts", "Does", "", "hours", "minutes", 60),
    ("the red crate", "weighs", "Does", "", "kg", "grams", 1000),
    ("the red lamp", "costs", "Does", "", "euros", "dollars", 0),
    ("the red lamp", "costs", "Does", "", "euros", "cents", 100),
)
"""Who, the verb, what begins the question, what is measured, two units, and how many make one (or none)."""


def _converted(chance: random.Random) -> Made:
    who, verb, auxiliary, what, unit, other, factor = chance.choice(UNITS)
    n, m = chance.sample(range(2, 9), 2)
    amount = chance.choice((n, n * factor, m, m * factor)) or n
    base = {"is": "", "lasts": "last ", "weighs": "weigh ", "costs": "cost "}[verb]
    asked = f"{auxiliary} {who} {base}{amount} {other} {what}".rstrip() + "?"
    said: Saying[Any] = Saying(f"{who} {verb} {n} {unit} {what}".rstrip(), (lambda w: w[0] == n,))
    readings: tuple[Callable[[Any], bool], ...] = (
        (lambda w: w[0] * factor == amount,) if factor else (lambda w: False, lambda w: bool(w[1]))
    )
    return [said], Saying("", readings), asked


_WORLDS: Final[Mapping[str, tuple[Callable[[random.Random], Made], Sequence[Any]]]] = {
    "connectives": (_connected, ALL_FACTS),
    "quantifiers": (_quantified, _SOCIETIES),
    "orders": (_ordered, list(itertools.product(range(4), repeat=4))),
    "counts": (_counted, [(n,) for n in range(30)]),
    "measures": (_measured, [(n, paid) for n in range(18, 31) for paid in range(2)]),
    "units": (_converted, [(n, known) for n in range(12) for known in range(2)]),
}
"""What makes each kind, and the worlds in which it is counted out."""


def reasoned(count: int, seed: int = 0) -> Iterator[Item]:
    """Yield problems of each kind.

    Args:
        count: how many of each, but for units at most 60.
        seed: another one gives others.

    Yields:
        The problems, their labels evenly mixed.
    """
    for kind, (make, worlds) in _WORLDS.items():
        yield from _problems(kind, min(count, 60) if kind == "units" else count, seed, make, worlds)
