"""What a model's answer holds, also where it can't be read as a whole."""

from __future__ import annotations

from pydantic import ValidationError

from sorites.solvers import Program

from ..coverage import Coverage, coverage_of
from ..problem import Problem
from ..translation import Translation
from .schema import filled_in


def coverage_in(problem: Problem, translation: Translation) -> Coverage | None:
    """Return which sentences of a problem's text a translation renders.

    Args:
        problem: what was translated.
        translation: a translation of it, readable or not.

    Returns:
        The coverage; ``None`` if nobody can tell.
    """
    program = translation.reading.first
    try:
        return filled_in(translation.raw).coverage(problem, program)
    except ValidationError:
        return None if program is None else coverage_of(program, problem.context, problem.question)


def goal_in(translation: Translation) -> Program | None:
    """Return a program with the goal of a translation, also where its premises can't be read; ``None`` if it can't."""
    if translation.reading.first is not None:
        return translation.reading.first
    try:
        return filled_in(translation.raw).goal_alone()
    except ValidationError:
        return None
