"""Random programs of every kind that the engines hold, made to be hard on names, scopes and sorts."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from random import Random
from typing import Final

from sorites.solvers import InvalidProgram, Program, Statement
from sorites.solvers.logic.symbols import Declarations, DeclaredSort, Typed
from sorites.solvers.logic.syntax import (
    RELATIONS,
    And,
    Atom,
    Cmp,
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
    close,
)

VARIABLES: Final = ("x", "y", "z", "x1", "x2", "e1", "c1", "sk1", "X", "a")
CONSTANTS: Final = ("a", "b", "c", "x1", "x2", "e1", "c1", "sk1", "x", "P", "New York", "f", "True", "_1", "Ω")
KINDS: Final = ("plain", "plain", "plain", "equal", "equal", "functions", "functions", "numerals", "sorted", "numbers")
"""The kinds of programs, those that are wanted more often more often."""


@dataclass(slots=True)
class Writer:
    """Writes formulas over a vocabulary.

    Attributes:
        source: decides.
        predicates: names with the sorts of their arguments.
        functions: names with the sorts of their arguments, and with that of the value; constants have none.
        sorts: what quantifiers range over.
        written: the sorts that are written at quantifiers.
        equality: the sorts of which things are equated.
        numerals: those that stand among things.
        calculates: how often numbers are calculated with.
    """

    source: Random
    predicates: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    functions: list[tuple[str, tuple[str, ...], str]] = field(default_factory=list)
    sorts: list[str] = field(default_factory=lambda: ["U"])
    written: frozenset[str] = frozenset()
    equality: tuple[str, ...] = ()
    numerals: tuple[int, ...] = ()
    numbers: tuple[Num, ...] = ()
    calculates: float = 0.0
    declared: Declarations = Declarations()

    def chance(self, share: float) -> bool:
        return self.source.random() < share

    def program(self) -> Program:
        """Return a program of this vocabulary.

        Raises:
            InvalidProgram: its sorts do not fit.
        """
        source = self.source
        premises = [self.formula(source.randint(0, 3), {}) for _ in range(source.randint(1, 4))]
        if self.chance(0.08):
            premises.insert(source.randrange(len(premises) + 1), Not(source.choice(premises)))
        env: dict[str, str] = {}
        if self.chance(0.25):
            names = source.sample(VARIABLES, source.randint(1, 2))
            env = {name: source.choice(self.sorts) for name in names}
        goal = source.choice(premises) if self.chance(0.06) and not env else self.formula(source.randint(0, 3), env)
        if self.chance(0.05):
            goal = Not(goal)
        closed = goal
        for name, sort in reversed(env.items()):
            closed = Forall(name, closed, sort if sort in self.written else "")
        open_variables = tuple(env)
        assert self.written or closed == close(goal, open_variables)
        statements = tuple(map(Statement, premises))
        return Program(statements, Statement(closed), open_variables=open_variables, declared=self.declared)

    def formula(self, depth: int, env: dict[str, str]) -> Formula:
        """Return a formula in which these variables, of these sorts, may be free."""
        source = self.source
        if depth == 0 or self.chance(0.12):
            return self.atom(env)
        which = source.randrange(12)
        if which < 5:
            name, sort = source.choice(VARIABLES[:4] if self.chance(0.7) else VARIABLES), source.choice(self.sorts)
            body = self.formula(depth - (which > 0), {**env, name: sort})  # the first nests deeper
            kind = Forall if self.chance(0.5) else Exists
            return kind(name, body, sort if sort in self.written else "")
        one = self.formula(depth - 1, env)
        match which:
            case 5:
                return Not(one)
            case 6 | 7:
                return And((one, *(self.formula(depth - 1, env) for _ in range(source.randint(1, 2)))))
            case 8:
                return Or((one, *(self.formula(depth - 1, env) for _ in range(source.randint(1, 2)))))
            case 9:
                return Implies(one, self.formula(depth - 1, env))
            case 10:
                return Iff(one, self.formula(depth - 1, env))
            case _:
                return Xor(one, self.formula(depth - 1, env))

    def atom(self, env: dict[str, str]) -> Formula:
        """Return an atom, sometimes a denied one."""
        source = self.source
        if self.chance(0.03):
            return Truth(self.chance(0.5))
        made: Formula
        if self.numbers and self.chance(0.5):
            sort = source.choice([s for _, _, s in self.functions if s in ("Int", "Real")] or ["Int"])
            one, other = self.term(sort, 1, env), self.term(sort, 1, env)
            made = Eq(one, other) if self.chance(0.25) else Cmp(source.choice([*RELATIONS]), one, other)
        elif self.equality and self.chance(0.35):
            sort = source.choice(self.equality)
            made = Eq(self.term(sort, 2, env), self.term(sort, 2, env))
        else:
            name, arguments = source.choice(self.predicates)
            made = Atom(name, tuple(self.term(sort, 2, env) for sort in arguments))
        return Not(made) if self.chance(0.3) else made

    def term(self, sort: str, depth: int, env: dict[str, str]) -> Term:
        """Return a term of a sort."""
        source = self.source
        bound = [name for name, of in env.items() if of == sort]
        if bound and self.chance(0.65):
            return Var(source.choice(bound))
        if sort in ("Int", "Real"):
            if depth and self.chance(self.calculates):
                return Fn(source.choice("+-+-*"), (self.term(sort, depth - 1, env), self.term(sort, depth - 1, env)))
            if self.chance(0.45):
                return source.choice(
                    [n for n in self.numbers if sort == "Real" or (not n.decimal and type(n.value) is int)]
                )
        if self.numerals and sort == "U" and self.chance(0.3):
            return Num(source.choice(self.numerals))
        fitting = [(name, args) for name, args, result in self.functions if result == sort and (depth or not args)]
        applied = [f for f in fitting if f[1]]
        if applied and self.chance(0.35):
            fitting = applied
        if not fitting:
            return Var(source.choice(bound)) if bound else Num(source.choice((0, 1, 2)))
        name, arguments = source.choice(fitting)
        return Fn(name, tuple(self.term(argument, depth - 1, env) for argument in arguments))


def random_program(source: Random, kind: str = "") -> Program:
    """Return a random program.

    Args:
        source: decides.
        kind: one of ``KINDS``; empty for any.
    """
    while True:
        try:
            return _writer(source, kind or source.choice(KINDS)).program()
        except InvalidProgram:  # two sorts in one place
            continue


def _writer(source: Random, kind: str) -> Writer:
    things = source.choice((1, 1, 2, 2, 3))
    writer = Writer(source)
    predicates = [("P", ("U",)), ("Q", ("U",)), ("R", ("U", "U")), ("S", ()), ("P", ("U", "U")), ("x1", ("U",))]
    if kind == "sorted":
        return _sorted(writer, source)
    writer.predicates = source.sample(predicates[:5] if source.random() < 0.9 else predicates, source.randint(1, 3))
    names = CONSTANTS[:3] if source.random() < 0.5 else CONSTANTS
    writer.functions = [(name, (), "U") for name in source.sample(names, things)]
    if kind != "plain":
        writer.equality = ("U",)
    if kind == "functions":
        writer.functions.append(("f", ("U",), "U"))
        if source.random() < 0.2:
            writer.functions.append(source.choice([("g", ("U", "U"), "U"), ("sk1", ("U",), "U")]))
    if kind == "numerals":
        writer.numerals = tuple(source.sample((0, 1, 2, 5), source.randint(1, 3)))
    if kind == "numbers":
        _numbers(writer, source, source.choice(("Int", "Int", "Real")))
    return writer


def _numbers(writer: Writer, source: Random, sort: str) -> None:
    """Add numbers of a sort."""
    whole = [Num(n) for n in source.sample(range(-2, 7), 3)]
    writer.numbers = (*whole, Num(Decimal("1.5")), Num(2, True)) if sort == "Real" else tuple(whole)
    writer.functions += [(name, (), sort) for name in source.sample(("n", "m", "k", "x2"), source.randint(1, 2))]
    if source.random() < 0.4:
        writer.functions.append(("age", ("U",), sort))
    if source.random() < 0.3:
        writer.predicates.append(("Even", (sort,)))
    if source.random() < 0.3:
        writer.sorts = ["U", sort]
        writer.written = frozenset({sort})
    writer.calculates = source.choice((0.0, 0.0, 0.25))
    if sort == "Real":
        writer.declared = Declarations((), tuple(Typed(f, args, s) for f, args, s in writer.functions if s == sort))


def _sorted(writer: Writer, source: Random) -> Writer:
    """Add sorts, one of them an enumeration."""
    colours = ("red", "green", "blue")[: source.randint(1, 3)]
    writer.sorts = ["Person", "Pet", "Color"][: source.randint(2, 3)]
    if source.random() < 0.5:
        writer.sorts.append("U")
    writer.written = frozenset(writer.sorts)
    writer.predicates = [("Likes", ("Person", "Pet")), ("Old", ("Person",)), ("Is", ("Pet",))]
    writer.functions = [("eve", (), "Person"), ("rex", (), "Pet")]
    if source.random() < 0.4:
        writer.functions.append(("x1", (), "Person"))
    if "Color" in writer.sorts:
        writer.functions += [(name, (), "Color") for name in colours]
        writer.functions += source.sample([("hue", ("Pet",), "Color"), ("tint", (), "Color")], source.randint(0, 2))
        writer.predicates.append(("Warm", ("Color",)))
    if "U" in writer.sorts:
        writer.predicates.append(("P", ("U",)))
        writer.functions.append(("a", (), "U"))
    if source.random() < 0.3:
        writer.functions.append(("owner", ("Pet",), "Person"))
    if source.random() < 0.15:
        writer.functions.append(("pet", ("Person",), "Pet"))
    if source.random() < 0.3:
        writer.functions.append(("age", ("Person",), "Int"))
        writer.numbers = (Num(1), Num(3))
    writer.equality = tuple(writer.sorts)
    sorts = tuple(DeclaredSort(s, colours if s == "Color" else ()) for s in writer.sorts if s != "U")
    typed = [Typed(name, args, "Bool") for name, args in writer.predicates]
    typed += [Typed(name, args, result) for name, args, result in writer.functions if args or result != "Color"]
    typed += [Typed(name, (), "Color") for name, args, _ in writer.functions if name == "tint"]
    writer.declared = Declarations(sorts, tuple(t for t in typed if _known(t, writer.sorts)))
    writer.predicates = [p for p in writer.predicates if set(p[1]) <= {*writer.sorts}]
    writer.functions = [f for f in writer.functions if {*f[1], f[2]} <= {*writer.sorts, "Int"}]
    return writer


def _known(typed: Typed, sorts: list[str]) -> bool:
    return {*typed.arguments, typed.result} <= {*sorts, "Int", "Real", "Bool", "U", ""}
