"""The signs between formulas and terms: how tightly each binds, and what it makes, as data.

From tight to loose: ``* + -``, relations, ``¬``, ``∧``, ``∨``, ``⊕``, ``→`` (to the
right), ``↔`` (to the right).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from ..logic.syntax import And, Cmp, Eq, Fn, Formula, Iff, Implies, Not, Or, Relation, Term, Xor

Expression = Formula | Term
"""What stands between two signs, before it is known which of the two it is."""
END: Final = "end"
"""The kind of the token behind the last one."""
UNARY: Final = 60
"""How tightly a negation, or a quantifier of a tight dialect, binds what follows."""
RELATIONAL: Final = 70
"""How tightly a relation binds; what binds as tightly or more stands between terms."""


@dataclass(frozen=True, slots=True)
class Connective:
    """A sign that joins two formulas.

    Attributes:
        power: how tightly it binds what stands before it.
        right: how tightly it binds what follows; less than ``power`` if it groups to the right.
        build: makes the formula from the two sides.
    """

    power: int
    right: int
    build: Callable[[Formula, Formula], Formula]


@dataclass(frozen=True, slots=True)
class Chain:
    """A sign that joins any number of formulas, with others of its power between them.

    Attributes:
        power: how tightly it binds.
        build: makes the formula of all parts.
        denied: whether it denies what was joined up to it.
    """

    power: int
    build: Callable[[tuple[Formula, ...]], Formula]
    denied: bool = False


@dataclass(frozen=True, slots=True)
class Between:
    """A sign that stands between two terms.

    Attributes:
        power: how tightly it binds.
        build: makes a formula, or a term of arithmetic, from the two terms.
    """

    power: int
    build: Callable[[Term, Term], Expression]


def _compares(relation: Relation) -> Between:
    return Between(RELATIONAL, lambda a, b: Cmp(relation, a, b))


def _calculates(power: int, name: str) -> Between:
    return Between(power, lambda a, b: Fn(name, (a, b)))


CONNECTIVES: Final[Mapping[str, Connective]] = {
    "iff": Connective(10, 9, Iff),
    "implies": Connective(20, 19, Implies),
    "if": Connective(20, 20, lambda then, condition: Implies(condition, then)),
    "unless": Connective(20, 20, lambda then, exception: Implies(Not(exception), then)),
    "xor": Connective(30, 30, Xor),
    "nor": Connective(40, 40, lambda a, b: Not(Or((a, b)))),
}
CHAINS: Final[Mapping[str, Chain]] = {
    "or": Chain(40, Or),
    "and": Chain(50, And),
    "^": Chain(50, And),
    ",": Chain(50, And),
    "nand": Chain(50, And, denied=True),
}
TERMS: Final[Mapping[str, Between]] = {
    "=": Between(RELATIONAL, Eq),
    "!=": Between(RELATIONAL, lambda a, b: Not(Eq(a, b))),
    "<": _compares("<"),
    "≤": _compares("≤"),
    ">": _compares(">"),
    "≥": _compares("≥"),
    "+": _calculates(80, "+"),
    "-": _calculates(80, "-"),
    "*": _calculates(90, "*"),
}
MEMBERSHIP: Final = ("∈", "∉")
"""Signs between terms that make an atom, which the dialect has a say in."""
POWER: Final[Mapping[str, int]] = {
    **{kind: sign.power for signs in (CONNECTIVES, CHAINS, TERMS) for kind, sign in signs.items()},
    **dict.fromkeys(MEMBERSHIP, RELATIONAL),
}
"""How tightly each kind of token binds what stands on its two sides."""
FUNCTIONAL: Final = {
    **dict.fromkeys(("And", "AND", "and", "Conjunction"), "and"),
    **dict.fromkeys(("Or", "OR", "or", "Disjunction"), "or"),
    **dict.fromkeys(("Implies", "IMPLIES", "Imply", "implies"), "implies"),
    **dict.fromkeys(("Iff", "IFF", "Equivalent", "Equiv", "iff"), "iff"),
    **dict.fromkeys(("Xor", "XOR", "xor"), "xor"),
    **dict.fromkeys(("If", "IF", "if"), "if"),
    **dict.fromkeys(("Distinct", "AllDifferent", "AllDistinct", "distinct", "all_different"), "distinct"),
}
"""Names and kinds of tokens that are connectives when a bracket with formulas follows, or with terms: ``distinct``."""
TRUTHS: Final = {"True": True, "False": False, "TRUE": True, "FALSE": False}
"""How models spell the truth values, beside the keywords of the lexer's table."""
ENGLISH: Final = frozenset("if then unless only either neither for there such v no".split())
"""Words, in any case, with which English connectives and quantifiers begin."""
WORDS: Final = frozenset(
    (*TRUTHS, *FUNCTIONAL, *ENGLISH, *(word.capitalize() for word in ENGLISH), *(word.upper() for word in ENGLISH))
)
"""What is no name, unless it is quoted."""
