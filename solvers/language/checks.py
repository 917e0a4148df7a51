"""What is odd about a program's names, and what is wrong with its labels.

Odd names do not keep a program from running: logic is indifferent to them. They are
what an author, or a model, should look at first. Wrong labels do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from .diagnostics import Diagnostic, Level
from .signature import Signature
from .syntax import Atom

if TYPE_CHECKING:
    from .program import Default, Program, Statement


def check_names(program: Program) -> list[Diagnostic]:
    """Return warnings about names that look like slips."""
    premises, goal = program.signatures
    used = program.signature
    found = [*_arities(used), *_terms(used), *_undeclared(program, used), *_similar(used)]
    if program.premises and goal.predicates and set(premises.predicates).isdisjoint(goal.predicates):
        found.append(
            Diagnostic(
                "goal-disconnected",
                Level.WARNING,
                "no name of the goal occurs in any premise",
                program.goal.span,
                "Use the premises' own predicates and constants in the goal.",
            )
        )
    return found


def check_labels(
    defaults: Sequence[Default], defeasible: Sequence[Default], exceptions: Iterable[Statement]
) -> list[Diagnostic]:
    """Return errors about rules of both kinds in one program, and about exceptions to none of them."""
    found = []
    if defaults and defeasible:
        message = "a program has defaults or defeasible rules, not both"
        hint = "Under 'Defaults:' premises are classical; under 'Defeasible rules:' all rules are applied forwards."
        found.append(Diagnostic("mixed-rules", Level.ERROR, message, None, hint))
    known = {rule.label: rule for rule in (*defaults, *defeasible)}
    for one in exceptions:
        rule = known.get(one.formula.name) if isinstance(one.formula, Atom) else None
        if rule is None or not isinstance(one.formula, Atom) or len(one.formula.args) != len(rule.variables):
            message = "this is no exception to a default or rule of the program"
            hint = "Write its label with a thing for each of its variables, as D1(anne)."
            found.append(Diagnostic("bad-exception", Level.ERROR, message, one.span, hint))
    return found


def _warn(code: str, message: str, hint: str) -> Diagnostic:
    return Diagnostic(code, Level.WARNING, message, None, hint)


def _arities(used: Signature) -> Iterable[Diagnostic]:
    seen: dict[str, int] = {}
    for name, arity in used.predicates:
        if seen.setdefault(name, arity) != arity:
            yield _warn(
                "arity-clash",
                f"'{name}' is used with {seen[name]} and with {arity} arguments: two different predicates",
                "Give it the same number of arguments everywhere.",
            )


def _terms(used: Signature) -> Iterable[Diagnostic]:
    nested = [name for name, arity in used.functions if arity]
    for name in nested:
        if any(name == predicate for predicate, _ in used.predicates):
            yield _warn(
                "predicate-as-term",
                f"'{name}' is a predicate, and also stands as a function inside another: "
                "its truth is not what that function gives",
                "Predicates do not nest: join them with ∧, or use another predicate.",
            )


def _undeclared(program: Program, used: Signature) -> Iterable[Diagnostic]:
    declared = {p.name: p.arity for p in program.predicates}
    if not declared:
        return
    for name, arity in used.predicates:
        if name in declared:
            if declared[name] != arity:
                yield _warn(
                    "arity-not-as-declared",
                    f"'{name}' is declared with {declared[name]} arguments and used with {arity}",
                    "Make the declaration and the formulas agree.",
                )
            continue
        near = next((other for other in declared if one_edit_apart(name, other)), None)
        if near:
            yield _warn(
                "misspelt-name", f"'{name}' is not declared, but '{near}' is", f"Write '{near}', if it is meant."
            )
        else:
            yield _warn("undeclared-predicate", f"'{name}' is not declared", "Declare it with its gloss.")


def _similar(used: Signature) -> Iterable[Diagnostic]:
    by_fold: dict[str, str] = {}
    for name in used.constants:
        other = by_fold.setdefault(name.casefold(), name)
        if other != name:
            yield _warn(
                "similar-constants", f"'{name}' and '{other}' are different constants", "Spell one thing one way."
            )


def one_edit_apart(a: str, b: str) -> bool:
    """Return whether one letter more, less, other or swapped with the next makes ``a`` from ``b``."""
    if a == b or abs(len(a) - len(b)) > 1 or max(len(a), len(b)) < 4:
        return False
    i = 0
    while i < min(len(a), len(b)) and a[i] == b[i]:
        i += 1
    if len(a) == len(b):
        swapped = a[i : i + 2] == b[i : i + 2][::-1] and a[i + 2 :] == b[i + 2 :]
        return a[i + 1 :] == b[i + 1 :] or swapped
    return a[i + 1 :] == b[i:] if len(a) > len(b) else a[i:] == b[i + 1 :]
