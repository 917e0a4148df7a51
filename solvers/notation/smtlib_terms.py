"""Terms and formulas of SMT-LIB 2.7: s-expressions to trees, with their sorts.

The core, and integers and reals with their arithmetic, are a table of symbols. What is defined, ``let`` or an
alternative of terms is written out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import combinations, pairwise
from typing import Final, NamedTuple, NoReturn, cast

from ..clock import look
from ..logic.diagnostics import Span
from ..logic.symbols import BOOL, INT, REAL, THING
from ..logic.syntax import (
    MAX_LEVELS,
    And,
    Atom,
    Cmp,
    Eq,
    Exists,
    Expression,
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
    conjunction,
    number_named,
)
from ..logic.walkers import depth, walk
from .problems import refuse
from .sexpr import Group, Node, Word, read_groups, show
from .smtlib import OPERATIONS, RELATIONS, unescaped

MAX_EXPANDED: Final = 20_000
"""The most places in a script where definitions, alternatives and values of variables of Bool are written out."""
MAX_NODES: Final = 100_000
"""The most nodes that an assertion may have when its definitions are written out."""
_SHORT: Final = 400
"""Of how many characters an assertion has no more nodes than that, if nothing is written out."""


class Choice(NamedTuple):
    """A term that is one of two, by a condition."""

    condition: Formula
    yes: Term | Choice
    no: Term | Choice


class Value(NamedTuple):
    """What an s-expression is, a formula or a term, and its sort."""

    what: Expression | Choice
    sort: str

    @property
    def formula(self) -> Formula:
        """What it says, where its sort is Bool."""
        return cast("Formula", self.what)


class Function(NamedTuple):
    """A function or predicate: its parameters with their sorts, the sort of its value, and what defines it."""

    parameters: tuple[tuple[str, str], ...]
    result: str
    body: Node | None = None


class Sign(NamedTuple):
    """A symbol of the theories.

    Attributes:
        joins: how many it takes, and how they are joined: ``one``; ``all`` at once; to the ``left`` or ``right``;
            neighbours in a ``chain``, or all ``pairs``.
        of: the sort of its arguments; ``number`` for integers, or for reals where one is; empty where all are alike.
        result: the sort of its value; empty for that of the arguments.
        make: makes the tree.
    """

    joins: str
    of: str
    result: str
    make: Callable[..., Expression]


def _minus(term: Term, *less: Term) -> Term:
    if less:
        return Fn("-", (term, *less))
    return Num(-term.value, term.decimal) if isinstance(term, Num) else Fn("-", (Num(0), term))


def _function(name: str) -> Callable[..., Term]:
    return lambda *terms: Fn(name, terms)


THEORY: Final[Mapping[str, Sign]] = {
    "not": Sign("one", BOOL, BOOL, Not),
    "and": Sign("all", BOOL, BOOL, lambda *parts: conjunction(parts)),
    "or": Sign("all", BOOL, BOOL, lambda *parts: Or(parts) if len(parts) > 1 else parts[0]),
    "xor": Sign("left", BOOL, BOOL, Xor),
    "=>": Sign("right", BOOL, BOOL, Implies),
    "=": Sign("chain", "", BOOL, Eq),
    "distinct": Sign("pairs", "", BOOL, lambda a, b: Not(Eq(a, b))),
    **{sign: Sign("chain", "number", BOOL, lambda a, b, op=op: Cmp(op, a, b)) for sign, op in RELATIONS.items()},
    **{sign: Sign("left", "number", "", _minus if sign == "-" else _function(sign)) for sign in "+-*"},
    **{sign: Sign("left", OPERATIONS[sign][1], "", _function(OPERATIONS[sign][0])) for sign in OPERATIONS},
    "to_real": Sign("one", REAL, REAL, lambda term: term),
}
_OF_TRUTHS: Final[Mapping[str, Callable[..., Formula]]] = {"=": Iff, "distinct": lambda a, b: Not(Iff(a, b))}
"""What these make of truth values."""
SPECIAL: Final = frozenset(("let", "forall", "exists", "!", "as", "ite"))
"""Words that are no functions of their arguments' values."""
_WRITTEN: Final = ""
"""No variable's name, by which an environment says that terms from elsewhere are in it."""
_TRUE: Final = Value(Truth(True), BOOL)


def _pair(node: Node, example: str) -> tuple[str, Node]:
    match node:
        case Group([Word(symbol), other]):
            return symbol, other
    refuse("unexpected-token", f"expected a pair such as {example}, not '{show(node)}'", node.span)


def fitted(value: Value, sort: str, node: Node) -> Value:
    """Return a value of a sort, or fail; an integer may stand for a real number."""
    if value.sort == sort:
        return value
    if (value.sort, sort) == (INT, REAL):
        return Value(value.what, REAL)
    message = f"'{show(node)}' is of the sort {value.sort}, and {sort} is wanted"
    hint = "Sorts never overlap; an Int may stand for a Real."
    refuse("sort-clash", message, node.span, hint, sort, value.sort)


def name_of(node: Node) -> str:
    """Return what an assertion is ``:named``; empty for nothing."""
    match node:
        case Group([Word("!"), _, *notes]):
            named = (other for key, other in pairwise(notes) if isinstance(key, Word) and key.text == ":named")
            return next((other.text for other in named if isinstance(other, Word)), "")
    return ""


class Terms:
    """Reads the terms and formulas of a script, by what its symbols stand for now.

    Attributes:
        symbols: what each symbol with so many arguments stands for.
        sorts: what each symbol of a sort does.
    """

    def __init__(self) -> None:
        self.symbols: dict[tuple[str, int], Function | Value] = {
            ("true", 0): _TRUE, ("false", 0): Value(Truth(False), BOOL), ("abs", 1): Function((("x", INT),), INT, _ABS)
        }  # fmt: skip
        self.sorts = {BOOL: BOOL, INT: INT, REAL: REAL}
        self._open: list[str] = []
        self._written, self._shared = 0, False

    def sort(self, node: Node) -> str:
        """Return the sort that an s-expression names."""
        found = self.sorts.get(node.text) if isinstance(node, Word) else None
        if found is None:
            hint = "The sorts are Bool, Int, Real, and those that were declared before this, without parameters."
            refuse("unsupported-sort", f"'{show(node)}' is no sort that is read here", node.span, hint)
        return found

    def bound(self, node: Node) -> tuple[str, str]:
        """Return a variable and its sort from ``(x U)``."""
        symbol, sort = _pair(node, "(x U)")
        return symbol, self.sort(sort)

    def whole(self, node: Node, sort: str, env: Mapping[str, Value]) -> Value:
        """Return what an assertion or a definition is, which has no more than so many nodes and levels."""
        value = fitted(self.meaning(node, env), sort, node)
        if not isinstance(value.what, Choice) and (self._shared or node.end - node.start > _SHORT):
            if any(count >= MAX_NODES for count, _ in enumerate(walk(value.what))):
                hint = "Give the parts that come again names of their own, and assert what they are."
                refuse("too-large", f"written out, it has more than {MAX_NODES} nodes", node.span, hint)
            if depth(value.what) > MAX_LEVELS:
                refuse("too-deep", f"the formula has more than {MAX_LEVELS} levels", node.span, "Split it.")
        return value

    def meaning(self, node: Node, env: Mapping[str, Value]) -> Value:
        """Return what an s-expression is, where the variables around it are these."""
        match node:
            case Group([Word(symbol) as head, _, *_] as items) if symbol not in SPECIAL:
                return self._applied(head, items[1:], node.span, env)
            case Word(text) if text in env:
                return env[text]
            case Word(text) if (text, 0) not in self.symbols and (found := number_named(text)) is not None:
                return Value(Num(found.value), REAL if "." in text else INT)
            case Word():
                return self._applied(node, [], node.span, env)
            case Group([Word("ite"), condition, yes, no]):
                ends = self._alike([yes, no], env)
                self.spend(node.span)
                return _chosen(self.formula(condition, env), *ends)
            case Group([Word("let"), Group(pairs), body]):
                self._shared = True
                defined = ((symbol, self.meaning(one, env)) for symbol, one in (_pair(p, "(x t)") for p in pairs))
                return self.meaning(body, {**env, _WRITTEN: _TRUE, **dict(defined)})
            case Group([Word("forall" | "exists" as word), Group([_, *_] as pairs), body]):
                kind = Forall if word == "forall" else Exists
                return Value(self._over(kind, list(map(self.bound, pairs)), body, env), BOOL)
            case Group([Word("!"), body, _, *_]):
                value = self.meaning(body, env)
                if not env and (name := name_of(node)):
                    self.symbols[name, 0] = value
                return value
            case Group([Word("as"), body, sort]):
                return fitted(self.meaning(body, env), self.sort(sort), body)
            case Group([Group([Word("_"), Word("is"), Word() as member]), body]):
                return self._applied(Word("=", node.start, node.end), [body, member], node.span, env)
        hint = "Formulas are (p a), (and …), (forall ((x U)) …), (let ((x t)) …), (ite c a b) and the like."
        refuse("unexpected-token", f"expected a formula or a term, not '{show(node)}'", node.span, hint)

    def formula(self, node: Node, env: Mapping[str, Value]) -> Formula:
        """Return what an s-expression says; ``Unreadable`` if that is nothing true or false."""
        return fitted(self.meaning(node, env), BOOL, node).formula

    def _applied(self, head: Word, args: list[Node], at: Span, env: Mapping[str, Value]) -> Value:
        """Return what a symbol is of arguments."""
        found = self.symbols.get((head.text, len(args)))
        if isinstance(found, Value):
            self._shared = True
            return found
        if found is None:
            return self._theory(head, args, at, env)
        pairs = list(zip(args, found.parameters, strict=True))
        values = [fitted(self.meaning(arg, env), sort, arg) for arg, (_, sort) in pairs]
        if found.body is not None:
            self.spend(at)
            inner = {_WRITTEN: _TRUE, **{name: value for (_, (name, _)), value in zip(pairs, values, strict=True)}}
            return fitted(self.meaning(found.body, inner), found.result, found.body)
        name = unescaped(head.text)
        if found.result == BOOL:
            return self._made(lambda *terms: Atom(name, terms), values, BOOL, at)
        constant = None if args else number_named(name)
        return Value(constant, found.result) if constant else self._made(_function(name), values, found.result, at)

    def _theory(self, head: Word, args: list[Node], at: Span, env: Mapping[str, Value]) -> Value:
        """Return what a symbol of the theories is of arguments."""
        symbol, count, sign = head.text, len(args), THEORY.get(head.text)
        if sign is None or not (count == 1 if sign.joins == "one" else count > (symbol not in ("and", "or", "-"))):
            self._unknown(head, count)
        parts = self._alike(args, env, sign.of)
        sort = parts[0].sort
        make = _OF_TRUTHS.get(symbol, sign.make) if sort == BOOL else sign.make

        def join(*values: Value) -> Value:
            return self._made(make, values, sign.result or sort, at)

        match sign.joins:
            case "left" if count > 1:
                return reduce(join, parts)
            case "right":
                return reduce(lambda then, given: join(given, then), reversed(parts))
            case "chain" | "pairs" as joins:
                pairs = pairwise(parts) if joins == "chain" else combinations(parts, 2)
                return Value(conjunction(tuple(join(*pair).formula for pair in pairs)), BOOL)
        return join(*parts)

    def _alike(self, args: list[Node], env: Mapping[str, Value], sort: str = "") -> list[Value]:
        """Return terms that are all of this sort, or else real if one is, or of the first one's sort."""
        values = [self.meaning(arg, env) for arg in args]
        if sort in ("", "number"):
            sorts = [value.sort for value in values]
            sort = REAL if REAL in sorts else INT if sort else sorts[0]
        return [fitted(value, sort, arg) for value, arg in zip(values, args, strict=True)]

    def _made(self, make: Callable[..., Expression], values: Sequence[Value], sort: str, at: Span) -> Value:
        """Return what values make, in each case of those that are alternatives."""
        for i, (what, of) in enumerate(values):
            if isinstance(what, Choice):
                self.spend(at)
                ends = ((*values[:i], Value(end, of), *values[i + 1 :]) for end in what[1:])
                return _chosen(what.condition, *(self._made(make, end, sort, at) for end in ends))
        return Value(make(*(what for what, _ in values)), sort)

    def spend(self, at: Span) -> None:
        """Count a place where something is written out."""
        look()
        self._written, self._shared = self._written + 1, True
        if self._written > MAX_EXPANDED:
            hint = "Declare the functions, and assert for all arguments what they give."
            refuse("too-large", f"more than {MAX_EXPANDED} definitions are to be written out", at, hint)

    def _unknown(self, head: Word, count: int) -> NoReturn:
        """Refuse a symbol that is not declared, or with another number of arguments."""
        arities = [arity for symbol, arity in self.symbols if symbol == head.text]
        if arities or head.text in THEORY:
            wanted = " or ".join(map(str, arities)) or "another number of"
            refuse("wrong-arity", f"'{head.text}' takes {wanted} arguments, not {count}", head.span)
        hint = f"Declare it before, as in (declare-fun {head.text} ({' '.join(['U'] * count)}) Bool)."
        what = f"'{head.text}' is not declared, and no symbol of the theories that are read"
        refuse("undeclared-symbol", what, head.span, f"{hint} The theories are the core, Int and Real.")

    def _over(
        self, kind: type[Forall | Exists], pairs: list[tuple[str, str]], body: Node, env: Mapping[str, Value]
    ) -> Formula:
        """Return a quantified formula; over a variable of Bool it is written out for both values."""
        if not pairs:
            return self.formula(body, env)
        if len(self._open) > MAX_LEVELS:
            refuse("too-deep", f"more than {MAX_LEVELS} variables are bound here", body.span, "Split it.")
        (symbol, sort), *rest = pairs
        name, count = unescaped(symbol), 1
        while _WRITTEN in env and name in self._open:
            count += 1
            name = f"{unescaped(symbol)}{count}"
        ends: tuple[Expression, ...] = (Var(name),)
        if sort == BOOL:
            self.spend(body.span)
            ends = Truth(True), Truth(False)
        self._open.append(name)
        parts = tuple(self._over(kind, rest, body, {**env, symbol: Value(end, sort)}) for end in ends)
        self._open.pop()
        if sort == BOOL:
            return And(parts) if kind is Forall else Or(parts)
        return kind(name, parts[0], "" if sort == THING else sort)


def _chosen(condition: Formula, yes: Value, no: Value) -> Value:
    if yes.sort == BOOL:
        return Value(Or((And((condition, yes.formula)), And((Not(condition), no.formula)))), BOOL)
    return Value(Choice(condition, cast("Term", yes.what), cast("Term", no.what)), yes.sort)


[_ABS] = read_groups("(ite (< x 0) (- x) x)")
