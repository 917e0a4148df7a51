"""When things happen: before and after each other, and at points in time.

The time of an event is a function of those who take part in it, such as ``timeOfArriving(ann)``: of what a text tells
once. It may be so again, so a question for a time is answered by *no* only if it was never so. All times of a text
are on one scale: dates, or times of day, or days of a week; what is on another is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Final

from sorites.solvers.logic.syntax import Cmp, Eq, Fn, Formula, Num, Relation, Term, Var

from ..grammar.sentence_tree import Clause
from ..grammar.times import named_point
from ..grammar.tree import (
    NP,
    Adjective,
    Be,
    Det,
    Do,
    Joined,
    Name,
    Nominal,
    Number,
    Offset,
    Point,
    Possessed,
    Pronoun,
    Quantified,
    S,
)
from ..vocabulary import verb as verb_form
from ..vocabulary.classes import PERSON_NOUNS
from ..vocabulary.measures import UNITS
from ..vocabulary.numerals import ORDINALS
from .amounts import literal
from .boxes import Box, conjunction, deny, disjunction
from .definites import Resolved
from .predicates import camel
from .quantities import Quantities
from .referents import Unresolved, sort_of

_ORDER: Final = frozenset({"before", "after"})
_ANY: Final = frozenset({"before", "after", "by", "in", "on", "at", "within"})
EVENTS: Final = frozenset(
    "meeting lunch dinner breakfast supper war battle party game match race lesson class concert exam test show film "
    "movie play trip journey tour wedding conference ceremony accident election storm sunset sunrise break deadline "
    "purchase delivery interview holiday christmas easter funeral birth death marriage divorce crash call speech talk "
    "lecture seminar course training semester term school work season flood fire earthquake attack strike visit "
    "arrival departure opening closing launch event incident payment order expiry graduation retirement surgery "
    "treatment noon midnight dawn dusk night day morning evening afternoon summer winter spring autumn weekend rain "
    "festival".split()
)
"""Nouns of what happens: *after the meeting* speaks of its time."""
_ONCE: Final = frozenset("bear die found invent discover kill murder destroy abolish".split())
"""Verbs of what happens once: who was born in 1980 was not born in 1990, too."""
_NOTHING_BETWEEN: Final = frozenset({"immediately", "directly"})
PLACES: Final = {
    **{f"{way}left of": ("placeFromTheLeft", "<") for way in ("", "to the ", "on the ")},
    **{f"{way}right of": ("placeFromTheLeft", ">") for way in ("", "to the ", "on the ")},
    **{f"{way}north of": ("wayNorth", ">") for way in ("", "to the ")},
    **{f"{way}south of": ("wayNorth", "<") for way in ("", "to the ")},
    **{f"{way}east of": ("wayEast", ">") for way in ("", "to the ")},
    **{f"{way}west of": ("wayEast", "<") for way in ("", "to the ")},
}  # fmt: skip
"""Prepositions that put things in a row, with the place in it."""
_NO_TIME: Final = {
    "after": frozenset("look ask inquire chase name run take go hunt".split()),
    "before": frozenset("appear stand kneel bow sit lie testify".split()),
}
"""Verbs with which a preposition says no time, but whom one looks after and before whom one kneels."""
_CLOSELY: Final = frozenset("immediately directly right shortly just soon".split())


class Times(Quantities):
    """What is said of times.

    Attributes:
        clock: the scale of the times of this text.
    """

    clock: str = ""

    def timed(self, verb: Do, term: Term, box: Box) -> bool:
        """Say what happens before, after or at a time; return whether a time is said."""
        found = [(p, np) for p, np in verb.roles if self.is_time(p, np)]
        found = [(p, np) for p, np in found if isinstance(np, Point | Offset) or verb.lemma not in _NO_TIME.get(p, ())]
        if not found:
            return False
        if len(found) > 1:
            raise Unresolved("two times of one verb have no form here")
        prep, np = found[0]
        rest = tuple((p, o) for p, o in verb.roles if (p, o) != found[0])
        close = tuple(a for a in verb.adverbs if a in _CLOSELY)
        plain = replace(verb, roles=rest, adverbs=tuple(a for a in verb.adverbs if a not in _CLOSELY))
        if verb.complement or verb.said is not None:
            raise Unresolved("the time of what is said has no form here")
        if close and (prep not in _ORDER or isinstance(np, Offset | Point)):
            raise Unresolved(f"'{close[0]}' has no form here")
        self.event(plain, term, box)
        self.with_time(plain, term, box, lambda t, b: self.placed_in_time(t, plain, term, prep, np, b, close))
        return True

    def is_time(self, prep: str, np: NP) -> bool:
        """Return whether a role says when something happens."""
        if isinstance(np, Point | Offset) or (prep in _ORDER and not isinstance(np, Number)):
            return True
        if isinstance(np, Number):
            return prep in {"within", "after"} and np.unit in UNITS and UNITS[np.unit].dimension in {"time", "months"}
        return prep in _ANY and isinstance(np, Name) and self.ordered() and named_point(np.words) is not None

    def ordered(self) -> bool:
        """Return whether the text puts times in an order."""
        return any(self.says(w + r"\b") for w in ("before", "after", "by", "earlier", "later"))

    def with_time(self, verb: Do, term: Term, box: Box, then: Callable[[Fn, Box], None]) -> None:
        """Find those who take part in an event, and then say something of its time."""
        roles: list[tuple[str, NP]] = [("object" if verb.passive else "subject", Resolved(term))]
        if len(verb.objects) == 2:
            roles += [("recipient", verb.objects[0]), ("object", verb.objects[1])]
        elif verb.objects:
            roles.append(("object", verb.objects[0]))
        roles += [("subject" if p == "by" and verb.passive else p, np) for p, np in verb.roles]
        if any(not _settled(np) for _, np in roles):
            raise Unresolved("write the name of what takes part in it, to say when it happens")
        terms: dict[str, Term] = {}
        for role, np in roles:
            self.np(np, box, lambda t, b, r=role: terms.__setitem__(r, t), role=role)  # type: ignore[misc]
        first, *particle = verb.lemma.split()
        ing = "being " + verb_form(first, "participle") if "subject" not in terms else verb_form(first, "ing")
        others = sorted(r for r in terms if r not in {"subject", "object", "recipient"})
        order = [r for r in ("subject", "object", "recipient", *others) if r in terms]
        name = camel(" ".join(["time of", self.modal, ing, *particle, *others]), capital=False)
        then(Fn(name, tuple(terms[r] for r in order)), box)

    def placed_in_time(
        self, time: Fn, verb: Do, term: Term, prep: str, np: NP, box: Box, close: tuple[str, ...]
    ) -> None:
        """Say that a time is before, after or at another one."""
        if isinstance(np, Name) and (point := named_point(np.words)) is not None:
            np = point
        match np:
            case Point(words=words):
                self.once_in_time(
                    time, self.or_again(self.at_point(time, prep, np), verb, term, f"{prep} {words}", box), box
                )
            case Number(value, unit):
                delay = Fn(time.name.replace("time", "delay", 1), time.args)
                said = self.bounded(delay, replace(np, bound="≤" if prep == "within" else ">"))
                box.add(self.or_again(said, verb, term, f"{prep} {value} {unit}", box))
            case Offset(amount, other):
                self.reference_time(
                    verb, term, other, box, lambda o, b: b.add(self.apart_by(time, o, prep, amount)), time
                )
            case _:
                if close and close[0] not in _NOTHING_BETWEEN:
                    raise Unresolved(f"how soon '{close[0]}' is, is not said")

                def order(other: Term, inner: Box) -> None:
                    first, then = (time, other) if prep == "before" else (other, time)
                    inner.add(Cmp("<", first, then))
                    if close:
                        self.nobody_between(verb, term, time, first, then, inner)

                self.reference_time(verb, term, np, box, order, time)

    def or_again(self, formula: Formula, verb: Do, term: Term, when: str, box: Box) -> Formula:
        """Return when something was; where that is asked, or a condition or denied, it may have been so again then."""
        if not (self.asking or self.downward) or verb.lemma in _ONCE:
            return formula
        again = Box(box)
        self.event(replace(verb, adverbs=(*verb.adverbs, "again", when)), term, again)
        return disjunction([formula, again.formula()])

    def nobody_between(self, verb: Do, term: Term, time: Fn, first: Term, then: Term, box: Box) -> None:
        """Say that nobody does the same between two times."""
        if not isinstance(then, Fn) or not isinstance(first, Fn) or first.name != then.name:
            raise Unresolved("'immediately' leaves open what may lie between")
        reach = Box(box)
        variable = self.fresh()
        reach.variables.append(variable)
        with self.under(inner=True):
            self.event(verb, Var(variable), reach)
        other = Fn(time.name, tuple(Var(variable) if a == term else a for a in time.args))
        box.add(reach.implies(deny(conjunction([Cmp("<", first, other), Cmp("<", other, then)]))))

    def clauses_in_order(self, earlier: S, later: S, box: Box) -> None:
        """Say that one thing happens before another one: ``Ann left before Bob arrived``."""
        times: list[Term] = []
        for part in (earlier, later):
            match part:
                case Clause(subject, Do() as verb) if _settled(subject) and not any(
                    self.is_time(p, np) for p, np in verb.roles
                ):

                    def say(term: Term, inner: Box, verb: Do = verb) -> None:
                        self.subjects.append(term)
                        self.event(verb, term, inner)
                        self.with_time(verb, term, inner, lambda t, b: times.append(t))
                        self.subjects.pop()

                    self.np(subject, box, say, subject=True)
                case _:
                    raise Unresolved("what happens before what is not said by verbs with names")
        box.add(Cmp("<", *times))

    def reference_time(self, verb: Do, term: Term, np: NP, box: Box, then: Callable[[Fn, Box], None], time: Fn) -> None:
        """Find the time with which one is compared: of a thing that happens, or of another's doing the same."""
        match np:
            case Joined():
                raise Unresolved("write one sentence for each time")
            case Name(words, shown) if shown.islower() and words[-1] not in EVENTS and not np.noun:
                raise Unresolved(f"when '{shown}' happens is not said")
            case Name(words, shown) if not shown.islower() and words[-1] not in EVENTS:
                pass
            case Pronoun("it" | "this" | "that"):
                raise Unresolved("when that happens is not said; write the noun")
            case Pronoun():
                pass
            case Quantified(_, nominal) | Possessed(_, nominal) if self.person(nominal.noun):
                if isinstance(np, Quantified) and np.det not in {Det.THE, Det.EVERY, Det.A, Det.SOME}:
                    raise Unresolved("write the name of whose time is meant")
            case Quantified(Det.THE, nominal) | Possessed(_, nominal) if nominal.noun.split()[-1:] and (
                nominal.noun.split()[-1] in EVENTS
            ):
                self.np(np, box, lambda o, b: then(Fn("time", (o,)), b))
                return
            case Name(words) if words[-1] in EVENTS:
                self.np(np, box, lambda o, b: then(Fn("time", (o,)), b))
                return
            case _:
                raise Unresolved("when that happens is not said; write a sentence with a verb")

        def also(other: Term, inner: Box) -> None:
            self.event(verb, other, inner)
            args = tuple(other if a == term else a for a in time.args)
            then(Fn(time.name, args), inner)

        self.np(np, box, also)

    def person(self, noun: str) -> bool:
        """Return whether a noun is one of persons."""
        return noun in PERSON_NOUNS or sort_of(Nominal(noun)) == "person"

    def scale_is(self, scale: str) -> None:
        """Note the scale of a time.

        Raises:
            Unresolved: the text has times on another one.
        """
        if self.clock and self.clock != scale:
            raise Unresolved(f"the text has times that are not compared: {self.clock} and {scale}")
        self.clock = scale

    def at_point(self, time: Term, prep: str, point: Point) -> Formula:
        """Return that a time is at a point, or before or after it."""
        self.scale_is(point.scale)
        start, end = Num(point.start), Num(point.end)
        instant = point.start == point.end
        match prep:
            case "before":
                return Cmp("<", time, start)
            case "after":
                return Cmp(">", time, end) if instant else Cmp("≥", time, end)
            case "by":
                return Cmp("≤", time, end) if instant else Cmp("<", time, end)
            case "at" | "on" | "in" | "":
                return Eq(time, start) if instant else conjunction([Cmp("≥", time, start), Cmp("<", time, end)])
        raise Unresolved(f"'{prep}' before '{point.words}' has no form here")

    def apart_by(self, time: Fn, other: Term, prep: str, amount: Number) -> Formula:
        """Return that a time is so long after another one, or before it."""
        unit = UNITS.get(amount.unit)
        if unit is None or unit.dimension != "time":
            raise Unresolved(f"{amount.unit}s are not added to a time")
        scale = self.clock or ("time of day" if unit.factor < 86400 else "date")
        self.scale_is(scale)
        per = Decimal(60 if scale == "time of day" else 86400)
        by = literal(Decimal(str(unit.factor)) * Decimal(amount.value) / per)
        then = Fn("+" if prep == "after" else "-", (other, by))
        bound = amount.bound
        if bound not in {"≥", "≤", ">", "<"}:
            return Eq(time, then)
        if amount.upper:
            raise Unresolved("a span between two times has no form here")
        flipped = {"≥": "≤", "≤": "≥", ">": "<", "<": ">"}
        sign = bound if prep == "after" else flipped[bound]
        order = Cmp(">" if prep == "after" else "<", time, other)
        match sign:
            case "≥":
                return conjunction([Cmp("≥", time, then), order])
            case "≤":
                return conjunction([Cmp("≤", time, then), order])
            case ">":
                return conjunction([Cmp(">", time, then), order])
        return conjunction([Cmp("<", time, then), order])

    def once_in_time(self, time: Fn, formula: Formula, box: Box) -> None:
        """Say when something is; a second time of the same is refused."""
        if not self.licensed and not self.asking:
            self.once(time, formula)
        box.add(formula)

    def thing_in_time(self, verb: Be, term: Term, box: Box) -> bool:
        """Say when a thing happens: ``the meeting is on 3 May``, ``after lunch``; return whether it was said."""
        what, prep = verb.what, ""
        if isinstance(what, tuple):
            prep, what = what
        if not isinstance(what, Point | Offset) and not (
            prep in _ORDER and isinstance(what, Quantified | Possessed | Name)
        ):
            return False
        time = Fn("time", (term,))
        if isinstance(what, Point):
            if verb.roles or verb.adverbs or self.modal:
                raise Unresolved("a time with what stands by it has no form here")
            self.once_in_time(time, self.at_point(time, prep, what), box)
            return True
        if isinstance(what, Offset):
            raise Unresolved("write 'happens' for 'is'")
        if verb.roles or verb.adverbs or self.modal:
            return False
        sign = "<" if prep == "before" else ">"
        self.np(what, box, lambda o, b: b.add(Cmp("<" if sign == "<" else ">", time, Fn("time", (o,)))))
        return True

    def ranked_from(self, one: Adjective, roles: tuple[tuple[str, NP], ...], term: Term, box: Box) -> bool:
        """Say which place something has: ``second from the left``; return whether that was said."""
        if one.lemma not in ORDINALS or not any(p == "from" for p, _ in roles):
            return False
        match roles:
            case (("from", Quantified(Det.THE, Nominal(("left" | "right") as side, (), False, (), ()))),):
                pass
            case _:
                raise Unresolved(f"what '{one.lemma}' counts is not said")
        if self.modal or one.adverbs:
            raise Unresolved("a place in a row with what stands by it has no form here")
        place = ORDINALS[one.lemma] * (1 if side == "left" else -1)
        if self.dimension_of.setdefault("placeFromTheLeft", side) != side:
            raise Unresolved("places from the left and from the right are not compared")
        box.add(Eq(Fn("placeFromTheLeft", (term,)), Num(place)))
        return True

    def in_row(self, prep: str, np: NP, term: Term, box: Box) -> bool:
        """Say which of two things is further left, north, …; return whether that is what a preposition says."""
        if prep not in PLACES or self.modal:
            return False
        place, sign = PLACES[prep]
        signs: dict[str, Relation] = {"<": "<", ">": ">"}
        self.np(np, box, lambda o, b: b.add(Cmp(signs[sign], Fn(place, (term,)), Fn(place, (o,)))))
        return True


def _settled(np: NP) -> bool:
    """Return whether it is fixed who takes part in an event."""
    match np:
        case Resolved() | Name() | Pronoun():
            return True
        case Quantified(Det.THE, nominal):
            return not nominal.plural
        case Possessed(_, nominal):
            return not nominal.plural
    return False
