"""Short stories by templates: what letters say is about one or two people, and of one domain of life.

Multi-LogiEval's contexts are stories that a model wrote in domains (section 3.1); this is what templates
can do. Each sentence renders one formula, and the grammar of Sorites English reads it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from sorites.solvers import Statement
from sorites.solvers.logic.rewriting import descend, same
from sorites.solvers.logic.syntax import And, Atom, Fn, Formula, Implies, Not, Or, Term

from .inference import is_literal
from .sentences import constant
from .specification import Split
from .words import Domain, Phrase, domains, listed, plural_of, pronoun, vocabulary

_BESIDE: Final = 24
"""How many more things a story can tell of its people."""
WORDS: Final = 60
"""How many words a context has at least; the paper's have 53, with their questions 67."""
_PARTS: Final = (2, 3, 3, 3)
"""How many things a sentence tells besides."""
_REASONS: Final = 0.6
"""How often what somebody is like is told as the reason of what they do."""
_ALONE: Final = 0.75
"""How many stories that could be about two people are about one."""
_COMPANY: Final = 6
"""How many others a story can tell of besides."""
_TOLD: Final = 12
"""Among how many of the first things that can be told they are."""


def background(rng: random.Random, names: Sequence[str], phrases: Sequence[Phrase], words: int) -> list[Statement]:
    """Return what a story tells of its people besides, up to so many words, in the order of the phrases.

    What they are like is given as the reason of what they do.
    """
    found, left = list[Statement](), list(phrases)
    while words > 0 and len(left) > 2:
        parts = [left.pop(0) for _ in range(rng.choice(_PARTS))]
        name, (one, *_, last) = rng.choice(names), parts
        done = last.kind == "verb" and not _names(last)  # or who would *she* be?
        if len(parts) == 2 and one.kind == "adjective" and done and rng.random() < _REASONS:
            told = f"{name} {last.tail()}, because {pronoun(name)} is {one.words}"
        else:
            alike = {part.kind for part in parts} == {"adjective"}
            told = f"{name} {listed([one.tail(), *(part.words if alike else part.tail() for part in parts[1:])])}"
        formula = And(tuple(Atom(phrase.name, (Fn(constant(name)),)) for phrase in parts))
        found.append(Statement(formula, sentence(told)))
        words -= len(told.split())
    return found


def _names(phrase: Phrase) -> bool:
    """Return whether a phrase is about somebody with a name."""
    return phrase.words.split()[-1].istitle()


def accompanied(rng: random.Random, split: Split, people: Sequence[str], phrases: list[Phrase]) -> tuple[Phrase, ...]:
    """Return phrases among which stands what the people of a story do to others."""
    words = vocabulary(split)
    others = [name for name in rng.sample(words.names, 2 * _COMPANY) if name not in people]
    for verb, name in zip(rng.sample(words.relating, _COMPANY), others, strict=False):
        phrases.insert(rng.randrange(_TOLD), Phrase("verb", f"{verb} {name}"))
    return tuple(phrases)


@dataclass(slots=True)
class Story:
    """A story in the making.

    Attributes:
        rng: the source of choices.
        domain: what it is about.
        people: whom it is about; all letters are about the first one if ``general``.
        trade: what they are.
        phrases: what each letter says, and without a letter what the first sentence does.
        subjects: of whom, by their place in ``people``.
        general: whether rules are about everybody.
        beside: what else can be said of them.
    """

    rng: random.Random
    domain: Domain
    people: tuple[str, ...]
    trade: Phrase
    phrases: dict[str, Phrase]
    subjects: Mapping[str, int]
    general: bool
    beside: tuple[Phrase, ...] = ()
    _heard: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, rng: random.Random, letters: Sequence[str], *, general: bool, split: Split) -> Story:
        """Return a story in a random domain for letters in the order in which one follows from another."""
        domain, names = rng.choice(domains(split)), vocabulary(split).names
        people = tuple(rng.sample(names, 1 if general or rng.random() < _ALONE else 2))
        drawn = domain.draw(rng, len(letters) + _BESIDE)
        taken = sorted(rng.sample(range(len(drawn)), len(letters)))
        phrases = {letter: drawn[place] for letter, place in zip(letters, taken, strict=True)}
        subjects = {letter: rng.randrange(len(people)) for letter in letters}
        if len(set(subjects.values())) < len(people):
            people, subjects = people[:1], dict.fromkeys(letters, 0)
        left = [phrase for place, phrase in enumerate(drawn) if place not in taken]
        beside = accompanied(rng, split, people, left)
        return cls(rng, domain, people, rng.choice(domain.people), phrases, subjects, general, beside)

    def setting(self) -> tuple[Formula, str]:
        """Return what the people of the story are, and of one alone what they do, in logic and in words."""
        atoms = [Atom(self.trade.name, (Fn(constant(name)),)) for name in self.people]
        if len(atoms) > 1:
            return And(tuple(atoms)), f"{' and '.join(self.people)} are {plural_of(self.trade.words)}."
        does = next(phrase for phrase in self.beside if phrase.kind == "verb" and not _names(phrase))
        self.beside = tuple(phrase for phrase in self.beside if phrase != does)
        self.phrases[""] = does
        told = f"{self.trade.of(self.people[0])} and {does.tail()}."
        return And((atoms[0], Atom(does.name, atoms[0].args))), told

    def formula(self, formula: Formula, term: Term | None = None) -> Formula:
        """Return a formula of letters as one about the people of the story, or about a term."""
        if isinstance(formula, Atom):
            who = term or Fn(constant(self.people[self.subjects[formula.name]]))
            return Atom(self.phrases[formula.name].name, (who,))
        return descend(formula, lambda part: self.formula(part, term), same)

    def about(self, formula: Formula, *, heard: Iterable[str] = (), plain: bool = False) -> str:
        """Return a clause about the people of the story; who was heard of alone is *she* or *he*.

        Args:
            formula: what it says, in letters.
            heard: who was spoken of just before.
            plain: in the simplest form, as a part of something else.
        """
        self._heard = list(heard)
        form = self.rng.randrange(6) if not plain else 0
        match formula:
            case Implies(left, right) if is_literal(right) and form in {1, 2}:
                first = self._clause(right)
                return f"{first} {'if' if form == 1 else 'whenever'} {self._clause(left)}"
            case Implies(left, right) if is_literal(right) and form > 2:
                word = ("whenever", "as long as", "when")[form - 3]
                return f"{word} {self._clause(left)}, {self._clause(right)}"
            case Or() if not plain:
                either = "either " if form < 2 else ""
                return f"{self._joined(formula, either)}, or both"
        return self._clause(formula)

    def everybody(self, formula: Formula, *, plain: bool = False) -> str:
        """Return a clause that says of everybody what letters say; ``plain`` in the simplest form."""
        form = self.rng.randrange(5) if not plain else 1
        match formula:
            case Implies(left, right) if form > 1 and is_literal(right) and self._ends_well(left):
                who = ("everyone who", "anyone who", "whoever")[form - 2]
                return f"{who} {self._tail(left)} {self._tail(right)}"
            case Implies(left, right):
                self._heard = []
                word = "when" if form == 0 and not isinstance(right, Implies) else "if"
                first = self._clause(left, "someone")
                return f"{word} {first},{'' if word == 'when' else ' then'} {self._clause(right, 'someone')}"
            case Or(parts):  # "everyone does not" alone could be "not everyone does"
                either = form < 2 or any(isinstance(part, Not) for part in parts)
                return f"everyone {'either ' if either else ''}{self._tail(formula)}, or both"
            case Not(body) if is_literal(formula):
                return f"nobody {self._tail(body)}"
            case _:
                return f"everyone {self._tail(formula)}"

    def somebody(self, formula: Formula, *, plain: bool = False) -> str:
        """Return a clause that says of somebody what letters say; ``plain`` in the simplest form."""
        who = "someone" if plain or self.rng.random() < 0.5 else "at least one person"
        if isinstance(formula, And) and isinstance(formula.parts[-1], Or):
            *held, choice = formula.parts
            return f"{who} who {listed([self._tail(p) for p in held])} {self._tail(choice)}"
        both = ", or both" if isinstance(formula, Or) else ""
        return f"{who} {self._tail(formula)}{both}"

    def not_everybody(self, formula: Formula) -> str:
        """Return a clause that says that letters do not hold of everybody."""
        return f"not everyone {'both ' if isinstance(formula, And) else ''}{self._tail(formula)}"

    def _clause(self, formula: Formula, somebody: str = "") -> str:
        """Return a formula as a clause about the people of the story, or somebody."""
        match formula:
            case Atom() | Not(Atom()):
                return self._said(formula, somebody)
            case Not(And((one, other))) if self._alike(one, other) and all(
                isinstance(p, Atom) and self.phrases[p.name].kind == "verb" for p in (one, other)
            ):
                subject, plural = self._subject(one, somebody)
                bases = [self.phrases[p.name].words for p in (one, other) if isinstance(p, Atom)]
                return f"{subject} {'do' if plural else 'does'} not both {bases[0]} and {bases[1]}"
            case Not(body):
                return f"it is not the case that {self._clause(body, somebody)}"
            case And() | Or():
                return self._joined(formula, "", somebody)
            case Implies(left, right):
                return f"if {self._clause(left, somebody)}, then {self._clause(right, somebody)}"
        raise AssertionError(formula)

    def _joined(self, formula: And | Or, either: str, somebody: str = "") -> str:
        """Return parts with *and* or *or* between them, with one subject where they have one."""
        word = "and" if isinstance(formula, And) else "or"
        if self._alike(*formula.parts):
            subject, plural = self._subject(formula.parts[0], somebody)
            parts = [self._literal_tail(p, plural) for p in self._ordered(formula)]
            parts.sort(key=lambda part: part.startswith("are "))  # who "are bold and collect …" may be a collect
            return f"{subject} {either}{listed(parts, word)}"
        parts = [self._clause(p, somebody) for p in self._ordered(formula)]
        comma = "," if not all(map(is_literal, formula.parts)) else ""
        return f"{either}{parts[0]}{comma} {word} {listed(parts[1:], word)}"

    def _tail(self, formula: Formula) -> str:
        """Return what is said of everybody, or of somebody, behind the subject."""
        match formula:
            case Atom() | Not(Atom()):
                return self._literal_tail(formula, False)
            case And((Not(one), Not(other))) if isinstance(one, Atom) and isinstance(other, Atom):
                return f"neither {self._tail(one)} nor {self._tail(other)}"
            case And() | Or():
                word = "and" if isinstance(formula, And) else "or"
                return listed([self._tail(p) for p in self._ordered(formula)], word)
        raise AssertionError(formula)

    def _said(self, literal: Formula, somebody: str) -> str:
        subject, plural = self._subject(literal, somebody)
        return f"{subject} {self._literal_tail(literal, plural)}"

    def _literal_tail(self, literal: Formula, plural: bool) -> str:
        return self.phrases[_letter(literal)].tail(not isinstance(literal, Not), plural=plural)

    def _subject(self, literal: Formula, somebody: str) -> tuple[str, bool]:
        """Return the subject of a literal, and whether it takes the verb's plural."""
        name = somebody or self.people[self.subjects[_letter(literal)]]
        alone = set(self._heard) == {name}
        self._heard.append(name)
        if somebody:
            return ("they", True) if alone else (somebody, False)
        return (pronoun(name) if alone else name), False

    def _alike(self, *parts: Formula) -> bool:
        """Return whether parts are literals about one subject."""
        return all(map(is_literal, parts)) and len({self.subjects[_letter(p)] for p in parts}) == 1

    def _ends_well(self, formula: Formula) -> bool:
        """Return whether a formula can stand behind *who*: *who learns algebra finishes essays* leads astray."""
        parts = formula.parts if isinstance(formula, And) else (formula,)
        if not all(map(is_literal, parts)):
            return False
        last = self.phrases[_letter(self._ordered(formula)[-1] if isinstance(formula, And) else formula)]
        return last.kind == "verb" and last.words.endswith("s")

    def _ordered(self, formula: And | Or) -> list[Formula]:
        """Return parts as they are said: of a conjunction, what is denied at the end."""
        if isinstance(formula, Or):
            return list(formula.parts)
        return sorted(formula.parts, key=lambda p: (isinstance(p, Or), isinstance(p, Not)))


def sentence(clause: str) -> str:
    """Return a clause as a sentence."""
    return clause[0].upper() + clause[1:] + "."


def _letter(literal: Formula) -> str:
    atom = literal.body if isinstance(literal, Not) else literal
    assert isinstance(atom, Atom)
    return atom.name
