"""What is known of the animals of a game, as formulas."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from sorites.solvers import Constant, Diagnostic, Level, Predicate, Statement
from sorites.solvers.logic.syntax import And, Atom, Fn, Forall, Formula, Implies, Not, Term, Var

from ..models.chat import Request
from .knowledge import World, holds, is_condition, load_table
from .phrases import BEGINS, phrases_of, relation_of, same_relation
from .rules import Clause, rules_of
from .sentences import Piece

if TYPE_CHECKING:
    from ..models.background import BackgroundKnowledge

_MENTION: Final = re.compile(r"\bthe ([a-z][a-z_-]*)")
_WORD: Final = re.compile(r"[^\W_]+")
_THING: Final = Var("x")

_Said = tuple[str, str, tuple[bool, str, str, str] | None]
"""Of whom, what, and what that says of two animals."""


class Unreadable(Exception):
    """A sentence of a game that is of no known form."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known besides a text.

    Attributes:
        table: general knowledge.
        background: a model to ask for what the table lacks.
        spent: what its answers cost, one after the other.
    """

    table: Mapping[str, Any] = field(default_factory=load_table)
    background: BackgroundKnowledge | None = None
    spent: list[Request] = field(default_factory=list)


class State:
    """What a text says of animals: predicates, constants and premises as they come."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        """Begin with nothing.

        Args:
            table: general knowledge.
        """
        self.predicates: dict[str, Predicate] = {}
        self.constants: dict[str, Constant] = {}
        self.premises: list[Statement] = []
        self.missing: list[tuple[str, str]] = []
        self.world = World({}, table)
        self._terms: dict[str, Term] = {}
        self._told: list[tuple[Piece, str, str]] = []
        self._conditions: dict[Atom, tuple[Piece, str, str]] = {}
        self._ways: dict[str, list[tuple[str, str]]] = {}
        self._alike: dict[tuple[str, str, str], None] = {}
        self._phrases: dict[str, str] = {}

    def facts(self, piece: Piece, who: str, what: str) -> None:
        """Take in what is said of an animal.

        Args:
            piece: the sentence.
            who: the animal.
            what: verb phrases.

        Raises:
            Unreadable: it is of no known form.
        """
        told = [(who, phrase) for phrase in phrases_of(what)]
        relations = [relation_of(phrase) for _, phrase in told]
        for (_, phrase), relation in zip(told, relations, strict=True):
            if relation is None and not BEGINS.match(phrase):
                raise Unreadable(f"'{phrase}' is nothing that is said of an animal")
        for (subject, phrase), relation in zip(told, relations, strict=True):
            formula: Formula
            if relation is not None:
                formula = self._relation(self.constant(subject), relation)
            else:
                self.world.facts.setdefault(subject, []).append(re.sub(r"\s+", " ", phrase))
                self._told.append((piece, subject, phrase))
                formula = self._quality(self.constant(subject), phrase)
            self.premises.append(Statement(formula, _sentence(subject, phrase), piece.span))

    def rule(self, piece: Piece) -> Formula:
        """Return a rule.

        Raises:
            Unreadable: it is of no known form.
        """
        for rule in rules_of(piece.text):
            try:
                body = [said for clause in rule.body for said in _parsed(clause)]
                head = _parsed(rule.head, concludes=True)
            except Unreadable:
                continue
            parts = tuple(self._formula(piece, said) for said in body)
            made = Implies(parts[0] if len(parts) == 1 else And(parts), self._formula(piece, head[0]))
            return made if all(clause.who for clause in (*rule.body, rule.head)) else Forall("x", made)
        raise Unreadable(f"'{piece.text}' is of no known form")

    def relation(self, clause: Clause) -> Formula:
        """Return what is asked of two animals.

        Raises:
            Unreadable: it is no such thing.
        """
        [(who, _, relation)] = _parsed(clause, concludes=True)
        assert relation is not None
        return self._relation(self.constant(who), relation)

    def constant(self, who: str) -> Term:
        """Return an animal."""
        if who not in self._terms:
            name = _name(who, capital=False)
            self.constants[name] = Constant(name, f"the {shown(who)}")
            self._terms[who] = Fn(name)
        return self._terms[who]

    def mentions(self, text: str) -> bool:
        """Return whether words speak of an animal that is known by now."""
        return any(who in self._terms for who in _MENTION.findall(text))

    def settle(self) -> list[tuple[Piece, str]]:
        """Settle the conditions of the rules; return the sentences that say more than could be taken in, and why."""
        doubtful = []
        for piece, who, phrase in (*self._told, *self._conditions.values()):
            if self.mentions(phrase) and not is_condition(phrase):
                why = f"'the {who} {phrase}' speaks of another animal, but is no relation that is known"
                doubtful.append((piece, why))
        spans = {piece.span for piece, _ in doubtful}
        self.premises = [premise for premise in self.premises if premise.span not in spans]
        given = {premise.formula for premise in self.premises}
        for atom, (_, who, phrase) in self._conditions.items():
            known = holds(phrase, who, self.world)
            if known and atom not in given:
                self.premises.append(Statement(atom, _sentence(who, phrase)))
            elif known is None:
                self.missing.append((who, phrase))
        return doubtful

    def ask(self, knowledge: Knowledge) -> None:
        """Ask for what is missing, if there is somebody to ask.

        Args:
            knowledge: whom to ask.
        """
        if knowledge.background is None or not self.missing:
            return
        from ..models.background import Unsettled

        asked = [Unsettled(shown(w), shown(c), tuple(map(shown, self.world.facts.get(w, ())))) for w, c in self.missing]
        answers, requests = knowledge.background.settle(asked)
        knowledge.spent.extend(requests)
        for (who, phrase), answer in zip(list(self.missing), answers, strict=True):
            if answer is not None:
                self.missing.remove((who, phrase))
            if answer:
                self.premises.append(Statement(self._quality(self.constant(who), phrase), _sentence(who, phrase)))

    def remarks(self) -> list[Diagnostic]:
        """Return what is not known, and what is taken to say the same."""
        lacking = [f"it is not known whether the {shown(who)} {shown(what)}" for who, what in self.missing]
        alike = ", ".join(f"'{verb} {one}' and '{verb} {other}'" for verb, one, other in self._alike)
        found = [Diagnostic("missing-fact", Level.WARNING, message, None) for message in lacking]
        if alike:
            found.append(Diagnostic("same-relation", Level.WARNING, f"{alike} are taken to say the same", None))
        return found

    def _formula(self, piece: Piece, said: _Said) -> Formula:
        who, phrase, relation = said
        subject = self.constant(who) if who else _THING
        if relation is not None:
            return self._relation(subject, relation)
        atom = self._quality(subject, phrase)
        self._conditions.setdefault(atom, (piece, who, phrase))
        return atom

    def _relation(self, subject: Term, relation: tuple[bool, str, str, str]) -> Formula:
        """Return a relation to another animal, or its denial."""
        positive, verb, how, other = relation
        atom = Atom(self._named(verb, how), (subject, self.constant(other)))
        return atom if positive else Not(atom)

    def _named(self, verb: str, how: str) -> str:
        """Return the name of a relation: the verb, and more where the verb says different things."""
        ways = self._ways.setdefault(verb, [])
        for known, name in ways:
            if known == how:
                return name
        for known, name in ways:
            if same_relation(known, how, self.world.table["synonyms"]):
                self._alike[verb, known, how] = None
                ways.append((how, name))
                return name
        name = _name(f"{verb} {how}" if ways else verb, capital=True)
        ways.append((how, name))
        self.predicates[name] = Predicate(name, ("x", "y"), f"x {verb} {how} y" if how else f"x {verb} y")
        return name

    def _quality(self, subject: Term, phrase: str) -> Atom:
        """Return what is said of one animal alone."""
        name = self._phrases.get(phrase)
        if name is None:
            name = _name(phrase, capital=True)
            while name in self.predicates:
                name += "_"
            self._phrases[phrase] = name
            self.predicates[name] = Predicate(name, ("x",), f"x {shown(phrase)}")
        return Atom(name, (subject,))


def shown(text: str) -> str:
    """Return words as they were written.

    Args:
        text: words among which names are joined.
    """
    return text.replace("_", " ")


def _sentence(who: str, what: str) -> str:
    return shown(f"The {who} {what}.")


def _parsed(clause: Clause, *, concludes: bool = False) -> list[_Said]:
    """Return what a clause says.

    Raises:
        Unreadable: it is of no known form; a conclusion must be one relation.
    """
    found: list[_Said] = []
    for phrase in phrases_of(clause.what):
        relation = relation_of(phrase, bare=clause.bare)
        if relation is None and (concludes or not clause.who or not BEGINS.match(phrase)):
            raise Unreadable(f"'{phrase}' is no relation between animals")
        found.append((clause.who, " ".join(phrase.split()), relation))
    if concludes and len(found) > 1:
        raise Unreadable("two things follow")
    return found


@lru_cache(maxsize=20_000)
def _name(words: str, *, capital: bool) -> str:
    """Return words as one name."""
    name = "".join(p[:1].upper() + p[1:] for p in _WORD.findall(words)) or "Thing"
    if name[0].isdigit():
        name = f"N{name}"
    if capital:
        return name
    name = name[0].lower() + name[1:]
    return name if len(name.rstrip("0123456789")) > 1 else f"named{name.upper()}"
