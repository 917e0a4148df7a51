"""By which premises a row of constants may be an answer of a goal: a guess, which is then proved."""

from __future__ import annotations

from collections import defaultdict

from ..logic.program import Program
from ..logic.syntax import Exists, Fn, Forall, Num, Term, TermRow
from ..logic.walkers import walk


class Guess:
    """Which premises are general, and of which things the others speak.

    Args:
        program: the program.
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
