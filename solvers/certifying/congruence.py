"""Congruence closure that says why: which literals make two terms equal, or another literal false.

Terms and atoms are nodes; an atom that is true is equal to ``⊤``, a false one to ``⊥``. Each union leaves an
edge of a forest, by which the literals behind an equality are found (Nieuwenhuis and Oliveras 2005, *Proof-producing
congruence closure*).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..kernel.laws import denied
from ..logic.syntax import Atom, Cmp, Eq, Fn, Formula, Term, Var

Head = tuple[str, str]
TRUE, FALSE = 0, 1
_EQUAL: Head = "=", "="
_Edge = tuple[int, Formula | None]
"""The node above another one, and the literal that makes them equal; a root is above itself."""


class Congruence:
    """Classes of equal terms and of atoms with equal truth.

    Attributes:
        heads: the name and the arguments of each node.
        members: the nodes of each class, by the node that stands for it.
    """

    def __init__(self) -> None:
        self.heads: list[tuple[Head, tuple[int, ...]]] = []
        self.members: dict[int, list[int]] = {}
        self._class: list[int] = []
        self._uses: list[list[int]] = []
        self._nodes: dict[tuple[Head, tuple[int, ...]], int] = {}
        self._alike: dict[tuple[Head, tuple[int, ...]], int] = {}
        self._edges: list[_Edge] = []
        self._equations: list[int] = []
        self._pending: list[tuple[int, int, Formula | None]] = []
        for name in ("⊤", "⊥"):
            self._node(("truth", name))

    def find(self, node: int) -> int:
        """Return the node that stands for all that are equal to one."""
        return self._class[node]

    def term(self, term: Term) -> int:
        """Return the node of a term."""
        if isinstance(term, Fn):
            return self._node(("f", term.name), tuple(map(self.term, term.args)))
        return self._node(("v", term.name) if isinstance(term, Var) else ("n", repr(term)))

    def atom(self, atom: Formula) -> int:
        """Return the node of an atom."""
        if isinstance(atom, Atom):
            return self._node(("p", atom.name), tuple(map(self.term, atom.args)))
        assert isinstance(atom, Eq | Cmp)
        one, other = self.term(atom.left), self.term(atom.right)
        if isinstance(atom, Cmp):
            return self._node(("c", atom.op), (one, other))
        return self.equation(one, other)

    def equation(self, one: int, other: int) -> int:
        """Return the node that says that two are equal, in either order."""
        known = len(self.heads)
        node, turned = self._node(_EQUAL, (one, other)), self._node(_EQUAL, (other, one))
        if node >= known:
            self._equations.append(node)
            self._merge(node, turned, None)
        return node

    def assume(self, literal: Formula) -> None:
        """Take a literal to be true."""
        atom, false = denied(literal)
        if isinstance(atom, Eq) and not false:
            self._merge(self.term(atom.left), self.term(atom.right), literal)
        else:
            self._merge(self.atom(atom), FALSE if false else TRUE, literal)

    def refuted(self, literal: Formula) -> tuple[Formula, ...] | None:
        """Return the literals that make one false; ``None`` if it is not."""
        atom, false = denied(literal)
        if isinstance(atom, Eq) and false:
            one, other = self.term(atom.left), self.term(atom.right)
            if self.find(one) == self.find(other):
                return self.why(one, other)
        node, value = self.atom(atom), TRUE if false else FALSE
        return self.why(node, value) if self.find(node) == self.find(value) else None

    def conflict(self) -> tuple[Formula, ...] | None:
        """Return literals that are false together; ``None`` if none are."""
        if self.find(TRUE) == self.find(FALSE):
            return self.why(TRUE, FALSE)
        for node in self._equations:
            _, (one, other) = self.heads[node]
            if self.find(one) == self.find(other) and self.find(node) == self.find(FALSE):
                return tuple(dict.fromkeys((*self.why(node, FALSE), *self.why(one, other))))
        return None

    def why(self, one: int, other: int) -> tuple[Formula, ...]:
        """Return the literals that make two nodes equal."""
        found: dict[Formula, None] = {}
        pending, done = [(one, other)], set[tuple[int, int]]()
        while pending:
            pair = pending.pop()
            if pair in done or pair[0] == pair[1]:
                continue
            done.add(pair)
            for node, following, reason in self._path(*pair):
                if reason is not None:
                    found[reason] = None
                elif self.heads[node][0] == self.heads[following][0]:
                    ones, others = self.heads[node][1], self.heads[following][1]
                    if ones != others[::-1] or self.heads[node][0] != _EQUAL:
                        pending += zip(ones, others, strict=True)
        return tuple(found)

    def _node(self, head: Head, args: tuple[int, ...] = ()) -> int:
        key = head, args
        found = self._nodes.get(key)
        if found is not None:
            return found
        node = self._nodes[key] = len(self.heads)
        self.heads.append(key)
        self._class.append(node)
        self._uses.append([])
        self._edges.append((node, None))
        self.members[node] = [node]
        if args:
            for arg in {self.find(arg) for arg in args}:
                self._uses[arg].append(node)
            like = self._alike.setdefault((head, tuple([self.find(arg) for arg in args])), node)
            if like != node:
                self._merge(node, like, None)
        return node

    def _merge(self, one: int, other: int, reason: Formula | None) -> None:
        self._pending.append((one, other, reason))
        while self._pending:
            one, other, reason = self._pending.pop()
            if self.find(one) == self.find(other):
                continue
            if len(self.members[self.find(one)]) > len(self.members[self.find(other)]):
                one, other = other, one
            self._turn(one)
            self._edges[one] = other, reason
            lost, kept = self.find(one), self.find(other)
            moved = self.members.pop(lost)
            for node in moved:
                self._class[node] = kept
            self.members[kept] += moved
            uses = self._uses[lost]
            for node in uses:
                head, args = self.heads[node]
                like = self._alike.setdefault((head, tuple([self.find(arg) for arg in args])), node)
                if self.find(like) != self.find(node):
                    self._pending.append((node, like, None))
            self._uses[kept] += uses

    def _turn(self, node: int) -> None:
        """Make a node the root of its tree."""
        before: _Edge = node, None
        while True:
            following, reason = self._edges[node]
            self._edges[node] = before
            if following == node:
                return
            before, node = (node, reason), following

    def _path(self, one: int, other: int) -> Iterator[tuple[int, int, Formula | None]]:
        """Yield the edges between two nodes of one tree."""
        above, node = {one}, one
        while (node := self._edges[node][0]) not in above:
            above.add(node)
        while other not in above:
            yield other, *self._edges[other]
            other = self._edges[other][0]
        while one != other:
            yield one, *self._edges[one]
            one = self._edges[one][0]
