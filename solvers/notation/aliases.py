"""Constants that may be one thing: the gloss of a declared one is the name of another that nothing declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..logic.diagnostics import Diagnostic, Level
from .places import Places
from .spelling import rough

if TYPE_CHECKING:
    from ..logic.program import Program


def check_aliases(program: Program, places: Places) -> list[Diagnostic]:
    """Return a warning for each declared constant whose gloss is used as a name of its own.

    Nothing makes them one: a gloss never says how formulas are read.

    Args:
        program: the program, with its names unified (``unifying``).
        places: where its names stand.
    """
    if not any(one.gloss for one in program.constants):
        return []
    used = program.signature.constants
    declared = {one.name for one in program.constants}
    free = {rough(name): name for name in used if name not in declared}
    found = []
    for one in program.constants:
        other = free.get(rough(one.gloss)) if free and one.gloss else None
        if other is None or one.name not in used:
            continue
        spans = (*places.of(one.name, 0), *places.of(other, 0))
        message = f"'{one.name}' is declared as {one.gloss}, and '{other}' is used too: two things, as written"
        hint = f"If they are one, write '{one.name}' everywhere; else declare '{other}', too."
        first = spans[0] if spans else None
        found.append(Diagnostic("alias-used", Level.WARNING, message, first, hint, also=tuple(spans[1:])))
    return found
