"""What is wrong with the sorts of a program, and which of its typed quantifiers are guarded ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ..logic.diagnostics import Diagnostic, Level
from ..logic.program import Statement
from ..logic.rewriting import descend, rebound, same
from ..logic.symbols import BUILT_IN, INT, REAL, Declarations, Signature, signature
from ..logic.syntax import And, Atom, Binder, Cmp, Forall, Formula, Implies, Num, Var
from ..logic.walkers import walk
from .spelling import fold, singular_in

_SPELLINGS: Final = {"ℤ": INT, "ℝ": REAL, "Integer": INT, "int": INT, "integer": INT, "real": REAL}
_NATURAL: Final = frozenset({"ℕ", "Nat", "Natural"})


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


def settle_binders(formulas: Iterable[Formula], declared: Declarations) -> list[Formula]:
    """Return a program's formulas with guards for quantifiers whose sort is a predicate of the program.

    In ``∀x:Person Mortal(x)``, where ``Person`` is no declared sort and the program says of something
    that it is a ``Person``, that predicate is meant: ``∀x (Person(x) → Mortal(x))``. Otherwise it is a sort.

    Args:
        formulas: all closed formulas of a program.
        declared: what it declares of sorts.
    """
    formulas = list(formulas)
    names = signature(formulas)
    sorts = {sort.name for sort in declared.sorts} | BUILT_IN
    guards = {name for name, arity in names.predicates if arity == 1} - sorts
    changed = [s for s in names.sorts if s in guards or (s not in sorts and (s in _SPELLINGS or s in _NATURAL))]
    if not changed:
        return formulas

    def settle(formula: Formula) -> Formula:
        if not isinstance(formula, Binder) or formula.sort not in changed:
            return descend(formula, settle, same)
        name, sort, body = formula.var, formula.sort, settle(formula.body)
        if sort in guards:
            return _guarded(formula, Atom(sort, (Var(name),)), body, "")
        if sort in _NATURAL:
            return _guarded(formula, Cmp("≥", Var(name), Num(0)), body, INT)
        return rebound(formula, name, body, _SPELLINGS[sort])

    return [settle(formula) for formula in formulas]


def _guarded(formula: Binder, guard: Formula, body: Formula, sort: str) -> Formula:
    inner = Implies(guard, body) if isinstance(formula, Forall) else And((guard, body))
    return rebound(formula, formula.var, inner, sort)
