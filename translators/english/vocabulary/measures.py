"""Units of measure, months and days."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .lists import rows_of


class Unit(NamedTuple):
    """A unit of measure."""

    name: str
    dimension: str
    factor: float = 1.0  # how many of the dimension's first unit one of these is


MONTHS: Mapping[str, int] = {
    month: place
    for place, month in enumerate(
        "january february march april may june july august september october november december".split(), 1
    )
}
"""The months in lower case, with their number. *May* and *March* need their capital in a text."""

WEEKDAYS: Mapping[str, int] = {
    day: place for place, day in enumerate("monday tuesday wednesday thursday friday saturday sunday".split(), 1)
}
"""The days of the week in lower case; Monday is 1, as in ISO 8601."""


def _units() -> Mapping[str, Unit]:
    units: dict[str, Unit] = {}
    for dimension, text in rows_of("UNITS"):
        for entry in text.split(";"):
            factor, *names = entry.split()
            units |= {name: Unit(names[0], dimension, float(factor)) for name in names}
    return units


UNITS: Mapping[str, Unit] = _units()
"""Units of measure with the dimension of each; in lower case. Units of different dimensions never compare.

A pound is a weight here; with *sterling* or as *£* it is a price. A quarter is three months, or a coin, or a fourth.
"""
