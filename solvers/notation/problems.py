"""What problem files of the provers' own languages have in common: premises and goals become a program."""

from __future__ import annotations

from collections.abc import Sequence

from ..logic.diagnostics import Diagnostic, Level, Span, has_errors
from ..logic.errors import InvalidProgram
from ..logic.program import CLASH_HINT, Program, Statement
from ..logic.symbols import BUILT_IN, NOTHING, Declarations, Signature
from ..logic.syntax import And, Atom, Binder, Truth
from ..logic.walkers import walk
from .spelling import fold, singular_in

Result = tuple[Program | None, list[Diagnostic], int, int]
"""A program if there is one, diagnostics, how many formulas were read, how many there are."""


def told_of(fault: InvalidProgram, premises: Sequence[Statement], goal: Statement) -> Diagnostic:
    """Return the error of a text whose program can't be one, where it stands."""
    code = "bad-sort" if fault.where == "the sorts" else "invalid-program"
    code = "sort-clash" if fault.hint == CLASH_HINT else code
    named = (one.span for i, one in enumerate(premises, 1) if fault.where == f"premise {i}")
    return Diagnostic(code, Level.ERROR, fault.what, next(named, goal.span), fault.hint)


def assemble(
    premises: list[Statement],
    goals: list[Statement],
    diagnostics: list[Diagnostic],
    total: int,
    end: Span | None = None,
    hint: str = "",
    declared: Declarations = NOTHING,
) -> Result:
    """Return the program of a problem file's formulas.

    Args:
        premises: what is taken to hold.
        goals: what is asked: all of them. Without any, whether the premises contradict each other.
        diagnostics: what was found; what is said here is added.
        total: how many formulas there are.
        end: where a goal would stand.
        hint: how to write one.
        declared: what is declared of sorts.
    """
    if not total and not has_errors(diagnostics):
        diagnostics.append(Diagnostic("no-formulas", Level.ERROR, "the file states nothing", end, hint))
    if has_errors(diagnostics):
        faults = sum(one.level is Level.ERROR for one in diagnostics)
        return None, diagnostics, max(0, total - faults), total
    if not goals:
        message = "no goal is stated: asked is whether the formulas contradict each other"
        diagnostics.append(Diagnostic("no-goal", Level.WARNING, message, end, hint))
        goals = [Statement(Truth(False))]
    if len(goals) > 1:
        message = f"there are {len(goals)} goals: asked is whether all of them follow"
        diagnostics.append(Diagnostic("several-goals", Level.WARNING, message, goals[1].span, "Ask them one by one."))
    goal = goals[0] if len(goals) == 1 else Statement(And(tuple(g.formula for g in goals)), "", goals[0].span)
    try:
        program = Program(tuple(premises), goal, declared=declared)
    except InvalidProgram as fault:
        return None, [*diagnostics, told_of(fault, premises, goal)], total, total
    if declared or program.signature.sorts:
        diagnostics += sort_notes((*premises, goal), program.signature, declared)
    return program, diagnostics, total, total


def sort_notes(statements: Sequence[Statement], names: Signature, declared: Declarations) -> list[Diagnostic]:
    """Return errors about sorts that stand as predicates, and what is said of those that nothing declares.

    All things in the places of a sort that only quantifiers name are of it. One that is spelt nearly as a predicate of
    one argument may be that predicate: an error.

    Args:
        statements: all statements of a program.
        names: what they speak of.
        declared: what it declares of sorts.
    """
    found, known = [], {sort.name for sort in declared.sorts}
    guards = [name for name, arity in names.predicates if arity == 1]
    for one in statements if known.intersection(name for name, _ in names.predicates) else ():
        for name in sorted(known & {node.name for node in walk(one.formula) if isinstance(node, Atom)}):
            message = f"'{name}' is declared as a sort, and stands here as a predicate"
            hint = f"Write ∀x:{name} (…) for its members; every thing of the sort is one, without saying so."
            found.append(Diagnostic("sort-as-predicate", Level.ERROR, message, one.span, hint))
    for typed in declared.typed:
        if things := [sort for sort in typed.arguments if sort in names.constants and sort not in known]:
            message = f"'{things[0]}' is a thing here, and a sort in what '{typed.name}' is of"
            hint = f"Write {typed.name} = {{{', '.join(typed.arguments)}}}, if these are the members of a sort."
            found.append(Diagnostic("unclear-sort", Level.ERROR, message, statements[0].span, hint))
    for sort in [sort for sort in names.sorts if sort not in known | BUILT_IN]:
        bound = [s.span for s in statements if any(isinstance(n, Binder) and n.sort == sort for n in walk(s.formula))]
        alike = next((name for name in guards if _alike(name, sort)), None)
        code, level = ("unclear-sort", Level.ERROR) if alike else ("undeclared-sort", Level.WARNING)
        message = f"no section declares the sort '{sort}': whatever stands where its variables do is taken to be of it"
        if alike:
            message = f"'{sort}' is no declared sort, and the program has a predicate '{alike}': which is meant?"
        hint = f"Declare it under 'Sorts:', or write ∀x ({alike or sort}(x) → …) if it is a predicate."
        also = tuple(span for span in bound[1:] if span is not None)
        found.append(Diagnostic(code, level, message, bound[0], hint, also=also))
    return found


def _alike(name: str, other: str) -> bool:
    return fold(name) == fold(other) or bool(singular_in(name, other) or singular_in(other, name))
