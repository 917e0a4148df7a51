"""Signs between terms: equations, comparisons, arithmetic, and truth values as if they were terms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..logic.diagnostics import Level
from ..logic.syntax import And, Cmp, Fn, Formula, Not, Num, Truth, Var
from .numbers import as_number, beside_equal
from .operands import as_formula, as_term, atom
from .signs import MEMBERSHIP, RELATIONAL, TERMS, Expression

if TYPE_CHECKING:
    from .parser import Parser

MAX_CHAIN: Final = 200
"""The most comparisons of one chain such as ``1 < x < 3``."""


def relation(p: Parser, left: Expression, kind: str, binding: int, start: int) -> Expression:
    """Read the other side of a sign between terms."""
    at = p.i
    p.i += 1
    p.related = p.related or kind in MEMBERSHIP
    previous: Formula | None = None
    if binding == RELATIONAL and p.chained and p.chained[0] is left:  # 1 < x < 3
        previous, left = p.chained
        if kind == "!=" or (isinstance(previous, Not) and kind != "∈"):
            message = "a chain with ≠ can be read in two ways: of neighbours, or of all"
            p.report.note(Level.ERROR, "ambiguous-chain", message, at, "Write a ≠ b ∧ b ≠ c ∧ a ≠ c, or a part of it.")
    right = p.expression(binding)
    if kind in ("=", "!=") and (truth := _stated(p, left, right, start, at)) is not None:
        return truth if kind == "=" else Not(truth)
    if binding != RELATIONAL or kind in ("<", "≤", ">", "≥"):
        left, right = as_number(p, left, start, at), as_number(p, right, at + 1, p.i)
    elif kind in ("=", "!="):
        left, right = beside_equal(p, left, start, at), beside_equal(p, right, at + 1, p.i)
    first, second = as_term(p, left, start), as_term(p, right, at + 1)
    if p.tokens[at] == "<=" and isinstance(first, Fn) and isinstance(second, Fn):
        p.doubtful.append(Cmp("≤", first, second))
    if kind in MEMBERSHIP:
        member = atom(p, "∈", (first, second))
        return member if kind == "∈" else Not(member)
    made = TERMS[kind].build(first, second)
    if isinstance(made, Var | Num | Fn):
        return made
    if previous is not None:
        parts = previous.parts if isinstance(previous, And) else (previous,)
        if len(parts) > MAX_CHAIN:
            p.report.fail("too-long", f"a chain of more than {MAX_CHAIN} comparisons", at, "Split it with ∧.")
        made = And((*parts, made))
    p.chained = made, second
    return made


def _stated(p: Parser, left: Expression, right: Expression, start: int, at: int) -> Formula | None:
    """Return what ``Happy(ann) = True`` states, if a truth value stands on one side."""
    if isinstance(left, Truth):
        left, right, start = right, left, at + 1
    if not isinstance(right, Truth) or isinstance(left, Var | Num):
        return None
    formula = as_formula(p, left, start)
    return formula if right.value else Not(formula)
