"""What nouns and adjectives say of a thing, with prepositions and relative clauses."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from sorites.solvers.logic.syntax import Cmp, Fn, Formula, Relation, Term

from ..grammar.tree import NP, Adjective, Det, Do, Name, Nominal, Number, Quantified
from ..grammar.words import EMPTY, LIVING
from ..vocabulary import adjective as inflected
from ..vocabulary.classes import DIFFERENCE, DIMENSIONS, FUSING, RELATIONAL
from ..vocabulary.lists import listed, listed_phrases
from ..vocabulary.numerals import ORDINALS
from .amounts import Amounts
from .boxes import Box, disjunction
from .definites import Then
from .referents import Unresolved, living
from .senses import HAVE, Kind, Sense

_MEASURES: Final = frozenset(scale.dimension for scale in DIMENSIONS.values() if scale.measured) | {"cost", "duration"}
"""Nouns that say how much of something a thing has."""
_IDIOMS: Final = listed_phrases("IDIOMS")
"""Compounds that are no case of their noun."""
_INTERSECTIVE: Final = listed("INTERSECTIVE")
"""Adjectives that a thing may have by itself as well: read as such, as a stated preference."""
_WHOLE: Final = listed_phrases("WHOLE_PHRASES")
_LIKENESS: Final = listed("LIKENESS")
_PICTURES: Final = listed("PICTURES")
"""Nouns of what need not exist: ``a picture of a unicorn``."""
PERSON: Final = Sense(Kind.NOUN, "person")
_PERSONS: Final = frozenset({"person", "people", "human", "somebody"})
"""Nouns that say that somebody is a person, where a text speaks of something else, too."""
_SIDES: Final[dict[str, tuple[str, Relation]]] = {
    "left": ("placeFromTheLeft", "<"), "right": ("placeFromTheLeft", ">"), "north": ("wayNorth", ">"),
    "south": ("wayNorth", "<"), "east": ("wayEast", ">"), "west": ("wayEast", "<"),
}  # fmt: skip
"""On which side of another thing something is, with the place in the row."""
SIDES: Final = frozenset(order for order, _ in _SIDES.values())
"""Functions that give things their places in a row."""
KINDS: Final = frozenset("kind type sort breed species variety".split())
_NAMED: Final = listed("NOMINALS_NAMED")
"""Nouns with *of* before their own name, or of which there is one by its name: *the city of Rome*."""


class Nominals(Amounts):
    """What nouns say with all that belongs to them.

    Attributes:
        bound: what letters stand for.
        persons: whether words for persons say that somebody is one.
        sizes: adjectives of size, and the nouns that they stand before: a small elephant is no small animal.
    """

    persons: bool = False
    sizes: set[tuple[str, str]]
    bound: dict[str, Term]

    @staticmethod
    def fuses(one: Adjective, noun: str) -> bool:
        """Return whether an adjective makes one predicate with its noun."""
        if noun in EMPTY or one.participle or one.degree:
            return False
        return (
            (one.lemma in FUSING and (one.lemma not in _INTERSECTIVE or agentive(noun)))
            or f"{one.lemma} {noun}" in _WHOLE
            or (one.lemma in _LIKENESS and noun in LIVING)
            or one.lemma.startswith(("would-", "so-called", "ex-", "self-", "wanna", "pseudo", "quasi-"))
            or one.lemma[:1].isdigit()
            or one.lemma in ORDINALS
        )

    def adjective(
        self,
        one: Adjective,
        term: Term,
        box: Box,
        nominal: Nominal | None = None,
        adverbs: tuple[str, ...] = (),
        roles: tuple[tuple[str, NP], ...] = (),
    ) -> None:
        """Say of a term what an adjective says."""
        if one.alternatives:
            one_by_one = [partial(self.adjective, other, term) for other in one.alternatives]
            box.add(disjunction([self.told(box, partial(say, nominal=nominal, adverbs=adverbs)) for say in one_by_one]))
            return
        if one.lemma == "human" and (nominal is None or nominal.noun in EMPTY):
            self.nominal(Nominal("human"), term, box, adverbs=adverbs)
            return
        if one.lemma in DIFFERENCE and not one.roles and not roles:
            raise Unresolved(f"'{one.lemma}' compares with something that is not said")
        if one.lemma in ORDINALS and any(prep == "from" for prep, _ in roles):
            raise Unresolved("a place in a row has no form here: say which is to the left of which")
        if (one.than is not None or one.amount is not None) and (roles or adverbs or one.adverbs or self.modal):
            raise Unresolved("a comparison with what stands by it has no form here")
        if one.than is not None:
            if isinstance(one.than, Number):
                box.add(self.than_amount(one, term))
                return
            every = one.than.nominal.noun if isinstance(one.than, Quantified) and one.than.det is Det.EVERY else ""
            if every in self.known.nouns(term, self.vocabulary):
                raise Unresolved("nothing is more so than itself: say it of each of the others")
            self.np(one.than, box, lambda other, b: b.add(self.compared(one, term, other)))
            return
        if one.amount is not None:
            box.add(self.sized(one, term))
            return
        if one.degree:
            raise Unresolved(f"'{inflected(one.lemma, 'comparative')}' needs 'than'")
        if one.participle:
            self.participle(one, term, box, (*adverbs, *one.adverbs), roles)
            return
        if not one.roles and not roles and box.parent is None and not self.asking:
            for entity in (e for s in self.sentences for e in s.entities):
                if entity.term == term:
                    entity.adjectives.add(one.lemma)
        whole = tuple(sorted({*adverbs, *one.adverbs}))
        sense = Sense(Kind.ADJECTIVE, one.lemma, ("subject",), whole, self.modal, one.complement)
        self.with_roles(sense, term, (*one.roles, *roles), box)

    def with_roles(self, sense: Sense, term: Term, roles: tuple[tuple[str, NP], ...], box: Box) -> None:
        """Say what a sense says of a term with prepositional arguments, in the order of their names."""

        if not roles:
            box.add(self.vocabulary.atom(sense, (term,)))
            return

        def go(k: int, found: tuple[tuple[str, Term], ...], inner: Box) -> None:
            if k == len(roles):
                ordered = sorted(numbered(found), key=lambda f: f[0])
                whole = replace(sense, roles=("subject", *(p for p, _ in ordered)))
                inner.add(self.vocabulary.atom(whole, (term, *(t for _, t in ordered))))
                return
            prep, np = roles[k]
            self.np(np, inner, lambda t, b: go(k + 1, (*found, (prep, t)), b), role=prep)

        go(0, (), box)

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
        if head in KINDS and len(roles) == 1 and (inner := _kind_of(*roles[0])) is not None and not kept + fused:
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
                if one.lemma in DIMENSIONS and not one.degree and noun not in EMPTY:
                    self.sizes.add((one.lemma, noun))
            for prep, np in roles:
                if isinstance(np, Number) and prep == "of":
                    if not np.unit and (nominal.roles[0][1] != np or not (head in EMPTY or living(head))):
                        raise Unresolved(f"what of the {head} is {np.value} is not said")
                    box.add(self.by_unit(term, np))
                elif isinstance(np, Number) and prep == "with" and np.unit:
                    self.event(Do("have", objects=(np,)), term, box)
                elif isinstance(np, Number):
                    raise Unresolved(f"the number behind '{prep}' has no form here")
                elif prep in {"'s", "of"}:
                    self.np(np, box, lambda o, b: b.add(self.vocabulary.atom(HAVE, (o, term))))
                elif prep == "with":
                    self.np(np, box, lambda o, b: b.add(self.vocabulary.atom(HAVE, (term, o))))
                else:
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
        side = prep.removesuffix(" of").removeprefix("to the ").removeprefix("on the ")
        if side in _SIDES and prep != side and not self.modal:
            place, sign = _SIDES[side]
            return lambda other, box: box.add(Cmp(sign, Fn(place, (term,)), Fn(place, (other,))))
        sense = Sense(Kind.PREPOSITION, prep, ("subject", prep))
        return lambda other, box: box.add(self.vocabulary.atom(sense, (term, other)))

    def noun(self, noun: str, term: Term, adverbs: tuple[str, ...] = ()) -> Formula:
        """Return that something is what a noun says."""
        lemma = "person" if noun in _PERSONS else noun
        return self.vocabulary.atom(Sense(Kind.NOUN, lemma, ("subject",), tuple(sorted(adverbs)), self.modal), (term,))


def agentive(noun: str) -> bool:
    """Return whether a noun says what somebody does, or to whom somebody stands in a relation.

    An old friend need not be old, nor a heavy smoker heavy (Larson, "Events and modification in nominals", 1998).
    """
    head = noun.rsplit(maxsplit=1)[-1] if noun else ""
    return head in RELATIONAL or (len(head) > 4 and head.endswith(("er", "or", "ist")))


def numbered(found: tuple[tuple[str, Term], ...]) -> list[tuple[str, Term]]:
    """Tell apart several arguments behind the same preposition."""
    seen: dict[str, int] = {}
    named = []
    for prep, term in found:
        seen[prep] = seen.get(prep, 0) + 1
        named.append((prep if seen[prep] == 1 else f"{prep}{seen[prep]}", term))
    return named


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
    if any(a.lemma in ORDINALS for a in nominal.adjectives) and any(prep == "from" for prep, _ in nominal.roles):
        raise Unresolved("a place in a row has no form here; write 'is to the left of'")
    if nominal.noun in _MEASURES and any(prep in {"'s", "of"} for prep, _ in nominal.roles):
        raise Unresolved(f"how great the {nominal.noun} is has no form here; write 'is 30 years old' or 'costs $40'")
    if nominal.noun == "exception" and not adverbs:
        raise Unresolved("what it is an exception to is not said: write 'except'")


def _indefinite(np: NP) -> bool:
    return isinstance(np, Quantified) and np.det in {Det.A, Det.BARE, Det.SOME, Det.ANY}
