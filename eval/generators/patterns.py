"""Patterns of defaults, as Multi-LogiEval has them (tables 15 to 19), from Lifschitz (1989)."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from sorites.solvers import Constant, Default, Predicate, Program, Statement, Verdict
from sorites.solvers.language.syntax import And, Atom, Eq, Exists, Fn, Forall, Formula, Implies, Not, Or, Var, Xor
from sorites.solvers.language.traverse import walk

from .problem import Generated, proved
from .sentences import constant
from .words import NAMES, NOUNS, VERBS, Phrase, article, draw_phrases, plural_of

_VERBS: Final = tuple(Phrase("verb", words) for words in VERBS)
_x: Final = Var("x")
_y: Final = Var("y")


@dataclass(slots=True)
class _Text:
    """A text in the making: what it says, in words and in logic."""

    rng: random.Random
    kind: str
    names: list[str]
    phrases: list[Phrase]
    premises: list[Statement] = field(default_factory=list)
    defaults: list[Default] = field(default_factory=list)
    exceptions: list[Statement] = field(default_factory=list)
    preferences: list[tuple[str, str]] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    supposed: list[str] = field(default_factory=list)

    @property
    def is_kind(self) -> str:
        """The predicate of the kind of people that the text is about."""
        return self.kind.capitalize()

    def fact(self, phrase: int, who: int, positive: bool = True) -> tuple[Formula, str]:
        """Return what is said of somebody, in logic and in words."""
        said = self.phrases[phrase]
        atom = Atom(said.name, (Fn(constant(self.names[who])),))
        return (atom if positive else Not(atom)), said.of(self.names[who], positive)

    def say(self, formula: Formula, text: str) -> None:
        """Add a premise."""
        sentence = text[0].upper() + text[1:] + "."
        self.premises.append(Statement(formula, sentence))
        self.order.append(sentence)

    def say_fact(self, phrase: int, who: int, positive: bool = True) -> None:
        """Add a premise about somebody."""
        self.say(*self.fact(phrase, who, positive))

    def suppose(self, phrase: int, who: int, positive: bool = True) -> None:
        """Add a premise that stands in the question."""
        formula, text = self.fact(phrase, who, positive)
        self.premises.append(Statement(formula, text))
        self.supposed.append(text)

    def members(self, count: int) -> None:
        """Say that so many people are of the kind."""
        atoms = tuple(Atom(self.is_kind, (Fn(constant(n)),)) for n in self.names[:count])
        *front, last = self.names[:count]
        who = (
            f"{', '.join(front)} and {last} are {plural_of(self.kind)}" if front else f"{last} is {article(self.kind)}"
        )
        self.say(And(atoms) if len(atoms) > 1 else atoms[0], who)

    def normally(self, phrase: int) -> None:
        """Say what those of the kind normally do."""
        said = self.phrases[phrase]
        formula = Forall("x", Implies(Atom(self.is_kind, (_x,)), Atom(said.name, (_x,))))
        adverb = self.rng.choice(["normally", "usually", "typically", "generally"])
        tail = said.tail(plural=True)
        text = f"{plural_of(self.kind).capitalize()} {adverb} {tail}."
        if said.kind != "verb":
            text = f"{plural_of(self.kind).capitalize()} are {adverb} {tail.removeprefix('are ')}."
        self.defaults.append(Default(f"D{len(self.defaults) + 1}", formula, text))
        self.order.append(text)

    def rule(self, one: tuple[int, int], other: tuple[int, int], positive: bool = True) -> None:
        """Say that if one fact holds, then another one does, or does not."""
        left, said = self.fact(*one)
        right, then = self.fact(*other, positive)
        self.say(Implies(left, right), f"if {said}, then {then}")

    def either(self, one: tuple[int, int, bool], other: tuple[int, int, bool]) -> None:
        """Say that one of two facts holds, or both."""
        (left, a), (right, b) = self.fact(*one), self.fact(*other)
        self.say(Or((left, right)), f"{a} or {b}")

    def program(self, goal: Formula, asked: str) -> Program:
        """Return the program that asks for a goal, with declarations of what is spoken of."""
        formulas = [s.formula for s in (*self.premises, *self.exceptions)] + [d.formula for d in self.defaults]
        nodes = [node for formula in (*formulas, goal) for node in walk(formula)]
        used = {node.name for node in nodes if isinstance(node, Atom | Fn)}
        predicates = [Predicate(self.is_kind, ("x",), f"x is {article(self.kind)}")]
        predicates += [Predicate(p.name, ("x",), p.of("x")) for p in self.phrases]
        declared = tuple(p for p in predicates if p.name in used)
        constants = tuple(Constant(constant(n), n) for n in self.names if constant(n) in used)
        return Program(
            tuple(self.premises),
            Statement(goal, asked),
            predicates=declared,
            constants=constants,
            defaults=tuple(self.defaults),
            exceptions=tuple(self.exceptions),
            preferences=tuple(self.preferences),
        )


Goal = tuple[Formula, str]


def _basic(text: _Text) -> Goal:
    text.members(2)
    text.normally(0)
    text.say_fact(0, 0, False)
    return text.fact(0, 1)


def _irrelevant(text: _Text) -> Goal:
    goal = _basic(text)
    text.say_fact(1, 1)
    return goal


def _disabled(text: _Text) -> Goal:
    text.members(2)
    text.normally(0)
    sentence = f"{text.names[0]} is possibly an exception."
    text.exceptions.append(Statement(Atom("D1", (Fn(constant(text.names[0])),)), sentence))
    text.order.append(sentence)
    return text.fact(0, 1)


def _several(text: _Text) -> Goal:
    text.members(2)
    text.normally(0)
    text.normally(1)
    text.say_fact(0, 0, False)
    text.say_fact(1, 1, False)
    (first, a), (second, b) = text.fact(0, 1), text.fact(1, 0)
    return And((first, second)), f"{a} and {b}"


def _open(text: _Text) -> Goal:
    text.members(1)
    text.normally(0)
    text.say_fact(0, 0, False)
    other = And((Atom(text.is_kind, (_x,)), Not(Eq(_x, Fn(constant(text.names[0]))))))
    goal = Forall("x", Implies(other, Atom(text.phrases[0].name, (_x,))))
    return goal, f"all {plural_of(text.kind)} other than {text.names[0]} {text.phrases[0].tail(plural=True)}"


def _one_of_two(text: _Text) -> Goal:
    text.members(3)
    text.normally(0)
    (a, _), (b, _) = text.fact(0, 0, False), text.fact(0, 1, False)
    both = f"{text.names[0]} and {text.names[1]} {text.phrases[0].tail(False)}"
    text.say(Or((a, b)), f"at least one of {both}")
    third, said = text.fact(0, 2)
    return And((third, Xor(a, b))), f"{said} and exactly one of {both}"


def _one_of_the_first(text: _Text) -> Goal:
    goal, said = _one_of_two(text)
    assert isinstance(goal, And)
    return goal.parts[0], said.split(" and exactly")[0]


def _exactly_one(text: _Text) -> Goal:
    text.normally(0)
    _at_least_one(text)

    def lacks(v: Var) -> Formula:
        return And((Atom(text.is_kind, (v,)), Not(Atom(text.phrases[0].name, (v,)))))

    one = lacks(_x)
    assert isinstance(one, And)
    goal = Exists("x", And((*one.parts, Forall("y", Implies(lacks(_y), Eq(_y, _x))))))
    return goal, f"exactly one {text.kind} {text.phrases[0].tail(False)}"


def _at_least_one(text: _Text) -> None:
    some = Exists("x", And((Atom(text.is_kind, (_x,)), Not(Atom(text.phrases[0].name, (_x,))))))
    text.say(some, f"at least one {text.kind} {text.phrases[0].tail(False)}")


def _somebody_else(text: _Text) -> Goal:
    text.members(1)
    text.normally(0)
    _at_least_one(text)
    return text.fact(0, 0)


def _priority(text: _Text) -> Goal:
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
    return (first, second)[winner]


Pattern = Callable[[_Text], Goal]
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
"""Table 16: those that MP or MT stands behind."""


def _long(text: _Text, name: str) -> Goal:
    """Write a pattern of tables 17 to 19: phrase 0 is normal, 1 and 2 are of C, 3, 4 and 5 of others."""
    text.members(2)
    text.normally(0)
    c, e, i = 2, 3, 4
    match name:
        case "d3_1":
            text.rule((0, 0), (1, c))
            text.rule((1, c), (3, e))
            text.suppose(3, e, False)
        case "d3_2":
            text.rule((2, c), (1, c))
            text.rule((0, 0), (3, e))
            text.either((2, c, True), (3, e, False))
            text.suppose(1, c, False)
        case "d4_1" | "d5_1":
            text.rule((2, c), (1, c))
            text.rule((4, e), (3, e))
            text.either((2, c, True), (3, e, True))
            if name == "d4_1":
                text.rule((0, 0), (4, e))
            else:
                text.rule((5, i), (4, e))
                text.rule((0, 0), (5, i))
            text.suppose(1, c, False)
        case _:
            text.rule((2, c), (1, c))
            text.rule((4, e), (3, e))
            text.either((1, c, False), (3, e, False))
            text.rule((0, 0), (4, e))
            text.suppose(2, c)
    return text.fact(0, 1)


LONG: Final = {3: ("d3_1", "d3_2"), 4: ("d4_1", "d4_2"), 5: ("d5_1",)}


def nonmonotonic(rng: random.Random, depth: int, number: int, positive: bool) -> Generated:
    """Return a problem of a pattern of defaults.

    Args:
        rng: the source of choices.
        depth: 1 to 5.
        number: decides on the pattern.
        positive: whether the answer is yes.
    """
    words = draw_phrases(rng, 6, ("adjective", "verb"))
    text = _Text(rng, rng.choice(NOUNS), rng.sample(NAMES, 6), words)
    if depth == 1:
        name = list(DEPTH_1)[number % len(DEPTH_1)]
        goal, said = DEPTH_1[name](text)
    elif depth == 2:
        first, second = list(LEADING)[number % len(LEADING)], ("MP", "MT")[number // len(LEADING) % 2]
        name = f"{first}_{second}"
        goal, said = LEADING[first](text)
        other, then = text.fact(2, 5)
        if second == "MP":
            text.say(Implies(goal, other), f"if {said}, then {then}")
            goal, said = other, then
        else:
            opposite, denied = _denied(goal, said)
            text.say(Implies(other, opposite), f"if {then}, then {denied}")
            goal, said = text.fact(2, 5, False)
    else:
        name = LONG[depth][number % len(LONG[depth])]
        goal, said = _long(text, name)
    if not positive:
        goal, said = _negative(text, name, goal, said)
    question = f"Is it true that {said}?"
    if text.supposed:
        question = f"Suppose that {' and '.join(text.supposed)}. {question}"
    program = text.program(goal, question)
    outcome = proved(program, Verdict.ENTAILED if positive else Verdict.REFUTED)
    tags = {"logic": "nm", "depth": str(depth), "rule": name}
    chain = tuple(f"{label} holds of {', '.join(things) or 'what is asserted'}." for label, things in _applied(outcome))
    return Generated(
        " ".join(text.order), question, program, outcome.verdict, outcome, depth, (name,), chain, tags=tags
    )


def _applied(outcome: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return getattr(getattr(outcome, "certificate", None), "applied", ())


def _denied(goal: Formula, said: str) -> Goal:
    """Return the opposite of a fact about somebody."""
    words = said.split()
    if isinstance(goal, Not):
        return goal.body, said.replace(" is not ", " is ") if " is not " in said else _affirmed(words)
    if words[1] == "is":
        return Not(goal), said.replace(" is ", " is not ", 1)
    base = next(p for p in _VERBS if " ".join(words[1:]) == p.tail())
    return Not(goal), base.of(words[0], False)


def _affirmed(words: list[str]) -> str:
    base = next(p for p in _VERBS if " ".join(words[1:]) == p.tail(False))
    return base.of(words[0])


def _negative(text: _Text, name: str, goal: Formula, said: str) -> Goal:
    """Return a goal that is refuted where this one is entailed."""
    match name:
        case "DRS":
            (a, one), (b, other) = text.fact(0, 1, False), text.fact(1, 0, False)
            return Or((a, b)), f"{one} or {other}"
        case "DRO":
            x_other = And((Atom(text.is_kind, (_x,)), Not(Eq(_x, Fn(constant(text.names[0]))))))
            lacks = Exists("x", And((*x_other.parts, Not(Atom(text.phrases[0].name, (_x,))))))
            return lacks, f"at least one {text.kind} other than {text.names[0]} {text.phrases[0].tail(False)}"
        case "RE1":
            return text.fact(0, 2, False)
        case "RE2":
            every = Forall("x", Implies(Atom(text.is_kind, (_x,)), Atom(text.phrases[0].name, (_x,))))
            return every, f"every {text.kind} {text.phrases[0].tail()}"
        case _:
            return _denied(goal, said)
