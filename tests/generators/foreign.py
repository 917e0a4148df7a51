"""Programs in Z3's own terms, over a sort of which nothing is known: what generated labels are held against."""

from __future__ import annotations

from collections.abc import Callable

import z3

from sorites.solvers import Program, Verdict
from sorites.solvers.logic.syntax import And, Atom, Exists, Fn, Forall, Formula, Implies, Not, Or, Term, Var, Xor


def name_of(term: Term) -> str:
    assert isinstance(term, Var | Fn)
    return term.name


THING = z3.DeclareSort("Thing")


def classical(program: Program) -> Verdict:
    """Return the verdict by Z3, asked without any of our encodings, once the premises are consistent."""
    solver = z3.Solver()
    solver.add(*(in_z3(p.formula, {}) for p in program.premises))
    assert solver.check() == z3.sat
    goal = in_z3(program.goal.formula, {})
    found = [solver.check(side) for side in (z3.Not(goal), goal)]
    assert z3.unknown not in found
    if z3.unsat not in found:
        return Verdict.UNKNOWN
    return Verdict.ENTAILED if found[0] == z3.unsat else Verdict.REFUTED


def in_z3(formula: Formula, bound: dict[str, z3.ExprRef]) -> z3.BoolRef:
    def of(part: Formula) -> z3.BoolRef:
        return in_z3(part, bound)

    match formula:
        case Atom(name, args):
            predicate = z3.Function(name, *[THING] * len(args), z3.BoolSort())
            return predicate(*(bound.get(n, z3.Const(n, THING)) for n in map(name_of, args)))
        case Forall(name, body) | Exists(name, body):
            thing = z3.Const(f"_{name}", THING)
            quantifier = z3.ForAll if isinstance(formula, Forall) else z3.Exists
            return quantifier([thing], in_z3(body, {**bound, name: thing}))
        case _:
            return connected(formula, of)


def connected(formula: Formula, of: Callable[[Formula], z3.BoolRef]) -> z3.BoolRef:
    """Return a formula whose parts are made by the function."""
    match formula:
        case Not(body):
            return z3.Not(of(body))
        case And(parts):
            return z3.And(*map(of, parts))
        case Or(parts):
            return z3.Or(*map(of, parts))
        case Implies(left, right):
            return z3.Implies(of(left), of(right))
        case Xor(left, right):
            return z3.Xor(of(left), of(right))
    raise AssertionError(formula)
