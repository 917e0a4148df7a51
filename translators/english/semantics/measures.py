"""Measures: how much of something a thing has, as a function of it, such as ``age(tom)``."""

from __future__ import annotations

from typing import Final

from sorites.solvers.logic.syntax import Fn, Term

from ..grammar.tree import NP, Det, Nominal, Possessed, Quantified
from ..vocabulary.classes import DIMENSIONS
from .predicates import camel

MEASURES: Final = {
    scale.dimension: camel(scale.dimension, capital=False) for scale in DIMENSIONS.values() if scale.measured
} | {"cost": "price", "duration": "length"}
"""The nouns that name a measure, each with its function."""
_NAMES: Final = frozenset(MEASURES.values())


def measured(np: NP) -> tuple[str, NP] | None:
    """Return function and owner, if a noun phrase says how much of something a thing has: ``the age of Tom``."""
    match np:
        case Quantified(Det.THE, Nominal(noun, (), False, (("of", owner),), ()), 1, False, None):
            pass
        case Possessed(owner, Nominal(noun, (), False, (), ())):
            pass
        case _:
            return None
    return (MEASURES[noun], owner) if noun in MEASURES else None


def is_measure(term: Term) -> bool:
    """Return whether a term says how much of something a thing has."""
    return isinstance(term, Fn) and len(term.args) == 1 and term.name in _NAMES
