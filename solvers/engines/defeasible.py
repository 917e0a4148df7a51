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
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from ..bridges.forward import ForwardChain
from ..bridges.theory import GroundRule, GroundTheory, Status
from ..capabilities import Capabilities
from ..clock import left
from ..errors import OutsideFragment
from ..kernel.certificates import Comparison
from ..logic.diagnostics import Diagnostic, Level
from ..logic.program import Program
from ..logic.rules import ForwardRule, GroundFact, SignedName, as_formula, constants_of, opposite
from ..logic.syntax import Atom, Formula, Term, TermRow, Truth
from ..logic.theories import TheoryRules
from ..notation.printer import print_formula
from ..outcome import Argument, Countermodels, Firing, Limits, Outcome, Proof, Verdict, derived_verdict
from ..registry import engine
from ..running import attempt, bounded


def ground(
    program: Program, theory: TheoryRules, follows: Callable[[Formula], bool], team: bool, propagate: bool
) -> GroundTheory:
    """Return a program as a ground theory.

    Args:
        program: the program.
        theory: its rules.
        follows: whether a test follows from the background.
        team: whether rules of one side may share in beating attackers.
        propagate: whether ambiguity propagates.
    """
    rules = theory.rules
    labels = {i: rule.label for i, rule in enumerate(program.defeasible, len(program.premises))}
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
        excused = i in named and (i, tuple(values[v] for v in named[i] if v in values)) in exempt
        return not excused and theory.applies(rule, values, follows)

    plain = not exempt and not any(rule.tests for rule in rules)
    chain = ForwardChain(rules, constants_of(rules, theory.goals), None if plain else applies)
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
            theory = ground(program, rules, tests.follow, self.team, self.propagate)
        except _Undecided as why:
            return replace(why.outcome, engine=self.name, seconds=time.perf_counter() - started)
        theory.settle()
        facts = [(g.key, g.args) for g in rules.goals]
        proved = all(theory.status.get(f) is Status.PROVED for f in facts)
        opposed = [opposite(f) for f in facts if theory.status.get(opposite(f)) is Status.PROVED]
        verdict = derived_verdict(proved, bool(opposed))
        roots = [*(facts if proved else []), *(opposed if proved else opposed[:1])]
        certificate = argument(program, theory, roots, facts, tuple(tests.found.values()))
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


def _clash(theory: GroundTheory) -> tuple[Diagnostic, ...]:
    """Return a warning if facts and strict rules alone give both a literal and its opposite."""
    valued: dict[tuple[SignedName, TermRow], GroundFact] = {}
    for fact in theory.definite:
        (_, arity, positive), row = fact
        other = valued.setdefault((fact[0], row[:-1]), fact) if arity < 0 and positive else fact
        if positive and (opposite(fact) in theory.definite or other != fact):
            said = "its opposite" if other == fact else print_formula(as_formula(other))
            break
    else:
        return ()
    message = f"facts and strict rules give both {print_formula(as_formula(fact))} and {said}"
    return (Diagnostic("clash", Level.WARNING, message, None, "One of the facts or rules is wrong."),)


def argument(
    program: Program,
    theory: GroundTheory,
    roots: list[GroundFact],
    asked: list[GroundFact],
    comparisons: tuple[Comparison, ...] = (),
) -> Argument:
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
    used = {rule.premise for rule in order.values() if rule.premise < len(program.premises)}
    used.update(*(one.certificate.premises_used for one in comparisons if isinstance(one.certificate, Proof)))
    return Argument(literals, tuple(sorted(used)), steps, conflicts, theory.team, theory.propagate, comparisons)
