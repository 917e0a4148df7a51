"""Units of measure, months and days."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from .lists import listed, rows_of


class Unit(NamedTuple):
    """A unit of measure."""

    name: str
    dimension: str
    factor: float = 1.0  # how many of the dimension's first unit one of these is


MONTHS: Final = listed("MONTHS")
"""The months in lower case. *May* and *March* need their capital in a text."""
WEEKDAYS: Final = listed("WEEKDAYS")
"""The days of the week in lower case."""


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
