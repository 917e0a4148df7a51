"""Certificates as shapes of JSON, and the other way round: field by field, by the names that both have for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final, cast, get_args, get_origin, get_type_hints

from ..kernel import certificates
from ..kernel.certificates import (
    Argument,
    Certificate,
    Closure,
    Comparison,
    Countermodels,
    Derived,
    Element,
    Equality,
    Findings,
    Firing,
    Given,
    Instance,
    Line,
    Linear,
    Model,
    Number,
    PreferredModels,
    Proof,
    Reason,
    Witness,
)
from ..logic.syntax import Formula, Term
from .shapes import (
    AmountOut,
    AppliedDefaultOut,
    CertificateShape,
    FindingsOut,
    FunctionOut,
    ModelOut,
    PredicateOut,
    ReasonOut,
    ThingOut,
)
from .trees import Misplaced, NodeOut, Strict, Table, Trees, digits, number

_KINDS: Final[dict[type, str]] = {
    Proof: "proof",
    Countermodels: "countermodels",
    Closure: "closure",
    Argument: "argument",
    PreferredModels: "preferred models",
    Findings: "findings",
}
_FAILING: Final = frozenset({"abnormal", "applied"})
"""The fields that hold defaults, each with things."""


class Writer:
    """Puts certificates into these shapes.

    Attributes:
        table: the formulas that they speak of.
    """

    def __init__(self, said: Callable[[Formula], str]) -> None:
        self.table = Table()
        self._said = said

    def certificate(self, found: Certificate) -> CertificateShape:
        """Return a certificate's shape, as what pydantic makes it of."""
        data = self._data(found)
        if isinstance(found, Findings):
            order = {id(one.certificate): one.certificate for one in found.ones if one.certificate is not None}
            places = {key: place for place, key in enumerate(order)}
            for said, one in zip(data["ones"], found.ones, strict=True):
                said["certificate"] = places.get(id(one.certificate))
            data["certificates"] = [self._data(one) for one in order.values()]
        return cast("CertificateShape", data)

    def _data(self, value: Any) -> Any:
        if isinstance(value, Formula | Term):
            return self.table.place(value)
        if isinstance(value, Model):
            return _model_out(value)
        if isinstance(value, Reason):
            return self._reason(value)
        if is_dataclass(value):
            found: dict[str, Any] = {"kind": _KINDS[type(value)]} if type(value) in _KINDS else {}
            if isinstance(value, Line | Firing):
                found["text"] = self._said(value.formula)
            for name in (one.name for one in fields(value)):
                if name in _FAILING:
                    found[name] = [AppliedDefaultOut(default=d, things=[*things]) for d, things in getattr(value, name)]
                elif name != "certificate" or isinstance(value, Comparison):  # that of a finding stands beside, once
                    found[name] = self._data(getattr(value, name))
            return found
        if isinstance(value, tuple | frozenset):
            return [*map(self._data, sorted(value, key=repr) if isinstance(value, frozenset) else value)]
        return value

    def _reason(self, reason: Reason) -> dict[str, Any]:
        match reason:
            case Given(source, index):
                return {"by": source, "index": index}
            case Linear(coefficients, pairs):
                products = {"pairs": [*map(list, pairs)]} if pairs else {}
                return {"by": "linear", "coefficients": [*map(str, coefficients)], **products}
            case _:
                inner = {one.name: self._data(getattr(reason, one.name)) for one in fields(reason)}
                return {"by": type(reason).__name__.lower(), **inner}


class Reader:
    """Makes certificates of these shapes again.

    Raises:
        Misplaced: the table of formulas is no such table.
    """

    def __init__(self, nodes: Sequence[NodeOut]) -> None:
        self._trees = Trees(nodes)

    def formulas(self, places: Sequence[int]) -> list[Formula]:
        """Return the formulas at these places.

        Raises:
            Misplaced: one of them holds none.
        """
        return [*map(self._trees.formula, places)]

    def certificate(self, shape: CertificateShape) -> Certificate:
        """Return the certificate of a shape.

        Raises:
            Misplaced: a place holds no formula, or no term, or a model's table has two values in one place.
        """
        if not isinstance(shape, FindingsOut):
            return cast("Certificate", self._value(Any, shape, "certificate"))
        beside = [self._value(Any, one, f"certificates.{i}") for i, one in enumerate(shape.certificates)]
        ones = []
        for i, one in enumerate(shape.ones):
            if one.certificate is not None and one.certificate >= len(beside):
                raise Misplaced(f"certificate.ones.{i}: there is no certificate {one.certificate}")
            rows = self._value(tuple[tuple[Term, ...], ...], one.rows, f"certificate.ones.{i}.rows")
            why = None if one.certificate is None else beside[one.certificate]
            ones.append(certificates.Finding(one.asks, rows, one.verdict, why))
        return Findings(tuple(ones))

    def _value(self, hint: Any, data: Any, place: str) -> Any:
        """Return what data stands for in a field that is declared so."""
        if hint in (Formula, Term):
            try:
                return self._trees.formula(data) if hint == Formula else self._trees.term(data)
            except Misplaced as fault:
                raise Misplaced(f"{place}: {fault}") from None
        if isinstance(data, ModelOut):
            return _model(data)
        if isinstance(data, AppliedDefaultOut):
            return data.default, tuple(data.things)
        if hint == Reason:
            return self._reason(data, place)
        if isinstance(data, Strict):
            kind = getattr(certificates, type(data).__name__.removesuffix("Out"))
            return kind(**{n: self._value(h, getattr(data, n), f"{place}.{n}") for n, h in _hints(kind).items()})
        if isinstance(data, list):
            inner = get_args(hint)[0]
            return get_origin(hint)(self._value(inner, one, f"{place}.{i}") for i, one in enumerate(data))
        return Fraction(data) if hint is Fraction else data

    def _reason(self, reason: ReasonOut, place: str) -> Reason:
        match reason.by:
            case "premise" | "goal" | "axiom":
                return Given(reason.by, reason.index)
            case by:
                kind = {one.__name__.lower(): one for one in (Instance, Witness, Equality, Linear, Number, Derived)}[by]
                inner = {n: self._value(h, getattr(reason, n), f"{place}.{n}") for n, h in _hints(kind).items()}
                return cast("Reason", kind(**inner))


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _thing_out(thing: Element) -> ThingOut:
    if isinstance(thing, str):
        return thing
    return AmountOut(number=str(thing) if isinstance(thing, Fraction) else digits(thing))


def _thing(thing: ThingOut) -> Element:
    if isinstance(thing, str):
        return thing
    return Fraction(thing.number) if "/" in thing.number else number(thing.number)


def _model_out(model: Model) -> ModelOut:
    return ModelOut(
        domain=list(model.domain),
        predicates=[
            PredicateOut(name=name, arity=arity, rows=[[*map(_thing_out, row)] for row in sorted(rows, key=str)])
            for (name, arity), rows in model.predicates.items()
        ],
        functions=[
            FunctionOut(
                name=name, arity=arity, rows=[[*map(_thing_out, (*row, value))] for row, value in table.items()]
            )
            for (name, arity), table in model.functions.items()
        ],
        sorts={sort: list(things) for sort, things in model.sorts.items()},
    )


def _model(shape: ModelOut) -> Model:
    predicates: dict[tuple[str, int], frozenset[tuple[Element, ...]]] = {}
    for said in shape.predicates:
        if (said.name, said.arity) in predicates:
            raise Misplaced(f"a model has two tables of the predicate {said.name}")
        predicates[said.name, said.arity] = frozenset(tuple(map(_thing, row)) for row in said.rows)
    functions: dict[tuple[str, int], dict[tuple[Element, ...], Element]] = {}
    for made in shape.functions:
        if (made.name, made.arity) in functions:
            raise Misplaced(f"a model has two tables of the function {made.name}")
        table = functions[made.name, made.arity] = {}
        for row in made.rows:
            *args, value = map(_thing, row) if row else [""]
            if not row or tuple(args) in table:
                raise Misplaced(f"a model has no value, or two, of the function {made.name} in one place")
            table[tuple(args)] = value
    return Model(tuple(shape.domain), predicates, functions, {s: tuple(v) for s, v in shape.sorts.items()})
