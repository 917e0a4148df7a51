"""Arguments of defeasible theories: what the theory proves, worked out anew, and whether the argument is one of it.

The logic is that of the meta-program of Antoniou, Billington, Governatori and Maher (2000) under the well-founded
semantics, as the alternating fixpoint of Van Gelder (1993): what is proved if only that is overruled which must be, and
what if all is overruled which may be, until neither changes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from ..logic.program import Program, Semantics
from ..logic.rules import ForwardRule, GroundFact, SignedName, as_formula, opposite
from ..logic.syntax import Atom, Formula, TermRow, Truth
from ..logic.theories import TheoryRules
from .certificates import Argument, Certificate, Conflict, Proof, Verdict
from .chaining import (
    GroundInstance,
    check_literals,
    check_steps,
    derived,
    least,
    matched,
    things_of,
)
from .refusal import Refused, Unchecked
from .tables import Values

State = tuple[set[GroundFact], set[GroundFact]]
"""What is proved, and what has support: the same unless ambiguity propagates."""


def check_argument(
    program: Program, verdict: Verdict, argument: Argument, sure: Callable[[Program, Verdict, Certificate], None]
) -> None:
    """Make sure that a theory proves just what an argument says, and that its steps and conflicts show the verdict.

    Args:
        program: the theory.
        verdict: what is said of its goal.
        argument: why.
        sure: makes sure that a certificate shows a verdict of a classical program.

    Raises:
        Refused: they do not.
        Unchecked: the argument does not say whether a comparison follows.
    """
    if not program.defeasible or program.semantics is not Semantics.CLASSICAL or program.open_variables:
        raise Refused("the program is no defeasible theory")
    ready = TheoryRules(program)
    goals = [(one.key, one.args) for one in ready.goals]
    known = _comparisons(ready.background, argument, sure)

    def follows(test: Formula) -> bool:
        if test not in known:
            raise Unchecked("it does not say whether a comparison follows from the premises")
        return known[test]

    theory = GroundTheory(program, ready, follows, argument.team, argument.propagate)
    proved = theory.low[0]
    check_literals(argument, proved)
    used = [
        i for one in argument.comparisons if isinstance(one.certificate, Proof) for i in one.certificate.premises_used
    ]
    made = set(filter(theory.stands, theory.made))
    steps = check_steps(verdict, goals, argument, proved, made, theory.labels, used)
    theory.check_conflicts(argument.conflicts, steps or [fact for goal in goals for fact in (goal, opposite(goal))])


def _comparisons(
    background: Program | None, argument: Argument, sure: Callable[[Program, Verdict, Certificate], None]
) -> Mapping[Formula, bool]:
    """Return which conditions follow from premises about numbers, after a look whether the argument shows it."""
    found = {one.formula: one for one in argument.comparisons}
    if len(found) < len(argument.comparisons) or (found and background is None):
        raise Refused("a comparison is told twice, or there are no premises about numbers")
    if background is not None:
        proof = found[Truth(False)].certificate if Truth(False) in found else None
        if not isinstance(proof, Proof) or proof.model is None:
            raise Unchecked("no model shows that the premises about numbers do not contradict each other")
        for one in argument.comparisons:
            if one.certificate is None:
                raise Unchecked("there is only the engine's word for it that a comparison follows, or does not")
            if type(one.verdict) is not Verdict or one.verdict is Verdict.INCONSISTENT:
                raise Refused("a comparison has no such verdict")
            sure(background.asking(one.formula), one.verdict, one.certificate)
    return {test: one.verdict is Verdict.ENTAILED for test, one in found.items()}


class GroundTheory:
    """A ground defeasible theory and what it proves.

    Args:
        program: the program.
        theory: its rules.
        follows: whether a test follows from the background.
        team: whether rules of one side may share in beating attackers.
        propagate: whether support is enough for an attack.

    Attributes:
        labels: the labels of the defeasible rules, by the index of their formula behind those of the premises.
        made: the instances of rules whose bodies could be derived if nothing were overruled.
        definite: what facts and strict rules give.
        low: what is proved, and what has support.
        high: what is not shown to be neither.
    """

    def __init__(
        self, program: Program, theory: TheoryRules, follows: Callable[[Formula], bool], team: bool, propagate: bool
    ) -> None:
        self.team, self.propagate, self.ranks = team, propagate, set(program.preferences)
        self.labels = {len(program.premises) + i: rule.label for i, rule in enumerate(program.defeasible)}
        self.rules = theory.rules
        self.heads: dict[SignedName, list[tuple[str, TermRow]]] = defaultdict(list)
        for rule in self.rules:
            if rule.premise in self.labels:
                self.heads[rule.head.key].append((self.labels[rule.premise], rule.head.args))
        things = things_of(self.rules, [(one.key, one.args) for one in theory.goals])
        variables = {i + len(program.premises): rule.variables for i, rule in enumerate(program.defeasible)}
        exempt = {(e.formula.name, e.formula.args) for e in program.exceptions if isinstance(e.formula, Atom)}

        def applies(rule: ForwardRule, values: Values) -> bool:
            at = rule.premise
            excused = (self.labels.get(at, ""), tuple(map(values.get, variables.get(at, ())))) in exempt
            return not excused and theory.applies(rule, values, follows)

        self.made = derived(self.rules, things, applies)
        self.side: dict[GroundFact, list[GroundInstance]] = defaultdict(list)
        for one in self.made:
            self.side[one[2]].append(one)
        self.definite = least([one for one in self.made if one[0] not in self.labels])
        self.low, self.high = (set[GroundFact](), set[GroundFact]()), (set(self.side), set(self.side))
        while True:
            high = self._next(self.low, self.high)
            low = self._next(high, self.low)
            if (low, high) == (self.low, self.high):
                break
            self.low, self.high = low, high

    def stands(self, one: GroundInstance) -> bool:
        """Return whether an instance proves its head: definitely, or since nothing that may apply overrules it."""
        if self.definite.issuperset(one[1]) and one[0] not in self.labels:
            return True
        return self._proves(one, self.high, self.low) and self.low[0].issuperset(one[1])

    def conflicts(self, fact: GroundFact) -> list[set[tuple[str, str, str]]]:
        """Return how the rules for a literal stand to each that speaks against it: label, other label, why."""
        mine = [one for one in self.side[fact] if self.low[0].issuperset(one[1]) and fact not in self.definite]
        others = self.side[opposite(fact)] if mine else []
        found = [{(self._label(r), self._label(s), self._why(r, s, mine)) for r in mine} for s in others]
        key, row = opposite(fact)
        idle = dict.fromkeys(label for label, args in self.heads[key] if mine and matched(args, row) is not None)
        known = {self._label(s) for s in others}
        return found + [{(self._label(r), label, "not proved") for r in mine} for label in idle if label not in known]

    def check_conflicts(self, conflicts: Iterable[Conflict], disputed: Iterable[GroundFact]) -> None:
        """Make sure that conflicts are those of these literals, with all rules that speak against them.

        Raises:
            Refused: they are not.
        """
        told: dict[Formula, list[tuple[str, str, str]]] = defaultdict(list)
        for conflict in conflicts:
            told[conflict.literal].append((conflict.rule, conflict.against, conflict.why))
        for fact in dict.fromkeys(disputed):
            said, right = told.pop(as_formula(fact), []), self.conflicts(fact)
            if any(ways.isdisjoint(said) for ways in right) or not set().union(*right).issuperset(said):
                raise Refused("the conflicts are not those of the theory")
            if len(said) > len(set(said)):
                raise Refused("a conflict is told twice")
        if told:
            raise Refused("a conflict is about something else")

    def _why(self, one: GroundInstance, other: GroundInstance, side: Sequence[GroundInstance]) -> str:
        """Return how a rule stands to one for the opposite."""
        if not self.low[1].issuperset(other[1]):
            return "not proved"
        if self._beaten(other, side if self.team else [one]):
            return "preferred"
        return "beaten" if self._beaten(one, [other]) else "undecided"

    def _next(self, known: State, before: State) -> State:
        """Return what follows if rules are overruled as far as what is known overrules them."""
        proved = least([one for one in self.made if self._proves(one, known, before)], self.definite)
        if not self.propagate:
            return proved, proved
        return proved, least([one for one in self.made if self._backs(one, known)], self.definite)

    def _proves(self, one: GroundInstance, known: State, before: State) -> bool:
        """Return whether an instance is not overruled: each that speaks for the opposite is beaten by what may be."""
        if opposite(one[2]) in self.definite:
            return False
        side = [mine for mine in self.side[one[2]] if before[0].issuperset(mine[1])] if self.team else [one]
        speak = (other for other in self.side[opposite(one[2])] if known[1].issuperset(other[1]))
        return all(self._beaten(other, side) for other in speak)

    def _backs(self, one: GroundInstance, known: State) -> bool:
        """Return whether an instance gives support: nothing that is proved beats it."""
        speak = [other for other in self.side[opposite(one[2])] if known[0].issuperset(other[1])]
        return not self._beaten(one, speak)

    def _beaten(self, one: GroundInstance, others: Collection[GroundInstance]) -> bool:
        return any((self._label(other), self._label(one)) in self.ranks for other in others)

    def _label(self, one: GroundInstance) -> str:
        return self.labels.get(one[0], "")
