"""What a text does not speak of: predicates of the goal that no premise has."""

from __future__ import annotations

from typing import Final

from sorites.solvers import Diagnostic, Level, Program

from .glossary import words_of

UNMENTIONED: Final = "goal-unmentioned"
"""The code of the diagnostic of a question about what no sentence of the text speaks of."""
_NAMED: Final = 3
"""The most that is named of what a text does not speak of."""
_HINT: Final = "Ask in the words of the text, or add a sentence that says what it has to do with them."


def unmentioned(program: Program) -> Diagnostic | None:
    """Return what is said of a question about what no premise speaks of.

    Such a question is open in an empty way: that neither it nor its opposite follows says
    nothing about the text but that it is about something else.

    Args:
        program: a program whose goal was found to be open.

    Returns:
        A warning that names what the premises do not speak of; ``None`` if they speak of everything that is asked.
    """
    given, asked = program.signatures
    missing = [name for name in asked.predicates if name not in given.predicates]
    if not missing:
        return None
    words = [f"'{words_of(program, name)}'" for name in missing[:_NAMED]]
    listed = " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
    return Diagnostic(UNMENTIONED, Level.WARNING, f"the text says nothing about {listed}", program.goal.span, _HINT)
