"""How much things have, by verbs (``costs $40``), places in a row, and points in time as names.

What happens at a time is said with it as with a place: who ran in 2019 ran, and may have run in 2020, too. How times
and acts lie to each other is beyond this language: what stands behind *before*, *after* or *until* is refused.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from sorites.solvers.logic.syntax import Fn, Term

from ..grammar.tree import NP, Do, Name, Number, Point
from ..vocabulary import verb
from .boxes import Box
from .noun_phrases import NounPhrases
from .predicates import camel
from .referents import Unresolved

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


class Quantities(NounPhrases):
    """What verbs say with amounts, and what is said of places in a row and of times.

    Attributes:
        clock: the scale of the times of this text.
    """

    clock: str = ""

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
