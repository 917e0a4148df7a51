"""What the inferences of superposition may come to: instances of the parents of a clause that entail it.

A prover says which rule it used on which clauses, but not where. An inference gives candidates: a clause for each place
where an equation may be used, or one of the parents. The others make equals of equals in it, and its literals have to
be false where those of the clause are: as they stand, or by the other clauses.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from ..clock import look
from ..logic.syntax import Eq, Fn, Formula, Not, Term, Var, negation
from ..logic.walkers import free_variables, walk
from .clauses import Clause
from .unification import Bindings, at, mapped, matched, pairs, resolved, unified, variables, without

MAX_WAYS: Final = 500
"""The most candidates of one inference, and the most places that are tried for one of them."""
MAX_OTHERS: Final = 6
"""The most clauses that are used beside a candidate."""
_BINARY: Final = frozenset({"spm", "pm", "sim_spm", "resolve"})


class Exhausted(Exception):  # no failure: there are other ways to try
    """As many ways were tried as may be."""


@dataclass(slots=True)
class Budget:
    """How many more ways may be tried."""

    left: int

    def spend(self) -> None:
        """Try one.

        Raises:
            Exhausted: there were enough of them.
        """
        look()
        self.left -= 1
        if self.left < 0:
            raise Exhausted


@dataclass(frozen=True, slots=True)
class Tree:
    """An inference as the prover describes it.

    Attributes:
        rule: the name of the rule; empty for a clause.
        parts: what it was applied to.
        clause: the clause.
    """

    rule: str
    parts: tuple[Tree, ...] = ()
    clause: Clause | None = None

    def only(self) -> Clause | None:
        """Return the clause of which it is a copy, if it is one."""
        if len(self.parts) == 1 and self.rule == "fof_simplification":
            return self.parts[0].only()
        return self.clause

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses in it."""
        if self.clause is not None:
            yield self.clause
        for part in self.parts:
            yield from part.clauses()


@dataclass(frozen=True, slots=True)
class Use:
    """An instance of a clause: a term for each of its variables."""

    clause: Clause
    values: Bindings

    def under(self, values: Bindings) -> Use:
        """Return an instance of it."""
        return Use(self.clause, {name: resolved(term, values) for name, term in self.values.items()})


@dataclass(frozen=True, slots=True)
class Candidate:
    """What an inference may come to.

    Attributes:
        uses: the instances of the parents.
        literals: the literals that are left.
        others: what may be used beside.
    """

    uses: tuple[Use, ...]
    literals: tuple[Formula, ...]
    others: tuple[Clause, ...] = ()


_copies = itertools.count()


def _copied(one: Clause) -> Candidate:
    """Return a clause with variables that nothing else has."""
    number = next(_copies)
    values: dict[str, Term] = {name: Var(f"{name}.{number}") for name, _ in one.variables}
    return Candidate((Use(one, values),), tuple([at(literal, values) for literal in one.literals]))


def instances(tree: Tree, literals: Sequence[Formula], things: Bindings) -> Iterator[list[Use]]:
    """Yield instances of the clauses of an inference that may entail a clause of some things.

    Args:
        tree: the inference.
        literals: the literals of the clause.
        things: what its variables are.
    """
    facts = [Use(clause, {}) for clause in dict.fromkeys(tree.clauses()) if not clause.variables]
    with suppress(Exhausted):
        for one in _candidates(tree, Budget(MAX_WAYS)):
            for ordered in (False, True):  # a prover does not say which way an equation goes
                with suppress(Exhausted):
                    budget = Budget(MAX_WAYS)
                    wanted, changing = _normal(literals, one.others, budget, ordered=ordered)
                    left, changed = _normal(one.literals, one.others, budget, ordered=ordered)
                    false = [at(literal, things) for literal in wanted]
                    for values, used in _closed(left, false, one.others, things, budget, MAX_OTHERS):
                        yield [use.under(values) for use in (*one.uses, *changing, *changed, *used, *facts)]


def _candidates(tree: Tree, budget: Budget) -> Iterator[Candidate]:
    """Yield what an inference may come to, before anything simplifies it."""
    budget.spend()
    if tree.clause is not None:
        yield _copied(tree.clause)
    elif tree.rule in _BINARY and len(tree.parts) == 2:
        for one, other in itertools.product(*[list(_candidates(part, budget)) for part in tree.parts]):
            budget.spend()
            yield from _resolvents(one, other)
            yield from _paramodulants(one, other)
            yield from _paramodulants(other, one)
    elif tree.parts:
        others = tuple([clause for part in tree.parts[1:] for clause in part.clauses()])
        for one in _candidates(tree.parts[0], budget):
            yield replace(one, others=(*one.others, *others))


def _joined(one: Candidate, other: Candidate, literals: Sequence[Formula], values: Bindings) -> Candidate:
    uses = tuple([use.under(values) for use in (*one.uses, *other.uses)])
    return Candidate(uses, tuple(dict.fromkeys([at(x, values) for x in literals])), one.others + other.others)


def _resolvents(one: Candidate, other: Candidate) -> Iterator[Candidate]:
    for i, literal in enumerate(one.literals):
        for j, against in enumerate(other.literals):
            for pair in pairs(literal, negation(against)):
                if (values := unified(*pair)) is not None:
                    rest = without(one.literals, i) + without(other.literals, j)
                    yield _joined(one, other, rest, values)


def _paramodulants(source: Candidate, target: Candidate) -> Iterator[Candidate]:
    places = dict.fromkeys(n for one in target.literals for n in walk(one) if isinstance(n, Fn))
    for i, literal in enumerate(source.literals):
        if not isinstance(literal, Eq):
            continue
        for left, right in ((literal.left, literal.right), (literal.right, literal.left)):
            for place in () if isinstance(left, Var) else places:
                if (values := unified((left,), (place,))) is None:
                    continue
                old, new = resolved(left, values), resolved(right, values)
                rest = [at(one, values) for one in without(source.literals, i)]
                rest += [_replaced(at(one, values), old, new) for one in target.literals]
                yield _joined(source, target, rest, values)


def _replaced(literal: Formula, old: Term, new: Term) -> Formula:
    def term(t: Term) -> Term:
        if t == old:
            return new
        return Fn(t.name, tuple([term(arg) for arg in t.args])) if isinstance(t, Fn) and t.args else t

    return mapped(literal, term)


def _normal(
    literals: Sequence[Formula], others: Sequence[Clause], budget: Budget, *, ordered: bool
) -> tuple[tuple[Formula, ...], list[Use]]:
    """Return literals with equals for equals as long as that can be done, and the instances of the equations.

    Args:
        literals: the literals.
        others: clauses, the equations among them.
        budget: how often it may be done.
        ordered: whether equations make terms smaller, whichever side that is; else they go from left to right.

    Raises:
        Exhausted: there is no end to it.
    """
    rules: dict[str, list[tuple[Use, Fn, Term]]] = {}
    for clause in dict.fromkeys(others):
        match _copied(clause):
            case Candidate((use,), (Eq(one, other),)):
                for left, right in ((one, other), (other, one))[: 2 if ordered else 1]:
                    bound = variables(right) <= variables(left)
                    if isinstance(left, Fn) and bound and (ordered or matched(left, right, {}) is None):
                        rules.setdefault(left.name, []).append((use, left, right))
    uses, known = list[Use](), dict[Term, Term]()

    def reduced(term: Term) -> Term:
        if not isinstance(term, Fn):
            return term
        if (found := known.get(term)) is not None:
            return found
        found = Fn(term.name, tuple(map(reduced, term.args))) if term.args else term
        for use, left, right in rules.get(found.name, ()):
            if (values := matched(left, found, {})) is not None:
                budget.spend()
                new = resolved(right, values)
                if ordered and _place(new) >= _place(found):
                    continue
                uses.append(use.under(values))
                found = reduced(new)
                break
        known[term] = found
        return found

    return tuple(dict.fromkeys([mapped(literal, reduced) for literal in literals])), uses


def _place(term: Term) -> tuple[Any, ...]:
    """Return the place of a term in an order of Knuth and Bendix, in which all variables are alike."""
    if not isinstance(term, Fn):
        return 1, 0, "", ()
    places = tuple(map(_place, term.args))
    return 1 + sum(place[0] for place in places), len(places), term.name, places


def _closed(
    literals: Sequence[Formula],
    false: Sequence[Formula],
    others: Sequence[Clause],
    values: Mapping[str, Term],
    budget: Budget,
    left: int,
) -> Iterator[tuple[Mapping[str, Term], tuple[Use, ...]]]:
    """Yield values of variables under which all literals are false, with the instances that make them so.

    Args:
        literals: the literals.
        false: literals without variables that are false.
        others: clauses, by which a literal is false if its denial stands in them and their other literals are false.
        values: what variables are by now.
        budget: how many literals may be looked at.
        left: how many clauses may still be used.
    """
    budget.spend()
    if not literals:
        yield values, ()
        return
    first = literals[0]
    ways: list[tuple[Formula, tuple[Formula, ...], tuple[Use, ...]]] = [(one, (), ()) for one in false]
    for other in map(_copied, others if left else ()):
        ways += [(negation(x), without(other.literals, j), other.uses) for j, x in enumerate(other.literals)]
    if isinstance(first, Not) and isinstance(first.body, Eq):
        found = unified((first.body.left,), (first.body.right,), values)
        yield from () if found is None else _closed(literals[1:], false, others, found, budget, left)
    for wanted, more, uses in ways:
        for pair in pairs(first, wanted):
            if (found := unified(*pair, values)) is not None:
                rest = (*more, *literals[1:])
                for last, used in _closed(rest, false, others, found, budget, left - bool(uses)):
                    yield last, (*uses, *used)
    if not free_variables(at(first, values)):  # it may be false by equality
        yield from _closed(literals[1:], false, others, values, budget, left)
