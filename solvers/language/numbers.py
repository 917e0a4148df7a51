"""Numbers as people write them: ``1,000,000``, ``n-1``, ``$300``, ``42.3 billion``."""

from __future__ import annotations

import re
from collections.abc import Container
from decimal import Decimal
from typing import TYPE_CHECKING, Final, NoReturn

from ..logic.diagnostics import Level
from ..logic.syntax import Fn, Num, number, number_named
from .lexer import NAME, NUMBER
from .signs import Expression

if TYPE_CHECKING:
    from .parser import Parser

_SCALES: Final = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_QUANTITY: Final = re.compile(
    r"(?:US)?[$€£]?(\d+(?:_\d{3})*(?:\.\d+)?)(?:[eE]([+-]?\d{1,2})|[ _-]?(thousand|million|billion|trillion))?[$€£]?",
    re.I,
)
_MULTIPLE: Final = re.compile(r"(\d+)([^\W\d]\w*)")
_HYPHENED: Final = re.compile(r"([^-]+)-(\d+(?:\.\d+)?)")
_ODD: Final = re.compile(r"[$€£½¼¾]|\d|.*[%²³½¼¾]$")


def reads_as_number(name: str, bound: Container[str]) -> bool:
    """Return whether a name would be read as a number, or as one joined to a variable, if it stood without quotes."""
    if not name[:1].isdecimal():
        return False
    multiple = _MULTIPLE.fullmatch(name)
    return bool(_QUANTITY.fullmatch(name)) or (multiple is not None and multiple.group(2) in bound)


def grouped(p: Parser, at: int) -> Num:
    """Return the number that digits with commas between them are, if they can be nothing else.

    A group that begins with 0 is no number of its own, and outside the brackets of a predicate
    nothing is parted by commas; else ``(1,200)`` may hold one number or two.
    """
    token = p.tokens[at]
    groups = token.strip("$€£").split(",")
    if p.in_arguments and not any(group[0] == "0" for group in groups[1:]):
        p.report.fail(
            "ambiguous-number",
            f"'{token}' can be read in two ways: the number {''.join(groups)}, or {len(groups)} numbers",
            at,
            f"Write {''.join(groups)}, or {', '.join(groups)} with blanks.",
            "a number",
        )
    p.report.note(Level.MENDED, "grouped-digits", f"'{token}' is read as one number", at, f"Write {''.join(groups)}.")
    return number("".join(groups))


def beside_equal(p: Parser, value: Expression, start: int, end: int) -> Expression:
    """Return an operand of ``=``: an amount of money is a number; ``5-3`` a difference or a name, such as a score's."""
    plain = isinstance(value, Fn) and not value.args and p.kinds[start] == NAME and end == start + 1
    if plain and isinstance(value, Fn) and (match := _HYPHENED.fullmatch(value.name)) and match.group(1).isdecimal():
        _unsure(p, value.name, match, start)
    number = written_number(p, value.name, start) if plain and isinstance(value, Fn) else None
    return value if number is None else number


def _unsure(p: Parser, name: str, match: re.Match[str], at: int) -> NoReturn:
    first, second = match.groups()
    p.report.fail(
        "ambiguous-hyphen",
        f"'{name}' can be read in two ways: a difference, or one name",
        at,
        f'Write {first} - {second} with blanks, or "{name}" in quotes.',
        "a number",
    )


def written_number(p: Parser, name: str, at: int) -> Num | None:
    """Return the number that ``1e6``, ``1_000`` or ``42.3billion`` is wherever it stands; none of other names."""
    if (match := _MULTIPLE.fullmatch(name)) and match.group(2) in p.bound:
        factor, variable = match.groups()
        hint = f"Write {factor} * {variable}."
        p.report.fail("odd-number", f"'{name}' joins a number and the variable {variable}", at, hint, "a sign")
    match = _QUANTITY.fullmatch(name)
    return None if match is None or number_named(name) else _quantity(p, name, match, at)


def scaled(p: Parser, at: int) -> Num | None:
    """Read a numeral with the word for a scale behind it, ``42.3 billion``; none if it has none."""
    if p.kinds[at] != NUMBER or p.kinds[at + 1] != NAME or p.tokens[at + 1].lower() not in _SCALES:
        return None
    match = _QUANTITY.fullmatch(f"{p.tokens[at]} {p.tokens[at + 1]}")
    if match is None:
        return None
    p.i = at + 2
    return _quantity(p, match.group(), match, at)


def _quantity(p: Parser, name: str, match: re.Match[str], at: int) -> Num:
    digits, exponent, scale = match.groups()
    power = int(exponent or _SCALES.get((scale or "").lower(), 0))
    text = format(Decimal(digits.replace("_", "")).scaleb(power), "f")
    p.report.note(Level.MENDED, "number-name", f"'{name}' is read as the number {text}", at, f"Write {text}.")
    return number(text)


def as_number(p: Parser, value: Expression, start: int, end: int) -> Expression:
    """Return an operand of arithmetic, with a name that can only be a number as this number.

    Args:
        p: the parser.
        value: what was read.
        start: where it begins.
        end: where the token behind it stands.
    """
    if not isinstance(value, Fn) or value.args or p.kinds[start] != NAME or end != start + 1:
        return value
    name = value.name
    if number_named(name):
        return value
    if match := _QUANTITY.fullmatch(name):
        return _quantity(p, name, match, start)
    if match := _HYPHENED.fullmatch(name):
        _unsure(p, name, match, start)
    if _ODD.match(name):
        hint = "Write the number in digits, with signs such as * between numbers."
        p.report.fail("odd-number", f"'{name}' stands where a number should", start, hint, "a number")
    return value
