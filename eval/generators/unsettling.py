"""Games whose question stays open: theories changed at random (BoardgameQA, section 4, unknown examples)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from .games import Literal, Theory

CHANGES: Final = 12
"""How often a theory is changed until another one is drawn."""
Renaming = Callable[[Literal], Literal]


def perturbed(theory: Theory, rng: random.Random, renamed: Renaming) -> Iterator[Theory]:
    """Yield a theory after one random change, after two, and so on.

    The changes are the paper's four: the predicate of a fact or of a rule; the sign of a fact or of
    a part of a rule; another fact in place of one, which for general knowledge is one about the same thing, say
    another number, that turns the condition; the order of a preference.

    Args:
        theory: the theory, which is changed.
        rng: the source of all choices.
        renamed: returns a literal with an act that is not spoken of yet.
    """
    for _ in range(CHANGES):
        match rng.randrange(4):
            case 0:
                _change(theory, rng, renamed)
            case 1:
                _change(theory, rng, Literal.opposite)
            case 2:
                _replace_fact(theory, rng, renamed)
            case _ if theory.preferences:
                _flip(theory.preferences, rng.randrange(len(theory.preferences)))
            case _:
                continue
        yield theory


def _change(theory: Theory, rng: random.Random, change: Callable[[Literal], Literal]) -> None:
    """Change a fact, or a part of a rule."""
    place = rng.randrange(len(theory.facts) + len(theory.rules))
    if place < len(theory.facts):
        theory.facts[place] = change(theory.facts[place])
        return
    place -= len(theory.facts)
    rule = theory.rules[place]
    part = rng.randrange(len(rule.body) + 1)
    if part < len(rule.body):
        body = (*rule.body[:part], change(rule.body[part]), *rule.body[part + 1 :])
        theory.rules[place] = replace(rule, body=body)
    else:
        head = change(rule.head)
        theory.rules[place] = replace(rule, head=head, concluded=head.tail().removesuffix(f" the {head.object}"))


def _replace_fact(theory: Theory, rng: random.Random, renamed: Renaming) -> None:
    """Put another fact in the place of one."""
    place = rng.randrange(max(len(theory.facts) + len(theory.hints), 1))
    if place < len(theory.facts):
        old = theory.facts[place]
        theory.facts[place] = replace(renamed(old), positive=rng.random() < 0.5)
    elif theory.hints:
        who, told = theory.hints[place - len(theory.facts)]
        theory.hints[place - len(theory.facts)] = (who, told.turned())


def _flip(preferences: list[tuple[int, int]], place: int) -> None:
    """Turn a preference round, unless they would go in a circle."""
    first, second = preferences[place]
    rest = preferences[:place] + preferences[place + 1 :]
    above = {first}
    for _ in rest:
        above |= {b for a, b in rest if a in above}
    if second not in above:
        preferences[place] = (second, first)
