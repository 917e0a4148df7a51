"""Forward chaining over rules as they are written: the logic behind ProofWriter's labels.

A rule fires when its body is derived, and then its head is derived. Negation is
explicit: ``¬p`` is derived by a fact or a rule or not at all, and no rule is ever
used backwards. The fragment is Datalog with signed literals: universally quantified
implications from a conjunction of literals to literals, without functions.

Evaluation is semi-naive: each round joins one body literal with what the last round
derived and the others with all that is known, so that no derivation is made twice.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..capabilities import Capabilities
from ..clock import look
from ..logic.diagnostics import Diagnostic, Level
from ..logic.program import Program
from ..logic.rules import (
    ForwardRule,
    GroundFact,
    SignedAtom,
    SignedName,
    as_formula,
    as_rules,
    constants_of,
    literals_of,
    opposite,
)
from ..logic.syntax import Formula, Term, TermRow, Var
from ..notation.printer import print_formula
from ..outcome import Closure, Limits, Outcome, Step, Verdict, derived_verdict
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
        chain = ForwardChain(rules, constants_of(rules, goals))
        chain.run()
        facts = [(g.key, g.args) for g in goals]
        proved = all(f in chain.derived for f in facts)
        opposed = [opposite(f) for f in facts if opposite(f) in chain.derived]
        verdict = derived_verdict(proved, bool(opposed))
        roots = [*(facts if proved else []), *(opposed if proved else opposed[:1])]
        steps, used = chain.derivation(roots)
        literals = frozenset(as_formula(fact) for fact in chain.derived)
        certificate = Closure(literals, used, steps)
        return Outcome(verdict, self.name, time.perf_counter() - started, certificate, chain.clashes())


def _outside(formula: Formula, started: float) -> Outcome:
    diagnostic = Diagnostic(
        "outside-fragment",
        Level.ERROR,
        f"the semantics 'rules' can't read {print_formula(formula)}",
        None,
        "Write facts and implications from literals to literals, or use the semantics 'classical'.",
    )
    return Outcome(Verdict.UNDECIDED, "rules", time.perf_counter() - started, None, (diagnostic,))


@dataclass(slots=True)
class ForwardChain:
    """All that rules derive, with the first derivation of each fact.

    Attributes:
        rules: the rules; those without a body are facts.
        constants: what head variables range over that no body binds.
        derived: each derived fact with the rule and the facts that it came from.
    """

    rules: list[ForwardRule]
    constants: list[Term]
    derived: dict[GroundFact, tuple[ForwardRule, tuple[GroundFact, ...]]] = field(default_factory=dict)
    _rows: dict[SignedName, list[TermRow]] = field(default_factory=lambda: defaultdict(list))
    _index: dict[tuple[SignedName, int, Term], list[TermRow]] = field(default_factory=lambda: defaultdict(list))

    def run(self) -> None:
        """Derive all there is.

        Raises:
            Late: the time is up.
            MemoryError: there is more than may be built.
        """
        uses: dict[SignedName, list[tuple[ForwardRule, int]]] = defaultdict(list)
        frontier: list[GroundFact] = []
        domain = self.constants
        for rule in self.rules:
            for position, part in enumerate(rule.body):
                uses[part.key].append((rule, position))
            if not rule.body:
                for values in self._instances(rule.head.args, {}, domain):
                    self._derive(rule, values, (), frontier)
        while frontier:
            # A fact enters the tables before its own rules fire, and alone: a join of
            # two new facts is then made exactly once, by the later of the two.
            key, row = frontier.pop()
            self._rows[key].append(row)
            look()
            for position, value in enumerate(row):
                self._index[key, position, value].append(row)
            for rule, position in uses[key]:
                first = _match(rule.body[position].args, row, {})
                if first is None:
                    continue
                others = [(i, part) for i, part in enumerate(rule.body) if i != position]
                for bound, found in self._join(others, first, {position: (key, row)}):
                    used = tuple(found[i] for i in range(len(rule.body)))
                    for complete in self._instances(rule.head.args, bound, domain):
                        self._derive(rule, complete, used, frontier)

    def _derive(
        self, rule: ForwardRule, values: dict[str, Term], used: tuple[GroundFact, ...], frontier: list[GroundFact]
    ) -> None:
        fact = (rule.head.key, tuple(values[a.name] if isinstance(a, Var) else a for a in rule.head.args))
        if fact not in self.derived:
            self.derived[fact] = (rule, used)
            frontier.append(fact)

    def _join(
        self, parts: list[tuple[int, SignedAtom]], values: dict[str, Term], found: dict[int, GroundFact]
    ) -> Iterator[tuple[dict[str, Term], dict[int, GroundFact]]]:
        if not parts:
            yield values, found
            return
        (i, part), rest = parts[0], parts[1:]
        for row in self._candidates(part, values):
            look()
            bound = _match(part.args, row, values)
            if bound is not None:
                yield from self._join(rest, bound, {**found, i: (part.key, row)})

    def _candidates(self, part: SignedAtom, values: dict[str, Term]) -> list[TermRow]:
        best = self._rows[part.key]
        for position, arg in enumerate(part.args):
            value = values.get(arg.name) if isinstance(arg, Var) else arg
            if value is not None:
                rows = self._index[part.key, position, value]
                if len(rows) < len(best):
                    best = rows
        return list(best)

    def _instances(self, args: TermRow, values: dict[str, Term], domain: list[Term]) -> Iterator[dict[str, Term]]:
        """Yield the values completed for variables that no body literal binds: they hold of everything."""
        unbound = next((a.name for a in args if isinstance(a, Var) and a.name not in values), None)
        if unbound is None:
            look()
            yield values
            return
        for term in domain:
            yield from self._instances(args, {**values, unbound: term}, domain)

    def derivation(self, roots: list[GroundFact]) -> tuple[tuple[Step, ...], tuple[int, ...]]:
        """Return the steps that lead to the facts, and the indices of the premises in them."""
        order: dict[GroundFact, None] = {}
        stack = [(fact, False) for fact in reversed(roots)]
        while stack:
            fact, ready = stack.pop()
            if fact in order:
                continue
            if ready:
                order[fact] = None
                continue
            stack.append((fact, True))
            stack.extend((parent, False) for parent in reversed(self.derived[fact][1]))
        number = {fact: i + 1 for i, fact in enumerate(order)}
        steps = []
        for fact in order:
            rule, parents = self.derived[fact]
            how = "rule" if rule.body else "fact"
            text = print_formula(as_formula(fact))
            steps.append(Step(number[fact], text, how, tuple(number[p] for p in parents), rule.premise))
        return tuple(steps), tuple(sorted({self.derived[fact][0].premise for fact in order}))

    def clashes(self) -> tuple[Diagnostic, ...]:
        """Return a warning if both a fact and its opposite are derived."""
        clash = next((f for f in self.derived if f[0][2] and opposite(f) in self.derived), None)
        if clash is None:
            return ()
        shown = print_formula(as_formula(clash))
        message = f"both {shown} and its opposite are derived"
        return (Diagnostic("clash", Level.WARNING, message, None, "One of the facts or rules is wrong."),)


def _match(args: TermRow, row: TermRow, values: dict[str, Term]) -> dict[str, Term] | None:
    """Return the values under which the arguments are the row, or ``None``."""
    bound = values
    for arg, value in zip(args, row, strict=True):
        if isinstance(arg, Var):
            known = bound.get(arg.name)
            if known is None:
                if bound is values:
                    bound = dict(values)
                bound[arg.name] = value
            elif known != value:
                return None
        elif arg != value:
            return None
    return bound if bound is not values else dict(values)
