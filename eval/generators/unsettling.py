"""Games whose question stays open: theories changed at random (BoardgameQA, section 4, unknown examples).

The changes are the paper's four, so chosen that they leave no trace: predicates and signs change places, a new fact has
the words of the old one. So an open game has as many rules for and against what is asked, denials, and words that
occur once or in facts and rules as one that is settled, and only what follows tells them apart.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from .games import Literal, Theory

CHANGES: Final = 40
"""How often a theory is changed until another one is drawn."""
Worded = Callable[[Literal], str]
"""Returns how a conclusion is put, up to the other animal."""


def perturbed(theory: Theory, rng: random.Random, asked: Literal, worded: Worded) -> Iterator[Theory]:
    """Yield a theory after one random change, after two, and so on, where it has as many sentences as before.

    The changes are the paper's four: the predicates of two facts, of two conditions or of two conclusions
    of rules; their signs; another fact in place of one, which has its two animals the other way round, or for general
    knowledge is one about the same thing, say another number, that turns the condition; the order of a preference.

    Args:
        theory: the theory, which is changed.
        rng: the source of all choices.
        asked: the question; rules for and against it stay what they are.
        worded: words a conclusion.
    """
    sentences = theory.sentences()
    for _ in range(CHANGES):
        kind = rng.randrange(4)
        if kind < 2:
            changed = _exchange(theory, rng, asked, worded, signs=kind == 1)
        else:
            changed = _replace_fact(theory, rng) if kind == 2 else _flip(theory.preferences, rng)
        if changed and theory.sentences() == sentences:
            yield theory


def _exchange(theory: Theory, rng: random.Random, asked: Literal, worded: Worded, *, signs: bool) -> bool:
    """Let two facts, conditions or conclusions have each other's predicate, or sign; say if that changes anything."""
    part = rng.choice((_facts, _conditions, _conclusions))
    places = part(theory, asked)
    rng.shuffle(places)
    for place in places:
        first = _at(theory, place)
        for other in places:
            second = _at(theory, other)
            if signs and first.positive is not second.positive:
                _put(theory, place, first.opposite(), worded)
                _put(theory, other, second.opposite(), worded)
                return True
            if not signs and first.act != second.act:
                _put(theory, place, replace(first, act=second.act), worded)
                _put(theory, other, replace(second, act=first.act), worded)
                return True
    return False


_Place = tuple[int, int]
"""A literal: the place of its rule, -1 for facts, and the number of a condition or fact, -1 for a conclusion."""


def _facts(theory: Theory, _: Literal) -> list[_Place]:
    return [(-1, n) for n in range(len(theory.facts))]


def _conditions(theory: Theory, _: Literal) -> list[_Place]:
    return [(n, part) for n, rule in enumerate(theory.rules) for part in range(len(rule.body))]


def _conclusions(theory: Theory, asked: Literal) -> list[_Place]:
    return [(n, -1) for n, rule in enumerate(theory.rules) if rule.head.act != asked.act]


def _at(theory: Theory, place: _Place) -> Literal:
    rule, part = place
    if rule < 0:
        return theory.facts[part]
    return theory.rules[rule].head if part < 0 else theory.rules[rule].body[part]


def _put(theory: Theory, place: _Place, literal: Literal, worded: Worded) -> None:
    number, part = place
    if number < 0:
        theory.facts[part] = literal
        return
    rule = theory.rules[number]
    if part < 0:
        theory.rules[number] = replace(rule, head=literal, concluded=worded(literal))
    else:
        body = (*rule.body[:part], literal, *rule.body[part + 1 :])
        theory.rules[number] = replace(rule, body=body)


def _replace_fact(theory: Theory, rng: random.Random) -> bool:
    """Put another fact in the place of one, with its words or about the same thing."""
    place = rng.randrange(max(len(theory.facts) + len(theory.hints), 1))
    if place < len(theory.facts):
        old = theory.facts[place]
        theory.facts[place] = replace(old, subject=old.object, object=old.subject)
        return True
    if theory.hints:
        who, told = theory.hints[place - len(theory.facts)]
        theory.hints[place - len(theory.facts)] = (who, told.turned())
    return bool(theory.hints)


def _flip(preferences: list[tuple[int, int]], rng: random.Random) -> bool:
    """Turn a preference round, with those of rules that conclude the same; say if there is any."""
    if not preferences:
        return False
    first, second = rng.choice(preferences)
    above = {a for a, b in preferences if b == second}
    below = {b for a, b in preferences if a == first}
    preferences[:] = [(b, a) if a in above and b in below else (a, b) for a, b in preferences]
    return True
