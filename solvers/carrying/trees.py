"""Formulas and terms as a table in JSON: each entry names its parts by their places, which come before it.

A part that occurs twice stands there once. Nothing is nested, so no file is too deep to be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..logic.syntax import (
    MAX_LEVELS,
    And,
    Atom,
    Bound,
    Cmp,
    Count,
    Distinct,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Num,
    Or,
    Relation,
    Term,
    Truth,
    Var,
    Xor,
)

MAX_DIGITS: Final = 4000
"""The most digits of a number."""
_MAX_LEVELS: Final = MAX_LEVELS + 8
"""A line of a proof may put some connectives around a formula of the program."""
_MAX_NODES: Final = 1_000_000
"""The most nodes of one formula with all its parts written out."""
Place = Annotated[int, Field(ge=0)]


class Misplaced(ValueError):
    """A table does not hold what is asked for; the text says where, and what is wrong."""


class Strict(BaseModel):
    """What has these fields and no others, of these types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class VariableOut(Strict):
    """A variable."""

    kind: Literal["variable"] = "variable"
    name: str


class NumberOut(Strict):
    """A numeral; ``decimal`` if a whole number is meant as a real one."""

    kind: Literal["number"] = "number"
    value: Annotated[str, Field(pattern=r"^-?[0-9]+(\.[0-9]+)?$", max_length=MAX_DIGITS)]
    decimal: bool = False


class AppliedOut(Strict):
    """A function, a constant, or a predicate, of the terms at these places."""

    kind: Literal["function", "predicate"]
    name: str
    args: list[Place]


class EqualOut(Strict):
    """That two terms are equal."""

    kind: Literal["equal"] = "equal"
    left: Place
    right: Place


class ComparedOut(Strict):
    """That two numbers are so ordered."""

    kind: Literal["compare"] = "compare"
    relation: Relation
    left: Place
    right: Place


class TruthOut(Strict):
    """What is always true, or always false."""

    kind: Literal["truth"] = "truth"
    value: bool


class NotOut(Strict):
    """The negation of the formula at a place."""

    kind: Literal["not"] = "not"
    body: Place


class ChainOut(Strict):
    """The conjunction or disjunction of two or more formulas."""

    kind: Literal["and", "or"]
    parts: list[Place]


class PairOut(Strict):
    """Another connective, of two formulas."""

    kind: Literal["xor", "implies", "iff"]
    left: Place
    right: Place


class QuantifiedOut(Strict):
    """A quantified formula; its sort is empty where the variable ranges over things."""

    kind: Literal["forall", "exists"]
    variable: str
    sort: str = ""
    body: Place


class DistinctOut(Strict):
    """That no two of two or more terms are the same thing."""

    kind: Literal["distinct"] = "distinct"
    terms: list[Place]


class CountOut(Strict):
    """How many things there are of which a formula holds; see ``QuantifiedOut``."""

    kind: Literal["count"] = "count"
    relation: Bound
    number: int
    variable: str
    sort: str = ""
    body: Place


NodeOut = Annotated[
    VariableOut
    | NumberOut
    | AppliedOut
    | EqualOut
    | ComparedOut
    | TruthOut
    | NotOut
    | ChainOut
    | PairOut
    | QuantifiedOut
    | DistinctOut
    | CountOut,
    Field(discriminator="kind"),
]
_PAIRS: Final = {Xor: "xor", Implies: "implies", Iff: "iff"}
_PAIRED: Final[dict[str, Callable[[Formula, Formula], Formula]]] = {"xor": Xor, "implies": Implies, "iff": Iff}


class Table:
    """Makes a table of formulas and terms.

    Attributes:
        nodes: its entries.
    """

    def __init__(self) -> None:
        self.nodes: list[NodeOut] = []
        self._places: dict[tuple[object, ...], int] = {}

    def place(self, tree: Formula | Term) -> int:
        """Return the place of a formula or term, which is entered if it is new."""
        match tree:
            case Var(name):
                node: NodeOut = VariableOut(name=name)
            case Num(value, decimal):
                node = NumberOut(value=digits(value), decimal=decimal)
            case Fn(name, args):
                node = AppliedOut(kind="function", name=name, args=[*map(self.place, args)])
            case Atom(name, args):
                node = AppliedOut(kind="predicate", name=name, args=[*map(self.place, args)])
            case Eq(left, right):
                node = EqualOut(left=self.place(left), right=self.place(right))
            case Cmp(op, left, right):
                node = ComparedOut(relation=op, left=self.place(left), right=self.place(right))
            case Truth(truth):
                node = TruthOut(value=truth)
            case Not(body):
                node = NotOut(body=self.place(body))
            case And(parts) | Or(parts):
                node = ChainOut(kind="and" if isinstance(tree, And) else "or", parts=[*map(self.place, parts)])
            case Xor(one, other) | Implies(one, other) | Iff(one, other):
                node = PairOut.model_construct(kind=_PAIRS[type(tree)], left=self.place(one), right=self.place(other))
            case Forall(name, body, sort) | Exists(name, body, sort):
                kind: Literal["forall", "exists"] = "forall" if isinstance(tree, Forall) else "exists"
                node = QuantifiedOut(kind=kind, variable=name, sort=sort, body=self.place(body))
            case Count(relation, count, name, body, sort):
                node = CountOut(relation=relation, number=count, variable=name, sort=sort, body=self.place(body))
            case Distinct(terms):
                node = DistinctOut(terms=[*map(self.place, terms)])
        key = tuple(tuple(v) if isinstance(v, list) else v for v in node.__dict__.values())
        found = self._places.get((type(node), *key))
        if found is None:
            found = self._places[(type(node), *key)] = len(self.nodes)
            self.nodes.append(node)
        return found


class Trees:
    """The formulas and terms of a table.

    Raises:
        Misplaced: an entry names a place that does not come before it, or a term as a formula.
    """

    def __init__(self, nodes: Sequence[NodeOut]) -> None:
        self._found: list[Formula | Term] = []
        self._levels: list[int] = []
        self._sizes: list[int] = []
        for place, node in enumerate(nodes):
            try:
                self._enter(node)
            except Misplaced as fault:
                raise Misplaced(f"nodes.{place}: {fault}") from None

    def term(self, place: int) -> Term:
        """Return the term at a place."""
        found = self._at(place)
        if not isinstance(found, Var | Num | Fn):
            raise Misplaced(f"the node {place} is no term")
        return found

    def formula(self, place: int) -> Formula:
        """Return the formula at a place."""
        found = self._at(place)
        if isinstance(found, Var | Num | Fn):
            raise Misplaced(f"the node {place} is no formula")
        return found

    def _at(self, place: int) -> Formula | Term:
        if place >= len(self._found):
            raise Misplaced(f"there is no node {place} before this")
        return self._found[place]

    def _enter(self, node: NodeOut) -> None:  # noqa: C901  # a case for each kind of node
        parts: list[int] = []

        def term(place: int) -> Term:
            parts.append(place)
            return self.term(place)

        def formula(place: int) -> Formula:
            parts.append(place)
            return self.formula(place)

        found: Formula | Term
        match node:
            case VariableOut():
                found = Var(node.name)
            case NumberOut():
                found = Num(number(node.value), node.decimal)
            case AppliedOut(kind="function"):
                found = Fn(node.name, tuple(map(term, node.args)))
            case AppliedOut():
                found = Atom(node.name, tuple(map(term, node.args)))
            case EqualOut():
                found = Eq(term(node.left), term(node.right))
            case ComparedOut():
                found = Cmp(node.relation, term(node.left), term(node.right))
            case TruthOut():
                found = Truth(node.value)
            case NotOut():
                found = Not(formula(node.body))
            case ChainOut():
                found = (And if node.kind == "and" else Or)(tuple(map(formula, node.parts)))
            case PairOut():
                found = _PAIRED[node.kind](formula(node.left), formula(node.right))
            case QuantifiedOut():
                found = (Forall if node.kind == "forall" else Exists)(node.variable, formula(node.body), node.sort)
            case CountOut():
                found = Count(node.relation, node.number, node.variable, formula(node.body), node.sort)
            case DistinctOut():
                found = Distinct(tuple(map(term, node.terms)))
        levels = 1 + max((self._levels[part] for part in parts), default=0)
        size = 1 + sum(self._sizes[part] for part in parts)
        if levels > _MAX_LEVELS or size > _MAX_NODES:
            raise Misplaced("the formula is too deep" if levels > _MAX_LEVELS else "the formula is too large")
        self._found.append(found)
        self._levels.append(levels)
        self._sizes.append(size)


def digits(value: int | Decimal) -> str:
    """Return a number as a table writes it."""
    return format(value, "f") if isinstance(value, Decimal) else str(value)


def number(text: str) -> int | Decimal:
    """Return the number that a table writes so."""
    return int(text) if re.fullmatch(r"-?[0-9]+", text) else Decimal(text)
