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
    as_fact,
    as_formula,
    as_rules,
    constants_of,
    literals_of,
    opposite,
)
from ..logic.syntax import Formula, Term, TermRow, Var
from ..logic.walkers import free_variables
from .certificates import Closure, Firing, Verdict
from .refusal import Refused
from .tables import Columns, TableKey, Tables

GroundInstance = tuple[int, tuple[GroundFact, ...], GroundFact]
"""The index of the formula that states a rule, the rule's body, its head."""
RuleUse = tuple[ForwardRule, int]
"""A rule, and a place in its body."""
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
        self._things = frozenset(things_of(self._rules, ()))
        self._known: dict[frozenset[Term], tuple[dict[GroundInstance, None], set[GroundFact]]] = {}
        self._right: dict[frozenset[Term], frozenset[Formula]] = {}

    def check(self, goal: Formula, verdict: Verdict, closure: Closure) -> None:
        """Make sure that a closure is what the rules derive, and that its steps show the verdict on a goal.

        Raises:
            Refused: it is not, or they do not.
        """
        goals = literals_asked(goal)
        more = frozenset(term for _, args in goals for term in args) - self._things
        if more not in self._known:
            made = derived(self._rules, self._things | more)
            self._known[more] = made, {head for _, _, head in made}
        made, facts = self._known[more]
        if self._right.get(more) is not closure.literals:
            if closure.literals != set(map(as_formula, facts)):
                raise Refused("the rules do not derive just these literals")
            self._right[more] = closure.literals
        shows(verdict, goals, facts, replayed(closure.steps, made, {}))
        if closure.premises_used != tuple(sorted({step.premise for step in closure.steps})):
            raise Refused("the derivation uses other premises than it says")


def rules_of(program: Program) -> list[ForwardRule]:
    """Return the rules of a program's premises.

    Raises:
        Refused: it states other things than rules.
    """
    rules = [as_rules(premise.formula, i) for i, premise in enumerate(program.premises)]
    if None in rules or program.rules:
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


def things_of(rules: Iterable[ForwardRule], goals: Iterable[GroundFact]) -> list[Term]:
    """Return what variables have as values: all that rules and goals speak of."""
    return constants_of(rules, [SignedAtom(*goal) for goal in goals])


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
    made, rows, uses = (
        dict[GroundInstance, None](),
        defaultdict[TableKey, set[TermRow]](set),
        defaultdict[TableKey, list[RuleUse]](list),
    )
    tables = Tables(rows, lambda term: term)
    for rule in rules:
        for i, one in enumerate(rule.body):
            uses[one.key].append((rule, i))
    due: list[tuple[ForwardRule, Columns, list[TermRow]]] = [(rule, (), [()]) for rule in rules if not rule.body]
    while due:
        new: dict[TableKey, set[TermRow]] = defaultdict(set)
        for rule, columns, starts in due:
            look()
            variables = [a.name for one in (*rule.body, rule.head) for a in one.args if isinstance(a, Var)]
            variables += [name for test in rule.tests for name in free_variables(test)]
            rest = {name: things for name in variables if name not in columns}
            for names, part in tables.extended(columns, starts, rest, [(one.key, one.args) for one in rule.body]):
                for row in part:
                    values = dict(zip(names, row, strict=True))
                    body = tuple([_ground(one, values) for one in rule.body])
                    if all(args in rows[key] for key, args in body) and applies(rule, values):
                        key, args = head = _ground(rule.head, values)
                        made[rule.premise, body, head] = None
                        if args not in rows[key]:
                            new[key].add(args)
        for key, some in new.items():
            rows[key] |= some
            tables.added(key, some)
        due = [found for key, some in new.items() for rule, i in uses[key] if (found := _started(rule, i, some))[2]]
    return made


def _started(rule: ForwardRule, place: int, rows: Iterable[TermRow]) -> tuple[ForwardRule, Columns, list[TermRow]]:
    """Return a rule with the values of variables by which a part of its body is in some rows."""
    found = [values for row in rows if (values := matched(rule.body[place].args, row)) is not None]
    return rule, tuple(found[0]) if found else (), [tuple(values.values()) for values in found]


def matched(args: TermRow, row: TermRow) -> dict[str, Term] | None:
    """Return the values under which arguments are a row; ``None`` if there are none."""
    values: dict[str, Term] = {}
    for arg, thing in zip(args, row, strict=True):
        if (values.setdefault(arg.name, thing) if isinstance(arg, Var) else arg) != thing:
            return None
    return values


def _ground(atom: SignedAtom, values: Values) -> GroundFact:
    return atom.key, tuple([values[arg.name] if isinstance(arg, Var) else arg for arg in atom.args])


def least(made: Iterable[GroundInstance], known: Iterable[GroundFact] = ()) -> set[GroundFact]:
    """Return what follows from what is known by instances of rules."""
    new, found, missing = list(known), set[GroundFact](), dict[GroundInstance, int]()
    needing: dict[GroundFact, list[GroundInstance]] = defaultdict(list)
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


def replayed(steps: Sequence[Firing], made: Collection[GroundInstance], labels: Mapping[int, str]) -> list[GroundFact]:
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
        head = as_fact(step.formula) if type(step) is Firing else None
        if head is not None and all(0 < parent < number for parent in step.parents):
            body = tuple(found[parent - 1] for parent in step.parents)
            word = labels.get(step.premise, "rule" if body else "fact")
            if (step.premise, body, head) in made and (step.rule, step.formula) == (word, as_formula(head)):
                found.append(head)
                continue
        raise Refused(f"step {number} of the derivation does not stand", number)
    return found
