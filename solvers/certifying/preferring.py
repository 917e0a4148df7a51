"""Refutations of what must have no model for preferred models to show an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ..bridges.asp import GroundRules, ask, empty_program, minimal_core
from ..clock import within
from ..errors import Late, TooLarge
from ..kernel.certificates import Given, Line, PreferredModels, Verdict
from ..kernel.preferred import obligations
from ..logic.program import Program
from ..logic.syntax import Fn, Formula
from ..logic.walkers import walk
from .drafts import Draft, numbered
from .search import TruthSearch
from .shapes import Leaves

MAX_SECONDS: Final = 2.0
"""The most seconds that the refutations of one answer may take; nearly all take some milliseconds."""


def refuted(program: Program, verdict: Verdict, certificate: PreferredModels) -> PreferredModels:
    """Return preferred models with the refutations that they rest on, as far as they are found in time.

    Args:
        program: the program.
        verdict: what the models show.
        certificate: the models, without refutations.
    """
    found: list[tuple[Line, ...]] = []
    try:
        with within(MAX_SECONDS):
            for _, formulas in obligations(program, verdict, certificate):
                lines = refutation(formulas)
                if lines is None:
                    break
                found.append(lines)
    except (Late, TooLarge):
        pass
    return replace(certificate, refutations=tuple(found))


def refutation(formulas: Sequence[Formula]) -> tuple[Line, ...] | None:
    """Return a proof that ground formulas have no model, by their connectives alone; ``None`` if they have one.

    Raises:
        Late: the time is up.
        TooLarge: they are too long.
    """
    leaves = Leaves()
    search = TruthSearch(leaves)
    for i in _core(formulas):
        search.add(leaves.shape(formulas[i]), Draft(formulas[i], Given("premise", i)))
    while not search.propagate():
        if not search.decide():
            return None
    assert search.refuted is not None
    return numbered(search.refuted)


def _core(formulas: Sequence[Formula]) -> list[int]:
    """Return which formulas are enough for a contradiction, so that the search looks at no others."""
    names = {node.name: node.name for formula in formulas for node in walk(formula) if isinstance(node, Fn)}
    control = empty_program()
    with control.backend() as backend:
        rules = GroundRules(backend, tuple(names), names)
        literals = [rules.formula(formula, {}) for formula in formulas]
    found = ask(control, literals, ())
    if found.true is not None:
        return list(range(len(formulas)))
    kept = set(minimal_core(control, found.core, list(dict.fromkeys(literals)), ()))
    return [literals.index(literal) for literal in sorted(kept, key=literals.index)]
