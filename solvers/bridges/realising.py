"""Numbers for the functions of a program with defaults: which make just those comparisons hold that hold in a model.

Comparisons that speak of the same values are asked about together, by Z3. Where there are no such numbers, some of the
comparisons can't hold together, whatever things they are of: a lemma.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ..clock import left
from ..kernel.certificates import Comparison, Countermodels, Element, Model, Proof
from ..logic.cases import Cases
from ..logic.program import Program, Statement
from ..logic.rewriting import rewrite
from ..logic.symbols import THING, Declarations, Typed
from ..logic.syntax import Atom, Fn, Formula, Not, Term, Var, close, disjunction, negation
from ..logic.walkers import walk
from ..outcome import Limits, Outcome, Verdict
from ..registry import engine
from ..running import attempt

_OPEN = Statement(Atom("Open"))
"""A goal of which premises about numbers say nothing."""


class Unrealised(Exception):
    """It was not found out whether there are such numbers."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome


@dataclass(slots=True)
class Realising:
    """Models of one program, and what was found out about its numbers.

    Attributes:
        cases: the program.
        limits: the time and memory of one question.
        lemmas: what can't be otherwise.
    """

    cases: Cases
    limits: Limits
    lemmas: list[Comparison] = field(default_factory=list)
    _known: dict[tuple[Formula, ...], dict[Fn, Element] | None] = field(default_factory=dict)

    def model(self, plain: Model) -> Model | None:
        """Return the program's model for one of things alone; ``None`` if there is none, but a lemma more.

        Raises:
            Unrealised: that was not found out in time.
        """
        cases, tables = self.cases, plain.predicates
        if cases.plain is cases.program:
            return plain
        there: dict[str, tuple[str, ...]] = {THING: plain.domain}
        if cases.sorts:
            there = {s: tuple(t for t in plain.domain if (t,) in tables[n, 1]) for s, n in cases.sorts.items()}
        told = [said if row in tables[key] else Not(said) for key, row, said in cases.instances(there) if key in tables]
        of = {thing: sort for sort, ones in there.items() for thing in ones}
        values: dict[Fn, Element] = {}
        for together in self._together(told):
            found = self._numbers(together, of)
            if found is None:
                return None
            values |= found
        functions = {key: dict(table) for key, table in plain.functions.items()}
        sorts = cases.ready.sorts

        def rows(kind: Literal["p", "f"], name: str, arity: int) -> set[tuple[str, ...]]:
            return set(itertools.product(*(there.get(sort, ()) for sort in sorts.arguments(kind, name, arity))))

        for key, graph in cases.functions.items():
            known = rows("f", *key)
            functions[key] = {row[:-1]: row[-1] for row in tables[graph, key[1] + 1] if row[:-1] in known}
        for name, arity in cases.numbers:
            functions[name, arity] = {r: values.get(Fn(name, tuple(map(Fn, r))), 0) for r in rows("f", name, arity)}
        predicates = {key: tables[key] & rows("p", *key) for key in cases.ready.names.predicates}
        rest = {sort: ones for sort, ones in there.items() if sort != THING}
        return Model(there.get(THING, ()), predicates, functions, rest)

    def _together(self, told: Sequence[Formula]) -> Iterable[list[Formula]]:
        """Return the comparisons in groups that share no value."""
        groups: dict[Fn, tuple[set[Fn], list[Formula]]] = {}
        for one in told:
            terms = self._values(one)
            shared = {id(groups[t]): groups[t] for t in terms if t in groups}.values()
            merged = terms.union(*(ones for ones, _ in shared)), [one, *itertools.chain(*(said for _, said in shared))]
            groups |= dict.fromkeys(merged[0], merged)
        return [said for _, said in {id(group): group for group in groups.values()}.values()]

    def _values(self, formula: Formula) -> set[Fn]:
        """Return the values that a comparison speaks of."""
        return {n for n in walk(formula) if isinstance(n, Fn) and (n.name, len(n.args)) in self.cases.numbers}

    def _numbers(self, told: Sequence[Formula], of: dict[str, str]) -> dict[Fn, Element] | None:
        """Return numbers for all values that comparisons speak of; ``None`` if there are none, but a lemma more.

        Things are called by their places, so that what was found out of some is known of others.
        """
        names: dict[str, str] = {}
        said = sorted(told, key=repr)
        for one in said:
            for value in walk(one):
                if isinstance(value, Fn) and not value.args and value.name in of:
                    names.setdefault(value.name, f"#{len(names)}")

        called: dict[Term, Term] = {Fn(thing): Fn(name) for thing, name in names.items()}
        key = tuple(rewrite(one, _same, lambda term: called.get(term, term)) for one in said)
        if key not in self._known:
            sorts = {name: of[thing] for thing, name in names.items()}
            self._known[key] = self._found(key, sorts)
        known = self._known[key]
        if known is None:
            return None
        back = {name: thing for thing, name in names.items()}
        return {Fn(v.name, tuple(Fn(back[a.name]) for a in v.args if isinstance(a, Fn))): n for v, n in known.items()}

    def _found(self, told: tuple[Formula, ...], sorts: dict[str, str]) -> dict[Fn, Element] | None:
        typed = tuple(Typed(name, (sort,)) for name, sort in sorts.items() if sort != THING)
        declared = self.cases.declared + Declarations(typed=typed)
        outcome = self._ask(Program(tuple(map(Statement, told)), _OPEN, declared=declared))
        certificate = outcome.certificate
        if outcome.verdict is Verdict.UNKNOWN and isinstance(certificate, Countermodels):
            functions = certificate.goal_holds.functions
            values = {value for one in told for value in self._values(one)}
            return {
                v: functions[v.name, len(v.args)][tuple(functions[a.name, 0][()] for a in v.args if isinstance(a, Fn))]
                for v in values
            }
        if outcome.verdict is not Verdict.INCONSISTENT or not isinstance(certificate, Proof):
            raise Unrealised(outcome)
        body = disjunction(tuple(negation(told[i]) for i in certificate.premises_used))
        names = [n for n in sorts if any(isinstance(node, Fn) and node.name == n for node in walk(body))]
        variables: dict[Term, Term] = {Fn(name): Var(f"x{i}") for i, name in enumerate(names, 1)}
        body = rewrite(body, _same, lambda term: variables.get(term, term))
        over = ["" if sorts[name] == THING else sorts[name] for name in names]
        lemma = close(body, [f"x{i}" for i in range(1, len(names) + 1)], over)
        if lemma in {one.formula for one in self.lemmas}:
            return None
        proved = self._ask(Program((), Statement(lemma), declared=self.cases.declared))
        if proved.verdict is not Verdict.ENTAILED:
            raise Unrealised(proved)
        assert isinstance(proved.certificate, Proof | None)
        self.lemmas.append(Comparison(lemma, Verdict.ENTAILED, proved.certificate))
        return None

    def _ask(self, program: Program) -> Outcome:
        limits = Limits(min(left(), self.limits.seconds), self.limits.megabytes)
        return attempt(engine("z3").make(), program, limits)


def _same(formula: Formula) -> Formula:
    return formula
