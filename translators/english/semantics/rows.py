"""Places in a row, and points in time as names.

What happens at a time is said with it as with a place: who ran in 2019 ran, and may have run in 2020, too. How times
and acts lie to each other is beyond this language: what stands behind *before*, *after* or *until* is refused.
"""

from __future__ import annotations

from typing import Final

from sorites.solvers.logic.syntax import Cmp, Eq, Fn, Num, Relation, Term

from ..grammar.tree import NP, Adjective, Det, Do, Nominal, Number, Point, Quantified
from ..vocabulary.numerals import ORDINALS
from .boxes import Box
from .quantities import Quantities
from .referents import Unresolved

_SIDES: Final[dict[str, tuple[str, Relation]]] = {
    "left": ("placeFromTheLeft", "<"), "right": ("placeFromTheLeft", ">"), "north": ("wayNorth", ">"),
    "south": ("wayNorth", "<"), "east": ("wayEast", ">"), "west": ("wayEast", "<"),
}  # fmt: skip
_PLACES: Final[dict[str, tuple[str, Relation]]] = {
    f"{way}{side} of": (place, sign) for side, (place, sign) in _SIDES.items() for way in ("", "to the ", "on the ")
}
"""Prepositions that put things in a row, with the place in it."""
_HALVES: Final = frozenset("am pm a.m. p.m. noon midday".split())
"""Words that are in the number of an hour."""
_ORDER: Final = frozenset({"before", "after", "until", "till", "since"})
_NO_TIME: Final = {
    "after": frozenset("look ask inquire chase name run take go hunt".split()),
    "before": frozenset("appear stand kneel bow sit lie testify".split()),
}
"""Verbs with which a preposition says no time, but whom one looks after and before whom one kneels."""


class Rows(Quantities):
    """What is said of places in a row and of times.

    Attributes:
        clock: the scale of the times of this text.
    """

    clock: str = ""

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
        if prep not in _PLACES or self.modal:
            return False
        place, sign = _PLACES[prep]
        self.np(np, box, lambda o, b: b.add(Cmp(sign, Fn(place, (term,)), Fn(place, (o,)))))
        return True
