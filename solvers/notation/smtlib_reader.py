"""SMT-LIB 2.7: scripts as they are read, command by command, and what they ask.

A script asks one question: whether its assertions can be true together. The last one of them, if it is a negation,
is the negated goal. What is defined, and ``let``, is written out.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial, reduce
from itertools import combinations, pairwise, repeat, starmap
from typing import Any, Final, NamedTuple

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.program import Statement
from ..logic.symbols import BOOL, INT, REAL, THING, Declarations, DeclaredSort, Typed
from ..logic.syntax import (
    MAX_DEPTH,
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
from .operators import Unreadable, refuse
from .problems import Result, assemble
from .smtlib import OPERATIONS, RELATIONS, SIMPLE, unescaped

_TOKEN: Final = re.compile(r'(?:\s|;[^\n]*)*+(\(|\)|[^\s()|";]+|\|[^|]*\||"(?:[^"]|"")*"|.|\Z)', re.S)
_RESERVED: Final = frozenset("_ ! as let exists forall match par BINARY DECIMAL HEXADECIMAL NUMERAL STRING".split())
"""Words that are no symbols without bars; any other that is simple is the same with and without (2.7, section 3.1)."""
_SHOWN: Final = 60


class Word(NamedTuple):
    """A symbol."""

    text: str
    span: Span


class SourceLiteral(NamedTuple):
    """A numeral, a text, a keyword, or what is nothing in SMT-LIB."""

    text: str
    span: Span


class Group(NamedTuple):
    """What stands in a pair of brackets."""

    items: list[Node]
    span: Span


Node = Group | Word | SourceLiteral


def show(node: Node) -> str:
    """Return an s-expression as a message shows it."""
    text = f"({' '.join(map(show, node.items))})" if isinstance(node, Group) else node.text
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def read_groups(text: str) -> list[Node]:
    """Return the s-expressions of a text.

    Raises:
        Unreadable: a bracket, a text or a quoted symbol is not closed, or something is nested too deeply.
    """
    items, stack = list[Node](), list[tuple[Span, list[Node]]]()
    for match in _TOKEN.finditer(text):
        word, span = match[1], Span(*match.span(1))
        if word == "(":
            stack.append((span, items))
            items = []
            if len(stack) > MAX_DEPTH + 1:
                refuse("too-deep", f"the script is nested more than {MAX_DEPTH} levels deep", span, "Split it.")
        elif word == ")":
            if not stack:
                refuse("stray-bracket", "a closing bracket without an opening one", span)
            inner, (begin, items) = items, stack.pop()
            items.append(Group(inner, Span(begin.start, span.end)))
        elif word in ("|", '"'):
            refuse("unexpected-token", f"an unfinished {word}…{word}", span, f"Close it with {word}.")
        elif word:
            symbol = word.strip("|")
            if word[0] != "|" or not SIMPLE.fullmatch(symbol) or symbol in _RESERVED:
                symbol = word  # the same with bars and without, but for these
            items.append(Word(symbol, span) if word[0] == "|" or SIMPLE.fullmatch(word) else SourceLiteral(word, span))
    if stack:
        what = f"the script ends inside {len(stack)} bracket{'s' * (len(stack) > 1)}"
        hint = "Was it cut off? What is missing may be more than brackets: write the script to its end."
        refuse("missing-bracket", what, stack[0][0], hint)
    return items


class Value(NamedTuple):
    """What an s-expression is, a formula or a term, and its sort."""

    what: Any
    sort: str


class Function(NamedTuple):
    """A function or predicate: the sorts of its arguments, and that of its value."""

    arguments: tuple[str, ...]
    result: str


class Sign(NamedTuple):
    """A symbol of the theories.

    Attributes:
        least: how many arguments it takes at least.
        of: the sort of these; ``number`` for integers, or for reals where one is; empty where all are alike.
        result: the sort of its value; empty for that of the arguments.
        make: makes the tree of all arguments.
        most: how many arguments it takes at most.
    """

    least: int
    of: str
    result: str
    make: Callable[..., Expression]
    most: int = sys.maxsize


def _equal(one: Any, other: Any) -> Formula:
    return Eq(one, other) if isinstance(one, Term) else Iff(one, other)


def _minus(*terms: Term) -> Term:
    if len(terms) > 1:
        return _left("-")(*terms)
    return Num(-terms[0].value, terms[0].decimal) if isinstance(terms[0], Num) else Fn("-", (Num(0), *terms))


def _left(name: str) -> Callable[..., Term]:
    return lambda *terms: reduce(lambda one, other: Fn(name, (one, other)), terms)


def _chain(make: Callable[..., Formula]) -> Callable[..., Formula]:
    return lambda *terms: conjunction(tuple(starmap(make, pairwise(terms))))


THEORY: Final[Mapping[str, Sign]] = {
    "true": Sign(0, BOOL, BOOL, lambda: Truth(True), 0),
    "false": Sign(0, BOOL, BOOL, lambda: Truth(False), 0),
    "not": Sign(1, BOOL, BOOL, Not, 1),
    "ite": Sign(3, BOOL, BOOL, lambda c, yes, no: Or((And((c, yes)), And((Not(c), no)))), 3),
    "and": Sign(1, BOOL, BOOL, lambda *parts: conjunction(parts)),
    "or": Sign(1, BOOL, BOOL, lambda *parts: Or(parts) if len(parts) > 1 else parts[0]),
    "xor": Sign(2, BOOL, BOOL, lambda *parts: reduce(Xor, parts)),
    "=>": Sign(2, BOOL, BOOL, lambda *parts: reduce(lambda then, given: Implies(given, then), reversed(parts))),
    "=": Sign(2, "", BOOL, _chain(_equal)),
    "distinct": Sign(
        2, "", BOOL, lambda *terms: conjunction(tuple(Not(_equal(*two)) for two in combinations(terms, 2)))
    ),
    **{sign: Sign(2, "number", BOOL, _chain(partial(Cmp, op))) for sign, op in RELATIONS.items()},
    **{sign: Sign(2, "number", "", _left(sign)) for sign in "+*"},
    "-": Sign(1, "number", "", _minus),
    **{sign: Sign(2, sort, "", _left(name)) for sign, (name, sort) in OPERATIONS.items()},
    "to_real": Sign(1, REAL, REAL, lambda term: term, 1),
}
_WORDS: Final = frozenset((*THEORY, *"let forall exists ! as abs to_int is_int".split()))
"""What no script may declare."""


def fitted(value: Value, sort: str, node: Node) -> Any:
    """Return what a value is of a sort, or fail; an integer may stand for a real number."""
    if value.sort != sort and (value.sort, sort) != (INT, REAL):
        message = f"'{show(node)}' is of the sort {value.sort}, and {sort} is wanted"
        hint = "Sorts never overlap; an Int may stand for a Real."
        if sort == BOOL:
            hint = "A formula is wanted, in (ite c p q), too: write (ite c (= x 5) (= x 6))."
        refuse("sort-clash", message, node.span, hint, sort, value.sort)
    return value.what


def read_smtlib(text: str) -> Result:
    """Return what a script asks, as a program, what was found, how many formulas were read, and how many there are."""
    script = Script(text)
    premises, goals = script.asserted, list[Statement]()
    end = premises[-1].span if premises else None
    hint = "To ask what follows, write (assert (not goal)) as the last assertion."
    if premises and isinstance(negated := premises[-1].formula, Not):
        goals = [replace(premises.pop(), formula=negated.body)]
        message = "the last assertion is a negation: it is read as the negated goal"
        advice = "Where it is a premise, write (assert (not goal)) after it."
        script.diagnostics.append(Diagnostic("negated-goal", Level.WARNING, message, end, advice))
    sorts = tuple(sort for sort in script.sorts if sort.name != THING or sort.members)
    declared = Declarations(sorts, tuple(script.typed))
    return assemble(premises, goals, script.diagnostics, script.total, end, hint, declared)


class Script:
    """What a script has declared and asserted, as its commands are run.

    Attributes:
        asserted: what is asserted.
        diagnostics: what is wrong.
    """

    def __init__(self, text: str) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.asserted: list[Statement] = []
        self.symbols: dict[tuple[str, int], Function | Value | str] = {(sort, -1): sort for sort in (BOOL, INT, REAL)}
        self.sorts: list[DeclaredSort] = []
        self.typed: list[Typed] = []
        self.total = self.lets = 0
        self.asked = False
        try:
            groups = read_groups(text)
        except Unreadable as fault:
            groups = []
            self.diagnostics.append(fault.diagnostic)
        for node in groups:
            items, self.open = node.items if isinstance(node, Group) else [], list[str]()
            name = items[0].text if items and isinstance(items[0], Word) else ""
            if name == "exit":
                break
            try:
                self.command(name, items[1:], node)
            except Unreadable as fault:
                self.diagnostics.append(fault.diagnostic)

    def command(self, name: str, items: list[Node], node: Node) -> None:
        """Run a command; what stands behind the question may only be about the answer."""
        match name, items:
            case "check-sat", []:
                self.asked = True
            case ("push", [] | [SourceLiteral("1")]) | ("pop", [] | [SourceLiteral("1")]) if (
                self.asked or name == "push"
            ):
                pass
            case _ if name == "echo" or name[:4] in ("get-", "set-"):
                pass
            case _ if self.asked:
                hint = "Write a script for each question, with (check-sat) at its end."
                refuse("several-questions", "this comes after the question was asked", node.span, hint)
            case ("assert", [formula]) | ("check-sat-assuming", [Group([formula])]):
                self.total += 1
                self.asserted.append(Statement(fitted(self.value(formula, {}), BOOL, formula), "", node.span))
                self.asked = name != "assert"
            case _:
                self.declaration(name, items, node)

    def declaration(self, name: str, items: list[Node], node: Node) -> None:
        """Run a command that declares or defines."""
        match name, items:
            case "declare-sort", [Word(symbol)] | [Word(symbol), SourceLiteral("0")]:
                self.sort(symbol, [], node)
            case (
                ("declare-datatype", [Word(symbol), Group(members)])
                | ("declare-datatypes", [Group([Group([Word(symbol), SourceLiteral("0")])]), Group([Group(members)])])
                | ("declare-datatypes", [Group([]), Group([Group([Word(symbol), *members])])])  # before version 2.6
            ) if members:
                self.sort(symbol, members, node)
            case "declare-fun", [Word(symbol), Group(sorts), result]:
                self.function(symbol, tuple(map(self.sort_of, sorts)), self.sort_of(result), node)
            case "declare-const", [Word(symbol), result]:
                self.function(symbol, (), self.sort_of(result), node)
            case ("define-fun", [Word(symbol), Group([]), sort, body]) | ("define-const", [Word(symbol), sort, body]):
                of = self.sort_of(sort)
                self.new(symbol, 0, Value(fitted(self.value(body, {}), of, body), of), node)
            case _:
                message = f"'{show(node)}' is no command of SMT-LIB that is read here"
                hint = "Declare names, and assert what holds of them: (assert (forall ((x U)) (= (f x) a)))."
                refuse("unsupported-command", message, node.span, hint)

    def new(self, symbol: str, arity: int, meaning: Function | Value | str, node: Node) -> str:
        """Give a symbol with so many arguments (-1 for a sort) its meaning, and return its name."""
        name = unescaped(symbol)
        if not name or (symbol, arity) in self.symbols or symbol in _WORDS:
            refuse("declared-twice", f"'{symbol}' names something already, or nothing", node.span, "Take another name.")
        self.symbols[symbol, arity] = meaning
        return name

    def sort(self, symbol: str, members: list[Node], node: Node) -> None:
        """Declare a sort, of things or of these members."""
        name, listed = self.new(symbol, -1, unescaped(symbol), node), list[str]()
        for member in members:
            match member:
                case Word(one) | Group([Word(one)]):
                    listed.append(self.new(one, 0, Function((), name), member))
                case _:
                    hint = "Only enumerations are: sorts of members without parts, as in ((red) (green))."
                    refuse("unsupported-sort", f"'{show(member)}' is no member of an enumeration", member.span, hint)
        self.sorts.append(DeclaredSort(name, tuple(listed)))

    def function(self, symbol: str, arguments: tuple[str, ...], result: str, node: Node) -> None:
        """Declare a function or a predicate."""
        name = self.new(symbol, len(arguments), Function(arguments, result), node)
        self.typed.append(Typed(name, arguments, result))

    def sort_of(self, node: Node) -> str:
        """Return the sort that an s-expression names."""
        found = self.symbols.get((node.text, -1)) if isinstance(node, Word) else None
        if not isinstance(found, str):
            hint = "The sorts are Bool, Int, Real, and those that were declared before this, without parameters."
            refuse("unsupported-sort", f"'{show(node)}' is no sort that is read here", node.span, hint)
        return found

    # -- terms and formulas ----------------------------------------------------------

    def pair(self, node: Node) -> tuple[str, Node]:
        """Return what is named in ``(x …)``, and what stands beside it."""
        match node:
            case Group([Word(symbol), other]):
                return symbol, other
        refuse("unexpected-token", f"expected a pair such as (x U), not '{show(node)}'", node.span)

    def value(self, node: Node, env: Mapping[str, Value]) -> Value:
        """Return what an s-expression is, where the variables around it are these."""
        match node:
            case Word(text) if text in env:
                return env[text]
            case SourceLiteral(text) if number := number_named(text):
                return Value(Num(number.value), REAL if "." in text else INT)
            case Word():
                return self.applied(node, [], env)
            case Group([Word("let"), Group(pairs), body]):
                values = {symbol: self.value(one, env) for symbol, one in map(self.pair, pairs)}
                self.lets += 1
                value = self.value(body, {**env, **values})
                self.lets -= 1
                return value
            case Group([Word("forall" | "exists" as word), Group([_, *_] as pairs), body]):
                return self.quantified(Forall if word == "forall" else Exists, pairs, body, env)
            case Group([Word("!"), body, _, *_]):
                return self.value(body, env)
            case Group([Word() as head, _, *_] as items):
                return self.applied(head, items[1:], env)
        hint = "Formulas are (p a), (and …), (forall ((x U)) …), (let ((x t)) …), (ite c a b) and the like."
        refuse("unexpected-token", f"expected a formula or a term, not '{show(node)}'", node.span, hint)

    def quantified(self, kind: type[Forall | Exists], pairs: list[Node], body: Node, env: Mapping[str, Value]) -> Value:
        """Return a quantified formula; what ``let`` may have brought in is not caught by its variables."""
        names, inner = list[tuple[str, str]](), dict(env)
        for symbol, of in map(self.pair, pairs):
            sort, name = self.sort_of(of), unescaped(symbol)
            while self.lets and name in self.open:
                name += "2"
            self.open.append(name)
            names.append((name, "" if sort == THING else sort))
            inner[symbol] = Value(Var(name), sort)
        formula = fitted(self.value(body, inner), BOOL, body)
        del self.open[-len(names) :]
        for name, sort in reversed(names):
            formula = kind(name, formula, sort)
        return Value(formula, BOOL)

    def applied(self, head: Word, args: list[Node], env: Mapping[str, Value]) -> Value:
        """Return what a symbol is of arguments."""
        name, count, sign = unescaped(head.text), len(args), THEORY.get(head.text)
        found = self.symbols.get((head.text, count))
        if isinstance(found, Value):
            return found
        if found is None and (sign is None or not sign.least <= count <= sign.most):
            hint = f"Declare it before, as in (declare-fun {name} ({' '.join(['U'] * count)}) Bool)."
            what = f"'{name}' of {count} arguments is not declared, and no symbol of the theories that are read"
            refuse("undeclared-symbol", what, head.span, f"{hint} The theories are the core, Int and Real.")
        values = [self.value(arg, env) for arg in args]
        if isinstance(found, Function):
            terms = tuple(map(fitted, values, found.arguments, args))
            number = None if args else number_named(name)
            return Value(Atom(name, terms) if found.result == BOOL else number or Fn(name, terms), found.result)
        assert sign is not None
        sorts = [value.sort for value in values]
        sort = REAL if REAL in sorts else INT if sign.of else sorts[0]
        if sign.of not in ("", "number"):
            sort = sign.of
        return Value(sign.make(*map(fitted, values, repeat(sort), args)), sign.result or sort)
