"""What, how or where something is, that there is something, and what is said of nothing: ``it rains``."""

from __future__ import annotations

from dataclasses import replace

from sorites.solvers.logic.syntax import Atom, Eq, Formula, Term, Var

from ..grammar.sentence_tree import There
from ..grammar.tree import (
    NP,
    VP,
    Adjective,
    Be,
    Det,
    Do,
    Joined,
    Name,
    Nominal,
    Not,
    Number,
    Of,
    Point,
    Possessed,
    Quantified,
    Tense,
)
from ..grammar.weather import only_of_the_weather, what_of
from ..vocabulary.classes import FUNCTIONAL, RELATIONAL
from .boxes import Box, Entity, deny
from .events import Events, Moment
from .quantities import SPOKEN
from .referents import Unresolved, personal
from .senses import Kind, Sense


class Copulas(Events):
    """What is said by *be*, and of nothing."""

    def copula(self, verb: Be, term: Term, box: Box) -> None:
        """Say what, how or where something is."""
        adverbs = self.adverbs(verb)
        if self.later(verb.tense):
            with self.setting(modal="will", future_apart=False):
                self.copula(replace(verb, tense=Tense.PRESENT), term, box)
            return
        before = len(box.conditions)
        if isinstance(verb.what, Point) or (isinstance(verb.what, tuple) and self.of_time(*verb.what)):
            raise Unresolved("when something is has no form here; say what happens then, by a verb")
        match verb.what:
            case Adjective() as one:
                self.adjective(one, term, box, adverbs=adverbs, roles=verb.roles)
            case (prep, np) if not (verb.roles or adverbs or self.modal):
                self.np(np, box, self.placed(prep, term), role=prep)
            case (prep, np):
                sense = Sense(Kind.PREPOSITION, prep, ("subject",), tuple(sorted(adverbs)), self.modal)
                self.with_roles(sense, term, ((prep, np), *verb.roles), box)
            case Number() as number:
                if verb.roles or adverbs or self.modal:
                    raise Unresolved("an amount with what stands by it has no form here")
                box.add(self.by_unit(term, number))
            case NP() as np:
                if verb.roles:
                    raise Unresolved("what stands behind the noun belongs to nothing")
                self.is_one(np, term, box, adverbs)
        if not self.inner and not self.licensed:
            self.moments += [Moment(c, verb.tense) for c in box.conditions[before:] if isinstance(c, Atom)]

    def is_one(self, np: NP, term: Term, box: Box, adverbs: tuple[str, ...]) -> None:
        """Say what something is: of a kind, or the same as something."""
        match np:
            case Quantified(Det.ANY | Det.EVERY | Det.SOME, Nominal("thing" | "somebody", (), where=())):
                raise Unresolved("what it is is not said")
            case Quantified(Det.EVERY):
                raise Unresolved("one thing can't be all of several")
            case Quantified(Det.A | Det.BARE | Det.SOME | Det.ANY, nominal):
                self.nominal(nominal, term, box, adverbs=adverbs)
            case Quantified(Det.NO, nominal):
                box.add(deny(self.told(box, lambda b: self.nominal(nominal, term, b, adverbs=adverbs))))
            case Quantified(Det.THE, nominal, only=True):
                if nominal.plural:  # of which each one is not the only one
                    raise Unresolved("'the only …' is said of each: write 'Only … and … are …'")
                self.nominal(nominal, term, box, adverbs=adverbs)
                variable = self.fresh()
                alike = Box(box)
                alike.variables.append(variable)
                self.nominal(nominal, Var(variable), alike)
                box.add(alike.implies(Eq(Var(variable), term)))
            case Quantified(Det.THE, nominal) if nominal.plural:
                self.nominal(nominal, term, box, adverbs=adverbs)
            case Quantified(Det.CARDINAL, _):
                raise Unresolved("a number of things can't be what one thing is")
            case Possessed(owner, nominal) if self.relation(nominal, term):
                whole = replace(nominal, roles=(("'s", owner), *nominal.roles))
                self.nominal(whole, term, box, adverbs=adverbs)
            case Of(Det.A, group, _):
                self.nominal(replace(self.members(group), plural=False), term, box, adverbs=adverbs)
            case Name(words, shown, "") if shown.islower() and "the" not in words:
                stuff = self.vocabulary.known.get(words)
                if stuff not in {None, term}:
                    raise Unresolved(f"'is {shown}' may mean that it is made of it; write 'is made of {shown}'")
                box.add(self.noun(" ".join(words), term, adverbs) if stuff is None else Eq(term, term))
            case Joined(join, parts):
                box.add(self.either_of(join, parts, box, lambda part, b: self.is_one(part, term, b, adverbs)))
            case _:
                self.np(np, box, lambda other, b: b.add(Eq(term, other)))

    def relation(self, nominal: Nominal, term: Term) -> bool:
        """Return whether ``is Ann's …`` says a relation that several may have, and no identity."""
        head = nominal.noun.split()[-1] if nominal.noun else ""
        if nominal.plural or (head in RELATIONAL and head not in FUNCTIONAL):
            return True
        if head in FUNCTIONAL or any(e.term == term and e.noun for s in self.sentences for e in s.entities):
            return False
        return self.ways.other(
            "one", f"'is … {nominal.noun}'", f"the one {nominal.noun}", f"one {nominal.noun} of several"
        )

    def there(self, s: There, box: Box) -> None:
        """Say that there is something."""

        def where(term: Term, reach: Box) -> None:
            for prep, np in s.where:
                self.np(np, reach, self.placed(prep, term), role=prep)

        before = len(box.conditions)
        if s.negated or (isinstance(s.what, Quantified) and s.what.det is Det.NO):
            what = replace(s.what, det=Det.SOME) if isinstance(s.what, Quantified) and not s.negated else s.what
            self.denied(box, lambda reach: self.np(what, reach, where))
            return
        self.np(s.what, box, where)
        if not self.inner and not self.licensed:
            self.moments += [Moment(c, s.tense) for c in box.conditions[before:] if isinstance(c, Atom)]

    def spoken_of(self, verb: VP, box: Box) -> bool:
        """Return whether *it* in *it is cold* is something that was the subject before, and not the weather."""
        if only_of_the_weather(verb):
            return False
        if any(map(self.may_be_it, self.around(box))):
            return True
        before = next((s.entities for s in reversed(self.sentences[:-1]) if s.entities), [])
        for entity in [e for e in before if self.may_be_it(e)][:1]:
            return not self.ways.other("weather", "'it'", f"'{entity.shown}'", "the weather or the hour")
        return False

    def may_be_it(self, entity: Entity) -> bool:
        """Return whether *it* may be something that was a subject before."""
        if not entity.subject or not self.fits("it", entity) or not self.certainly("it", entity):
            return False
        return bool(entity.noun) or entity.sort == "thing" or not any(map(personal, self.nouns(entity)))

    def weather(self, verb: VP, box: Box) -> Formula:
        """Return a statement about nothing, such as that it rains."""
        match verb:
            case Not(body):
                return deny(self.weather(body, box))
            case Do() | Be():
                kind, word = Kind.VERB if isinstance(verb, Do) else Kind.ADJECTIVE, what_of(verb)
            case _:
                raise Unresolved("this is said of nothing: write it of one thing at a time")
        where: list[Term] = []
        for prep, place in verb.roles:
            if not isinstance(place, Name):
                raise Unresolved(f"write the name of what stands behind '{prep}' where 'it' stands for nothing")
            where.append(self.name(place, box, subject=False, role=prep))
        adverbs = tuple(sorted({*verb.adverbs} - SPOKEN))
        sense = Sense(kind, word, tuple(prep for prep, _ in verb.roles), adverbs, self.modal)
        return self.vocabulary.atom(sense, tuple(where))
