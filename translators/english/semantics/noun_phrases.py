"""What noun phrases say: names, pronouns, how many of a kind, and several that are joined."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from sorites.solvers.logic.syntax import Eq, Fn, Formula, Not, Term, Truth, Var, Xor

from ..grammar.tree import (
    NP,
    Det,
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
from ..vocabulary.words import noun
from .boxes import Box, Entity, conjunction, deny, disjunction
from .definites import Resolved, Then
from .nominals import KINDS, Nominals
from .referents import Unresolved

MAX_COUNT: Final = 8


class NounPhrases(Nominals):
    """Whom noun phrases mean, of how many of them something is said, and what.

    Attributes:
        interrogative: whether the sentence is a question by its words.
        letters_name: whether the text has letters in facts alone: then they are names (*X is taller than Y*).
    """

    interrogative: bool = False
    letters_name: bool = False

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
        """Say something of everything that is described, and the opposite of who is left out by name."""
        self.universal(np.nominal, box, then, subject=subject, excepting=np.excepting)
        if isinstance(np.excepting, Name):
            self.np(np.excepting, box, other)

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
            case Name((word,), shown) if shown.islower() and (self.licensed or not subject) and self.counts(word):
                self.quantified(Quantified(Det.A, Nominal(word)), Det.A, box, then, subject=subject)
            case Name():
                term = self.name(np, box, subject=subject, role=role)
                if np.noun:
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
