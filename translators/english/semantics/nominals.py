"""What nouns say of a thing, with their adjectives, prepositions and relative clauses."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from sorites.solvers.logic.syntax import Formula, Term

from ..grammar.tree import NP, Det, Do, Name, Nominal, Number, Quantified, S
from ..vocabulary.classes import RELATIONAL
from ..vocabulary.lists import listed
from ..vocabulary.numerals import ORDINALS
from .adjectives import Adjectives
from .boxes import Box
from .definites import EMPTY, Then
from .referents import Unresolved, living
from .senses import Kind, Sense

_PICTURES: Final = listed("PICTURES")
"""Nouns of what need not exist: ``a picture of a unicorn``."""


PERSON: Final = Sense(Kind.NOUN, "person")
_PERSONS: Final = frozenset({"person", "people", "human", "somebody"})
"""Nouns that say that somebody is a person, where a text speaks of something else, too."""
_HAVE: Final = Sense(Kind.VERB, "have", ("subject", "object"))


_KINDS: Final = frozenset("kind type sort breed species variety".split())
_NAMED: Final = listed("NOMINALS_NAMED")
"""Nouns with *of* before their own name, or of which there is one by its name: *the city of Rome*."""


def _kind_of(prep: str, np: NP) -> Nominal | None:
    """Return what is a kind: ``of dog``, ``of trees``."""
    match np:
        case Name((*words,), shown) if prep == "of" and shown.islower():
            return Nominal(" ".join(words))
        case Quantified(Det.BARE | Det.A, nominal) if prep == "of":
            return replace(nominal, plural=False)
    return None


def _belongs(prep: str, np: NP, head: str) -> bool:
    """Return whether something is somebody's, and not just *of* something: *Ann's boat*, *the roof of the house*."""
    if prep == "'s":
        return True
    match np:
        case Name(_, shown):
            return not shown.islower() and head not in _NAMED
        case Quantified(det, nominal) if det is not Det.THE or nominal.plural:
            return living(nominal.noun) if nominal.noun else True
    return head not in _PICTURES


def _certain(nominal: Nominal, adverbs: tuple[str, ...]) -> None:
    """Make sure that it is certain what a nominal says.

    Raises:
        Unresolved: it is not.
    """
    plain = nominal.adjectives and not nominal.where and all(a.degree == "" for a in nominal.adjectives)
    if not nominal.noun and plain:
        raise Unresolved("'one' stands for a noun here: write the noun")
    if nominal.noun == "exception" and not adverbs:
        raise Unresolved("what it is an exception to is not said: write 'except'")


def _indefinite(np: NP) -> bool:
    return isinstance(np, Quantified) and np.det in {Det.A, Det.BARE, Det.SOME, Det.ANY}


class Nominals(Adjectives):
    """What nouns say with all that belongs to them.

    Attributes:
        bound: what letters stand for.
        persons: whether words for persons say that somebody is one.
    """

    persons: bool = False
    bound: dict[str, Term]

    def nominal(self, nominal: Nominal, term: Term, box: Box, *, adverbs: tuple[str, ...] = ()) -> None:
        """Say of a term what a nominal says."""
        noun = nominal.noun
        _certain(nominal, adverbs)
        kept = [a for a in nominal.adjectives if not self.fuses(a, noun)]
        fused = [a for a in nominal.adjectives if self.fuses(a, noun)]
        roles = list(nominal.roles)
        if fused:
            noun = " ".join([*(a.lemma for a in fused), noun])
        head = nominal.noun.split()[-1] if nominal.noun else ""
        if head in _KINDS and len(roles) == 1 and (inner := _kind_of(*roles[0])) is not None and not kept + fused:
            self.nominal(inner, term, box, adverbs=adverbs)  # a poodle is a kind of dog
            return
        of = next((k for k, (p, np) in enumerate(roles) if p in {"'s", "of"} and not isinstance(np, Number)), None)
        if of is not None and (head in RELATIONAL or not _belongs(*roles[of], head)):
            _, owner = roles.pop(of)
            sense = Sense(Kind.NOUN, noun, ("subject", "of"), tuple(sorted(adverbs)), self.modal)
            self.np(owner, box, lambda o, b: b.add(self.vocabulary.atom(sense, (term, o))))
        elif noun not in EMPTY or (self.persons and noun in _PERSONS):
            box.add(self.noun(noun, term, adverbs))
        with self.setting(modal=""):
            for one in kept:
                self.adjective(one, term, box, nominal)
            for prep, np in roles:
                if isinstance(np, Number) and prep == "of":
                    if not np.unit and (nominal.roles[0][1] != np or not (head in EMPTY or living(head))):
                        raise Unresolved(f"what of the {head} is {np.value} is not said")
                    box.add(self.by_unit(term, np))
                elif isinstance(np, Number) and not (prep == "with" and np.unit):
                    raise Unresolved(f"the number behind '{prep}' has no form here")
                elif prep == "with" and isinstance(np, Number):
                    self.event(Do("have", objects=(np,)), term, box)
                elif prep in {"'s", "of"}:
                    self.np(np, box, lambda o, b: b.add(self.vocabulary.atom(_HAVE, (o, term))))
                elif prep == "with":
                    self.np(np, box, lambda o, b: b.add(self.vocabulary.atom(_HAVE, (term, o))))
                elif prep == "from" and any(a.lemma in ORDINALS for a in nominal.adjectives):
                    raise Unresolved("a place in a row has no form here; write 'is second from the left'")
                elif not self.in_row(prep, np, term, box):
                    self.np(np, box, self.placed(prep, term), role=prep)
            if head in _PICTURES and any(p == "of" and _indefinite(np) for p, np in nominal.roles):
                raise Unresolved(f"what a {head} is of need not exist: name it, or write 'the …'")
            for clause in nominal.where:
                self.gaps.append(term)
                self.subjects.append(term)
                try:
                    self.statement(clause, box)
                finally:
                    self.gaps.pop()
                    self.subjects.pop()

    def placed(self, prep: str, term: Term) -> Then:
        """Return what says where or how something is, once it is known by what."""
        sense = Sense(Kind.PREPOSITION, prep, ("subject", prep))
        return lambda other, box: box.add(self.vocabulary.atom(sense, (term, other)))

    def noun(self, noun: str, term: Term, adverbs: tuple[str, ...] = ()) -> Formula:
        """Return that something is what a noun says."""
        lemma = "person" if noun in _PERSONS else noun
        return self.vocabulary.atom(Sense(Kind.NOUN, lemma, ("subject",), tuple(sorted(adverbs)), self.modal), (term,))

    def in_row(self, prep: str, np: NP, term: Term, box: Box) -> bool:
        """Say which of two things is further left, north, …; see ``Rows``."""
        raise NotImplementedError

    def event(self, verb: Do, term: Term, box: Box) -> None:
        """Say what happens; see ``Events``."""
        raise NotImplementedError

    def statement(self, s: S, box: Box) -> None:
        """Say what a sentence says; see ``Meaning``."""
        raise NotImplementedError
