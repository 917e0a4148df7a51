"""Predicates and constants: names for senses and for whom names mean."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from sorites.solvers import Constant, Predicate
from sorites.solvers.logic.syntax import Atom, Fn, Term

from ..vocabulary import verb
from .finite import opaque, subject_role, verbal
from .senses import Kind, Sense

_LETTERS = "xyzuvw"


@lru_cache(maxsize=20_000)
def camel(words: str, *, capital: bool) -> str:
    """Return words as one name."""
    pieces = [p for p in re.split(r"[^\w]+|_(?!\d)", words.replace("'s", "s")) if p]
    name = "".join(p[:1].upper() + p[1:] for p in pieces) or "Thing"
    if name[0].isdigit():
        name = f"N{name}"
    if capital:
        return name
    name = name[0].lower() + name[1:]
    return name if len(name.rstrip("0123456789_")) > 1 else f"named{name.upper()}"


@lru_cache(maxsize=20_000)
def predicate_of(sense: Sense) -> Predicate:
    """Return the predicate of a sense: its name, the letters of its arguments, and what it says."""
    letters = tuple(_LETTERS[k] if k < len(_LETTERS) else f"x{k}" for k in range(len(sense.roles)))
    words = _head_words(sense)
    preps = [r.rstrip("0123456789") for r in sense.roles if r not in {"subject", "object", "recipient"}]
    tail = [] if sense.kind is Kind.PREPOSITION else preps
    name = camel(" ".join([*sense.adverbs, *words, *tail, *sense.complement.split()]), capital=True)
    made = Predicate(name, letters, in_letters(sense, letters))
    _senses[made.params, made.gloss] = sense
    return made


def in_letters(sense: Sense, letters: tuple[str, ...]) -> str:
    """Return what a sense says of letters: ``x gives y to z``."""
    if opaque(sense):
        return sense.complement
    place = subject_role(sense)
    subject = "it" if place is None else letters[place]
    return f"{subject} {verbal(sense, {k: one for k, one in enumerate(letters) if k != place})}"


_senses: dict[tuple[tuple[str, ...], str], Sense] = {}
"""The senses of all predicates that were made, by their letters and glosses."""


def sense_of(predicate: Predicate) -> Sense | None:
    """Return the sense that a predicate was made of, if it was made of one."""
    return _senses.get((predicate.params, predicate.gloss))


def _head_words(sense: Sense) -> list[str]:
    first, *rest = sense.lemma.split()
    modal = [sense.modal] if sense.modal else []
    if sense.kind is Kind.VERB and sense.roles and "subject" not in sense.roles:
        return [*([*modal, "be"] if modal else ["is"]), verb(first, "participle"), *rest]
    return [*modal, first if modal or sense.kind is not Kind.VERB else verb(first, "s"), *rest]


@dataclass(slots=True)
class Vocabulary:
    """The predicates and constants of a text.

    Attributes:
        senses: the sense of each predicate, by its name and number of arguments.
        constants: the constants, by their names, with how they are written.
        known: the constants, by what they are keyed with.
    """

    senses: dict[tuple[str, int], Sense] = field(default_factory=dict)
    names: dict[Sense, str] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)
    known: dict[object, Fn] = field(default_factory=dict)

    def atom(self, sense: Sense, terms: tuple[Term, ...]) -> Atom:
        """Return that a sense holds of terms."""
        name = self.names.get(sense)
        if name is None:
            wanted = predicate_of(sense).name
            name, k = wanted, 2
            while (name, len(sense.roles)) in self.senses:
                name, k = f"{wanted}{k}", k + 1
            self.names[sense] = name
            self.senses[name, len(sense.roles)] = sense
        return Atom(name, terms)

    def constant(self, key: object, shown: str, named: str = "") -> Fn:
        """Return the constant of a key; the first time, one is made that is written so, and named so or by that."""
        found = self.known.get(key)
        if found is None:
            wanted = camel(named or shown, capital=False)
            name, k = wanted, 2
            while name in self.constants:
                name, k = f"{wanted}{k}", k + 1
            self.constants[name] = shown
            found = self.known[key] = Fn(name)
        return found

    def predicates_used(self, used: set[tuple[str, int]]) -> tuple[Predicate, ...]:
        """Return the predicates that are used, in the order in which the text brings them up."""
        made = ((name, predicate_of(sense)) for (name, arity), sense in self.senses.items() if (name, arity) in used)
        return tuple(Predicate(name, p.params, p.gloss) for name, p in made)

    def declared(self) -> tuple[Constant, ...]:
        """Return the constants with how they are written."""
        return tuple(Constant(name, shown) for name, shown in self.constants.items())
