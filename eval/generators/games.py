"""What a game consists of: facts, rules and preferences, as formulas and in words (BoardgameQA, section 3)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Final

from sorites.solvers import Constant, Default, Predicate, Program, Statement
from sorites.solvers.logic.syntax import And, Atom, Fn, Forall, Formula, Implies, Not, Term, Var, conjunction

from .boards import PLAIN, does
from .words import listed
from .worldly import Hint, predicate_of

_X: Final[Term] = Var("x")


@dataclass(frozen=True, slots=True)
class Literal:
    """That somebody does something to somebody, or does not.

    Attributes:
        subject: who does it.
        act: what, such as ``raid the orchard of``.
        object: to whom.
        positive: whether they do.
    """

    subject: str
    act: str
    object: str
    positive: bool = True

    def formula(self, *, anyone: bool = False) -> Formula:
        """Return it as a formula, of anybody if the subject is to be a variable."""
        atom = Atom(predicate_of(does(self.act)), (_X if anyone else Fn(self.subject), Fn(self.object)))
        return atom if self.positive else Not(atom)

    def tail(self) -> str:
        """Return what is said of the subject."""
        return f"{does(self.act) if self.positive else f'does not {self.act}'} the {self.object}"

    def said(self) -> str:
        """Return it as a clause about somebody."""
        return f"the {self.subject} {self.tail()}"

    def opposite(self) -> Literal:
        """Return what says the opposite."""
        return replace(self, positive=not self.positive)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a game.

    Attributes:
        kind: its type, 1 to 6 (section 4).
        body: its conditions, of whom they hold in the game; of type 5, none.
        head: what it concludes, of whom it does in the game.
        hint: of type 5, the condition and what settles it.
        wording: one of ``boards.WORDINGS``.
        concluded: how its head is put, up to the other animal (``boards.concluded``).
    """

    kind: int
    body: tuple[Literal, ...]
    head: Literal
    hint: Hint | None = None
    wording: str = ""
    concluded: str = ""

    def formula(self) -> Formula:
        """Return the rule as a formula."""
        if self.hint is not None:
            return Implies(self.hint.atom(self.head.subject), self.head.formula())
        anyone = self.kind in {1, 2, 6}
        parts = tuple(b.formula(anyone=anyone) for b in self.body)
        body = parts[0] if len(parts) == 1 else And(parts)
        rule = Implies(body, self.head.formula(anyone=self.kind in {1, 2}))
        return Forall("x", rule) if anyone else rule

    def text(self) -> str:
        """Return the rule as a sentence."""
        said = self._filled(self.wording, f"{self.concluded} the {self.head.object}")
        return said[0].upper() + said[1:]

    def plain(self) -> str:
        """Return the rule as a proof quotes it."""
        return self._filled(PLAIN[self.kind], self.head.tail())

    def needs(self) -> tuple[str, ...]:
        """Return its conditions as clauses."""
        if self.hint is not None:
            return (f"the {self.head.subject} {self.hint.condition}",)
        if self.kind == 6:
            return (f"at least one animal {self.body[0].tail()}",)
        return tuple(b.said() for b in self.body)

    def _filled(self, wording: str, tail: str) -> str:
        body = [*self.body, self.head, self.head]  # the last ones are for places that a wording has not
        return wording.format(
            who=self.head.subject,
            does=tail,
            head=f"the {self.head.subject} {tail}",
            one=body[0].tail(),
            two=body[1].tail(),
            first=body[0].said(),
            second=body[1].said(),
            own=self.hint.condition if self.hint is not None else "",
            **{"and": "and" if body[0].positive is body[1].positive else "but"},
        )


@dataclass(slots=True)
class Theory:
    """A game in the making.

    Attributes:
        facts: what is stated of two animals.
        hints: what else is stated, with the condition that it settles, or does not meet.
        rules: the rules.
        preferences: pairs of places in ``rules``, the preferred one first.
        extra: the places of rules that are there to distract.
    """

    facts: list[Literal] = field(default_factory=list)
    hints: list[tuple[str, Hint]] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    preferences: list[tuple[int, int]] = field(default_factory=list)
    extra: set[int] = field(default_factory=set)

    def add(self, rule: Rule) -> int:
        """Add a rule and return its place."""
        self.rules.append(rule)
        return len(self.rules) - 1

    def told(self, rng: random.Random) -> list[Statement]:
        """Return what is stated, in any order."""
        found = []
        for (who, _), parts in self._stated().items():
            order = rng.sample(list(parts), len(parts))
            found.append(
                Statement(conjunction(tuple(parts[p] for p in order)), f"The {who} {listed(order, comma=',')}.")
            )
        rng.shuffle(found)
        return found

    def sentences(self) -> int:
        """Return in how many sentences the facts are stated."""
        return len(self._stated())

    def _stated(self) -> dict[tuple[str, str], dict[str, Formula]]:
        """Return what each sentence says of whom: one for each animal, and one for each thing that it once did."""
        of: dict[tuple[str, str], dict[str, Formula]] = {}
        for fact in self.facts:
            of.setdefault((fact.subject, ""), {})[fact.tail()] = fact.formula()
        for _, hint in self.hints:
            for who, what in hint.facts:
                alone = what if hint.topic == "entailed" else ""
                of.setdefault((who, alone), {})[what] = Atom(predicate_of(what), (Fn(who),))
        return of

    def known(self) -> list[Statement]:
        """Return what follows from the facts by general knowledge, which no sentence says."""
        atoms = (hint.atom(who) for who, hint in self.hints if hint.met)
        return [Statement(atom, "") for atom in dict.fromkeys(atoms)]

    def program(self, asked: Literal, stated: Sequence[Statement], order: Sequence[int]) -> Program:
        """Return the game as a program.

        Args:
            asked: the question.
            stated: what ``told`` gave.
            order: the places of the rules, as they are numbered.
        """
        label = {place: f"Rule{number}" for number, place in enumerate(order, 1)}
        rules = tuple(Default(label[n], self.rules[n].formula(), self.rules[n].text()) for n in order)
        said = asked.said()
        return Program(
            (*stated, *self.known()),
            Statement(asked.formula(), f"{said[0].upper()}{said[1:]}."),
            predicates=self._predicates(asked),
            constants=tuple(Constant(name, f"the {name}") for name in sorted(self._animals(asked))),
            defeasible=rules,
            preferences=tuple((label[a], label[b]) for a, b in self.preferences),
        )

    def _literals(self, asked: Literal) -> list[Literal]:
        return [asked, *self.facts, *(x for rule in self.rules for x in (*rule.body, rule.head))]

    def _predicates(self, asked: Literal) -> tuple[Predicate, ...]:
        acts = dict.fromkeys(x.act for x in self._literals(asked))
        conditions = [rule.hint.condition for rule in self.rules if rule.hint is not None]
        conditions += [what for _, hint in self.hints for _, what in hint.facts]
        return (*map(_of_two, acts), *map(_of_one, dict.fromkeys(conditions)))

    def _animals(self, asked: Literal) -> set[str]:
        """Return the animals that formulas name; of what holds of any animal, the subject is not."""
        found = {asked.subject, asked.object, *(f.subject for f in self.facts), *(f.object for f in self.facts)}
        found.update(who for _, hint in self.hints for who, _ in hint.facts)
        for rule in self.rules:
            found.update(x.object for x in (*rule.body, rule.head))
            if rule.kind not in {1, 2}:
                found.add(rule.head.subject)
            if rule.kind in {3, 4}:
                found.update(b.subject for b in rule.body)
        return found


@cache
def _of_two(act: str) -> Predicate:
    return Predicate(predicate_of(does(act)), ("x", "y"), f"x {does(act)} y")


@lru_cache(maxsize=4096)
def _of_one(what: str) -> Predicate:
    return Predicate(predicate_of(what), ("x",), f"x {what}")
