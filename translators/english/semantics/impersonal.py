"""What is said of nobody: that it rains, and what there is."""

from __future__ import annotations

from dataclasses import replace

from sorites.solvers.logic.syntax import Atom, Formula, Term, Truth

from ..grammar.sentence_tree import There
from ..grammar.tree import VP, Be, Det, Do, Join, Modal, Name, Not, Quantified, Verbs
from ..grammar.weather import only_of_the_weather
from .boxes import Box, Entity, conjunction, deny
from .copulas import Copulas
from .events import Moment
from .quantities import SPOKEN
from .referents import Unresolved, personal
from .senses import Kind, Sense


class Impersonal(Copulas):
    """What is said by *it* and *there*."""

    def there(self, s: There, box: Box) -> None:
        """Say that there is something."""
        inner = Box(box) if s.negated else box

        def where(term: Term, reach: Box) -> None:
            for prep, np in s.where:
                self.np(np, reach, self.placed(prep, term), role=prep)
            if (
                not s.where
                and not reach.conditions
                and reach.parent is not None
                and isinstance(s.what, Quantified)
                and s.what.det is Det.NO
            ):
                reach.add(Truth(True))

        before = len(box.conditions)
        if isinstance(s.what, Quantified) and s.what.det is Det.NO:
            reach = Box(box)
            with self.under():
                self.np(replace(s.what, det=Det.SOME), reach, where)
            box.add(deny(reach.formula()))
            return
        if s.negated:
            with self.under():
                self.np(s.what, inner, where)
            box.add(deny(inner.formula()))
        else:
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
            case Modal(modal, body):
                with self.setting(modal=modal):
                    return self.weather(body, box)
            case Verbs(join, parts):
                made = [self.weather(p, box) for p in parts]
                if join is Join.AND:
                    return conjunction(made)
                return self.alternatives(join, made)
            case Do():
                kind, word = Kind.VERB, verb.lemma
            case Be(what):
                word = (
                    getattr(what, "lemma", "")
                    or " ".join(getattr(what, "words", ()))
                    or getattr(getattr(what, "nominal", None), "noun", "")
                )
                kind = Kind.ADJECTIVE
            case _:
                raise Unresolved("this is said of nothing")
        where: list[Term] = []
        for prep, place in verb.roles:
            if not isinstance(place, Name):
                raise Unresolved(f"write the name of what stands behind '{prep}' where 'it' stands for nothing")
            where.append(self.name(place, box, subject=False, role=prep))
        adverbs = tuple(sorted({*verb.adverbs} - SPOKEN))
        sense = Sense(kind, word, tuple(prep for prep, _ in verb.roles), adverbs, self.modal)
        return self.vocabulary.atom(sense, tuple(where))
