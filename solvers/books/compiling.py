"""A book's rules to classical premises: a rule applies where its condition holds and no rule above it applies.

What is derived and has a default gets one more rule, below all that conclude it: where none of those applies, it has
its default (as Catala does it, and Clark's completion).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from ..logic.diagnostics import Diagnostic, Level
from ..logic.program import Statement
from ..logic.rewriting import substitute
from ..logic.syntax import (
    And,
    Atom,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Implies,
    Not,
    Term,
    Truth,
    Var,
    close,
    conjunction,
    disjunction,
    opened,
)
from ..logic.walkers import walk
from .facts import value_of
from .reading import BookFault, BookRule, Noun, Parts, concluded


@dataclass(frozen=True, slots=True)
class Premise:
    """A premise of a compiled book, and where it comes from.

    Attributes:
        statement: what it says.
        label: of the rule, or the name of what is derived by default.
        blockers: labels of the rules that have to be known not to apply.
    """

    statement: Statement
    label: str
    blockers: tuple[str, ...] = ()


class Compiled:
    """The premises of a book.

    Args:
        parts: what the book says.
        text: the book's text, for faults.
    """

    def __init__(self, parts: Parts, text: str = "", name: str = "") -> None:
        self.parts = parts
        self.rules = {rule.label: rule for rule in parts.rules}
        self._above: dict[str, list[str]] = {}
        for winner, loser in parts.above:
            self._above.setdefault(loser, []).append(winner)
        if fault := self._circle():
            raise BookFault([fault], text, name)
        self.premises = tuple(self._premises())

    def winners(self, label: str) -> tuple[str, ...]:
        """Return the labels of all rules above one, and above those."""
        found: dict[str, None] = {}
        waiting = [*self._above.get(label, ())]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found[one] = None
                waiting += self._above.get(one, ())
        return tuple(found)

    def condition(
        self, rule: BookRule, bound: tuple[str, ...] | None = None, denied: frozenset[str] = frozenset()
    ) -> Formula:
        """Return when a rule applies: its condition holds, and no rule above it applies.

        Args:
            rule: the rule.
            bound: the variables whose values are known; others are bound by ∃. All if ``None``.
            denied: rules that are known not to apply to these values.
        """
        names, sorts, body, _ = _opened(rule)
        above = [one for one in self._above.get(rule.label, ()) if one not in denied]
        known = denied | {one for one in above if {*_opened(self.rules[one])[0]} <= {*names}}
        guards = [Not(self.condition(self.rules[one], tuple(names), known - {one})) for one in above]
        stated = body.parts if isinstance(body, And) else (body,)
        said = conjunction(tuple([one for one in (*stated, *guards) if one != Truth(True)]))
        if bound is not None:
            for name, sort in [*zip(names, sorts, strict=True)][::-1]:
                if name not in bound:
                    said = Exists(name, said, sort)
        return said

    def head(self, rule: BookRule) -> Formula | None:
        """Return what a rule concludes; ``None`` if it only keeps others from applying."""
        return _opened(rule)[3]

    def _premises(self) -> Iterator[Premise]:
        for rule in self.parts.rules:
            names, sorts, _, head = _opened(rule)
            if head is None:
                continue
            said = self.condition(rule)
            whole = rule.formula if not self._above.get(rule.label) else _implication(names, sorts, said, head)
            gloss = " ".join(one.sentence for one in rule.sources)
            yield Premise(Statement(whole, gloss, rule.span), rule.label, self.winners(rule.label))
        for one in self.parts.derived:
            if one.default:
                yield self._by_default(one)

    def _by_default(self, one: Noun) -> Premise:
        variables = [f"v{i}" for i in range(len(one.typed.arguments))]
        args = tuple(map(Var, variables))
        concluding = [*self.concluding(one)]
        applies = [self.applies(rule, found, args) for rule, found in concluding]
        free = Not(disjunction(tuple(applies))) if applies else Truth(True)
        said = _implication(variables, list(one.typed.arguments), free, value_of(one, args, self.parts.declared))
        labels = tuple(dict.fromkeys(rule.label for rule, _ in concluding))
        return Premise(Statement(said, one.typed.gloss, one.span), one.name, labels)

    def concluding(self, one: Noun) -> Iterator[tuple[BookRule, tuple[Term, ...]]]:
        """Yield the rules that conclude a name, each with the arguments of which they do."""
        for rule in self.parts.rules:
            yield from ((rule, node.args) for node, _ in concluded(_opened(rule)[3]) if node.name == one.name)

    def applies(self, rule: BookRule, found: tuple[Term, ...], args: tuple[Term, ...]) -> Formula:
        """Return that a rule, which concludes something of what is found, applies where these are some things."""
        names, sorts, *_ = _opened(rule)
        said: Formula = self.condition(rule)
        if all(isinstance(arg, Var) for arg in found) and len(set(found)) == len(found) == len(names):
            return substitute(said, {arg.name: to for arg, to in zip(found, args, strict=True) if isinstance(arg, Var)})
        said = conjunction((*[Eq(to, arg) for to, arg in zip(args, found, strict=True)], said))
        for name, sort in [*zip(names, sorts, strict=True)][::-1]:
            said = Exists(name, said, sort)
        return said

    def _circle(self) -> Diagnostic | None:
        """Return what is wrong if what is derived by default hangs on itself."""
        closed = {one.name: one for one in self.parts.derived if one.default}
        graph: dict[str, set[str]] = {}
        for one in closed.values():
            rules = [rule for rule, _ in self.concluding(one)]
            spoken = {n for rule in rules for n in _names_in(_opened(rule)[2])}
            spoken |= {n for r in rules for o in self.winners(r.label) for n in _names_in(_opened(self.rules[o])[2])}
            graph[one.name] = spoken & closed.keys()
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            circle = error.args[1]
            message = f"what is derived by default hangs on itself: {' → '.join(circle)}"
            hint = "Leave out 'default = …' of one of them, or the condition that speaks of it."
            return Diagnostic("derived-circle", Level.ERROR, message, closed[circle[0]].span, hint)
        return None


def _opened(rule: BookRule) -> tuple[list[str], list[str], Formula, Formula | None]:
    """Return a rule's variables, their sorts, its condition and its conclusion."""
    names, sorts, inner = opened(rule.formula, Forall)
    if isinstance(inner, Implies):
        body, head = inner.left, inner.right
        while isinstance(head, Implies):
            body, head = And((body, head.left)), head.right
        return names, sorts, body, head
    return (names, sorts, inner, None) if rule.bare else (names, sorts, Truth(True), inner)


def _implication(names: list[str], sorts: list[str], body: Formula, head: Formula) -> Formula:
    return close(head if body == Truth(True) else Implies(body, head), names, sorts)


def _names_in(formula: Formula) -> set[str]:
    return {node.name for node in walk(formula) if isinstance(node, Atom | Fn)}
