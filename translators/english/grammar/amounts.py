"""Numbers, amounts with their bounds and units, points in time, and what is compared by more, less and as."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from ..vocabulary.lists import phrases_in, shapes_of
from ..vocabulary.measures import MONTHS, UNITS
from ..vocabulary.numerals import CARDINALS
from ..vocabulary.numerals import number as whole_number
from .chart import Chart, Found, rule
from .corners import Kind, begun_by
from .tree import NP, Adjective, Number, Point

BOUNDS: Final = tuple(
    (words, sign)
    for sign, name in (("≥", "AT_LEAST"), ("≤", "AT_MOST"), (">", "MORE_THAN"), ("<", "LESS_THAN"), ("=", "EXACTLY"))
    for words in phrases_in(name)
)
"""What stands before a number and bounds it."""
_SIGNS: Final = {"$": "dollar", "€": "euro", "£": "£"}
_BEFORE: Final = frozenset({"over", "above", "under", "below", "up to"})
_SCALED: Final = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "k": 1000, "m": 10**6}
_BEGINS: Final = frozenset({*(words[0] for words, _ in BOUNDS), *CARDINALS})
"""Words that an amount may begin with, but for figures."""
_COMPARES: Final = frozenset("no more less a an as".split())
BEFORE_YEARS: Final = frozenset("in before after by since until during from of".split())


def beginning(low: str) -> bool:
    """Return whether an amount may begin with a word."""
    return low in _BEGINS or low[:1].isdigit() or low[:1] in _SIGNS


def _timely(kind: Kind) -> bool:
    low = kind.low
    return low[:1].isdigit() or low in {"noon", "midday"} or (kind.capital and low in MONTHS)


class Amounts(Chart):
    """Rules for amounts, comparisons and points in time."""

    @begun_by(lambda kind: kind.low[:1].isdigit() or kind.low in CARDINALS)
    def integer(self, i: int) -> Iterator[tuple[int, int]]:
        """The whole number at a place, in words or figures, the longest."""
        first = self.low[i]
        if first and (first[0].isdigit() or first in CARDINALS):
            ends = range(min(i + 6, self.end), i, -1)
            values = ((whole_number(" ".join(self.low[i:j])), j) for j in ends)
            yield from [(value, j) for value, j in values if value is not None][:1]

    def figure(self, i: int) -> tuple[Decimal, str, int] | None:
        """Return a number, the unit that is written with it, and the place behind them."""
        low = self.low[i]
        if not low:
            return None
        if low[0] in _SIGNS and low[1:].replace(",", "").replace(".", "", 1).isdigit():
            value = Decimal(low[1:].replace(",", ""))
            scale = _SCALED.get(self.low[i + 1], 1)
            return value * scale, _SIGNS[low[0]], i + 1 + (scale > 1)
        plain = low.replace(",", "")
        if plain.replace(".", "", 1).isdigit() and plain[0] != "." and "." in plain:
            return Decimal(plain), "", i + 1
        return next(((Decimal(n), "", j) for n, j in self.integer(i)), None)

    def unit(self, i: int) -> str:
        """Return the unit that a word is, by its first name."""
        word = self.low[i]
        if word in UNITS and (word.isalpha() or word in "$€£%°") and (len(word) > 1 or word in "mglhs%"):
            return UNITS[word].name
        return ""

    @begun_by(lambda kind: beginning(kind.low))
    def plain(self, i: int) -> Iterator[tuple[Number, int]]:
        """A number with its unit, if it has one: ``30 days``, ``$40``, ``7``."""
        found = self.figure(i)
        if found is None:
            return
        value, unit, j = found
        behind = "" if unit else self.unit(j)
        yield Number(_text(value), unit or behind), j + bool(behind)

    def stuff(self, i: int) -> Iterator[tuple[str, int]]:
        """What there is an amount of: a noun without a determiner."""
        for form in self.forms[i]:
            if form.category == "noun" and not form.lemma[:1].isupper():
                yield form.lemma, i + 1

    def compared(self, i: int) -> Found[Adjective]:
        """An adjective that compares: ``2 years older than Ann``, ``as old as``, ``no older than 30``."""
        low = self.low[i]
        if beginning(low) or low in _COMPARES or self.lemmas(i, "adjective", "comparative"):
            return self.find("comparison", i)
        return ()

    def comparative(self, i: int) -> Iterator[tuple[str, int]]:
        """The adjective whose comparative stands at a place: better things are good."""
        found = self.lemmas(i, "adjective", "comparative")
        yield from ((lemma, i + 1) for lemma in found if lemma in {"good", "bad"} or not {"good", "bad"} & {*found})

    def reference(self, i: int) -> Iterator[tuple[NP, int]]:
        """What something is compared with."""
        yield from (one for one in self.find("np", i, "object") if not isinstance(one[0], Number) or not one[0].bound)

    @rule
    @begun_by(_timely)
    def point(self, i: int) -> Iterator[tuple[Point, int]]:
        """``2020``, ``3 May 2020``, ``5 pm``, ``noon``."""
        text = " ".join(word.text for word in self.words[i : i + 5])
        for shape, said in shapes_of("POINTS"):
            scale, words = said.split(" | ")
            found = shape.match(text)
            j = i + 1 + (found[0].count(" ") if found is not None else 0)
            if found is not None and (scale != "years" or (self.low[i - 1] in BEFORE_YEARS and not self.unit(j))):
                yield Point(scale, found.expand(words)), j


def _text(value: Decimal) -> str:
    return format(value.normalize(), "f")


def bounding(prep: str) -> bool:
    """Return whether a preposition bounds a number that stands behind it."""
    return prep in _BEFORE
