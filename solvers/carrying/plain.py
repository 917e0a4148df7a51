"""Our values as plain data, and the other way round: exactly, whole, and never as code.

Which classes are made is what the fields of the class that is asked for are declared as, so data can name
no other. Formulas, programs, certificates and outcomes are written once, however often they occur. That a
certificate is checked is not believed: what is read is checked anew.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, Final, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError

from ..clock import within
from ..errors import UserError
from ..kernel.certificates import Certificate
from ..kernel.kernel import Checked
from ..kernel.kernel import check as kernel_check
from ..kernel.refusal import Refused, Unchecked
from ..logic.errors import InvalidProgram
from ..logic.program import Program
from ..logic.syntax import Formula, Term
from ..outcome import Outcome
from .trees import NodeOut, Table, Trees

T = TypeVar("T")
FORMAT: Final = "sorites"
VERSION: Final = 2
RECHECK_SECONDS: Final = 10.0
"""What checking one certificate anew may take; after that it is not checked."""
_FORMULAS: Final = frozenset(get_args(Formula))
_TERMS: Final = frozenset(get_args(Term))
_ONCE: Final[frozenset[type]] = frozenset({Program, Outcome, *get_args(Certificate)})
_NUMBERS: Final[Mapping[type, str]] = {Decimal: "decimal", Fraction: "fraction"}
_NODES: Final[TypeAdapter[list[NodeOut]]] = TypeAdapter(list[NodeOut])


class _Unfit(ValueError):
    """Data is not what a field is declared as."""


@dataclass(slots=True)
class _Writing:
    """What is written once: trees, and values of some classes."""

    once: frozenset[type]
    table: Table = field(default_factory=Table)
    shared: list[Any] = field(default_factory=list)
    places: dict[int, int] = field(default_factory=dict)
    kept: list[object] = field(default_factory=list)  # so that no other object gets the id of one of them

    def place(self, value: object, write: Callable[[Any, _Writing], Any]) -> int:
        found = self.places.get(id(value))
        if found is None:
            entry = write(value, self)
            found = self.places[id(value)] = len(self.shared)
            self.shared.append(entry)
            self.kept.append(value)
        return found


@dataclass(slots=True)
class _Reading:
    """What was written once, as it is read: each entry after its parts."""

    trees: Trees
    once: frozenset[type]
    found: list[Any] = field(default_factory=list)

    def at(self, place: Any, kind: type) -> Any:
        if type(place) is not int or not 0 <= place < len(self.found):
            raise _Unfit(f"there is no entry {_short(place)} before this")
        found = self.found[place]
        if type(found) is not kind:
            raise _Unfit(f"the entry {place} is a {type(found).__name__}")
        return found


@dataclass(frozen=True, slots=True)
class _Codec:
    """How values of one declared type are written and read."""

    write: Callable[[Any, _Writing], Any]
    read: Callable[[Any, _Reading], Any]


def write_plain(value: object, once: Collection[type] = ()) -> dict[str, Any]:
    """Return a value of one of our dataclasses as data that JSON can hold.

    Args:
        value: the value, such as a ``Solution`` or an ``Attempt``.
        once: more classes whose values are written once.

    Returns:
        Dictionaries, lists, texts, numbers, truth values and nothing else.
    """
    writing = _Writing(_ONCE.union(once))
    return {
        "format": FORMAT,
        "version": VERSION,
        "kind": type(value).__name__,
        "value": _codec(cast("Any", type(value))).write(value, writing),
        "shared": writing.shared,
        "nodes": [node.model_dump() for node in writing.table.nodes],
    }


def read_plain(kind: type[T], data: Mapping[str, Any], once: Collection[type] = ()) -> T:
    """Return the value that ``write_plain`` wrote.

    Args:
        kind: its class.
        data: what was written.
        once: the classes whose values were written once besides ours.

    Raises:
        UserError: it is no such data, or a certificate that was checked shows something else.
    """
    if not isinstance(data, Mapping) or (data.get("format"), data.get("kind")) != (FORMAT, kind.__name__):
        raise UserError(f"this is no {kind.__name__} as plain data")
    if data.get("version") != VERSION:
        raise UserError(f"this {kind.__name__} is of version {data.get('version')!r}, and {VERSION} is read")
    try:
        reading = _Reading(Trees(_NODES.validate_python(data.get("nodes"))), _ONCE.union(once))
        kinds = {one.__name__: one for one in reading.once}
        for entry in _of(list, data.get("shared")):
            name = entry.get("is") if isinstance(entry, Mapping) else None
            if not isinstance(name, str) or name not in kinds:
                raise _Unfit(f"{_short(name)} is nothing that is written once")
            reading.found.append(_fields(kinds[name]).read(entry, reading))
        found: T = _codec(cast("Any", kind)).read(data.get("value"), reading)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, ("nodes", *first["loc"])))
        raise UserError(f"this is no {kind.__name__} as plain data: {place}: {first['msg']}") from error
    except (InvalidProgram, Refused, ValueError, TypeError) as error:
        raise UserError(f"this is no {kind.__name__} as plain data: {error}") from error
    return found


@cache
def _codec(hint: Any) -> _Codec:
    """Return how values of a declared type are written and read."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in _FORMULAS or (origin in (Union, types.UnionType) and set(args) <= _FORMULAS):
        return _tree(frozenset(args) or frozenset({hint}), of_terms=False)
    if hint in _TERMS or (origin in (Union, types.UnionType) and set(args) <= _TERMS):
        return _tree(frozenset(args) or frozenset({hint}), of_terms=True)
    if origin in (Union, types.UnionType):
        return _union(args)
    if origin is Literal:
        return _Codec(lambda value, _: value, lambda data, _: _one_of(data, args))
    if origin is tuple:
        return _tuple(args)
    if origin is frozenset:
        return _set(args[0])
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(*args)
    return _class(hint)


def _class(hint: Any) -> _Codec:
    if hint is Checked:
        return _Codec(lambda value, writing: _codec(Program).write(value.program, writing), _unused)
    if hint in (str, int, bool, type(None)):
        return _Codec(lambda value, _: value, lambda data, _: _of(hint, data))
    if hint is float:
        return _Codec(lambda value, _: float(value), lambda data, _: _number(data))
    if hint in _NUMBERS:
        return _Codec(lambda value, _: {_NUMBERS[hint]: str(value)}, lambda data, _: _amount(hint, data))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _Codec(lambda value, _: value.value, lambda data, _: hint(_of(str, data)))
    if isinstance(hint, type) and is_dataclass(hint):
        return _dataclass(hint)
    raise TypeError(f"values of {hint!r} are not written")


def _dataclass(kind: type) -> _Codec:
    """Return how a dataclass is written: its fields, or the place of them where it is written once."""
    inner = _fields(kind)

    def write(value: Any, writing: _Writing) -> Any:
        return writing.place(value, inner.write) if kind in writing.once else inner.write(value, writing)

    def read(data: Any, reading: _Reading) -> Any:
        return reading.at(data, kind) if kind in reading.once else inner.read(data, reading)

    return _Codec(write, read)


@cache
def _fields(kind: Any) -> _Codec:
    """Return how a dataclass is written: its fields, without those that are as they are by default."""
    hints = get_type_hints(kind)
    given: list[Field[Any]] = [one for one in fields(kind) if one.init]

    def write(value: Any, writing: _Writing) -> dict[str, Any]:
        found: dict[str, Any] = {"is": kind.__name__}
        for one in given:
            part = getattr(value, one.name)
            if not (type(part) is type(one.default) and part == one.default):
                found[one.name] = _codec(hints[one.name]).write(part, writing)
        return found

    def read(data: Any, reading: _Reading) -> Any:
        if not isinstance(data, Mapping) or data.get("is") != kind.__name__:
            raise _Unfit(f"{_short(data)} is no {kind.__name__}")
        if strange := set(data) - {"is", *(one.name for one in given)}:
            raise _Unfit(f"a {kind.__name__} has no {', '.join(sorted(map(str, strange)))}")
        found, program = {}, None
        for one in given:
            if one.name not in data:
                if one.default is MISSING and one.default_factory is MISSING:
                    raise _Unfit(f"a {kind.__name__} has no {one.name}")
                continue
            if one.name == "checked" and kind is Outcome:
                program = _codec(Program).read(data[one.name], reading)
                continue
            try:
                found[one.name] = _codec(hints[one.name]).read(data[one.name], reading)
            except _Unfit as fault:
                raise _Unfit(f"{one.name}: {fault}") from None
        if program is not None:
            found["checked"] = _checked(program, found["verdict"], found.get("certificate"))
        return kind(**found)

    return _Codec(write, read)


def _checked(program: Program, verdict: Any, certificate: Any) -> Checked | None:
    """Return what the kernel says of a certificate that was checked when it was written; nothing if it has no time."""
    try:
        with within(RECHECK_SECONDS):
            return kernel_check(program, verdict, certificate)
    except Unchecked:
        return None


def _tree(kinds: frozenset[type], *, of_terms: bool) -> _Codec:
    def read(data: Any, reading: _Reading) -> Any:
        place = _of(int, data)
        if place < 0:
            raise _Unfit(f"there is no node {place}")
        found = reading.trees.term(place) if of_terms else reading.trees.formula(place)
        if type(found) not in kinds:
            raise _Unfit(f"the node {place} is a {type(found).__name__}")
        return found

    return _Codec(lambda value, writing: writing.table.place(value), read)


def _union(args: tuple[Any, ...]) -> _Codec:
    """Return how a value of one of several types is written: a class says which it is."""
    members = [one for one in args if one is not type(None)]
    trees = [one for one in members if one in _FORMULAS or one in _TERMS]
    if trees and len(trees) == len(members):
        inner = _tree(frozenset(trees), of_terms=trees[0] in _TERMS)
        return _Codec(
            lambda value, writing: None if value is None else inner.write(value, writing),
            lambda data, reading: None if data is None else inner.read(data, reading),
        )

    def write(value: Any, writing: _Writing) -> Any:
        if value is None:
            return None
        return _codec(_member(members, value)).write(value, writing)

    def read(data: Any, reading: _Reading) -> Any:
        if data is None and len(members) < len(args):
            return None
        faults = []
        for one in members:
            try:
                return _codec(one).read(data, reading)
            except _Unfit as fault:
                faults.append(str(fault))
        raise _Unfit("; ".join(faults[:3]))

    return _Codec(write, read)


def _member(members: list[Any], value: object) -> Any:
    """Return the member of a union that a value is of."""
    for one in members:
        plain = get_origin(one) or one
        if isinstance(plain, type) and type(value) is plain:
            return one
        if plain is Literal and value in get_args(one):
            return one
        if isinstance(plain, type) and plain is not int and isinstance(value, plain):
            return one
    raise TypeError(f"{type(value).__name__} is none of {members}")


def _tuple(args: tuple[Any, ...]) -> _Codec:
    if len(args) == 2 and args[1] is Ellipsis:
        one = _codec(args[0])
        return _Codec(
            lambda value, writing: [one.write(part, writing) for part in value],
            lambda data, reading: tuple(one.read(part, reading) for part in _of(list, data)),
        )
    each = [_codec(one) for one in args]

    def read(data: Any, reading: _Reading) -> tuple[Any, ...]:
        if len(_of(list, data)) != len(each):
            raise _Unfit(f"{_short(data)} has not {len(each)} parts")
        return tuple(one.read(part, reading) for one, part in zip(each, data, strict=True))

    return _Codec(
        lambda value, writing: [one.write(part, writing) for one, part in zip(each, value, strict=True)], read
    )


def _set(arg: Any) -> _Codec:
    one = _codec(arg)
    return _Codec(
        lambda value, writing: sorted((one.write(part, writing) for part in sorted(value, key=repr)), key=json.dumps),
        lambda data, reading: frozenset(one.read(part, reading) for part in _of(list, data)),
    )


def _mapping(key: Any, value: Any) -> _Codec:
    """Return how a mapping is written: as pairs, since its keys need not be texts, and their order is kept."""
    pairs = _codec(tuple[tuple[key, value], ...])
    return _Codec(
        lambda found, writing: pairs.write(tuple(found.items()), writing),
        lambda data, reading: dict(pairs.read(data, reading)),
    )


def _of(kind: type, data: Any) -> Any:
    if kind is list and isinstance(data, tuple):  # as some stores of checkpoints give lists back
        return list(data)
    if type(data) is not kind:
        raise _Unfit(f"{_short(data)} is no {kind.__name__}")
    return data


def _one_of(data: Any, choices: tuple[Any, ...]) -> Any:
    if not any(type(data) is type(one) and data == one for one in choices):
        raise _Unfit(f"{_short(data)} is none of {', '.join(map(repr, choices))}")
    return data


def _number(data: Any) -> float:
    if type(data) not in (int, float):
        raise _Unfit(f"{_short(data)} is no number")
    return float(data)


def _amount(kind: Any, data: Any) -> Any:
    text = data.get(_NUMBERS[kind]) if isinstance(data, Mapping) else None
    if not isinstance(text, str) or len(text) > 10_000:
        raise _Unfit(f"{_short(data)} is no {kind.__name__}")
    try:
        return kind(text)
    except (ValueError, ArithmeticError):
        raise _Unfit(f"{_short(data)} is no {kind.__name__}") from None


def _short(data: Any) -> str:
    text = repr(data)
    return text if len(text) <= 60 else f"{text[:60]} …"


def _unused(data: Any, reading: _Reading) -> Any:
    raise _Unfit("only the kernel says that a certificate is checked")
