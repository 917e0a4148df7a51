"""Formulas of Sorites English in the words of a program that says the same otherwise.

The grammar makes a name of each word, where a program has one for a whole phrase: ``∃y (Scholarship(y) ∧
Receives(x, y))`` is its ``ReceivesScholarship(x)``. What is fitted are the largest parts that deny and order nothing;
a part that no name, or more than one, has the words of is not said: there is no formula then, and no guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sorites.solvers.logic.rewriting import descend, rewrite, same, simplified
from sorites.solvers.logic.syntax import And, Atom, Exists, Fn, Forall, Formula, Implies, Term, Truth, Var, conjunction
from sorites.solvers.logic.walkers import free_variables, walk
from sorites.solvers.notation.spelling import words

from .wordings import same_word

_IDLE: Final = frozenset(
    "a an the is are be been being was were has have had of to in for on at with by x it its".split()
)
"""Words that names have or lack without saying something else."""


class Unfit(Exception):
    """No name of the program, or more than one, has the words of a part."""


@dataclass(frozen=True, slots=True)
class Fitting:
    """The names of a program, by the words that sentences may have for them.

    Attributes:
        predicates: the words of each predicate, with its places.
        things: the words of each constant.
        closely: a phrase has no word that the name lacks.
    """

    predicates: Mapping[tuple[str, int], Sequence[str]]
    things: Mapping[str, Sequence[str]]
    closely: bool = True

    def fitted(self, formula: Formula) -> Formula:
        """Return a formula in the words of the program.

        Raises:
            Unfit: a part of it has no name there, or several.
        """
        return simplified(self._fit(rewrite(formula, _narrowed)))

    def _fit(self, formula: Formula) -> Formula:
        if isinstance(formula, Truth):
            return formula
        if _phrase(formula) and (found := self._named(formula)) is not None:
            return found
        if isinstance(formula, Atom):
            raise Unfit(" ".join(_words(formula)))
        if isinstance(formula, And):
            return self._joined(list(formula.parts))
        if isinstance(formula, Exists) and not isinstance(formula.body, And | Exists):
            return Exists(formula.var, self._fit(formula.body), formula.sort)
        return descend(formula, self._fit, same)

    def _joined(self, parts: list[Formula]) -> Formula:
        """Return a conjunction; the kind of a thing of which more is said need not have a name."""
        for place, part in enumerate(parts):
            rest = parts[:place] + parts[place + 1 :]
            kind = isinstance(part, Atom) and len(part.args) == 1 and isinstance(part.args[0], Var)
            if (
                kind
                and self._named(part) is None
                and any(set(free_variables(part)) & set(free_variables(p)) for p in rest)
            ):
                return self._fit(conjunction(tuple(rest)))
        return conjunction(tuple([self._fit(part) for part in parts]))

    def _named(self, formula: Formula) -> Formula | None:
        """Return the one atom that has the words of a phrase."""
        things = [self._thing(node) for node in walk(formula) if isinstance(node, Fn)]
        of_things = {name for name in things if name}
        args = list(dict.fromkeys(_arguments(formula, set(free_variables(formula)))))
        terms: list[Term] = [
            Fn(known) if isinstance(a, Fn) and (known := self._thing(a)) else a
            for a in args
            if isinstance(a, Var) or self._thing(a) in of_things
        ]
        said = [w for w in _words(formula, set(map(str, filter(None, things))), self._thing) if w not in _IDLE]
        found = dict[str, int]()
        for (name, arity), own in self.predicates.items():
            needed = [w for w in own if w not in _IDLE] or list(own)
            heard = [w for w in said if any(same_word(w, n) for n in needed)]
            all_heard = all(any(same_word(w, n) for w in said) for n in needed)
            if arity == len(terms) and all_heard and (not self.closely or len(heard) == len(said)):
                found[name] = len(needed)
        best = [name for name, count in found.items() if count == max(found.values())]
        return Atom(best[0], tuple(terms)) if len(best) == 1 else None

    def _thing(self, term: Term) -> str | None:
        if not isinstance(term, Fn) or term.args:
            return None
        own = [w for w in words(term.name) if w not in _IDLE]
        fit = [n for n, w in self.things.items() if own and all(any(same_word(a, b) for b in w) for a in own)]
        return fit[0] if len(fit) == 1 else None


def _narrowed(formula: Formula) -> Formula:
    """Return that something is so whenever it is for anything, where the grammar says that of whatever it is."""
    if isinstance(formula, Forall) and isinstance(formula.body, Implies):
        inner = formula.body
        if formula.var not in free_variables(inner.right):
            return Implies(Exists(formula.var, inner.left, formula.sort), inner.right)
        if isinstance(inner.left, And):
            return formula
    if isinstance(formula, Forall) and isinstance(formula.body, Forall):  # ∀x ∀y: the inner one was looked at first
        return formula
    return formula


def _phrase(formula: Formula) -> bool:
    return all(isinstance(node, And | Atom | Exists | Fn | Var) for node in walk(formula))


def _arguments(formula: Formula, free: set[str]) -> Iterator[Term]:
    for node in walk(formula):
        if isinstance(node, Atom):
            yield from (a for a in node.args if isinstance(a, Fn) or (isinstance(a, Var) and a.name in free))


def _words(formula: Formula, things: set[str] = frozenset(), thing=lambda _: None) -> list[str]:  # type: ignore
    found = []
    for node in walk(formula):
        if isinstance(node, Atom) or (isinstance(node, Fn) and thing(node) is None):
            found += words(node.name)
    return found
