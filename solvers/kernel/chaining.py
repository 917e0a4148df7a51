"""What rules derive, worked out anew, and derivations as paths through it: the check of forward chaining.

Rules are applied in rounds, each to what the round before derived and to all that is known, by joins over tables.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from ..clock import look
from ..logic.program import Program, Semantics
from ..logic.rules import (
    ForwardRule,
    GroundFact,
    SignedAtom,
    SignedName,
    as_fact,
    as_formula,
    as_rules,
    constants_of,
    literals_of,
    opposite,
)
from ..logic.syntax import Formula, Term, TermRow, Var
from ..logic.walkers import free_variables
from .certificates import Argument, Closure, Firing, Verdict
from .refusal import Refused
from .tables import Tables, Values

GroundInstance = tuple[int, tuple[GroundFact, ...], GroundFact]
"""The index of the formula that states a rule, the rule's body, its head."""


class Derivable:
    """What rules derive, worked out once for each set of things that they and a goal speak of.

    Args:
        program: the program that states them.

    Raises:
        Refused: it states other things than rules for forward chaining.
    """

    def __init__(self, program: Program) -> None:
        stated = [as_rules(premise.formula, i) for i, premise in enumerate(program.premises)]
        if program.semantics is not Semantics.RULES or program.open_variables or program.rules or None in stated:
            raise Refused("the program is not one of forward chaining")
        self._rules = [rule for ones in stated for rule in ones or ()]
        self._things = things_of(self._rules, ())
        self._known: dict[frozenset[Term], tuple[dict[GroundInstance, None], set[GroundFact]]] = {}
        self._right: dict[frozenset[Term], frozenset[Formula]] = {}

    def check(self, goal: Formula, verdict: Verdict, closure: Closure) -> None:
        """Make sure that a closure is what the rules derive, and that its steps show the verdict on a goal.

        Raises:
            Refused: it is not, or they do not.
        """
        asked = literals_of(goal)
        if asked is None or any(isinstance(term, Var) for one in asked for term in one.args):
            raise Refused("the goal is not one of forward chaining")
        goals = [(one.key, one.args) for one in asked]
        more = things_of((), goals) - self._things
        if more not in self._known:
            made = derived(self._rules, self._things | more)
            self._known[more] = made, {head for _, _, head in made}
        made, facts = self._known[more]
        if self._right.get(more) is not closure.literals:
            check_literals(closure, facts)
            self._right[more] = closure.literals
        check_steps(verdict, goals, closure, facts, made, {})


def things_of(rules: Iterable[ForwardRule], goals: Iterable[GroundFact]) -> frozenset[Term]:
    """Return what variables have as values: all that rules and goals speak of."""
    return frozenset(constants_of(rules, [SignedAtom(*goal) for goal in goals]))


def check_literals(found: Closure | Argument, facts: Iterable[GroundFact]) -> None:
    """Make sure that a certificate speaks of just these literals."""
    if found.literals != set(map(as_formula, facts)):
        raise Refused("the rules do not derive just these literals")


def check_steps(
    verdict: Verdict,
    goals: Sequence[GroundFact],
    found: Closure | Argument,
    facts: set[GroundFact],
    made: Collection[GroundInstance],
    labels: Mapping[int, str],
    beside: Iterable[int] = (),
) -> list[GroundFact]:
    """Return what the steps of a derivation state, after a look whether they lead to what shows a verdict.

    Args:
        verdict: the verdict.
        goals: the literals that are asked.
        found: what has the steps.
        facts: what is derived.
        made: the instances of rules by which it is.
        labels: what rules are called that are neither ``rule`` nor ``fact``, by the index of their formula.
        beside: the premises that are used beside those of the steps.

    Raises:
        Refused: they do not, or a step is no instance of a rule.
    """
    proved, opposed = facts.issuperset(goals), facts.intersection(map(opposite, goals))
    right = (Verdict.ENTAILED, Verdict.INCONSISTENT) if proved else (Verdict.UNKNOWN, Verdict.REFUTED)
    if verdict is not right[bool(opposed)]:
        raise Refused("what is derived does not give the verdict")
    stated: list[GroundFact] = []
    for number, step in enumerate(found.steps, 1):
        head = as_fact(step.formula) if type(step) is Firing else None
        if head is None or not all(0 < parent < number for parent in step.parents):
            raise Refused(f"step {number} of the derivation does not stand", number)
        body = tuple([stated[parent - 1] for parent in step.parents])
        rule = labels.get(step.premise, "rule" if body else "fact")
        if (step.premise, body, head) not in made or (step.rule, step.formula) != (rule, as_formula(head)):
            raise Refused(f"step {number} of the derivation does not stand", number)
        stated.append(head)
    if (proved and not set(goals) <= set(stated)) or (opposed and opposed.isdisjoint(stated)):
        raise Refused("the steps do not end in what they should show")
    if found.premises_used != tuple(sorted({step.premise for step in found.steps}.union(beside) - labels.keys())):
        raise Refused("the derivation uses other premises than it says")
    return stated


def derived(
    rules: Sequence[ForwardRule],
    things: frozenset[Term],
    applies: Callable[[ForwardRule, Values], bool] = lambda *_: True,
) -> dict[GroundInstance, None]:
    """Return the instances of rules whose bodies are derived.

    Args:
        rules: the rules.
        things: what variables have as values.
        applies: whether a rule may be used with these values.
    """
    made, rows = dict[GroundInstance, None](), defaultdict[SignedName, set[TermRow]](set)
    tables, uses = Tables(rows), defaultdict[SignedName, list[tuple[ForwardRule, TermRow]]](list)
    found = dict[GroundFact, None]()

    def fire(rule: ForwardRule, known: Values) -> None:
        variables = [a.name for one in (*rule.body, rule.head) for a in one.args if isinstance(a, Var)]
        variables += [name for test in rule.tests for name in free_variables(test)]
        new = {name: things for name in variables if name not in known}
        for values in tables.solutions([(one.key, one.args) for one in rule.body], known, new):
            body, head = tuple([_ground(one, values) for one in rule.body]), _ground(rule.head, values)
            if all(args in rows[key] for key, args in body) and applies(rule, values):
                made[rule.premise, body, head] = None
                if head not in found:
                    found[head] = None
                    due.append(head)

    due = list[GroundFact]()
    for rule in rules:
        for one in rule.body:
            uses[one.key].append((rule, one.args))
        if not rule.body:
            fire(rule, {})
    for key, row in due:
        rows[key].add(row)
        tables.added(key, row)
        for rule, pattern in uses[key]:
            if (values := matched(pattern, row)) is not None:
                fire(rule, values)
    return made


def matched(args: TermRow, row: TermRow) -> dict[str, Term] | None:
    """Return the values under which arguments are a row; ``None`` if there are none."""
    values: dict[str, Term] = {}
    for arg, thing in zip(args, row, strict=True):
        if (values.setdefault(arg.name, thing) if isinstance(arg, Var) else arg) != thing:
            return None
    return values


def _ground(atom: SignedAtom, values: Values) -> GroundFact:
    return atom.key, tuple([values[arg.name] if isinstance(arg, Var) else arg for arg in atom.args])


def least(made: Collection[GroundInstance], known: Iterable[GroundFact] = ()) -> set[GroundFact]:
    """Return what follows from what is known by instances of rules."""
    found, before = set(known), -1
    while before < len(found):
        before = len(found)
        for _, body, head in made:
            look()
            if head not in found and found.issuperset(body):
                found.add(head)
    return found
