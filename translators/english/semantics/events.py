"""What happens: verbs with everybody in their roles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from sorites.solvers.logic.syntax import Atom, Cmp, Eq, Fn, Formula, Term
from sorites.solvers.logic.walkers import free_variables

from ..grammar.modifying import only_of_the_weather, what_of
from ..grammar.preference import flat
from ..grammar.sentence_tree import There
from ..grammar.tree import (
    NP,
    VP,
    Adjective,
    Be,
    Det,
    Do,
    Gap,
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
from ..vocabulary import verb as _third
from ..vocabulary.classes import ATTITUDES_TO_THINGS, DEFAULT_ADVERBS, DITRANSITIVES, FUNCTIONAL, RELATIONAL
from ..vocabulary.lists import listed, rows_of
from ..vocabulary.measures import WEEKDAYS
from .amounts import SPOKEN
from .boxes import Box, Entity, deny
from .definites import Resolved
from .noun_phrases import MEASURES, NounPhrases, numbered
from .referents import Unresolved, called, personal
from .senses import Kind, Sense

_UNREAL: Final = ATTITUDES_TO_THINGS | listed("UNREAL")
"""Verbs whose object need not exist: ``Ann prevented a fire``."""
_SEEKING: Final = frozenset((verb, prep) for prep, verbs in rows_of("SEEKING") for verb in verbs.split())
"""Verbs whose prepositional argument need not exist: ``Ann looks for a ghost``."""
_REMARKS: Final = listed("REMARKS")
"""Adverbs by which a speaker says what is thought of it: *luckily*, *really*."""
_MANNER: Final = listed("MANNER")
"""Adjectives that behind an object say how or when something is done, and not what comes of it."""
_PHASES: Final = frozenset("stop quit cease start begin resume".split())
"""Verbs that say that what is or was so will not be so, or was not."""
_LIKING: Final = frozenset("like love hate enjoy fear dislike adore admire detest prefer".split())
_DAYS: Final = frozenset("weekday weekend holiday workday morning evening night afternoon".split())


@dataclass(frozen=True, slots=True)
class Moment:
    """When a fact or a question says that something is so.

    Attributes:
        atom: what.
        tense: when.
        going: whether it is going on, by a progressive.
    """

    atom: Atom
    tense: Tense
    going: bool = False


class Events(NounPhrases):
    """What verbs say.

    Attributes:
        moments: when the facts and what is asked are said to be so.
        required: when conditions say that what they require is so.
        amounts_at: when amounts are said to be so.
        future_apart: whether what will be so is told apart from what is so.
        inner: whether what is read is part of a sentence.
        then: whether it is what holds under a condition.
    """

    moments: list[Moment]
    required: list[Moment]
    amounts_at: set[Tense]
    future_apart: bool = False
    inner: bool = False
    then: bool = False

    def event(self, verb: Do, term: Term, box: Box) -> None:
        """Say what happens, with everybody in their roles."""
        adverbs = self.adverbs(verb)
        self.timeless(verb)
        self.certain(verb)
        if self.measured(verb, term, box):
            self.amounts_at.add(verb.tense)
            return
        objects = list(verb.objects)
        complement = verb.complement
        if verb.lemma == "exist" and not (objects or verb.roles or adverbs or complement or self.modal):
            if isinstance(term, Fn) and term not in self.sentence.introduced:
                raise Unresolved("of what has a name, logic takes for granted that it exists")
            return  # the subject says it
        if verb.lemma == "have" and len(objects) == 1 and not verb.passive and self.has_one(objects[0], term, box):
            return
        if verb.lemma in _UNREAL and any(isinstance(o, Quantified) and o.det is Det.NO for o in verb.objects):
            raise Unresolved(f"write 'does not {verb.lemma} a …'")
        if verb.lemma in _UNREAL and objects and (words := _wanted(objects[-1])):
            complement = " ".join(w for w in (complement, words) if w)
            objects.pop()
        roles: list[tuple[str, NP]] = [("object" if verb.passive else "subject", Resolved(term))]
        if verb.passive and objects:
            roles[0] = ("recipient", Resolved(term))
        if len(objects) == 2:
            roles += [("recipient", objects[0]), ("object", objects[1])]
        elif objects:
            roles.append(("object", objects[0]))
        for prep, np in verb.roles:
            if (verb.lemma, prep) in _SEEKING and (words := _wanted(np)):
                complement = " ".join(w for w in (complement, prep, words) if w)
                continue
            if prep == "by" and verb.passive:
                roles.append(("subject", np))
            elif prep == "to" and verb.lemma in DITRANSITIVES and (objects or verb.passive) and len(objects) < 2:
                roles.append(("recipient", np))
            else:
                roles.append((prep, np))

        def go(k: int, found: tuple[tuple[str, Term], ...], inner: Box) -> None:
            if k == len(roles):
                atom = self.happens(verb, found, adverbs, complement)
                inner.add(atom)
                if not self.licensed and (not self.inner or (self.then and verb.tense is Tense.FUTURE)):
                    self.moments.append(Moment(atom, verb.tense, verb.progressive))
                return
            role, np = roles[k]
            every = role == "object" and (verb.lemma in _LIKING or (isinstance(np, Quantified) and np.nominal.where))
            det = self.all_of(np, verb.lemma) if every else None
            self.np(np, inner, lambda t, b: go(k + 1, (*found, (role, t)), b), role=role, det=det)
            if verb.lemma == "have" and role == "object" and not self.licensed and not self.inner:
                self.owned(term)

        go(0, (), box)
        if verb.said is not None and not self.licensed and not self.modal:
            fact = self.apart(verb.said, box)
            where = box if free_variables(fact) or self.here is None else self.here
            where.add(fact)

    def adverbs(self, verb: Do | Be) -> tuple[str, ...]:
        """Return the adverbs of a verb that say something.

        Raises:
            Unresolved: one makes a default of what is said, or is a remark on what is denied or supposed.
        """
        adverbs = tuple(a for a in verb.adverbs if a not in SPOKEN)
        default = next((a for a in adverbs if a in DEFAULT_ADVERBS), None)
        if default is not None:
            hint = "ask whether it is so of one" if self.asking else "begin the sentence with 'Normally,'"
            raise Unresolved(f"'{default}' stands within a sentence: {hint}")
        remark = next((a for a in adverbs if a in _REMARKS), "")
        if remark and self.licensed:
            raise Unresolved(f"'{remark}' may be a remark on it or be denied with it: leave it out")
        return adverbs

    @staticmethod
    def certain(verb: Do) -> None:
        """Make sure that it is certain what a verb says with what stands by it.

        Raises:
            Unresolved: it is not.
        """
        if verb.lemma == "do" and any(isinstance(np, Gap) for np in verb.objects):
            raise Unresolved("what is done is not said: write the verb")
        becomes = next((a for a in verb.adverbs if verb.objects and a not in _MANNER and flat(a)), "")
        if becomes:
            raise Unresolved(
                f"'{becomes}' may say how it is done or what comes of it: say each in a sentence of its own"
            )
        if "together" in verb.adverbs:
            raise Unresolved("'together' says of several what need not be so of each: say it of each, or of one thing")
        activity = verb.objects[-1] if verb.objects else None
        ing = isinstance(activity, Name) and activity.words[0].endswith("ing")
        if verb.lemma in _PHASES and (ing or verb.complement):
            raise Unresolved(f"when one did what one {_third(verb.lemma, 's')} to do is not said: say what holds now")
        for prep, np in verb.roles:
            if prep in {"on", "at", "in"} and isinstance(np, Quantified) and np.det is Det.BARE and _recurs(np.nominal):
                raise Unresolved(f"'{prep} …s' may mean each of them or some: write '{prep} every …'")

    def happens(self, verb: Do, found: tuple[tuple[str, Term], ...], adverbs: tuple[str, ...], complement: str) -> Atom:
        """Return the atom of a verb with its arguments, in the order of their roles."""
        main = [r for r in ("subject", "object", "recipient") if any(p == r for p, _ in found)]
        by_role = dict(numbered(found))
        rest = sorted(r for r in by_role if r not in main)
        roles = (*main, *rest)
        modal = "will" if self.later(verb.tense) else self.modal
        sense = Sense(Kind.VERB, verb.lemma, roles, tuple(sorted({*adverbs})), modal, complement)
        return self.vocabulary.atom(sense, tuple(by_role[r] for r in roles))

    def later(self, tense: Tense) -> bool:
        """Return whether a fact of the future is told apart from what is so."""
        stated = not self.modal and not self.licensed and (self.then or not self.inner)
        return self.future_apart and tense is Tense.FUTURE and stated

    def owned(self, owner: Term) -> None:
        """Note who has what was mentioned last."""
        if (
            self.sentence.entities
            and self.sentence.entities[-1].owner is None
            and self.sentence.entities[-1].term != owner
        ):
            self.sentence.entities[-1].owner = owner

    def has_one(self, np: NP, term: Term, box: Box) -> bool:
        """Say that somebody has what is somebody's by its noun: a brother.

        Returns:
            Whether that was said.
        """
        parts = np.parts if isinstance(np, Joined) else (np,)
        kin = [one for part in parts if (one := self.relational(part)) is not None]
        if len(kin) == len(parts):
            owner = ("'s", Resolved(term))
            made = tuple(replace(k, nominal=replace(k.nominal, roles=(owner, *k.nominal.roles))) for k in kin)
            self.np(Joined(np.join, made) if isinstance(np, Joined) else made[0], box, lambda t, b: None)
            return True
        return False

    def relational(self, np: NP) -> Quantified | None:
        """Return a noun phrase of a relational noun that somebody may have: ``a brother``."""
        if not isinstance(np, Quantified) or np.det is Det.THE or any(p == "of" for p, _ in np.nominal.roles):
            return None
        return np if RELATIONAL & {*np.nominal.noun.split()[-1:]} else None

    def participle(
        self, one: Adjective, term: Term, box: Box, adverbs: tuple[str, ...], roles: tuple[tuple[str, NP], ...]
    ) -> None:
        """Say of a term that something is done to it, or that it does it."""
        verb = Do(one.lemma, passive=one.participle == "object", roles=(*one.roles, *roles), adverbs=adverbs)
        with self.setting(inner=True):
            self.event(verb, term, box)

    def copula(self, verb: Be, term: Term, box: Box) -> None:
        """Say what, how or where something is."""
        adverbs = self.adverbs(verb)
        if self.later(verb.tense):
            with self.setting(modal="will", future_apart=False):
                self.copula(replace(verb, tense=Tense.PRESENT), term, box)
            return
        before = len(box.conditions)
        if isinstance(term, Fn) and term.args and term.name in MEASURES.values():
            if not isinstance(verb.what, Number) or verb.roles or adverbs or self.modal:
                raise Unresolved("what is said of an amount has no form here")
            years = term.name == "age" and not verb.what.unit
            box.add(self.bounded(term, replace(verb.what, unit="year") if years else verb.what))
            self.amounts_at.add(verb.tense)
            return
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
        said = [Moment(c, verb.tense) for c in box.conditions[before:] if isinstance(c, Atom)]
        if any(isinstance(c, Cmp | Eq) and isinstance(c.left, Fn) and c.left.args for c in box.conditions[before:]):
            self.amounts_at.add(verb.tense)
        if not self.inner and not self.licensed:
            self.moments += said
        elif self.licensed and not self.asking:
            self.required += said

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


def _recurs(nominal: Nominal) -> bool:
    """Return whether a noun is of days that come again: ``weekdays``, ``Mondays``."""
    return nominal.noun.lower() in WEEKDAYS or nominal.noun in _DAYS


def _wanted(np: NP) -> str:
    """Return what is wanted, in its own words, if it need not exist."""
    if isinstance(np, Quantified) and np.det in {Det.A, Det.BARE, Det.SOME, Det.ANY} and not np.nominal.where:
        nominal = np.nominal
        if all(isinstance(o, Name) for _, o in nominal.roles):
            rest = [f"{p} {o.shown.lower()}" for p, o in nominal.roles if isinstance(o, Name)]
            return " ".join(["a", *sorted(map(called, nominal.adjectives)), nominal.noun, *rest])
    return ""
