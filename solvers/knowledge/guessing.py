"""Which rows of constants may be answers of a goal, and by which premises: a guess, which is then proved."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from typing import Final

from ..bridges.forward import Reasons, derivation, reasons
from ..clock import HIT, left, within
from ..logic.candidates import instance
from ..logic.program import Program
from ..logic.rules import ForwardRule, as_rules, constants_of, literals_of, opposite
from ..logic.syntax import Exists, Fn, Forall, Num, Term, TermRow
from ..logic.walkers import walk

SECONDS: Final = 1.0
"""The most time that rules are applied for a guess."""


class Guess:
    """What the premises that are rules derive, applied forwards.

    Args:
        program: the program; premises that are no rules are passed over.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._general: list[int] = []
        self._about: dict[Term, list[int]] = defaultdict(list)
        self._things: list[set[Term]] = []
        self._common: set[Term] = {node for node in walk(program.goal.formula) if isinstance(node, Fn | Num)}
        for i, premise in enumerate(program.premises):
            nodes = [*walk(premise.formula)]
            if any(isinstance(node, Forall | Exists) for node in nodes):
                self._general.append(i)
            self._things.append({node for node in nodes if isinstance(node, Fn | Num)})
            for term in self._things[i]:
                self._about[term].append(i)
        self._common.update(*(self._things[i] for i in self._general))
        rules: list[ForwardRule] = []
        for i, premise in enumerate(program.premises):
            rules += as_rules(premise.formula, i) or []
        self._known: Reasons = {}
        with suppress(*HIT), within(min(SECONDS, left() / 4)):
            self._known = reasons(rules, constants_of(rules, ()))

    def about(self, row: TermRow) -> tuple[bool | None, tuple[int, ...]]:
        """Return whether the goal is derived of a row.

        Returns:
            Whether it is, or its opposite; ``None`` if neither. And the indices of the premises in the derivation.
        """
        literals = literals_of(instance(self._program, row))
        if literals is None:
            return None, ()
        facts = [(one.key, one.args) for one in literals]
        known = self._known
        if all(fact in known for fact in facts):
            return True, derivation(facts, known)[1]
        against = next((opposite(fact) for fact in facts if opposite(fact) in known), None)
        return (None, ()) if against is None else (False, derivation([against], known)[1])

    def near(self, row: TermRow, *, general: bool = True) -> tuple[int, ...]:
        """Return the indices of the premises that are general, or speak of no other things than these and the row's.

        None are returned if these are all.

        Args:
            row: the row.
            general: whether to take the general ones.
        """
        things = self._common.union(row) if general else {*row}
        about = {i for term in row for i in self._about[term] if self._things[i] <= things}
        found = about.union(self._general) if general else about.difference(self._general)
        return tuple(sorted(found)) if len(found) < len(self._program.premises) else ()
