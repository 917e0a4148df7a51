"""Defeasible theories: facts, strict and defeasible rules with preferences (BoardgameQA, section 3).

The logic is the ambiguity blocking defeasible logic of Antoniou, Billington, Governatori
and Maher (2001), which BoardgameQA's reference (Maher et al. 2020) evaluates at scale,
under its well-founded reading: a literal that could only support itself is not proved.

- What follows from facts by strict rules stands (definite).
- Another literal is proved if its opposite is not definite and a rule for it has a proved
  body, and no rule for its opposite defeats that: the other rule's body can't be proved,
  or it is beaten by a preference. Without ``team`` the same rule must beat every attacker
  that may apply; with ``team``, each attacker may be beaten by another rule of the side.
- Preferences are the pairs that are stated; they are not chained.

Grounding is by need: only instances whose bodies might be derived are made. Each literal
is looked at again only when something that it depends on was settled.
"""

from __future__ import annotations

import time
from collections import defaultdict, deque
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from .fol.diagnostics import Diagnostic, Level
from .fol.printer import print_formula
from .fol.program import Program
from .fol.syntax import Atom, Term, Var
from .outcome import Argument, Conflict, Limits, Outcome, Step, Verdict, derived_verdict
from .rules import Fact, ForwardChain, Rule, as_formula, as_rules, literals_of, opposite

_CHECK_EVERY: Final = 1024


class Status(IntEnum):
    """What is known of a literal."""

    FAILED = -1
    """It can't be proved."""
    OPEN = 0
    PROVED = 1


@dataclass(slots=True)
class Instance:
    """A ground rule.

    Attributes:
        label: the defeasible rule's label; empty for a strict rule or a fact.
        body: what must be proved.
        head: what is proved then.
        premise: the index of the strict premise, or that of the defeasible rule behind them.
        missing: how many of the body are not proved yet.
        dead: whether one of the body can't be proved.
    """

    label: str
    body: tuple[Fact, ...]
    head: Fact
    premise: int
    missing: int = 0
    dead: bool = False


@dataclass(slots=True)
class _Grounding(ForwardChain):
    """Forward chaining that keeps every instance of every rule, not the first one of each fact."""

    instances: list[tuple[Rule, Fact, tuple[Fact, ...]]] = field(default_factory=list)
    variables: dict[int, tuple[str, ...]] = field(default_factory=dict)
    exempt: frozenset[tuple[int, tuple[Term, ...]]] = frozenset()

    def _derive(self, rule: Rule, values: dict[str, Term], used: tuple[Fact, ...], frontier: list[Fact]) -> None:
        named = self.variables.get(rule.premise)
        if named is not None and (rule.premise, tuple(values[v] for v in named if v in values)) in self.exempt:
            return
        fact = (rule.head.key, tuple(values[a.name] if isinstance(a, Var) else a for a in rule.head.args))
        self.instances.append((rule, fact, used))
        if fact not in self.derived:
            self.derived[fact] = (rule, used)
            frontier.append(fact)


class OutsideFragment(ValueError):
    """A formula that is no rule."""


@dataclass(slots=True)
class Theory:
    """A ground defeasible theory and what it proves.

    Attributes:
        instances: the ground rules.
        preferences: pairs of labels, the preferred one first.
        team: whether rules of one side may share in beating attackers.
        definite: what follows from facts by strict rules.
        status: what is known of each literal.
        rank: when each literal was proved.
        by_head: the rules for each literal.
        by_body: the rules that need it.
    """

    instances: list[Instance]
    preferences: frozenset[tuple[str, str]]
    team: bool
    definite: dict[Fact, Instance] = field(default_factory=dict)
    status: dict[Fact, Status] = field(default_factory=dict)
    rank: dict[Fact, int] = field(default_factory=dict)
    by_head: dict[Fact, list[Instance]] = field(default_factory=lambda: defaultdict(list))
    by_body: dict[Fact, list[Instance]] = field(default_factory=lambda: defaultdict(list))

    def settle(self, deadline: float) -> bool:
        """Settle every literal and return whether that was done in time."""
        for one in self.instances:
            one.missing = len(set(one.body))
            self.by_head[one.head].append(one)
            for literal in set(one.body):
                self.by_body[literal].append(one)
        self._define()
        queue = deque({f for one in self.instances for f in (one.head, opposite(one.head), *one.body)})
        while True:
            if not self._spread(queue, deadline):
                return False
            stuck = self._unfounded()
            if not stuck:
                return True
            for literal in stuck:
                self._mark(literal, Status.FAILED, queue)

    def _define(self) -> None:
        """Find what facts and strict rules alone give."""
        waiting = {id(one): len(set(one.body)) for one in self.instances if not one.label}
        ready = [one for one in self.instances if not one.label and not one.body]
        while ready:
            one = ready.pop()
            if one.head in self.definite:
                continue
            self.definite[one.head] = one
            for other in self.by_body[one.head]:
                if not other.label:
                    waiting[id(other)] -= 1
                    if not waiting[id(other)]:
                        ready.append(other)

    def _spread(self, queue: deque[Fact], deadline: float) -> bool:
        """Settle literals until nothing changes."""
        count = 0
        while queue:
            count += 1
            if not count % _CHECK_EVERY and time.perf_counter() > deadline:
                return False
            literal = queue.popleft()
            if self.status.get(literal, Status.OPEN) is Status.OPEN:
                found = self._look(literal)
                if found is not Status.OPEN:
                    self._mark(literal, found, queue)
        return True

    def _mark(self, literal: Fact, status: Status, queue: deque[Fact]) -> None:
        self.status[literal] = status
        if status is Status.PROVED:
            self.rank[literal] = len(self.rank)
        for one in self.by_body[literal]:
            before = one.missing, one.dead
            if status is Status.PROVED:
                one.missing -= 1
            else:
                one.dead = True
            if before != (one.missing, one.dead):
                queue += (one.head, opposite(one.head))

    def _look(self, literal: Fact) -> Status:
        """Return what is known of a literal by now."""
        if literal in self.definite:
            return Status.PROVED
        against = opposite(literal)
        if against in self.definite:
            return Status.FAILED
        supports = [one for one in self.by_head.get(literal, ()) if not one.dead]
        if not supports:
            return Status.FAILED
        attacks = [one for one in self.by_head.get(against, ()) if not one.dead]
        applies = [one for one in supports if not one.missing]
        if self.team:
            if applies and all(any(self.beats(one, other) for one in applies) for other in attacks):
                return Status.PROVED
            lost = any(not a.missing and not any(self.beats(one, a) for one in supports) for a in attacks)
            return Status.FAILED if lost else Status.OPEN
        if any(all(self.beats(one, other) for other in attacks) for one in applies):
            return Status.PROVED
        lost = all(any(not a.missing and not self.beats(one, a) for a in attacks) for one in supports)
        return Status.FAILED if lost else Status.OPEN

    def beats(self, one: Instance, other: Instance) -> bool:
        """Return whether a rule is preferred to another."""
        return (one.label, other.label) in self.preferences

    def _unfounded(self) -> list[Fact]:
        """Return the open literals that could only support themselves."""
        reached = {f for f, status in self.status.items() if status is Status.PROVED}
        waiting = {id(one): sum(f not in reached for f in set(one.body)) for one in self.instances if not one.dead}
        ready = [one for one in self.instances if not one.dead and not waiting[id(one)]]
        while ready:
            one = ready.pop()
            if one.head in reached or self.status.get(one.head) is Status.FAILED:
                continue
            reached.add(one.head)
            for other in self.by_body[one.head]:
                if id(other) in waiting:
                    waiting[id(other)] -= 1
                    if not waiting[id(other)]:
                        ready.append(other)
        heads = {one.head for one in self.instances}
        return [f for f in heads if self.status.get(f, Status.OPEN) is Status.OPEN and f not in reached]

    def winner(self, literal: Fact) -> Instance:
        """Return the rule that proves a literal."""
        if literal in self.definite:
            return self.definite[literal]
        attacks = [one for one in self.by_head.get(opposite(literal), ()) if not one.dead]
        before = self.rank[literal]
        applies = [one for one in self.by_head[literal] if all(self.rank.get(b, before) < before for b in one.body)]
        return max(applies, key=lambda one: sum(self.beats(one, other) for other in attacks))

    def conflicts(self, literal: Fact) -> list[Conflict]:
        """Return how the rules for a literal stand to those for its opposite."""
        if literal in self.definite:
            return []
        shown = print_formula(as_formula(literal))
        applies = [one for one in self.by_head.get(literal, ()) if not one.missing and not one.dead]
        if not applies:
            return []
        first = self.winner(literal) if literal in self.rank else applies[0]
        found = []
        for other in self.by_head.get(opposite(literal), ()):
            if other.missing or other.dead:
                why = "not proved"
            elif any(self.beats(one, other) for one in (applies if self.team else [first])):
                why = "preferred"
            else:
                why = "beaten" if self.beats(other, first) else "undecided"
            found.append(Conflict(shown, first.label, other.label, why))
        return found


def ground(program: Program, deadline: float, *, team: bool = False) -> Theory | None:
    """Return a program as a ground theory, or ``None`` if that takes too long.

    Raises:
        OutsideFragment: a premise or default is no rule.
    """
    rules: list[Rule] = []
    labels: dict[int, str] = {}
    goals = literals_of(program.goal.formula) or []
    for i, formula in enumerate([*(p.formula for p in program.premises), *(d.formula for d in program.defeasible)]):
        stated = as_rules(formula, i)
        if stated is None:
            raise OutsideFragment(print_formula(formula))
        rules += stated
        if i >= len(program.premises):
            labels[i] = program.defeasible[i - len(program.premises)].label
    chain = _Grounding(rules, [a for g in goals for a in g.args], deadline)
    excused = [e.formula for e in program.exceptions if isinstance(e.formula, Atom)]
    excepted = {i: {atom.args for atom in excused if atom.name == label} for i, label in labels.items()}
    chain.exempt = frozenset((i, args) for i, rows in excepted.items() for args in rows)
    chain.variables = {i: program.defeasible[i - len(program.premises)].variables for i, _ in chain.exempt}
    if not chain.run():
        return None
    instances = [Instance(labels.get(r.premise, ""), used, fact, r.premise) for r, fact, used in chain.instances]
    return Theory(instances, frozenset(program.preferences), team)


@dataclass(frozen=True, slots=True)
class DefeasibleSolver:
    """A solver for programs with defeasible rules and preferences.

    Attributes:
        certify: of no matter: the argument comes with the answer.
        team: whether rules of one side may share in beating attackers.
    """

    certify: bool = True
    team: bool = False

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "defeasible"

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
            theory = ground(program, started + limits.seconds, team=self.team)
        except OutsideFragment as formula:
            message = f"a defeasible theory can't hold {formula}"
            hint = "Write facts, and implications from literals to literals."
            fault = Diagnostic("outside-fragment", Level.ERROR, message, None, hint)
            return Outcome(Verdict.UNDECIDED, self.name, time.perf_counter() - started, None, (fault,))
        if theory is None or not theory.settle(started + limits.seconds):
            return Outcome(Verdict.UNDECIDED, self.name, time.perf_counter() - started)
        facts = [(g.key, g.args) for g in goals]
        proved = all(theory.status.get(f) is Status.PROVED for f in facts)
        opposed = [opposite(f) for f in facts if theory.status.get(opposite(f)) is Status.PROVED]
        verdict = derived_verdict(proved, bool(opposed))
        roots = [*(facts if proved else []), *(opposed if proved else opposed[:1])]
        certificate = argument(program, theory, roots, facts)
        return Outcome(verdict, self.name, time.perf_counter() - started, certificate, _cycles(program))


def argument(program: Program, theory: Theory, roots: list[Fact], asked: list[Fact]) -> Argument:
    """Return the argument for what is proved; for an open question, the conflicts that keep it open."""
    order: dict[Fact, Instance] = {}
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
        Step(
            number[fact],
            print_formula(as_formula(fact)),
            rule.label or ("rule" if rule.body else "fact"),
            tuple(number[parent] for parent in rule.body),
            rule.premise,
        )
        for fact, rule in order.items()
    )
    disputed = order if roots else [f for fact in asked for f in (fact, opposite(fact))]
    conflicts = tuple(conflict for fact in disputed for conflict in theory.conflicts(fact))
    literals = frozenset(as_formula(f) for f, status in theory.status.items() if status is Status.PROVED)
    used = sorted({rule.premise for rule in order.values() if rule.premise < len(program.premises)})
    return Argument(literals, tuple(used), steps, conflicts)


def _cycles(program: Program) -> tuple[Diagnostic, ...]:
    """Return a warning if two rules are preferred to each other."""
    pairs = set(program.preferences)
    found = next(((a, b) for a, b in program.preferences if (b, a) in pairs), None)
    if found is None:
        return ()
    message = f"{found[0]} and {found[1]} are preferred to each other"
    return (Diagnostic("preference-cycle", Level.WARNING, message, None, "Drop one of the preferences."),)
