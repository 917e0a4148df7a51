"""Numbers, amounts with their bounds and units, points in time, and what is compared by more, less and as."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Final

from ..vocabulary.measures import MONTHS, UNITS
from ..vocabulary.numerals import CARDINALS, ORDINALS
from ..vocabulary.numerals import number as whole_number
from .chart import Chart, Found, rule
from .rules import Phrases, phrases_of
from .tree import NP, Adjective, Det, Number, Point

BOUNDS: Final[tuple[tuple[tuple[str, ...], str], ...]] = (
    (("at", "least"), "≥"), (("at", "most"), "≤"), (("not", "more", "than"), "≤"), (("not", "less", "than"), "≥"),
    (("not", "fewer", "than"), "≥"), (("no", "more", "than"), "≤"), (("no", "less", "than"), "≥"),
    (("no", "fewer", "than"), "≥"), (("more", "than"), ">"), (("less", "than"), "<"), (("fewer", "than"), "<"),
    (("over",), ">"), (("above",), ">"), (("under",), "<"), (("below",), "<"), (("up", "to"), "≤"), (("exactly",), "="),
    (("a", "minimum", "of"), "≥"), (("a", "maximum", "of"), "≤"), (("precisely",), "="), (("only",), "="),
)  # fmt: skip
"""What stands before a number and bounds it."""
_SIGNS: Final = {"$": "dollar", "€": "euro", "£": "£"}
_AS_BEFORE: Final = re.compile(r"(?:one|a|two|three|four|five|six|seven|eight|nine|ten|\d+)-([a-z]+)-old")
_TIMES: Final = {"twice": "2", "double": "2", "half": "0.5", "thrice": "3"}
_BEFORE: Final = frozenset({"over", "above", "under", "below", "up to"})
_SCALED: Final = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "k": 1000, "m": 10**6}
_BOUNDS: Final = dict(BOUNDS)
_BOUND: Final[Phrases] = phrases_of(*_BOUNDS)
_BEGINS: Final = frozenset({*_BOUND, *CARDINALS})
"""Words that an amount may begin with, but for figures."""
_COMPARES: Final = frozenset({"no", "more", "less", "a", "an", "half"})
_FACTOR: Final = frozenset({*_TIMES, "as"})
_YEAR: Final = re.compile(r"1[0-9]{3}|20[0-9]{2}|21[0-9]{2}")
_DAY: Final = re.compile(r"([1-9]|[12]\d|3[01])(?:st|nd|rd|th)?")
_CLOCK: Final = re.compile(r"(\d{1,2})(am|pm)")
_HALF: Final = {"am": 0, "a.m.": 0, "pm": 12, "p.m.": 12}
BEFORE_YEARS: Final = frozenset("in before after by since until during from of".split())


class Amounts(Chart):
    """Rules for amounts, comparisons and points in time."""

    def numeric(self, i: int) -> bool:
        """Return whether an amount may begin at a place."""
        low = self.at(i)
        return low in _BEGINS or low[:1].isdigit() or low[:1] in _SIGNS

    def integer(self, i: int) -> tuple[int, int] | None:
        """Return the whole number at a place, in words or figures, and the place behind it."""
        first = self.at(i)
        if not first or not (first[0].isdigit() or first in CARDINALS):
            return None
        longest = None
        for n in range(1, min(6, self.end - i) + 1):
            value = whole_number(" ".join(self.low[i : i + n]))
            if value is not None:
                longest = value, i + n
        return longest

    def figure(self, i: int) -> tuple[Decimal, str, int] | None:
        """Return a number, the unit that is written with it, and the place behind them."""
        low = self.at(i)
        if not low:
            return None
        if low[0] in _SIGNS and low[1:].replace(",", "").replace(".", "", 1).isdigit():
            value = Decimal(low[1:].replace(",", ""))
            scale = _SCALED.get(self.at(i + 1), 0)
            return (value * scale, _SIGNS[low[0]], i + 2) if scale else (value, _SIGNS[low[0]], i + 1)
        plain = low.replace(",", "")
        if plain.replace(".", "", 1).isdigit() and plain[0] != "." and "." in plain:
            return Decimal(plain), "", i + 1
        found = self.integer(i)
        return None if found is None else (Decimal(found[0]), "", found[1])

    def unit(self, i: int) -> str:
        """Return the unit that a word is, by its first name."""
        word = self.at(i)
        if word in UNITS and (word.isalpha() or word in "$€£%°") and (len(word) > 1 or word in "mglhs%"):
            return UNITS[word].name
        return ""

    def plain(self, i: int) -> Iterator[tuple[Number, int]]:
        """A number with its unit, if it has one: ``30 days``, ``$40``, ``7``."""
        found = self.figure(i)
        if found is None:
            return
        value, unit, j = found
        if unit:
            yield Number(_text(value), unit), j
            return
        named = self.unit(j)
        if not named:
            yield Number(_text(value)), j
            return
        yield Number(_text(value), named), j + 1

    def single(self, i: int) -> Iterator[tuple[Number, int]]:
        """One of a unit without a figure: ``a year``, ``half an hour``."""
        if self.at(i) in {"a", "an"} and (unit := self.unit(i + 1)):
            yield Number("1", unit), i + 2

    def amount(self, i: int) -> Found[Number]:
        """A number with unit and bound: ``at least 3 years``."""
        return self._amount(i) if self.numeric(i) else ()

    @rule
    def _amount(self, i: int) -> Iterator[tuple[Number, int]]:
        for words in self.starting(i, _BOUND):
            j = i + len(words)
            for one, k in (*self.plain(j), *self.single(j)):
                yield replace(one, bound=_BOUNDS[words]), k
            return
        yield from self.plain(i)

    @rule
    def measure(self, i: int) -> Iterator[tuple[Number, int]]:
        """An amount, with what it is an amount of: ``5 years of experience``."""
        for one, j in self.amount(i):
            yield one, j
            if not one.unit:
                continue
            k = j + 1 if self.at(j) in {"of", "'s"} else -1
            if k > 0 and self.at(k) not in {"a", "an", "the"}:
                for stuff, m in self.stuff(k):
                    yield replace(one, stuff=stuff), m

    def stuff(self, i: int) -> Iterator[tuple[str, int]]:
        """What there is an amount of: a noun without a determiner."""
        for form in self.forms[i] if i < self.end else ():
            if form.category == "noun" and not form.lemma[:1].isupper():
                yield form.lemma, i + 1

    def counting(self, i: int) -> Iterator[tuple[tuple[Det, int], int]]:
        """Numeric determiners: what they say, their number, and the place behind."""
        if not self.numeric(i):
            return
        for words in self.starting(i, _BOUND):
            bound = _BOUNDS[words]
            if (n := self.integer(i + len(words))) is not None:
                det = {"≥": Det.AT_LEAST, ">": Det.AT_LEAST, "=": Det.EXACTLY}.get(bound, Det.AT_MOST)
                yield (det, n[0] + {">": 1, "<": -1}.get(bound, 0)), n[1]
            return
        if (n := self.integer(i)) is not None:
            if self.at(n[1]) == "or" and self.at(n[1] + 1) in {"more", "fewer", "less"}:
                yield (Det.AT_LEAST if self.at(n[1] + 1) == "more" else Det.AT_MOST, n[0]), n[1] + 2
            else:
                yield (Det.CARDINAL, n[0]), n[1]

    def times(self, i: int) -> Iterator[tuple[Number, int]]:
        """How many times as much: ``twice``, ``at least three times``, ``half``; ``exactly``, ``at least`` alone."""
        if not self.numeric(i) and self.at(i) not in _FACTOR:
            return
        bound, j = "", i
        for words in self.starting(i, _BOUND)[:1]:
            bound, j = _BOUNDS[words], i + len(words)
        if self.at(j) in _TIMES:
            yield Number(_TIMES[self.at(j)], "times", bound), j + 1
        elif (n := self.figure(j)) is not None and not n[1] and self.at(n[2]) == "times":
            yield Number(_text(n[0]), "times", bound), n[2] + 1
        elif self.at(j) == "as" and bound in {"≥", "≤", "="}:
            yield Number("1", "times", bound), j
        elif self.at(j) == "as":
            yield Number("1", "times"), j

    def compared(self, i: int) -> Found[Adjective]:
        """An adjective that compares: ``2 years older than Ann``, ``twice as old as``, ``no older than 30``."""
        low = self.at(i)
        if self.numeric(i) or low in _COMPARES or low in _FACTOR or self.lemmas(i, "adjective", "comparative"):
            return self._compared(i)
        return ()

    @rule
    def _compared(self, i: int) -> Iterator[tuple[Adjective, int]]:
        for amount, j in ((None, i), *self.amount(i), *self.single(i)):
            if amount is not None and not amount.unit:
                continue
            degree = "no more" if amount is None and self.at(j) == "no" else "more"
            j += degree == "no more"
            for lemma in self.comparatives(j):
                yield from self._than(Adjective(lemma, degree=degree, amount=amount), j + 1)
            if self.at(j) in {"more", "less"}:
                less = self.at(j) == "less"
                for lemma in self.lemmas(j + 1, "adjective", "positive"):
                    yield from self._than(Adjective(lemma, degree="less" if less else degree, amount=amount), j + 2)
        for factor, j in self.times(i):
            if self.at(j) == "as":
                for lemma in self.lemmas(j + 1, "adjective", "positive"):
                    if self.at(j + 2) == "as":
                        for than, k in self.reference(j + 3):
                            yield Adjective(lemma, degree="as", than=than, amount=factor), k

    def comparatives(self, j: int) -> list[str]:
        """Return the adjectives whose comparative stands at a place: better things are good."""
        found = self.lemmas(j, "adjective", "comparative")
        return next(([lemma] for lemma in ("good", "bad") if lemma in found), found)

    def _than(self, one: Adjective, j: int) -> Iterator[tuple[Adjective, int]]:
        if self.at(j) != "than":
            self.miss(j, "'than' and whom or what it is compared with")
            return
        for than, k in self.reference(j + 1):
            yield replace(one, than=than), k

    def reference(self, i: int) -> Iterator[tuple[NP, int]]:
        """What something is compared with."""
        yield from (one for one in self.find("np", i, "object") if not isinstance(one[0], Number) or not one[0].bound)

    def ranked(self, j: int) -> Iterator[tuple[str, int]]:
        """A superlative before a noun: its adjective, and the place behind it."""
        if self.at(j) in {"most", "least"}:
            for lemma in self.lemmas(j + 1, "adjective", "positive"):
                yield (lemma if self.at(j) == "most" else f"-{lemma}"), j + 2
        for lemma in self.lemmas(j, "adjective", "superlative"):
            yield lemma, j + 1

    def ranked_behind(self, j: int) -> bool:
        """Return whether an ordinal begins a superlative: ``second tallest``."""
        return self.at(j) in ORDINALS and any(True for _ in self.ranked(j + 1))

    @rule
    def before_noun(self, i: int) -> Iterator[tuple[Adjective, int]]:
        """An age before a noun: ``30-year-old``."""
        match = _AS_BEFORE.fullmatch(self.at(i))
        if match and match.group(1) in UNITS:
            value = whole_number(self.at(i).split("-")[0].replace("one", "1"))
            if value is not None:
                unit = UNITS[match.group(1)].name
                yield Adjective("old", amount=Number(str(value), unit)), i + 1

    @rule
    def point(self, i: int) -> Iterator[tuple[Point, int]]:
        """``2020``, ``3 May 2020``, ``5 pm``, ``noon``."""
        low = self.at(i)
        if i and _YEAR.fullmatch(low) and self.at(i - 1) in BEFORE_YEARS and not self.unit(i + 1):
            yield Point("years", low), i + 1
        found: list[tuple[int, int, int]] = []  # day, month, the place behind
        if (day := self._day(i)) and self._month(i + 1):
            found.append((day, self._month(i + 1), i + 2))
        if self._month(i) and (day := self._day(i + 1)):
            found.append((day, self._month(i), i + 2))
        for day, month, j in found:
            k = j + (self.at(j) == ",")
            name = f"{day} {[*MONTHS][month - 1].capitalize()}"
            if _YEAR.fullmatch(self.at(k)):
                yield Point("dates", f"{name} {self.at(k)}"), k + 1
            else:
                yield Point("days of a year", name), j
        yield from self._clock(i)

    def _day(self, i: int) -> int:
        match = _DAY.fullmatch(self.at(i))
        if match:
            return int(match.group(1))
        return ORDINALS.get(self.at(i), 0) if ORDINALS.get(self.at(i), 99) <= 31 else 0

    def _month(self, i: int) -> int:
        return MONTHS.get(self.at(i), 0) if i < self.end and self.words[i].capital else 0

    def _clock(self, i: int) -> Iterator[tuple[Point, int]]:
        low = self.at(i)
        joined = _CLOCK.fullmatch(low)
        if low in {"noon", "midday"}:
            yield _at(12, 0), i + 1
        elif joined and 1 <= int(joined.group(1)) <= 12:
            yield _at(int(joined.group(1)) % 12 + _HALF[joined.group(2)], 0), i + 1
        if not low.isdecimal() or len(low) > 2 or int(low) > 23:
            return
        hour, minute, j = int(low), 0, i + 1
        if self.at(j) == ":" and self.at(j + 1).isdecimal() and len(self.at(j + 1)) == 2 and self.at(j + 1) < "60":
            minute, j = int(self.at(j + 1)), j + 2
        if self.at(j) in _HALF and 1 <= hour <= 12:
            yield _at(hour % 12 + _HALF[self.at(j)], minute), j + 1
        elif j > i + 1:
            yield _at(hour, minute), j


def _text(value: Decimal) -> str:
    return format(value.normalize(), "f")


def bounding(prep: str) -> bool:
    """Return whether a preposition bounds a number that stands behind it."""
    return prep in _BEFORE


def _at(hour: int, minute: int) -> Point:
    return Point("hours", f"{hour}:{minute:02}")
