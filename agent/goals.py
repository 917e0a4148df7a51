"""Whether two programs ask the same, however they word it.

One goal is another if it is provably equivalent, or says the same in words (``IsMortal`` and ``Mortal``). So a negated
goal, a converse, or one about somebody else is another goal; and where it can't be told, it is.
"""

from __future__ import annotations

import re
from typing import Final

from sorites.solvers import InvalidProgram, Limits, Program, Statement, Verdict, make_solver
from sorites.solvers.logic.syntax import Iff

from .reading_back import in_english

_LIMITS: Final = Limits(2.0)
_LIGHT: Final = frozenset("a an the is are was were be been being am has have had does do did of to".split())
"""Words that two names may differ by and say the same."""
_WORD: Final = re.compile(r"\w+")
_ENDING: Final = re.compile(r"(?<=\w{3})(?:ies|es|s|ed|ing|e|y)$")
"""What forms of one word differ by."""


def same_goal(one: Program, other: Program) -> bool:
    """Return whether two programs ask the same.

    Args:
        one: a program.
        other: another translation of the same problem.
    """
    if (len(one.asked), len(one.open_variables)) != (len(other.asked), len(other.open_variables)):
        return False
    return _equivalent(one, other) or _in_words(one) == _in_words(other)


def _equivalent(one: Program, other: Program) -> bool:
    if one.goal.formula == other.goal.formula:
        return True
    try:
        program = Program((), Statement(Iff(one.goal.formula, other.goal.formula)))
    except InvalidProgram:
        return False
    return make_solver("portfolio", certify=False).solve(program, _LIMITS).verdict is Verdict.ENTAILED


def _in_words(program: Program) -> tuple[str, ...]:
    """Return the words of a goal that tell something, without their endings."""
    said = map(str.casefold, _WORD.findall(in_english(program, program.goal.formula)))
    return tuple(_ENDING.sub("", word) for word in said if word not in _LIGHT)
