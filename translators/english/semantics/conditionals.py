"""What holds under a condition, and what holds of all values of a letter."""

from __future__ import annotations

from sorites.solvers.logic.syntax import Formula, Term, Var

from ..grammar.sentence_tree import Bound, Clause, Sentences
from ..grammar.tree import Det, Join, Nominal, Pronoun, Quantified, S, nodes
from .boxes import Box, Entity, deny
from .clauses import Clauses
from .definites import Resolved
from .referents import Unresolved, sort_of


class Conditionals(Clauses):
    """What conditions and letters say.

    Attributes:
        condition: the last condition, which ``otherwise`` denies.
    """

    condition: Formula | None = None

    def apart(self, s: S, box: Box) -> Formula:
        """Return what a sentence says, in a box of its own."""
        inner = Box(box)
        with self.setting(inner=True):
            self.statement(s, inner)
        return inner.formula()

    def conditional(self, condition: S, consequent: S, box: Box) -> None:
        """Say that something holds under a condition."""
        match consequent:
            case Clause(Quantified() as subject, verb) if self.general(subject, verb) and refers_back(condition):
                # A student passes if he studies: whom the condition speaks of is the subject.
                def under(term: Term, inner: Box) -> None:
                    k1 = Box(inner)
                    with self.under():
                        self.statement(condition, k1)
                    k2 = Box(k1)
                    self.vp(verb, term, k2)
                    inner.add(k1.implies(k2.formula()))

                self.np(subject, box, under, subject=True, det=Det.EVERY)
                return
        k1 = Box(box)
        with self.under(inner=True):
            self.statement(condition, k1)
        k2 = Box(k1)
        with self.setting(inner=True):
            self.statement(consequent, k2)
        if not k1.conditions:
            raise Unresolved("its condition says nothing that could be so or not")
        if box.parent is None and not k1.variables:
            self.condition = k1.formula()
        box.add(k1.implies(k2.formula()))

    def for_all(self, s: Bound, box: Box) -> None:
        """Say something of all, some or no values of letters."""
        reach = Box(box)
        before = dict(self.bound)
        for letter in s.variables:
            variable = self.fresh()
            reach.variables.append(variable)
            self.bound[letter] = Var(variable)
            if s.nominal is None and len(s.variables) == 1:
                self.mention(Entity(Var(variable), subject=True, shown=letter), reach)
            if s.nominal is not None:
                with self.under():
                    self.nominal(s.nominal, Var(variable), reach)
                sort = "person" if s.nominal.noun == "human" else sort_of(s.nominal)
                self.mention(Entity(Var(variable), s.nominal.noun, sort, shown=s.nominal.noun, subject=True), reach)
        if s.det is Det.EVERY:
            scope = Box(reach)
            body = s.body
            if (
                isinstance(body, Sentences)
                and body.join is Join.IF
                and _somebody_again(body.parts[0])
                and s.nominal is not None
            ):
                self.same_again(body, reach, scope)
            else:
                with self.setting(inner=True):
                    self.statement(body, scope)
            box.add(reach.implies(scope.formula()))
        else:
            with self.setting(inner=True):
                self.statement(s.body, reach)
            box.add(deny(reach.formula()) if s.det is Det.NO else reach.formula())
        self.bound = before

    def same_again(self, body: Sentences, reach: Box, scope: Box) -> None:
        """``For all humans, if someone …, then they …``: someone is any of those who were named."""
        term = Var(reach.variables[-1])
        condition, consequent = body.parts
        assert isinstance(condition, Clause)
        for entity in reach.entities:
            entity.sort = "person"
        self.conditional(Clause(Resolved(term), condition.verb), consequent, scope)


def refers_back(s: S) -> bool:
    """Return whether a sentence has a pronoun."""
    return any(isinstance(node, Pronoun) for node in nodes(s))


def _somebody_again(s: S) -> bool:
    """Return whether a condition begins with ``someone``."""
    return isinstance(s, Clause) and isinstance(s.subject, Quantified) and s.subject.nominal == Nominal("somebody")
