"""What noun phrases say: names, pronouns, what is quantified, and several that are joined."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

from sorites.solvers.logic.syntax import And, Fn, Formula, Term, Var, Xor

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
from .boxes import Box, Entity, conjunction, deny, disjunction
from .definites import Resolved, Then
from .measures import measured
from .quantifiers import Quantifiers
from .referents import Unresolved, sort_of


class NounPhrases(Quantifiers):
    """Whom noun phrases mean, and what is said of them.

    Attributes:
        letters_name: whether the text has letters in facts alone: then they are names (*X is taller than Y*).
    """

    letters_name: bool = False

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
            case Quantified() | Possessed() if (measure := measured(np)) is not None:
                self.np(measure[1], box, lambda o, b: then(Fn(measure[0], (o,)), b))
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

    def point(self, point: Point) -> Term:
        """Return a point in time; see ``Rows``."""
        raise NotImplementedError

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
        if join is Join.OR and self.licensed and (nominals := self.kinds_of(parts)):
            self.either_kind(nominals, box, then, subject=subject)
            return
        formulas = []
        for part in parts:
            inner = Box(box)
            self.np(part, inner, then, subject=subject, det=det if isinstance(part, Quantified) else None)
            formulas.append(inner.formula())
        if join is Join.NOR:
            for one in formulas:
                box.add(deny(one))
        elif join is Join.BUT_NOT:
            box.add(formulas[0])
            for one in formulas[1:]:
                box.add(deny(one))
        else:
            box.add(self.alternatives(join, formulas))

    def kinds_of(self, parts: tuple[NP, ...]) -> list[Nominal]:
        """Return the nominals of indefinites, nothing if a part is something else: ``an animal or bird``."""
        found = []
        for part in parts:
            match part:
                case Quantified(Det.A | Det.SOME | Det.ANY | Det.BARE, nominal):
                    found.append(nominal)
                case Name((word,), shown) if shown.islower():
                    found.append(Nominal(word))
                case _:
                    return []
        return found

    def either_kind(self, nominals: list[Nominal], box: Box, then: Then, *, subject: bool) -> None:
        """Say something of one thing that is of one of several kinds."""
        variable = self.fresh()
        box.variables.append(variable)
        term = Var(variable)
        formulas = []
        for nominal in nominals:
            inner = Box(box)
            with self.setting(modal=""):
                self.nominal(nominal, term, inner)
            formulas.append(inner.formula())
        sorts = {sort_of(n) for n in nominals}
        shown = " or ".join(n.noun for n in nominals)
        sort = sorts.pop() if len(sorts) == 1 else "any"
        self.mention(Entity(term, nominals[-1].noun, sort, subject=subject, shown=shown), box)
        box.add(disjunction(formulas))
        then(term, box)

    def alternatives(self, join: Join, parts: list[Formula]) -> Formula:
        """Return a disjunction; whether ``either … or`` leaves both open is a choice."""
        if join is Join.EITHER:
            other = self.ways.other("either", "'either … or …'", "one of the two, not both", "one of the two, or both")
            join = Join.OR if other else Join.XOR
        if join is Join.XOR and len(parts) == 2:
            return Xor(parts[0], parts[1])
        if join is Join.XOR:
            pairs = [deny(And((a, b))) for a, b in itertools.combinations(parts, 2)]
            return conjunction([disjunction(parts), *pairs])
        return disjunction(parts)
