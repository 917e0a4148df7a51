"""A text of defaults in the making: what Multi-LogiEval's non-monotonic problems say, in words and in logic."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from sorites.solvers import Constant, Default, Predicate, Program, Statement
from sorites.solvers.logic.syntax import And, Atom, Fn, Forall, Formula, Implies, Not, Or, Term, Var
from sorites.solvers.logic.walkers import walk
from sorites.translators.english.vocabulary.classes import SUBSECTIVE

from .sentences import constant
from .specification import SPLITS, Split
from .storytelling import WORDS, accompanied, background
from .words import Phrase, article, declared, domains, plural_of, vocabulary

_x = Var("x")
_KNOWN = frozenset(name for split in SPLITS for name in vocabulary(split).names)
_VERBS = frozenset("broker captain cashier cook doctor engineer judge nurse pilot tailor tutor".split())
"""People whose plural is a verb, too."""
_SAID: Final = 7
"""How many things a pattern says of somebody at most."""
_BESIDE: Final = 18
"""How many more can be said besides."""

Goal = tuple[Formula, str]
"""What is asked, in logic and in words."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What the things of a text are: of a type T, with a property S (tables 17 to 19).

    Attributes:
        singular: both in words, of one thing.
        plural: both in words, of several.
        predicates: the predicates of T and S, or one for both.
    """

    singular: str
    plural: str
    predicates: tuple[Predicate, ...]

    def parts(self, term: Term) -> tuple[Formula, ...]:
        """Return that a thing is of the kind, a formula for each predicate."""
        return tuple(Atom(p.name, (term,)) for p in self.predicates)

    def of(self, term: Term) -> Formula:
        """Return that a thing is of the kind, in one formula."""
        parts = self.parts(term)
        return parts[0] if len(parts) == 1 else And(parts)


@dataclass(slots=True)
class Assumptions:
    """What a text takes for granted.

    Attributes:
        rng: the source of choices.
        kind: what the things are that it is about.
        names: their names.
        phrases: what is said of them.
        premises: what it says for sure, what the question supposes included.
        defaults: what is normally so.
        exceptions: what may be an exception.
        preferences: which default is stronger than which.
        order: the sentences.
        supposed: what the question supposes.
        steps: the reasoning in words.
    """

    rng: random.Random
    kind: Kind
    names: list[str]
    phrases: Sequence[Phrase]
    premises: list[Statement] = field(default_factory=list)
    defaults: list[Default] = field(default_factory=list)
    exceptions: list[Statement] = field(default_factory=list)
    preferences: list[tuple[str, str]] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    supposed: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    _facts: dict[Formula, tuple[int, int, bool]] = field(default_factory=dict)

    @classmethod
    def told(cls, rng: random.Random, split: Split) -> Assumptions:
        """Return a text about people, in a random domain."""
        domain = rng.choice(domains(split))
        # "Creative pilots usually collect shells" could be what somebody called Creative pilots.
        noun = rng.choice([one for one in domain.people if one.words not in _VERBS])
        # Who is a careful doctor is not a doctor and careful, but careful as one.
        trait = rng.choice([one for one in domain.qualities if one.words not in SUBSECTIVE])
        drawn = [one for one in domain.draw(rng, _SAID + _BESIDE) if one != trait]
        said = {*rng.sample(range(len(drawn)), _SAID)}
        first, left = ([one for place, one in enumerate(drawn) if (place in said) is part] for part in (True, False))
        names = rng.sample(vocabulary(split).names, 6)
        kind = Kind(f"{trait.words} {noun.words}", f"{trait.words} {plural_of(noun.words)}", declared(noun, trait))
        return cls(rng, kind, names, (*first, *accompanied(rng, split, names, left)))

    def fact(self, phrase: int, who: int, positive: bool = True) -> Goal:
        """Return what is said of somebody, in logic and in words."""
        name = self.names[who]
        literal = self.literal(phrase, Fn(constant(name)), positive)
        self._facts[literal] = phrase, who, positive
        return literal, self.phrases[phrase].of(name, positive)

    def literal(self, phrase: int, term: Term, positive: bool = True) -> Formula:
        """Return what is said of a thing, in logic."""
        atom = Atom(self.phrases[phrase].name, (term,))
        return atom if positive else Not(atom)

    def tail(self, phrase: int, positive: bool = True, *, plural: bool = False) -> str:
        """Return what is said without a subject, in words."""
        return self.phrases[phrase].tail(positive, plural=plural)

    def opposite(self, goal: Formula) -> Goal:
        """Return the opposite of a fact."""
        phrase, who, positive = self._facts[goal]
        return self.fact(phrase, who, not positive)

    def another(self, goal: Formula) -> Goal:
        """Return the same as a fact of somebody else who was named."""
        phrase, who, positive = self._facts[goal]
        return self.fact(phrase, 0 if who else 1, positive)

    def say(self, formula: Formula, text: str) -> None:
        """Add a premise."""
        sentence = text[0].upper() + text[1:] + "."
        self.premises.append(Statement(formula, sentence))
        self.order.append(sentence)

    def say_fact(self, phrase: int, who: int, positive: bool = True) -> None:
        """Add a premise about somebody."""
        self.say(*self.fact(phrase, who, positive))

    def suppose(self, phrase: int, who: int, positive: bool = True) -> str:
        """Add a premise that stands in the question, and return it in words."""
        formula, text = self.fact(phrase, who, positive)
        self.premises.append(Statement(formula, text))
        self.supposed.append(text)
        return text

    def members(self, count: int) -> None:
        """Say that so many of those that have names are of the kind."""
        atoms = tuple(part for n in self.names[:count] for part in self.kind.parts(Fn(constant(n))))
        *front, last = self.names[:count]
        alone = f"{last} is {article(self.kind.singular)}"
        who = f"{', '.join(front)} and {last} are {self.kind.plural}" if front else alone
        self.say(And(atoms) if len(atoms) > 1 else atoms[0], who)

    def normally(self, phrase: int) -> None:
        """Say what those of the kind normally do."""
        said = self.phrases[phrase]
        formula = Forall("x", Implies(self.kind.of(_x), self.literal(phrase, _x)))
        adverb = self.rng.choice(["normally", "usually", "typically", "generally"])
        kinds = self.kind.plural[0].upper() + self.kind.plural[1:]
        tail = self.tail(phrase, plural=True)
        text = f"{kinds} {adverb} {tail}."
        if said.kind != "verb":
            text = f"{kinds} are {adverb} {tail.removeprefix('are ')}."
        self.defaults.append(Default(f"D{len(self.defaults) + 1}", formula, text))
        self.order.append(text)

    def rule(self, one: Goal, other: Goal) -> str:
        """Say that if one thing holds, then another one does; return it in words."""
        text = f"if {one[1]}, then {other[1]}"
        self.say(Implies(one[0], other[0]), text)
        return text

    def either(self, one: tuple[int, int, bool], other: tuple[int, int, bool]) -> str:
        """Say that one of two facts holds, or both; return it in words."""
        (left, a), (right, b) = self.fact(*one), self.fact(*other)
        text = f"{a} or {b}, or both"
        self.say(Or((left, right)), text)
        return text

    def tell(self) -> list[Statement]:
        """Tell more of those who are spoken of, among the other sentences, and return that."""
        told, sources = " ".join(self.order), {one.label for one in self.defaults}
        names = [name for name in self.names if name in told and constant(name) not in sources] or self.names[:1]
        more = background(self.rng, names, self.phrases[_SAID:], WORDS - len(told.split()))
        for one in more:
            self.premises.append(one)
            self.order.insert(self.rng.randint(min(2, len(self.order)), len(self.order)), one.gloss)
        return more

    def step(self, rule: str, since: Sequence[str], therefore: str) -> str:
        """Add a step of the reasoning: a rule, what it takes, and what it gives, which is returned."""
        told = ", and ".join(_inner(text) for text in since)
        self.steps.append(f"{rule}: since {told}, therefore {therefore}.")
        return therefore

    def concluded(self, rule: str, since: Sequence[str], goal: Goal) -> Goal:
        """Add the step that a default takes, from what is said and what is not, and return what it gives."""
        self.step(rule, (*since, "nothing says otherwise"), goal[1])
        return goal

    def program(self, goal: Formula, asked: str) -> Program:
        """Return the program that asks for a goal, with declarations of what is spoken of."""
        formulas = [s.formula for s in (*self.premises, *self.exceptions)] + [d.formula for d in self.defaults]
        nodes = [node for formula in (*formulas, goal) for node in walk(formula)]
        used = {node.name for node in nodes if isinstance(node, Atom | Fn)}
        predicates = (*self.kind.predicates, *declared(*self.phrases))
        constants = tuple(Constant(constant(n), n) for n in self.names if constant(n) in used)
        return Program(
            tuple(self.premises),
            Statement(goal, asked),
            predicates=tuple(p for p in predicates if p.name in used),
            constants=constants,
            defaults=tuple(self.defaults),
            exceptions=tuple(self.exceptions),
            preferences=tuple(self.preferences),
        )


def _inner(text: str) -> str:
    """Return a sentence as a part of another one: a name keeps its capital."""
    text = text.rstrip(".")
    first = text.split()[0].rstrip(",")
    return text if first in _KNOWN or first.isupper() else text[0].lower() + text[1:]
