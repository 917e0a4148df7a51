"""Problems whose answers are counted out: small texts about who does what, beside all the worlds in which they hold.

Each text is made of sentences together with what they say, a test of a world. The answer is *True* if the question
holds in every world in which the text does, *False* if in none, and else *Unknown*. Where a sentence has two readings
that can be defended (*unless*, *either … or*, *three vans*), each is counted out, and every answer is right that one
of them gives. The four kinds are: connectives, one place predicates with quantifiers, orders, and counts.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

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
    make: Callable[[random.Random], tuple[list[Saying[World]], Saying[World], str]],
    worlds: Callable[[list[Saying[World]]], Sequence[World]],
) -> Iterator[Item]:
    chance, wanted, made = random.Random(f"{kind} {seed}"), itertools.cycle(("True", "Unknown", "False", "True")), 0
    want, tried = next(wanted), 0
    seen: set[tuple[str, str]] = set()
    while made < count:
        text, goal, question = make(chance)
        gold = answers(text, goal, worlds(text))
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


def _connected(chance: random.Random) -> tuple[list[Saying[Facts]], Saying[Facts], str]:
    verbs = chance.sample(VERBS, 2)
    table = [(name, verb) for name in NAMES for verb in verbs]

    def yes(i: int) -> str:
        return f"{table[i][0]} {table[i][1][1]}"

    def no(i: int) -> str:
        return f"{table[i][0]} does not {table[i][1][0]}"

    def literal(i: int) -> Saying[Facts]:
        positive = chance.random() < 0.65
        return Saying(yes(i) if positive else no(i), (lambda w: w[i] is positive,))

    def sentence() -> Saying[Facts]:
        a, b, c = (literal(i) for i in chance.sample(range(4), 3))
        p, q, r = (s.readings[0] for s in (a, b, c))
        verb = chance.randrange(2)
        [(base, third), name] = [verbs[verb], chance.randrange(2)]
        who = NAMES[name]
        l, n = verb, 2 + verb  # noqa: E741  # Lotte and Nils
        x, y = 2 * name, 2 * name + 1
        other = verbs[1][1]
        return chance.choice(
            [
                a,
                a,
                Saying(f"it is not the case that {a.text}", (lambda w: not p(w),)),
                Saying(f"{a.text} and {b.text}", (lambda w: p(w) and q(w),)),
                Saying(f"{a.text} or {b.text}", (lambda w: p(w) or q(w), lambda w: p(w) != q(w))),
                Saying(f"either {a.text} or {b.text}", (lambda w: p(w) or q(w), lambda w: p(w) != q(w))),
                Saying(f"if {a.text}, {b.text}", (lambda w: q(w) or not p(w),)),
                Saying(f"if {a.text}, then {b.text}", (lambda w: q(w) or not p(w),)),
                Saying(f"{a.text} if {b.text}", (lambda w: p(w) or not q(w),)),
                Saying(f"{a.text} only if {b.text}", (lambda w: q(w) or not p(w),)),
                Saying(f"{a.text} if and only if {b.text}", (lambda w: p(w) == q(w),)),
                Saying(f"whenever {a.text}, {b.text}", (lambda w: q(w) or not p(w),)),
                Saying(f"provided that {a.text}, {b.text}", (lambda w: q(w) or not p(w),)),
                Saying(f"unless {a.text}, {b.text}", (lambda w: p(w) or q(w), lambda w: p(w) != q(w))),
                Saying(f"{b.text} unless {a.text}", (lambda w: p(w) or q(w), lambda w: p(w) != q(w))),
                Saying(f"if {a.text} and {b.text}, {c.text}", (lambda w: r(w) or not (p(w) and q(w)),)),
                Saying(f"if {a.text} or {b.text}, {c.text}", (lambda w: r(w) or not (p(w) or q(w)),)),
                Saying(f"Lotte and Nils {base}", (lambda w: w[l] and w[n],)),
                Saying(f"Lotte or Nils {third}", (lambda w: w[l] or w[n], lambda w: w[l] != w[n])),
                Saying(f"neither Lotte nor Nils {third}", (lambda w: not w[l] and not w[n],)),
                Saying(f"both Lotte and Nils {base}", (lambda w: w[l] and w[n],)),
                Saying(f"{who} {verbs[0][1]} and {other}", (lambda w: w[x] and w[y],)),
                Saying(f"{who} {verbs[0][1]} or {other}", (lambda w: w[x] or w[y], lambda w: w[x] != w[y])),
                Saying(f"{who} neither {verbs[0][1]} nor {other}", (lambda w: not w[x] and not w[y],)),
                Saying(f"{who} {verbs[0][1]} but does not {verbs[1][0]}", (lambda w: w[x] and not w[y],)),
                Saying(f"if {who} {verbs[0][1]} or {other}, {c.text}", (lambda w: r(w) or not (w[x] or w[y]),)),
            ]
        )

    text = [sentence() for _ in range(chance.choice((2, 2, 3)))]
    if chance.random() < 0.6:
        i = chance.randrange(4)
        return text, Saying(yes(i), (lambda w: w[i],)), f"Does {table[i][0]} {table[i][1][0]}?"
    goal = sentence()
    return text, goal, f"Is it true that {goal.text}?"


# -- one place predicates ------------------------------------------------------------

Kind = frozenset[int]
Society = tuple[frozenset[Kind], dict[str, Kind]]
"""Which kinds of people there are, and of which kind those with a name."""
KINDS: Final[Sequence[Kind]] = [frozenset(c) for n in range(4) for c in itertools.combinations(range(3), n)]
NOUNS: Final = (("baker", "bakers"), ("sailor", "sailors"), ("juror", "jurors"), ("golfer", "golfers"))
ADJECTIVES: Final = ("tall", "lonely", "famous", "hungry")


def _societies(text: list[Saying[Society]]) -> Sequence[Society]:
    del text
    return _ALL_SOCIETIES


def _all_societies() -> Sequence[Society]:
    found: list[Society] = []
    for number in range(1, 2 ** len(KINDS)):
        kinds = frozenset(k for i, k in enumerate(KINDS) if number >> i & 1)
        found.extend((kinds, {"Lotte": kind}) for kind in kinds)
    return found


_ALL_SOCIETIES: Final = _all_societies()


def _every(a: int, b: int, positive: bool = True) -> Callable[[Society], bool]:
    return lambda world: all((b in kind) is positive for kind in world[0] if a in kind)


def _some(a: int, b: int, positive: bool = True) -> Callable[[Society], bool]:
    return lambda world: any(a in kind and (b in kind) is positive for kind in world[0])


def _quantified(chance: random.Random) -> tuple[list[Saying[Society]], Saying[Society], str]:
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
        noun, plural = nouns[a], plurals[a]
        every, no, some, some_not = _every(a, b), _every(a, b, False), _some(a, b), _some(a, b, False)
        only = (
            [Saying(f"only {plural} {are(b)}", (_every(b, a),))]
            if b == 2
            else [Saying(f"only {plurals[b]} are {plural}", (every,))]
        )
        c = 3 - a - b
        both: Saying[Society] = Saying(
            f"everyone who {is_(a)} and who {is_(b)} {is_(c)}",
            (lambda w: all(c in k for k in w[0] if a in k and b in k),),
        )
        return chance.choice(
            [
                *(Saying(f"{word} {noun} {is_(b)}", (every,)) for word in ("every", "each")),
                Saying(f"all {plural} {are(b)}", (every,)),
                Saying(f"{plural} {are(b)}", (every,)),
                *(Saying(f"{word} who {is_(a)} {is_(b)}", (every,)) for word in ("everyone", "anyone")),
                Saying(f"whoever {is_(a)} {is_(b)}", (every,)),
                Saying(f"if somebody {is_(a)}, they {are(b).replace(plurals[b % 2], 'a ' + nouns[b % 2])}", (every,)),
                Saying(f"no {noun} {is_(b)}", (no,)),
                Saying(f"nobody who {is_(a)} {is_(b)}", (no,)),
                Saying(f"there is no {noun} who {is_(b)}", (no,)),
                Saying(f"some {plural} {are(b)}", (some,)),
                Saying(f"some {noun} {is_(b)}", (some,)),
                Saying(f"at least one {noun} {is_(b)}", (some,)),
                Saying(f"there is a {noun} who {is_(b)}", (some,)),
                Saying(f"there is a {noun} who {is_(b, False)}", (some_not,)),
                Saying(f"some {noun} {is_(b, False)}", (some_not,)),
                Saying(f"not every {noun} {is_(b)}", (some_not,)),
                Saying(f"not all {plural} {are(b)}", (some_not,)),
                both,
                *only,
            ]
        )

    text = [*(general() for _ in range(chance.choice((1, 2, 2)))), *(fact() for _ in range(chance.choice((0, 1, 1))))]
    if chance.random() < 0.5:
        i = chance.randrange(3)
        asked = f"Does Lotte {base}?" if i == 2 and verbal else f"Is Lotte {is_(i).removeprefix('is ')}?"
        return text, Saying(f"Lotte {is_(i)}", (lambda w: i in w[1]["Lotte"],)), asked
    while (goal := general()).text.startswith("anyone"):  # which asks for one in a question, or for all
        pass
    return text, goal, f"Is it true that {goal.text}?"


# -- orders and counts ---------------------------------------------------------------

Numbers = tuple[int, ...]
RANKS: Final[Sequence[Numbers]] = list(itertools.product(range(4), repeat=4))
PEOPLE: Final = ("Lotte", "Nils", "Edda", "Kasper")
DEGREES: Final = (("old", "older"), ("tall", "taller"), ("heavy", "heavier"), ("rich", "richer"), ("quick", "quicker"))


def _ordered(chance: random.Random) -> tuple[list[Saying[Numbers]], Saying[Numbers], str]:
    plain, more = chance.choice(DEGREES)

    def compared() -> Saying[Numbers]:
        a, b = chance.sample(range(4), 2)
        x, y = PEOPLE[a], PEOPLE[b]
        over: Saying[Numbers] = Saying(f"{x} is {more} than {y}", (lambda w: w[a] > w[b],))
        return chance.choice(
            [
                over,
                over,
                Saying(f"{x} is not {more} than {y}", (lambda w: w[a] <= w[b],)),
                Saying(f"{x} is as {plain} as {y}", (lambda w: w[a] == w[b], lambda w: w[a] >= w[b])),
            ]
        )

    text = [compared() for _ in range(chance.choice((1, 2, 2, 3)))]
    while "not" in (goal := compared()).text:  # "Is Lotte not older?" may ask for either
        pass
    return text, goal, "Is " + goal.text.replace(" is ", " ", 1) + "?"


COUNTS: Final[Sequence[Numbers]] = [(n,) for n in range(30)]
WORDS: Final = "zero one two three four five six seven eight nine ten".split()


def _counted(chance: random.Random) -> tuple[list[Saying[Numbers]], Saying[Numbers], str]:
    what = chance.choice(("vans", "canoes", "goats", "cousins"))

    def amount(asked: bool = False) -> Saying[Numbers]:
        n = chance.randrange(2, 8)
        word = WORDS[n] if chance.random() < 0.7 else str(n)
        bare = (lambda w: w[0] >= n, lambda w: w[0] == n)
        found: list[Saying[Numbers]] = [
            Saying(f"at least {word} {what}", (lambda w: w[0] >= n,)),
            Saying(f"at most {word} {what}", (lambda w: w[0] <= n,)),
            Saying(f"exactly {word} {what}", (lambda w: w[0] == n,)),
            Saying(f"more than {word} {what}", (lambda w: w[0] > n,)),
            Saying(f"fewer than {word} {what}", (lambda w: w[0] < n,)),
            Saying(f"{word} {what}", bare[:1] if asked else bare),
        ]
        one: Saying[Numbers] = Saying(f"{'a' if asked else 'no'} {what[:-1]}", (lambda w: (w[0] > 0) is asked,))
        return chance.choice([*found, one])

    said, goal = amount(), amount(asked=True)
    return [Saying(f"Lotte has {said.text}", said.readings)], goal, f"Does Lotte have {goal.text}?"


def _measured(chance: random.Random) -> tuple[list[Saying[Numbers]], Saying[Numbers], str]:
    n, limit = chance.randrange(20, 29), chance.randrange(20, 29)
    unit = chance.choice(("age", "price", "weight"))
    who, said, thing = {
        "age": ("Lotte", f"is {n} years old", "everyone who is {} pays"),
        "price": ("the red lamp", f"costs {n} euros", "every lamp that costs {} is packed"),
        "weight": ("the red crate", f"weighs {n} kg", "every crate that weighs {} is packed"),
    }[unit]
    years, measure = f"{limit} years old", f"{limit} {'euros' if unit == 'price' else 'kg'}"
    compared: tuple[tuple[str, Callable[[int], bool]], ...] = (
        (f"older than {limit}" if unit == "age" else f"more than {measure}", lambda v: v > limit),
        (f"at least {years}" if unit == "age" else f"at least {measure}", lambda v: v >= limit),
        (f"younger than {limit}" if unit == "age" else f"less than {measure}", lambda v: v < limit),
        (f"at most {years}" if unit == "age" else f"at most {measure}", lambda v: v <= limit),
    )
    words, test = chance.choice(compared)
    measured: Saying[Numbers] = Saying(f"{who} {said}", (lambda w: w[0] == n,))
    if chance.random() < 0.5:
        verb = {"age": "Is {} {}?", "price": "Does {} cost {}?", "weight": "Does {} weigh {}?"}[unit]
        return [measured], Saying("", (lambda w: test(w[0]),)), verb.format(who, words)
    rule: Saying[Numbers] = Saying(thing.format(words), (lambda w: bool(w[1]) or not test(w[0]),))
    asked = "Does Lotte pay?" if unit == "age" else f"Is {who} packed?"
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


def _converted(chance: random.Random) -> tuple[list[Saying[Numbers]], Saying[Numbers], str]:
    who, verb, auxiliary, what, unit, other, factor = chance.choice(UNITS)
    n, m = chance.sample(range(2, 9), 2)
    amount = chance.choice((n, n * factor, m, m * factor)) or n
    base = {"is": "", "lasts": "last ", "weighs": "weigh ", "costs": "cost "}[verb]
    asked = f"{auxiliary} {who} {base}{amount} {other} {what}".rstrip() + "?"
    said: Saying[Numbers] = Saying(f"{who} {verb} {n} {unit} {what}".rstrip(), (lambda w: w[0] == n,))
    readings: tuple[Callable[[Numbers], bool], ...] = (
        (lambda w: w[0] * factor == amount,) if factor else (lambda w: False, lambda w: bool(w[1]))
    )
    return [said], Saying("", readings), asked


MEASURES: Final[Sequence[Numbers]] = [(n, paid) for n in range(18, 31) for paid in range(2)]

QUANTITIES: Final[Sequence[Numbers]] = [(n, known) for n in range(12) for known in range(2)]


def reasoned(count: int, seed: int = 0) -> Iterator[Item]:
    """Yield problems of each kind.

    Args:
        count: how many of each.
        seed: another one gives others.

    Yields:
        The problems, their labels evenly mixed.
    """
    yield from _problems("connectives", count, seed, _connected, lambda _: ALL_FACTS)
    yield from _problems("quantifiers", count, seed, _quantified, _societies)
    yield from _problems("orders", count, seed, _ordered, lambda _: RANKS)
    yield from _problems("counts", count, seed, _counted, lambda _: COUNTS)
    yield from _problems("measures", count, seed, _measured, lambda _: MEASURES)
    yield from _problems("units", min(count, 60), seed, _converted, lambda _: QUANTITIES)
