"""Which premises a question hangs on: what is derived ties them together, and those that bind no facts may be left out.

Premises that share nothing derived with the question, or with each other, are satisfied whatever the facts are if they
only conclude that things hold; or if no two conclude opposites in one case, and nothing derived hangs on itself.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Sequence
from graphlib import CycleError, TopologicalSorter

from ..clock import check
from ..logic.syntax import CALCULATING, And, Atom, Eq, Fn, Formula, Implies, Not, Num, Term, Truth
from ..logic.walkers import walk

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
        first: list[Node | None] = []
        for premise in premises:
            nodes = [*self._nodes(premise)]
            for node in nodes[1:]:
                self._roots[self._root(node)] = self._root(nodes[0])
            first.append(nodes[0] if nodes else None)
        self._parts: dict[Node | None, list[int]] = {}
        for i, one in enumerate(first):
            self._parts.setdefault(None if one is None else self._root(one), []).append(i)
        self._binding = {
            root for root, ones in self._parts.items() if root is None or not self._free([premises[i] for i in ones])
        }

    def of(self, goal: Formula) -> list[int]:
        """Return the places of the premises on which a question hangs."""
        wanted = self._binding | {self._root(node) for node in self._nodes(goal)}
        return sorted(i for root, ones in self._parts.items() if root in wanted for i in ones)

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

    def _free(self, premises: Sequence[Formula]) -> bool:
        """Return whether premises can be satisfied whatever the facts are."""
        check()
        said: dict[Node, list[tuple[Formula, Value]]] = {}
        hangs: dict[Node, set[Node]] = {}
        for premise in premises:
            body, head = (premise.left, premise.right) if isinstance(premise, Implies) else (Truth(True), premise)
            for part in head.parts if isinstance(head, And) else (head,):
                match part:
                    case Atom() if part.name in self._derived:
                        node, value = part, True
                    case Not(Atom() as node) if node.name in self._derived:
                        value = False
                    case Eq(Fn() as node, value) if node.name in self._derived and not [*self._nodes(Eq(value, value))]:
                        if node.name in self._whole and not self._is_whole(value):
                            return False  # what is no whole number may contradict it
                    case _:
                        return False
                said.setdefault(node, []).append((body, value))
                hangs.setdefault(node, set()).update(self._nodes(body))
        if all(value is True for ones in said.values() for _, value in ones):
            return True
        try:
            TopologicalSorter(hangs).prepare()
        except CycleError:
            return False
        pairs = (pair for ones in said.values() for pair in itertools.combinations(ones, 2))
        return all(one[1] == other[1] or self._exclusive(one[0], other[0]) for one, other in pairs)
