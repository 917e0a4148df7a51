"""Refutations of what must have no model for preferred models to show an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ..clock import within
from ..errors import Late, TooLarge
from ..kernel.certificates import Given, Line, PreferredModels, Verdict
from ..kernel.preferred import obligations
from ..logic.program import Program
from ..logic.syntax import Formula
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
    for i, formula in enumerate(formulas):
        search.add(leaves.shape(formula), Draft(formula, Given("premise", i)))
    refuted = search.refute()
    return None if refuted is None else numbered(refuted)
