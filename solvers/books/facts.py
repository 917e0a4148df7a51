"""The facts of a case, from JSON, to formulas by the declared types; what does not fit is an error."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from decimal import Context, Decimal
from enum import Enum
from types import NoneType
from typing import Any, Final, Protocol

from ..errors import UserError
from ..logic.symbols import BOOL, INT, Declarations, DeclaredSort
from ..logic.syntax import (
    MAX_DIGITS,
    Atom,
    Eq,
    Fn,
    Formula,
    Implies,
    Not,
    Num,
    Term,
    Var,
    close,
    conjunction,
    disjunction,
    literal,
)
from .reading import Noun, Parts, moment

Facts = Mapping[str, Any]
"""A case: the value of each fact by its name; records are objects, what holds of several things is a list."""
_AMOUNT: Final = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_WHOLE: Final = re.compile(r"-?[0-9]{1,4000}")
_INDEXED: Final = re.compile(r"(.+)\[(\d+)\]")
_MOST_SHOWN: Final = 60
"""How many characters of a value are shown."""


class MisfitFacts(UserError):
    """Facts of a case do not fit the types of the book.

    Attributes:
        faults: for each, the path to it, what is wrong, and what is expected.
    """

    def __init__(self, faults: list[tuple[str, str, str]]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(f"{path}: {wrong}; expected: {expected}" for path, wrong, expected in self.faults)


@dataclass(frozen=True, slots=True)
class GivenFact:
    """One fact of a case.

    Attributes:
        path: how it is named in the case, as ``reservation.cabin``.
        formula: what it says.
        name: what it is a fact of.
        default: whether the book's default stands for what the case does not give.
    """

    path: str
    formula: Formula
    name: str
    default: bool = False


@dataclass(frozen=True, slots=True)
class BookCase:
    """The facts of a case, as formulas.

    Attributes:
        given: the facts.
        open: facts that are not given and have no default, by their paths, with the term or atom that stands for each.
        facts: the case as it was given.
        members: for each type of records the things of it that the case speaks of; of some nothing may be known.
        same: which of them facts name.
        unknown: types of records of which there may be things that the case does not name.
        absent: facts that are records and are not given, with their types: each may be any thing.
        closed: the lists that are given, without what they hold.
    """

    given: tuple[GivenFact, ...]
    open: Mapping[str, Fn | Atom] = field(default_factory=dict)
    facts: Facts = field(default_factory=dict)
    members: tuple[tuple[str, tuple[str, ...]], ...] = ()
    same: tuple[tuple[Fn, Fn], ...] = ()
    unknown: tuple[str, ...] = ()
    absent: tuple[tuple[str, str], ...] = ()
    closed: tuple[Atom, ...] = ()

    def having(self, path: str, cell: Fn | Atom, one: Noun, value: Any, declared: Declarations) -> BookCase:
        """Return the case with another value for a fact that is no list; ``facts`` are those that it was read of."""
        term = value if isinstance(value, bool) else term_of(one.kind, value, declared.enumerations)
        assert term is not None, value
        given = [fact for fact in self.given if fact.path != path]
        given.append(GivenFact(path, _says(one, cell.args, term), one.name))
        return replace(self, given=tuple(given), open={at: open for at, open in self.open.items() if at != path})

    def declared(self, declared: Declarations) -> Declarations:
        """Return a book's declarations with the things of the case as all that there are."""
        known = dict(self.members)
        sorts = [DeclaredSort(s.name, known.get(s.name, s.members), s.gloss) for s in declared.sorts]
        return Declarations(tuple(sorts), declared.typed)


def changed(facts: Facts, path: str, value: Any) -> Facts:
    """Return a case with another value for one fact.

    Args:
        facts: the case.
        path: the fact, as ``reservation.flight[0].status``.
        value: its value; ``None`` if it is not given.
    """
    name, _, rest = path.partition(".")
    found = _INDEXED.fullmatch(name)
    if found is None:
        new = changed(facts.get(name) or {}, rest, value) if rest else value
        return {**facts, name: new}
    listed = [*facts[found[1]]]
    i = int(found[2])
    listed[i] = changed(listed[i], rest, value) if rest else value
    return {**facts, found[1]: listed}


def changeable(facts: Facts, path: str) -> bool:
    """Return whether a fact is one of records, and not of a thing of which the case gives a name alone."""
    above = re.split(r"[.\[]", path)
    ends = itertools.accumulate(len(one) + 1 for one in above)
    return all(isinstance(value_at(facts, path[: end - 1]), Mapping | list | tuple | NoneType) for end in [*ends][:-1])


class Dumps(Protocol):
    """A model that gives its values, as those of pydantic do."""

    def model_dump(self) -> dict[str, Any]:
        """Return its values by their names."""


CaseLike = Facts | str | bytes | BookCase | Dumps
"""A case as it may be given: values by their names, JSON, a model of pydantic, or what was read of one."""


def value_at(facts: Any, path: str) -> Any:
    """Return what a case says at a path; ``None`` if it says nothing."""
    for name in re.findall(r"[^.\[\]]+", path):
        if isinstance(facts, list | tuple) and name.isdecimal():
            facts = facts[int(name)] if int(name) < len(facts) else None
        else:  # of a thing that is a name nothing else is said
            facts = facts.get(name) if isinstance(facts, Mapping) else None
    return facts


def parse_facts(text: str | bytes) -> Facts:
    """Return the facts of a JSON text, with exact decimals.

    Raises:
        MisfitFacts: it is no JSON object.
    """
    try:
        found = json.loads(text, parse_float=Decimal, object_pairs_hook=_object)
    except RecursionError:
        raise MisfitFacts([("facts", "nested too deep", "records of a few levels")]) from None
    except ValueError as error:
        raise MisfitFacts([("facts", f"no JSON: {error}", '{"fact": value, …}')]) from None
    if not isinstance(found, dict):
        raise MisfitFacts([("facts", _shown(found), '{"fact": value, …}')])
    return found


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def by_default(parts: Parts) -> dict[str, GivenFact]:
    """Return what a book says of facts that a case does not give, and that are of nothing."""
    ones = [one for one in parts.facts if one.default and not one.typed.arguments]
    return {one.name: GivenFact(one.name, value_of(one, (), parts.declared), one.name, default=True) for one in ones}


def case_of(
    facts: Facts | Dumps,
    parts: Parts,
    defaults: Mapping[str, GivenFact] | None = None,
) -> BookCase:
    """Return the case that facts are.

    Args:
        facts: the values, as from JSON; or a model of pydantic, which is asked for them.
        parts: the book.
        defaults: what ``by_default`` gives.

    Raises:
        MisfitFacts: some do not fit the declared types, or are none of the book's.
    """
    if not isinstance(facts, Mapping) and hasattr(facts, "model_dump"):
        facts = facts.model_dump()
    if not isinstance(facts, Mapping):
        raise MisfitFacts([("facts", _shown(facts), "an object: the value of each fact by its name")])
    reader = _Facts(parts, by_default(parts) if defaults is None else defaults)
    try:
        reader.record("", None, "", facts)
    except RecursionError:
        raise MisfitFacts([("facts", "nested too deep", "records of a few levels")]) from None
    reader.lists()
    if reader.faults:
        raise MisfitFacts(reader.faults)
    members = tuple((sort, tuple(ones)) for sort, ones in reader.members.items() if ones)
    unknown, absent = tuple(reader.unknown), tuple(reader.absent.items())
    closed = tuple(Atom(one.name, args) for _, one, args, *_ in reader._lists)
    same = tuple(reader.same.items())
    return BookCase(tuple(reader.given), reader.open, facts, members, same, unknown, absent, closed)


class _Facts:
    def __init__(self, parts: Parts, defaults: Mapping[str, GivenFact]) -> None:
        self.unknown: dict[str, None] = {}
        self.absent: dict[str, str] = {}
        self.parts, self.declared, self.defaults = parts, parts.declared, defaults
        self.members: dict[str, dict[str, None]] = {s.name: {} for s in self.declared.sorts if not s.members}
        self.enumerations = self.declared.enumerations
        self.given: list[GivenFact] = []
        self.open: dict[str, Fn | Atom] = {}
        self.faults: list[tuple[str, str, str]] = []
        self.same: dict[Fn, Fn] = {}
        self._called: dict[tuple[str, str], str] = {}
        self._fields: dict[str, list[Noun]] = {"": []}
        for one in parts.facts:
            owner = one.typed.arguments[0] if one.typed.arguments else ""
            owner = owner if owner in self.members else ""
            self._fields.setdefault(owner, []).append(one)
        self._lists: list[tuple[str, Noun, tuple[Term, ...], tuple[str, ...], dict[tuple[Term, ...], None]]] = []
        self._derived = {one.name for one in parts.derived}

    def record(self, path: str, thing: Term | None, sort: str, facts: Facts) -> None:
        """Read the fields of a record, or the case itself."""
        own = {one.name: one for one in self._fields.get(sort, ())}
        for name in facts:
            if name not in own:
                wrong = "is derived by rules, and not given" if name in self._derived else "is no fact of the book"
                of = f"{sort} has " if sort else ""
                self.faults.append((_path(path, str(name)), wrong, of + (", ".join(own) or "no facts")))
        for name, one in own.items():
            if thing is None and name in self.defaults and facts.get(name) is None:
                self.given.append(self.defaults[name])
                continue
            self.fact(_path(path, name), one, () if thing is None else (thing,), facts.get(name))

    def fact(self, path: str, one: Noun, args: tuple[Term, ...], value: Any) -> None:
        rest = one.typed.arguments[len(args) :]
        if one.kind in self.members and not one.typed.arguments and not isinstance(value, str):
            if value is not None and not isinstance(value, Mapping):
                self._misfit(path, value, f"an object, or the name of a {one.kind}")
                return
            if value is None:
                self.absent[one.name] = one.kind
            self.members[one.kind][one.name] = None  # a record of its own, called by the name of the fact
            self.record(path, Fn(one.name), one.kind, value or {})
            return
        if value is None:
            self._unknown(one)
            if one.default and not rest:
                said = value_of(one, args, self.declared)
                self.given.append(GivenFact(path, said, one.name, default=True))
            elif not rest:
                self.open[path] = Atom(one.name, args) if one.typed.result == BOOL else Fn(one.name, args)
            else:
                self.open[path] = Atom(one.name, args)
        elif not rest:
            found = self.value(path, one.kind, value)
            if one.kind in self.members and isinstance(found, Fn):
                self.same[Fn(one.name, args)] = found
            elif found is not None:
                self.given.append(GivenFact(path, _says(one, args, found), one.name))
        elif one.typed.result == BOOL and isinstance(value, list | tuple | set | frozenset):
            self._list(path, one, args, rest, value)
        else:
            self.faults.append((path, f"{_shown(value)}", "a list of " + ", ".join(rest)))

    def _unknown(self, one: Noun) -> None:
        """Let there be things of which nothing is said, as many as rules count, where a fact would name things."""
        for sort in {one.kind, *one.typed.arguments[1:]} & self.members.keys():
            if sort not in self.unknown:
                self.unknown[sort] = None
                most = 1 if sort == one.kind else self.parts.most_counted
                self.members[sort] |= dict.fromkeys(f"{sort}?{i + 1}" for i in range(most))
                for other in self._fields.get(sort, ()):
                    self._unknown(other)

    def _list(self, path: str, one: Noun, args: tuple[Term, ...], rest: tuple[str, ...], values: Any) -> None:
        rows: dict[tuple[Term, ...], None] = {}
        for i, value in enumerate(values):
            at = f"{path}[{i}]"
            row = [value] if len(rest) == 1 else value
            if not isinstance(row, list | tuple) or len(row) != len(rest):
                self.faults.append((at, _shown(value), f"[{', '.join(rest)}]"))
                continue
            read = [self.value(at, sort, v) for sort, v in zip(rest, row, strict=True)]
            if None not in read:
                rows[tuple(term for term in read if isinstance(term, Num | Fn))] = None
        self._lists.append((path, one, args, rest, rows))

    def lists(self) -> None:
        """State of all lists what is in them, and that nothing else is."""
        for path, one, args, rest, rows in self._lists:
            self.given += [GivenFact(path, Atom(one.name, (*args, *row)), one.name) for row in rows]
            if all(sort in self.members or sort in self.enumerations for sort in rest):
                things = [map(Fn, self.members.get(sort) or self.enumerations.get(sort, ())) for sort in rest]
                others = [row for row in itertools.product(*things) if row not in rows]
                self.given += [GivenFact(path, Not(Atom(one.name, (*args, *row))), one.name) for row in others]
                continue
            names = [f"v{i}" for i in range(len(rest))]
            listed = [conjunction(tuple(Eq(Var(n), t) for n, t in zip(names, row, strict=True))) for row in rows]
            said: Formula = Atom(one.name, (*args, *map(Var, names)))
            said = Implies(said, disjunction(tuple(listed))) if listed else Not(said)
            self.given.append(GivenFact(path, close(said, names, rest), one.name))

    def value(self, path: str, kind: str, value: Any) -> Term | bool | None:
        """Return the term of a value of a type, or a truth value; ``None`` if it does not fit, which is noted."""
        if kind == BOOL:
            if isinstance(value, bool):
                return value
            self._misfit(path, value, _expected(BOOL, {}))
            return None
        if kind in self.members:
            if isinstance(value, Mapping):
                thing = Fn(path)
                self.members[kind][thing.name] = None
                self.record(path, thing, kind, value)
                return thing
            if isinstance(value, str):
                thing = Fn(self._called.setdefault((kind, value), f"{kind}:{len(self._called) + 1}"))
                if thing.name not in self.members[kind]:  # no name of a book has such signs
                    self.members[kind][thing.name] = None
                    self.record(path, thing, kind, {})
                return thing
            self._misfit(path, value, f"an object, or the name of a {kind}")
            return None
        term = term_of(kind, value, self.enumerations)
        if term is None:
            self._misfit(path, value, _expected(kind, self.enumerations))
        return term

    def _misfit(self, path: str, value: Any, expected: str) -> None:
        self.faults.append((path, _shown(value), expected))


def term_of(kind: str, value: Any, enumerations: Mapping[str, tuple[str, ...]]) -> Term | None:
    """Return the term of a value of an enumeration, or of a type of numbers; ``None`` if it does not fit."""
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, str):
        value = str.__str__(value)  # what is of a class of its own is taken as what it is
    elif isinstance(value, int) and not isinstance(value, bool):
        value = int.__int__(value)
    if kind in enumerations:
        return Fn(value) if isinstance(value, str) and value in enumerations[kind] else None
    if isinstance(value, bool):
        return None
    if kind in ("Date", "Time"):
        text = value.isoformat() if isinstance(value, date) else value
        if not isinstance(text, str) or ("T" in text) is not (kind == "Time"):
            return None
        try:
            return Num(moment(text))
        except ValueError:
            return None
    if isinstance(value, float):
        value = Decimal(repr(value))  # the shortest numeral is what stood in JSON
    if kind != INT and isinstance(value, str) and _AMOUNT.fullmatch(value):
        value = Decimal(value)
    if isinstance(value, Decimal) and value.is_finite() and abs(value.adjusted()) < MAX_DIGITS:
        if value == value.to_integral_value():
            value = int(value)
        elif kind != INT and len(value.as_tuple().digits) <= MAX_DIGITS:
            return Num(value.normalize(Context(MAX_DIGITS)))
    return Num(value, kind != INT) if isinstance(value, int) and abs(value) < 10**MAX_DIGITS else None


def plain(kind: str, term: Term) -> Any:
    """Return the value that a term is of a type, as facts give it."""
    if isinstance(term, Fn):
        return term.name
    assert isinstance(term, Num)
    if kind == "Date":
        return date.fromordinal(int(term.value)).isoformat()
    if kind == "Time":
        return (datetime(1, 1, 1) + timedelta(seconds=int(term.value) - 86400)).isoformat()
    return term.value


def value_of(one: Noun, args: tuple[Term, ...], declared: Declarations) -> Formula:
    """Return that a name has its default.

    Raises:
        UserError: the default is no value of its type.
    """
    text: Any = one.default
    found: Term | bool | None
    if one.typed.result == BOOL:
        found = {"true": True, "false": False}.get(text)
    else:
        found = term_of(one.kind, int(text) if _WHOLE.fullmatch(text) else text, declared.enumerations)
    if found is None:
        raise UserError(
            f"the default of '{one.name}', {text}, is none of: {_expected(one.kind, declared.enumerations)}"
        )
    return _says(one, args, found)


def _says(one: Noun, args: tuple[Term, ...], value: Term | bool) -> Formula:
    if isinstance(value, bool):
        return literal(Atom(one.name, args), value)
    return Eq(Fn(one.name, args), value)


def _path(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _shown(value: Any) -> str:
    try:
        shown = f"{type(value).__name__} {value!r}"
    except (RecursionError, ValueError):  # too deep, or a number of too many digits
        shown = type(value).__name__
    return shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]}…"


def _expected(kind: str, enumerations: Mapping[str, tuple[str, ...]]) -> str:
    """Return in words what a value of a type is."""
    said = {
        BOOL: "true or false",
        INT: "a whole number",
        "Date": "a date, as 2026-11-25",
        "Time": "a time without a zone, as 2026-11-25T18:30:00",
    }
    return " or ".join(enumerations[kind]) if kind in enumerations else said.get(kind, "an exact number")
