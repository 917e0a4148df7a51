"""Whether two formulas say the same."""

from __future__ import annotations

from typing import Final

from sorites.solvers import Limits, Program, Statement, Verdict, make_solver
from sorites.solvers.logic.syntax import Formula

_LIMITS: Final = Limits(1.0, 512)


def equivalent(one: Formula, other: Formula) -> bool:
    """Return whether each of two closed formulas follows from the other, as far as Z3 can tell."""
    if one == other:
        return True
    solver = make_solver("z3", certify=False)
    shown = {Verdict.ENTAILED, Verdict.INCONSISTENT}
    both = (Program((Statement(one),), Statement(other)), Program((Statement(other),), Statement(one)))
    return all(solver.solve(program, _LIMITS).verdict in shown for program in both)
