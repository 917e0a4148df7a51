"""Terms and formulas of SMT-LIB 2.7: s-expressions to trees, with their sorts."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NoReturn

from ..logic.diagnostics import Diagnostic, Level
from ..logic.symbols import BOOL, INT, REAL
from ..logic.syntax import (
    MAX_DEPTH,
    Atom,
    Eq,
    Fn,
    Formula,
    Num,
    Or,
    Term,
    Truth,
    Var,
    conjunction,
    number,
    number_named,
)
from .sexpr import Group, Node, ScriptError, Word, head_of
from .smtlib import unescaped

MAX_EXPANDED: Final = 20_000
"""The most places in a script where definitions are written out."""
MAX_CASES: Final = 128
"""The most cases that the alternatives in one atom may have."""
_CONNECTIVES: Final = frozenset("and or not xor =>".split())
_NOT_HELD: Final = frozenset(
    "match to_int is_int select store concat extract bvadd bvsub bvmul bvand bvor bvult bvule str.++ str.len".split()
)
_SORTS_NOT_HELD: Final = frozenset("Array BitVec String RegLan Seq Set Float32 Float64 RoundingMode".split())


@dataclass(frozen=True, slots=True)
class Value:
    """A term of a script: what it is in each case, and its sort.

    Attributes:
        cases: conditions, of which exactly one holds, with the terms; mostly one case under no condition.
        sort: the sort; empty where nothing is known of it.
    """

    cases: tuple[tuple[tuple[Formula, ...], Term], ...]
    sort: str

    @classmethod
    def of(cls, term: Term, sort: str) -> Value:
        """Return a term that is one in all cases."""
        return cls((((), term),), sort)


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
    """What the symbols of a script stand for at one point of it.

    Attributes:
        functions: the declared functions and predicates, by symbol and number of arguments.
        macros: the defined ones.
        sorts: what each symbol of a sort stands for.
    """

    functions: dict[tuple[str, int], Function] = field(default_factory=dict)
    macros: dict[str, Macro | Meaning] = field(default_factory=dict)
    sorts: dict[str, str] = field(default_factory=dict)

    def copy(self) -> Names:
        """Return a copy that changes by itself."""
        return Names(dict(self.functions), dict(self.macros), dict(self.sorts))


Theory = Mapping[str, Callable[["Terms", Group, list[Node], Env, "bool | None"], Meaning]]


class Terms:
    """Reads the terms and formulas of a script.

    Attributes:
        theory: what reads a bracket that begins with a word of the standard.
        names: what its symbols stand for now.
        strict: whether every symbol must be declared: the script declares some.
        mend: whether a sort that is not declared is taken for one of things.
        said: diagnostics that are no errors.
        open: the variables of the quantifiers around what is read.
    """

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        self.names = Names()
        self.strict = False
        self.mend = True
        self.said: list[Diagnostic] = []
        self.open: list[str] = []
        self._expanding = 0
        self._expanded = 0

    def sort(self, node: Node) -> str:
        """Return the sort that an s-expression names."""
        if isinstance(node, Group):
            head = head_of(node)
            name = head_of(node.items[1:]) if head == "_" else head
            what = name or "a sort with parameters"
            raise ScriptError(
                "unsupported-sort", f"'{what}' is not read here", node,
                "The sorts here are Bool, Int, Real, those that declare-sort declares, and enumerations.",
            )  # fmt: skip
        symbol = node.text
        if symbol in (BOOL, INT, REAL):
            return symbol
        found = self.names.sorts.get(symbol)
        if found is not None:
            return found
        if symbol in _SORTS_NOT_HELD:
            hint = "The sorts here are Bool, Int, Real, those that declare-sort declares, and enumerations."
            raise ScriptError("unsupported-sort", f"the sort '{symbol}' is not read here", node, hint)
        name = unescaped(symbol)
        self.names.sorts[symbol] = name
        if self.strict:
            message = f"the sort '{name}' is not declared; it is read as a sort of things"
            hint = f"Write (declare-sort {symbol} 0) before it."
            if not self.mend:
                raise ScriptError("undeclared-sort", f"the sort '{name}' is not declared", node, hint)
            self.said.append(Diagnostic("undeclared-sort", Level.MENDED, message, node.span, hint))
        return name

    def bound(self, pair: Node) -> tuple[str, str]:
        """Return a variable and its sort from ``(x U)``."""
        if not isinstance(pair, Group) or len(pair.items) != 2 or not isinstance(pair.items[0], Word):
            raise ScriptError("unexpected-token", "expected a variable and its sort, as in (x U)", pair)
        return pair.items[0].text, self.sort(pair.items[1])

    def formula(self, node: Node, env: Env) -> Formula:
        """Return what an s-expression says.

        Raises:
            ScriptError: it says nothing that is true or false.
        """
        return self.truth(self.meaning(node, env, True), node)

    def truth(self, meaning: Meaning, node: Node) -> Formula:
        """Return a meaning that is true or false."""
        if isinstance(meaning, Value):
            what = f"'{node.text}'" if isinstance(node, Word) else "a term"
            raise ScriptError("term-as-formula", f"{what} stands where a formula should", node)
        return meaning

    def value(self, node: Node, env: Env) -> Value:
        """Return the term that an s-expression is.

        Raises:
            ScriptError: it is none.
        """
        meaning = self.meaning(node, env, False)
        if not isinstance(meaning, Value):
            hint = "Terms are of things and numbers; what is true or false is no argument here."
            raise ScriptError("formula-as-term", "a formula stands where a term should", node, hint)
        return meaning

    def meaning(self, node: Node, env: Env, truth: bool | None = None) -> Meaning:
        """Return what an s-expression is.

        Args:
            node: the s-expression.
            env: what the variables around it are.
            truth: whether a formula stands here; ``None`` if that is open. What is not declared is read so.
        """
        if isinstance(node, Word):
            return self.word(node, env, truth)
        if not node.items:
            raise ScriptError("unexpected-token", "expected a connective or a predicate after '('", node)
        if isinstance(node.items[0], Group):
            return self.qualified(node, env)
        head, args = node.items[0].text, node.items[1:]
        if head in env or head in self.names.macros or (head, len(args)) in self.names.functions:
            return self.applied(head, node, args, env, truth)
        special = self.theory.get(head)
        if special is not None:
            return special(self, node, args, env, truth)
        return self.applied(head, node, args, env, truth)

    def word(self, node: Word, env: Env, truth: bool | None) -> Meaning:
        """Return what a single word is."""
        text = node.text
        if text in env:
            return env[text]
        if text in ("true", "false"):
            return Truth(text == "true")
        if text in self.names.macros:
            return self.expanded(text, node, (), env)
        declared = self.names.functions.get((text, 0))
        if declared is not None:
            return self.called(text, declared, (), node)
        if node.is_number:
            found = number(text)
            if not self.strict:  # without declarations a numeral may name a thing
                return Value.of(found, "")
            return Value.of(Num(found.value), REAL if "." in text else INT)
        if text[0] in '#"':
            raise ScriptError(
                "unsupported-operation", f"'{text:.40}' is not read here", node, "There are Int and Real."
            )
        if self.strict:
            self.undeclared(text, 0, node)
        name = unescaped(text)
        if truth:
            return Atom(name)
        return Value.of(number_named(name) or Fn(name), "")

    def undeclared(self, symbol: str, arity: int, node: Node) -> NoReturn:
        """Refuse a symbol that a script with declarations does not declare."""
        name = unescaped(symbol)
        others = [f for (s, _), f in self.names.functions.items() if s == symbol]
        if others:
            wanted = " or ".join(dict.fromkeys(str(len(f.arguments)) for f in others))
            message = f"'{name}' takes {wanted} argument{'s' * (wanted != '1')}, not {arity}"
            raise ScriptError("wrong-arity", message, node, "Write as many arguments as it is declared with.")
        if symbol in self.names.macros:
            raise ScriptError("wrong-arity", f"'{name}' is defined with another number of arguments", node)
        inputs = " ".join(["U"] * arity)
        hint = f"Declare it before, as in (declare-fun {symbol} ({inputs}) Bool)."
        raise ScriptError("undeclared-symbol", f"'{name}' is not declared", node, hint)

    def applied(self, head: str, node: Group, args: list[Node], env: Env, truth: bool | None) -> Meaning:
        """Return what a symbol of the script is of its arguments."""
        if head in env or not args:
            raise ScriptError("unexpected-token", f"'{head}' takes no arguments, and needs no brackets", node)
        if head in self.names.macros:
            return self.expanded(head, node, args, env)
        declared = self.names.functions.get((head, len(args)))
        if declared is not None:
            values = [self.argument(a, env, sort) for a, sort in zip(args, declared.arguments, strict=True)]
            return self.called(head, declared, values, node)
        if head.startswith("is-") and (head[3:], 0) in self.names.functions and len(args) == 1:
            return self.tested(head[3:], node, args[0], env)
        if self.strict:
            self.undeclared(head, len(args), node)
        name, values = unescaped(head), [self.value(a, env) for a in args]
        if truth is False:
            return combined(values, lambda terms: Fn(name, terms), "", node)
        return joined(values, lambda terms: Atom(name, terms), node)

    def argument(self, node: Node, env: Env, sort: str) -> Value:
        """Return an argument that is to be of a sort; an integer may stand for a real."""
        value = self.value(node, env)
        if value.sort and value.sort != sort and (value.sort, sort) != (INT, REAL):
            message = f"what stands here is of the sort {value.sort}, and {sort} is wanted"
            raise ScriptError("sort-clash", message, node, "Write a term of the sort that is declared.")
        return value

    def called(self, symbol: str, declared: Function, values: Iterable[Value], node: Node) -> Meaning:
        """Return what a declared symbol is of arguments."""
        name = unescaped(symbol)
        if declared.result == BOOL:
            return joined(list(values), lambda terms: Atom(name, terms), node)

        def made(terms: tuple[Term, ...]) -> Term:
            constant = number_named(name) if not terms else None
            return constant or Fn(name, terms)

        return combined(list(values), made, declared.result, node)

    def qualified(self, node: Group, env: Env) -> Meaning:
        """Return what ``((_ is red) x)`` says, or what an ascribed function gives."""
        head, args = node.items[0], node.items[1:]
        assert isinstance(head, Group)
        words = [item.text for item in head.items if isinstance(item, Word)]
        if words[:2] == ["_", "is"] and len(words) == 3 and len(args) == 1:
            return self.tested(words[2], node, args[0], env)
        if words[:1] == ["_"]:
            return self.theory["_"](self, head, head.items[1:], env, None)
        if words[:1] == ["as"] and len(head.items) == 3:
            return self.meaning(Group(node.start, node.end, [head.items[1], *args]), env)
        raise ScriptError("unexpected-token", "expected a connective or a predicate after '('", node)

    def tested(self, member: str, node: Node, arg: Node, env: Env) -> Formula:
        """Return that a term is a member of an enumeration."""
        declared = self.names.functions.get((member, 0))
        if declared is None:
            self.undeclared(member, 0, node)
        value = self.argument(arg, env, declared.result)
        return joined([value], lambda terms: Eq(terms[0], Fn(unescaped(member))), node)

    def expanded(self, symbol: str, node: Node, args: Iterable[Node], env: Env) -> Meaning:
        """Return what a defined symbol stands for."""
        macro = self.names.macros[symbol]
        args = list(args)
        if not isinstance(macro, Macro):
            if args:
                self.undeclared(symbol, len(args), node)
            return macro
        if len(args) != len(macro.parameters):
            self.undeclared(symbol, len(args), node)
        inner: dict[str, Meaning] = {}
        for (parameter, sort), arg in zip(macro.parameters, args, strict=True):
            inner[parameter] = (
                self.formula(arg, env) if sort == BOOL else Value(self.argument(arg, env, sort).cases, sort)
            )
        self._expanding += 1
        self._expanded += 1
        if self._expanded > MAX_EXPANDED:
            hint = "Declare the functions, and assert for all arguments what they give."
            raise ScriptError("too-large", f"more than {MAX_EXPANDED} definitions are to be written out", node, hint)
        if self._expanding > MAX_DEPTH:
            raise ScriptError("too-deep", f"definitions are nested more than {MAX_DEPTH} levels deep", node)
        try:
            return self.body(macro, inner)
        finally:
            self._expanding -= 1

    def parameters(self, parameters: Iterable[tuple[str, str]]) -> dict[str, Meaning]:
        """Return what parameters stand for where nothing is known of them: variables of their sorts."""
        return {p: Atom(unescaped(p)) if s == BOOL else Value.of(Var(unescaped(p)), s) for p, s in parameters}

    def body(self, macro: Macro, env: Env) -> Meaning:
        """Return what a definition says of its parameters."""
        meaning = self.meaning(macro.body, env, macro.result == BOOL)
        if macro.result == BOOL:
            return self.truth(meaning, macro.body)
        if not isinstance(meaning, Value):
            raise ScriptError("formula-as-term", "a formula stands where a term should", macro.body)
        if meaning.sort and meaning.sort != macro.result and (meaning.sort, macro.result) != (INT, REAL):
            message = f"this is of the sort {meaning.sort}, and {macro.result} is declared"
            raise ScriptError("sort-clash", message, macro.body)
        return Value(meaning.cases, macro.result)


def _cases(values: list[Value], node: Node) -> list[tuple[tuple[Formula, ...], tuple[Term, ...]]]:
    """Return the terms in each case that alternatives make."""
    count = 1
    for value in values:
        count *= len(value.cases)
    if count > MAX_CASES:
        hint = "Give the alternatives names: declare a constant and assert what it is in each case."
        raise ScriptError("too-large", f"more than {MAX_CASES} cases of ite in one atom", node, hint)
    return [
        (tuple(itertools.chain.from_iterable(guards for guards, _ in row)), tuple(term for _, term in row))
        for row in itertools.product(*(value.cases for value in values))
    ]


def combined(values: list[Value], make: Callable[[tuple[Term, ...]], Term], sort: str, node: Node) -> Value:
    """Return the term that others make, in each case that they are in."""
    return Value(tuple((guards, make(terms)) for guards, terms in _cases(values, node)), sort)


def joined(values: list[Value], make: Callable[[tuple[Term, ...]], Formula], node: Node) -> Formula:
    """Return what is said of terms, in whichever case each of them is."""
    said = [conjunction((*guards, make(terms))) for guards, terms in _cases(values, node)]
    return said[0] if len(said) == 1 else Or(tuple(said))
