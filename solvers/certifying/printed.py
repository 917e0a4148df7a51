"""Clauses as E reads them, and its derivations as it prints them (TPTP)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from ..bridges.plain import PlainNames, PlainPrinter
from ..errors import TooLarge
from ..kernel.laws import denied, disjuncts
from ..logic.rewriting import rewrite, substitute
from ..logic.syntax import Atom, Cmp, Eq, Fn, Formula, Not, Term, Truth, Var, disjunction, number_named
from ..logic.walkers import walk
from ..notation.operators import Unreadable
from ..notation.signs import TPTP
from ..notation.tptp import TptpReader
from .clauses import Clause
from .inferences import Tree

_LINE: Final = re.compile(r"^cnf\((\w+), \w+, (.*)\)\.$", re.M)
_TOKEN: Final = re.compile(r"\w+|\S")


_FALSE: Final = Truth(False), Not(Truth(True))


class UnreadableDerivation(Exception):
    """A derivation has what can't be replayed."""


class Symbols(PlainNames):
    """Plain symbols for the names in clauses, and the way back."""

    def clause(self, clause: Clause) -> str:
        """Return a clause for E to read.

        Raises:
            TooLarge: it compares numbers.
        """
        numbered = {name: Var(str(i)) for i, (name, _) in enumerate(clause.variables)}
        formula = substitute(disjunction(clause.literals), numbered)
        if any(isinstance(node, Cmp) for node in walk(formula)):
            raise TooLarge
        return PlainPrinter(self, TPTP, "X").formula(formula)

    def read(self, text: str) -> tuple[Formula, ...]:
        """Return the literals of a clause that E printed.

        Raises:
            Unreadable: it has other names, which E has introduced.
        """
        names = {symbol: name for (_, name, _), symbol in self._symbols.items()}

        def term(t: Term) -> Term:
            return (number_named(names[t.name]) or Fn(names[t.name], t.args)) if isinstance(t, Fn) else t

        def named(f: Formula) -> Formula:
            return Atom(names[f.name], f.args) if isinstance(f, Atom) else f

        try:
            formula = rewrite(TptpReader(text).alone(), named, term)
        except (KeyError, Unreadable):
            raise UnreadableDerivation(text) from None
        literals = tuple(dict.fromkeys(part for part in disjuncts(formula) if part not in _FALSE))
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
