"""What the inferences of superposition may come to: instances of the parents of a clause that entail it.

A prover says which rule it used on which clauses, but not where. All places are tried here: an inference gives
candidates, each a set of instances and what is left of their literals.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..clock import look
from ..kernel.laws import denied
from ..logic.syntax import Eq, Fn, Formula, Not, Term, Var
from ..logic.walkers import walk
from .clauses import Clause
from .unification import Bindings, at, mapped, pairs, resolved, unified, without


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


@dataclass(frozen=True, slots=True)
class Candidate:
    """What an inference may come to.

    Attributes:
        uses: the instances of the parents.
        literals: the literals that are left.
        simplifiers: clauses that simplify it.
    """

    uses: tuple[Use, ...]
    literals: tuple[Formula, ...]
    simplifiers: tuple[Clause, ...] = ()

    def under(self, values: Bindings) -> Candidate:
        """Return an instance of it."""
        if not values:
            return self
        return Candidate(
            tuple([Use(u.clause, {v: resolved(t, values) for v, t in u.values.items()}) for u in self.uses]),
            tuple([at(one, values) for one in self.literals]),
            self.simplifiers,
        )


_copies = itertools.count()


def copied(clause: Clause) -> Candidate:
    """Return a clause with variables that nothing else has."""
    number = next(_copies)
    values: dict[str, Term] = {name: Var(f"{name}.{number}") for name, _ in clause.variables}
    return Candidate((Use(clause, values),), tuple([at(one, values) for one in clause.literals]))


def candidates(tree: Tree, budget: Budget) -> Iterator[Candidate]:
    """Yield what an inference may come to, before anything simplifies it.

    Args:
        tree: the inference.
        budget: how many ways may be tried.

    Raises:
        Exhausted: the budget is used up.
    """
    budget.spend()
    if tree.clause is not None:
        yield copied(tree.clause)
        return
    rule, parts = tree.rule, tree.parts
    if rule in _BINARY and len(parts) == 2:
        ones, others = list(candidates(parts[0], budget)), list(candidates(parts[1], budget))
        for one, other in itertools.product(ones, others):
            budget.spend()
            yield from _resolvents(one, other)
            yield from _paramodulants(one, other)
            yield from _paramodulants(other, one)
        return
    simplifiers = tuple([clause for part in parts[1:] for clause in part.clauses()])
    for one in candidates(parts[0], budget) if parts else ():
        found = replace(one, simplifiers=(*one.simplifiers, *simplifiers))
        if rule == "er":
            yield from _reflected(found)
        elif rule in _FACTORING:
            yield from _factors(found)
        yield found


_BINARY: Final = frozenset({"spm", "pm", "sim_spm", "resolve"})
_FACTORING: Final = frozenset({"ef", "of", "factor", "condense"})


def _joined(one: Candidate, other: Candidate, literals: Sequence[Formula]) -> Candidate:
    return Candidate(one.uses + other.uses, tuple(dict.fromkeys(literals)), one.simplifiers + other.simplifiers)


def _resolvents(one: Candidate, other: Candidate) -> Iterator[Candidate]:
    for i, literal in enumerate(one.literals):
        atom, negative = denied(literal)
        for j, opposite in enumerate(other.literals):
            against, denial = denied(opposite)
            if negative is denial:
                continue
            for pair in pairs(atom, against):
                if (values := unified(*pair)) is not None:
                    rest = without(one.literals, i) + without(other.literals, j)
                    yield _joined(one, other, rest).under(values)


def _paramodulants(source: Candidate, target: Candidate) -> Iterator[Candidate]:
    for i, literal in enumerate(source.literals):
        if not isinstance(literal, Eq):
            continue
        for left, right in ((literal.left, literal.right), (literal.right, literal.left)):
            if isinstance(left, Var):
                continue
            places = dict.fromkeys(n for one in target.literals for n in walk(one) if isinstance(n, Fn))
            for place in places:
                if (values := unified((left,), (place,))) is None:
                    continue
                found = _joined(source, target, ()).under(values)
                old, new = resolved(left, values), resolved(right, values)
                rest = [at(one, values) for one in without(source.literals, i)]
                rest += [_replaced(at(one, values), old, new) for one in target.literals]
                yield replace(found, literals=tuple(dict.fromkeys(rest)))


def _replaced(literal: Formula, old: Term, new: Term) -> Formula:
    def term(t: Term) -> Term:
        if t == old:
            return new
        return Fn(t.name, tuple([term(arg) for arg in t.args])) if isinstance(t, Fn) and t.args else t

    return mapped(literal, term)


def _reflected(one: Candidate) -> Iterator[Candidate]:
    for i, literal in enumerate(one.literals):
        atom, negative = denied(literal)
        if negative and isinstance(atom, Eq) and (values := unified((atom.left,), (atom.right,))) is not None:
            yield replace(one, literals=without(one.literals, i)).under(values)


def _factors(one: Candidate) -> Iterator[Candidate]:
    for (_, first), (j, second) in itertools.combinations(enumerate(one.literals), 2):
        (atom, negative), (other, denial) = denied(first), denied(second)
        if negative is not denial:
            continue
        for pair in pairs(atom, other):
            if (values := unified(*pair)) is not None:
                yield replace(one, literals=without(one.literals, j)).under(values)
        if not negative and isinstance(atom, Eq) and isinstance(other, Eq):
            for s, t in ((atom.left, atom.right), (atom.right, atom.left)):
                for u, v in ((other.left, other.right), (other.right, other.left)):
                    if (values := unified((s,), (u,))) is not None:
                        rest = (*without(one.literals, j), Not(Eq(t, v)))
                        yield replace(one, literals=rest).under(values)
