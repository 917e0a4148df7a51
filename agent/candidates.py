"""Sentences that a text may leave unsaid: what might link its names to each other and to what is asked.

Each form of a link is one that programs of language models lack, since the text says it in other words or takes it
for known: that two predicates, or two names, mean one thing; that one predicate says more than another, or its
opposite; that a thing is of the type that rules ask for; that what is said of a kind by its name holds of its
members; that there is something of a kind. How near a link is says how likely the text means it, from 0 to 1; nothing
here says that it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, Literal

from sorites.solvers import Program
from sorites.solvers.logic.syntax import (
    And,
    Atom,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Var,
    Xor,
    close,
    conjunction,
)
from sorites.solvers.logic.walkers import walk
from sorites.solvers.notation.spelling import words

from .likeness import Name, content, is_a, is_noun, is_symmetric, near_constants, near_predicates, same_word, shared

Form = Literal["same", "narrower", "opposite", "identical", "type", "kind", "relation", "symmetric", "exists"]
"""What a link says: see ``Candidate``."""

GUARD: Final = 0.7
"""How near it is that a thing is of a type that rules ask for beside other things, and nothing is said to be of."""
WANTED: Final = 0.5
"""The same of what rules ask for by itself."""
NAMED: Final = 0.9
"""How near it is that a thing is of a type that its name has: ``rex_the_dog``; or that a kind's name stands for it."""
EXISTS: Final = 0.4
"""How near it is that there is something of a kind that rules speak of."""
SUPPLY: Final = 0.15
"""How much nearer two predicates are, one of which is only asked for and the other only said."""
_MOST: Final = 48
"""The most predicates, and the most constants, that are looked through, those next to the goal first."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that may be missing.

    Attributes:
        form: ``same``: two predicates say the same; ``narrower``: the first implies the second;
            ``opposite``: it excludes it; ``identical``: two names are of one thing; ``type``: things are
            of a type; ``kind``: what is said of a kind's name holds of its members; ``relation``: a
            property is a relation to something; ``symmetric``: a relation holds both ways; ``exists``: there is
            something of a kind.
        formula: what it says.
        nearness: how likely it is meant, from 0 to 1.
        names: the predicates, or the constants, that it links.
    """

    form: Form
    formula: Formula
    nearness: float
    names: tuple[Name, ...] | tuple[str, ...] = ()


def candidates(program: Program) -> list[Candidate]:
    """Return what may link the names of a program, the nearest first; each has to do with the goal.

    Args:
        program: a program whose goal was found to be open.
    """
    use = _Use(program.unfolded)
    found: dict[Formula, Candidate] = {}
    for made in (_pairs, _relations, _identities, _types, _symmetries, _kinds, _existence):
        for one in made(use):
            if one.formula not in found or found[one.formula].nearness < one.nearness:
                found[one.formula] = one
    return sorted(found.values(), key=lambda one: -one.nearness)


@dataclass(slots=True)
class _Use:
    """How a program uses its names.

    Attributes:
        program: the program.
        near_goal: the predicates that the goal hangs on, the nearest first.
        asked: the predicates of the goal.
        said: the predicates that a premise says of something, or lets follow.
        grounded: those that may hold of something: facts say so, or rules all of whose conditions are grounded.
        wanted: those that a premise asks for as a condition.
        guards: those that a premise asks for besides others, or to tell cases apart.
        together: pairs of names that one formula has.
    """

    program: Program
    near_goal: list[Name] = field(default_factory=list)
    asked: list[Name] = field(default_factory=list)
    said: set[Name] = field(default_factory=set)
    grounded: set[Name] = field(default_factory=set)
    wanted: set[Name] = field(default_factory=set)
    guards: set[Name] = field(default_factory=set)
    together: set[frozenset[Name | str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        goal = self.program.goal.formula
        groups = [_predicates(p.formula) for p in self.program.premises]
        self.asked = _predicates(goal)
        rules = []
        for premise in self.program.premises:
            signs = [*_signs(premise.formula, True)]
            gives, takes = {n for n, positive in signs if positive}, {n for n, positive in signs if not positive}
            self.said |= gives
            self.wanted |= takes
            self.guards |= {name for rule in _rules(premise.formula) for name in _guards(rule)}
            rules.append((gives, takes))
        while new := {n for gives, takes in rules if takes <= self.grounded for n in gives - self.grounded}:
            self.grounded |= new
        for names in (*groups, self.asked):
            self.together |= {frozenset(pair) for pair in combinations(dict.fromkeys(names), 2)}
        for formula in self.program.formulas:
            self.together |= {frozenset(pair) for pair in combinations(_constants(formula), 2)}
        found, todo = dict.fromkeys(_predicates(goal)), list(_predicates(goal))
        while todo:
            name = todo.pop(0)
            for group in groups:
                if name in group:
                    more = [other for other in group if other not in found]
                    todo += more
                    found |= dict.fromkeys(more)
        self.near_goal = [*found][:_MOST]

    @property
    def names(self) -> list[Name]:
        """All predicates, those that the goal hangs on first."""
        rest = [name for name in self.program.signature.predicates if name not in self.near_goal]
        return [*self.near_goal, *rest][:_MOST]

    def apart(self, one: Name | str, other: Name | str) -> bool:
        """Return whether a sentence has both, so that it says itself what they have to do with each other."""
        return frozenset((one, other)) in self.together

    def gap(self, one: Name, other: Name) -> float:
        """Return how much it tells for a link that one is only asked for, and the other only said."""
        for a, b in ((one, other), (other, one)):
            if a not in self.said and b in self.said:
                return SUPPLY
        return 0.0


def _pairs(use: _Use) -> Iterator[Candidate]:
    """Yield what may hold between predicates with as many arguments: the same, more, the opposite."""
    for one, other in combinations(use.names, 2):
        if one[1] != other[1] or one not in use.near_goal or use.apart(one, other):
            continue
        near = near_predicates(use.program, one, other)
        if not near.score:
            continue
        score = min(1.0, near.score + use.gap(one, other))
        first, second = (other, one) if near.kind == "wider" else (one, other)
        names = _variables(one[1])
        left, right = Atom(first[0], tuple(map(Var, names))), Atom(second[0], tuple(map(Var, names)))
        if near.kind == "same":
            yield Candidate("same", close(Iff(left, right), names), score, (first, second))
        elif near.kind == "opposite":
            yield Candidate("opposite", close(Implies(left, Not(right)), names), score, (first, second))
        else:
            yield Candidate("narrower", close(Implies(left, right), names), score, (first, second))


def _relations(use: _Use) -> Iterator[Candidate]:
    """Yield that a property is a relation to something: ``Employs(x, acme)`` and ``EmployedByAcme(x)``."""
    things = _constants_of(use.program)
    for one, other in combinations(use.names, 2):
        short, long = sorted((one, other), key=lambda name: name[1])
        if long[1] != short[1] + 1 or one not in use.near_goal or use.apart(one, other):
            continue
        names = _variables(short[1])
        said, rest = content(words(short[0])), content(words(long[0]))
        left, before = Atom(short[0], tuple(map(Var, names))), tuple(map(Var, names))
        if shared(said, rest):
            right: Formula = Exists("y", Atom(long[0], (*before, Var("y"))))
            yield Candidate("relation", close(Iff(left, right), names), NAMED, (short, long))
        for thing in things:
            if shared(said, (*rest, *content(words(thing)))):
                right = Atom(long[0], (*before, Fn(thing)))
                yield Candidate("relation", close(Iff(left, right), names), NAMED, (short, long))


def _identities(use: _Use) -> Iterator[Candidate]:
    """Yield that two names are of one thing."""
    for one, other in combinations(_constants_of(use.program), 2):
        if use.apart(one, other):
            continue
        near = near_constants(one, other)
        if near.score and near.kind != "opposite":
            yield Candidate("identical", Eq(Fn(one), Fn(other)), near.score, (one, other))


def _types(use: _Use) -> Iterator[Candidate]:
    """Yield that what is asked of is of a type that rules ask for; what is asked itself is no such type."""
    asked = _constants(use.program.goal.formula)
    glosses = {c.name: content(words(c.name) + c.gloss.split()) for c in use.program.constants}
    for name in use.near_goal:
        if name[1] != 1 or name not in use.wanted or name in use.asked:
            continue
        said = content(words(name[0]))
        for other in use.names:
            if other[1] == 1 and not use.apart(name, other) and is_a(content(words(other[0])), said):
                formula = close(Implies(Atom(other[0], (Var("x"),)), Atom(name[0], (Var("x"),))), ("x",))
                yield Candidate("narrower", formula, NAMED, (other, name))
        told = [c for c in asked if _has(glosses.get(c, content(words(c))), said)]
        if told:
            yield Candidate("type", conjunction(tuple(Atom(name[0], (Fn(c),)) for c in told)), NAMED, (name,))
        elif name not in use.grounded:
            near = GUARD if name in use.guards and is_noun(use.program, name) else WANTED
            for thing in asked:
                yield Candidate("type", Atom(name[0], (Fn(thing),)), near, (name,))
            if len(asked) > 1:
                every = conjunction(tuple(Atom(name[0], (Fn(c),)) for c in asked))
                yield Candidate("type", every, near * len(asked) / (len(asked) + 1), (name,))


def _symmetries(use: _Use) -> Iterator[Candidate]:
    """Yield that a relation holds both ways, as its word says."""
    for name in use.near_goal:
        if name[1] == 2 and is_symmetric(content(words(name[0]))):
            x, y = Var("x"), Var("y")
            formula = close(Implies(Atom(name[0], (x, y)), Atom(name[0], (y, x))), ("x", "y"))
            yield Candidate("symmetric", formula, NAMED, (name,))


def _kinds(use: _Use) -> Iterator[Candidate]:
    """Yield that what is said of a kind by its name holds of its members, where the kind is a predicate, too."""
    facts = [a for p in use.program.premises for a in _facts(p.formula) if len(a.args) == 1]
    for thing in _constants_of(use.program):
        said = content(words(thing))
        for name in use.names:
            if name[1] != 1 or not shared(said, content(words(name[0]))):
                continue
            yield Candidate("type", Atom(name[0], (Fn(thing),)), NAMED, (name,))
            for fact in facts:
                if fact.args == (Fn(thing),) and fact.name != name[0]:
                    member, has = Atom(name[0], (Var("x"),)), Atom(fact.name, (Var("x"),))
                    yield Candidate("kind", Forall("x", Implies(member, has)), NAMED, (name, (fact.name, 1)))


def _existence(use: _Use) -> Iterator[Candidate]:
    """Yield that there is something of a kind that a premise speaks of in general."""
    if _constants(use.program.goal.formula):
        return
    for name in use.near_goal:
        if name[1] == 1 and name in use.wanted:
            yield Candidate("exists", Exists("x", Atom(name[0], (Var("x"),))), EXISTS, (name,))


def _has(said: tuple[str, ...], kind: tuple[str, ...]) -> bool:
    return len(said) > len(kind) and all(any(same_word(word, other) == 1 for other in said) for word in kind)


def _facts(formula: Formula) -> Iterator[Atom]:
    """Yield the atoms that a premise says without condition."""
    match formula:
        case Atom():
            yield formula
        case And(parts):
            for part in parts:
                yield from _facts(part)


def _rules(formula: Formula) -> Iterator[Implies]:
    """Yield the implications of a premise."""
    while isinstance(formula, Forall):
        formula = formula.body
    if isinstance(formula, Implies):
        yield formula
        yield from _rules(formula.right)
    elif isinstance(formula, And):
        for part in formula.parts:
            yield from _rules(part)


def _guards(rule: Implies) -> Iterator[Name]:
    """Yield what a rule asks for beside other conditions, or to tell cases apart."""
    if isinstance(rule.left, And) or isinstance(rule.right, Or | Xor | Implies):
        parts = rule.left.parts if isinstance(rule.left, And) else (rule.left,)
        yield from ((part.name, len(part.args)) for part in parts if isinstance(part, Atom))


def _signs(formula: Formula, positive: bool) -> Iterator[tuple[Name, bool]]:
    """Yield each predicate with whether it is said or only asked for."""
    match formula:
        case Atom(name, args):
            yield (name, len(args)), positive
        case Not(body):
            yield from _signs(body, not positive)
        case And(parts) | Or(parts):
            for part in parts:
                yield from _signs(part, positive)
        case Implies(left, right):
            yield from _signs(left, not positive)
            yield from _signs(right, positive)
        case Iff(left, right) | Xor(left, right):
            for part in (left, right):
                yield from _signs(part, True)
                yield from _signs(part, False)
        case Forall(_, body) | Exists(_, body):
            yield from _signs(body, positive)


def _atoms(formula: Formula) -> Iterator[Atom]:
    return (node for node in walk(formula) if isinstance(node, Atom))


def _predicates(formula: Formula) -> list[Name]:
    return list(dict.fromkeys((a.name, len(a.args)) for a in _atoms(formula)))


def _constants(formula: Formula) -> list[str]:
    return list(dict.fromkeys(n.name for n in walk(formula) if isinstance(n, Fn) and not n.args))


def _constants_of(program: Program) -> list[str]:
    asked = _constants(program.goal.formula)
    return list(dict.fromkeys((*asked, *program.signature.constants)))[:_MOST]


def _variables(count: int) -> tuple[str, ...]:
    return ("x", "y", "z", *(f"x{i}" for i in range(3, count)))[:count]
