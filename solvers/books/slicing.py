"""Which premises a question hangs on: what is derived ties them together, and those that bind no facts may be left out.

Premises that share nothing derived with the question, or with each other, are satisfied whatever the facts are if they
only conclude that things hold; or if no two conclude opposites in one case, and nothing derived hangs on itself.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Sequence
from graphlib import CycleError, TopologicalSorter

from ..clock import check
from ..logic.syntax import CALCULATING, And, Atom, Eq, Fn, Formula, Implies, Num, Term, Truth
from ..logic.walkers import walk
from .reading import concluded

Node = Atom | Fn
"""What is derived of certain things."""
Value = bool | Term


class Slices:
    """The premises of a book, without quantifiers, in parts that share nothing derived.

    Args:
        premises: the premises.
        derived: the names of what is derived.
        exclusive: whether two conditions can't hold together.
        whole: the names of whole numbers, given or derived.
    """

    def __init__(
        self,
        premises: Sequence[Formula],
        derived: Collection[str],
        exclusive: Callable[[Formula, Formula], bool],
        whole: Collection[str] = (),
    ) -> None:
        self._derived, self._exclusive, self._whole = derived, exclusive, whole
        self._roots: dict[Node, Node] = {}
        self._spoken = [[*self._nodes(premise)] for premise in premises]
        for nodes in self._spoken:
            for node in nodes[1:]:
                self._roots[self._root(node)] = self._root(nodes[0])
        parts: dict[Node | None, list[int]] = {}
        for i, nodes in enumerate(self._spoken):
            parts.setdefault(self._root(nodes[0]) if nodes else None, []).append(i)
        self._concluding: dict[Node, list[int]] = {}
        self._binding = {
            i for root, ones in parts.items() if root is None or not self._free(premises, ones) for i in ones
        }

    def of(self, goal: Formula) -> list[int]:
        """Return the places of the premises on which a question hangs.

        Of those that can be satisfied whatever the facts are, it hangs on what concludes what it speaks of, and so on.
        """
        found, waiting = {*self._binding}, [*self._nodes(goal)]
        while waiting:
            for i in self._concluding.get(waiting.pop(), ()):
                if i not in found:
                    found.add(i)
                    waiting += self._spoken[i]
        return sorted(found)

    def _nodes(self, formula: Formula) -> Iterator[Node]:
        return (node for node in walk(formula) if isinstance(node, Atom | Fn) and node.name in self._derived)

    def _is_whole(self, term: Term) -> bool:
        match term:
            case Num(value, decimal):
                return isinstance(value, int) and not decimal
            case Fn(name, args) if args and name in CALCULATING:
                return name != "/" and all(map(self._is_whole, args))
            case Fn(name, _):
                return name in self._whole
        return False

    def _root(self, node: Node) -> Node:
        while (above := self._roots.setdefault(node, node)) != node:
            node = above
        return node

    def _free(self, premises: Sequence[Formula], places: Sequence[int]) -> bool:
        """Return whether premises can be satisfied whatever the facts are, and note what each concludes."""
        check()
        said: dict[Node, list[tuple[Formula, Value]]] = {}
        hangs: dict[Node, set[Node]] = {}
        for i in places:
            premise = premises[i]
            body, head = (premise.left, premise.right) if isinstance(premise, Implies) else (Truth(True), premise)
            found = [*concluded(head)]
            if len(found) < (len(head.parts) if isinstance(head, And) else 1):
                return False
            for node, value in found:
                spoken = [*self._nodes(body)]
                if node.name not in self._derived:
                    return False
                if not isinstance(value, bool):
                    if node.name in self._whole and not self._is_whole(value):
                        return False  # what is no whole number may contradict it
                    spoken += self._nodes(Eq(value, value))
                said.setdefault(node, []).append((body, value))
                hangs.setdefault(node, set()).update(spoken)
                self._concluding.setdefault(node, []).append(i)
        if all(value is True for ones in said.values() for _, value in ones):
            return True
        try:
            TopologicalSorter(hangs).prepare()
        except CycleError:
            return False
        pairs = (pair for ones in said.values() for pair in itertools.combinations(ones, 2))
        return all(one[1] == other[1] or self._exclusive(one[0], other[0]) for one, other in pairs)
