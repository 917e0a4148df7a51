"""What scripts of SMT-LIB 2.7 declare and define."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ..logic.symbols import BOOL, THING, Declarations, DeclaredSort, Typed
from .sexpr import Group, Node, ScriptError, Word, head_of
from .smtlib import unescaped
from .smtlib_terms import Function, Macro, Terms


class Declarer:
    """Reads declarations and definitions, and keeps what is declared, in levels that are closed too.

    Args:
        terms: reads the terms of the script; what is declared is put into its names.
    """

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.forget()

    def forget(self) -> None:
        """Begin anew."""
        self._sorts: dict[str, DeclaredSort] = {}
        self._typed: dict[tuple[str, int, bool], Typed] = {}

    def declare_sort(self, node: Group, args: list[Node]) -> None:
        """Read ``(declare-sort Person 0)``."""
        symbol = self._symbol(node, args)
        if len(args) > 1 and not (isinstance(args[1], Word) and args[1].text == "0"):
            hint = "Write 0: sorts without parameters."
            raise ScriptError("unsupported-sort", "sorts with parameters are not read here", args[1], hint)
        self._new_sort(symbol, (), args[0])

    def _new_sort(self, symbol: str, members: tuple[str, ...], node: Node) -> str:
        name = unescaped(symbol)
        if symbol in self.terms.names.sorts or symbol in (BOOL, "Int", "Real"):
            raise ScriptError("declared-twice", f"the sort '{name}' is declared already", node, "Take another name.")
        known = self._sorts.get(name)
        if known is not None and known.members != members:
            raise ScriptError(
                "declared-twice", f"the sort '{name}' is declared in two ways", node, "Take another name."
            )
        self.terms.names.sorts[symbol] = name
        self._sorts[name] = DeclaredSort(name, members)
        return name

    def define_sort(self, node: Group, args: list[Node]) -> None:
        """Read ``(define-sort Age () Int)``."""
        symbol = self._symbol(node, args)
        if len(args) != 3 or not isinstance(args[1], Group) or args[1].items:
            raise ScriptError("unsupported-sort", "sorts with parameters are not read here", node, "Write it out.")
        self.terms.names.sorts[symbol] = self.terms.sort(args[2])

    def declare_fun(self, node: Group, args: list[Node]) -> None:
        """Read ``(declare-fun likes (Person Person) Bool)``."""
        symbol = self._symbol(node, args)
        if len(args) != 3 or not isinstance(args[1], Group):
            raise ScriptError("unexpected-token", "expected (declare-fun name (sorts) sort)", node)
        self._declare(symbol, [self.terms.sort(a) for a in args[1].items], self.terms.sort(args[2]), node)

    def declare_const(self, node: Group, args: list[Node]) -> None:
        """Read ``(declare-const bob Person)``."""
        symbol = self._symbol(node, args)
        if len(args) != 2:
            raise ScriptError("unexpected-token", "expected (declare-const name sort)", node)
        self._declare(symbol, [], self.terms.sort(args[1]), node)

    def _declare(self, symbol: str, arguments: list[str], result: str, node: Node) -> None:
        name = unescaped(symbol)
        if BOOL in arguments:
            hint = "Write two predicates, one for each value, or define it with define-fun."
            raise ScriptError("unsupported-sort", f"'{name}' takes a Bool, which no term is here", node, hint)
        key = (symbol, len(arguments))
        if key in self.terms.names.functions or symbol in self.terms.names.macros:
            raise ScriptError("declared-twice", f"'{name}' is declared already", node, "Take another name.")
        typed = Typed(name, tuple(arguments), result)
        known = self._typed.setdefault((name, len(arguments), result == BOOL), typed)
        if known != typed:
            message = f"'{name}' is declared with other sorts before"
            raise ScriptError("declared-twice", message, node, "Take another name.")
        self.terms.names.functions[key] = Function(tuple(arguments), result)

    def declare_datatype(self, node: Group, args: list[Node]) -> None:
        """Read ``(declare-datatype Color ((red) (green)))``."""
        symbol = self._symbol(node, args)
        if len(args) != 2 or not isinstance(args[1], Group):
            raise ScriptError("unexpected-token", "expected (declare-datatype Color ((red) (green)))", node)
        self._enumeration(symbol, args[1].items, args[0])

    def declare_datatypes(self, node: Group, args: list[Node]) -> None:
        """Read ``(declare-datatypes ((Color 0)) (((red) (green))))``."""
        if len(args) != 2 or not isinstance(args[0], Group) or not isinstance(args[1], Group):
            raise ScriptError("unexpected-token", "expected (declare-datatypes ((Color 0)) (((red) (green))))", node)
        if not args[0].items:  # as it was written before version 2.6
            for one in args[1].items:
                if not isinstance(one, Group) or not head_of(one):
                    raise ScriptError(
                        "unexpected-token", "expected a sort and its members, as in (Color red green)", one
                    )
                self._enumeration(head_of(one), one.items[1:], one)
            return
        if len(args[0].items) != len(args[1].items):
            raise ScriptError("unexpected-token", "there are not as many lists of members as sorts", node)
        for one, members in zip(args[0].items, args[1].items, strict=True):
            plain = isinstance(one, Group) and len(one.items) == 2 and one.items[1:] and head_of(one.items[1:]) == "0"
            if not plain or not isinstance(members, Group):
                raise ScriptError("unsupported-sort", "sorts with parameters are not read here", one, "Write 0.")
            self._enumeration(head_of(one), members.items, one)

    def _enumeration(self, symbol: str, members: list[Node], node: Node) -> None:
        symbols = []
        for member in members:
            if isinstance(member, Group) and (len(member.items) != 1 or head_of(member) in ("", "par")):
                hint = "Only enumerations are: sorts whose members have no parts."
                message = f"the datatype '{unescaped(symbol)}' is not read here: its members have parts"
                raise ScriptError("unsupported-sort", message, member, hint)
            symbols.append(head_of(member) if isinstance(member, Group) else member.text)
        names = tuple(map(unescaped, symbols))
        if not names or len(set(names)) < len(names):
            raise ScriptError("unexpected-token", "an enumeration has members, each another one", node)
        sort = self._new_sort(symbol, names, node)
        for one in symbols:
            if (one, 0) in self.terms.names.functions:
                raise ScriptError("declared-twice", f"'{one}' is declared already", node, "Take another name.")
            self.terms.names.functions[one, 0] = Function((), sort)

    def define_fun(self, node: Group, args: list[Node]) -> None:
        """Read ``(define-fun adult ((x Person)) Bool (> (age x) 17))``."""
        symbol = self._symbol(node, args)
        if len(args) != 4 or not isinstance(args[1], Group):
            raise ScriptError("unexpected-token", "expected (define-fun name ((x U)) sort term)", node)
        self._define(symbol, tuple(self.terms.bound(p) for p in args[1].items), args[2], args[3], node)

    def define_const(self, node: Group, args: list[Node]) -> None:
        """Read ``(define-const limit Int 17)``."""
        symbol = self._symbol(node, args)
        if len(args) != 3:
            raise ScriptError("unexpected-token", "expected (define-const name sort term)", node)
        self._define(symbol, (), args[1], args[2], node)

    def _define(self, symbol: str, parameters: tuple[tuple[str, str], ...], sort: Node, body: Node, node: Node) -> None:
        names = self.terms.names
        if symbol in names.macros or any(s == symbol for s, _ in names.functions):
            message = f"'{unescaped(symbol)}' is declared already"
            raise ScriptError("declared-twice", message, node, "Take another name.")
        result = self.terms.sort(sort)
        macro = Macro(parameters, result, body)
        # Read it once as it stands, so that what is wrong in it is said here; what it speaks of must be known by now.
        self.terms.body(macro, self.terms.parameters(parameters))
        names.macros[symbol] = macro if parameters else self.terms.body(macro, {})

    def _symbol(self, node: Group, args: list[Node]) -> str:
        if not args or not isinstance(args[0], Word) or args[0].is_number:
            raise ScriptError("unexpected-token", f"expected a name after '{head_of(node)}'", node)
        return args[0].text

    def declarations(self) -> Declarations:
        """Return what the script declares of sorts."""
        sorts = tuple(sort for sort in self._sorts.values() if sort.name != THING or sort.members)
        return Declarations(sorts, tuple(self._typed.values()))


DECLARING: Final[Mapping[str, Callable[[Declarer, Group, list[Node]], None]]] = {
    "declare-sort": Declarer.declare_sort,
    "define-sort": Declarer.define_sort,
    "declare-fun": Declarer.declare_fun,
    "declare-const": Declarer.declare_const,
    "declare-datatype": Declarer.declare_datatype,
    "declare-datatypes": Declarer.declare_datatypes,
    "define-fun": Declarer.define_fun,
    "define-const": Declarer.define_const,
}
"""The commands that declare or define."""
