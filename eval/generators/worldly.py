"""Conditions that general knowledge settles (BoardgameQA, section 4, table 2 and appendix C.2).

What is stated meets a condition, or speaks of the same thing and does not meet it, as it is asked for: so that
a stated fact of the right kind is no sign that the condition holds. The kinds (countries, flags, events, jobs,
uses, entailments) are those of ``knowledge.json``, which the grammar reads games by; training has a third of them,
in fewer categories, and tests have the others.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Final

from sorites.solvers.logic.syntax import Atom, Fn, Formula
from sorites.translators.games.knowledge import load_table

from .data import table
from .words import article, vocabulary

_DAYS: Final = {"day": 1.0, "week": 7.0, "month": 30.4, "year": 365.0}
_LISTS: Final = table("games")
_NUMBERS: Final[list[str]] = _LISTS["numbers"]
_COLOURS: Final[list[str]] = _LISTS["colours"]
_ALIKE: Final = frozenset(map(frozenset, _LISTS["alike"]))
"""Uses and fields whose things and jobs one could count to both."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A condition of somebody, and facts that settle it.

    Attributes:
        category: the category of the knowledge that it takes.
        condition: the condition, a verb phrase.
        meeting: facts that meet it: who is said what of, in verb phrases.
        missing: facts about the same things that do not.
        reason: the knowledge by which they meet it.
        met: which facts are stated: those that meet it, or the others.
        topic: what the facts are about, such as age; of one animal, facts about one topic could
            decide a second condition too.
    """

    category: str
    condition: str
    meeting: tuple[tuple[str, str], ...]
    missing: tuple[tuple[str, str], ...]
    reason: str
    met: bool = True
    topic: str = ""

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """What is stated."""
        return self.meeting if self.met else self.missing

    def turned(self) -> Hint:
        """Return the same condition with the other facts stated."""
        return replace(self, met=not self.met)

    def atom(self, who: str) -> Formula:
        """Return that the condition holds of somebody."""
        return Atom(predicate_of(self.condition), (Fn(who),))


@lru_cache(maxsize=4096)
def predicate_of(phrase: str) -> str:
    """Return the name of the predicate for a verb phrase."""
    return "".join(w[0].upper() + w[1:] for w in re.sub(r"[^\w ]", " ", phrase).split())


@dataclass(frozen=True, slots=True)
class _Draw:
    """What a category draws from.

    Attributes:
        rng: the source of all choices.
        who: of whom the condition is.
        another: returns another animal.
        training: whether the kinds are those of training.
    """

    rng: random.Random
    who: str
    another: Callable[[], str]
    training: bool

    def kind(self, section: str) -> tuple[str, Any]:
        """Return a kind, and what the table has for it."""
        key = self.rng.choice(_kinds(section, self.training))
        return key, load_table()[section][key]

    def pair(self, section: str) -> tuple[str, str, str]:
        """Return a kind, something of it, and something of another kind that can't count to this one."""
        kind, known = self.kind(section)
        table = load_table()[section]
        kinds = [k for k in _kinds(section, self.training) if k != kind and frozenset((k, kind)) not in _ALIKE]
        others = [x for x in table[self.rng.choice(kinds)] if x not in known]
        return kind, self.rng.choice(known), self.rng.choice(others)

    def hint(self, category: str, condition: str, facts: Iterable[str], reason: str) -> Hint:
        """Return a condition with a fact that meets it and one that does not."""
        meeting, missing = facts
        return Hint(category, condition, ((self.who, meeting),), ((self.who, missing),), reason)


@cache
def _kinds(section: str, training: bool) -> tuple[str, ...]:
    """Return the kinds of a section that training has, or tests."""
    every = sorted(load_table()[section])
    return tuple(k for i, k in enumerate(every) if (i % 3 == 0) is training)


def _age(draw: _Draw) -> Hint:
    rng = draw.rng
    more, unit = rng.random() < 0.5, rng.choice(("day", "week", "month", "year", "year"))
    amount = rng.randint(*{"day": (60, 700), "week": (10, 110), "month": (4, 40), "year": (1, 6)}[unit])
    half = unit == "year" and rng.random() < 0.5
    bound = (amount + 0.5 * half) * _DAYS[unit]
    told = f"{_word(amount)}{' and a half' if half else ''} {unit}{'' if amount == 1 and not half else 's'}"
    compared = "more" if more else "less"
    older, younger = (_aged(rng, bound * rng.uniform(*ratio)) for ratio in ((1.25, 2.5), (0.4, 0.8)))
    met, unmet = (older, younger) if more else (younger, older)
    facts = [rng.choice((f"is {age} old", f"was born {age} ago")) for age in (met, unmet)]
    return draw.hint("time conversion", f"is {compared} than {told} old", facts, f"{met} are {compared} than {told}")


def _aged(rng: random.Random, days: float) -> str:
    """Return an age of about so many days: as they are rounded, it is not far off."""
    unit = rng.choice([u for u, n in _DAYS.items() if days >= 6 * n] or ["day"])
    return f"{round(days / _DAYS[unit])} {unit}s"


def _word(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


@cache
def _called(training: bool) -> dict[str, list[str]]:
    """Return names by their first letter."""
    found: dict[str, list[str]] = {}
    for name in sorted(vocabulary("train" if training else "test").names):
        found.setdefault(name[0], []).append(name)
    return {x: found[x] for i, x in enumerate(sorted(found)) if (i % 3 == 0) is training}


def _spelling(draw: _Draw) -> Hint:
    rng, other, letters = draw.rng, draw.another(), _called(draw.training)
    letter = rng.choice([x for x, names in letters.items() if len(names) > 1])
    same, named = rng.sample(letters[letter], 2)
    unlike = rng.choice(letters[rng.choice([x for x in letters if x != letter])])
    condition = f"has a name whose first letter is the same as the first letter of the {other}'s name"
    met, unmet = (((draw.who, f"is named {x}"), (other, f"is named {named}")) for x in (same, unlike))
    return Hint("orthography", condition, met, unmet, f'both names start with "{letter}"')


def _friends(draw: _Draw) -> Hint:
    rng = draw.rng
    bound, more = rng.randint(3, 12), rng.random() < 0.5
    above, below = bound + rng.randint(more, 8), bound - rng.randint(not more, bound - 2)
    met, unmet = (above, below) if more else (below, above)
    compared = "more" if more else "fewer"
    kept, total = _counted(rng, met)
    reason = f"{total} is {compared} than {bound}"
    other, _ = _counted(rng, unmet)
    return draw.hint("numeric comparisons", f"has {compared} than {bound} friends", (kept, other), reason)


def _counted(rng: random.Random, count: int) -> tuple[str, str]:
    """Return that somebody has so many friends, and how they are counted."""
    if count < 4 or rng.random() < 0.5:
        return f"has {count} friends", str(count)
    some = rng.randint(2, count - 2)
    said = f"has {some} friends that are {rng.choice(_LISTS['friendly'])} and {count - some} friends that are not"
    return said, f"{some} + {count - some} = {count}"


def _money(draw: _Draw) -> Hint:
    rng = draw.rng
    several, more = rng.random() < 0.5, rng.random() < 0.5
    others = [draw.another() for _ in range(2 if several else 1)]
    sums = [rng.randint(6, 60) for _ in others]
    total = sum(sums)
    above, below = total + rng.randint(1, 40), total - rng.randint(1, min(total - 2, 40))
    met, unmet = (above, below) if more else (below, above)
    compared = "more" if more else "less"
    whom = f"the {others[0]}" + (f" and the {others[1]} combined" if several else "")
    known = tuple((o, f"has {s} dollars") for o, s in zip(others, sums, strict=True))
    meeting, missing = (((draw.who, f"has {mine} dollars"), *known) for mine in (met, unmet))
    told = f"{met} is {compared} than {' + '.join(map(str, sums))}{f' = {total}' if several else ''}"
    reason = f"{told}, what {whom} {'have' if several else 'has'}"
    return Hint("numeric comparisons", f"has {compared} money than {whom}", meeting, missing, reason)


def _entailed(draw: _Draw) -> Hint:
    condition, known = draw.kind("entails")
    fact = draw.rng.choice(known)
    return draw.hint(
        "lexical entailment", condition, (fact, _LISTS["nearly"][condition]), f'"{fact}" implies "{condition}"'
    )


def _place(draw: _Draw) -> Hint:
    country, *cities = draw.pair("countries")
    facts = [f"is currently in {city}" for city in cities]
    return draw.hint("world knowledge", f"is in {country} at the moment", facts, f"{cities[0]} is in {country}")


def _colour(draw: _Draw) -> Hint:
    """Return a card of a colour: in a flag, of the rainbow, a primary one, or by its first letter."""
    rng = draw.rng
    way = rng.choice(("flag", "flag", "rainbow", "primary", "letter"))
    if way == "flag":
        country, known = draw.kind("flags")
        what = f"appears in the flag of {country}"
        condition = f"has a card whose color {what}"
    elif way == "letter":
        letter = rng.choice(_COLOURS)[0]
        known, what = [c for c in _COLOURS if c[0] == letter], f'starts with the letter "{letter}"'
        condition = f"has a card whose color {what}"
    elif way == "rainbow":
        known, what = load_table()["colours"]["the rainbow colors"], "is one of the rainbow colors"
        condition = f"has a card whose color {what}"
    else:  # yellow for painters, green for screens: neither is asked
        known, what = ["red", "blue"], "is a primary color"
        condition = "has a card with a primary color"
    unlike = _LISTS["no rainbow"] if way in {"rainbow", "primary"} else tuple(c for c in _COLOURS if c not in known)
    colour, other = rng.choice(known), rng.choice(unlike)
    facts = [f"has a card that is {c} in color" for c in (colour, other)]
    return draw.hint("world knowledge", condition, facts, f"{colour} {what}")


def _film(draw: _Draw) -> Hint:
    event, year = draw.kind("years")
    after = draw.rng.random() < 0.5 if year > 1930 else True
    later, earlier = year + draw.rng.randint(2, min(12, max(2, 2024 - year))), year - draw.rng.randint(2, 12)
    shown, unlike = (later, earlier) if after else (earlier, later)
    when = "after" if after else "before"
    facts = [f"is watching a movie from {x}" for x in (shown, unlike)]
    condition = f"is watching a movie that was released {when} {event}"
    return draw.hint("event times", condition, facts, f"{shown} is {when} {year}, the year when {event}")


def _job(draw: _Draw) -> Hint:
    area, *jobs = draw.pair("fields")
    facts = [f"is {article(job)}" for job in jobs]
    return draw.hint("part of", f"works in {area}", facts, f"{article(jobs[0])} works in {area}")


def _use(draw: _Draw) -> Hint:
    use, *things = draw.pair("uses")
    named = [f"some {thing}" if thing in _LISTS["mass"] else article(thing) for thing in things]
    return draw.hint("affordance", f"has {use}", (f"has {thing}" for thing in named), f"{named[0]} is {use}")


def _ball(draw: _Draw) -> Hint:
    rng = draw.rng
    thing = rng.choice(("football", "basketball"))
    sides = [rng.uniform(20, 60) for _ in range(3)]
    told = " x ".join(f"{side:.1f}" for side in sides)
    least = min(sides)
    small, large = rng.uniform(0.55, 0.97) * least, rng.uniform(1.03, 1.6) * least
    facts = [_round(rng, thing, across, up) for across, up in ((small, False), (large, True))]
    condition, reason = f"has a {thing} that fits in a {told} inches box", f"which is shorter than {least:.1f} inches"
    return draw.hint("volumes", condition, (fact for fact, _ in facts), f"it is {facts[0][1]} inches across, {reason}")


def _round(rng: random.Random, thing: str, across: float, up: bool) -> tuple[str, int]:
    """Return that somebody has a ball of about a size, not less or not more than that, and its diameter."""
    whole = math.ceil if up else math.floor
    if rng.random() < 0.5:
        return f"has a {thing} with a diameter of {whole(across)} inches", whole(across)
    return f"has a {thing} with a radius of {whole(across / 2)} inches", 2 * whole(across / 2)


def _notebook(draw: _Draw) -> Hint:
    rng = draw.rng
    sizes = sorted((rng.randint(6, 18), rng.randint(6, 18)))
    box = [side * rng.uniform(1.03, 1.5) for side in sizes]
    large = [sizes[0], math.ceil(max(box) * rng.uniform(1.03, 1.4))]
    if rng.random() < 0.5:
        large = [math.ceil(box[0] * rng.uniform(1.03, 1.3)), max(sizes[1], math.ceil(box[0] * 1.3))]
    told = " x ".join(f"{side:.1f}" for side in rng.sample(box, 2))
    own, other = (_paper(*rng.sample(pair, 2)) for pair in (sizes, large))
    condition = f"has a notebook that fits in a {told} inches box"
    return draw.hint("volumes", condition, (f"has {own}", f"has {other}"), f"{own} fits in a {told} inches box")


def _paper(height: int, width: int) -> str:
    return f"{'an' if height in {8, 11, 18} else 'a'} {height} x {width} inches notebook"


_TRAINING: Final = (_spelling, _friends, _entailed, _colour, _use)
_TESTS: Final = (_age, *_TRAINING, _money, _place, _film, _job, _ball, _notebook)


def hint(rng: random.Random, who: str, another: Callable[[], str], *, training: bool, met: bool) -> Hint:
    """Return a condition of somebody that takes general knowledge, and what is stated.

    Args:
        rng: the source of all choices.
        who: of whom the condition is.
        another: returns an animal that nothing is said of yet.
        training: whether it is for training, which has fewer categories and other kinds than tests.
        met: whether what is stated meets the condition.
    """
    category = rng.choice(_TRAINING if training else _TESTS)
    found = category(_Draw(rng, who, another, training))
    return replace(found, met=met, topic=category.__name__.removeprefix("_"))
