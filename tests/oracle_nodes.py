"""The nodes of the oracle: formulas with the sort of each place, and how many things of a sort are enough."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor, prod
from typing import Any, Final

from sorites.solvers.logic.symbols import Declarations
from sorites.solvers.logic.syntax import (
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
)
from sorites.solvers.logic.unfolding import unfolded

Slot = tuple[Any, ...]
Node = tuple[Any, ...]
"""A formula or a term of the oracle's own: a word for its kind first."""
NUMBERS: Final = ("Int", "Real")
MOST_VALUES: Final = 12
"""Numbers that a constant may be."""


@dataclass(slots=True)
class Typing:
    """Reads formulas into nodes, and finds the sort of each place."""

    declared: Declarations
    fixed: dict[Slot, str] = field(default_factory=dict)
    edges: list[tuple[Slot, Slot]] = field(default_factory=list)
    numeric: list[tuple[Slot, str]] = field(default_factory=list)
    numerals: list[tuple[Slot, Fraction]] = field(default_factory=list)
    functions: dict[tuple[str, int], None] = field(default_factory=dict)
    predicates: dict[tuple[str, int], None] = field(default_factory=dict)
    calculates: bool = False
    _count: int = 0
    _sorts: dict[Slot, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for sort in self.declared.sorts:
            for member in sort.members:
                self.fixed["f", member, 0, -1] = sort.name
        for typed in self.declared.typed:
            places, arity = typed.arguments, len(typed.arguments)
            kind = "p" if typed.result in ("", "Bool") else "f"
            for i, name in enumerate(places):
                self.fixed[kind, typed.name, arity, i] = name
            if kind == "f":
                self.fixed["f", typed.name, arity, -1] = typed.result
            elif not typed.result and arity == 1:
                self.fixed["f", typed.name, 0, -1] = places[0]

    def place(self, sort: str = "") -> Slot:
        self._count += 1
        slot = ("at", self._count)
        if sort:
            self.fixed[slot] = sort
        return slot

    def formula(self, formula: Formula, env: dict[str, Slot]) -> Node:
        match formula:
            case Atom(name, args):
                self.predicates[name, len(args)] = None
                parts = []
                for i, arg in enumerate(args):
                    node, slot = self.term(arg, env)
                    self.edges.append((slot, ("p", name, len(args), i)))
                    parts.append(node)
                return ("atom", (name, len(args)), parts)
            case Eq(left, right) | Cmp(_, left, right):
                place = self.place()
                (one, here), (other, there) = self.term(left, env), self.term(right, env)
                self.edges += [(here, place), (there, place)]
                if isinstance(formula, Cmp):
                    self.numeric.append((place, ""))
                    return ("cmp", formula.op, one, other)
                if isinstance(left, Num) and isinstance(right, Num):
                    self.numeric.append((place, "perhaps"))
                return ("eq", one, other)
            case Forall(name, body, sort) | Exists(name, body, sort):
                place = self.place(sort)
                kind = "all" if isinstance(formula, Forall) else "some"
                return (kind, name, place, self.formula(body, {**env, name: place}))
            case Not(body):
                return ("not", self.formula(body, env))
            case And(parts_):
                return ("and", [self.formula(part, env) for part in parts_])
            case Or(parts_):
                return ("or", [self.formula(part, env) for part in parts_])
            case Implies(left_, right_):
                return ("or", [("not", self.formula(left_, env)), self.formula(right_, env)])
            case Iff(left_, right_):
                return ("iff", self.formula(left_, env), self.formula(right_, env))
            case Xor(left_, right_):
                return ("not", ("iff", self.formula(left_, env), self.formula(right_, env)))
            case Truth(value):
                return ("and", []) if value else ("or", [])
            case Distinct() | Count():
                return self.formula(unfolded(formula), env)

    def term(self, term: Term, env: dict[str, Slot]) -> tuple[Node, Slot]:
        match term:
            case Var(name):
                return ("var", name), env[name]
            case Num(value, decimal):
                place = self.place()
                if decimal or not isinstance(value, int):
                    self.numeric.append((place, "fraction"))
                self.numerals.append((place, Fraction(value)))
                return ("num", Fraction(value), place), place
            case Fn(name, (left, right)) if name in ("+", "-", "*", "/", "÷", "%"):
                place = self.place({"/": "Real", "÷": "Int", "%": "Int"}.get(name, ""))
                self.calculates = True
                (one, here), (other, there) = self.term(left, env), self.term(right, env)
                self.edges += [(here, place), (there, place)]
                if name in ("+", "-", "*"):
                    self.numeric.append((place, ""))
                return ("calc", name, one, other), place
            case Fn(name, args):
                self.functions[name, len(args)] = None
                parts = []
                for i, arg in enumerate(args):
                    node, slot = self.term(arg, env)
                    self.edges.append((slot, ("f", name, len(args), i)))
                    parts.append(node)
                return ("fn", (name, len(args)), parts), ("f", name, len(args), -1)

    @property
    def calculated(self) -> bool:
        """Whether anything is a number, or of a declared sort: then numerals are read by where they stand."""
        return bool(self.fixed) or any(word not in ("perhaps", "fraction") for _, word in self.numeric)

    def settle(self) -> None:
        """Find the sorts."""
        if not self.calculated:
            return  # nothing speaks of sorts or numbers
        self._resolve()
        if self.fixed:  # a numeral among things is one constant, wherever it is
            for slot, value in self.numerals:
                if self.sort(slot) not in NUMBERS:
                    self.edges.append((slot, ("f", f"{value}", 0, "numeral")))
            self._resolve()

    def _resolve(self) -> None:
        parent: dict[Slot, Slot] = {}

        def root(slot: Slot) -> Slot:
            while slot in parent:
                slot = parent[slot]
            return slot

        told: list[tuple[Slot, str]] = []
        for source, target in self.edges:
            if source in self.fixed or target in self.fixed:
                if source not in self.fixed:
                    told.append((source, f"into {self.fixed[target]}"))
                elif target not in self.fixed:
                    told.append((target, self.fixed[source]))
            elif root(source) != root(target):
                parent[root(source)] = root(target)
        words: dict[Slot, set[str]] = defaultdict(set)
        for slot, word in told + self.numeric:
            words[root(slot)].add(word)
        everywhere = {slot for edge in self.edges for slot in edge} | {slot for slot, _ in told + self.numeric}
        self._sorts = {slot: self._sort_of(words[root(slot)]) for slot in everywhere}

    @staticmethod
    def _sort_of(words: set[str]) -> str:
        said = {word.removeprefix("into ") for word in words} - {"", "perhaps", "fraction"}
        if things := said - {"Int", "Real"}:
            return min(things)
        if "into Int" in words or not (said or words & {"", "perhaps"}):
            return "Int" if "into Int" in words else "U"
        return "Real" if "Real" in said or "fraction" in words else "Int"

    def sort(self, slot: Slot) -> str:
        """Return what a place ranges over."""
        return self.fixed.get(slot) or self._sorts.get(slot, "U")


INFINITE: Final = 10**6


def bound(typing: Typing, nodes: Sequence[Node]) -> dict[str, int] | None:
    """Return how many things of each sort are enough; ``None`` if no number is known to be.

    A model of universal formulas stays one if it is cut down to what closed terms name. So Skolem's functions
    are added, and closed terms are counted; there are finitely many if no sort comes back to itself.
    Without equality and with predicates of one place, things that have the same properties may be one.
    """
    skolem = _Skolem(typing)
    for node in nodes:
        skolem.walk(node, True, {})
    if skolem.over_numbers:
        return None
    enumerated = {sort.name: len(sort.members) for sort in typing.declared.sorts if sort.members}
    functions = skolem.functions
    for name, arity in typing.functions:
        arguments = [typing.sort(("f", name, arity, i)) for i in range(arity)]
        functions[typing.sort(("f", name, arity, -1))].append(arguments)
    numerals: dict[str, set[Fraction]] = defaultdict(set)
    for slot, value in typing.numerals:
        numerals[typing.sort(slot)].add(value)

    def terms(sort: str, inside: tuple[str, ...]) -> int:
        if sort in inside or sort in NUMBERS:
            return INFINITE
        if sort in enumerated:
            return enumerated[sort]
        rows = (prod(terms(argument, (*inside, sort)) for argument in arguments) for arguments in functions[sort])
        return max(1, min(len(numerals[sort]) + sum(rows), INFINITE))

    one_placed = all(arity <= 1 for _, arity in typing.predicates) and not any(arity for _, arity in typing.functions)
    bounds = {sort: terms(sort, ()) for sort in things(typing)}
    if one_placed and not skolem.equality:
        for sort in bounds.keys() - enumerated.keys():
            kinds = sum(arity == 1 and typing.sort(("p", name, 1, 0)) == sort for name, arity in typing.predicates)
            bounds[sort] = min(bounds[sort], 2 ** min(kinds, 9) + len(numerals[sort]))
    return bounds


@dataclass(slots=True)
class _Skolem:
    """Finds Skolem's functions: for each sort, the sorts of the arguments of each that gives something of it."""

    typing: Typing
    functions: dict[str, list[list[str]]] = field(default_factory=lambda: defaultdict(list))
    equality: bool = False
    over_numbers: bool = False

    def walk(self, node: Node, positive: bool, around: dict[str, frozenset[tuple[int, str]]]) -> None:
        match node[0]:
            case "all" | "some":
                _, name, place, body = node
                sort = self.typing.sort(place)
                self.over_numbers |= sort in NUMBERS
                if (node[0] == "all") == positive:
                    depends = frozenset({(place[1], sort)})
                else:  # it takes what the others in its scope depend on
                    depends = frozenset().union(*(around[one] for one in _free(body) - {name}))
                    self.functions[sort].append([argument for _, argument in depends])
                self.walk(body, positive, {**around, name: depends})
            case "and" | "or":
                for part in node[1]:
                    self.walk(part, positive, around)
            case "not":
                self.walk(node[1], not positive, around)
            case "iff":
                for part in node[1:]:
                    self.walk(part, True, around)
                    self.walk(part, False, around)
            case "eq":
                self.equality = True
            case _:
                pass


def things(typing: Typing) -> list[str]:
    """Return the sorts of things, that of what nothing is said of first."""
    return list(dict.fromkeys(["U", *(sort for sort in typing.fixed.values() if sort not in (*NUMBERS, "Bool"))]))


def _free(node: Any) -> set[str]:
    """Return the free variables of a node, or of a list of them."""
    if isinstance(node, list):
        return {name for part in node for name in _free(part)}
    if not isinstance(node, tuple) or not node:
        return set()
    if node[0] == "var":
        return {node[1]}
    if node[0] in ("all", "some"):
        return _free(node[3]) - {node[1]}
    return {name for part in node[1:] for name in _free(part)}


def quantifies_over_numbers(typing: Typing, node: Any) -> bool:
    if not isinstance(node, tuple | list) or not node:
        return False
    here = node[0] in ("all", "some") and typing.sort(node[2]) in NUMBERS
    return here or any(quantifies_over_numbers(typing, part) for part in node)


def limits(typing: Typing, nodes: Sequence[Node]) -> dict[Any, list[Fraction]]:
    """Return the values that integer constants can have, of those that the formulas hold between two numerals."""
    low: dict[Any, Fraction] = {}
    high: dict[Any, Fraction] = {}
    todo = list(nodes)
    while todo:
        node = todo.pop()
        if node[0] == "and":
            todo += node[1]
        elif node[0] == "cmp":
            for one, other, op in ((node[2], node[3], node[1]), (node[3], node[2], _TURNED[node[1]])):
                if one[0] == "fn" and not one[2] and other[0] == "num" and typing.sort(("f", *one[1], -1)) == "Int":
                    if op in ("<", "≤"):
                        high[one[1]] = min(other[1], high.get(one[1], other[1]))
                    else:
                        low[one[1]] = max(other[1], low.get(one[1], other[1]))
    both = {key: (floor(low[key]), -floor(-high[key])) for key in low if key in high}
    return {
        key: [Fraction(n) for n in range(first, max(first, last) + 1)]
        for key, (first, last) in both.items()
        if last - first < MOST_VALUES
    }


_TURNED: Final = {"<": ">", ">": "<", "≤": "≥", "≥": "≤"}
