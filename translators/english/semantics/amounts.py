"""How much: amounts with their units, and what has more of something than another thing.

How much of something a thing has is a function of it, such as ``age(tom)``; units of one dimension are converted
into each other, and amounts of different dimensions are never compared.
"""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from typing import Final

from sorites.solvers.logic.syntax import Cmp, Eq, Fn, Formula, Num, Relation, Term, Var

from ..grammar.tree import NP, Adjective, Do, Name, Number, Point
from ..vocabulary import verb
from ..vocabulary.classes import DIMENSIONS, OTHER_SCALES, Scale
from ..vocabulary.measures import UNITS, Unit
from .boxes import Box
from .definites import Definites
from .predicates import camel
from .referents import Unresolved

_APART: Final = frozenset({"friendliness"})
"""Dimensions whose adjectives are no synonyms: who is kinder need not be nicer."""
_SIGNS: Final[dict[str, Relation]] = {"≥": "≥", "≤": "≤", ">": ">", "<": "<"}
_TURNED: Final = {"≥": "≤", "≤": "≥", ">": "<", "<": ">"}
_BY_UNIT: Final = {one: one for one in ("price", "weight", "volume", "area", "temperature", "speed")} | {
    "angle or temperature": "temperature", "time": "length",
}  # fmt: skip
"""What is said by the unit alone: a thing of 5 kg has a weight."""
MEASURING: Final = {"cost": "price", "weigh": "weight", "last": "length", "take": "length"}
"""Verbs that say how much of something their subject has."""
SPOKEN: Final = frozenset({"also", "too", "indeed", "as well", "anymore", "any more"})
"""Adverbs of speech: they say nothing of what is so, or that it was so before."""
_HALVES: Final = frozenset("am pm a.m. p.m. noon midday".split())
"""Words that are in the number of an hour."""
_ORDER: Final = frozenset({"before", "after", "until", "till", "since"})
_NO_TIME: Final = {
    "after": frozenset("look ask inquire chase name run take go hunt".split()),
    "before": frozenset("appear stand kneel bow sit lie testify".split()),
}
"""Verbs with which a preposition says no time, but whom one looks after and before whom one kneels."""


class Amounts(Definites):
    """How much of something things have.

    Attributes:
        text: the text in small letters, whose words tell which scale is meant.
        dimension_of: the dimension of the units in which a function is measured.
        clock: the scale of the times of this text.
    """

    text: str = ""
    dimension_of: dict[str, str]
    clock: str = ""

    def says(self, word: str) -> bool:
        """Return whether the text has a word, or one that begins so."""
        return re.search(rf"\b{word}", self.text) is not None

    def base_unit(self, dimension: str) -> Unit:
        """Return the unit that amounts of a dimension are written in: the text's own, if it has only one."""
        words = re.findall(r"(?<=\d)\s?[^\W\d_]\b|[^\W\d_]{2,}|[$€£%]", self.text)
        here = [UNITS[w.strip()] for w in words if w.strip() in UNITS]
        found = {unit.name for unit in here if unit.dimension == dimension}
        if dimension == "months" and not found:
            found.add("year")
        names = found or {next(u.name for u in UNITS.values() if u.dimension == dimension)}
        if len(names) == 1:
            return UNITS[next(iter(names))]
        return min((UNITS[n] for n in names), key=lambda u: u.factor)

    def value(self, amount: Number, function: str, measured: tuple[str, ...] = ()) -> Decimal:
        """Return an amount as a number of the base unit of what it measures.

        Raises:
            Unresolved: the function is measured in units of another dimension.
        """
        number, factor, dimension = Decimal(amount.value), Decimal(1), str(amount.unit)
        if amount.unit:
            unit = UNITS[amount.unit]
            dimension, base = unit.dimension, self.base_unit(unit.dimension)
            factor = Decimal(str(unit.factor)) / Decimal(str(base.factor))
            if factor * Decimal(str(base.factor)) != Decimal(str(unit.factor)):
                raise Unresolved(f"{unit.name} and {base.name} are converted into each other by no exact number")
        if measured and dimension not in measured:
            raise Unresolved(f"the {function} of something is not measured in {amount.unit or 'plain number'}s")
        known = self.dimension_of.setdefault(function, dimension)
        if known != dimension:
            raise Unresolved(
                f"the text measures this in units that are not compared: {known or 'none'} and {dimension or 'none'}"
            )
        return number * factor

    def bounded(self, left: Term, amount: Number, *, measured: tuple[str, ...] = (), turned: bool = False) -> Formula:
        """Return that a function has an amount, or one within its bounds."""
        name = left.name if isinstance(left, Fn) else ""
        right = literal(self.value(amount, name, measured))
        bound = _TURNED.get(amount.bound, amount.bound) if turned else amount.bound
        return Cmp(_SIGNS[bound], left, right) if bound in _SIGNS else Eq(left, right)

    def scale(self, lemma: str) -> Scale | None:
        """Return the scale of an adjective; which of two, the text's other words tell."""
        scale, other = DIMENSIONS.get(lemma), OTHER_SCALES.get(lemma)
        if scale is not None and other is not None and lemma == "short":
            if self.says("tall") or not (self.says("long") or self.says("last")):
                return scale
            return other
        if scale is None and other is not None:
            return other if lemma in {"high", "low"} else None
        return scale if scale is None or scale.dimension not in _APART else None

    def degree(self, lemma: str, term: Term) -> Term:
        """Return how much of something a thing has: ``height(tom)``."""
        scale = self.scale(lemma)
        return Fn(camel(scale.dimension if scale is not None else f"degree of {lemma}", capital=False), (term,))

    def sized(self, one: Adjective, term: Term) -> Formula:
        """Return that something is ``30 years old``."""
        assert one.amount is not None
        amount = one.amount
        scale = self.scale(one.lemma)
        if scale is None or not scale.measured or not scale.high:
            raise Unresolved(f"'{one.lemma}' is not measured in {amount.unit}s")
        return self.bounded(self.degree(one.lemma, term), amount, measured=scale.measured)

    def by_unit(self, term: Term, amount: Number) -> Formula:
        """Return that a thing has an amount of what its unit measures: a box of 20 kg, an order over $50.

        Raises:
            Unresolved: the unit does not tell what is measured.
        """
        if not amount.unit:
            if not self.aged_one(term) or self.says(r"number of\b"):
                raise Unresolved("what is measured is not said; write 'is 30 years old' or 'costs $40'")
            amount = replace(amount, unit="year")
        if amount.unit == "year":
            return self.bounded(Fn("age", (term,)), amount)
        dimension = UNITS[amount.unit].dimension if amount.unit in UNITS else amount.unit
        name = _BY_UNIT.get(dimension.split(" in ")[0])
        if name is None:
            raise Unresolved("what is measured is not said; write 'is 2 meters tall'")
        return self.bounded(Fn(name, (term,)), amount)

    def aged_one(self, term: Term) -> bool:
        """Return whether a plain number may be somebody's age: nothing shows that it is no living being."""
        return isinstance(term, Var) or not self.vocabulary.constants.get(getattr(term, "name", ""), "").startswith(
            "the "
        )

    def compared(self, one: Adjective, term: Term, other: Term) -> Formula:
        """Return that one thing has more of something than another."""
        scale = self.scale(one.lemma)
        left, right = self.degree(one.lemma, term), self.degree(one.lemma, other)
        return self.against(left, right, one.degree, one.amount, scale)

    def against(
        self, left: Term, right: Term, degree: str, amount: Number | None, scale: Scale | None = None
    ) -> Formula:
        """Return that one amount is more than another, or less, or as much; by how much."""
        high = scale is None or scale.high
        if degree == "as":
            assert amount is not None
            return self.as_much(left, right, amount, high=high)
        if degree == "no more":
            return Cmp("≤" if high else "≥", left, right)
        more = (degree == "more") == high
        if amount is None:
            return Cmp(">" if more else "<", left, right)
        assert isinstance(left, Fn)
        by = literal(self.value(amount, left.name, scale.measured if scale is not None else ()))
        then = Fn("+", (right, by)) if more else Fn("-", (right, by))
        bound = amount.bound if more else _TURNED.get(amount.bound, amount.bound)
        return Cmp(_SIGNS[bound], left, then) if bound in _SIGNS else Eq(left, then)

    def as_much(self, left: Term, right: Term, amount: Number, *, high: bool) -> Formula:
        """Return that one amount is as much as another, or at least or at most so."""
        bound = amount.bound
        if not bound:
            # Who is as tall as Ann may be taller: what is denied is that one reaches her.
            least = self.licensed or self.ways.other("as", "'as … as'", "exactly as", "at least as")
            bound = "≥" if least else "="
        if not high:
            bound = _TURNED.get(bound, bound)
        return Cmp(_SIGNS[bound], left, right) if bound in _SIGNS else Eq(left, right)

    def than_amount(self, one: Adjective, term: Term) -> Formula:
        """Return that something is ``older than 18`` or ``taller than 2 m``."""
        assert isinstance(one.than, Number)
        amount, scale = one.than, self.scale(one.lemma)
        if scale is None or not scale.measured or (one.amount is not None and one.degree != "as"):
            raise Unresolved(f"'{one.lemma}' is compared with a number")
        if not amount.unit and scale.dimension == "age":
            amount = replace(amount, unit="year")
        if one.degree == "as":
            bound = one.amount.bound or "=" if one.amount is not None else "="
        else:
            bound = {"more": ">", "less": "<", "no more": "≤"}[one.degree]
        if not scale.high:
            bound = _TURNED.get(bound, bound)
        return self.bounded(self.degree(one.lemma, term), replace(amount, bound=bound), measured=scale.measured)

    def measured(self, verb_: Do, term: Term, box: Box) -> bool:
        """Say what a verb says with an amount; return whether it has one."""
        objects, roles = list(verb_.objects), list(verb_.roles)
        target = objects[-1] if objects else None
        amounts = [np for np in (*objects, *(np for _, np in roles)) if isinstance(np, Number)]
        if not amounts:
            return False
        if amounts != [target] or len(objects) > 1 or roles or verb_.passive or verb_.lemma not in {*MEASURING, "have"}:
            raise Unresolved(f"how much it is that one {verb(verb_.lemma.split()[0], 's')} has no form here")
        if self.modal or {*verb_.adverbs} - SPOKEN:
            raise Unresolved("an amount with what stands by it has no form here")
        assert isinstance(target, Number)
        if not target.unit or (target.stuff and verb_.lemma != "have"):
            raise Unresolved(f"what there are {target.value} of is not said")
        name = MEASURING.get(verb_.lemma) or camel(f"{target.stuff or 'amount'} had", capital=False)
        self.compare_to(target, box, Fn(name, (term,)))
        if target.stuff and target.bound in {"", "=", "≥", ">"}:
            self.event(replace(verb_, objects=(Name((target.stuff,), target.stuff),)), term, box)
        return True

    def compare_to(self, target: Number, box: Box, left: Fn) -> None:
        """Say that a function of a subject is an amount."""
        # Who needs 5 years of experience has them with 7, too: a condition bounds from below.
        exact = left.name in {*MEASURING.values()} or not (self.licensed or self.asking) or target.bound
        if not exact:
            raise Unresolved(f"'{target.value} {target.unit}s' may be at least or exactly so much: say which")
        box.add(self.bounded(left, target))

    def timeless(self, verb: Do) -> None:
        """Make sure that a verb does not say what lies before or after what.

        Raises:
            Unresolved: it does.
        """
        for prep, np in verb.roles:
            named = prep in _ORDER and (isinstance(np, Point) or verb.lemma not in _NO_TIME.get(prep, ()))
            if (named and not isinstance(np, Number)) or (prep == "by" and isinstance(np, Point)):
                raise Unresolved(f"what happens '{prep}' something has no form here; say what holds at one time")

    @staticmethod
    def of_time(prep: str, np: NP) -> bool:
        """Return whether a preposition says when something is."""
        return prep in _ORDER or isinstance(np, Point)

    def point(self, point: Point) -> Term:
        """Return a point in time.

        Raises:
            Unresolved: the text has times on another scale.
        """
        if self.clock and self.clock != point.scale:
            raise Unresolved(f"the text has times that are not compared: {self.clock} and {point.scale}")
        self.clock = point.scale
        self.found_by += _HALVES
        return self.vocabulary.constant(("point", point.words), point.words, f"time {point.words}")


def literal(value: Decimal) -> Term:
    """Return a number."""
    return Num(int(value)) if value == value.to_integral_value() else Num(value)
