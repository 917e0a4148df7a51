"""How ProverGen's rules and facts are put (section 3.2.3)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from sorites.solvers import Predicate, Program, Statement
from sorites.solvers.logic.syntax import And, Atom, Fn, Forall, Formula, Implies, Or, Term, Var, Xor
from sorites.solvers.logic.walkers import walk

from .inference import fill, is_literal
from .sentences import Said, Speaker, constant
from .skeletons import Fact, literal_of
from .specification import Split
from .words import domains, vocabulary

HUMAN: Final = "human"
"""What the names of the templates stand for."""


@dataclass(slots=True)
class Told:
    """How rules and facts are put.

    Attributes:
        speaker: the templates.
        phrases: what each letter says.
        name: whom the problem is about.
        names: of whom more could be said.
        general: which rules are about everybody.
        subject: name, keyword and category.
    """

    speaker: Speaker
    phrases: dict[str, Said]
    name: str
    names: tuple[str, ...]
    general: dict[Formula, bool] = field(default_factory=dict)
    subject: dict[str, str] = field(default_factory=dict)
    _said: dict[tuple[Formula, str], Statement] = field(default_factory=dict)
    _atoms: dict[str, dict[str, Formula]] = field(default_factory=dict)
    _predicates: dict[str, Predicate] = field(default_factory=dict)

    @classmethod
    def of(cls, rng: random.Random, letters: Sequence[str], split: Split) -> Told:
        """Return somebody, or a pet, and something to say of them for each letter, of one part of life.

        What may come of other things is said by the last letters. Nothing else must tell what a letter is for.
        """
        domain = rng.choice(domains(split, animals=True))
        names = domain.names or vocabulary(split).names
        name, category = rng.choice(names), "pet" if domain.names else HUMAN
        drawn = domain.draw(rng, len(letters), trades=0 if domain.names else 1)  # who is a spaniel is not *everyone*
        said = {letter: Said(phrase) for letter, phrase in zip(letters, drawn, strict=True)}
        subject = {"name": name, "keyword": domain.name, "category": category}
        return cls(Speaker(rng, said), said, name, names, subject=subject)

    def is_general(self, rule: Formula) -> bool:
        """Return whether a rule is told of everybody."""
        return isinstance(self.rule(rule).formula, Forall)

    def rule(self, rule: Formula) -> Statement:
        """Return a rule about everybody, or about one person: common sense decides which (section 3.2.3)."""
        parts = (rule.left, rule.right) if isinstance(rule, Implies) else (rule,)
        if not self.general[rule] or not all(map(_plain, parts)):
            return self.said(rule, self.name)
        if (rule, "") not in self._said:
            formula = Forall("x", fill(rule, self._of(Var("x"), "x")))
            self._said[rule, ""] = Statement(formula, self._universal(rule))
        return self._said[rule, ""]

    def fact(self, fact: Fact, who: str) -> Statement:
        """Return a fact about a person."""
        return self.said(literal_of(fact), who)

    def said(self, formula: Formula, who: str) -> Statement:
        """Return what is said of one person: a fact, or a rule."""
        if (formula, who) not in self._said:
            self._said[formula, who] = Statement(self.about(formula, who), self.sentence(formula, who))
        return self._said[formula, who]

    def about(self, formula: Formula, who: str) -> Formula:
        """Return a formula of letters as one about a person."""
        return fill(formula, self._of(Fn(constant(who)), who))

    def _of(self, term: Term, who: str) -> dict[str, Formula]:
        """Return what each letter says of somebody."""
        if who not in self._atoms:
            self._atoms[who] = {letter: Atom(said.name, (term,)) for letter, said in self._declared().items()}
        return self._atoms[who]

    def sentence(self, formula: Formula, who: str) -> str:
        """Return a formula of letters as a sentence about a person."""
        speaker = self.speaker
        if isinstance(formula, Implies) and _plain(formula.left) and _plain(formula.right):
            return speaker.conditional(formula, who)
        if _plain(formula):
            return f"{who} {speaker.tail(formula)}."
        return speaker.sentence(formula, who)

    def _universal(self, rule: Formula) -> str:
        """Return a rule as a sentence about everybody."""
        speaker = self.speaker
        if not isinstance(rule, Implies):
            return f"Everyone {speaker.tail(rule)}."
        if isinstance(rule.left, Xor) or speaker.rng.random() < 0.5:
            return speaker.general(rule)
        return f"Everyone who {speaker.tail(rule.left)} {speaker.tail(rule.right)}."

    def program(self, premises: Sequence[Statement], goal: Statement) -> Program:
        """Return the program of premises and a goal, with a declaration for each predicate that it has."""
        used = {node.name for s in (*premises, goal) for node in walk(s.formula) if isinstance(node, Atom)}
        declared = tuple(said for said in self._declared().values() if said.name in used)
        return Program(tuple(premises), goal, predicates=declared)

    def _declared(self) -> dict[str, Predicate]:
        """Return the predicate of each letter."""
        if not self._predicates:
            self._predicates = {letter: said.predicate for letter, said in self.phrases.items()}
        return self._predicates


def _plain(formula: Formula) -> bool:
    """Return whether one verb phrase says a formula."""
    match formula:
        case And(parts) | Or(parts):
            return len(parts) == 2 and all(map(is_literal, parts))
        case Xor(left, right):
            return is_literal(left) and is_literal(right)
    return is_literal(formula)
