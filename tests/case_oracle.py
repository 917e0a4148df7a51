"""Defeasible theories about numbers, by their definition: what engine and kernel are held against.

A theory is written out for all its things, with each condition evaluated for all numbers that the facts leave. What it
proves is the alternating fixpoint (Van Gelder 1993) that Maher and Governatori (1999) take for defeasible logic.
"""

from __future__ import annotations

import itertools
import operator
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt, "≤": operator.le, ">": operator.gt, "≥": operator.ge, "=": operator.eq, "≠": operator.ne,
}  # fmt: skip
THINGS = ("a", "b", "c")
VALUES = range(4)


@dataclass(frozen=True)
class Condition:
    """A sum of functions of ``x``, compared with a number."""

    functions: tuple[str, ...]
    relation: str
    number: int

    def text(self, thing: str) -> str:
        return f"{' + '.join(f'{name}({thing})' for name in self.functions)} {self.relation} {self.number}"

    def true(self, values: Sequence[int]) -> bool:
        return COMPARE[self.relation](sum(values), self.number)


@dataclass(frozen=True)
class Rule:
    """A rule about ``x``: literals (``P`` or ``¬P``) and conditions; a literal, or a value of ``fee``, follows."""

    label: str
    body: tuple[str, ...]
    conditions: tuple[Condition, ...]
    head: str | int

    def text(self) -> str:
        parts = [*(f"{one}(x)" for one in self.body), *(one.text("x") for one in self.conditions)]
        head = f"fee(x) = {self.head}" if isinstance(self.head, int) else f"{self.head}(x)"
        return f"∀x ({' ∧ '.join(parts)} → {head})"


@dataclass
class Theory:
    """A theory about some things.

    Attributes:
        facts: literals of things.
        known: what facts leave of each function's values: all in a range, or nothing (no key) if nothing is said.
        strict, rules, preferences: as they are.
    """

    facts: list[tuple[str, str]] = field(default_factory=list)
    known: dict[tuple[str, str], range] = field(default_factory=dict)
    strict: list[Rule] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    exempt: set[tuple[str, str]] = field(default_factory=set)
    preferences: set[tuple[str, str]] = field(default_factory=set)

    def text(self, goal: str) -> str:
        lines = ["Premises:", *(f"{literal}({thing})" for literal, thing in self.facts)]
        for (name, thing), values in self.known.items():
            if len(values) == 1:
                lines.append(f"{name}({thing}) = {values[0]}")
            else:
                lines.append(f"{name}({thing}) ≥ {values[0]} ∧ {name}({thing}) ≤ {values[-1]}")
        lines += [rule.text() for rule in self.strict]
        lines += ["Defeasible rules:", *(f"{rule.label}: {rule.text()}" for rule in self.rules)]
        if self.exempt:
            lines += ["Exceptions:", *(f"{label}({thing})" for label, thing in sorted(self.exempt))]
        if self.preferences:
            lines += ["Preferences:", *(f"{one} > {other}" for one, other in sorted(self.preferences))]
        return "\n".join([*lines, "Conclusion:", goal])


def theory(rng: random.Random, *, interval: bool) -> Theory:
    """Return a random theory; of which functions only bounds may be known if ``interval``."""
    made = Theory()
    things = THINGS[: rng.randint(1, 3)]
    for thing in things:
        made.facts += [(rng.choice(("", "¬")) + name, thing) for name in "PQRS" if rng.random() < 0.3]
        for name in ("size", "age"):
            if rng.random() < 0.8:
                low = rng.choice(VALUES)
                high = rng.choice(range(low, 5)) if interval and name == "age" else low
                made.known[name, thing] = range(low, high + 1)
        if rng.random() < 0.1:
            made.known["fee", thing] = range(low := rng.choice(VALUES), low + 1)

    def rule(label: str) -> Rule:
        functions = (("size",), ("age",), ("size", "age"), ("size", "size"), ("fee",), ("fee", "size"), ("fee", "age"))
        conditions = tuple(
            Condition(rng.choice(functions), rng.choice([*COMPARE]), rng.choice(range(6)))
            for _ in range(rng.choice((0, 1, 1, 2)))
        )
        body = tuple(rng.choice(("", "¬")) + rng.choice("PQRS") for _ in range(rng.choice((0, 1, 1, 2))))
        if not body and not conditions:
            body = ("P",)
        head: str | int = rng.choice(VALUES) if rng.random() < 0.35 else rng.choice(("", "¬")) + rng.choice("QRS")
        return Rule(label, body, conditions, head)

    made.strict = [rule("") for _ in range(rng.choice((0, 0, 1)))]
    made.rules = [rule(f"R{i}") for i in range(rng.randint(1, 5))]
    for one, other in itertools.combinations(made.rules, 2):
        if rng.random() < 0.3:
            made.preferences.add((one.label, other.label))
    made.exempt = {(rng.choice(made.rules).label, rng.choice(things)) for _ in range(rng.choice((0, 0, 1)))}
    return made


Literal = tuple[str, str] | tuple[int, bool, str]
"""``P`` or ``¬P`` of a thing; or that a thing's fee is a number, or is not."""
Ground = tuple[str, tuple[Literal, ...], Literal]


def opposite(one: Literal) -> Literal:
    if isinstance(one[0], int):
        return one[0], not one[1], one[-1]
    return one[0].removeprefix("¬") if one[0].startswith("¬") else f"¬{one[0]}", one[-1]


def shows(head: Literal, literal: Literal) -> bool:
    """Return whether who concludes the one concludes the other: one value is none of the others."""
    if head == literal:
        return True
    return (
        isinstance(head[0], int)
        and isinstance(literal[0], int)
        and head[-1] == literal[-1]
        and bool(head[1] and not literal[1] and head[0] != literal[0])
    )


def written_out(made: Theory, things: Sequence[str]) -> Iterator[Ground]:
    for literal, thing in made.facts:
        yield "", (), (literal, thing)
    for (name, thing), values in made.known.items():
        if name == "fee":
            yield "", (), (values[0], True, thing)
    for rule in (*made.strict, *made.rules):
        for thing in things:
            if (rule.label, thing) in made.exempt:
                continue
            fees: Sequence[int | None] = (None,)
            denials = [one for one in rule.conditions if one.functions == ("fee",) and one.relation == "≠"]
            rest = [one for one in rule.conditions if one not in denials]
            if any("fee" in one.functions for one in rest):
                fees = VALUES
            for fee in fees:
                if all(follows(made, one, thing, fee) for one in rest):
                    body: list[Literal] = [
                        *((one, thing) for one in rule.body),
                        *((d.number, False, thing) for d in denials),
                    ]
                    body += [] if fee is None else [(fee, True, thing)]
                    head: Literal = (rule.head, True, thing) if isinstance(rule.head, int) else (rule.head, thing)
                    yield rule.label, tuple(body), head


def follows(made: Theory, condition: Condition, thing: str, fee: int | None) -> bool:
    """Return whether a condition holds for all values that are left; it does not where nothing is said of one."""
    ranges: dict[str, Sequence[int]] = {"fee": () if fee is None else (fee,)}
    for name in set(condition.functions) - {"fee"}:
        if (name, thing) not in made.known:
            return False
        ranges[name] = made.known[name, thing]
    names = [*ranges] if "fee" in condition.functions else [name for name in ranges if name != "fee"]
    rows = [dict(zip(names, row, strict=True)) for row in itertools.product(*(ranges[name] for name in names))]
    return all(condition.true([row[name] for name in condition.functions]) for row in rows)


def proved(made: Theory, asked: Sequence[Literal], *, team: bool, propagate: bool) -> set[Literal]:
    """Return what the theory proves: the alternating fixpoint of the definition, with conflicting values."""
    things = sorted({t for _, t in made.facts} | {t for _, t in made.known} | {one[-1] for one in asked} | {
        t for _, t in made.exempt})  # fmt: skip
    rules = list(dict.fromkeys(written_out(made, things)))
    literals: set[Literal] = {(s + p, t) for s in ("", "¬") for p in "PQRS" for t in things}
    literals |= {(v, sign, t) for v in range(6) for sign in (True, False) for t in things}
    definite: set[Literal] = set()
    while more := {
        one for one in literals for label, body, head in rules
        if not label and definite.issuperset(body) and shows(head, one)
    } - definite:  # fmt: skip
        definite |= more
    of = {one: [rule for rule in rules if shows(rule[2], one)] for one in literals}
    against = {one: of[opposite(one)] for one in literals}

    def beats(one: Ground, other: Ground) -> bool:
        return (one[0], other[0]) in made.preferences

    def stands(one: Literal, rule: Ground, support: set[Literal], before: set[Literal]) -> bool:
        """Return whether each rule that speaks against a rule is beaten, if those speak whose bodies have support."""
        side = [mine for mine in of[one] if before.issuperset(mine[1])] if team else [rule]
        speak = [attack for attack in against[one] if support.issuperset(attack[1])]
        return all(any(beats(mine, attack) for mine in side) for attack in speak)

    def step(proofs: set[Literal], support: set[Literal], before: set[Literal]) -> tuple[set[Literal], set[Literal]]:
        """Return what is proved, and supported, if rules speak whose bodies are in ``support``."""
        free = [one for one in literals if opposite(one) not in definite]
        won = [(rule, one) for one in free for rule in of[one] if stands(one, rule, support, before)]
        backed = [
            (rule, one)
            for one in literals
            for rule in of[one]
            if not any(proofs.issuperset(attack[1]) and beats(attack, rule) for attack in against[one])
        ]
        found = least(won, definite)
        return found, (least(backed, definite) if propagate else found)

    low: tuple[set[Literal], set[Literal]] = (set(), set())
    high = (set(literals), set(literals))
    while True:
        new_high = step(low[0], low[1], high[0])
        new_low = step(new_high[0], new_high[1], low[0])
        if (new_low, new_high) == (low, high):
            return low[0]
        low, high = new_low, new_high


def least(rules: Sequence[tuple[Ground, Literal]], known: set[Literal]) -> set[Literal]:
    found = set(known)
    while more := {one for rule, one in rules if found.issuperset(rule[1])} - found:
        found |= more
    return found


"""A model: what each predicate (0 or 1) and each function is of each thing."""
