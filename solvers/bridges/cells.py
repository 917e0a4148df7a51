"""Programs over finite domains, written out: every name becomes a table of cells with few values each.

A program is in this fragment if its variables range over enumerations, its functions take members of them, and
every number that a function gives has bounds that a premise states. A term is a mapping from its values to when it has
each, a formula a text in SMT-LIB over the Booleans that say which value a cell has; numbers are calculated while
writing, and when a term has a value gets a name where that is long to say, so that a sum of many things is a table of
what sums of some of them may be. What is left for Z3 is propositional.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from ..clock import left, look
from ..errors import Late, OutsideFragment, TooLarge
from ..kernel.certificates import Element, Model
from ..logic.symbols import BOOL, NUMBERS, Declarations, Signature
from ..logic.syntax import (
    ARITHMETIC,
    CALCULATING,
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
    Relation,
    Term,
    Truth,
    Var,
    Xor,
)
from .smt import context, time_of

if TYPE_CHECKING:
    import z3

MAX_CELLS: Final = 5000
"""The most values that all cells may have together."""
MAX_SCRIPT: Final = 20_000_000
"""The most characters that formulas, and what is named in them, may have when they are written out."""
_LONG: Final = 100
"""What is longer gets a name, since it may be said again and again."""
_STEPS: Final = 200_000
"""How many of Z3's steps a check takes without a clock, whose thread costs more than most checks."""
_TRUE: Final = "true"
_FALSE: Final = "false"

_RELATIONS: Final[Mapping[Relation, Callable[[Any, Any], bool]]] = RELATIONS
Value = int | str | bool
Values = Mapping[Value, str]
"""When a term has each of its values."""
Cell = tuple[str, tuple[str, ...]]
"""A name, and the members that it is applied to."""


def _and(parts: Iterable[str]) -> str:
    kept = [part for part in parts if part != _TRUE]
    if _FALSE in kept:
        return _FALSE
    return f"(and {' '.join(kept)})" if len(kept) > 1 else kept[0] if kept else _TRUE


def _or(parts: Iterable[str]) -> str:
    kept = [part for part in parts if part != _FALSE]
    if _TRUE in kept:
        return _TRUE
    return f"(or {' '.join(kept)})" if len(kept) > 1 else kept[0] if kept else _FALSE


def _not(part: str) -> str:
    if part in (_TRUE, _FALSE):
        return _FALSE if part == _TRUE else _TRUE
    return part[5:-1] if part.startswith("(not ") else f"(not {part})"


class Cells:
    """The tables of a program, and its formulas over them.

    Args:
        premises: closed formulas, some of which bound numbers.
        names: what they and what is asked speak of.
        declared: the sorts.

    Raises:
        OutsideFragment: there is something without finitely many values.
        TooLarge: there are too many.
    """

    def __init__(self, premises: Sequence[Formula], names: Signature, declared: Declarations) -> None:
        self.members = declared.enumerations
        self.constants = {member for ones in self.members.values() for member in ones}
        self._shapes = {(one.name, len(one.arguments)): (one.arguments, one.result or BOOL) for one in declared.typed}
        self._bounds: dict[Cell, list[tuple[list[int], Callable[[Any], bool]]]] = {}
        for premise in premises:
            self._bound(premise)
        self.cells: dict[Cell, Values] = {}
        self.declarations: list[str] = []
        self.named: dict[str, str] = {}
        self._size = 0
        for kind, named in (("p", names.predicates), ("f", names.functions)):
            for name, arity in named:
                if kind == "p" or name not in self.constants or arity:
                    self._table(name, arity)

    def _table(self, name: str, arity: int) -> None:
        """Make the cells of a name."""
        shape = self._shapes.get((name, arity))
        if shape is None or any(sort not in self.members for sort in shape[0]):
            raise OutsideFragment(f"'{name}' is not declared over enumerations")
        arguments, result = shape
        for row in itertools.product(*(self.members[sort] for sort in arguments)):
            cell, number = (name, row), len(self.declarations)
            values: Sequence[Value] = (True, False) if result == BOOL else self.members.get(result, ())
            if result in NUMBERS:
                values = self._range(name, row)
            if not values:
                raise OutsideFragment(f"'{name}' has no bounds")
            if len(values) <= 2:
                names = [f"b{number}", f"(not b{number})"] if len(values) == 2 else [_TRUE]
                self.declarations += [f"(declare-const b{number} Bool)"] if len(values) == 2 else []
            else:
                names = [f"b{number + i}" for i in range(len(values))]
                self.declarations += [f"(declare-const {one} Bool)" for one in names]
                self.declarations[-1] += f"(assert {_or(names)})(assert ((_ at-most 1) {' '.join(names)}))"
            self.cells[cell] = dict(zip(values, names, strict=True))
            if len(self.declarations) > MAX_CELLS:
                raise TooLarge("there are too many things and functions to write all values out")

    def _bound(self, formula: Formula) -> None:
        """Note the bounds that a premise states of numbers."""
        match formula:
            case Forall(_, body):
                self._bound(body)
            case And(parts):
                for part in parts:
                    self._bound(part)
            case Cmp(op, Num(int(number)), Fn() as term):
                self._note(term, [number], lambda value: _RELATIONS[op](number, value))
            case Cmp(op, Fn() as term, Num(int(number))):
                self._note(term, [number], lambda value: _RELATIONS[op](value, number))
            case Eq(Fn() as term, Num(int(number))):
                self._note(term, [number], number.__eq__)
            case Or(parts):
                ones = [(p.left, int(p.right.value)) for p in parts if isinstance(p, Eq) and isinstance(p.right, Num)]
                terms, numbers = {one for one, _ in ones}, [number for _, number in ones]
                if len(ones) == len(parts) and len(terms) == 1 and isinstance(one := terms.pop(), Fn):
                    self._note(one, numbers, numbers.__contains__)

    def _note(self, term: Fn, numbers: list[int], test: Callable[[Any], bool]) -> None:
        """Note what a function's value passes, for one row or, under variables that are all different, for all."""
        row = tuple(arg.name for arg in term.args if isinstance(arg, Fn) and arg.name in self.constants)
        every = {arg.name for arg in term.args if isinstance(arg, Var)}
        if len(term.args) in (len(row), len(every)):
            self._bounds.setdefault((term.name, row), []).append((numbers, test))

    def _range(self, name: str, row: tuple[str, ...]) -> list[int]:
        """Return the numbers that a function may give: what states more than bounds is left to be found out."""
        notes = [one for key in dict.fromkeys(((name, ()), (name, row))) for one in self._bounds.get(key, ())]
        for count in range(1, len(notes) + 1):
            numbers = [number for ones, _ in notes[:count] for number in ones]
            span = range(min(numbers) - 1, max(numbers) + 2)
            found = [value for value in span if all(test(value) for _, test in notes[:count])][: MAX_CELLS + 1]
            if {span[0], span[-1]}.isdisjoint(found) and len(span) <= MAX_CELLS:
                return found or [0]
        raise OutsideFragment(f"'{name}' has no bounds")

    # Terms and formulas.

    def values(self, term: Term, env: Mapping[str, str]) -> Values:
        """Return when a term has each of its values.

        Args:
            term: the term.
            env: the members that its variables stand for.
        """
        match term:
            case Var(name):
                return {env[name]: _TRUE}
            case Num(int(number)):
                return {number: _TRUE}
            case Fn(name, ()) if name in self.constants:
                return {name: _TRUE}
            case Fn(name, (one, other)) if name in CALCULATING:
                return self._calculated(name, self.values(one, env), self.values(other, env))
            case Fn("-", (one,)):
                return {-value: when for value, when in self.values(one, env).items()}  # type: ignore[operator]
            case Fn(name, args):
                rows = list(self._rows(name, args, env))
                if len(rows) == 1 and rows[0][1] == _TRUE:
                    return rows[0][0]
                found: dict[Value, list[str]] = {}
                for cell, when in rows:
                    for value, holds in cell.items():
                        found.setdefault(value, []).append(_and((when, holds)))
                return self._told(found)
        raise OutsideFragment("there is a term of an unknown kind")

    def _rows(self, name: str, args: Sequence[Term], env: Mapping[str, str]) -> Iterator[tuple[Values, str]]:
        """Yield the cells that a name with arguments may mean, each with when it does."""
        if all(isinstance(arg, Var) or not arg.args for arg in args if not isinstance(arg, Num)):
            row = tuple(
                [env[arg.name] if isinstance(arg, Var) else arg.name for arg in args if not isinstance(arg, Num)]
            )
            if (cell := self.cells.get((name, row))) is not None:
                yield cell, _TRUE
                return
        for ones in itertools.product(*(self.values(arg, env).items() for arg in args)):
            look()
            cell = self.cells.get((name, tuple([str(value) for value, _ in ones])))
            if cell is None:
                raise OutsideFragment(f"'{name}' is applied to what it is not declared for")
            yield cell, _and(when for _, when in ones)

    def _calculated(self, name: str, one: Values, other: Values) -> Values:
        if name not in ARITHMETIC and name != "%":
            raise OutsideFragment("there is a division")
        calculate: Callable[[Any, Any], Any] = ARITHMETIC.get(name, _rest)
        found: dict[Value, list[str]] = {}
        for (a, when), (b, then) in itertools.product(one.items(), other.items()):
            look()
            if isinstance(a, str) or isinstance(b, str) or (name == "%" and b <= 0):
                raise OutsideFragment("a number is expected")
            found.setdefault(calculate(a, b), []).append(_and((when, then)))
        return self._told(found)

    def _told(self, found: Mapping[Value, Sequence[str]]) -> Values:
        """Return when a term has each of its values, of which each has one of some conditions."""
        told = {value: when for value, ones in found.items() if (when := _or(ones)) != _FALSE}
        for value, when in told.items():
            if len(when) > _LONG:
                if when not in self.named:
                    self._count(when)
                told[value] = self.named.setdefault(when, f"s{len(self.named)}")
        return told

    def _count(self, text: str) -> str:
        """Return a text that is to be written, unless all of them together are too long."""
        self._size += len(text)
        if self._size > MAX_SCRIPT:
            raise TooLarge("written out it is too long")
        return text

    def closed(self, formula: Formula) -> str:
        """Return a closed formula as a text over the cells and what is ``named``.

        Args:
            formula: the formula, which may have abbreviations.

        Raises:
            TooLarge: all that was written is too long together.
        """
        return self._count(self.formula(formula, {}))

    def formula(self, formula: Formula, env: Mapping[str, str]) -> str:
        """Return a formula as a text over the cells.

        Args:
            formula: the formula, which may have abbreviations.
            env: the members that its variables stand for.
        """
        match formula:
            case Atom(name, args):
                return _or(_and((when, cell[True])) for cell, when in self._rows(name, args, env))
            case Eq(left_term, right_term):
                one, other = self.values(left_term, env), self.values(right_term, env)
                return _or(_and((when, other[value])) for value, when in one.items() if value in other)
            case Cmp(op, left_term, right_term):
                return self._compared(op, self.values(left_term, env), self.values(right_term, env))
            case Truth(value):
                return _TRUE if value else _FALSE
            case Not(body):
                return _not(self.formula(body, env))
            case And(parts):
                return _and([self.formula(part, env) for part in parts])
            case Or(parts):
                return _or([self.formula(part, env) for part in parts])
            case Implies(left_part, right_part):
                return _or((_not(self.formula(left_part, env)), self.formula(right_part, env)))
            case Iff(left_part, right_part) | Xor(left_part, right_part):
                return _same(
                    self.formula(left_part, env), self.formula(right_part, env), equal=isinstance(formula, Iff)
                )
            case Forall(name, body, sort) | Exists(name, body, sort):
                ones = [self.formula(body, {**env, name: member}) for member in self._over(sort)]
                return _and(ones) if isinstance(formula, Forall) else _or(ones)
            case Count(relation, number, name, body, sort):
                return _counted(relation, number, [self.formula(body, {**env, name: one}) for one in self._over(sort)])
            case Distinct(terms):
                when: dict[Value, list[str]] = {}
                for thing, holds in (pair for term in terms for pair in self.values(term, env).items()):
                    when.setdefault(thing, []).append(holds)
                return _and([_counted("≤", 1, ones) for ones in when.values()])
        raise OutsideFragment("there is a formula of an unknown kind")

    def _over(self, sort: str) -> tuple[str, ...]:
        look()
        if sort not in self.members:
            raise OutsideFragment("a variable ranges over what has no list of members")
        return self.members[sort]

    def _compared(self, relation: Relation, one: Values, other: Values) -> str:
        test, cases = _RELATIONS[relation], list[str]()
        for value, when in one.items():
            then = [holds for number, holds in other.items() if test(value, number)]
            cases.append(when if len(then) == len(other) else _and((when, _or(then))))
        return _TRUE if all(c == w for c, w in zip(cases, one.values(), strict=True)) else _or(cases)

    def model(self, holds: Callable[[str], bool]) -> Model:
        """Return the model in which the Booleans of the cells have these values.

        Args:
            holds: whether one that was declared is true.
        """
        predicates: dict[tuple[str, int], set[tuple[Element, ...]]] = {}
        functions: dict[tuple[str, int], dict[tuple[Element, ...], Element]] = {}
        for name in self.constants:
            functions[name, 0] = {(): name}
        for (name, row), cell in self.cells.items():
            found: Value = next(one for one, when in cell.items() if _is(when, holds))
            if isinstance(found, bool):
                predicates.setdefault((name, len(row)), set()).update([row] if found else [])
            else:
                functions.setdefault((name, len(row)), {})[row] = found
        domain = (
            () if self.members else ("e1",)
        )  # where there are numbers alone, one thing stands for what else there is
        return Model(domain, {key: frozenset(rows) for key, rows in predicates.items()}, functions, dict(self.members))

    def says(self, model: Model) -> Formula:
        """Return the formula that everything has the value that it has in a model."""
        parts = list[Formula]()
        for (name, row), cell in self.cells.items():
            terms = tuple(map(Fn, row))
            if len(cell) == 1:
                continue
            if True in cell and isinstance(next(iter(cell)), bool):
                atom = Atom(name, terms)
                parts.append(atom if row in model.predicates[name, len(row)] else Not(atom))
            else:
                value = model.functions[name, len(row)][row]
                parts.append(Eq(Fn(name, terms), Num(value) if isinstance(value, int) else Fn(str(value))))
        return And(tuple(parts)) if len(parts) > 1 else parts[0] if parts else Truth(True)


def _is(when: str, holds: Callable[[str], bool]) -> bool:
    if when == _TRUE:
        return True
    return not holds(when[5:-1]) if when.startswith("(not ") else holds(when)


def _rest(one: int, other: int) -> int:
    return one % other


def _same(one: str, other: str, *, equal: bool) -> str:
    for part, rest in ((one, other), (other, one)):
        if part in (_TRUE, _FALSE):
            return rest if (part == _TRUE) is equal else _not(rest)
    return f"({'=' if equal else 'xor'} {one} {other})"


def _counted(relation: str, number: int, ones: Sequence[str]) -> str:
    """Return that so many of some formulas are true."""
    number -= sum(one == _TRUE for one in ones)
    rest = [one for one in ones if one not in (_TRUE, _FALSE)]
    if relation == "=":
        return _and((_counted("≤", number, rest), _counted("≥", number, rest)))
    if relation == "≤":
        if number >= len(rest):
            return _TRUE
        return _FALSE if number < 0 else f"((_ at-most {number}) {' '.join(rest)})"
    if number <= 0:
        return _TRUE
    return _FALSE if number > len(rest) else f"((_ at-least {number}) {' '.join(rest)})"


@dataclass(slots=True)
class Written:
    """Premises and formulas, written out and held by Z3, which is asked of one after the other.

    Attributes:
        cells: the tables.
        premises: the premises.
        asked: the formulas that are asked of.
        seconds: the time limit of each check.
        megabytes: the memory limit.
    """

    cells: Cells
    premises: Sequence[Formula]
    asked: Sequence[Formula]
    seconds: float
    megabytes: int
    _solver: z3.Solver = field(init=False)
    _all: z3.BoolRef = field(init=False)
    _asked: list[z3.BoolRef] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        import z3

        formulas = [self.cells.closed(one) for one in self.premises]
        goals = [self.cells.closed(one) for one in self.asked]
        script = [*self.cells.declarations]
        script += [f"(declare-const {name} Bool)(assert (= {name} {when}))" for when, name in self.cells.named.items()]
        script += [f"(declare-const a{i} Bool)(assert (=> a{i} {one}))" for i, one in enumerate(formulas)]
        script += ["(declare-const all Bool)", *(f"(assert (=> all a{i}))" for i in range(len(formulas)))]
        script += [f"(declare-const q{i} Bool)(assert (= q{i} {one}))" for i, one in enumerate(goals)]
        here = context()
        self._solver = z3.SolverFor("QF_FD", ctx=here)
        self._solver.set(max_memory=self.megabytes, rlimit=_STEPS)
        self._solver.from_string("\n".join(script))
        self._all = z3.Bool("all", here)
        self._asked = [z3.Bool(f"q{i}", here) for i in range(len(goals))]

    def model(self, more: Sequence[z3.BoolRef] = (), without: Container[int] = ()) -> z3.ModelRef | None:
        """Return a model of the premises and of what is assumed besides; ``None`` if there is none.

        Args:
            more: what is assumed.
            without: premises that are left out.

        Raises:
            Late: Z3 did not come to an end.
        """
        look()
        stated = self._switches(i for i in range(len(self.premises)) if i not in without) if without else [self._all]
        return self._solver.model() if self._holds(*stated, *more) else None

    def _holds(self, *assumed: z3.BoolRef) -> bool:
        """Return whether what is assumed can hold together, by the clock only where it takes many steps."""
        import z3

        found = self._solver.check(*assumed)
        if found == z3.unknown:
            self._solver.set(**{"rlimit": 0, **time_of(min(self.seconds, left()))})
            found = self._solver.check(*assumed)
        if found == z3.unknown:
            raise Late("the time is up")
        return bool(found == z3.sat)

    def core(self, more: Sequence[z3.BoolRef] = ()) -> tuple[int, ...]:
        """Return premises that contradict what is assumed besides, as all do, none of which can be spared in time."""
        import z3

        self._holds(*self._switches(range(len(self.premises))), *more)
        needed = self._needed()
        for one in needed:
            rest = [i for i in needed if i != one]
            if self._solver.check(*self._switches(rest), *more) == z3.unsat:
                needed = self._needed()
        return tuple(needed)

    def _switches(self, places: Iterable[int]) -> list[z3.BoolRef]:
        """Return what is assumed for some premises to hold."""
        import z3

        return [z3.Bool(f"a{i}", context()) for i in places]

    def _needed(self) -> list[int]:
        """Return the premises that the last question needed, where there was no model."""
        names = [one.decl().name() for one in self._solver.unsat_core()]
        return sorted(int(name[1:]) for name in names if name.startswith("a"))

    def side(self, number: int, *, holds: bool) -> z3.BoolRef:
        """Return what is assumed where a formula that is asked of is to hold, or to fail."""
        import z3

        return self._asked[number] if holds else z3.Not(self._asked[number])

    def holds(self, model: z3.ModelRef, number: int) -> bool:
        """Return whether a formula that is asked of is true in a model."""
        import z3

        return bool(z3.is_true(model.eval(self._asked[number], model_completion=True)))

    def shown(self, model: z3.ModelRef) -> Model:
        """Return a model of Z3's as one of ours."""
        import z3

        here = context()
        return self.cells.model(lambda one: z3.is_true(model.eval(z3.Bool(one, here), model_completion=True)))
