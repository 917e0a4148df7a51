"""Numbers, amounts with their bounds and units, points in time, and what is compared by more, less and as."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from ..vocabulary.lists import phrases_in
from ..vocabulary.measures import MONTHS, UNITS
from ..vocabulary.numerals import CARDINALS, ORDINALS
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
_AS_BEFORE: Final = re.compile(r"(?:one|a|two|three|four|five|six|seven|eight|nine|ten|\d+)-([a-z]+)-old")
_BEFORE: Final = frozenset({"over", "above", "under", "below", "up to"})
_SCALED: Final = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "k": 1000, "m": 10**6}
_BEGINS: Final = frozenset({*(words[0] for words, _ in BOUNDS), *CARDINALS})
"""Words that an amount may begin with, but for figures."""
_COMPARES: Final = frozenset("no more less a an half as twice double thrice".split())
_YEAR: Final = re.compile(r"1[0-9]{3}|20[0-9]{2}|21[0-9]{2}")
_DAY: Final = re.compile(r"([1-9]|[12]\d|3[01])(?:st|nd|rd|th)?")
_CLOCK: Final = re.compile(r"(\d{1,2})(am|pm)")
_HALF: Final = {"am": 0, "a.m.": 0, "pm": 12, "p.m.": 12}
_NOON: Final = frozenset({"noon", "midday"})
BEFORE_YEARS: Final = frozenset("in before after by since until during from of".split())


def beginning(low: str) -> bool:
    """Return whether an amount may begin with a word."""
    return low in _BEGINS or low[:1].isdigit() or low[:1] in _SIGNS


def _timely(kind: Kind) -> bool:
    low = kind.low
    return low[:1].isdigit() or low in _NOON or low in ORDINALS or (kind.capital and low in MONTHS)


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

    @begun_by(lambda kind: kind.low in {"a", "an"})
    def single(self, i: int) -> Iterator[tuple[Number, int]]:
        """One of a unit without a figure: ``a year``, ``half an hour``."""
        if self.low[i] in {"a", "an"} and (unit := self.unit(i + 1)):
            yield Number("1", unit), i + 2

    def stuff(self, i: int) -> Iterator[tuple[str, int]]:
        """What there is an amount of: a noun without a determiner."""
        for form in self.forms[i]:
            if form.category == "noun" and not form.lemma[:1].isupper():
                yield form.lemma, i + 1

    def so_many(self, i: int) -> Iterator[tuple[str, int]]:
        """How many ``times``."""
        if (n := self.figure(i)) is not None and not n[1] and self.low[n[2]] == "times":
            yield _text(n[0]), n[2] + 1

    def compared(self, i: int) -> Found[Adjective]:
        """An adjective that compares: ``2 years older than Ann``, ``twice as old as``, ``no older than 30``."""
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

    def ranked(self, j: int) -> Iterator[tuple[str, int]]:
        """A superlative before a noun: its adjective, and the place behind it."""
        if self.low[j] in {"most", "least"}:
            for lemma in self.lemmas(j + 1, "adjective", "positive"):
                yield (lemma if self.low[j] == "most" else f"-{lemma}"), j + 2
        for lemma in self.lemmas(j, "adjective", "superlative"):
            yield lemma, j + 1

    def ranked_behind(self, j: int) -> bool:
        """Return whether an ordinal begins a superlative: ``second tallest``."""
        return self.low[j] in ORDINALS and any(True for _ in self.ranked(j + 1))

    @rule
    @begun_by(lambda kind: _AS_BEFORE.fullmatch(kind.low) is not None)
    def before_noun(self, i: int) -> Iterator[tuple[Adjective, int]]:
        """An age before a noun: ``30-year-old``."""
        match = _AS_BEFORE.fullmatch(self.low[i])
        if match and match.group(1) in UNITS:
            value = whole_number(self.low[i].split("-")[0].replace("one", "1"))
            if value is not None:
                unit = UNITS[match.group(1)].name
                yield Adjective("old", amount=Number(str(value), unit)), i + 1

    @rule
    @begun_by(_timely)
    def point(self, i: int) -> Iterator[tuple[Point, int]]:
        """``2020``, ``3 May 2020``, ``5 pm``, ``noon``."""
        low = self.low[i]
        if i and _YEAR.fullmatch(low) and self.low[i - 1] in BEFORE_YEARS and not self.unit(i + 1):
            yield Point("years", low), i + 1
        found: list[tuple[int, int, int]] = []  # day, month, the place behind
        if (day := self._day(i)) and self._month(i + 1):
            found.append((day, self._month(i + 1), i + 2))
        if self._month(i) and (day := self._day(i + 1)):
            found.append((day, self._month(i), i + 2))
        for day, month, j in found:
            k = j + (self.low[j] == ",")
            name = f"{day} {[*MONTHS][month - 1].capitalize()}"
            if _YEAR.fullmatch(self.low[k]):
                yield Point("dates", f"{name} {self.low[k]}"), k + 1
            else:
                yield Point("days of a year", name), j
        yield from self._clock(i)

    def _day(self, i: int) -> int:
        match = _DAY.fullmatch(self.low[i])
        if match:
            return int(match.group(1))
        return ORDINALS.get(self.low[i], 0) if ORDINALS.get(self.low[i], 99) <= 31 else 0

    def _month(self, i: int) -> int:
        return MONTHS.get(self.low[i], 0) if self.kinds[i].capital else 0

    def _clock(self, i: int) -> Iterator[tuple[Point, int]]:
        low = self.low[i]
        joined = _CLOCK.fullmatch(low)
        if low in _NOON:
            yield _at(12, 0), i + 1
        elif joined and 1 <= int(joined.group(1)) <= 12:
            yield _at(int(joined.group(1)) % 12 + _HALF[joined.group(2)], 0), i + 1
        if not low.isdecimal() or len(low) > 2 or int(low) > 23:
            return
        hour, minute, j = int(low), 0, i + 1
        if self.low[j] == ":" and self.low[j + 1].isdecimal() and len(self.low[j + 1]) == 2 and self.low[j + 1] < "60":
            minute, j = int(self.low[j + 1]), j + 2
        if self.low[j] in _HALF and 1 <= hour <= 12:
            yield _at(hour % 12 + _HALF[self.low[j]], minute), j + 1
        elif j > i + 1:
            yield _at(hour, minute), j


def _text(value: Decimal) -> str:
    return format(value.normalize(), "f")


def bounding(prep: str) -> bool:
    """Return whether a preposition bounds a number that stands behind it."""
    return prep in _BEFORE


def _at(hour: int, minute: int) -> Point:
    return Point("hours", f"{hour}:{minute:02}")
