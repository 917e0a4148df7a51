"""What is written as functions: connectives of formulas, ``And(A, B)``, ``If(A, B)``; ``Distinct(a, b)`` of terms."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from ..logic.syntax import And, Eq, Formula, Iff, Implies, Not, Or, Term, Truth, Xor, conjunction
from .lexer import NAME
from .operands import as_formula, as_term, named
from .signs import FUNCTIONAL, TRUTHS, Expression

if TYPE_CHECKING:
    from .parser import Parser

_PARTS: Final = {
    "and": (1, 99),
    "or": (1, 99),
    "implies": (2, 2),
    "iff": (2, 2),
    "xor": (2, 2),
    "if": (2, 3),
    "not": (2, 2),
}
"""How many formulas each joins at least and at most."""


def word(p: Parser, at: int, kind: str) -> Expression:
    """Read a name with what belongs to it: a truth value, a connective with formulas in brackets, or a name."""
    token = p.tokens[at]
    if kind == NAME and not p.dialect.terminated:
        if token in TRUTHS and not p.in_arguments and p.kinds[at + 1] != "(":
            p.i += 1
            return Truth(TRUTHS[token])
        if token in FUNCTIONAL and p.kinds[at + 1] == "(" and (made := functional(p, FUNCTIONAL[token])):
            return made
    return named(p, at, kind)


def functional(p: Parser, kind: str) -> Formula | None:
    """Read a connective with its formulas in brackets, if it is one.

    A name that is declared as a predicate is none. ``Not(A, True)`` is ¬A, as in programs
    whose atoms say by their last argument whether they hold.

    Args:
        p: the parser, at the connective, or behind it where the bracket follows ``not``.
        kind: the connective.
    """
    at = p.i if kind == "not" else p.i + 1
    if p.dialect.terminated or (kind != "not" and p.tokens[p.i] in p.around.arities):
        return None
    if kind == "distinct":
        return distinct(p, at)
    close = p.matching(at)
    commas = [i for i in range(at + 1, close) if p.kinds[i] == "," and p.closing(i) == close]
    if kind == "not" and (len(commas) != 1 or p.tokens[commas[0] + 1].lower() not in ("true", "false")):
        return None
    if kind in ("and", "or", "xor", "implies", "iff") and not commas and p.kinds[p.i] == kind:
        return None
    least, most = _PARTS[kind]
    written = p.tokens[p.i] if kind != "not" else "Not"
    if not least <= len(commas) + 1 <= most:
        count = len(commas) + 1
        hint = f"Write the connective between the formulas, or give {written} {least} of them."
        p.report.fail(
            "wrong-count", f"'{written}' joins {count} formula{'s' * (count > 1)} here", p.i, hint, f"{least} formulas"
        )
    p.i = at + 1
    p.deeper()
    parts = []
    outer, p.in_arguments = p.in_arguments, True
    while True:
        start = p.i
        parts.append(as_formula(p, p.expression(0), start))
        if p.kinds[p.i] != ",":
            break
        p.i += 1
    p.in_arguments = outer
    p.close_bracket("',' or ')'")
    p.depth -= 1
    return _joined(kind, parts)


def distinct(p: Parser, at: int) -> Formula | None:
    """Read things in brackets, or a list of them, of which no two are the same; of one thing it is a predicate.

    Args:
        p: the parser, at the name.
        at: where the bracket stands.
    """
    listed = p.kinds[at + 1] == "(" and p.matching(at + 1) + 1 == p.matching(at)
    first = at + 1 + listed
    close = p.matching(first - 1)
    if not any(p.kinds[i] == "," and p.closing(i) == close for i in range(first, close)):
        return None
    p.i = first
    terms: list[Term] = []
    outer, p.in_arguments = p.in_arguments, True
    while True:
        start = p.i
        terms.append(as_term(p, p.expression(0), start))
        if p.kinds[p.i] != ",":
            break
        p.i += 1
    p.in_arguments = outer
    for _ in range(1 + listed):
        p.close_bracket("',' or ')'")
    return conjunction(tuple(Not(Eq(a, b)) for a, b in combinations(terms, 2)))


def _joined(kind: str, parts: list[Formula]) -> Formula:
    if len(parts) == 1:
        return parts[0]
    first, second = parts[0], parts[1]
    match kind:
        case "and":
            return And(tuple(parts))
        case "or":
            return Or(tuple(parts))
        case "iff":
            return Iff(first, second)
        case "xor":
            return Xor(first, second)
        case "not":
            return Not(first) if second == Truth(True) else first
        case _ if len(parts) == 3:  # if … then … else
            return And((Implies(first, second), Implies(Not(first), parts[2])))
        case _:
            return Implies(first, second)
