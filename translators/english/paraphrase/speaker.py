"""Of what formulas speak, and how terms are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sorites.solvers.logic.syntax import (
    And,
    Atom,
    Cmp,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Implies,
    Not,
    Or,
    Term,
    Var,
    Xor,
)

from ..semantics.finite import subject_role
from ..semantics.senses import Sense
from .counting import HowMany, counted
from .naming import Terms
from .scales import BOUNDS, compared
from .wording import Senses, Template, Unsayable, is_one_of, pooled


@dataclass(slots=True)
class Speaker:
    """The words of one sentence.

    Attributes:
        senses: what the predicates say.
        terms: how terms are written.
        years: whether ages are in years.
    """

    senses: Senses
    terms: Terms
    years: bool = True

    def sense(self, atom: Atom) -> Sense | Template | None:
        """Return what a predicate says, if that is known."""
        return self.senses.get((atom.name, len(atom.args)))

    def subject(self, formula: Formula) -> Term | None:
        """Return of what a formula says something, if that is one thing and said once."""
        match formula:
            case Atom(_, args):
                sense = self.sense(formula)
                if not isinstance(sense, Sense) or (place := subject_role(sense)) is None:
                    return None
                return args[place] if args.count(args[place]) == 1 or isinstance(args[place], Fn) else None
            case Eq(left, _) | Cmp(_, left, _):
                scaled = compared(formula, years=self.years)
                return left if scaled is None else scaled[0]
            case Not(body):
                return self.subject(body)
            case And(parts) | Or(parts):
                return self._common([self.subject(part) for part in parts])
            case Xor(left, right):
                return self._common([self.subject(left), self.subject(right)])
            case Exists():
                if (count := counted(formula)) is not None:
                    return self.subject_of_count(count)
                pool = pooled(formula)
                facts = [f for f in pool.facts if f != formula]  # what is not put into other words is pooled as it is
                outer = [s for f in facts if (s := self.subject(f)) is None or not is_one_of(s, pool.free)]
                return self._common(outer)
            case Forall(_, Implies(_, right)):
                return self.subject(right)
            case _:
                return None

    def subject_of_count(self, count: HowMany) -> Term | None:
        """Return who has, or does something with, what is counted."""
        outer = [s for f in count.facts if (s := self.subject(f)) is None or s != Var(count.var)]
        return self._common(outer)

    @staticmethod
    def _common(found: Sequence[Term | None]) -> Term | None:
        return found[0] if found and all(one == found[0] for one in found) else None

    def term(self, term: Term) -> str:
        """Return how a term is written; a variable must have its letter."""
        try:
            return self.terms.term(term)
        except KeyError:
            raise Unsayable from None

    @staticmethod
    def several(subject: str) -> bool:
        """Return whether the verb of a subject is in the plural."""
        return subject.lower() in {"i", "we", "you", "they"}

    def measured(self, formula: Formula, *, plural: bool = False) -> str:
        """Return an equation or a comparison as what is said of its left side."""
        denial = " not" if isinstance(formula, Not) else ""
        inner = formula.body if isinstance(formula, Not) else formula
        be = "are" if plural else "is"
        if (scaled := compared(inner, years=self.years)) is not None:
            than = "" if scaled[2] is None else f" {self.term(scaled[2])}"
            return f"{be}{denial} {scaled[1]}{than}"
        if isinstance(inner, Cmp):
            return f"{be}{denial} {BOUNDS[inner.op]} {self.term(inner.right)}"
        assert isinstance(inner, Eq)
        return f"{be}{denial} {self.term(inner.right)}"
