"""One place for names: what each dialect may write bare, how it quotes the rest,
and which names are numbers. Each way is reversible."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ..logic.syntax import Relation

FREE_LETTER: Final = re.compile(r"[u-z]\d*")
"""What a quantifier binds where its variables and its scope are not parted."""
UNBOUND_LETTER: Final = re.compile(r"[u-z]\d?")
"""What may be a variable although nothing binds it; more digits make a year, or another name."""
LETTER: Final = re.compile(r"[a-z](?:_?\d+)?")
"""What is plainly a variable beside others."""
CAPITAL: Final = re.compile(r"[A-Z]\d?")
"""What may be a variable in a rule without quantifiers."""
SHORT_ATOM: Final = re.compile(r"[A-Z][a-z]{1,3}|[a-z][A-Z][a-z]")
"""What textbooks write for a predicate of one letter with its arguments: ``Fx``, ``xRy``."""
SCALES: Final = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
QUANTITY: Final = re.compile(
    r"(\d+(?:_\d{3})*(?:\.\d+)?)(?:[eE]([+-]?\d{1,2})|[_-]?(thousand|million|billion|trillion))?[$€£]?",
    re.I,
)
"""What is read as a number where one can stand: its digits, its exponent, its scale."""
TPTP_RELATIONS: Final[Mapping[Relation, str]] = {"<": "$less", "≤": "$lesseq", ">": "$greater", "≥": "$greatereq"}
"""TPTP's names of comparisons."""
TPTP_ARITHMETIC: Final[Mapping[str, str]] = {
    "+": "$sum", "-": "$difference", "*": "$product", "/": "$quotient", "÷": "$quotient_e", "%": "$remainder_e",
}  # fmt: skip
"""TPTP's names of what is calculated with two numbers."""
FROM_TPTP: Final = {theirs: ours for ours, theirs in TPTP_ARITHMETIC.items()}
RELATIONS_FROM_TPTP: Final = {theirs: ours for ours, theirs in TPTP_RELATIONS.items()}
_PLAIN_VARIABLE: Final = re.compile(r"(?!q_)[a-z][A-Za-z0-9_]*")
_ESCAPED: Final = re.compile(r"_([0-9a-f]+)_")


def encode_tptp_variable(name: str) -> str:
    """Return the TPTP variable for a variable's name: ``x`` is written ``X``.

    Names that TPTP can't write after raising their first letter are spelt out in
    hexadecimal behind ``Q_``.
    """
    if _PLAIN_VARIABLE.fullmatch(name):
        return name[0].upper() + name[1:]
    return "Q_" + "".join(c if c.isascii() and c.isalnum() else f"_{ord(c):x}_" for c in name)


def decode_tptp_variable(name: str) -> str:
    """Return the name that ``encode_tptp_variable`` wrote."""
    if name.startswith("Q_"):
        return _ESCAPED.sub(lambda m: chr(min(int(m.group(1), 16), 0x10FFFF)), name[2:])
    return name[0].lower() + name[1:]


def distinct_object(text: str) -> str:
    """Return the name of TPTP's distinct object ``"text"``: its marks belong to it."""
    return f'"{text}"'


def object_text(name: str) -> str:
    """Return what a distinct object's name holds between its marks; empty if the name is none."""
    return name[1:-1] if len(name) > 2 and name[0] == name[-1] == '"' else ""
