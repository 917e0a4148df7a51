"""The symbols of a program: what is declared of them, and what formulas use.

Counting the names of a formula looks at the whole tree, so what is none is refused here too. Three sorts are always
there: ``Int``, ``Real``, and ``U``, that of the things that nothing says more of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, NoReturn, get_args

from ..clock import check
from .errors import InvalidProgram
from .syntax import (
    ARITHMETIC,
    BOUNDS,
    DIVISION,
    MAX_COUNT,
    MAX_DIGITS,
    MAX_LEVELS,
    RELATIONS,
    And,
    Atom,
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
    Term,
    Truth,
    Var,
    Xor,
    number_named,
    unlisted,
)

INT: Final = "Int"
REAL: Final = "Real"
THING: Final = "U"
BOOL: Final = "Bool"
"""The result of a predicate; nothing ranges over it."""
NUMBERS: Final = frozenset({INT, REAL})
BUILT_IN: Final = frozenset({INT, REAL, THING, BOOL})


@dataclass(frozen=True, slots=True)
class Predicate:
    """A declared predicate.

    Attributes:
        name: its name.
        params: the names of its arguments, in order; often a single ``x``.
        gloss: what it says in natural language; may be empty.
    """

    name: str
    params: tuple[str, ...] = ()
    gloss: str = ""

    @property
    def arity(self) -> int:
        """How many arguments it takes."""
        return len(self.params)


@dataclass(frozen=True, slots=True)
class Constant:
    """A declared constant.

    Attributes:
        name: its name.
        gloss: whom or what it names, in natural language.
    """

    name: str
    gloss: str = ""


@dataclass(frozen=True, slots=True)
class DeclaredSort:
    """A sort of things.

    Attributes:
        name: its name.
        members: of an enumeration the constants that name all that there are, each another one.
        gloss: what it holds, in natural language; may be empty.
    """

    name: str
    members: tuple[str, ...] = ()
    gloss: str = ""


@dataclass(frozen=True, slots=True)
class Typed:
    """Which sorts a name is of.

    Attributes:
        name: the name of a predicate, a function or a constant.
        arguments: the sorts of its arguments.
        result: the sort of its value; ``Bool`` for a predicate. Empty where no arrow was
            written: ``Likes: Person, Person`` is a predicate, and ``bob: Person`` tells of the
            constant ``bob`` that it is a person, and of a predicate ``bob`` that it is of persons.
        gloss: what it says in natural language; may be empty.
    """

    name: str
    arguments: tuple[str, ...] = ()
    result: str = ""
    gloss: str = ""

    def slots(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Yield the positions that this speaks of, with their sorts (see ``sorts.Slot``)."""
        count = len(self.arguments)
        kind = "p" if self.result in ("", BOOL) else "f"
        for i, sort in enumerate(self.arguments):
            yield (kind, self.name, count, i), sort
        if kind == "f":
            yield ("f", self.name, count, -1), self.result
        elif not self.result and count == 1:
            yield ("f", self.name, 0, -1), self.arguments[0]


@dataclass(frozen=True, slots=True)
class Declarations:
    """All that a program declares of sorts.

    Attributes:
        sorts: the sorts of things.
        typed: the names whose sorts are said.
    """

    sorts: tuple[DeclaredSort, ...] = ()
    typed: tuple[Typed, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.sorts or self.typed)

    def __add__(self, other: Declarations) -> Declarations:
        return Declarations(self.sorts + other.sorts, self.typed + other.typed)

    @property
    def enumerations(self) -> dict[str, tuple[str, ...]]:
        """The members of each enumeration."""
        return {sort.name: sort.members for sort in self.sorts if sort.members}

    def constants(self, used: Signature) -> Iterator[str]:
        """Yield the names that are declared as those of constants, beside formulas that use some of them."""
        for sort in self.sorts:
            yield from sort.members
        predicates = {name for name, _ in used.predicates}.difference(used.constants)
        for typed in self.typed:
            if len(typed.arguments) == (0 if typed.result else 1) and typed.name not in predicates:
                yield typed.name

    def slots(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Yield the positions that are declared, with their sorts."""
        for sort in self.sorts:
            for member in sort.members:
                yield ("f", member, 0, -1), sort.name
        for typed in self.typed:
            yield from typed.slots()


NOTHING: Final = Declarations()


def faults(declared: Declarations) -> list[tuple[str, str]]:
    """Return what is wrong with declarations by themselves, each with a hint."""
    found: list[tuple[str, str]] = []
    names: set[str] = set()
    owner: dict[str, str] = {}
    for sort in declared.sorts:
        if number_named(sort.name) is not None:
            found.append((f"the number {sort.name} names no sort", "Write a word, as in Person."))
        if sort.name in names or sort.name in BUILT_IN:
            found.append((f"the sort '{sort.name}' is there already", "Declare each sort once, by a name of its own."))
        names.add(sort.name)
        for member in sort.members:
            if number_named(member) is not None:
                hint = f"Write names such as {sort.name.lower()}{member}, or a function into Int."
                found.append((f"the number {member} is no member of a sort", hint))
            if owner.setdefault(member, sort.name) != sort.name or sort.members.count(member) > 1:
                hint = "Give each member one place, in one enumeration."
                found.append((f"'{member}' is a member of {owner[member]} already", hint))
    known: dict[tuple[str | int, ...], str] = {}
    for slot, sort_name in declared.slots():
        if sort_name == BOOL:
            found.append((f"'{slot[1]}' takes a Bool", "Only a predicate's value is true or false."))
        if known.setdefault(slot, sort_name) != sort_name:
            message = f"'{slot[1]}' is declared as {known[slot]} and as {sort_name}"
            found.append((message, "Declare each name once."))
    return list(dict.fromkeys(found))


MAX_NODES: Final = 400_000
"""The most parts of a formula, terms included, when it is written out: what stands in two places counts twice."""
_SOME: Final = 127
"""Parts, less one, after which their number and the clock are looked at; a power of two, less one."""
_ROOM: Final = 20
"""Levels above those of a formula, for what is put around it: a negation, a conjunction of goals."""

_FORMULAS: Final = frozenset(get_args(Formula))
_TERMS: Final = frozenset(get_args(Term))


@dataclass(frozen=True, slots=True)
class Signature:
    """What a set of formulas speaks of, in order of first appearance.

    Attributes:
        predicates: names with arities.
        functions: names with arities; constants are functions without arguments.
        numerals: the numerals, whatever they stand for.
        equality: whether terms are equated.
        arithmetic: whether numbers are compared or calculated with.
        sorts: what quantifiers are said to range over.
    """

    predicates: tuple[tuple[str, int], ...] = ()
    functions: tuple[tuple[str, int], ...] = ()
    numerals: tuple[Num, ...] = ()
    equality: bool = False
    arithmetic: bool = False
    sorts: tuple[str, ...] = ()

    @property
    def constants(self) -> list[str]:
        """The names of the constants."""
        return [name for name, arity in self.functions if arity == 0]

    def slots(self) -> Iterator[tuple[str | int, ...]]:
        """Yield the positions that have a sort: the arguments of all names, and the values of functions."""
        for name, arity in self.predicates:
            for i in range(arity):
                yield ("p", name, arity, i)
        for name, arity in self.functions:
            for i in range(-1, arity):
                yield ("f", name, arity, i)

    def joined(self, other: Signature) -> Signature:
        """Return what both speak of."""
        return Signature(
            tuple(dict.fromkeys(self.predicates + other.predicates)),
            tuple(dict.fromkeys(self.functions + other.functions)),
            tuple(dict.fromkeys(self.numerals + other.numerals)),
            self.equality or other.equality,
            self.arithmetic or other.arithmetic,
            tuple(dict.fromkeys(self.sorts + other.sorts)),
        )


def signature(formulas: Iterable[Formula]) -> Signature:
    """Return what closed formulas speak of.

    Raises:
        InvalidProgram: one of them is no closed formula.
    """
    census = Census()
    for formula in formulas:
        census.formula(formula)
    return census.result()


class Census:
    """Counts the names of formulas, and refuses trees that are none."""

    __slots__ = ("_nodes", "abbreviated", "arithmetic", "equality", "functions", "numerals", "predicates", "sorts")

    def __init__(self) -> None:
        self.predicates: dict[tuple[str, int], None] = {}
        self.functions: dict[tuple[str, int], None] = {}
        self.numerals: dict[Num, None] = {}
        self.sorts: dict[str, None] = {}
        self.equality = False
        self.arithmetic = self.abbreviated = False
        self._nodes = 0

    def formula(self, formula: Formula) -> None:
        """Count the names of a closed formula.

        Raises:
            InvalidProgram: it is no closed formula.
        """
        if type(formula) is Atom:
            self._nodes = 0
            self._formula(formula, frozenset(), 0)
            return
        known = _COUNTED.get(id(formula))
        if known is None or known[0] is not formula:
            counted = Census()
            counted._formula(formula, frozenset(), 0)
            if len(_COUNTED) >= _MANY:
                _COUNTED.clear()
            known = _COUNTED[id(formula)] = (formula, counted)
        counted = known[1]
        self.predicates.update(counted.predicates)
        self.functions.update(counted.functions)
        self.numerals.update(counted.numerals)
        self.sorts.update(counted.sorts)
        self.equality |= counted.equality
        self.arithmetic |= counted.arithmetic
        self.abbreviated |= counted.abbreviated

    def result(self) -> Signature:
        """Return what was counted."""
        names = tuple(self.predicates), tuple(self.functions), tuple(self.numerals)
        return Signature(*names, self.equality, self.arithmetic, tuple(self.sorts))

    def _formula(self, node: Formula, bound: frozenset[str], level: int) -> None:  # noqa: C901, PLR0912, PLR0915  # each kind of node
        if type(node) is Atom:
            self.predicates[_named(node), len(node.args)] = None
            known = self.functions
            for term in node.args:
                if type(term) is Var:
                    if term.name in bound:
                        continue
                elif type(term) is Fn and term.args == () and type(term.name) is str and (term.name, 0) in known:
                    continue
                self._term(term, bound, level)
            return
        self._nodes += 1
        if not self._nodes & _SOME:
            self._look()
        if level > MAX_LEVELS + _ROOM:
            _refuse(f"it is nested more than {MAX_LEVELS + _ROOM} levels deep", "Split it into several formulas.")
        if type(node) not in _FORMULAS:  # nor is what only resembles one
            _refuse(f"{_shown(node)} is no formula", "Build formulas of the classes in solvers.logic.syntax.")
        assert not isinstance(node, Atom)
        match node:
            case Implies(left, right) | Iff(left, right) | Xor(left, right):
                self._formula(left, bound, level + 1)
                self._formula(right, bound, level + 1)
            case Not(body):
                self._formula(body, bound, level + 1)
            case Forall(name, body, sort) | Exists(name, body, sort) | Count(_, _, name, body, sort):
                if not isinstance(name, str) or not name:
                    _refuse(f"a quantifier binds {name!r}", "Give it a variable's name, as in Forall('x', …).")
                if sort:
                    self._sort(name, sort)
                if isinstance(node, Count):
                    self._count(node.relation, node.number)
                self._formula(body, bound | {name}, level + 1)
            case Distinct(terms):
                if type(terms) is not tuple or len(terms) < 2:
                    _refuse(f"Distinct tells {_shown(terms)} apart", "Give Distinct a tuple of two terms or more.")
                self.equality = self.abbreviated = True
                for term in terms:
                    self._term(term, bound, level + 1)
            case And(parts) | Or(parts):
                if type(parts) is not tuple or len(parts) < 2:
                    which = type(node).__name__
                    _refuse(f"{which} joins {_shown(parts)}", f"Give {which} a tuple of two formulas or more.")
                for part in parts:
                    self._formula(part, bound, level + 1)
            case Eq(a, b):
                self.equality = True
                self._term(a, bound, level + 1)
                self._term(b, bound, level + 1)
            case Cmp(op, a, b):
                if op not in RELATIONS:
                    _refuse(f"{op!r} compares nothing", f"Write one of {' '.join(RELATIONS)}, or Eq for equality.")
                self.arithmetic = True
                self._term(a, bound, level + 1)
                self._term(b, bound, level + 1)
            case Truth(value):
                if type(value) is not bool:
                    _refuse(f"{_shown(value)} is no truth value", "Write Truth(True) or Truth(False).")
            case _:
                unlisted(node)

    def _count(self, relation: str, number: int) -> None:
        """Refuse what counts nothing; what counts more than one equates things."""
        if relation not in BOUNDS or type(number) is not int or not 0 <= number <= MAX_COUNT:
            shown = f"{relation!r} {number!r:.40}"
            _refuse(f"{shown} counts nothing", f"Write one of {' '.join(BOUNDS)} and a number from 0 to {MAX_COUNT}.")
        self.abbreviated = True
        self.equality = self.equality or number > (relation == "≥")

    def _look(self) -> None:
        """Refuse a formula that is too large, or that there is no time for."""
        check()
        if self._nodes > MAX_NODES:
            _refuse(f"it has more than {MAX_NODES} parts, written out", "Name what is repeated by a predicate.")

    def _numeral(self, value: int | Decimal) -> None:
        """Refuse what is no number, and what would not be read."""
        if type(value) is int:
            long, right = value.bit_length() > 4 * MAX_DIGITS, True
        elif type(value) is Decimal and value.is_finite():
            long = len(value.as_tuple().digits) > MAX_DIGITS or abs(value.adjusted()) > MAX_DIGITS
            right = long or value != value.to_integral_value()
        else:
            long = right = False
        if not right:
            _refuse(f"{value!r:.80} is no numeral", "A whole number is an int, any other one a finite Decimal.")
        if long:
            _refuse(f"a numeral has more than {MAX_DIGITS} digits", "Take a larger unit.")

    def _sort(self, variable: str, sort: str) -> None:
        if not isinstance(sort, str) or sort == "Bool":
            _refuse(
                f"the variable {variable!r} ranges over {_shown(sort)}",
                "Give the name of a sort, Int or Real; what is true or false is no thing.",
            )
        self.sorts[sort] = None

    def _term(self, term: Term, bound: frozenset[str], level: int) -> None:
        self._nodes += 1
        if not self._nodes & _SOME:
            self._look()
        if level > MAX_LEVELS + _ROOM:
            _refuse(f"a term is nested more than {MAX_LEVELS + _ROOM} levels deep", "Name its parts.")
        if type(term) not in _TERMS:
            _refuse(f"{_shown(term)} is no term", "A thing is Fn('anne'), a variable Var('x'), a number Num(3).")
        match term:
            case Var(name):
                if name not in bound:
                    _refuse(
                        f"no quantifier binds the variable {name!r}",
                        "Close the formula with Forall, or name the thing with Fn. An open goal is closed by "
                        "syntax.close(goal, variables), with the variables as the program's open_variables.",
                    )
            case Fn(name, (left, right)) if name in ARITHMETIC or name in DIVISION:
                self.arithmetic = True
                self._term(left, bound, level + 1)
                self._term(right, bound, level + 1)
            case Fn(_, args):
                self.functions[_named(term), len(args)] = None
                for arg in args:
                    self._term(arg, bound, level + 1)
            case Num(value, decimal):
                self._numeral(value)
                self.numerals[Num(value) if decimal else term] = None


_COUNTED: Final[dict[int, tuple[Formula, Census]]] = {}
"""The last trees that were counted, by identity: the same ones stand in programs read one after another."""
_MANY: Final = 20_000


def _named(node: Atom | Fn) -> str:
    if type(node.name) is not str or not node.name:
        _refuse(f"{node.name!r} names nothing", "A name is a text that is not empty.")
    if type(node.args) is not tuple:
        _refuse(f"the arguments of {node.name} are {_shown(node.args)}", "Give them as a tuple of terms.")
    return node.name


def _refuse(what: str, hint: str) -> NoReturn:
    raise InvalidProgram("the formula", what, hint)


def _shown(value: object) -> str:
    """Return what an error calls a value, which may be a tree of any depth."""
    if isinstance(value, str):
        return f"'{value:.80}'"
    count = f" of {len(value)}" if isinstance(value, tuple | list) else ""
    return f"a {type(value).__name__}{count}"
