"""Defeasible theories: facts, strict and defeasible rules with preferences (BoardgameQA, section 3).

The logic is the ambiguity blocking defeasible logic of Antoniou, Billington, Governatori
and Maher (2001), which BoardgameQA's reference (Maher et al. 2020) evaluates at scale,
under its well-founded reading: a literal that could only support itself is not proved.

- What follows from facts by strict rules stands (definite).
- Another literal is proved if its opposite is not definite and a rule for it has a proved
  body, and no rule for its opposite defeats that: the other rule's body can't be proved,
  or it is beaten by a preference. Without ``team`` the same rule must beat every attacker
  that may apply; with ``team``, each attacker may be beaten by another rule of the side.
- With ``propagate`` a rule attacks already if its body has support: rules for it whose bodies
  have, none of which a rule with a proved body beats. What is ambiguous then makes ambiguous
  what it speaks against (Antoniou et al. 2001, ambiguity propagation).
- Preferences are the pairs that are stated; they are not chained.

Grounding is by need: only instances whose bodies might be derived are made.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from ..bridges.forward import ForwardChain
from ..bridges.theory import GroundRule, GroundTheory, Status
from ..capabilities import Capabilities
from ..errors import OutsideFragment
from ..logic.diagnostics import Diagnostic, Level
from ..logic.program import Program
from ..logic.rules import (
    ForwardRule,
    GroundFact,
    SignedName,
    as_formula,
    as_rules,
    constants_of,
    literals_of,
    opposite,
)
from ..logic.syntax import Atom, Term, TermRow, Var
from ..notation.printer import print_formula
from ..outcome import Argument, Firing, Limits, Outcome, Verdict, derived_verdict
from ..registry import engine
from ..running import bounded


def ground(program: Program, *, team: bool = False, propagate: bool = False) -> GroundTheory:
    """Return a program as a ground theory.

    Raises:
        OutsideFragment: a premise or default is no rule.
    """
    rules: list[ForwardRule] = []
    labels: dict[int, str] = {}
    goals = literals_of(program.goal.formula) or []
    for i, formula in enumerate([*(p.formula for p in program.premises), *(d.formula for d in program.defeasible)]):
        stated = as_rules(formula, i)
        if stated is None:
            raise OutsideFragment(print_formula(formula))
        rules += stated
        if i >= len(program.premises):
            labels[i] = program.defeasible[i - len(program.premises)].label
    excused = {e.formula for e in program.exceptions if isinstance(e.formula, Atom)}
    exempt = {
        (i, atom.args): program.defeasible[i - len(program.premises)].variables
        for i, label in labels.items()
        for atom in excused
        if atom.name == label
    }
    named = {i: variables for (i, _), variables in exempt.items()}

    def applies(rule: ForwardRule, values: Mapping[str, Term]) -> bool:
        i = rule.premise
        return i not in named or (i, tuple(values[v] for v in named[i] if v in values)) not in exempt

    chain = ForwardChain(rules, constants_of(rules, goals), applies if exempt else None)
    chain.run()
    instances = [GroundRule(labels.get(r.premise, ""), body, head, r.premise) for r, head, body in chain.instances()]
    heads: dict[SignedName, list[tuple[str, TermRow]]] = {}
    for rule in rules:
        if rule.premise in labels:
            heads.setdefault(rule.head.key, []).append((labels[rule.premise], rule.head.args))
    return GroundTheory(instances, frozenset(program.preferences), team, propagate, heads)


@dataclass(frozen=True, slots=True)
class DefeasibleSolver:
    """A solver for programs with defeasible rules and preferences.

    Attributes:
        certify: of no matter: the argument comes with the answer.
        team: whether rules of one side may share in beating attackers.
        propagate: whether ambiguity propagates.
    """

    certify: bool = True
    team: bool = False
    propagate: bool = False

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "defeasible"

    @property
    def capabilities(self) -> Capabilities:
        """What it can do."""
        return engine("defeasible").capabilities

    @bounded
    def solve(self, program: Program, limits: Limits = Limits()) -> Outcome:
        """Return whether the goal, or its opposite, is proved.

        A goal of several literals is entailed if all are proved, and refuted if the
        opposite of one is.
        """
        started = time.perf_counter()
        goals = None if program.open_variables else literals_of(program.goal.formula)
        try:
            if program.defaults:
                raise OutsideFragment("defaults; those are for the solver 'default'")
            if goals is None or any(isinstance(a, Var) for g in goals for a in g.args):
                raise OutsideFragment(print_formula(program.goal.formula))
            theory = ground(program, team=self.team, propagate=self.propagate)
            theory.settle()
        except OutsideFragment as formula:
            message = f"a defeasible theory can't hold {formula}"
            hint = "Write facts, and implications from literals to literals."
            fault = Diagnostic("outside-fragment", Level.ERROR, message, None, hint)
            return Outcome(Verdict.UNDECIDED, self.name, time.perf_counter() - started, None, (fault,))
        facts = [(g.key, g.args) for g in goals]
        proved = all(theory.status.get(f) is Status.PROVED for f in facts)
        opposed = [opposite(f) for f in facts if theory.status.get(opposite(f)) is Status.PROVED]
        verdict = derived_verdict(proved, bool(opposed))
        roots = [*(facts if proved else []), *(opposed if proved else opposed[:1])]
        certificate = argument(program, theory, roots, facts)
        return Outcome(verdict, self.name, time.perf_counter() - started, certificate, _clash(theory))


def _clash(theory: GroundTheory) -> tuple[Diagnostic, ...]:
    """Return a warning if facts and strict rules alone give both a literal and its opposite."""
    clash = next((fact for fact in theory.definite if fact[0][2] and opposite(fact) in theory.definite), None)
    if clash is None:
        return ()
    message = f"facts and strict rules give both {print_formula(as_formula(clash))} and its opposite"
    return (Diagnostic("clash", Level.WARNING, message, None, "One of the facts or rules is wrong."),)


def argument(program: Program, theory: GroundTheory, roots: list[GroundFact], asked: list[GroundFact]) -> Argument:
    """Return the argument for what is proved; for an open question, the conflicts that keep it open."""
    order: dict[GroundFact, GroundRule] = {}
    stack = [(fact, False) for fact in reversed(roots)]
    while stack:
        fact, ready = stack.pop()
        if fact in order:
            continue
        rule = theory.winner(fact)
        if ready:
            order[fact] = rule
            continue
        stack.append((fact, True))
        stack.extend((parent, False) for parent in reversed(rule.body))
    number = {fact: i + 1 for i, fact in enumerate(order)}
    steps = tuple(
        Firing(
            as_formula(fact),
            rule.label or ("rule" if rule.body else "fact"),
            tuple(number[parent] for parent in rule.body),
            rule.premise,
        )
        for fact, rule in order.items()
    )
    disputed = order if roots else [f for fact in asked for f in (fact, opposite(fact))]
    conflicts = tuple(dict.fromkeys(conflict for fact in disputed for conflict in theory.conflicts(fact)))
    literals = frozenset(as_formula(f) for f, status in theory.status.items() if status is Status.PROVED)
    used = sorted({rule.premise for rule in order.values() if rule.premise < len(program.premises)})
    return Argument(literals, tuple(used), steps, conflicts, theory.team, theory.propagate)
