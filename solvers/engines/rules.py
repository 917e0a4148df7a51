"""Forward chaining over rules as they are written: the logic behind ProofWriter's labels.

A rule fires when its body is derived, and then its head is derived. Negation is
explicit: ``¬p`` is derived by a fact or a rule or not at all, and no rule is ever
used backwards. The fragment is Datalog with signed literals: universally quantified
implications from a conjunction of literals to literals, without functions.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from ..bridges.forward import clashes, derivation, derived_of, reasons
from ..capabilities import Capabilities
from ..logic.diagnostics import Diagnostic, Level
from ..logic.program import Program
from ..logic.rules import ForwardRule, as_formula, as_rules, constants_of, literals_of
from ..logic.syntax import Formula, Var
from ..notation.printer import print_formula
from ..outcome import Closure, Limits, Outcome, Verdict
from ..registry import engine
from ..running import bounded


@dataclass(frozen=True, slots=True)
class RulesSolver:
    """Forward chaining as a solver of programs.

    Attributes:
        certify: of no matter: the closure comes with the answer.
    """

    certify: bool = True

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "rules"

    @property
    def capabilities(self) -> Capabilities:
        """What it can do."""
        return engine("rules").capabilities

    @bounded
    def solve(self, program: Program, limits: Limits = Limits()) -> Outcome:
        """Return whether the goal, or its opposite, is derived.

        A goal of several literals is entailed if all are derived, and refuted if the
        opposite of one is. Two derived literals that clash make a program
        inconsistent only if one of them is needed for the answer to the goal.
        """
        started = time.perf_counter()
        rules: list[ForwardRule] = []
        for i, premise in enumerate(program.premises):
            stated = as_rules(premise.formula, i)
            if stated is None:
                return _outside(premise.formula, started)
            rules += stated
        goals = None if program.open_variables else literals_of(program.goal.formula)
        if goals is None or any(isinstance(a, Var) for g in goals for a in g.args):
            return _outside(program.goal.formula, started)
        known = reasons(rules, constants_of(rules, goals))
        facts = [(g.key, g.args) for g in goals]
        verdict, roots = derived_of(facts, known)
        steps, used = derivation(roots, known)
        literals = frozenset(map(as_formula, known))
        certificate = Closure(literals, used, steps)
        return Outcome(verdict, self.name, time.perf_counter() - started, certificate, clashes(known))


def _outside(formula: Formula, started: float) -> Outcome:
    diagnostic = Diagnostic(
        "outside-fragment",
        Level.ERROR,
        f"the semantics 'rules' can't read {print_formula(formula)}",
        None,
        "Write facts and implications from literals to literals, or use the semantics 'classical'.",
    )
    return Outcome(Verdict.UNDECIDED, "rules", time.perf_counter() - started, None, (diagnostic,))
