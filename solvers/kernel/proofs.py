"""The replay of proofs: each line is a formula with a reason, and the last one is ``⊥``.

Nothing is searched for. If the given formulas have a model, then it is also one of all lines, with
the new names rightly read; so lines that end in ``⊥`` show that there is none. Instances and
witnesses are the axioms of Herbrand's theorem and of Henkin's proof of completeness; the
propositional step is that of clausal proofs with hints (Cruz-Filipe et al. 2017, LRAT), on formulas
instead of clauses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from ..clock import look
from ..logic.errors import InvalidProgram
from ..logic.rewriting import substitute
from ..logic.sorts import SortedTheory
from ..logic.symbols import INT, NUMBERS, REAL, THING, Census
from ..logic.syntax import ARITHMETIC, DIVISION, Exists, Fn, Forall, Formula, Implies, Num, Term, Truth, Var
from ..logic.walkers import walk
from .certificates import Derived, Equality, Given, Instance, Line, Linear, Number, Witness
from .forcing import Assignment, Contradiction
from .laws import adds_up, equals_replaced, is_law_of_numbers
from .refusal import Refused

_OPERATORS: Final = ARITHMETIC | DIVISION
_REASONS: Final = frozenset({Given, Instance, Witness, Equality, Linear, Number, Derived})


@dataclass(slots=True)
class Replay:
    """A proof as far as it was replayed.

    Attributes:
        ready: what the program says, with the sorts of all names.
        given: the formulas that may be stated, by source and index.
        lines: what was shown so far.
        witnesses: the sort of each new name, by name and arity.
        used: the given formulas that were stated.
    """

    ready: SortedTheory
    given: dict[tuple[str, int], Formula]
    lines: list[Formula] = field(default_factory=list)
    witnesses: dict[tuple[str, int], str] = field(default_factory=dict)
    used: set[tuple[str, int]] = field(default_factory=set)

    def refutes(self, lines: Sequence[Line]) -> None:
        """Replay all lines, the last of which has to be ``⊥``.

        Raises:
            Refused: a line does not stand.
        """
        census = Census()
        for number, line in enumerate(lines, 1):
            look()
            formula = line.formula
            if type(line) is not Line or type(line.reason) not in _REASONS:
                raise Refused(f"line {number} of the proof gives no reason", number)
            try:
                if type(line.reason) is Given:
                    formula = self.given[line.reason.source, line.reason.index]
                else:
                    census.formula(formula)  # what only resembles a formula could mean anything
            except KeyError:
                raise Refused(f"line {number} of the proof states what is not there", number) from None
            except InvalidProgram as fault:
                raise Refused(f"line {number} of the proof is no closed formula: {fault.what}", number) from None
            if census.abbreviated:
                raise Refused(f"line {number} of the proof abbreviates", number)
            if not self._stands(formula, line):
                raise Refused(f"line {number} of the proof does not stand", number)
            self.lines.append(formula)
        if not self.lines or self.lines[-1] != Truth(False):
            raise Refused("the proof does not end in a contradiction", len(lines))

    def _stands(self, formula: Formula, line: Line) -> bool:
        match line.reason:
            case Given(source, index):
                self.used.add((source, index))
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
            if type(said) is not kind or substitute(said.body, {said.var: term}) != instance:
                continue
            if len(set(variables)) < len(variables) or not self._is_new(name, said):
                return False
            self.witnesses[name, len(variables)] = said.sort or THING
            return True
        return False

    def _is_new(self, name: str, said: Formula) -> bool:
        """Whether a name is in use nowhere, and a formula speaks of names in use only."""
        known = {n for n, _ in (*self.ready.names.functions, *self.witnesses)} | self._members()
        spoken_of = {node.name for node in walk(said) if isinstance(node, Fn)} - _OPERATORS
        return bool(name) and name not in known | _OPERATORS and spoken_of <= known

    def _members(self) -> set[str]:
        return {member for members in self.ready.enumerations.values() for member in members}

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
                if self.ready.sorts.plain:
                    return THING
                return REAL if decimal or not isinstance(value, int) else INT
            case Fn(name, (left, right)) if not self.ready.sorts.plain and name in _OPERATORS:
                kinds = {self._number(left), self._number(right)}
                if kinds == {INT} and name != "/":
                    return INT
                return "" if name in ("÷", "%") else REAL
            case Fn(name, args):
                for arg in args:
                    self._sort(arg)
                found = self.witnesses.get((name, len(args)))
                if found is None and ((name, len(args)) in self.ready.names.functions or name in self._members()):
                    found = self.ready.sorts.of(("f", name, len(args), -1))
                if found is not None:
                    return found
        raise ValueError("no closed term of the program's names")


def _sides(formula: Formula) -> tuple[tuple[type[Forall | Exists], Formula, Formula], ...]:
    """Return, of ``∀x A → B`` and ``B → ∃x A``, which quantifier one side has to have, that side, and the other one."""
    if type(formula) is not Implies:
        return ()
    return (Forall, formula.left, formula.right), (Exists, formula.right, formula.left)
