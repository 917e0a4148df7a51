"""The tree of first-order logic: terms and formulas, immutable and hashable.

Constants are functions without arguments; propositions are atoms without
arguments. A quantifier binds one variable: notation with several variables is
the parsers' and the printers' business. Chains of ``∧`` and ``∨`` are kept flat
as they were written, so that a formula prints as its author wrote it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final, Literal, Never, NoReturn

Relation = Literal["<", "≤", ">", "≥"]
"""The comparisons of numbers, one spelling each; ``=`` and ``≠`` are equality."""
RELATIONS: Final[Mapping[Relation, Callable[[Fraction, Fraction], bool]]] = {
    "<": operator.lt,
    "≤": operator.le,
    ">": operator.gt,
    "≥": operator.ge,
}
"""What they mean."""
Bound = Literal["=", "≤", "≥"]
"""What a number says of how many there are: just so many, at most or at least."""
BOUNDS: Final[tuple[Bound, ...]] = ("=", "≤", "≥")
"""All of them."""
MAX_COUNT: Final = 20
"""The largest number by which things are counted; ``unfolding`` writes out all of them."""

ARITHMETIC: Final[Mapping[str, Callable[[Fraction, Fraction], Fraction]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}
"""Function names that mean arithmetic, and what; ``-`` with one argument is the minus sign."""
DIVISION: Final = frozenset({"/", "÷", "%"})
"""Names of two-place functions that divide: of reals, and Euclid's quotient and remainder of integers
(SMT-LIB's ``div`` and ``mod``). What division by zero gives is not said."""
CALCULATING: Final = frozenset(ARITHMETIC) | DIVISION
"""Names of two-place functions of numbers."""


@dataclass(frozen=True, slots=True)
class Var:
    """A variable, bound by the nearest quantifier of its name around it."""

    name: str


@dataclass(frozen=True, slots=True)
class Num:
    """A numeral. Whole numbers are ``int``, all others exact decimals.

    Attributes:
        value: the number.
        decimal: whether a whole number was written as a decimal fraction, as ``1.0``: then reals are meant.
    """

    value: int | Decimal
    decimal: bool = False


@dataclass(frozen=True, slots=True)
class Fn:
    """A function applied to terms; a constant when ``args`` is empty."""

    name: str
    args: tuple[Term, ...] = ()


Term = Var | Num | Fn


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate applied to terms; a proposition when ``args`` is empty."""

    name: str
    args: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Eq:
    """Equality of two terms."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Cmp:
    """A comparison of two numbers."""

    op: Relation
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Truth:
    """The formula that is always true, or always false."""

    value: bool


@dataclass(frozen=True, slots=True)
class Not:
    """Negation."""

    body: Formula


@dataclass(frozen=True, slots=True)
class And:
    """Conjunction of two or more formulas."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Disjunction of two or more formulas."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Xor:
    """Exclusive disjunction: exactly one of the two holds."""

    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Implies:
    """Implication."""

    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Iff:
    """Equivalence."""

    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Forall:
    """Universal quantification over one variable.

    Attributes:
        var: the variable.
        body: what is said of it.
        sort: what it ranges over; empty where nothing is said.
    """

    var: str
    body: Formula
    sort: str = ""


@dataclass(frozen=True, slots=True)
class Exists:
    """Existential quantification over one variable; see ``Forall``."""

    var: str
    body: Formula
    sort: str = ""


@dataclass(frozen=True, slots=True)
class Distinct:
    """That no two of two or more terms are the same thing."""

    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """How many things there are of which a formula holds; see ``Forall``.

    Attributes:
        relation: whether there are just so many, at most or at least.
        number: how many, from 0 to ``MAX_COUNT``.
        var: the variable.
        body: what is said of it.
        sort: what it ranges over; empty where nothing is said.
    """

    relation: Bound
    number: int
    var: str
    body: Formula
    sort: str = ""


Atomic = Atom | Eq | Cmp | Truth
Abbreviation = Distinct | Count
"""What ``unfolding`` says in the other nodes. Engines, certificates and the kernel know only those."""
Formula = Atom | Eq | Cmp | Truth | Not | And | Or | Xor | Implies | Iff | Forall | Exists | Distinct | Count
Quantified = Forall | Exists
Binder = Quantified | Count
Expression = Formula | Term
TermRow = tuple[Term, ...]
"""A term for each place of a name, or for each variable."""

MAX_DEPTH: Final = 100
"""Levels of nesting that a formula may have. Every traversal of a parsed tree is
recursive and safe because of this bound; deeper text gets a diagnostic."""
MAX_LEVELS: Final = 2 * MAX_DEPTH
"""Levels that the tree of a formula may have: notation such as ``∀x ∈ s`` gives more than one."""


def unlisted(node: Never) -> NoReturn:
    """Refuse a node of a kind that a ``match`` does not list; checkers of types see that none is left out.

    Raises:
        TypeError: always.
    """
    raise TypeError(f"a {type(node).__name__} is of a kind that is not known here")


def unfold_first(node: Abbreviation) -> NoReturn:
    """Refuse an abbreviation where only formulas without any are taken; see ``unlisted``.

    Raises:
        TypeError: always.
    """
    raise TypeError(f"a {type(node).__name__} is not known here: see unfolding.unfolded")


def literal(atom: Atomic, positive: bool = True) -> Formula:
    """Return the atom, negated unless ``positive``."""
    return atom if positive else Not(atom)


def conjunction(parts: tuple[Formula, ...]) -> Formula:
    """Return the conjunction of any number of formulas, without a chain of one."""
    if len(parts) == 1:
        return parts[0]
    return And(parts) if parts else Truth(True)


def disjunction(parts: tuple[Formula, ...]) -> Formula:
    """Return the disjunction of any number of formulas, without a chain of one."""
    if len(parts) == 1:
        return parts[0]
    return Or(parts) if parts else Truth(False)


def negation(formula: Formula) -> Formula:
    """Return the formula's negation, without a double one."""
    return formula.body if isinstance(formula, Not) else Not(formula)


def close(formula: Formula, variables: Sequence[str], sorts: Sequence[str] = ()) -> Formula:
    """Quantify the variables universally, the first one outermost, each over its sort where sorts are given."""
    for name, sort in zip(reversed(variables), reversed(sorts or [""] * len(variables)), strict=True):
        formula = Forall(name, formula, sort)
    return formula


def opened(formula: Formula, kind: type[Quantified], most: int = MAX_LEVELS) -> tuple[list[str], list[str], Formula]:
    """Take a formula's outermost quantifiers of a kind off.

    Returns:
        Their variables, the sorts of these, and what is left.
    """
    names, sorts = list[str](), list[str]()
    while isinstance(formula, kind) and len(names) < most:
        names.append(formula.var)
        sorts.append(formula.sort)
        formula = formula.body
    return names, sorts, formula


def numeral(value: int | Decimal) -> str:
    """Return a number in digits, never with an exponent; equal numbers give one text."""
    text = format(value, "f") if isinstance(value, Decimal) else str(value)
    return text.rstrip("0").rstrip(".") if "." in text else text


def name_of(term: Term) -> str:
    """Return the name of a constant, or a numeral's digits."""
    return numeral(term.value) if isinstance(term, Num) else term.name


MAX_DIGITS: Final = 300
"""The most characters that a numeral may have."""
_NUMBER: Final = re.compile(r"-?[0-9]{1,150}(?:\.[0-9]{1,149})?")


def number(text: str) -> Num:
    """Return the numeral that decimal digits stand for; ``1.50`` is ``1.5``, and ``1.0`` a decimal fraction."""
    whole, _, fraction = text.partition(".")
    fraction = fraction.rstrip("0")
    return Num(Decimal(f"{whole}.{fraction}")) if fraction else Num(int(whole), "." in text)


def number_named(name: str) -> Num | None:
    """Return the numeral if a constant's name is one: ``"34"`` and ``34`` are the same thing."""
    return number(name) if _NUMBER.fullmatch(name) else None
