"""Boxes: what discourse representation theory keeps formulas and referents in.

A box has referents and conditions. A condition that holds *if* a box does binds the box's
referents universally, and all others bind them existentially, which is what makes ``if a
farmer owns a donkey, he beats it`` come out right (Kamp and Reyle, *From Discourse to Logic*, 1993).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from sorites.solvers.logic.syntax import And, Exists, Forall, Formula, Implies, Not, Or, Term, Truth

from ..grammar.tree import Nominal

Sort = Literal["person", "thing", "any"]
_NOTHING: Final = Truth(True)
"""What says nothing."""


@dataclass(slots=True)
class Entity:
    """Somebody or something that a pronoun or a definite phrase may mean.

    Attributes:
        term: the constant or the variable.
        noun: the noun it was introduced by; empty for names.
        sort: whether it is a person.
        plural: whether it is several.
        adjectives: what was said of it so far.
        owner: who has it, if that was said.
        subject: whether it was a subject.
        shown: how it is called in messages.
        restricted: whether its phrase said more than a noun.
        members: of several, who they are: those whom a nominal describes, or these.
    """

    term: Term
    noun: str = ""
    sort: Sort = "any"
    plural: bool = False
    adjectives: set[str] = field(default_factory=set)
    owner: Term | None = None
    subject: bool = False
    shown: str = ""
    restricted: bool = False
    members: Nominal | tuple[Term, ...] | None = None

    def copy(self, *, subject: bool | None = None) -> Entity:
        """Return another one of whom as much is known; a subject, or none, if that is said."""
        known = self.owner, self.subject if subject is None else subject, self.shown, self.restricted, self.members
        return Entity(self.term, self.noun, self.sort, self.plural, {*self.adjectives}, *known)


class Box:
    """Referents and conditions.

    Attributes:
        parent: the box that this one stands in.
        variables: the referents.
        conditions: what is said.
        entities: whom phrases may refer to.
    """

    __slots__ = ("conditions", "entities", "parent", "variables")

    def __init__(self, parent: Box | None = None) -> None:
        self.parent = parent
        self.variables: list[str] = []
        self.conditions: list[Formula] = []
        self.entities: list[Entity] = []

    def add(self, formula: Formula) -> None:
        """Add a condition; what is always true says nothing."""
        if formula != _NOTHING:
            self.conditions.append(formula)

    def content(self) -> Formula:
        """Return the conditions as one formula, their referents free."""
        return conjunction(self.conditions)

    def formula(self) -> Formula:
        """Return what the box says: that there are such referents."""
        found = self.content()
        for variable in reversed(self.variables):
            found = Exists(variable, found)
        return found

    def implies(self, consequent: Formula) -> Formula:
        """Return that the consequent holds of whatever this box says."""
        body = consequent if not self.conditions else Implies(self.content(), consequent)
        for variable in reversed(self.variables):
            body = Forall(variable, body)
        return body


def conjunction(parts: list[Formula]) -> Formula:
    """Join formulas by and, flat."""
    flat: list[Formula] = []
    for part in parts:
        for one in part.parts if isinstance(part, And) else (part,):
            if one != _NOTHING and one not in flat:
                flat.append(one)
    if not flat:
        return _NOTHING
    return flat[0] if len(flat) == 1 else And(tuple(flat))


def disjunction(parts: list[Formula]) -> Formula:
    """Join formulas by or, flat."""
    flat: list[Formula] = []
    for part in parts:
        for one in part.parts if isinstance(part, Or) else (part,):
            if one not in flat:
                flat.append(one)
    return flat[0] if len(flat) == 1 else Or(tuple(flat))


def deny(formula: Formula) -> Formula:
    """Return the negation; a double one is left out."""
    return formula.body if isinstance(formula, Not) else Not(formula)
