"""Points in time: years, dates and times of day, each written in one way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..vocabulary.measures import MONTHS
from ..vocabulary.numerals import ORDINALS
from .amounts import Amounts
from .chart import rule
from .tree import Point

_YEAR: Final = re.compile(r"1[0-9]{3}|20[0-9]{2}|21[0-9]{2}")
_DAY: Final = re.compile(r"([1-9]|[12]\d|3[01])(?:st|nd|rd|th)?")
_CLOCK: Final = re.compile(r"(\d{1,2})(am|pm)")
_HALF: Final = {"am": 0, "a.m.": 0, "pm": 12, "p.m.": 12}
BEFORE_YEARS: Final = frozenset("in before after by since until during from of".split())


class Times(Amounts):
    """Rules for points in time."""

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
        if self._month(i) and _YEAR.fullmatch(self.at(i + 1)):
            yield Point("months", f"{self.words[i].text} {self.at(i + 1)}"), i + 2
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


def _at(hour: int, minute: int) -> Point:
    return Point("hours", f"{hour}:{minute:02}")
