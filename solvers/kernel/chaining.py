"""What rules derive, worked out anew, and derivations as paths through it: the check of forward chaining."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ..clock import look
from ..logic.program import Program, Semantics
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
from .certificates import Closure, Firing, Verdict
from .refusal import Refused

Instance = tuple[int, tuple[GroundFact, ...], GroundFact]
"""The index of the formula that states a rule, the rule's body, its head."""
Values = dict[str, Term]


def check_closure(program: Program, verdict: Verdict, closure: Closure) -> None:
    """Make sure that a closure is what the rules derive, and that its steps show the verdict.

    Raises:
        Refused: it is not, or they do not.
    """
    if program.semantics is not Semantics.RULES:
        raise Refused("the program is not one of forward chaining")
    rules, goals = stated(program)
    check_derived(Derivable(rules), goals, verdict, closure)


class Derivable:
    """What rules derive, worked out once for each set of things that they and a goal speak of.

    Args:
        rules: the rules.
    """

    def __init__(self, rules: Sequence[ForwardRule]) -> None:
        self._rules = rules
        self._things = frozenset(constants_of(rules, ()))
        self._known: dict[frozenset[Term], tuple[dict[Instance, None], set[GroundFact]]] = {}
        self._right: dict[frozenset[Term], frozenset[Formula]] = {}

    def by(
        self, goals: Sequence[GroundFact], literals: frozenset[Formula]
    ) -> tuple[dict[Instance, None], set[GroundFact]]:
        """Return the instances of rules with which goals are derived, and all that is.

        Args:
            goals: the literals that are asked.
            literals: what is said to be all that is derived.

        Raises:
            Refused: it is not.
        """
        more = frozenset(term for _, args in goals for term in args) - self._things
        if more not in self._known:
            made = dict.fromkeys(instances(self._rules, goals))
            self._known[more] = made, {head for _, _, head in made}
        found = self._known[more]
        if self._right.get(more) is not literals:
            if literals != {as_formula(fact) for fact in found[1]}:
                raise Refused("the rules do not derive just these literals")
            self._right[more] = literals
        return found


def check_derived(derivable: Derivable, goals: Sequence[GroundFact], verdict: Verdict, closure: Closure) -> None:
    """Make sure that a closure is what rules derive, and that its steps show the verdict on these literals.

    Raises:
        Refused: it is not, or they do not.
    """
    made, derived = derivable.by(goals, closure.literals)
    shows(verdict, goals, derived, replayed(closure.steps, made, {}))
    if closure.premises_used != tuple(sorted({step.premise for step in closure.steps})):
        raise Refused("the derivation uses other premises than it says")


def stated(program: Program) -> tuple[list[ForwardRule], list[GroundFact]]:
    """Return the rules of a program's premises and defeasible rules, and the literals that its goal asks.

    Raises:
        Refused: it states other things than rules, or asks other things than literals.
    """
    return rules_of(program), literals_asked(None if program.open_variables else program.goal.formula)


def rules_of(program: Program) -> list[ForwardRule]:
    """Return the rules of a program's premises and defeasible rules.

    Raises:
        Refused: it states other things than rules.
    """
    formulas = [*(p.formula for p in program.premises), *(rule.formula for rule in program.defeasible)]
    rules = [as_rules(formula, i) for i, formula in enumerate(formulas)]
    if None in rules or program.defaults:
        raise Refused("the program does not consist of rules")
    return [rule for ones in rules for rule in ones or ()]


def literals_asked(goal: Formula | None) -> list[GroundFact]:
    """Return the literals that a goal asks.

    Raises:
        Refused: it asks other things than literals.
    """
    goals = None if goal is None else literals_of(goal)
    if goals is None or any(isinstance(term, Var) for one in goals for term in one.args):
        raise Refused("the program does not consist of rules")
    return [(one.key, one.args) for one in goals]


def shows(
    verdict: Verdict,
    goals: Sequence[GroundFact],
    derived: Collection[GroundFact],
    steps: Collection[GroundFact],
) -> None:
    """Make sure that a verdict is right where just these literals are derived, and that steps lead to what shows it."""
    proved, opposed = all(goal in derived for goal in goals), [g for g in map(opposite, goals) if g in derived]
    found = (Verdict.ENTAILED, Verdict.INCONSISTENT) if proved else (Verdict.UNKNOWN, Verdict.REFUTED)
    if verdict is not found[bool(opposed)]:
        raise Refused("what is derived does not give the verdict")
    if (proved and not set(goals) <= set(steps)) or (opposed and set(opposed).isdisjoint(steps)):
        raise Refused("the steps do not end in what they should show")


def instances(
    rules: Sequence[ForwardRule],
    goals: Iterable[GroundFact],
    applies: Callable[[Instance, Values], bool] = lambda *_: True,
) -> Iterator[Instance]:
    """Yield the instances of rules whose bodies are derived, each of them once or more.

    Args:
        rules: the rules.
        goals: the literals that are asked.
        applies: whether an instance may be used, by the values of its variables.
    """
    chain = _Chain(constants_of(rules, [SignedAtom(key, args) for key, args in goals]), applies)
    return chain.run(rules)


@dataclass(slots=True)
class _Chain:
    """Rules on the way to all that they derive.

    Attributes:
        domain: what variables have as values that no body binds.
        applies: whether an instance may be used.
        known: what is derived.
        waiting: what of that no body was matched with yet.
        rows: the arguments of the rest, by predicate, and by predicate, place and thing.
    """

    domain: list[Term]
    applies: Callable[[Instance, Values], bool]
    known: set[GroundFact] = field(default_factory=set)
    waiting: list[GroundFact] = field(default_factory=list)
    rows: dict[tuple[SignedName, int, Term | None], list[TermRow]] = field(default_factory=lambda: defaultdict(list))

    def run(self, rules: Sequence[ForwardRule]) -> Iterator[Instance]:
        uses: dict[SignedName, list[tuple[ForwardRule, int]]] = defaultdict(list)
        for rule in rules:
            for i, part in enumerate(rule.body):
                uses[part.key].append((rule, i))
            if not rule.body:
                yield from self._fire(rule, {})
        while self.waiting:
            key, row = self.waiting.pop()
            self.rows[key, -1, None].append(row)
            for i, thing in enumerate(row):
                self.rows[key, i, thing].append(row)
            for rule, i in uses[key]:
                if (first := matched(rule.body[i].args, row, {})) is not None:
                    for values in self._join([*rule.body[:i], *rule.body[i + 1 :]], first):
                        yield from self._fire(rule, values)

    def _join(self, parts: Sequence[SignedAtom], values: Values) -> Iterator[Values]:
        """Yield the values with those under which all parts are derived."""
        look()
        if not parts:
            yield values
            return
        part, *rest = parts
        bound = [(i, values.get(arg.name) if isinstance(arg, Var) else arg) for i, arg in enumerate(part.args)]
        tables: list[list[TermRow]] = [
            self.rows.get((part.key, i, thing), []) for i, thing in bound if thing is not None
        ]
        for row in min(tables or [self.rows[part.key, -1, None]], key=len):
            if (more := matched(part.args, row, values)) is not None:
                yield from self._join(rest, more)

    def _fire(self, rule: ForwardRule, values: Values) -> Iterator[Instance]:
        """Yield the instances of a rule with these values, and note what they derive."""
        look()
        free = next((a.name for a in rule.head.args if isinstance(a, Var) and a.name not in values), None)
        if free is not None:
            for thing in self.domain:
                yield from self._fire(rule, {**values, free: thing})
            return
        body = tuple((part.key, _row(part.args, values)) for part in rule.body)
        head = rule.head.key, _row(rule.head.args, values)
        instance = rule.premise, body, head
        if self.applies(instance, values):
            yield instance
            if head not in self.known:
                self.known.add(head)
                self.waiting.append(head)


def matched(args: TermRow, row: TermRow, values: Values) -> Values | None:
    """Return the values with those under which the arguments are the row; ``None`` if there are none."""
    values = dict(values)
    for arg, thing in zip(args, row, strict=True):
        if (values.setdefault(arg.name, thing) if isinstance(arg, Var) else arg) != thing:
            return None
    return values


def _row(args: TermRow, values: Values) -> TermRow:
    return tuple([values[arg.name] if isinstance(arg, Var) else arg for arg in args])


def replayed(steps: Sequence[Firing], made: Collection[Instance], labels: dict[int, str]) -> list[GroundFact]:
    """Return what the steps of a derivation state, each of which has to be an instance of a rule.

    Args:
        steps: the steps.
        made: the instances that may be used.
        labels: what rules are called that are neither ``rule`` nor ``fact``, by the index of their formula.

    Raises:
        Refused: a step does not stand.
    """
    found: list[GroundFact] = []
    for number, step in enumerate(steps, 1):
        if type(step) is Firing and all(0 < parent < number for parent in step.parents):
            body, [head] = tuple(found[parent - 1] for parent in step.parents), literals_asked(step.formula)
            word = labels.get(step.premise, "rule" if body else "fact")
            if (step.premise, body, head) in made and (step.rule, step.formula) == (word, as_formula(head)):
                found.append(head)
                continue
        raise Refused(f"step {number} of the derivation does not stand", number)
    return found
