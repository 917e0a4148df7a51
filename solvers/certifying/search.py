"""Refutations of formulas by their connectives: a small search with learning, over trees of literals.

What is found is written down in lines for the kernel. Its propagation is that of the kernel, so
that what follows here follows there (conflict-driven learning of clauses of decisions).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from ..clock import look
from ..logic.syntax import Truth, disjunction
from .drafts import Draft, derived
from .shapes import AND, IFF, OR, Leaves, Shape, clause, literals, opposite


@dataclass(slots=True)
class Claim:
    """A tree that is true, with the lines that say so, or what makes one when it is needed."""

    shape: Shape
    said: tuple[Draft, ...] | Callable[[], Draft]

    @property
    def lines(self) -> tuple[Draft, ...]:
        """The lines that say so."""
        if callable(self.said):
            self.said = (self.said(),)
        return self.said


class TruthSearch:
    """Truth values of leaves that make all claims true, or the reason that there are none.

    Attributes:
        leaves: the atoms and quantified formulas.
        values: of each leaf its value, where it has one.
        trail: the literals that are true, in the order in which they became so.
        refuted: the line that contradicts all claims.
        assumed: a literal that is the first decision; its denial is what is looked for, too.
        unsaid: whether lines do not say it, since they are only for a proof that states it.
    """

    def __init__(self, leaves: Leaves) -> None:
        self.leaves = leaves
        self.values: dict[int, bool] = {}
        self.trail: list[int] = []
        self.refuted: Draft | None = None
        self.assumed: int | None = None
        self.unsaid = False
        self._claims: list[Claim] = []
        self._at: dict[int, list[Claim]] = {}
        self._reasons: dict[int, Claim | None] = {}
        self._positions: dict[int, int] = {}
        self._levels: list[int] = []
        self._queue: list[Claim] = []
        self._units: dict[int, Draft] = {}
        self._activity: dict[int, float] = {}
        self._bump = 1.0

    def add(self, shape: Shape, *lines: Draft) -> None:
        """Add what is true."""
        if isinstance(shape, tuple) and shape[0] == AND:
            for part in shape[1]:
                self.add(part, *lines)
        else:
            self.claim(shape, lines)

    def claim(self, shape: Shape, lines: tuple[Draft, ...] | Callable[[], Draft]) -> None:
        """Add what is true and no conjunction, with the lines that say so, or what makes one."""
        claim = Claim(shape, lines)
        self._claims.append(claim)
        for literal in literals(shape):
            self._at.setdefault(literal >> 1, []).append(claim)
        self._queue.append(claim)

    def propagate(self) -> bool:
        """Find what follows without a decision, or with those made so far; return whether all is refuted."""
        while self._queue:
            look()
            claim = self._queue.pop()
            if not self._force(claim.shape, claim) and not self._learn(claim):
                return True
        return self.refuted is not None or (self.assumed is not None and self._value(self.assumed) is False)

    def decide(self) -> bool:
        """Assume a literal of a claim that is open, and return whether there was one."""
        if self.assumed is not None and self._value(self.assumed) is None:
            self._levels.append(len(self.trail))
            self._assign(self.assumed, None)
            return True
        lively = [leaf for leaf in self._activity if leaf not in self.values]
        if lively:
            leaf = max(lively, key=lambda one: self._activity[one])
            self._levels.append(len(self.trail))
            self._assign(2 * leaf + 1, None)
            return True
        best: list[int] | None = None
        for claim in self._claims:
            if self._value(claim.shape) is None:
                free = [one for one in literals(claim.shape) if one >> 1 not in self.values]
                if best is None or len(free) < len(best):
                    best = free
                    if len(free) <= 2:
                        break
        if best is None:
            return False
        self._levels.append(len(self.trail))
        self._assign(best[0], None)
        return True

    def refute(self) -> Draft | None:
        """Return the line that refutes all claims; ``None`` if some values make them true."""
        while not self.propagate():
            if not self.decide():
                return None
        return self.refuted

    def back(self) -> None:
        """Take back all decisions."""
        if self._levels:
            self._back(0)
            self._queue = [*self._claims]

    def _assign(self, literal: int, reason: Claim | None) -> None:
        leaf = literal >> 1
        self.values[leaf] = not literal & 1
        self._reasons[leaf] = reason
        self._positions[leaf] = len(self.trail)
        self.trail.append(literal)
        self._queue += self._at.get(leaf, ())

    def _value(self, shape: Shape, before: int | None = None) -> bool | None:
        """Return the value of a tree, with what was known before a position of the trail."""
        if isinstance(shape, int):
            found = self.values.get(shape >> 1)
            if found is None or (before is not None and self._positions[shape >> 1] >= before):
                return None
            return found is not bool(shape & 1)
        kind, parts = shape
        if kind == IFF:
            one, other = (self._value(part, before) for part in parts)
            return None if one is None or other is None else one is other
        decisive, known = kind == OR, True
        for part in parts:
            value = self._value(part, before)
            if value is decisive:
                return decisive
            known = known and value is not None
        return not decisive if known else None

    def _force(self, shape: Shape, claim: Claim) -> bool:
        """Make a tree true as far as that is forced; return whether it can be."""
        if isinstance(shape, int):
            found = self.values.get(shape >> 1)
            if found is None:
                self._assign(shape, claim)
                return True
            return found is not bool(shape & 1)
        kind, parts = shape
        if kind == AND:
            return all(self._force(part, claim) for part in parts)
        if kind == IFF:
            for one, other in (parts, parts[::-1]):
                if (value := self._value(one)) is not None:
                    return self._force(other if value else opposite(other), claim)
            return True
        free: Shape | None = None
        for part in parts:
            value = self._value(part)
            if value or (value is None and free is not None):
                return True
            if value is None:
                free = part
        return free is not None and self._force(free, claim)

    def _why_forced(self, shape: Shape, literal: int, before: int) -> set[int] | None:
        """Return the literals by which a true tree forces another one; ``None`` if it does not."""
        if isinstance(shape, int):
            return set() if shape == literal else None
        kind, parts = shape
        if kind == AND:
            found = (self._why_forced(part, literal, before) for part in parts)
            return next((why for why in found if why is not None), None)
        if kind == IFF:
            for one, other in (parts, parts[::-1]):
                value = self._value(one, before)
                if value is not None:
                    why = self._why_forced(other if value else opposite(other), literal, before)
                    if why is not None:
                        return why | self._why(one if value else opposite(one), before)
            return None
        values = [self._value(part, before) for part in parts]
        if True in values:  # one that is true already forces nothing
            return None
        for i, part in enumerate(parts):
            others = [*parts[:i], *parts[i + 1 :]]
            if None in values[:i] or None in values[i + 1 :]:
                continue  # the part itself may be false by now: by a literal that it forced a moment before
            why = self._why_forced(part, literal, before)
            if why is not None:
                return why.union(*(self._why(opposite(other), before) for other in others))
        return None

    def _why(self, shape: Shape, before: int) -> set[int]:
        """Return the true literals that make a tree true."""
        if isinstance(shape, int):
            return {shape}
        kind, parts = shape
        if kind == AND:
            return set[int]().union(*(self._why(part, before) for part in parts))
        if kind == OR:
            return next(self._why(part, before) for part in parts if self._value(part, before))
        return set[int]().union(
            *(self._why(part if self._value(part, before) else opposite(part), before) for part in parts)
        )

    def _learn(self, broken: Claim) -> bool:
        """Learn from a claim that is false; return whether the search goes on.

        What is learned is the clause of the first literal of the last decision by which alone that decision led to
        this, with literals of decisions before (the first unique implication point of Marques-Silva and Sakallah).
        """
        self._queue.clear()
        wanted = self._why(opposite(broken.shape), len(self.trail))
        parents = list(broken.lines)
        ground = self._levels[0] if self._levels else len(self.trail)
        latest = self._levels[-1] if self._levels else 0
        count = sum(self._positions[literal >> 1] >= latest for literal in wanted)
        position = len(self.trail)
        while self._levels and count > 1:
            position -= 1
            literal = self.trail[position]
            if literal not in wanted:
                continue
            reason = self._reasons[literal >> 1]
            assert reason is not None
            wanted.remove(literal)
            why = self._why_forced(reason.shape, literal, position)
            assert why is not None, "what forced a literal is known"
            more = why - wanted
            count += sum(self._positions[other >> 1] >= latest for other in more) - 1
            parents += reason.lines
            wanted |= more
        kept = sorted(wanted, key=lambda literal: -self._positions[literal >> 1])
        said = [literal for literal in kept if self._positions[literal >> 1] >= ground]
        parents += [self.unit(literal) for literal in kept[len(said) :]]
        parents = list(dict.fromkeys(parents[::-1]))
        for literal in said:
            self._activity[literal >> 1] = self._activity.get(literal >> 1, 0.0) + self._bump
        self._bump *= 1.05
        if not said:
            self.refuted = derived(Truth(False), parents)
            return False
        denials = [self.leaves.formula(one ^ 1) for one in said if not (self.unsaid and one == self.assumed)]
        line = derived(disjunction(tuple(denials)), parents)
        below = [bisect_right(self._levels, self._positions[literal >> 1]) for literal in said[1:]]
        self._back(max(below, default=0))
        self.claim(clause([literal ^ 1 for literal in said]), (line,))
        return True

    def _back(self, level: int) -> None:
        """Take back all decisions but so many."""
        start = self._levels[level]
        del self._levels[level:]
        for literal in self.trail[start:]:
            leaf = literal >> 1
            del self.values[leaf], self._reasons[leaf], self._positions[leaf]
        del self.trail[start:]

    def unit(self, literal: int) -> Draft:
        """Return a line that states a literal which is true without decisions."""
        pending = [literal]
        while pending:
            one = pending[-1]
            why, lines = self._because(one)
            missing = [other for other in why if other not in self._units]
            pending += missing
            if not missing:
                pending.pop()
                if not why and len(lines) == 1 and lines[0].formula == self.leaves.formula(one):
                    self._units[one] = lines[0]
                elif one not in self._units:
                    self._units[one] = derived(self.leaves.formula(one), [*(self._units[o] for o in why), *lines])
        return self._units[literal]

    def excluded(self, literal: int, stated: Draft) -> Draft:
        """Return the line that contradicts one that states a literal which is false without decisions."""
        why, lines = self._because(literal ^ 1)
        return derived(Truth(False), [*map(self.unit, why), *lines, stated])

    def _because(self, literal: int) -> tuple[list[int], tuple[Draft, ...]]:
        """Return the literals, in their order, and the lines by which a literal is true."""
        reason, position = self._reasons[literal >> 1], self._positions[literal >> 1]
        assert reason is not None
        forced = self._why_forced(reason.shape, literal, position)
        assert forced is not None, "what forced a literal is known"
        return sorted(forced, key=lambda one: self._positions[one >> 1]), reason.lines
