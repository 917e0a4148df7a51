"""How much happens: verbs with amounts, such as ``costs $40`` and ``has more books than Ann``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from sorites.solvers.logic.syntax import Eq, Fn, Formula, Term, Var

from ..grammar.tree import NP, Adjective, Be, Bounded, Det, Do, More, Name, Nominal, Number, Possessed, Quantified
from ..vocabulary import noun as noun_form
from ..vocabulary import verb
from ..vocabulary.classes import Scale
from ..vocabulary.measures import UNITS
from .boxes import Box
from .definites import Resolved
from .measures import MEASURES, bounded
from .noun_phrases import NounPhrases
from .predicates import camel
from .referents import Unresolved

MEASURING: Final = {"cost": "price", "weigh": "weight", "last": "length", "take": "length"}
"""Verbs that say how much of something their subject has."""
_MONEY: Final = frozenset({"dollar", "cent", "euro", "£", "pence", "yen", "franc", "rupee"})
_HAD: Final = _MONEY | {"point", "percent"}
_NUMERIC: Final = {
    Det.AT_LEAST: "≥", Det.AT_MOST: "≤", Det.EXACTLY: "=", Det.CARDINAL: "=", Det.BETWEEN: "≥", Det.A: "≥",
    Det.BARE: "≥", Det.SOME: "≥", Det.ANY: "≥", Det.NO: "=",
}  # fmt: skip
_MORE: Final = frozenset("high great big large much long old heavy expensive".split())
_LESS: Final = frozenset("low small little short young light cheap".split())
_LESS_OF: Final = {"more": "less", "less": "more", "no more": "no less"}
SPOKEN: Final = frozenset({"also", "too", "indeed", "as well", "anymore", "any more"})
"""Adverbs of speech: they say nothing of what is so, or that it was so before."""
_FIRST: Final = ("subject", "object", "recipient")
_TO_SOMEBODY: Final = frozenset({"pay", "give", "owe", "charge", "send", "lend"})
_WAYS_OF_TIME: Final = frozenset("within after before in since until by at on during around about".split())


class Quantities(NounPhrases):
    """What verbs say with amounts."""

    said: dict[Fn, tuple[object, ...]]

    def measured(self, verb_: Do, term: Term, box: Box) -> bool:
        """Say what a verb says with an amount; return whether it has one."""
        objects, roles = list(verb_.objects), list(verb_.roles)
        target = objects[-1] if objects else None
        if verb_.lemma == "have" and not verb_.passive and (had := _measure_had(target, verb_.roles)) is not None:
            if self.modal or verb_.adverbs:
                raise Unresolved("an amount with what stands by it has no form here")
            box.add(self.bounded(Fn(had[0], (term,)), _years(had[1], had[0])))
            return True
        way = ""
        if verb_.lemma == "have" and isinstance(target, Number) and not target.stuff and target.unit not in _HAD:
            if not target.unit or not target.value.isdigit() or target.upper:
                raise Unresolved(f"what there are {target.value} of is not said")
            det = {"≥": Det.AT_LEAST, "≤": Det.AT_MOST, ">": Det.AT_LEAST, "<": Det.AT_MOST, "=": Det.EXACTLY}
            shift = {">": 1, "<": -1}.get(target.bound, 0)
            counted = Quantified(
                det.get(target.bound, Det.CARDINAL), Nominal(target.unit, plural=True), int(target.value) + shift
            )
            self.event(replace(verb_, objects=(*objects[:-1], counted)), term, box)
            return True
        if (isinstance(target, Quantified) and target.det in _NUMERIC and self.tallied(target.nominal)) or isinstance(
            target, Number | More
        ):
            objects.pop()
        else:
            target = None
            for k, (prep, np) in enumerate(roles):
                if isinstance(np, Number):
                    target, way = np, prep
                    roles.pop(k)
                    break
        if target is None:
            return False
        if any(isinstance(np, Number | More) for np in (*objects, *(np for _, np in roles))):
            raise Unresolved("two amounts of one verb have no form here")
        self.amounts_to(replace(verb_, objects=tuple(objects), roles=tuple(roles)), term, box, target, way)
        return True

    def amounts_to(self, verb_: Do, term: Term, box: Box, target: NP, way: str) -> None:
        """Say how much it is that a verb says."""
        modal = self.modal
        stuff = ""
        match target:
            case Number(stuff=stuff, unit=unit):
                if not unit and verb_.lemma not in {"score", "number"}:
                    raise Unresolved(f"what there are {target.value} of is not said")
                if way and (way in _WAYS_OF_TIME or (way != "for" and UNITS.get(unit, UNITS["$"]).dimension == "time")):
                    raise Unresolved(f"the amount behind '{way}' has no form here")
            case More(_, _, Nominal("", (how,))) if how.lemma in {"early", "late"}:
                raise Unresolved("when something happens is compared by 'before' and 'after'")
            case More(_, _, Nominal("", (how,))):
                scale = self.scale(how.lemma)
                low = scale is not None and not scale.high
                stuff = f"how {scale.opposite if scale is not None and low else how.lemma}"
                target = replace(target, degree=_LESS_OF.get(target.degree, target.degree) if low else target.degree)
            case More(_, _, Nominal() as nominal):
                if nominal.adjectives or nominal.where or nominal.roles:
                    raise Unresolved("what is compared is more than a noun")
                stuff = nominal.noun if not nominal.plural else noun_form(nominal.noun, plural=True)
            case Quantified(_, nominal):
                stuff = noun_form(nominal.noun, plural=True)
        if not verb_.objects and not verb_.roles and not verb_.passive and verb_.lemma in MEASURING and not stuff:
            if modal or {*verb_.adverbs} - SPOKEN:
                raise Unresolved("an amount with what stands by it has no form here")
            self.compare_to(target, box, lambda t: Fn(MEASURING[verb_.lemma], (t,)), term)
            return
        adverbs = tuple(a for a in verb_.adverbs if a not in SPOKEN)
        words = " ".join(
            [*adverbs, modal, stuff or ("" if way else "amount"), verb(verb_.lemma.split()[0], "participle"),
             *verb_.lemma.split()[1:], way, *sorted(p for p, _ in verb_.roles if not (p == "by" and verb_.passive))]
        )  # fmt: skip
        name = camel(words, capital=False)
        slots = _slots(verb_, term)

        def go(k: int, found: tuple[tuple[str, Term], ...], inner: Box) -> None:
            if k < len(slots):
                role, np = slots[k]
                self.np(np, inner, lambda t, b: go(k + 1, (*found, (role, t)), b), role=role)
                return
            ordered = sorted(found, key=lambda f: (_FIRST.index(f[0]) if f[0] in _FIRST else len(_FIRST), f[0]))
            rest = tuple(t for r, t in ordered if t is not term or r not in {"subject", "object"})
            position = next(k for k, (r, t) in enumerate(ordered) if t is term)

            def of(subject: Term) -> Fn:
                return Fn(name, (*rest[:position], subject, *rest[position:]))

            self.compare_to(target, inner, of, term)

        go(0, (), box)
        self.happens_too(verb_, term, box, target, stuff)

    def happens_too(self, verb_: Do, term: Term, box: Box, target: NP, stuff: str) -> None:
        """Say what happens without its amount, where the amount implies it: who pays $5 pays."""
        if isinstance(target, More) and target.degree == "more" and target.nominal and not target.nominal.plural:
            mass: tuple[NP, ...] = (Name((stuff,), stuff),) if target.nominal.noun else ()
            self.event(replace(verb_, objects=(*verb_.objects, *mass)), term, box)
        if isinstance(target, Number) and target.bound in {"", "=", "≥", ">"}:
            thing: tuple[NP, ...] = (Name((stuff,), stuff),) if stuff else ()
            if verb_.lemma != "have" or thing:
                self.event(replace(verb_, objects=(*verb_.objects, *thing)), term, box)

    def compare_to(self, target: NP, box: Box, of: Callable[[Term], Fn], term: Term) -> None:
        """Say that a function of a subject is an amount, or more than that of another subject."""
        left = of(term)
        match target:
            case Number():
                # Who needs 5 years of experience has them with 7, too: a condition bounds from below.
                exact = left.name in {*MEASURING.values()} or not (self.licensed or self.asking) or target.bound
                if not exact:
                    target = self.at_least(target, target.unit)
                formula = self.bounded(left, target)
                if isinstance(formula, Eq) and not self.licensed and not self.asking and not isinstance(term, Var):
                    self.once(left, formula)
                box.add(formula)
            case Quantified(det, _, number):
                bound = _NUMERIC[det]
                amount = Number(
                    "0" if det is Det.NO else str(number), bound=bound, upper=str(target.upper) if target.upper else ""
                )
                if det is Det.CARDINAL and (self.licensed or self.asking):
                    amount = self.at_least(amount, target.nominal.noun)
                box.add(self.bounded(left, amount))
            case More(degree, than, nominal, amount):
                if isinstance(than, Quantified) and than.det is Det.BARE:
                    raise Unresolved("what is compared with is not said")
                than = self.beyond(than, term)
                if amount is not None and not amount.unit and nominal is None:
                    raise Unresolved("by how much of what is not said")
                self.np(than, box, lambda o, b: b.add(self.against(left, of(o), degree, amount)))

    def at_least(self, amount: Number, unit: str) -> Number:
        """Return an amount that bounds from below, unless exact numbers are meant."""
        exactly = self.ways.other("cardinal", f"'{amount.value} {unit}s'", "at least so much", "exactly so much")
        return amount if exactly else replace(amount, bound="≥")

    def once(self, left: Fn, formula: Formula) -> None:
        """Note an amount of something that happened.

        Raises:
            Unresolved: the text says another one of the same; which is of when is not said.
        """
        before = self.said.setdefault(left, (formula,))
        if before != (formula,):
            raise Unresolved("the text says two amounts of this; say what each is for")

    def measure_is(self, left: Term, verb_: Be, box: Box) -> None:
        """Say how great an age, a price, … is."""
        assert isinstance(left, Fn)
        if verb_.roles or verb_.adverbs or self.modal:
            raise Unresolved("an amount at a time or under a modal has no form here")

        def same(other: Term) -> Term:
            if not isinstance(other, Fn) or other.name != left.name:
                raise Unresolved("different measures are not compared")
            return other

        match verb_.what:
            case Number() as number:
                box.add(self.bounded(left, _years(number, left.name)))
            case Bounded(bound, body):
                self.np(body, box, lambda o, b: b.add(bounded(left, bound, same(o))))
            case Adjective(than=Number() as than) as one if one.lemma in _MORE | _LESS:
                bound = {"more": ">", "less": "<", "no more": "≤"}.get(one.degree, "=")
                if one.lemma in _LESS:
                    bound = {">": "<", "<": ">", "≤": "≥"}.get(bound, bound)
                box.add(self.bounded(left, replace(_years(than, left.name), bound=bound)))
            case Adjective(than=NP() as than) as one if one.lemma in _MORE | _LESS:
                scale = Scale("", one.lemma in _MORE)
                self.np(than, box, lambda o, b: b.add(self.against(left, same(o), one.degree, one.amount, scale)))
            case Quantified() | Possessed() as what:
                self.np(what, box, lambda o, b: b.add(Eq(left, same(o))))
            case _:
                raise Unresolved("what is said of an amount has no form here")

    def event(self, verb: Do, term: Term, box: Box) -> None:
        """Say what happens; see ``Events``."""
        raise NotImplementedError


def _slots(verb_: Do, term: Term) -> list[tuple[str, NP]]:
    """Return who takes part in what has an amount, with their roles."""
    slots: list[tuple[str, NP]] = [("object" if verb_.passive else "subject", Resolved(term))]
    if verb_.objects:
        slots.append(("recipient" if verb_.lemma in _TO_SOMEBODY else "object", verb_.objects[0]))
    return slots + [("subject" if p == "by" and verb_.passive else p, np) for p, np in verb_.roles]


def _measure_had(target: NP | None, roles: tuple[tuple[str, NP], ...]) -> tuple[str, Number] | None:
    """Return the measure that something has and how much it is: ``a length of 2 meters``."""
    match target, roles:
        case Quantified(Det.A | Det.BARE, Nominal(noun, (), False, (("of", Number() as number),), ())), ():
            return (MEASURES[noun], number) if noun in MEASURES else None
        case Name((noun,)), (("of", Number() as number),):
            return (MEASURES[noun], number) if noun in MEASURES else None
    return None


def _years(amount: Number, dimension: str) -> Number:
    return replace(amount, unit="year") if dimension == "age" and not amount.unit else amount
