"""Formulas and terms as a table in JSON: each entry names its parts by their places, which come before it.

A part that occurs twice stands there once. Nothing is nested, so no file is too deep to be read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from typing import Annotated, Any, Final, Literal, cast, get_args, get_type_hints

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
_SHAPES: Final[dict[type, tuple[str, Any]]] = {
    Var: ("variable", VariableOut),
    Num: ("number", NumberOut),
    Fn: ("function", AppliedOut),
    Atom: ("predicate", AppliedOut),
    Eq: ("equal", EqualOut),
    Cmp: ("compare", ComparedOut),
    Truth: ("truth", TruthOut),
    Not: ("not", NotOut),
    And: ("and", ChainOut),
    Or: ("or", ChainOut),
    Xor: ("xor", PairOut),
    Implies: ("implies", PairOut),
    Iff: ("iff", PairOut),
    Forall: ("forall", QuantifiedOut),
    Exists: ("exists", QuantifiedOut),
    Count: ("count", CountOut),
    Distinct: ("distinct", DistinctOut),
}
"""How each kind of node is called, and what has its fields."""
_NODES: Final[dict[str, type]] = {kind: node for node, (kind, _) in _SHAPES.items()}
_NAMES: Final = {"var": "variable", "op": "relation"}
"""The fields that have another name here."""


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
        node: type = type(tree)
        kind, shape = _SHAPES[node]
        parts = {_NAMES.get(name, name): self._part(getattr(tree, name)) for name in _hints(node)}
        if isinstance(tree, Num):
            parts["value"] = digits(tree.value)
        key = (kind, *(tuple(part) if isinstance(part, list) else part for part in parts.values()))
        found = self._places.get(key)
        if found is None:
            found = self._places[key] = len(self.nodes)
            self.nodes.append(cast("NodeOut", shape(kind=kind, **parts)))
        return found

    def _part(self, value: object) -> object:
        if isinstance(value, tuple):
            return [*map(self.place, value)]
        return self.place(cast("Formula", value)) if type(value) in _SHAPES else value


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

    def _enter(self, node: NodeOut) -> None:
        parts: list[int] = []

        def read(hint: object, value: Any) -> Any:
            if isinstance(value, list):
                return tuple([read(get_args(hint)[0], one) for one in value])
            if hint not in (Formula, Term):
                return value
            parts.append(value)
            return self.formula(value) if hint == Formula else self.term(value)

        kind = _NODES[node.kind]
        values = {name: read(hint, getattr(node, _NAMES.get(name, name))) for name, hint in _hints(kind).items()}
        if isinstance(node, NumberOut):
            values["value"] = number(node.value)
        found = kind(**values)
        levels = 1 + max((self._levels[part] for part in parts), default=0)
        size = 1 + sum(self._sizes[part] for part in parts)
        if levels > _MAX_LEVELS or size > _MAX_NODES:
            raise Misplaced("the formula is too deep" if levels > _MAX_LEVELS else "the formula is too large")
        self._found.append(found)
        self._levels.append(levels)
        self._sizes.append(size)


@cache
def _hints(kind: type) -> dict[str, object]:
    return get_type_hints(kind)


def digits(value: int | Decimal) -> str:
    """Return a number as a table writes it."""
    return format(value, "f") if isinstance(value, Decimal) else str(value)


def number(text: str) -> int | Decimal:
    """Return the number that a table writes so."""
    return int(text) if re.fullmatch(r"-?[0-9]+", text) else Decimal(text)
