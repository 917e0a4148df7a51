"""Models of the premises that are known already, and what they say of the rows of constants that a goal asks about."""

from __future__ import annotations

from dataclasses import dataclass

from ..kernel.certificates import Model
from ..kernel.models import Meaning
from ..kernel.refusal import Refused, Unchecked
from ..logic.candidates import same
from ..logic.domains import settled_program
from ..logic.program import Program
from ..logic.rewriting import substitute
from ..logic.symbols import BUILT_IN, signature
from ..logic.syntax import Exists, Fn, Formula, Num, TermRow, name_of, numeral


@dataclass(slots=True)
class Known:
    """A model of the premises, in which rows of constants are looked up.

    Attributes:
        model: the model.
        meaning: what is true in it.
        goal: the goal, its variables bound, with its sorts settled.
        asked: the variables that it asks for.
        plain: whether all that it speaks of are things.
        whole: whether the model interprets all names of the goal; one that a question left out it does not.
    """

    model: Model
    meaning: Meaning
    goal: Formula
    asked: tuple[str, ...]
    plain: bool
    whole: bool

    @classmethod
    def of(cls, program: Program, model: Model) -> Known:
        """Return a model that answers for a program's goal."""
        ready = settled_program(program)
        plain = ready.sorts.plain
        goal = ready.formulas[-2]
        names = signature((goal,))
        numerals = {(numeral(n.value), 0) for n in names.numerals} if plain else set()
        whole = (
            model.predicates.keys() >= {*names.predicates} and model.functions.keys() >= {*names.functions} | numerals
        )
        return cls(model, Meaning(model, typed=not plain), goal, program.asked, plain, whole)

    def holds(self, row: TermRow) -> bool | None:
        """Return whether the goal holds of a row; ``None`` if the model does not say.

        It may be true whatever the row names; but a model that leaves a name open is none of the question.
        """
        if not self.whole or not self._names(row):
            return None
        body = self.goal
        for _ in self.asked:
            assert isinstance(body, Exists)
            body = body.body
        return self.truth(substitute(body, dict(zip(self.asked, self._terms(row), strict=True))))

    def same(self, one: TermRow, other: TermRow) -> bool | None:
        """Return whether two rows name the same things; ``None`` if the model does not say."""
        return self.truth(same(self._terms(one), self._terms(other)))

    def truth(self, formula: Formula) -> bool | None:
        """Return whether a closed formula is true; ``None`` if the model does not say."""
        try:
            return self.meaning.holds(formula)
        except (Refused, Unchecked, KeyError, TypeError):
            return None

    def _names(self, row: TermRow) -> bool:
        """Return whether the model says what each constant of a row names."""
        return all(
            (name_of(term), 0) in self.model.functions
            for term in row
            if self.plain or not isinstance(term, Num)  # else a number
        )

    def _terms(self, row: TermRow) -> TermRow:
        """Return a row as formulas with settled sorts name it: a numeral that is a thing by a constant."""
        if self.plain:
            return row
        named = {name for name, arity in self.model.functions if not arity}
        return tuple(Fn(name_of(t)) if isinstance(t, Num) and name_of(t) in named else t for t in row)


def speaks_of_instances(program: Program) -> bool:
    """Return whether a model of the premises is one for each of the goal's instances, too.

    It may not be where only the goal says that there is a sort.
    """
    declared = {sort.name for sort in program.declared.sorts} | BUILT_IN
    goal = program.goal.formula
    for _ in program.asked:
        assert isinstance(goal, Exists)
        if goal.sort and goal.sort not in declared:
            return False
        goal = goal.body
    return not program.defaults
