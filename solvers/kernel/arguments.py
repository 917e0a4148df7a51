"""Arguments of defeasible theories: what the theory proves, worked out anew, and whether the argument is one of it.

The logic is that of the meta-program of Antoniou, Billington, Governatori and Maher (2000) under the well-founded
semantics, as the alternating fixpoint of Van Gelder (1993): what is proved if only that is overruled which must be, and
what if all is overruled which may be, until neither changes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from ..clock import look
from ..logic.program import Program, Semantics
from ..logic.rules import GroundFact, SignedName, as_formula, opposite
from ..logic.syntax import Atom, Formula, TermRow
from .certificates import Argument, Conflict, Verdict
from .chaining import Instance, Values, instances, matched, replayed, shows, stated
from .refusal import Refused

State = tuple[set[GroundFact], set[GroundFact]]
"""What is proved, and what has support: the same unless ambiguity propagates."""


def check_argument(program: Program, verdict: Verdict, argument: Argument) -> None:
    """Make sure that a theory proves just what an argument says, and that its steps and conflicts show the verdict.

    Raises:
        Refused: they do not.
    """
    if not program.defeasible or program.semantics is not Semantics.CLASSICAL:
        raise Refused("the program is no defeasible theory")
    theory = Theory(program, argument.team, argument.propagate)
    proved = theory.low[0]
    if argument.literals != {as_formula(fact) for fact in proved}:
        raise Refused("the theory does not prove just these literals")
    standing = {one: None for one in theory.made if theory.stands(one)}
    steps = replayed(argument.steps, standing, theory.labels)
    shows(verdict, theory.goals, proved, steps)
    strict = {step.premise for step in argument.steps} - theory.labels.keys()
    if argument.premises_used != tuple(sorted(strict)):
        raise Refused("the argument uses other premises than it says")
    disputed = steps or [fact for goal in theory.goals for fact in (goal, opposite(goal))]
    theory.check_conflicts(argument.conflicts, disputed)


class Theory:
    """A ground defeasible theory and what it proves.

    Attributes:
        goals: the literals that are asked.
        labels: the labels of the defeasible rules, by the index of their formula behind those of the premises.
        made: the instances of rules whose bodies could be derived if nothing were overruled.
        definite: what facts and strict rules give.
        low: what is proved, and what has support.
        high: what is not shown to be neither.
    """

    def __init__(self, program: Program, team: bool, propagate: bool) -> None:
        rules, self.goals = stated(program)
        self.team, self.propagate, self.ranks = team, propagate, set(program.preferences)
        self.labels = {len(program.premises) + i: rule.label for i, rule in enumerate(program.defeasible)}
        self.heads: dict[SignedName, list[tuple[str, TermRow]]] = defaultdict(list)
        for rule in rules:
            if rule.premise in self.labels:
                self.heads[rule.head.key].append((self.labels[rule.premise], rule.head.args))
        variables = {i + len(program.premises): rule.variables for i, rule in enumerate(program.defeasible)}
        exempt = {(e.formula.name, e.formula.args) for e in program.exceptions if isinstance(e.formula, Atom)}
        self.made: dict[Instance, None] = {}

        def applies(one: Instance, values: Values) -> bool:
            things = tuple(values.get(name) for name in variables.get(one[0], ()))
            return (self.labels.get(one[0], ""), things) not in exempt

        for one in instances(rules, self.goals, applies):
            self.made[one] = None
        self.side: dict[GroundFact, list[Instance]] = defaultdict(list)
        self.needing: dict[GroundFact, list[Instance]] = defaultdict(list)
        for one in self.made:
            self.side[one[2]].append(one)
            for fact in set(one[1]):
                self.needing[fact].append(one)
        self.definite: set[GroundFact] = set()
        self.definite = self._least(lambda one: one[0] not in self.labels)
        self.low, self.high = (set[GroundFact](), set[GroundFact]()), (set(self.side), set(self.side))
        while True:
            high = self._next(self.low, self.high)
            low = self._next(high, self.low)
            if (low, high) == (self.low, self.high):
                break
            self.low, self.high = low, high

    def stands(self, one: Instance) -> bool:
        """Return whether an instance proves its head: definitely, or since nothing that may apply overrules it."""
        if self.definite.issuperset(one[1]) and one[0] not in self.labels:
            return True
        against = opposite(one[2]) in self.definite or self._overruled(one, self.high, self.low)
        return not against and self.low[0].issuperset(one[1])

    def check_conflicts(self, conflicts: Iterable[Conflict], disputed: Iterable[GroundFact]) -> None:
        """Make sure that conflicts are those of these literals, with all rules that speak against them.

        Raises:
            Refused: they are not.
        """
        told: dict[Formula, list[Conflict]] = defaultdict(list)
        for conflict in conflicts:
            told[conflict.literal].append(conflict)
        for fact in dict.fromkeys(disputed):
            mine = [] if fact in self.definite else [r for r in self.side[fact] if self.low[0].issuperset(r[1])]
            others = self.side[opposite(fact)] if mine else []
            said = [(c.rule, c.against, c.why) for c in told.pop(as_formula(fact), ())]
            right = [{(self._label(r), self._label(s), self._why(r, s, mine)) for r in mine} for s in others]
            key, row = opposite(fact)
            heads = self.heads[key] if mine else []
            idle = {label for label, args in heads if matched(args, row, {}) is not None}
            idle -= {self._label(s) for s in others}
            right += [{(self._label(r), label, "not proved") for r in mine} for label in idle]
            known = set(said)
            if not all(ways & known for ways in right) or not known <= set().union(*right) or len(said) > len(known):
                raise Refused("the conflicts are not those of the theory")
        if told:
            raise Refused("a conflict is about something else")

    def _why(self, one: Instance, other: Instance, side: Sequence[Instance]) -> str:
        """Return how a rule stands to one for the opposite."""
        if not self.low[1].issuperset(other[1]):
            return "not proved"
        if any(self._beats(mine, other) for mine in (side if self.team else [one])):
            return "preferred"
        return "beaten" if self._beats(other, one) else "undecided"

    def _next(self, known: State, before: State) -> State:
        """Return what follows if rules are overruled as far as what is known overrules them."""

        def proves(one: Instance) -> bool:
            return opposite(one[2]) not in self.definite and not self._overruled(one, known, before)

        def backs(one: Instance) -> bool:
            return not any(known[0].issuperset(s[1]) and self._beats(s, one) for s in self.side[opposite(one[2])])

        proved = self._least(proves)
        return proved, self._least(backs) if self.propagate else proved

    def _overruled(self, one: Instance, known: State, before: State) -> bool:
        """Return whether a rule for the opposite speaks, and nothing that may beats it."""
        side = [mine for mine in self.side[one[2]] if before[0].issuperset(mine[1])] if self.team else [one]
        speak = (other for other in self.side[opposite(one[2])] if known[1].issuperset(other[1]))
        return any(not any(self._beats(mine, other) for mine in side) for other in speak)

    def _least(self, stands: Callable[[Instance], bool]) -> set[GroundFact]:
        """Return what follows from what is definite by the instances that stand."""
        found, new = (
            set[GroundFact](),
            [*self.definite, *(one[2] for one in self.made if not one[1] and stands(one))],
        )
        missing = {one: len(set(one[1])) for one in self.made}
        while new:
            look()
            fact = new.pop()
            if fact in found:
                continue
            found.add(fact)
            for one in self.needing[fact]:
                missing[one] -= 1
                if not missing[one] and stands(one):
                    new.append(one[2])
        return found

    def _label(self, one: Instance) -> str:
        return self.labels.get(one[0], "")

    def _beats(self, one: Instance, other: Instance) -> bool:
        return (self._label(one), self._label(other)) in self.ranks
