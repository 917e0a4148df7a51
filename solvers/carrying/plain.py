"""Our values as plain data, and the other way round: exactly, whole, and never as code.

Each value of a dataclass is an entry of one table, with its fields by their names, and is written once, however often
it occurs; others speak of it by its place, which is behind those of its parts. Which classes are made is what the
fields of the class that is asked for are declared as, so data can name no other. That a certificate is checked is not
believed: what is read is checked anew.
"""

from __future__ import annotations

import json
import re
import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, Final, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from ..clock import within
from ..errors import UserError
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
VERSION: Final = 5
RECHECK_SECONDS: Final = 10.0
"""What checking one certificate anew may take; after that it is not checked."""
_TREES: Final = frozenset({*get_args(Formula), *get_args(Term)})
_SIMPLE: Final = frozenset({str, int, bool, float, type(None)})
_NUMBERS: Final[Mapping[type, str]] = {Decimal: "decimal", Fraction: "fraction"}
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
    """The table as it is written."""

    nodes: list[dict[str, Any]] = field(default_factory=list)
    entered: dict[str, int] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)
    kept: list[object] = field(default_factory=list)  # so that no other object gets the id of one of them

    def place(self, value: Any) -> int:
        """Return the place of a value, after those of its parts."""
        due = [value]
        while due:  # the parts of trees first: no stack is deep enough for all of them
            one = due[-1]
            if missing := [p for p in (children(one) if type(one) in _TREES else ()) if id(p) not in self.places]:
                due += missing
            elif id(due.pop()) not in self.places:
                entry = self._entry(one)
                place = self.places[id(one)] = self.entered.setdefault(repr(entry), len(self.nodes))
                self.kept.append(one)
                if place == len(self.nodes):
                    self.nodes.append(entry)
        return self.places[id(value)]

    def _entry(self, value: Any) -> dict[str, Any]:
        """Return the fields of a value, without those that are as they are by default."""
        entry: dict[str, Any] = {"is": type(value).__name__}
        for name, (one, _) in _parts(cast("Any", type(value))).items():
            part = getattr(value, name)
            if not (type(part) is type(one.default) and part == one.default):
                entry[name] = self._plain(part)
        return entry

    def _plain(self, value: Any) -> Any:
        if type(value) in _SIMPLE:
            return value
        if type(value) is Checked:  # it is read as its program: only the kernel says that a certificate is checked
            return self.place(value.program)
        if is_dataclass(value):
            return self.place(value)
        match value:
            case Enum():
                return value.value
            case Decimal() | Fraction():
                return {_NUMBERS[type(value)]: str(value)}
            case Mapping():  # its keys need not be texts, and their order is kept
                return [[self._plain(key), self._plain(one)] for key, one in value.items()]
            case frozenset():
                return sorted((self._plain(one) for one in sorted(value, key=repr)), key=json.dumps)
            case tuple():
                return list(map(self._plain, value))
        raise TypeError(f"values of {type(value).__name__} are not written")


def write_plain(value: object) -> dict[str, Any]:
    """Return a value of one of our dataclasses as data that JSON can hold.

    Args:
        value: the value, such as a ``Solution`` or an ``Attempt``.

    Returns:
        Dictionaries, lists, texts, numbers, truth values and nothing else.
    """
    writing = _Writing()
    place, kind = writing.place(value), type(value).__name__
    return {"format": FORMAT, "version": VERSION, "kind": kind, "value": place, "nodes": writing.nodes}


def read_plain(kind: type[T], data: Mapping[str, Any]) -> T:
    """Return the value that ``write_plain`` wrote.

    Args:
        kind: its class.
        data: what was written.

    Raises:
        UserError: it is no such data, or a certificate that was checked shows something else.
    """
    if not isinstance(data, Mapping) or (data.get("format"), data.get("kind")) != (FORMAT, kind.__name__):
        raise UserError(f"this is no {kind.__name__} as plain data")
    if data.get("version") != VERSION:
        raise UserError(f"this {kind.__name__} is of version {data.get('version')!r}, and {VERSION} is read")
    reading, kinds = _Reading(), _kinds(cast("Any", kind))
    try:
        if strange := data.keys() - {"format", "version", "kind", "value", "nodes"}:
            raise _Unfit(f"it has no {', '.join(sorted(map(str, strange)))}")
        for place, entry in enumerate(_of(list, data.get("nodes"))):
            try:
                reading.enter(kinds, entry)
            except _Unfit as fault:
                raise _Unfit(f"nodes.{place}: {fault}") from None
        return cast("T", reading.read(kind, data.get("value")))
    except (InvalidProgram, Refused, ValueError, TypeError) as error:
        raise UserError(f"this is no {kind.__name__} as plain data: {error}") from error


@dataclass(slots=True)
class _Reading:
    """The table as it is read: each entry after its parts."""

    nodes: list[Any] = field(default_factory=list)
    measures: dict[int, tuple[int, int]] = field(default_factory=dict)

    def enter(self, kinds: Mapping[str, Any], data: Any) -> None:
        """Read an entry of one of some classes, which may speak of those before it."""
        name = data.get("is") if isinstance(data, Mapping) else None
        if not isinstance(name, str) or name not in kinds:
            raise _Unfit(f"{_short(name)} is nothing that stands there")
        parts = _parts(kinds[name])
        if strange := data.keys() - {"is", *parts}:
            raise _Unfit(f"a {name} has no {', '.join(sorted(map(str, strange)))}")
        found: dict[str, Any] = {}
        for part, (one, hint) in parts.items():
            try:
                if part in data:
                    found[part] = self.read(hint, data[part])
                elif one.default is MISSING and one.default_factory is MISSING:
                    raise _Unfit(f"a {name} has none")
            except _Unfit as fault:
                raise _Unfit(f"{part}: {fault}") from None
        if kinds[name] is Outcome and found.get("checked") is not None:
            found["checked"] = _checked(found["checked"], found["verdict"], found.get("certificate"))
        self.nodes.append(kinds[name](**found))
        if kinds[name] in _TREES:
            self._measure(self.nodes[-1])

    def read(self, hint: Any, data: Any) -> Any:
        """Return the value of a declared type that data is."""
        origin, args = _shape(hint)
        if origin is Literal:
            return _one_of(data, args)
        if origin is Union:
            if type(data) is int and int not in args:
                return self._at(data, args)
            faults = []
            for one in args:
                try:
                    return self.read(one, data)
                except _Unfit as fault:
                    faults.append(str(fault))
            raise _Unfit("; ".join(faults[:3]))
        if origin is tuple and args[-1] is not Ellipsis:
            return tuple([self.read(one, part) for one, part in zip(args, _parts_of(data, len(args)), strict=True)])
        if origin in (tuple, frozenset):
            return origin([self.read(args[0], part) for part in _of(list, data)])
        if origin is dict:
            found = {
                self.read(args[0], key): self.read(args[1], value)
                for key, value in (_parts_of(one, 2) for one in _of(list, data))
            }
            if len(found) < len(data):
                raise _Unfit(f"{_short(data)} has two values for one key")
            return found
        if is_dataclass(hint):
            return self._at(data, (hint,))
        if hint in _NUMBERS:
            return _amount(hint, data)
        if hint not in _SIMPLE:
            return hint(_one_of(data, tuple(one.value for one in hint)))
        return float(data) if hint is float and type(data) is int else _of(hint, data)

    def _at(self, place: Any, kinds: tuple[Any, ...]) -> Any:
        """Return the entry in a place, which has to be of one of these classes."""
        if not 0 <= _of(int, place) < len(self.nodes):
            raise _Unfit(f"there is no entry {place} before this")
        if type(self.nodes[place]) not in kinds:
            raise _Unfit(f"the entry {place} is a {type(self.nodes[place]).__name__}")
        return self.nodes[place]

    def _measure(self, tree: Any) -> None:
        """Refuse formulas that are too deep, or would be too large if all parts were written out."""
        inner = [self.measures[id(part)] for part in children(tree)]
        level, size = 1 + max([one for one, _ in inner], default=0), 1 + sum([count for _, count in inner])
        if level > _MAX_LEVELS or size > _MAX_NODES:
            raise _Unfit("the formula is too deep" if level > _MAX_LEVELS else "the formula is too large")
        self.measures[id(tree)] = level, size


@cache
def _shape(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return what a declared type is made of, and its parts."""
    origin = get_origin(hint)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        origin = dict
    return Union if origin is types.UnionType else origin, get_args(hint)


@cache
def _parts(kind: Any) -> dict[str, tuple[Field[Any], Any]]:
    """Return the fields of a dataclass, and as what they are written."""
    hints = get_type_hints(kind)
    if kind is Outcome:
        hints["checked"] = Program | None
    return {one.name: (one, hints[one.name]) for one in fields(kind) if one.init}


@cache
def _kinds(kind: Any) -> Mapping[str, Any]:
    """Return the classes of all that a value of a dataclass may be made of, by their names."""
    found: dict[str, Any] = {}
    due, seen = [kind], set[Any]()
    while due:
        hint = due.pop()
        if hint in seen:
            continue
        seen.add(hint)
        due += _shape(hint)[1]
        if isinstance(hint, type) and is_dataclass(hint):
            due += [part for _, part in _parts(cast("Any", hint)).values()]
            if found.setdefault(hint.__name__, hint) is not hint:
                raise TypeError(f"two classes are called {hint.__name__}")
    return found


def _checked(program: Program, verdict: Any, certificate: Any) -> Checked | None:
    """Return what the kernel says of a certificate that was checked when it was written; nothing if it has no time."""
    try:
        with within(RECHECK_SECONDS):
            return kernel_check(program, verdict, certificate)
    except Unchecked:
        return None


def _of(kind: type, data: Any) -> Any:
    if kind is list and isinstance(data, tuple):  # as some stores of checkpoints give lists back
        return list(data)
    if type(data) is not kind:
        raise _Unfit(f"{_short(data)} is no {kind.__name__}")
    return data


def _parts_of(data: Any, count: int) -> list[Any]:
    if len(_of(list, data)) != count:
        raise _Unfit(f"{_short(data)} has not {count} parts")
    return _of(list, data)  # type: ignore[no-any-return]


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
