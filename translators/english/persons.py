"""Who is a person, where a text says *everyone*, *somebody* or *people*.

These words say nothing where only persons stand in their places, as in most texts. Elsewhere they say that somebody is
a person, and it is assumed, in sight, that whoever has a name is one, and so are teachers and pilots.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal

from sorites.solvers.logic.syntax import And, Atom, Exists, Expression, Fn, Formula, Not, Term, Var
from sorites.solvers.logic.walkers import walk

from .grammar.words import TITLES
from .semantics.finite import one_of
from .semantics.meaning import Meaning
from .semantics.noun_phrases import PERSON
from .semantics.postulates import compound, implication
from .semantics.referents import SPEAKERS, personal
from .semantics.senses import Kind, Sense
from .symbols import constants_of, predicates_of
from .vocabulary.classes import ANIMALS, PERSON_NOUNS

Nouns = tuple[tuple[Sense, Term], ...]
"""Nouns that a formula says, and of whom."""
Who = Literal["person", "animal", "doubtful", "thing"]
"""What somebody is; doubtful by the ending of a noun that no list has, as a *glazier* and a *router*."""

SAID: Final = re.compile(
    r"(?i)\b(?:(?:some|any|every|no)(?:one|body)|no one|none|persons?|people|humans?|those|whoever|whomever)\b"
)
"""Words for persons."""
_THINGS: Final = re.compile(r"(?i)\b(?:(?:some|any|every|no)thing|things?|whatever)\b")
_ORDER: Final[tuple[Who, ...]] = ("person", "animal", "doubtful", "thing")
_WHOEVER: Final = re.compile(r"(?i)\b(?:(?:any|every)(?:one|body) (?:who|that)|whoever)\b")
"""Words that may be of an animal or a team, too: everyone who barks."""
_IF_SOMEBODY: Final = re.compile(r"(?i)\b(?:if|when|whenever) (?:some|any)(?:one|body)\b")


class Persons:
    """Who is a person in a text whose words for persons say that somebody is one."""

    def __init__(self, meaning: Meaning, premises: list[Formula], goal: Formula | None) -> None:
        """Look through what the text says.

        Args:
            meaning: what interpreted it.
            premises: what it says.
            goal: what is asked.
        """
        self.meaning, self.premises = meaning, premises
        self.whole = premises if goal is None else [*premises, goal]
        self.nouns = [tuple(self._nouns(walk(formula))) for formula in self.whole]
        self.called: set[str] = set()  # nouns of those who are called persons in one breath: everyone who is a zorg
        spoken = (formula for formula, nouns in zip(self.whole, self.nouns, strict=True) if _persons(nouns))
        for both in (node.parts for formula in spoken for node in walk(formula) if isinstance(node, And)):
            nouns = tuple(self._nouns(both))
            self.called |= {sense.lemma for sense, term in nouns if term in _persons(nouns)}

    def alone(self, text: str) -> bool:
        """Return whether only persons stand in the places of those of whom words for persons speak.

        So may animals in a text with rules for *someone* that speaks of nothing else, as a fable.

        Args:
            text: the text with its question.
        """
        if self.among_themselves(text):
            return True
        theirs, others = set[tuple[str, int]](), set[tuple[str, int]]()
        anything: list[set[tuple[str, int]]] = []  # where letters stand, which may stand for anything
        for formula, nouns in zip(self.whole, self.nouns, strict=True):
            said, named = _persons(nouns), {term for _, term in nouns}
            for term in {t for t in walk(formula) if isinstance(t, Var | Fn) and not getattr(t, "args", ())}:
                if isinstance(term, Var) and term in said:
                    theirs |= _places(formula, term)
                elif isinstance(term, Var) and term not in named:
                    anything.append(_places(formula, term))
                elif self._who(term, nouns) != "person":
                    others |= _places(formula, term)
        while reached := [places for places in anything if places - others and places & others]:
            others.update(*reached)
        return theirs.isdisjoint(others) and _THINGS.search(text) is None

    def among_themselves(self, text: str) -> bool:
        """Return whether all whom a text speaks of are persons, or all are animals, as in a fable, or one of both.

        Then they are alone in it whether or not its words for persons are taken to say something.

        Args:
            text: the text with its question.
        """
        kinds = {self._who(Fn(name)) for name in {name for formula in self.whole for name in constants_of(formula)}}
        for nouns in self.nouns:
            bound = {term for _, term in nouns if isinstance(term, Var)} - _persons(nouns)
            kinds.update(self._who(term, nouns) for term in bound)
        fable = kinds <= {"animal", "person"} and _IF_SOMEBODY.search(text) is not None
        return (fable or kinds <= {"person"}) and _THINGS.search(text) is None

    def assumed(self) -> Iterator[tuple[Formula, str]]:
        """Yield who is taken for a person, each with the reason; of whom it is said or asked, nothing is assumed.

        It is a choice where it hangs on the ending of a noun, and of names where others are said to be persons.
        """
        person, senses = self.meaning.noun, self.meaning.vocabulary.senses
        said = {term for nouns in self.nouns for term in _persons(nouns)}
        if not said:
            return
        given = self.nouns[: len(self.premises)]
        some = any(self._named(term) for nouns in given for term in _persons(nouns))
        for term in dict.fromkeys(Fn(name) for formula in self.whole for name in constants_of(formula)):
            who, shown = self._who(term), self.meaning.shown_of(term)
            who = "doubtful" if some and who == "person" and self._named(term) else who
            if term not in said and self._is_one(who, shown):
                said.add(term)
                yield person("person", term), f"{shown} is taken for a person"
        one = Exists("x", person("person", Var("x")))
        if not any(isinstance(term, Fn) for term in said) and Not(one) not in self.premises:
            yield one, "the text speaks of persons"
        for sense in (senses[key] for key in sorted(predicates_of(self.whole)) if key in senses):
            if _is_noun(sense) and sense != PERSON and self._is_one(self._kind([sense.lemma]), one_of(sense.lemma)):
                yield (
                    implication(self.meaning.vocabulary, sense, PERSON),
                    f"{one_of(sense.lemma)} is taken for a person",
                )

    def _is_one(self, who: Who, shown: str) -> bool:
        """Return whether somebody is taken for a person; where it is doubtful, that is a choice."""
        if who == "doubtful" or (who == "animal" and _WHOEVER.search(self.meaning.context)):
            return not self.meaning.ways.other("person", f"'{shown}'", "a person", "no person")
        return who == "person"

    def _nouns(self, nodes: Iterable[Expression]) -> Iterator[tuple[Sense, Term]]:
        """Yield the nouns that are said, and of whom."""
        for node in nodes:
            sense = self.meaning.vocabulary.senses.get((node.name, len(node.args))) if isinstance(node, Atom) else None
            if isinstance(node, Atom) and sense is not None and _is_noun(sense):
                yield sense, node.args[0]

    def _who(self, term: Term, nouns: Nouns = ()) -> Who:
        """Return what somebody is, by the nouns that the text has for them; a variable, by those of its formula."""
        if isinstance(term, Var):
            return self._kind(sense.lemma for sense, other in nouns if other == term)
        mentions = [e for s in self.meaning.sentences for e in s.entities if e.term == term]
        if self.meaning.shown_of(term).lower().split(" ")[0].rstrip(".") in TITLES:
            return "person"
        if self._speaks(term) or any(e.sort == "person" for e in mentions):
            return "person"
        said = {e.noun for e in mentions if e.noun} | self.meaning.known.nouns(term, self.meaning.vocabulary)
        kind = self._kind(said)
        if not self._named(term):
            return kind
        return "doubtful" if said and kind == "thing" else "person" if kind != "animal" else "animal"

    def _speaks(self, term: Term) -> bool:
        """Return whether somebody speaks or is spoken to."""
        return self.meaning.shown_of(term).lower() in SPEAKERS

    def _named(self, term: Term) -> bool:
        """Return whether somebody has a name."""
        if self._speaks(term):
            return False
        nouns = [e.noun for s in self.meaning.sentences for e in s.entities if e.term == term]
        return self.meaning.shown_of(term)[:1].isupper() and (not nouns or "" in nouns)

    def _kind(self, nouns: Iterable[str]) -> Who:
        """Return what it is that nouns are said of."""
        kinds = set(map(self._of_noun, nouns))
        return next((who for who in _ORDER if who in kinds), "thing")

    def _of_noun(self, noun: str) -> Who:
        head = noun.rsplit(maxsplit=1)[-1]
        if (head in PERSON_NOUNS or head == "somebody") and (head == noun or compound(noun, head)):
            return "person"
        if head in ANIMALS:
            return "animal"
        return "person" if noun in self.called else "doubtful" if personal(noun) else "thing"


def _is_noun(sense: Sense) -> bool:
    """Return whether a sense is that of a noun, and plainly so."""
    return sense.kind is Kind.NOUN and not (sense.modal or sense.adverbs)


def _persons(nouns: Nouns) -> set[Term]:
    """Return of whom it is said that they are persons."""
    return {term for sense, term in nouns if sense == PERSON}


def _places(formula: Formula, term: Term) -> set[tuple[str, int]]:
    """Return where somebody stands: behind which symbols, at which places."""
    nodes = [node for node in walk(formula) if isinstance(node, Atom | Fn)]
    return {(node.name, k) for node in nodes for k, argument in enumerate(node.args) if argument == term}
