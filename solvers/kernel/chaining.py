"""What rules derive, and derivations as paths through it: the check of forward chaining.

Of the literals that are said to be derived it is found out by one join for each rule which instances have their bodies
among them. They are just what is derived if no instance leads out of them, and each can be reached by instances.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set

from ..clock import look
from ..logic.program import Program, Semantics
from ..logic.rules import (
    ForwardRule,
    GroundFact,
    SignedAtom,
    as_formula,
    as_rules,
    constants_of,
    literals_of,
    opposite,
)
from ..logic.syntax import Formula, Term, TermRow, Var
from .certificates import Closure, Firing, Verdict
from .refusal import Refused
from .tables import Key, Tables

Instance = tuple[int, tuple[GroundFact, ...], GroundFact]
"""The index of the formula that states a rule, the rule's body, its head."""
Values = Mapping[str, Term]


def check_closure(program: Program, verdict: Verdict, closure: Closure) -> None:
    """Make sure that a closure is what the rules derive, and that its steps show the verdict.

    Raises:
        Refused: it is not, or they do not.
    """
    if program.open_variables:
        raise Refused("the program does not consist of rules")
    Derivable(program).check(program.goal.formula, verdict, closure)


class Derivable:
    """What rules derive, worked out once for each set of things that they and a goal speak of.

    Args:
        program: the program that states them.

    Raises:
        Refused: it states other things than rules for forward chaining.
    """

    def __init__(self, program: Program) -> None:
        if program.semantics is not Semantics.RULES:
            raise Refused("the program is not one of forward chaining")
        self._rules = rules_of(program)
        self._things = frozenset(constants_of(self._rules, ()))
        self._known: dict[frozenset[Term], tuple[frozenset[Formula], Set[Instance]]] = {}

    def check(self, goal: Formula, verdict: Verdict, closure: Closure) -> None:
        """Make sure that a closure is what the rules derive, and that its steps show the verdict on a goal.

        Raises:
            Refused: it is not, or they do not.
        """
        goals = literals_asked(goal)
        things = self._things.union(*(args for _, args in goals))
        literals, made = self._known.get(things, (None, frozenset[Instance]()))
        if literals is not closure.literals:
            made = self._instances(things, closure.literals)
            self._known[things] = closure.literals, made
        shows(verdict, goals, {head for _, _, head in made}, replayed(closure.steps, made, {}))
        if closure.premises_used != tuple(sorted({step.premise for step in closure.steps})):
            raise Refused("the derivation uses other premises than it says")

    def _instances(self, things: frozenset[Term], literals: frozenset[Formula]) -> Set[Instance]:
        """Return the instances of rules by which these literals are derived, and no others."""
        facts = {fact for literal in literals for fact in literals_asked(literal)}
        made = {one for one, _ in instances(self._rules, facts, things)}
        heads = {head for _, _, head in made}
        if not heads == facts == least(made) or literals != set(map(as_formula, facts)):
            raise Refused("the rules do not derive just these literals")
        return made


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


def literals_asked(goal: Formula) -> list[GroundFact]:
    """Return the literals that a goal asks.

    Raises:
        Refused: it asks other things than literals.
    """
    goals = literals_of(goal)
    if goals is None or any(isinstance(term, Var) for one in goals for term in one.args):
        raise Refused("the program does not consist of rules")
    return [(one.key, one.args) for one in goals]


def shows(
    verdict: Verdict, goals: Sequence[GroundFact], derived: set[GroundFact], steps: Collection[GroundFact]
) -> None:
    """Make sure that a verdict is right where just these literals are derived, and that steps lead to what shows it."""
    proved, opposed = derived.issuperset(goals), derived.intersection(map(opposite, goals))
    found = (Verdict.ENTAILED, Verdict.INCONSISTENT) if proved else (Verdict.UNKNOWN, Verdict.REFUTED)
    if verdict is not found[bool(opposed)]:
        raise Refused("what is derived does not give the verdict")
    if (proved and not set(goals) <= set(steps)) or (opposed and opposed.isdisjoint(steps)):
        raise Refused("the steps do not end in what they should show")


def instances(
    rules: Iterable[ForwardRule],
    facts: Iterable[GroundFact],
    things: frozenset[Term],
    new: Collection[GroundFact] = (),
) -> Iterator[tuple[Instance, Values]]:
    """Yield the instances of rules whose bodies are among some facts, with the values of their variables.

    Args:
        rules: the rules.
        facts: the facts.
        things: what variables have as values.
        new: those of the facts of which one has to be in each body, if there are any.
    """
    rows: dict[Key, set[TermRow]] = defaultdict(set)
    for key, row in facts:
        rows[key].add(row)
    for key, row in new:
        rows["new", *key].add(row)
    tables = Tables(lambda key: rows.get(key, ()), lambda term: term)
    for rule in rules:
        look()
        names = dict.fromkeys((a.name for p in (*rule.body, rule.head) for a in p.args if isinstance(a, Var)), things)
        for at in range(len(rule.body)) if new else [-1]:
            atoms = [(("new", *one.key) if i == at else one.key, one.args) for i, one in enumerate(rule.body)]
            for columns, part in tables.extended((), [()], names, atoms):
                for row in part:
                    values = dict(zip(columns, row, strict=True))
                    body = tuple([_ground(one, values) for one in rule.body])
                    if all(args in rows[key] for key, args in body):
                        yield (rule.premise, body, _ground(rule.head, values)), values


def _ground(atom: SignedAtom, values: Values) -> GroundFact:
    return atom.key, tuple([values[arg.name] if isinstance(arg, Var) else arg for arg in atom.args])


def least(made: Iterable[Instance], known: Iterable[GroundFact] = ()) -> set[GroundFact]:
    """Return what follows from what is known by instances of rules."""
    new, found, missing = list(known), set[GroundFact](), dict[Instance, int]()
    needing: dict[GroundFact, list[Instance]] = defaultdict(list)
    for one in made:
        missing[one] = len(set(one[1]))
        for fact in set(one[1]):
            needing[fact].append(one)
        if not one[1]:
            new.append(one[2])
    while new:
        look()
        fact = new.pop()
        if fact not in found:
            found.add(fact)
            for one in needing[fact]:
                missing[one] -= 1
                if not missing[one]:
                    new.append(one[2])
    return found


def replayed(steps: Sequence[Firing], made: Collection[Instance], labels: Mapping[int, str]) -> list[GroundFact]:
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
