"""Patterns of defaults, as Multi-LogiEval has them (tables 15 to 19), from Lifschitz (1989)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from sorites.solvers import Default, Statement
from sorites.solvers.logic.syntax import And, Atom, Eq, Exists, Fn, Forall, Formula, Implies, Not, Or, Var, Xor

from .assumptions import Assumptions, Goal
from .data import table
from .sentences import constant

_x: Final = Var("x")
_y: Final = Var("y")
Pattern = Callable[[Assumptions], Goal]


def _basic(text: Assumptions) -> Goal:
    text.members(2)
    text.normally(0)
    text.say_fact(0, 0, False)
    return text.concluded("BDR", text.order, text.fact(0, 1))


def _irrelevant(text: Assumptions) -> Goal:
    text.members(2)
    text.normally(0)
    text.say_fact(0, 0, False)
    needed = list(text.order)
    text.say_fact(1, 1)
    return text.concluded("DRI", needed, text.fact(0, 1))


def _disabled(text: Assumptions) -> Goal:
    text.members(2)
    text.normally(0)
    sentence = f"{text.names[0]} is possibly an exception."
    text.exceptions.append(Statement(Atom("D1", (Fn(constant(text.names[0])),)), sentence))
    text.order.append(sentence)
    return text.concluded("DRD", text.order, text.fact(0, 1))


def _several(text: Assumptions) -> Goal:
    text.members(2)
    text.normally(0)
    text.normally(1)
    text.say_fact(0, 0, False)
    text.say_fact(1, 1, False)
    (first, a), (second, b) = text.fact(0, 1), text.fact(1, 0)
    return text.concluded("DRS", text.order, (And((first, second)), f"{a} and {b}"))


def _open(text: Assumptions) -> Goal:
    text.members(1)
    text.normally(0)
    text.say_fact(0, 0, False)
    return text.concluded("DRO", text.order, _all_others(text, True))


def _all_others(text: Assumptions, positive: bool) -> Goal:
    said = f"all {text.kind.plural} other than {text.names[0]} {text.tail(0, positive, plural=True)}"
    return Forall("x", Implies(_other(text), text.literal(0, _x, positive))), said


def _other(text: Assumptions) -> And:
    """Return that something is of the kind and not the first of those that have names."""
    return And((*text.kind.parts(_x), Not(Eq(_x, Fn(constant(text.names[0]))))))


def _one_of_two(text: Assumptions) -> Goal:
    _third(text)
    return text.concluded("RE1", text.order, _third_and_one(text, True))


def _third_and_one(text: Assumptions, positive: bool) -> Goal:
    (a, _), (b, _) = text.fact(0, 0, not positive), text.fact(0, 1, not positive)
    third, said = text.fact(0, 2, positive)
    both = f"{text.names[0]} and {text.names[1]} {text.tail(0, not positive)}"
    return And((third, Xor(a, b))), f"{said} and exactly one of {both}"


def _third(text: Assumptions) -> Goal:
    text.members(3)
    text.normally(0)
    (a, _), (b, _) = text.fact(0, 0, False), text.fact(0, 1, False)
    text.say(Or((a, b)), f"at least one of {text.names[0]} and {text.names[1]} {text.tail(0, False)}")
    return text.fact(0, 2)


def _one_of_the_first(text: Assumptions) -> Goal:
    return text.concluded("REI", text.order, _third(text))


def _exactly_one(text: Assumptions) -> Goal:
    text.normally(0)
    _at_least_one(text)
    return text.concluded("RE2", text.order, _exactly(text, False))


def _exactly(text: Assumptions, positive: bool) -> Goal:
    one, other = (And((*text.kind.parts(v), text.literal(0, v, positive))) for v in (_x, _y))
    goal = Exists("x", And((*one.parts, Forall("y", Implies(other, Eq(_y, _x))))))
    return goal, f"exactly one {text.kind.singular} {text.tail(0, positive)}"


def _at_least_one(text: Assumptions) -> None:
    said = f"at least one {text.kind.singular} {text.tail(0, False)}"
    text.say(Exists("x", And((*text.kind.parts(_x), text.literal(0, _x, False)))), said)


def _somebody_else(text: Assumptions) -> Goal:
    text.members(1)
    text.normally(0)
    _at_least_one(text)
    return text.concluded("RE3", text.order, text.fact(0, 0))


def _priority(text: Assumptions) -> Goal:
    who, (yes, positive), (no, negative) = text.names[1:3], text.fact(0, 0), text.fact(0, 0, False)
    first, second = (yes, positive), (no, negative)
    if text.rng.random() < 0.5:
        first, second = second, first
    for name, (formula, clause) in zip(who, (first, second), strict=True):
        sentence = f"{name} asserts that {clause}."
        text.defaults.append(Default(constant(name), formula, sentence))
        text.order.append(sentence)
    text.order.append("When people assert something, they are normally right.")
    winner = text.rng.randrange(2)
    text.order.append(f"{who[winner]} is more reliable than {who[1 - winner]}.")
    text.preferences.append((constant(who[winner]), constant(who[1 - winner])))
    needed = [text.order[winner], *text.order[2:]]
    return text.concluded("RAP", needed, (first, second)[winner])


DEPTH_1: Final[dict[str, Pattern]] = {
    "DRS": _several,
    "DRI": _irrelevant,
    "DRD": _disabled,
    "DRO": _open,
    "RE1": _one_of_two,
    "RE2": _exactly_one,
    "RE3": _somebody_else,
    "RAP": _priority,
}
"""Table 15."""
LEADING: Final[dict[str, Pattern]] = {
    "BDR": _basic,
    "DRD": _disabled,
    "DRI": _irrelevant,
    "PBD": _priority,
    "REI": _one_of_the_first,
    "REII": _somebody_else,
}
"""Table 16: those that MP or MT stands behind. As its examples show, REII is what table 15 calls III."""
_LONG: Final[Mapping[str, str]] = table("rules")["long defaults"]
LONG: Final = {3: ("d3_1", "d3_2"), 4: ("d4_1", "d4_2"), 5: ("d5_1",)}
"""Tables 17 to 19."""
_COPY: Final = (6, 5)
"""What stands behind a copy of a rule."""


def _linked(text: Assumptions, pairs: Sequence[tuple[Goal, Goal]], broken: bool) -> str:
    """Say rules; with a link broken, each of two has what the other one started from. Return the first in words."""
    (one, then), (other, after) = pairs
    rules = [(other, then), (one, after)] if broken else [(one, then), (other, after)]
    first = text.rng.randrange(2)
    said = {place: text.rule(*rules[place]) for place in (first, 1 - first)}
    return said[0]


def _fact(said: str) -> tuple[int, int, bool]:
    """Return a fact of tables 17 to 19, such as ``¬GC``: the phrase, of whom it is said, and whether it is so."""
    letters = said.removeprefix("¬")
    return "UDGFLH".index(letters[0]), "ABCEI".index(letters[1]), letters == said


def _long(text: Assumptions, name: str, broken: bool | None) -> Goal:
    """Write a pattern of tables 17 to 19: what is said, what the question supposes, and the classical steps from that.

    A step names the rule, which of the sentences it takes besides what the step before gave, and what it gives. The
    second one does what those of the kind do, unless a broken link leads to that one instead of the first.
    """
    text.members(2)
    text.normally(0)
    basic, goal, said, since = list(text.order), text.fact(0, 1), list[str](), ""
    *lines, last = _LONG[name if broken is None else f"{name} linked"].split("; ")
    for line in (*lines, last):
        match line.split():
            case ["suppose", fact]:
                since = text.suppose(*_fact(fact))
            case [rule, place, fact]:
                phrase, who, positive = _fact(fact)
                given = text.fact(phrase, 1 if broken and fact == "¬UA" else who, positive)
                since = text.step(rule, (since, said[int(place)]), given[1])
            case [either] if "∨" in either:
                said.append(text.either(*map(_fact, either.split("∨"))))
            case [rule]:
                one, other = (text.fact(*_fact(fact)) for fact in rule.split("→"))
                linked = broken is not None and rule.startswith("UA")
                copy = goal, text.fact(*_COPY)
                said.append(_linked(text, ((one, other), copy), bool(broken)) if linked else text.rule(one, other))
    if broken:
        return goal
    return text.concluded("BDR", (*basic, since) if last.endswith("¬UA") else basic, goal)


def pattern(text: Assumptions, name: str, broken: bool | None = None) -> Goal:
    """Write a pattern of tables 15 to 19, and return what follows, in logic and in words.

    Args:
        text: the text.
        name: the pattern.
        broken: whether a link is broken, so that it does not follow; ``None`` as in the tables. Else a copy of the rule
            behind the default, or before it, stands beside, which looks like it.
    """
    if name in DEPTH_1:
        return DEPTH_1[name](text)
    if name.startswith("d"):
        return _long(text, name, broken)
    leading, second = name.split("_")
    goal = LEADING[leading](text)
    beside = text.opposite(goal[0]) if leading == "PBD" else text.another(goal[0])
    other, copy = text.fact(2, 5), text.fact(*_COPY)
    asked = other
    if second == "MT":
        asked = text.opposite(other[0])
        pairs = [(other, text.opposite(goal[0])), (copy, text.opposite(beside[0]))]
    else:
        pairs = [(goal, other), (beside, copy)]
    rule = text.rule(*pairs[0]) if broken is None else _linked(text, pairs, broken)
    text.step(second, (goal[1], rule), asked[1])
    return asked


def refuted(text: Assumptions, name: str, goal: Formula) -> Goal:
    """Return a goal that is refuted where the one of a pattern is entailed, in logic and in words."""
    match name:
        case "DRS":
            (a, one), (b, other) = text.fact(0, 1, False), text.fact(1, 0, False)
            return Or((a, b)), f"{one} or {other}"
        case "DRO":
            lacks = Exists("x", And((*_other(text).parts, text.literal(0, _x, False))))
            said = f"at least one {text.kind.singular} other than {text.names[0]} {text.tail(0, False)}"
            return lacks, said
        case "RE1":
            return text.fact(0, 2, False)
        case "RE2":
            every = Forall("x", Implies(text.kind.of(_x), text.literal(0, _x)))
            return every, f"every {text.kind.singular} {text.tail(0)}"
        case _:
            return text.opposite(goal)
