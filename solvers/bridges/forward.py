"""Rules over signed literals, applied forwards: those of forward chaining and of defeasible theories."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import cast

from ..kernel.certificates import Firing
from ..logic.rules import ForwardRule, GroundFact, SignedAtom, SignedName, as_formula
from ..logic.syntax import Term, Var
from ..logic.walkers import free_variables
from .datalog import Datalog, Fact, IdRow, RuleInstance
from .horn_clauses import THINGS, HornClause, Literal, Vocabulary


class ForwardChain:
    """All that rules derive, with the first derivation of each fact.

    Args:
        rules: the rules; those without a body are facts.
        constants: what head variables range over that no body binds.
        applies: whether a rule may be used with these values of its variables; ``None`` if it always may.

    Attributes:
        derived: what is derived, with the numbers of its names.
    """

    def __init__(
        self,
        rules: Sequence[ForwardRule],
        constants: Iterable[Term],
        applies: Callable[[ForwardRule, Mapping[str, Term]], bool] | None = None,
    ) -> None:
        self.derived: dict[GroundFact, Fact] = {}
        self._rules, self._applies, self._words = rules, applies, Vocabulary()
        self._terms = list(constants)
        self._numbers = {term: self._words.new() for term in self._terms}
        self._facts: list[tuple[Fact, int]] = []
        self._datalog = Datalog(self._words, applies=None if applies is None else self._may)

    def run(self) -> None:
        """Derive all there is.

        Raises:
            Late: the time is up.
            MemoryError: there is more than may be built.
        """
        clauses: list[HornClause] = []
        for i, rule in enumerate(self._rules):
            head, body = self._literal(rule.head), [self._literal(part) for part in rule.body]
            bound = {arg for literal in body for arg in literal.args}
            tested = (name for test in rule.tests for name in free_variables(test))
            free = dict.fromkeys(arg for arg in (*head.args, *tested) if type(arg) is str and arg not in bound)
            body += [Literal(THINGS, (arg,)) for arg in free]
            if body:
                clauses.append(HornClause(tuple(body), (head,), i, {}))
            elif self._applies is None or self._applies(rule, {}):
                self._facts.append(((head.predicate, cast("IdRow", head.args)), i))
        try:
            self._datalog.state(clauses, self._facts)
        finally:
            hidden = self._words.hidden
            self._keys = [cast("SignedName", key) for key in self._words.predicates]
            self.derived = {self._said(fact): fact for fact in self._datalog.derived if fact[0] not in hidden}

    def instances(self) -> Iterator[tuple[ForwardRule, GroundFact, tuple[GroundFact, ...]]]:
        """Yield all that rules say of what is derived: each rule with its head and its body."""
        for fact, i in self._facts:
            yield self._rules[i], self._said(fact), ()
        for rule in self._datalog.rules:
            for values in self._datalog.whole(rule):
                one = RuleInstance(rule, values)
                if self._applies is None or self._may(one):
                    yield self._rules[rule.clause.premise], self._said(one.heads()[0]), self._body(one)

    def derivation(self, roots: Iterable[GroundFact]) -> tuple[tuple[Firing, ...], tuple[int, ...]]:
        """Return the steps that lead to the facts, and the indices of the premises in them."""
        behind = self._datalog.behind([self.derived[fact] for fact in reversed([*roots])])
        number = {self._said(fact): i for i, fact in enumerate(behind, 1)}
        steps: list[Firing] = []
        for fact, reason in zip(number, behind.values(), strict=True):
            parents = self._body(reason) if isinstance(reason, RuleInstance) else ()
            rule = self._rules[reason.rule.clause.premise if isinstance(reason, RuleInstance) else reason]
            behind_it, how = tuple(number[parent] for parent in parents), "rule" if rule.body else "fact"
            steps.append(Firing(as_formula(fact), how, behind_it, rule.premise))
        return tuple(steps), tuple(sorted({step.premise for step in steps}))

    def _literal(self, atom: SignedAtom) -> Literal:
        return Literal(
            self._words.predicate(*atom.key), tuple([a.name if type(a) is Var else self._numbers[a] for a in atom.args])
        )

    def _said(self, fact: Fact) -> GroundFact:
        return self._keys[fact[0]], tuple([self._terms[i] for i in fact[1]])

    def _body(self, one: RuleInstance) -> tuple[GroundFact, ...]:
        return tuple([self._said(fact) for fact in one.body() if fact[0] not in self._words.hidden])

    def _may(self, one: RuleInstance) -> bool:
        assert self._applies is not None
        values = {name: self._terms[one.values[column]] for name, column in one.rule.names.items()}
        return self._applies(self._rules[one.rule.clause.premise], values)
