"""The names of a program and what is odd about how they are used.

None of these faults keeps a program from running: logic is indifferent to them.
They are what an author, or a model, should look at first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .diagnostics import Diagnostic, Level
from .syntax import ARITHMETIC, Atom, Cmp, Eq, Fn, Formula, Num, Term, Var
from .traverse import subformulas

if TYPE_CHECKING:
    from .program import Program


@dataclass(slots=True)
class Signature:
    """What a set of formulas speaks of, in order of first appearance.

    Attributes:
        predicates: names with arities.
        functions: names with arities; constants are functions without arguments.
        numerals: the numerals, whatever they stand for.
        equality: whether terms are equated.
        arithmetic: whether numbers are compared or calculated with.
    """

    predicates: dict[tuple[str, int], None] = field(default_factory=dict)
    functions: dict[tuple[str, int], None] = field(default_factory=dict)
    numerals: dict[Num, None] = field(default_factory=dict)
    equality: bool = False
    arithmetic: bool = False

    @property
    def constants(self) -> list[str]:
        """The names of the constants."""
        return [name for name, arity in self.functions if arity == 0]

    def joined(self, other: Signature) -> Signature:
        """Return what both speak of."""
        return Signature(
            self.predicates | other.predicates,
            self.functions | other.functions,
            self.numerals | other.numerals,
            self.equality or other.equality,
            self.arithmetic or other.arithmetic,
        )


def signature(formulas: Iterable[Formula]) -> Signature:
    """Return what the formulas speak of."""
    result = Signature()
    for formula in formulas:
        _collect(formula, result)
    return result


def _collect(node: Formula, result: Signature) -> None:
    kind = type(node)
    if kind is Atom:
        result.predicates[node.name, len(node.args)] = None  # type: ignore[union-attr]
        for term in node.args:  # type: ignore[union-attr]
            if type(term) is not Var:
                _collect_term(term, result)
        return
    match node:
        case Eq(a, b):
            result.equality = True
            _collect_term(a, result)
            _collect_term(b, result)
        case Cmp(_, a, b):
            result.arithmetic = True
            _collect_term(a, result)
            _collect_term(b, result)
        case _:
            for part in subformulas(node):
                _collect(part, result)


def _collect_term(term: Term, result: Signature) -> None:
    match term:
        case Fn(name, (left, right)) if name in ARITHMETIC:
            result.arithmetic = True
            _collect_term(left, result)
            _collect_term(right, result)
        case Fn(name, args):
            result.functions[name, len(args)] = None
            for arg in args:
                _collect_term(arg, result)
        case Num():
            result.numerals[term] = None


def check_names(program: Program) -> list[Diagnostic]:
    """Return warnings about names that look like slips."""
    premises, goal = program.signatures
    used = program.signature
    found = [*_arities(used), *_terms(used), *_undeclared(program, used), *_similar(used)]
    if program.premises and goal.predicates and premises.predicates.keys().isdisjoint(goal.predicates):
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
