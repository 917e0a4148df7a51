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
from collections import defaultdict
from dataclasses import dataclass, field, replace

from ..bridges.forward import Reasons, derivation, derived_of
from ..capabilities import Capabilities
from ..clock import left, look
from ..errors import OutsideFragment
from ..kernel.arguments import GroundTheory
from ..kernel.certificates import Comparison
from ..kernel.chaining import GroundInstance
from ..logic.diagnostics import Diagnostic, Level
from ..logic.program import Program
from ..logic.rules import GroundFact, SignedName, as_fact, as_formula, opposite
from ..logic.syntax import Formula, TermRow, Truth
from ..logic.theories import TheoryRules
from ..notation.printer import print_formula
from ..outcome import Argument, Conflict, Countermodels, Limits, Outcome, Proof, Verdict
from ..registry import engine
from ..running import attempt, bounded


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
        try:
            if program.defaults or program.open_variables:
                raise OutsideFragment(program.goal.formula, "Defaults are for the solver 'default'.")
            rules = TheoryRules(program)
        except OutsideFragment as fault:
            formula, hint = fault.args
            note = Diagnostic(
                "outside-fragment", Level.ERROR, f"a defeasible theory can't hold {print_formula(formula)}", None, hint
            )
            return Outcome(Verdict.UNDECIDED, self.name, time.perf_counter() - started, None, (note,))
        tests = _Tests(rules.background, limits)
        try:
            if rules.background is not None:
                tests.follow(Truth(False))  # do these premises contradict each other?
            theory = GroundTheory(program, rules, tests.follow, self.team, self.propagate)
        except _Undecided as why:
            return replace(why.outcome, engine=self.name, seconds=time.perf_counter() - started)
        facts = [(g.key, g.args) for g in rules.goals]
        verdict, roots = derived_of(facts, theory.low[0])
        certificate = _argument(theory, roots, facts, tuple(tests.found.values()))
        return Outcome(verdict, self.name, time.perf_counter() - started, certificate, _clash(theory))


class _Undecided(Exception):
    """A test that can't be decided, or premises about numbers that contradict each other."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome


@dataclass(slots=True)
class _Tests:
    """Whether conditions follow from the premises about functions without stated values.

    Attributes:
        background: these premises.
        limits: the time and memory for all of them.
        found: what was found out.
    """

    background: Program | None
    limits: Limits
    found: dict[Formula, Comparison] = field(default_factory=dict)

    def follow(self, test: Formula) -> bool:
        """Return whether a closed test follows.

        Raises:
            _Undecided: that was not found out, or the premises contradict each other.
        """
        if test not in self.found:
            assert self.background is not None
            limits = Limits(min(left(), self.limits.seconds), self.limits.megabytes)
            outcome = attempt(engine("z3").make(), self.background.asking(test), limits)
            if outcome.verdict in {Verdict.INCONSISTENT, Verdict.UNDECIDED}:
                message = f"it was not decided whether {print_formula(test)} follows from the premises"
                note = Diagnostic("comparison-open", Level.WARNING, message, None, "Allow more time.")
                raise _Undecided(
                    outcome
                    if outcome.verdict is Verdict.INCONSISTENT
                    else replace(outcome, certificate=None, diagnostics=(*outcome.diagnostics, note))
                )
            assert isinstance(outcome.certificate, Proof | Countermodels | None)
            self.found[test] = Comparison(test, outcome.verdict, outcome.certificate)
        return self.found[test].verdict is Verdict.ENTAILED


def _argument(
    theory: GroundTheory, roots: list[GroundFact], asked: list[GroundFact], comparisons: tuple[Comparison, ...]
) -> Argument:
    """Return the argument for what is proved; for an open question, the conflicts that keep it open."""
    why = _reasons(theory)
    steps, used = derivation(roots, why, theory.labels)
    disputed = [one for step in steps if (one := as_fact(step.formula))] or [
        fact for one in asked for fact in (one, opposite(one))
    ]
    conflicts: dict[Conflict, None] = {}
    for fact in disputed:
        label = theory.labels.get(why[fact][0], "") if fact in why else ""
        for ways in theory.conflicts(fact):  # by the rule that proves it, if one does
            told = min(ways, key=lambda way: (way[0] != label, way))
            conflicts[Conflict(as_formula(fact), *told)] = None
    of_tests = (one.certificate.premises_used for one in comparisons if isinstance(one.certificate, Proof))
    literals = frozenset(map(as_formula, theory.low[0]))
    premises = tuple(sorted({*used}.union(*of_tests)))
    return Argument(literals, premises, steps, tuple(conflicts), theory.team, theory.propagate, comparisons)


def _reasons(theory: GroundTheory) -> Reasons:
    """Return why each literal is proved: by the rule that beats most of those against it, of those that may."""
    standing: dict[GroundFact, list[GroundInstance]] = defaultdict(list)
    for one in filter(theory.stands, theory.made):
        strict = one[0] not in theory.labels and theory.definite.issuperset(one[1])
        if strict or one[2] not in theory.definite:
            standing[one[2]].append(one)

    def beaten(one: GroundInstance) -> int:
        labels = theory.labels
        against = (labels.get(other[0], "") for other in theory.side[opposite(one[2])])
        return sum((labels.get(one[0], ""), label) in theory.ranks for label in against)

    found: dict[GroundFact, GroundInstance] = {}
    while standing:
        look()
        ready = {fact: [one for one in ones if found.keys() >= {*one[1]}] for fact, ones in standing.items()}
        for fact in [fact for fact, ones in ready.items() if ones]:
            found[fact] = max(ready[fact], key=beaten)
            del standing[fact]
    return found


def _clash(theory: GroundTheory) -> tuple[Diagnostic, ...]:
    """Return a warning if facts and strict rules alone give both a literal and its opposite."""
    valued: dict[tuple[SignedName, TermRow], GroundFact] = {}
    definite = dict.fromkeys(head for _, _, head in theory.made if head in theory.definite)
    for fact in definite:
        (_, arity, positive), row = fact
        other = valued.setdefault((fact[0], row[:-1]), fact) if arity < 0 and positive else fact
        if positive and (opposite(fact) in definite or other != fact):
            said = "its opposite" if other == fact else print_formula(as_formula(other))
            message = f"facts and strict rules give both {print_formula(as_formula(fact))} and {said}"
            return (Diagnostic("clash", Level.WARNING, message, None, "One of the facts or rules is wrong."),)
    return ()
