"""A book written out for the things of a case: what it says of them, as a program that the kernel can check."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from ..checking import check
from ..clock import check as check_time
from ..clock import uncollected, within
from ..errors import Late, OutsideFragment, TooLarge
from ..knowledge.proving import CHECK_SECONDS, prove
from ..logic.domains import settled_program
from ..logic.program import Program, Statement
from ..logic.sorts import infer
from ..logic.symbols import INT, Declarations, signature
from ..logic.syntax import And, Formula, Not
from ..outcome import Limits, Outcome, Verdict
from .compiling import Compiled
from .deciding import ENGINE, CaseQuestion
from .facts import BookCase, GivenFact
from .reading import moment
from .slicing import Slices
from .writing_out import instances, written_out

STARTS: Final = {"Date": "2026-01-01", "Time": "2026-01-01T00:00"}
"""What is tried of a date or time that nothing bounds."""
MOST_QUESTIONS: Final = 256
"""How many questions stay compiled."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What a book says of a formula about a case.

    Attributes:
        outcome: the verdict, with its certificate checked.
        program: what it is about.
        origins: for each premise that is the book's the place of the compiled one.
        facts: those that are premises, behind the book's.
    """

    outcome: Outcome
    program: Program
    origins: tuple[int, ...]
    facts: tuple[GivenFact, ...]


class WrittenBook:
    """A book for certain things.

    Args:
        compiled: the book.
        case: a case with these things.
    """

    def __init__(self, compiled: Compiled, case: BookCase) -> None:
        self.declared = case.declared(compiled.parts.declared)
        stated = [one.statement for one in compiled.premises]
        self._start = {one.name: moment(STARTS[one.kind]) for one in compiled.parts.facts if one.kind in STARTS}
        self._same = dict(case.same)
        self.members = {sort.name: sort.members for sort in self.declared.sorts}
        self.ground = True
        premises, origins = list[Statement](), list[int]()
        try:
            for i, (one, formula) in enumerate(zip(stated, self._typed([one.formula for one in stated]), strict=True)):
                for said in instances(written_out(formula, self.members, self._same)):
                    premises.append(Statement(said, one.gloss, one.span))
                    origins.append(i)
        except (OutsideFragment, TooLarge):
            premises, origins, self.ground = stated, [*range(len(stated))], False
        self._premises, self._origins = premises, origins
        derived = {one.name for one in compiled.parts.derived}
        whole = {one.name for one in compiled.parts.declared.typed if one.result == INT}
        said_by = [one.formula for one in premises]
        self._slices = Slices(said_by, derived, self._exclusive, whole) if self.ground else None
        self._question = lru_cache(maxsize=MOST_QUESTIONS)(self._compiled)

    def _exclusive(self, one: Formula, other: Formula) -> bool:
        """Return whether two conditions can't hold together, whatever the facts are."""
        for denied, said in ((one, other), (other, one)):  # as what is derived by default has it
            if isinstance(denied, Not) and said in (denied.body, *getattr(denied.body, "parts", ())):
                return True
        check_time()
        both = And((one, other))
        ready = settled_program(Program((), Statement(both), declared=self.declared))
        found = CaseQuestion([], both, ready, self.declared, self._start).decide(())
        return found is not None and found[0] is Verdict.REFUTED

    def question(self, goal: Formula) -> CaseQuestion | None:
        """Return a goal as it is written out; ``None`` if that can't be done."""
        return self._question(goal)[2]

    def program(self, goal: Formula, case: BookCase) -> Program:
        """Return all that the book and the case say, and a question, as a program."""
        asked = self._question(goal)[3]
        stated = (*self._premises, *(Statement(one.formula) for one in case.given))
        return Program(stated, Statement(asked), declared=self.declared)

    def decide(self, goal: Formula, case: BookCase, seconds: float, *, checked: bool = True) -> Answered:
        """Return what the book says of a formula about a case with these things.

        Args:
            goal: the formula.
            case: the case.
            seconds: the time that it may take.
            checked: whether the kernel has to check the certificate.
        """
        started = time.perf_counter()
        premises, origins, question, asked = self._question(goal)
        declared = self.declared if question is None else question.declared
        facts = case.given if question is None else tuple(one for one in case.given if question.speaks_of(one.formula))
        found = None
        stated = [Statement(one.formula) for one in facts]
        program = Program((*premises, *stated), Statement(asked), declared=declared)
        with uncollected(), within(seconds), suppress(Late, MemoryError, TooLarge):
            found = None if question is None else question.decide([one.formula for one in facts])
            if found is not None:
                outcome = Outcome(found[0], ENGINE, time.perf_counter() - started, found[1])
                outcome = check(program, outcome) if checked else outcome
        if found is None:
            rest = max(seconds - (time.perf_counter() - started), CHECK_SECONDS)
            outcome = prove(program, limits=Limits(seconds=rest), check=checked)
        return Answered(outcome, program, origins, facts)

    def _compiled(self, goal: Formula) -> tuple[tuple[Statement, ...], tuple[int, ...], CaseQuestion | None, Formula]:
        """Return the premises on which a goal hangs, the rules that they are of, and the goal as it is written out."""
        try:
            if self._slices is None:
                raise OutsideFragment
            asked = written_out(self._typed([goal])[0], self.members, self._same)
        except (OutsideFragment, TooLarge):
            return tuple(self._premises), tuple(self._origins), None, goal
        places = self._slices.of(asked)
        premises, origins = tuple(self._premises[i] for i in places), tuple(self._origins[i] for i in places)
        program = Program(premises, Statement(asked), declared=self.declared)
        spoken = {name for name, _ in (*program.signature.predicates, *program.signature.functions)}
        declared = Declarations(self.declared.sorts, tuple(one for one in self.declared.typed if one.name in spoken))
        check_time()
        ready = settled_program(replace(program, declared=declared))
        question = CaseQuestion([one.formula for one in premises], asked, ready, declared, self._start)
        return premises, origins, question, asked

    def _typed(self, formulas: Sequence[Formula]) -> list[Formula]:
        sorts = infer(formulas, signature(formulas), self.declared)
        return [sorts.typed(formula) for formula in formulas]
