"""What noun phrases say: names, pronouns, nouns, how many of a kind, and several that are joined."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from sorites.solvers.logic.syntax import Cmp, Eq, Fn, Formula, Not, Relation, Term, Truth, Var, Xor

from ..grammar.tree import (
    NP,
    Adjective,
    Det,
    Do,
    Gap,
    Join,
    Joined,
    Name,
    Nominal,
    Number,
    Of,
    Only,
    Point,
    Possessed,
    Pronoun,
    Quantified,
    Variable,
)
from ..grammar.words import EMPTY, LIVING
from ..vocabulary import adjective as inflected
from ..vocabulary.classes import DIFFERENCE, DIMENSIONS, FUSING, RELATIONAL
from ..vocabulary.lists import listed, listed_phrases
from ..vocabulary.numerals import ORDINALS
from ..vocabulary.words import noun
from .amounts import Amounts
from .boxes import Box, Entity, conjunction, deny, disjunction
from .definites import Resolved, Then
from .predicates import camel
from .referents import Unresolved, living
from .senses import HAVE, Kind, Sense

MAX_COUNT: Final = 8
MEASURES: Final = {
    scale.dimension: camel(scale.dimension, capital=False) for scale in DIMENSIONS.values() if scale.measured
} | {"cost": "price", "duration": "length"}
"""Nouns that say how much of something a thing has, each with its function."""
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


class NounPhrases(Amounts):
    """Whom noun phrases mean, of how many of them something is said, and what.

    Attributes:
        interrogative: whether the sentence is a question by its words.
        letters_name: whether the text has letters in facts alone: then they are names (*X is taller than Y*).
        bound: what letters stand for.
        persons: whether words for persons say that somebody is one.
        sizes: adjectives of size, and the nouns that they stand before: a small elephant is no small animal.
    """

    interrogative: bool = False
    letters_name: bool = False
    persons: bool = False
    sizes: set[tuple[str, str]]
    bound: dict[str, Term]

    def quantified(self, np: Quantified, det: Det, box: Box, then: Then, *, subject: bool) -> None:
        """Interpret a determiner and its nominal."""
        nominal = np.nominal

        def none(term: Term, inner: Box) -> None:
            self.denied(inner, lambda b: then(term, b))

        if det is Det.ANY:
            det = Det.SOME if self.licensed or self.interrogative else Det.EVERY
        match det:
            case Det.EVERY:
                if np.number == 2:
                    self.group(nominal, box, subject=subject)  # both: there are such
                self.but_for(np, box, then, none, subject=subject)
            case Det.NO:
                self.but_for(np, box, none, then, subject=subject)
            case Det.A | Det.SOME | Det.BARE:
                top = box.parent is None and not self.asking and not self.licensed
                term = self.new(box, nominal, top=top, subject=subject)
                with self.setting(modal=""):
                    self.nominal(nominal, term, box)
                then(term, box)
            case Det.THE:
                self.definite(np, box, then, subject=subject)
            case _:
                self.counted(np, det, box, then)

    def but_for(self, np: Quantified, box: Box, then: Then, other: Then, *, subject: bool) -> None:
        """Say something of everything that is described, and the opposite of the one who is left out."""
        self.universal(np.nominal, box, then, subject=subject, excepting=np.excepting)
        out = np.excepting
        definite = isinstance(out, Quantified) and out.det is Det.THE and not out.nominal.plural
        if out is not None and (isinstance(out, Name) or definite) and not np.besides:
            self.np(out, box, other)

    def universal(self, nominal: Nominal, box: Box, then: Then, *, subject: bool, excepting: NP | None = None) -> None:
        """Say something of everything that a nominal describes."""
        restrictor = Box(box)
        with self.under(modal=""):
            term = self.new(restrictor, nominal, top=False, subject=subject)
            self.nominal(nominal, term, restrictor)
            if excepting is not None:
                self.leave_out(excepting, term, restrictor)
        scope = Box(restrictor)
        then(term, scope)
        said = scope.formula()
        # Of none of them nothing is so: there are none.
        box.add(deny(restrictor.formula()) if said == Not(Truth(True)) else restrictor.implies(said))

    def leave_out(self, excepting: NP, term: Term, box: Box) -> None:
        """Leave somebody out of what is said of all."""
        if isinstance(excepting, Quantified) and excepting.det is Det.BARE:
            box.add(deny(self.told(box, lambda b: self.nominal(excepting.nominal, term, b))))
        else:
            self.np(excepting, box, lambda other, b: b.add(Not(Eq(term, other))))

    def only(self, body: NP, box: Box, then: Then) -> None:
        """Say something of nobody else: ``only managers``, ``only Ann``."""
        if isinstance(body, Quantified | Of) and body.det in {Det.SOME, Det.CARDINAL, Det.AT_LEAST}:
            raise Unresolved("'only' before a number of things says that there are no more: write 'exactly'")
        reach = Box(box)
        variable = self.fresh()
        reach.variables.append(variable)
        term = Var(variable)
        with self.under():
            then(term, reach)
        scope = Box(reach)
        match body:
            case Quantified(Det.BARE | Det.A | Det.THE, nominal):
                with self.setting(modal=""):
                    self.nominal(nominal, term, scope)
            case Joined(Join.AND | Join.OR, parts) if not any(isinstance(p, Quantified) for p in parts):
                same: list[Formula] = []
                for part in parts:
                    self.np(part, scope, lambda other, b: same.append(Eq(term, other)))
                scope.add(disjunction(same))
                self.np(body, box, then)
            case Joined():
                raise Unresolved("'only' of several kinds has no form here: write 'If somebody …, they are …'")
            case _:
                self.np(body, scope, lambda other, b: b.add(Eq(term, other)))
                self.np(body, box, then)
        box.add(reach.implies(scope.formula()))

    def counted(self, np: Quantified, det: Det, box: Box, then: Then) -> None:
        """Count: at least, at most and exactly so many."""
        n = np.number
        if np.nominal.noun in KINDS:
            raise Unresolved(
                f"'{noun(np.nominal.noun, plural=True)}' are counted, and not what they are of: say it of kinds by name"
            )
        if det is Det.CARDINAL:
            words = f"{n} {noun(np.nominal.noun, plural=n != 1)}"
            exactly = self.ways.other("cardinal", f"'{words}'", f"at least {words}", f"exactly {words}")
            det = Det.EXACTLY if exactly else Det.AT_LEAST
        if n > MAX_COUNT:
            raise Unresolved(f"counting up to {n} is too far: up to {MAX_COUNT} things are counted")
        if det in {Det.AT_LEAST, Det.EXACTLY} and n > 0:
            box.add(self.so_many(np.nominal, n, box, then))
        if det in {Det.AT_MOST, Det.EXACTLY}:
            with self.under():
                box.add(deny(self.so_many(np.nominal, n + 1, box, then)))

    def some_of(self, det: Det, names: tuple[NP, ...], number: int, box: Box, then: Then) -> None:
        """Say something of some of those who are listed: ``exactly one of Ann, Bob and Cleo``."""
        formulas = [self.told(box, lambda b, n=name: self.np(n, b, then)) for name in names]  # type: ignore[misc]
        if det in {Det.CARDINAL, Det.A}:
            names_of = f"'{number if number > 1 else 'one'} of …'"
            exactly = self.ways.other("cardinal", names_of, f"at least {number} of …", f"exactly {number} of …")
            det = Det.EXACTLY if exactly else Det.AT_LEAST
        if det not in {Det.AT_LEAST, Det.AT_MOST, Det.EXACTLY}:
            raise Unresolved("of those who are listed, some are counted: say it of each by name")
        if det is not Det.AT_MOST:
            box.add(disjunction([conjunction(list(c)) for c in itertools.combinations(formulas, number)]))
        for c in itertools.combinations(formulas, number + 1) if det is not Det.AT_LEAST else ():
            box.add(deny(conjunction(list(c))))

    def so_many(self, nominal: Nominal, n: int, box: Box, then: Then) -> Formula:
        """Return that there are at least n different things of which something holds."""
        inner = Box(box)
        terms: list[Term] = []
        for _ in range(n):
            term = self.new(inner, nominal, top=False)
            for other in terms:
                inner.add(Not(Eq(other, term)))
            terms.append(term)
            with self.setting(modal=""):
                self.nominal(nominal, term, inner)
            then(term, inner)
        return inner.formula()

    def members(self, group: NP) -> Nominal:
        """Return the nominal of a group: ``Karin's dogs``."""
        match group:
            case Quantified(_, nominal):
                return nominal
            case Possessed(owner, nominal):
                return replace(nominal, roles=(("'s", owner), *nominal.roles))
            case _:
                raise Unresolved("a part of a group whose members are not said")

    def np(
        self, np: NP, box: Box, then: Then, *, subject: bool = False, role: str = "", det: Det | None = None
    ) -> None:
        """Interpret a noun phrase, and then what is said of it."""
        if isinstance(np, Possessed | Of) or (isinstance(np, Quantified) and np.det is Det.THE):
            self.found_by.append(np)
        match np:
            case Resolved(term):
                then(term, box)
            case Quantified(Det.THE, Nominal(noun, (), False, (("of", owner),), ())) | Possessed(
                owner, Nominal(noun, (), False, (), ())
            ) if noun in MEASURES:
                self.np(owner, box, lambda one, b: then(Fn(MEASURES[noun], (one,)), b))
            case Name((word,), shown) if shown.islower() and (self.licensed or not subject) and self.counts(word):
                self.quantified(Quantified(Det.A, Nominal(word)), Det.A, box, then, subject=subject)
            case Name():
                term = self.name(np, box, subject=subject, role=role)
                if np.noun:  # room 4 is a room, in a question, too
                    with self.setting(asking=False):
                        self.presuppose(self.noun(np.noun, term), np.shown)
                then(term, box)
            case Pronoun(word, owner):
                self.meant(self.pronoun(word, box, subject=subject, owner=owner), box, then, subject=subject)
            case Variable(name):
                if name not in self.bound and self.letters_name:
                    self.np(Name((name,), name.upper()), box, then, subject=subject, role=role)
                    return
                if name not in self.bound:
                    raise Unresolved(f"'{name}' is not bound: write 'for every {name}, …'")
                then(self.bound[name], box)
            case Gap():
                then(self.gaps[-1], box)
            case Point():
                then(self.point(np), box)
            case Number():
                raise Unresolved("a number has no form here")
            case Quantified():
                self.quantified(
                    np, det if det and np.det in {Det.A, Det.BARE, Det.SOME} else np.det, box, then, subject=subject
                )
            case Possessed(owner, nominal):
                self.np(owner, box, lambda o, b: self.possessed(o, nominal, b, then, subject=subject))
            case Of(part, Joined(_, names), number):
                self.some_of(part, names, number, box, then)
            case Of(part, group, number):
                self.quantified(Quantified(part, self.members(group), number), part, box, then, subject=subject)
            case Only(body):
                self.only(body, box, then)
            case Joined(join, parts):
                self.joined(join, parts, box, then, subject=subject, det=det)
            case _:
                raise Unresolved("this noun phrase has no form in logic")

    def meant(self, entity: Entity, box: Box, then: Then, *, subject: bool) -> None:
        """Say something of whom a pronoun means: of each, if it means several."""
        match entity.members:
            case None:
                then(entity.term, box)
            case Nominal() as nominal:
                self.universal(nominal, box, then, subject=subject)
            case terms:
                for term in terms:
                    then(term, box)

    def counts(self, word: str) -> bool:
        """Return whether the text counts what a bare noun names elsewhere: *in forest* beside *a forest*."""
        pattern = rf"\b(?:an?|every|each)\s+(?:(?!of\b)[\w-]+\s+){{0,1}}?{re.escape(word)}\b"
        return re.search(pattern, self.text) is not None

    def joined(
        self, join: Join, parts: tuple[NP, ...], box: Box, then: Then, *, subject: bool, det: Det | None
    ) -> None:
        """Interpret noun phrases that are joined; what is said of them is said of each."""

        def universal(part: NP) -> bool:
            return isinstance(part, Quantified) and (
                part.det in {Det.EVERY, Det.NO}
                or (det is Det.EVERY and part.det in {Det.A, Det.BARE})
                or (part.det is Det.ANY and not self.licensed)
            )

        if join is Join.NOR and all(map(universal, parts)):  # neither cats nor dogs fly: none of both
            join, parts = Join.AND, tuple(replace(p, det=Det.NO) for p in parts if isinstance(p, Quantified))
        if join is Join.AND or (join is Join.OR and all(map(universal, parts))):
            terms: list[Term] = []

            def each(term: Term, inner: Box) -> None:
                terms.append(term)
                then(term, inner)

            for part in parts:
                self.np(part, box, each, subject=subject, det=det if isinstance(part, Quantified) else None)
            if join is Join.AND and len(terms) == len(parts) and all(isinstance(t, Fn) for t in terms):
                words = " and ".join(self.shown_of(t) for t in terms)
                together = Entity(Fn(f"both {words}"), "", "any", True, subject=subject, shown=words)
                self.mention(replace(together, members=tuple(terms)), Box())
            return

        def say(part: NP, inner: Box) -> None:
            self.np(part, inner, then, subject=subject, det=det if isinstance(part, Quantified) else None)

        box.add(self.either_of(join, parts, box, say))

    def either_of(self, join: Join, parts: tuple[NP, ...], box: Box, say: Callable[[NP, Box], None]) -> Formula:
        """Return what is said of noun phrases that are joined: of all of them, of one, of none, or but for the rest."""
        formulas = [self.told(box, lambda b, p=part: say(p, b)) for part in parts]  # type: ignore[misc]
        if join is Join.BUT_NOT or join is Join.NOR:
            kept = int(join is Join.BUT_NOT)
            formulas = [*formulas[:kept], *map(deny, formulas[kept:])]
        together = join in {Join.AND, Join.BUT_NOT, Join.NOR}
        return conjunction(formulas) if together else self.alternatives(join, formulas)

    def alternatives(self, join: Join, parts: list[Formula]) -> Formula:
        """Return a disjunction; whether ``either … or`` leaves both open is a choice."""
        if join is Join.EITHER:
            other = self.ways.other("either", "'either … or …'", "one of the two, not both", "one of the two, or both")
            join = Join.OR if other else Join.XOR
        if join is Join.XOR:
            return Xor(parts[0], parts[1])
        return disjunction(parts)

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
            det = self.all_of(np, prep) if sense.kind is Kind.ADJECTIVE else None
            self.np(np, inner, lambda t, b: go(k + 1, (*found, (prep, t)), b), role=prep, det=det)

        go(0, (), box)

    def all_of(self, np: NP, behind: str) -> Det | None:
        """Return whether *cats* of *likes cats*, *fond of cats* are all cats: a choice, which a question follows."""
        if not isinstance(np, Quantified) or np.det is not Det.BARE or self.denying:
            return None
        if self.asking and "liked" not in self.ways.met:
            return None
        many = noun(np.nominal.noun, plural=True)
        if not self.ways.other("liked", f"'{many}' behind '{behind}'", f"some {many}", f"all {many}"):
            return None
        if not self.asking and not self.varies(np.nominal):
            with suppress(Unresolved):  # who annoys *them*, whom the sentence has not fixed
                self.there_are(np.nominal, many)
        return Det.EVERY

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
    if nominal.noun == "exception" and not adverbs:
        raise Unresolved("what it is an exception to is not said: write 'except'")


def _indefinite(np: NP) -> bool:
    return isinstance(np, Quantified) and np.det in {Det.A, Det.BARE, Det.SOME, Det.ANY}
