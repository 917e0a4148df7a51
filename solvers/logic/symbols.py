"""The symbols of a program: what is declared of them, and what formulas use.

Counting the names of a formula looks at the whole tree, so what is none is refused here too. Three sorts are always
there: ``Int``, ``Real``, and ``U``, that of the things that nothing says more of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, NamedTuple, NoReturn, get_args

from ..clock import check
from .errors import InvalidProgram
from .syntax import (
    BOUNDS,
    CALCULATING,
    MAX_COUNT,
    MAX_DIGITS,
    MAX_LEVELS,
    RELATIONS,
    And,
    Atom,
    Binder,
    Cmp,
    Count,
    Distinct,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Not,
    Num,
    Or,
    Term,
    Truth,
    Var,
    number_named,
)
from .walkers import PARTS

INT: Final = "Int"
REAL: Final = "Real"
THING: Final = "U"
BOOL: Final = "Bool"
"""The result of a predicate; nothing ranges over it."""
NUMBERS: Final = frozenset({INT, REAL})
BUILT_IN: Final = frozenset({INT, REAL, THING, BOOL})
Slot = tuple[str | int, ...]
"""A position that has a sort: an argument, a function's value, a place in a formula."""


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

    def slots(self) -> Iterator[tuple[Slot, str]]:
        """Yield the positions that this speaks of, with their sorts."""
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
        numbers: the sort of the numbers of which nothing else is said.
    """

    sorts: tuple[DeclaredSort, ...] = ()
    typed: tuple[Typed, ...] = ()
    numbers: str = INT

    def __bool__(self) -> bool:
        return bool(self.sorts or self.typed or self.numbers != INT)

    def __add__(self, other: Declarations) -> Declarations:
        return Declarations(self.sorts + other.sorts, self.typed + other.typed)

    @property
    def enumerations(self) -> dict[str, tuple[str, ...]]:
        """The members of each enumeration."""
        return {sort.name: sort.members for sort in self.sorts if sort.members}

    @property
    def fractional(self) -> bool:
        """Whether it says of a name that its numbers are reals, so that whole numerals beside it are, too."""
        return self.numbers == REAL or any(REAL in (*typed.arguments, typed.result) for typed in self.typed)

    def constants(self, used: Signature) -> Iterator[str]:
        """Yield the names that are declared as those of constants, beside formulas that use some of them."""
        for sort in self.sorts:
            yield from sort.members
        predicates = {name for name, _ in used.predicates}.difference(used.constants)
        for typed in self.typed:
            if len(typed.arguments) == (0 if typed.result else 1) and typed.name not in predicates:
                yield typed.name

    def slots(self) -> Iterator[tuple[Slot, str]]:
        """Yield the positions that are declared, with their sorts."""
        for sort in self.sorts:
            for member in sort.members:
                yield ("f", member, 0, -1), sort.name
        for typed in self.typed:
            yield from typed.slots()


NOTHING: Final = Declarations()


def faults(declared: Declarations) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with declarations by themselves, each with a hint."""
    names: set[str] = set(BUILT_IN)
    owner: dict[str, str] = {}
    for sort in declared.sorts:
        for name in (sort.name, *sort.members):
            if number_named(name) is not None:
                yield f"the number {name} names no sort, and no member of one", "Write a word, as in Person."
        if sort.name in names:
            yield f"the sort '{sort.name}' is there already", "Declare each sort once, by a name of its own."
        names.add(sort.name)
        for member in sort.members:
            if owner.setdefault(member, sort.name) != sort.name or sort.members.count(member) > 1:
                hint = "Give each member one place, in one enumeration."
                yield f"'{member}' is a member of {owner[member]} already", hint
    known: dict[Slot, str] = {}
    for slot, name in declared.slots():
        if name == BOOL:
            yield f"'{slot[1]}' takes a Bool", "Only a predicate's value is true or false."
        if known.setdefault(slot, name) != name:
            yield f"'{slot[1]}' is declared as {known[slot]} and as {name}", "Declare each name once."


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

    def slots(self) -> Iterator[Slot]:
        """Yield the positions that have a sort: the arguments of all names, and the values of functions."""
        for kind, names, first in (("p", self.predicates, 0), ("f", self.functions, -1)):
            for name, arity in names:
                yield from ((kind, name, arity, i) for i in range(first, arity))


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
        self.equality = self.arithmetic = self.abbreviated = False
        self._nodes = 0

    def formula(self, formula: Formula) -> None:
        """Count the names of a closed formula.

        Raises:
            InvalidProgram: it is no closed formula.
        """
        self._nodes = 0
        self._count(formula, _NONE, 0, _FORMULAS)

    def add(self, other: Census) -> None:
        """Count the names of another census behind these."""
        self.predicates |= other.predicates
        self.functions |= other.functions
        self.numerals |= other.numerals
        self.sorts |= other.sorts
        self.equality |= other.equality
        self.arithmetic |= other.arithmetic
        self.abbreviated |= other.abbreviated

    def result(self) -> Signature:
        """Return what was counted."""
        names = tuple(self.predicates), tuple(self.functions), tuple(self.numerals)
        return Signature(*names, self.equality, self.arithmetic, tuple(self.sorts))

    def _count(self, node: Any, bound: frozenset[str], level: int, kinds: Mapping[type, _Kind]) -> None:
        """Count a node of one of these kinds, and all below it."""
        one = type(node)
        if one is Atom and kinds is _FORMULAS and type(node.args) is tuple and type(node.name) is str and node.name:
            self.predicates[node.name, len(node.args)] = None
            for term in node.args:
                if type(term) is Var and term.name in bound:
                    continue
                if type(term) is Fn and term.args == () and type(term.name) is str and term.name:
                    self.functions[term.name, 0] = None
                    continue
                self._count(term, bound, level, _TERMS)
            return
        kind = kinds.get(one)
        if kind is None:  # nor is what only resembles a formula one
            _refuse(f"{_shown(node)} is no {'formula' if kinds is _FORMULAS else 'term'}", _CLASSES)
        parts, binds, noted, of_terms, shape = kind
        if shape is not None and not shape[0](node):
            held = ", ".join(_shown(getattr(node, field)) for field in one.__match_args__)
            _refuse(f"{one.__name__} of {held} says nothing", f"Write {shape[1]}.")
        self._nodes += 1
        if not self._nodes & _SOME:
            check()
            if self._nodes > MAX_NODES:
                _refuse(f"it has more than {MAX_NODES} parts, written out", "Name what is repeated by a predicate.")
        if level > MAX_LEVELS + _ROOM:
            _refuse(f"it is nested more than {MAX_LEVELS + _ROOM} levels deep", "Split it, or name its parts.")
        if binds:
            bound = bound | {node.var}
            if node.sort:
                self.sorts[node.sort] = None
        if noted:
            self._note(node, bound)
        if binds or one is Not:
            self._count(node.body, bound, level + 1, _FORMULAS)
            return
        for part in parts(node):
            self._count(part, bound, level + 1, _TERMS if of_terms else _FORMULAS)

    def _note(self, node: Any, bound: frozenset[str]) -> None:
        """Note what a node needs."""
        match node:
            case Var(name):
                if name not in bound:
                    _refuse(f"no quantifier binds the variable {name!r}", _CLOSE)
            case Fn(name, args):
                if len(args) == 2 and name in CALCULATING:
                    self.arithmetic = True
                else:
                    self.functions[name, len(args)] = None
            case Num(value, decimal):
                self.numerals[Num(value) if decimal else node] = None
            case Cmp():
                self.arithmetic = True
            case Count(relation, number):  # what counts more than one equates things
                self.equality |= number > (relation == "≥")
                self.abbreviated = True
            case Eq() | Distinct():
                self.equality = True
                self.abbreviated |= type(node) is Distinct


MAX_NODES: Final = 400_000
"""The most parts of a formula, terms included, when it is written out: what stands in two places counts twice."""
_NONE: Final = frozenset[str]()
_SOME: Final = 127
"""Parts, less one, after which their number and the clock are looked at; a power of two, less one."""
_ROOM: Final = 20
"""Levels above those of a formula, for what is put around it: a negation, a conjunction of goals."""
_CLASSES: Final = "Build formulas of the classes in solvers.logic.syntax: Fn('anne') is a thing, Var('x') a variable."
_CLOSE: Final = (
    "Close the formula with Forall, or name the thing with Fn. An open goal is closed by "
    "syntax.close(goal, variables), with the variables as the program's open_variables."
)


def _is_named(node: Any) -> bool:
    return type(node.name) is str and node.name != "" and type(node.args) is tuple


def _binds(node: Any) -> bool:
    return type(node.var) is str and node.var != "" and type(node.sort) is str and node.sort != BOOL


def _counts(node: Any) -> bool:
    return node.relation in BOUNDS and type(node.number) is int and 0 <= node.number <= MAX_COUNT and _binds(node)


def _has_several(node: Any) -> bool:
    parts = PARTS[type(node)](node)
    return type(parts) is tuple and len(parts) > 1


def _is_number(node: Any) -> bool:
    if type(node.value) is int:
        return bool(node.value.bit_length() <= 4 * MAX_DIGITS)
    if type(node.value) is not Decimal or not node.value.is_finite():
        return False
    short = len(node.value.as_tuple().digits) <= MAX_DIGITS and abs(node.value.adjusted()) <= MAX_DIGITS
    return bool(short and node.value != node.value.to_integral_value())


_SHAPES: Final[Mapping[type, tuple[Callable[[Any], bool], str]]] = {
    Atom: (_is_named, "a name that is not empty, and a tuple of terms, as in Atom('Kind', (Fn('anne'),))"),
    Fn: (_is_named, "a name that is not empty, and a tuple of terms, as in Fn('age', (Fn('anne'),))"),
    Num: (_is_number, f"an int, or a finite Decimal that is no whole number, of at most {MAX_DIGITS} digits"),
    Truth: (lambda node: type(node.value) is bool, "Truth(True) or Truth(False)"),
    Cmp: (lambda node: node.op in tuple(RELATIONS), f"one of {' '.join(RELATIONS)}, or Eq for equality"),
    **dict.fromkeys((And, Or, Distinct), (_has_several, "a tuple of two or more, as in And((one, other))")),
    **dict.fromkeys(
        (Forall, Exists), (_binds, "the name of a variable, and perhaps that of a sort, which is not Bool")
    ),
    Count: (_counts, f"one of {' '.join(BOUNDS)}, a number from 0 to {MAX_COUNT}, and the name of a variable"),
}
"""What the parts of a node must be, and how that is said."""


class _Kind(NamedTuple):
    """How a node of one type is counted: its parts, whether it binds, needs a note, has terms; what it must be."""

    parts: Callable[[Any], tuple[Any, ...]]
    binds: bool
    noted: bool
    of_terms: bool
    shape: tuple[Callable[[Any], bool], str] | None


def _kinds(types: Iterable[type]) -> dict[type, _Kind]:
    terms = (Eq, Cmp, Distinct, Fn)
    noted = (*get_args(Term), Eq, Cmp, Distinct, Count)
    binders = get_args(Binder)
    return {one: _Kind(PARTS[one], one in binders, one in noted, one in terms, _SHAPES.get(one)) for one in types}


_FORMULAS: Final = _kinds(get_args(Formula))
_TERMS: Final = _kinds(get_args(Term))


def _refuse(what: str, hint: str) -> NoReturn:
    raise InvalidProgram("the formula", what, hint)


def _shown(value: object) -> str:
    """Return what an error calls a value, which may be a tree of any depth."""
    if isinstance(value, str | Decimal | float | bool):
        return f"{value!r:.80}"
    count = f" of {len(value)}" if isinstance(value, tuple | list) else ""
    return f"a {type(value).__name__}{count}"
