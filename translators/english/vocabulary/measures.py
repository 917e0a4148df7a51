"""Units of measure, months and days."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Unit(NamedTuple):
    """A unit of measure."""

    name: str
    dimension: str
    factor: float = 1.0  # how many of the dimension's first unit one of these is
    convertible: bool = True  # False: months, currencies, clothes sizes have no fixed factor


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


def _units(dimension: str, text: str, convertible: bool = True) -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    for entry in text.split(";"):
        factor, *names = entry.split()
        units |= {name: Unit(names[0], dimension, float(factor), convertible) for name in names}
    return units


UNITS: Mapping[str, Unit] = {
    **_units(
        "time",
        "1 second seconds sec secs s; 60 minute minutes min mins; 3600 hour hours hr hrs h; 86400 day days; 604800 "
        "week weeks; 1209600 fortnight fortnights; 0.001 millisecond milliseconds ms",
    ),
    # A month is 28 to 31 days: it converts to years alone, which have 12.
    **_units(
        "months", "1 month months; 12 year years yr yrs; 120 decade decades; 1200 century centuries; 3 quarter quarters"
    ),
    **_units(
        "length",
        "1 metre metres meter meters m; 1000 kilometre kilometres kilometer kilometers km kms; 0.01 centimetre "
        "centimetres centimeter centimeters cm; 0.001 millimetre millimetres millimeter millimeters mm; 1609.344 "
        "mile miles mi; 0.9144 yard yards yd; 0.3048 foot feet ft; 0.0254 inch inches",
    ),
    **_units(
        "weight",
        "1 kilogram kilograms kilogramme kilogrammes kilo kilos kg kgs; 0.001 gram grams gramme grammes g; 1000 "
        "tonne tonnes; 0.45359237 pound pounds lb lbs; 0.028349523125 ounce ounces oz; 0.000001 milligram "
        "milligrams mg",
    ),
    **_units(
        "volume",
        "1 litre litres liter liters l; 0.001 millilitre millilitres milliliter milliliters ml; 0.01 centilitre "
        "centilitres cl",
    ),
    **_units("volume in gallons", "1 gallon gallons; 0.25 quart quarts; 0.125 pint pints", convertible=False),
    **_units("price", "1 dollar dollars $ usd; 0.01 cent cents", convertible=True),
    **_units("price in euros", "1 euro euros € eur", convertible=True),
    **_units("price in pounds sterling", "1 £ gbp quid; 0.01 pence penny", convertible=True),
    **_units("price in yen", "1 yen ¥ jpy"),
    **_units("price in francs", "1 franc francs chf"),
    **_units("price in rupees", "1 rupee rupees ₹ inr"),
    **_units("proportion", "1 percent % pct"),
    **_units("angle or temperature", "1 degree degrees °", convertible=False),
    **_units("temperature in Celsius", "1 °c celsius centigrade"),
    **_units("temperature in Fahrenheit", "1 °f fahrenheit"),
    **_units("speed", "1 km/h kph kmh; 1.609344 mph; 3.6 m/s"),
    **_units("energy", "1 joule joules; 1000 kilojoule kilojoules kj; 4184 kilocalorie kilocalories kcal"),
    **_units("power", "1 watt watts w; 1000 kilowatt kilowatts kw"),
    **_units("data", "1 byte bytes; 1000 kb kilobyte kilobytes; 1e6 mb megabyte megabytes; 1e9 gb gigabyte gigabytes"),
    **_units("area", "1 m² sqm; 10000 hectare hectares ha; 4046.8564224 acre acres"),
    **_units("points", "1 point points pts"),
}
"""Units of measure with the dimension of each; in lower case. Units of different dimensions never compare.

A pound is a weight here; with *sterling* or as *£* it is a price. A quarter is three months, or a coin, or a fourth.
"""
