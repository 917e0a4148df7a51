"""Words for numbers."""

from __future__ import annotations

from collections.abc import Mapping

from .lists import pairs_of

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_BELOW_HUNDRED = _SMALL + [ten + end for ten in _TENS for end in ["", *("-" + unit for unit in _SMALL[1:10])]]

SCALES: dict[str, int] = {
    "hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000, "dozen": 12,
}  # fmt: skip
"""Numerals that multiply the one before them."""

CARDINALS: Mapping[str, int] = {word: value for value, word in enumerate(_BELOW_HUNDRED)} | SCALES
"""*zero* to *ninety-nine*, and the scales."""

_ODD_ORDINALS = pairs_of("ODD_ORDINALS")


def _ordinal(cardinal: str) -> str:
    start, dash, last = cardinal.rpartition("-")
    if last in _ODD_ORDINALS:
        return start + dash + _ODD_ORDINALS[last]
    return start + dash + (last[:-1] + "ieth" if last.endswith("y") else last + "th")


ORDINALS: Mapping[str, int] = {
    _ordinal(word): value for word, value in CARDINALS.items() if word not in ("zero", "dozen")
}
"""*first* to *ninety-ninth*, *hundredth*, …; *second* is also a unit of time, *third* and the next also fractions."""

MULTIPLES: Mapping[str, int] = {"once": 1, "twice": 2, "thrice": 3, "double": 2, "triple": 3, "quadruple": 4}
"""Words for how many times."""


NUMERALS: Mapping[str, int] = {**MULTIPLES, **ORDINALS, **CARDINALS}
"""All words that stand for a whole number."""


def number(words: str) -> int | None:
    """The whole number that words or figures say.

    Args:
        words: such as `twenty-one`, `three hundred and five`, `two dozen`, `1,000`, `12`, `a hundred`.

    Returns:
        The number, or None if these words are no cardinal number.
    """
    text = words.strip().lower()
    figures = text.replace(",", "")
    if figures.isdecimal() and figures.isascii() and _grouped(text):
        return int(figures)
    total, group, said = 0, 0, False
    parts = text.split()
    for place, part in enumerate(parts):
        if part == "and" and said and place + 1 < len(parts):
            continue
        if part in ("a", "an") and place == 0 and len(parts) > 1 and parts[1] in SCALES:
            group = 1
        elif part in SCALES:
            scale = SCALES[part]
            if scale <= 100:
                group = (group or 1) * scale
            else:
                total, group = total + (group or 1) * scale, 0
        elif part in CARDINALS and _fits(group, CARDINALS[part]):
            group += CARDINALS[part]
        else:
            return None
        said = True
    return total + group if said else None


def _grouped(text: str) -> bool:
    first, *rest = text.split(",")
    return bool(first) and all(len(part) == 3 for part in rest) and (not rest or len(first) <= 3)


def _fits(group: int, value: int) -> bool:
    # "hundred five" and "twenty five", not "five twenty" nor "two three"
    return group == 0 or (group % 100 == 0 and value > 0) or (group % 10 == 0 and group % 100 >= 20 and 0 < value < 10)
