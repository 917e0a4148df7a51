"""A translation beside the gold formulas: the same, equivalent but for names, and how much of it.

Predicates and constants are aligned by where they stand in formulas of the same shape and by
how alike their names are; whether formulas then say the same is for the engine to decide.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Final

from sorites.solvers import Limits, Program, Statement, Verdict, make_solver, read_program, require
from sorites.solvers.logic.rewriting import rewrite
from sorites.solvers.logic.syntax import And, Atom, Eq, Exists, Fn, Forall, Formula, Iff, Implies, Not, Or, Term, Xor
from sorites.solvers.logic.syntax import conjunction as every
from sorites.solvers.logic.walkers import walk

from ..runs.records import Aligned

_LIMITS: Final = Limits(1.0, 512)
Name = tuple[str, int]
"""A predicate with its arity; a constant has the arity -1."""


def aligned(program: Program, gold_text: str) -> Aligned | None:
    """Return how a program compares with the gold one; ``None`` if that can't be read.

    Args:
        program: the translation.
        gold_text: the gold program.
    """
    gold = read_program(gold_text).first
    if gold is None:
        return None
    gold, program = gold.unfolded, program.unfolded
    theirs = [*(p.formula for p in gold.premises), gold.goal.formula]
    ours = [*(p.formula for p in program.premises), program.goal.formula]
    if ours == theirs:
        return Aligned(exact=True, equivalent=True, recall=1.0)
    names = alignment(ours, theirs)
    renamed = [_renamed(formula, names) for formula in ours]
    found = sum(any(equivalent(one, other) for one in _likely(renamed, other)) for other in theirs[:-1])
    goal = equivalent(renamed[-1], theirs[-1])
    whole = goal and equivalent(every(tuple(renamed[:-1])), every(tuple(theirs[:-1])))
    return Aligned(exact=False, equivalent=whole, recall=(found + goal) / len(theirs))


def alignment(ours: list[Formula], theirs: list[Formula]) -> dict[Name, str]:
    """Return the gold name for each name of a translation, one to one."""
    require("eval", "numpy", "scipy")
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    found: dict[Name, str] = {}
    mine, gold = _names(ours), _names(theirs)
    votes: dict[tuple[Name, Name], float] = {}
    for one, other in zip(ours, theirs, strict=False):
        for a, b in _beside(one, other):
            votes[a, b] = votes.get((a, b), 0.0) + 1
    for arity in {arity for _, arity in mine}:
        rows, columns = [n for n in mine if n[1] == arity], [n for n in gold if n[1] == arity]
        if not columns:
            continue
        score = np.array([[votes.get((a, b), 0.0) + _alike(a[0], b[0]) for b in columns] for a in rows])
        for i, j in zip(*linear_sum_assignment(-score), strict=True):
            found[rows[i]] = columns[j][0]
    return found


def _alike(one: str, other: str) -> float:
    return SequenceMatcher(None, one.lower(), other.lower()).ratio()


def _names(formulas: list[Formula]) -> list[Name]:
    found: dict[Name, None] = {}
    for formula in formulas:
        for node in walk(formula):
            if isinstance(node, Atom):
                found[node.name, len(node.args)] = None
            elif isinstance(node, Fn) and not node.args:
                found[node.name, -1] = None
    return list(found)


def _beside(one: Formula | Term, other: Formula | Term) -> Iterator[tuple[Name, Name]]:
    """Yield names that stand in the same places of two formulas, as far as their shapes agree."""
    match one, other:
        case Atom(a, xs), Atom(b, ys) if len(xs) == len(ys):
            yield (a, len(xs)), (b, len(ys))
            for x, y in zip(xs, ys, strict=True):
                yield from _beside(x, y)
        case Fn(a, ()), Fn(b, ()):
            yield (a, -1), (b, -1)
        case Not(a), Not(b):
            yield from _beside(a, b)
        case (And(ours), And(theirs)) | (Or(ours), Or(theirs)):
            for mine, other_one in zip(ours, theirs, strict=False):
                yield from _beside(mine, other_one)
        case (Implies(a, b), Implies(c, d)) | (Iff(a, b), Iff(c, d)) | (Xor(a, b), Xor(c, d)) | (Eq(a, b), Eq(c, d)):
            yield from _beside(a, c)
            yield from _beside(b, d)
        case (Forall(_, a, s), Forall(_, b, t)) | (Exists(_, a, s), Exists(_, b, t)) if s == t:
            yield from _beside(a, b)


def _renamed(formula: Formula, names: dict[Name, str]) -> Formula:
    """Return a formula with the aligned names; others are marked, so that they meet nothing by chance."""

    def constant(t: Term) -> Term:
        return Fn(names.get((t.name, -1), f"our_{t.name}")) if isinstance(t, Fn) and not t.args else t

    def predicate(f: Formula) -> Formula:
        return Atom(names.get((f.name, len(f.args)), f"Our{f.name}"), f.args) if isinstance(f, Atom) else f

    return rewrite(formula, predicate, constant)


def _likely(formulas: list[Formula], other: Formula) -> list[Formula]:
    """Return the formulas that share a predicate with another one: only these can be equivalent to it."""
    wanted = {n.name for n in walk(other) if isinstance(n, Atom)}
    return [f for f in formulas if wanted & {n.name for n in walk(f) if isinstance(n, Atom)}]


def equivalent(one: Formula, other: Formula) -> bool:
    """Return whether each of two closed formulas follows from the other, as far as Z3 can tell."""
    if one == other:
        return True
    solver = make_solver("z3", certify=False)
    shown = {Verdict.ENTAILED, Verdict.INCONSISTENT}
    both = (Program((Statement(one),), Statement(other)), Program((Statement(other),), Statement(one)))
    return all(solver.solve(program, _LIMITS).verdict in shown for program in both)
