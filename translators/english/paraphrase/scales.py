"""Comparisons of how much of something things have: ``older than`` for a greater age."""

from __future__ import annotations

from functools import cache
from typing import Final

from sorites.solvers.logic.syntax import Cmp, Eq, Fn, Formula, Num, Term, numeral

from ..vocabulary import adjective
from ..vocabulary.classes import DIMENSIONS
from .naming import split

BOUNDS: Final = {"<": "less than", "≤": "at most", ">": "more than", "≥": "at least"}
"""The comparisons of numbers in words."""


def compared(formula: Formula, *, years: bool) -> tuple[Term, str, Term | None] | None:
    """Return what is compared, the words behind the copula, and with what; ``None`` if no adjective compares so.

    Args:
        formula: a comparison or an equation of the same measure of two things, or of an age.
        years: whether ages are in years.
    """
    if not isinstance(formula, Cmp | Eq):
        return None
    match formula.left, formula.right:
        case Fn("age", (one,)), Num(value) if years:
            bound = f"{BOUNDS[formula.op]} " if isinstance(formula, Cmp) else ""
            return one, f"{bound}{numeral(value)} years old", None
        case Fn(measure, (one,)), Fn("+" | "-" as sign, (Fn(other, (than,)), Num(value))) if measure == other:
            more, less = _adjectives(measure)
            word = more if sign == "+" else less
            if not word or isinstance(formula, Cmp):
                return None
            unit = "years " if years and measure == "age" else ""
            return one, f"{numeral(value)} {unit}{adjective(word, 'comparative')} than", than
        case Fn(measure, (one,)), Fn(other, (than,)) if measure == other:
            more, less = _adjectives(measure)
            if not more:
                return None
            if isinstance(formula, Eq):
                return one, f"as {more} as", than
            if formula.op == ">":
                return one, f"{adjective(more, 'comparative')} than", than
            if formula.op == "<":
                return one, f"{adjective(less, 'comparative') if less else f'less {more}'} than", than
    return None


def _adjectives(measure: str) -> tuple[str, str]:
    """Return the adjectives for much and for little of something; empty where there is none."""
    words = split(measure)
    if words[:2] == ["degree", "of"]:
        return " ".join(words[2:]), ""
    return _scales().get(" ".join(words), ("", ""))


@cache
def _scales() -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for word, scale in DIMENSIONS.items():
        if scale.high and scale.opposite:
            found.setdefault(scale.dimension, (word, scale.opposite))
    return found
