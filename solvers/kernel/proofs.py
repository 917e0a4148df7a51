"""The replay of proofs: each line is a formula with a reason, and the last one is ``⊥``.

Nothing is searched for. If the given formulas have a model, then it is also one of all lines, with
the new names rightly read; so lines that end in ``⊥`` show that there is none. Instances and
witnesses are the axioms of Herbrand's theorem and of Henkin's proof of completeness; the
propositional step is that of clausal proofs with hints (Cruz-Filipe et al. 2017, LRAT), on formulas
instead of clauses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..clock import look
from ..logic.errors import InvalidProgram
from ..logic.rewriting import substitute
from ..logic.sorts import SortedTheory
from ..logic.symbols import INT, NUMBERS, REAL, THING, Census
from ..logic.syntax import CALCULATING, Exists, Fn, Forall, Formula, Implies, Num, Term, Truth, Var
from ..logic.walkers import walk
from .certificates import Derived, Equality, Given, Instance, Line, Linear, Number, Witness
from .forcing import Assignment, Contradiction
from .laws import adds_up, equals_replaced, is_law_of_numbers
from .refusal import Refused

_REASONS: Final = frozenset({Given, Instance, Witness, Equality, Linear, Number, Derived})


class Replay:
    """A proof as far as it was replayed.

    Args:
        ready: what the program says, with the sorts of all names.
        given: the formulas that may be stated, by source and index.

    Attributes:
        lines: what was shown so far.
        used: the given formulas that were stated.
    """

    def __init__(self, ready: SortedTheory, given: Mapping[tuple[str, int], Formula]) -> None:
        self.lines: list[Formula] = []
        self.used: set[tuple[str, int]] = set()
        self._given, self._plain = given, ready.sorts.plain
        members = [(member, 0) for ones in ready.enumerations.values() for member in ones]
        self._names = {key: ready.sorts.of(("f", *key, -1)) for key in (*ready.names.functions, *members)}

    def refutes(self, lines: Sequence[Line]) -> None:
        """Replay all lines, the last of which has to be ``⊥``.

        Raises:
            Refused: a line does not stand.
        """
        census = Census()
        for number, line in enumerate(lines, 1):
            look()
            if type(line) is not Line or type(line.reason) not in _REASONS:
                raise Refused(f"line {number} of the proof gives no reason", number)
            formula = line.formula
            try:
                if type(line.reason) is Given:
                    source = line.reason.source, line.reason.index
                    formula = self._given[source]
                    self.used.add(source)
                else:
                    census.formula(formula)  # what only resembles a formula could mean anything
            except (KeyError, InvalidProgram) as fault:
                raise Refused(f"line {number} of the proof states no closed formula ({fault})", number) from None
            if census.abbreviated:
                raise Refused(f"line {number} of the proof abbreviates", number)
            if not self._stands(formula, line):
                raise Refused(f"line {number} of the proof does not stand", number)
            self.lines.append(formula)
        if not self.lines or self.lines[-1] != Truth(False):
            raise Refused("the proof does not end in a contradiction", len(lines))

    def _stands(self, formula: Formula, line: Line) -> bool:
        match line.reason:
            case Given():
                return formula == line.formula
            case Instance(terms):
                return self._is_instance(formula, terms)
            case Witness(name):
                return self._is_witness(formula, name)
            case Equality():
                return equals_replaced(formula)
            case Linear(coefficients, pairs):
                return adds_up(formula, coefficients, self._number, pairs)
            case Number():
                return is_law_of_numbers(formula, self._number)
            case Derived(parents):
                return self._follows(formula, parents)

    def _is_instance(self, formula: Formula, terms: Sequence[Term]) -> bool:
        """Whether a formula is ``∀x A → A[t]`` or ``A[t] → ∃x A``."""
        for kind, said, instance in _sides(formula):
            values: dict[str, Term] = {}
            for term in terms:
                if type(said) is not kind or not self._fits(term, said.sort):
                    break
                values[said.var] = term
                said = said.body
            else:
                if terms and substitute(said, values) == instance:
                    return True
        return False

    def _is_witness(self, formula: Formula, name: str) -> bool:
        """Whether a formula is ``∃x A → A[c]`` or ``A[c] → ∀x A`` with a new name, behind universal quantifiers."""
        variables: list[Term] = []
        while type(formula) is Forall:
            variables.append(Var(formula.var))
            formula = formula.body
        term = Fn(name, tuple(variables))
        for kind, instance, said in _sides(formula):
            if type(said) is kind and substitute(said.body, {said.var: term}) == instance:
                known = {known for known, _ in self._names}
                spoken_of = {node.name for node in walk(said) if isinstance(node, Fn)} - CALCULATING
                self._names[name, len(variables)] = said.sort or THING
                new = bool(name) and name not in known | CALCULATING
                return new and spoken_of <= known and len(set(variables)) == len(variables)
        return False

    def _follows(self, formula: Formula, parents: Sequence[int]) -> bool:
        """Whether what the lines force, with the formula denied, is a contradiction."""
        if not all(0 < parent <= len(self.lines) for parent in parents):
            return False
        values = Assignment()
        try:
            values.force(formula, False)
            values.settle([self.lines[parent - 1] for parent in parents])
        except Contradiction:
            return True
        return False

    def _fits(self, term: Term, sort: str) -> bool:
        """Whether a closed term is of a sort; an integer is a real, too."""
        found = self._sort(term)
        return found == (sort or THING) or (found, sort) == (INT, REAL)

    def _number(self, term: Term) -> str:
        """Return the sort of a term of numbers."""
        found = self._sort(term)
        if found not in NUMBERS:
            raise ValueError("no number")
        return found

    def _sort(self, term: Term) -> str:
        """Return the sort of a closed term of names in use."""
        match term:
            case Num(value, decimal):
                return THING if self._plain else REAL if decimal or not isinstance(value, int) else INT
            case Fn(name, (left, right)) if not self._plain and name in CALCULATING:
                whole = self._number(left) == self._number(right) == INT
                return INT if whole and name != "/" else "" if name in ("÷", "%") else REAL
            case Fn(name, args) if (name, len(args)) in self._names and all(map(self._sort, args)):
                return self._names[name, len(args)]
        raise ValueError("no closed term of the program's names")


def _sides(formula: Formula) -> tuple[tuple[type[Forall | Exists], Formula, Formula], ...]:
    """Return, of ``∀x A → B`` and ``B → ∃x A``, which quantifier one side has to have, that side, and the other one."""
    if type(formula) is not Implies:
        return ()
    return (Forall, formula.left, formula.right), (Exists, formula.right, formula.left)
