"""What other clauses make of the outcome of an inference: equals for equals, and literals that go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from ..clock import look
from ..kernel.laws import denied
from ..logic.syntax import Eq, Fn, Formula, Not, Term, Var
from .clauses import Clause
from .inferences import Budget, Candidate, Use, copied
from .unification import Bindings, all_matched, mapped, matched, pairs, resolved, variables, without

MAX_STEPS: Final = 500
"""The most replacements in one clause."""


def normal(one: Candidate, *, ordered: bool) -> Candidate:
    """Return a candidate with what simplifies it applied as long as it can be.

    Args:
        one: the candidate.
        ordered: whether equations make terms smaller, whichever side that is; else they go from left to right.

    Raises:
        Exhausted: there is no end to it.
    """
    rules: dict[str, list[tuple[Use, Fn, Term]]] = {}
    for clause in dict.fromkeys(one.simplifiers):
        [use] = (copy := copied(clause)).uses
        match copy.literals:
            case (Eq(one_side, other),):
                for left, right in ((one_side, other), (other, one_side))[: 2 if ordered else 1]:
                    bound = variables(right) <= variables(left)
                    if isinstance(left, Fn) and bound and (ordered or not _turns(left, right)):
                        rules.setdefault(left.name, []).append((use, left, right))
    uses: dict[tuple[Clause, tuple[Term, ...]], Use] = {}
    budget = Budget(MAX_STEPS)
    known: dict[Term, Term] = {}

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
                terms = {name: resolved(value, values) for name, value in use.values.items()}
                uses[use.clause, tuple(terms.values())] = Use(use.clause, terms)
                found = reduced(new)
                break
        known[term] = found
        return found

    changed = replace(one, literals=tuple(dict.fromkeys([mapped(literal, reduced) for literal in one.literals])))
    changed = replace(changed, uses=(*one.uses, *uses.values()), simplifiers=())
    for clause in dict.fromkeys(one.simplifiers):
        while (cut := next(_cut(clause, changed), None)) is not None:
            changed = cut
    return replace(changed, simplifiers=one.simplifiers)


def _turns(left: Term, right: Term) -> bool:
    """Return whether an equation could be used on its own outcome for ever."""
    return matched(left, right, {}) is not None


def _cut(clause: Clause, one: Candidate) -> Iterator[Candidate]:
    """Yield a candidate without a literal that a clause excludes, if its other literals are there."""
    [use] = (rule := copied(clause)).uses
    for i, literal in enumerate(rule.literals):
        atom, negative = denied(literal)
        for j, other in enumerate(one.literals):
            against, denial = denied(other)
            if negative is denial:
                continue
            for pattern, terms in pairs(atom, against):
                values = all_matched(pattern, terms, {})
                values = None if values is None else _among(without(rule.literals, i), one, values)
                if values is not None:
                    found = Use(use.clause, {name: resolved(term, values) for name, term in use.values.items()})
                    yield replace(one, uses=(*one.uses, found), literals=without(one.literals, j))


def _among(patterns: Sequence[Formula], one: Candidate, values: Bindings) -> Bindings | None:
    """Return the values with more of them, such that literals are among those of a candidate."""
    if not patterns:
        return values
    atom, negative = denied(patterns[0])
    for literal in one.literals:
        against, denial = denied(literal)
        if negative is denial:
            for pattern, terms in pairs(atom, against):
                more = all_matched(pattern, terms, values)
                found = None if more is None else _among(patterns[1:], one, more)
                if found is not None:
                    return found
    return None


def _place(term: Term) -> tuple[Any, ...]:
    """Return the place of a term in an order of Knuth and Bendix, in which all variables are alike."""
    if not isinstance(term, Fn):
        return 1, 0, "", ()
    places = tuple(map(_place, term.args))
    return 1 + sum(place[0] for place in places), len(places), term.name, places


def variant(one: Candidate, wanted: Sequence[Formula]) -> Mapping[str, str] | None:
    """Return the variables of a clause for those of a candidate; ``None`` if they differ in more than those."""
    left, right = _cleaned(one.literals), _cleaned(wanted)
    if len(left) != len(right):
        return None
    for values in _renamings(left, right, {}):
        if all(isinstance(value, Var) for value in values.values()) and len(set(values.values())) == len(values):
            return {name: value.name for name, value in values.items() if isinstance(value, Var)}
    return None


def _cleaned(literals: Sequence[Formula]) -> list[Formula]:
    """Return literals without those that are false by their form, and each once."""
    left = [x for x in literals if not (isinstance(x, Not) and isinstance(x.body, Eq) and x.body.left == x.body.right)]
    return [x for i, x in enumerate(left) if not any(_same(x, y) for y in left[:i])]


def _same(one: Formula, other: Formula) -> bool:
    (atom, negative), (against, denial) = denied(one), denied(other)
    return negative is denial and any(pattern == terms for pattern, terms in pairs(atom, against))


def _renamings(left: Sequence[Formula], wanted: Sequence[Formula], values: Bindings) -> Iterator[Bindings]:
    look()
    if not left:
        yield values
        return
    atom, negative = denied(left[0])
    for i, literal in enumerate(wanted):
        against, denial = denied(literal)
        if negative is denial:
            for pattern, terms in pairs(atom, against):
                if (more := all_matched(pattern, terms, values)) is not None:
                    yield from _renamings(left[1:], [*wanted[:i], *wanted[i + 1 :]], more)
