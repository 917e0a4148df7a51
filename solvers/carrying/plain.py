"""Our values as plain data, and the other way round: exactly, whole, and never as code.

Which classes are made is what the fields of the class that is asked for are declared as, so data can name
no other. Formulas, programs, certificates and outcomes are written once, however often they occur. That a
certificate is checked is not believed: what is read is checked anew.
"""

from __future__ import annotations

import json
import re
import types
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, Final, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from ..clock import within
from ..errors import UserError
from ..kernel.certificates import Certificate
from ..kernel.kernel import Checked
from ..kernel.kernel import check as kernel_check
from ..kernel.refusal import Refused, Unchecked
from ..logic.errors import InvalidProgram
from ..logic.program import Program
from ..logic.syntax import MAX_LEVELS, Formula, Term
from ..logic.walkers import children
from ..outcome import Outcome

T = TypeVar("T")
FORMAT: Final = "sorites"
VERSION: Final = 3
RECHECK_SECONDS: Final = 10.0
"""What checking one certificate anew may take; after that it is not checked."""
_FORMULAS: Final = frozenset(get_args(Formula))
_TERMS: Final = frozenset(get_args(Term))
_ONCE: Final[frozenset[type]] = frozenset({Program, Outcome, *get_args(Certificate)})
_NUMBERS: Final[Mapping[type, str]] = {Decimal: "decimal", Fraction: "fraction"}
_TREES: Final = _FORMULAS | _TERMS
_MAX_DIGITS: Final = 4000
_AMOUNT: Final = r"-?[0-9]+(/[0-9]+|(\.[0-9]+)?(E[+-]?[0-9]{1,4})?)"
"""No number is so short and so large that it could not be written out."""
_MAX_LEVELS: Final = MAX_LEVELS + 8
"""A line of a proof may put some connectives around a formula of the program."""
_MAX_NODES: Final = 1_000_000
"""The most nodes of one formula with all its parts written out."""


class _Unfit(ValueError):
    """Data is not what a field is declared as."""


@dataclass(slots=True)
class _Writing:
    """What is written once: formulas and terms, and values of some classes."""

    once: frozenset[type]
    nodes: list[Any] = field(default_factory=list)
    entered: dict[str, int] = field(default_factory=dict)
    shared: list[Any] = field(default_factory=list)
    places: dict[int, int] = field(default_factory=dict)
    kept: list[object] = field(default_factory=list)  # so that no other object gets the id of one of them

    def node(self, tree: Any) -> int:
        self.kept.append(tree)
        due = [tree]
        while due:  # the parts first: no stack is deep enough for all trees
            if missing := [part for part in children(due[-1]) if id(part) not in self.places]:
                due += missing
            elif id(one := due.pop()) not in self.places:
                entry = _fields(cast("Any", type(one))).write(one, self)
                place = self.places[id(one)] = self.entered.setdefault(repr(entry), len(self.nodes))
                if place == len(self.nodes):
                    self.nodes.append(entry)
        return self.places[id(tree)]

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

    once: frozenset[type]
    nodes: list[Any] = field(default_factory=list)
    measures: dict[int, tuple[int, int]] = field(default_factory=dict)
    shared: list[Any] = field(default_factory=list)

    def enter(self, entries: Any, kinds: frozenset[type], found: list[Any], what: str) -> None:
        """Read entries of some classes, each of which may speak of those before it."""
        named = {kind.__name__: kind for kind in kinds}
        for place, entry in enumerate(_of(list, entries)):
            name = entry.get("is") if isinstance(entry, Mapping) else None
            if not isinstance(name, str) or name not in named:
                raise _Unfit(f"{what}.{place}: {_short(name)} is nothing that stands there")
            try:
                one = _fields(named[name]).read(entry, self)
                if found is self.nodes:
                    self._measure(one)
            except _Unfit as fault:
                raise _Unfit(f"{what}.{place}: {fault}") from None
            found.append(one)

    def _measure(self, tree: Any) -> None:
        """Refuse formulas that are too deep, or would be too large if all parts were written out."""
        inner = [self.measures[id(part)] for part in children(tree)]
        level, size = 1 + max([one for one, _ in inner], default=0), 1 + sum([count for _, count in inner])
        if level > _MAX_LEVELS or size > _MAX_NODES:
            raise _Unfit("the formula is too deep" if level > _MAX_LEVELS else "the formula is too large")
        self.measures[id(tree)] = level, size


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
        "nodes": writing.nodes,
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
    reading = _Reading(_ONCE.union(once))
    try:
        reading.enter(data.get("nodes"), _TREES, reading.nodes, "nodes")
        reading.enter(data.get("shared"), reading.once, reading.shared, "shared")
        found: T = _codec(cast("Any", kind)).read(data.get("value"), reading)
    except (InvalidProgram, Refused, ValueError, TypeError) as error:
        raise UserError(f"this is no {kind.__name__} as plain data: {error}") from error
    return found


@cache
def _codec(hint: Any) -> _Codec:
    """Return how values of a declared type are written and read."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _union(args)
    if hint in _FORMULAS or hint in _TERMS:
        return _tree((hint,))
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
    if hint is Checked:  # it is read as its program: only the kernel says that a certificate is checked
        return _Codec(lambda value, writing: _codec(Program).write(value.program, writing), _codec(Program).read)
    if hint in (str, int, bool, type(None)):
        return _Codec(lambda value, _: value, lambda data, _: _of(hint, data))
    if hint is float:
        return _Codec(
            lambda value, _: float(value), lambda data, _: float(data if type(data) is int else _of(float, data))
        )
    if hint in _NUMBERS:
        return _Codec(lambda value, _: {_NUMBERS[hint]: str(value)}, lambda data, _: _amount(hint, data))
    if isinstance(hint, type) and issubclass(hint, Enum):
        values = tuple(one.value for one in hint)
        return _Codec(lambda value, _: value.value, lambda data, _: hint(_one_of(data, values)))
    if isinstance(hint, type) and is_dataclass(hint):
        return _dataclass(hint)
    raise TypeError(f"values of {hint!r} are not written")


def _dataclass(kind: type) -> _Codec:
    """Return how a dataclass is written: its fields, or the place of them where it is written once."""
    inner = _fields(kind)

    def write(value: Any, writing: _Writing) -> Any:
        return writing.place(value, inner.write) if kind in writing.once else inner.write(value, writing)

    def read(data: Any, reading: _Reading) -> Any:
        return _at(reading.shared, data, (kind,)) if kind in reading.once else inner.read(data, reading)

    return _Codec(write, read)


def _at(entries: list[Any], place: Any, kinds: tuple[Any, ...]) -> Any:
    """Return the entry in a place, which has to be of one of these classes."""
    if not 0 <= _of(int, place) < len(entries):
        raise _Unfit(f"there is no entry {place} before this")
    if type(entries[place]) not in kinds:
        raise _Unfit(f"the entry {place} is a {type(entries[place]).__name__}")
    return entries[place]


@cache
def _fields(kind: Any) -> _Codec:
    """Return how a dataclass is written: its fields, without those that are as they are by default."""

    def write(value: Any, writing: _Writing) -> dict[str, Any]:
        found: dict[str, Any] = {"is": kind.__name__}
        for name, (one, codec) in _parts(kind).items():
            part = getattr(value, name)
            if not (type(part) is type(one.default) and part == one.default):
                found[name] = codec.write(part, writing)
        return found

    def read(data: Any, reading: _Reading) -> Any:
        if not isinstance(data, Mapping) or data.get("is") != kind.__name__:
            raise _Unfit(f"{_short(data)} is no {kind.__name__}")
        parts = _parts(kind)
        if strange := data.keys() - {"is", *parts}:
            raise _Unfit(f"a {kind.__name__} has no {', '.join(sorted(map(str, strange)))}")
        found: dict[str, Any] = {}
        for name, (one, codec) in parts.items():
            try:
                if name in data:
                    found[name] = codec.read(data[name], reading)
                elif one.default is MISSING and one.default_factory is MISSING:
                    raise _Unfit(f"a {kind.__name__} has none")
            except _Unfit as fault:
                raise _Unfit(f"{name}: {fault}") from None
        if kind is Outcome and found.get("checked") is not None:
            found["checked"] = _checked(found["checked"], found["verdict"], found.get("certificate"))
        return kind(**found)

    return _Codec(write, read)


@cache
def _parts(kind: Any) -> dict[str, tuple[Field[Any], _Codec]]:
    """Return the fields of a dataclass, and how they are written."""
    hints = get_type_hints(kind)
    return {one.name: (one, _codec(hints[one.name])) for one in fields(kind) if one.init}


def _checked(program: Program, verdict: Any, certificate: Any) -> Checked | None:
    """Return what the kernel says of a certificate that was checked when it was written; nothing if it has no time."""
    try:
        with within(RECHECK_SECONDS):
            return kernel_check(program, verdict, certificate)
    except Unchecked:
        return None


def _tree(kinds: tuple[Any, ...]) -> _Codec:
    """Return how a formula or a term of one of some classes is written: as the place of its node."""
    return _Codec(lambda value, writing: writing.node(value), lambda data, reading: _at(reading.nodes, data, kinds))


def _union(args: tuple[Any, ...]) -> _Codec:
    """Return how a value of one of several types is written: a class says which it is."""
    members = [one for one in args if one is not type(None)]
    if trees := _FORMULAS.issuperset(members) or _TERMS.issuperset(members):
        inner = _tree(tuple(members))

    def write(value: Any, writing: _Writing) -> Any:
        if value is None:
            return None
        return (inner if trees else _codec(_member(members, value))).write(value, writing)

    def read(data: Any, reading: _Reading) -> Any:
        if data is None and len(members) < len(args):
            return None
        if trees:
            return inner.read(data, reading)
        faults = []
        for one in members:
            try:
                return _codec(one).read(data, reading)
            except _Unfit as fault:
                faults.append(str(fault))
        raise _Unfit("; ".join(faults[:3]))

    return _Codec(write, read)


def _member(members: list[Any], value: object) -> Any:
    """Return the member of a union that a value is of: first one that is just its class."""
    plain = [(one, get_origin(one) or one) for one in members]
    fitting = [one for one, kind in plain if kind is type(value) or (kind is Literal and value in get_args(one))]
    fitting += [one for one, kind in plain if isinstance(kind, type) and kind is not int and isinstance(value, kind)]
    if not fitting:
        raise TypeError(f"{type(value).__name__} is none of {members}")
    return fitting[0]


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

    def read(data: Any, reading: _Reading) -> dict[Any, Any]:
        found = dict(pairs.read(data, reading))
        if len(found) < len(data):
            raise _Unfit(f"{_short(data)} has two values for one key")
        return found

    return _Codec(lambda found, writing: pairs.write(tuple(found.items()), writing), read)


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


def _amount(kind: Any, data: Any) -> Any:
    text = data.get(_NUMBERS[kind]) if isinstance(data, Mapping) and len(data) == 1 else None
    if not isinstance(text, str) or not re.fullmatch(_AMOUNT, text) or len(text) > _MAX_DIGITS:
        raise _Unfit(f"{_short(data)} is no {kind.__name__}")
    try:
        return kind(text)
    except (ValueError, ArithmeticError):
        raise _Unfit(f"{_short(data)} is no {kind.__name__}") from None


def _short(data: Any) -> str:
    text = repr(data)
    return text if len(text) <= 60 else f"{text[:60]} …"
