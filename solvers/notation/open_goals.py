"""Goals that ask who or what: ``?x Likes(x, bob)`` in a program's text is ``∃x Likes(x, bob)``, asked of each thing."""

from __future__ import annotations

import re
from collections.abc import Set
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.errors import Unprintable
from ..logic.program import Program
from ..logic.syntax import Atom, Exists, Formula, Truth
from .printer import Printer, print_formula, writable
from .signs import RULES, SMTLIB, TPTP, UNICODE, Dialect

_ONE: Final = re.compile(
    r"\s*\?\s?(?P<names>\$?[^\W\d_]\w*(?:\s?,\s?\$?[^\W\d_]\w*(?=\s?[,.\s]))*)(?:\s?:\s?(?:\\mathrm\{)?[^\W\d_]\w*\}?(?=[\s,.]))?[,.:]?"
)
"""A question mark with its variables, and the sort of their values."""


def asking(text: str) -> tuple[str, int]:
    """Return a goal's text with ``∃`` for the question marks at its beginning, and how many variables it asks for.

    Args:
        text: the goal, without bullet and label.
    """
    at, count = 0, 0
    while (found := _ONE.match(text, at)) is not None:
        count += found["names"].count(",") + 1
        at = found.end()
    return text[:at].replace("?", "∃") + text[at:], count


def asked(formula: Formula, count: int, span: Span) -> tuple[tuple[str, ...], list[Diagnostic]]:
    """Return the variables that a goal asks for, or an error where they do not reach over all of it.

    Args:
        formula: the goal.
        count: how many of them there are.
        span: where it stands.
    """
    names: list[str] = []
    while len(names) < count and isinstance(formula, Exists):
        names.append(formula.var)
        formula = formula.body
    if len(set(names)) == count:
        return tuple(names), []
    message = "what is asked for does not reach over the whole goal, or is bound twice"
    hint = "Put the rest of the goal in brackets, as in ?x (Likes(x, bob) ∧ Kind(x)), and ask once for each variable."
    return (), [Diagnostic("asked-scope", Level.ERROR, message, span, hint)]


def print_goal(program: Program, dialect: Dialect = UNICODE, quoted: Set[str] = frozenset()) -> str:
    """Return the goal as its author wrote it; ``?x …`` if it asks for values.

    Args:
        program: the program.
        dialect: how it is written.
        quoted: names of constants that are quoted.

    Raises:
        Unprintable: the dialect can't write it.
    """
    goal = writable(program.open_goal, dialect)
    if not program.asked:
        return print_formula(goal, dialect, quoted)
    if dialect in (TPTP, RULES, SMTLIB):
        how = ", but by the role question of a problem file" if dialect is TPTP else ""
        raise Unprintable(f"the dialect {dialect.name} can't ask who or what{how}")
    printer = Printer(goal, dialect, quoted)
    binders = list[str]()
    for _ in program.asked:
        assert isinstance(goal, Exists)
        comma = "," if goal.sort and isinstance(goal.body, Atom | Truth) else ""  # or it would be the sort's arguments
        binders.append(f"?{printer.binding(goal)}{comma}")
        goal = goal.body
    text = printer.prefixed(goal)
    bare = isinstance(goal, Atom | Truth) and "(" not in text  # which would read as one more variable
    return " ".join([*binders, f"({text})" if bare else text])
