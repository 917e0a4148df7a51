"""Formulas as English sentences that mean one thing: commas show what binds less."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from zlib import crc32

from sorites.solvers import Predicate
from sorites.solvers.logic.rewriting import descend, same
from sorites.solvers.logic.syntax import And, Atom, Exists, Fn, Forall, Formula, Iff, Implies, Not, Or, Term, Var, Xor

from .inference import is_literal
from .words import Phrase, plural_of, pronoun


@dataclass(frozen=True, slots=True)
class Said:
    """What a letter stands for.

    Attributes:
        phrase: what is said; ``None`` for the weather.
        subject: of whom, by name; empty if it is said of a variable.
        weather: the clause about the weather.
        tense: one of ``words.MODES``, the same wherever it is said: what was so is not what will be.
    """

    phrase: Phrase | None
    subject: str = ""
    weather: str = ""
    tense: str = "present"

    def atom(self, variable: str | None = None) -> Formula:
        """Return the atom of a program, of the subject or of a variable."""
        if self.weather:
            return Atom("".join(w.capitalize() for w in self.weather.split()), ())
        term: Term = Fn(constant(self.subject)) if self.subject else Var(variable or "x")
        return Atom(self.predicate.name, (term,))

    @property
    def predicate(self) -> Predicate:
        """The declaration of its predicate."""
        if self.weather:
            return Predicate("".join(w.capitalize() for w in self.weather.split()), (), self.weather)
        assert self.phrase is not None
        return Predicate(self.phrase.name, ("x",), self.phrase.of("x", True, self.tense))


def constant(name: str) -> str:
    """Return the constant of a name."""
    return name[0].lower() + name[1:]


class Speaker:
    """Puts formulas of letters into sentences.

    Attributes:
        said: what each letter stands for.
    """

    def __init__(self, rng: random.Random, said: Mapping[str, Said]) -> None:
        self.rng = rng
        self.said = said

    def literal(self, letter: str, positive: bool, subject: str = "") -> str:
        """Return what a letter, or its denial, says."""
        said = self.said[letter]
        if said.phrase is None:
            return said.weather if positive else said.weather.replace("it is", "it is not")
        return said.phrase.of(said.subject or subject, positive, said.tense)

    def clause(self, formula: Formula, subject: str = "", level: int = 0) -> str:
        """Return a formula as a clause; deeper levels do without commas."""
        match formula:
            case Atom(letter, ()):
                return self.literal(letter, True, subject)
            case Not(Atom(letter, ())):
                return self.literal(letter, False, subject)
            case Not(Not(body)):
                return f"it is not the case that {self.clause(Not(body), subject, level)}"
            case Not(body):
                return self._denial(body, subject, level)
            case And((a, b)) | Or((a, b)):
                word = "and" if isinstance(formula, And) else "or"
                a, b = sorted((a, b), key=_denies)  # behind "it is not the case that" all belongs to it
                comma = "," if any(isinstance(p, And | Or | Implies | Iff) or _denies(p) for p in (a, b)) else ""
                return f"{self.clause(a, subject, level + 1)}{comma} {word} {self.clause(b, subject, level + 1)}"
            case Xor():
                return f"{subject} {self.tail(formula)}"
            case Implies(a, b):
                return f"if {self.clause(a, subject, level + 1)}, then {self.clause(b, subject, level + 1)}"
            case Iff(a, b):
                return f"{self.clause(a, subject, level + 1)} if and only if {self.clause(b, subject, level + 1)}"
            case Forall(var, body):
                return f"for all {var}, {self.clause(body, var, level)}"
            case Exists(_, And((noun, other))) if self._of_some(noun, other) and self.rng.random() < 0.5:
                return self._of_some(noun, other)
            case Exists(var, body):
                return f"there is at least one {var} for which {self.clause(body, var, level)}"
        raise AssertionError(formula)

    def _denial(self, formula: Formula, subject: str, level: int) -> str:
        """Return the denial of a compound, in words that say how far it goes (LogicAsker, appendix D)."""
        match formula:
            case And((a, b)):
                comma = "," if And in {type(a), type(b)} else ""
                first, last = (self.clause(part, subject, level + 1) for part in (a, b))
                return f"the claim that {first}{comma} and the claim that {last} cannot both be true"
            case Or((a, b)) if is_literal(a) and is_literal(b):
                return f"neither {self.clause(a, subject, level + 1)} nor {self.clause(b, subject, level + 1)}"
            case Implies(a, b):
                first, last = (self.clause(part, subject, level + 1) for part in (a, b))
                return f"the fact that {first} does not imply that {last}"
            case Forall(var, body):
                return f"not for all {var}, {self.clause(body, var, level)}"
            case Exists(var, body):
                return f"there is no {var} for which {self.clause(body, var, level)}"
            case _:
                return f"it is not true that {self.clause(formula, subject, level + 1)}"

    def _of_some(self, noun: Formula, other: Formula) -> str:
        """Return that some of a kind are something else, or nothing: ``some sailors will play chess``."""
        positive = not isinstance(other, Not)
        inner = other.body if isinstance(other, Not) else other
        if not isinstance(noun, Atom) or not isinstance(inner, Atom) or noun == inner:
            return ""
        kind, found = self.said[noun.name], self.said[inner.name]
        if kind.phrase is None or kind.phrase.kind != "noun" or kind.tense != "present" or found.phrase is None:
            return ""
        return f"some {plural_of(kind.phrase.words)} {found.phrase.tail(positive, plural=True, tense=found.tense)}"

    def sentence(self, formula: Formula, person: str = "") -> str:
        """Return a formula as a sentence, about one person if that is said."""
        text = self.clause(formula, person)
        return text[0].upper() + text[1:] + "."

    def conditional(self, rule: Implies, who: str) -> str:
        """Return a rule about one person as a sentence, with a pronoun where it can mean nobody else.

        The same rule always has the same form. Whom a sentence names once it calls *she* or *he* from then on, if
        the name tells which, and the sentence names nothing else.
        """
        left, right = self.tail(rule.left), self.tail(rule.right)
        they = pronoun(who)
        named = any(word[0].isupper() for word in f"{left} {right}".split())  # she speaks Russian, which could be she
        again = who if named or they == "they" else they
        forms = [f"If {who} {left}, then {again} {right}.", f"If {who} {left}, {again} {right}."]
        if isinstance(rule.right, Atom | Not) and not isinstance(rule.left, Xor):  # "…, but not both" of what?
            forms.append(f"{who} {right} if {again} {left}.")
        return forms[crc32(forms[0].encode()) % len(forms)]

    def general(self, formula: Implies) -> str:
        """Return a rule about everybody as a sentence with an indefinite pronoun."""
        right = formula.right
        if isinstance(right, Implies):
            inner = self.tail(right.left, plural=True), self.tail(right.right, plural=True)
            then = f"if they {inner[0]}, then they {inner[1]}"
        else:
            then = f"they {self.tail(right, plural=True)}"
        return f"If someone {self.tail(formula.left)}, then {then}."

    def tail(self, formula: Formula, *, plural: bool = False) -> str:
        """Return what a formula says of somebody, without the subject.

        Args:
            formula: literals, or two of them joined.
            plural: behind *they*, which stands for one person: *they are a baker*.
        """
        match formula:
            case Atom(letter, ()) | Not(Atom(letter, ())):
                phrase = self.said[letter].phrase
                assert phrase is not None
                positive = isinstance(formula, Atom)
                return phrase.of_they(positive) if plural else phrase.tail(positive)
            case And((a, b)) | Or((a, b)):
                word = "and" if isinstance(formula, And) else "or"
                parts = [self.tail(a, plural=plural), self.tail(b, plural=plural)]
                # "Are A and do B" and "do not do A and do B" have other readings.
                first, last = sorted(parts, key=lambda part: (part.startswith("are "), part.startswith("do not ")))
                if plural and not last.startswith(("are ", "do not ")):
                    last = f"they {last}"  # "polish vases or sell hammers" may be about what is polished
                return f"{first} {word} {last}"
            case Xor(a, b):
                parts = [self.tail(a, plural=plural), self.tail(b, plural=plural)]
                first, last = sorted(parts, key=lambda part: part.startswith(("are ", "is ")))  # "either is" is stiff
                return f"either {first} or {last}, but not both"
        raise AssertionError(formula)

    def formula(self, formula: Formula, variable: str | None = None) -> Formula:
        """Return a formula of letters as one of the program."""
        match formula:
            case Atom(letter, ()):
                return self.said[letter].atom(variable)
            case Forall(var, body) | Exists(var, body):
                return type(formula)(var, self.formula(body, var))
            case _:
                return descend(formula, lambda f: self.formula(f, variable), same)


def inside(sentence: str) -> str:
    """Return a sentence as it stands behind *that*: one that begins with *if* loses its capital."""
    return f"if{sentence[2:]}" if sentence.startswith("If ") else sentence


def _denies(formula: Formula) -> bool:
    """Return whether a formula is the denial of a compound."""
    return isinstance(formula, Not) and not isinstance(formula.body, Atom)
