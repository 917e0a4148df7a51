"""What is still to be said of a formula, and what has been."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sorites.solvers.logic.syntax import And, Exists, Formula, Term, Var
from sorites.solvers.logic.walkers import free_variables

from .counting import counted


class Unsayable(Exception):
    """What has no natural wording."""


@dataclass(frozen=True, slots=True)
class Said:
    """Words for a part of a formula.

    Attributes:
        text: the words.
        plain: whether words that follow could not be taken for a part of them.
    """

    text: str
    plain: bool = True


@dataclass(slots=True)
class Pool:
    """What is still to be said.

    Attributes:
        facts: formulas that hold together.
        free: variables that a noun phrase has to introduce.
    """

    facts: list[Formula]
    free: set[str] = field(default_factory=set)

    @property
    def empty(self) -> bool:
        """Whether all has been said."""
        return not self.facts and not self.free

    def take(self, facts: Sequence[Formula]) -> None:
        """Take facts out."""
        self.facts = [fact for fact in self.facts if not any(fact is one for one in facts)]


def pooled(*formulas: Formula) -> Pool:
    """Return what formulas say together, with the variables of what is said to exist."""
    pool = Pool([])
    for formula in formulas:
        match formula:
            case And(parts) if counted(formula) is None:
                inner = pooled(*parts)
            case Exists(var, body, ""):
                inner = pooled(body)
                inner.free.add(var)
            case _:
                inner = Pool([formula])
        pool.facts += inner.facts
        pool.free |= inner.free
    return pool


def is_one_of(term: Term, variables: set[str]) -> bool:
    """Return whether a term is one of the variables."""
    return isinstance(term, Var) and term.name in variables


def names_one_of(formula: Formula, variables: set[str]) -> bool:
    """Return whether a formula speaks of one of the variables."""
    return not variables.isdisjoint(free_variables(formula))
