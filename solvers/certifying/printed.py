"""Clauses as E reads them, and its derivations as it prints them (TPTP)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from ..errors import TooLarge
from ..kernel.laws import denied
from ..logic.rewriting import rewrite
from ..logic.syntax import Atom, Eq, Fn, Formula, Not, Num, Or, Term, Truth, Var, numeral
from ..notation.operators import Unreadable
from ..notation.tptp import TptpReader
from .clauses import Clause
from .inferences import Tree

_LINE: Final = re.compile(r"^cnf\((\w+), \w+, (.*)\)\.$", re.M)
_TOKEN: Final = re.compile(r"\w+|\S")


_FALSE: Final = Truth(False), Not(Truth(True))


class UnreadableDerivation(Exception):
    """A derivation has what can't be replayed."""


class Symbols:
    """Plain symbols for the names in clauses, and the way back."""

    def __init__(self) -> None:
        self._symbols: dict[tuple[str, str, int], str] = {}
        self._names: dict[str, Term | str] = {}

    def clause(self, clause: Clause) -> str:
        """Return a clause for E to read.

        Raises:
            TooLarge: it compares numbers.
        """
        variables = {name: f"X{i}" for i, (name, _) in enumerate(clause.variables, 1)}
        return "|".join(self._literal(one, variables) for one in clause.literals) or "$false"

    def _literal(self, literal: Formula, variables: dict[str, str]) -> str:
        def term(t: Term) -> str:
            if isinstance(t, Var):
                return variables[t.name]
            if isinstance(t, Num):
                return self._symbol("k", numeral(t.value), 0, t)
            return applied(self._symbol("k", t.name, len(t.args), t.name), t.args)

        def applied(symbol: str, args: tuple[Term, ...]) -> str:
            return f"{symbol}({','.join(map(term, args))})" if args else symbol

        match literal:
            case Not(Eq(one, other)):
                return f"{term(one)}!={term(other)}"
            case Not(body):
                return f"~{self._literal(body, variables)}"
            case Eq(one, other):
                return f"{term(one)}={term(other)}"
            case Atom(name, args):
                return applied(self._symbol("p", name, len(args), name), args)
            case _:
                raise TooLarge

    def _symbol(self, kind: str, name: str, arity: int, meant: Term | str) -> str:
        key = kind if isinstance(meant, str) else "n", name, arity
        symbol = self._symbols.setdefault(key, f"{kind}{len(self._symbols) + 1}")
        self._names[symbol] = meant
        return symbol

    def read(self, text: str) -> tuple[Formula, ...]:
        """Return the literals of a clause that E printed.

        Raises:
            Unreadable: it has other names, which E has introduced.
        """
        try:
            formula = TptpReader(text).alone()
        except Unreadable as fault:
            raise UnreadableDerivation(text) from fault

        def term(t: Term) -> Term:
            if not isinstance(t, Fn):
                return t
            meant = self._names.get(t.name)
            if meant is None:
                raise UnreadableDerivation(t.name)
            return Fn(meant, t.args) if isinstance(meant, str) else meant

        def named(f: Formula) -> Formula:
            if not isinstance(f, Atom):
                return f
            meant = self._names.get(f.name)
            if not isinstance(meant, str):
                raise UnreadableDerivation(f.name)
            return Atom(meant, f.args)

        formula = rewrite(formula, named, term)
        parts = formula.parts if isinstance(formula, Or) else (formula,)
        literals = tuple(dict.fromkeys(part for part in parts if part not in _FALSE))
        if not all(isinstance(denied(literal)[0], Atom | Eq) for literal in literals):
            raise UnreadableDerivation(text)
        return literals


def inferences(output: str) -> Iterator[tuple[str, str, str]]:
    """Yield the label, the clause and the inference of each line of a derivation that E printed."""
    start = output.find("SZS output start")
    for match in _LINE.finditer(output, start, output.find("SZS output end", start)) if start >= 0 else ():
        label, rest = match.groups()
        clause, source = _split(rest)
        yield label, clause, _split(source)[0]


def _split(rest: str) -> tuple[str, str]:
    """Split a text at its first comma outside of brackets."""
    depth = 0
    for i, char in enumerate(rest):
        if char in "([":
            depth += 1
        elif char in ")]":
            depth -= 1
        elif char == "," and depth == 0:
            return rest[:i], rest[i + 1 :].strip()
    return rest, ""


def read_inference(text: str, known: Mapping[str, Clause]) -> Tree:
    """Return an inference that E printed.

    Args:
        text: the inference.
        known: the clauses behind E's labels.

    Raises:
        Unreadable: it speaks of others.
    """
    tokens = _TOKEN.findall(text)
    place = 0

    def parsed() -> Tree:
        nonlocal place
        word = tokens[place]
        place += 1
        if word != "inference":
            if word not in known:
                raise UnreadableDerivation(word)
            return Tree("", (), known[word])
        rule = tokens[place + 1]
        while tokens[place] != "]":
            place += 1
        place += 3  # the bracket, a comma, a bracket
        parts = []
        while tokens[place - 1] != "]":
            parts.append(parsed())
            place += 1
        place += 1
        return Tree(rule, tuple(parts))

    return parsed()
