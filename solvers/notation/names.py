"""The names of a program: most are spelt as they are declared, or alike wherever they stand."""

from __future__ import annotations

from ..logic.diagnostics import Diagnostic
from ..logic.program import Program
from .signs import TRUTHS, Dialect
from .spelling import looks_foreign
from .unifying import settle_names as settle

_ENDINGS = ("s", "n", "e")
_ODD = ("en", "ies", "ves", "ple")
_VALUES = frozenset((*TRUTHS, "T", "F", "Yes", "No", "yes", "no", "YES", "NO", "Unknown", "unknown", "Uncertain",
                     "uncertain", "bool", "∈", "ℕ", "ℤ", "ℝ"))  # fmt: skip


def settle_names(
    program: Program, text: str, dialect: Dialect, *, strict: bool = False, exact: bool = False
) -> tuple[Program | None, list[Diagnostic]]:
    """Unify the spellings of a program's names, and say what else is odd about them.

    Args:
        program: the program that was read.
        text: its text.
        dialect: how it was read.
        strict: unify nothing: what would be unified is an error.
        exact: unify and question nothing, since the text says that its names are spelt as they are meant.

    Returns:
        The program, ``None`` if an error keeps it from running, and what was said.
    """
    if is_plain(program):
        return program, []
    return settle(program, text, dialect, strict=strict, exact=exact)


def is_plain(program: Program) -> bool:
    """Return whether no name of a program can be another spelling of another one, and nothing else is odd about it."""
    used = program.signature
    premises, goal = program.signatures
    predicates = used.predicates
    if used.arithmetic or used.numerals or used.equality or program.exceptions:
        return False
    if program.premises and goal.predicates and set(premises.predicates).isdisjoint(goal.predicates):
        return False
    declared = {(one.name, len(one.params)) for one in program.predicates}
    names = [name for name, _ in predicates]
    if len(set(names)) < len(names) or (declared and not declared.issuperset(predicates)):
        return False
    things = []
    for name, arity in used.functions:
        if arity:
            return False
        things.append(name)
    for group in (names, things):
        lowered = {name.lower().replace("_", "").replace("-", "").replace(" ", "") for name in group}
        if len(lowered) < len(group) or not _VALUES.isdisjoint(group):
            return False
    if program.constants and not {one.name for one in program.constants}.issuperset(things):
        return False
    for name in things:
        if "-" in name[1:] or name[0].isdecimal():
            return False
    if _may_be_plural(names, {name for name, _ in declared}):
        return False
    return not (looks_foreign("".join(names)) or looks_foreign("".join(things)))


def _may_be_plural(names: list[str], declared: set[str]) -> bool:
    """Return whether a predicate may be another one's plural."""
    if declared:
        known = {name.lower() for name in declared}
        return any(name[-1] in "sS" and name[:-1].lower() in known for name in names)
    lowered = {name.lower() for name in names}
    for name in names:
        low = name.lower()
        if low[-1] in _ENDINGS and (low[:-1] in lowered or low[:-2] in lowered or low.endswith(_ODD)):
            return True
        if "s" in low and any(c.isupper() for c in name[1:]):
            return True
    return False
