"""Terms and formulas of SMT-LIB 2.7: s-expressions to trees, with their sorts.

The core, and integers and reals with their arithmetic, are a table of symbols. What is defined, ``let`` or an
alternative of terms is written out.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Final, NoReturn

from ..clock import look
from ..logic.symbols import BOOL, INT, REAL, THING
from ..logic.syntax import (
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
    Relation,
    Term,
    Truth,
    Var,
    Xor,
    conjunction,
    number_named,
)
from .problems import refuse
from .sexpr import Group, Node, Word, show, text_of
from .smtlib import OPERATIONS, RELATIONS, unescaped

MAX_EXPANDED: Final = 20_000
"""The most places in a script where definitions, and the values of variables of Bool, are written out."""
MAX_CASES: Final = 128
"""The most cases that the alternatives in one atom may have."""


@dataclass(frozen=True, slots=True)
class Value:
    """A term: what it is under each of some conditions, of which one holds (mostly one, under none), and its sort."""

    cases: tuple[tuple[tuple[Formula, ...], Term], ...]
    sort: str


Meaning = Value | Formula
"""What an s-expression is: a term, or something true or false."""
Env = Mapping[str, Meaning]
"""What the variables around an s-expression are."""


@dataclass(frozen=True, slots=True)
class Function:
    """A declared function or predicate: the sorts of its arguments and of its value."""

    arguments: tuple[str, ...]
    result: str


@dataclass(frozen=True, slots=True)
class Macro:
    """A defined function: its parameters with their sorts, the sort of its value, and what it stands for."""

    parameters: tuple[tuple[str, str], ...]
    result: str
    body: Node


@dataclass(slots=True)
class Names:
    """What symbols stand for, by how many arguments they take, and what each symbol of a sort does."""

    symbols: dict[tuple[str, int], Function | Macro | Meaning] = field(
        default_factory=lambda: {("true", 0): Truth(True), ("false", 0): Truth(False)}
    )
    sorts: dict[str, str] = field(default_factory=lambda: {BOOL: BOOL, INT: INT, REAL: REAL})

    def copy(self) -> Names:
        """Return a copy that changes by itself."""
        return Names(dict(self.symbols), dict(self.sorts))


class Terms:
    """Reads the terms and formulas of a script, by what its symbols stand for now."""

    def __init__(self) -> None:
        self.names = Names()
        self._open: list[str] = []
        self._expanded = 0

    def sort(self, node: Node) -> str:
        """Return the sort that an s-expression names."""
        found = self.names.sorts.get(node.text) if isinstance(node, Word) else None
        if found is None:
            hint = "The sorts are Bool, Int, Real, and those that were declared before this, without parameters."
            refuse("unsupported-sort", f"'{show(node)}' is no sort that is read here", node.span, hint)
        return found

    def bound(self, node: Node) -> tuple[str, str]:
        """Return a variable and its sort from ``(x U)``."""
        match node:
            case Group([Word(symbol), sort]):
                return symbol, self.sort(sort)
        refuse("unexpected-token", f"expected a variable and its sort, as in (x U), not '{show(node)}'", node.span)

    def formula(self, node: Node, env: Env) -> Formula:
        """Return what an s-expression says; ``Unreadable`` if that is nothing true or false."""
        return _truth(self.meaning(node, env), node)

    def meaning(self, node: Node, env: Env) -> Meaning:
        """Return what an s-expression is, where the variables around it are these."""
        match node:
            case Word(text) if text in env:
                return env[text]
            case Word(text) if (text, 0) not in self.names.symbols and (found := number_named(text)) is not None:
                return Value((((), Num(found.value)),), REAL if "." in text else INT)
            case Word():
                return self._applied(node, [], node, env)
            case Group([Word("let"), Group(pairs), body]):
                return self.meaning(body, {**env, **dict(self._defined(pair, env) for pair in pairs)})
            case Group([Word("forall" | "exists" as word), Group([_, *_] as pairs), body]):
                return self._over(Forall if word == "forall" else Exists, list(map(self.bound, pairs)), body, env)
            case Group([Word("!"), body, _, *_]):
                meaning = self.meaning(body, env)
                if name := name_of(node):
                    self.names.symbols[name, 0] = meaning
                return meaning
            case Group([Word("as"), body, sort]):
                return fitted(self.meaning(body, env), self.sort(sort), body)
            case Group([Group([Word("_"), Word("is"), Word() as member]), body]):
                other = _value(self.meaning(member, {}), "", member)
                sides = [_value(self.meaning(body, env), other.sort, body), other]
                return _joined(sides, lambda t: Eq(*t), node)
            case Group([Word() as head, _, *_]):
                return self._applied(head, node.items[1:], node, env)
        hint = "Formulas are (p a), (and …), (forall ((x U)) …), (let ((x t)) …), (ite c a b) and the like."
        refuse("unexpected-token", f"expected a formula or a term, not '{show(node)}'", node.span, hint)

    def _defined(self, node: Node, env: Env) -> tuple[str, Meaning]:
        match node:
            case Group([Word(symbol), body]):
                return symbol, self.meaning(body, env)
        refuse("unexpected-token", f"expected a name and what it is, as in (x t), not '{show(node)}'", node.span)

    def _applied(self, head: Word, args: list[Node], node: Node, env: Env) -> Meaning:
        """Return what a symbol is of arguments."""
        symbol, count, found = head.text, len(args), self.names.symbols.get((head.text, len(args)))
        match found:
            case None if symbol in THEORY and THEORY[symbol][0] <= count <= THEORY[symbol][1]:
                return THEORY[symbol][2](node, args, [self.meaning(arg, env) for arg in args])
            case None:
                self._unknown(head, count)
            case Function(sorts, result):
                name = unescaped(symbol)
                values = [_value(self.meaning(a, env), s, a) for a, s in zip(args, sorts, strict=True)]
                if result == BOOL:
                    return _joined(values, lambda terms: Atom(name, terms), node)
                constant = None if args else number_named(name)
                return _combined(values, lambda terms: constant or Fn(name, terms), result, node)
            case Macro(parameters, result, body):
                self._expand(node)
                pairs = zip(parameters, args, strict=True)
                inner = {name: fitted(self.meaning(arg, env), sort, arg) for (name, sort), arg in pairs}
                return fitted(self.meaning(body, inner), result, body)
            case _:
                return found

    def _expand(self, node: Node) -> None:
        look()
        self._expanded += 1
        if self._expanded > MAX_EXPANDED:
            hint = "Declare the functions, and assert for all arguments what they give."
            refuse("too-large", f"more than {MAX_EXPANDED} definitions are to be written out", node.span, hint)

    def _unknown(self, head: Word, count: int) -> NoReturn:
        """Refuse a symbol that is not declared, or with another number of arguments."""
        arities = [arity for symbol, arity in self.names.symbols if symbol == head.text]
        if arities or head.text in THEORY:
            wanted = " or ".join(map(str, arities)) or "another number of"
            refuse("wrong-arity", f"'{head.text}' takes {wanted} arguments, not {count}", head.span)
        hint = f"Declare it before, as in (declare-fun {head.text} ({' '.join(['U'] * count)}) Bool)."
        what = f"'{head.text}' is not declared, and no symbol of the theories that are read"
        refuse("undeclared-symbol", what, head.span, f"{hint} The theories are the core, Int and Real.")

    def _over(self, kind: type[Forall | Exists], pairs: list[tuple[str, str]], body: Node, env: Env) -> Formula:
        """Return a quantified formula; over a variable of Bool it is written out for both values."""
        names = list[tuple[str, str]]()
        for i, (symbol, sort) in enumerate(pairs):
            if sort == BOOL:
                self._expand(body)
                values = ({**env, symbol: Truth(value)} for value in (True, False))
                both = tuple(self._over(kind, pairs[i + 1 :], body, inner) for inner in values)
                result: Formula = And(both) if kind is Forall else Or(both)
                break
            name = wanted = unescaped(symbol)
            count = 1
            while name in self._open and any(other != symbol and _derived(other, env[other]) for other in env):
                count += 1
                name = f"{wanted}{count}"
            self._open.append(name)
            names.append((name, sort))
            env = {**env, symbol: Value((((), Var(name)),), sort)}
        else:
            result = self.formula(body, env)
        for name, sort in reversed(names):
            self._open.pop()
            result = kind(name, result, "" if sort == THING else sort)
        return result


def _derived(symbol: str, meaning: Meaning) -> bool:
    """Return whether a name stands for more than the variable that is called so, and may hold others."""
    return not isinstance(meaning, Value) or meaning.cases != (((), Var(unescaped(symbol))),)


def name_of(node: Node) -> str:
    """Return what an assertion is ``:named``; empty for nothing."""
    match node:
        case Group([Word("!"), _, *notes]):
            return next((text_of(name) for key, name in itertools.pairwise(notes) if text_of(key) == ":named"), "")
    return ""


def _clash(meaning: Meaning, wanted: str, node: Node) -> NoReturn:
    found = meaning.sort if isinstance(meaning, Value) else BOOL
    message = f"'{show(node)}' is of the sort {found}, and {wanted or 'a term of another sort'} is wanted"
    refuse("sort-clash", message, node.span, "Sorts never overlap; an Int may stand for a Real.", wanted, found)


def _truth(meaning: Meaning, node: Node) -> Formula:
    return _clash(meaning, BOOL, node) if isinstance(meaning, Value) else meaning


def _value(meaning: Meaning, sort: str, node: Node) -> Value:
    """Return a term of a sort, or of any; an integer may stand for a real number."""
    if not isinstance(meaning, Value) or ((meaning.sort, sort) != (INT, REAL) and sort not in ("", meaning.sort)):
        _clash(meaning, sort, node)
    return Value(meaning.cases, sort or meaning.sort)


def fitted(meaning: Meaning, sort: str, node: Node) -> Meaning:
    """Return a meaning that is of a sort, or fail."""
    return _truth(meaning, node) if sort == BOOL else _value(meaning, sort, node)


def _cases(values: Sequence[Value], node: Node) -> Iterable[tuple[tuple[Formula, ...], tuple[Term, ...]]]:
    """Return the terms in each case that alternatives make."""
    count = reduce(lambda product, value: product * len(value.cases), values, 1)
    if count > MAX_CASES:
        hint = "Give the alternatives names: declare a constant and assert what it is in each case."
        refuse("too-large", f"more than {MAX_CASES} cases of ite in one atom", node.span, hint)
    for row in itertools.product(*(value.cases for value in values)):
        yield tuple(itertools.chain.from_iterable(guards for guards, _ in row)), tuple(term for _, term in row)


def _combined(values: Sequence[Value], make: Callable[[tuple[Term, ...]], Term], sort: str, node: Node) -> Value:
    """Return the term that others make, in each case that they are in."""
    return Value(tuple((guards, make(terms)) for guards, terms in _cases(values, node)), sort)


def _joined(values: Sequence[Value], make: Callable[[tuple[Term, ...]], Formula], node: Node) -> Formula:
    """Return what is said of terms, in whichever case each of them is."""
    said = [conjunction((*guards, make(terms))) for guards, terms in _cases(values, node)]
    return said[0] if len(said) == 1 else Or(tuple(said))


def _each(pairs: Iterable[tuple[Value, Value]], make: Callable[[tuple[Term, ...]], Formula], node: Node) -> Formula:
    return conjunction(tuple(_joined(pair, make, node) for pair in pairs))


# The theories: each row makes a meaning of those of its arguments.

Maker = Callable[[Node, list[Node], list[Meaning]], Meaning]


def _connective(make: Callable[[tuple[Formula, ...]], Formula]) -> Maker:
    return lambda _, args, of: make(tuple(map(_truth, of, args)))


def _alike(args: list[Node], of: list[Meaning], sort: str = "") -> list[Value]:
    """Return terms that are all of this sort, or else of the one of the first of them, or real where one is."""
    sorts = [meaning.sort for meaning in of if isinstance(meaning, Value)]
    wanted = sort or (REAL if REAL in sorts else sorts[0])
    return [_value(meaning, wanted, arg) for meaning, arg in zip(of, args, strict=True)]


def _numbers(args: list[Node], of: list[Meaning]) -> list[Value]:
    real = any(isinstance(meaning, Value) and meaning.sort == REAL for meaning in of)
    return _alike(args, of, REAL if real else INT)


def _equation(node: Node, args: list[Node], of: list[Meaning]) -> Formula:
    if not any(isinstance(meaning, Value) for meaning in of):
        return conjunction(tuple(Iff(a, b) for a, b in itertools.pairwise(map(_truth, of, args))))
    return _each(itertools.pairwise(_alike(args, of)), lambda t: Eq(*t), node)


def _distinct(node: Node, args: list[Node], of: list[Meaning]) -> Formula:
    if not any(isinstance(meaning, Value) for meaning in of):
        return Not(_equation(node, args, of)) if len(of) == 2 else Truth(False)
    return _each(itertools.combinations(_alike(args, of), 2), lambda t: Not(Eq(*t)), node)


def _compared(relation: Relation) -> Maker:
    return lambda node, args, of: _each(itertools.pairwise(_numbers(args, of)), lambda t: Cmp(relation, *t), node)


def _calculated(name: str, sort: str = "") -> Maker:
    def make(node: Node, args: list[Node], of: list[Meaning]) -> Value:
        values = _alike(args, of, sort) if sort else _numbers(args, of)
        if len(values) == 1:
            return _combined(values, _opposite, values[0].sort, node)
        return reduce(lambda a, b: _combined([a, b], lambda t: Fn(name, t), a.sort, node), values)

    return make


def _choice(node: Node, args: list[Node], of: list[Meaning]) -> Meaning:
    condition, *ends = _truth(of[0], args[0]), *of[1:]
    if not any(isinstance(end, Value) for end in ends):
        yes, no = map(_truth, ends, args[1:])
        return Or((And((condition, yes)), And((Not(condition), no))))
    one, other = _alike(args[1:], ends)
    cases = [((condition, *guards), term) for guards, term in one.cases]
    cases += [((Not(condition), *guards), term) for guards, term in other.cases]
    return Value(tuple(cases), one.sort)


def _opposite(terms: tuple[Term, ...]) -> Term:
    [term] = terms
    return Num(-term.value, term.decimal) if isinstance(term, Num) else Fn("-", (Num(0), term))


def _absolute(_: Node, args: list[Node], of: list[Meaning]) -> Value:
    cases: list[tuple[tuple[Formula, ...], Term]] = []
    [value] = _numbers(args, of)
    for guards, term in value.cases:
        negative = Cmp("<", term, Num(0))
        cases += [((*guards, negative), _opposite((term,))), ((*guards, Not(negative)), term)]
    return Value(tuple(cases), value.sort)


_MANY: Final = 10**9
THEORY: Final[Mapping[str, tuple[int, int, Maker]]] = {
    "not": (1, 1, _connective(lambda parts: Not(parts[0]))),
    "and": (1, _MANY, _connective(conjunction)),
    "or": (1, _MANY, _connective(lambda parts: Or(parts) if len(parts) > 1 else parts[0])),
    "xor": (2, _MANY, _connective(lambda parts: reduce(Xor, parts))),
    "=>": (2, _MANY, _connective(lambda parts: reduce(lambda then, given: Implies(given, then), reversed(parts)))),
    "=": (2, _MANY, _equation),
    "distinct": (2, _MANY, _distinct),
    "ite": (3, 3, _choice),
    **{sign: (2, _MANY, _compared(relation)) for sign, relation in RELATIONS.items()},
    **{sign: (1 if sign == "-" else 2, _MANY, _calculated(sign)) for sign in "+-*"},
    **{sign: (2, _MANY, _calculated(name, REAL if sign == "/" else INT)) for sign, name in OPERATIONS.items()},
    "abs": (1, 1, _absolute),
    "to_real": (1, 1, lambda _, args, of: _value(of[0], REAL, args[0])),
}
"""The symbols of the theories, with the fewest and the most of their arguments."""
