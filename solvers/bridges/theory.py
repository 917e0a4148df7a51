"""Ground defeasible theories and what they prove; see ``sorites.solvers.engines.defeasible`` for the logic.

Each literal is looked at again only when something that it depends on was settled.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from ..clock import look
from ..logic.rules import GroundFact, SignedName, as_formula, opposite
from ..logic.syntax import Term, TermRow, Var
from ..outcome import Conflict


class Status(IntEnum):
    """What is known of a literal."""

    FAILED = -1
    """It can't be proved."""
    OPEN = 0
    PROVED = 1


@dataclass(slots=True)
class GroundRule:
    """A ground rule.

    Attributes:
        label: the defeasible rule's label; empty for a strict rule or a fact.
        body: what must be proved.
        head: what is proved then.
        premise: the index of the strict premise, or that of the defeasible rule behind them.
        missing: how many of the body are not proved yet.
        dead: whether one of the body can't be proved.
        lacking: how many of the body have no support yet.
        baseless: whether one of the body can't be supported.
    """

    label: str
    body: tuple[GroundFact, ...]
    head: GroundFact
    premise: int
    missing: int = 0
    dead: bool = False
    lacking: int = 0
    baseless: bool = False


@dataclass(slots=True)
class GroundTheory:
    """A ground defeasible theory and what it proves.

    Attributes:
        instances: the ground rules.
        preferences: pairs of labels, the preferred one first.
        team: whether rules of one side may share in beating attackers.
        propagate: whether support is enough for an attack.
        heads: what the defeasible rules conclude, also those of which no instance was made
            since nothing gives their bodies.
        definite: what follows from facts by strict rules.
        status: what is known of each literal.
        support: whether each literal has support; empty unless that matters.
        rank: when each literal was proved.
        by_head: the rules for each literal.
        by_body: the rules that need it.
    """

    instances: list[GroundRule]
    preferences: frozenset[tuple[str, str]]
    team: bool
    propagate: bool = False
    heads: Mapping[SignedName, Sequence[tuple[str, TermRow]]] = field(default_factory=dict)
    definite: dict[GroundFact, GroundRule] = field(default_factory=dict)
    status: dict[GroundFact, Status] = field(default_factory=dict)
    support: dict[GroundFact, Status] = field(default_factory=dict)
    rank: dict[GroundFact, int] = field(default_factory=dict)
    by_head: dict[GroundFact, list[GroundRule]] = field(default_factory=lambda: defaultdict(list))
    by_body: dict[GroundFact, list[GroundRule]] = field(default_factory=lambda: defaultdict(list))

    def settle(self) -> None:
        """Settle every literal.

        Raises:
            Late: the time is up.
        """
        for one in self.instances:
            one.missing = one.lacking = len(set(one.body))
            self.by_head[one.head].append(one)
            for literal in set(one.body):
                self.by_body[literal].append(one)
        self._define()
        queue = deque({f for one in self.instances for f in (one.head, opposite(one.head), *one.body)})
        while True:
            self._spread(queue)
            stuck = self._unfounded(self.status)
            for literal in stuck:
                self._mark(literal, Status.FAILED, queue)
            baseless = self._unfounded(self.support) if self.propagate else []
            for literal in baseless:
                self._mark_support(literal, Status.FAILED, queue)
            if not stuck and not baseless:
                return

    def _define(self) -> None:
        """Find what facts and strict rules alone give."""
        waiting = {id(one): len(set(one.body)) for one in self.instances if not one.label}
        ready = [one for one in self.instances if not one.label and not one.body]
        while ready:
            look()
            one = ready.pop()
            if one.head in self.definite:
                continue
            self.definite[one.head] = one
            for other in self.by_body[one.head]:
                if not other.label:
                    waiting[id(other)] -= 1
                    if not waiting[id(other)]:
                        ready.append(other)

    def _spread(self, queue: deque[GroundFact]) -> None:
        """Settle literals until nothing changes."""
        while queue:
            look()
            literal = queue.popleft()
            if self.status.get(literal, Status.OPEN) is Status.OPEN:
                found = self._look(literal)
                if found is not Status.OPEN:
                    self._mark(literal, found, queue)
            if self.propagate and self.support.get(literal, Status.OPEN) is Status.OPEN:
                found = self._look_support(literal)
                if found is not Status.OPEN:
                    self._mark_support(literal, found, queue)

    def _mark(self, literal: GroundFact, status: Status, queue: deque[GroundFact]) -> None:
        self.status[literal] = status
        if status is Status.PROVED:
            self.rank[literal] = len(self.rank)
        for one in self.by_body[literal]:
            before = one.missing, one.dead
            if status is Status.PROVED:
                one.missing -= 1
            else:
                one.dead = True
            if before != (one.missing, one.dead):
                queue += (one.head, opposite(one.head))

    def _mark_support(self, literal: GroundFact, status: Status, queue: deque[GroundFact]) -> None:
        self.support[literal] = status
        for one in self.by_body[literal]:
            if status is Status.PROVED:
                one.lacking -= 1
            else:
                one.baseless = True
            queue += (one.head, opposite(one.head))

    def _look_support(self, literal: GroundFact) -> Status:
        """Return whether a literal has support, by now."""
        if literal in self.definite:
            return Status.PROVED
        against = self.by_head.get(opposite(literal), ())
        lost = True
        for one in self.by_head.get(literal, ()):
            if not one.lacking and all(other.dead for other in against if self.beats(other, one)):
                return Status.PROVED
            lost &= one.baseless or self._beaten(one)
        return Status.FAILED if lost else Status.OPEN

    def _beaten(self, one: GroundRule) -> bool:
        """Return whether it is certain that a rule gives no support: a preferred rule has a proved body."""
        return any(not other.missing and self.beats(other, one) for other in self.by_head.get(opposite(one.head), ()))

    def _overruled(self, one: GroundRule) -> bool:
        """Return whether it is certain that a rule proves nothing: a rule that applies speaks against it, unbeaten."""
        side = [mine for mine in self.by_head[one.head] if not mine.dead] if self.team else [one]
        against = self.by_head.get(opposite(one.head), ())
        return any(self._applies(a) and not any(self.beats(mine, a) for mine in side) for a in against)

    def _attacks(self, literal: GroundFact) -> list[GroundRule]:
        """Return the rules that may still speak against a literal."""
        against = self.by_head.get(opposite(literal), ())
        return [one for one in against if not (one.baseless if self.propagate else one.dead)]

    def _applies(self, attack: GroundRule) -> bool:
        """Return whether a rule does speak against what it is no rule for."""
        return not (attack.lacking if self.propagate else attack.missing)

    def _look(self, literal: GroundFact) -> Status:
        """Return what is known of a literal by now."""
        if literal in self.definite:
            return Status.PROVED
        against = opposite(literal)
        if against in self.definite:
            return Status.FAILED
        supports = [one for one in self.by_head.get(literal, ()) if not one.dead]
        if not supports:
            return Status.FAILED
        attacks = self._attacks(literal)
        applies = [one for one in supports if not one.missing]
        if self.team:
            won = bool(applies) and all(any(self.beats(one, other) for one in applies) for other in attacks)
        else:
            won = any(all(self.beats(one, other) for other in attacks) for one in applies)
        if won:
            return Status.PROVED
        # Rules of a team are overruled together.
        return Status.FAILED if all(map(self._overruled, supports[:1] if self.team else supports)) else Status.OPEN

    def beats(self, one: GroundRule, other: GroundRule) -> bool:
        """Return whether a rule is preferred to another."""
        return (one.label, other.label) in self.preferences

    def _unfounded(self, known: dict[GroundFact, Status]) -> list[GroundFact]:
        """Return the literals, open by what is known of proof or of support, that could only support themselves.

        What certainly proves nothing, or gives no support, is no possible support either.
        """
        reached = {f for f, status in known.items() if status is Status.PROVED}
        if known is self.status:
            alive = [one for one in self.instances if not one.dead and not self._overruled(one)]
        else:
            alive = [one for one in self.instances if not one.baseless and not self._beaten(one)]
        waiting = {id(one): sum(f not in reached for f in set(one.body)) for one in alive}
        ready = [one for one in alive if not waiting[id(one)]]
        while ready:
            look()
            one = ready.pop()
            if one.head in reached or known.get(one.head) is Status.FAILED:
                continue
            reached.add(one.head)
            for other in self.by_body[one.head]:
                if id(other) in waiting:
                    waiting[id(other)] -= 1
                    if not waiting[id(other)]:
                        ready.append(other)
        heads = {one.head for one in self.instances}
        return [f for f in heads if known.get(f, Status.OPEN) is Status.OPEN and f not in reached]

    def winner(self, literal: GroundFact) -> GroundRule:
        """Return the rule that proves a literal."""
        if literal in self.definite:
            return self.definite[literal]
        attacks = self._attacks(literal)
        before = self.rank[literal]
        applies = [one for one in self.by_head[literal] if all(self.rank.get(b, before) < before for b in one.body)]
        return max(applies, key=lambda one: sum(self.beats(one, other) for other in attacks))

    def conflicts(self, literal: GroundFact) -> list[Conflict]:
        """Return how the rules for a literal stand to those for its opposite."""
        if literal in self.definite:
            return []
        said = as_formula(literal)
        applies = [one for one in self.by_head.get(literal, ()) if not one.missing and not one.dead]
        if not applies:
            return []
        first = self.winner(literal) if literal in self.rank else applies[0]
        found = []
        for other in self.by_head.get(opposite(literal), ()):
            if not self._applies(other):
                why = "not proved"
            elif any(self.beats(one, other) for one in (applies if self.team else [first])):
                why = "preferred"
            else:
                why = "beaten" if self.beats(other, first) else "undecided"
            found.append(Conflict(said, first.label, other.label, why))
        known = {conflict.against for conflict in found}
        key, row = opposite(literal)
        for label, args in self.heads.get(key, ()):
            if label not in known and _matches(args, row):
                found.append(Conflict(said, first.label, label, "not proved"))
        return list(dict.fromkeys(found))


def _matches(args: TermRow, row: TermRow) -> bool:
    """Return whether the arguments of a head can be these things."""
    values: dict[str, Term] = {}
    return all((values.setdefault(a.name, b) if isinstance(a, Var) else a) == b for a, b in zip(args, row, strict=True))
