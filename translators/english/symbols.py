"""The predicates and constants of formulas, found once for each formula that is looked at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sorites.solvers.logic.syntax import Atom, Fn, Formula
from sorites.solvers.logic.walkers import walk

Key = tuple[str, int]
_KNOWN: Final[dict[int, tuple[Formula, tuple[tuple[Key, ...], tuple[str, ...]]]]] = {}
"""By the place in memory of a formula, which stays its own as long as the formula is kept here."""
_MOST: Final = 2_000


def predicates_of(formulas: Iterable[Formula]) -> set[Key]:
    """Return the names of predicates with the numbers of their arguments.

    Args:
        formulas: where to look.
    """
    return {key for formula in formulas for key in _symbols(formula)[0]}


def constants_of(formula: Formula) -> tuple[str, ...]:
    """Return the names of constants, each once, in the order of the formula.

    Args:
        formula: where to look.
    """
    return _symbols(formula)[1]


def _symbols(formula: Formula) -> tuple[tuple[Key, ...], tuple[str, ...]]:
    known = _KNOWN.get(id(formula))
    if known is not None and known[0] is formula:
        return known[1]
    predicates: dict[Key, None] = {}
    constants: dict[str, None] = {}
    for node in walk(formula):
        if isinstance(node, Atom):
            predicates[node.name, len(node.args)] = None
        elif isinstance(node, Fn) and not node.args:
            constants[node.name] = None
    if len(_KNOWN) >= _MOST:
        _KNOWN.clear()
    found = tuple(predicates), tuple(constants)
    _KNOWN[id(formula)] = formula, found
    return found
